"""Depth-first search up to a rising threshold: the loop of IDA* and of iterative deepening."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from operator import itemgetter
from typing import Any, ClassVar, Final, NamedTuple, Protocol, TypeAlias

from astarlib._support.plain_values import plain_number
from astarlib.problem import A, S
from astarlib.resolving.resolved_problem import ResolvedProblem, cost_unit_of, truth
from astarlib.searching.algorithm import NO_LIMIT, Budget, Counters, Stop
from astarlib.searching.backward import is_multiple
from astarlib.searching.journal import Journal
from astarlib.searching.node import PARENT, FlatNodes, G, H, Node, chain, unflatten
from astarlib.searching.parameters import CycleCheck
from astarlib.searching.path_search import PathAlgorithm, sound_h


class Rule(Protocol):
    """The parameters of a depth-first search with a threshold."""

    @property
    def cycle_check(self) -> CycleCheck:
        """The rule that discards successors that lead back."""
        ...

    uses_heuristic: ClassVar[bool]
    """True if h is evaluated. Otherwise h = 0, and the problem's heuristic is never called."""

    by_depth: ClassVar[bool]
    """True if the threshold is a number of actions; otherwise it's a bound on g + h."""


Stack: TypeAlias = "tuple[Node, Stack] | None"
"""A linked list of the waiting nodes, the next one first. It's immutable, so a reference to it keeps its state."""


GROWTH: Final = 3
"""The factor by which an iteration should expand more states than an earlier one."""
_SLOW: Final = 2
"""The number of iterations in a row that may grow less before the threshold rises by more than to the next f."""


class Iteration(NamedTuple):
    """The values that are fixed at the beginning of an iteration, and its best solution."""

    threshold: float
    """Successors above the threshold are cut off. A solution lowers it to its cost."""
    lower_bound: float
    expanded: int
    """The number of expansions before the iteration."""
    best: Node | None = None
    """The cheapest goal that the iteration found above the lower bound. The rest may have a cheaper one."""
    base: float = -math.inf
    """The threshold of the last iteration that grew by `GROWTH`."""
    base_size: int = 0
    """The number of expansions of that iteration."""
    step: float = 0
    """The distance of two thresholds between which an iteration grows by about `GROWTH`."""
    slow: int = 0
    """The number of iterations since ``base``. It doesn't fall below ``_SLOW`` once it has reached it."""

    def after(self, size: int) -> Iteration:
        """Return this iteration, which expanded ``size`` states, with the growth that it shows."""
        if size < GROWTH * self.base_size:
            return self._replace(slow=self.slow + 1, step=max(self.step, self.threshold - self.base))
        step, times = self.step, 1
        while self.base_size > 0 and size >= GROWTH ** (times + 1) * self.base_size:
            times += 1
        if self.base_size > 0:
            distance = self.threshold - self.base
            # An int may be very large. Compiled engines have floats for the same whole numbers.
            step = distance // times if distance % 1 == 0 else distance / times
        slow = _SLOW if self.slow >= _SLOW else 0
        return self._replace(base=self.threshold, base_size=size, step=step, slow=slow)

    def higher_threshold(self, next_f: float) -> float:
        """Return the next threshold, if the smallest f above this one is ``next_f``."""
        threshold = self.threshold + self.step if self.slow >= _SLOW else next_f
        return threshold if next_f < threshold < math.inf else next_f

    def following(self, next_f: float, expanded: int, max_cost: float, unit: float | None) -> Iteration:
        """Return the next iteration, after this one has ended with ``expanded`` expansions in total.
        ``next_f`` is the smallest f above the threshold, and ``unit`` a number that divides all costs, or None.
        """
        last, threshold = self, next_f
        if self.threshold > -math.inf:
            last = self.after(expanded - self.expanded)
            if next_f <= max_cost and (unit is None or not is_multiple(next_f, unit)):
                threshold = min(last.higher_threshold(next_f), max_cost)
        bound = max(self.lower_bound, next_f)
        return last._replace(threshold=threshold, lower_bound=bound, expanded=expanded)


class DepthFirstState(NamedTuple):
    """The complete state of the search, as named fields. The loop stores it as a plain tuple, ``CommittedState``."""

    stack: Stack
    waiting: int
    """The number of nodes on the stack."""
    expanded: int
    generated: int
    dead_ends: int
    peak: int
    next_threshold: float
    """The smallest value above the threshold that was cut off, or inf. It's the threshold of the next iteration."""
    next_bound: float
    """The smallest g + h of a successor that was cut off, or inf."""
    held: float
    """The smallest g + h of a node that was skipped because of the cost limit of a run, or inf."""
    nearest: Node
    """The first node with the smallest h among all nodes that were on the stack."""
    iteration: Iteration


CommittedState: TypeAlias = "tuple[Stack, int, int, int, int, int, float, float, float, Node, Iteration]"
"""The fields of a ``DepthFirstState`` in their order, as a plain tuple. A named tuple would make IDA* 8 % slower."""


class DeepeningAlgorithm(PathAlgorithm[S, A]):
    """The algorithm of depth-first search with a rising threshold. ``rule`` is usually the engine itself.

    The next threshold is the smallest value that exceeded the last one. If nearly every path has a different f, such an
    iteration would expand only a few states more than the one before. So the threshold rises by more if several
    iterations grow too little: by the distance in which they grew by `GROWTH` before. A solution of such an iteration
    may cost more than the optimum. The iteration then goes on below its cost. If f is a multiple of a known unit of the
    costs, there are few thresholds, and none is skipped.
    """

    def __init__(self, problem: ResolvedProblem[S, A], journal: Journal | None, rule: Rule) -> None:
        super().__init__(problem, journal, uses_heuristic=rule.uses_heuristic)
        self._rule, self._by_depth = rule, rule.by_depth
        self._unit = cost_unit_of(problem.problem)
        nearest = min(self._roots, key=itemgetter(H))
        # It's replaced as a whole, by a single assignment, so that an interrupt finds either the old or the new one.
        self._committed: CommittedState = DepthFirstState(
            stack=None, waiting=0, expanded=0, generated=0, dead_ends=sum(root[H] == math.inf for root in self._roots),
            peak=0, next_threshold=0 if rule.by_depth else nearest[H], next_bound=nearest[H], held=math.inf,
            nearest=nearest,
            iteration=Iteration(-math.inf, -math.inf, 0),
        )  # fmt: skip

    @property
    def counters(self) -> Counters:
        position, counters = self._position, Counters()
        counters.expanded, counters.generated = position.expanded, position.generated
        counters.evaluated = len(self._roots) + position.generated if self._uses_h else 0
        counters.dead_ends, counters.frontier, counters.peak_frontier = (
            position.dead_ends, position.waiting, position.peak,
        )  # fmt: skip
        counters.expanded_before_last_f = None if self._by_depth else position.iteration.expanded
        counters.solutions = int(self._goal is not None)
        return counters

    def lower_bound(self, *, cheap: bool = False) -> float:  # It's always cheap.
        position = self._position
        bound = position.iteration.lower_bound
        if position.stack is None:
            bound = max(bound, min(position.next_bound, position.held))
        goal = position.iteration.best if self._goal is None else self._goal
        return bound if goal is None else min(bound, goal[G])

    def front(self) -> float | None:
        """Return the threshold."""
        return self._position.iteration.threshold

    @property
    def _position(self) -> DepthFirstState:
        return DepthFirstState(*self._committed)

    def _current_path(self) -> list[Node]:
        stack = self._position.stack
        return chain(None if stack is None else stack[0][PARENT])

    def _waiting(self) -> Iterator[Node]:
        """Yield the nodes on the stack; between two iterations, yield the initial states."""
        position = self._position
        between = position.stack is None and position.next_threshold < math.inf
        if not between:
            return _nodes_of(position.stack)
        first, later = self._begin_with(position.next_threshold)
        return iter([*first, *later])

    def _begin_with(self, threshold: float) -> tuple[list[Node], list[Node]]:
        """Return the initial states of an iteration with this threshold, and those above it."""
        roots = [root for root in self._roots if root[H] < math.inf]
        if self._by_depth:
            return roots, []
        return [root for root in roots if root[H] <= threshold], [root for root in roots if root[H] > threshold]

    def _nearest(self) -> Node:
        return self._position.nearest

    def advance(self, budget: Budget) -> Stop:
        """Search until a goal is found, nothing is left to search or the budget is used up.
        An expansion changes only local variables until one store replaces the state. So it can be repeated after an
        interrupt.
        """
        max_cost = budget.max_cost
        if self._goal is not None:
            return Stop.DONE
        if math.inf > self._position.held <= max_cost:
            self._begin_again()
        while True:
            position = self._position
            iteration = position.iteration
            if position.stack is None:
                stop = self._begin(position, max_cost)
            elif self._by_depth or iteration.threshold <= max_cost:
                stop = self._iterate(budget)
            elif iteration.lower_bound > max_cost:
                stop = Stop.COST
            else:  # A threshold was skipped in a run with a higher limit. The iteration begins again with a lower one.
                self._start(position, iteration._replace(threshold=max_cost, best=None))
                continue
            if stop is not None:
                return stop

    def _begin(self, position: DepthFirstState, max_cost: float) -> Stop | None:
        """Begin the next iteration, or return the reason to stop before it."""
        best = position.iteration.best
        if best is not None:
            if best[G] > max_cost:
                return Stop.COST
            self._goal = best
            return Stop.DONE
        if position.next_threshold == math.inf:
            return Stop.DONE if position.held == math.inf else Stop.COST
        bound, last, expanded = self.lower_bound(), position.iteration, position.expanded
        if bound > last.lower_bound:
            self._log_bound(bound)
        if self._by_depth:
            following = last._replace(threshold=position.next_threshold, lower_bound=bound, expanded=expanded)
        else:
            following = last.following(position.next_threshold, expanded, max_cost, self._unit)
        self._start(position, following)
        return None

    def _start(self, position: DepthFirstState, iteration: Iteration) -> None:
        """Put the initial states on the stack for an iteration."""
        roots, later = self._begin_with(iteration.threshold)
        stack: Stack = None
        for root in reversed(roots):
            stack = root, stack
        least = min((root[H] for root in later), default=math.inf)
        self._committed = position._replace(
            stack=stack, waiting=len(roots), peak=max(len(roots), position.peak), next_threshold=least,
            next_bound=least, iteration=iteration,
        )  # fmt: skip

    def _begin_again(self) -> None:
        """Start again before the first iteration, because nodes above an earlier cost limit are within the new one."""
        position = self._position
        self._committed = position._replace(
            stack=None, waiting=0, next_threshold=0, next_bound=self.lower_bound(), held=math.inf,
            iteration=position.iteration._replace(threshold=-math.inf),
        )  # fmt: skip

    def _iterate(self, budget: Budget) -> Stop | None:  # noqa: C901, PLR0912, PLR0915  # a call costs 2-5 %
        """Run one iteration, or the rest of it. Return None at its end, or the reason to stop before."""
        rule, problem, inf, state_at = self._rule, self.problem, math.inf, self._state_at
        max_cost, max_expanded, max_generated, max_stored = (
            budget.max_cost, budget.max_expanded, budget.max_generated, budget.max_stored,
        )  # fmt: skip
        stop_at, is_limited = min(budget.poll_at, max_expanded), min(max_generated, max_stored) < NO_LIMIT
        (
            stack, waiting, expanded, generated, dead_ends, peak, next_threshold, next_bound, held, nearest, iteration,
        ) = self._committed  # fmt: skip
        edges, state_key, is_goal = problem.edges, problem.state_key, problem.is_goal
        heuristic, change = problem.heuristic, problem.heuristic_change if rule.uses_heuristic else None
        uses_heuristic, by_depth, checks_path = rule.uses_heuristic, rule.by_depth, rule.cycle_check is CycleCheck.PATH
        threshold, least_h = iteration.threshold, nearest[H]
        best_cost = inf if iteration.best is None else iteration.best[G]
        capped = best_cost < inf or (by_depth and max_cost < inf)
        usual_cost: float | None = None
        cost_kind: type = int
        h_kind: type = int
        log, rejections, is_single = None, False, False
        if (journal := self.journal) is not None:
            log, rejections, is_single = journal.extend, journal.rejections, not journal.is_bulk
            log = log if journal.expansions else None
        current: Any  # A node, or None before the root.
        current, on_path, depth = self._take_cursor()
        refused: Collection[Any] = on_path
        leave = on_path.remove if checks_path else on_path.discard  # `remove` raises KeyError if a hash has changed.
        while stack is not None:
            node, rest = stack
            g, h, key, parent = node[0], node[1], node[2], node[3]
            while current is not parent:  # The search backtracked: `parent` is an ancestor of `current`.
                leave(current[2])
                current, depth = current[3], depth - 1
            if capped and (g + h >= best_cost or g + h > max_cost):
                stack, waiting, held = rest, waiting - 1, min(held, g + h) if by_depth else held
                self._committed = self._position._replace(stack=stack, waiting=waiting, held=held)
                continue
            state = node[state_at]
            goal: object = is_goal(state)
            if goal is not False and truth(goal, state):
                if by_depth or g <= iteration.lower_bound:
                    self._goal = node
                    return Stop.DONE
                stack, waiting, best_cost, capped = rest, waiting - 1, g, True
                threshold = min(threshold, g)
                iteration = iteration._replace(threshold=threshold, best=node)
                self._committed = self._position._replace(stack=stack, waiting=waiting, iteration=iteration)
                continue
            is_full = is_limited and (generated >= max_generated or self._is_full(max_stored, depth + waiting))
            if expanded >= stop_at or is_full:
                self._cursor = current, on_path, depth
                return Stop.LIMIT if is_full or expanded >= max_expanded else Stop.POLL
            if checks_path:
                on_path.add(key)
            else:
                refused = (key, key if parent is None else parent[2])
            current, depth = node, depth + 1
            children = []
            edges_out: list[Any] = []
            for action, next_state, step_cost in edges(state):
                next_key = next_state if state_key is None else state_key(next_state)
                if next_key in refused:
                    continue
                generated += 1
                if step_cost is not usual_cost:  # Most edges have the same cost as the last one.
                    if type(step_cost) is not cost_kind:  # Small numpy integers would wrap around.
                        step_cost = plain_number(step_cost)  # noqa: PLW2901
                        cost_kind = type(step_cost)
                    if not 0 <= step_cost < inf:  # This is also true for NaN.
                        raise ValueError
                    usual_cost = step_cost
                next_g = g + step_cost
                next_h: float = 0
                if change is not None:
                    rise = change(state, action, next_state)
                    if type(rise) is not h_kind:
                        rise = plain_number(rise)
                        h_kind = type(rise)
                    next_h = h + rise
                elif uses_heuristic:
                    next_h = heuristic(next_state)
                    if type(next_h) is not h_kind:
                        next_h = plain_number(next_h)
                        h_kind = type(next_h)
                total = next_g + next_h
                if not (next_h >= 0 and total < inf):  # This is also true for NaN.
                    next_h = sound_h(next_g, next_h, None if change is None else node)
                    total = next_g + next_h
                f = depth if by_depth else total
                if rejections:
                    edges_out.append((action, next_state, next_g, next_h, f <= threshold))
                if f <= threshold:
                    child: Node = (next_g, next_h, next_key, node, action)
                    if state_key is not None:
                        child = (*child, next_state)
                    children.append(child)
                    if next_h < least_h:
                        nearest, least_h = child, next_h
                elif total < inf:
                    if f < next_threshold or total < next_bound:
                        next_threshold, next_bound = min(next_threshold, f), min(next_bound, total)
                else:
                    dead_ends += 1
            stack = rest
            for child in reversed(children):
                stack = (child, stack)
            waiting += len(children) - 1
            if waiting > peak:  # noqa: PLR1730  # a call costs 2 %
                peak = waiting
            expanded += 1
            if log is not None:
                head = (expanded, depth - 1 if by_depth else g + h, waiting - len(children)) if is_single else expanded
                log((head, node, *(edges_out if rejections else children)))
            self._committed = (
                stack, waiting, expanded, generated, dead_ends, peak, next_threshold, next_bound, held, nearest,
                iteration,
            )  # fmt: skip
        return None

    # --- flat -------------------------------------------------------------------------------------------------------

    def dump(self) -> Mapping[str, Any]:
        position = self._position
        stack = list(_nodes_of(position.stack))
        best = position.iteration.best
        rows = FlatNodes([*self._roots, position.nearest, *stack, *([] if best is None else [best])], self._state_at)
        return {
            "stack": rows.numbers(stack),
            "iteration": tuple(position.iteration._replace(best=None)),
            "best": None if best is None else rows[best],
            "counters": {name: value for name, value in position._asdict().items() if name not in _NODES},
            "nearest": rows[position.nearest],
            "solved": self._goal is not None,
            "nodes": rows.columns(),
        }

    def load(self, dumped: Mapping[str, Any]) -> None:
        nodes = unflatten(dumped["nodes"], (), self.problem.state_key)
        stack: Stack = None
        for row in reversed(dumped["stack"]):
            stack = (nodes[row], stack)
        self._roots = nodes[: len(self._roots)]
        best = None if dumped["best"] is None else nodes[dumped["best"]]
        self._committed = DepthFirstState(
            stack=stack,
            iteration=Iteration(*dumped["iteration"])._replace(best=best),
            nearest=nodes[dumped["nearest"]],
            **dumped["counters"],
        )
        if dumped["solved"]:
            self._goal = best if stack is None else stack[0]  # A goal that is found at the front stays there.

    def _check(self) -> None:
        super()._check()
        position = self._position
        assert len(list(_nodes_of(position.stack))) == position.waiting <= position.peak
        # A search by depth that was restarted keeps a bound that short paths can't provide.
        assert self._by_depth or position.iteration.lower_bound <= position.next_bound
        assert position.iteration.threshold < position.next_threshold
        assert position.iteration.expanded <= position.expanded


_NODES = frozenset({"stack", "iteration", "nearest"})  # The fields whose nodes a dump flattens separately.


def _nodes_of(stack: Stack) -> Iterator[Node]:
    """Yield the nodes on a stack, the next first."""
    while stack is not None:
        node, stack = stack
        yield node
