"""The choice of a layer of beam search that leaves out dominated candidates, as `astarlib.searching.beam` does.

The labels of the kept nodes are collected for each choice, so a choice can be repeated.
"""

from __future__ import annotations

import numpy as np

from astarlib.compiled.kernels.beam import ONE, ZERO, U, make_heap, sort_chosen
from astarlib.compiled.kernels.codes import (
    ABOVE,
    BEST,
    DONE,
    DROPPED,
    FAULT_EDGE,
    FAULT_NODE,
    FIRST_CANDIDATE,
    NEXT_NODE,
    NO_EDGE,
)
from astarlib.compiled.kernels.data import Data, Labels, Value
from astarlib.compiled.kernels.dominance import NEXT_KEY, add_label, is_dominated, read_label, reserve
from astarlib.compiled.kernels.interface import load, to_number
from astarlib.compiled.kernels.nodes import is_closed


def choice_room(most: Value, count: Value) -> Value:
    """Return the number of items of ``chosen`` that `choose_layer` needs: those of all candidates."""
    return count


def choose_layer(data: Data, most: Value, max_cost: Value) -> Value:
    """Write the best candidates that aren't dominated, up to ``most``, to ``chosen``. Return (code, count, smallest f,
    DROPPED, ABOVE).
    """
    nodes, chosen, values = data.nodes, data.options.chosen, data.values
    dropped, above, best, least = values[DROPPED], values[ABOVE], values[BEST], np.inf
    forget_labels(data.labels)
    node, first, count, kept = ONE, U(data.counters[FIRST_CANDIDATE]), ZERO, ZERO
    while node < U(data.counters[NEXT_NODE]):
        if not is_closed(nodes.closed, node):
            f = np.float64(to_number(nodes.gs[node]) + to_number(nodes.hs[node]))
            if node < first:
                code, _ = take_label(data, node)
                if code != DONE:
                    return code, ZERO, least, dropped, above
            elif f < best and f > max_cost:
                above = min(above, f)
            elif f < best:
                chosen[count] = node
                count += ONE
        node += ONE
    make_heap(nodes, chosen, count)
    sort_chosen(nodes, chosen, count)
    at = ZERO
    while at < count:
        node = U(chosen[at])
        code, is_useful = take_label(data, node)
        if code != DONE:
            return code, ZERO, least, dropped, above
        if is_useful:
            f = np.float64(to_number(nodes.gs[node]) + to_number(nodes.hs[node]))
            if kept == most:
                dropped = min(dropped, f)
                break
            least = min(least, f)
            chosen[kept] = node
            kept += ONE
        at += ONE
    make_heap(nodes, chosen, kept)
    return DONE, kept, least, dropped, above


def take_label(data: Data, node: Value) -> Value:
    """Return (code, True if no label dominates a node). Add its label then."""
    labels, nodes = data.labels, data.nodes
    code, key = read_label(data, load(nodes.states, node), np.int64(nodes.auxes[node]), nodes.gs[node])
    is_useful = code == DONE and not is_dominated(labels, key)
    if is_useful:
        code = reserve(labels, key)
        if code == DONE:
            add_label(labels, key)
    if code != DONE:
        data.counters[FAULT_NODE], data.counters[FAULT_EDGE] = node, NO_EDGE
    return code, is_useful


def forget_labels(labels: Labels) -> None:
    """Remove all labels. Keys stay, with their blocks."""
    for key in range(1, labels.sizes[NEXT_KEY]):
        labels.counts[key] = 0
