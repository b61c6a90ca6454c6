"""Searches with several solutions and with none: how Search uses the reports of an algorithm."""

import copy
import math
from dataclasses import dataclass

import pytest
from helpers.walks import Walk

from astarlib import ARAStar, AStar, LimitKind, Limits, Search, Status
from astarlib.engines import Engine
from astarlib.errors import CheckpointError, InvalidCostError
from astarlib.events import Finished, Generated, SolutionFound, Started
from astarlib.problems.npuzzle import NPuzzle
from astarlib.result import Path
from astarlib.searching import Algorithm, Counters, Guarantee, Solutions, Stop


class Scripted(Algorithm):
    """Finds a solution of the next cost with every expansion, then is done or gives up."""

    root_h = 0

    def __init__(self, problem, journal, engine):
        super().__init__(problem, journal)
        self.engine, self.counted, self.closed = engine, Counters(), False

    @property
    def counters(self):
        return self.counted

    def advance(self, budget):
        counters = self.counted
        if counters.expanded >= len(self.engine.costs):
            return Stop.GAVE_UP if self.engine.gives_up else Stop.DONE
        if counters.expanded >= min(budget.poll_at, budget.max_expanded):
            return Stop.LIMIT if counters.expanded >= budget.max_expanded else Stop.POLL
        counters.expanded += 1
        counters.solutions += 1
        return Stop.FOUND

    def stored(self):
        return 1

    def lower_bound(self, *, cheap=False):
        return 1

    def incumbent(self):
        costs = self.engine.costs[: self.counted.solutions]
        return None if len(costs) == 0 else Path(min(costs), ("go",), (0, 1), (min(costs),), 0)

    def dump(self):
        return {"expanded": self.counted.expanded}

    def load(self, dumped):
        self.counted.expanded = self.counted.solutions = dumped["expanded"]

    def close(self):
        self.closed = True


@dataclass(frozen=True, kw_only=True)
class Improving(Engine):
    costs: tuple[int, ...] = (5, 3, 2)
    gives_up: bool = False

    guarantee = Guarantee(factor=math.inf, complete=False, solutions=Solutions.IMPROVING)

    def algorithm(self, problem, journal):
        return Scripted(problem, journal, self)


def test_run_continues_to_the_last_solution():
    result = Improving().search(Walk())
    assert (Status.SOLVED, 2, 3) == (result.status, result.cost, result.statistics.expanded)


def test_solutions_are_iterated_as_they_are_found_and_the_last_item_may_be_one():
    search = Improving().start(Walk())
    found = list(search.solutions())
    assert [5, 3, 2] == [result.cost for result in found]
    assert {(Status.LIMIT, LimitKind.SOLUTIONS)} == {(result.status, result.limit) for result in found}
    assert Status.SOLVED is search.run().status
    assert [2] == [result.cost for result in search.solutions()]
    assert [2] == [result.cost for result in AStar().start(Walk(3)).solutions()]


def test_an_iteration_that_is_left_continues_where_it_was():
    search = Improving().start(Walk())
    assert 5 == next(search.solutions()).cost
    assert [3, 2] == [result.cost for result in search.solutions()]


def test_a_limit_on_solutions_counts_those_of_one_run():
    search = Improving().start(Walk())
    first = search.run(Limits(solutions=1))
    assert (Status.LIMIT, LimitKind.SOLUTIONS, 5) == (first.status, first.limit, first.cost)
    assert [3] == [result.cost for result in search.solutions(Limits(solutions=1))]
    assert 2 == search.run().cost


def test_other_limits_count_for_all_items_together():
    search = Improving().start(Walk())
    assert [5, 3] == [result.cost for result in search.solutions(Limits(expanded=2))]
    assert [2] == [result.cost for result in search.solutions(Limits(expanded=2))]


def test_every_solution_is_sent_once_and_every_run_has_one_start_and_one_end():
    events = []
    search = Improving().start(Walk(), observer=events.append)
    list(search.solutions(Limits(solutions=2)))
    search.run()
    assert [5, 3, 2] == [event.solution.cost for event in events if isinstance(event, SolutionFound)]
    assert [2, 2] == [sum(isinstance(event, kind) for event in events) for kind in (Started, Finished)]


def test_an_engine_that_runs_out_of_states_and_proves_nothing_gives_up():
    result = Improving(costs=(), gives_up=True).search(Walk())
    assert (Status.GAVE_UP, None, 1) == (result.status, result.solution, result.lower_bound)
    assert [] == list(Improving(costs=(), gives_up=True).start(Walk()).solutions())
    search = Improving(costs=()).start(Walk())
    assert Status.UNSOLVABLE is search.run().status
    assert [] == list(search.solutions())


def test_a_search_that_is_running_is_not_iterated():
    search = AStar().start(Walk(), observer=lambda _: list(search.solutions()))
    with pytest.raises(RuntimeError, match="already running"):
        search.run()


def test_a_copy_of_a_search_has_its_solutions():
    search = Improving().start(Walk())
    search.run(Limits(solutions=2))
    assert [2] == [result.cost for result in copy.copy(search).solutions()]
    assert 3 == search.lower_bound + 2 == search.run(Limits(expanded=0)).cost


def test_a_search_is_shown_by_its_engine_problem_and_counters():
    search = AStar().start(Walk(3))
    assert "<Search of AStar() on Walk: not finished, 0 expanded, 0 generated>" == repr(search)
    search.run()
    assert repr(search).startswith("<Search of AStar() on Walk: SOLVED, 4 expanded")


def test_the_repr_of_a_search_does_not_call_that_of_its_engine(monkeypatch):
    search = AStar().start(Walk(3))
    monkeypatch.setattr(AStar, "__repr__", lambda _: "...")  # As after an interrupt within repr of a dataclass.
    assert repr(search).startswith("<Search of AStar() on Walk: not finished")
    assert search.run().engine == "AStar()"


def test_a_search_is_closed_at_the_end_of_a_with_statement():
    with Improving().start(Walk()) as search:
        search.run()
    assert search._algorithm.closed
    with AStar().start(Walk()) as search:
        assert search.bytes_in_use() is None


def test_an_algorithm_with_the_required_members_alone_shows_nothing_of_itself():
    search = Improving().start(Walk())
    assert ([], [], None, None) == (
        list(search.states()), list(search.frontier()), search.nearest, search.bytes_in_use(),
    )  # fmt: skip
    with pytest.raises(KeyError, match="isn't stored"):
        search.path_to(0)
    with pytest.raises(NotImplementedError, match="single events"):
        search._algorithm.expansions([1])


def test_an_engine_of_a_file_has_to_be_the_one_that_is_given(tmp_path):
    Improving().start(Walk()).save(tmp_path / "saved")
    assert 2 == Search.load(tmp_path / "saved", Walk(), engine=Improving()).run().cost
    with pytest.raises(CheckpointError, match=r"saved with the engine Improving\(.*, not AStar\(\)"):
        Search.load(tmp_path / "saved", Walk(), engine=AStar())


@pytest.mark.parametrize(
    ("error", "raised"), [(KeyError("rows"), CheckpointError), (InvalidCostError("no"), InvalidCostError)]
)
def test_a_payload_that_does_not_fit_is_refused(error, raised, tmp_path, monkeypatch):
    def fail(*_):
        raise error

    Improving().start(Walk()).save(tmp_path / "saved")
    monkeypatch.setattr(Scripted, "load", fail)
    with pytest.raises(raised):
        Search.load(tmp_path / "saved", Walk())


def test_an_error_of_an_algorithm_that_says_nothing_of_its_state_comes_through(monkeypatch):
    def fail(*_):
        raise OSError("broken")

    monkeypatch.setattr(Scripted, "advance", fail)
    with pytest.raises(OSError, match="broken") as caught:
        Improving().search(Walk())
    assert not hasattr(caught.value, "__notes__")


def test_an_entry_of_the_journal_that_is_an_event_is_sent_as_it_is():
    sent, event = [], Generated(0, "go", 1, 1, 0, True)
    search = Improving().start(Walk(), observer=sent.append)
    search._algorithm.journal.append(event)
    search.run()
    assert event in sent


@pytest.mark.costly
def test_the_last_result_of_a_search_can_be_read_again():
    search = ARAStar().start(NPuzzle("8 6 7 / 2 5 4 / 3 0 1"))
    assert search.result is None
    assert search.run(Limits(expanded=3)) == search.result
    items = list(search.solutions())
    assert search.result == search.run()
    assert search.result.cost == items[-1].cost
    assert copy.copy(search).result == search.result
