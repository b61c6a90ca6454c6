"""The rules by which rounds follow each other. They depend only on the reports of the shards, so the search and each
shard come to the same decisions, and shards can run several rounds without waiting for the search.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from astarlib.compiled.scale.shard import Report, Round
from astarlib.searching.algorithm import Budget, Stop

MAX_LAP: Final = 64
"""The largest number of rounds that shards run without waiting for the search."""
_LAP_SECONDS: Final = 0.25, 1.0
"""The least and the largest CPU time of the busiest shard after which they wait for it."""
_LEAST_SECONDS: Final = 0.02
"""The least CPU time of a lap, even if the search should be saved or stop sooner."""
_LAP_SHARE: Final = 0.5
"""The part of its CPU time so far after which they wait, within these limits."""
_FIRST_BATCH: Final = 64
_MIN_BATCH: Final = 2000
_MAX_LAYER_BATCH: Final = 200_000
_FIRST_SLACK: Final = 2
_MAX_F: Final = 2**62
_STARVED: Final = 0.05
_BUSY: Final = 0.5


class Barrier(NamedTuple):
    """The knowledge between two rounds."""

    round: int
    """The number of the next round."""
    reports: tuple[Report, ...]
    slack: int = 0
    """How far the f of a state that is expanded may be above the smallest f."""
    bound: float = 0
    peak_frontier: int = 0
    sent: int = 0
    """The number of messages since the start."""
    expanded_below: int = 0
    """The number of expansions when the bound rose to its value."""

    @property
    def min_f(self) -> float:
        """The smallest f of all states in frontiers and boxes."""
        return min(min(report.min_f, report.min_sent) for report in self.reports)

    @property
    def is_done(self) -> bool:
        """True if no state is left, or none that could lead to a cheaper solution."""
        return self.min_f >= self.best.best or self.min_f == math.inf

    @property
    def best(self) -> Report:
        """The report of the shard with the best solution."""
        return min(self.reports, key=lambda report: report.best)

    @property
    def expanded(self) -> int:
        """The number of expansions."""
        return sum(report.expanded for report in self.reports)


def barrier_of(values: Sequence[Any]) -> Barrier:
    """Return a barrier from JSON values."""
    barrier = Barrier(*values)
    reports = (Report(*report) for report in barrier.reports)
    return barrier._replace(reports=tuple(report._replace(sent=tuple(report.sent)) for report in reports))


class Rules(NamedTuple):
    """The parameters of the rounds of a lap."""

    batch: int | None
    """The largest number of expansions of a shard in a round, or None to choose it."""
    budget: Budget
    rounds: int = MAX_LAP
    """The largest number of rounds."""
    seconds: float = math.inf
    """The time until the search should be saved, in seconds."""


def why_stop(barrier: Barrier, budget: Budget) -> Stop | None:
    """Return the reason for which no further round begins, or None."""
    if barrier.is_done:
        return Stop.DONE
    if barrier.min_f > budget.max_cost:
        return Stop.COST
    reports = barrier.reports
    is_reached = (
        barrier.expanded >= budget.max_expanded
        or sum(report.generated for report in reports) >= budget.max_generated
        or sum(report.stored for report in reports) >= budget.max_stored
    )
    return Stop.LIMIT if is_reached else None


def ends_lap(first: Barrier, barrier: Barrier, rules: Rules) -> bool:
    """Return True if the shards wait for the search at a barrier, in a lap that began at the first one."""
    before, seconds = (max(report.seconds for report in each.reports) for each in (first, barrier))
    least, most = _LAP_SECONDS
    most = max(_LEAST_SECONDS, min(most, rules.seconds, rules.budget.seconds))
    is_long = seconds - before >= min(max(least, _LAP_SHARE * before), most)
    return is_long or barrier.round - first.round >= rules.rounds or why_stop(barrier, rules.budget) is not None


def next_order(barrier: Barrier, rules: Rules) -> Round:
    """Return the task of the next round."""
    highest = min(barrier.min_f + barrier.slack, barrier.best.best - 1, rules.budget.max_cost, _MAX_F)
    batch = _next_batch(barrier) if rules.batch is None else rules.batch
    nodes = [report.stored + report.reopened for report in barrier.reports]
    added = 1.2 * batch * sum(nodes) / max(1, barrier.expanded)
    return Round(barrier.round, int(highest), batch, int(max(nodes) + added))


def _next_batch(barrier: Barrier) -> int:
    """Return the number of expansions of each shard in the next round.

    All shards together expand 1 % of the states so far, or 25 % of the states with the present f, but not more than
    200,000. The first rounds with a new f are small, because a solution is often found in them. Rounds in which shards
    expand larger f, because they lack states, are smaller still: those expansions may be useless.
    """
    expanded, shards = barrier.expanded, len(barrier.reports)
    first = min(_MIN_BATCH, _FIRST_BATCH + expanded // 2)
    if barrier.slack > 0:
        return max(first, expanded // (400 * shards))
    layer = min(_MAX_LAYER_BATCH, (expanded - barrier.expanded_below) // 4) // shards
    return max(first, expanded // (100 * shards), layer)


def after(barrier: Barrier, order: Round, reports: tuple[Report, ...]) -> Barrier:
    """Return the barrier after a round."""
    found = Barrier(
        barrier.round + 1, reports, _next_slack(barrier, order, reports),
        peak_frontier=max(barrier.peak_frontier, sum(report.frontier for report in reports)),
        sent=barrier.sent + sum(map(sum, (report.sent for report in reports))),
    )  # fmt: skip
    bound = min(found.min_f, found.best.best)
    if bound <= barrier.bound:
        return found._replace(bound=barrier.bound, expanded_below=barrier.expanded_below)
    return found._replace(bound=bound, expanded_below=found.expanded)


def check_messages(barrier: Barrier, order: Round, reports: Sequence[Report]) -> None:
    """Raise AssertionError unless all shards have read in a round what was sent to them in the round before."""
    expected = [sum(report.sent[shard] for report in barrier.reports) for shard in range(len(reports))]
    for report, messages in zip(reports, expected, strict=True):
        if report.round != order.number or report.received != messages:
            raise AssertionError(
                f"shard {report.shard} has read {report.received} messages in round {report.round}; expected "
                f"{messages} in round {order.number}"
            )


def _next_slack(barrier: Barrier, order: Round, reports: Sequence[Report]) -> int:
    """Return twice the slack if shards had too little to do, and half of it if all had enough."""
    done = [new.expanded - old.expanded for old, new in zip(barrier.reports, reports, strict=True)]
    share = sum(done) / (order.batch * len(done))
    if share < _STARVED:
        return min(max(_FIRST_SLACK, 2 * barrier.slack), _MAX_F)
    return barrier.slack if share < _BUSY else barrier.slack // 2
