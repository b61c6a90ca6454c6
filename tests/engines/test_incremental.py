"""Incremental engines: after any sequence of changes, they find what a new search finds."""

import copy
import itertools
import math
import pickle
from functools import partial
from operator import itemgetter
from random import Random
from typing import NamedTuple

import pytest
from helpers.graphs import check, outcome
from helpers.instants import LibraryTracer, LibraryVisitor, run_traced
from helpers.roads import Keyed, Roads, distances, journeys
from helpers.sampling import slow
from hypothesis import given
from hypothesis import strategies as st

from astarlib import AStar, DStarLite, FSAStar, FunctionProblem, GAAStar, Limits, LPAStar, Search, Status
from astarlib.engines import Engine
from astarlib.errors import (
    CheckpointError,
    InvalidCostError,
    InvalidHeuristicError,
    InvalidProblemError,
    MissingCapabilityError,
)
from astarlib.events import EVENTS, Expanded, Finished, SolutionFound, Started, Updated
from astarlib.observers.recorder import Recorder
from astarlib.problems.graph import GraphProblem
from astarlib.problems.grid import GridProblem
from astarlib.problems.npuzzle import NPuzzle
from astarlib.result import Side
from astarlib.searching import lpa_star
from astarlib.verification import is_close

ENGINES = [LPAStar(), DStarLite(), FSAStar(), GAAStar()]
ENDS_OF_EDGES = ENGINES[:2]
"""The engines that store the edges between states, so that they see what was forgotten in ``changed``."""
every_engine = pytest.mark.parametrize("engine", ENGINES, ids=repr)


# --- after any change -------------------------------------------------------------------------------------------------


class Kind(NamedTuple):
    """An engine, and the changes that it takes."""

    engine: object
    moves_start: bool = False
    moves_goals: bool = False
    consistent: bool = False


KINDS = [
    Kind(LPAStar()),
    Kind(DStarLite(), moves_start=True, consistent=True),
    Kind(FSAStar()),
    Kind(GAAStar(), moves_start=True, moves_goals=True),
]
COPIES = [*[lambda search: search] * 4, copy.copy, copy.deepcopy, lambda search: pickle.loads(pickle.dumps(search))]


def assert_correct(search, result, problem, truth):
    check(search)
    problem.fails_at = 0
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


def follow(kind, journey, draw):
    search = None
    for problem, changed, truth in journey:
        problem.fails_at = draw(st.integers(0, 30))
        if search is None:
            search = kind.engine.start(problem)
        else:
            try:
                search.update(problem=problem, changed=changed)
            except InvalidHeuristicError as error:
                assert "Start a new search" in str(error)  # noqa: PT017
                return
        assert_bound(search, truth)
        assert_paths(search, problem)
        stop, result = draw(st.integers(-20, 40)), None  # Below 0, the next update comes before a run.
        for number in itertools.count() if stop >= 0 else []:
            try:
                result = search.run(Limits(expanded=1))
            except (OSError, InvalidProblemError):
                assert search.problem.calls >= search.problem.fails_at > 0
            assert_bound(search, truth)
            if number == stop or (result is not None and result.status is not Status.LIMIT):
                break
            assert_paths(search, problem)
            search = draw(st.sampled_from(COPIES))(search)
        if result is not None and result.status is not Status.LIMIT:
            assert_correct(search, result, problem, truth)
            assert_paths(search, problem)
    search.problem.fails_at = 0
    assert_correct(search, search.run(), problem, truth)


@pytest.mark.costly
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: repr(kind.engine))
@given(data=st.data())
def test_every_engine_finds_the_optimum_after_any_changes_copies_and_errors(kind, data):
    follow(
        kind,
        data.draw(journeys(moves_start=kind.moves_start, moves_goals=kind.moves_goals, consistent=kind.consistent)),
        data.draw,
    )


@pytest.mark.parametrize("seed", [84, 173, 263, 325, 356])
def test_d_star_lite_finds_the_optimum_from_starts_that_are_closer_to_states_in_its_queue(seed):
    random = Random(seed)
    n = random.randint(4, 6)
    costs = {(i, j): random.randint(1, 9) for i in range(n) for j in range(n) if i != j and random.random() < 0.35}
    back = [[min(each, 10**6) for each in row] for row in distances(dict.fromkeys(costs, 1), n)]
    search = DStarLite().start(Roads(costs, 0, {n - 1}, [0] * n, back))
    search.run(Limits(expanded=random.randint(0, n)))
    for _ in range(4):
        costs = {**costs, **{edge: random.randint(1, 9) for edge in random.sample(list(costs), min(3, len(costs)))}}
        problem = Roads(costs, random.randrange(n), {n - 1}, [0] * n, back)
        search.update(problem=problem, changed=[tail for tail, _ in costs])
        if random.random() < 0.3:
            search.run(Limits(expanded=2))
        assert_correct(search, search.run(), problem, distances(costs, n)[problem.start][n - 1])


@pytest.mark.costly
@given(st.sampled_from(ENGINES[:3]), journeys(consistent=True))
def test_an_update_without_changes_expands_nothing(engine, journey):
    search = engine.start(journey[0][0])
    cost = outcome(search.run()).solution
    before = search.statistics.expanded
    search.update(changed=[])
    assert search.run().solution == cost
    assert search.statistics.expanded == before


# --- one example: three problems, one after the other -----------------------------------------------------------------

EDGES = {(0, 1): 1, (1, 2): 0, (2, 1): 0, (2, 3): 1, (0, 3): 9, (1, 4): 2, (4, 3): 2, (0, 5): 4, (5, 3): 1}
LATER = {**EDGES, (0, 1): 4, (1, 4): 0, (5, 2): 0, (3, 0): 1}
KNOT = [(EDGES, []), (LATER, [0, 1, 3, 5]), ({(0, 1): 2, (1, 3): 3}, [0, 1, 2, 3, 4, 5])]


def roads(edges=EDGES, start=0, goals=(3,), h=(3, 1, 1, 0, 1, 1), back=None, cls=Roads):
    return cls(edges, start, frozenset(goals), list(h), back)


def line(edges, h, goal):
    return roads(edges, goals=[goal], h=h)


def knot(number, cls=Roads, start=0):
    return roads(KNOT[number][0], start, cls=cls)


def changed(number, cls=Roads):
    return {"problem": knot(number, cls), "changed": [cls.state(node) for node in KNOT[number][1]]}


def finished(engine, **kind):
    search = engine.start(roads(**kind))
    return search, search.run()


@pytest.mark.costly
@pytest.mark.parametrize(
    ("cls", "step"),
    [(Keyed, 131), slow((Roads, 5)), slow((Keyed, 5))],
    ids=lambda value: getattr(value, "__name__", value),
)
@every_engine
def test_an_interrupt_at_some_instants_of_an_update_and_of_the_next_run_loses_nothing(engine, cls, step):
    expected = walk(engine, cls, lambda do: do())
    for number in itertools.count(1, step):
        tracer = LibraryTracer(number)

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
            perform(partial(search.update, **changed(number, cls)))
        found.append(outcome(perform(search.run)))
        check(search)
    return found


@every_engine
def test_a_copy_made_at_some_instants_of_an_update_and_of_the_next_run_continues_independently(engine):
    (search, _), copies = finished(engine), []

    def go():
        search.update(**changed(1))
        return search.run()

    visitor = LibraryVisitor(lambda: copies.append(copy.copy(search)), one_in=5)
    expected = outcome(tracer_run(visitor, go)).solution
    assert len(copies) > 20
    for copied in copies:
        copied.update(**changed(1))
        assert copied.run().solution == expected
        check(copied)


@every_engine
def test_an_updated_search_is_saved_with_its_new_problem(engine, tmp_path):
    search, _ = finished(engine)
    search.update(**changed(1))
    search.save(tmp_path / "search")
    loaded = Search.load(tmp_path / "search", knot(1))
    assert outcome(loaded.run()) == outcome(search.run())
    assert list(loaded.states()) == list(search.states())
    loaded.update(**changed(2))
    assert loaded.run().cost == 5
    with pytest.raises(CheckpointError):
        Search.load(tmp_path / "search", knot(1, start=1))


def test_a_checkpoint_of_d_star_lite_belongs_to_its_goals(tmp_path):
    search, _ = finished(DStarLite())
    search.save(tmp_path / "search")
    with pytest.raises(CheckpointError, match="other states"):
        Search.load(tmp_path / "search", roads(goals=[4]))


@every_engine
def test_an_update_sends_an_event_and_the_next_run_starts_with_the_new_problem(engine):
    events = []
    search = engine.start(knot(0), observer=events.append)
    search.run()
    first, before = search.problem, search.statistics
    numbers = [event.number for event in events if type(event) is Expanded]
    events.clear()
    search.update(**changed(1))
    assert events == [Updated(search.problem, 4, before.expanded)]
    assert search.problem is not first
    after = search.run().statistics
    kept = {Updated, Started, SolutionFound, Finished}
    assert [type(event) for event in events if type(event) in kept] == [Updated, Started, SolutionFound, Finished]
    assert {type(event) for event in events} <= EVENTS
    assert events[1].problem is search.problem
    assert events[1].resumed
    numbers += [event.number for event in events if type(event) is Expanded]
    assert numbers == (list(range(1, after.expanded + 1)) if Expanded in search.engine.event_types else [])
    assert before.generated < after.generated


def test_a_recorder_begins_again_after_an_update():
    recorder = Recorder()
    search = LPAStar().start(knot(0), observer=recorder)
    search.run()
    search.update(changed=[])
    search.run()
    assert recorder.trace.info.engine == "LPAStar()"


def test_zero_cost_cycles_do_not_support_themselves():
    graph = [("s", "a", 1), ("a", "b", 0), ("b", "a", 0), ("b", "t", 1)]
    search = LPAStar().start(GraphProblem(graph, "s", "t"))
    assert search.run().cost == 2
    search.update(problem=search.problem.with_costs({("s", "a"): 5}), changed=["s"])
    assert search.run().cost == 6
    search.update(problem=search.problem.with_costs({("s", "a"): None}), changed=["s"])
    assert search.run().status is Status.UNSOLVABLE
    assert search.lower_bound == math.inf


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

    backward_heuristic = Roads.backward_heuristic


@every_engine
def test_parallel_edges_repeated_goals_and_new_states(engine):
    parallel = partial(roads, h=[0] * 6, cls=Parallel)
    search = engine.start(parallel({(1, 3): 4}))
    assert search.run().status is Status.UNSOLVABLE
    search.update(problem=parallel({(0, 3): 7, (0, 0): 1, (1, 3): 4}), changed=[0, 5])
    assert search.run().cost == 7
    search.update(problem=parallel({(0, 1): 1, (1, 3): 2}), changed=[0, 1])
    assert search.run().cost == 3
    check(search)


# --- updates that are refused -----------------------------------------------------------------------------------------


def test_an_engine_that_is_not_incremental_refuses_an_update_and_keeps_its_result():
    search = AStar().start(NPuzzle("1 2 3 / 4 5 6 / 0 7 8"))
    result = search.run()
    with pytest.raises(TypeError, match=r"AStar\(\) isn't an incremental engine.*LPAStar"):
        search.update(changed=[])
    assert search.run() is result
    with pytest.raises(NotImplementedError, match="can't be updated"):
        search._algorithm.update(search._algorithm.problem, [])


FAR_BACK = [[0, 0, 0, 5, 0, 0]] * 6
KEYED = FunctionProblem(0, successors=lambda _: [], is_goal=bool, state_key=str)
REFUSED = [
    *((engine, {"changed": changed}, TypeError, says) for engine in ENGINES for changed, says in (
        (3, "an iterable of states, not 3"), ([[0]], r"\[0\] isn't one"), (None, "changed is missing.*every state"))),
    (LPAStar(), {"problem": roads(start=1)}, InvalidProblemError, r"moved from 0 to 1.*DStarLite"),
    (FSAStar(), {"problem": roads(start=1)}, InvalidProblemError, r"initial state moved to 1.*GAAStar"),
    *((engine, {"problem": roads(goals=goals)}, InvalidProblemError, r"goals (have changed|moved).*GAAStar")
      for engine in ENGINES[:3] for goals in ([4], [3, 4], [])),
    *((LPAStar(), {"problem": roads(h=(3, h, 1, 0, 1, 1))}, InvalidHeuristicError,
       r"heuristic\(1\) was 1 before the update and is now") for h in (0, None, -1, "x")),
    (DStarLite(), {"problem": roads(back=FAR_BACK)}, InvalidHeuristicError,
     r"backward_heuristic\(3\) was 0 before .* DStarLite"),
    (DStarLite(), {"problem": FunctionProblem(0, successors=lambda _: [], is_goal=bool)}, MissingCapabilityError,
     "goal_states"),
    (FSAStar(), {"problem": roads(h=(3, 0, 1, 0, 1, 1))}, InvalidHeuristicError, "FSAStar"),
    (GAAStar(), {"problem": roads(h=(3, 1, 1, 1, 1, 1))}, InvalidHeuristicError, "GAAStar"),
    *((engine, {"problem": KEYED}, InvalidProblemError, "state_key") for engine in (FSAStar(), GAAStar())),
]  # fmt: skip


def name(value):
    return repr(value) if isinstance(value, Engine) else None


@pytest.mark.parametrize(("engine", "update", "error", "says"), REFUSED, ids=name)
def test_an_update_that_an_engine_does_not_take_is_refused_and_the_result_stays(engine, update, error, says):
    search, result = finished(engine)
    first = search.problem
    with pytest.raises(error, match=says):
        search.update(**{"changed": [], **update})
    assert search.run() is result
    assert search.problem is first


def test_an_update_while_the_search_runs_is_refused():
    errors = []

    def observer(event):
        if isinstance(event, Finished):
            with pytest.raises(RuntimeError, match="already running") as error:
                search.update(changed=[])
            errors.append(error)

    search = LPAStar().start(knot(0), observer=observer)
    search.run()
    assert len(errors) == 1


def test_an_update_while_another_thread_runs_is_refused_and_changes_nothing():
    search, expected = finished(LPAStar())
    search._runner = -1
    with pytest.raises(RuntimeError, match="already running, in another thread"):
        search.update(changed=[0])
    assert search._runner == -1
    search._runner = None
    assert search.run().solution == expected.solution


class Forward(Roads):
    """Roads that don't know their goals in advance."""

    goal_states = None


def test_without_goal_states_is_goal_is_compared():
    search, _ = finished(LPAStar(), cls=Forward)
    search.update(problem=roads(LATER, cls=Forward), changed=KNOT[1][1])
    assert search.run().cost == 5
    with pytest.raises(InvalidProblemError, match="1 is a goal of only one"):
        search.update(problem=roads(LATER, goals=[3, 1], cls=Forward), changed=[])
    search.update(problem=roads(LATER), changed=[])  # It has goal_states, but the one before doesn't.
    search.update(problem=roads(LATER, cls=Forward), changed=[])
    assert search.run().cost == 5


def test_d_star_lite_names_the_missing_method_and_an_engine_without_it():
    with pytest.raises(MissingCapabilityError, match=r"predecessors.*LPAStar"):
        DStarLite().search(FunctionProblem(0, successors=lambda _: [], is_goal=bool, goal_states=[1]))


@given(journeys(moves_start=True, consistent=True))
def test_d_star_lite_without_a_backward_heuristic_follows_a_path_and_relies_on_none(journey):
    search = None
    for problem, changed, truth in journey:
        problem.backward_heuristic = None
        if search is None:
            search = DStarLite().start(problem)
        else:
            search.update(problem=problem, changed=changed)
        result = search.run()
        assert_correct(search, result, problem, truth)
        assert (result.condition, result.statistics.evaluated) == ("", 0)


def test_a_result_of_d_star_lite_relies_on_each_heuristic_that_an_update_brought():
    one, other = roads(), roads(start=1)
    one.backward_heuristic = None
    search = DStarLite().start(one)
    assert (search.run().condition, search.statistics.evaluated) == ("", 0)
    search.update(problem=other, changed=[])
    assert search.run().condition == "h is consistent"
    search.update(problem=one, changed=[])
    assert search.run().condition == "h is consistent"


def test_d_star_lite_needs_a_new_object_for_a_move():
    search, _ = finished(DStarLite())
    search.problem.initial_state = 1
    with pytest.raises(InvalidProblemError, match="needs a new object"):
        search.update(changed=[])


def test_d_star_lite_refuses_a_move_that_the_heuristic_excludes():
    back = [[0, 0, 0, 0, 0, math.inf]] * 6
    search, _ = finished(DStarLite(), back=back)
    with pytest.raises(InvalidHeuristicError, match="Start a new search"):
        search.update(problem=roads(start=5, back=back), changed=[])


def test_lpa_star_refuses_a_key_that_hides_what_changes_the_edges():
    def successors(state):
        place, time = state
        roads = {"A": [("B", 6), ("D", 1)], "D": [("B", 1)], "B": [("C", 1 if time <= 5 else 10)], "C": []}
        return [(head, (head, time + cost), cost) for head, cost in roads[place]]

    problem = FunctionProblem(("A", 0), successors=successors, is_goal=lambda s: s[0] == "C", state_key=itemgetter(0))
    assert AStar().search(problem).cost == 3
    with pytest.raises(InvalidProblemError, match=r"\('B', 6\) and \('B', 2\) have the same state_key"):
        LPAStar().search(problem)


# --- errors after an update -------------------------------------------------------------------------------------------


@every_engine
def test_a_problem_that_fails_during_a_refresh_can_be_repaired(engine):
    for broken in (0, 5) if isinstance(engine, FSAStar) else (0, 1, 5):  # FSA* doesn't expand 1 again.
        search, _ = finished(engine)
        search.update(**changed(1))
        search.problem.broken = broken
        with pytest.raises(InvalidProblemError, match=rf"actions\({broken}\) raised OSError"):
            search.run()
        search.problem.broken = None
        assert search.run().cost == 5
        check(search)


@pytest.mark.parametrize("engine", [LPAStar(), FSAStar(), GAAStar()], ids=repr)
@pytest.mark.parametrize("cost", [1, 9])
def test_a_change_of_a_graph_that_changed_does_not_name_is_an_error(engine, cost):
    before = GraphProblem({"s": {"a": 1}, "a": {"b": 2}, "b": {"t": 3}}, "s", "t")
    after = before.with_costs({("s", "a"): 5, ("b", "t"): cost})
    search = engine.start(before)
    assert search.run().cost == 6
    search.update(problem=after, changed=["s"])
    for refused in (search.run, partial(copy.copy, search), partial(search.save, "unused")):
        with pytest.raises(InvalidProblemError, match=r"edges out of 'b' have changed, but .*`changed`"):
            refused()
    search.update(changed=["b"])
    assert search.run().cost == 7 + cost
    search.update(problem=before, changed=["a", "t"])
    assert search.run().cost == 6
    search.update(problem=after, changed=[])
    search.update(problem=before.with_costs({("s", "a"): 2}))
    assert search.run().cost == 7


def test_the_same_edges_in_another_order_have_not_changed():
    def roads(last, *edges):
        return GraphProblem([*edges, ("b", "t", last)], "s", "t")

    edges = ("s", "a", 1), ("s", "b", 4), ("a", "b", 1)
    search = LPAStar().start(roads(1, *edges))
    assert search.run().cost == 3
    search.update(problem=roads(2, *reversed(edges)), changed=["b"])
    assert search.run().cost == 4


@pytest.mark.parametrize("engine", ENDS_OF_EDGES, ids=repr)
def test_a_forgotten_change_is_an_error_until_it_is_given(engine):
    search, result = finished(engine)
    assert result.cost == 2
    search.update(problem=roads({**EDGES, (2, 3): 5}), changed=[0])
    for _ in range(2):
        with pytest.raises(InvalidProblemError, match="from 2 to 3 had the cost 1 and now costs 5, but 2 isn't in `ch"):
            search.run()
    search.update(changed=[2])
    assert search.run().cost == 5
    search.update(problem=roads({(0, 1): 1}), changed=[])
    with pytest.raises(InvalidProblemError, match="doesn't exist any more"):
        search.run()


@every_engine
def test_an_invalid_cost_of_a_changed_edge_is_named_until_it_is_fixed(engine):
    search, _ = finished(engine)
    search.update(problem=roads({**EDGES, (0, 1): -1}), changed=[0])
    with pytest.raises(InvalidCostError, match=r"cost\(0, \(0, 1\), 1\) returned -1"):
        search.run()
    search.problem.edges[0, 1] = 2
    assert search.run().cost == 3
    with pytest.raises(InvalidCostError, match="finite"):
        engine.search(line({(0, 1): 1e308, (1, 3): 1e308}, [0] * 6, 3))


@pytest.mark.parametrize("h", [-1, None, math.nan])
def test_an_invalid_h_or_cost_on_the_way_back_is_named(h):
    with pytest.raises(InvalidHeuristicError, match=r"heuristic\(1\)"):
        LPAStar().search(roads(h=(3, h, 1, 0, 1, 1)))
    with pytest.raises(InvalidHeuristicError, match=r"backward_heuristic\(2\)"):
        DStarLite().search(roads(back=[[0, 0, h, 0, 0, 0]] * 6))
    with pytest.raises(InvalidCostError, match=r"predecessors\(3\) returned the cost -1"):
        DStarLite().search(roads({**EDGES, (2, 3): -1}))


@pytest.mark.parametrize("engine", ENDS_OF_EDGES, ids=repr)
def test_edges_that_fail_or_are_invalid_after_the_run_are_named(engine):
    for cost in (None, -1):
        search, _ = finished(engine)
        search.update(problem=roads({**EDGES, (2, 3): cost}), changed=[])
        with pytest.raises(InvalidProblemError, match=r"from 2 to 3 had the cost 1 and now costs"):
            search.run()
    search, _ = finished(engine)
    search.update(problem=knot(0), changed=[])
    search.problem.broken = 1
    with pytest.raises(InvalidProblemError, match=r"actions\(1\) raised OSError"):
        search.run()


@pytest.mark.parametrize("engine", ENDS_OF_EDGES, ids=repr)
def test_an_error_that_occurs_only_once_comes_through(engine):
    search, _ = finished(engine)
    search.update(problem=knot(0), changed=[])
    search.problem.fails_at = 1
    with pytest.raises(OSError, match="no connection"):
        search.run()
    assert search.run().cost == 2


def test_predecessors_that_fail_once_come_through():
    search = DStarLite().start(knot(0))
    search.problem.fails_at = search.problem.calls + 1
    with pytest.raises(OSError, match="no connection"):
        search.run()
    assert search.run().cost == 2


def test_a_lack_of_memory_in_an_update_passes_through():
    class Full(Keyed):
        def state_key(self, state):
            if self.broken is not None:
                raise MemoryError
            return super().state_key(state)

    def fail(_):
        raise MemoryError

    search, result = finished(LPAStar(), cls=Full)
    search.problem.broken = 9
    with pytest.raises(MemoryError):
        search.update(changed=[[1]])
    search.problem.broken = None
    short = knot(0, Full)
    short.heuristic = fail
    with pytest.raises(MemoryError):
        search.update(problem=short, changed=[])
    assert search.run().cost == result.cost


# --- rare cases -------------------------------------------------------------------------------------------------------


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


def test_a_cost_limit_stops_a_run_after_an_update():
    search, _ = finished(LPAStar())
    search.update(**changed(1))
    assert search.run(Limits(cost=3)).status is Status.LIMIT
    assert search.run().cost == 5
    assert search._algorithm.front() == search.lower_bound == 5


@pytest.mark.costly
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


@pytest.mark.parametrize("engine", ENDS_OF_EDGES, ids=repr)
def test_a_change_that_is_being_stored_is_copied_and_repaired(engine):
    search, expected = engine.start(knot(0)), outcome(engine.search(knot(0)))
    search.run(Limits(expanded=1))
    algorithm = search._algorithm
    algorithm._pending = algorithm._expanded(algorithm._in_order()[0])
    assert outcome(copy.copy(search).run()) == expected
    algorithm.repair()
    check(search)
    assert outcome(search.run()) == expected
    for number in (1, 2):
        search.update(**changed(number))
        expected = outcome(copy.copy(search).run())
        algorithm._edges, algorithm._h = algorithm._functions()
        for state in KNOT[number][1]:
            algorithm._pending = algorithm._refreshed_links(state, state)
            assert outcome(copy.copy(search).run()) == expected
            algorithm.repair()
            check(search)
        assert outcome(search.run()) == expected


def test_an_expansion_without_new_edges_and_a_lost_edge_are_copied():
    search, _ = finished(LPAStar())
    search.update(**changed(2))
    expected = outcome(copy.copy(search).run())
    algorithm = search._algorithm
    algorithm._edges, algorithm._h = algorithm._functions()
    for state in KNOT[2][1]:
        algorithm._pending = algorithm._refreshed_links(state, state)
        algorithm.repair()
    under = next(node for node in algorithm._in_order() if node.is_under)
    algorithm._pending = algorithm._expanded(under)
    assert copy.copy(search).run().solution == expected.solution
    algorithm._pending = None
    assert outcome(search.run()) == expected
    assert algorithm.advance(lpa_star.Budget(0)) is lpa_star.Stop.DONE
    assert outcome(search.run()) == expected


def test_an_estimate_that_is_being_stored_is_copied():
    search, _ = finished(DStarLite())
    with pytest.raises(KeyError):
        search.path_to(0)
    search.update(problem=knot(0, start=1), changed=[])
    algorithm = search._algorithm
    node = algorithm._in_order()[-1]
    algorithm._pending = lpa_star.Change(algorithm._status, estimate=(node, (0, 0, 1)))
    copied = copy.copy(search)
    algorithm.repair()
    assert outcome(copied.run()) == outcome(search.run())


def test_a_dump_that_holds_a_state_twice_is_refused():
    search, _ = finished(LPAStar())
    dumped = dict(search._algorithm.dump())
    dumped["states"] = [0, *[1] * (len(dumped["states"]) - 1)]
    with pytest.raises(ValueError, match="stored twice"):
        search._algorithm.load(dumped)
