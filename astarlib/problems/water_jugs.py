"""The water-jug problem: measure a volume with jugs that have no marks."""

from __future__ import annotations

import reprlib
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from astarlib._support.integers import check_int
from astarlib.problem import SearchProblem

if TYPE_CHECKING:
    from astarlib.drawing import Drawing

__all__ = ["Contents", "Pour", "WaterJugs"]

Contents: TypeAlias = tuple[int, ...]
"""A state: the volume in each jug."""


class Pour(NamedTuple):
    """An action: pour until the source is empty or the target is full. Jugs are counted from 0."""

    source: int | None
    """The jug to pour from. None is the tap."""
    target: int | None
    """The jug to pour into. None is the sink."""


class WaterJugs(SearchProblem[Contents, Pour]):
    """The water-jug problem: fill, empty and pour until one of the jugs holds a volume. Each action costs 1.

    The number of states is at most the product of all (capacity + 1). If all jugs are empty at the start, a volume can
    be measured if and only if it's at most the largest capacity and a multiple of the greatest common divisor of the
    capacities. For any other volume, the search proves that there is no solution.

    The heuristic is 0 if a jug holds the volume, else 1. It's **admissible** and **consistent**, because each action
    costs 1. It takes O(jugs) time per state.

    Parameters
    ----------
    capacities:
        The capacity of each jug, an int >= 1.
    target:
        The volume to measure, an int >= 0.
    start:
        The volume in each jug at the start. With None (the default), all jugs are empty.

    Raises
    ------
    ValueError, TypeError
        If there is no jug, a number isn't an int or too small, ``start`` has another length than ``capacities``, or a
        jug holds more at the start than its capacity. The message names the jug.

    References
    ----------
    M. C. K. Tweedie, A graphical method of solving Tartaglian measuring puzzles (1939).

    Examples
    --------
    >>> from astarlib import AStar
    >>> jugs = WaterJugs((3, 5), 4)
    >>> result = AStar().search(jugs)
    >>> len(result.actions), jugs.format_action(result.actions[0]), result.states[-1]
    (6, 'fill jug 2', (3, 4))
    """

    def __init__(self, capacities: Iterable[int], target: int, *, start: Iterable[int] | None = None) -> None:
        sizes = _each(capacities, "the capacity of jug {}", minimum=1)
        contents = (0,) * len(sizes) if start is None else _each(start, "the volume in jug {} at the start", minimum=0)
        if len(sizes) == 0:
            raise ValueError("there is no jug; give at least one capacity")
        if len(contents) != len(sizes):
            raise ValueError(f"start has {len(contents)} volumes for {len(sizes)} jugs; give one volume for each jug")
        for number, (size, content) in enumerate(zip(sizes, contents, strict=True), 1):
            if content > size:
                raise ValueError(f"jug {number} holds {content} at the start; it can hold 0 to {size}")
        super().__init__(contents)
        self.capacities: Final = sizes
        self.target: Final = check_int(target, "the target", minimum=0)

    def __repr__(self) -> str:
        start = "" if not any(self.initial_state) else f", start={self.initial_state}"
        return f"{type(self).__name__}({self.capacities}, {self.target}{start})"

    def actions(self, state: Contents, /) -> Iterator[Pour]:
        """Yield all actions that change the state: fill a jug, then empty a jug, then pour one jug into another."""
        jugs = range(len(state))
        full = [state[jug] == self.capacities[jug] for jug in jugs]
        yield from (Pour(None, jug) for jug in jugs if not full[jug])
        yield from (Pour(jug, None) for jug in jugs if state[jug] > 0)
        yield from (
            Pour(source, target)
            for source in jugs
            for target in jugs
            if source != target and state[source] > 0 and not full[target]
        )

    def result(self, state: Contents, action: Pour, /) -> Contents:
        """Return the contents after an action. Raise ValueError if it changes nothing or names an unknown jug."""
        if action not in self.actions(state):
            raise ValueError(f"{action!r} changes nothing or names an unknown jug, when the jugs hold {state}")
        source, target = action
        contents = list(state)
        if source is None or target is None:
            for jug in (source, target):
                if jug is not None:
                    contents[jug] = 0 if jug == source else self.capacities[jug]
            return tuple(contents)
        volume = min(contents[source], self.capacities[target] - contents[target])
        contents[source] -= volume
        contents[target] += volume
        return tuple(contents)

    def heuristic(self, state: Contents, /) -> int:
        """Return 0 if a jug holds the volume, else 1."""
        return 0 if self.target in state else 1

    def is_goal(self, state: Contents, /) -> bool:
        """Return True if a jug holds the volume."""
        return self.target in state

    def format_state(self, state: Contents, /) -> str:
        """Return the volume and the capacity of each jug as text."""
        jugs = zip(state, self.capacities, strict=True)
        return ", ".join(f"jug {number}: {content} of {size}" for number, (content, size) in enumerate(jugs, 1))

    def draw_state(self, state: Contents, /) -> Drawing:
        """Return a drawing of the jugs with their contents. A jug that holds the wanted volume has another color."""
        from astarlib.drawing import Box, Drawing, Label, Line, Paint, Shape  # only needed for drawing

        largest, bottom, shapes = max(self.capacities), 8.5, list[Shape]()
        for jug, (content, size) in enumerate(zip(state, self.capacities, strict=True)):
            left, right, level, high = 5 * jug + 0.5, 5 * jug + 4.5, 8 * content / largest, 8 * size / largest
            paint, text = Paint.GIVEN if content == self.target else Paint.TILE, str(content) if content > 0 else ""
            shapes.append(Box(left, bottom - level, right - left, level, paint, text))
            shapes += [Line(x, bottom - high, x, bottom, 0.12) for x in (left, right)]
            shapes += [Line(left, bottom, right, bottom, 0.12), Label(left, bottom + 1, 0.8, f"of {size}")]
        return Drawing(5 * len(state), bottom + 1.7, tuple(shapes))

    def format_action(self, action: Pour, /) -> str:
        """Return the action in words. Jugs are counted from 1."""
        match action:
            case Pour(None, int(target)):
                return f"fill jug {target + 1}"
            case Pour(int(source), None):
                return f"empty jug {source + 1}"
            case Pour(int(source), int(target)):
                return f"pour jug {source + 1} into jug {target + 1}"
        return str(action)


def _each(given: object, what: str, *, minimum: int) -> tuple[int, ...]:
    """Return one number for each jug. ``what`` is a format for messages that takes the number of the jug."""
    if not isinstance(given, Iterable) or isinstance(given, str):
        raise TypeError(f"expected a list with {what.format(1)} and of each other jug, not {reprlib.repr(given)}")
    return tuple(check_int(number, what.format(jug), minimum=minimum) for jug, number in enumerate(given, 1))
