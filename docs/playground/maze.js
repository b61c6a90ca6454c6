// The part with the maze: an editor, and two engines that search it side by side.

import { MAPS } from "./maps.js";

const SVG = "http://www.w3.org/2000/svg";
const GROUND = { "#": "wall", ".": "floor", 3: "cost-3", 9: "cost-9" };
const FACTS = { expanded: "Expanded", frontier: "Frontier", cost: "Cost so far", bound: "Lower bound" };
const FIRST_ENGINES = ["astar", "dijkstra"];

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  Object.assign(made, attributes);
  made.append(...children);
  return made;
}

function drawn(name, attributes = {}) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    made.setAttribute(key, value);
  }
  return made;
}

const number = (value) => (value == null ? "–" : value.toLocaleString("en", { maximumFractionDigits: 2 }));

// One engine's picture of the maze, with its figures. `act(x, y)` is called for the cells that the visitor draws on.
class Board {
  #steps = [];
  #shown = -1;
  #marks = new Map();

  constructor(side, act) {
    this.engine = element("select");
    this.svg = drawn("svg", { tabindex: 0, role: "application", "aria-label": `Maze of the ${side} engine` });
    this.figures = Object.fromEntries(Object.keys(FACTS).map((name) => [name, element("dd", {}, "–")]));
    this.says = element("p", { className: "says" });
    this.#listen(act);
    const facts = Object.entries(FACTS).map(([name, text]) =>
      element("div", {}, element("dt", {}, text), this.figures[name]),
    );
    this.node = element(
      "section",
      { className: "board", ariaLabel: `The ${side} engine` },
      element("label", {}, `${side[0].toUpperCase()}${side.slice(1)} engine `, this.engine),
      this.svg,
      element("dl", {}, ...facts),
      this.says,
    );
  }

  #listen(act) {
    const cellAt = ({ clientX, clientY }) => {
      const box = this.svg.getBoundingClientRect();
      const x = Math.floor(((clientX - box.left) / box.width) * this.width);
      const y = Math.floor(((clientY - box.top) / box.height) * this.height);
      return [Math.min(Math.max(x, 0), this.width - 1), Math.min(Math.max(y, 0), this.height - 1)];
    };
    this.svg.addEventListener("pointerdown", (event) => {
      this.svg.setPointerCapture(event.pointerId);
      this.#moveCursor(...cellAt(event));
      act(...this.cursor);
    });
    this.svg.addEventListener("pointermove", (event) => {
      if (event.buttons !== 0 && this.svg.hasPointerCapture(event.pointerId)) {
        const [x, y] = cellAt(event);
        if (x !== this.cursor[0] || y !== this.cursor[1]) {
          this.#moveCursor(x, y);
          act(x, y);
        }
      }
    });
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    this.svg.addEventListener("keydown", (event) => {
      const [x, y] = this.cursor;
      if (event.key in steps) {
        const [right, down] = steps[event.key];
        this.#moveCursor(
          Math.min(Math.max(x + right, 0), this.width - 1),
          Math.min(Math.max(y + down, 0), this.height - 1),
        );
      } else if (event.key === " ") {
        act(x, y);
      } else {
        return;
      }
      event.preventDefault();
    });
  }

  #moveCursor(x, y) {
    this.cursor = [x, y];
    this.cursorMark.setAttribute("x", x);
    this.cursorMark.setAttribute("y", y);
  }

  // Show a maze without a search.
  showMaze({ rows, start, goal }) {
    [this.width, this.height] = [rows[0].length, rows.length];
    this.svg.setAttribute("viewBox", `0 0 ${this.width} ${this.height}`);
    const square = (x, y, kind, size = 1) =>
      drawn("rect", { x: x + (1 - size) / 2, y: y + (1 - size) / 2, width: size, height: size, class: kind });
    this.ground = rows.map((row, y) => [...row].map((symbol, x) => square(x, y, GROUND[symbol])));
    this.cells = rows.map((row, y) => [...row].map((_, x) => square(x, y, "cell", 0.7)));
    this.way = drawn("polyline", { class: "way" });
    const letters = [["S", start], ["G", goal]].flatMap(([text, [x, y]]) => {
      const letter = drawn("text", { x: x + 0.5, y: y + 0.5 });
      letter.textContent = text;
      return [drawn("circle", { cx: x + 0.5, cy: y + 0.5, r: 0.48 }), letter];
    });
    this.cursorMark = drawn("rect", { width: 1, height: 1, class: "cursor" });
    this.svg.replaceChildren(...this.ground.flat(), ...this.cells.flat(), this.way, ...letters, this.cursorMark);
    this.#moveCursor(...(this.cursor?.[0] < this.width && this.cursor?.[1] < this.height ? this.cursor : start));
    this.forget();
  }

  setGround(x, y, symbol) {
    this.ground[y][x].setAttribute("class", GROUND[symbol]);
  }

  // Remove the search from the picture.
  forget() {
    this.showStep(0, { steps: [] });
    this.says.textContent = "";
    for (const figure of Object.values(this.figures)) {
      figure.textContent = "–";
    }
  }

  get last() {
    return Math.max(this.#steps.length - 1, 0);
  }

  setSearch({ steps, says, unfinished }) {
    this.showStep(0, { steps });
    this.end = unfinished ? `The recording ends here. ${says}` : says;
  }

  // Show the search after so many expansions, or its end.
  showStep(step, { steps } = { steps: this.#steps }) {
    const at = Math.min(step, steps.length - 1);
    if (steps !== this.#steps || at < this.#shown) {
      for (const [x, y] of this.#marks.values()) {
        this.cells[y][x].setAttribute("class", "cell");
      }
      [this.#steps, this.#shown] = [steps, -1];
      this.#marks.clear();
      this.way?.setAttribute("points", "");
    }
    const changed = new Map((this.#steps[this.#shown]?.now ?? []).map(([x, y]) => [`${x},${y}`, [x, y]]));
    for (let i = this.#shown + 1; i <= at; i++) {
      for (const [x, y, mark] of steps[i].changes) {
        this.#marks.set(`${x},${y}`, [x, y, mark]);
        changed.set(`${x},${y}`, [x, y]);
      }
      if (steps[i].path !== undefined) {
        this.way.setAttribute("points", steps[i].path.map(([x, y]) => `${x + 0.5},${y + 0.5}`).join(" "));
      }
    }
    this.#shown = at;
    for (const [key, [x, y]] of changed) {
      this.cells[y][x].setAttribute("class", `cell ${this.#marks.get(key)?.[2] ?? ""}`);
    }
    const now = steps[at];
    if (now === undefined) {
      return;
    }
    for (const [x, y] of now.now) {
      this.cells[y][x].classList.add("now");
    }
    for (const [name, figure] of Object.entries(this.figures)) {
      figure.textContent = number(now[name]);
    }
    this.says.textContent = at === steps.length - 1 ? this.end : "";
  }
}

export function openMaze(python) {
  const [map, diagonal, play, back, forward, slider, stepText, speed, problem] = [
    "map", "diagonal", "play", "back", "forward", "step", "step-text", "speed", "maze-problem",
  ].map((id) => document.getElementById(id)); // prettier-ignore
  const boards = [new Board("left", draw), new Board("right", draw)];
  document.getElementById("boards").append(...boards.map((board) => board.node));
  let maze;
  let isRecorded = false;
  let timer = null;

  function show(step) {
    slider.value = step;
    stepText.textContent = number(step);
    for (const board of boards) {
      board.showStep(step);
    }
  }

  function pause() {
    cancelAnimationFrame(timer);
    timer = null;
    refresh();
  }

  function refresh() {
    const isPlaying = timer !== null;
    play.textContent = isPlaying ? "Pause" : isRecorded ? "Play" : "Search";
    play.disabled = python.state !== "ready";
    for (const control of [back, forward, slider]) {
      control.disabled = !isRecorded;
    }
  }

  function forget() {
    isRecorded = false;
    pause();
    problem.textContent = "";
    slider.max = 0;
    show(0);
    for (const board of boards) {
      board.forget();
    }
  }

  function draw(x, y) {
    const brush = document.querySelector("[name=brush]:checked").value;
    const isEnd = [maze.start, maze.goal].some((cell) => cell[0] === x && cell[1] === y);
    if (brush === "start" || brush === "goal") {
      if (maze.rows[y][x] === "#" || isEnd) {
        return;
      }
      maze[brush] = [x, y];
    } else if (isEnd && brush === "#") {
      return; // A start or goal inside a wall has no path.
    } else {
      maze.rows[y][x] = brush;
    }
    if (isRecorded || timer !== null) {
      forget();
    }
    for (const board of boards) {
      if (brush === "start" || brush === "goal") {
        board.showMaze(maze);
      } else {
        board.setGround(x, y, brush);
      }
    }
  }

  function choose(name) {
    const rows = MAPS[name].map((row) => [...row]);
    const find = (letter) => {
      const y = rows.findIndex((row) => row.includes(letter));
      const x = rows[y].indexOf(letter);
      rows[y][x] = ".";
      return [x, y];
    };
    maze = { rows, start: find("S"), goal: find("G") };
    for (const board of boards) {
      board.showMaze(maze);
    }
    forget();
  }

  async function record() {
    try {
      const searches = await python.ask("record", {
        rows: maze.rows.map((row) => row.join("")).join("\n"),
        start: maze.start,
        goal: maze.goal,
        connectivity: diagonal.checked ? 8 : 4,
        engines: boards.map((board) => board.engine.value),
      });
      for (const [i, board] of boards.entries()) {
        board.setSearch(searches[i]);
      }
      isRecorded = true;
      slider.max = Math.max(...boards.map((board) => board.last));
      show(0);
    } catch (error) {
      problem.textContent = error.message === "stopped" ? "Stopped. Python starts again." : error.message;
    }
  }

  async function start() {
    if (timer !== null) {
      pause();
      return;
    }
    problem.textContent = "";
    if (!isRecorded) {
      await record();
      if (!isRecorded) {
        return;
      }
    } else if (Number(slider.value) === Number(slider.max)) {
      show(0);
    }
    const began = performance.now();
    const first = Number(slider.value);
    const tick = (now) => {
      const step = first + Math.floor(((now - began) / 1000) * Number(speed.value));
      show(Math.min(Math.max(step, first), Number(slider.max)));
      if (step >= Number(slider.max)) {
        pause();
      } else {
        timer = requestAnimationFrame(tick);
      }
    };
    timer = requestAnimationFrame(tick);
    refresh();
  }

  function move(by) {
    pause();
    show(Math.min(Math.max(Number(slider.value) + by, 0), Number(slider.max)));
  }

  map.append(...Object.keys(MAPS).map((name) => new Option(name)));
  map.addEventListener("change", () => choose(map.value));
  play.addEventListener("click", start);
  back.addEventListener("click", () => move(-1));
  forward.addEventListener("click", () => move(1));
  slider.addEventListener("input", () => move(0));
  speed.addEventListener("change", pause);
  for (const control of [diagonal, ...boards.map((board) => board.engine)]) {
    control.addEventListener("change", forget);
  }
  python.addEventListener("change", async () => {
    refresh();
    if (python.state === "ready" && boards[0].engine.length === 0) {
      const engines = await python.ask("engines", {});
      for (const [i, board] of boards.entries()) {
        const options = engines.map(([name, kind]) => new Option(kind, name, false, name === FIRST_ENGINES[i]));
        board.engine.append(...options);
      }
    }
  });
  choose(map.value);
}
