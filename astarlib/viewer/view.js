// One search on the page: its parts, and the selected node.

class View {
  /** Next to another view, or to a map, the plot has a row of its own under the state. */
  constructor(recording, setMoment, isCompared) {
    this.recording = recording;
    this.root = document.getElementById("view-template").content.firstElementChild.cloneNode(true);
    this.root.classList.toggle("has-map", recording.x !== undefined);
    this.setMoment = setMoment;
    if (isCompared || recording.x !== undefined) this.root.querySelector(".tree").before(this.root.querySelector(".overview"));
    const part = (name) => this.root.querySelector(name);
    const choose = (node) => this.choose(node);
    this.overview = new Overview(part(".overview"), recording, setMoment);
    this.picture = new Picture(part(".picture"), recording);
    this.frontier = new FrontierTable(part(".next"), recording, choose);
    this.tree = new Tree(part(".tree"), recording, choose);
    this.state = part(".state");
    this.showFacts();
    this.showPath();
    this.listenToButtons();
  }

  showFacts() {
    const { info } = this.recording;
    this.root.querySelector(".engine").textContent = info.engine + (info.label === "" ? "" : " with " + info.label);
    this.root.querySelector(".verdict").textContent = info.verdict || "The search wasn't finished when it was recorded.";
    const thinned = this.root.querySelector(".thinned");
    thinned.hidden = info.sampling_interval === 1;
    thinned.textContent =
      "This recording is a sample: only 1 in " + formatNumber(info.sampling_interval) + " expansions has its successors, so the tree and the frontier have gaps.";
    this.root.querySelector(".guarantee").textContent = guaranteeOf(info);
    const list = this.root.querySelector(".facts dl");
    for (const [name, value] of Object.entries(info.statistics)) list.append(pair(name.replaceAll("_", " "), statistic(name, value)));
    list.append(pair("lower bound", formatNumber(info.lower_bound === "inf" ? Infinity : info.lower_bound)));
    list.append(pair("nodes recorded", formatNumber(this.recording.size)));
  }

  /** Show the path as buttons, one for each step. */
  showPath() {
    const { recording } = this;
    const section = this.root.querySelector(".solution");
    section.hidden = recording.path.length === 0;
    section.querySelector(".length").textContent = countOf(Math.max(0, recording.path.length - 1), "action");
    this.steps = [...recording.path].map((node, step) => {
      const item = element("li");
      const button = element("button", "step", step === 0 ? "start" : recording.actionOf(node) || "…");
      button.type = "button";
      button.title = "Step " + step + ": g " + formatNumber(recording.g[node]);
      button.addEventListener("click", () => this.choose(node));
      item.append(button);
      return item;
    });
    section.querySelector("ol").append(...this.steps);
  }

  listenToButtons() {
    const { recording } = this;
    this.state.querySelector(".to-parent").addEventListener("click", () => this.choose(recording.parents[this.chosen]));
    this.state.querySelector(".to-expansion").addEventListener("click", () => this.setMoment(recording.order[this.chosen]));
  }

  /** Show a moment, and select the node that was expanded then. */
  show(moment) {
    this.moment = Math.min(moment, this.recording.end);
    this.overview.show(this.moment);
    this.showIncumbent();
    const expanded = this.isDone() ? this.recording.goal : this.recording.nodeAt(this.moment);
    this.select(this.wanted === undefined ? expanded : this.wanted);
    this.wanted = undefined;
  }

  /** Show the best solution so far, if the search found several. */
  showIncumbent() {
    const line = this.root.querySelector(".incumbent");
    line.hidden = this.recording.info.solutions.length < 2;
    const best = this.recording.solutionAt(this.moment);
    line.textContent = best === undefined ? "No solution yet." : "Best solution so far: cost " + formatNumber(best[1]) + ", found after " + countOf(best[0], "expansion") + ".";
  }

  /** Return true if the goal is reached. The goal itself isn't expanded. */
  isDone() {
    return this.moment >= this.recording.end && this.recording.goal !== undefined;
  }

  /** Select a node. If it's generated only later, go to that moment. */
  choose(node) {
    const born = this.recording.born[node];
    if (born > this.moment && born <= this.recording.end) {
      this.wanted = node; // The moment is shown in the next frame, and would select the node that was expanded then.
      this.setMoment(born);
    } else this.select(node);
  }

  select(node) {
    this.chosen = node;
    if (this.recording.size === 0) return;
    this.showState();
    this.markPath();
    if (this.recording.size <= MAX_NODES_PER_FRAME) this.frontier.show(this.moment, node);
    if (!this.isWaiting) setTimeout(() => this.showDetails(), DETAILS_DELAY);
    this.isWaiting = true;
  }

  /** Show the parts that take longer than a frame: the tree, and the frontier of a large search. */
  showDetails() {
    this.isWaiting = false;
    if (this.recording.size > MAX_NODES_PER_FRAME) this.frontier.show(this.moment, this.chosen);
    this.tree.show(this.chosen, this.moment);
  }

  showState() {
    const { recording, chosen, moment } = this;
    const steps = this.picture.show(chosen, moment, this.overview.shades);
    const note = this.state.querySelector(".note");
    note.hidden = steps === 0;
    note.textContent = steps < 0 ? "The recording has no picture of this state." : "The recording has no picture of this state. This is the state " + countOf(steps, "step") + " before it.";
    this.state.querySelector(".status").textContent = statusInWords(recording, chosen, moment);
    const [g, h, f] = recording.numbersOf(chosen);
    const numbers = [["g", g], ["h", h], ["f", f], ["depth", formatNumber(recording.depth[chosen])]];
    const action = recording.actionOf(chosen);
    if (action !== "") numbers.unshift(["action", action]);
    this.state.querySelector(".numbers").replaceChildren(...numbers.map(([name, value]) => pair(name, value)));
    this.state.querySelector(".to-parent").disabled = recording.parents[chosen] === NONE;
    const toExpansion = this.state.querySelector(".to-expansion");
    toExpansion.disabled = recording.order[chosen] === 0 || recording.order[chosen] === moment;
  }

  markPath() {
    this.steps.forEach((item, step) => {
      const node = this.recording.path[step];
      const button = item.firstElementChild;
      item.classList.toggle("reached", this.recording.born[node] <= this.moment);
      if (node === this.chosen) {
        button.setAttribute("aria-current", "step");
        scrollWithin(item.parentElement, item);
      } else button.removeAttribute("aria-current");
    });
  }

  /** Select the next or previous node on the path. From a node that isn't on the path, go to its first node. */
  alongPath(by) {
    const { path } = this.recording;
    if (path.length === 0) return;
    const at = path.indexOf(this.chosen);
    const step = at < 0 ? 0 : Math.min(path.length - 1, Math.max(0, at + by));
    this.choose(path[step]);
  }

  resize() {
    this.overview.resize();
    this.overview.show(this.moment);
    this.select(this.chosen);
  }
}

const SCROLL_MARGIN = 24; // Pixels, so that a part of the next row shows that there is more.
const DETAILS_DELAY = 60; // The minimum number of milliseconds between two drawings of the tree.
const MAX_NODES_PER_FRAME = 100000; // With more nodes, finding the frontier takes longer than a frame.

/** Scroll a box so that an item in it is visible, without moving the page. */
function scrollWithin(box, item) {
  const [frame, place] = [box.getBoundingClientRect(), item.getBoundingClientRect()];
  if (place.top < frame.top) box.scrollTop -= frame.top - place.top + SCROLL_MARGIN;
  else if (place.bottom > frame.bottom) box.scrollTop += place.bottom - frame.bottom + SCROLL_MARGIN;
}

function pair(name, value) {
  const made = element("div");
  made.append(element("dt", "", name), element("dd", "", value));
  return made;
}

function statistic(name, value) {
  return name === "seconds" ? Number(value.toPrecision(3)) + " s" : formatNumber(value);
}

function guaranteeOf(info) {
  if (info.guarantee === "") return "";
  return "Guarantee of " + info.engine.replace(/\(.*/, "") + ": " + info.guarantee;
}

function statusInWords(recording, node, moment) {
  const status = recording.statusAt(node, moment);
  const order = recording.order[node];
  if (node === recording.goal && moment >= recording.end) return "the goal";
  if (status === "closed") return "closed, expansion " + formatNumber(order);
  if (status === "replaced") return "replaced by a cheaper path";
  if (status === "frontier" && order === moment + 1) return "in the frontier, next";
  return status === "frontier" ? "in the frontier" : status;
}
