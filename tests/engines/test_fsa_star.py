"""FSA* equals a new search with A* after each update, in every respect except the counters."""

import contextlib
import copy
import math
import pickle

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from astarlib import AStar, FSAStar, FunctionProblem, Limits, Search, TieBreak
from astarlib.errors import InvalidHeuristicError, InvalidProblemError
from astarlib.events import EVENTS, Expanded, Updated
from astarlib.problems.graph import GraphProblem
from astarlib.problems.grid import GridProblem

COSTS = st.sampled_from([0, 1, 1, 2, 3, 0.1, 0.5])
H = st.sampled_from([0, 0, 1, 2, 3.5, math.inf])
NODES = st.integers(0, 7)
CHANGES = st.dictionaries(st.tuples(NODES, NODES), st.one_of(st.none(), COSTS), max_size=5)


class Roads:
    """A graph with any h, which needn't be admissible. It counts nothing and can be pickled."""

    def __init__(self, edges, h, goals, keyed=False):
        self.initial_state, self.edges, self.h, self.goals = [0] if keyed else 0, edges, h, goals
        if keyed:
            self.state_key = self.number

    @staticmethod
    def number(state):
        return state[0] if isinstance(state, list) else state

    def actions(self, state):
        return [head for tail, head in self.edges if tail == self.number(state)]

    def result(self, state, action):
        return [action] if isinstance(state, list) else action

    def cost(self, state, action, _):
        return self.edges[self.number(state), action]

    def is_goal(self, state):
        return self.number(state) in self.goals

    def heuristic(self, state):
        return 0 if self.is_goal(state) else self.h[self.number(state)]

    def changed(self, changes):
        edges = {edge: cost for edge, cost in {**self.edges, **changes}.items() if cost is not None}
        return Roads(edges, self.h, self.goals, isinstance(self.initial_state, list))

    def tails(self, changes):
        return [[tail] if isinstance(self.initial_state, list) else tail for tail, _ in changes]


roads = st.builds(
    Roads,
    st.dictionaries(st.tuples(NODES, NODES), COSTS, min_size=4, max_size=24),
    st.lists(H, min_size=8, max_size=8),
    st.frozensets(NODES, min_size=1, max_size=2),
    st.booleans(),
)
COPIES = [lambda search: search, copy.copy, copy.deepcopy, lambda search: pickle.loads(pickle.dumps(search))]


def everything(search):
    result = search.run()
    answer = result.status, result.solution, result.lower_bound, result.nearest
    return answer, list(search.states()), list(search.frontier())


@given(
    roads,
    st.sampled_from(TieBreak),
    st.lists(st.tuples(CHANGES, st.integers(0, 9), st.sampled_from(COPIES)), max_size=5),
)
def test_fsa_star_equals_a_star_after_each_update(problem, tie_break, updates):
    search = FSAStar(tie_break=tie_break).start(problem)
    for changes, expanded, duplicate in updates:
        assert everything(AStar(tie_break=tie_break).start(problem)) == everything(search)
        problem = problem.changed(changes)
        search.update(problem=problem, changed=problem.tails(changes))
        search.run(Limits(expanded=expanded))
        search = duplicate(search)
        search._algorithm._check()
    assert everything(AStar(tie_break=tie_break).start(problem)) == everything(search)


@given(roads, st.lists(st.tuples(CHANGES, st.integers(0, 9)), min_size=1, max_size=4))
def test_several_updates_of_an_unfinished_search_have_the_effect_of_one(problem, updates):
    search = FSAStar().start(problem)
    for changes, expanded in updates:
        search.run(Limits(expanded=expanded))
        problem = problem.changed(changes)
        search.update(problem=problem, changed=problem.tails(changes))
    assert everything(AStar().start(problem)) == everything(search)


@given(roads, CHANGES, st.integers(1, 60))
def test_an_error_of_the_problem_before_an_update_loses_nothing(problem, changes, last):
    def result(state, action):
        calls.append(state)
        if len(calls) == last:
            raise RuntimeError
        return Roads.result(problem, state, action)

    calls = []
    problem.result = result
    search = FSAStar().start(problem)
    with contextlib.suppress(RuntimeError, InvalidProblemError):
        search.run()
    other = problem.changed(changes)
    search.update(problem=other, changed=other.tails(changes))
    assert everything(AStar().start(other)) == everything(search)


@given(roads)
def test_an_update_without_changes_expands_nothing(problem):
    search = FSAStar().start(problem)
    first = search.run()
    closed = {
        stored.state if isinstance(stored.state, int) else stored.state[0]
        for stored in search.states()
        if stored.closed
    }
    search.update(changed=problem.tails([(node, None) for node in set(range(8)) - closed]))
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


def test_a_saved_search_can_be_updated_after_loading(tmp_path):
    problem = grid()
    search = FSAStar().start(problem)
    search.run()
    search.save(tmp_path / "search")
    loaded = Search.load(tmp_path / "search", problem)
    changed = problem.with_costs({(6, 6): math.inf, (5, 11): math.inf})
    for each in (search, loaded):
        each.update(problem=changed, changed=problem.touched([(6, 6), (5, 11)]))
    assert everything(search) == everything(loaded) == everything(AStar().start(changed))


def test_an_observer_gets_the_update_and_the_repeated_expansions():
    problem, events = grid(), []
    search = FSAStar().start(problem, observer=events.append)
    search.run()
    changed = problem.with_costs({(11, 10): math.inf})
    search.update(problem=changed, changed=problem.touched([(11, 10)]))
    result = search.run()
    numbers = [event.number for event in events if type(event) is Expanded]
    assert numbers == list(range(1, result.statistics.expanded + 1))
    assert [Updated] == [type(event) for event in events if type(event) is Updated]
    assert {type(event) for event in events} <= EVENTS
    assert everything(search) == everything(AStar().start(changed))


def test_a_moved_start_or_goal_or_another_h_is_an_error():
    problem = grid()
    search = FSAStar().start(problem)
    search.run()
    with pytest.raises(InvalidProblemError, match=r"initial state moved to \(1, 0\).*GAAStar"):
        search.update(problem=problem.between((1, 0), (11, 11)))
    with pytest.raises(InvalidProblemError, match=r"goals moved.*GAAStar"):
        search.update(problem=problem.between((0, 0), (11, 10)))
    graph = nx.DiGraph([("a", "b")])
    other = FSAStar().start(GraphProblem(graph, "a", "b"))
    other.run()
    with pytest.raises(InvalidHeuristicError, match="FSAStar"):
        other.update(problem=GraphProblem(graph, "a", "b", heuristic=lambda node: 1 if node == "a" else 0))
    keyed = FunctionProblem("a", successors=lambda _: [], is_goal=bool, state_key=str)
    with pytest.raises(InvalidProblemError, match="state_key"):
        FSAStar().start(FunctionProblem("a", successors=lambda _: [], is_goal=bool)).update(problem=keyed)
    assert search.run().solution is not None


def test_a_change_that_was_not_given_is_an_error():
    problem = grid()
    search = FSAStar().start(problem)
    path = search.run().states
    search.update(problem=problem.with_costs({path[5]: math.inf}))
    with pytest.raises(InvalidProblemError, match="changed"):
        search.run()
    search.update(changed=problem.touched([path[5]]))
    assert search.run().solution is not None
