"""LPA* and D* Lite: after any sequence of changes, they find what a new search finds."""

import copy
import itertools
import math
import pickle
from functools import partial
from operator import itemgetter

import networkx as nx
import pytest
from helpers import instants
from helpers.graphs import check, outcome
from helpers.instants import run_traced
from hypothesis import given
from hypothesis import strategies as st

import astarlib.search
from astarlib import AStar, DStarLite, FunctionProblem, Limits, LPAStar, Search, SearchProblem, Side, Status
from astarlib.errors import (
    CheckpointError,
    InvalidCostError,
    InvalidHeuristicError,
    InvalidProblemError,
    MissingCapabilityError,
)
from astarlib.events import Finished, LowerBoundRaised, SolutionFound, Started, Updated
from astarlib.observers.recorder import Recorder
from astarlib.problems.graph import GraphProblem
from astarlib.problems.grid import GridProblem
from astarlib.problems.npuzzle import NPuzzle
from astarlib.searching import d_star_lite, driver, lpa_star, updating
from astarlib.verification import is_close

ENGINES = [LPAStar(), DStarLite()]
COSTS = [[0, 1, 1, 2, 3, 7], [0, 0, 1], [1], [0.1, 0.2, 0.3, 0.7, 0], [0, 1, 0.5, 64.25]]


class Roads(SearchProblem):
    """A graph whose edges are a dict ``{(tail, head): cost}``. An action is the pair."""

    def __init__(self, edges, start, goals, h, back):
        super().__init__(start)
        self.edges, self.goals, self.h, self.back = edges, goals, h, back

    broken = None

    def actions(self, state):
        if state == self.broken:
            raise OSError("no connection")
        return [edge for edge in self.edges if edge[0] == state]

    def result(self, state, action):
        return action[1]

    def cost(self, state, action, next_state):
        return self.edges[action]

    def is_goal(self, state):
        return state in self.goals

    def heuristic(self, state):
        return self.h[state]

    def goal_states(self):
        return sorted(self.goals)

    def predecessors(self, state):
        return [(edge, edge[0], cost) for edge, cost in self.edges.items() if edge[1] == state]

    def backward_heuristic(self, state):
        return self.back[self.initial_state][state]


class Keyed(Roads):
    """The same with unhashable states."""

    def state_key(self, state):
        return state


def distances(edges, n):
    graph = nx.DiGraph()
    graph.add_nodes_from(range(n))
    graph.add_weighted_edges_from([(*edge, cost) for edge, cost in edges.items()])
    found = [nx.single_source_dijkstra_path_length(graph, node) for node in range(n)]
    return [[each.get(node, math.inf) for node in range(n)] for each in found]


@st.composite
def journeys(draw, *, moves=False, consistent=False):
    """Return a list of problems, each with the states that changed before it, and the cost of its solution."""
    n, costs = draw(st.integers(2, 8)), st.sampled_from(draw(st.sampled_from(COSTS)))
    node = st.integers(0, n - 1)
    edge = st.tuples(node, node)
    edges = draw(st.dictionaries(edge, costs, max_size=3 * n))
    start, goals = draw(node), frozenset(draw(st.sets(node, max_size=2)))
    stages, cheapest = [(edges, start, [])], dict(edges)
    for _ in range(draw(st.integers(1, 4))):
        changes = draw(st.dictionaries(edge, st.none() | costs, max_size=5))
        edges = {edge: cost for edge, cost in {**edges, **changes}.items() if cost is not None}
        for edge_, cost in edges.items():
            cheapest[edge_] = min(cost, cheapest.get(edge_, cost))
        start = draw(node) if moves else start
        stages.append((edges, start, sorted({tail for tail, _ in changes} | draw(st.sets(node, max_size=1)))))
    # The estimates are admissible with the smallest cost that each edge ever has.
    between, scale = distances(cheapest, n), draw(st.sampled_from([0, 0.5, 1]))
    back = [[0 if scale == 0 else cost if scale == 1 else cost * scale for cost in row] for row in between]
    h = [min((back[node][goal] for goal in goals), default=math.inf if scale > 0 else 0) for node in range(n)]
    if not consistent:
        h = [draw(st.sampled_from([0, each])) for each in h]
    journey = []
    for edges, start, changed in stages:
        truth = min((distances(edges, n)[start][goal] for goal in goals), default=math.inf)
        journey.append((Roads(edges, start, goals, h, back), changed, truth))
    return journey


def assert_correct(search, result, problem, truth):
    check(search)
    assert result.status is (Status.UNSOLVABLE if truth == math.inf else Status.SOLVED)
    if truth < math.inf:
        assert is_close(result.cost, truth)
        assert is_close(result.lower_bound, truth)
        result.verify(problem)


def assert_bound(search, truth):
    assert search.lower_bound <= truth or is_close(search.lower_bound, truth)


def assert_paths(search, problem):
    """All paths that a search shows are real, with the cost of today."""
    for side, path_of in ((Side.FORWARD, search.path_to), (Side.BACKWARD, search.path_from)):
        for stored in [*search.states(side), *search.frontier(side)]:
            if stored.g < math.inf:
                path = path_of(stored.state)
                assert path.cost == stored.g
                assert list(path.costs) == [problem.edges[edge] for edge in path.actions]
            else:
                with pytest.raises(KeyError):
                    path_of(stored.state)
    near = search.nearest
    assert near is None or list(near.costs) == [problem.edges[edge] for edge in near.actions]


def follow(engine, journey, draw):
    search = None
    for problem, changed, truth in journey:
        if search is None:
            search = engine.start(problem)
        else:
            try:
                search.update(problem=problem, changed=changed)
            except InvalidHeuristicError as error:
                assert "Start a new search" in str(error)  # noqa: PT017
                return
        assert_bound(search, truth)
        assert_paths(search, problem)
        stop = draw(st.integers(0, 40))
        for number in itertools.count():
            result = search.run(Limits(expanded=1))
            assert_bound(search, truth)
            if result.status is not Status.LIMIT or number == stop:
                break
            assert_paths(search, problem)
            how = draw(st.sampled_from([None, None, copy.copy, lambda each: pickle.loads(pickle.dumps(each))]))
            search = search if how is None else how(search)
        if result.status is not Status.LIMIT:
            assert_correct(search, result, problem, truth)
            assert_paths(search, problem)
    assert_correct(search, search.run(), problem, truth)


@given(journeys(), st.data())
def test_lpa_star_finds_the_optimum_after_any_changes(journey, data):
    follow(LPAStar(), journey, data.draw)


@given(journeys(moves=True, consistent=True), st.data())
def test_d_star_lite_finds_the_optimum_after_any_changes_and_moves(journey, data):
    follow(DStarLite(), journey, data.draw)


@given(st.sampled_from(ENGINES).flatmap(lambda engine: st.tuples(st.just(engine), journeys(consistent=True))))
def test_an_update_without_changes_expands_nothing(case):
    engine, journey = case
    search = engine.start(journey[0][0])
    cost = outcome(search.run()).solution
    before = search.statistics.expanded
    search.update()
    assert search.run().solution == cost
    assert search.statistics.expanded == before


# --- interrupts -------------------------------------------------------------------------------------------------------

LIBRARY = {module.__file__ for module in (lpa_star, d_star_lite, updating, driver, astarlib.search)}
Tracer, Visitor = partial(instants.Tracer, LIBRARY), partial(instants.Visitor, LIBRARY)
EDGES = {(0, 1): 1, (1, 2): 0, (2, 1): 0, (2, 3): 1, (0, 3): 9, (1, 4): 2, (4, 3): 2, (0, 5): 4, (5, 3): 1}
LATER = {**EDGES, (0, 1): 4, (1, 4): 0, (5, 2): 0, (3, 0): 1}
FLAT = [[0] * 6] * 6
KNOT = [(EDGES, []), (LATER, [0, 1, 3, 5]), ({(0, 1): 2, (1, 3): 3}, [0, 1, 2, 3, 4, 5])]


def knot(number, cls=Roads, start=0):
    return cls(KNOT[number][0], start, frozenset({3}), [3, 1, 1, 0, 1, 1], FLAT)


@pytest.mark.parametrize("step", [pytest.param(5, marks=pytest.mark.slow), 61], ids="every {}".format)
@pytest.mark.parametrize("cls", [Roads, Keyed])
@pytest.mark.parametrize("engine", ENGINES, ids=repr)
def test_an_interrupt_at_some_instants_of_an_update_and_of_the_next_run_loses_nothing(engine, cls, step):
    expected = walk(engine, cls, lambda do: do())
    for number in itertools.count(1, step):
        tracer = Tracer(number)

        def twice(do, tracer=tracer):
            try:
                return tracer_run(tracer, do)
            except KeyboardInterrupt:
                return do()

        assert expected == walk(engine, cls, twice)
        if tracer.left > 0:
            break
    assert number > 100


def tracer_run(tracer, do):
    class Called:
        def run(self, _):
            return do()

    return run_traced(Called(), Limits(), tracer)


def walk(engine, cls, perform):
    search, found = engine.start(knot(0, cls)), []
    for number in range(3):
        if number > 0:
            problem = knot(number, cls)
            perform(lambda number=number, problem=problem: search.update(problem=problem, changed=KNOT[number][1]))
        found.append(outcome(perform(search.run)))
        check(search)
    return found


@pytest.mark.parametrize("engine", ENGINES, ids=repr)
def test_a_copy_made_at_any_instant_of_an_update_and_of_the_next_run_continues_independently(engine):
    search, copies = engine.start(knot(0)), []
    search.run()

    def go():
        search.update(problem=knot(1), changed=KNOT[1][1])
        return search.run()

    expected = outcome(tracer_run(Visitor(lambda: copies.append(copy.copy(search))), go)).solution
    assert len(copies) > 100
    for copied in copies:
        copied.update(problem=knot(1), changed=KNOT[1][1])
        assert copied.run().solution == expected
        check(copied)


@pytest.mark.parametrize("engine", ENGINES, ids=repr)
def test_a_problem_that_fails_during_a_refresh_can_be_repaired(engine):
    for broken in (0, 1, 5):
        search = engine.start(knot(0))
        search.run()
        later = knot(1)
        later.broken = broken
        search.update(problem=later, changed=KNOT[1][1])
        with pytest.raises(InvalidProblemError, match=rf"actions\({broken}\) raised OSError"):
            search.run()
        check(search)
        later.broken = None
        assert search.run().cost == 5


# --- saving and events ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ENGINES, ids=repr)
def test_an_updated_search_is_saved_with_its_new_problem(engine, tmp_path):
    search = engine.start(knot(0))
    search.run()
    search.update(problem=knot(1), changed=KNOT[1][1])
    search.save(tmp_path / "search")
    loaded = Search.load(tmp_path / "search", knot(1))
    assert outcome(loaded.run()) == outcome(search.run())
    loaded.update(problem=knot(2), changed=KNOT[2][1])
    assert loaded.run().cost == 5
    with pytest.raises(CheckpointError):
        Search.load(tmp_path / "search", knot(1, start=1))


def test_a_checkpoint_of_d_star_lite_belongs_to_its_goals(tmp_path):
    search = DStarLite().start(knot(0))
    search.run()
    search.save(tmp_path / "search")
    with pytest.raises(CheckpointError, match="other states"):
        Search.load(tmp_path / "search", Roads(EDGES, 0, frozenset({4}), [0] * 6, FLAT))


@pytest.mark.parametrize("engine", ENGINES, ids=repr)
def test_an_update_sends_an_event_and_the_next_run_starts_with_the_new_problem(engine):
    events = []
    search = engine.start(knot(0), observer=events.append)
    search.run()
    first, expanded = search.problem, search.statistics.expanded
    events.clear()
    later = knot(1)
    search.update(problem=later, changed=KNOT[1][1])
    assert events == [Updated(later, 4, expanded)]
    assert search.problem is later is not first
    search.run()
    assert [type(event) for event in events if type(event) is not LowerBoundRaised] == [
        Updated, Started, SolutionFound, Finished,
    ]  # fmt: skip
    assert events[1].problem is later
    assert events[1].resumed


def test_a_recorder_begins_again_after_an_update():
    recorder = Recorder()
    search = LPAStar().start(knot(0), observer=recorder)
    search.run()
    search.update()
    search.run()
    assert recorder.trace.info.engine == "LPAStar()"


# --- what isn't possible ----------------------------------------------------------------------------------------------


def test_an_engine_that_is_not_incremental_refuses_an_update_and_keeps_its_result():
    search = AStar().start(NPuzzle("1 2 3 / 4 5 6 / 0 7 8"))
    result = search.run()
    with pytest.raises(TypeError, match=r"AStar\(\) isn't an incremental engine.*LPAStar"):
        search.update(changed=[])
    assert search.run() is result


@pytest.mark.parametrize("engine", ENGINES, ids=repr)
@pytest.mark.parametrize(
    ("changed", "message"), [(3, "an iterable of states, not 3"), ([[0]], r"\[0\] isn't one"), (None, "not None")]
)
def test_changed_must_contain_states(engine, changed, message):
    search = engine.start(knot(0))
    result = search.run()
    with pytest.raises(TypeError, match=message):
        search.update(changed=changed)
    assert search.run() is result


def test_an_update_while_the_search_runs_is_refused():
    errors = []

    def observer(event):
        if isinstance(event, Finished):
            with pytest.raises(RuntimeError, match="already running") as error:
                search.update()
            errors.append(error)

    search = LPAStar().start(knot(0), observer=observer)
    search.run()
    assert len(errors) == 1


def test_lpa_star_refuses_a_moved_start_and_names_other_engines():
    search = LPAStar().start(knot(0))
    result = search.run()
    with pytest.raises(InvalidProblemError, match=r"moved from 0 to 1.*DStarLite"):
        search.update(problem=knot(0, start=1))
    assert search.run() is result
    assert search.problem.initial_state == 0


@pytest.mark.parametrize("engine", ENGINES, ids=repr)
@pytest.mark.parametrize("goals", [{4}, {3, 4}, set()])
def test_moved_goals_are_refused(engine, goals):
    search = engine.start(knot(0))
    result = search.run()
    with pytest.raises(InvalidProblemError, match=r"goals have changed.*GAAStar"):
        search.update(problem=Roads(EDGES, 0, frozenset(goals), [3, 1, 1, 0, 1, 1], FLAT))
    assert search.run() is result


def test_a_state_that_becomes_a_goal_is_detected_without_goal_states():
    class Forward(Roads):
        goal_states = None

    search = LPAStar().start(Forward(EDGES, 0, frozenset({3}), [0] * 6, FLAT))
    search.run()
    with pytest.raises(InvalidProblemError, match="1 is a goal of only one"):
        search.update(problem=Forward(EDGES, 0, frozenset({3, 1}), [0] * 6, FLAT))


@pytest.mark.parametrize("value", [0, None, -1, "x"])
def test_another_heuristic_is_refused(value):
    search = LPAStar().start(knot(0))
    search.run()
    with pytest.raises(InvalidHeuristicError, match=r"heuristic\(1\) was 1 before the update and is now"):
        search.update(problem=Roads(EDGES, 0, frozenset({3}), [3, value, 1, 0, 1, 1], FLAT))
    search = DStarLite().start(knot(0))
    search.run()
    with pytest.raises(InvalidHeuristicError, match=r"backward_heuristic\(3\) was 0 before .* DStarLite"):
        search.update(problem=Roads(EDGES, 0, frozenset({3}), [0] * 6, [[0, 0, 0, 5, 0, 0]] * 6))


@pytest.mark.parametrize("engine", ENGINES, ids=repr)
def test_a_forgotten_change_is_an_error_until_it_is_given(engine):
    search = engine.start(knot(0))
    assert search.run().cost == 2
    dear = Roads({**EDGES, (2, 3): 5}, 0, frozenset({3}), [3, 1, 1, 0, 1, 1], FLAT)
    search.update(problem=dear, changed=[0])
    for _ in range(2):
        with pytest.raises(InvalidProblemError, match="from 2 to 3 had the cost 1 and now costs 5, but 2 isn't in `ch"):
            search.run()
    search.update(changed=[2])
    assert search.run().cost == 5
    less = Roads({(0, 1): 1}, 0, frozenset({3}), [3, 1, 1, 0, 1, 1], FLAT)
    search.update(problem=less)
    with pytest.raises(InvalidProblemError, match="doesn't exist any more"):
        search.run()


def test_zero_cost_cycles_do_not_support_themselves():
    graph = [("s", "a", 1), ("a", "b", 0), ("b", "a", 0), ("b", "t", 1)]
    search = LPAStar().start(GraphProblem(graph, "s", "t"))
    assert search.run().cost == 2
    search.update(problem=search.problem.with_costs({("s", "a"): 5}), changed=["s"])
    assert search.run().cost == 6
    search.update(problem=search.problem.with_costs({("s", "a"): None}), changed=["s"])
    assert search.run().status is Status.UNSOLVABLE
    assert search.lower_bound == math.inf


def test_invalid_costs_name_the_edge_in_both_directions():
    for engine in ENGINES:
        search = engine.start(knot(0))
        search.run()
        search.update(problem=Roads({**EDGES, (0, 1): -1}, 0, frozenset({3}), [3, 1, 1, 0, 1, 1], FLAT), changed=[0])
        with pytest.raises(InvalidCostError, match=r"cost\(0, \(0, 1\), 1\) returned -1"):
            search.run()
    with pytest.raises(InvalidCostError, match=r"predecessors\(3\) returned the cost -1"):
        DStarLite().search(Roads({**EDGES, (2, 3): -1}, 0, frozenset({3}), [0] * 6, FLAT))
    for engine in ENGINES:
        with pytest.raises(InvalidCostError, match="finite"):
            engine.search(Roads({(0, 1): 1e308, (1, 3): 1e308}, 0, frozenset({3}), [0] * 6, FLAT))


@pytest.mark.parametrize("h", [-1, None, math.nan])
def test_an_invalid_h_is_named(h):
    with pytest.raises(InvalidHeuristicError, match=r"heuristic\(1\)"):
        LPAStar().search(Roads(EDGES, 0, frozenset({3}), [3, h, 1, 0, 1, 1], FLAT))
    with pytest.raises(InvalidHeuristicError, match=r"backward_heuristic\(2\)"):
        DStarLite().search(Roads(EDGES, 0, frozenset({3}), [0] * 6, [[0, 0, h, 0, 0, 0]] * 6))


# --- the moving start of D* Lite --------------------------------------------------------------------------------------


def test_d_star_lite_names_the_missing_method_and_an_engine_without_it():
    with pytest.raises(MissingCapabilityError, match=r"backward_heuristic.*LPAStar"):
        DStarLite().search(GraphProblem([("a", "b")], "a", "b"))
    search = DStarLite().start(GridProblem("...", (0, 0), (2, 0)))
    search.run()
    with pytest.raises(MissingCapabilityError, match="backward_heuristic"):
        search.update(problem=GraphProblem([("a", "b")], "a", "b"))


def test_d_star_lite_needs_a_new_object_for_a_move():
    problem = knot(0)
    search = DStarLite().start(problem)
    search.run()
    problem.initial_state = 1
    with pytest.raises(InvalidProblemError, match="needs a new object"):
        search.update()


def test_d_star_lite_refuses_a_move_that_the_heuristic_excludes():
    back = [[0, 0, 0, 0, 0, math.inf]] * 6
    search = DStarLite().start(Roads(EDGES, 0, frozenset({3}), [0] * 6, back))
    search.run()
    with pytest.raises(InvalidHeuristicError, match="Start a new search"):
        search.update(problem=Roads(EDGES, 5, frozenset({3}), [0] * 6, back))


def test_a_robot_reaches_its_goal_on_an_unknown_map():
    truth = GridProblem(
        "......... / .#######. / .#.....#. / .#.###.#. / .#.#...#. / ...#.###. / ...#.....", (0, 2), (4, 4)
    )
    known = GridProblem("\n".join(["........."] * 7), (0, 2), (4, 4))
    search, walked, steps = DStarLite().start(known), [(0, 2)], 0
    result = search.run()
    while walked[-1] != (4, 4):
        at = walked[-1]
        seen = {cell: math.inf for _, cell, _ in known.successors(at) if not truth.grid.is_free(cell)}
        known = known.with_costs(seen)
        search.update(problem=known.between(at, (4, 4)), changed=known.touched(seen))
        result = search.run()
        assert result.cost == AStar().search(known.between(at, (4, 4))).cost
        walked.append(result.states[1])
        steps += 1
    assert steps == len(walked) - 1 >= 8


# --- rare cases -------------------------------------------------------------------------------------------------------


def line(edges, h, goal):
    return Roads(edges, 0, frozenset({goal}), h, [[0] * len(h)] * len(h))


def test_a_cost_limit_stops_a_run_after_an_update():
    search = LPAStar().start(knot(0))
    search.run()
    search.update(problem=knot(1), changed=KNOT[1][1])
    assert search.run(Limits(cost=3)).status is Status.LIMIT
    assert search.run().cost == 5
    assert search._algorithm.front() == search.lower_bound == 5


def test_thousands_of_changed_states_take_several_slices():
    grid = GridProblem(["." * 50] * 50, (0, 0), (49, 49))
    search = LPAStar().start(grid)
    search.run()
    changed = grid.with_costs(dict.fromkeys([(x, y) for x in range(50) for y in range(1, 50)], 2))
    search.update(problem=changed, changed=[(x, y) for x in range(50) for y in range(50)])
    assert search.run().cost == AStar().search(changed).cost


def test_an_equal_cost_with_fewer_steps_is_remembered():
    edges = {(0, 1): 0, (1, 2): 0, (2, 4): 1, (0, 3): 1, (3, 4): 0, (4, 5): 1}
    search = LPAStar().start(line(edges, [0] * 6, 5))
    assert search.run().cost == 2
    check(search)


def test_costs_that_rounding_hides():
    edges = {(0, 1): 1, (0, 2): 0, (2, 1): 0.5, (1, 3): 1e17}
    search = LPAStar().start(line(edges, [0, 0, 10, 0], 3))
    assert search.run().cost == 1e17
    check(search)
    edges = {(0, 1): 1, (1, 2): 1e17}
    search = LPAStar().start(line(edges, [0, 1e17, 0], 2))
    search.run()
    expanded = search.statistics.expanded
    search.update(problem=line({**edges, (0, 1): 0.5}, [0, 1e17, 0], 2), changed=[0])
    assert search.run().solution.costs == (0.5, 1e17)
    assert search.statistics.expanded == expanded + 1


def test_a_sum_of_cost_and_h_that_is_not_finite_is_named():
    with pytest.raises(InvalidCostError, match="finite"):
        LPAStar().search(line({(0, 1): 1e308, (1, 2): 1}, [0, 1e308, 0], 2))


@pytest.mark.parametrize("engine", ENGINES, ids=repr)
def test_a_change_that_is_being_stored_is_copied_and_repaired(engine):
    search, expected = engine.start(knot(0)), outcome(engine.search(knot(0)))
    search.run(Limits(expanded=1))
    algorithm = search._algorithm
    algorithm._pending = algorithm._expanded(algorithm._in_order()[0])
    assert outcome(copy.copy(search).run()) == expected
    algorithm.repair()
    check(search)
    assert outcome(search.run()) == expected
    search.update(problem=knot(1), changed=KNOT[1][1])
    expected = outcome(copy.copy(search).run())
    algorithm._edges, algorithm._h = algorithm._functions()
    for state in KNOT[1][1]:
        algorithm._pending = algorithm._refreshed_links(state, state)
        assert outcome(copy.copy(search).run()) == expected
        algorithm.repair()
        check(search)
    assert outcome(search.run()) == expected


def test_an_estimate_that_is_being_stored_is_copied():
    search = DStarLite().start(knot(0))
    search.run()
    with pytest.raises(KeyError):
        search.path_to(0)
    search.update(problem=knot(0, start=1))
    algorithm = search._algorithm
    node = algorithm._in_order()[-1]
    algorithm._pending = lpa_star.Change(algorithm._status, estimate=(node, (0, 0, 1)))
    copied = copy.copy(search)
    algorithm.repair()
    assert outcome(copied.run()) == outcome(search.run())


def test_a_dump_that_holds_a_state_twice_is_refused():
    search = LPAStar().start(knot(0))
    search.run()
    dumped = dict(search._algorithm.dump())
    dumped["states"] = [0, *[1] * (len(dumped["states"]) - 1)]
    with pytest.raises(ValueError, match="stored twice"):
        search._algorithm.load(dumped)


@pytest.mark.parametrize("engine", ENGINES, ids=repr)
def test_edges_that_fail_or_are_invalid_after_the_run_are_named(engine):
    for cost in (None, -1):
        search = engine.start(knot(0))
        search.run()
        search.update(problem=line({**EDGES, (2, 3): cost}, [3, 1, 1, 0, 1, 1], 3))
        with pytest.raises(InvalidProblemError, match=r"from 2 to 3 had the cost 1 and now costs"):
            search.run()
    search = engine.start(knot(0))
    search.run()
    later = knot(0)
    search.update(problem=later)
    later.broken = 1
    with pytest.raises(InvalidProblemError, match=r"actions\(1\) raised OSError"):
        search.run()


def test_memory_that_runs_out_is_no_wrong_state():
    class Full(Keyed):
        def state_key(self, state):
            if self.broken is not None:
                raise MemoryError
            return state

    problem = knot(0, Full)
    search = LPAStar().start(problem)
    problem.broken = 9
    with pytest.raises(MemoryError):
        search.update(changed=[1])


def test_an_expansion_without_new_edges_and_a_lost_edge_are_copied():
    search = LPAStar().start(knot(0))
    search.run()
    search.update(problem=knot(2), changed=KNOT[2][1])
    expected = outcome(copy.copy(search).run())
    algorithm = search._algorithm
    algorithm._edges, algorithm._h = algorithm._functions()
    for state in KNOT[2][1]:
        algorithm._pending = algorithm._refreshed_links(state, state)
        assert outcome(copy.copy(search).run()) == expected
        algorithm.repair()
    under = next(node for node in algorithm._in_order() if node.is_under)
    algorithm._pending = algorithm._expanded(under)
    assert copy.copy(search).run().solution == expected.solution
    algorithm._pending = None
    assert outcome(search.run()) == expected
    assert algorithm.advance(lpa_star.Budget(0)) is lpa_star.Stop.DONE
    assert outcome(search.run()) == expected


def test_an_error_that_occurs_only_once_comes_through():
    class Once(Roads):
        def actions(self, state):
            if self.broken is not None:
                self.broken = None
                raise OSError("no connection")
            return super().actions(state)

    search = LPAStar().start(knot(0, Once))
    search.run()
    later = knot(0, Once)
    search.update(problem=later)
    later.broken = 1
    with pytest.raises(OSError, match="no connection"):
        search.run()
    assert search.run().cost == 2


def test_without_goal_states_only_is_goal_is_compared():
    class Forward(Roads):
        goal_states = None

    search = LPAStar().start(Forward(EDGES, 0, frozenset({3}), [0] * 6, FLAT))
    search.run()
    search.update(problem=Forward(LATER, 0, frozenset({3}), [0] * 6, FLAT), changed=KNOT[1][1])
    assert search.run().cost == 5


class Parallel(Roads):
    """Each edge has a dearer twin, and each goal occurs twice."""

    def actions(self, state):
        return [(*edge, extra) for edge in self.edges if edge[0] == state for extra in (0, 1)]

    def cost(self, state, action, next_state):
        return self.edges[action[:2]] + action[2]

    def goal_states(self):
        return [*sorted(self.goals), *sorted(self.goals)]

    def predecessors(self, state):
        ways = [(edge, cost) for edge, cost in self.edges.items() if edge[1] == state]
        return [((*edge, extra), edge[0], cost + extra) for edge, cost in ways for extra in (1, 0)]

    def backward_heuristic(self, state):
        return self.back[self.initial_state][state]


@pytest.mark.parametrize("engine", ENGINES, ids=repr)
def test_parallel_edges_repeated_goals_and_new_states(engine):
    search = engine.start(Parallel({(1, 3): 4}, 0, frozenset({3}), [0] * 6, FLAT))
    assert search.run().status is Status.UNSOLVABLE
    search.update(problem=Parallel({(0, 3): 7, (0, 0): 1, (1, 3): 4}, 0, frozenset({3}), [0] * 6, FLAT), changed=[0, 5])
    assert search.run().cost == 7
    search.update(problem=Parallel({(0, 1): 1, (1, 3): 2}, 0, frozenset({3}), [0] * 6, FLAT), changed=[0, 1])
    assert search.run().cost == 3
    check(search)


def test_predecessors_that_fail_once_come_through():
    class Once(Roads):
        def predecessors(self, state):
            if self.broken is not None:
                self.broken = None
                raise OSError("no connection")
            return super().predecessors(state)

        def backward_heuristic(self, state):
            return 0

    problem = knot(0, Once)
    search = DStarLite().start(problem)
    problem.broken = 1
    with pytest.raises(OSError, match="no connection"):
        search.run()
    assert search.run().cost == 2


def test_a_lack_of_memory_in_an_update_passes_through():
    search = LPAStar().start(knot(0))
    cost = search.run().cost
    short = knot(0)
    short.heuristic = fails_for_want_of_memory
    with pytest.raises(MemoryError):
        search.update(problem=short)
    assert search.run().cost == cost


def fails_for_want_of_memory(_):
    raise MemoryError


def test_an_algorithm_that_is_not_incremental_refuses_an_update():
    search = AStar().start(knot(0))
    with pytest.raises(NotImplementedError, match="can't be updated"):
        search._algorithm.update(search._algorithm.problem, [])


def test_lpa_star_refuses_a_key_that_hides_what_changes_the_edges():
    def successors(state):
        place, time = state
        roads = {"A": [("B", 6), ("D", 1)], "D": [("B", 1)], "B": [("C", 1 if time <= 5 else 10)], "C": []}
        return [(head, (head, time + cost), cost) for head, cost in roads[place]]

    problem = FunctionProblem(("A", 0), successors=successors, is_goal=lambda s: s[0] == "C", state_key=itemgetter(0))
    assert AStar().search(problem).cost == 3
    with pytest.raises(InvalidProblemError, match=r"\('B', 6\) and \('B', 2\) have the same state_key"):
        LPAStar().search(problem)


def test_an_update_while_another_thread_runs_is_refused_and_changes_nothing():
    search = LPAStar().start(knot(0))
    expected, search._runner = search.run(), -1
    with pytest.raises(RuntimeError, match="already running, in another thread"):
        search.update(changed=[0])
    assert search._runner == -1
    search._runner = None
    assert search.run().solution == expected.solution
