"""The pancake problem: sort a stack of pancakes by flipping its top part with a spatula."""

from __future__ import annotations

import itertools
import reprlib
from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

from astarlib._support.integers import parse_natural, whole_number
from astarlib.problem import SearchProblem

Stack: TypeAlias = tuple[int, ...]
"""A state: the sizes of the pancakes, 1 to n, from the top of the stack down."""


if TYPE_CHECKING:
    from astarlib.compiled_domain import CompiledDomain
    from astarlib.drawing import Drawing

__all__ = ["PancakeProblem", "Stack"]


class PancakeProblem(SearchProblem[Stack, int]):
    """The pancake problem: sort a stack so that the smallest is on top. Action k flips the top k pancakes at cost 1.

    The heuristic is the **gap heuristic**. It counts the pairs of adjacent pancakes whose sizes differ by more than 1,
    where the plate counts as pancake n + 1. It's **admissible** and **consistent**: a flip separates one pair and joins
    another, so it closes at most one gap, and only the sorted stack has no gap. It takes O(n) time for n pancakes, and
    O(1) for the change of h by a flip.

    A flip is its own inverse, so ``predecessors`` returns the same edges as ``successors``, and a search can start at
    the goal, the attribute ``goal``.

    Parameters
    ----------
    stack:
        The sizes 1 to n, each once, from the top down. They are given as ints, or as text with spaces or commas between
        the sizes.

    Raises
    ------
    ValueError
        If ``stack`` is empty, or doesn't contain each size from 1 to n once. The message names the position and the
        size.

    References
    ----------
    The problem is from H. Dweighter (J. Goodman), American Mathematical Monthly 82, problem E2569 (1975). The heuristic
    is from M. Helmert, Landmark heuristics for the pancake problem (2010).

    Examples
    --------
    >>> from astarlib import AStar
    >>> AStar().search(PancakeProblem("3 1 2 5 4")).actions
    (4, 5, 4, 2)
    """

    cost_unit: Final = 1
    """1, because each flip costs 1."""

    def __init__(self, stack: str | Iterable[int]) -> None:
        super().__init__(_read(stack))
        self.goal: Final = tuple(range(1, len(self.initial_state) + 1))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.initial_state})"

    def actions(self, state: Stack, /) -> range:
        """Return the numbers of pancakes that a flip can turn over: 2 to n."""
        return range(2, len(state) + 1)

    def result(self, state: Stack, action: int, /) -> Stack:
        """Return the stack after a flip. Raise ValueError if the action isn't 2 to n."""
        if action not in self.actions(state):
            raise ValueError(f"a flip turns over 2 to {len(state)} pancakes, not {action!r}")
        return state[:action][::-1] + state[action:]

    def successors(self, state: Stack, /) -> list[tuple[int, Stack, int]]:
        """Return all flips as ``(action, next_state, 1)``."""
        return [(count, state[:count][::-1] + state[count:], 1) for count in range(2, len(state) + 1)]

    def heuristic(self, state: Stack, /) -> int:
        """Return the number of gaps."""
        below = (*state[1:], len(state) + 1)
        return sum(abs(upper - lower) > 1 for upper, lower in zip(state, below, strict=True))

    def heuristic_change(self, state: Stack, action: int, next_state: Stack, /) -> int:
        """Return the change of the number of gaps by a flip: -1, 0 or 1. Only the pair at the spatula changes."""
        lower = state[action] if action < len(state) else len(state) + 1
        return (abs(next_state[action - 1] - lower) > 1) - (abs(state[action - 1] - lower) > 1)

    def is_goal(self, state: Stack, /) -> bool:
        """Return True if the stack is sorted."""
        return state == self.goal

    def goal_states(self) -> list[Stack]:
        """Return a list that contains the only goal state, the sorted stack."""
        return [self.goal]

    def predecessors(self, state: Stack, /) -> list[tuple[int, Stack, int]]:
        """Return all flips that lead to ``state``, as ``(action, previous_state, 1)``."""
        return self.successors(state)

    @property
    def backward_heuristic(self) -> Callable[[Stack], int]:
        """The gap heuristic towards the initial state: a function ``stack -> int``."""
        start, plate = self.initial_state, len(self.initial_state) + 1
        pairs = list(itertools.pairwise((*start, plate)))
        return partial(_new_pairs, frozenset((*pairs, *((lower, upper) for upper, lower in pairs))), plate)

    def compiled_domain(self) -> CompiledDomain[Stack]:
        """Return this problem in the form that compiled engines need.

        Raise MissingCapabilityError if there are more than 16 pancakes.
        """
        from astarlib.problems.compiled_pancake import compiled_domain  # It loads numpy.

        return compiled_domain(self.initial_state)

    def format_state(self, state: Stack, /) -> str:
        """Return the sizes from the top down, in one line."""
        return " ".join(map(str, state))

    def draw_state(self, state: Stack, /) -> Drawing:
        """Return a drawing of the stack on its plate. Pancakes without a gap below them have another color."""
        from astarlib.drawing import Box, Drawing, Line, Paint  # only needed for drawing

        count = len(state)
        gaps = [abs(size - lower) > 1 for size, lower in zip(state, (*state[1:], count + 1), strict=True)]
        boxes = [
            Box((count - size) / 2 + 0.5, place + 0.06, size, 0.88, Paint.TILE if is_gap else Paint.GIVEN, str(size))
            for place, (size, is_gap) in enumerate(zip(state, gaps, strict=True))
        ]
        plate = Line(0.2, count + 0.15, count + 0.8, count + 0.15, 0.2)
        return Drawing(count + 1, count + 0.4, (*boxes, plate))

    def format_action(self, action: int, /) -> str:
        """Return the flip in words."""
        return f"flip the upper {action}"


def _new_pairs(known: AbstractSet[tuple[int, int]], plate: int, state: Stack) -> int:
    """Return the number of adjacent pancakes, and of the plate with the lowest one, that aren't in ``known``."""
    return sum(pair not in known for pair in zip(state, (*state[1:], plate), strict=True))


def _read(stack: str | Iterable[int]) -> Stack:
    if not isinstance(stack, Iterable) or isinstance(stack, Mapping | AbstractSet):  # A set has no fixed order.
        raise ValueError(  # noqa: TRY004  # Every error in a stack is a ValueError.
            f"a stack must be a list or a text of sizes from the top down, not {reprlib.repr(stack)}"
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
                f"pancake {place} has size {reprlib.repr(size)}; the sizes of {count} pancakes must be 1 to {count}"
            )
        if size in seen:
            raise ValueError(f"pancakes {seen[size]} and {place} both have size {size}; each size must occur once")
        seen[size] = place
    return tuple(sizes)


def _size(word: str | int, place: int) -> int:
    size = parse_natural(word) if isinstance(word, str) else whole_number(word)
    if size is None:
        raise ValueError(f"pancake {place} of the stack is {reprlib.repr(word)}; expected a whole number >= 1")
    return size
