"""Draw the cards of the gallery: a thumbnail, a title and a link for each built-in problem and each recipe."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any, Final, NamedTuple

from astarlib import AStar
from astarlib.drawing import Dot, Drawing, Line, Paint
from astarlib.problems.graph import romania
from astarlib.problems.grid import GridProblem
from astarlib.problems.hanoi import TowersOfHanoi
from astarlib.problems.missionaries import MissionariesAndCannibals
from astarlib.problems.npuzzle import NPuzzle
from astarlib.problems.pancake import PancakeProblem
from astarlib.problems.sudoku import example
from astarlib.problems.water_jugs import WaterJugs
from docs.recipe_pictures import drawn, framed

MAP: Final = """
....................
.....##########.....
..............#.....
..............#.....
......####....#.....
.........#....#.....
.........######.....
....................
"""


class Card(NamedTuple):
    """A card of the gallery."""

    title: str
    says: str
    """A line or sentence under the title."""
    address: str
    """Where the card leads to."""
    draw: Callable[[], str]
    """Returns the thumbnail as SVG."""


def shown(cards: tuple[Card, ...]) -> str:
    """Return the cards as HTML."""
    return f'<div class="cards">{"".join(map(_card, cards))}</div>'


def _card(card: Card) -> str:
    return (
        f'<a class="card" href="{card.address}"><span class="thumbnail">{card.draw()}</span>'
        f"<strong>{html.escape(card.title)}</strong><span>{html.escape(card.says)}</span></a>"
    )


def _state(problem: Any, step: int = 0) -> Callable[[], str]:  # Any: each problem has its own states
    """Return a function that draws the state after some steps of a solution."""

    def draw() -> str:
        state = problem.initial_state if step == 0 else AStar().search(problem).states[step]
        return _svg(problem.draw_state(state))

    return draw


def _path(problem: Any) -> Callable[[], str]:  # Any: a grid or a graph
    """Return a function that draws the map with a shortest path."""

    def draw() -> str:
        places = [problem.state_position(state) for state in AStar().search(problem).states]
        drawing = problem.draw_map().drawing
        width = max(drawing.width, drawing.height) / 60
        line = [Line(*begin, *end, width, Paint.ORANGE) for begin, end in pairwise(places)]
        ends = [Dot(*place, 1.6 * width, Paint.ORANGE) for place in (places[0], places[-1])]
        return _svg(Drawing(drawing.width, drawing.height, (*drawing.shapes, *line, *ends)))

    return draw


def _svg(drawing: Drawing) -> str:
    """Return a drawing as a decoration: the title of the card says what it shows."""
    picture = drawing._repr_html_() or ""
    picture = picture.replace(' role="img"', ' aria-hidden="true"', 1)
    return re.sub(r' style="max-width:100%"| (?:width|height)="[\d.e+-]+"(?=[^>]*viewBox)', "", picture)


def _recipe(name: str) -> Callable[[], str]:
    return lambda: framed(drawn(name), 'aria-hidden="true"')


PROBLEMS: Final = (
    Card("N-puzzle", "An 8-puzzle of 31 moves", "#n-puzzle", _state(NPuzzle("8 6 7 / 2 5 4 / 3 0 1"))),
    Card("Sudoku", "Irregular regions", "#sudoku", _state(example("G26_7x7").problem)),
    Card("Grids", "Around walls, in eight directions", "#grids",
         _path(GridProblem(MAP, (6, 5), (17, 3), connectivity=8))),
    Card("Graphs", "The roads of Romania", "#graphs", _path(romania("Arad", "Bucharest"))),
    Card("Pancakes", "Sorted by flips", "#pancakes", _state(PancakeProblem("6 3 10 1 8 4 9 2 7 5"))),
    Card("Towers of Hanoi", "Five disks, four pegs", "#towers-of-hanoi", _state(TowersOfHanoi(disks=5, pegs=4), 6)),
    Card("Water jugs", "Measure a volume of 4", "#water-jugs", _state(WaterJugs((3, 5, 11), target=4), 2)),
    Card("Missionaries and cannibals", "A boat for two", "#missionaries-and-cannibals",
         _state(MissionariesAndCannibals(3, 3, boat=2), 3)),
)  # fmt: skip
"""The cards of the built-in problems, which lead to the sections of the gallery."""

RECIPES: Final = (
    ("Word ladder", "Change one letter at a time, and search from both ends.", "word-ladder"),
    ("Your own grid map", "Find the fastest path on a map with roads, forest and water.", "own-map"),
    ("Road network", "Read OpenStreetMap data, and list alternative routes.", "road-network"),
    ("Robot with a heading", "Search positions and headings together.", "robot-heading"),
    ("Robots that don't collide", "Plan one robot after another, around those before it.", "robots"),
    ("Schedule with precedence", "Plan tasks that wait for others.", "schedule"),
    ("Game character", "Plan with a fixed budget per frame.", "game-character"),
    ("2×2×2 cube", "Turn faces, with pattern databases or from both ends.", "pocket-cube"),
    ("Sliding tiles to the record", "Solve Korf's 100 boards with compiled IDA*.", "sliding-tiles"),
    ("Sudoku with irregular regions", "Solve, check and make jigsaw sudokus.", "jigsaw-sudoku"),
)


def recipes() -> tuple[Card, ...]:
    """Return the cards of the recipes, which lead to their pages."""
    return tuple(Card(title, says, f"recipes/{name}.html", _recipe(name)) for title, says, name in RECIPES)
