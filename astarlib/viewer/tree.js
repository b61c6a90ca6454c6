// The search tree around a node: ancestors, their children, and descendants. Drag to pan, scroll to zoom.

const MAX_NODES = 120;
const STEP_X = 92;
const STEP_Y = 26;
const SVG = "http://www.w3.org/2000/svg";

class Tree {
  constructor(root, recording, choose) {
    this.recording = recording;
    this.choose = choose;
    this.svg = root.querySelector("svg");
    this.box = { x: 0, y: 0, width: 400, height: 300 };
    root.querySelector(".zoom-in").addEventListener("click", () => this.zoom(1 / 1.4));
    root.querySelector(".zoom-out").addEventListener("click", () => this.zoom(1.4));
    root.querySelector(".zoom-fit").addEventListener("click", () => this.fit());
    root.querySelector(".of-actions").hidden = recording.size > 0 && isShort(nameInTree(recording, 0)) && nameInTree(recording, 0) !== recording.nameOf(0);
    this.listenToPointer();
    this.listenToKeys();
  }

  listenToPointer() {
    let from = null;
    this.svg.addEventListener("pointerdown", (event) => (from = event));
    this.svg.addEventListener("pointermove", (event) => {
      if (!from || event.buttons === 0) return;
      const scale = this.box.width / this.svg.clientWidth;
      this.box.x -= (event.clientX - from.clientX) * scale;
      this.box.y -= (event.clientY - from.clientY) * scale;
      from = event;
      this.updateViewBox();
    });
    window.addEventListener("pointerup", () => (from = null));
    this.svg.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(event.deltaY > 0 ? 1.12 : 1 / 1.12);
    }, { passive: false });
  }

  listenToKeys() {
    this.svg.addEventListener("keydown", (event) => {
      const node = event.target.dataset.node;
      if (node !== undefined && (event.key === "Enter" || event.key === " ")) {
        event.preventDefault();
        event.stopPropagation();
        this.choose(Number(node));
        const again = this.svg.querySelector('[data-node="' + Number(node) + '"]');
        if (again) again.focus();
      }
    });
  }

  /** Show the tree around a node at a moment. */
  show(chosen, moment) {
    const { recording } = this;
    const shown = this.around(chosen, moment);
    const placed = this.layout(shown);
    this.svg.replaceChildren();
    const edges = document.createElementNS(SVG, "g");
    const marks = document.createElementNS(SVG, "g");
    for (const [node, place] of placed) {
      const parent = placed.get(recording.parents[node]);
      if (parent) edges.append(this.edge(node, parent, place));
      marks.append(this.mark(node, place, chosen, moment));
    }
    this.svg.append(edges, marks);
    this.placed = placed;
    this.center = placed.get(chosen);
    this.frameNodes(false);
  }

  /** Return the nodes to show: those nearest to the chosen node that exist at the moment, at most MAX_NODES. */
  around(chosen, moment) {
    const { recording } = this;
    const shown = new Set([chosen]);
    for (const node of shown) {
      if (shown.size >= MAX_NODES) break;
      const parent = recording.parents[node];
      const near = [...recording.childrenOf(node)].filter((child) => recording.born[child] <= moment);
      if (parent !== NONE && shown.size < MAX_NODES) shown.add(parent);
      for (const child of near) if (shown.size < MAX_NODES) shown.add(child);
    }
    return shown;
  }

  /** Return a position for each node. Depth goes right, leaves are below each other, parents level with their children. */
  layout(shown) {
    const { recording } = this;
    const top = [...shown].filter((node) => !shown.has(recording.parents[node]));
    const placed = new Map();
    let leaf = 0;
    const pending = top.map((node) => ({ node, depth: 0, isOpen: false })).reverse();
    while (pending.length > 0) {
      const { node, depth, isOpen } = pending.pop();
      const children = [...recording.childrenOf(node)].filter((child) => shown.has(child));
      if (children.length === 0) placed.set(node, { x: depth * STEP_X, y: STEP_Y * leaf++, isLeaf: true });
      else if (isOpen) {
        const ys = children.map((child) => placed.get(child).y);
        placed.set(node, { x: depth * STEP_X, y: (ys[0] + ys[ys.length - 1]) / 2, isLeaf: false });
      } else {
        pending.push({ node, depth, isOpen: true });
        for (const child of children.reverse()) pending.push({ node: child, depth: depth + 1, isOpen: false });
      }
    }
    return placed;
  }

  edge(node, from, to) {
    const { recording } = this;
    const path = document.createElementNS(SVG, "path");
    const middle = (from.x + to.x) / 2;
    path.setAttribute("d", `M${from.x},${from.y} C${middle},${from.y} ${middle},${to.y} ${to.x},${to.y}`);
    const classes = ["edge"];
    if (recording.onPath[node] && recording.onPath[recording.parents[node]]) classes.push("path");
    if (recording.skips[node]) classes.push("skips");
    path.setAttribute("class", classes.join(" "));
    return path;
  }

  mark(node, { x, y, isLeaf }, chosen, moment) {
    const { recording } = this;
    const status = recording.statusAt(node, moment);
    const group = document.createElementNS(SVG, "g");
    group.setAttribute("class", ["node", status.replace(" ", "-"), recording.onPath[node] ? "path" : "", node === chosen ? "chosen" : ""].join(" "));
    group.setAttribute("transform", `translate(${x},${y})`);
    group.setAttribute("role", "button");
    group.setAttribute("tabindex", "0");
    group.dataset.node = node;
    const [g, h, f] = recording.numbersOf(node);
    const numbers = "g " + g + ", h " + h + ", f " + f;
    group.setAttribute("aria-label", nameInTree(recording, node) + ", " + numbers + ", " + status);
    const circle = document.createElementNS(SVG, "circle");
    circle.setAttribute("r", node === chosen ? 7 : 5);
    const label = document.createElementNS(SVG, "text");
    label.setAttribute("x", isLeaf ? 10 : 0);
    label.setAttribute("y", isLeaf ? 3.5 : -9);
    label.setAttribute("text-anchor", isLeaf ? "start" : "middle");
    label.textContent = shorten(nameInTree(recording, node), 9);
    const tip = document.createElementNS(SVG, "title");
    tip.textContent = nameOfState(recording, node) + "\n" + numbers + "\n" + status;
    group.append(tip, circle, label);
    group.addEventListener("click", () => this.choose(node));
    return group;
  }

  /** Show the whole tree, in the normal text size if it fits. */
  fit() {
    this.frameNodes(true);
  }

  /** Show the whole tree if `whole` is true or it fits in the normal text size, otherwise center the chosen node. */
  frameNodes(whole) {
    const { clientWidth: width, clientHeight: height } = this.svg;
    if (width === 0 || !this.placed) return;
    const places = [...this.placed.values()];
    const [left, right] = extent(places.map((place) => place.x), 24, 80);
    const [top, bottom] = extent(places.map((place) => place.y), 20, 20);
    const needed = Math.max(1, (right - left) / width, (bottom - top) / height);
    const fits = needed === 1;
    const scale = whole ? needed : 1;
    const [x, y] = fits || whole ? [(left + right) / 2, (top + bottom) / 2] : [this.center.x - (this.center.isLeaf ? width / 5 : 0), this.center.y];
    this.box = { x: x - (width * scale) / 2, y: y - (height * scale) / 2, width: width * scale, height: height * scale };
    this.updateViewBox();
  }

  zoom(factor) {
    const { box } = this;
    const width = Math.min(4000, Math.max(120, box.width * factor));
    const real = width / box.width;
    box.x += (box.width * (1 - real)) / 2;
    box.y += (box.height * (1 - real)) / 2;
    box.width = width;
    box.height *= real;
    this.updateViewBox();
  }

  updateViewBox() {
    const { x, y, width, height } = this.box;
    this.svg.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
  }
}

/** Return the minimum and maximum of numbers, with margins. */
function extent(numbers, before, after) {
  return [Math.min(...numbers) - before, Math.max(...numbers) + after];
}

function shorten(text, max) {
  return text.length <= max ? text : text.slice(0, max - 1) + "…";
}
