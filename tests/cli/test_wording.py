import math

import pytest

from astarlib.cli.parser import ExitCode, Task, code_of
from astarlib.cli.report import figures, outcome
from astarlib.limits import LimitKind, Limits
from astarlib.result import Path, SearchResult, Solution, Statistics, Status

pytestmark = pytest.mark.quick

START = Path(cost=0, actions=(), states=(0,), costs=(), h=2)
FOUND = Solution(cost=4, actions=("a", "b"), states=(0, 1, 2), costs=(1, 3))
PROVED = Task(problem=None, name="p", step="step")
DOUBTFUL = Task(problem=None, name="p", step="step", admissible=False)

PROVISO = " (if the heuristic never overestimates)"
DEAD_ENDS = "except 2 dead ends where the heuristic is infinite"


def result(status, *, limit=None, solution=None, lower_bound=0, nearest=START, **counters):
    usual = dict.fromkeys(Statistics.__slots__, 0)
    condition = "" if nearest is None else "h never overestimates"
    return SearchResult(
        status, limit, solution, lower_bound, nearest, Statistics(**{**usual, **counters}), "Engine()", condition
    )


@pytest.mark.parametrize(
    ("given", "task", "told"),
    [
        (result(Status.SOLVED, solution=FOUND, lower_bound=4), PROVED, "2 steps, cost 4, optimal"),
        (result(Status.SOLVED, solution=FOUND, lower_bound=4), DOUBTFUL, f"2 steps, cost 4, optimal{PROVISO}"),
        (result(Status.SOLVED, solution=FOUND, lower_bound=4, nearest=None), DOUBTFUL, "2 steps, cost 4, optimal"),
        (
            result(Status.SOLVED, solution=FOUND, lower_bound=3),
            PROVED,
            "2 steps, cost 4, at most 1.334 times the optimum: no solution costs less than 3",
        ),
        (result(Status.SOLVED, solution=FOUND), PROVED, "2 steps, cost 4, with no proof of how far from optimal"),
        (
            result(Status.LIMIT, limit=LimitKind.SECONDS, solution=FOUND, lower_bound=2),
            PROVED,
            "2 steps, cost 4, at most 2.0 times the optimum: no solution costs less than 2; stopped by --seconds 3",
        ),
        (result(Status.LIMIT, limit=LimitKind.CANCELLED), PROVED, "no solution yet, interrupted"),
        (
            result(Status.LIMIT, limit=LimitKind.COST, lower_bound=2.5),
            DOUBTFUL,
            f"no solution yet, stopped by --max-cost 7; none costs less than 2.5{PROVISO}",
        ),
        (
            result(Status.GAVE_UP, lower_bound=2),
            PROVED,
            "gave up: Engine() has nothing left to try, which proves nothing; none costs less than 2",
        ),
        (
            result(Status.UNSOLVABLE, lower_bound=math.inf, stored=1, expanded=1),
            PROVED,
            "no solution, proved by expanding all reachable states (1)",
        ),
        (
            result(Status.UNSOLVABLE, lower_bound=math.inf, stored=9, expanded=12, reopened=5, dead_ends=2),
            PROVED,
            f"no solution, proved by expanding all reachable states (7), {DEAD_ENDS}",
        ),
    ],
)
def test_an_outcome_is_reported_with_what_it_proves(given, task, told):
    assert told == outcome(given, task, Limits(seconds=3, cost=7))


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (result(Status.SOLVED, solution=FOUND), 0),
        (result(Status.UNSOLVABLE), 11),
        (result(Status.GAVE_UP), 12),
        (result(Status.LIMIT, limit=LimitKind.EXPANDED), 23),
        (result(Status.LIMIT, limit=LimitKind.MEMORY), 23),
        (result(Status.LIMIT, limit=LimitKind.SECONDS, solution=FOUND), 23),
        (result(Status.LIMIT, limit=LimitKind.CANCELLED), 130),
    ],
)
def test_the_exit_code_shows_how_it_ended(given, code):
    assert code_of(given) is ExitCode(code)


def test_the_statistics_name_the_calls_of_the_heuristic_if_a_call_evaluated_many_states():
    for calls, shown in ((9, "evaluated 9,"), (2, "evaluated 9 in 2 calls,"), (1, "evaluated 9 in 1 call,")):
        counted = result(Status.SOLVED, evaluated=9, heuristic_calls=calls, details={}).statistics
        assert shown in figures(counted)
