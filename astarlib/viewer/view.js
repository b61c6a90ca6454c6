// One search on the page: its parts, and the node that is looked at.

class View {
  constructor(recording, setMoment) {
    this.recording = recording;
    this.root = document.getElementById("view-template").content.firstElementChild.cloneNode(true);
    this.root.classList.toggle("has-map", recording.x !== undefined);
    this.setMoment = setMoment;
    const part = (name) => this.root.querySelector(name);
    const choose = (node) => this.choose(node);
    this.overview = new Overview(part(".overview"), recording, setMoment);
    this.picture = new Picture(part(".picture"), recording);
    this.frontier = new FrontierTable(part(".next"), recording, choose);
    this.tree = new Tree(part(".tree"), recording, choose);
    this.state = part(".state");
    this.tellFacts();
    this.tellPath();
    this.hearMoves();
  }

  tellFacts() {
    const { info } = this.recording;
    this.root.querySelector(".engine").textContent = info.engine + (info.label === "" ? "" : " with " + info.label);
    this.root.querySelector(".verdict").textContent = info.verdict || "The search was not finished when it was recorded.";
    const thinned = this.root.querySelector(".thinned");
    thinned.hidden = info.sampling_interval === 1;
    thinned.textContent =
      "Thinned: one of " + told(info.sampling_interval) + " expansions was kept with all that it generated, so the tree and the frontier have gaps.";
    this.root.querySelector(".guarantee").textContent = guaranteeOf(info);
    const list = this.root.querySelector(".facts dl");
    for (const [name, value] of Object.entries(info.statistics)) list.append(pair(name.replaceAll("_", " "), statistic(name, value)));
    list.append(pair("lower bound", told(info.lower_bound === "inf" ? Infinity : info.lower_bound)));
    list.append(pair("nodes kept", told(this.recording.size)));
  }

  /** The path as buttons, one for each step. */
  tellPath() {
    const { recording } = this;
    const way = this.root.querySelector(".way");
    way.hidden = recording.path.length === 0;
    way.querySelector(".length").textContent = counted(Math.max(0, recording.path.length - 1), "action");
    this.steps = [...recording.path].map((node, step) => {
      const item = element("li");
      const button = element("button", "step", step === 0 ? "start" : recording.actionOf(node) || "…");
      button.type = "button";
      button.title = "Step " + step + ": g " + told(recording.g[node]);
      button.addEventListener("click", () => this.choose(node));
      item.append(button);
      return item;
    });
    way.querySelector("ol").append(...this.steps);
  }

  hearMoves() {
    const { recording } = this;
    this.state.querySelector(".to-parent").addEventListener("click", () => this.choose(recording.parents[this.chosen]));
    this.state.querySelector(".to-expansion").addEventListener("click", () => this.setMoment(recording.order[this.chosen]));
  }

  /** Another moment: look at what was expanded then. */
  show(moment) {
    this.moment = Math.min(moment, this.recording.end);
    this.overview.show(this.moment);
    this.look(this.isDone() ? this.recording.goal : this.recording.nodeAt(this.moment));
  }

  /** Whether the goal is reached: it is found, not expanded. */
  isDone() {
    return this.moment >= this.recording.end && this.recording.goal !== undefined;
  }

  /** Look at a node, at the same moment; at the moment when it was generated where that is to come. */
  choose(node) {
    const born = this.recording.born[node];
    if (born > this.moment && born <= this.recording.end) this.setMoment(born);
    this.look(node);
  }

  look(node) {
    this.chosen = node;
    if (this.recording.size === 0) return;
    this.tellState();
    this.markPath();
    if (this.recording.size <= AT_ONCE) this.frontier.show(this.moment, node);
    if (!this.isWaiting) setTimeout(() => this.lookCloser(), RESTS);
    this.isWaiting = true;
  }

  /** What takes longer than a frame may: the tree, and the frontier of a large search. */
  lookCloser() {
    this.isWaiting = false;
    if (this.recording.size > AT_ONCE) this.frontier.show(this.moment, this.chosen);
    this.tree.show(this.chosen, this.moment);
  }

  tellState() {
    const { recording, chosen, moment } = this;
    const steps = this.picture.show(chosen, moment, this.overview.shades);
    const note = this.state.querySelector(".note");
    note.hidden = steps === 0;
    note.textContent = steps < 0 ? "No picture of this state was kept." : "No picture of this state was kept; this is " + counted(steps, "step") + " before it.";
    this.state.querySelector(".status").textContent = statusInWords(recording, chosen, moment);
    const numbers = [["g", told(recording.g[chosen])], ["h", told(recording.h[chosen])], ["f", told(recording.f[chosen])], ["depth", told(recording.depth[chosen])]];
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
      if (node === this.chosen) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
  }

  /** Along the path from the chosen node, or from its first step. */
  alongPath(by) {
    const { path } = this.recording;
    if (path.length === 0) return;
    const at = path.indexOf(this.chosen);
    const step = at < 0 ? 0 : Math.min(path.length - 1, Math.max(0, at + by));
    this.choose(path[step]);
    this.steps[step].scrollIntoView({ block: "nearest" });
  }

  resize() {
    this.overview.resize();
    this.overview.show(this.moment);
    this.look(this.chosen);
  }
}

const RESTS = 60; // milliseconds between two looks at the tree
const AT_ONCE = 100000; // nodes of which the frontier is found within a frame

function pair(name, value) {
  const made = element("div");
  made.append(element("dt", "", name), element("dd", "", value));
  return made;
}

function statistic(name, value) {
  return name === "seconds" ? Number(value.toPrecision(3)) + " s" : told(value);
}

function guaranteeOf(info) {
  if (info.guarantee === "") return "";
  return "Guarantee of " + info.engine.replace(/\(.*/, "") + ": " + info.guarantee;
}

function statusInWords(recording, node, moment) {
  const status = recording.statusAt(node, moment);
  const order = recording.order[node];
  if (node === recording.goal && moment >= recording.end) return "the goal";
  if (status === "closed") return "closed, expansion " + told(order);
  if (status === "replaced") return "replaced by a cheaper path";
  if (status === "frontier" && order === moment + 1) return "in the frontier, next";
  return status === "frontier" ? "in the frontier" : status;
}
