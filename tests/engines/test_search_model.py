"""A search that is randomly stopped, broken, saved, inspected and continued ends like an undisturbed one."""

import contextlib
import math
import tempfile
from pathlib import Path

from helpers.graphs import Explicit, Keyed, Whole, cases, check, outcome
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from astarlib import IDAStar, Limits, Search, Status

METHODS = ("actions", "result", "cost", "heuristic", "is_goal", "successors", "state_key")


class Fuse:
    """Makes the call that burns the last of it raise ``error``."""

    def __init__(self):
        self.left, self.error = math.inf, None

    def burn(self):
        self.left -= 1
        if self.left == 0:
            raise self.error


def fused(form):
    """Return problems of that form that raise an error after a number of calls."""

    def burning(method):
        def call(self, *arguments):
            self.fuse.burn()
            return getattr(form, method)(self, *arguments)

        return call

    methods = {method: burning(method) for method in METHODS if hasattr(form, method)}
    return type(f"Fused{form.__name__}", (form,), methods)


FORMS = [fused(form) for form in (Explicit, Whole, Keyed)]


def shown(search):
    """All that a search shows of itself."""
    return (
        list(search.states()), list(search.frontier()), search.lower_bound, search.nearest, search.statistics,
        [search.path_to(entry.state) for entry in search.states()],
    )  # fmt: skip


class SearchWithoutPeace(RuleBasedStateMachine):
    """What is done to a search between its runs and while it runs."""

    @initialize(case=cases(), form=st.sampled_from(FORMS), watched=st.booleans())
    def start(self, case, form, watched):
        graph, self.engine = case
        self.problem = form(graph)
        self.problem.fuse = Fuse()
        self.expected = outcome(self.engine.search(self.problem))
        self.search = self.engine.start(self.problem, observer=(lambda _: None) if watched else None)

    @rule(limit=st.sampled_from(["expanded", "generated", "stored"]), count=st.integers(0, 12))
    def run_for_a_while(self, limit, count):
        self.run_under(Limits(**{limit: count}))

    @precondition(lambda self: isinstance(self.engine, IDAStar) or getattr(self.engine, "f_is_lower_bound", False))
    @rule(cost=st.integers(0, 20), count=st.integers(0, 9))
    def run_under_a_limit_of_cost(self, cost, count):
        self.run_under(Limits(cost=cost, expanded=count))

    def run_under(self, limits):
        result = self.search.run(limits)
        check(self.search)
        if result.status is not Status.LIMIT:
            assert self.expected == outcome(result)

    @rule(
        calls=st.integers(1, 25),
        error=st.sampled_from([KeyboardInterrupt, MemoryError, OSError]),
        count=st.integers(0, 9),
    )
    def run_until_a_call_fails(self, calls, error, count):
        self.problem.fuse.left, self.problem.fuse.error = calls, error
        with contextlib.suppress(error):
            self.run_under(Limits(expanded=count))
        self.problem.fuse.left = math.inf

    @rule()
    def look_inside(self):
        before = shown(self.search)
        assert before == shown(self.search)
        states, frontier, *_ = before
        assert {repr(entry.state) for entry in frontier} <= {repr(entry.state) for entry in states}

    @rule()
    def save_and_load(self):
        with tempfile.TemporaryDirectory() as folder:
            self.search.save(Path(folder) / "search")
            saved, self.search = self.search, Search.load(Path(folder) / "search", self.problem)
        check(self.search)
        assert shown(saved) == shown(self.search)

    def teardown(self):
        """Whatever has been done, the search goes on to the same end."""
        result = self.search.run()
        check(self.search)
        assert self.expected == outcome(result)


TestASearchWithoutPeaceEndsAsOneLeftAlone = SearchWithoutPeace.TestCase
