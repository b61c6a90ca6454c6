"""Costly heuristics: each state is asked for once, whatever interrupts the search, and a batch changes no result."""

from collections import Counter

import pytest
from helpers.instants import LibraryTracer, run_traced
from helpers.sampling import few, slow

from astarlib import BatchWeightedAStar, BeamSearch, KBest, Limits, Search
from astarlib.engines.registry import ENGINES
from astarlib.errors import CheckpointError
from astarlib.problems.npuzzle import NPuzzle

BOARD = "1 2 3 / 4 0 6 / 7 5 8"
ALONE = {
    "ida-star": "it stores no states",
    "rbfs": "it stores only the states of the current path and their siblings",
    "bae-star": "it has two heuristics",
    "d-star-lite": "it has backward_heuristic",
    "lpa-star": "an update may change the problem",
    "fsa-star": "an update may change the problem",
    "gaa-star": "an update may change the heuristic",
}
"""The engines that evaluate each state alone. The guide 'Use a slow heuristic' has the same reasons."""
OTHERS = {
    "beam": BeamSearch(width=4, complete=False),
    "batch-weighted-astar": BatchWeightedAStar(batch=3),
    "k-best": KBest(k=2),
}
TOGETHER = {
    name: OTHERS.get(name, cls()) for name, cls in ENGINES.items() if cls().uses_heuristic and name not in ALONE
}
all_engines = pytest.mark.parametrize("engine", TOGETHER.values(), ids=TOGETHER)


class Costly(NPuzzle):
    """Record the states whose h was returned. The call number ``fails_at`` raises ``error``."""

    def __init__(self, board=BOARD, fails_at=0, error=OSError):
        super().__init__(board)
        self.returned, self.calls, self.fails_at, self.error = [], 0, fails_at, error

    def evaluate(self, states):
        self.calls += 1
        if self.calls == self.fails_at:
            raise self.error
        self.returned += states
        return [NPuzzle.heuristic(self, state) for state in states]

    def heuristic(self, state):
        return self.evaluate([state])[0]

    def asked_again(self):
        return [state for state, times in Counter(self.returned).items() if times > 1]


class Batched(Costly):
    def heuristic_batch(self, states):
        return self.evaluate(states)


class Keyed(Batched):
    def state_key(self, state):
        return str(state)


def facts(result):
    return result.status, result.cost, result.actions, result.lower_bound, result.is_optimal, result.statistics.expanded


def run_on(search):
    """Run a search to its end, through errors and interrupts."""
    while True:
        try:
            return search.run()
        except (KeyboardInterrupt, OSError):
            pass


@all_engines
def test_a_batch_changes_no_result_and_asks_for_each_state_once(engine):
    alone, together, keyed = Costly(), Batched(), Keyed()
    results = [engine.search(problem) for problem in (alone, together, keyed)]
    assert facts(results[0]) == facts(results[1]) == facts(results[2])
    assert alone.asked_again() + together.asked_again() + keyed.asked_again() == []
    assert together.calls < alone.calls
    assert len(together.returned) == results[1].statistics.evaluated
    for problem, result in zip((alone, together, keyed), results, strict=True):
        assert result.statistics.heuristic_calls == problem.calls


@all_engines
def test_runs_with_limits_ask_for_each_state_once(engine):
    problem = Batched()
    search = engine.start(problem)
    while search.run(Limits(expanded=1)).limit is not None:
        pass
    assert facts(search.result) == facts(engine.search(Batched()))
    assert not problem.asked_again()
    assert search.statistics.heuristic_calls == problem.calls


@all_engines
@pytest.mark.parametrize("form", [Batched, Keyed])
def test_a_loaded_search_asks_again_only_for_the_initial_state(engine, form, tmp_path):
    problem = form()
    search, checks = engine.start(problem), 0
    while search.run(Limits(expanded=3)).limit is not None:
        search.save(tmp_path / "search")
        calls, checks = search.statistics.heuristic_calls, checks + 1
        search = Search.load(tmp_path / "search", problem)
        assert search.statistics.heuristic_calls == calls
    assert facts(search.result) == facts(engine.search(form()))
    assert search.statistics.heuristic_calls == problem.calls - checks
    assert set(problem.asked_again()) <= {problem.initial_state}


@all_engines
@pytest.mark.parametrize("error", [KeyboardInterrupt(), OSError("busy")], ids=["interrupt", "error"])
def test_a_failed_call_loses_no_value(engine, error):
    whole = Batched()
    expected = facts(engine.search(whole))
    for number in range(2, min(whole.calls, 30) + 1, 3):
        problem = Batched(fails_at=number, error=error)
        result = run_on(engine.start(problem))
        assert facts(result) == expected
        assert not problem.asked_again()
        assert result.statistics.heuristic_calls == problem.calls


@pytest.mark.parametrize("engine", few(list(TOGETHER.values()), 4), ids=repr)
def test_an_interrupt_at_any_instant_loses_no_value(engine):
    expected = facts(engine.search(Batched()))
    for instant in range(20, 600, 53):
        problem = Batched()
        search = engine.start(problem)
        try:
            result = run_traced(search, Limits(), LibraryTracer(instant))
        except KeyboardInterrupt:
            result = search.run()
        assert facts(result) == expected
        assert not problem.asked_again()
        assert result.statistics.heuristic_calls == problem.calls


@pytest.mark.parametrize("step", [slow(7), 100])
@all_engines
def test_a_search_that_was_interrupted_and_saved_asks_for_nothing_again(engine, step, tmp_path):
    for instant in range(60, 560, step):
        problem = Batched()
        search = engine.start(problem)
        try:
            run_traced(search, Limits(), LibraryTracer(instant))
        except KeyboardInterrupt:
            search.save(tmp_path / "search")
            Search.load(tmp_path / "search", problem).run()
            assert set(problem.asked_again()) <= {problem.initial_state}


def test_an_error_of_another_method_loses_no_value():
    class Fails(Batched):
        left = 9

        def is_goal(self, state):
            self.left -= 1
            if self.left == 0:
                raise OSError("once")
            return super().is_goal(state)

    for engine in TOGETHER.values():
        problem = Fails()
        run_on(engine.start(problem))
        assert not problem.asked_again()


def test_other_engines_evaluate_each_state_alone():
    for name in ALONE:
        problem = Batched()
        problem.heuristic_batch = lambda states: pytest.fail("called")
        result = ENGINES[name]().search(problem)
        assert result.cost == 2
        assert result.statistics.heuristic_calls == result.statistics.evaluated


def test_a_complete_beam_search_asks_again_in_the_next_pass_only():
    problem = Batched("8 1 3 / 4 0 2 / 7 6 5")
    search = BeamSearch(width=4).start(problem)
    result = search.run(Limits(solutions=1))
    passes = problem.calls
    assert search.run().is_optimal
    assert problem.calls > passes
    assert result


def test_a_checkpoint_is_not_loaded_with_another_network(tmp_path):
    for engine in TOGETHER.values():
        problem = Batched()
        search = engine.start(problem)
        search.run(Limits(expanded=1))
        search.save(tmp_path / "search")
        problem.evaluate = lambda states: [1] * len(states)
        with pytest.raises(CheckpointError, match=r"h of .* was 2 and is now 1"):
            Search.load(tmp_path / "search", problem)


def test_a_wrong_number_of_values_is_named_without_another_call():
    class Short(Batched):
        def heuristic_batch(self, states):
            values = self.evaluate(states)
            return values[1:] if len(values) > 2 else values

    for engine in TOGETHER.values():
        with pytest.raises(ValueError, match=r"heuristic_batch\(\[.*, ...\]\) returned \d+ values for \d+ states"):
            engine.search(Short())
