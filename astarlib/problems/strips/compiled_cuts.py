"""The landmark-cut heuristic in compiled code: the functions of `cuts` on arrays. This module needs numba.

The memory of an evaluation has these rows: for each fact, its cost, its place in the queue, the queue, its status, the
next fact of a path and a list; for each step, its cost, its most expensive precondition, its missing preconditions and
later a mark, and a list; for each operator, a mark. A mark is the number of the cut. A status is -1 for a true fact.
Twice the number of the cut means that the fact isn't before the zone, 1 more that it is, and another number nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from astarlib.compiled.codegen.bits import compiled, peek, peek_float, poke, poke_float, stack_memory, words_of
from astarlib.problems.strips.compiled_relaxation import INFINITY, WORD_BYTES, lower, pop, start
from astarlib.problems.strips.relaxation import Relaxation

Word = Any
"""A number in a function that numba compiles. No static type describes it."""


def cut_memory(relaxed: Relaxation) -> int:
    """Return the number of words that `h_cuts` needs."""
    return 6 * relaxed.size + 4 * len(relaxed.steps) + len(relaxed.costs)


@compiled
def _row(tables: Word, memory: Word, facts: Word, steps: Word) -> Word:
    """Return the address of a row, after this many rows of facts and of steps."""
    return memory + (facts * np.int64(tables.size) + steps * np.int64(tables.needed.size)) * WORD_BYTES


@compiled
def _prepare(tables: Word, state: Word, memory: Word) -> None:
    """Compute h_max of all facts, and the most expensive precondition of each step (-1 if it can't be reached)."""
    size, queue = np.int64(tables.size), _row(tables, memory, 2, 0)
    costs, dearest, left = _row(tables, memory, 6, 0), _row(tables, memory, 6, 1), _row(tables, memory, 6, 2)
    status = _row(tables, memory, 3, 0)
    for fact in range(size):
        poke(status, fact, np.int64(0))
    for step in range(tables.needed.size):
        poke_float(costs, step, tables.step_costs[step])
        poke(dearest, step, np.int64(-1))
        poke(left, step, tables.needed[step])
    for operator in range(tables.operator_costs.size):
        poke(_row(tables, memory, 6, 4), operator, np.int64(0))
    count = start(tables, state, queue)
    for at in range(count):
        poke(status, peek(queue, at), np.int64(-1))
    while count > 0:
        fact = pop(queue, size, count)
        count -= 1
        cost = peek_float(memory, fact)
        for at in range(tables.users_starts[fact], tables.users_starts[fact + 1]):
            step = tables.users[at]
            missing = peek(left, step) - 1
            poke(left, step, missing)
            if missing == 0:  # Facts arrive in the order of their costs.
                poke(dearest, step, fact)
                count = _offer(tables, memory, step, cost + peek_float(costs, step), count)


@compiled
def _offer(tables: Word, memory: Word, step: Word, reached: Word, count: Word) -> Word:
    """Lower the costs of the facts that a step adds to its cost. Return the new length of the queue."""
    size, queue = np.int64(tables.size), _row(tables, memory, 2, 0)
    for at in range(tables.adds_starts[step], tables.adds_starts[step + 1]):
        made = tables.adds[at]
        if reached < peek_float(memory, made):
            count = lower(queue, size, count, made, reached)
    return count


@compiled
def _reduce(tables: Word, memory: Word, cut_size: Word, cheapest: Word, round_number: Word) -> None:
    """Reduce the costs of the operators of a cut, and what follows from them."""
    size, queue = np.int64(tables.size), _row(tables, memory, 2, 0)
    costs, dearest, cut = _row(tables, memory, 6, 0), _row(tables, memory, 6, 1), _row(tables, memory, 6, 3)
    reduced, count = _row(tables, memory, 6, 4), np.int64(0)
    for at in range(cut_size):
        operator = tables.operators[peek(cut, at)]
        if peek(reduced, operator) != round_number:
            poke(reduced, operator, round_number)
            for place in range(tables.steps_starts[operator], tables.steps_starts[operator + 1]):
                step = tables.steps[place]
                cost = peek_float(costs, step) - cheapest
                poke_float(costs, step, cost)
                if peek(dearest, step) >= 0:
                    count = _offer(tables, memory, step, peek_float(memory, peek(dearest, step)) + cost, count)
    while count > 0:
        fact = pop(queue, size, count)
        count -= 1
        for at in range(tables.users_starts[fact], tables.users_starts[fact + 1]):
            step = tables.users[at]
            if peek(dearest, step) == fact:
                most, most_cost = fact, -1.0
                for place in range(tables.needs_starts[step], tables.needs_starts[step + 1]):
                    cost = peek_float(memory, tables.needs[place])
                    if cost > most_cost:
                        most, most_cost = tables.needs[place], cost
                poke(dearest, step, most)
                count = _offer(tables, memory, step, most_cost + peek_float(costs, step), count)


@compiled
def _list_border(tables: Word, memory: Word, round_number: Word) -> Word:
    """Mark the zone: facts from which a path of cost 0 leads to the end. It takes a step only from its `dearest` fact.
    List the steps of cost > 0 that lead into the zone, and mark them. Return their number.
    """
    costs, dearest = _row(tables, memory, 6, 0), _row(tables, memory, 6, 1)
    marks, border = _row(tables, memory, 6, 2), _row(tables, memory, 6, 3)
    status, waiting = _row(tables, memory, 3, 0), _row(tables, memory, 5, 0)
    poke(status, tables.end, 2 * round_number)
    poke(waiting, 0, np.int64(tables.end))
    count, found = np.int64(1), np.int64(0)
    while count > 0:
        count -= 1
        made = peek(waiting, count)
        for at in range(tables.makers_starts[made], tables.makers_starts[made + 1]):
            step = tables.makers[at]
            fact = peek(dearest, step)
            if fact >= 0 and peek_float(costs, step) != 0.0:
                if peek(marks, step) != round_number:
                    poke(marks, step, round_number)
                    poke(border, found, step)
                    found += 1
            elif fact >= 0 and peek(status, fact) != 2 * round_number:
                poke(status, fact, 2 * round_number)
                poke(waiting, count, fact)
                count += 1
    return found


@compiled
def _is_before(tables: Word, memory: Word, fact: Word, round_number: Word) -> Word:
    """Return True if a path leads from the true facts to a fact without the zone and the steps into it."""
    dearest, marks = _row(tables, memory, 6, 1), _row(tables, memory, 6, 2)
    status, after, waiting = _row(tables, memory, 3, 0), _row(tables, memory, 4, 0), _row(tables, memory, 5, 0)
    known = peek(status, fact)
    if known < 0 or known >> 1 == round_number:
        return known != 2 * round_number
    poke(status, fact, 2 * round_number)
    poke(waiting, 0, fact)
    at, count = np.int64(0), np.int64(1)
    while at < count:
        made = peek(waiting, at)
        for place in range(tables.makers_starts[made], tables.makers_starts[made + 1]):
            step = tables.makers[place]
            origin = peek(dearest, step)
            if origin >= 0 and peek(marks, step) != round_number:
                known = peek(status, origin)
                if known < 0 or known == 2 * round_number + 1:
                    for other in range(count):
                        poke(status, peek(waiting, other), np.int64(0))
                    while made != fact:
                        poke(status, made, 2 * round_number + 1)
                        made = peek(after, made)
                    poke(status, fact, 2 * round_number + 1)
                    return True
                if known != 2 * round_number:
                    poke(status, origin, 2 * round_number)
                    poke(after, origin, made)
                    poke(waiting, count, origin)
                    count += 1
        at += 1
    return False


@compiled
def _find_cut(tables: Word, memory: Word, round_number: Word) -> Word:
    """List the steps that lead from facts before the zone into it. Return their number."""
    dearest, cut = _row(tables, memory, 6, 1), _row(tables, memory, 6, 3)
    found = np.int64(0)
    for at in range(_list_border(tables, memory, round_number)):
        step = peek(cut, at)
        if _is_before(tables, memory, peek(dearest, step), round_number):
            poke(cut, found, step)
            found += 1
    return found


@compiled
def h_cuts(tables: Word, state: Word) -> Word:
    """Return the sum of the costs of cuts, or h_max if that is larger, as `cuts.cost_of_cuts`."""
    memory, words = stack_memory(np.int64(tables.memory)), words_of(state)
    costs, cut = _row(tables, memory, 6, 0), _row(tables, memory, 6, 3)
    _prepare(tables, words, memory)
    rest = peek_float(memory, tables.end)
    h_max, h, round_number = rest, 0.0, np.int64(0)
    while 0.0 < rest < INFINITY:
        round_number += 1
        found = _find_cut(tables, memory, round_number)
        cheapest = INFINITY
        for at in range(found):
            cheapest = min(cheapest, peek_float(costs, peek(cut, at)))
        h += cheapest
        _reduce(tables, memory, found, cheapest, round_number)
        rest = peek_float(memory, tables.end)
    return max(h, h_max)
