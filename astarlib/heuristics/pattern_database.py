"""Pattern databases: the exact distances of an abstract problem as a heuristic."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, Self

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
    "pattern-database", 1, PatternDatabaseError, "this pattern database can't be saved: a state or an abstract state"
)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PatternDatabase(Generic[S, T]):
    """A heuristic for any problem: the exact distance of a state's abstract state from the nearest abstract goal.

    Make one with :meth:`build` or :meth:`load`. If the abstract state can't reach a goal, h is inf (a dead end). The
    heuristic is **admissible** and **consistent**, because the abstract problem keeps every step of the problem (see
    :class:`Abstraction`). The maximum of several databases has both properties, too (:class:`MaxOf`). A sum has them
    only if no step is counted twice (:class:`SumOf`). An evaluation takes one call of ``abstraction.mapping`` and one
    dict lookup.

    A pattern database is comparable and hashable. It can be pickled if its abstraction can.

    Attributes
    ----------
    abstraction:
        The abstraction whose distances the database contains.
    distances:
        The distance of each abstract state. Abstract states that it doesn't contain have the distance ``beyond``.
    beyond:
        inf if the search was exhaustive, else the smallest distance that isn't recorded.
    fingerprint:
        The class of the problem, its goals, and samples of the states and of the abstract edges. :meth:`load` compares
        them with those of the given problem and abstraction.

    References
    ----------
    J. Culberson and J. Schaeffer, Pattern databases (1998). The distances are computed by E. Dijkstra's algorithm
    (1959).

    Examples
    --------
    >>> from astarlib import AStar, with_heuristic
    >>> from astarlib.problems.pancake import PancakeProblem
    >>> problem = PancakeProblem("3 1 7 5 2 6 4")
    >>> large_ones = Abstraction(lambda stack: tuple(size if size > 4 else 0 for size in stack))
    >>> AStar().search(with_heuristic(problem, PatternDatabase.build(problem, large_ones))).cost
    7
    """

    _takes_all_goals: ClassVar[bool] = True

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
        """Return a pattern database, computed by a backward search of the abstract problem from its goals.

        The search is breadth-first, or Dijkstra's algorithm if costs differ. It calls ``predecessors`` once for each
        abstract state that can reach a goal. Each entry takes about 100 bytes in addition to the abstract state, so a
        few million abstract states are the practical limit. Finally, some steps near the initial state are checked to
        detect an abstraction that doesn't keep every step.

        Parameters
        ----------
        problem:
            The problem. It supplies the goals and the predecessors unless the abstraction has its own, and the steps
            that are checked.
        abstraction:
            The :class:`Abstraction`.
        max_distance:
            The largest distance to record, a number >= 0. The default, inf, records all distances. If a distance isn't
            recorded, all abstract states without a recorded distance get the smallest unrecorded distance as h. No
            state is a dead end then. The heuristic stays admissible and consistent.
        observer:
            An observer of ``TableProgress`` events, for example an :class:`astarlib.observers.ProgressBar`. It gets
            about ten events a second. ``done`` counts expanded abstract states. None (the default) sends no events.

        Raises
        ------
        MissingCapabilityError
            If neither the problem nor the abstraction has goals or predecessors. The message says what to add.
        PatternDatabaseError
            If a goal state of the abstraction isn't a goal of the problem, a goal of the problem that was checked
            doesn't have h = 0, or the abstraction doesn't keep a step that was checked.
        ValueError, TypeError
            If ``max_distance`` isn't a number >= 0, or a parameter has the wrong type.
        InvalidCostError
            If the cost of an abstract edge is negative, infinite or NaN.

        Examples
        --------
        >>> from astarlib.problems.pancake import PancakeProblem
        >>> large_ones = Abstraction(lambda stack: tuple(size if size > 2 else 0 for size in stack))
        >>> database = PatternDatabase.build(PancakeProblem("2 4 1 3"), large_ones)
        >>> database.distances[(0, 0, 3, 4)], database.distances[(4, 0, 0, 3)], database.beyond
        (0, 2, inf)
        """
        if not is_number(max_distance, 0, math.inf):  # NaN is refused, too.
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
        """Write the database to a file. The write is atomic: an error never leaves a partial file.

        Parameters
        ----------
        path:
            The file to write. An existing file is replaced.

        Raises
        ------
        PatternDatabaseError, OSError
            If a state or an abstract state can't be pickled, or the file can't be written. An existing file stays as it
            was.

        Examples
        --------
        >>> import tempfile
        >>> from astarlib.problems.pancake import PancakeProblem
        >>> problem = PancakeProblem("2 4 1 3")
        >>> large_ones = Abstraction(lambda stack: tuple(size if size > 2 else 0 for size in stack))
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     PatternDatabase.build(problem, large_ones).save(f"{folder}/large.pdb")
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
        """Return the database in a file. Load only files that you trust: unpickling the states can run code.

        Parameters
        ----------
        path:
            A file that :meth:`save` wrote.
        problem, abstraction:
            The problem and the abstraction for which the database was built.

        Raises
        ------
        PatternDatabaseError
            If the file is damaged or has another format, or the database was built for another problem, goal or
            abstraction. The class of the problem, the goals, and samples of the states and of the abstract edges are
            compared.
        MissingCapabilityError, TypeError
            If neither the problem nor the abstraction has goals or predecessors, or ``abstraction`` isn't one.
        OSError
            If the file can't be read.

        Examples
        --------
        >>> import tempfile
        >>> from astarlib.problems.pancake import PancakeProblem
        >>> problem = PancakeProblem("2 4 1 3")
        >>> large_ones = Abstraction(lambda stack: tuple(size if size > 2 else 0 for size in stack))
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     PatternDatabase.build(problem, large_ones).save(f"{folder}/large.pdb")
        ...     len(PatternDatabase.load(f"{folder}/large.pdb", problem, large_ones).distances)
        12
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
        """Return the function ``state -> h`` for a problem, after a check of the goals and of steps near the start.

        Raise PatternDatabaseError if the problem has other goals, or a checked step isn't kept by the abstraction.
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
        raise TypeError(f"abstraction must be an Abstraction(mapping, ...), not {abstraction!r}")


@dataclass(frozen=True, slots=True)
class _Distance(Generic[S, T]):
    of: Callable[[S], T]
    distances: Mapping[T, float]
    beyond: float

    def __call__(self, state: S) -> float:
        return self.distances.get(self.of(state), self.beyond)
