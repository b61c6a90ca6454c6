"""Problems that come with the package, by the options that name them, each in place of one that is written out."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from itertools import chain
from typing import TYPE_CHECKING

from astarlib.cli.mistakes import UsageError, did_you_mean

if TYPE_CHECKING:
    from astarlib.problems.npuzzle.instances import Instance
    from astarlib.problems.sudoku import IrregularSudoku


def the_instance(given: Namespace) -> Instance[int] | Instance[str] | None:
    """The N-puzzle that ``--korf``, ``--korf24`` or ``--example`` names; None for a board that is written out.

    UsageError when there is no board at all, or more than one; ValueError when there is none with that id.
    """
    way = _way(given)
    if way == "BOARD":
        return None
    if isinstance(given.korf, list) or isinstance(given.korf24, list):
        raise UsageError(f"{way} names several boards, which are for solve; give the number of one")
    from astarlib.problems.npuzzle.instances import KORF_100, KORF_FELNER_50, NAMED_BOARDS

    match way:
        case "--korf":
            found: Instance[int] | Instance[str] = KORF_100.by_id(given.korf)
        case "--korf24":
            found = KORF_FELNER_50.by_id(given.korf24)
        case _:
            found = NAMED_BOARDS.by_id(given.example)
    _refuse_beside(f"{way} {found.id}", {"--goal": given.goal, "--shape": given.shape})
    return found


def several_instances(given: Namespace) -> list[Instance[int]] | None:
    """The N-puzzles where ``--korf`` or ``--korf24`` names several; None where one is given in whatever way.

    UsageError and ValueError as of `the_instance`.
    """
    way = _way(given)
    named = {"--korf": given.korf, "--korf24": given.korf24}.get(way)
    if not isinstance(named, list):
        return None
    from astarlib.problems.npuzzle.instances import KORF_100, KORF_FELNER_50

    _refuse_beside(way, {"--goal": given.goal, "--shape": given.shape})
    instances = KORF_100 if way == "--korf" else KORF_FELNER_50
    ids = chain.from_iterable(named) if len(named) > 0 else (instance.id for instance in instances)
    return [instances.by_id(each) for each in ids]


def _way(given: Namespace) -> str:
    board = " ".join(given.board) if len(given.board) > 0 else None
    return _only({"BOARD": board, "--korf": given.korf, "--korf24": given.korf24, "--example": given.example})


def the_example(given: Namespace) -> IrregularSudoku | None:
    """The sudoku that ``--example`` names; None for one that is written out.

    UsageError when there is no sudoku at all, more than one, or none of that name.
    """
    if _only({"--cells": given.cells, "--example": given.example}) == "--cells":
        return None
    from astarlib.problems.sudoku import examples

    _refuse_beside(f"--example {given.example}", {"--regions": given.regions, "--box": given.box})
    known = {example.id: example for example in examples()}
    if given.example not in known:
        ids = list(known)
        hint = did_you_mean(given.example, known)
        raise UsageError(f"there is no example {given.example!r}; they are {ids[0]} to {ids[-1]}{hint}")
    return known[given.example].problem


def _only(ways: Mapping[str, object]) -> str:
    """The only way of naming a problem that is taken; UsageError when it is none, or not the only one."""
    taken = [way for way, what in ways.items() if what is not None]
    if len(taken) > 1:
        raise UsageError(f"{' and '.join(taken)} each give a problem; leave one of them")
    if len(taken) == 0:
        raise UsageError(f"no problem is given; write {' or '.join(ways)} (see --help)")
    return taken[0]


def _refuse_beside(shipped: str, options: Mapping[str, object]) -> None:
    """UsageError for an option that says what the shipped problem says by itself."""
    for option, what in options.items():
        if what is not None:
            raise UsageError(f"{option} is for a problem that is written out; that of {shipped} has its own")
