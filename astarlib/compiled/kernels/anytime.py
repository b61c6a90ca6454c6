"""The policies of anytime search: ARA* and anytime weighted A*. Better goals are noted, and the search goes on."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from astarlib.compiled.kernels.codes import (
    BEST,
    CHECK_BOUND,
    DEAD_ENDS,
    DONE,
    EXPANDED,
    FAULT_VALUE,
    FOUND,
    GOAL,
    GOAL_PARENT,
    GROW_PARKED,
    GROW_WIDTH,
    ITERATION_DONE,
    MIN_H,
    NEAREST,
    PARKED,
    REOPENED,
    REPORTED,
    SKIP,
    SOLUTIONS,
    STOP_REACHED,
)
from astarlib.compiled.kernels.data import Data, Value
from astarlib.compiled.kernels.edges import evaluate_successor
from astarlib.compiled.kernels.expansion import ITERATED, WAITING, ZERO, U, add_node, check_rank
from astarlib.compiled.kernels.hash_table import find_place
from astarlib.compiled.kernels.interface import (
    dead_end_h,
    fits,
    is_dead_node,
    is_goal,
    load,
    push,
    rank,
    relabel,
    to_number,
)
from astarlib.compiled.kernels.nodes import is_closed


class Options(NamedTuple):
    """The options of anytime search."""

    max_successors: Value
    uses_heuristic: Value
    repairs: Value
    """True for ARA*."""
    scale: Value
    """The factor between a rank and f."""
    max_cost: Value
    check_at: Value
    """The number of expansions after which the lower bound is due."""


def before_selection(counters: Value, options: Options, node: Value, stop_at: Value) -> Value:
    """Return FOUND if a solution isn't reported, CHECK_BOUND if the lower bound is due, and otherwise DONE."""
    if node != ZERO:
        return STOP_REACHED if counters[EXPANDED] >= stop_at else DONE
    if counters[SOLUTIONS] > counters[REPORTED]:
        return FOUND
    return CHECK_BOUND if counters[EXPANDED] >= options.check_at else DONE


def admit(data: Data, node: Value, f: Value, g: Value, h: Value, max_cost: Value) -> Value:
    """Return ITERATION_DONE at the end of an iteration. Park nodes that are too expensive."""
    options, best = data.options, data.values[BEST]
    if node == ZERO:
        return ITERATION_DONE
    if data.marks[node] & WAITING != 0:
        return SKIP
    if options.repairs and f >= best * options.scale:
        return ITERATION_DONE
    if U(data.counters[PARKED]) + options.max_successors > U(data.parked.size):
        return GROW_PARKED
    if g + h >= best or g + h > max_cost:
        park(data, node)
        return SKIP
    return DONE


def test_goal(data: Data, node: Value, g: Value) -> Value:
    """Note a goal and park it."""
    if not is_goal(data.tables, load(data.nodes.states, node), np.int64(data.nodes.auxes[node])):
        return DONE
    note_goal(data, node, data.nodes.parents[node], g)
    return SKIP


def note_expansion(data: Data, node: Value) -> None:
    """Mark a state that ARA* doesn't expand again in this iteration."""
    if data.options.repairs:
        data.marks[node] |= ITERATED


def process_successor(data: Data, node: Value, h: Value, i: Value) -> Value:
    """Store successor i of a node, unless its state is stored already and this path isn't cheaper.
    A better goal is noted and parked. A state that was expanded in this iteration is parked.
    """
    nodes, values, marks, next_aux = data.nodes, data.values, data.marks, np.int64(data.edges.auxes[i])
    next_state, g = load(data.edges.states, i), to_number(data.nodes.gs[node]) + to_number(data.edges.costs[i])
    place = find_place(data.table, data.nodes.states, next_state, data.edges.hashes[i])
    found = place[0]
    if not fits(nodes.gs, g):
        values[FAULT_VALUE] = g
        return GROW_WIDTH
    if found == ZERO:
        code, new_h = evaluate_successor(data, node, h, i)
        if code != DONE:
            return code
        if new_h == dead_end_h(nodes.hs):
            add_node(data, node, place, next_state, next_aux, g, new_h)
            data.counters[DEAD_ENDS] += 1
            return DONE
    elif g >= to_number(nodes.gs[found]):
        return DONE
    elif is_dead_node(nodes.hs, found):
        nodes.gs[found], nodes.parents[found] = g, node
        relabel(nodes.states, found, next_state)
        return DONE
    else:
        new_h = to_number(nodes.hs[found])
    is_useful = g + new_h <= data.options.max_cost and g < values[BEST]
    is_better = is_useful and is_goal(data.tables, next_state, next_aux)
    is_parked = is_better or (found != ZERO and marks[found] & ITERATED != 0)
    f = rank(data.weights, g, new_h)
    if not is_parked:
        code = check_rank(data.queue, data.values, f, new_h)
        if code != DONE:
            return code
    if found == ZERO or is_closed(nodes.closed, found):
        # A closed node keeps its g, because the g of its children was computed from it. The state gets another node.
        new = add_node(data, node, place, next_state, next_aux, g, new_h)
        marks[new] = marks[found] & ITERATED
        if found == ZERO:
            if new_h < values[MIN_H]:
                values[MIN_H], data.counters[NEAREST] = new_h, new
        else:
            data.counters[REOPENED] += 1
    else:
        nodes.gs[found], nodes.parents[found], marks[found] = g, node, marks[found] & ITERATED
        relabel(nodes.states, found, next_state)
        new = found
    if is_better:
        note_goal(data, new, node, g)
    elif is_parked:
        park(data, new)
    else:
        push(data.queue, data.counters, data.weights, f, new_h, new)
    return DONE


def note_goal(data: Data, node: Value, parent: Value, g: Value) -> None:
    """Record the best goal so far, and park its node."""
    data.counters[GOAL], data.counters[GOAL_PARENT], data.values[BEST] = node, parent, g
    data.counters[SOLUTIONS] += 1
    park(data, node)


def park(data: Data, node: Value) -> None:
    """Park an open node."""
    data.parked[data.counters[PARKED]] = node
    data.counters[PARKED] += 1
    data.marks[node] |= WAITING
