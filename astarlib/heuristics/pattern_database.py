"""The exact distances of an abstract problem as a heuristic."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Self

from astarlib._support.checksummed_file import ChecksummedFormat
from astarlib._support.plain_values import is_number
from astarlib.errors import PatternDatabaseError
from astarlib.events import Observer, TableProgress, handler_for
from astarlib.heuristics.abstraction import Abstraction, T
from astarlib.heuristics.backward_search import BackwardSearch
from astarlib.heuristics.fingerprint import Fingerprint
from astarlib.heuristics.serving import refuse_unserved
from astarlib.problem import Problem, S, class_name

_FILE = ChecksummedFormat(
    "pattern-database", 1, PatternDatabaseError, "this pattern database cannot be saved, for a state, abstract or not,"
)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PatternDatabase(Generic[S, T]):
    """The exact distance of every abstract state from the nearest abstract goal: a heuristic for any problem.

    Make one with :meth:`build` or :meth:`load`. h of a state is the distance of its abstract state, inf (a dead end)
    when that cannot reach a goal. It is **admissible** and **consistent**, because the abstract problem keeps every
    step of the problem (see :class:`Abstraction`). The maximum of several databases is so, too (:class:`MaxOf`); a sum
    is only where no step is counted twice (:class:`SumOf`). An evaluation takes one call of ``abstraction.mapping`` and
    one look-up.

    A value: comparable, hashable, and picklable when the abstraction is.

    Attributes
    ----------
    abstraction:
        Of which problem it holds the distances.
    distances:
        The distance of each abstract state; those that are not in it are ``beyond``.
    beyond:
        inf when the search was exhaustive; else the smallest distance that is not recorded.

    References
    ----------
    J. Culberson and J. Schaeffer, Pattern databases (1998); the distances by E. Dijkstra's algorithm (1959).

    Examples
    --------
    >>> from astarlib import AStar, with_heuristic
    >>> from astarlib.problems.pancake import PancakeProblem
    >>> def large_ones(stack):
    ...     return tuple(size if size > 4 else 0 for size in stack)
    >>> problem = PancakeProblem("3 1 7 5 2 6 4")
    >>> database = PatternDatabase.build(problem, Abstraction(large_ones))
    >>> len(database.distances), max(database.distances.values())
    (210, 6)
    >>> AStar().search(with_heuristic(problem, database)).cost
    7
    """

    abstraction: Abstraction[S, T]
    distances: Mapping[T, float]
    beyond: float
    fingerprint: Fingerprint = field(repr=False)

    @classmethod
    def build(
        cls,
        problem: Problem[S, Any],
        abstraction: Abstraction[S, T],
        *,
        max_distance: float = math.inf,
        observer: Observer | None = None,
    ) -> Self:
        """Search the abstract problem backwards from its goals: breadth-first, or by Dijkstra where costs differ.

        It takes one call of ``predecessors`` for each abstract state that can reach a goal and memory for each of
        them (some 100 bytes, and the abstract state): a few million states are the most that a dictionary is good
        for. Steps near the initial state are tried to see whether the abstraction keeps them.

        Parameters
        ----------
        problem:
            Gives the goals, the way back unless the abstraction has it, and the steps that are tried.
        abstraction:
            What to make of a state; see :class:`Abstraction`.
        max_distance:
            Distances above it are not recorded. States farther away have the smallest of those that were not, which
            is admissible and consistent, too; no state is a dead end then.
        observer:
            An observer of ``TableProgress`` events, for example an :class:`astarlib.observers.ProgressBar`. It gets
            about ten events a second; ``done`` counts expanded abstract states.

        Raises
        ------
        MissingCapabilityError
            When nothing tells the goals or the edges back; names what to give.
        PatternDatabaseError
            When a goal is none of the problem, or the abstraction does not keep a step that was tried.
        InvalidCostError
            When an abstract edge costs less than 0, infinity or NaN.
        ValueError
            When ``max_distance`` is negative or NaN, or no number.
        TypeError
            When ``abstraction`` is no ``Abstraction``, or ``observer`` no callable.
        """
        if not is_number(max_distance, 0, math.inf):  # NaN too
            raise ValueError(f"max_distance must be a number of at least 0, not {max_distance!r}")
        _refuse_stranger(abstraction)
        goals, edges_back = abstraction.goals_in(problem), abstraction.edges_back_in(problem)
        search = BackwardSearch(map(abstraction.mapping, goals), edges_back, handler_for(observer, TableProgress))
        beyond = search.run(max_distance)
        fingerprint = Fingerprint.take(problem, abstraction, goals, edges_back, search.distances)
        database = cls(abstraction, search.distances, beyond, fingerprint)
        database.bind(problem)
        return database

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the distances and the fingerprint, in one step: ``path`` holds the old file or the whole new one.

        Raises
        ------
        PatternDatabaseError
            When a state or an abstract state cannot be pickled; nothing is written then.
        OSError
            When the file cannot be written; an old one stays.
        """
        header = {
            "problem": self.fingerprint.problem,
            "abstract states": len(self.distances),
            "exhaustive": self.beyond == math.inf,
        }
        _FILE.write(path, header, (dict(self.distances), self.beyond, self.fingerprint))

    @classmethod
    def load(
        cls, path: str | os.PathLike[str], problem: Problem[S, Any], abstraction: Abstraction[S, T]
    ) -> PatternDatabase[S, T]:
        """The database of a file. It is trusted input: loading unpickles states, and unpickling can run code.

        Raises
        ------
        PatternDatabaseError
            When the file is damaged, of another format, or was built for another problem, goal or abstraction: the
            class of the problem, the goals, and a sample of states and of abstract edges must agree.
        MissingCapabilityError
            As for :meth:`build`.
        OSError
            When the file cannot be read.
        TypeError
            When ``abstraction`` is no ``Abstraction``.
        """
        _refuse_stranger(abstraction)
        header, body = _FILE.read(path)
        if header["problem"] != class_name(problem):
            raise PatternDatabaseError(
                f"{path} was built for another problem: for {header['problem']}, not {class_name(problem)}"
            )
        distances, beyond, fingerprint = _FILE.unpack(path, body)
        fingerprint.refuse_others(path, problem, abstraction)
        database = cls(abstraction, distances, beyond, fingerprint)
        database.bind(problem)
        return database

    def bind(self, problem: Any, /) -> Callable[[S], float]:
        """The function ``state -> h``, after a look at the goals and at some steps near the initial state.

        Raises
        ------
        PatternDatabaseError
            When ``problem`` has another goal, or a step there that the abstraction does not keep.
        """
        estimate = _Distance(self.abstraction.mapping, self.distances, self.beyond)
        refuse_unserved(problem, self.fingerprint.goals, estimate)
        return estimate

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PatternDatabase):
            return NotImplemented
        mine = self.abstraction, self.beyond, self.fingerprint.goals, self.distances
        return mine == (other.abstraction, other.beyond, other.fingerprint.goals, other.distances)

    def __hash__(self) -> int:
        return hash((self.abstraction, self.beyond, len(self.distances)))

    def __repr__(self) -> str:
        count, mapping = len(self.distances), self.abstraction.mapping
        return f"PatternDatabase({getattr(mapping, '__qualname__', repr(mapping))}, {count} abstract states)"


def _refuse_stranger(abstraction: object) -> None:
    if not isinstance(abstraction, Abstraction):
        raise TypeError(f"the abstraction is given as Abstraction(mapping, ...), not {abstraction!r}")


@dataclass(frozen=True, slots=True)
class _Distance(Generic[S, T]):
    of: Callable[[S], T]
    distances: Mapping[T, float]
    beyond: float

    def __call__(self, state: S) -> float:
        return self.distances.get(self.of(state), self.beyond)
