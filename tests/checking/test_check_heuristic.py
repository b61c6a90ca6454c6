import itertools
import json
import math
from fractions import Fraction
from statistics import correlation

import pytest
from helpers.broken_problems import Forgotten, Line, NotANumber, Valid, failing, variant
from helpers.graphs import FORMS, KNOT, Graph, graphs
from helpers.sampling import in_turn
from helpers.whole_spaces import overestimates, puzzle_space, steep_edges
from hypothesis import given
from hypothesis import strategies as st

from astarlib import AStar, FunctionProblem, SearchProblem, WeightedAStar, with_heuristic
from astarlib.checking import assert_admissible, assert_consistent, check_heuristic
from astarlib.heuristics import MaxOf, Scaled
from astarlib.problems.graph import GraphProblem, romania
from astarlib.problems.grid import Grid, GridProblem
from astarlib.problems.hanoi import TowersOfHanoi
from astarlib.problems.missionaries import MissionariesAndCannibals
from astarlib.problems.npuzzle import Euclidean, Hamming, LinearConflict, Manhattan, NPuzzle
from astarlib.problems.pancake import PancakeProblem
from astarlib.problems.water_jugs import WaterJugs
from docs.examples.notebook_estimates import HammingWithBlank, SumOfDifferences, WeightedHamming, WeightedManhattan


def exceeds(value, bound):
    inexact = isinstance(value, float) or isinstance(bound, float)
    return value > bound and not (inexact and math.isclose(value, bound, rel_tol=1e-9, abs_tol=1e-9))


class Oracle:
    """The expected values of a graph's h in all reachable states, from networkx and from the edges themselves."""

    def __init__(self, graph):
        self.remaining = graph.distances(graph.goals, backwards=True)
        reached = [node for node, way in enumerate(graph.distances([0])) if way < math.inf]
        self.above = {node for node in reached if exceeds(graph.h[node], self.remaining[node])}
        self.steep = [
            (source, target)
            for source, target, cost in graph.edges
            if source in reached and exceeds(graph.h[source], cost + graph.h[target])
        ]
        self.factor = max([1.0, *(self.ratio(graph.h[node], self.remaining[node]) for node in self.above)])
        self.known = [
            (float(graph.h[node]), float(self.remaining[node]))
            for node in reached
            if 0 < self.remaining[node] < math.inf
        ]

    @staticmethod
    def ratio(h, rest):
        return math.inf if rest == 0 else float(h / rest)


whole_graphs = graphs()


@pytest.mark.costly
@given(whole_graphs, st.sampled_from(FORMS))
def test_the_verdicts_are_those_of_exact_distances(graph, form):
    report, oracle = check_heuristic(form(graph)), Oracle(graph)
    assert report.proved
    assert (len(oracle.above) == 0) == report.admissible == report.ok
    assert (len(oracle.steep) == 0) == report.consistent
    assert len(oracle.above) == report.states_contradicted
    assert len(oracle.steep) == report.edges_inconsistent
    assert 0 == report.states_not_contradicted
    assert (report.states, report.edges) == (report.checks["admissible"], report.checks["consistent"])
    assert math.isclose(oracle.factor, report.overestimation_factor) or oracle.factor == report.overestimation_factor


@given(whole_graphs)
def test_the_worst_violations_are_the_worst(graph):
    report, oracle = check_heuristic(FORMS[0](graph)), Oracle(graph)
    worst, steepest = report.worst_overestimate, report.worst_inconsistency
    assert (worst is None) == report.admissible
    assert (steepest is None) == report.consistent
    if worst is not None:
        assert oracle.remaining[worst.state] == pytest.approx(worst.true_cost)
        assert max(graph.h[node] - oracle.remaining[node] for node in oracle.above) == worst.heuristic - worst.true_cost
        assert worst.exact
    if steepest is not None:
        falls = [
            graph.h[source] - cost - graph.h[target]
            for source, target, cost in graph.edges
            if (source, target) in oracle.steep
        ]
        assert max(falls) == steepest.heuristic - steepest.cost - steepest.next_heuristic


@given(whole_graphs)
def test_the_demonstrations_demonstrate(graph):
    problem = FORMS[0](graph)
    report = check_heuristic(problem)
    if report.worst_overestimate is not None:
        worst = report.worst_overestimate
        end, paid = followed(problem, worst.state, worst.counterexample)
        assert problem.is_goal(end)
        assert paid == pytest.approx(worst.true_cost)
    if report.worst_inconsistency is not None:
        steepest = report.worst_inconsistency
        assert steepest.state == followed(problem, 0, steepest.counterexample)[0]
        assert steepest.next_state == problem.result(steepest.state, steepest.action)


def followed(problem, state, actions):
    paid = 0
    for action in actions:
        next_state = problem.result(state, action)
        paid, state = paid + problem.cost(state, action, next_state), next_state
    return state, paid


@given(whole_graphs)
def test_how_informed_it_is_is_what_the_true_costs_say(graph):
    report, oracle = check_heuristic(FORMS[0](graph)), Oracle(graph)
    assert report.states_measured == len(oracle.known)
    if len(oracle.known) == 0:
        assert report.informedness is None
    else:
        assert sum(h / rest for h, rest in oracle.known) / len(oracle.known) == pytest.approx(report.informedness)
    finite = [pair for pair in oracle.known if pair[0] < math.inf]
    if len({h for h, _ in finite}) < 2 or len({rest for _, rest in finite}) < 2:
        assert report.correlation is None
    else:
        assert correlation(*zip(*finite, strict=True)) == pytest.approx(report.correlation)


class Forward(FORMS[0]):
    """A graph that can only be walked forward: no state is seen that the start doesn't lead to."""

    predecessors = goal_states = None


@given(whole_graphs, st.integers(1, 12), st.integers(0, 20))
def test_what_is_seen_of_a_space_never_contradicts_the_whole_of_it(graph, states, samples):
    report, oracle = check_heuristic(Forward(graph), states=states, samples=samples), Oracle(graph)
    assert report.admissible is not False or len(oracle.above) > 0
    assert report.consistent is not False or len(oracle.steep) > 0
    assert report.states_contradicted <= len(oracle.above)
    assert report.states_proved + len(oracle.above) <= len(graph.h)
    assert report.overestimation_factor <= oracle.factor * (1 + 1e-9)
    if report.worst_overestimate is not None and report.worst_overestimate.exact:
        assert oracle.remaining[report.worst_overestimate.state] == pytest.approx(report.worst_overestimate.true_cost)


@given(whole_graphs, st.integers(1, 12))
def test_what_is_seen_backwards_never_contradicts_the_exact_distances(graph, states):
    report = check_heuristic(FORMS[0](graph), states=states, samples=0)
    remaining = graph.distances(graph.goals, backwards=True)
    above = [node for node, h in enumerate(graph.h) if exceeds(h, remaining[node])]
    assert report.states_contradicted <= len(above)
    assert report.states_proved + len(above) <= len(graph.h)
    if report.worst_overestimate is not None and report.worst_overestimate.exact:
        assert remaining[report.worst_overestimate.state] == pytest.approx(report.worst_overestimate.true_cost)


@given(graphs("inadmissible"))
def test_no_engine_does_worse_than_the_factor_says(graph):
    problem = FORMS[0](graph)
    report = check_heuristic(problem)
    if graph.optimum < math.inf and report.false_dead_ends == 0:
        most = graph.optimum * report.overestimation_factor if graph.optimum > 0 else math.inf
        assert AStar().search(problem).cost <= most * (1 + 1e-9)
        assert WeightedAStar(weight=2).search(problem).cost <= 2 * most * (1 + 1e-9)
        worst = report.worst_overestimate
        excess = 0 if worst is None else worst.heuristic - worst.true_cost
        assert AStar().search(problem).cost <= graph.optimum + excess + 1e-9


class Chain(SearchProblem):
    """Numbers on and back without an end, the goal at 500; from 300 to 301 h falls by 3."""

    def __init__(self, fall=3):
        super().__init__(0)
        self.fall = fall

    def actions(self, state):
        return [1, -1]

    def result(self, state, action):
        return state + action

    def heuristic(self, state):
        return abs(500 - state) / 2 - (self.fall if 300 < state else 0) if state < 450 else 0

    def is_goal(self, state):
        return state == 500


def test_a_deep_inconsistency_is_found_along_the_way_to_a_goal():
    report = check_heuristic(Chain(), states=700, samples=0)
    worst = check_heuristic(Chain(), states=700, samples=0).worst_inconsistency
    assert not report.proved
    assert (449, 450) == (worst.state, worst.next_state)
    assert 449 == len(worst.counterexample)


def test_an_inconsistency_in_the_depth_is_found_by_walking_at_random():
    def h(state):
        return 3 if abs(state) == 60 else 0

    endless = FunctionProblem(
        0, successors=lambda n: [(1, n + 1, 1), (2, n - 1, 1)], is_goal=lambda n: False, heuristic=h
    )
    assert check_heuristic(endless, states=20, samples=0).consistent
    assert not check_heuristic(endless, states=20, samples=5_000).consistent


@pytest.mark.parametrize(
    "heuristic",
    [
        HammingWithBlank(),
        SumOfDifferences(),
        WeightedHamming((1, 1, 2, 1, 2, 5), 12),
        WeightedManhattan((0.5, 1, 3, 1, 3, 5.5)),
    ],
)
def test_the_published_heuristics_are_wrong_just_where_the_whole_space_says(heuristic):
    puzzle = NPuzzle("1 2 3 / 4 0 5", heuristic=heuristic)
    report, space = check_heuristic(puzzle), puzzle_space(puzzle.goal, puzzle.shape)
    assert report.proved
    assert (False, False) == (report.admissible, report.consistent)
    wrong = overestimates(space, puzzle.heuristic)
    worst = report.worst_overestimate
    assert len(wrong) == report.states_contradicted
    assert len(steep_edges(space, puzzle.heuristic)) == report.edges_inconsistent
    assert max(puzzle.heuristic(state) - space.depths[state] for state in wrong) == worst.heuristic - worst.true_cost


def test_hamming_with_the_blank_is_twice_the_true_cost_one_move_from_the_goal():
    report = check_heuristic(NPuzzle("1 2 3 / 4 0 5", heuristic=HammingWithBlank()))
    worst = report.worst_overestimate
    assert (2, 1, ("right",)) == (worst.heuristic, worst.true_cost, worst.counterexample)
    assert 2.0 == report.overestimation_factor
    assert "the true cost is 1 (path: 'right')" in str(report)
    assert "A* may return up to 2× the optimum, and up to 1 above it; WeightedAStar's bound does not hold" in str(
        report
    )
    assert check_heuristic(NPuzzle("1 2 3 / 4 0 5", heuristic=Scaled(HammingWithBlank(), weight=0.5))).admissible


SMALL = NPuzzle("1 2 3 / 4 0 5")
SHIPPED = {
    **{repr(h): with_heuristic(SMALL, h) for h in (Hamming(), Manhattan(), Euclidean(), LinearConflict())},
    "the larger of two": with_heuristic(SMALL, MaxOf(Hamming(), Manhattan())),
    "romania": romania("Arad", "Bucharest"),
    "graph": GraphProblem([("A", "B", 4), ("A", "C", 0.5), ("C", "B", 2)], "A", "B"),
    "grid": GridProblem(Grid("..... / .###. / .#... / ....."), (0, 3), (4, 1), connectivity=8),
    "pancake": PancakeProblem("3 1 2 5 4"),
    "hanoi": TowersOfHanoi(disks=4),
    "water jugs": WaterJugs([3, 5], 4),
    "missionaries": MissionariesAndCannibals(3, 3, boat=2),
}


@in_turn("name", SHIPPED)
def test_the_built_in_heuristics_are_proved(name):
    report = check_heuristic(SHIPPED[name], seconds=60)
    assert report.proved
    assert report.ok, str(report)
    assert report.consistent, str(report)


def test_what_is_near_the_goals_is_proved_in_a_space_too_large_to_walk():
    report = check_heuristic(TowersOfHanoi(disks=12), states=300, samples=0, seconds=60)
    assert not report.proved
    assert report.admissible
    assert report.states_proved >= 300


class Tree(SearchProblem):
    """Numbers doubled and one more, backwards, too; the goal is 2**20, far from the start."""

    def __init__(self, h=lambda state: 0, **powers):
        super().__init__(1)
        self.h = h

    def actions(self, state):
        return [0, 1]

    def result(self, state, action):
        return 2 * state + action

    def heuristic(self, state):
        return self.h(state)

    def is_goal(self, state):
        return state == 2**20

    def goal_states(self):
        return [2**20]

    def predecessors(self, state):
        return [(state % 2, state // 2, 1)] if state > 1 else []


def test_overestimates_near_the_goals_are_found_backwards_although_no_way_to_them_is_known():
    problem = Tree(lambda state: 7 if state == 2**17 else 0)
    report = check_heuristic(problem, states=10, samples=0)
    worst = report.worst_overestimate
    assert (2**17, 7, 3, True, (0, 0, 0)) == (
        worst.state,
        worst.heuristic,
        worst.true_cost,
        worst.exact,
        worst.counterexample,
    )
    assert report.faults[0].counterexample is None
    assert "in a state to which no path is known" in str(report)
    assert report.worst_inconsistency.counterexample is None


@pytest.mark.costly
def test_all_is_exact_where_the_way_back_ends():
    report = check_heuristic(Tree(lambda state: 20 * (state == 1)), states=30, samples=0)
    assert not report.proved
    assert 0 == report.states_not_contradicted  # 21 states lead to the goal; from no other is there a way
    assert 20 == check_heuristic(Tree(lambda state: 21 * (state == 1)), states=30).worst_overestimate.true_cost


@pytest.mark.parametrize(
    "powers",
    [
        {"predecessors": lambda self, state: [(0, state // 2, -1)]},
        {"predecessors": lambda self, state: [(0, state // 2)]},
        {"predecessors": lambda self, state: 1 // 0},
        {"goal_states": lambda self: range(2**20, 2**21)},
        {"goal_states": lambda self: 1 // 0},
        {"goal_states": lambda self: [[]]},
    ],
)
def test_a_way_back_that_fails_proves_nothing(powers):
    report = check_heuristic(variant(Tree, **powers)(lambda state: 20 * (state == 1)), states=30, samples=0)
    assert report.admissible
    assert 1 == report.states_not_contradicted


def test_a_false_dead_end_is_reported():
    problem = variant(Line, heuristic=lambda self, state: math.inf if state in {4, 5} else 9 - state)()
    report = check_heuristic(problem)
    assert (False, False) == (report.admissible, report.consistent)
    assert 2 == report.false_dead_ends
    assert math.inf == report.overestimation_factor
    assert "2 states with h = inf have a path to a goal: engines may miss the optimum" in str(report)
    assert None is report.to_dict()["overestimation_factor"]
    one = check_heuristic(variant(Line, heuristic=lambda self, state: math.inf if state == 4 else 9 - state)())
    assert "1 state with h = inf has a path to a goal" in str(one)


def test_a_true_dead_end_is_none_of_the_faults():
    edges = {"S": [("left", "A", 1), ("right", "G", 1)], "A": [], "G": []}
    problem = FunctionProblem(
        "S", successors=edges.__getitem__, is_goal="G".__eq__, heuristic=lambda state: math.inf if state == "A" else 0
    )
    report = check_heuristic(problem)
    assert (True, True, 0) == (report.ok, report.consistent, report.false_dead_ends)


def test_a_heuristic_above_0_in_a_goal_overestimates_without_bound():
    report = check_heuristic(variant(Line, heuristic=lambda self, state: 10 - state)())
    assert math.inf == report.overestimation_factor
    assert 0 == check_heuristic(variant(Line, heuristic=lambda self, state: 10)()).worst_overestimate.true_cost
    assert "it is a goal" in str(check_heuristic(variant(Line, heuristic=lambda self, state: 10)()))
    assert "A* may return up to 1 more than the optimum" in str(report)


def test_an_admissible_but_inconsistent_h_is_not_a_fault_but_reported():
    edges = {"S": [("A", "A", 4), ("B", "B", 1)], "B": [("A", "A", 1)], "A": [("G", "G", 5)], "G": []}
    problem = FunctionProblem(
        "S", successors=edges.__getitem__, is_goal="G".__eq__, heuristic=lambda state: 6 if state == "B" else 0
    )
    report = check_heuristic(problem)
    assert (True, True, False) == (report.ok, report.admissible, report.consistent)
    assert "optimal only with reopen=True" in str(report)
    assert "admissible and not consistent" in report.headline()
    assert_admissible(problem)
    assert_consistent(Line())
    with pytest.raises(AssertionError, match="from 'B' to 'A' by 'A' the heuristic falls from 6 to 0"):
        assert_consistent(problem)


def test_rounding_is_not_a_fault_but_any_excess_of_whole_numbers_is():
    def line(cost, h):
        return FunctionProblem(
            0, successors=lambda n: [(1, n + 1, cost)] if n < 3 else [], is_goal=lambda n: n == 3, heuristic=h
        )

    assert check_heuristic(line(0.1, lambda n: (3 - n) * 0.1)).ok  # 3 * 0.1 > 0.1 + 0.1 + 0.1
    huge = 10**30
    assert check_heuristic(line(huge, lambda n: (3 - n) * huge)).ok
    assert not check_heuristic(line(huge, lambda n: (3 - n) * huge + (n == 0))).ok
    assert not check_heuristic(line(Fraction(1, 3), lambda n: Fraction(3 - n, 3) + Fraction(n == 0, 10**20))).ok


def test_ratios_beyond_all_floats_are_infinite():
    problem = FunctionProblem(
        0, successors=lambda n: [(1, 1, Fraction(1, 10**200))] if n == 0 else [], is_goal=lambda n: n == 1,
        heuristic=lambda n: 10**200 if n == 0 else 0,
    )  # fmt: skip
    assert math.inf == check_heuristic(problem).overestimation_factor


def test_a_problem_that_breaks_its_contract_is_not_a_crash():
    assert "heuristic" in {fault.promise for fault in check_heuristic(NotANumber()).faults}
    assert ["contract"] == [fault.promise for fault in check_heuristic(Forgotten()).faults]
    for name in ("actions", "result", "cost", "heuristic", "is_goal"):
        report = check_heuristic(failing(name, Line)())
        assert name in {fault.promise for fault in report.faults}, name
        assert not report.ok
    with pytest.raises(AssertionError, match="raised RuntimeError"):
        assert_admissible(failing("heuristic", Line)())


def test_an_invalid_cost_neither_contradicts_nor_proves():
    def cost(self, state, action, next_state):
        return -1 if state == 5 else 1

    report = check_heuristic(variant(Line, cost=cost)())
    assert report.admissible
    assert ["cost"] == [fault.promise for fault in report.faults]
    assert 4 <= report.states_not_contradicted


def test_the_report_is_strict_json():
    for problem in (Valid(), NPuzzle("1 2 3 / 4 0 5", heuristic=HammingWithBlank()), FORMS[0](KNOT)):
        report = check_heuristic(problem)
        members = json.loads(report.to_json(), parse_constant=pytest.fail)
        assert report.admissible == members["admissible"]
        assert members["overestimation_factor"] in {report.overestimation_factor, None}
        assert list(report.meaning) == members["meaning"]
        assert (report.worst_overestimate is None) == (members["worst_overestimate"] is None)


@pytest.mark.parametrize("seconds", [100, 10_000])
def test_a_15_puzzle_takes_no_longer_than_its_time(seconds, monkeypatch):
    clock = itertools.count()  # The clock advances by 1 at each reading.
    monkeypatch.setattr("astarlib.checking.clock.monotonic", lambda: next(clock))
    board = "14 12 7 15 / 4 13 1 2 / 10 9 3 6 / 11 8 0 5"
    report = check_heuristic(NPuzzle(board), states=10**9, samples=10**9, seconds=seconds)
    assert report.seconds < seconds + 100
    assert report.admissible is not False
    assert "the time was up" in report.notes[0]
    assert report.consistent is not False


@pytest.mark.costly
def test_an_inconsistency_in_a_part_of_the_space_is_reported_as_such():
    assert "admissible; it is not consistent" in check_heuristic(Chain(), states=700, samples=0).headline()
    assert "more in states that were not tested" in str(
        check_heuristic(NPuzzle("8 6 7 / 2 5 4 / 3 0 1", heuristic=HammingWithBlank()), states=3_000, seconds=60)
    )


def test_wrong_amounts_are_refused():
    with pytest.raises(ValueError, match="states must be at least 1"):
        check_heuristic(Line(), states=0)


def test_the_backward_search_keeps_the_lowest_cost_of_a_state_that_it_meets_again():
    tail = tuple((node, node + 1, 1) for node in range(3, 30))
    graph = Graph(((0, 3, 1), *tail, (0, 1, 1), (0, 2, 5), (1, 2, 1)), frozenset({2}), (0,) * 31)
    report = check_heuristic(FORMS[0](graph), states=6, samples=0)
    assert "goal_states and predecessors leave out a path" not in str(report)  # They would at a cost of 5 from 0.


def test_a_report_has_a_sentence_for_the_states_and_no_negative_zero() -> None:
    edges = {"S": [("SA", "A", 4), ("SB", "B", 1)], "B": [("BA", "A", 1)], "A": [("AG", "G", 5)], "G": []}
    estimates = {"B": 6, "S": 0, "A": 0, "G": 0}
    problem = FunctionProblem("S", successors=edges.__getitem__, is_goal=lambda s: s == "G", heuristic=estimates.get)
    lines = check_heuristic(problem).details()
    assert "admissible: proved in 4 of 4 states, contradicted in 0, neither in 0" in lines
    assert not any("-0.000" in line for line in lines)
