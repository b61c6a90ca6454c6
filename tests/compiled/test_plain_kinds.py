"""Frozensets, texts, tuples that change their length, arrays and functions: the same as in Python."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers.plain_emulator import Emulated, EmulatedProblem, Probe, make_function
from helpers.plain_keyed import KEYED
from helpers.plain_kinds import KINDS, Growing, Stacks, Words
from helpers.sampling import costly_first, spread

from astarlib import AStar, Dijkstra, GreedyBestFirst, SearchProblem, compiled, distributed
from astarlib.errors import CapacityError, MissingCapabilityError

COUNTERS = ("expanded", "generated", "reopened", "dead_ends", "stored", "peak_frontier", "expanded_before_last_f")


@pytest.mark.parametrize("name", KINDS)
def test_each_kind_of_state_gives_what_python_gives(name: str) -> None:
    emulated = EmulatedProblem(KINDS[name]())
    for state in spread(emulated.states, 12):
        assert not emulated.fault_at(state)


@pytest.mark.parametrize("name", costly_first(KINDS))
def test_each_kind_of_state_gives_the_same_search(name: str) -> None:
    problem: Any = KINDS[name]()
    translated = compiled.compile_problem(problem)
    for pure, fast in (
        (AStar(), compiled.AStar()),
        (Dijkstra(), compiled.Dijkstra()),
        (GreedyBestFirst(), compiled.GreedyBestFirst()),
    ):
        one, two = pure.search(problem), fast.search(translated)
        assert [getattr(one.statistics, each) for each in COUNTERS] == [
            getattr(two.statistics, each) for each in COUNTERS
        ]
        assert (one.status, one.cost, one.actions, one.states) == (two.status, two.cost, two.actions, two.states)
        assert list(map(type, one.states)) == list(map(type, two.states))
        two.verify(problem)


@pytest.mark.parametrize("size", costly_first([12, 40]))
def test_states_may_grow_beyond_those_of_the_walk(size: int) -> None:
    problem = Growing(size)
    assert compiled.GreedyBestFirst().search(problem).states == GreedyBestFirst().search(problem).states


SCALES: dict[str, Any] = {
    "threads": lambda folder: compiled.AStar(threads=2),
    "disk": lambda folder: compiled.AStar(storage=compiled.Disk(folder)),
    "distributed": lambda folder: distributed.AStar(distributed.Threads(2)),
}
EVERYWHERE: dict[str, Any] = {
    "lamps": KINDS["lamps"], "words": KINDS["words"], "stacks": KINDS["stacks"], "keyed": KEYED["tiles"],
    "growing": lambda: Growing(40),
}  # fmt: skip


@pytest.mark.parametrize("scale", costly_first(SCALES))
@pytest.mark.parametrize("name", costly_first(EVERYWHERE))
def test_each_kind_has_the_same_cost_and_proof_everywhere_or_is_refused(name: str, scale: str, tmp_path: Path) -> None:
    problem, wanted = EVERYWHERE[name](), AStar().search(EVERYWHERE[name]())
    try:
        found = SCALES[scale](tmp_path / "folder").search(problem)
    except (MissingCapabilityError, CapacityError) as refusal:
        refused = {("keyed", "disk"): "state_key", ("growing", "disk"): "room", ("growing", "distributed"): "room"}
        assert refused[name, scale] in str(refusal)  # noqa: PT017  # It may also find a solution.
        return
    found.verify(problem)
    assert (found.status, found.cost, found.lower_bound) == (wanted.status, wanted.cost, wanted.lower_bound)


class _Listed(SearchProblem):
    """States with each of some values in turn."""

    def __init__(self, values: list[Any]) -> None:
        super().__init__((0, values[0]))
        self.values = values

    def actions(self, state: Any) -> Any:
        return [1, 2]

    def result(self, state: Any, action: Any) -> Any:
        at = (state[0] + action) % len(self.values)
        return (at, self.values[at])

    def is_goal(self, state: Any) -> Any:
        return state[1] == self.values[state[0]]


@pytest.mark.parametrize("values", [
    [(), (5, -3), (-300, 2, 2, 1, 0, 9)],
    [((), (1,)), ((3, -2), ()), ((-9, 8, 7), (1, 2))],
    [((1, -2),), (), ((3,), (), (-70, 5, 6)), ((), ())],
    [(((1,), (-2, 3)), ()), (((), ()),), (), (((-4,),),) * 3],
    [((1, -2, 3, 4, -5), (0, 0, 0, 0, 9)), (), ((-7, 1, 1, 1, 1),)],
    [((1, None), (-2, "a")), (), ((3, "b"),) * 3],
    ["", "a", "abcz", "\u00e9"],
    [("ab", ""), ("c",), (), ("", "", "zz")],
    [(1.5,), (), (2.5, -0.5)],
], ids=str)  # fmt: skip
def test_equal_states_have_equal_words(values: list[Any]) -> None:
    emulated = EmulatedProblem(_Listed(values))
    assert len(emulated.states) == len(values)
    for state in emulated.states:
        assert not emulated.fault_at(state)


class _Shown(SearchProblem):
    """The order of a frozenset shows in the actions."""

    def __init__(self) -> None:
        super().__init__(frozenset({"ant", "bee"}))

    def actions(self, state: Any) -> Any:
        return [name for name in state]  # noqa: C416  # It's what people write.

    def result(self, state: Any, action: Any) -> Any:
        return state - {action}

    def is_goal(self, state: Any) -> Any:
        return not state


class _Sums(Stacks):
    """A sum of floats depends on the order."""

    WEIGHTS = frozenset({0.1, 0.2, 0.3})

    def is_goal(self, state: Any) -> Any:
        return sum({stack[0] / 10 for stack in state if stack}) == sum(self.WEIGHTS)


class _Formatted(Words):
    def is_goal(self, state: Any) -> Any:
        return f"{state:^5}" == " bog "


@pytest.mark.parametrize(
    ("problem", "message"),
    [(_Shown(), "sorted"), (_Sums(), "order of a set"), (_Formatted(), "format")],
    ids=lambda value: type(value).__name__ if isinstance(value, SearchProblem) else "",
)
def test_what_is_not_defined_is_refused(problem: Any, message: str) -> None:
    with pytest.raises(MissingCapabilityError, match=message):
        compiled.compile_problem(problem)


class _Views(Probe):
    def view(self, values: Any, k: int) -> Any:
        return values if k < 5 else (1, 2)


@pytest.mark.parametrize(("body", "is_compiled"), [
    ("row = []\nfor k in range(3):\n    row.append(k)\n    kept.append(row if k < 5 else (1, 2))", False),
    ("row = []\nfor k in range(3):\n    row.append(k)\n    kept.append(self.view(row, k))", False),
    ("for k in range(3):\n    row = [s]\n    row.append(k)\n    kept.append(row if k < 5 else (1, 2))", True),
    ("for k in range(3):\n    row = [s]\n    row.append(k)\n    kept.append(self.view(row, k))", True),
    ("for k in range(3):\n    row = {s}\n    row.add(k)\n    kept.append(row if k < 5 else frozenset({1}))", True),
])  # fmt: skip
def test_a_list_that_changes_after_another_value_refers_to_it_goes_on_in_python(body: str, is_compiled: bool) -> None:
    function = make_function(f"kept = []\n{body}\nreturn [len(x) for x in kept]", {})
    probe: Any = type("Views", (_Views,), {"probe": function})(0)
    method = Emulated(probe)
    if is_compiled:
        assert method(7) == function(probe, 7)
    else:
        with pytest.raises(CapacityError):
            method(7)
