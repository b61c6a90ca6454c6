"""Small plain problems with a ``state_key``: states of any kind, among them dictionaries, lists and sets."""

from __future__ import annotations

import copy
import dataclasses
from typing import Any

from astarlib import SearchProblem


class Lift(SearchProblem):
    """A dictionary with values of several types, which a method copies and changes."""

    def __init__(self, people: Any = (3, 1)) -> None:
        super().__init__({"floor": 0, "people": list(people), "load": None})

    def state_key(self, state: Any) -> Any:
        return state["floor"], tuple(state["people"]), state["load"]

    def actions(self, state: Any) -> Any:
        return ["up", "down", "open", "swap"]

    def result(self, state: Any, action: Any) -> Any:
        state = {"floor": state["floor"], "people": list(state["people"]), "load": state["load"]}
        if action == "up":
            state["floor"] = min(4, state["floor"] + 1)
        elif action == "down" and state["floor"] > 0:
            state["floor"] -= 1
        elif action == "open" and state["floor"] in state["people"]:
            state["people"].remove(state["floor"])
            state["load"] = state["floor"]
        elif action == "swap" and state["load"] is not None:
            state["people"] = [state["load"], *state["people"]][:3]
            state["load"] = None
        return state

    def cost(self, state: Any, action: Any, next_state: Any) -> Any:
        return 1 + len(next_state["people"])

    def is_goal(self, state: Any) -> Any:
        return state == {"floor": 2, "people": [], "load": 1}


class Glasses(SearchProblem):
    """A dictionary of numbers, whose keys are variables: {**state, name: amount}, items, values and `|`."""

    SIZES = (("large", 5), ("small", 3))

    def __init__(self) -> None:
        super().__init__({"large": 0, "small": 0})

    def state_key(self, state: Any) -> Any:
        return tuple(sorted(state.items()))

    def successors(self, state: Any) -> Any:
        for name, size in self.SIZES:
            yield ("fill", name), {**state, name: size}, 1
            yield ("empty", name), dict(state, small=0) if name == "small" else {**state, name: 0}, 1
            for other in state:
                if other != name:
                    amount = min(state[name], dict(self.SIZES)[other] - state[other])
                    after = state.copy()
                    after[name] -= amount
                    after[other] = state.get(other, 0) + amount
                    yield ("pour", name), after | {"small": after["small"]}, 1

    def actions(self, state: Any) -> Any:
        return [action for action, _, _ in self.successors(state)]

    def result(self, state: Any, action: Any) -> Any:
        return next(after for name, after, _ in self.successors(state) if name == action)

    def is_goal(self, state: Any) -> Any:
        return 4 in state.values()


class Rods(SearchProblem):
    """Lists in a dictionary, found by a variable key."""

    def __init__(self) -> None:
        super().__init__({"a": [2, 1], "b": [], "c": []})

    def state_key(self, state: Any) -> Any:
        return tuple(tuple(state[rod]) for rod in sorted(state))

    def actions(self, state: Any) -> Any:
        for source in state:
            for target in state:
                if state[source] and (not state[target] or state[target][-1] > state[source][-1]):
                    yield source, target

    def result(self, state: Any, action: Any) -> Any:
        after = copy.deepcopy(state)
        after[action[1]].append(after[action[0]].pop())
        return after

    def is_goal(self, state: Any) -> Any:
        return len(state["c"]) == 2


class Tiles(SearchProblem):
    """A list of lists, which a method copies row by row."""

    GOAL = ((1, 2), (3, 0))

    def __init__(self) -> None:
        super().__init__([[0, 1], [3, 2]])

    def state_key(self, state: Any) -> Any:
        return tuple(map(tuple, state))

    def successors(self, state: Any) -> Any:
        row, column = next((r, c) for r in range(2) for c in range(2) if state[r][c] == 0)
        for name, down, right in (("n", -1, 0), ("s", 1, 0), ("w", 0, -1), ("e", 0, 1)):
            r, c = row + down, column + right
            if 0 <= r < 2 and 0 <= c < 2:
                after = [line[:] for line in state]
                after[row][column], after[r][c] = after[r][c], 0
                yield name, after, 1 + c

    def actions(self, state: Any) -> Any:
        return [name for name, _, _ in self.successors(state)]

    def result(self, state: Any, action: Any) -> Any:
        return next(after for name, after, _ in self.successors(state) if name == action)

    def heuristic(self, state: Any) -> Any:
        return sum(state[r][c] != self.GOAL[r][c] for r in range(2) for c in range(2) if state[r][c])

    def is_goal(self, state: Any) -> Any:
        return self.state_key(state) == self.GOAL


class Row(SearchProblem):
    """A list of numbers as a state."""

    def __init__(self) -> None:
        super().__init__([3, -1, 2, 2])

    def state_key(self, state: Any) -> Any:
        return tuple(state)

    def actions(self, state: Any) -> Any:
        return [k for k in range(len(state) - 1) if state[k] > state[k + 1]]

    def result(self, state: Any, action: Any) -> Any:
        after = list(state)
        after[action : action + 2] = state[action + 1], state[action]
        return after if after[0] >= 0 else [*after, 5][-5:]

    def is_goal(self, state: Any) -> Any:
        return state == sorted(state) or state[:2] == [9]


class Bag(SearchProblem):
    """States with the same numbers in another order are the same, and h and the costs aren't equal for them."""

    def __init__(self) -> None:
        super().__init__((4, 2, 1))

    def state_key(self, state: Any) -> Any:
        return tuple(sorted(state))

    def actions(self, state: Any) -> Any:
        return [(at, by) for at in range(3) for by in (-1, 1)]

    def result(self, state: Any, action: Any) -> Any:
        after = list(state)
        after[action[0]] = (after[action[0]] + action[1]) % 6
        return tuple(after)

    def cost(self, state: Any, action: Any, next_state: Any) -> Any:
        return 1 + (state[0] > state[1]) + action[0]

    def heuristic(self, state: Any) -> Any:
        return abs(sum(state) - 8) / 3 if state[0] < 4 else 0

    def is_goal(self, state: Any) -> Any:
        return self.state_key(state) == (0, 3, 5)


class Rooms(SearchProblem):
    """A dictionary with a set."""

    DOORS = ((0, 1, "red"), (1, 2, "blue"), (2, 3, "red"), (3, 0, "green"))
    KEYS = ((0, "red"), (1, "blue"), (2, "green"))

    def __init__(self) -> None:
        super().__init__({"room": 0, "keys": set()})

    def state_key(self, state: Any) -> Any:
        return state["room"], frozenset(state["keys"])

    def successors(self, state: Any) -> Any:
        for one, two, color in self.DOORS:
            for at, to in ((one, two), (two, one)):
                if state["room"] == at and color in state["keys"]:
                    yield ("go", to), {"room": to, "keys": state["keys"]}, 1
        for room, color in self.KEYS:
            if room == state["room"]:
                keys = set(state["keys"])
                keys.add(color)
                yield ("take", color), {"room": room, "keys": keys}, 2
                yield ("drop", color), {"room": room, "keys": state["keys"] - {color}}, 1

    def actions(self, state: Any) -> Any:
        return [action for action, _, _ in self.successors(state)]

    def result(self, state: Any, action: Any) -> Any:
        return next(after for name, after, _ in self.successors(state) if name == action)

    def is_goal(self, state: Any) -> Any:
        return state["room"] == 3 and len(state["keys"]) == 3


@dataclasses.dataclass
class Place:
    """A dataclass that can change, so it has no hash."""

    x: int
    trail: list[int]


class Walk(SearchProblem):
    """A dataclass with a list. The trail isn't a part of the key, so the cheapest path's is kept."""

    def __init__(self) -> None:
        super().__init__(Place(0, []))

    def state_key(self, state: Any) -> Any:
        return state.x % 50

    def actions(self, state: Any) -> Any:
        return [1, 2, 7]

    def result(self, state: Any, action: Any) -> Any:
        return Place(state.x + action, [*state.trail, action][-4:])

    def cost(self, state: Any, action: Any, next_state: Any) -> Any:
        return action * action % 5 + len(next_state.trail)

    def is_goal(self, state: Any) -> Any:
        return state.x % 50 == 23


class Spelling(SearchProblem):
    """A key that is a text which the method makes."""

    def __init__(self) -> None:
        super().__init__("aB")

    def state_key(self, state: Any) -> Any:
        return "".join(sorted(state.lower()))

    def actions(self, state: Any) -> Any:
        return ["a", "C", "b"] if len(state) < 5 else ["cut"]

    def result(self, state: Any, action: Any) -> Any:
        return state[1:3] if action == "cut" else state + action

    def is_goal(self, state: Any) -> Any:
        return state.lower().count("c") == 3


class Warehouse(SearchProblem):
    """A dictionary in a dictionary, and a list of pairs."""

    def __init__(self) -> None:
        super().__init__({"robots": {"r": (0, 0), "s": (1, 1)}, "boxes": [(0, 1)]})

    def state_key(self, state: Any) -> Any:
        robots = state["robots"]
        return robots["r"], robots["s"], frozenset(state["boxes"])

    def actions(self, state: Any) -> Any:
        return [(name, step) for name in state["robots"] for step in ((0, 1), (1, 0), (0, -1), (-1, 0))]

    def result(self, state: Any, action: Any) -> Any:
        name, (down, right) = action
        row, column = state["robots"][name]
        cell = ((row + down) % 3, (column + right) % 3)
        boxes = [box for box in state["boxes"] if box != cell]
        if len(boxes) < len(state["boxes"]):
            boxes.append(((cell[0] + down) % 3, (cell[1] + right) % 3))
        return {"robots": {**state["robots"], name: cell}, "boxes": boxes}

    def is_goal(self, state: Any) -> Any:
        return (2, 2) in state["boxes"] and state["robots"]["s"] == (0, 0)


KEYED = {
    "lift": Lift, "glasses": Glasses, "rods": Rods, "tiles": Tiles, "row": Row, "bag": Bag, "rooms": Rooms,
    "walk": Walk, "spelling": Spelling, "warehouse": Warehouse,
}  # fmt: skip
"""Functions that make the problems."""
