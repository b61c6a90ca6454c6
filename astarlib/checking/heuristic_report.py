"""What a check of a heuristic found: whether it overestimates, and what follows from that."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from astarlib.checking.numbers import counted, shown
from astarlib.checking.report import Report, actions_text, finite, texts, way_text
from astarlib.errors import brief


@dataclass(frozen=True, slots=True)
class Overestimate:
    """A state where h is above the cost of a way to a goal.

    Attributes
    ----------
    state, heuristic:
        Where, and the h there.
    true_cost:
        The cost of ``demonstration``.
    exact:
        Whether no other way costs less, as far as is proved.
    demonstration:
        The actions of that way, from ``state`` to a goal.
    """

    state: Any
    heuristic: float
    true_cost: float
    exact: bool
    demonstration: tuple[Any, ...]

    @property
    def sentence(self) -> str:
        """All of it in a sentence."""
        true = "the true cost" if self.exact else "the true cost at most"
        way = "it is a goal" if len(self.demonstration) == 0 else f"by {actions_text(self.demonstration)}"
        return (
            f"the heuristic of {brief(self.state)} is {shown(self.heuristic)}, {true} {shown(self.true_cost)}: {way}; "
            "let it say no more than remains to be paid"
        )


@dataclass(frozen=True, slots=True)
class Inconsistency:
    """An edge along which h falls by more than the edge costs.

    Attributes
    ----------
    state, action, next_state, cost:
        The edge.
    heuristic, next_heuristic:
        The h of its two states.
    demonstration:
        Actions that lead from the initial state to ``state``; None when no way is known.
    """

    state: Any
    action: Any
    next_state: Any
    cost: float
    heuristic: float
    next_heuristic: float
    demonstration: tuple[Any, ...] | None

    @property
    def sentence(self) -> str:
        """All of it in a sentence."""
        return (
            f"from {brief(self.state)} to {brief(self.next_state)} by {brief(self.action)} the heuristic falls from "
            f"{shown(self.heuristic)} to {shown(self.next_heuristic)}, and the step costs only {shown(self.cost)} "
            f"({way_text(self.demonstration)})"
        )


@dataclass(frozen=True, slots=True)
class HeuristicReport(Report):
    """What was found in a heuristic.

    A fault named ``admissible`` makes it not ``ok``; to be inconsistent alone is no fault.

    Attributes
    ----------
    admissible:
        False: it overestimates, which is shown. True: nothing contradicts that it never does; on the whole space
        where ``proved``, else on ``states_proved`` states, and on ``states_not_contradicted`` nobody knows.
    consistent:
        Whether no edge that was seen contradicts it, which are all edges where ``proved``.
    worst_overestimate:
        Where h is most above the cost that remains; None when it nowhere is.
    worst_inconsistency:
        The edge along which h falls most beyond its cost; None when there is none.
    overestimation_factor:
        By how much h overestimates where it does most, so that h / factor would not: at least 1; inf where h is above 0
        in a goal, or inf where there is a way to one.
    informedness:
        The mean of h / true cost over all states whose true cost is known and neither 0 nor inf; None without any.
    correlation:
        Pearson's, of h and true cost, over those of these states where h is finite; None where it is not defined.
    states_proved:
        The states where h is at most the true cost.
    states_not_contradicted:
        The states where h is at most what the cheapest known way costs, and more is not known.
    states_contradicted:
        The states where h is above the cost of a way that is known.
    false_dead_ends:
        Those of them where h is inf.
    edges_compared, edges_inconsistent:
        The edges at both ends of which h is known, and those of them along which it falls by more than they cost.
    """

    admissible: bool
    consistent: bool
    worst_overestimate: Overestimate | None
    worst_inconsistency: Inconsistency | None
    overestimation_factor: float
    informedness: float | None
    correlation: float | None
    states_proved: int
    states_not_contradicted: int
    states_contradicted: int
    false_dead_ends: int
    edges_compared: int
    edges_inconsistent: int

    @property
    def meaning(self) -> tuple[str, ...]:
        """What follows for the engines, in sentences."""
        return (*self._of_admissibility(), self._of_consistency())

    def headline(self) -> str:
        """One line: what the heuristic is, and how much was seen."""
        return f"{self.problem}: {self._verdict()}, in {self._extent()}; {self.seconds:.2f} seconds"

    def details(self) -> list[str]:
        """The lines below it."""
        agreeing = self.edges_compared - self.edges_inconsistent
        lines = [
            _of_states(self.states_proved, self.states_not_contradicted, self.states_contradicted),
            f"consistent: on {agreeing:,} of {counted(self.edges_compared, 'edge')}",
        ]
        if self.worst_inconsistency is not None:
            lines.append(f"most inconsistent: {self.worst_inconsistency.sentence}")
        if self.informedness is not None:
            known = "" if self.correlation is None else f", correlation with it {self.correlation:.3f}"
            lines.append(f"informed: {self.informedness:.1%} of the true cost on the average{known}")
        return [*lines, *(f"this means: {sentence}" for sentence in self.meaning), *Report.details(self)]

    def to_dict(self) -> dict[str, Any]:
        """As that of a ``Report``, with all that is known of the heuristic."""
        return {
            **Report.to_dict(self),
            "admissible": self.admissible,
            "consistent": self.consistent,
            "worst_overestimate": _overestimate_dict(self.worst_overestimate),
            "worst_inconsistency": _inconsistency_dict(self.worst_inconsistency),
            "overestimation_factor": finite(self.overestimation_factor),
            "informedness": finite(self.informedness),
            "correlation": finite(self.correlation),
            "states_proved": self.states_proved,
            "states_not_contradicted": self.states_not_contradicted,
            "states_contradicted": self.states_contradicted,
            "false_dead_ends": self.false_dead_ends,
            "edges_compared": self.edges_compared,
            "edges_inconsistent": self.edges_inconsistent,
            "meaning": list(self.meaning),
        }

    def _verdict(self) -> str:
        if not self.admissible:
            return "the heuristic is not admissible" + ("" if self.consistent else " and not consistent")
        consistent = "consistent" if self.consistent else "not consistent"
        if self.proved:
            return f"the heuristic is admissible and {consistent}"
        return f"nothing contradicts that the heuristic is admissible{' and consistent' if self.consistent else ''}" + (
            "" if self.consistent else "; it is not consistent"
        )

    def _of_admissibility(self) -> list[str]:
        worst, factor = self.worst_overestimate, self.overestimation_factor
        if worst is None:
            return ["A* is optimal" + ("" if self.proved else " if the heuristic is as good where nothing is proved")]
        seen = "" if self.proved else ", and more where states were not seen"
        if worst.heuristic == math.inf:
            found = counted(self.false_dead_ends, "dead end") + (
                " is none" if self.false_dead_ends == 1 else " are none"
            )
            return [f"{found}: engines may miss the optimum, and call what has a solution unsolvable"]
        above = f"{shown(worst.heuristic - worst.true_cost)} above it{seen}"
        if factor == math.inf:
            return [f"A* may return a solution up to {above}; WeightedAStar's bound does not hold"]
        times, where = shown(_up(factor)), "" if self.proved else " on what was seen"
        bound = f"WeightedAStar's bound does not hold: weight w means up to {times}w×"
        return [
            f"A* may return up to {times}× the optimum, and up to {above}; {bound}",
            f"divided by {times}, the heuristic would be admissible{where}",
        ]

    def _of_consistency(self) -> str:
        if self.consistent:
            where = "" if self.proved else " on what was seen"
            return f"it is consistent{where}, so a closed state need not be reopened"
        if self.admissible:
            return (
                "it is not consistent, so A* is optimal only with reopen=True, its default; without, bounds stay true"
            )
        return "it is not consistent, so A* may reopen states"


def _of_states(proved: int, unknown: int, contradicted: int) -> str:
    return (
        f"admissible: at {counted(proved, 'state')} proved, at {unknown:,} not contradicted, at {contradicted:,} wrong"
    )


def _up(factor: float) -> float:
    """A factor with two decimals that is still true."""
    return math.ceil(factor * 100) / 100 if factor < 1e12 else factor


def _overestimate_dict(worst: Overestimate | None) -> dict[str, Any] | None:
    if worst is None:
        return None
    return {
        "state": brief(worst.state),
        "heuristic": finite(worst.heuristic),
        "true_cost": finite(worst.true_cost),
        "exact": worst.exact,
        "demonstration": texts(worst.demonstration),
    }


def _inconsistency_dict(worst: Inconsistency | None) -> dict[str, Any] | None:
    if worst is None:
        return None
    return {
        "state": brief(worst.state),
        "action": brief(worst.action),
        "next_state": brief(worst.next_state),
        "cost": finite(worst.cost),
        "heuristic": finite(worst.heuristic),
        "next_heuristic": finite(worst.next_heuristic),
        "demonstration": texts(worst.demonstration),
    }
