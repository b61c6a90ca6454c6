"""FSA* equals a new search with A* after each update, in every respect except the counters, with any h."""

import copy
import math
import pickle

import pytest
from helpers.roads import Keyed, Roads
from hypothesis import given
from hypothesis import strategies as st

from astarlib import AStar, FSAStar, Limits, TieBreak
from astarlib.errors import InvalidProblemError
from astarlib.problems.grid import GridProblem

COSTS = st.sampled_from([0, 1, 1, 2, 3, 0.1, 0.5])
H = st.sampled_from([0, 0, 1, 2, 3.5, math.inf])
NODES = st.integers(0, 7)
CHANGES = st.dictionaries(st.tuples(NODES, NODES), st.one_of(st.none(), COSTS), max_size=5)
COPIES = [lambda search: search, copy.copy, copy.deepcopy, lambda search: pickle.loads(pickle.dumps(search))]


@st.composite
def any_roads(draw):
    """Return a problem whose h needn't be admissible."""
    edges = draw(st.dictionaries(st.tuples(NODES, NODES), COSTS, min_size=4, max_size=24))
    goals = draw(st.frozensets(NODES, min_size=1, max_size=2))
    h = [0 if node in goals else draw(H) for node in range(8)]
    return draw(st.sampled_from([Roads, Keyed]))(edges, 0, goals, h)


def changed(problem, changes):
    edges = {edge: cost for edge, cost in {**problem.edges, **changes}.items() if cost is not None}
    return {
        "problem": type(problem)(edges, 0, problem.goals, problem.h),
        "changed": [problem.state(tail) for tail, _ in changes],
    }


def everything(search):
    result = search.run()
    answer = result.status, result.solution, result.lower_bound, result.nearest
    return answer, list(search.states()), list(search.frontier())


@pytest.mark.costly
@given(
    any_roads(),
    st.sampled_from(TieBreak),
    st.lists(st.tuples(CHANGES, st.integers(0, 9), st.booleans(), st.sampled_from(COPIES)), max_size=5),
)
def test_fsa_star_equals_a_star_after_each_update(problem, tie_break, updates):
    search = FSAStar(tie_break=tie_break).start(problem)
    for changes, expanded, has_to_finish, duplicate in updates:
        if has_to_finish:
            assert everything(AStar(tie_break=tie_break).start(search.problem)) == everything(search)
        search.update(**changed(search.problem, changes))
        search.run(Limits(expanded=expanded))
        search = duplicate(search)
        search._algorithm._check()
    assert everything(AStar(tie_break=tie_break).start(search.problem)) == everything(search)


@given(any_roads())
def test_changes_of_states_that_are_not_closed_expand_nothing(problem):
    search = FSAStar().start(problem)
    first = search.run()
    closed = {problem.number(stored.state) for stored in search.states() if stored.closed}
    search.update(changed=[problem.state(node) for node in range(8) if node not in closed])
    assert (first.solution, first.statistics.expanded) == ((again := search.run()).solution, again.statistics.expanded)


def grid():
    return GridProblem("\n".join("." * 12 for _ in range(12)), (0, 0), (11, 11), connectivity=4)


def test_the_counters_go_on_and_only_expansions_after_the_change_are_repeated():
    problem = grid()
    search = FSAStar().start(problem)
    before = search.run().statistics
    walled = problem.with_costs({(10, 11): math.inf, (11, 10): 3})
    search.update(problem=walled, changed=problem.touched([(10, 11), (11, 10)]))
    after, fresh = search.run().statistics, AStar().search(walled).statistics
    assert before.expanded < after.expanded < before.expanded + fresh.expanded
    assert after.evaluated < before.evaluated + fresh.evaluated
    assert after.generated > before.generated


def test_a_change_that_was_not_given_is_an_error():
    class Own(GridProblem):  # astarlib can't compare the costs of two of them.
        def cost(self, state, action, next_state):
            return super().cost(state, action, next_state)

    problem = Own(["." * 20] * 20, (0, 0), (19, 19))
    search = FSAStar().start(problem)
    path = search.run().states
    search.update(problem=problem.with_costs({path[5]: math.inf}), changed=[])
    with pytest.raises(InvalidProblemError, match="changed"):
        search.run()
    search.update(changed=problem.touched([path[5]]))
    assert search.run().solution is not None
