"""The distances of abstract problems: exact, and what they promise to the problem itself."""

import math
import runpy
from collections import Counter
from pathlib import Path

import networkx as nx
import pytest
from helpers.data import depth_counts
from helpers.graphs import Explicit, Keyed, graphs
from helpers.sampling import slow
from helpers.stacks import large_ones, small_ones
from helpers.whole_spaces import overestimates, pancake_space, puzzle_space, steep_edges
from hypothesis import assume, given
from hypothesis import strategies as st

from astarlib import AStar, FunctionProblem, IDAStar, with_heuristic
from astarlib.heuristics import Abstraction, MaxOf, Memoized, PatternDatabase, Scaled, SumOf, Zero
from astarlib.problems.npuzzle import Hamming, LinearConflict, Manhattan
from astarlib.problems.pancake import PancakeProblem

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
GOALS = [
    ((1, 2, 3, 4, 5, 6, 7, 8, 0), (3, 3)),
    ((0, 1, 2, 3, 4, 5, 6, 7, 8), (3, 3)),
    ((1, 2, 3, 4, 5, 6, 7, 0), (2, 4)),
    ((1, 2, 3, 4, 5, 0), (2, 3)),
]


class Keeping:
    """An abstraction that keeps some tiles and the blank, and maps all other tiles to one."""

    def __init__(self, *kept, other=-1):
        self.kept, self.other = frozenset((0, *kept)), other

    def __call__(self, state):
        return tuple([number if number in self.kept else self.other for number in state])


def kept_1_to_3(state):
    return tuple([tile if tile <= 3 else -1 for tile in state])


def own_moves(puzzle, tiles):
    """The way back where only moves of those tiles are counted."""

    def predecessors(abstract):
        for action, previous, _ in puzzle.successors(abstract):
            yield action, previous, int(previous[abstract.index(0)] in tiles)

    return predecessors


def of_tiles(puzzle, *tiles, additive=False):
    """The database of those tiles and the blank."""
    abstraction = Abstraction(
        Keeping(*tiles),
        goal_states=[puzzle.goal],
        symmetric=not additive,
        predecessors=own_moves(puzzle, tiles) if additive else None,
    )
    return PatternDatabase.build(puzzle, abstraction)


# --- exact distances --------------------------------------------------------------------------------------------------


class WayBack(Explicit):
    """A graph that knows its way back."""

    def goal_states(self):
        return sorted(self.graph.goals)

    def predecessors(self, state):
        return [
            (number, source, cost) for number, (source, target, cost) in enumerate(self.graph.edges) if target == state
        ]


@st.composite
def abstractions(draw, kind="consistent"):
    """A graph with a goal, and for each node its abstract node."""
    graph = draw(graphs(kind))
    assume(len(graph.goals) > 0)
    size = len(graph.h)
    return graph, tuple(draw(st.lists(st.integers(0, draw(st.integers(0, size))), min_size=size, max_size=size)))


def blurred(graph, classes, of=None):
    """The abstraction of a graph whose abstract nodes are given."""

    def predecessors(abstract):
        return [
            (number, classes[source], cost)
            for number, (source, target, cost) in enumerate(graph.edges)
            if classes[target] == abstract
        ]

    return Abstraction(of or classes.__getitem__, predecessors=predecessors, goal_states=sorted(graph.goals))


def abstract_distances(graph, classes):
    """Return the distances to the nearest abstract goal, by networkx."""
    coarse = nx.MultiDiGraph()
    coarse.add_nodes_from(classes)
    coarse.add_weighted_edges_from((classes[target], classes[source], cost) for source, target, cost in graph.edges)
    return dict(nx.multi_source_dijkstra_path_length(coarse, {classes[goal] for goal in graph.goals}))


@pytest.mark.costly
@given(abstractions())
def test_the_distances_of_any_abstraction_are_exact_admissible_and_consistent(drawn):
    graph, classes = drawn
    database = PatternDatabase.build(Explicit(graph), blurred(graph, classes))
    assert abstract_distances(graph, classes) == database.distances
    h = database.bind(Explicit(graph))
    assert all(h(node) <= far for node, far in enumerate(graph.distances(graph.goals, backwards=True)))
    assert all(h(source) <= cost + h(target) for source, target, cost in graph.edges)


@pytest.mark.costly
@given(abstractions())
def test_an_abstraction_that_distinguishes_all_states_gives_the_exact_distances(drawn):
    graph, _ = drawn
    problem = WayBack(graph)
    h = PatternDatabase.build(problem, Abstraction(lambda node: node)).bind(problem)
    assert graph.distances(graph.goals, backwards=True) == [h(node) for node in range(len(graph.h))]


@pytest.mark.costly
@given(abstractions())
def test_the_edges_of_the_problem_are_blurred_when_the_abstraction_has_none(drawn):
    graph, _ = drawn

    class Doubled(WayBack):
        """Nodes n and n + size are alike, and steps lead from one kind to the other; abstractly there is one kind."""

        size = len(graph.h)

        def predecessors(self, state):
            return [(action, source + self.size, cost) for action, source, cost in super().predecessors(state)]

    problem = Doubled(graph)
    h = PatternDatabase.build(problem, Abstraction(lambda node: node % problem.size)).bind(problem)
    assert graph.distances(graph.goals, backwards=True) == [h(node) for node in range(problem.size)]


@pytest.mark.costly
@given(abstractions())
def test_states_that_are_not_hashable_have_abstract_states_that_are(drawn):
    graph, classes = drawn
    abstraction = blurred(graph, classes, of=lambda state: classes[state[0]])
    lists = Abstraction(
        abstraction.mapping, predecessors=abstraction.predecessors, goal_states=[[goal] for goal in sorted(graph.goals)]
    )
    database = PatternDatabase.build(Keyed(graph), lists)
    assert abstract_distances(graph, classes) == database.distances
    assert hash(database) == hash(PatternDatabase.build(Keyed(graph), lists))


@pytest.mark.costly
@given(abstractions(), st.integers(0, 12))
def test_distances_above_a_bound_become_the_smallest_of_them(drawn, max_distance):
    graph, classes = drawn
    exact = abstract_distances(graph, classes)
    above = min((distance for distance in exact.values() if distance > max_distance), default=math.inf)
    h = PatternDatabase.build(Explicit(graph), blurred(graph, classes), max_distance=max_distance).bind(Explicit(graph))
    expected = [min(exact.get(abstract, math.inf), above) for abstract in classes]
    assert expected == [h(node) for node in range(len(classes))]


def test_steps_that_can_be_taken_back_need_no_way_back():
    space = pancake_space(6)
    flips = FunctionProblem(space.problem.goal, successors=space.problem.successors, is_goal=space.problem.is_goal)
    everything = Abstraction(lambda stack: stack, goal_states=[space.problem.goal], symmetric=True)
    assert space.depths == PatternDatabase.build(flips, everything).distances


@pytest.mark.costly
def test_the_whole_top_spin_of_the_guide_has_the_depth_counts():
    goal = (1, 2, 3, 4, 5, 6, 7, 8, 9)
    problem = runpy.run_path(str(EXAMPLES / "top_spin.py"))["TopSpin"](goal)
    everything = Abstraction(lambda ring: ring, goal_states=[goal], symmetric=True)
    expected = depth_counts("topspin_depth_counts.csv", n="9", k="4")
    assert expected == Counter(PatternDatabase.build(problem, everything).distances.values())


def test_the_whole_pancake_problem_has_the_depth_counts():
    expected = depth_counts("pancake_depth_counts.csv", n="7")
    database = PatternDatabase.build(PancakeProblem(range(1, 8)), Abstraction(lambda stack: stack))
    assert expected == Counter(database.distances.values())


# --- promises over whole spaces ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("goal", "shape"), [slow(goal) if goal[1] != (2, 3) else goal for goal in GOALS], ids=str)
def test_heuristics_of_sliding_tiles_are_admissible_and_consistent(goal, shape):
    space = puzzle_space(goal, shape)
    one, other = of_tiles(space.problem, 1, 2, 3), of_tiles(space.problem, 5, 6)
    shares = of_tiles(space.problem, 1, 2, 3, additive=True), of_tiles(space.problem, 4, 5, 6, 7, 8, additive=True)
    for heuristic in (MaxOf(one, other, Manhattan()), SumOf(*shares)):
        estimate = heuristic.bind(space.problem)
        assert [] == overestimates(space, estimate)
        assert [] == steep_edges(space, estimate)


@pytest.mark.parametrize(
    "heuristic",
    [
        Zero(),
        MaxOf(Hamming(), Manhattan()),
        Scaled(LinearConflict(), weight=0.7),
        SumOf(Scaled(Manhattan(), weight=0.25), Scaled(LinearConflict(), weight=0.75)),
        Memoized(LinearConflict(), size=100),
    ],
    ids=repr,
)
def test_heuristics_made_of_admissible_and_consistent_ones_are_so(heuristic):
    space = puzzle_space(*GOALS[2])
    estimate = heuristic.bind(space.problem)
    assert [] == overestimates(space, estimate)
    assert [] == steep_edges(space, estimate)


@pytest.mark.parametrize("of", [large_ones, small_ones])
@pytest.mark.parametrize("max_distance", [3, math.inf])
def test_a_pattern_database_of_pancakes_is_admissible_and_consistent(of, max_distance):
    space = pancake_space(7)
    estimate = PatternDatabase.build(space.problem, Abstraction(of), max_distance=max_distance).bind(space.problem)
    assert [] == overestimates(space, estimate)
    assert [] == steep_edges(space, estimate)


def test_a_pattern_database_of_more_tiles_is_nowhere_below_one_of_fewer():
    space = puzzle_space(*GOALS[2])
    few, many = (of_tiles(space.problem, *tiles).bind(space.problem) for tiles in [(1, 2), (1, 2, 3)])
    assert [] == [state for state in space.depths if many(state) < few(state)]


@pytest.mark.parametrize("engine", [AStar(), IDAStar()], ids=repr)
def test_engines_find_optimal_solutions_with_a_pattern_database(engine):
    space = pancake_space(7)
    stack = max(space.depths, key=space.depths.__getitem__)
    problem = PancakeProblem(stack)
    database = PatternDatabase.build(problem, Abstraction(large_ones))
    assert space.depths[stack] == engine.search(with_heuristic(problem, database)).cost
