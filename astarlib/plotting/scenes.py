"""The scene of a solution: animated or drawn by the problem, or else its states as text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any

from astarlib._support.numbers import counted, format_number
from astarlib._support.plain_values import is_number
from astarlib._support.scene import Content, Item, Role, Scene, Stop
from astarlib.capabilities import action_texter, animation_of, drawer, map_of, resolve_problem, state_texter
from astarlib.errors import short_repr
from astarlib.plotting.drawn import drawn_states, drawn_walk
from astarlib.problem import A, Problem, S
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
    animate, on_map, draw = animation_of(problem), map_of(problem), drawer(problem)
    if animate is not None:
        return animate(states)
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
