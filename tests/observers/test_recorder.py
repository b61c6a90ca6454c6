"""A trace has the search's own nodes, and leaving some out doesn't change the others."""

import itertools
import math
import pickle
import subprocess
import sys

import pytest
from helpers.graphs import NODE_ENGINES, SNARE, Explicit, Graph, Keyed, cases, engines, forms, graphs
from helpers.references import FORWARD
from helpers.sampling import slow
from hypothesis import given
from hypothesis import strategies as st

from astarlib import RBFS, ARAStar, AStar, Dijkstra, FunctionProblem, IDAStar, IterativeDeepening, Limits, Status
from astarlib.events import Expanded, Finished, Generated, Progress, Started
from astarlib.observers import recorder as recorder_module
from astarlib.observers.recorder import Recorder, Trace
from astarlib.problems.npuzzle import NPuzzle
from astarlib.recording import expansion_log, flat_nodes
from astarlib.result import SearchResult, Statistics

# RBFS expands stored nodes again, which a trace can't show.
recordable = cases().filter(lambda case: case[1] != RBFS())
ALL = {"max_rendered": math.inf}
PUZZLE = "8 1 7 / 4 5 6 / 2 0 3"


def itself(recorder):
    return recorder


def by_events(recorder):
    """An observer that hides that the recorder wants all expansions of a slice at once."""
    return recorder.__call__


def recorded(engine, problem, limits=Limits(), *, observer=itself, **options):  # noqa: B008
    recorder = Recorder(**options)
    search = engine.start(problem, observer=observer(recorder))
    result = search.run(limits)
    return recorder.trace, result, search


def nodes(trace):
    """All nodes with their states."""
    return [repr((node, trace.text(node.number))) for node in trace.nodes()]  # as text, for NaN is not equal to NaN


# --- the trace and the search -----------------------------------------------------------------------------------------


@given(graphs(), forms, engines)
def test_the_nodes_that_nothing_has_replaced_are_the_states_of_the_search(graph, form, engine):
    trace, _, search = recorded(engine, form(graph), **ALL)
    expected = {
        repr(entry.state): (
            float(entry.g),
            float(entry.h),
            entry.closed,
            repr(entry.parent) if entry.action is not None else None,
        )
        for entry in search.states()
    }
    found = {}
    for node in trace.nodes():
        if node.replaced_by is None:
            parent = None if node.parent is None else trace.text(node.parent)
            assert trace.text(node.number) not in found
            found[trace.text(node.number)] = (node.g, node.h, node.order is not None, parent)
    assert expected == found


@given(recordable, forms)
def test_the_expansions_are_those_that_were_reported(case, form):
    graph, engine = case
    told = []
    engine.search(form(graph), observer=told.append)
    trace, result, _ = recorded(engine, form(graph), **ALL)
    expansions = [event for event in told if isinstance(event, Expanded)]
    expected = [(event.number, repr(event.state), float(event.g), float(event.h)) for event in expansions]
    nodes = sorted((node for node in trace.nodes() if node.order is not None), key=lambda node: node.order)
    assert expected == [(node.order, trace.text(node.number), node.g, node.h) for node in nodes]
    # A fraction g + h, and then a float, may differ in the last digit from the sum of two floats.
    assert [float(event.f) for event in expansions] == pytest.approx([node.f for node in nodes], rel=2**-52, abs=0)
    assert result.statistics.expanded == trace.expanded


@given(recordable, forms, st.sampled_from([5, 10, 1000]))
def test_events_leave_the_same_trace_as_records(case, form, max_nodes):
    graph, engine = case
    told, _, _ = recorded(engine, form(graph), observer=by_events, max_nodes=max_nodes, **ALL)
    assert nodes(recorded(engine, form(graph), max_nodes=max_nodes, **ALL)[0]) == nodes(told)


@given(recordable, forms)
def test_the_path_is_the_solution(case, form):
    graph, engine = case
    trace, result, _ = recorded(engine, form(graph), **ALL)
    assert ([] if result.solution is None else list(map(repr, result.states))) == [
        trace.text(node) for node in trace.path
    ]
    if result.solution is not None:
        assert ["", *map(str, result.actions)] == [trace.node(node).action for node in trace.path]
        assert float(result.cost) == trace.node(trace.path[-1]).g


@pytest.mark.parametrize("engine", [kind() for kind in FORWARD.values() if Expanded in kind.event_types], ids=repr)
def test_every_engine_leaves_a_trace_of_all_its_expansions(engine):
    trace, result, _ = recorded(engine, NPuzzle("1 2 3 / 4 0 6 / 7 5 8"))
    assert result.statistics.expanded == trace.expanded == sum(node.order is not None for node in trace.nodes())
    assert result.statistics.generated == trace.info.statistics["generated"]
    assert 3 == len(trace.path)


def test_each_iteration_has_a_root_of_its_own():
    trace, _, _ = recorded(IterativeDeepening(), NPuzzle("1 2 3 / 4 0 6 / 7 5 8"))
    roots = [node for node in trace.nodes() if node.parent is None]
    assert [0, 0, 0] == [node.f for node in roots]  # thresholds 0, 1 and 2
    assert trace.path[0] == roots[-1].number


def test_a_trace_says_what_the_search_proved():
    trace, _, _ = recorded(AStar(), NPuzzle("1 2 3 / 4 5 6 / 0 7 8"))
    info = trace.info
    assert ("AStar()", "NPuzzle", "SOLVED", "low-h", 2, 2) == (
        info.engine, info.problem, info.status, info.choice, info.cost, info.lower_bound,
    )  # fmt: skip
    assert info.guarantee.startswith("The solution is optimal if h never overestimates (admissible).")
    assert "Solved in 2 actions at cost 2, which is optimal if h never overestimates." == info.verdict


WITHOUT_DOCSTRINGS = """
from astarlib import AStar
from astarlib.observers.recorder import Recorder
from astarlib.problems.npuzzle import NPuzzle

recorder = Recorder()
AStar(reopen=False).search(NPuzzle("1 2 3 / 4 5 6 / 0 7 8"), observer=recorder)
print(AStar.__doc__, recorder.trace.info.guarantee)
"""


@pytest.mark.costly
def test_a_trace_has_the_guarantee_of_its_engine_where_python_drops_docstrings():
    done = subprocess.run([sys.executable, "-OO", "-c", WITHOUT_DOCSTRINGS], capture_output=True, text=True, check=True)
    assert f"None {AStar(reopen=False).guarantee.describe()}" == done.stdout.strip()
    assert "The solution is optimal if h is consistent." in done.stdout


def test_an_unfinished_search_has_a_trace_too():
    recorder = Recorder()
    search = AStar().start(NPuzzle(PUZZLE), observer=recorder)
    search.run(Limits(expanded=10))
    assert ("LIMIT", "EXPANDED", 10) == (
        recorder.trace.info.status,
        recorder.trace.info.limit,
        recorder.trace.expanded,
    )


def test_looking_at_the_trace_changes_nothing():
    recorder = Recorder(**ALL)
    search = Dijkstra().start(NPuzzle("1 2 3 / 4 0 6 / 7 5 8"), observer=recorder)
    while search.run(Limits(expanded=3)).status is Status.LIMIT:
        assert recorder.trace == recorder.trace
    assert nodes(recorded(Dijkstra(), search.problem, **ALL)[0]) == nodes(recorder.trace)


@pytest.mark.parametrize("observer", [itself, by_events])
@pytest.mark.parametrize("engine", [AStar(), IDAStar()], ids=repr)
def test_a_copy_of_a_recorder_has_the_same_trace(engine, observer):
    recorder = Recorder()
    engine.start(NPuzzle(PUZZLE), observer=observer(recorder)).run(Limits(expanded=100))
    assert recorder.trace == pickle.loads(pickle.dumps(recorder)).trace


def test_nothing_recorded_is_an_error_that_says_what_to_do():
    with pytest.raises(ValueError, match="observer=recorder"):
        _ = Recorder().trace


def test_a_second_search_begins_a_second_trace():
    recorder = Recorder()
    AStar().search(NPuzzle(PUZZLE), observer=recorder)
    AStar().search(NPuzzle("1 2 3 / 4 5 6 / 0 7 8"), observer=recorder)
    assert 2 == recorder.trace.expanded
    AStar().search(NPuzzle(PUZZLE), limits=Limits(expanded=0), observer=recorder)
    AStar().search(NPuzzle("1 2 3 / 4 5 6 / 0 7 8"), observer=recorder)
    assert (2, 5) == (recorder.trace.expanded, len(recorder.trace))


@pytest.mark.costly
def test_a_recorder_that_comes_in_later_says_so(tmp_path):
    search = AStar().start(NPuzzle(PUZZLE))
    search.run(Limits(expanded=20))
    search.save(tmp_path / "search")
    recorder = Recorder()
    result = type(search).load(tmp_path / "search", NPuzzle(PUZZLE), observer=recorder).run()
    assert (20, result.statistics.expanded - 20) == (recorder.trace.info.began_at, recorder.trace.expanded)
    assert len(result.states) == len(recorder.trace.path)


@pytest.mark.costly
@pytest.mark.parametrize(("first", "then"), [(itself, by_events), (by_events, itself)])
def test_records_and_events_may_take_turns(first, then, tmp_path):
    problem, recorder = NPuzzle(PUZZLE), Recorder(**ALL)
    search = AStar().start(problem, observer=first(recorder))
    search.run(Limits(expanded=20))
    search.save(tmp_path / "search")
    type(search).load(tmp_path / "search", problem, observer=then(recorder)).run()
    assert nodes(recorded(AStar(), problem, **ALL)[0]) == nodes(recorder.trace)


def test_numbers_and_actions_of_any_kind_are_kept():
    edges = {0: [([1], 1, 0.5)], 1: [({"to": 2}, 2, 2**40)], 2: []}
    problem = FunctionProblem(0, successors=lambda s: edges[s], is_goal=lambda s: s == 2)
    trace, _, _ = recorded(AStar(), problem)
    assert [("", 0), ("[1]", 0.5), ("{'to': 2}", 2**40 + 0.5)] == [(n.action, n.g) for n in map(trace.node, trace.path)]


@pytest.mark.parametrize(("cost", "size"), [(1, 22), (1.5, 34)])
def test_a_node_takes_as_many_bytes_as_the_docstring_says(cost, size):
    problem = FunctionProblem(
        0, successors=lambda n: [("on", n + 1, cost)], is_goal=lambda n: n == 20, heuristic=lambda n: (20 - n) * cost
    )
    recorder = Recorder()
    AStar().search(problem, observer=recorder)
    columns = recorder.trace.columns
    names = ("parents", "actions", "order", "g", "h", "f")
    assert size == sum(columns[name].itemsize for name in names)
    assert f"{size} bytes" in " ".join((Recorder.__doc__ or "").split()) or Recorder.__doc__ is None


@pytest.mark.costly
def test_more_actions_than_two_bytes_can_number_are_kept():
    problem = FunctionProblem(
        0, successors=lambda s: [(n, n + 1, 1) for n in range(70_000)] if s == 0 else [], is_goal=lambda s: s == 70_000
    )
    trace, _, _ = recorded(AStar(), problem, max_rendered=0)
    assert "69999" == trace.node(trace.path[-1]).action


def test_of_an_unknown_engine_f_is_what_it_reported():
    recorder, puzzle = Recorder(), NPuzzle("1 2 3 / 4 5 6 / 7 0 8")
    start, end = puzzle.initial_state, NPuzzle("1 2 3 / 4 5 6 / 7 8 0").initial_state
    recorder(Started(puzzle, "Mine()", 1, False))
    for number in (1, 2):
        recorder(Expanded(number, start, 0, 1, 7.5, 0))
        recorder(Generated(start, "right", end, 1, 0, number == 1))
    assert [("", 7.5, 2), ("right", "nan", None)] == [
        (node.action, "nan" if math.isnan(node.f) else node.f, node.order) for node in recorder.trace.nodes()
    ]


def test_an_engine_without_single_expansions_leaves_its_progress():
    recorder = Recorder()
    recorder(Started(NPuzzle(PUZZLE), "Compiled()", 3, False))
    recorder(Progress(1000, 2700, 1800, 800, 25, 23, 0.1))
    nothing = Statistics(1000, 2700, 1800, 0, 0, 1800, 800, None, 0.1)
    recorder(Finished(SearchResult(Status.LIMIT, None, None, 23, None, nothing, "Compiled()")))
    assert ((1000, 800, 25, 23),) == recorder.trace.info.progress
    assert 1 == len(recorder.trace)


# --- interrupts -------------------------------------------------------------------------------------------------------


LONG_SNARE = Graph(
    SNARE.edges + tuple((node, following, 1) for node in range(5, 24) for following in (node + 1, node)),
    frozenset({24}),
    SNARE.h + (0,) * 19,
)


class Interrupter:
    """Raises KeyboardInterrupt before the ``number``-th instruction in the recorder's own files."""

    FILES = frozenset(module.__file__ for module in (recorder_module, flat_nodes, expansion_log))

    def __init__(self, number):
        self.left = number

    def __call__(self, frame, event, _):
        if frame.f_code.co_filename not in self.FILES or frame.f_code.co_name in {"_start", "trace"}:
            return None
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        if event == "opcode":
            self.left -= 1
            if self.left == 0:
                raise KeyboardInterrupt
        return self


@pytest.mark.parametrize("times", [slow(1), 12])
@pytest.mark.parametrize("max_nodes", [1000, 6])
@pytest.mark.parametrize("observer", [itself, by_events])
@pytest.mark.parametrize(
    ("engine", "form", "graph"),
    [(AStar(), Keyed, LONG_SNARE), (IDAStar(), Explicit, SNARE)],
    ids=lambda value: repr(value)[:30],
)
def test_an_interrupt_at_any_instruction_of_the_recorder_loses_nothing(engine, form, graph, max_nodes, observer, times):
    expected = nodes(recorded(engine, form(graph), max_nodes=max_nodes, **ALL)[0])
    step = times * (4 if max_nodes > 6 else 13)
    for number in itertools.count(1, step):
        recorder, interrupter = Recorder(max_nodes=max_nodes, **ALL), Interrupter(number)
        search = engine.start(form(graph), observer=observer(recorder))
        before = sys.gettrace()
        sys.settrace(interrupter)
        try:
            search.run()
        except KeyboardInterrupt:
            sys.settrace(before)
            search.run()
        finally:
            sys.settrace(before)
        if recorder.trace.info.status != "":  # The end is sent only once, so only this event can be lost.
            assert expected == nodes(recorder.trace)
        if interrupter.left > 0:
            break
    assert number > step


@pytest.mark.costly
@given(recordable, forms, st.integers(1, 60))
def test_an_error_in_the_problem_that_is_fixed_leaves_the_same_trace(case, form, number):
    graph, engine = case

    def goal_test(state):
        calls["left"] -= 1
        if calls["left"] == 0:
            raise RuntimeError("not yet")
        return is_goal(state)

    expected = nodes(recorded(engine, form(graph), **ALL)[0])
    problem, calls = form(graph), {"left": number}
    is_goal = problem.is_goal
    problem.is_goal = goal_test
    recorder = Recorder(**ALL)
    search = engine.start(problem, observer=recorder)
    try:
        search.run()
    except Exception:  # noqa: BLE001
        search.run()
    assert expected == nodes(recorder.trace)


# --- thinning ---------------------------------------------------------------------------------------------------------


@pytest.mark.costly
@given(st.integers(2, 60), st.sampled_from([AStar(), IDAStar(), *NODE_ENGINES]))
def test_what_a_thinned_trace_has_is_true(max_nodes, engine):
    problem = NPuzzle("1 2 3 / 4 0 6 / 7 5 8") if isinstance(engine, IDAStar) else NPuzzle(PUZZLE)
    limits = Limits(expanded=150)
    whole, result, _ = recorded(engine, problem, limits, **ALL)
    thin, _, _ = recorded(engine, problem, limits, max_nodes=max_nodes, **ALL)
    expansions = {node.order: node for node in whole.nodes() if node.order is not None}
    assert result.statistics.expanded == thin.expanded
    children = {}
    for node in whole.nodes():
        children.setdefault(node.parent, []).append((node.action, node.g, node.h))
    skipping = set(thin.columns["skipping"])
    for node in thin.nodes():
        if node.order is None:
            continue
        true = expansions[node.order]
        assert (true.g, true.h, true.f, whole.text(true.number)) == (node.g, node.h, node.f, thin.text(node.number))
        if (node.order - 1) % thin.sampling_interval == 0:
            kept = [
                thin.node(n)
                for n in range(len(thin))
                if thin.columns["parents"][n] == node.number and n not in skipping
            ]
            assert children.get(true.number, []) == [(child.action, child.g, child.h) for child in kept]


@pytest.mark.costly
@given(st.integers(1, 300), st.integers(2, 60))
def test_a_log_keeps_the_number_of_expansions_if_it_is_thinned(expanded, max_nodes):
    _, result, search = recorded(IDAStar(), NPuzzle(PUZZLE), Limits(expanded=expanded))
    log = search._observer._log
    log.drop(max_nodes)
    assert max(number for number, _, _ in log.expansions()) == result.statistics.expanded


@pytest.mark.parametrize("max_nodes", [100, 400])
@pytest.mark.parametrize("engine", [AStar(), IDAStar()], ids=repr)
def test_a_thinned_trace_says_so_and_keeps_the_path(engine, max_nodes):
    problem = NPuzzle(PUZZLE)
    trace, result, _ = recorded(engine, problem, max_nodes=max_nodes)
    assert trace.sampling_interval > 1
    assert f"1 in {trace.sampling_interval} sampled" in repr(trace)
    assert max_nodes + 32 >= len(trace)
    assert result.cost + 1 == len(trace.path)
    assert [problem.format_state(state) for state in result.states] == [trace.text(node) for node in trace.path]
    assert [None, *trace.path[:-1]] == [trace.node(node).parent for node in trace.path]
    assert [*range(result.cost + 1)] == [trace.node(node).g for node in trace.path]


def test_states_with_very_many_successors_do_not_thin_a_trace_to_nothing():
    problem = FunctionProblem(
        0,
        successors=lambda s: [(n, 100 * s + n, 1) for n in range(1, 100)] if s < 10**4 else [],
        is_goal=lambda s: False,
    )
    trace, _, _ = recorded(AStar(), problem, Limits(expanded=300), max_nodes=500)
    assert 300 == trace.expanded
    assert trace.sampling_interval < 150
    assert 250 < len(trace) <= 1000


@pytest.mark.parametrize("observer", [itself, by_events])
@pytest.mark.parametrize("engine", [AStar(), IDAStar()], ids=repr)
def test_a_search_in_slices_is_thinned_like_a_whole_one(engine, observer):
    problem = NPuzzle(PUZZLE)
    whole, _, _ = recorded(engine, problem, max_nodes=100, **ALL)
    recorder = Recorder(max_nodes=100, **ALL)
    search = engine.start(problem, observer=observer(recorder))
    search.run(Limits(expanded=1))
    while search.run(Limits(expanded=64)).status is Status.LIMIT:  # then the last expansion is one that is kept
        pass
    assert nodes(whole) == nodes(recorder.trace)


@pytest.mark.parametrize("options", [{"max_nodes": 1}, {"max_nodes": math.nan}, {"max_rendered": -1}])
def test_a_number_that_is_too_small_is_refused(options):
    with pytest.raises(ValueError, match="must be at least"):
        Recorder(**options)


# --- pictures ---------------------------------------------------------------------------------------------------------


def test_pictures_are_kept_of_the_first_nodes_and_of_the_path_and_of_some_others():
    trace, _, _ = recorded(AStar(), NPuzzle("8 6 7 / 2 5 4 / 3 0 1"), max_rendered=100)
    rendered = list(trace.columns["rendered"])
    assert list(range(50)) == rendered[:50]
    assert {*trace.path} <= {*rendered}
    others = {*rendered[50:]} - {*trace.path}
    assert 30 <= len(others) <= 50
    assert None is trace.text(next(node for node in range(len(trace)) if node not in rendered))


def test_without_pictures_only_the_path_has_some():
    trace, _, _ = recorded(AStar(), NPuzzle("8 6 7 / 2 5 4 / 3 0 1"), max_rendered=0)
    assert sorted(trace.path) == list(trace.columns["rendered"])


@pytest.mark.costly
def test_the_solutions_of_an_anytime_engine_are_recorded_with_their_expansions(tmp_path):
    recorder, problem = Recorder(), NPuzzle(PUZZLE)
    search = ARAStar().start(problem, observer=recorder)
    found = [(result.statistics.expanded, result.cost) for result in search.solutions()]
    assert tuple(found) == recorder.trace.info.solutions
    assert len(found) > 1
    recorder.trace.save(tmp_path / "x.astrace")
    assert tuple(found) == Trace.load(tmp_path / "x.astrace").info.solutions
