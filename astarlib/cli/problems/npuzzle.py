"""The N-puzzle: its arguments, its heuristics by name, and the task that they make."""

from __future__ import annotations

from argparse import Namespace, _ArgumentGroup
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from astarlib._support.interrupts import raise_if_from_handler
from astarlib.cli import argument_types
from astarlib.cli.errors import UsageError, reason, usage_errors
from astarlib.cli.output import progress_bar
from astarlib.cli.parser import ProblemArguments, Task
from astarlib.cli.problems.bundled import bundled_board
from astarlib.problem import Heuristic, bind_heuristic
from astarlib.problems.npuzzle import (
    PARTITION_8,
    PARTITION_35,
    PARTITION_78,
    PARTITION_555,
    PARTITION_663,
    PARTITION_6666,
    AdditivePatternDatabase,
    Euclidean,
    Hamming,
    LinearConflict,
    Manhattan,
    NPuzzle,
    Partition,
    WalkingDistance,
)
from astarlib.problems.npuzzle.puzzle import WRONG_PARITY

if TYPE_CHECKING:
    from astarlib.problems.npuzzle.instances import Instance

HEURISTICS: Final[Mapping[str, Heuristic | tuple[Partition, ...]]] = {
    "manhattan": Manhattan(),
    "hamming": Hamming(),
    "euclidean": Euclidean(),
    "linear-conflict": LinearConflict(),
    "walking-distance": WalkingDistance(),
    "pattern-database": (PARTITION_35, PARTITION_555),
    "pattern-database-8": (PARTITION_8,),
    "pattern-database-663": (PARTITION_663,),
    "patterns-78": (PARTITION_78,),
    "patterns-6666": (PARTITION_6666,),
}
"""The heuristics by name. For a pattern database: its partitions, one for each shape of board."""


def add_arguments(boards: _ArgumentGroup) -> None:
    """Add the arguments of ``npuzzle``."""
    boards.add_argument(
        "board",
        nargs="*",
        metavar="BOARD",
        help="tiles row by row, with 0, . or _ for the blank and / between the rows of a board that isn't square; "
        "or a file with one row per line; or - for standard input",
    )
    boards.add_argument(
        "--korf",
        type=argument_types.ids,
        metavar="N",
        help="one of Korf's 100 15-puzzles (1985), instead of BOARD; solve takes several, such as 1-20 or 5,7 or all",
    )
    boards.add_argument(
        "--korf-felner",
        type=argument_types.ids,
        metavar="N",
        help="one of Korf and Felner's 50 24-puzzles (2002), instead of BOARD, or several",
    )
    boards.add_argument("--example", metavar="NAME", help="a named board, instead of BOARD, such as hard-52")
    boards.add_argument("--goal", metavar="BOARD", help="goal board (default: the tiles in order, the blank last)")
    boards.add_argument("--shape", type=argument_types.shape, metavar="RxC", help="rows and columns, such as 3x4")
    boards.add_argument("--prove", action="store_true", help="search even if parity shows that there is no solution")


def _task(given: Namespace) -> Task:
    """Return the N-puzzle of the arguments; raise UsageError if its boards are wrong."""
    name = given.heuristic or "manhattan"
    with usage_errors(), _table_errors():
        board = _board(given)
        puzzle = NPuzzle(board.initial_state, board.goal, shape=board.shape, heuristic=_heuristic(name, board, given))
        compared = {other: _heuristic(other, puzzle, given) for other in given.heuristics or ()}
        for heuristic in compared.values():
            bind_heuristic(heuristic, puzzle)  # This builds the tables, or raises an error about the board.
    if given.prove:
        vars(puzzle)["why_unsolvable"] = None
    return Task(
        problem=puzzle,
        name="npuzzle",
        step="move",
        plain=list,
        heuristic=name,
        heuristics=compared,
        impossible=None if puzzle.is_solvable() else f"proved by parity: {WRONG_PARITY}",
    )


def board_tasks(instances: Sequence[Instance[int]], given: Namespace) -> list[Task]:
    """Return tasks for instances of one shape and goal, which other processes can solve."""
    name = given.heuristic or "manhattan"
    with usage_errors(), _table_errors():
        heuristic = _heuristic(name, instances[0].problem(), given)
        puzzles = [instance.problem(heuristic) for instance in instances]
    return [Task(problem=puzzle, name="npuzzle", step="move", plain=list, heuristic=name) for puzzle in puzzles]


def _board(given: Namespace) -> NPuzzle:
    """Return the initial state, goal and shape, with the heuristic that is cheapest to bind."""
    instance = bundled_board(given)
    if instance is not None:
        return instance.problem(Hamming())
    board = given.inputs.text_of(" ".join(given.board), "board")
    goal = None if given.goal is None else given.inputs.text_of(given.goal, "goal")
    return NPuzzle(board, goal, shape=given.shape, heuristic=Hamming())


def _heuristic(name: str, puzzle: NPuzzle, given: Namespace) -> Heuristic:
    """Return the heuristic with that name for boards like this one. Raise ValueError if there is none."""
    known = HEURISTICS[name]
    if not isinstance(known, tuple):
        return known
    for partition in known:
        if partition.shape == puzzle.shape:
            with progress_bar(quiet=given.quiet, doing="loading the tables") as bar:
                return AdditivePatternDatabase.build(puzzle.shape, puzzle.goal, partition, observer=bar)
    shapes = " or ".join(_size(partition.shape) for partition in known)
    raise ValueError(f"--heuristic: {name} is for boards of {shapes}, not {_size(puzzle.shape)}")


@contextmanager
def _table_errors() -> Iterator[None]:
    """Raise UsageError if numpy isn't installed, or tables can't be built or stored."""
    try:
        yield
    except (ImportError, MemoryError, OSError) as error:
        raise_if_from_handler(error)
        raise UsageError(reason(error)) from error


def _size(shape: tuple[int, int]) -> str:
    return f"{shape[0]} x {shape[1]}"


PROBLEM: Final = ProblemArguments(
    "the N-puzzle: slide tiles until they match the goal",
    'npuzzle "0 5 6 3 9 1 2 4 10 7 11 15 13 14 12 8"',
    add_arguments,
    _task,
    heuristics=tuple(HEURISTICS),
    default_heuristic="manhattan",
    takes_several=True,
)
