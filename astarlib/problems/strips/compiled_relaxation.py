"""The relaxed problem in compiled code, with h_max, h_add and h_FF. This module needs numba.

The numbers are those of `relaxation` and `heuristics`, because facts are visited in the same order: by cost, then by
number. They are floats, also if costs are whole numbers. All arrays are on the stack.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from itertools import accumulate
from typing import Any, Final

import numpy as np

from astarlib.compiled.codegen.bits import (
    compiled,
    inlined,
    lowest_bit,
    peek,
    peek_float,
    poke,
    poke_float,
    stack_memory,
    words_of,
)
from astarlib.problems.strips.operator import Facts
from astarlib.problems.strips.relaxation import Relaxation

U = np.uint64
Word = Any
"""A number in a function that numba compiles. No static type describes it."""
WORD_BYTES: Final = 8
INFINITY: Final = np.inf


def relaxed_tables(relaxed: Relaxation, facts: Sequence[Hashable], constant: Facts) -> dict[str, Any]:
    """Return the tables of a relaxed problem by name, as numpy arrays and numbers. ``facts`` has the fact of each bit,
    and ``constant`` the other facts that are true.
    """
    steps, negated = relaxed.steps, relaxed.negated
    numbers, bits = relaxed.numbers, frozenset(facts)
    always = [number for fact, number in numbers.items() if fact in constant]
    always += [number for fact, number in negated.items() if fact not in bits and fact not in constant]
    tables = {
        "fact_if_true": [numbers.get(fact, -1) for fact in facts],
        "fact_if_false": [negated.get(fact, -1) for fact in facts],
        "always": [relaxed.always, *always],
        "operators": [step.operator for step in steps],
        "needed": relaxed.needed,
        **_joined("needs", [step.needs for step in steps]),
        **_joined("adds", [step.adds for step in steps]),
        **_joined("users", relaxed.users),
        **_joined("makers", relaxed.makers),
        **_joined("steps", relaxed.steps_of),
    }
    arrays: dict[str, Any] = {name: np.array(values, np.int64) for name, values in tables.items()}
    arrays["step_costs"] = np.array(relaxed.step_costs, np.float64)
    arrays["operator_costs"] = np.array(relaxed.costs, np.float64)
    return {**arrays, "size": relaxed.size, "end": relaxed.end}


def _joined(name: str, rows: Sequence[Iterable[int]]) -> dict[str, Any]:
    """Return the rows of numbers as one row, and the index of the first item of each."""
    lists = [list(row) for row in rows]
    return {name: [each for row in lists for each in row], f"{name}_starts": starts_of(lists)}


def starts_of(rows: Sequence[Sequence[object]]) -> list[int]:
    """Return the index of the first item of each row if the rows are joined, and the number of items."""
    return [0, *accumulate(map(len, rows))]


# --- a queue of facts: the cheapest one is first, and of those with equal costs the one with the smallest number ------


@compiled
def _rise(queue: Word, size: Word, at: Word, fact: Word) -> None:
    """Put a fact at its place in the queue, at index ``at`` or above."""
    costs, places = queue - 2 * size * WORD_BYTES, queue - size * WORD_BYTES
    cost = peek_float(costs, fact)
    while at > 0:
        above = (at - 1) >> 1
        other = peek(queue, above)
        other_cost = peek_float(costs, other)
        if other_cost < cost or (other_cost == cost and other < fact):
            break
        poke(queue, at, other)
        poke(places, other, at)
        at = above
    poke(queue, at, fact)
    poke(places, fact, at)


@compiled
def pop(queue: Word, size: Word, count: Word) -> Word:
    """Remove the first of ``count`` facts from the queue, and return it."""
    costs, places = queue - 2 * size * WORD_BYTES, queue - size * WORD_BYTES
    first, fact = peek(queue, 0), peek(queue, count - 1)
    poke(places, first, np.int64(-1))
    count, at = count - 1, np.int64(0)
    if count > 0:
        cost = peek_float(costs, fact)
        while 2 * at + 1 < count:
            child = 2 * at + 1
            one, one_cost = peek(queue, child), peek_float(costs, peek(queue, child))
            if child + 1 < count:
                other = peek(queue, child + 1)
                other_cost = peek_float(costs, other)
                if other_cost < one_cost or (other_cost == one_cost and other < one):
                    child, one, one_cost = child + 1, other, other_cost
            if cost < one_cost or (cost == one_cost and fact < one):
                break
            poke(queue, at, one)
            poke(places, one, at)
            at = child
        poke(queue, at, fact)
        poke(places, fact, at)
    return first


@compiled
def lower(queue: Word, size: Word, count: Word, fact: Word, cost: Word) -> Word:
    """Give a fact a lower cost, and put it into the queue of ``count`` facts or move it there. Return the new count."""
    poke_float(queue - 2 * size * WORD_BYTES, fact, cost)
    at = peek(queue - size * WORD_BYTES, fact)
    if at < 0:
        at = count
        count += 1
    _rise(queue, size, at, fact)
    return count


@compiled
def start(tables: Word, state: Word, queue: Word) -> Word:
    """Let true facts cost 0, and the others infinitely much. Put the true ones into the queue. Return their number."""
    size, count = np.int64(tables.size), np.int64(0)
    for fact in range(size):
        poke_float(queue - 2 * size * WORD_BYTES, fact, INFINITY)
        poke(queue - size * WORD_BYTES, fact, np.int64(-1))
    for at in range(tables.always.size):
        count = lower(queue, size, count, tables.always[at], 0.0)
    for bit in range(tables.fact_if_true.size):
        is_true = U(peek(state, bit >> 6)) >> U(bit & 63) & U(1) != U(0)
        fact = tables.fact_if_true[bit] if is_true else tables.fact_if_false[bit]
        if fact >= 0:
            count = lower(queue, size, count, fact, 0.0)
    return count


# --- h_max, h_add and h_FF --------------------------------------------------------------------------------------------


def reach_memory(relaxed: Relaxation) -> int:
    """Return the number of words that `_reach` needs, and those for a plan."""
    return 5 * relaxed.size + 3 * len(relaxed.steps) + -(-len(relaxed.costs) // 64)


@inlined
def _reach(tables: Word, state: Word, memory: Word, adds: Word) -> Word:
    """Compute the cost of each fact and the step that makes it true, as `Relaxation.reach`. Return that of the end."""
    size, steps = np.int64(tables.size), np.int64(tables.needed.size)
    queue, by = memory + 2 * size * WORD_BYTES, memory + 3 * size * WORD_BYTES
    left = by + size * WORD_BYTES
    spent = left + steps * WORD_BYTES
    for step in range(steps):
        poke(left, step, tables.needed[step])
        poke_float(spent, step, tables.step_costs[step])
    for fact in range(size):
        poke(by, fact, np.int64(-1))
    count = start(tables, state, queue)
    while count > 0:
        fact = pop(queue, size, count)
        count -= 1
        if fact == tables.end:
            break
        cost = peek_float(memory, fact)
        for at in range(tables.users_starts[fact], tables.users_starts[fact + 1]):
            step = tables.users[at]
            poke(left, step, peek(left, step) - 1)
            if adds:
                poke_float(spent, step, peek_float(spent, step) + cost)
            if peek(left, step) == 0:
                reached = peek_float(spent, step) if adds else cost + tables.step_costs[step]
                for place in range(tables.adds_starts[step], tables.adds_starts[step + 1]):
                    made = tables.adds[place]
                    if reached < peek_float(memory, made):
                        poke(by, made, step)
                        count = lower(queue, size, count, made, reached)
    return peek_float(memory, tables.end)


@compiled
def h_max(tables: Word, state: Word) -> Word:
    """Return h_max of a state."""
    return _reach(tables, words_of(state), stack_memory(np.int64(tables.memory)), False)


@compiled
def h_add(tables: Word, state: Word) -> Word:
    """Return h_add of a state."""
    return _reach(tables, words_of(state), stack_memory(np.int64(tables.memory)), True)


@compiled
def h_plan(tables: Word, state: Word) -> Word:
    """Return h_FF of a state."""
    memory = stack_memory(np.int64(tables.memory))
    cost = _reach(tables, words_of(state), memory, True)
    if cost == INFINITY:
        return cost
    size, steps, marks = np.int64(tables.size), np.int64(tables.needed.size), (tables.operator_costs.size + 63) >> 6
    by = memory + 3 * size * WORD_BYTES
    seen = by + size * WORD_BYTES
    waiting = seen + 2 * steps * WORD_BYTES
    plan = waiting + (steps + size) * WORD_BYTES
    for step in range(steps):
        poke(seen, step, np.int64(0))
    for at in range(marks):
        poke(plan, at, np.int64(0))
    step, count = peek(by, tables.end), np.int64(0)
    poke(waiting, 0, step)
    if step >= 0:
        poke(seen, step, np.int64(1))
        count += 1
    while count > 0:
        count -= 1
        step = peek(waiting, count)
        operator = tables.operators[step]
        poke(plan, operator >> 6, peek(plan, operator >> 6) | np.int64(1) << (operator & 63))
        for at in range(tables.needs_starts[step], tables.needs_starts[step + 1]):
            before = peek(by, tables.needs[at])
            if before >= 0 and peek(seen, before) == 0:
                poke(seen, before, np.int64(1))
                poke(waiting, count, before)
                count += 1
    cost = 0.0
    for at in range(marks):
        rest = U(peek(plan, at))
        while rest != U(0):
            cost += tables.operator_costs[at * 64 + np.int64(lowest_bit(rest))]
            rest &= rest - U(1)
    return cost
