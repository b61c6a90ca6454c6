"""The scene of a solution: boards, sudokus and grids as on paper, else as the problem draws it, else as its text."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, groupby, product
from typing import Any

from astarlib._support.plain_values import is_number
from astarlib.capabilities import action_texter, drawer, map_of, resolve, state_texter
from astarlib.checking.numbers import counted, shown
from astarlib.engines.explaining import checked_key
from astarlib.errors import brief
from astarlib.plotting.drawn import drawn_states, drawn_walk
from astarlib.plotting.scene import Content, Item, Role, Scene, Stop, disc
from astarlib.problem import A, Problem, S
from astarlib.problems.grid import Cell, Grid, GridProblem
from astarlib.problems.npuzzle import NPuzzle
from astarlib.problems.sudoku import IrregularSudoku
from astarlib.result import SearchResult

_LETTER, _LINE = 0.31, 0.62
"""Width and height of a letter of a text, in cells."""
_NARROW = 24
"""Letters in a line, even where none has so many: else they would be huge."""


def scene_of(problem: Problem[S, A], result: SearchResult[S, A]) -> Scene:
    """How a solution goes, a frame for each of its states.

    Raises
    ------
    NoSolutionError
        When there is no solution.
    ValueError, TypeError
        When it is no result, or that of another problem.
    InvalidProblemError
        When the problem has not the members of one.
    """
    powers = resolve(problem)
    if not isinstance(result, SearchResult):
        raise TypeError(f"a solution is given as the SearchResult that has it, not {brief(result)}")
    first, start = result.states[0], problem.initial_state
    if checked_key(powers, first) != checked_key(powers, start):
        raise ValueError(f"the result is of another problem: it begins with {brief(first)}, not {brief(start)}")
    states: Sequence[Any] = result.states  # Any: each kind of problem has its own, told apart next
    kind: object = problem
    match kind:
        case NPuzzle() if type(kind).drawing is NPuzzle.drawing:  # else a subclass draws in its own way
            width, height, items = _board(kind.shape, states)
        case IrregularSudoku() if type(kind).drawing is IrregularSudoku.drawing:
            width, height, items = _sudoku(kind.regions, [kind.grid(state) for state in states])
        case GridProblem() if type(kind).drawn_map is GridProblem.drawn_map:
            width, height, items = _grid(kind.grid, states)
        case _:
            width, height, items = _own(problem, states)
    captions = _captions(action_texter(problem), result)
    title = f"{type(problem).__name__}, {result.engine}: cost {shown(result.cost)} in {captions[0]}"
    return Scene(width, height, items, captions, title)


def check_seconds(seconds: float) -> None:
    """ValueError or TypeError for what is no time to look at a frame."""
    if not isinstance(seconds, (int, float)) or isinstance(seconds, bool):
        raise TypeError(f"seconds must be a number, not {seconds!r}")
    if not is_number(seconds, 0.02, 600):
        raise ValueError(f"seconds must be 0.02 to 600, not {brief(seconds)}")


def _captions(text: Callable[[A], str], result: SearchResult[Any, A]) -> list[str]:
    costs = accumulate(() if result.solution is None else result.solution.costs)
    steps = zip(result.actions, costs, strict=True)
    return [
        counted(len(result.actions), "step"),
        *(
            f"{number:,} of {len(result.actions):,}: {text(action)}, cost so far {shown(cost)}"
            for number, (action, cost) in enumerate(steps, 1)
        ),
    ]


def _board(shape: tuple[int, int], states: Sequence[tuple[int, ...]]) -> Content:
    rows, columns = shape
    stops: dict[int, list[Stop]] = {tile: [] for tile in sorted(states[0]) if tile != 0}
    for frame, state in enumerate(states):
        for cell, tile in enumerate(state):
            y, x = divmod(cell, columns)
            if tile != 0 and (len(stops[tile]) == 0 or stops[tile][-1][1:] != (x, y)):
                stops[tile].append(Stop(frame, x, y))
    tiles = [Item(Role.TILE, places, text=str(tile)) for tile, places in stops.items()]
    return columns, rows, [Item(Role.BOARD, [Stop(0, 0, 0)], columns, rows), *tiles]


def _sudoku(regions: Sequence[Sequence[object]], grids: Sequence[Sequence[Sequence[int]]]) -> Content:
    size = len(regions)
    cells = list(product(range(size), repeat=2))
    items = [Item(Role.CELL, [Stop(0, x, y)]) for y, x in cells]
    written: list[Item] = []
    cursor: list[Stop] = []
    for y, x in cells:
        frame = next((frame for frame, grid in enumerate(grids) if grid[y][x] > 0), None)
        if frame is not None:
            role = Role.CLUE if frame == 0 else Role.WRITTEN
            written.append(Item(role, [Stop(frame, x, y)], text=str(grids[frame][y][x])))
            cursor += [Stop(frame, x, y)] if frame > 0 else []
    cursor.sort()
    for here, (until, _, _) in zip(cursor, [*cursor[1:], Stop(len(grids), 0, 0)], strict=True):
        items.append(Item(Role.CURSOR, [here], until=until))
    return size, size, [*items, *written, *_borders(regions)]


def _borders(regions: Sequence[Sequence[object]]) -> Iterator[Item]:
    """Lines around the regions: a segment wherever two neighbours are not of one."""
    size, thick = len(regions), 0.08

    def region(y: int, x: int) -> object:
        return regions[y][x] if 0 <= y < size and 0 <= x < size else None

    for y, x in product(range(size + 1), repeat=2):
        if x < size and (y in {0, size} or region(y, x) != region(y - 1, x)):
            yield Item(Role.LINE, [Stop(0, x - thick / 2, y - thick / 2)], 1 + thick, thick)
        if y < size and (x in {0, size} or region(y, x) != region(y, x - 1)):
            yield Item(Role.LINE, [Stop(0, x - thick / 2, y - thick / 2)], thick, 1 + thick)


def _grid(grid: Grid, path: Sequence[Cell]) -> Content:
    dot, walker, end = 0.36, 0.76, 0.86
    items = [Item(Role.FREE, [Stop(0, 0, 0)], grid.width, grid.height), *_ground(grid)]
    middles = [(x + 0.5, y + 0.5) for x, y in path]
    items += [disc(Role.END, end, [(0, middles[0])]), disc(Role.END, end, [(0, middles[-1])])]
    items += [disc(Role.TRAIL, dot, [(frame, middle)]) for frame, middle in enumerate(middles)]
    items.append(disc(Role.WALKER, walker, enumerate(middles)))
    return grid.width, grid.height, items


def _ground(grid: Grid) -> Iterator[Item]:
    """Obstacles and dear cells, those of a row that are alike and together as one."""
    dearest = max((cost for cost in _costs(grid) if cost < math.inf), default=1)
    span = dearest - grid.cheapest or 1
    for y in range(grid.height):
        for cost, run in groupby(range(grid.width), lambda x: grid.cost((x, y))):  # noqa: B023  # used at once
            columns = list(run)
            if cost > grid.cheapest:
                role = Role.OBSTACLE if cost == math.inf else Role.TERRAIN
                strength = 1 if cost == math.inf else (cost - grid.cheapest) / span
                yield Item(role, [Stop(0, columns[0], y)], len(columns), strength=strength)


def _costs(grid: Grid) -> Iterator[float]:
    return (grid.cost((x, y)) for y in range(grid.height) for x in range(grid.width))


def _own(problem: Problem[Any, Any], states: Sequence[Any]) -> Content:
    """As the problem itself draws it; else as text."""
    on_map, draw = map_of(problem), drawer(problem)
    if on_map is not None:
        ground, place = on_map
        return drawn_walk(ground, list(map(place, states)))
    if draw is not None:
        return drawn_states(list(map(draw, states)))
    return _text(list(map(state_texter(problem), states)))


def _text(texts: Sequence[str]) -> Content:
    lines = [text.split("\n") for text in texts]
    width = max(_NARROW, *(len(line) for text in lines for line in text)) * _LETTER + 0.4
    height = max(map(len, lines)) * _LINE + 0.4
    return width, height, [
        Item(Role.TEXT, [Stop(frame, 0, 0)], width, height, text, until=frame + 1) for frame, text in enumerate(texts)
    ]  # fmt: skip
