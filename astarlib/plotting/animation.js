"use strict";
{
  const find = (name) => document.getElementById(name);
  const play = find("play"), slider = find("slider"), caption = find("caption");
  const captions = Array.from(find("captions").children, (line) => line.textContent);
  const last = captions.length - 1;
  const items = Array.from(document.querySelectorAll("[data-stops]"), (node) => ({
    node,
    stops: node.dataset.stops.split(";").map((stop) => stop.split(" ").map(Number)),
    until: node.dataset.until === undefined ? Infinity : Number(node.dataset.until),
  }));
  let frame = 0, timer = null;

  const show = (wanted) => {
    frame = Math.max(0, Math.min(last, wanted));
    for (const { node, stops, until } of items) {
      let here = 0;
      while (here + 1 < stops.length && stops[here + 1][0] <= frame) here += 1;
      const [from, x, y] = stops[here];
      node.style.transform = `translate(${x}px, ${y}px)`;
      node.style.visibility = from <= frame && frame < until ? "visible" : "hidden";
    }
    slider.value = frame;
    caption.textContent = captions[frame];
  };
  const pause = () => {
    clearInterval(timer);
    timer = null;
    play.textContent = "Play";
  };
  const toggle = () => {
    if (timer !== null) { pause(); return; }
    if (frame === last) show(0);
    play.textContent = "Pause";
    timer = setInterval(() => {
      show(frame + 1);
      if (frame === last) pause();
    }, Number(document.body.dataset.milliseconds));
  };
  const go = (wanted) => { pause(); show(wanted); };

  play.addEventListener("click", toggle);
  find("back").addEventListener("click", () => go(frame - 1));
  find("forward").addEventListener("click", () => go(frame + 1));
  slider.addEventListener("input", () => go(Number(slider.value)));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const keys = { ArrowLeft: () => go(frame - 1), ArrowRight: () => go(frame + 1), Home: () => go(0), End: () => go(last) };
    if (event.key === " " && event.target.tagName !== "BUTTON") keys[" "] = toggle;
    if (event.key in keys) {
      event.preventDefault();
      keys[event.key]();
    }
  });
  show(0);
}
