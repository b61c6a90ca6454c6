"""A script that was written for simpleai, run with simpleai and, with another import, with astarlib."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from typing import Final

from benchmarks.harness.case import Case, Contender
from benchmarks.suites.peers import ENVIRONMENT, Peers

BOARDS: Final = {  # by the moves that it takes
    5: "1-4-2\n3-5-8\n6-e-7",
    18: "1-3-4\n2-7-5\n6-8-e",
    25: "8-1-7\n4-5-6\n2-e-3",
    27: "8-7-6\n4-1-e\n5-3-2",
}


def cases(*, quick: bool) -> Iterator[Case]:
    """Yield a case for each board."""
    peers = Peers(quick=quick)
    there = peers.made or importlib.util.find_spec("simpleai") is not None
    for moves, board in BOARDS.items():
        yield Case(
            name=f"8-puzzle-{moves}",
            title=f"The 8-puzzle script of the tests, A* on a board of {moves} moves",
            contenders=(
                Contender(
                    name="astarlib.simpleai",
                    program="benchmarks.programs.moving:solve",
                    arguments=("astarlib.simpleai", board),
                ),
                Contender(
                    name="simpleai",
                    program="benchmarks.programs.peers.script:eight_puzzle",
                    arguments=(board,),
                    environment=ENVIRONMENT if peers.made else "ours",
                    missing="" if there else peers.missing,
                    trusted=False,
                ),
            ),
            expected={"cost": moves},
            warm_up=True,
        )
