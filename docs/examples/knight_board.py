"""Draw a search for a knight's path as a board with the closed list, the frontier and the path, as an SVG."""

from __future__ import annotations

import html

from astarlib import AStar, Limits
from astarlib.plotting import Expansions
from docs.examples.knight import Knight, Square

SIZE = 34
"""The size of a square in pixels."""
LEAST, MOST = -2, 9
"""The smallest and the largest column and row on the board."""


def board(says: str, *, expanded: int = 1_000, zoom: float = 1) -> str:
    """Return the board after a number of expansions. ``says`` describes it for screen readers.

    A closed square shows the number of its expansion, and a square in the frontier its f.
    """
    problem, order = Knight(), Expansions()
    search = AStar().start(problem, observer=order)
    result = search.run(Limits(expanded=expanded))
    numbers = {state: str(number) for number, state in enumerate(order.states, 1)}
    waiting = {node.state: f"{node.g + node.h:g}" for node in search.frontier()}
    labels = numbers | waiting
    kinds = dict.fromkeys(numbers, "closed") | dict.fromkeys(waiting, "open") | {problem.target: "goal"}
    side = (MOST - LEAST + 1) * SIZE
    parts = []
    for row in range(MOST, LEAST - 1, -1):
        for column in range(LEAST, MOST + 1):
            square = Square(column, row)
            x, y = _corner(square)
            kind = kinds.get(square, "unseen")
            parts.append(
                f'<rect class="{kind}" x="{x + 1}" y="{y + 1}" width="{SIZE - 2}" height="{SIZE - 2}" rx="3"/>'
            )
    if result.solution is not None:
        centers = [_corner(square) for square in result.states]
        line = " ".join(f"{x + SIZE / 2:g},{y + SIZE / 2:g}" for x, y in centers)
        parts.append(f'<polyline class="route" points="{line}"/>')
    for square, label in labels.items():
        x, y = _corner(square)
        parts.append(f'<text x="{x + SIZE / 2:g}" y="{y + SIZE / 2 + 5:g}" text-anchor="middle">{label}</text>')
    return (
        f'<div class="figure"><svg class="diagram" role="img" aria-label="{html.escape(says)}" '
        f'viewBox="0 0 {side} {side}" width="{zoom * side:g}">{"".join(parts)}</svg></div>'
    )


def _corner(square: Square) -> tuple[int, int]:
    """Return the upper left corner of a square. Row numbers rise upward."""
    return (square.column - LEAST) * SIZE, (MOST - square.row) * SIZE
