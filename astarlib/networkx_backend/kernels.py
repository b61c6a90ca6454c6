"""The searches of networkx as functions that are compiled. They visit nodes and edges in the order of networkx.

``edges`` is (starts, ends, costs): the edges at node n are those from ``starts[n]`` up to ``starts[n + 1]``.

``tree`` is (distances, states, via, order): the distance and the state of each node, the edge that leads to it, and the
closed nodes in their order. All states must be 0 at first.

``queue`` is (keys, entries), a binary heap. The lower 32 bits of an entry are its node, and the upper bits count
entries, so that of equal keys the older one comes first, as in networkx.
"""

from __future__ import annotations

from typing import Any

UNSEEN, OPEN, CLOSED = 0, 1, 2
NONE = -1
NODE_BITS = 32
NODE_MASK = (1 << NODE_BITS) - 1

Value = Any
"""A number, an array or a tuple of arrays. No static type describes it."""


def push(queue: Value, size: Value, key: Value, entry: Value) -> None:
    """Add an entry, which is newer than all others, to a heap of ``size`` entries."""
    keys, entries = queue
    at = size
    while at > 0:
        parent = (at - 1) >> 1
        if keys[parent] <= key:
            break
        keys[at], entries[at] = keys[parent], entries[parent]
        at = parent
    keys[at], entries[at] = key, entry


def pop(queue: Value, size: Value) -> None:
    """Remove the first entry from a heap, which has ``size`` entries after that."""
    keys, entries = queue
    key, entry = keys[size], entries[size]
    at, child = 0, 1
    while child < size:
        other = child + 1
        if other < size and (
            keys[other] < keys[child] or (keys[other] == keys[child] and entries[other] < entries[child])
        ):
            child = other
        if key < keys[child] or (key == keys[child] and entry < entries[child]):
            break
        keys[at], entries[at] = keys[child], entries[child]
        at, child = child, 2 * child + 1
    keys[at], entries[at] = key, entry


def dijkstra(
    edges: Value, sources: Value, target: Value, cutoff: Value, queue: Value, tree: Value, goal: Value
) -> Value:
    """Find the distances from the sources, up to ``cutoff`` and until the target is closed.
    Return the number of closed nodes.

    ``goal`` is (distances, states, radius, bound): the distances to the target from nodes that another search has
    closed, and a lower bound for other nodes. Nodes are left out if no path through them has at most the length
    ``bound``. Empty arrays leave out nothing.
    """
    starts, ends, costs = edges
    remaining, remaining_states, radius, bound = goal
    keys, entries = queue
    distances, states, via, order = tree
    count = size = closed = 0
    for number in range(sources.size):
        source = sources[number]
        distances[source], states[source], via[source] = 0, OPEN, NONE
        push(queue, size, 0.0, count << NODE_BITS | source)
        count, size = count + 1, size + 1
    while size > 0:
        distance, node = keys[0], int(entries[0]) & NODE_MASK
        size -= 1
        pop(queue, size)
        if states[node] == CLOSED:
            continue
        states[node] = CLOSED
        order[closed] = node
        closed += 1
        if node == target:
            break
        for at in range(starts[node], starts[node + 1]):
            head = int(ends[at])
            if states[head] == CLOSED:
                continue
            reached = distance + costs[at]
            if reached > cutoff or (states[head] == OPEN and reached >= distances[head]):
                continue
            if remaining.size > 0:
                rest = remaining[head] if remaining_states[head] == CLOSED else radius
                if reached + rest > bound:
                    continue
            distances[head], states[head], via[head] = reached, OPEN, at
            push(queue, size, reached, count << NODE_BITS | head)
            count, size = count + 1, size + 1
    return closed


def bidirectional_dijkstra(
    out: Value, into: Value, ends: Value, hidden: Value, queues: Value, trees: Value, found: Value
) -> Value:
    """Search from both ends, in turn. Return the length of a shortest path, or -1 if there is none.

    ``out`` and ``into`` are the edges out of nodes and those into nodes. ``hidden`` is (nodes, edges out, edges into):
    those with a value other than 0 are left out, and empty arrays leave out nothing. ``found`` gets the numbers of
    closed nodes on both sides, the node where the searches met, and the edges that led to it on both sides then. It has
    zeros at first.
    """
    nodes, edges_out, edges_into = hidden
    start(ends[0], queues[0], trees[0])
    start(ends[1], queues[1], trees[1])
    size = other_size = count = 1
    side, length, is_met = 0, -1.0, False
    while size > 0 and other_size > 0 and not is_met:
        if side == 0:
            size, count, length, is_met = close_nearest(
                out, nodes, edges_out, queues[0], size, count, length, trees[0], trees[1], found, side
            )
        else:
            other_size, count, length, is_met = close_nearest(
                into, nodes, edges_into, queues[1], other_size, count, length, trees[1], trees[0], found, side
            )
        side = 1 - side
    return length if is_met else -1.0


def is_hidden(hidden: Value, at: Value) -> Value:
    """Return True if a node or an edge is left out."""
    return hidden.size > 0 and hidden[at] != 0


def start(end: Value, queue: Value, tree: Value) -> None:
    """Begin one side of a search from both ends."""
    tree[0][end], tree[1][end], tree[2][end] = 0, OPEN, NONE
    push(queue, 0, 0.0, end)


def close_nearest(
    edges: Value, hidden_nodes: Value, hidden_edges: Value, queue: Value, size: Value, count: Value, length: Value,
    tree: Value, other_tree: Value, found: Value, side: Value,
) -> Value:  # fmt: skip
    """Close the nearest node of one side. Return the number of entries in its heap, the number of all entries so far,
    the length of the shortest path so far, and True if the other side has closed the node.
    """
    distance, node = queue[0][0], int(queue[1][0]) & NODE_MASK
    size -= 1
    pop(queue, size)
    if tree[1][node] == CLOSED:
        return size, count, length, False
    tree[1][node] = CLOSED
    tree[3][found[side]] = node
    found[side] += 1
    if other_tree[1][node] == CLOSED:
        return size, count, length, True
    for at in range(edges[0][node], edges[0][node + 1]):
        head = int(edges[1][at])
        if is_hidden(hidden_nodes, head) or is_hidden(hidden_edges, at):
            continue
        reached = distance + edges[2][at]
        if tree[1][head] == CLOSED or (tree[1][head] == OPEN and reached >= tree[0][head]):
            continue
        tree[0][head], tree[1][head], tree[2][head] = reached, OPEN, at
        push(queue, size, reached, count << NODE_BITS | head)
        count, size = count + 1, size + 1
        if other_tree[1][head] != UNSEEN:
            whole = reached + other_tree[0][head]
            if length < 0 or whole < length:
                length = whole
                found[2], found[3 + side], found[4 - side] = head, at, other_tree[2][head]
    return size, count, length, False


def breadth_first(starts: Value, ends: Value, source: Value, cutoff: Value, tree: Value) -> Value:
    """Find the nodes within ``cutoff`` steps from the source. Return their number. ``order`` has them as found."""
    distances, states, via, order = tree
    distances[source], states[source], via[source], order[0] = 0, OPEN, NONE, source
    expanded, found = 0, 1
    while expanded < found and distances[order[expanded]] < cutoff:
        node = int(order[expanded])
        expanded += 1
        for at in range(starts[node], starts[node + 1]):
            head = int(ends[at])
            if states[head] == UNSEEN:
                distances[head], states[head], via[head], order[found] = distances[node] + 1, OPEN, at, head
                found += 1
    return found


def bidirectional_breadth_first(
    out: Value, into: Value, ends: Value, hidden: Value, trees: Value, found: Value
) -> Value:
    """Search from both ends, each time from the end with fewer nodes in its last layer. Return True if there is a path.

    ``out`` and ``into`` are (starts, ends). ``hidden`` and ``found`` are as in `bidirectional_dijkstra`. Only
    ``found[2]``, the node where the searches met, is set.
    """
    nodes, edges_out, edges_into = hidden
    tree, other_tree = trees
    tree[1][ends[0]], tree[2][ends[0]], tree[3][0] = OPEN, NONE, ends[0]
    other_tree[1][ends[1]], other_tree[2][ends[1]], other_tree[3][0] = OPEN, NONE, ends[1]
    first = other_first = 0
    last = other_last = 1
    while last > first and other_last > other_first:
        if last - first <= other_last - other_first:
            free = next_layer(out, nodes, edges_out, tree, other_tree, first, last, found)
            first, last = last, free
        else:
            free = next_layer(into, nodes, edges_into, other_tree, tree, other_first, other_last, found)
            other_first, other_last = other_last, free
        if free == NONE:
            return True
    return False


def next_layer(
    edges: Value, hidden_nodes: Value, hidden_edges: Value, tree: Value, other_tree: Value, begin: Value, end: Value,
    found: Value,
) -> Value:  # fmt: skip
    """Add the nodes one step behind a layer of one side. Return the end of the new layer, or NONE if it has met the
    other side.
    """
    free = end
    for number in range(begin, end):
        node = int(tree[3][number])
        for at in range(edges[0][node], edges[0][node + 1]):
            head = int(edges[1][at])
            if is_hidden(hidden_nodes, head) or is_hidden(hidden_edges, at):
                continue
            if tree[1][head] == UNSEEN:
                tree[1][head], tree[2][head], tree[3][free] = OPEN, at, head
                free += 1
            if other_tree[1][head] != UNSEEN:
                found[2] = head
                return NONE
    return free
