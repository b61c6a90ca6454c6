"""Draw the pictures of the recipes as SVG, from the answers of their scripts in docs/examples/."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from astarlib import AStar, BidirectionalDijkstra, Limits, with_predecessors
from astarlib.problems.grid import Cell, Grid, GridProblem
from docs.examples import game_character, own_map, road_network, robot_heading, schedule, word_ladder

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
    drawn = PICTURES[name]()
    return (
        f'<div class="figure"><svg class="diagram" role="img" aria-label="{html.escape(drawn.says)}" '
        f'viewBox="-2 -2 {drawn.width + 4:g} {drawn.height + 4:g}" width="{drawn.width:g}">{drawn.shapes}</svg></div>'
    )


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
        ground + _route(_centers(path)),
        "An island with grass, a forest, a swamp and a road. The path leaves the forest and follows the road.",
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
    for node, (x, y) in places.items():
        kind = "goal" if node in {route[0], route[-1]} else "closed"
        shapes.append(f'<circle class="{kind}" cx="{SIZE * x:g}" cy="{SIZE * y:g}" r="{7 if kind == "goal" else 4}"/>')
    return Picture(16.5 * SIZE, 10.5 * SIZE, "".join(shapes), "The roads of a village, and the fastest route in them.")


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
    return Picture(
        SIZE * room.width,
        SIZE * room.height,
        "".join(shapes),
        "A robot turns around, leaves a dead end and drives around a wall. Lines show its heading.",
    )


def _schedule() -> Picture:
    result = AStar().search(schedule.Schedule(people=3))
    free, now, shapes = [0.0, 0.0, 0.0], 0.0, []
    for action, hours in zip(result.actions, result.solution.costs, strict=True):
        if action != schedule.WAIT:
            row = next(row for row, until in enumerate(free) if until <= now)
            free[row] = now + schedule.HOURS[action]
            shapes.append(
                _box(1.4 * now, 1.6 * row, "open", width=1.4 * schedule.HOURS[action], height=1.5, text=action)
            )
        now += hours
    return Picture(1.4 * SIZE * now, 4.8 * SIZE, "".join(shapes), f"Three people finish all tasks in {now:g} hours.")


def _game_character() -> Picture:
    level = GridProblem(game_character.LEVEL, (6, 7), (27, 6), connectivity=8)
    frames = game_character.play(level, Limits(expanded=60))
    first = next(frame.plan for frame in frames if frame.plan != ())
    shapes = [_cells(level.grid, lambda cell: "unseen" if level.grid.is_free(cell) else "wall")]
    line = " ".join(f"{SIZE * x:g},{SIZE * y:g}" for x, y in _centers(first))
    shapes.append(f'<polyline class="plan" points="{line}"/>')
    shapes.append(_route(_centers([*(frame.position for frame in frames), level.goal])))
    return Picture(
        SIZE * level.grid.width,
        SIZE * level.grid.height,
        "".join(shapes),
        "The dashed line is the first plan of the character, and the solid line is how it walked.",
    )


PICTURES: Final[dict[str, Callable[[], Picture]]] = {
    "word-ladder": _word_ladder,
    "own-map": _own_map,
    "road-network": _road_network,
    "robot-heading": _robot_heading,
    "schedule": _schedule,
    "game-character": _game_character,
}
"""The function that draws each recipe, by the name of its page."""
