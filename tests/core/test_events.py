"""The events that an observer receives, their order, and their cost if it requests none."""

from itertools import pairwise

import pytest
from helpers.graphs import NODE_ENGINES, PATH_ENGINES, Explicit, Graph, astars, cases, engines, forms, graphs, outcome
from helpers.sampling import in_turn
from hypothesis import example, given
from hypothesis import strategies as st

from astarlib import (
    AStar,
    Dijkstra,
    FunctionProblem,
    GreedyBestFirst,
    IDAStar,
    IterativeDeepening,
    Limits,
    Status,
    WeightedAStar,
)
from astarlib._support.compiling import announce
from astarlib.events import (
    EVENTS,
    BatchProgress,
    Compiling,
    Expanded,
    Finished,
    Generated,
    LowerBoundRaised,
    Progress,
    Reopened,
    SolutionFound,
    Started,
    TableProgress,
    Updated,
    handler_for,
)
from astarlib.searching import best_first, driver, node_table

# 0 -> 1 costs 4, or 2 by way of 2; h makes A* close 1 too early.
GRAPH = Graph(((0, 1, 4), (0, 2, 1), (2, 1, 1), (1, 3, 5)), frozenset({3}), (0, 0, 6, 0))


def events_of(engine, problem, limits=Limits()):  # noqa: B008
    """Return all events except Progress, which depends on the time."""
    events = []
    result = engine.search(problem, limits=limits, observer=events.append)
    return [event for event in events if not isinstance(event, Progress)], result


def test_the_whole_story_of_a_small_search():
    problem = Explicit(GRAPH)
    events, result = events_of(AStar(), problem)
    assert [
        Started(problem, "AStar()", 0, False, AStar()),
        LowerBoundRaised(0, 0, 0, 1),
        Expanded(1, 0, 0, 0, 0, 0),
        Generated(0, 0, 1, 4, 0, True),
        Generated(0, 1, 2, 1, 6, True),
        LowerBoundRaised(4, 1, 2, 3),
        Expanded(2, 1, 4, 0, 4, 1),
        Generated(1, 3, 3, 9, 0, True),
        LowerBoundRaised(7, 2, 3, 4),
        Expanded(3, 2, 1, 6, 7, 1),
        Generated(2, 2, 1, 2, 0, True),
        Reopened(1, 2, 4),
        Expanded(4, 1, 2, 0, 2, 1),
        Generated(1, 3, 3, 7, 0, True),
        SolutionFound(result.solution, result.statistics.expanded),
        Finished(result),
    ] == events


def test_an_edge_that_improves_nothing_is_reported_as_not_accepted():
    edges = ((0, 1, 2), (0, 1, 2), (0, 0, 1), (0, 1, 1))
    events, _ = events_of(AStar(), Explicit(Graph(edges, frozenset(), (0, 0))))
    assert [True, False, False, True] == [event.accepted for event in events if isinstance(event, Generated)]


def test_an_improvement_that_is_refused_is_reported_as_not_accepted():
    events, _ = events_of(AStar(reopen=False), Explicit(GRAPH))
    assert [False] == [event.accepted for event in events if isinstance(event, Generated) and event.parent == 2]
    assert not any(isinstance(event, Reopened) for event in events)


@pytest.mark.parametrize("engine", [AStar(), IDAStar()], ids=repr)
def test_the_h_of_the_start_is_reported_first(engine):
    assert 3 == events_of(engine, Explicit(Graph((), frozenset(), (3,))))[0][0].h


@pytest.mark.parametrize("engine", [Dijkstra(), IterativeDeepening()], ids=repr)
def test_engines_that_evaluate_no_h_report_none(engine):
    events, _ = events_of(engine, Explicit(GRAPH))
    assert events[0].h is None
    assert {0} == {event.h for event in events if isinstance(event, Generated | Expanded)}


@pytest.mark.parametrize("engine", [WeightedAStar(), GreedyBestFirst()], ids=repr)
def test_engines_whose_f_is_not_a_bound_send_no_bound(engine):
    assert not any(isinstance(event, LowerBoundRaised) for event in events_of(engine, Explicit(GRAPH))[0])


def test_each_run_is_reported_from_start_to_finish():
    events = []
    search = AStar().start(Explicit(GRAPH), observer=events.append)
    results = [search.run(Limits(expanded=1)), search.run(Limits(expanded=0)), search.run()]
    assert results == [event.result for event in events if isinstance(event, Finished)]
    assert [False, True, True] == [event.resumed for event in events if isinstance(event, Started)]
    assert 1 == sum(isinstance(event, SolutionFound) for event in events)


def test_a_finished_search_has_nothing_more_to_report():
    events = []
    search = AStar().start(Explicit(GRAPH), observer=events.append)
    search.run()
    events.clear()
    search.run()
    assert [] == events


def test_an_end_that_an_observer_interrupts_is_reported_by_the_next_run():
    ends = []

    def observe(event):
        if isinstance(event, Finished):
            ends.append(event.result)
            if len(ends) == 1:
                raise KeyboardInterrupt

    search = AStar().start(Explicit(GRAPH), observer=observe)
    with pytest.raises(KeyboardInterrupt):
        search.run()
    assert search.run() is ends[1]
    assert search.run() is ends[1]
    assert len(ends) == 2


@pytest.mark.costly
@given(cases(), forms)
def test_events_come_in_order(case, form):
    graph, engine = case
    events, result = events_of(engine, form(graph))
    assert isinstance(events[0], Started)
    assert Finished(result) == events[-1]
    assert ([SolutionFound(result.solution, result.statistics.expanded)] if result.status is Status.SOLVED else []) == [
        event for event in events if isinstance(event, SolutionFound)
    ]
    numbers = [event.number for event in events if isinstance(event, Expanded)]
    assert list(range(1, result.statistics.expanded + 1)) == numbers
    parent = None
    for before, event in pairwise(events):
        if isinstance(event, Expanded):
            parent = event.state
        if isinstance(event, Generated):
            assert parent == event.parent
        if isinstance(event, Reopened):
            assert isinstance(before, Generated)
            assert (before.state, before.g, True) == (event.state, event.g, before.accepted)
            assert event.g < event.previous_g


@pytest.mark.costly
@given(graphs(), forms, engines)
def test_what_is_reported_of_an_expansion_is_what_the_search_stores(graph, form, engine):
    told, held, number = [], [], 0
    search = engine.start(form(graph), observer=lambda event: isinstance(event, Expanded) and told.append(event))
    while len(told) == number:
        first, *rest = [*search.frontier()] or [None]
        number += 1
        if search.run(Limits(expanded=1)).statistics.expanded == number:
            f = engine.f(first.g, first.h) if hasattr(engine, "f") else first.g + first.h
            held.append((number, repr(first.state), first.g, first.h, f, len(rest)))
    assert held == [(event.number, repr(event.state), *event[2:]) for event in told]


# State 1 is closed at g = 4; its improvement to 2 is refused when 6 is proved, and 14 at the front proves no more.
REFUSED = Graph(edges=((0, 1, 4), (0, 2, 1), (2, 1, 1), (1, 3, 10)), goals=frozenset({3}), h=(0, 0, 5, 0))


@pytest.mark.costly
@example(graph=REFUSED, form=Explicit, engine=AStar(), reopen=False)
@given(graphs(), forms, astars, st.booleans())
def test_every_bound_that_is_reported_is_higher_than_the_one_before(graph, form, engine, reopen):
    engine = type(engine)(tie_break=engine.tie_break, reopen=reopen)
    bounds = [event.lower_bound for event in events_of(engine, form(graph))[0] if isinstance(event, LowerBoundRaised)]
    assert all(before < after for before, after in pairwise(bounds))


@pytest.mark.costly
@given(graphs("consistent", "admissible"), forms, astars)
def test_every_bound_that_is_reported_is_true(graph, form, engine):
    bounds = [event.lower_bound for event in events_of(engine, form(graph))[0] if isinstance(event, LowerBoundRaised)]
    assert graph.optimum >= max(bounds, default=0)


@given(cases())
def test_an_edge_is_reported_as_the_problem_has_it(case):
    graph, engine = case
    g = None
    for event in events_of(engine, Explicit(graph))[0]:
        if isinstance(event, Expanded):
            g = event.g
            assert event.h == (graph.h[event.state] if engine.uses_heuristic else 0)
        if isinstance(event, Generated):
            source, target, cost = graph.edges[event.action]
            h = graph.h[target] if engine.uses_heuristic else 0
            assert (source, target, g + cost, h) == (event.parent, event.state, event.g, event.h)


@pytest.mark.costly
@given(cases(), forms)
def test_the_event_of_a_raised_bound_has_the_counters_of_that_moment(case, form):
    graph, engine = case
    received, status = [], Status.LIMIT
    search = engine.start(form(graph), observer=received.append)
    while status is Status.LIMIT:
        result = search.run(Limits(expanded=1))
        status, now = result.status, search.statistics
        events = [event for event in received if not isinstance(event, (Finished, Progress, SolutionFound))]
        if isinstance(events[-1], LowerBoundRaised):
            bound, *counters = events[-1]
            if result.solution is not None:  # An h that overestimates can raise the bound above the cost.
                bound = min(bound, result.cost)
            assert [bound, search.lower_bound] == [search.lower_bound, result.lower_bound]
            assert [now.expanded, now.generated, now.stored] == counters


# --- wants ------------------------------------------------------------------------------------------------------------


class Wanting:
    def __init__(self, *wants):
        self.event_types = set(wants)
        self.events = []

    def __call__(self, event):
        self.events.append(event)


@pytest.mark.costly
@given(cases(), st.frozensets(st.sampled_from(sorted(EVENTS, key=lambda kind: kind.__name__))))
def test_an_observer_gets_the_events_that_it_requests_and_nothing_else(case, wants):
    graph, engine = case
    everything, expected = events_of(engine, Explicit(graph))
    observer = Wanting(*wants)
    assert outcome(expected) == outcome(engine.search(Explicit(graph), observer=observer))
    kinds = [type(event) for event in observer.events]
    assert wants >= set(kinds)
    assert [type(event) for event in everything if type(event) in wants] == [kind for kind in kinds if kind != Progress]


def test_what_nobody_wants_is_not_built(monkeypatch):
    def refuse(*_):
        raise AssertionError("built")

    observer = Wanting(Finished)
    search = AStar().start(Explicit(GRAPH), observer=observer)
    for kind in ("Expanded", "Generated", "Reopened", "LowerBoundRaised"):
        monkeypatch.setattr(best_first if kind == "LowerBoundRaised" else node_table, kind, refuse)
    search.run()
    assert [Finished] == [type(event) for event in observer.events]


def test_progress_is_reported_now_and_then_with_the_counters_so_far(monkeypatch):
    monkeypatch.setattr(driver, "PROGRESS_SECONDS", 0)
    observer = Wanting(Progress)
    edges = tuple((node, node + 1, 1) for node in range(300))
    Dijkstra().search(Explicit(Graph(edges, frozenset({300}), (0,) * 301)), observer=observer)
    assert len(observer.events) > 3
    for event in observer.events:
        assert (
            event.expanded == event.generated == event.stored - 1 == event.f == event.lower_bound + 0
            or event.expanded == 0
        )
        assert event.frontier == 1
    expanded = [event.expanded for event in observer.events]
    assert sorted(expanded) == expanded


def test_progress_of_a_depth_first_search_has_its_stored_states_and_its_threshold(monkeypatch):
    monkeypatch.setattr(driver, "PROGRESS_SECONDS", 0)
    observer, edges = Wanting(Progress), tuple((node, node + 1, 1) for node in range(300))
    IDAStar().search(Explicit(Graph(edges, frozenset({300}), (300, *(0,) * 300))), observer=observer)
    assert len(observer.events) > 3
    for event in observer.events:
        assert event.expanded == event.generated == event.stored - 1
        assert (1, 300, 300) == (event.frontier, event.f, event.lower_bound)


@pytest.mark.parametrize("engine", [*NODE_ENGINES, *PATH_ENGINES], ids=repr)
def test_progress_has_the_counters_of_its_moment_and_no_bound_above_the_optimum(engine, monkeypatch):
    def observe(event):
        now = search.statistics
        held.append((now.expanded, now.generated, now.stored, len(list(search.frontier())), now.seconds))
        told.append((event.expanded, event.generated, event.stored, event.frontier, event.seconds))
        bounds.add(event.lower_bound)

    monkeypatch.setattr(driver, "PROGRESS_SECONDS", 0)
    observe.event_types = {Progress}
    held, told, bounds = [], [], set()
    graph = Graph(tuple((node, node + 1, 0) for node in range(60)), frozenset({60}), (0,) * 61)
    search = engine.start(Explicit(graph), observer=observe)
    search.run()
    assert held == told != []
    assert {0} == bounds


@pytest.mark.parametrize("engine", [WeightedAStar(weight=2), GreedyBestFirst()], ids=repr)
def test_progress_never_sends_an_f_that_is_not_a_bound_as_one(engine, monkeypatch):
    monkeypatch.setattr(driver, "PROGRESS_SECONDS", 0)
    observer, edges = Wanting(Progress), tuple((node, node + 1, 1) for node in range(60))
    engine.search(Explicit(Graph(edges, frozenset({60}), tuple(range(60, -1, -1)))), observer=observer)
    assert {0} == {event.lower_bound for event in observer.events}


def test_a_quick_search_sends_no_progress():
    observer = Wanting(Progress)
    AStar().search(Explicit(GRAPH), observer=observer)
    assert [] == observer.events


@pytest.mark.parametrize("observer", [3, "print", []])
def test_an_observer_that_cannot_be_called_is_refused_by_value(observer):
    with pytest.raises(TypeError, match="observer must be a callable"):
        AStar().start(Explicit(GRAPH), observer=observer)


def test_an_event_type_that_does_not_exist_is_refused_by_name():
    with pytest.raises(TypeError, match="'Expanded'"):
        AStar().start(Explicit(GRAPH), observer=Wanting("Expanded"))


class Compiled(AStar):
    """A* that compiles, or fails to, when its algorithm is made."""

    def algorithm(self, problem, journal):
        if (tell := announce.get()) is not None:
            tell()
        return super().algorithm(problem, journal)


def test_observers_that_ask_for_it_are_told_what_is_compiled():
    class Asking(list):
        event_types = frozenset((Compiling, Started))
        __call__ = list.append

    problem, asking, other = Explicit(GRAPH), Asking(), []
    for observer in (asking, other.append, None):
        Compiled().search(problem, observer=observer)
    assert [Compiling(problem, "Compiled()"), Started] == [asking[0], type(asking[1])]
    assert Started is type(other[0])
    assert announce.get() is None


def test_without_an_observer_no_event_is_sent():
    assert all(handler_for(None, kind) is None for kind in EVENTS)


# --- an observer that raises ------------------------------------------------------------------------------------------


@in_turn("kind", sorted(EVENTS - {Progress, TableProgress, Updated, BatchProgress}, key=lambda kind: kind.__name__))
def test_an_observer_that_raises_at_every_event_of_a_kind_once_loses_nothing(kind):
    told = set()

    def observer(event):
        if isinstance(event, kind) and event[:-1] not in told:
            told.add(event[:-1])
            raise OSError("the disk of the recorder is full")

    search = AStar().start(Explicit(GRAPH), observer=observer)
    for _ in range(30):
        try:
            result = search.run()
        except OSError:
            continue
        assert outcome(AStar().search(Explicit(GRAPH))) == outcome(result)
        break
    else:
        pytest.fail("it does not end")
    assert len(told) > 0


@pytest.mark.parametrize("failures", [1, 2, 3])
def test_events_of_no_earlier_expansion_are_sent_again_however_often_an_observer_fails(failures):
    numbers = []

    def observe(event):
        numbers.append(event.number)
        if 5 <= len(numbers) < 5 + failures:
            raise ZeroDivisionError

    observe.event_types = {Expanded}
    chain = FunctionProblem(0, successors=lambda n: [("on", n + 1, 1)], is_goal=lambda n: n == 40)
    search = AStar().start(chain, observer=observe)
    for _ in range(failures):
        with pytest.raises(ZeroDivisionError):
            search.run()
    search.run()
    assert sorted(numbers) == numbers
    assert set(range(1, 41)) == set(numbers)


def test_an_error_of_an_observer_is_not_taken_for_one_of_the_problem(monkeypatch):
    diagnosed = []
    monkeypatch.setattr("astarlib.search._diagnose", lambda _, error: diagnosed.append(error))

    def fail(event):
        if type(event) is Expanded:
            raise ValueError("mine")

    with pytest.raises(ValueError, match="mine"):
        AStar().search(Explicit(GRAPH), observer=fail)
    assert diagnosed == []
