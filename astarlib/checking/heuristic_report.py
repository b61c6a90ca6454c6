"""The report of a heuristic check: the verdicts on h, and their consequences for the engines."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from astarlib._support.numbers import apart, counted, format_number, plus
from astarlib.checking.report import Report, format_actions, format_path, picture_lines
from astarlib.errors import short_repr


@dataclass(frozen=True, slots=True)
class Overestimate:
    """A state where h is above the cost of a path to a goal.

    Attributes
    ----------
    state, heuristic:
        The state and its h.
    true_cost, exact:
        The cost of the path ``counterexample``, and True if it's proved that no other path costs less.
    counterexample:
        The actions of the path from ``state`` to a goal.
    """

    state: Any
    heuristic: float
    true_cost: float
    exact: bool
    counterexample: tuple[Any, ...]

    @property
    def sentence(self) -> str:
        """The overestimate as a sentence."""
        true = "the true cost is" if self.exact else "the true cost is at most"
        path = "it is a goal" if len(self.counterexample) == 0 else f"path: {format_actions(self.counterexample)}"
        heuristic, cost = apart(self.heuristic, self.true_cost)
        return (
            f"the heuristic of {short_repr(self.state)} is {heuristic}, but {true} {cost} ({path}). Return at most the "
            "remaining cost"
        )


@dataclass(frozen=True, slots=True)
class Inconsistency:
    """An edge along which h falls by more than the edge costs.

    Attributes
    ----------
    state, action, next_state, cost:
        The edge and its cost.
    heuristic, next_heuristic:
        The h of ``state`` and of ``next_state``.
    counterexample:
        The actions from the initial state to ``state``. None if no path is known.
    picture:
        The text that the problem's ``format_state`` returns for ``state``. None if it adds nothing to the repr.
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
        """The inconsistency as a sentence."""
        fall, cost = apart(plus(self.heuristic, -self.next_heuristic), self.cost)
        return (
            f"from {short_repr(self.state)} to {short_repr(self.next_state)} by {short_repr(self.action)} the "
            f"heuristic falls from {format_number(self.heuristic)} to {format_number(self.next_heuristic)}, by {fall}, "
            f"but the step costs only {cost} ({format_path(self.counterexample)})"
        )


@dataclass(frozen=True, slots=True)
class HeuristicReport(Report):
    """A report of :func:`check_heuristic` on the admissibility, consistency and informedness of a heuristic.

    An overestimate is a fault named ``admissible``, so ``ok`` is False. Inconsistency alone isn't a fault.

    Attributes
    ----------
    proved:
        True if all reachable states were tested, so the verdicts hold for the whole state space.
    admissible:
        False if h overestimates in some state, which ``worst_overestimate`` shows. True if no state contradicts that h
        is admissible. If ``proved``, True is certain for the whole state space, and otherwise only for the
        ``states_proved`` states. None if h couldn't be compared with any cost.
    consistent:
        False if h falls along some edge by more than the edge costs, which ``worst_inconsistency`` shows. True if it
        doesn't along any of the ``edges_compared``. If ``proved``, these are all edges. None if no edge has a known h
        at both ends.
    worst_overestimate, worst_inconsistency:
        The state where h exceeds the remaining cost the most, and the edge along which h falls the most beyond the
        edge's cost. None if there is none.
    overestimation_factor:
        The largest factor by which h overestimates, at least 1. h divided by this factor doesn't overestimate. It's inf
        if h is above 0 in a goal, or inf in a state with a path to a goal.
    informedness, states_measured:
        The mean of h / true cost over the states whose true cost is known and neither 0 nor inf, and their number. None
        without such states. If the check isn't ``proved``, these states are near the goals and the searched paths, and
        h may be much less informed elsewhere.
    correlation:
        Pearson's correlation of h and the true cost, over the same states except those with h = inf. None if it isn't
        defined.
    states_proved, states_not_contradicted, states_contradicted:
        The number of states where h is proved to be at most the true cost, where neither admissibility nor an
        overestimate is proved, and where h is above the cost of a known path to a goal.
    false_dead_ends:
        The number of contradicted states where h is inf.
    edges_compared, edges_inconsistent:
        The number of edges with a known h at both ends, and the number of those along which h falls by more than the
        edge's cost.
    """

    admissible: bool | None
    consistent: bool | None
    worst_overestimate: Overestimate | None
    worst_inconsistency: Inconsistency | None
    overestimation_factor: float
    informedness: float | None
    states_measured: int
    correlation: float | None
    states_proved: int
    states_not_contradicted: int
    states_contradicted: int
    false_dead_ends: int
    edges_compared: int
    edges_inconsistent: int

    @property
    def meaning(self) -> tuple[str, ...]:
        """The consequences of the verdicts for the engines, in sentences."""
        return (*self._of_admissibility(), *self._of_consistency())

    def headline(self) -> str:
        """Return one line that says if h is admissible and consistent, if that is proved, and what was tested."""
        others = sum(fault.promise != "admissible" for fault in self.faults)
        broken = f"{counted(others, 'fault')}; " if others > 0 else ""
        return f"{self.problem}: {broken}{self._verdict()}, in {self._extent()}; {self.seconds:.2f} seconds"

    def details(self) -> list[str]:
        """Return the lines below the headline.

        They are the faults, the most inconsistent edge, the consequences for the engines, the numbers of states and
        edges that were compared, the informedness, and the notes.
        """
        worst = self.worst_inconsistency
        lines = self.fault_lines()
        if worst is not None:
            lines += [f"most inconsistent: {worst.sentence}", *picture_lines(worst.picture)]
        lines += [f"this means: {sentence}" for sentence in self.meaning]
        lines += [self._of_states(), self._of_edges()]
        if self.informedness is not None and self.informedness < math.inf:
            lines.append(self._of_information(self.informedness))
        return lines + self.note_lines()

    def to_dict(self) -> dict[str, Any]:
        """Return the dict of :meth:`Report.to_dict`, with the verdicts on the heuristic and their ``meaning`` added."""
        return {**Report.to_dict(self), "meaning": list(self.meaning)}

    def _verdict(self) -> str:
        admissible, consistent = self.admissible, self.consistent
        if admissible is False:
            return "the heuristic is not admissible" + (" and not consistent" if consistent is False else "")
        if admissible is None:
            seen = {False: "; it is not consistent", None: "", True: "; nothing contradicts that it is consistent"}
            return f"it is unknown whether the heuristic is admissible{seen[consistent]}"
        if self.proved:
            return f"the heuristic is admissible and {'consistent' if consistent else 'not consistent'}"
        seen = {False: "; it is not consistent", None: "", True: " and consistent"}
        return f"nothing contradicts that the heuristic is admissible{seen[consistent]}"

    def _of_admissibility(self) -> list[str]:
        worst, factor = self.worst_overestimate, self.overestimation_factor
        if self.admissible is None:
            none = self.states_not_contradicted == 0
            why = "h could not be evaluated in any state" if none else "no path to a goal was found"
            remedy = "" if none else ". Check a smaller instance, or allow more seconds and states"
            return [f"nothing is known about the solutions of A*: {why}, so h was not compared with any cost{remedy}"]
        if worst is None:
            return [
                "A* is optimal"
                + ("" if self.proved else " if the heuristic is also admissible in the states where that is not proved")
            ]
        if worst.heuristic == math.inf:
            found = counted(self.false_dead_ends, "state")
            have = "has" if self.false_dead_ends == 1 else "have"
            what = f"{found} with h = inf {have} a path to a goal"
            return [f"{what}: engines may miss the optimum, and report solvable problems as unsolvable"]
        seen = "" if self.proved else ", and more in states that were not tested"
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
            return [f"it is consistent{where}, so a closed state needn't be reopened"]
        if self.admissible:
            return [
                "it is not consistent, so A* is optimal only with reopen=True, its default; lower_bound is right anyway"
            ]
        return ["it is not consistent, so this holds only with reopen=True, the default of A*"]

    def _of_states(self) -> str:
        # The headline counts the expanded states. h is also compared in those that were only generated.
        also = "" if self.proved else " expanded or generated"
        judged = self.states_proved + self.states_not_contradicted + self.states_contradicted
        return (
            f"admissible: proved in {self.states_proved:,} of {counted(judged, 'state')}{also}, contradicted in "
            f"{self.states_contradicted:,}, neither in {self.states_not_contradicted:,}"
        )

    def _of_edges(self) -> str:
        if self.edges_compared == 0:
            return "consistent: no edge has a heuristic at both ends"
        agreeing = self.edges_compared - self.edges_inconsistent
        return f"consistent: on {agreeing:,} of {counted(self.edges_compared, 'edge')}"

    def _of_information(self, informedness: float) -> str:
        much = f"{informedness:.1%} of" if informedness <= 1 else f"{informedness:,.3g} times"
        over = counted(self.states_measured, "state")
        where = over if self.proved else f"the {over} whose true cost is known, and perhaps less in others"
        correlation = "" if self.correlation is None else f", correlation with it {self.correlation:z.3f}"
        return f"informed: {much} the true cost on average over {where}{correlation}"


def _up(factor: float) -> float:
    """Return a factor above 1 rounded up to two decimals."""
    return max(1.01, math.ceil(factor * 100) / 100) if factor < 1e12 else factor
