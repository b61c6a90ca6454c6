"""The N-puzzle of the arguments, and its heuristics by name; tables are made when a board asks for them."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from astarlib.cli.mistakes import UsageError, told
from astarlib.cli.shipped import the_instance
from astarlib.cli.task import Task
from astarlib.cli.watching import progress
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

NPUZZLE_HEURISTICS: Final[Mapping[str, Heuristic | tuple[Partition, ...]]] = {
    "manhattan": Manhattan(),
    "hamming": Hamming(),
    "euclidean": Euclidean(),
    "linear-conflict": LinearConflict(),
    "walking-distance": WalkingDistance(),
    "pattern-database": (PARTITION_35, PARTITION_555),
    "pattern-database-8": (PARTITION_8,),
    "pattern-database-663": (PARTITION_663,),
}
"""By their names; of a pattern database the partitions, of which one is for boards of a shape."""


def npuzzle_task(given: Namespace) -> Task:
    """The N-puzzle of the arguments; UsageError names what is wrong with its boards."""
    name = given.heuristic or "manhattan"
    with told(), _tables():
        board = _board(given)
        puzzle = NPuzzle(board.initial_state, board.goal, shape=board.shape, heuristic=_made(name, board, given))
        compared = {other: _made(other, puzzle, given) for other in given.heuristics or ()}
        for heuristic in compared.values():
            bind_heuristic(heuristic, puzzle)  # which makes its tables now, or refuses the board
    parity = "no sequence of moves permutes the tiles of the board into those of the goal"
    return Task(
        problem=puzzle,
        name="npuzzle",
        step="move",
        plain=list,
        heuristic=name,
        heuristics=compared,
        impossible=None if puzzle.is_solvable() else f"proved by parity: {parity}",
    )


def npuzzle_tasks(instances: Sequence[Instance[int]], given: Namespace) -> list[Task]:
    """The N-puzzles of the instances, of one shape and goal, such that they can be sent to other processes."""
    name = given.heuristic or "manhattan"
    with told(), _tables():
        heuristic = _made(name, instances[0].problem(), given)
        puzzles = [instance.problem(heuristic) for instance in instances]
    return [Task(problem=puzzle, name="npuzzle", step="move", plain=list, heuristic=name) for puzzle in puzzles]


def _board(given: Namespace) -> NPuzzle:
    """Initial state, goal and shape, with the heuristic that takes least to bind."""
    instance = the_instance(given)
    if instance is not None:
        return instance.problem(Hamming())
    board = given.inputs.text_of(" ".join(given.board), "board")
    goal = None if given.goal is None else given.inputs.text_of(given.goal, "goal")
    return NPuzzle(board, goal, shape=given.shape, heuristic=Hamming())


def _made(name: str, puzzle: NPuzzle, given: Namespace) -> Heuristic:
    """The heuristic of that name for boards like this one; ValueError when there is none."""
    known = NPUZZLE_HEURISTICS[name]
    if not isinstance(known, tuple):
        return known
    for partition in known:
        if partition.shape == puzzle.shape:
            with progress(quiet=given.quiet) as bar:
                return AdditivePatternDatabase.build(puzzle.shape, puzzle.goal, partition, progress=bar)
    shapes = " or ".join(_size(partition.shape) for partition in known)
    raise ValueError(f"this pattern database is for boards of {shapes}, not {_size(puzzle.shape)}")


@contextmanager
def _tables() -> Iterator[None]:
    """UsageError when numpy is not there, or tables cannot be kept."""
    try:
        yield
    except ImportError as error:
        raise UsageError(str(error)) from error
    except OSError as error:
        raise UsageError(error.strerror or str(error)) from error


def _size(shape: tuple[int, int]) -> str:
    return f"{shape[0]} x {shape[1]}"
