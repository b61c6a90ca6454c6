"""Benchmark boards: Korf's 100 15-puzzles, Korf and Felner's 50 24-puzzles, and some boards with names."""

from __future__ import annotations

import csv
import math
import reprlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final, Generic, overload

from typing_extensions import TypeVar

from astarlib.problem import Heuristic
from astarlib.problems.npuzzle.board import Shape, State, is_reachable
from astarlib.problems.npuzzle.heuristics import Manhattan
from astarlib.problems.npuzzle.puzzle import NPuzzle
from astarlib.problems.npuzzle.reading import read_boards

__all__ = ["KORF_100", "KORF_FELNER_50", "NAMED_BOARDS", "Instance", "InstanceSet"]

Id = TypeVar("Id", int, str, default=int)
"""The type of an id: a number, as in the literature, or a name."""


@dataclass(frozen=True, slots=True)
class Instance(Generic[Id]):
    """A board whose optimal solution length is known.

    Attributes
    ----------
    id:
        The number of the board in the literature, or its name.
    board, goal, shape:
        The initial state, row by row, with 0 for the blank, the goal state, and the shape (rows, columns).
    optimum:
        The smallest number of moves from ``board`` to ``goal``, an int, or inf if there is no solution.
    """

    id: Id
    board: State
    goal: State
    shape: Shape
    optimum: float

    def problem(
        self,
        heuristic: Heuristic | Callable[[State], float] = Manhattan(),  # noqa: B008  # The default is immutable.
    ) -> NPuzzle:
        """Return the board as a search problem.

        Parameters
        ----------
        heuristic:
            A heuristic value or a callable ``state -> float``. The default is :class:`Manhattan`.

        Examples
        --------
        >>> problem = KORF_100.by_id(79).problem()
        >>> problem.heuristic(problem.initial_state)
        28
        """
        return NPuzzle(self.board, self.goal, shape=self.shape, heuristic=heuristic)


class InstanceSet(Sequence[Instance[Id]]):
    """A sequence of instances in the order of their source. The file is read and checked on first access.

    An index is a position, counted from 0. To find an instance by its id, use :meth:`by_id`.

    Examples
    --------
    >>> len(KORF_100), KORF_100[0].id, KORF_100[-1].id
    (100, 1, 100)
    >>> sum(instance.optimum for instance in KORF_100)
    5305
    """

    def __init__(self, title: str, file: str, count: int, as_id: Callable[[str], Id]) -> None:
        self._title = title
        self._file = file
        self._count = count
        self._as_id: Callable[[str], Id] = as_id

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, place: int, /) -> Instance[Id]: ...
    @overload
    def __getitem__(self, place: slice, /) -> tuple[Instance[Id], ...]: ...
    def __getitem__(self, place: int | slice, /) -> Instance[Id] | tuple[Instance[Id], ...]:
        return tuple(self._by_id.values())[place]

    def __iter__(self) -> Iterator[Instance[Id]]:
        return iter(self._by_id.values())

    def __repr__(self) -> str:
        return f"<{self._count} instances: {self._title}>"

    def by_id(self, wanted: Id, /) -> Instance[Id]:
        """Return the instance with that id, in O(1).

        Parameters
        ----------
        wanted:
            The id: a number, or the name of a named board.

        Raises
        ------
        ValueError
            If there is no such id. The message names the known ids.

        Examples
        --------
        >>> KORF_FELNER_50.by_id(3).optimum
        97
        """
        found = self._by_id.get(wanted) if isinstance(wanted, int | str) else None
        if found is None:
            known = list(self._by_id)
            ids = ", ".join(map(str, known)) if isinstance(known[0], str) else f"{known[0]} to {known[-1]}"
            raise ValueError(f"no instance has the id {reprlib.repr(wanted)}; those of {self._title} are {ids}")
        return found

    @cached_property
    def _by_id(self) -> Mapping[Id, Instance[Id]]:
        from importlib.resources import files  # only needed to read the file

        text = files("astarlib.problems.npuzzle").joinpath(self._file).read_text(encoding="utf-8")
        lines = [line for line in text.splitlines() if not line.startswith("#")]
        found: dict[Id, Instance[Id]] = {}
        for row in csv.DictReader(lines, restval=""):
            try:
                instance = _instance(row, self._as_id)
            except (ValueError, KeyError) as error:
                raise ValueError(f"{self._file} is damaged at id {row.get('id')!r}: {error}") from error
            found[instance.id] = instance
        if len(found) != self._count:
            raise ValueError(f"{self._file} is damaged: it has {len(found)} of {self._count} instances")
        return found


def _instance(row: Mapping[str, str], as_id: Callable[[str], Id]) -> Instance[Id]:
    """Return the instance of a row. Raise ValueError if no solution of that board can have the given length."""
    given = row["optimum"]
    blank_first = " ".join(map(str, range(len(row["board"].split()))))
    board, goal, shape = read_boards(row["board"], row.get("goal", blank_first), None)
    optimum = math.inf if given == "inf" else int(given)
    instance = Instance(as_id(row["id"]), board, goal, shape, optimum)
    # Each move brings one tile one cell nearer to its goal or farther from it.
    spare = optimum - _manhattan(goal, shape)(board)
    possible = optimum == math.inf if not is_reachable(board, goal, shape) else spare >= 0 and spare % 2 == 0
    if not possible:
        raise ValueError(f"no shortest solution of {board} has {given} moves")
    return instance


@cache
def _manhattan(goal: State, shape: Shape) -> Callable[[State], float]:
    """Return Manhattan for that goal. It's bound once for all boards with the goal."""
    return NPuzzle(goal, goal, shape=shape).heuristic


KORF_100: Final[InstanceSet[int]] = InstanceSet("R. E. Korf (1985)", "korf_1985.csv", 100, int)
"""100 random 15-puzzles, ids 1 to 100, goal 0 1 2 ... 15, of R. E. Korf, "Depth-First Iterative-Deepening: An Optimal
Admissible Tree Search", Artificial Intelligence 27 (1985). Optima from 41 to 66, 53.05 on average; 79, 12 and 42 are
the easiest for IDA*.
"""

KORF_FELNER_50: Final[InstanceSet[int]] = InstanceSet(
    "R. E. Korf and A. Felner (2002)", "korf_felner_2002.csv", 50, int
)
"""50 random 24-puzzles, ids 1 to 50, goal 0 1 2 ... 24. Source: R. E. Korf and A. Felner, "Disjoint pattern database
heuristics", Artificial Intelligence 134 (2002). Optima as published, 100.78 on average; not computed again."""

NAMED_BOARDS: Final[InstanceSet[str]] = InstanceSet("the named boards", "named_boards.csv", 10, str)
"""Ten boards from other sources: ``tutorial`` (a 15-puzzle that a well-known tutorial solves in 24 moves instead of
22), ``notebook-easy``, ``-medium``, ``-hard`` and ``-unsolvable`` (the 8-puzzles of a published Julia notebook that
compares five heuristics), ``odd-even`` (a 15-puzzle with a goal of its own), and ``hard-52``, ``hard-55``, ``hard-56``
and ``hard-57`` (15-puzzles whose shortest solutions have that many moves)."""
