"""The 8-puzzle script of the tests, written for simpleai. With another import, it uses astarlib."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

SCRIPT = Path(__file__).parents[2] / "tests" / "moving" / "scripts" / "eight_puzzle.py"


def solve(library: str, board: str) -> Callable[[], dict[str, Any]]:
    """Run A* on a board by the script, with names imported from that library."""
    names: dict[str, Any] = {"__name__": "script"}
    source = SCRIPT.read_text(encoding="utf-8").replace("from simpleai.search", f"from {library}")
    exec(compile(source, SCRIPT, "exec"), names)
    problem = names["EightPuzzle"](board)
    return lambda: {"cost": names["astar"](problem, graph_search=True).cost}
