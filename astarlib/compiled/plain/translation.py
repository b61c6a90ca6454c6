"""The translation of a problem into a compiled domain: its states, its program, its layout, and its values."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from hashlib import sha256
from random import Random
from time import monotonic
from typing import Any, Final, NamedTuple

from astarlib._support.interrupts import raise_if_from_handler
from astarlib.compiled.plain.layout import Layout, Layouts
from astarlib.compiled.plain.program import Program, functions_of, uses_heuristic_function
from astarlib.compiled.plain.refusal import MadeTextError, RefusalError, place_of_method, refuse, refused
from astarlib.compiled.plain.shapes import leaves_of, numbers_of, shape_of
from astarlib.compiled.plain.types import Type, with_texts
from astarlib.compiled.plain.values import Atoms, fields_of, is_struct, type_of
from astarlib.compiled_domain import MAX_WORDS, CompiledDomain, Words
from astarlib.errors import CapacityError, MissingCapabilityError, ProblemMethodError, ProblemStateError, short_repr
from astarlib.problem import SearchProblem
from astarlib.resolving.resolved_problem import (
    ResolvedProblem,
    backward_heuristic_of,
    edges_back_of,
    resolve_problem,
    steps_to_go_of,
)
from astarlib.searching.diagnosis import checked_key
from astarlib.searching.dominance import resources_of
from astarlib.searching.walk import near_and_far

_WALK: Final = 600
"""The number of expansions by which the types and ranges of states are found."""
_COMPARED: Final = 200
"""The number of states that are compared with Python before the first search."""
_COMPARED_AGAIN: Final = 20
"""The same for another problem of the class with the same code. Only its values are new."""
_WALK_SECONDS: Final = 1.0
"""The time for the walk, and for the comparison. Most problems take a hundredth of it."""
_MAX_SIZE: Final = 10_000
"""The largest number of items and characters in a state from which the walk goes on."""
_MAX_STATES: Final = 100_000
"""The number of states after which the walk ends. Each expansion can add many."""
_MAX_TOTAL: Final = 10_000_000
"""The same for all states of the walk together."""
_MAX_PROGRAMS: Final = 64
_LEAST_SUCCESSORS: Final = 64
_MANY_SUCCESSORS: Final = 1 << 14
"""The largest number of successors with 64 bits for each number, which a search tries after it has met a limit."""
_with_texts: set[type] = set()
"""The classes whose methods return states with texts that they make."""
_programs: dict[type, list[Program]] = {}
"""The complete programs of each class, the last used one last. A translation takes its program out of the list while it
writes, so no other thread sees it, and puts it back when it's complete. After an error the program is gone.
"""


class _Seen(NamedTuple):
    """The observations of a walk through the states of a problem."""

    states: list[Any]
    most_edges: int


class Translation:
    """The compiled form of a problem, with the values that the problem has now."""

    def __init__(self, problem: Any, bits: int | None) -> None:
        self._problem = resolve_problem(problem)
        self.refusals: dict[str, MissingCapabilityError] = {}
        """The errors for the methods that the domain doesn't have, because they can't be translated."""
        try:
            self._translate(problem, bits)
        except RefusalError as refusal:
            raise refused(problem, refusal) from None

    def _translate(self, problem: Any, bits: int | None) -> None:
        resolved = self._problem
        if resolved.state_key is not None and resolved.resources is not None:
            raise RefusalError("it has both a state_key and resources", "leave out one of them")
        checked_key(resolved, problem.initial_state)
        first = problem.initial_state
        _state_type([first], f"the initial state, {short_repr(first)}")
        seen = self._seen = _walk(resolved)
        kind = _state_type(
            seen.states, place_of_method(problem, "result" if resolved.successors is None else "successors")
        )
        cls: type = type(problem)
        keys, of_key = _state_keys(resolved, seen.states)
        try:
            if cls in _with_texts:
                raise MadeTextError("a method of the class makes texts")
            self._write(problem, kind, keys, of_key, bits)
        except MadeTextError:
            self._write(problem, with_texts(kind), keys, None if of_key is None else with_texts(of_key), bits)
            _with_texts.add(cls)

    def _write(self, problem: Any, kind: Type, keys: Sequence[Any], of_key: Type | None, bits: int | None) -> None:
        resolved, seen = self._problem, self._seen
        answers, of_resources = _keys(resolved, seen.states)
        program = self._program = self._take_program(kind, _methods(problem, resolved), of_resources, of_key)
        self._atoms = Atoms(program.constants.literals.values)
        of_states = self._ranges(kind, seen.states)  # Their strings get numbers before those of tables are written.
        of_keys = [] if of_key is None else self._ranges(of_key, keys)
        of_answers = [] if of_resources is None else self._ranges(of_resources[0], answers)
        self._memory = program.constants.memory(problem, self._atoms)
        self._known = len(self._atoms)
        key = None if of_key is None else self._layout_of(of_key, keys, of_keys, bits)
        room = MAX_WORDS - (0 if key is None else key.words)
        state = self._layout_of(kind, seen.states, of_states, bits, room)
        resources = None if of_resources is None else self._layout_of(of_resources[0], answers, of_answers, bits)
        if state.words > room:
            refuse(problem, "state_key", f"its key and a state need {MAX_WORDS - room + state.words} words of 64 "
                        f"bits; compiled code has room for {MAX_WORDS}")  # fmt: skip
        if resources is not None and resources.words > state.words:
            refuse(problem, "resources", f"its key needs {resources.words} words of 64 bits, and a state only "
                        f"{state.words}")  # fmt: skip
        self._layout = Layouts(state, key, resources)
        self._room = _MANY_SUCCESSORS if bits == 64 else max(_LEAST_SUCCESSORS, 4 * seen.most_edges)
        before = program.constants.size
        self._functions, text = _functions(program, self._layout)
        self.source: str = text
        if program.constants.size != before:
            self._memory = program.constants.memory(problem, self._atoms)
        _put_back(problem, program)

    def _take_program(self, kind: Type, names: set[str], *of: Any) -> Program:  # Any: types of keys
        """Return a program for the problem. It's without ``steps_to_go`` if only that can't be translated, because only
        `FocalSearch` calls it.
        """
        problem = self._problem.problem
        try:
            return _take_program(problem, kind, names, *of)
        except MadeTextError:
            raise
        except RefusalError as refusal:
            if "steps_to_go" not in names:
                raise
            program = _take_program(problem, kind, names - {"steps_to_go"}, *of)
            self.refusals = {"steps_to_go": refused(problem, refusal)}
            return program

    def _ranges(self, kind: Type, values: Sequence[Any]) -> list[tuple[int, int]]:
        """Return the smallest and the largest number of each leaf of some values of a type."""
        shape = shape_of(kind, values)
        columns = zip(*(numbers_of(value, shape, self._atoms) for value in values), strict=True)
        flat = [[number for numbers in column for number in numbers if number is not None] for column in columns]
        return [(min(column, default=0), max(column, default=0)) for column in flat]

    def _layout_of(
        self, kind: Type, values: Sequence[Any], ranges: Sequence[tuple[int, int]], bits: int | None,
        words: int = MAX_WORDS,
    ) -> Layout:  # fmt: skip
        """Return a layout with room for some values of a type, and for larger ones in up to some words. More room that
        takes no more words, or only two, is free.
        """

        def layout(spare: int) -> Layout:
            return Layout(shape_of(kind, values, spare), ranges, len(self._atoms), bits)

        found = layout(0)
        if all(leaf.most == 0 for leaf in found.leaves):
            return found  # No length changes.
        for spare in (-1, 25) if bits == 64 else (25, 100, 300):
            try:
                larger = layout(spare)
            except RefusalError:
                continue
            if larger.words <= words:
                found, words = larger, max(2, larger.words)
                if bits == 64:
                    break
        return found

    def _encode(self, state: Any) -> tuple[Words, int]:
        known = len(self._atoms)
        try:
            words = self._layout.encode(state, self._key(state), self._atoms)
            if len(self._atoms) > known and self._program.constants.has_tables:
                raise CapacityError(f"{short_repr(state)} has a string that compiled code doesn't have in its tables")
            return words, 0
        except (TypeError, ValueError) as error:
            raise ProblemStateError(
                f"{short_repr(state)} isn't a state of the type {self._program.kind}: {error}", state=state
            ) from error

    def _key(self, state: Any) -> Any:
        """Return the ``state_key`` of a state, or None if the problem has none."""
        key_of = self._problem.state_key
        return None if key_of is None else key_of(state)

    def _decode(self, words: Words, _: int) -> Any:
        return self._layout.decode(words, self._atoms)

    @property
    def form(self) -> str:
        """A hash of what the words of states mean. Processes that exchange states must have equal ones."""
        members = [
            each if isinstance(each, str) else (type(each).__qualname__, each.name) for each in self._atoms.values
        ]
        return sha256(repr((self._layout.identity, members[: self._known])).encode()).hexdigest()

    @cached_property
    def domain(self) -> CompiledDomain[Any]:
        """The domain. Its functions are compared with Python first."""
        functions, memory = self._functions, self._memory
        domain: CompiledDomain[Any] = CompiledDomain(
            encode=self._encode, decode=self._decode, max_successors=self._room,
            successor_count=functions["successor_count"], apply=functions["apply"], is_goal=functions["is_goal"],
            list_edges=functions["list_edges"], predecessor_count=functions.get("predecessor_count"),
            apply_back=functions.get("apply_back"), heuristic=functions.get("heuristic"),
            backward_heuristic=functions.get("backward_heuristic"), resources=functions.get("resources"),
            steps_to_go=functions.get("steps_to_go"),
            tables=(int(memory.ctypes.data), memory), words=self._layout.words,
            key_words=self._layout.key_words, costs=self._program.costs,
        )  # fmt: skip
        from astarlib.compiled.plain.comparison import compare_with_python  # It loads numba.

        states, compared, code = self._seen.states, self._program.compared, self._layout.identity
        some = states[:: -(-len(states) // (_COMPARED_AGAIN if code in compared else _COMPARED))]
        try:
            compare_with_python(self._problem, domain, some, self.source, seconds=_WALK_SECONDS)
        except RefusalError as refusal:
            raise refused(self._problem.problem, refusal) from None
        compared.add(code)
        return domain


def _state_type(states: Sequence[Any], place: str) -> Type:
    """Return the type of all states. ``place`` is where they come from, for an error."""
    try:
        kind = type_of(states, is_static=True)
        count = sum(leaf.size for leaf in leaves_of(shape_of(kind, states)))
        if count > 64 * MAX_WORDS:  # Each has at least a bit.
            raise RefusalError(f"a state has {count} numbers, and compiled code has room for {64 * MAX_WORDS}",
                               "leave out of the state what doesn't change or follows from the rest")  # fmt: skip
    except RefusalError as refusal:
        refusal.place = refusal.place or place
        raise
    return kind


def _state_keys(problem: ResolvedProblem[Any, Any], states: Sequence[Any]) -> tuple[list[Any], Type | None]:
    """Return the ``state_key`` of each state, and their type, if the problem has it. An error names the method."""
    if problem.state_key is None:
        return [], None
    keys = [problem.state_key(state) for state in states]
    return keys, _key_type(problem.problem, "state_key", keys)


def _key_type(problem: Any, name: str, keys: Sequence[Any]) -> Type:
    """Return the type of all keys that a method returns."""
    try:
        kind = type_of(keys, is_static=True)
        shape_of(kind, keys)
    except RefusalError as refusal:
        refuse(problem, name, refusal.reason.replace("a state contains", "its key contains"), refusal.remedy)
    return kind


def _keys(problem: ResolvedProblem[Any, Any], states: Sequence[Any]) -> tuple[list[Any], tuple[Type, int] | None]:
    """Return the keys of ``resources`` of some states, and their type with the number of resources, if there are any.
    An error names the method.
    """
    if problem.resources is None:
        return [], None
    answers, end = [resources_of(problem, states[0])], monotonic() + _WALK_SECONDS
    for state in states[1:]:
        if monotonic() > end:
            break
        try:
            answers.append(resources_of(problem, state))
        except ProblemMethodError:  # The search will report it if it gets there.
            continue
    keys = [key for key, _ in answers]
    if len({len(vector) for _, vector in answers}) > 1:
        reason = "it doesn't always return the same number of resources"
        refuse(problem.problem, "resources", reason, "return a tuple of one length")
    return keys, (_key_type(problem.problem, "resources", keys), len(answers[0][1]))


def _methods(problem: Any, resolved: Any) -> set[str]:
    """Return the names of the methods of a problem that are translated."""
    names = {"is_goal"}
    names |= {"successors"} if resolved.successors is not None else {"actions", "result"}
    if resolved.cost is not None:
        names.add("cost")
    is_default = getattr(problem.heuristic, "__func__", None) is SearchProblem.heuristic
    if not is_default or uses_heuristic_function(problem):
        names.add("heuristic")
    if edges_back_of(problem) is not None:
        names.add("predecessors")
        names |= {"backward_heuristic"} if backward_heuristic_of(problem) is not None else set()
    if resolved.resources is not None:
        names.add("resources")
    is_defined = hasattr(type(problem), "steps_to_go") or "steps_to_go" in vars(problem)  # `__getattr__` isn't asked.
    if is_defined and steps_to_go_of(problem) is not None:
        names.add("steps_to_go")
    if resolved.state_key is not None:
        names.add("state_key")
    return names


def _take_program(
    problem: Any, kind: Type, names: set[str], of_resources: tuple[Type, int] | None, of_key: Type | None
) -> Program:
    """Return a program for a problem that no other translation uses: one that was made for another instance, or a new
    one. Only the first program of a class has divisors in its code, so that no class is compiled for each of them.
    """
    known, is_first = _programs.setdefault(type(problem), []), True
    newest_first = known[::-1]
    for program in sorted(newest_first, key=lambda each: len(each.constants.divisors) == 0):
        if program.kind != kind or program.names != names:
            continue
        if (program.of_resources, program.of_key) != (of_resources, of_key):
            continue
        is_first = False
        try:
            known.remove(program)
        except ValueError:
            continue  # Another thread has taken it.
        if program.constants.fits(problem):
            return program
        known.append(program)
    return Program(problem, kind, names, of_resources, of_key, writes_divisors=is_first)


def _put_back(problem: Any, program: Program) -> None:
    known = _programs[type(problem)]
    known.append(program)
    del known[:-_MAX_PROGRAMS]


def _functions(program: Program, layouts: Layouts) -> tuple[dict[str, Any], str]:
    key = layouts.identity
    if key not in program.written:
        text = program.write(layouts)
        program.written[key] = functions_of(text), text
    return program.written[key]


def _size_of(state: Any) -> float:
    """Return the number of items and characters in a state; inf for too many of them, which nested tuples can hide, and
    for a number of more than 64 bits. Such states could grow without end.
    """
    size, pending = 0, [state]
    while pending and size <= _MAX_SIZE:
        value = pending.pop()
        size += 1
        if isinstance(value, int):
            if not -(2**63) <= value < 2**63:
                return math.inf
        elif isinstance(value, str | bytes):
            size += len(value)
        elif isinstance(value, tuple | list | set | frozenset | dict):
            if size + len(value) > _MAX_SIZE:
                return math.inf
            pending += value
            pending += value.values() if isinstance(value, dict) else ()
        elif is_struct(value):
            pending += (getattr(value, name) for name in fields_of(type(value)))
    return size if size <= _MAX_SIZE else math.inf


def _walk(problem: ResolvedProblem[Any, Any]) -> _Seen:
    """Return states of a problem: those that are near the start, and those of random walks. The walk ends after some
    time, or if the states become too large together, and doesn't go on from a state that is too large.
    """
    key_of, most, end, room = problem.state_key, 0, monotonic() + _WALK_SECONDS, float(_MAX_TOTAL)
    states: dict[Any, Any] = {_identity(start): start for start in problem.initial_states}

    def edges(state: Any) -> list[Any]:
        nonlocal most, room
        found: list[Any] = []
        try:
            for edge in problem.edges(state):
                size = _size_of(edge[1])
                if key_of is not None:
                    hash(key_of(edge[1]))
                if size <= room:
                    found.append(edge)
                    room -= size
                if len(found) > _MANY_SUCCESSORS or monotonic() > end:
                    break
        except Exception as error:  # noqa: BLE001  # The search will report it if it gets there.
            raise_if_from_handler(error)
            return []
        most = max(most, len(found))
        for _, next_state, _ in found:
            states.setdefault(_identity(next_state), next_state)
        return found

    for _ in near_and_far(problem.initial_state, edges, key_of, count=_WALK, random=Random(0)):
        if room <= 0 or len(states) > _MAX_STATES or monotonic() > end:
            break
    return _Seen(list(states.values()), most)


def _identity(state: Any) -> Any:
    """Return a value that is equal for equal states, or a number if the state has no hash."""
    try:
        hash(state)
    except TypeError as error:
        raise_if_from_handler(error)
        return id(state), "without a hash"
    return state
