"""The water jugs: measure a volume with jugs that have no marks."""

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
"""A state: how much is in each jug."""


class Pour(NamedTuple):
    """An action: pour until the one is empty or the other is full. Jugs are counted from 0."""

    source: int | None
    """The jug to pour from; None is the tap."""
    target: int | None
    """The jug to pour into; None is the sink."""


class WaterJugs(SearchProblem[Contents, Pour]):
    """Get a volume into one of several jugs by filling, emptying and pouring. Each of these costs 1.

    There are at most the product of all (capacity + 1) states. A volume can be measured just when it is at most the
    largest capacity and a multiple of their greatest common divisor; for others the search proves that there is no way.

    The heuristic is 1 where no jug holds the volume, else 0: **admissible** and **consistent**, since each action costs
    1. O(jugs) a state.

    Parameters
    ----------
    capacities:
        Of each jug, whole numbers of at least 1.
    target:
        The volume to measure, a whole number of at least 0.
    start:
        How much is in each jug; None: nothing.

    Attributes
    ----------
    capacities, target:
        As given.

    Raises
    ------
    ValueError
        When there is no jug, a number is too small, or a jug holds more at the start than it can; names the jug.
    TypeError
        When a number is not whole; names the jug.

    References
    ----------
    M. C. K. Tweedie, A graphical method of solving Tartaglian measuring puzzles (1939).

    Examples
    --------
    >>> from astarlib import AStar
    >>> jugs = WaterJugs((3, 5), 4)
    >>> result = AStar().search(jugs)
    >>> [jugs.format_action(action) for action in result.actions]  # doctest: +NORMALIZE_WHITESPACE
    ['fill jug 2', 'pour jug 2 into jug 1', 'empty jug 1', 'pour jug 2 into jug 1', 'fill jug 2',
     'pour jug 2 into jug 1']
    >>> result.states[-1]
    (3, 4)
    """

    def __init__(self, capacities: Iterable[int], target: int, *, start: Iterable[int] | None = None) -> None:
        sizes = _each(capacities, "the capacity of jug {}", least=1)
        contents = (0,) * len(sizes) if start is None else _each(start, "what jug {} holds at the start", least=0)
        if len(sizes) == 0:
            raise ValueError("there is no jug; give at least one capacity")
        if len(contents) != len(sizes):
            raise ValueError(f"start has {len(contents)} volumes for {len(sizes)} jugs")
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
        """All that change something: first fill each jug, then empty each, then pour one into another."""
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
        """The contents after that; ValueError when it changes nothing."""
        if action not in self.actions(state):
            raise ValueError(f"{action!r} changes nothing, or has no such jug, where the jugs hold {state}")
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
        """1, or 0 at a goal."""
        return 0 if self.target in state else 1

    def is_goal(self, state: Contents, /) -> bool:
        """Whether a jug holds the volume."""
        return self.target in state

    def format_state(self, state: Contents, /) -> str:
        """What each jug holds, and of how much."""
        jugs = zip(state, self.capacities, strict=True)
        return ", ".join(f"jug {number}: {content} of {size}" for number, (content, size) in enumerate(jugs, 1))

    def draw_state(self, state: Contents, /) -> Drawing:
        """The jugs side by side, as high as they are large, with what is in them; the volume is painted as given."""
        from astarlib.drawing import Box, Drawing, Label, Line, Paint, Shape  # noqa: PLC0415  # loaded where there is something to draw

        largest, bottom, shapes = max(self.capacities), 8.5, list[Shape]()
        for jug, (content, size) in enumerate(zip(state, self.capacities, strict=True)):
            left, right, level, high = 5 * jug + 0.5, 5 * jug + 4.5, 8 * content / largest, 8 * size / largest
            paint, text = Paint.GIVEN if content == self.target else Paint.TILE, str(content) if content > 0 else ""
            shapes.append(Box(left, bottom - level, right - left, level, paint, text))
            shapes += [Line(x, bottom - high, x, bottom, 0.12) for x in (left, right)]
            shapes += [Line(left, bottom, right, bottom, 0.12), Label(left, bottom + 1, 0.8, f"of {size}")]
        return Drawing(5 * len(state), bottom + 1.7, tuple(shapes))

    def format_action(self, action: Pour, /) -> str:
        """The action in words; jugs are counted from 1."""
        match action:
            case Pour(None, int(target)):
                return f"fill jug {target + 1}"
            case Pour(int(source), None):
                return f"empty jug {source + 1}"
            case Pour(int(source), int(target)):
                return f"pour jug {source + 1} into jug {target + 1}"
        return str(action)


def _each(given: object, what: str, *, least: int) -> tuple[int, ...]:
    """The numbers of all jugs; ``what`` has a place for the number of the jug."""
    if not isinstance(given, Iterable) or isinstance(given, str):
        raise TypeError(f"{what.format(1)} and others must be in a list, not {reprlib.repr(given)}")
    return tuple(check_int(number, what.format(jug), minimum=least) for jug, number in enumerate(given, 1))
