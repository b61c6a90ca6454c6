"""An instrumented problem counts its calls, and the statistics of every engine equal these counts."""

import copy
import pickle
from fractions import Fraction

import pytest
from helpers.graphs import FORMS, Explicit, Graph, Keyed, Whole, cases, forms, outcome
from helpers.references import PAIRS, REFERENCES
from helpers.sampling import few, in_turn
from hypothesis import given

from astarlib import ENGINES, AStar, Dijkstra, FunctionProblem, IDAStar, Limits, Status, with_heuristic
from astarlib.checking import Counts, InstrumentedProblem
from astarlib.engines import BAEStar, BestFirst, BidirectionalDijkstra, BreadthFirst
from astarlib.problems.npuzzle import Hamming, LinearConflict, Manhattan, NPuzzle
from astarlib.problems.pancake import PancakeProblem
from astarlib.resolving.presentation import state_texter
from astarlib.resolving.resolved_problem import resolve_problem

SQUARE = Graph(((0, 1, 2), (0, 2, 1), (2, 1, 0), (1, 3, 4), (3, 3, 1)), frozenset({3}), (1, 1, 1, 0))
POWERS = ["successors", "state_key", "heuristic_change", "cost"]


def recomputed_costs(result):
    """Return the number of steps whose cost the result asked the problem for again: those that aren't whole numbers."""
    paths = [path for path in (result.solution, result.nearest) if path is not None]
    return sum(len(path) for path in paths if not all(isinstance(cost, int) for cost in path.costs))


def compared_states(engine, result):
    """Return the most states whose edges a bidirectional engine compares with those of the other direction."""
    return result.statistics.stored if isinstance(engine, (BAEStar, BidirectionalDijkstra)) else 0


def check_statistics(engine, problem, limits):
    watched = InstrumentedProblem(problem)
    result = engine.search(watched, limits=limits)
    statistics, counts = result.statistics, watched.counts
    assert statistics.evaluated == counts.heuristic + counts.backward_heuristic
    assert counts.heuristic >= counts.heuristic_change
    assert 0 <= counts.expansions - statistics.expanded <= recomputed_costs(result) + compared_states(engine, result)
    assert statistics.generated <= counts.edges
    # Breadth-first search ends within an expansion, and the others don't count edges back to the parent.
    if isinstance(engine, BestFirst) and not isinstance(engine, BreadthFirst):
        extra = 0 if recomputed_costs(result) == 0 else counts.edges
        assert counts.edges <= statistics.generated + extra
    if counts.goal_states == 0:  # With a list of the goals, is_goal needn't be called.
        assert statistics.expanded + (result.status is Status.SOLVED) <= counts.is_goal
    if watched.successors is None:
        assert counts.edges == counts.result
    else:
        assert (0, 0, 0) == (counts.actions, counts.result, counts.cost)
    assert outcome(engine.search(problem, limits=limits)) == outcome(result)


@pytest.mark.parametrize(("engine", "problem"), few(PAIRS, 45))
def test_the_statistics_of_every_engine_are_what_is_counted_on_every_reference_problem(engine, problem):
    check_statistics(engine, problem, Limits(expanded=3000))


@given(cases(), forms)
def test_the_statistics_of_every_engine_are_what_is_counted_on_every_graph(case, form):
    graph, engine = case
    check_statistics(engine, form(graph), Limits())


@in_turn("engine", ENGINES)
def test_statistics_of_slices_add_up_to_what_is_counted(engine):
    watched = InstrumentedProblem(PancakeProblem("3 1 4 2"))
    search = ENGINES[engine]().start(watched)
    while (result := search.run(Limits(expanded=2))).status is Status.LIMIT:
        assert result.statistics.evaluated == watched.counts.heuristic + watched.counts.backward_heuristic
        compared = watched.counts.expansions - result.statistics.expanded
        assert 0 <= compared <= compared_states(search.engine, result)
    assert result.statistics.evaluated == watched.counts.heuristic + watched.counts.backward_heuristic


# --- what is counted --------------------------------------------------------------------------------------------------


def test_each_call_is_counted_under_its_name():
    watched = InstrumentedProblem(Explicit(SQUARE))
    assert [0, 1] == list(watched.actions(0))
    assert 1 == watched.result(0, 0)
    assert 2 == watched.cost(0, 0, 1)
    assert 1 == watched.heuristic(0) == watched.heuristic(1)
    assert not watched.is_goal(0)
    assert Counts(actions=1, edges=2, result=1, cost=1, heuristic=2, is_goal=1) == watched.counts
    assert 1 == watched.counts.expansions


def test_calls_of_the_capabilities_are_counted_too():
    watched = InstrumentedProblem(PancakeProblem("2 1 3"))
    assert 2 == len(list(watched.successors((2, 1, 3)))) == len(list(watched.predecessors((2, 1, 3))))
    assert -1 == watched.heuristic_change((2, 1, 3), 2, (1, 2, 3))
    assert [(1, 2, 3)] == watched.goal_states()
    assert (
        Counts(successors=1, predecessors=1, edges=4, heuristic=1, heuristic_change=1, goal_states=1) == watched.counts
    )
    assert 2 == watched.counts.expansions
    keyed = InstrumentedProblem(Keyed(SQUARE))
    assert 0 == keyed.state_key([0])
    assert Counts(state_key=1) == keyed.counts


def test_edges_are_counted_as_they_are_yielded():
    def endless(node):
        while True:
            yield "on", node + 1, 1
            node += 1

    watched = InstrumentedProblem(FunctionProblem(0, successors=endless, is_goal=lambda _: False))
    edges = watched.successors(0)
    assert 0 == watched.counts.edges
    assert [1, 2, 3] == [next(edges)[1] for _ in range(3)]
    assert (1, 3) == (watched.counts.successors, watched.counts.edges)


# --- the same problem -------------------------------------------------------------------------------------------------


@in_turn("problem", [*REFERENCES.values(), *(form(SQUARE) for form in FORMS)])
def test_it_has_exactly_the_valid_capabilities_of_the_problem(problem):
    own, watched = resolve_problem(problem), resolve_problem(InstrumentedProblem(problem))
    assert [getattr(own, name) is None for name in POWERS] == [getattr(watched, name) is None for name in POWERS]


def test_a_power_that_has_been_overruled_is_not_there():
    class Overruled(Whole):
        def cost(self, state, action, next_state):
            return 1

    watched = InstrumentedProblem(Overruled(SQUARE))
    assert watched.successors is None
    assert 1 == Dijkstra().search(watched).solution.costs[0]


def test_what_is_compiled_is_not_offered_for_it_could_not_be_counted():
    class Compiled(Whole):
        def compiled_domain(self):
            raise AssertionError

    assert InstrumentedProblem(Compiled(SQUARE)).compiled_domain is None


def test_other_attributes_are_those_of_the_problem():
    puzzle = NPuzzle("1 2 / 3 0")
    watched = InstrumentedProblem(puzzle)
    assert (puzzle.goal, puzzle.shape) == (watched.goal, watched.shape)
    assert "1 2\n3 ." == state_texter(watched)(puzzle.initial_state)
    assert f"InstrumentedProblem({puzzle!r})" == repr(watched)
    for missing in ("nothing", "_nothing"):
        with pytest.raises(AttributeError, match=missing):
            getattr(watched, missing)


def test_the_problem_itself_is_not_changed():
    puzzle = NPuzzle("1 2 / 3 0")
    before = dict(vars(puzzle))
    AStar().search(InstrumentedProblem(puzzle))
    assert before == vars(puzzle)


# --- other heuristics, copies -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("heuristic", [Hamming(), Manhattan(), LinearConflict()], ids=repr)
def test_another_heuristic_is_counted_as_the_first_was(heuristic):
    puzzle = NPuzzle("1 2 5 / 3 4 8 / 6 7 0", goal="0 1 2 / 3 4 5 / 6 7 8")
    watched = with_heuristic(InstrumentedProblem(puzzle), heuristic)
    result = IDAStar().search(watched)
    assert outcome(IDAStar().search(with_heuristic(puzzle, heuristic))) == outcome(result)
    assert result.statistics.evaluated == watched.counts.heuristic > 0
    assert (watched.heuristic_change is None) == (
        resolve_problem(with_heuristic(puzzle, heuristic)).heuristic_change is None
    )


def test_a_problem_with_another_heuristic_counts_for_itself():
    watched = InstrumentedProblem(PancakeProblem("3 1 2"))
    other = with_heuristic(watched, lambda _: 0)
    assert 0 == other.heuristic((3, 1, 2))
    assert (0, 1) == (watched.counts.heuristic, other.counts.heuristic)
    assert 2 == watched.heuristic((3, 1, 2))


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, lambda problem: pickle.loads(pickle.dumps(problem))])
def test_a_copy_has_the_counts_so_far_and_continues_independently(duplicate):
    watched = InstrumentedProblem(PancakeProblem("3 1 2"))
    watched.is_goal((1, 2, 3))
    twin = duplicate(watched)
    assert Counts(is_goal=1) == twin.counts
    AStar().search(twin)
    assert Counts(is_goal=1) == watched.counts
    assert twin.counts.successors > 0


def test_a_search_of_it_goes_to_disk_and_comes_back(tmp_path):
    watched = InstrumentedProblem(PancakeProblem("2 1 3"))
    search = AStar().start(watched)
    search.run(Limits(expanded=1))
    search.save(tmp_path / "search")
    assert 1 == type(search).load(tmp_path / "search", InstrumentedProblem(PancakeProblem("2 1 3"))).run().cost


def test_costs_that_are_not_whole_numbers_are_asked_for_again_for_the_paths_that_are_reported():
    third = Fraction(1, 3)
    problem = FunctionProblem(0, successors=lambda n: [("on", n + 1, third)], is_goal=lambda n: n == 3)
    watched = InstrumentedProblem(problem)
    result = Dijkstra().search(watched)
    assert (3, 3 + len(result.actions)) == (result.statistics.expanded, watched.counts.successors)
