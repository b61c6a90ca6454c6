"""The scene of a solution: animated or drawn by the problem, or else its states as text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, chain, groupby, pairwise, zip_longest
from typing import Any

from astarlib._support.numbers import counted, format_number
from astarlib._support.plain_values import is_number
from astarlib._support.scene import Content, Item, Role, Scene, Stop, disc
from astarlib.drawing import Box, Dot, Drawing, Label, Line, Map, Shape
from astarlib.errors import short_repr
from astarlib.problem import A, Problem, S
from astarlib.resolving.presentation import action_texter, animation_of, drawer, drawn_or, map_of, state_texter
from astarlib.resolving.resolved_problem import resolve_problem
from astarlib.result import SearchResult
from astarlib.searching.diagnosis import checked_key

_LETTER, _LINE = 0.31, 0.62
"""The width and height of a letter of a text, in cells."""
_NARROW = 24
"""The smallest number of letters that a line has room for. Otherwise letters could be huge."""


def scene_of(problem: Problem[S, A], result: SearchResult[S, A]) -> Scene:
    """Return the scene of a solution, with a frame for each of its states.
    Raise NoSolutionError if there is none, and other errors if ``result`` doesn't fit the problem.
    """
    resolved = resolve_problem(problem)
    if not isinstance(result, SearchResult):
        raise TypeError(f"result must be a SearchResult with a solution, not {short_repr(result)}")
    first = result.states[0]
    if all(checked_key(resolved, first) != checked_key(resolved, start) for start in resolved.initial_states):
        raise ValueError(
            f"the result is of another problem: it begins with {short_repr(first)}, not "
            f"{short_repr(problem.initial_state)}"
        )
    width, height, items = _content(problem, result.states)
    captions = _captions(action_texter(problem), result)
    title = f"{type(problem).__name__}, {result.engine}: cost {format_number(result.cost)} in {captions[0]}"
    return Scene(width, height, items, captions, title)


def check_seconds(seconds: float) -> None:
    """Raise ValueError or TypeError if ``seconds`` isn't a valid time for a frame."""
    if not isinstance(seconds, (int, float)) or isinstance(seconds, bool):
        raise TypeError(f"seconds must be a number, not {seconds!r}")
    if not is_number(seconds, 0.02, 600):
        raise ValueError(f"seconds must be 0.02 to 600, not {short_repr(seconds)}")


def _captions(text: Callable[[A], str], result: SearchResult[Any, A]) -> list[str]:
    costs = accumulate(() if result.solution is None else result.solution.costs)
    steps = zip(result.actions, costs, strict=True)
    return [
        counted(len(result.actions), "step"),
        *(
            f"{number:,} of {len(result.actions):,}: {text(action)}, cost so far {format_number(cost)}"
            for number, (action, cost) in enumerate(steps, 1)
        ),
    ]


def _content(problem: Problem[S, Any], states: Sequence[S]) -> Content:
    """Return the states as the problem animates or draws them, or as text if it does neither."""
    content = drawn_or(None, lambda: _drawn(problem, states))
    return _text(list(map(state_texter(problem), states))) if content is None else content


def _drawn(problem: Problem[S, Any], states: Sequence[S]) -> Content | None:
    animate, on_map, draw = animation_of(problem), map_of(problem), drawer(problem)
    if animate is not None:
        return animate(states)
    if on_map is not None:
        ground, place = on_map
        return drawn_walk(ground, list(map(place, states)))
    if draw is not None:
        return drawn_states(list(map(draw, states)))
    return None


def _text(texts: Sequence[str]) -> Content:
    lines = [text.split("\n") for text in texts]
    width = max(_NARROW, *(len(line) for text in lines for line in text)) * _LETTER + 0.4
    height = max(map(len, lines)) * _LINE + 0.4
    return width, height, [
        Item(Role.TEXT, [Stop(frame, 0, 0)], width, height, text, until=frame + 1) for frame, text in enumerate(texts)
    ]  # fmt: skip


# --- drawings and walks -----------------------------------------------------------------------------------------------


_MARK = 0.7
"""The width of the walker, as a fraction of the map's marks."""


def drawn_states(drawings: Sequence[Drawing]) -> Content:
    """Return a scene with a drawing in each frame. A shape that stays the same in successive frames is one item."""
    items: list[Item] = []
    for shapes in zip_longest(*(drawing.shapes for drawing in drawings)):  # Later shapes cover earlier ones.
        start = 0
        for shape, run in groupby(shapes):
            end = start + len(list(run))
            if shape is not None and not _is_empty(shape):
                items.append(_item(shape, start, end if end < len(shapes) else None))
            start = end
    return max(drawing.width for drawing in drawings), max(drawing.height for drawing in drawings), items


def drawn_walk(ground: Map, places: Sequence[tuple[float, float]]) -> Content:
    """Return a scene of a walk from place to place on a map, with a trail."""
    mark = ground.mark
    seen = [shape for shape in ground.drawing.shapes if not _is_empty(shape)]
    below = (_item(shape, 0) for shape in seen if not isinstance(shape, Label))
    above = (_item(shape, 0) for shape in seen if isinstance(shape, Label))
    ends = [disc(Role.END, mark, [(0, place)]) for place in (places[0], places[-1])]
    walker = disc(Role.WALKER, _MARK * mark, enumerate(places))
    items = [*chain(below, ends, _trail(places, mark), above), walker]
    return ground.drawing.width, ground.drawing.height, items


def _trail(places: Sequence[tuple[float, float]], mark: float) -> Iterator[Item]:
    for frame, ((x, y), (to_x, to_y)) in enumerate(pairwise(places), 1):
        yield Item(Role.TRAIL, [Stop(frame, x, y)], form=Line(0, 0, to_x - x, to_y - y, _MARK * mark / 2))


def _is_empty(shape: Shape) -> bool:
    """Return True if a shape is invisible, for example a bar of length 0."""
    match shape:
        case Box():
            return not (shape.width > 0 and shape.height > 0)
        case Dot():
            return not shape.radius > 0
        case Line():
            return not shape.width > 0
        case Label():
            return not shape.size > 0


def _item(shape: Shape, start: int, until: int | None = None) -> Item:
    """Return the item of a shape."""
    paint, x, y = shape.paint, shape.x, shape.y
    match shape:
        case Box():
            return Item(paint, [Stop(start, x, y)], shape.width, shape.height, _line(shape.text), until)
        case Dot():
            return disc(paint, 2 * shape.radius, [(start, (x, y))], until)
        case Line():
            line = shape._replace(x=0, y=0, to_x=shape.to_x - x, to_y=shape.to_y - y)
            return Item(paint, [Stop(start, x, y)], until=until, form=line)
        case Label():
            return Item(paint, [Stop(start, x, y)], until=until, form=shape._replace(x=0, y=0, text=_line(shape.text)))


def _line(text: str) -> str:
    """Return the text in one line, as the viewer shows it."""
    return " ".join(text.splitlines())
