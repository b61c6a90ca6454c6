"""A robot that walks through a grid, searches again after each change, and is drawn as an animated SVG."""

from __future__ import annotations

import html
from collections.abc import Callable, Collection
from math import inf
from typing import NamedTuple

from astarlib.engines import Engine
from astarlib.problems.grid import GridProblem

Cell = tuple[int, int]
SIZE = 14


class Moment(NamedTuple):
    """The robot before a step: its position, the target, the known walls, the planned path, the expansions so far."""

    robot: Cell
    target: Cell
    walls: frozenset[Cell]
    path: tuple[Cell, ...]
    expanded: int


def walk(
    engine: Engine, problem: GridProblem, sense: Callable[[int, Cell], Collection[Cell]], target: Callable[[int], Cell]
) -> list[Moment]:
    """Walk to the target one step at a time.

    ``sense`` returns the cells that are found to be blocked at a step and a position, and ``target`` the cell of the
    target at a step.
    """
    search, moments, walls = engine.start(problem), [], {c for c in _cells(problem) if not problem.grid.is_free(c)}
    for step in range(200):
        result = search.run()
        if result.solution is None:
            break
        position = problem.initial_state
        moments.append(Moment(position, problem.goal, frozenset(walls), result.states, result.statistics.expanded))
        if position == problem.goal:
            break
        new = [cell for cell in sense(step, position) if cell not in walls]
        walls |= set(new)
        start = position if result.states[1] in walls else result.states[1]
        changed = problem.with_costs(dict.fromkeys(new, inf)).between(start, target(step + 1))
        search.update(problem=changed)
        problem = changed
    return moments


def _cells(problem: GridProblem) -> list[Cell]:
    return [(x, y) for y in range(problem.grid.height) for x in range(problem.grid.width)]


def drawn(moments: list[Moment], width: int, height: int, says: str, *, seconds: float = 0.35) -> str:
    """Return the walk as an SVG that moves without a script."""
    frames = []
    total = seconds * (len(moments) + 3)
    for number, moment in enumerate(moments):
        shapes = [
            f'<rect x="{x * SIZE}" y="{y * SIZE}" width="{SIZE}" height="{SIZE}" fill="currentColor" opacity=".7"/>'
            for x, y in sorted(moment.walls)
        ]
        line = " ".join(f"{x * SIZE + SIZE / 2:g},{y * SIZE + SIZE / 2:g}" for x, y in moment.path)
        shapes.append(f'<polyline points="{line}" fill="none" stroke="#4c78c8" stroke-width="3"/>')
        for (x, y), color in ((moment.target, "#d6493a"), (moment.robot, "#2f9e5b")):
            shapes.append(f'<circle cx="{x * SIZE + SIZE / 2:g}" cy="{y * SIZE + SIZE / 2:g}" r="5" fill="{color}"/>')
        begin, end = number * seconds / total, (number + 1) * seconds / total
        is_last = number == len(moments) - 1
        times, values = (
            ("0;{:.4f};1", "none;inline;inline") if is_last else ("0;{:.4f};{:.4f};1", "none;inline;none;none")
        )
        shapes.append(
            f'<animate attributeName="display" calcMode="discrete" dur="{total:g}s" repeatCount="indefinite" '
            f'keyTimes="{times.format(begin, end)}" values="{values}"/>'
        )
        frames.append(f'<g display="{"inline" if is_last else "none"}">{"".join(shapes)}</g>')
    size = f'viewBox="0 0 {width * SIZE} {height * SIZE}" width="{width * SIZE}"'
    border = '<rect width="100%" height="100%" fill="none" stroke="currentColor"/>'
    opening = f'<div class="figure"><svg role="img" aria-label="{html.escape(says)}" {size}>'
    return f"{opening}{border}{''.join(frames)}</svg></div>"
