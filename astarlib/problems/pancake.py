"""The pancake problem: sort a stack with a spatula that turns over its upper part."""

from __future__ import annotations

import operator
import reprlib
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Final, TypeAlias

from astarlib._support.integers import parse_natural
from astarlib.problem import SearchProblem

Stack: TypeAlias = tuple[int, ...]
"""A state: the sizes of the pancakes, 1 to n, from the top of the stack down."""


if TYPE_CHECKING:
    from astarlib.compiled_domain import CompiledDomain
    from astarlib.drawing import Drawing

__all__ = ["PancakeProblem", "Stack"]


class PancakeProblem(SearchProblem[Stack, int]):
    """Sort a stack of pancakes, the smallest on top. Action k turns over the upper k pancakes, at cost 1.

    The heuristic is the **gap heuristic**: the number of places where two pancakes that lie on each other are not
    neighbors in size; the plate counts as pancake n + 1. It is **admissible** and **consistent**: a flip parts one
    pair and joins another, so it closes at most one gap, and just the sorted stack has none. It takes O(n) for n
    pancakes, and O(1) for the change that a flip makes.

    A flip is its own inverse, so ``predecessors`` are the ``successors``: searches can begin at the goal.

    Parameters
    ----------
    stack:
        The sizes 1 to n, each once, from the top down; as integers, or as text parted by blanks or commas.

    Attributes
    ----------
    goal:
        The sorted stack, (1, 2, ..., n).

    Raises
    ------
    ValueError
        When ``stack`` is empty, or is not each of 1 to n once; names the place and the size.

    References
    ----------
    H. Dweighter (J. Goodman), American Mathematical Monthly 82, problem E2569 (1975). The heuristic: M. Helmert,
    Landmark heuristics for the pancake problem (2010).

    Examples
    --------
    >>> from astarlib import AStar
    >>> AStar().search(PancakeProblem("3 1 2 5 4")).actions
    (4, 5, 4, 2)
    """

    def __init__(self, stack: str | Iterable[int]) -> None:
        super().__init__(_read(stack))
        self.goal: Final = tuple(range(1, len(self.initial_state) + 1))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.initial_state})"

    def actions(self, state: Stack, /) -> range:
        """How many pancakes a flip may turn over: 2 to n."""
        return range(2, len(state) + 1)

    def result(self, state: Stack, action: int, /) -> Stack:
        """The stack after that flip; ValueError when it has not that many pancakes, or fewer than two are turned."""
        if action not in self.actions(state):
            raise ValueError(f"a flip turns over 2 to {len(state)} pancakes, not {action!r}")
        return state[:action][::-1] + state[action:]

    def successors(self, state: Stack, /) -> list[tuple[int, Stack, int]]:
        """All flips at once, ``(action, next_state, 1)``."""
        return [(count, state[:count][::-1] + state[count:], 1) for count in range(2, len(state) + 1)]

    def heuristic(self, state: Stack, /) -> int:
        """The number of gaps."""
        below = (*state[1:], len(state) + 1)
        return sum(abs(upper - lower) > 1 for upper, lower in zip(state, below, strict=True))

    def heuristic_change(self, state: Stack, action: int, next_state: Stack, /) -> int:
        """What a flip does to the number of gaps: -1, 0 or 1. Only the pair at the spatula changes."""
        lower = state[action] if action < len(state) else len(state) + 1
        return (abs(next_state[action - 1] - lower) > 1) - (abs(state[action - 1] - lower) > 1)

    def is_goal(self, state: Stack, /) -> bool:
        """Whether the stack is sorted."""
        return state == self.goal

    def goal_states(self) -> list[Stack]:
        """The sorted stack, the only goal."""
        return [self.goal]

    def predecessors(self, state: Stack, /) -> list[tuple[int, Stack, int]]:
        """The edges that lead to ``state``, ``(action, state before, 1)``."""
        return self.successors(state)

    def compiled_domain(self) -> CompiledDomain[Stack]:
        """The problem for compiled engines.

        Raises
        ------
        MissingCapabilityError
            When there are more than 16 pancakes.
        ImportError
            When numpy is not installed.
        """
        from astarlib.problems.compiled_pancake import compiled_domain  # noqa: PLC0415  # it loads numpy

        return compiled_domain(len(self.goal))

    def format_state(self, state: Stack, /) -> str:
        """The sizes from the top down, in one line."""
        return " ".join(map(str, state))

    def draw_state(self, state: Stack, /) -> Drawing:
        """The stack on its plate; pancakes that lie on their neighbors in size are painted as given."""
        from astarlib.drawing import Box, Drawing, Line, Paint  # noqa: PLC0415  # loaded where there is something to draw

        count = len(state)
        gaps = [abs(size - lower) > 1 for size, lower in zip(state, (*state[1:], count + 1), strict=True)]
        boxes = [
            Box((count - size) / 2 + 0.5, place + 0.06, size, 0.88, Paint.TILE if is_gap else Paint.GIVEN, str(size))
            for place, (size, is_gap) in enumerate(zip(state, gaps, strict=True))
        ]
        plate = Line(0.2, count + 0.15, count + 0.8, count + 0.15, 0.2)
        return Drawing(count + 1, count + 0.4, (*boxes, plate))

    def format_action(self, action: int, /) -> str:
        """The flip in words."""
        return f"flip the upper {action}"


def _read(stack: str | Iterable[int]) -> Stack:
    if not isinstance(stack, Iterable) or isinstance(stack, Mapping | AbstractSet):  # a set has no order to trust
        raise ValueError(  # noqa: TRY004  # whatever is wrong with a stack is a ValueError
            f"a stack is sizes from the top down, in a list or as text, not {reprlib.repr(stack)}"
        )
    words: Iterable[str | int] = stack.replace(",", " ").split() if isinstance(stack, str) else stack
    sizes = [_size(word, place) for place, word in enumerate(words, 1)]
    count = len(sizes)
    if count == 0:
        raise ValueError("the stack is empty; it needs at least one pancake")
    seen: dict[int, int] = {}
    for place, size in enumerate(sizes, 1):
        if not 1 <= size <= count:
            raise ValueError(
                f"pancake {place} has size {reprlib.repr(size)}; the sizes of {count} pancakes are 1 to {count}"
            )
        if size in seen:
            raise ValueError(f"pancakes {seen[size]} and {place} both have size {size}; each size is there once")
        seen[size] = place
    return tuple(sizes)


def _size(word: str | int, place: int) -> int:
    try:
        size = parse_natural(word) if isinstance(word, str) else operator.index(word)
    except TypeError:
        size = None
    if size is None or isinstance(word, bool):
        raise ValueError(f"pancake {place} of the stack is {reprlib.repr(word)}; sizes are whole numbers from 1 on")
    return size
