"""Small plain problems whose states are frozensets, texts and tuples that change their length, or that read arrays."""

from __future__ import annotations

import functools
import operator
from typing import Any, ClassVar, NamedTuple

import numpy as np

from astarlib import FunctionProblem, SearchProblem


class Words(SearchProblem):
    """Words that differ in a letter."""

    WORDS = frozenset(["cat", "cot", "cog", "dog", "dot", "bat", "bag", "bog"])

    def __init__(self) -> None:
        super().__init__("cat")

    def actions(self, state: Any) -> Any:
        for at in range(len(state)):
            for letter in "abcdgot":
                word = state[:at] + letter + state[at + 1 :]
                if word != state and word in self.WORDS:
                    yield word

    def result(self, state: Any, action: Any) -> Any:
        return action

    def heuristic(self, state: Any) -> Any:
        return sum(one != other for one, other in zip(state, "bog", strict=True))

    def is_goal(self, state: Any) -> Any:
        return state == "bog"


class Rewriting(SearchProblem):
    """A text that rules make longer and shorter."""

    RULES = (("ab", "ba"), ("b", "cc"), ("ca", ""))

    def __init__(self) -> None:
        super().__init__("aabb")

    def successors(self, state: Any) -> Any:
        for old, new in self.RULES:
            if old in state and len(state) < 12:
                yield f"{old}>{new}", state.replace(old, new), max(1, state.count(old))
        if state.startswith("a"):
            yield "strip", state.strip("a"), 2
            yield "upper", "".join(sorted(state, reverse=True)).upper().lower(), 3

    def actions(self, state: Any) -> Any:
        return [action for action, _, _ in self.successors(state)]

    def result(self, state: Any, action: Any) -> Any:
        return next(after for name, after, _ in self.successors(state) if name == action)

    def cost(self, state: Any, action: Any, next_state: Any) -> Any:
        return next(cost for name, _, cost in self.successors(state) if name == action)

    def is_goal(self, state: Any) -> Any:
        return state.count("c") == 4 and "b" not in state


class Bridge(SearchProblem):
    """People on two sides, in frozensets of names."""

    TIMES: ClassVar = {"ann": 1, "bob": 2, "cy": 5, "di": 8}

    def __init__(self) -> None:
        super().__init__((frozenset(self.TIMES), True))

    def actions(self, state: Any) -> Any:
        left, torch = state
        side = sorted(left if torch else set(self.TIMES) - left)
        return [(one, other) for one in side for other in side if one <= other]

    def result(self, state: Any, action: Any) -> Any:
        left, torch = state
        return (left - set(action), False) if torch else (left | frozenset(action), True)

    def cost(self, state: Any, action: Any, next_state: Any) -> Any:
        return max(self.TIMES[name] for name in action)

    def heuristic(self, state: Any) -> Any:
        return max((self.TIMES[name] for name in state[0]), default=0)

    def is_goal(self, state: Any) -> Any:
        return not state[0]


class Lamps(SearchProblem):
    """Lit cells of a board in a frozenset of pairs."""

    CELLS = frozenset((row, column) for row in range(3) for column in range(2))

    def __init__(self) -> None:
        super().__init__(frozenset({(0, 0), (1, 1)}))

    def actions(self, state: Any) -> Any:
        return sorted(self.CELLS)

    def result(self, state: Any, action: Any) -> Any:
        row, column = action
        near = {(row, column), (row + 1, column), (row, column - 1)}
        return state ^ frozenset(cell for cell in near if cell in self.CELLS)

    def heuristic(self, state: Any) -> Any:
        return (len(state) + 2) // 3

    def is_goal(self, state: Any) -> Any:
        return state.isdisjoint(self.CELLS) or state >= self.CELLS


class Stacks(SearchProblem):
    """Blocks on stacks, in tuples of tuples that change their length."""

    def __init__(self) -> None:
        super().__init__(((3, 1), (2,), ()))

    def actions(self, state: Any) -> Any:
        return [(i, j) for i in range(3) for j in range(3) if i != j and state[i]]

    def result(self, state: Any, action: Any) -> Any:
        stacks = [list(stack) for stack in state]
        stacks[action[1]].append(stacks[action[0]].pop())
        return tuple(map(tuple, stacks))

    def is_goal(self, state: Any) -> Any:
        return state == ((), (), (3, 2, 1))


class Cascade(SearchProblem):
    """A number of stacks that changes, too: empty ones are left out."""

    def __init__(self) -> None:
        super().__init__((("a", "b"), ("c",), ("d", "a", "b")))

    def actions(self, state: Any) -> Any:
        return [(i, j) for i in range(len(state)) for j in range(len(state)) if i != j]

    def result(self, state: Any, action: Any) -> Any:
        source, target = action
        stacks = list(state)
        stacks[target] = (*stacks[target], stacks[source][-1])
        stacks[source] = stacks[source][:-1]
        return tuple(sorted(stack for stack in stacks if stack))

    def is_goal(self, state: Any) -> Any:
        return len(state) == 1


class Hand(NamedTuple):
    """Cards in a hand, and those that were played."""

    cards: frozenset[int]
    played: tuple[int, ...]


class Cards(SearchProblem):
    """A named tuple with a frozenset and a tuple that grows."""

    def __init__(self) -> None:
        super().__init__(Hand(frozenset({3, 5, 8, 9}), ()))

    def actions(self, state: Any) -> Any:
        return sorted(card for card in state.cards if not state.played or (card - state.played[-1]) % 3 < 2)

    def result(self, state: Any, action: Any) -> Any:
        return state._replace(cards=state.cards - {action}, played=(*state.played, action))

    def cost(self, state: Any, action: Any, next_state: Any) -> Any:
        return 1 + sum(next_state.cards) % 4

    def is_goal(self, state: Any) -> Any:
        return len(state.played) == 4 and all(card > 2 for card in state.played)


class Fields(SearchProblem):
    """Costs in an array, and heights in another one."""

    def __init__(self) -> None:
        super().__init__((0, 0))
        self.costs = np.array([[1, 5, 2, 7], [3, 1, 9, 1], [2, 2, 1, 4]], np.uint8)
        self.heights = np.arange(24.0).reshape(3, 4, 2)

    def successors(self, state: Any) -> Any:
        rows, columns = self.costs.shape
        for step in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            cell = (state[0] + step[0], state[1] + step[1])
            if 0 <= cell[0] < rows and 0 <= cell[1] < columns and self.heights[cell][1] > self.heights[0, 0, 0]:
                yield step, cell, self.costs[cell]

    def actions(self, state: Any) -> Any:
        return [action for action, _, _ in self.successors(state)]

    def result(self, state: Any, action: Any) -> Any:
        return tuple(map(operator.add, state, action))

    def heuristic(self, state: Any) -> Any:
        return int(self.costs.min()) * (5 - sum(state))

    def is_goal(self, state: Any) -> Any:
        return state == (len(self.costs) - 1, self.costs.shape[1] - 1)


class Growing(SearchProblem):
    """States far from the initial one are longer than those that a translation sees."""

    def __init__(self, size: int) -> None:
        super().__init__(())
        self.size = size

    def actions(self, state: Any) -> Any:
        return [0, 1] if len(state) < self.size else []

    def result(self, state: Any, action: Any) -> Any:
        return (*state, action) if sum(state) % 2 == action or len(state) % 3 == 0 else state

    def is_goal(self, state: Any) -> Any:
        return len(state) == self.size


def _moves(size: int, state: int) -> list[tuple[str, int, int]]:
    return [("double", 2 * state % size, 1), ("add", (state + 3) % size, 1)]


def of_functions() -> FunctionProblem[int, str]:
    """Return a problem of a partial function and two lambdas on a line."""
    return FunctionProblem(
        1, successors=functools.partial(_moves, 97), is_goal=lambda n: n == 50, heuristic=lambda n: n % 2
    )


KINDS = {
    "words": Words, "rewriting": Rewriting, "bridge": Bridge, "lamps": Lamps, "stacks": Stacks, "cascade": Cascade,
    "cards": Cards, "fields": Fields, "growing": lambda: Growing(5), "functions": of_functions,
}  # fmt: skip
"""Functions that make the problems."""
