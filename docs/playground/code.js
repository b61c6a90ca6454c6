// The part with the code editor.

import { editorIn, show } from "./editor.js";
import anytime from "./examples/anytime.py";
import compareEngines from "./examples/compare_engines.py";
import firstProblem from "./examples/first_problem.py";
import pauseAndResume from "./examples/pause_and_resume.py";
import wrongHeuristic from "./examples/wrong_heuristic.py";

const EXAMPLES = {
  "A problem of your own": firstProblem,
  "Compare engines": compareEngines,
  "Pause and resume": pauseAndResume,
  "Find a wrong heuristic": wrongHeuristic,
  "Better and better solutions": anytime,
};

export function openCode(python) {
  const [example, runButton, output, hint] = ["example", "run", "output", "editor-hint"].map((id) =>
    document.getElementById(id),
  );

  function print(text, isError) {
    const line = document.createElement("span");
    line.className = isError ? "error" : "";
    line.textContent = text;
    output.append(line);
  }

  async function run() {
    if (python.state !== "ready") {
      return;
    }
    output.replaceChildren();
    try {
      await python.ask("run", { code: editor.state.doc.toString() }, print);
    } catch (error) {
      print(error.message === "stopped" ? "Stopped. Python starts again.\n" : `${error.message}\n`, true);
    }
  }

  const editor = editorIn(document.getElementById("editor"), "Python program", hint.textContent, run);
  example.append(...Object.keys(EXAMPLES).map((name) => new Option(name)));
  example.addEventListener("change", () => show(editor, EXAMPLES[example.value].trimEnd()));
  runButton.addEventListener("click", run);
  python.addEventListener("change", () => {
    runButton.disabled = python.state !== "ready";
  });
  show(editor, firstProblem.trimEnd());
}
