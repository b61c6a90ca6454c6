"""What a check of a heuristic found: whether it overestimates, and what follows from that."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from astarlib._support.numbers import apart, counted, format_number, plus
from astarlib.checking.report import Report, finite, format_actions, format_path, picture_lines, texts
from astarlib.errors import short_repr


@dataclass(frozen=True, slots=True)
class Overestimate:
    """A state where h is above the cost of a way to a goal.

    Attributes
    ----------
    state, heuristic:
        Where, and the h there.
    true_cost:
        The cost of ``counterexample``.
    exact:
        Whether no other way costs less, as far as is proved.
    counterexample:
        The actions of that way, from ``state`` to a goal.
    """

    state: Any
    heuristic: float
    true_cost: float
    exact: bool
    counterexample: tuple[Any, ...]

    @property
    def sentence(self) -> str:
        """All of it in a sentence."""
        true = "the true cost" if self.exact else "the true cost at most"
        way = "it is a goal" if len(self.counterexample) == 0 else f"by {format_actions(self.counterexample)}"
        heuristic, cost = apart(self.heuristic, self.true_cost)
        return (
            f"the heuristic of {short_repr(self.state)} is {heuristic}, {true} {cost}: {way}; let it say no more than "
            "remains to be paid"
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
    counterexample:
        Actions that lead from the initial state to ``state``; None when no way is known.
    picture:
        ``state`` as the ``format_state`` of the problem shows it; None where that tells no more than its repr.
    """

    state: Any
    action: Any
    next_state: Any
    cost: float
    heuristic: float
    next_heuristic: float
    counterexample: tuple[Any, ...] | None
    picture: str | None

    @property
    def sentence(self) -> str:
        """All of it in a sentence."""
        fall, cost = apart(plus(self.heuristic, -self.next_heuristic), self.cost)
        return (
            f"from {short_repr(self.state)} to {short_repr(self.next_state)} by {short_repr(self.action)} the "
            "heuristic falls from "
            f"{format_number(self.heuristic)} to {format_number(self.next_heuristic)}, by {fall}, and the step "
            f"costs only {cost} "
            f"({format_path(self.counterexample)})"
        )


@dataclass(frozen=True, slots=True)
class HeuristicReport(Report):
    """What was found in a heuristic.

    A fault named ``admissible`` makes it not ``ok``; to be inconsistent alone is no fault.

    Attributes
    ----------
    proved:
        Whether all that can be reached was seen, and could be tested, so that what is said of h holds everywhere.
    admissible:
        False: it overestimates, which is shown. True: it never does where ``proved``; else nothing contradicts that,
        but only on ``states_proved`` states is it sure. None: there was nothing that h could be compared with.
    consistent:
        False: an edge contradicts it, which is shown. True: none does, of all edges where ``proved``, else of
        ``edges_compared``. None: there was none with an h at both ends.
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
        The states where h is at most what the cheapest known way costs, if any is known, and no more is known.
    states_contradicted:
        The states where h is above the cost of a way that is known.
    false_dead_ends:
        Those of them where h is inf.
    edges_compared, edges_inconsistent:
        The edges at both ends of which h is known, and those of them along which it falls by more than they cost.
    """

    admissible: bool | None
    consistent: bool | None
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
        return (*self._of_admissibility(), *self._of_consistency())

    def headline(self) -> str:
        """One line: what the heuristic is, and how much was seen."""
        others = sum(fault.promise != "admissible" for fault in self.faults)
        broken = f"{counted(others, 'fault')}; " if others > 0 else ""
        return f"{self.problem}: {broken}{self._verdict()}, in {self._extent()}; {self.seconds:.2f} seconds"

    def details(self) -> list[str]:
        """The lines below it."""
        worst = self.worst_inconsistency
        lines = self.fault_lines()
        if worst is not None:
            lines += [f"most inconsistent: {worst.sentence}", *picture_lines(worst.picture)]
        lines += [f"this means: {sentence}" for sentence in self.meaning]
        lines += [self._of_states(), self._of_edges()]
        if self.informedness is not None and self.informedness < math.inf:
            lines.append(_of_information(self.informedness, self.correlation))
        return lines + self.note_lines()

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
        admissible, consistent = self.admissible, self.consistent
        if admissible is False:
            return "the heuristic is not admissible" + (" and not consistent" if consistent is False else "")
        if admissible is None:
            seen = {False: "; it is not consistent", None: "", True: "; nothing contradicts that it is consistent"}
            return f"nothing tells whether the heuristic is admissible{seen[consistent]}"
        if self.proved:
            return f"the heuristic is admissible and {'consistent' if consistent else 'not consistent'}"
        seen = {False: "; it is not consistent", None: "", True: " and consistent"}
        return f"nothing contradicts that the heuristic is admissible{seen[consistent]}"

    def _of_admissibility(self) -> list[str]:
        worst, factor = self.worst_overestimate, self.overestimation_factor
        if self.admissible is None:
            none = self.states_not_contradicted == 0
            why = "it could not be had in any state" if none else "no way to a goal was found"
            mend = "" if none else "; check a smaller instance, or allow for more seconds and states"
            return [f"nothing is known of the solutions of A*: {why}, so h was compared with no cost{mend}"]
        if worst is None:
            return ["A* is optimal" + ("" if self.proved else " if the heuristic is as good where nothing is proved")]
        if worst.heuristic == math.inf:
            found = counted(self.false_dead_ends, "dead end")
            are = "is" if self.false_dead_ends == 1 else "are"
            return [f"{found} {are} none: engines may miss the optimum, and call what has a solution unsolvable"]
        seen = "" if self.proved else ", and more where states were not seen"
        above = format_number(worst.heuristic - worst.true_cost)
        if factor == math.inf:
            return [f"A* may return up to {above} more than the optimum{seen}; WeightedAStar's bound does not hold"]
        times, where = format_number(_up(factor)), "" if self.proved else " on what was seen"
        bound = f"WeightedAStar's bound does not hold: weight w means up to {times}w×"
        return [
            f"A* may return up to {times}× the optimum, and up to {above} above it{seen}; {bound}",
            f"divided by {times}, the heuristic would be admissible{where}",
        ]

    def _of_consistency(self) -> list[str]:
        if self.consistent is None:
            return []
        if self.consistent:
            where = "" if self.proved else " on what was seen"
            return [f"it is consistent{where}, so a closed state need not be reopened"]
        if self.admissible:
            return [
                "it is not consistent, so A* is optimal only with reopen=True, its default; lower_bound is right anyway"
            ]
        return ["it is not consistent, so this holds only with reopen=True, the default of A*"]

    def _of_states(self) -> str:
        return (
            f"admissible: at {counted(self.states_proved, 'state')} proved, at {self.states_not_contradicted:,} not "
            f"contradicted, at {self.states_contradicted:,} wrong"
        )

    def _of_edges(self) -> str:
        if self.edges_compared == 0:
            return "consistent: no edge has a heuristic at both ends"
        agreeing = self.edges_compared - self.edges_inconsistent
        return f"consistent: on {agreeing:,} of {counted(self.edges_compared, 'edge')}"


def _of_information(informedness: float, known: float | None) -> str:
    much = f"{informedness:.1%} of" if informedness <= 1 else f"{informedness:,.3g} times"
    correlation = "" if known is None else f", correlation with it {known:.3f}"
    return f"informed: {much} the true cost on the average{correlation}"


def _up(factor: float) -> float:
    """A factor above 1 with two decimals that is still true."""
    return max(1.01, math.ceil(factor * 100) / 100) if factor < 1e12 else factor


def _overestimate_dict(worst: Overestimate | None) -> dict[str, Any] | None:
    if worst is None:
        return None
    return {
        "state": short_repr(worst.state),
        "heuristic": finite(worst.heuristic),
        "true_cost": finite(worst.true_cost),
        "exact": worst.exact,
        "counterexample": texts(worst.counterexample),
    }


def _inconsistency_dict(worst: Inconsistency | None) -> dict[str, Any] | None:
    if worst is None:
        return None
    return {
        "state": short_repr(worst.state),
        "action": short_repr(worst.action),
        "next_state": short_repr(worst.next_state),
        "cost": finite(worst.cost),
        "heuristic": finite(worst.heuristic),
        "next_heuristic": finite(worst.next_heuristic),
        "counterexample": texts(worst.counterexample),
        "picture": worst.picture,
    }
