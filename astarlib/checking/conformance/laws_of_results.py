"""Laws about solutions, proofs, counters and events: functions that raise an error in a case that breaks the law."""

from __future__ import annotations

import copy
import math
import pickle
from collections import Counter
from functools import partial
from itertools import count, islice, pairwise
from typing import Any, Final

from astarlib.checking.conformance.case import Case, require, same
from astarlib.checking.conformance.ground_truth import at_most
from astarlib.errors import InvalidHeuristicError
from astarlib.events import Expanded, Finished, Generated, Progress, Reopened, SolutionFound, Started
from astarlib.limits import Limits
from astarlib.result import Status
from astarlib.searching import driver
from astarlib.searching.guarantee import Solutions
from astarlib.verification import is_close

# --- solutions and proofs ---------------------------------------------------------------------------------------------


def a_result_fits_the_problem_wherever_a_search_stops(case: Case) -> None:
    for result in case.partial.values():
        result.verify(case.problem)
    case.whole.verify(case.problem)


def a_problem_with_a_solution_is_never_unsolvable(case: Case) -> None:
    relies_on_h = case.whole.statistics.dead_ends > 0 and not case.trusts_h
    if case.whole.status is Status.UNSOLVABLE and not relies_on_h:
        require(
            case.truth.optimum == math.inf,
            f"the result is UNSOLVABLE, but there is a solution of cost {case.truth.optimum!r}",
        )


def a_complete_engine_ends_with_a_solution_or_with_a_proof_that_there_is_none(case: Case) -> None:
    if case.guarantee.complete:
        require(case.whole.status is not Status.GAVE_UP, "the engine gave up")
        ended = case.whole.status is not Status.LIMIT
        require(ended or not case.has_to_end, f"the search didn't end within {case.max_expanded:,} expansions")


def a_solution_costs_at_most_the_promised_multiple_of_the_optimum(case: Case) -> None:
    guarantee, truth, solution = case.guarantee, case.truth, case.whole.solution
    holds = case.meets_requirement and (truth.equal_costs or not guarantee.equal_costs)
    if solution is not None and holds and guarantee.factor < math.inf:
        bound = guarantee.factor * truth.optimum
        require(
            at_most(solution.cost, bound),
            f"the solution costs {solution.cost!r}, but the guarantee allows at most {bound!r}",
        )


def no_solution_costs_less_than_the_lower_bound_wherever_a_search_stops(case: Case) -> None:
    if case.trusts_h:
        for expanded, result in case.partial.items():
            _require_bound(case, result.lower_bound, f"after {expanded} expansions")
        case.visit(lambda search: _require_bound(case, search.lower_bound, "during an event"))


def _require_bound(case: Case, bound: float, when: str) -> None:
    optimum = case.truth.optimum
    require(at_most(bound, optimum), f"the lower bound {when} is {bound!r}, but the optimum is {optimum!r}")


def no_solution_above_a_cost_limit_is_returned(case: Case) -> None:
    for cost in {0, case.truth.optimum, case.truth.optimum - 1} - {math.inf}:
        if cost >= 0:
            search = case.start()
            result = search.run(Limits(expanded=case.max_expanded, cost=cost))
            found = result.solution
            require(
                found is None or at_most(found.cost, cost),
                f"with a cost limit of {cost!r}, the search returned {found!r}",
            )
            result.verify(case.problem)
            later = search.run(case.far)
            later.verify(case.problem)
            ended = {case.whole.status, later.status} <= {Status.SOLVED, Status.UNSOLVABLE}
            how = f"continuing without the cost limit of {cost!r} returned {later!r}"
            require(case.whole.status is later.status or not ended, f"a single run returned {case.whole!r}, but {how}")


def a_heuristic_that_breaks_the_requirement_leads_to_a_correct_answer_or_an_error(case: Case) -> None:
    if not case.meets_requirement:
        try:
            for law in _ANSWERS:
                law(case)
        except InvalidHeuristicError:
            pass


_ANSWERS = (
    a_result_fits_the_problem_wherever_a_search_stops,
    a_problem_with_a_solution_is_never_unsolvable,
    a_complete_engine_ends_with_a_solution_or_with_a_proof_that_there_is_none,
)


# --- counters and events ----------------------------------------------------------------------------------------------


def two_identical_searches_have_identical_counters_whatever_the_clock_does(case: Case) -> None:
    """Run with a clock that stands still, which makes slices long, and with a fast clock, which makes them short."""
    from unittest.mock import patch  # It takes long to load.

    for step in (0, 1):
        for limits in (case.far, Limits(expanded=case.max_expanded, cancelled=lambda: False)):
            with patch.object(driver, "searching_clock", partial(next, count(step, step))):
                result = case.start().run(limits)
            same(case.whole, result, f"a run whose clock advances by {step} seconds at each reading ({limits!r})")


def the_statistics_are_what_the_problem_was_asked(case: Case) -> None:
    result, problem = case.watched()
    same(case.whole, result, "a run on the same problem with counted calls")
    statistics, counts = result.statistics, problem.counts
    evaluated, asked = statistics.evaluated, counts.heuristic + counts.backward_heuristic
    require(evaluated == asked, f"evaluated is {evaluated}, but h was called {asked} times")
    calls, batches = statistics.heuristic_calls, counts.heuristic_batch
    made = asked if batches == 0 else batches
    require(calls == made, f"heuristic_calls is {calls}, but heuristic_batch and heuristic were called {made} times")
    generated, expanded = statistics.generated, statistics.expanded
    require(generated <= counts.edges, f"generated is {generated}, but the problem yielded only {counts.edges} edges")
    calls = counts.expansions
    remembers_edges = case.guarantee.incremental  # It can expand a state again without requesting its edges.
    require(
        expanded <= calls or remembers_edges, f"expanded is {expanded}, but the edges were requested only {calls} times"
    )


def an_observer_gets_the_start_every_solution_and_the_end(case: Case) -> None:
    result, events = case.observed
    same(case.whole, result, "a run with an observer")
    in_place = type(events[0]) is Started and type(events[-1]) is Finished and events[-1].result == result
    require(
        in_place,
        f"the first event is {events[0]!r} and the last {events[-1]!r}; expected Started and Finished with the result",
    )
    is_single = case.guarantee.solutions in {Solutions.ONE, Solutions.ALL}
    solutions = int(result.solution is not None) if is_single else len(case.solutions[0])
    _require_counts(events, {Started: 1, SolutionFound: solutions, Finished: 1})


_EVENTS_HINT: Final = (
    ". Yield these events in Algorithm.events, or leave their types out of the engine's attribute event_types"
)


def the_events_are_what_the_statistics_count(case: Case) -> None:
    result, events = case.observed
    statistics = result.statistics
    expected = {Expanded: statistics.expanded, Generated: statistics.generated, Reopened: statistics.reopened}
    sent = case.engine.event_types
    _require_counts(events, {kind: count if kind in sent else 0 for kind, count in expected.items()}, _EVENTS_HINT)
    numbers = [event.number for event in events if type(event) is Expanded]
    require(
        numbers == list(range(1, len(numbers) + 1)),
        f"the events number the expansions {numbers!r}; expected 1, 2, 3, ...",
    )


def _require_counts(events: list[Any], expected: dict[type, int], hint: str = "") -> None:
    counts = Counter(map(type, events))
    found = {kind: counts[kind] for kind in expected}
    require(found == expected, f"the search sent {_named(found)}; expected {_named(expected)}{hint}")


def _named(counts: dict[type, int]) -> str:
    return ", ".join(f"{count} {kind.__name__}" for kind, count in counts.items())


def the_same_input_gives_the_same_result_and_the_same_events(case: Case) -> None:
    (one, events), (other, again) = case.observed, case.observe()
    same(one, other, "a second run")
    require(_lasting(events) == _lasting(again), "the events of a second run differ")


def _lasting(events: list[Any]) -> list[Any]:
    """Return the events without those that refer to the search or depend on the time."""
    return [event for event in events if not isinstance(event, (Started, Finished, Progress))]


def engines_and_results_are_values(case: Case) -> None:
    engine, result = case.engine, case.whole
    shown = repr(engine)
    require(result.engine == shown, f"the engine of the result is {result.engine!r}; expected {shown!r}")
    for value in (engine, result):
        for twin in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):  # noqa: S301  # our own
            require(twin == value, f"a copy of {value!r} isn't equal to it: {twin!r}")
            require(repr(twin) == repr(value), f"a copy of {value!r} has another repr: {twin!r}")
    require(hash(copy.copy(engine)) == hash(engine), "a copy of the engine has another hash")
    require(
        engine.search(case.problem, limits=case.far).engine == shown, "the repr of the engine changed during a search"
    )
    same(result, engine.search(case.problem, limits=case.far), "engine.search")


def solutions_come_in_the_order_that_the_guarantee_specifies(case: Case) -> None:
    results, search = case.solutions
    for number, result in enumerate(results, 1):
        result.verify(case.problem)
        require(result.solution is not None, f"item {number} of solutions() has no solution: {result!r}")
        is_last = number == len(results)
        require(
            is_last or result.status is Status.LIMIT or case.guarantee.solutions is Solutions.ALL,
            f"item {number} of {len(results)} of solutions() is final, but not the last: {result!r}",
        )
        if case.trusts_h:
            _require_bound(case, result.lower_bound, f"of item {number} of solutions()")
    costs = [result.cost for result in results]
    steps = list(pairwise(costs))
    in_order = {
        Solutions.ONE: len(costs) <= 1,
        Solutions.IMPROVING: all(later < earlier for earlier, later in steps),
        Solutions.RANKED: all(at_most(earlier, later) for earlier, later in steps),
        Solutions.ALL: all(is_close(earlier, later) for earlier, later in steps),
    }
    kind = case.guarantee.solutions
    require(in_order[kind], f"the guarantee is {kind!r}, but solutions() yielded the costs {costs!r}")
    final = case.finished(search)
    same(case.whole, final, "run() after solutions()")
    best = None if final.solution is None else final.cost
    require(
        min(costs, default=None) == best, f"solutions() yielded the costs {costs!r}, but the final result has {best!r}"
    )


def results_list_all_solutions(case: Case) -> None:
    expected = [result.solution for result in case.solutions[0]]
    listed = list(islice(case.whole.solutions, len(expected) + 1))
    require(listed == expected, f"result.solutions is {listed!r}, but solutions() yielded {expected!r}")
