"""Updates of grids, graphs and turns: both maps are compared, so nothing depends on what was passed as ``changed``."""

import itertools
import math
import pickle
from random import Random

import pytest

from astarlib import Dijkstra, DStarLite, FSAStar, FunctionProblem, GAAStar, Limits, LPAStar, with_heuristic
from astarlib.errors import InvalidHeuristicError, InvalidProblemError
from astarlib.problems.graph import Graph, GraphProblem
from astarlib.problems.grid import CornerRule, GridProblem
from astarlib.problems.turns import TurnProblem
from astarlib.verification import is_close

ENGINES = [LPAStar(), FSAStar(), GAAStar(), DStarLite()]
every_engine = pytest.mark.parametrize("engine", ENGINES, ids=repr)
SIZE = 6


def cells(random, width, height):
    """Return rows of costs with 1 at both ends, so that the cheapest cell and the heuristic stay the same."""
    walls = random.choice([0, 0.2, 0.4])
    rows = [
        [math.inf if random.random() < walls else random.choice([1, 1, 2, 3.5]) for _ in range(width)]
        for _ in range(height)
    ]
    rows[0][0] = rows[SIZE - 1][SIZE - 1] = 1
    return rows


def grids(random, connectivities=()):
    """Yield grids that differ in the costs and walls, the size and the corner rule, with the same ends."""
    connectivity = random.choice([4, 8])
    while True:
        width, height = (SIZE + (random.random() < 0.2) * random.randint(1, 3) for _ in range(2))
        problem = GridProblem(
            cells(random, width, height), (0, 0), (SIZE - 1, SIZE - 1),
            connectivity=random.choice(connectivities or [connectivity]), corner_rule=random.choice(list(CornerRule)),
        )  # fmt: skip
        yield problem
        for _ in range(2):
            free = [(x, y) for x in range(width) for y in range(height) if (x, y) not in {(0, 0), problem.goal}]
            problem = problem.with_costs({cell: random.choice([1, 2, None]) for cell in random.sample(free, 2)})
            yield problem


def grids_without_h(random):
    """Yield grids that also differ in the number of neighbors, whose heuristic stays the same."""
    for problem in grids(random, [4, 8]):
        yield with_heuristic(problem, zero)


def roads(random):
    """Yield graphs that differ in any way in which two graphs can differ, with the same ends."""
    while True:
        names = random.sample(range(2, 9), 6)
        edges = [
            (random.choice([0, *names]), random.choice([*names, 1]), random.choice([0, 1, 2, 2.5, 7]))
            for _ in range(14)
        ]
        edges += [(0, names[0], 3), (names[0], 1, random.randint(1, 9))]
        form = random.choice([list, Graph, lambda each: Graph.from_arrays(*zip(*each, strict=True))])
        problem = GraphProblem(form(edges), 0, 1, backward_heuristic=zero)
        yield problem
        pairs = list(itertools.permutations(problem.nodes, 2))
        yield problem.with_costs({edge: random.choice([None, 0, 1, 4]) for edge in random.sample(pairs, 3)})


def zero(node):
    return 0


def turn(before, state, after):
    return 2 if before is not None and after == before else 0


def turns(random):
    for problem in roads(random):
        yield TurnProblem(problem, turn)


FAMILIES = {"grids": grids, "grids without h": grids_without_h, "graphs": roads, "turns": turns}


def check_journey(engine, family, seed):
    random = Random(f"{family} {seed}")
    problems = FAMILIES[family](random)
    search = engine.start(next(problems))
    for problem in itertools.islice(problems, 6):
        search.run(random.choice([Limits(), Limits(expanded=4), Limits(expanded=0)]))
        given = random.choice([{}, {"changed": []}, {"changed": [problem.initial_state]}])
        search.update(problem=problem, **given)
        while is_incomplete(search):
            assert given
        if random.random() < 0.2:
            search = pickle.loads(pickle.dumps(search))
        if random.random() < 0.5:
            right, result = Dijkstra().search(problem), search.run()
            assert result.status is right.status
            assert search.lower_bound == right.lower_bound or is_close(search.lower_bound, right.cost)
            if right:
                assert is_close(result.cost, right.cost)
                result.verify(problem)


def is_incomplete(search):
    """Return True if the last update hasn't named a state, after another update that names it."""
    try:
        search.run(Limits(expanded=0))
    except InvalidProblemError as error:
        search.update(changed=[error.state])
        return True
    return False


JOURNEYS = [
    (engine, family)
    for engine in ENGINES
    for family in FAMILIES
    if not isinstance(engine, DStarLite) or family in {"grids", "graphs"}
]
"""D* Lite needs predecessors and a backward heuristic."""


@pytest.mark.costly
@pytest.mark.parametrize(("engine", "family"), JOURNEYS)
def test_after_any_change_of_a_map_an_update_finds_what_a_new_search_finds(engine, family):
    for seed in range(8):
        check_journey(engine, family, seed)


@pytest.mark.slow
@pytest.mark.parametrize(("engine", "family"), JOURNEYS)
def test_after_many_changes_of_a_map_an_update_finds_what_a_new_search_finds(engine, family):
    for seed in range(8, 300):
        check_journey(engine, family, seed)


def test_the_turns_of_other_functions_are_not_compared():
    streets = GraphProblem([("a", "b", 1), ("b", "c", 1)], "a", "c")
    search = LPAStar().start(TurnProblem(streets, turn))
    assert search.run().cost == 2
    bare = FunctionProblem("a", successors=streets.successors, is_goal=streets.is_goal)
    for other in (TurnProblem(streets, lambda *_: 5), TurnProblem(bare, turn)):
        with pytest.raises(TypeError, match=r"changed is missing.*TurnProblem can't be compared"):
            search.update(problem=other)


@every_engine
def test_a_map_that_was_changed_itself_is_not_compared(engine):
    problem = GridProblem("... / .#.", (0, 0), (2, 0))
    search = engine.start(problem)
    search.run()
    with pytest.raises(TypeError, match="changed is missing"):
        search.update()
    with pytest.raises(TypeError, match="changed is missing"):
        search.update(problem=problem)


def test_d_star_lite_refuses_a_move_to_a_map_with_a_smaller_heuristic():
    search = DStarLite().start(GridProblem([[2] * 8] * 4, (0, 0), (7, 3)))
    search.run()
    with pytest.raises(InvalidHeuristicError, match="triangle inequality"):
        search.update(problem=GridProblem([[1] * 8] * 4, (2, 0), (7, 3)))
