// A recorded search and its state at each moment. A moment is a number of finished expansions.

const NONE = 0xffffffff;
const NEVER = 0xffffffff;

/** The comparison of two frontier entries for each `choice` of an engine. It's below 0 if entry a comes first. */
const COMPARE = {
  "low-h": (r, a, b) => r.f[a] - r.f[b] || r.h[a] - r.h[b] || b - a,
  "high-h": (r, a, b) => r.f[a] - r.f[b] || r.h[b] - r.h[a] || b - a,
  fifo: (r, a, b) => r.f[a] - r.f[b] || a - b,
  lifo: (r, a, b) => r.f[a] - r.f[b] || b - a,
  stack: (r, a, b) => r.born[b] - r.born[a] || a - b,
  "": (r, a, b) => r.f[a] - r.f[b] || a - b,
};

class Recording {
  constructor({ info, columns }) {
    Object.assign(this, columns);
    this.info = info;
    this.size = this.parents.length;
    this.begin = info.began_at;
    this.end = info.began_at + info.expanded;
    this.compare = COMPARE[info.choice];
    this.readSlices();
    this.deriveTimes();
    this.deriveChildren();
    const evaluated = info.statistics.evaluated;
    this.knowsH = evaluated === undefined ? this.h.some((value) => value !== 0) : evaluated > 0;
    this.knowsF = this.knowsH || this.f.some((value) => value !== 0);
    this.goal = info.status === "" ? undefined : this.path[this.path.length - 1];
    this.onPath = new Uint8Array(this.size);
    for (const node of this.path) this.onPath[node] = 1;
  }

  /** Read the progress events of an engine that doesn't report its expansions. They are all there is to show. */
  readSlices() {
    const { expanded, progress } = this.info;
    this.slices = expanded > 0 ? [] : progress.map(([at, , f, bound]) => ({ at, f: Number(f === "inf" ? Infinity : f), bound }));
    if (this.slices.length > 0) this.end = this.slices[this.slices.length - 1].at;
  }

  /** Compute the moments when each node enters (`born`) and leaves (`leftAt`) the frontier, and its depth. */
  deriveTimes() {
    const { size, parents, order } = this;
    const skips = new Uint8Array(size);
    for (const node of this.skipping) skips[node] = 1;
    this.born = new Uint32Array(size);
    this.leftAt = new Uint32Array(size);
    this.depth = new Uint32Array(size);
    let count = 0;
    for (let node = 0; node < size; node++) {
      const parent = parents[node];
      if (order[node] > 0) count++;
      this.leftAt[node] = order[node] || NEVER;
      if (parent === NONE) {
        this.born[node] = Math.max(this.begin, order[node] - 1);
      } else {
        // The recording lacks this node's parent and so the moment when it was generated. Show it from its expansion on.
        this.born[node] = skips[node] ? order[node] || NEVER : order[parent];
        this.depth[node] = this.depth[parent] + 1;
      }
      if (this.h[node] === Infinity) this.leftAt[node] = 0;
    }
    if (size > 0 && parents[0] === NONE && this.begin === 0) this.born[0] = 0;
    this.skips = skips;
    this.deriveReplaced();
    this.deriveExpansions(count);
  }

  /** Let replaced nodes leave the frontier. A node that replaces a closed one is a reopened state. */
  deriveReplaced() {
    this.lost = new Map();
    this.reopened = [];
    for (let row = 0; row < this.replaced.length; row++) {
      const node = this.replaced[row];
      const when = this.replaced_at[row];
      this.lost.set(node, when);
      if (when < this.leftAt[node]) this.leftAt[node] = when;
      const wasClosed = this.order[node] > 0 && this.order[node] <= when;
      if (wasClosed && this.replacing[row] !== NONE) this.reopened.push(this.replacing[row]);
    }
  }

  /** List the numbers and the nodes of the expansions, in their order. */
  deriveExpansions(count) {
    const at = new Uint32Array(this.info.expanded + 1).fill(NONE);
    for (let node = 0; node < this.size; node++) {
      if (this.order[node] > 0) at[this.order[node] - this.begin] = node;
    }
    this.numbers = new Uint32Array(count);
    this.expansions = new Uint32Array(count);
    let row = 0;
    for (let number = 1; number < at.length; number++) {
      if (at[number] === NONE) continue;
      this.numbers[row] = number + this.begin;
      this.expansions[row++] = at[number];
    }
  }

  /** List the children of all nodes. Those of node n are childList[childStart[n]] to childList[childStart[n + 1] - 1]. */
  deriveChildren() {
    const { size, parents } = this;
    const start = new Uint32Array(size + 2);
    for (let node = 0; node < size; node++) if (parents[node] !== NONE) start[parents[node] + 2]++;
    for (let node = 2; node < start.length; node++) start[node] += start[node - 1];
    this.childList = new Uint32Array(size);
    for (let node = 0; node < size; node++) {
      if (parents[node] !== NONE) this.childList[start[parents[node] + 1]++] = node;
    }
    this.childStart = start;
  }

  /** Return the last solution found until a moment, as [expansions, cost], or undefined. */
  solutionAt(moment) {
    return this.info.solutions.filter(([at]) => at <= moment).at(-1);
  }

  childrenOf(node) {
    return this.childList.subarray(this.childStart[node], this.childStart[node + 1]);
  }

  /** Return the row of the last recorded expansion at or before a moment, or -1 if there is none. */
  rowAt(moment) {
    let low = 0;
    let high = this.numbers.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.numbers[middle] <= moment) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** Return the node that was expanded last at a moment, or the root before the first expansion. */
  nodeAt(moment) {
    const row = this.rowAt(moment);
    return row >= 0 ? this.expansions[row] : 0;
  }

  /** Return the node that is expanded next after a moment, or undefined if the recording ends there. */
  nextAfter(moment) {
    const row = this.rowAt(moment) + 1;
    return row < this.expansions.length ? this.expansions[row] : undefined;
  }

  /** Return the best entries of the frontier in the engine's order, the number of all, and of those with the smallest f. */
  frontierAt(moment, maxCount) {
    const { born, leftAt, f, compare } = this;
    const byF = this.info.choice !== "stack";
    const end = this.bornUntil(moment);
    const best = [];
    let count = 0;
    let minF = Infinity;
    let sharing = 0;
    let worst = Infinity; // The f of the last of the best entries. A node with a larger f can be skipped.
    for (let node = 0; node < end; node++) {
      if (leftAt[node] <= moment || born[node] > moment) continue;
      count++;
      const value = f[node];
      if (value < minF) {
        minF = value;
        sharing = 0;
      }
      if (value === minF) sharing++;
      if ((byF && value > worst) || (best.length === maxCount && compare(this, node, best[maxCount - 1]) >= 0)) continue;
      this.insert(best, node, maxCount);
      if (best.length === maxCount) worst = f[best[maxCount - 1]];
    }
    return { best, count, sharing };
  }

  /** Return an upper limit of the nodes that are born until a moment. Nodes are in the order of their birth. */
  bornUntil(moment) {
    if (this.skipping.length > 0) return this.size; // The order doesn't hold for nodes in `skipping`.
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.born[middle] <= moment) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  insert(best, node, maxCount) {
    let place = best.length;
    while (place > 0 && this.compare(this, node, best[place - 1]) < 0) place--;
    best.splice(place, 0, node);
    if (best.length > maxCount) best.pop();
  }

  /** Return the status of a node: "closed", "frontier", "replaced", "dead end", or "" if it isn't generated yet. */
  statusAt(node, moment) {
    if (this.born[node] > moment) return "";
    if (this.h[node] === Infinity) return "dead end";
    if (this.lost.has(node) && this.lost.get(node) <= moment) return "replaced";
    return this.order[node] > 0 && this.order[node] <= moment ? "closed" : "frontier";
  }

  /** Return the index of a node in `texts` and the drawings, or -1 if the recording has no picture of it. */
  pictureOf(node) {
    let low = 0;
    let high = this.rendered.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.rendered[middle] < node) low = middle + 1;
      else high = middle;
    }
    return this.rendered[low] === node ? low : -1;
  }

  /** Return the nearest ancestor with a picture (or the node itself) and the number of steps to it. */
  renderedAncestor(node) {
    let steps = 0;
    while (node !== NONE && this.pictureOf(node) < 0) {
      node = this.parents[node];
      steps++;
    }
    return { node, steps };
  }

  /** Return g, h and f of a node as text. Values that the engine doesn't compute are dashes. */
  numbersOf(node, digits) {
    const known = [this.g[node], this.knowsH ? this.h[node] : undefined, this.knowsF ? this.f[node] : undefined];
    return known.map((value) => formatNumber(value, digits));
  }

  actionOf(node) {
    return this.info.actions[this.actions[node]];
  }

  /** Return a short name: the action that leads to the node, "start" for a root, or "…" if the action isn't recorded. */
  nameOf(node) {
    const action = this.actionOf(node);
    if (action !== "") return action;
    if (this.skips[node]) return "…";
    return "start";
  }
}
