"""`compile_problem` translates the methods of built-in problems, for subclasses that replace some of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from helpers.plain_emulator import EmulatedProblem
from helpers.sampling import costly_first, few, spread

import astarlib
from astarlib import Limits, compiled
from astarlib.errors import MissingCapabilityError
from astarlib.heuristics import Landmarks
from astarlib.problems import grid, hanoi, missionaries, npuzzle, pancake, strips, sudoku, water_jugs
from astarlib.problems.graph import GraphProblem
from astarlib.resolving.resolved_problem import compiled_domain_of

COUNTERS = (
    "expanded", "generated", "reopened", "dead_ends", "stored", "peak_frontier", "expanded_before_last_f",
)  # fmt: skip
ROWS = ["..3.#", ".#..2", "5.#..", "..4#.", "#...."]
EDGES = [(i, (7 * i + j) % 50, 1 + (i + j) % 5) for i in range(50) for j in range(3)]


def plain(kind: Any) -> Any:
    """Return a class whose compiled form is made from its methods, not written by hand."""
    return type(kind.__name__, (kind,), {"compiled_domain": None})


Puzzle, Pancakes, Grid = plain(npuzzle.NPuzzle), plain(pancake.PancakeProblem), plain(grid.GridProblem)
Roads, Sudoku = plain(GraphProblem), plain(sudoku.IrregularSudoku)
Facts = plain(strips.StripsProblem)


def _day(heuristic: Any) -> Any:
    places = ["home", "shop", "work"]
    moves = [
        strips.Operator(f"{a} to {b}", [f"at {a}"], [f"at {b}"], [f"at {a}"], cost=len(a + b))
        for a in places for b in places if a != b
    ]  # fmt: skip
    buy = strips.Operator("buy bread", ["at shop"], ["bread"])
    return Facts(["at home"], ["bread", "at work"], [*moves, buy], heuristic=heuristic)


def _light() -> Any:
    toggle = strips.Operator("toggle", [], [], when=[
        strips.When(["light"], delete=["light"]), strips.When([], ["light"], negative_conditions=["light"]),
    ])  # fmt: skip
    leave = strips.Operator("leave", ["in"], ["out"], ["in"], negative_preconditions=["light"])
    return Facts(["light", "in"], ["out"], [toggle, leave], heuristic=lambda state: 0)


def _toll() -> Any:
    class Toll(grid.GridProblem):
        def cost(self, state: Any, action: Any, next_state: Any) -> Any:
            return super().cost(state, action, next_state) + 1

    problem = Toll(ROWS, (0, 0), (4, 4))
    return astarlib.with_heuristic(problem, Landmarks.build(problem, count=2))


BUILT_IN: dict[str, Callable[[], Any]] = {
    "8-puzzle": lambda: Puzzle.scrambled((3, 3), 20, seed=3),
    "15-puzzle": lambda: Puzzle.scrambled((4, 4), 24, seed=3),
    "24-puzzle": lambda: Puzzle.scrambled((5, 5), 20, seed=3),
    "linear conflict": lambda: Puzzle.scrambled((4, 4), 24, seed=3, heuristic=npuzzle.LinearConflict()),
    "misplaced tiles": lambda: Puzzle.scrambled((3, 3), 14, seed=3, heuristic=npuzzle.Hamming()),
    "euclidean tiles": lambda: Puzzle.scrambled((3, 3), 14, seed=3, heuristic=npuzzle.Euclidean()),
    "pancakes": lambda: Pancakes("3 1 2 5 4 7 6"),
    "17 pancakes": lambda: Pancakes([*range(3, 18), 1, 2]),
    "grid": lambda: Grid(ROWS, (0, 0), (4, 4)),
    "grid of eight neighbors": lambda: Grid(ROWS, (0, 0), (4, 4), connectivity=8),
    "grid of several goals": lambda: Grid(ROWS, (0, 0), goals=[(4, 4), (3, 3)], connectivity=8),
    "grid of straight lines": lambda: Grid(ROWS, (0, 0), (4, 4), heuristic=grid.Euclidean()),
    "grid of floats": lambda: Grid([[1.5, 2.5, 1.0], [1.0, 1.0, 7.5]], (0, 0), (2, 1)),
    "graph": lambda: Roads(EDGES, 0, 33),
    "graph of texts": lambda: Roads({"A": {"B": 4, "C": 1.5}, "C": {"B": 2}, "B": {"D": 5}}, "A", "D"),
    "graph of cells": lambda: Roads([((a, 0), (b, 0), cost) for a, b, cost in EDGES], (0, 0), (33, 0)),
    "hanoi": lambda: hanoi.TowersOfHanoi(disks=5, pegs=4),
    "missionaries": lambda: missionaries.MissionariesAndCannibals(5, 5, boat=3),
    "water jugs": lambda: water_jugs.WaterJugs((3, 5, 8), 4, start=(0, 0, 8)),
    "strips": lambda: _day(lambda state: 0),
    "strips with conditions": _light,
    "strips with HMax": lambda: _day(strips.HMax()),
    "strips with HAdd": lambda: _day(strips.HAdd()),
    "strips with FF": lambda: _day(strips.FF()),
    "landmarks": _toll,
}  # fmt: skip
REFUSED: dict[str, tuple[Callable[[], Any], str]] = {
    "strips with LM-cut": (lambda: _day(strips.LMCut()), "an object of _ReducedCosts.*use another heuristic"),
    "jump points": (lambda: grid.GridProblem(["...", "...", "..."], (0, 0), (2, 2)).jump_points(), "calls itself"),
    "sudoku": (lambda: Sudoku.classic("12.. / ..3. / .... / ...4"), "IrregularSudoku can't be compiled: in .*Instead,"),
}  # fmt: skip
"""Problems whose methods can't be translated, and the reasons. Some have a compiled form that is written by hand."""
OVERRIDDEN: dict[str, Any] = {
    "cost": lambda self, state, action, next_state: next_state.index(0) + 1,
    "heuristic": lambda self, state: 0 if state == self.goal else 1,
    "is_goal": lambda self, state: state[0] == 1,
    "actions": lambda self, state: [each for each in npuzzle.NPuzzle.actions(self, state) if each != "up"],
    "result": npuzzle.NPuzzle.result,
    "successors": lambda self, state: [
        (action, after, 2 * cost) for action, after, cost in npuzzle.NPuzzle.successors(self, state)
    ],
    "predecessors": lambda self, state: npuzzle.NPuzzle.predecessors(self, state)[::-1],
    "heuristic_function": property(lambda self: _first_tile),
    "backward_heuristic": lambda self, state: 0,
    "resources": lambda self, state: (state, (state.index(0),)),
}  # fmt: skip


def _first_tile(state: Any) -> int:
    return 0 if state[0] == 1 else 1


def outcome(engine: Any, problem: Any, limits: Limits) -> Any:
    """Return everything about a search that has to be the same."""
    result = engine.search(problem, limits=limits)
    found = None
    if result.solution is not None:
        found = result.cost, type(result.cost), result.actions, result.states, list(map(type, result.states))
    return result.status, result.lower_bound, [getattr(result.statistics, name) for name in COUNTERS], found


@pytest.mark.parametrize("name", few(BUILT_IN, 12))
def test_the_translation_of_a_built_in_problem_gives_what_its_methods_give(name: str) -> None:
    emulated = EmulatedProblem(BUILT_IN[name]())
    for state in spread(emulated.states, 2):
        assert not emulated.fault_at(state)


@pytest.mark.parametrize("name", costly_first(BUILT_IN))
def test_the_translation_of_a_built_in_problem_gives_the_same_search(name: str) -> None:
    problem = BUILT_IN[name]()
    for engine in ("AStar", "Dijkstra"):
        one, other = getattr(astarlib, engine)(), getattr(compiled, engine)()
        translated = compiled.compile_problem(problem)
        assert outcome(other, translated, Limits(expanded=2_000)) == outcome(one, problem, Limits(expanded=2_000))


@pytest.mark.parametrize("name", few(OVERRIDDEN, 4))
def test_a_subclass_that_replaces_a_method_is_translated(name: str) -> None:
    kind: Any = type("Own", (npuzzle.NPuzzle,), {name: OVERRIDDEN[name]})
    problem = kind.scrambled((3, 3), 10, seed=3)
    assert compiled_domain_of(problem) is None
    emulated = EmulatedProblem(problem)
    for state in spread(emulated.states, 4):
        assert not emulated.fault_at(state)


@pytest.mark.parametrize("name", costly_first(OVERRIDDEN))
def test_a_subclass_that_replaces_a_method_gives_the_same_search(name: str) -> None:
    kind: Any = type("Own", (npuzzle.NPuzzle,), {name: OVERRIDDEN[name]})
    problem, limits = kind.scrambled((3, 3), 10, seed=3), Limits(expanded=500)
    for engine in ("AStar", "Dijkstra"):
        one, other = getattr(astarlib, engine)(), getattr(compiled, engine)()
        assert outcome(other, problem, limits) == outcome(one, problem, limits)


def test_attributes_of_an_instance_and_other_heuristics_are_translated() -> None:
    first = npuzzle.NPuzzle.scrambled((3, 3), 10, seed=3)
    first.is_goal = OVERRIDDEN["is_goal"].__get__(first)  # type: ignore[method-assign]  # It's what users do.
    second = npuzzle.NPuzzle.scrambled((3, 3), 10, seed=3, heuristic=npuzzle.LinearConflict())
    for problem in (first, second):
        emulated = EmulatedProblem(problem)
        assert not emulated.fault_at(problem.initial_state)
    translated: Any = compiled.compile_problem(second)
    assert translated.source  # It has no hand-written form with this heuristic.


def test_another_instance_of_a_subclass_uses_the_same_translation() -> None:
    kind: Any = type("Own", (npuzzle.NPuzzle,), {"cost": OVERRIDDEN["cost"]})
    problems = [kind.scrambled((3, 3), 10, seed=seed) for seed in (3, 4)]
    emulated = [EmulatedProblem(problem) for problem in problems]
    one, other = (each._translation for each in emulated)
    assert one._program is other._program
    assert not emulated[1].fault_at(problems[1].initial_state)


def test_a_problem_without_a_compiled_form_says_why_twice() -> None:
    puzzle = npuzzle.NPuzzle.scrambled((3, 3), 10, seed=3, heuristic=lambda state: hash(state) % 2)
    with pytest.raises(MissingCapabilityError, match=r"has no compiled_domain with .* it calls hash"):
        compiled.AStar().search(puzzle)


@pytest.mark.parametrize("name", REFUSED)
def test_a_built_in_problem_that_cannot_be_translated_says_why(name: str) -> None:
    make, message = REFUSED[name]
    with pytest.raises(MissingCapabilityError, match=message):
        EmulatedProblem(make())
