"""A search that is watched is the same search, and its counters are those of the events and of the calls."""

from collections import Counter

from helpers.graphs import Explicit, Graph, Whole, cases, engines, forms, graphs, outcome
from hypothesis import given

from astarlib import IDAStar, IterativeDeepening
from astarlib.events import EVENTS, Expanded, Expansions, Generated, Reopened


@given(cases(), forms)
def test_watching_changes_nothing(case, form):
    graph, engine = case
    assert outcome(engine.search(form(graph))) == outcome(engine.search(form(graph), observer=lambda event: None))


@given(cases(), forms)
def test_an_observer_that_looks_into_the_search_at_every_event_changes_nothing(case, form):
    graph, engine = case

    def look(_):
        if len(holder) > 0:
            (search,) = holder
            assert search.lower_bound >= 0
            held = {repr(entry.state) for entry in search.states()}
            assert held >= {repr(entry.state) for entry in search.frontier()}
            assert search.nearest is None or search.nearest.h >= 0

    holder = []
    search = engine.start(form(graph), observer=look)
    holder.append(search)
    assert outcome(engine.search(form(graph))) == outcome(search.run())


@given(cases("consistent", "admissible"), forms)
def test_the_lower_bound_is_true_in_the_middle_of_an_expansion_too(case, form):
    graph, engine = case
    bounds, holder = [], []
    search = engine.start(form(graph), observer=lambda _: bounds.extend(search.lower_bound for search in holder))
    holder.append(search)
    search.run()
    assert graph.optimum >= max(bounds)


@given(cases(), forms)
def test_the_counters_are_the_counts_of_the_events(case, form):
    graph, engine = case
    events = []
    statistics = engine.search(form(graph), observer=events.append).statistics
    counts = Counter(type(event) for event in events)
    assert statistics.expanded == counts[Expanded]
    assert statistics.generated == counts[Generated]
    assert statistics.reopened == counts[Reopened]


@given(cases(), forms)
def test_an_observer_that_wants_expansions_in_bulk_gets_them_in_place_of_single_events(case, form):
    class Taking:
        event_types = EVENTS | {Expansions}

        def __init__(self):
            self.nodes, self.events = [], []

        def __call__(self, event):
            if isinstance(event, Expansions):
                self.nodes.extend(event.entries)
            else:
                self.events.append(event)

    graph, engine = case
    told, taking = [], Taking()
    assert outcome(engine.search(form(graph), observer=told.append)) == outcome(
        engine.search(form(graph), observer=taking)
    )
    others = [type(event) for event in told if not isinstance(event, (Expanded, Generated, Reopened))]
    assert others == list(map(type, taking.events))
    edges = sum(isinstance(event, Generated) and event.accepted for event in told)
    expansions = sum(isinstance(event, Expanded) for event in told)
    assert expansions + edges == sum(isinstance(record, tuple) for record in taking.nodes)


@given(graphs(), forms, engines)
def test_the_stored_states_are_the_initial_one_and_those_of_the_events(graph, form, engine):
    events = []
    statistics = engine.search(form(graph), observer=events.append).statistics
    new = {repr(event.state) for event in events if isinstance(event, Generated)} | {repr(form(graph).initial_state)}
    assert statistics.stored == len(new)


@given(graphs(), engines)
def test_the_counters_are_what_the_problem_has_seen(graph, engine):
    class Counting(Explicit):
        def actions(self, state):
            calls["actions"] += 1
            return super().actions(state)

        def result(self, state, action):
            calls["result"] += 1
            return super().result(state, action)

        def cost(self, state, action, next_state):
            calls["cost"] += 1
            return super().cost(state, action, next_state)

        def heuristic(self, state):
            calls["heuristic"] += 1
            return super().heuristic(state)

        def is_goal(self, state):
            calls["is_goal"] += 1
            return super().is_goal(state)

    calls = Counter()
    search = engine.start(Counting(graph))
    search.run()
    seen, statistics = calls.copy(), search.statistics
    assert statistics.expanded == seen["actions"]
    assert statistics.generated == seen["result"]
    assert statistics.evaluated == seen["heuristic"]
    assert seen["heuristic"] == (statistics.stored if engine.uses_heuristic else 0)


@given(graphs(), engines)
def test_the_generated_edges_are_those_that_successors_gave(graph, engine):
    class Telling(Whole):
        def successors(self, state):
            given_out.extend(super().successors(state))
            return super().successors(state)

    given_out, events = [], []
    search = engine.start(Telling(graph), observer=lambda event: isinstance(event, Generated) and events.append(event))
    search.run()
    assert len(events) == search.statistics.generated
    taken = given_out[: len(events)]  # for the costs of a path in floats the problem is asked again, afterwards
    assert [(action, target) for action, target, _ in taken] == [(event.action, event.state) for event in events]


def test_the_events_of_ida_star_and_iterative_deepening_say_what_was_done():
    def told(engine):
        events = []
        engine.search(Explicit(graph), observer=events.append)
        return [
            (event.state, event.f, event.frontier) if isinstance(event, Expanded) else (event.state, event.accepted)
            for event in events
            if isinstance(event, (Expanded, Generated))
        ]

    graph = Graph(((0, 1, 2), (0, 2, 2), (1, 3, 5), (2, 3, 3)), frozenset({3}), (2, 0, 1, 0))
    first = [(0, 2, 0), (1, True), (2, False)]
    second = [(0, 2, 0), (1, True), (2, True), (1, 2, 1), (3, False), (2, 3, 0), (3, False)]
    third = [(0, 2, 0), (1, True), (2, True), (1, 2, 1), (3, False), (2, 3, 0), (3, True)]
    assert [*first, (1, 2, 0), (3, False), *second, *third] == told(IDAStar())
    root = [(0, 0, 0), (1, False), (2, False)]
    steps = [(0, 0, 0), (1, True), (2, True), (1, 1, 1), (3, False), (2, 1, 0), (3, False)]
    assert [*root, *steps, *steps[:4], (3, True)] == told(IterativeDeepening())
