"""Problems in the form that users write, checked by mypy --strict and pyright, which the gate runs over this file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import assert_type

import pytest

from astarlib import (
    AStar,
    Dijkstra,
    FunctionProblem,
    IDAStar,
    Problem,
    Search,
    SearchProblem,
    SearchResult,
    Solution,
    with_heuristic,
)
from astarlib.checking import Certificate, InstrumentedProblem, certify
from astarlib.problems.grid import Cell, GridProblem
from astarlib.problems.npuzzle import NPuzzle
from astarlib.result import Path

pytestmark = pytest.mark.quick


class Bare(SearchProblem):
    """Without type arguments, as a student writes it."""

    def actions(self, state):  # type: ignore[no-untyped-def]  # on purpose: nothing is annotated
        return [1, 2]

    def result(self, state, action):  # type: ignore[no-untyped-def]
        return state + action

    def is_goal(self, state):  # type: ignore[no-untyped-def]
        return state == 5


class Typed(SearchProblem[int, str]):
    """With them."""

    def actions(self, state: int, /) -> list[str]:
        return ["one", "two"]

    def result(self, state: int, action: str, /) -> int:
        return state + (1 if action == "one" else 2)

    def is_goal(self, state: int, /) -> bool:
        return state == 5


@dataclass(frozen=True)
class Alone:
    """Inherits nothing, and its fields cannot be set."""

    initial_state: tuple[int, ...]

    def actions(self, state: tuple[int, ...]) -> Iterable[int]:
        return range(len(state))

    def result(self, state: tuple[int, ...], action: int) -> tuple[int, ...]:
        return (*state[:action], 0, *state[action + 1 :])

    def cost(self, state: tuple[int, ...], action: int, next_state: tuple[int, ...]) -> int:
        return state[action]

    def heuristic(self, state: tuple[int, ...]) -> int:
        return max(state)

    def is_goal(self, state: tuple[int, ...]) -> bool:
        return not any(state)


def test_a_class_without_types_is_a_problem() -> None:
    assert 3 == AStar().search(Bare(0)).cost


def test_the_types_of_states_and_actions_come_out_of_a_result() -> None:
    result = AStar().search(Typed(0))
    assert_type(result, SearchResult[int, str])
    assert_type(result.states, tuple[int, ...])
    assert_type(result.actions, tuple[str, ...])
    search: Search[int, str] = Dijkstra().start(Typed(0))
    assert search.run().cost == result.cost
    assert 3 == result.cost


def test_a_class_that_inherits_nothing_is_a_problem() -> None:
    alone: Problem[tuple[int, ...], int] = Alone((3, 0, 4))
    result = Dijkstra().search(alone)
    assert_type(result, SearchResult[tuple[int, ...], int])
    assert 7 == result.cost


def test_with_heuristic_keeps_the_class() -> None:
    informed = with_heuristic(Typed(0), lambda state: max(0, 5 - state) / 2)
    assert_type(informed, Typed)
    assert 3 == AStar().search(informed).cost


def test_functions_make_a_typed_problem() -> None:
    problem = FunctionProblem(1, successors=doubled_or_next, is_goal=lambda n: n == 9)
    assert_type(AStar().search(problem), SearchResult[int, str])
    assert 4 == AStar().search(problem).cost


def test_a_problem_of_functions_may_start_in_a_tuple_with_lambdas_for_its_functions() -> None:
    problem = FunctionProblem(
        (0, 0), successors=lambda s: [("right", (s[0] + 1, s[1]), 1), ("up", (s[0], s[1] + 1), 1)],
        is_goal=lambda s: s == (3, 2), heuristic=lambda s: max(0, 5 - sum(s)),
    )  # fmt: skip
    assert AStar().search(problem).cost == 5


def test_a_search_a_solution_and_a_path_are_of_the_types_of_their_problem() -> None:
    search = IDAStar().start(Typed(0))
    for item in search.run().states:
        assert_type(item, int)
    result = search.run()
    assert_type(result.solution, Solution[int, str] | None)
    assert_type(result.nearest, Path[int, str] | None)
    assert_type(result.path, tuple[tuple[str | None, int], ...])
    assert_type(search.path_to(0), Path[int, str])
    assert_type(result.cost, float)
    started: Search[tuple[int, ...], int] = Dijkstra().start(Alone((3, 0, 4)))
    assert_type(started.run().solution, Solution[tuple[int, ...], int] | None)
    assert 3 == result.cost


def test_the_types_of_shipped_problems_are_known() -> None:
    moves = AStar().search(NPuzzle("1 2 / 0 3"))
    assert_type(moves, SearchResult[tuple[int, ...], str])
    steps = AStar().search(GridProblem(["..", ".."], (0, 0), (1, 1)))
    assert_type(steps.states, tuple[Cell, ...])
    assert (1, 2) == (moves.cost, steps.cost)


def test_results_are_verified_against_problems_of_the_same_types() -> None:
    problem = Typed(0)
    result = AStar().search(problem)
    result.verify(problem)
    AStar().search(Alone((0, 0))).verify(Alone((0, 0)))
    assert_type(certify(result, problem), Certificate)


def test_an_instrumented_problem_is_a_problem_of_the_same_types() -> None:
    counted = InstrumentedProblem(Typed(0))
    assert_type(counted, InstrumentedProblem[int, str])
    assert_type(AStar().search(counted), SearchResult[int, str])
    assert_type(with_heuristic(counted, lambda _: 0), InstrumentedProblem[int, str])
    assert 3 == Dijkstra().search(counted).cost


def doubled_or_next(number: int) -> list[tuple[str, int, int]]:
    return [("double", 2 * number, 1), ("add", number + 1, 1)]
