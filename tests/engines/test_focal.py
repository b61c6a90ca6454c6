"""Focal search: its bound, its orders, and the steps to go of a problem."""

import math

import pytest
from helpers.graphs import Explicit, Keyed, Stepped, check, focal, forms, graphs, outcome
from helpers.sampling import in_turn
from hypothesis import given
from hypothesis import strategies as st

from astarlib import FocalSearch, FunctionProblem, Limits, Search, Status, WeightedAStar
from astarlib.checking import check_engine
from astarlib.errors import InvalidHeuristicError
from astarlib.events import Expanded, LowerBoundRaised
from astarlib.problems.npuzzle import NPuzzle
from docs.examples.light_tiles import LightTiles, scrambled

PUZZLE = NPuzzle("8 6 7 / 2 5 4 / 3 0 1")
FORMS = st.one_of(forms, st.just(Stepped))


@pytest.mark.costly
@given(graphs("consistent", "admissible"), FORMS, focal)
def test_the_bound_that_it_proves_is_at_most_the_weight(graph, form, engine):
    result = engine.search(form(graph))
    assert (graph.optimum == math.inf) == (result.status is Status.UNSOLVABLE)
    if result:
        assert graph.optimum <= result.cost <= engine.weight * result.lower_bound + 1e-9
        assert result.lower_bound <= graph.optimum + 1e-9


@pytest.mark.costly
@given(graphs(), FORMS, focal, st.lists(st.one_of(st.integers(0, 9), st.just(math.inf)), max_size=4))
def test_limits_of_cost_and_files_lose_no_solution(tmp_path_factory, graph, form, engine, costs):
    path, search = tmp_path_factory.mktemp("saved") / "search", engine.start(form(graph))
    for cost in costs:
        result = search.run(Limits(cost=cost, expanded=5))
        check(search)
        if result.status is not Status.LIMIT:
            assert result.solution is None or result.cost <= cost
            return
        search.save(path)
        search = Search.load(path, form(graph))
    assert engine.search(form(graph)).status is search.run().status


@pytest.mark.parametrize("problem", [PUZZLE, scrambled(8)[7]], ids=["few values of f", "many values of f"])
def test_slices_and_files_change_nothing_in_hundreds_of_expansions(problem, tmp_path):
    search = FocalSearch(weight=3).start(problem)
    while (result := search.run(Limits(expanded=37))).status is Status.LIMIT:
        check(search)
        search.save(tmp_path / "search")
        search = Search.load(tmp_path / "search", problem)
    assert result.statistics.expanded > 200
    assert outcome(FocalSearch(weight=3).search(problem)) == outcome(result)


@pytest.mark.costly
def test_every_law_holds_where_few_values_of_f_are_different():
    assert 1 == check_engine(FocalSearch(weight=2), problems=[NPuzzle("1 4 2 / 5 0 3", goal="0 1 2 / 3 4 5")]).problems


@pytest.mark.costly
def test_it_needs_few_expansions_where_costs_differ_a_lot():
    problem = scrambled(8)[7]
    weighted, found = (kind(weight=3).search(problem) for kind in (WeightedAStar, FocalSearch))
    assert found.cost <= 3 * found.lower_bound
    assert found.statistics.expanded < 0.1 * weighted.statistics.expanded


def test_without_steps_to_go_h_takes_their_place():
    class Stepping(NPuzzle):
        def steps_to_go(self, state):
            return self.heuristic(state)

    board = "8 6 7 / 2 5 4 / 3 0 1"
    assert outcome(FocalSearch().search(NPuzzle(board))) == outcome(FocalSearch().search(Stepping(board)))


@pytest.mark.costly
def test_the_expansions_follow_three_orders_in_turn():
    problem, seen, bounds = scrambled(1)[0], [], [0]

    def observe(event):
        if isinstance(event, LowerBoundRaised):
            bounds.append(event.lower_bound)
        if isinstance(event, Expanded):
            seen.append(event)

    search = FocalSearch(weight=2).start(problem, observer=observe)
    for count in range(400):
        entries = list(search.frontier())
        in_focal = [entry for entry in entries if entry.g + entry.h <= 2 * bounds[-1]] or entries
        search.run(Limits(expanded=1))
        order = [
            lambda entry: problem.steps_to_go(entry.state),
            lambda entry: entry.g + 2 * entry.h,
            lambda entry: problem.steps_to_go(entry.state),
            lambda entry: entry.g + entry.h,
        ][count % 4]
        assert seen[-1].state == entries[0].state
        assert order(seen[-1]) <= min(map(order, in_focal))


@in_turn("steps", [None, -1, math.nan, "3"])
@pytest.mark.parametrize("at", [0, 2])
def test_wrong_steps_to_go_are_named(steps, at):
    problem = FunctionProblem(
        0, successors=lambda s: [("on", s + 1, 1)], is_goal=lambda s: s == 9,
        steps_to_go=lambda s: steps if s == at else 1,
    )  # fmt: skip
    with pytest.raises(InvalidHeuristicError, match=rf"steps_to_go\({at}\) returned .*; expected a number >= 0"):
        FocalSearch().search(problem)


def test_steps_to_go_that_raise_are_named_and_the_search_goes_on():
    class Moody(LightTiles):
        left = 50

        def steps_to_go(self, board):
            self.left -= 1
            if self.left == 0:
                raise RuntimeError("the sensor failed")
            return super().steps_to_go(board)

    search = FocalSearch(weight=3).start(Moody(scrambled(8)[7].initial_state))
    with pytest.raises(InvalidHeuristicError, match=r"steps_to_go\(.*raised RuntimeError: the sensor failed"):
        search.run()
    assert outcome(search.run()) == outcome(FocalSearch(weight=3).search(scrambled(8)[7]))


@pytest.mark.parametrize("form", [Explicit, Keyed, Stepped])
@given(graph=graphs(), engine=focal, expanded=st.integers(0, 20))
def test_the_heaps_have_every_state_within_the_limit(graph, form, engine, expanded):
    search = engine.start(form(graph))
    search.run(Limits(expanded=expanded))
    check(search)
