"""Problems that are part of the package, by the options that name them."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from itertools import chain
from typing import TYPE_CHECKING, Any

from astarlib.cli.errors import UsageError, did_you_mean

if TYPE_CHECKING:
    from astarlib.problems.npuzzle.instances import Instance
    from astarlib.problems.sudoku import IrregularSudoku


def bundled_board(given: Namespace) -> Instance[int] | Instance[str] | None:
    """Return the N-puzzle that ``--korf``, ``--korf-felner`` or ``--example`` names, or None if BOARD is given.
    Raise UsageError if no board or more than one is given, and ValueError if there is no board with that id.
    """
    option, number = _board_option(given)
    if option == "BOARD":
        return None
    if isinstance(number, list):
        raise UsageError(f"{option} names several boards, which only solve takes; give the number of one")
    found: Instance[int] | Instance[str] = _instances(option).by_id(number)
    _reject_options(f"{option} {found.id}", {"--goal": given.goal, "--shape": given.shape})
    return found


def _instances(option: str) -> Any:  # Any: the ids are numbers or texts
    from astarlib.problems.npuzzle.instances import KORF_100, KORF_FELNER_50, NAMED_BOARDS

    return {"--korf": KORF_100, "--korf-felner": KORF_FELNER_50, "--example": NAMED_BOARDS}[option]


def bundled_boards(given: Namespace) -> list[Instance[int]] | None:
    """Return the N-puzzles if ``--korf`` or ``--korf-felner`` names several, else None."""
    option, ids = _board_option(given)
    if not isinstance(ids, list):
        return None
    _reject_options(option, {"--goal": given.goal, "--shape": given.shape})
    instances = _instances(option)
    chosen = chain.from_iterable(ids) if len(ids) > 0 else (instance.id for instance in instances)
    return [instances.by_id(each) for each in chosen]


def bundled_sudoku(given: Namespace) -> IrregularSudoku | None:
    """Return the sudoku that ``--example`` names, or None if TEXT is given.
    Raise UsageError if no sudoku or more than one is given, or if there is no example of that name.
    """
    cells = {} if given.cells is None else {"--cells": given.cells}
    if _only_option({"TEXT": given.text, **cells, "--example": given.example})[0] != "--example":
        return None
    from astarlib.problems.sudoku import examples

    _reject_options(
        f"--example {given.example}",
        {"--regions": given.regions, "--box": given.box, "--diagonals": given.diagonals or None},
    )
    known = {example.id: example for example in examples()}
    if given.example not in known:
        ids = list(known)
        hint = did_you_mean(given.example, known)
        raise UsageError(f"there is no example {given.example!r}; choose from {ids[0]} to {ids[-1]}{hint}")
    return known[given.example].problem


def _board_option(given: Namespace) -> tuple[str, Any]:
    board = " ".join(given.board) if len(given.board) > 0 else None
    return _only_option(
        {"BOARD": board, "--korf": given.korf, "--korf-felner": given.korf_felner, "--example": given.example}
    )


def _only_option(options: Mapping[str, object]) -> tuple[str, Any]:
    """Return the only option that is given, and its value; raise UsageError if there is none, or more than one."""
    taken = [option for option, value in options.items() if value is not None]
    if len(taken) > 1:
        raise UsageError(f"{' and '.join(taken)} each give a problem; leave out all but one")
    if len(taken) == 0:
        raise UsageError(f"no problem is given; write {' or '.join(options)} (see --help)")
    return taken[0], options[taken[0]]


def _reject_options(bundled: str, options: Mapping[str, object]) -> None:
    """Raise UsageError for an option whose value is part of the bundled problem."""
    for option, value in options.items():
        if value is not None:
            raise UsageError(f"{option} can't be used with {bundled}, which has its own")
