"""A compiled engine gives the results of the engine in Python: status, solution, bounds and all counters."""

import math
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random

import numpy as np
import pytest
from helpers import frogs
from helpers.agreement import at_every_stop, both, in_python, told
from helpers.rows import RowProblem, both_ways, random_rows, streets
from helpers.sampling import slow

import astarlib
from astarlib import CycleCheck, Limits, Priority, Search, Status, TieBreak, with_starts
from astarlib.compiled import (
    AnytimeWeightedAStar,
    ARAStar,
    AStar,
    BAEStar,
    BeamSearch,
    BidirectionalDijkstra,
    Dijkstra,
    FocalSearch,
    GreedyBestFirst,
    IDAStar,
    WeightedAStar,
)
from astarlib.compiled.kernels.deepening import MAX_TRAIL_DEPTH
from astarlib.engines.engine import Engine
from astarlib.errors import ProblemMethodError
from astarlib.problems.graph import GraphProblem
from astarlib.problems.grid import Grid, GridProblem
from astarlib.problems.npuzzle import PARTITION_35, AdditivePatternDatabase, NPuzzle
from astarlib.problems.pancake import PancakeProblem

WEIGHTED = [WeightedAStar(weight=weight, priority=priority) for priority in Priority for weight in (1, 1.5, 3)]
WEIGHTED += [WeightedAStar(weight=2, reopen=False), WeightedAStar(weight=1.1)]
TIES = [AStar(tie_break=tie) for tie in TieBreak] + [GreedyBestFirst(tie_break=TieBreak.LIFO)]
BEST_FIRST = [AStar(), AStar(reopen=False), GreedyBestFirst(), Dijkstra(), *WEIGHTED[:2], WEIGHTED[-2]]
DEEPENING = [IDAStar(), IDAStar(cycle_check=CycleCheck.PARENT)]
BIDIRECTIONAL = [BAEStar(), BidirectionalDijkstra()]
BEAMS = [BeamSearch(width=20), BeamSearch(width=200, complete=False)]
ANYTIME = [ARAStar(), AnytimeWeightedAStar()]
BOARD = "8 1 7 / 4 5 6 / 2 0 3"
HARD = NPuzzle("8 6 7 / 2 5 4 / 3 0 1")
BOARDS = [HARD, *map(NPuzzle, ("1 2 3 / 4 5 6 / 7 0 8", "1 2 3 / 4 5 6 / 7 8 0", "6 4 7 / 8 5 0 / 3 2 1"))]
TWO_WORDS = NPuzzle.scrambled((5, 5), 14, seed=1)
RANDOM = Random(5)
MAP = Grid(["".join("#" if RANDOM.random() < 0.25 else "." for _ in range(40)) for _ in range(40)])
COSTS = Grid([[RANDOM.choice([1, 2, 5, float("inf")]) for _ in range(30)] for _ in range(30)])
ENDS = [
    [(x, y) for y in range(30) for x in range(30) if MAP.is_free((x, y)) and COSTS.is_free((x, y))][at]
    for at in (0, -1)
]
TERRAIN = GridProblem(COSTS, *ENDS)
PATHS = [GridProblem(MAP, *ENDS, connectivity=connectivity) for connectivity in (4, 8)]
LETTERS = [(tail, head, abs(ord(tail) - ord(head)) + 1) for tail in "abcdef" for head in "abcdef" if tail < head]
GRAPH, PANCAKES = GraphProblem(LETTERS, "a", "f"), PancakeProblem("3 6 1 5 2 8 4 7")
CITY, FROGS = streets(25, 2), frogs.problem((7, 7, 2, 7, 7, 2, 31, 7, 2, 7, 2, 2, 2))
CASES = [
    *product([AStar(), AStar(reopen=False), *DEEPENING], BOARDS[:3]), *product([Dijkstra()], BOARDS[1:3]),
    (AStar(), TERRAIN), (AStar(), FROGS), *product([*ANYTIME, BeamSearch(width=5)], [CITY]),
    *map(slow, [  # Each kind takes a compilation.
        (Dijkstra(), HARD), (Dijkstra(), GRAPH),
        *product([GreedyBestFirst(), *BEAMS, *WEIGHTED, *TIES, *BIDIRECTIONAL, *DEEPENING], BOARDS),
        *product(BEST_FIRST, [TERRAIN, *PATHS]), *product(BIDIRECTIONAL, [PANCAKES, TERRAIN, *PATHS]),
        *product([AStar(), BEAMS[1], *BIDIRECTIONAL], [TWO_WORDS]), (BAEStar(), FROGS),
        *product(ANYTIME, [BOARDS[0], TWO_WORDS, PANCAKES, PATHS[1], GRAPH]),
        (AStar(), PancakeProblem((5, 1, 6, 3, 2, 4, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7))),  # They fill a word.
    ]),
]  # fmt: skip


def name(value):
    if isinstance(value, Engine):
        return repr(value).replace("compiled.", "")
    return getattr(value, "__name__", None) or (str(value) if isinstance(value, bool) else type(value).__name__)


@pytest.mark.parametrize(("engine", "problem"), CASES, ids=name)
def test_built_in_problems_give_the_same_search(engine, problem):
    compiled, python = both(engine, problem, counts=not isinstance(engine, IDAStar))
    assert python == compiled


@pytest.mark.costly
def test_pattern_databases_give_the_same_search():
    database = AdditivePatternDatabase.build((3, 3), "1 2 3 / 4 5 6 / 7 8 0", PARTITION_35)
    problem = NPuzzle.random((3, 3), seed=3, heuristic=database)
    compiled, python = both(IDAStar(cycle_check=CycleCheck.PARENT), problem, counts=False)
    assert python == compiled


PLAN = [
    Limits(expanded=0), Limits(expanded=3), Limits(cost=4), Limits(stored=9), Limits(cost=Fraction(25, 2)),
    Limits(generated=9), Limits(solutions=1), Limits(within=1.5), Limits(),
]  # fmt: skip
SHORT_PLAN = [Limits(cost=4), Limits(cost=Fraction(25, 2), expanded=500), Limits(expanded=1500)]


def graph(seed, *, floats, count=25, free=0.2):
    """A random graph with an inconsistent heuristic, dead ends, several paths to most states, and edges of cost 0."""
    random = Random(seed)
    edges, hs = random_rows(random, count=count, floats=floats, dead=0.1)
    edges = {
        tail: [(head, 0 * cost if random.random() < free else cost) for head, cost in row]
        for tail, row in edges.items()
    }
    return RowProblem(edges, count - 1, hs=hs)


def graph_both_ways(seed, *, floats):
    return both_ways(Random(seed), count=40, floats=floats)


def graph_with_starts(seed, *, floats):
    """Such a graph with up to seven starts, some of which are dead ends, goals or not worse than others."""
    problem, random = graph(seed, floats=floats), Random(seed)
    return with_starts(problem, random.sample(range(problem.count), random.randint(2, 7)))


OTHERS = [
    *(
        (BeamSearch(width=width, complete=complete), graph)
        for width in (1, 3, 20, 10**30)
        for complete in (True, False)
    ),
    *((engine, graph) for engine in (*ANYTIME, *(ARAStar(weights=weights) for weights in ((2.5, 1.25), (3, 1.1, 1))))),
    (AnytimeWeightedAStar(weight=1.1), graph),
    *((engine, graph_both_ways) for engine in BIDIRECTIONAL),
    *((engine, graph_with_starts) for engine in (*BEST_FIRST, *TIES, *ANYTIME, FocalSearch(weight=2))),
]
GRAPHS = [
    *((engine, graph, floats) for engine in BEST_FIRST for floats in (False, True)),
    *((engine, graph, False) for engine in (*WEIGHTED, *TIES)),
    *map(slow, ((engine, graph, True) for engine in (*WEIGHTED, *TIES))),
    *((engine, make, False) for engine, make in OTHERS),
    *map(slow, ((engine, make, True) for engine, make in OTHERS)),
]


@pytest.mark.parametrize(("engine", "make", "floats"), GRAPHS, ids=name)
def test_random_graphs_give_the_same_search_at_every_stop(engine, make, floats):
    for seed in range(3):
        for compiled, python in at_every_stop(engine, make(seed, floats=floats), PLAN):
            assert python == compiled, seed


@pytest.mark.parametrize("floats", [False, slow(True)])
@pytest.mark.parametrize("engine", DEEPENING, ids=name)
def test_random_graphs_give_the_same_ida_star_at_every_stop(engine, floats):
    """The compiled engine stores no states. With a unit of the costs, the one in Python skips no threshold either."""
    for seed in range(10):
        problem = graph(seed, floats=floats, count=12, free=0)
        problem.cost_unit = 2.0**-60 if floats else 1
        for compiled, python in at_every_stop(engine, problem, SHORT_PLAN, counts=False):
            assert python[:2] == compiled[:2], seed


@pytest.mark.parametrize("floats", [False, slow(True)])
def test_random_graphs_have_the_same_solution_with_ida_star_that_skips_thresholds(floats):
    both_ida_stars = DEEPENING[0], astarlib.IDAStar()
    for seed in range(10):
        problem = graph_both_ways(seed, floats=floats)  # The h is admissible.
        compiled, python = (engine.search(problem) for engine in both_ida_stars)
        assert (python.status, python.lower_bound) == (compiled.status, compiled.lower_bound)
        assert python.solution == compiled.solution


def test_the_path_of_a_result_stays_as_it_was_when_the_search_goes_on():
    search = AStar().start(NPuzzle(BOARD))
    early, expected = search.run(Limits(expanded=20)), AStar().search(NPuzzle(BOARD), limits=Limits(expanded=20))
    assert expected.nearest.states[0] == NPuzzle(BOARD).initial_state  # This path is read before the search goes on.
    assert search.run().status is Status.SOLVED
    early.verify(NPuzzle(BOARD))
    assert early == expected


def test_actions_are_looked_up_when_they_are_read():
    asked = []

    class Asked(NPuzzle):
        def compiled_domain(self):
            domain = super().compiled_domain()
            return replace(domain, action_of=lambda *states: asked.append(states) or domain.action_of(*states))

    result = AStar().search(Asked(BOARD))
    assert (result.cost, asked) == (len(in_python(AStar()).search(NPuzzle(BOARD)).actions), [])
    assert result.actions == AStar().search(NPuzzle(BOARD)).actions
    assert len(asked) == result.cost


@pytest.mark.parametrize("kind", [bool, np.uint8, np.float32])
def test_a_compiled_search_needs_neither_rows_nor_lists_of_an_array(kind):
    array = np.array([[1, 1, 1], [1, 1, 1]], kind)
    problem = GridProblem(array, (0, 0), (2, 1))
    actions = AStar().search(problem).actions
    assert not {"rows", "_straight", "_neighbors"} & (vars(problem.grid) | vars(problem)).keys()
    assert actions == AStar().search(GridProblem(array.tolist(), (0, 0), (2, 1))).actions


def test_an_error_of_action_of_names_the_step():
    class Wrong(NPuzzle):
        def compiled_domain(self):
            return replace(super().compiled_domain(), action_of=lambda state, next_state: {}[next_state])

    result, start = AStar().search(Wrong(BOARD)), NPuzzle(BOARD).initial_state
    assert result.cost == len(AStar().search(NPuzzle(BOARD)).actions)
    with pytest.raises(ProblemMethodError, match=r"^action_of\(\(\d.*\), \(\d.*\)\) raised KeyError") as caught:
        _ = result.actions
    assert caught.value.state == start


def test_unsolvable_problems_are_proved_unsolvable_as_in_python():
    compiled, python = both(AStar(), RowProblem({0: [(1, 1)], 1: [(0, 2)]}, 2))
    assert Status.UNSOLVABLE is compiled[0]
    assert python == compiled


@pytest.mark.parametrize("engine", [AStar(), Dijkstra(), *DEEPENING], ids=name)
@pytest.mark.parametrize("expanded", [0, 1, 2, 10, 21, 100, 1000])
def test_a_limit_on_expansions_is_exact(engine, expanded):
    compiled, python = both(engine, HARD, Limits(expanded=expanded), counts=False)
    assert expanded == compiled[-1].expanded
    assert python == compiled


@pytest.mark.costly
@pytest.mark.parametrize("cost", [1, 0])
def test_ida_star_excludes_the_states_of_a_path_that_is_longer_than_the_trail(cost):
    count = MAX_TRAIL_DEPTH + 500
    edges = {node: [(node + 1, cost), (max(0, node - 2), cost), (node, cost)] for node in range(count)}
    hs = [cost * (count - node) for node in range(count + 1)]
    compiled, python = both(IDAStar(), RowProblem(edges, count, hs=hs), counts=False)
    assert compiled[0] is Status.SOLVED
    assert python == compiled
    assert python[-1].generated == compiled[-1].generated


@pytest.mark.costly
def test_ida_star_skips_the_thresholds_that_it_skips_in_python_however_it_is_stopped_saved_and_continued(tmp_path):
    """Some thresholds are above the optimum, so a later solution of the same iteration is cheaper."""
    has_best = 0
    for seed in range(30):
        random = Random(seed)
        edges, hs = random_rows(random, count=14, floats=seed % 3 > 0, dead=0.1)
        check, threads = random.choice(list(CycleCheck)), random.choice([1, 2])
        problem = RowProblem(edges, 13, hs=hs)
        python = astarlib.IDAStar(cycle_check=check).start(problem)
        ours = IDAStar(cycle_check=check, threads=threads).start(problem)
        for _ in range(8):
            limits = Limits(expanded=random.choice([1, 3, 10, 50, 400]), cost=random.choice([math.inf, math.inf, 22.5]))
            expected, found = python.run(limits), ours.run(limits)
            assert told(expected, counts=False) == told(found, counts=False)
            assert (python.lower_bound, python._algorithm.front()) == (ours.lower_bound, ours._algorithm.front())
            has_best += ours._algorithm._best is not None
            if random.random() < 0.3:
                ours.save(tmp_path / "search")
                ours = Search.load(tmp_path / "search", problem)
    assert has_best > 5
