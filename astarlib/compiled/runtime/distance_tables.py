"""The distances of all abstract states of a pattern database: their computation, and their table."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from numbers import Integral
from typing import Any, BinaryIO, Final, Self

import numpy as np

from astarlib._support.interrupts import raise_if_from_handler
from astarlib._support.memory import available_memory, resident_memory
from astarlib.compiled.codegen.specialize import specialize
from astarlib.compiled.engines import Explorer
from astarlib.compiled.kernels import distance_table, float_costs, hash_table, int_costs
from astarlib.compiled.kernels.codes import NEXT_NODE
from astarlib.compiled.runtime.storage import ROOT
from astarlib.compiled_domain import CompiledDomain, Function, Words, packed, python_function
from astarlib.errors import PatternDatabaseError
from astarlib.events import Observer, Progress, TableProgress
from astarlib.limits import LimitKind, Limits
from astarlib.problem import SearchProblem, Starts

_LOAD: Final = 0.75
"""The part of the slots of a table that is in use."""
_NAME: Final = "pattern database"
Packed = tuple[Words, int]
"""A packed state and its ``aux``."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Table:
    """Abstract states with their distances, in a hash table (see `kernels.distance_table`).
    ``keys`` has the words of the states in all slots, and then those of the state that marks free slots.
    """

    keys: Any  # Any: a numpy array
    distances: Any  # Any: a numpy array
    count: int
    words: int

    @property
    def costs(self) -> type[int | float]:
        """The type of the distances."""
        return float if self.distances.dtype.kind == "f" else int

    @property
    def nbytes(self) -> int:
        """The size in bytes."""
        return int(self.keys.nbytes + self.distances.nbytes)

    @classmethod
    def fill(cls, domain: CompiledDomain[Any], states: Any, distances: Any) -> Self:
        """Return the table of some states, given as arrays of their words and of their distances."""
        words, count = domain.words, len(distances)
        size = int(count / _LOAD) + 1
        keys = np.empty((size + 1) * words, np.uint64)
        first = _unused(states[::words])
        keys.reshape(-1, words)[:] = [first] + [0] * (words - 1)
        kind: Any = np.float64 if domain.costs is float else np.min_scalar_type(int(distances.max(initial=0)))
        found = np.zeros(size, kind)
        modules = hash_table, int_costs if domain.costs is int else float_costs, distance_table
        specialize(domain, modules, (), ("fill_distances",)).fill_distances(keys, found, states, distances, 0, count)
        return cls(keys, found, count, words)

    def layers(self) -> Mapping[float, int]:
        """Return the number of states for each distance."""
        words = self.words
        used = self.keys[:-words:words] != self.keys[-words]
        costs, counts = np.unique(self.distances[used], return_counts=True)
        return dict(zip(costs.tolist(), counts.tolist(), strict=True))

    def write(self, file: BinaryIO, beyond: float) -> None:
        """Write the table and the smallest distance that it doesn't have."""
        np.save(file, np.array([beyond, self.count, self.words]))
        np.save(file, self.keys)
        np.save(file, self.distances)

    @classmethod
    def read(cls, file: BinaryIO) -> tuple[Self, float]:
        """Read the table and the smallest distance that it doesn't have."""
        (beyond, count, words), keys, distances = (np.load(file, allow_pickle=False) for _ in range(3))
        return cls(keys, distances, int(count), int(words)), float(beyond)


class Search:
    """A search for the distances of all abstract states. ``count`` and ``back`` list the edges into a state.
    Raise PatternDatabaseError if ``mapping``, the abstraction, doesn't return a packed state for a goal.
    """

    def __init__(
        self, domain: CompiledDomain[Any], goals: tuple[Packed, ...], count: Function, back: Function, mapping: Function
    ) -> None:
        found: dict[Words, Packed] = {}
        for words, aux in goals:
            abstract = _abstract(mapping, domain, words)
            found.setdefault(abstract, (abstract, aux))
        self.abstract_goals: tuple[Packed, ...] = tuple(found.values())
        self._domain: CompiledDomain[Packed] = CompiledDomain(
            encode=_itself,
            decode=_pair,
            successor_count=count,
            apply=_through(back, mapping),
            is_goal=_never,
            tables=domain.tables,
            max_successors=domain.max_successors,
            words=domain.words,
            max_aux=domain.max_aux,
            costs=domain.costs,
            bits=8,
        )

    def run(self, max_distance: float, memory: float | None, emit: Observer | None) -> tuple[Table, float]:
        """Return the table, and the smallest distance that it doesn't have or inf."""
        limit = _memory_limit(memory)
        report = None if emit is None else _Reporter(emit)
        search = Explorer().start(AbstractProblem(self._domain, self.abstract_goals), observer=report)
        if emit is not None:
            emit(TableProgress(_NAME, 0, None, 0.0))
        result = search.run(Limits(cost=max_distance, memory=limit))
        algorithm: Any = search._algorithm  # noqa: SLF001  # Any: the algorithm of `Explorer`, whose arrays are the states
        storage = algorithm.storage
        last, words = int(storage.counters[NEXT_NODE]), self._domain.words
        if result.limit is LimitKind.MEMORY:
            raise MemoryError(
                f"the pattern database needs more than {limit:,.0f} bytes of memory: {last - 1:,} abstract states were "
                "found so far; use an abstraction with fewer states, max_distance=, or a larger memory="
            )
        states, distances = storage.nodes.states[words : words * last], storage.nodes.gs[ROOT:last]
        is_near = distances <= max_distance
        beyond = math.inf if is_near.all() else float(distances[~is_near].min())
        if beyond < math.inf:
            states, distances = states.reshape(-1, words)[is_near].ravel(), distances[is_near]
        table = Table.fill(self._domain, states, distances)
        if emit is not None:
            emit(TableProgress(_NAME, table.count, table.count, result.statistics.seconds))
        return table, beyond


class AbstractProblem(SearchProblem[Packed, int]):
    """The backward problem of abstract states, for a compiled exploration."""

    def __init__(self, domain: CompiledDomain[Packed], goals: tuple[Packed, ...]) -> None:
        super().__init__(goals[0])
        self.initial_states: Starts[Packed] = Starts(goals)
        self._domain = domain

    def actions(self, state: Packed, /) -> list[int]:  # An exploration makes no paths.
        return []

    def result(self, state: Packed, action: int, /) -> Packed:
        return state

    def is_goal(self, state: Packed, /) -> bool:  # An exploration has no goal.
        return False

    def compiled_domain(self) -> CompiledDomain[Packed]:
        """Return the domain."""
        return self._domain


class _Reporter:
    """An observer of a search that sends its progress as that of a table."""

    event_types = frozenset((Progress,))

    def __init__(self, emit: Observer) -> None:
        self._emit = emit

    def __call__(self, event: Progress) -> None:
        self._emit(TableProgress(_NAME, event.expanded, None, event.seconds))


@lru_cache(maxsize=64)  # Equal functions are compiled once.
def _through(back: Function, mapping: Function) -> Function:
    """Return the function that follows an edge backward and leaves out the details. Numba compiles it."""

    def apply(tables: Any, state: Any, aux: Any, i: Any) -> Any:
        previous, previous_aux, cost = back(tables, state, aux, i)
        return mapping(tables, previous), previous_aux, cost

    vars(apply)["__wrapped__"] = mapping  # An error in the type of a state is one of the abstraction.
    return apply


def _abstract(mapping: Function, domain: CompiledDomain[Any], words: Words) -> Words:
    """Return the abstract state of a packed state; PatternDatabaseError if the abstraction doesn't return one."""
    name = getattr(python_function(mapping), "__name__", repr(mapping))
    try:
        with np.errstate(over="ignore"):  # Compiled code wraps around, too.
            found = python_function(mapping)(domain.tables, packed(words))
    except Exception as error:
        raise_if_from_handler(error)
        raise PatternDatabaseError(
            f"the abstraction {name} raised {type(error).__name__} for the packed goal {words}: {error}"
        ) from error
    parts: tuple[Any, ...] = found if isinstance(found, tuple) else (found,)
    are_whole = all(isinstance(part, Integral) for part in parts)
    if len(parts) != domain.words or not are_whole or not all(0 <= part < 2**64 for part in parts):
        expected = "a whole number" if domain.words == 1 else f"a tuple of {domain.words} whole numbers"
        raise PatternDatabaseError(
            f"the abstraction {name} returned {found!r} for the packed goal {words}; expected {expected}, each from 0 "
            "to 2**64 - 1"
        )
    return int(parts[0]) if domain.words == 1 else tuple(map(int, parts))


def _itself(state: Packed) -> Packed:
    return state


def _pair(words: Words, aux: int) -> Packed:
    return words, aux


def _never(tables: Any, state: Any, aux: Any) -> Any:  # noqa: ARG001  # All domains have this signature.
    return False


def _unused(words: Any) -> int:  # Any: a numpy array
    """Return a number that doesn't occur in an array."""
    found = 2**64 - 1
    while (words == np.uint64(found)).any():
        found -= 1
    return found


def _memory_limit(memory: float | None) -> float:
    """Return the largest resident memory of this process: the given one, or all that is available."""
    if memory is not None:
        return memory
    free = available_memory()
    return math.inf if free is None else resident_memory() + free
