"""Record the searches of one maze by two engines, step by step, for the maze editor of the playground."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from typing import Any

from astarlib import ENGINES, Limits, Search, SearchResult, Status
from astarlib.engines import Engine
from astarlib.errors import MissingCapabilityError
from astarlib.events import Expanded
from astarlib.problems.grid import Cell, GridProblem
from astarlib.result import Side

MAX_EXPANDED = 2_000
"""The number of expansions that are recorded at most. IDA* and other engines without memory would need millions."""


def engines() -> str:
    """Return the names and classes of the engines that can search a maze, as JSON."""
    problem = GridProblem("..", (0, 0), (1, 0))
    return json.dumps([[name, kind.__name__] for name, kind in ENGINES.items() if _can_search(kind(), problem)])


def _can_search(engine: Engine, problem: GridProblem) -> bool:
    try:
        engine.start(problem)
    except MissingCapabilityError:
        return False
    return True


def record(rows: str, start: list[int], goal: list[int], connectivity: int, engine: str) -> str:
    """Return the steps of a search as JSON.

    Parameters
    ----------
    rows:
        The rows of the maze, separated by line breaks: ``#`` is a wall, ``.`` costs 1, and a digit is a cost.
    start, goal:
        The column and the row of two cells.
    connectivity:
        The number of neighbors of a cell, 4 or 8.
    engine:
        The name of an engine.
    """
    problem = GridProblem(rows.splitlines(), tuple(start), tuple(goal), connectivity=connectivity)
    return json.dumps(recorded(ENGINES[engine](), problem, MAX_EXPANDED))


def recorded(engine: Engine, problem: GridProblem, max_expanded: int) -> dict[str, Any]:  # Any: JSON
    """Return what the page shows: the steps of a search, and what its result proves."""
    expanded: list[Cell] = []
    sends_cells = Expanded in engine.event_types

    def note(event: Expanded) -> None:
        expanded.append(event.state)

    note.event_types = {Expanded}  # type: ignore[attr-defined]  # an attribute of an observer
    search = engine.start(problem, observer=note if sends_cells else None)
    shown: dict[Cell, str] = {}
    cost = math.inf
    steps: list[dict[str, Any]] = []  # Any: values of several types
    for result in _steps(search, max_expanded):
        frontier = {entry.state for side in Side for entry in search.frontier(side)}
        closed = {entry.state for side in Side for entry in search.states(side) if entry.closed}
        # Cells can be dropped again: IDA* stores only its current path, and BeamSearch prunes its frontier.
        marks = dict.fromkeys(shown, "dropped") | dict.fromkeys(closed, "closed") | dict.fromkeys(frontier, "frontier")
        changes = [[*cell, mark] for cell, mark in marks.items() if shown.get(cell) != mark]
        now = expanded if sends_cells else [cell for cell in closed if shown.get(cell) != "closed"]
        steps.append(
            {
                "expanded": result.statistics.expanded,
                "frontier": len(frontier),
                "cost": None if result.solution is None else result.cost,
                "bound": result.lower_bound if result.lower_bound < math.inf else None,
                "now": [list(cell) for cell in now],
                "changes": changes,
            }
        )
        if result.solution is not None and result.cost != cost:
            cost = result.cost
            steps[-1]["path"] = [list(cell) for cell in result.states]
        shown = marks
        expanded.clear()
    return {"steps": steps, "says": result.summary(), "unfinished": result.status is Status.LIMIT}


def _steps(search: Search[Cell, str], max_expanded: int) -> Iterator[SearchResult[Cell, str]]:
    """Yield the result after each expansion: a search that is run in parts is the same search."""
    result = search.run(Limits(expanded=0))
    yield result
    while result.status is Status.LIMIT and result.statistics.expanded < max_expanded:
        result = search.run(Limits(expanded=1))
        yield result
