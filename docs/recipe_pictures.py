"""Draw the pictures of the recipes as SVG, from the answers of their scripts in docs/examples/."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Final, NamedTuple

from astarlib import AStar, BidirectionalDijkstra, Limits, with_heuristic, with_predecessors
from astarlib.problems.grid import Cell, Grid, GridProblem
from astarlib.problems.npuzzle import PARTITION_663
from astarlib.problems.npuzzle.instances import KORF_100
from docs.examples import (
    game_character,
    jigsaw_sudoku,
    own_map,
    pocket_cube,
    road_network,
    robot_heading,
    robots,
    schedule,
    word_ladder,
)

SIZE: Final = 24
"""The size of a cell in pixels."""


class Picture(NamedTuple):
    """A picture without its frame. The shapes have the classes of the style sheet for diagrams."""

    width: float
    height: float
    shapes: str
    says: str
    """The description for screen readers."""


def shown(name: str) -> str:
    """Return the picture of a recipe as HTML."""
    picture = drawn(name)
    described = f'role="img" aria-label="{html.escape(picture.says)}" width="{picture.width:g}"'
    return f'<div class="figure">{framed(picture, described)}</div>'


@cache
def drawn(name: str) -> Picture:
    """Return the picture of a recipe, which its page and the gallery show."""
    return PICTURES[name]()


def framed(picture: Picture, attributes: str) -> str:
    """Return a picture as SVG with these attributes."""
    frame = f'viewBox="-2 -2 {picture.width + 4:g} {picture.height + 4:g}"'
    return f'<svg class="diagram" {frame} {attributes}>{picture.shapes}</svg>'


def _box(x: float, y: float, kind: str, *, width: float = 1, height: float = 1, text: str = "") -> str:
    """Return a rectangle with a text in its middle. The unit is a cell."""
    box = (
        f'<rect class="{kind}" x="{SIZE * x + 1:g}" y="{SIZE * y + 1:g}" width="{SIZE * width - 2:g}" '
        f'height="{SIZE * height - 2:g}" rx="2"/>'
    )
    x, y = SIZE * (x + width / 2), SIZE * (y + height / 2) + 5
    return box if text == "" else f'{box}<text x="{x:g}" y="{y:g}" text-anchor="middle">{html.escape(text)}</text>'


def _route(places: Iterable[tuple[float, float]]) -> str:
    line = " ".join(f"{SIZE * x:g},{SIZE * y:g}" for x, y in places)
    return f'<polyline class="route" points="{line}"/>'


def _mark(kind: str, x: float, y: float) -> str:
    """Return a circle with the letter S for the start or G for the goal, around a point. The unit is a cell."""
    x, y = SIZE * x, SIZE * y
    return (
        f'<circle class="mark {kind}" cx="{x:g}" cy="{y:g}" r="{0.46 * SIZE:g}"/>'
        f'<text class="strong small" x="{x:g}" y="{y + 4:g}" text-anchor="middle">{kind[0].upper()}</text>'
    )


def _ends(places: Sequence[tuple[float, float]]) -> str:
    return _mark("start", *places[0]) + _mark("goal", *places[-1])


def _centers(cells: Iterable[Cell]) -> list[tuple[float, float]]:
    return [(x + 0.5, y + 0.5) for x, y in cells]


def _cells(grid: Grid, kind: Callable[[Cell], str]) -> str:
    return "".join(_box(x, y, kind((x, y))) for y in range(grid.height) for x in range(grid.width))


def _word_ladder() -> Picture:
    ladder = word_ladder.WordLadder("cold", "fire")
    words = BidirectionalDijkstra().search(with_predecessors(ladder, [ladder.goal])).states
    shapes = []
    for row, word in enumerate(words):
        for column, letter in enumerate(word):
            is_new = row > 0 and words[row - 1][column] != letter
            shapes.append(
                _box(1.5 * column, 1.5 * row, "goal" if is_new else "closed", width=1.5, height=1.5, text=letter)
            )
    return Picture(6 * SIZE, 1.5 * SIZE * len(words), "".join(shapes), f"A ladder of words: {', '.join(words)}.")


def _own_map() -> Picture:
    island, walk = own_map.island, own_map.walk
    kinds = {"=": "road", ".": "grass", "T": "forest", "s": "swamp", "~": "water"}
    ground = _cells(island, lambda cell: kinds[island.rows[cell[1]][cell[0]]])
    path = AStar().search(walk).states
    return Picture(
        SIZE * island.width,
        SIZE * island.height,
        ground + _route(_centers(path)) + _ends(_centers(path)),
        "An island with grass, a forest, a swamp and a road. The path from S to G leaves the forest and follows the "
        "road.",
    )


def _road_network() -> Picture:
    roads = road_network.read_osm("docs/examples/village.osm")
    at = roads.nodes(data="at")
    places = {node: (x / 100 + 0.5, 10 - y / 100) for node, (x, y) in at}
    shapes = [
        f'<line class="street" x1="{SIZE * places[u][0]:g}" y1="{SIZE * places[u][1]:g}" '
        f'x2="{SIZE * places[v][0]:g}" y2="{SIZE * places[v][1]:g}"/>'
        for u, v in roads.edges()
    ]
    route = AStar().search(road_network.drive(roads, "1", "13")).states
    shapes.append(_route(places[node] for node in route))
    for x, y in places.values():
        shapes.append(f'<circle class="closed" cx="{SIZE * x:g}" cy="{SIZE * y:g}" r="4"/>')
    shapes.append(_ends([places[node] for node in route]))
    return Picture(
        16.5 * SIZE, 10.5 * SIZE, "".join(shapes), "The roads of a village, and the fastest route in them from S to G."
    )


def _robot_heading() -> Picture:
    room = robot_heading.ROOM
    poses = AStar().search(robot_heading.Robot(robot_heading.Pose(8, 4, heading=2), (18, 6))).states
    shapes = [_cells(room, lambda cell: "unseen" if room.is_free(cell) else "wall")]
    shapes.append(_route(_centers((x, y) for x, y, _ in poses)))
    for x, y, heading in dict.fromkeys(poses):
        right, down = robot_heading.HEADINGS[heading]
        long = 9 / (right**2 + down**2) ** 0.5
        center, middle = SIZE * (x + 0.5), SIZE * (y + 0.5)
        shapes.append(
            f'<line class="heading" x1="{center:g}" y1="{middle:g}" x2="{center + long * right:.1f}" '
            f'y2="{middle + long * down:.1f}"/>'
        )
    shapes.append(_ends(_centers((x, y) for x, y, _ in poses)))
    return Picture(
        SIZE * room.width,
        SIZE * room.height,
        "".join(shapes),
        "A robot turns around at S, leaves a dead end and drives around a wall to G. Lines show its heading.",
    )


def _robots() -> Picture:
    room = robots.WAREHOUSE
    shapes, plans = [_cells(room, lambda cell: "unseen" if room.is_free(cell) else "wall")], robots.plan_all()
    end = 2 + max(visits[-1][1] for visits in plans.values())
    shapes += [_route(_centers(cell for cell, _ in visits)) for visits in plans.values()]
    for name, visits in plans.items():
        moves = list[tuple[float, Cell]]()  # the moments at which a robot is in the middle of a cell
        for cell, time in visits:
            if len(moves) > 0 and time - moves[-1][0] > 1:
                moves.append((time - 1, moves[-1][1]))
            moves.append((time, cell))
        moves.append((end, moves[-1][1]))
        places = ";".join(f"{SIZE * (x + 0.5):g},{SIZE * (y + 0.5):g}" for _, (x, y) in moves)
        times = ";".join(f"{time / end:.4f}" for time, _ in moves)
        x, y = moves[-1][1]
        shapes.append(
            f'<g transform="translate({SIZE * (x + 0.5):g},{SIZE * (y + 0.5):g})"><animateTransform '
            f'attributeName="transform" type="translate" values="{places}" keyTimes="{times}" dur="{end / 2:g}s" '
            f'repeatCount="3"/><circle class="mark start" r="{0.4 * SIZE:g}"/>'
            f'<text class="strong small" y="4" text-anchor="middle">{name}</text></g>'
        )
    says = "Robots A to D move through a warehouse with narrow aisles. Where two would meet, one waits or goes around."
    return Picture(SIZE * room.width, SIZE * room.height, "".join(shapes), says)


def _schedule() -> Picture:
    result = AStar().search(schedule.Schedule(people=3))
    hour = 2  # cells, so that the name of a task of one hour fits
    free, now, shapes = [0.0, 0.0, 0.0], 0.0, []
    for action, hours in zip(result.actions, result.solution.costs, strict=True):
        if action != schedule.WAIT:
            row = next(row for row, until in enumerate(free) if until <= now)
            free[row] = now + schedule.HOURS[action]
            shapes.append(
                _box(hour * now, 1.6 * row, "open", width=hour * schedule.HOURS[action], height=1.5, text=action)
            )
        now += hours
    return Picture(hour * SIZE * now, 4.8 * SIZE, "".join(shapes), f"Three people finish all tasks in {now:g} hours.")


def _game_character() -> Picture:
    level = GridProblem(game_character.LEVEL, (6, 7), (27, 6), connectivity=8)
    frames = game_character.play(level, Limits(expanded=60))
    first = next(frame.plan for frame in frames if frame.plan != ())
    shapes = [_cells(level.grid, lambda cell: "unseen" if level.grid.is_free(cell) else "wall")]
    line = " ".join(f"{SIZE * x:g},{SIZE * y:g}" for x, y in _centers(first))
    shapes.append(f'<polyline class="plan" points="{line}"/>')
    walked = _centers([*(frame.position for frame in frames), level.goal])
    shapes.append(_route(walked) + _ends(walked))
    return Picture(
        SIZE * level.grid.width,
        SIZE * level.grid.height,
        "".join(shapes),
        "The dashed line is the first plan of the character from S to G, and the solid line is how it walked.",
    )


def _pocket_cube() -> Picture:
    cube = pocket_cube.after(*pocket_cube.SCRAMBLE)
    result = AStar().search(with_heuristic(cube, pocket_cube.estimate()))
    unit, across, down = 0.42, 4.1, 3.9
    columns = {"U": (2, 0), "L": (0, 2), "F": (2, 2), "R": (4, 2), "B": (6, 2), "D": (2, 4)}
    """The place of each face in the net of a cube, in stickers."""
    shapes = []
    for number, (action, state) in enumerate(result.path):
        left, top = across * (number % 5), down * (number // 5)
        for at, color in enumerate(state):
            column, row = columns["URFDLB"[at // 4]]
            x, y = left + unit * (column + at % 2), top + unit * (row + at % 4 // 2)
            shapes.append(
                f'<rect class="sticker {color}" x="{SIZE * x:.1f}" y="{SIZE * y:.1f}" width="{SIZE * unit - 0.8:.1f}" '
                f'height="{SIZE * unit - 0.8:.1f}" rx="1.5"/>'
            )
        shapes.append(
            f'<text x="{SIZE * (left + 5 * unit):.1f}" y="{SIZE * (top + 5.3 * unit):.1f}">{action or "start"}</text>'
        )
    rows = -(-len(result.states) // 5)
    says = f"The nets of a scrambled cube, after each of {result.cost} turns, until every face has one color."
    return Picture(SIZE * (5 * across - 0.7), SIZE * (down * rows - 1.3), "".join(shapes), says)


def _sliding_tiles() -> Picture:
    hardest = max(KORF_100, key=lambda instance: instance.optimum)
    groups = {cell: number for number, cells in enumerate(PARTITION_663.groups) for cell in cells}
    shapes = [f'<text font-size="24" x="{7 * SIZE}" y="{3 * SIZE + 8}" text-anchor="middle">→</text>']
    for left, board in ((0.0, hardest.board), (8.0, hardest.goal)):
        for at, tile in enumerate(board):
            if tile != 0:
                kind = f"region-{groups[hardest.goal.index(tile)]}"
                x, y = left + 1.5 * (at % 4), 1.5 * (at // 4)
                shapes.append(_box(x, y, kind, width=1.5, height=1.5, text=str(tile)))
    says = (
        f"Korf's board {hardest.id}, which needs {hardest.optimum} moves, and the goal. Colors show the groups 6-6-3."
    )
    return Picture(14 * SIZE, 6 * SIZE, "".join(shapes), says)


def _jigsaw_sudoku() -> Picture:
    sudoku = jigsaw_sudoku.sudoku
    solved = sudoku.grid(AStar().search(sudoku).states[-1])
    clues = sudoku.grid(sudoku.initial_state)
    shapes = []
    for y, row in enumerate(solved):
        for x, symbol in enumerate(row):
            kind = f"region-{ord(str(sudoku.regions[y][x])) - ord('A')}"
            shapes.append(f'<rect class="{kind}" x="{SIZE * x}" y="{SIZE * y}" width="{SIZE}" height="{SIZE}"/>')
            weight = "clue" if clues[y][x] != 0 else "filled"
            shapes.append(
                f'<text class="{weight}" x="{SIZE * (x + 0.5):g}" y="{SIZE * (y + 0.5) + 5:g}" '
                f'text-anchor="middle">{symbol}</text>'
            )
    says = "A solved sudoku whose nine regions have irregular shapes, each with its own color. The clues are bold."
    return Picture(SIZE * 9, SIZE * 9, "".join(shapes), says)


PICTURES: Final[dict[str, Callable[[], Picture]]] = {
    "word-ladder": _word_ladder,
    "own-map": _own_map,
    "road-network": _road_network,
    "robot-heading": _robot_heading,
    "robots": _robots,
    "schedule": _schedule,
    "game-character": _game_character,
    "pocket-cube": _pocket_cube,
    "sliding-tiles": _sliding_tiles,
    "jigsaw-sudoku": _jigsaw_sudoku,
}
"""The function that draws each recipe, by the name of its page."""
