// The first entries of the frontier at a moment, and why the first of them is expanded next.

const SHOWN_ENTRIES = 8;

class FrontierTable {
  constructor(root, recording, choose) {
    this.recording = recording;
    this.choose = choose;
    this.count = root.querySelector(".count");
    this.why = root.querySelector(".why");
    this.rows = this.makeRows(root.querySelector("tbody"));
    this.table = root.querySelector("table");
    this.table.classList.toggle("pictured", isDrawn(recording));
  }

  makeRows(body) {
    return Array.from({ length: SHOWN_ENTRIES }, () => {
      const row = body.insertRow();
      const button = element("button", "entry");
      button.type = "button";
      button.ariaLabel = "A state";
      button.addEventListener("click", () => this.choose(row.node));
      row.insertCell().append(button);
      const numbers = ["g", "h", "f"].map(() => row.insertCell());
      return { row, button, numbers };
    });
  }

  show(moment, chosen) {
    const { recording } = this;
    const frontier = recording.frontierAt(moment, SHOWN_ENTRIES);
    const next = this.withNextFirst(frontier, moment);
    const sampled = recording.info.sampling_interval > 1 ? " recorded" : "";
    this.count.textContent = formatNumber(frontier.count) + (frontier.count === 1 ? " entry" : " entries") + sampled;
    this.table.hidden = frontier.count === 0;
    this.rows.forEach((row, place) => this.fill(row, frontier.best[place], next, chosen));
    this.why.textContent = this.sentence(frontier, moment, next);
  }

  /** Move the node that is expanded next to the top of the entries, and return it. */
  withNextFirst(frontier, moment) {
    const { recording } = this;
    let next = recording.nextAfter(moment);
    if (next === undefined) next = recording.goal;
    if (next === undefined || recording.statusAt(next, moment) !== "frontier") return undefined;
    const place = frontier.best.indexOf(next);
    if (place > 0) frontier.best.splice(place, 1);
    if (place !== 0) frontier.best.unshift(next);
    frontier.best.length = Math.min(frontier.best.length, SHOWN_ENTRIES);
    return next;
  }

  fill({ row, button, numbers }, node, next, chosen) {
    row.hidden = node === undefined;
    if (node === undefined) return;
    const { recording } = this;
    row.node = node;
    row.classList.toggle("next", node === next);
    row.classList.toggle("chosen", node === chosen);
    showSmall(button, recording, node);
    button.title = "Show this state";
    recording.numbersOf(node, 5).forEach((text, place) => (numbers[place].textContent = text));
  }

  sentence(frontier, moment, next) {
    if (frontier.count === 0) return moment >= this.recording.end ? "It's empty: all reachable states were expanded." : "It's empty.";
    const isGoal = next !== undefined && next === this.recording.goal && moment >= this.recording.end;
    return (isGoal ? "The goal is next, which ends the search. " : "") + explainNext(this.recording, frontier);
  }
}

const SMALL = 44; // The height of a small drawing in pixels.

function isDrawn(recording) {
  return recording.x === undefined && recording.drawn !== undefined;
}

/** Show a state in a button: a small drawing, the state's text, or the action that leads to a state without a picture. */
function showSmall(button, recording, node) {
  const place = recording.pictureOf(node);
  const text = place < 0 ? "" : recording.texts[place];
  button.ariaLabel = nameOfState(recording, node);
  if (place >= 0 && isDrawn(recording)) {
    let canvas = button.querySelector("canvas");
    if (!canvas) button.replaceChildren((canvas = element("canvas")));
    drawState(canvas, recording, place, 2 * SMALL, SMALL);
  } else if (text !== "") button.replaceChildren(element("span", text.includes("\n") ? "small text" : "text", text));
  else button.replaceChildren(element("span", "text", "by " + recording.nameOf(node)));
}

/** Return the text of a state if it fits on one short line, otherwise the action that leads to it. */
function nameInTree(recording, node) {
  const place = recording.pictureOf(node);
  const text = place < 0 ? "" : recording.texts[place];
  return isShort(text) ? text : recording.nameOf(node);
}

/** Return the text of a state in one line, for people who don't see it. */
function nameOfState(recording, node) {
  const place = recording.pictureOf(node);
  const text = place < 0 ? "" : recording.texts[place].replaceAll(/\s+/g, " ").trim();
  return text === "" ? "state after " + recording.nameOf(node) : text;
}

function isShort(text) {
  return text.length > 0 && text.length <= 24 && !text.includes("\n");
}
