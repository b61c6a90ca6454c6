"""STRIPS problems for compiled engines. This module needs numba.

A state has one bit for each fact that an operator adds or deletes. Operators are rows of masks. Each operator is listed
under one of its preconditions, that which the fewest operators have, so an expansion tests only operators of facts that
are true. All problems with the same number of words and the same type of costs share the compiled code.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple, Protocol

import numpy as np

from astarlib.compiled.codegen.bits import (
    compiled,
    lowest_bit,
    make_stack_words,
    make_state_at,
    peek,
    poke,
    stack_memory,
    words_of,
)
from astarlib.compiled_domain import DEAD_END, MAX_SUCCESSORS, MAX_WORDS, CompiledDomain, Function
from astarlib.errors import MissingCapabilityError, short_repr
from astarlib.problems.strips.compiled_cuts import cut_memory, h_cuts
from astarlib.problems.strips.compiled_relaxation import (
    INFINITY,
    WORD_BYTES,
    h_add,
    h_max,
    h_plan,
    reach_memory,
    relaxed_tables,
    starts_of,
)
from astarlib.problems.strips.heuristics import FF, HAdd, HMax, LMCut
from astarlib.problems.strips.operator import Facts, Operator
from astarlib.problems.strips.relaxation import Relaxation

U = np.uint64
Word = Any
"""A number in a function that numba compiles. No static type describes it."""
_SIZES: Final = (1, 2, 3, 4, 8, 16, MAX_WORDS)
"""The numbers of words of a state. There are few of them, so that problems share compiled code."""
_EXACT: Final = 2**53
"""All whole numbers up to this one are exact as floats, with which the heuristics calculate."""
_TOO_LARGE: Final = 2**62
"""An h that is too large for a search, which then raises a CapacityError."""
_MAX_MEMORY: Final = 2**16
"""The largest number of words on the stack. A thread's stack has a few megabytes."""
_HEURISTICS: Final[dict[type, Any]] = {LMCut: h_cuts, HMax: h_max, HAdd: h_add, FF: h_plan}
_TRUE, _FALSE, _ADD, _DELETE = range(4)
"""The masks of an operator, or of a conditional effect: what must be true or false, and what it changes."""


class _Problem(Protocol):
    """What a compiled domain needs of a STRIPS problem."""

    initial_state: Facts

    @property
    def goal(self) -> Facts: ...
    @property
    def negative_goal(self) -> Facts: ...
    @property
    def operators(self) -> Mapping[Hashable, Operator]: ...


class Tables(NamedTuple):
    """The data of one problem. The fields typed Any are numpy arrays."""

    masks: Any
    """For each operator and each word, the four masks."""
    costs: Any
    effect_starts: Any
    """For each operator, the index of its first conditional effect. The last entry is the number of effects."""
    effect_masks: Any
    listed_starts: Any
    """For each bit, the index of the first operator that is listed under it, then that of operators that need no
    fact. The last entry is the number of operators.
    """
    listed: Any
    goal: Any
    """The masks of the facts that must be true, and that must be false."""
    mark_words: int
    """The number of words with a bit for each operator."""
    memory: int
    """The number of words of memory that h needs."""
    fact_if_true: Any
    """For each bit, the fact of the relaxed problem that is true if the bit is set, or -1."""
    fact_if_false: Any
    """For each bit, the fact of the relaxed problem that is true if the bit isn't set, or -1."""
    always: Any
    """The facts of the relaxed problem that are true in all states."""
    operators: Any
    """The operator of each step, as in `Relaxation`. The other fields are the lists of `Relaxation`, too."""
    needed: Any
    step_costs: Any
    operator_costs: Any
    needs: Any
    needs_starts: Any
    adds: Any
    adds_starts: Any
    users: Any
    users_starts: Any
    makers: Any
    makers_starts: Any
    steps: Any
    steps_starts: Any
    size: int
    end: int


class _Bits:
    """The bits of facts. A fact that no operator changes has no bit, and is true in all states or in none."""

    def __init__(self, problem: _Problem) -> None:
        changed: Facts = frozenset().union(
            *(facts for each in (*problem.operators.values(), *_effects(problem)) for facts in (each.add, each.delete))
        )
        # The order of a set may differ between processes.
        self.facts: Final[list[Hashable]] = sorted(changed, key=repr)
        self.numbers: Final = {fact: bit for bit, fact in enumerate(self.facts)}
        self.constant: Final = problem.initial_state - changed
        """The facts that are always true."""
        self.words: Final = next((size for size in _SIZES if len(self.facts) <= 64 * size), 0)

    def encode(self, state: Facts) -> tuple[Any, int]:
        """Return the words of a state."""
        if state - self.numbers.keys() != self.constant:
            wrong = min(map(str, (state - self.numbers.keys()) ^ self.constant))
            raise MissingCapabilityError(
                f"no operator changes the fact {wrong}, so the compiled domain has no state {short_repr(state)}; make "
                "another StripsProblem with these initial facts"
            )
        number = self._number(state)
        return (number if self.words == 1 else tuple(self._split(number))), 0

    def decode(self, words: Any, _: int) -> Facts:
        """Return the state with these words."""
        number = words if self.words == 1 else sum(word << 64 * at for at, word in enumerate(words))
        found = []
        while number:
            bit = (number & -number).bit_length() - 1
            number &= number - 1
            found.append(self.facts[bit])
        return self.constant.union(found)

    def mask(self, facts: Facts) -> list[int]:
        """Return the words with the bits of those facts that have one."""
        return self._split(self._number(facts))

    def _number(self, facts: Facts) -> int:
        numbers = self.numbers
        return sum([1 << numbers[fact] for fact in facts if fact in numbers])

    def _split(self, number: int) -> list[int]:
        return [number >> 64 * at & 2**64 - 1 for at in range(self.words)]

    def is_possible(self, true: Facts, false: Facts) -> bool:
        """Return True unless facts that no operator changes contradict the conditions."""
        return all(fact in self.numbers or fact in self.constant for fact in true) and false.isdisjoint(self.constant)


def _effects(problem: _Problem) -> Iterable[Any]:
    return (effect for operator in problem.operators.values() for effect in operator.when)


def compiled_domain(problem: _Problem, relaxed: Relaxation, heuristic: object) -> CompiledDomain[Facts]:
    """Return the compiled domain of a problem. Raise MissingCapabilityError for an unsupported heuristic or cost, or if
    the problem is too large.
    """
    bits = _Bits(problem)
    if bits.words == 0:
        raise MissingCapabilityError(
            f"StripsProblem has a compiled_domain for up to {64 * MAX_WORDS} facts that operators change, not "
            f"{len(bits.facts)}"
        )
    costs = [each.cost for each in problem.operators.values()]
    if not all(isinstance(cost, int | float) for cost in costs) or sum(costs) >= _EXACT:
        raise MissingCapabilityError(
            "StripsProblem has a compiled_domain only if costs are int or float, and their sum is below 2**53"
        )
    kind = int if all(isinstance(cost, int) for cost in costs) else float
    function, memory = _heuristic_of(heuristic, relaxed, is_int=kind is int)
    possible = [each for each in problem.operators.values() if bits.is_possible(*_conditions(each))]
    return CompiledDomain(
        encode=bits.encode,
        decode=bits.decode,
        **_functions_of(bits.words),
        heuristic=function,
        tables=Tables(
            **_operator_tables(problem, bits, possible, np.int64 if kind is int else np.float64),
            memory=memory,
            **relaxed_tables(relaxed, bits.facts, bits.constant),
        ),
        max_successors=min(max(1, len(possible)), MAX_SUCCESSORS),
        words=bits.words,
        costs=kind,
        action_of=_action_of(list(problem.operators.values())) if kind is int and len(set(costs)) <= 1 else None,
    )


def _action_of(operators: Sequence[Operator]) -> Callable[[Facts, Facts], Hashable]:
    """Return the function that finds the first operator between two states. All operators must have the same cost."""

    @cache
    def changing() -> dict[Hashable, list[Operator]]:
        """Return the operators that change each fact. Only a plan that somebody reads needs them."""
        found: dict[Hashable, list[Operator]] = {}
        for each in operators:
            effects = [each.add, each.delete, *(facts for part in each.when for facts in (part.add, part.delete))]
            for fact in frozenset[Hashable]().union(*effects):
                found.setdefault(fact, []).append(each)
        return found

    def action_of(state: Facts, next_state: Facts) -> Hashable:
        # The operator is in the list of each fact that changes. The shortest one takes the least time.
        lists = [changing()[fact] for fact in state ^ next_state]
        for each in min(lists, key=len, default=operators):
            true, false = _conditions(each)
            if true <= state and false.isdisjoint(state) and each.apply(state) == next_state:
                return each.name
        raise ValueError("no operator leads from the one state to the other")

    return action_of


def _conditions(operator: Operator) -> tuple[Facts, Facts]:
    return operator.preconditions, operator.negative_preconditions


def _operator_tables(problem: _Problem, bits: _Bits, operators: Sequence[Operator], kind: Any) -> dict[str, Any]:
    mask, words = bits.mask, bits.words
    effects = [
        [each for each in operator.when if bits.is_possible(each.conditions, each.negative_conditions)]
        for operator in operators
    ]
    lists: list[list[int]] = [[] for _ in range(len(bits.facts) + 1)]
    needs = [[bits.numbers[fact] for fact in each.preconditions if fact in bits.numbers] for each in operators]
    users = Counter(bit for each in needs for bit in each)
    for number, each in enumerate(needs):
        lists[min(each, key=lambda bit: (users[bit], bit), default=-1)].append(number)
    goal = [mask(problem.goal), mask(problem.negative_goal)]
    if not bits.is_possible(problem.goal, problem.negative_goal):
        goal = [[1] * words] * 2  # No state fulfills this.
    rows = [[mask(facts) for facts in (*_conditions(each), each.add, each.delete)] for each in operators]
    effect_rows = [
        [mask(facts) for facts in (each.conditions, each.negative_conditions, each.add, each.delete)]
        for effect in effects
        for each in effect
    ]
    return {
        "masks": _masks(rows, words),
        "costs": np.array([each.cost for each in operators], kind),
        "effect_starts": np.array(starts_of(effects), np.int64),
        "effect_masks": _masks(effect_rows, words),
        "listed_starts": np.array(starts_of(lists), np.int64),
        "listed": np.array([number for each in lists for number in each], np.int64),
        "goal": np.array(goal, U),
        "mark_words": -(-max(1, len(operators)) // 64),
    }


def _masks(rows: Sequence[Sequence[Sequence[int]]], words: int) -> Any:  # Any: numpy's array
    """Return masks as an array: for each row and word, the four masks."""
    return np.ascontiguousarray(np.array(rows, U).reshape(len(rows), 4, words).transpose(0, 2, 1))


def _heuristic_of(heuristic: object, relaxed: Relaxation, *, is_int: bool) -> tuple[Function, int]:
    """Return the function of a heuristic, and the number of words of memory that it needs."""
    kind: Any = type(heuristic)  # Any: a key of the cache below
    if kind not in _HEURISTICS:
        raise MissingCapabilityError(
            f"StripsProblem has no compiled_domain with {heuristic!r}; it has one with LMCut(), HMax(), HAdd() and FF()"
        )
    memory = (cut_memory if kind is LMCut else reach_memory)(relaxed)
    if memory > _MAX_MEMORY:
        raise MissingCapabilityError(
            f"StripsProblem has no compiled_domain with {heuristic!r} for {len(relaxed.costs) - 1} operators and "
            f"{relaxed.size} facts, because h takes more than {_MAX_MEMORY * WORD_BYTES >> 10} KiB of memory"
        )
    return _function_of(kind, is_int), memory


@cache
def _function_of(kind: Any, is_int: bool) -> Function:  # Any: mypy finds that no class has a hash
    estimate = _HEURISTICS[kind]

    def whole(tables: Word, state: Word, aux: Word) -> Word:
        h = estimate(tables, state)
        if h == INFINITY:
            return DEAD_END
        return np.int64(h) if h < _EXACT else _TOO_LARGE

    def exact(tables: Word, state: Word, aux: Word) -> Word:
        return estimate(tables, state)

    return whole if is_int else exact


@lru_cache(maxsize=len(_SIZES))
def _functions_of(words: int) -> dict[str, Any]:  # noqa: C901, PLR0915  # functions over the same constant
    """Return the functions of problems whose states have this many words."""
    state_at, after = make_state_at(words), make_stack_words(words)

    @compiled
    def holds(masks: Word, row: Word, state: Word) -> Word:
        """Return True if the conditions of a row of masks are fulfilled."""
        for at in range(words):
            word = U(peek(state, at))
            if word & masks[row, at, _TRUE] != masks[row, at, _TRUE] or word & masks[row, at, _FALSE] != U(0):
                return False
        return True

    @compiled
    def mark(tables: Word, state: Word, bit: Word, marks: Word) -> Word:
        """Mark the operators that are listed under a bit and can be applied. Return their number."""
        found = 0
        for at in range(tables.listed_starts[bit], tables.listed_starts[bit + 1]):
            number = tables.listed[at]
            if holds(tables.masks, number, state):
                poke(marks, number >> 6, peek(marks, number >> 6) | np.int64(1) << (number & 63))
                found += 1
        return found

    @compiled
    def mark_all(tables: Word, state: Word, marks: Word) -> Word:
        """Mark the operators that can be applied. Return their number."""
        for at in range(tables.mark_words):
            poke(marks, at, np.int64(0))
        found = mark(tables, state, tables.listed_starts.size - 2, marks)
        for at in range(words):
            rest = U(peek(state, at))
            while rest != U(0):
                found += mark(tables, state, at * 64 + np.int64(lowest_bit(rest)), marks)
                rest &= rest - U(1)
        return found

    @compiled
    def advance(tables: Word, state: Word, number: Word, target: Word) -> None:
        """Write the words of the state after an operator."""
        masks, first, last = tables.masks, tables.effect_starts[number], tables.effect_starts[number + 1]
        for at in range(words):
            add, delete = masks[number, at, _ADD], masks[number, at, _DELETE]
            for effect in range(first, last):
                if holds(tables.effect_masks, effect, state):
                    add |= tables.effect_masks[effect, at, _ADD]
                    delete |= tables.effect_masks[effect, at, _DELETE]
            poke(target, at, np.int64(U(peek(state, at)) & ~delete | add))

    def successor_count(tables: Word, state: Word, aux: Word) -> Word:
        return mark_all(tables, words_of(state), stack_memory(np.int64(tables.mark_words)))

    def apply(tables: Word, state: Word, aux: Word, i: Word) -> Word:
        before, target, marks = words_of(state), after(), stack_memory(np.int64(tables.mark_words))
        mark_all(tables, before, marks)
        at, left = np.int64(0), np.int64(i)
        rest = U(peek(marks, at))
        while left > 0 or rest == U(0):
            if rest == U(0):
                at += 1
                rest = U(peek(marks, at))
            else:
                rest &= rest - U(1)
                left -= 1
        number = at * 64 + np.int64(lowest_bit(rest))
        advance(tables, before, number, target)
        return state_at(target), 0, tables.costs[number]

    def list_edges(tables: Word, state: Word, aux: Word, states: Word, costs: Word) -> Word:
        before, target, marks = words_of(state), after(), stack_memory(np.int64(tables.mark_words))
        found, count = mark_all(tables, before, marks), np.int64(0)
        for place in range(tables.mark_words):
            rest = U(peek(marks, place))
            while rest != U(0) and count < costs.size:
                number = place * 64 + np.int64(lowest_bit(rest))
                rest &= rest - U(1)
                advance(tables, before, number, target)
                for at in range(words):
                    states[count * words + at] = U(peek(target, at))
                costs[count] = tables.costs[number]
                count += 1
        return found

    def is_goal(tables: Word, state: Word, aux: Word) -> Word:
        before = words_of(state)
        for at in range(words):
            word, true = U(peek(before, at)), tables.goal[0, at]
            if word & true != true or word & tables.goal[1, at] != U(0):
                return False
        return True

    functions = successor_count, apply, list_edges, is_goal
    return {function.__name__: function for function in functions}
