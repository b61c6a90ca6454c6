"""Drawings of graphs whose nodes have positions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Generic, TypeAlias

from astarlib.drawing import Dot, Drawing, Label, Line, Map, Paint
from astarlib.problems.graph.edges import N

Places: TypeAlias = Mapping[N, tuple[float, float]]
"""The position (x, y) of each node on a drawing. x points right and y points down."""


class Layout(Generic[N]):
    """The positions of the nodes of a graph, at least one, on its drawing, in units of 1/40 of its longer side."""

    def __init__(self, places: Places[N]) -> None:
        xs, ys = [x for x, _ in places.values()], [y for _, y in places.values()]
        unit = max(max(xs) - min(xs), max(ys) - min(ys)) / 40 or 1
        self._at = {node: ((x - min(xs)) / unit + 2, (y - min(ys)) / unit + 2) for node, (x, y) in places.items()}

    def __getitem__(self, node: N) -> tuple[float, float]:
        """Return the position of a node."""
        return self._at[node]

    def drawn(self, edges: Iterable[tuple[N, N]]) -> Map:
        """Return a drawing of the nodes with their names and a line for each edge."""
        at = self._at
        pairs = {frozenset(edge): edge for edge in edges}.values()  # An edge that leads both ways is drawn once.
        lines = [Line(*at[tail], *at[head], 0.15, Paint.FAINT) for tail, head in pairs]
        dots = [Dot(x, y, 0.35, Paint.WALL) for x, y in at.values()]
        labels = [Label(x + 0.8, y - 0.8, 1.05, str(node)) for node, (x, y) in at.items()]
        width, height = (max(place[axis] for place in at.values()) for axis in (0, 1))
        return Map(Drawing(width + 6, height + 2, (*lines, *dots, *labels)), mark=1.4, is_round=True)
