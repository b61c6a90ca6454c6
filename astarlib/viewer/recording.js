// A recorded search, and what can be asked of it at each moment. A moment is a number of expansions that are done.

const NONE = 0xffffffff;
const NEVER = 0xffffffff;

/** How two entries of the frontier compare, by the engine's choice; below 0 when a comes first. */
const BEFORE = {
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
    this.before = BEFORE[info.choice];
    this.readSlices();
    this.deriveTimes();
    this.deriveChildren();
    this.goal = info.status === "" ? undefined : this.path[this.path.length - 1];
    this.onPath = new Uint8Array(this.size);
    for (const node of this.path) this.onPath[node] = 1;
  }

  /** The signs of life of an engine that tells no expansions: all that there is to be seen of it. */
  readSlices() {
    const { expanded, progress } = this.info;
    this.slices = expanded > 0 ? [] : progress.map(([at, , f, bound]) => ({ at, f: Number(f === "inf" ? Infinity : f), bound }));
    if (this.slices.length > 0) this.end = this.slices[this.slices.length - 1].at;
  }

  /** When each node enters the frontier (`born`) and when it leaves it, its depth, and who is expanded when. */
  deriveTimes() {
    const { size, parents, order } = this;
    const skips = new Uint8Array(size);
    for (const node of this.skipping) skips[node] = 1;
    this.born = new Uint32Array(size);
    this.leaves = new Uint32Array(size);
    this.depth = new Uint32Array(size);
    let count = 0;
    for (let node = 0; node < size; node++) {
      const parent = parents[node];
      if (order[node] > 0) count++;
      this.leaves[node] = order[node] || NEVER;
      if (parent === NONE) {
        this.born[node] = Math.max(this.begin, order[node] - 1);
      } else {
        // What hangs from an ancestor only was never seen in the frontier: it is there from its expansion on.
        this.born[node] = skips[node] ? order[node] || NEVER : order[parent];
        this.depth[node] = this.depth[parent] + 1;
      }
      if (this.h[node] === Infinity) this.leaves[node] = 0;
    }
    if (size > 0 && parents[0] === NONE && this.begin === 0) this.born[0] = 0;
    this.skips = skips;
    this.deriveReplaced();
    this.deriveExpansions(count);
  }

  /** Nodes that lost to a cheaper path leave the frontier then; those that took a closed state's place are reopened. */
  deriveReplaced() {
    this.lost = new Map();
    this.reopened = [];
    for (let row = 0; row < this.replaced.length; row++) {
      const node = this.replaced[row];
      const when = this.replaced_at[row];
      this.lost.set(node, when);
      if (when < this.leaves[node]) this.leaves[node] = when;
      const wasClosed = this.order[node] > 0 && this.order[node] <= when;
      if (wasClosed && this.replacing[row] !== NONE) this.reopened.push(this.replacing[row]);
    }
  }

  /** The expansions in their order: their numbers, and the nodes. */
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

  /** The children of node n are childList[childStart[n]] up to childList[childStart[n + 1] - 1]. */
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

  childrenOf(node) {
    return this.childList.subarray(this.childStart[node], this.childStart[node + 1]);
  }

  /** The row of the last recorded expansion at or before a moment; -1 when there is none. */
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

  /** The node that was expanded last at a moment; the root before anything was. */
  nodeAt(moment) {
    const row = this.rowAt(moment);
    return row >= 0 ? this.expansions[row] : 0;
  }

  /** What the search does next after a moment; undefined when nothing more is recorded. */
  nextAfter(moment) {
    const row = this.rowAt(moment) + 1;
    return row < this.expansions.length ? this.expansions[row] : undefined;
  }

  /** The best entries of the frontier at a moment in the engine's order, how many share the first one's f, and all. */
  frontierAt(moment, most) {
    const { born, leaves, f, before } = this;
    const byF = this.info.choice !== "stack";
    const end = this.bornUntil(moment);
    const best = [];
    let count = 0;
    let least = Infinity;
    let sharing = 0;
    let worst = Infinity; // the f of the last of the best: what is above it needs no closer look
    for (let node = 0; node < end; node++) {
      if (leaves[node] <= moment || born[node] > moment) continue;
      count++;
      const value = f[node];
      if (value < least) {
        least = value;
        sharing = 0;
      }
      if (value === least) sharing++;
      if ((byF && value > worst) || (best.length === most && before(this, node, best[most - 1]) >= 0)) continue;
      this.insert(best, node, most);
      if (best.length === most) worst = f[best[most - 1]];
    }
    return { best, count, sharing };
  }

  /** The first node that is born later than a moment, or a later one: nodes are in the order of their birth. */
  bornUntil(moment) {
    if (this.skipping.length > 0) return this.size; // these are not
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.born[middle] <= moment) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  insert(best, node, most) {
    let place = best.length;
    while (place > 0 && this.before(this, node, best[place - 1]) < 0) place--;
    best.splice(place, 0, node);
    if (best.length > most) best.pop();
  }

  /** What a node is at a moment: "closed", "frontier", "replaced", "dead end", or "" when it is not there yet. */
  statusAt(node, moment) {
    if (this.born[node] > moment) return "";
    if (this.h[node] === Infinity) return "dead end";
    if (this.lost.has(node) && this.lost.get(node) <= moment) return "replaced";
    return this.order[node] > 0 && this.order[node] <= moment ? "closed" : "frontier";
  }

  /** Where in `texts` and drawings a node is; -1 where it was not kept. */
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

  /** The nearest ancestor with a picture, and how many steps it is away. */
  renderedAncestor(node) {
    let steps = 0;
    while (node !== NONE && this.pictureOf(node) < 0) {
      node = this.parents[node];
      steps++;
    }
    return { node, steps };
  }

  actionOf(node) {
    return this.info.actions[this.actions[node]];
  }

  /** A short name: the action that leads there, or what is on one line of the state's text. */
  nameOf(node) {
    const action = this.actionOf(node);
    if (action !== "") return action;
    if (this.skips[node]) return "…";
    return "start";
  }
}
