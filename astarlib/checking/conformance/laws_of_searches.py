"""Laws about searches that are stopped, continued, inspected, copied, saved or interrupted, as functions."""

from __future__ import annotations

import copy
import math
import pickle
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from astarlib._support.interrupts import is_from_handler, raise_if_from_handler
from astarlib.checking.conformance.case import Case, require, same
from astarlib.checking.instrumented import InstrumentedProblem
from astarlib.events import Expanded
from astarlib.limits import LimitKind, Limits
from astarlib.result import Side, Status
from astarlib.search import Search

R = TypeVar("R")


def slices_give_what_one_run_gives(case: Case) -> None:
    total = case.whole.statistics.expanded
    for count in {1, 3, max(1, total // 7)}:
        search, result = case.stopped(0)
        while result.status is Status.LIMIT and result.statistics.expanded < case.max_expanded:
            before = result.statistics.expanded
            if before in case.partial:
                same(case.partial[before], result, f"a search after {before} expansions, in runs of {count},")
            result = search.run(Limits(expanded=min(count, case.max_expanded - before)))
            stuck = result.status is Status.LIMIT and result.statistics.expanded == before
            require(not stuck, f"after {before} expansions, a run with a limit of {count} expansions did nothing")
        same(case.whole, result, f"a search in runs of {count} expansions")


def limits_on_successors_and_stored_states_do_not_change_what_follows(case: Case) -> None:
    generated = case.whole.statistics.generated
    search = case.start()
    for part in range(1, 6):
        search.run(Limits(expanded=case.max_expanded - search.statistics.expanded, generated=1 + generated // 5))
        counters = search.statistics
        search.run(Limits(expanded=case.max_expanded - counters.expanded, stored=part * counters.stored))
    same(case.whole, case.finished(search), "a search continued after other limits")


def a_search_from_disk_goes_on_as_the_saved_one_would(case: Case) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "search"
        for count in case.stops[1::2]:  # Files take most of the time of `check_engine`.
            search, _ = case.stopped(count)
            resumed = _from_disk(case, search, path)
            require(
                _shown(search) == _shown(resumed),
                f"a search that was saved and loaded after {count} expansions differs from the original",
            )
            how = f"continuing from a checkpoint after {count} expansions"
            same(case.whole, case.finished(resumed), how)
        search = case.start()
        search.run(Limits(expanded=case.max_expanded, cost=case.whole.statistics.expanded // 2))
        resumed = _from_disk(case, search, path)
        how = "continuing from a checkpoint after a cost limit"
        same(case.finished(search), case.finished(resumed), how)


def _from_disk(case: Case, search: Search[Any, Any], path: Path) -> Search[Any, Any]:
    search.save(path)
    resumed: Search[Any, Any] = Search.load(path, case.problem, engine=case.engine)
    require(
        resumed.engine == case.engine,
        f"the engine of the loaded search is {resumed.engine!r}; expected {case.engine!r}",
    )
    return resumed


def _shown(search: Search[Any, Any]) -> tuple[object, ...]:
    """Return the states, the frontier, the bounds and the statistics of a search, without the time."""
    statistics = search.statistics
    stored = [(list(search.states(side)), list(search.frontier(side))) for side in Side]
    return stored, search.lower_bound, search.nearest, statistics


def a_limit_on_expansions_is_exact(case: Case) -> None:
    total = case.whole.statistics.expanded
    for count in {*case.stops, total + 1}:
        result = case.partial[count] if count in case.partial else case.stopped(count)[1]
        expected = min(count, total) if case.whole.status is not Status.LIMIT else count
        found = result.statistics.expanded
        require(found == expected, f"with a limit of {count} expansions, the search made {found}; expected {expected}")
        by_it = (result.limit is LimitKind.EXPANDED) == (result.status is Status.LIMIT)
        require(by_it, f"with a limit of {count} expansions, the search returned {result!r}")


def a_cancelled_search_continues_as_if_it_had_not_been_cancelled(case: Case) -> None:
    search, answers = case.start(), iter([False, True])
    result = search.run(Limits(expanded=case.max_expanded, cancelled=lambda: next(answers, True)))
    if result.status is Status.LIMIT:
        same(case.whole, case.finished(search), "continuing a cancelled search")


def a_finished_search_stays_as_it_is(case: Case) -> None:
    search = case.start()
    result = search.run(case.far)
    if result.status is not Status.LIMIT:
        for again in (Limits(), Limits(expanded=0)):
            same(result, search.run(again), "running the finished search again")


def a_copy_of_a_search_continues_independently(case: Case) -> None:
    ways: dict[str, Callable[[Search[Any, Any]], Search[Any, Any]]] = {
        "copy.copy": copy.copy, "copy.deepcopy": copy.deepcopy, "pickle": _pickled,
    }  # fmt: skip
    if not _can_be_pickled(case.problem):
        del ways["pickle"]
    for count in case.stops:
        search, _ = case.stopped(count)
        before = search.statistics
        for how, copied in ways.items():
            finished = case.finished(copied(search))
            same(case.whole, finished, f"continuing a copy ({how}) after {count} expansions")
            after = search.statistics
            require(before == after, f"running a copy ({how}) changed the original from {before} to {after}")
        same(case.whole, case.finished(search), "continuing the original after its copies ran")


def _pickled(search: Search[Any, Any]) -> Search[Any, Any]:
    copied: Search[Any, Any] = pickle.loads(pickle.dumps(search))  # noqa: S301  # our own
    return copied


def _can_be_pickled(problem: object) -> bool:
    """Return True if the problem can be pickled. Otherwise, its searches can't be pickled either."""
    try:
        pickle.dumps(problem)
    except Exception as error:  # noqa: BLE001  # pickle raises errors of many types
        raise_if_from_handler(error)
        return False
    return True


# --- what a search shows ----------------------------------------------------------------------------------------------


def what_a_search_shows_fits_together(case: Case) -> None:
    for count in case.stops:
        search, _ = case.stopped(count)
        stored, frontier = list(search.states()), list(search.frontier())
        counted = search.statistics.stored
        backward = list(search.states(Side.BACKWARD))
        found = len(stored) + len(backward)
        hint = ". Write Algorithm.states and Algorithm.path_to" if found == 0 else ""
        require(found == counted, f"states() yielded {found} states, but statistics.stored is {counted}{hint}")
        sides = ((backward, search.path_from, "from", "begins", 1, 0), (stored, search.path_to, "to", "ends", -2, -1))
        for entries, path_of, which, verb, place, action in sides:
            for entry in entries:
                path, where = path_of(entry.state), f"the path {which} {entry.state!r}"
                require(path.cost == entry.g, f"{where} costs {path.cost!r}, but g is {entry.g!r}")
                step = (path.states[place], path.actions[action]) if len(path.actions) > 0 else (None, None)
                ends = f"{where} {verb} with {step!r}, but states() yielded {entry!r}"
                require(step == (entry.parent, entry.action), ends)
        known = {repr(entry.state) for entry in stored}
        strange = [entry.state for entry in frontier if repr(entry.state) not in known]
        require(strange == [], f"the frontier has states that aren't stored: {strange!r}")
        peak = search.statistics.peak_frontier  # 0 if the engine doesn't count it
        require(
            len(frontier) <= peak or peak == 0, f"the frontier has {len(frontier)} states, but peak_frontier is {peak}"
        )


def the_first_state_of_the_frontier_is_expanded_next(case: Case) -> None:
    for count in case.stops:
        events: list[Any] = []
        search = case.engine.start(case.problem, observer=events.append)
        search.run(Limits(expanded=count))
        first = [entry.state for entry in search.frontier()][:1]
        events.clear()
        search.run(Limits(expanded=1))
        expanded = [event.state for event in events if isinstance(event, Expanded)]
        if len(first) > 0 and len(expanded) > 0:
            require(first == expanded, f"the frontier began with {first[0]!r}, but the search expanded {expanded[0]!r}")


def looking_into_a_search_changes_nothing(case: Case) -> None:
    same(case.whole, case.visit(_look), "a run with an observer that inspects the search")
    for count in case.stops[::2]:
        search, _ = case.stopped(count)
        _look(search)
        same(case.whole, case.finished(search), f"continuing after the search was inspected at {count} expansions")


def _look(search: Search[Any, Any]) -> None:
    """Call the methods of a search that only return information."""
    _shown(search)
    repr(search)
    search.bytes_in_use()
    for entry in search.frontier():
        search.path_to(entry.state)


# --- interrupts -------------------------------------------------------------------------------------------------------


class _Interrupted(InstrumentedProblem[Any, Any]):
    """A problem that raises ``error`` at call number ``left``."""

    left: float = math.inf
    error: BaseException

    def _call(self, name: str, function: Callable[..., R], *arguments: Any) -> R:
        self.left -= 1
        if self.left == 0:
            raise self.error
        return super()._call(name, function, *arguments)


def an_interrupt_between_expansions_loses_nothing(case: Case) -> None:
    for polls in (1, 2, 3):
        search = case.start()
        try:
            result = search.run(Limits(expanded=case.max_expanded, cancelled=_interrupting(polls)))
        except KeyboardInterrupt:
            result = case.finished(search)
        same(case.whole, result, f"continuing after an interrupt at poll {polls}")


def _interrupting(polls: int) -> Callable[[], bool]:
    """Return a function for `Limits.cancelled` that raises KeyboardInterrupt at call number ``polls``."""
    left = iter(range(polls - 1))

    def cancelled() -> bool:
        if next(left, None) is None:
            raise KeyboardInterrupt
        return False

    return cancelled


def an_interrupt_within_an_expansion_loses_nothing(case: Case) -> None:
    for number in _spread(case):
        for error in (KeyboardInterrupt(), RuntimeError("the problem failed")):
            problem = _Interrupted(case.problem)
            search = case.engine.start(problem)
            problem.left, problem.error = number, error
            try:
                result = search.run(case.far)
            except (Exception, KeyboardInterrupt) as failure:  # An engine may raise an error of its own from it.
                if is_from_handler(failure):
                    raise
                result = case.finished(search)
            same(case.whole, result, f"continuing after {type(error).__name__} in call {number} of the problem")


def _spread(case: Case) -> Iterator[int]:
    """Yield the numbers of some calls of the problem's methods, spread over a whole run."""
    counts = case.watched()[1].counts
    calls = counts.expansions + counts.heuristic + counts.is_goal + counts.result + counts.cost + counts.state_key
    calls += counts.goal_states
    yield from {1, 2, 3, *(calls * part // 7 for part in range(1, 7))} & set(range(1, calls + 1))
