"""The N-puzzle of the arguments, and its heuristics by name; tables are made when a board asks for them."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from astarlib.cli.mistakes import UsageError, told
from astarlib.cli.shipped import the_instance
from astarlib.cli.task import Task
from astarlib.cli.watching import progress
from astarlib.events import Observer
from astarlib.problem import Heuristic, bind_heuristic
from astarlib.problems.npuzzle import (
    PARTITION_8,
    PARTITION_35,
    PARTITION_555,
    PARTITION_663,
    AdditivePatternDatabase,
    Euclidean,
    Hamming,
    LinearConflict,
    Manhattan,
    NPuzzle,
    Partition,
    WalkingDistance,
)

if TYPE_CHECKING:
    from astarlib.problems.npuzzle.instances import Instance


def npuzzle_task(given: Namespace) -> Task:
    """The N-puzzle of the arguments; UsageError names what is wrong with its boards."""
    name = given.heuristic or "manhattan"
    heuristics = npuzzle_heuristics(quiet=given.quiet)
    with told():
        puzzle = _puzzle(given, heuristics[name])
        if given.compiled:
            puzzle = _with_what_is_made(puzzle, heuristics[name])
        for compared in given.heuristics or ():
            bind_heuristic(heuristics[compared], puzzle)  # which makes its tables now, or refuses the board
    parity = "no sequence of moves permutes the tiles of the board into those of the goal"
    return Task(
        problem=puzzle,
        name="npuzzle",
        step="move",
        plain=list,
        heuristic=name,
        heuristics=heuristics,
        impossible=None if puzzle.is_solvable() else f"proved by parity: {parity}",
    )


def npuzzle_tasks(instances: Sequence[Instance[int]], given: Namespace) -> list[Task]:
    """The N-puzzles of the instances, of one shape and goal, such that they can be sent to other processes."""
    name = given.heuristic or "manhattan"
    heuristic = npuzzle_heuristics(quiet=given.quiet)[name]
    with told():
        if isinstance(heuristic, _WithTables):
            heuristic = heuristic.made(instances[0].problem())
        puzzles = [instance.problem(heuristic=heuristic) for instance in instances]
    return [Task(problem=puzzle, name="npuzzle", step="move", plain=list, heuristic=name) for puzzle in puzzles]


def _puzzle(given: Namespace, heuristic: Heuristic) -> NPuzzle:
    instance = the_instance(given)
    if instance is not None:
        return instance.problem(heuristic=heuristic)
    board = given.inputs.text_of(" ".join(given.board), "board")
    goal = None if given.goal is None else given.inputs.text_of(given.goal, "goal")
    return NPuzzle(board, goal, shape=given.shape, heuristic=heuristic)


def _with_what_is_made(puzzle: NPuzzle, heuristic: Heuristic) -> NPuzzle:
    """The puzzle with the heuristic that one with tables stands for: only that can be compiled."""
    if not isinstance(heuristic, _WithTables):
        return puzzle
    return NPuzzle(puzzle.initial_state, puzzle.goal, shape=puzzle.shape, heuristic=heuristic.made(puzzle))


def npuzzle_heuristics(*, quiet: bool) -> Mapping[str, Heuristic]:
    """All of them; unless ``quiet``, a progress bar is shown while tables are made."""
    return {
        "manhattan": Manhattan(),
        "hamming": Hamming(),
        "euclidean": Euclidean(),
        "linear-conflict": LinearConflict(),
        "walking-distance": _WithTables(lambda *_: WalkingDistance(), quiet),
        "pattern-database": _WithTables(partial(_database, (PARTITION_35, PARTITION_555)), quiet),
        "pattern-database-8": _WithTables(partial(_database, (PARTITION_8,)), quiet),
        "pattern-database-663": _WithTables(partial(_database, (PARTITION_663,)), quiet),
    }


@dataclass(frozen=True, slots=True)
class _WithTables:
    """A heuristic that is made for the problem it is bound to, and may fail at that."""

    made_for: Callable[[NPuzzle, Observer | None], Heuristic]
    quiet: bool

    def bind(self, problem: NPuzzle, /) -> Callable[[Any], float]:
        """The function ``state -> h``; UsageError as of `made`."""
        return self.made(problem).bind(problem)

    def made(self, problem: NPuzzle) -> Heuristic:
        """The heuristic itself; UsageError when numpy is not there, or the tables cannot be kept."""
        try:
            with progress(quiet=self.quiet) as bar:
                heuristic = self.made_for(problem, bar)
                heuristic.bind(problem)  # which may make tables, too
                return heuristic
        except ImportError as error:
            raise UsageError(str(error)) from error
        except OSError as error:
            raise UsageError(error.strerror or str(error)) from error


def _database(partitions: tuple[Partition, ...], puzzle: NPuzzle, bar: Observer | None) -> Heuristic:
    """The database of the partition that is for boards of that shape; ValueError when there is none."""
    for partition in partitions:
        if partition.shape == puzzle.shape:
            return AdditivePatternDatabase.build(puzzle.shape, puzzle.goal, partition, progress=bar)
    shapes = " or ".join(_size(partition.shape) for partition in partitions)
    raise ValueError(f"this pattern database is for boards of {shapes}, not {_size(puzzle.shape)}")


def _size(shape: tuple[int, int]) -> str:
    return f"{shape[0]} x {shape[1]}"
