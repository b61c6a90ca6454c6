// Open the playground: two parts, which share one Python.

import { openCode } from "./code.js";
import { openMaze } from "./maze.js";
import { Python } from "./python.js";

const STATES = {
  loading: "Python is starting …",
  ready: "Python is ready.",
  busy: "Python is running …",
};

export function open() {
  const python = new Python();
  openTabs();
  openCode(python);
  openMaze(python);
  const stops = document.querySelectorAll(".stop");
  for (const stop of stops) {
    stop.addEventListener("click", () => python.stop());
  }
  python.addEventListener("change", () => {
    document.getElementById("state").textContent = STATES[python.state] ?? `Python can't start: ${python.reason}`;
    for (const stop of stops) {
      stop.disabled = python.state !== "busy";
    }
  });
  python.start();
}

function openTabs() {
  const tabs = [...document.querySelectorAll("[role=tab]")];
  function choose(chosen) {
    for (const tab of tabs) {
      tab.setAttribute("aria-selected", tab === chosen);
      tab.tabIndex = tab === chosen ? 0 : -1;
      document.getElementById(tab.getAttribute("aria-controls")).hidden = tab !== chosen;
    }
  }
  for (const [i, tab] of tabs.entries()) {
    tab.addEventListener("click", () => choose(tab));
    tab.addEventListener("keydown", ({ key }) => {
      if (key === "ArrowLeft" || key === "ArrowRight") {
        const other = tabs[(i + 1) % tabs.length];
        choose(other);
        other.focus();
      }
    });
  }
}
