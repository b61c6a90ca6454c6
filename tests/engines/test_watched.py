"""Counters equal the numbers of events, and of calls of the problem."""

from collections import Counter

import pytest
from helpers.graphs import Explicit, Graph, Whole, cases, engines, forms, graphs, outcome
from hypothesis import assume, given

from astarlib import IDAStar, IterativeDeepening
from astarlib.events import EVENTS, Expanded, Expansions, Generated, Reopened


@pytest.mark.costly
@given(cases(), forms)
def test_an_observer_that_wants_expansions_in_bulk_gets_them_in_place_of_single_events(case, form):
    class Bulk:
        event_types = EVENTS | {Expansions}

        def __init__(self):
            self.nodes, self.events = [], []

        def __call__(self, event):
            if isinstance(event, Expansions):
                self.nodes.extend(event.entries)
            else:
                self.events.append(event)

    graph, engine = case
    assume(Expansions in engine.event_types)
    single, bulk = [], Bulk()
    assert outcome(engine.search(form(graph), observer=single.append)) == outcome(
        engine.search(form(graph), observer=bulk)
    )
    others = [type(event) for event in single if not isinstance(event, (Expanded, Generated, Reopened))]
    assert others == list(map(type, bulk.events))
    edges = sum(isinstance(event, Generated) and event.accepted for event in single)
    expansions = sum(isinstance(event, Expanded) for event in single)
    assert expansions + edges == sum(isinstance(record, tuple) for record in bulk.nodes)


@pytest.mark.costly
@given(graphs(), forms, engines)
def test_the_stored_states_are_the_initial_one_and_those_of_the_events(graph, form, engine):
    events = []
    statistics = engine.search(form(graph), observer=events.append).statistics
    new = {repr(event.state) for event in events if isinstance(event, Generated)} | {repr(form(graph).initial_state)}
    assert statistics.stored == len(new)


@pytest.mark.costly
@given(graphs(), engines)
def test_the_counters_are_the_numbers_of_calls(graph, engine):
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
    class Noting(Whole):
        def successors(self, state):
            given_out.extend(super().successors(state))
            return super().successors(state)

    given_out, events = [], []
    search = engine.start(Noting(graph), observer=lambda event: isinstance(event, Generated) and events.append(event))
    search.run()
    assert len(events) == search.statistics.generated
    taken = given_out[: len(events)]  # For float costs, the result asks the problem again afterwards.
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
