"""BAE* and bidirectional Dijkstra: figures of the publications, proofs, and what is refused."""

import copy
import math
import pickle
import random
from itertools import pairwise

import pytest

from astarlib import (
    AStar,
    BAEStar,
    BidirectionalDijkstra,
    Dijkstra,
    FunctionProblem,
    Limits,
    SearchProblem,
    Side,
    Status,
    with_predecessors,
)
from astarlib.capabilities import backward_heuristic_of, cost_unit_of
from astarlib.checking import check_engine
from astarlib.checking.conformance.ground_truth import at_most, ground_truth_of
from astarlib.checking.conformance.random_graphs import RandomGraph
from astarlib.errors import InvalidCostError, InvalidHeuristicError, InvalidProblemError, MissingCapabilityError
from astarlib.problems.graph import GraphProblem
from astarlib.problems.grid import GridProblem
from astarlib.problems.hanoi import TowersOfHanoi
from astarlib.problems.npuzzle import NPuzzle
from astarlib.problems.pancake import PancakeProblem

ENGINES = [BAEStar(), BidirectionalDijkstra()]
BOARDS = random.Random(14)
STACKS = [[size + 1 for size in BOARDS.sample(range(14), 14)] for _ in range(5)]


class Gap1(PancakeProblem):
    """Pancakes whose heuristic doesn't count the gaps beside pancake 1."""

    def heuristic(self, state):
        pairs = pairwise(state)
        return sum(abs(one - other) > 1 < min(one, other) for one, other in pairs) + (state[-1] != len(state))

    @property
    def backward_heuristic(self):
        place = {size: number for number, size in enumerate(self.initial_state, 1)}
        return lambda state: self.heuristic([place[size] for size in state])


def line(cost=1, unit=None, **named):
    """0 to 5 in steps that can be reversed."""
    problem = FunctionProblem(
        0,
        successors=lambda n: [(m - n, m, cost) for m in (n - 1, n + 1) if 0 <= m <= 5],
        is_goal=lambda n: n == 5,
        heuristic=named.pop("heuristic", lambda n: 5 - n),
    )
    problem.cost_unit = unit
    return with_predecessors(problem, [5], backward_heuristic=named.pop("backward_heuristic", lambda n: n), **named)


@pytest.mark.parametrize(("stack", "expanded"), list(zip(STACKS, [159, 228, 2, 65, 166], strict=True)))
def test_the_expansions_before_the_proof_are_those_of_the_prototype(stack, expanded):
    assert expanded == BAEStar().search(Gap1(stack)).statistics.expanded_before_last_f


@pytest.mark.parametrize("engine", ENGINES, ids=repr)
def test_the_engines_keep_all_laws(engine):
    assert check_engine(engine, seed=7).problems == 40


@pytest.mark.parametrize("engine", ENGINES, ids=repr)
@pytest.mark.parametrize("first", range(0, 300, 100))
def test_the_cost_and_the_bound_after_every_expansion_are_right(engine, first):
    for seed in range(first, first + 100):
        graph = RandomGraph(seed)
        truth = ground_truth_of(graph, 100)
        if isinstance(engine, BAEStar) and not truth.both_consistent:
            continue
        search = engine.start(graph)
        while (result := search.run(Limits(expanded=1))).status is Status.LIMIT:
            assert at_most(result.lower_bound, truth.optimum)
            search._algorithm._check()
        assert (result.status is Status.UNSOLVABLE) == (truth.optimum == math.inf)
        assert result.solution is None or result.cost == pytest.approx(truth.optimum)


@pytest.mark.parametrize(
    "problem",
    [
        NPuzzle("8 6 7 / 2 5 4 / 3 0 1"), PancakeProblem("3 6 1 5 2 8 4 7"), TowersOfHanoi(disks=4, pegs=4),
        TowersOfHanoi(disks=4, start=(0, 1, 2, 0), goal=(2, 2, 1, 1)),
        GridProblem("..5. / .9#. / ..2.", (0, 0), (3, 1)),
        GridProblem("..#. / ..#. / ....", (0, 0), (3, 0), connectivity=8),
    ],
    ids=repr,
)  # fmt: skip
def test_built_in_problems_are_solved_from_both_ends(problem):
    cost = Dijkstra().search(problem).cost
    for engine in ENGINES:
        result = engine.search(problem)
        assert (cost, True) == (result.cost, result.is_optimal)
        result.verify(problem)
    assert problem.backward_heuristic(problem.initial_state) == 0


@pytest.mark.parametrize("problem", [PancakeProblem("3 1 5 2 4"), TowersOfHanoi(disks=4, start=(1, 0, 2, 0))], ids=repr)
def test_a_backward_heuristic_is_consistent_in_every_state(problem):
    known, waiting = {problem.initial_state}, [problem.initial_state]
    for state in waiting:
        for _, after, cost in problem.successors(state):
            assert problem.backward_heuristic(after) <= problem.backward_heuristic(state) + cost
            if after not in known:
                known.add(after)
                waiting.append(after)


def test_the_sides_can_be_inspected_and_copied():
    search = BidirectionalDijkstra().start(TowersOfHanoi(disks=3))
    search.run(Limits(expanded=4))
    for twin in (copy.copy(search), pickle.loads(pickle.dumps(search))):
        assert [*twin.states(Side.BACKWARD)] == [*search.states(Side.BACKWARD)]
        assert [*twin.frontier(Side.BACKWARD)] == [*search.frontier(Side.BACKWARD)]
    held = [*search.states(), *search.states(Side.BACKWARD)]
    assert search.statistics.stored == len(held)
    for stored in search.states(Side.BACKWARD):
        path = search.path_from(stored.state)
        assert (path.cost, path.states[-1]) == (stored.g, search.problem.goal)
    with pytest.raises(KeyError, match="isn't stored by a search from the goals"):
        AStar().start(TowersOfHanoi(disks=3)).path_from((0, 0, 0))
    assert [] == [*AStar().start(TowersOfHanoi(disks=3)).states(Side.BACKWARD)]


@pytest.mark.parametrize("engine", ENGINES, ids=repr)
def test_without_goals_or_at_a_goal_nothing_is_expanded(engine):
    for goals, status in (([], Status.UNSOLVABLE), ([0, 0], Status.SOLVED)):
        problem = with_predecessors(line(heuristic=lambda _: 0), goals, backward_heuristic=lambda _: 0)
        result = engine.search(problem)
        assert (status, 0) == (result.status, result.statistics.expanded)


def test_the_smallest_counterexample_of_an_inconsistent_heuristic_is_rejected():
    edges, back = {0: [(3, 5), (1, 3)], 1: [(3, 1)], 3: []}, {0: [], 1: [(0, 3)], 3: [(0, 5), (1, 1)]}
    problem = FunctionProblem(
        0,
        successors=lambda s: [(t, t, cost) for t, cost in edges[s]],
        is_goal=lambda s: s == 3,
        heuristic={0: 4, 1: 1, 3: 0}.get,
        predecessors=lambda t: [(t, s, cost) for s, cost in back[t]],
        goal_states=[3],
        backward_heuristic={0: 0, 1: 0, 3: 4}.get,
    )
    with pytest.raises(
        InvalidHeuristicError, match=r"backward_heuristic isn't consistent at the step 3 from 1 to 3.*AStar"
    ):
        BAEStar().search(problem)
    assert 4 == BidirectionalDijkstra().search(problem).cost


@pytest.mark.parametrize(
    ("problem", "error", "says"),
    [
        (line(heuristic=lambda n: 9 * (5 - n)), InvalidHeuristicError, r"heuristic\(0\) is 45.*use AStar"),
        (line(heuristic=lambda _: 1), InvalidHeuristicError, "returned 1 for a goal; expected 0"),
        (line(backward_heuristic=lambda _: 1), InvalidHeuristicError, "returned 1 for the initial state; expected 0"),
        (line(backward_heuristic=lambda n: n if n in {0, 5} else None), InvalidHeuristicError,
         r"backward_heuristic\(1\) returned None.*Did you forget `return`"),
        (line(predecessors=lambda _: None), InvalidProblemError, r"predecessors\(5\) returned None"),
        (line(predecessors=lambda n: [n]), InvalidProblemError, r"predecessors\(5\) returned the edge 5; expected"),
        (line(predecessors=lambda n: [(1, n - 1, -1)]), InvalidCostError, r"predecessors\(5\) returned the cost -1"),
        (line(predecessors=lambda n: 1 // 0), InvalidProblemError, r"predecessors\(5\) raised ZeroDivisionError"),
        (line(cost=3, unit=2), InvalidCostError, "whole multiple of cost_unit, which is 2"),
        (line(cost=0, unit=1), InvalidCostError, "costs 0; expected a whole multiple of cost_unit"),
        (line(unit=0), InvalidProblemError, "cost_unit of FunctionProblem is 0; expected a finite number > 0"),
        (line(unit="1"), InvalidProblemError, "cost_unit of FunctionProblem is '1'"),
    ],
)  # fmt: skip
def test_a_fault_of_a_problem_is_named(problem, error, says):
    with pytest.raises(error, match=says):
        BAEStar().search(problem)


class NoWayBack(SearchProblem):
    def actions(self, state):
        return [1, 2]

    def result(self, state, action):
        return state + action

    def is_goal(self, state):
        return state == 10


def test_a_missing_capability_is_named_with_the_alternatives():
    with pytest.raises(
        MissingCapabilityError, match=r"NoWayBack has no backward_heuristic.*AStar.*BidirectionalDijkstra"
    ):
        BAEStar().search(NoWayBack(0))
    with pytest.raises(MissingCapabilityError, match="NoWayBack has no goal_states"):
        BidirectionalDijkstra().search(NoWayBack(0))
    with pytest.raises(MissingCapabilityError, match="GraphProblem has no backward_heuristic"):
        BAEStar().search(GraphProblem([("a", "b", 1)], "a", "b"))


def test_other_costs_invalidate_the_backward_heuristic_and_the_unit():
    class Heavy(PancakeProblem):
        def successors(self, state):
            return [(count, after, count) for count, after, _ in super().successors(state)]

    assert backward_heuristic_of(Heavy("3 1 2")) is None
    assert cost_unit_of(Heavy("3 1 2")) is None
    assert (1, 1) == (cost_unit_of(PancakeProblem("3 1 2")), cost_unit_of(NoWayBack(0)))
    assert (2, None) == tuple(
        cost_unit_of(GraphProblem([("a", "b", 4), ("b", "c", cost)], "a", "c")) for cost in (6, 0.5)
    )


def test_a_better_solution_is_reported_as_soon_as_it_is_found():
    problem = NPuzzle("8 6 7 / 2 5 4 / 3 0 1")
    results = list(BAEStar().start(problem).solutions())
    costs = [result.cost for result in results]
    assert sorted(set(costs), reverse=True) == costs
    assert 31 == costs[-1]
