"""The translation of a problem into a compiled domain: its states, its program, its layout, and its values."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from random import Random
from typing import Any, Final, NamedTuple

from astarlib._support.interrupts import raise_if_from_handler
from astarlib.capabilities import ResolvedProblem, backward_heuristic_of, edges_back_of, resolve_problem
from astarlib.compiled.plain.constants import Atoms, type_of
from astarlib.compiled.plain.layout import Layout, leaves_of, numbers_of
from astarlib.compiled.plain.program import Program, functions_of, place_of_method
from astarlib.compiled.plain.refusal import RefusalError, refused
from astarlib.compiled.plain.types import Type
from astarlib.compiled_domain import CompiledDomain, Words
from astarlib.errors import ProblemStateError, short_repr
from astarlib.problem import SearchProblem
from astarlib.searching.diagnosis import checked_key
from astarlib.searching.walk import near_and_far

_WALK: Final = 600
"""The number of expansions by which the types and ranges of states are found."""
_COMPARED: Final = 200
"""The number of states that are compared with Python before the first search."""
_MAX_PROGRAMS: Final = 64
_LEAST_SUCCESSORS: Final = 64
_MANY_SUCCESSORS: Final = 1 << 14
"""The largest number of successors with 64 bits for each number, which a search tries after it has met a limit."""
_programs: dict[type, list[Program]] = {}
"""The programs of each class, the newest last."""


class _Seen(NamedTuple):
    """What a walk through the states of a problem has seen."""

    states: list[Any]
    most_edges: int


class Translation:
    """The compiled form of a problem, with the values that the problem has now."""

    def __init__(self, problem: Any, bits: int | None) -> None:
        self._problem = resolve_problem(problem)
        try:
            self._translate(problem, bits)
        except RefusalError as refusal:
            raise refused(problem, refusal) from None

    def _translate(self, problem: Any, bits: int | None) -> None:
        resolved = self._problem
        if resolved.state_key is not None:
            raise RefusalError("it has a state_key", "leave out of the state what doesn't distinguish states")
        checked_key(resolved, problem.initial_state)
        seen = self._seen = _walk(resolved)
        kind = _state_type(problem, seen.states, "result" if resolved.successors is None else "successors")
        self._program = _program(problem, kind, _methods(problem, resolved))
        self._atoms = Atoms(self._program.constants.literals.values)
        self._memory = self._program.constants.memory(problem, self._atoms)
        columns = zip(*(numbers_of(state, kind, self._atoms) for state in seen.states), strict=True)
        flat = [[number for numbers in column for number in numbers if number is not None] for column in columns]
        ranges = [(min(column, default=0), max(column, default=0)) for column in flat]
        self._layout = Layout(kind, ranges, len(self._atoms), bits)
        self._room = _MANY_SUCCESSORS if bits == 64 else max(_LEAST_SUCCESSORS, 4 * seen.most_edges)
        before = self._program.constants.size
        self._functions, text = _functions(self._program, self._layout)
        self.source: str = text
        if self._program.constants.size != before:
            self._memory = self._program.constants.memory(problem, self._atoms)

    def _encode(self, state: Any) -> tuple[Words, int]:
        try:
            return self._layout.encode(state, self._atoms), 0
        except (TypeError, ValueError) as error:
            raise ProblemStateError(
                f"{short_repr(state)} isn't a state of the type {self._program.kind}: {error}", state=state
            ) from error

    def _decode(self, words: Words, _: int) -> Any:
        return self._layout.decode(words, self._atoms)

    @cached_property
    def domain(self) -> CompiledDomain[Any]:
        """The domain. Its functions are compared with Python first."""
        functions, memory = self._functions, self._memory
        domain: CompiledDomain[Any] = CompiledDomain(
            encode=self._encode, decode=self._decode, max_successors=self._room,
            successor_count=functions["successor_count"], apply=functions["apply"], is_goal=functions["is_goal"],
            list_edges=functions["list_edges"], predecessor_count=functions.get("predecessor_count"),
            apply_back=functions.get("apply_back"), heuristic=functions.get("heuristic"),
            backward_heuristic=functions.get("backward_heuristic"),
            tables=(int(memory.ctypes.data), memory), words=self._layout.words, costs=self._program.costs,
        )  # fmt: skip
        from astarlib.compiled.plain.comparison import compare_with_python  # It loads numba.

        states = self._seen.states
        try:
            compare_with_python(self._problem, domain, states[:: -(-len(states) // _COMPARED)], self.source)
        except RefusalError as refusal:
            raise refused(self._problem.problem, refusal) from None
        return domain


def _state_type(problem: Any, states: Sequence[Any], maker: str) -> Type:
    """Return the type of all states. An error names the method that returns them, or the initial state."""
    for seen, place in (
        (states[:1], f"the initial state, {short_repr(states[0])}"),
        (states, place_of_method(problem, maker)),
    ):
        try:
            kind = type_of(seen, is_static=True)
            tuple(leaves_of(kind))
        except RefusalError as refusal:
            refusal.place = refusal.place or place
            raise
    return kind


def _methods(problem: Any, resolved: Any) -> set[str]:
    """Return the names of the methods of a problem that are translated."""
    names = {"is_goal"}
    names |= {"successors"} if resolved.successors is not None else {"actions", "result"}
    if resolved.cost is not None:
        names.add("cost")
    if getattr(problem.heuristic, "__func__", None) is not SearchProblem.heuristic:
        names.add("heuristic")
    if edges_back_of(problem) is not None:
        names.add("predecessors")
        names |= {"backward_heuristic"} if backward_heuristic_of(problem) is not None else set()
    return names


def _program(problem: Any, kind: Type, names: set[str]) -> Program:
    """Return the program for a problem: one that was made for another instance, or a new one."""
    known = _programs.setdefault(type(problem), [])
    for program in reversed(known):
        if program.kind == kind and program.names == names and program.constants.fits(problem):
            return program
    made = Program(problem, kind, names)
    if len(known) >= _MAX_PROGRAMS:
        known.clear()
    known.append(made)
    return made


def _functions(program: Program, layout: Layout) -> tuple[dict[str, Any], str]:
    if layout.key not in program.written:
        text = program.write(layout)
        program.written[layout.key] = functions_of(text), text
    return program.written[layout.key]


def _has_room(state: Any) -> bool:
    """Return True unless the state contains a number of more than 64 bits, which could grow without end."""
    if isinstance(state, int):
        return -(2**63) <= state < 2**63
    return not isinstance(state, tuple) or all(map(_has_room, state))


def _walk(problem: ResolvedProblem[Any, Any]) -> _Seen:
    """Return states of a problem: those that are near the start, and those of random walks."""
    states, most = {problem.initial_state: None}, 0

    def edges(state: Any) -> list[Any]:
        nonlocal most
        try:
            found = [edge for edge in problem.edges(state) if _has_room(edge[1])]
        except Exception as error:  # noqa: BLE001  # The search will report it if it gets there.
            raise_if_from_handler(error)
            return []
        most = max(most, len(found))
        states.update((next_state, None) for _, next_state, _ in found)
        return found

    for _ in near_and_far(problem.initial_state, edges, count=_WALK, random=Random(0)):
        pass
    return _Seen(list(states), most)
