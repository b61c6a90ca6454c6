"""An error in a problem during a search is reported with its place. After a fix, the search continues unaffected."""

import pytest
from helpers.graphs import Explicit, Graph, Keyed, check, outcome, replay
from helpers.sampling import variant

from astarlib import ENGINES, DStarLite, Search
from astarlib.engines.deepening import Deepening
from astarlib.errors import InvalidCostError, InvalidHeuristicError, ProblemMethodError
from astarlib.result import Side

pytestmark = pytest.mark.quick

# 0 to 8 in steps of 1, and from each a step aside, so that no state has only one successor. Action 6 leads from 3 to 4.
OPTIMUM = 8
STEPS = tuple(edge for node in range(OPTIMUM) for edge in ((node, node + 1, 1), (node, node + OPTIMUM + 1, 2)))
LINE = Graph(STEPS, frozenset({OPTIMUM}), (*range(OPTIMUM, -1, -1), *[10] * OPTIMUM))


class Breaking:
    """What is named by ``broken`` raises at one state, each time an error of its own.

    That state is 3, and 5 for ``predecessors``, because a search from both ends doesn't go back as far as 3.
    """

    broken = None

    def fail(self, name, state, where=3):
        if self.broken == name and (state[0] if isinstance(state, list) else state) == where:
            self.raised.append(OSError(f"number {len(self.raised)}"))
            raise self.raised[-1]

    def __init__(self, broken):
        super().__init__(LINE)
        self.broken, self.raised = broken, []

    def actions(self, state):
        self.fail("actions", state)
        first, second = super().actions(state) or (None, None)
        if first is not None:
            yield first
            self.fail("actions half-way", state)
            yield second

    def result(self, state, action):
        self.fail("result", state)
        return super().result(state, action)

    def cost(self, state, action, next_state):
        self.fail("cost", state)
        return super().cost(state, action, next_state)

    def heuristic(self, state):
        self.fail("heuristic", state)
        return super().heuristic(state)

    def is_goal(self, state):
        self.fail("is_goal", state)
        return super().is_goal(state)

    def goal_states(self):
        return super().goal_states()

    def predecessors(self, state):
        self.fail("predecessors", state, 5)
        for edge in super().predecessors(state):
            yield edge
            self.fail("predecessors half-way", state, 5)

    def backward_heuristic(self, state):
        self.fail("backward_heuristic", state)
        return super().backward_heuristic(state)


class Broken(Breaking, Explicit):
    """A problem defined by actions, result and cost."""


class BrokenWhole(Breaking, Explicit):
    """A problem defined by ``successors``."""

    predecessors, backward_heuristic = Breaking.predecessors, Breaking.backward_heuristic

    def successors(self, state):
        self.fail("successors", state)
        return self.edges(state)

    def edges(self, state):
        for edge in self.graph.leaving[state]:
            yield edge
            self.fail("successors half-way", state)


class BrokenKeyed(Breaking, Keyed):
    """Of states that have keys."""

    def state_key(self, state):
        self.fail("state_key", state)
        return super().state_key(state)


class BrokenChange(Breaking, Explicit):
    """A problem with an incremental heuristic."""

    def heuristic_change(self, state, action, next_state):
        self.fail("heuristic_change", state)
        return self.graph.h[next_state] - self.graph.h[state]


CASES = [
    (Broken, "actions", ProblemMethodError, "actions(3)", (3, None)),
    (Broken, "actions half-way", ProblemMethodError, "actions(3)", (3, None)),
    (Broken, "result", ProblemMethodError, "result(3, 6)", (3, 6)),
    (Broken, "cost", InvalidCostError, "cost(3, 6, 4)", (3, 6)),
    (Broken, "heuristic", InvalidHeuristicError, "heuristic(3)", (3, 4)),
    (Broken, "is_goal", ProblemMethodError, "is_goal(3)", (3, None)),
    (BrokenWhole, "successors", ProblemMethodError, "successors(3)", (3, None)),
    (BrokenWhole, "successors half-way", ProblemMethodError, "successors(3)", (3, None)),
    (BrokenKeyed, "state_key", ProblemMethodError, "state_key([3])", ([2], 4)),
    (BrokenChange, "heuristic_change", InvalidHeuristicError, "heuristic_change(3, 6, 4)", (3, 6)),
    (Broken, "predecessors", ProblemMethodError, "predecessors(5)", (5, None)),
    (BrokenWhole, "predecessors half-way", ProblemMethodError, "predecessors(5)", (5, None)),
    (Broken, "backward_heuristic", InvalidHeuristicError, "backward_heuristic(3)", (3, 4)),
    (BrokenKeyed, "backward_heuristic", InvalidHeuristicError, "backward_heuristic([3])", ([3], 4)),
]


_BACKWARD = {"predecessors", "backward_heuristic"}
_FROM_BEHIND = {"state_key": (None, ([4], 6)), "backward_heuristic": ((3, 6), ([3], 6))}
"""The places at which D* Lite reaches state 3."""


def calls(engine, method):
    """Return True if the engine ever calls that method."""
    if isinstance(engine, DStarLite):
        return method in _BACKWARD or method in {"predecessors half-way", "state_key"}
    if method == "heuristic_change":
        return engine.uses_heuristic and isinstance(engine, Deepening)
    if method == "is_goal":
        return "goal_states" not in engine.requires
    name = method.removesuffix(" half-way")
    return (name not in _BACKWARD or name in engine.requires) and (engine.uses_heuristic or method != "heuristic")


def runs_of(engine):
    """Return the cases for an engine, with the places at which it reaches the states."""
    from_behind = _FROM_BEHIND if isinstance(engine, DStarLite) else {}
    return [
        (form, method, kind, where, from_behind[method][form is BrokenKeyed] if method in from_behind else place)
        for form, method, kind, where, place in CASES
        if calls(engine, method)
    ]


RUNS = {name: runs_of(kind()) for name, kind in ENGINES.items()}


@pytest.mark.parametrize("name", ENGINES)
def test_an_error_of_a_method_is_named_and_afterwards_the_search_ends_as_if_there_had_been_none(name, tmp_path):
    engine, whole = ENGINES[name](), {}
    for form, method, kind, where, place in RUNS[name]:
        with variant(form, method):
            if form not in whole:
                whole[form] = engine.search(form(None))
            search = engine.start(form(method))
            with pytest.raises(kind) as caught:
                search.run()
            assert_error(caught.value, search.problem, kind, where, place)
            before = search.statistics
            assert_shown(search, whole[form])
            assert_continues_from_disk(search, whole[form], tmp_path / "search")
            with pytest.raises(kind) as again:
                search.run()
            assert place == (again.value.state, again.value.action)
            assert before.expanded == search.statistics.expanded
            search.problem.broken = None
            assert outcome(whole[form]) == outcome(search.run())
            check(search)


def assert_error(error, problem, kind, where, place):
    assert kind is type(error)
    assert f"{where} raised OSError: number " in str(error)
    assert place == (error.state, error.action)
    assert problem.raised[0] is error.__cause__


def assert_shown(search, whole):
    """A look at a search whose problem is broken shows what was known before."""
    held, backward = list(search.states()), list(search.states(Side.BACKWARD))
    start = search.problem.initial_state
    if isinstance(search.engine, DStarLite):
        (start,) = search.problem.goal_states()
    assert start in [stored.state for stored in held or backward]
    for stored in [*held, *search.frontier()]:
        assert stored.g == search.path_to(stored.state).cost
    for stored in backward:
        assert stored.g == search.path_from(stored.state).cost
    assert search.statistics.stored == len(held) + len(backward)
    assert 0 < search.statistics.expanded < whole.statistics.expanded
    assert search.lower_bound <= OPTIMUM
    assert (search.nearest is None) is (whole.nearest is None)
    broken, search.problem.broken = search.problem.broken, None  # A look at the costs of a path may ask for them.
    for stored in held:
        replay(search.problem, search.path_to(stored.state))
    search.problem.broken = broken


def assert_continues_from_disk(search, whole, path):
    search.save(path)
    loaded = Search.load(path, type(search.problem)(None))
    assert outcome(whole) == outcome(loaded.run())
    check(loaded)


def test_every_method_is_broken_for_an_engine_that_calls_it():
    assert all(len(cases) > 0 for cases in RUNS.values())
    assert {case[1] for case in CASES} == {case[1] for cases in RUNS.values() for case in cases}
