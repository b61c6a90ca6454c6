"""The policies of best-first search: nodes above the cost limit are parked, and the first goal ends the search."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from astarlib.compiled.kernels.codes import (
    COST_LIMIT,
    DONE,
    EXHAUSTED,
    FAULT_VALUE,
    GOAL,
    GROW_PARKED,
    GROW_WIDTH,
    PARKED,
    SKIP,
    SOLVED,
)
from astarlib.compiled.kernels.data import Data, Value
from astarlib.compiled.kernels.edges import evaluate_successor
from astarlib.compiled.kernels.expansion import WAITING, ZERO, add_node, check_rank, enqueue_new, improve
from astarlib.compiled.kernels.hash_table import find_place
from astarlib.compiled.kernels.interface import dead_end_h, fits, is_finite, is_goal, load, note_new, rank, to_number


class Options(NamedTuple):
    """The options of best-first search."""

    max_successors: Value
    uses_heuristic: Value
    reopens: Value
    f_is_lower_bound: Value
    has_goals: Value


def before_selection(counters: Value, options: Options, node: Value, stop_at: Value) -> Value:  # see `interface`
    """Return DONE."""
    return DONE


def admit(data: Data, node: Value, f: Value, g: Value, h: Value, max_cost: Value) -> Value:
    """Return DONE unless the queue is empty or the node is above the cost limit. Park it if others may be below."""
    counters = data.counters
    if node == ZERO:
        return COST_LIMIT if counters[PARKED] > 0 else EXHAUSTED
    if g + h > max_cost:
        if data.options.f_is_lower_bound:
            return COST_LIMIT
        if data.marks[node] & WAITING == 0:
            if counters[PARKED] >= data.parked.size:
                return GROW_PARKED
            data.parked[counters[PARKED]] = node
            counters[PARKED] += 1
            data.marks[node] |= WAITING
        return SKIP
    return DONE


def test_goal(data: Data, node: Value, g: Value) -> Value:
    """Return SOLVED if the node is a goal and the search looks for one. Note the goal."""
    if data.options.has_goals and is_goal(data.tables, load(data.nodes.states, node), np.int64(data.nodes.auxes[node])):
        data.counters[GOAL] = node
        return SOLVED
    return DONE


def note_expansion(data: Data, node: Value) -> None:
    """Do nothing."""


def process_successor(data: Data, node: Value, h: Value, i: Value) -> Value:
    """Store successor i of a node, unless its state is stored already and this path isn't cheaper."""
    nodes, values = data.nodes, data.values
    next_state, g = load(data.edges.states, i), to_number(data.nodes.gs[node]) + to_number(data.edges.costs[i])
    place = find_place(data.table, data.nodes.states, next_state, data.edges.hashes[i])
    found = place[0]
    if not fits(nodes.gs, g):
        values[FAULT_VALUE] = g
        return GROW_WIDTH
    if found != ZERO:
        if g >= to_number(nodes.gs[found]):
            return DONE
        return improve(data, node, place, next_state, g)
    code, new_h = evaluate_successor(data, node, h, i)
    if code != DONE:
        return code
    f = rank(data.weights, g, new_h)
    if new_h != dead_end_h(nodes.hs):
        code = check_rank(data.queue, data.values, f, new_h)
        if code == DONE and not is_finite(g + new_h):  # Greedy search has only h in f.
            values[FAULT_VALUE] = g
            code = GROW_WIDTH
        if code != DONE:
            return code
    code = note_new(data, i, new_h)
    if code != DONE:
        return code
    new = add_node(data, node, place, next_state, np.int64(data.edges.auxes[i]), g, new_h)
    enqueue_new(data, new, f, new_h)
    return DONE
