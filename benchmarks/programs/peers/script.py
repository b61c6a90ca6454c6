"""simpleai with the script of the tests that was written for it."""

from __future__ import annotations

from benchmarks.programs.moving import solve
from benchmarks.programs.peers.counting import Run

DISTRIBUTIONS = ("simpleai",)


def eight_puzzle(board: str) -> Run:
    """Run A*."""
    return solve("simpleai.search", board)
