"""Writes the recorded searches that the pages show, into the built site."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from astarlib import AStar, GreedyBestFirst
from astarlib.observers.recorder import Recorder, Trace
from astarlib.problems.graph import romania
from astarlib.problems.grid import GridProblem
from astarlib.problems.npuzzle import NPuzzle
from astarlib.viewer import write_page

MAP = """
..............................
..............................
......################........
.....................#........
.....................#........
.....................#........
..........####.......#........
.............#.......#........
.............#.......#........
.............#.......#........
.............#################
.............#................
..............................
..............................
"""


def on_post_build(config: Any, **_: object) -> None:  # Any: mkdocs' own
    """Record the searches and write their pages."""
    folder = Path(config["site_dir"], "watch")
    folder.mkdir(exist_ok=True)
    way = GridProblem(MAP, (2, 8), (27, 4), connectivity=8)
    write_page(folder / "romania.html", recorded(romania()))
    write_page(folder / "puzzle.html", recorded(NPuzzle("8 6 7 / 2 5 4 / 3 0 1")))
    write_page(folder / "compared.html", (recorded(way), recorded(way, GreedyBestFirst())))


def recorded(problem: Any, engine: Any = AStar()) -> Trace:  # Any: any problem, any engine  # noqa: B008  # a value
    """The trace of a search."""
    recorder = Recorder()
    engine.search(problem, observer=recorder)
    return recorder.trace
