"""Generalized adaptive A*: after each run of A*, raise h of the expanded states to what the run has proved."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from typing import Any, NamedTuple

from astarlib._support.plain_values import plain_cost, plain_number
from astarlib.problem import A, S
from astarlib.resolving.resolved_problem import ResolvedProblem
from astarlib.searching.algorithm import Budget, Edge, Stop, WorkingOn
from astarlib.searching.best_first import Rule
from astarlib.searching.diagnosis import checked_h, checked_key
from astarlib.searching.journal import Journal
from astarlib.searching.node import CLOSED, G, H, Node
from astarlib.searching.repeated_best_first import RepeatedBestFirst, check_same_keys
from astarlib.searching.updating import check_same_h, goals_of, is_gone


class _Task(NamedTuple):
    """The work on the learned values that the next run begins with."""

    changed: tuple[Any, ...] = ()
    """States whose edges have changed."""
    moved: bool = False
    """True if the goals have moved."""


class GAAStarAlgorithm(RepeatedBestFirst[S, A]):
    """The algorithm of GAA*.

    A run is A* with the larger one of the problem's h and the learned h. It learns the smallest f of its frontier minus
    g, for each closed state.

    The invariant of the learned values: for each edge from a state with a learned value, this value is at most the cost
    of the edge plus the h of the next state, where h is the learned value or else the problem's h. So on each path to a
    goal, the learned value is at most the cost up to the first state without a learned value, plus the problem's h
    there. If the problem's h is admissible, learned values are, too, even if h isn't consistent.

    An update can break the invariant at changed edges. If the goals move, all learned values fall by the largest h of a
    new goal, so that the invariant can break only at edges to states without a learned value. The next run begins with
    repairing it: it lowers the value of a state to the limit that its edges set, and goes on with the predecessors.
    """

    def __init__(self, problem: ResolvedProblem[S, A], journal: Journal | None, rule: Rule, user: str) -> None:
        self._user = user
        checked_key(problem, problem.initial_state)
        self._goals = goals_of(problem)
        self._learned: dict[Any, Any] = {}
        self._edges: dict[Any, tuple[Any, list[Any]]] = {}
        """The state of each key that was expanded, and the edges out of it."""
        self._before: dict[Any, set[Any]] = {}
        """The keys of the predecessors of each key. Some edges may not exist any more."""
        self._task: _Task | None = None
        self._checking: Any = None
        super().__init__(problem, journal, rule)

    def _searched(self) -> ResolvedProblem[S, A]:
        heuristic = self.problem.heuristic if len(self._learned) == 0 else self._estimator()
        return self.problem._replace(successors=self._remembered_edges, heuristic=heuristic)

    def _key(self, state: Any) -> Any:
        key_of = self.problem.state_key
        return state if key_of is None else key_of(state)

    def _estimator(self) -> Callable[[S], float]:
        """Return a function for the larger one of the problem's h and the learned h."""
        heuristic, key_of, learned_of = self.problem.heuristic, self.problem.state_key, self._learned.get

        def estimate(state: S) -> float:
            h, learned = heuristic(state), learned_of(state if key_of is None else key_of(state))
            return h if learned is None or not learned > h else learned

        return estimate

    def _remembered_edges(self, state: S) -> Iterable[tuple[A, S, float]]:
        """Return the edges out of a state, and remember them."""
        edges = self.problem.edges(state)
        if type(edges) is not list:
            return self._one_by_one(state, edges)
        self._edges[self._key(state)] = state, edges.copy()  # The problem may change its list later.
        return edges

    def _one_by_one(self, state: S, edges: Iterable[tuple[A, S, float]]) -> Iterator[tuple[A, S, float]]:
        """Yield the edges one by one, so that A* sees a state that ``result`` has changed."""
        key, leaving = self._key(state), list[Any]()
        for edge in edges:
            leaving.append(edge)
            yield edge
        self._edges[key] = state, leaving

    def advance(self, budget: Budget) -> Stop:
        """Repair the learned values after an update. Then search as A* does."""
        if self._task is not None:
            self._settle(self._task)
        return super().advance(budget)

    def working_on(self) -> WorkingOn | None:
        """Return the state whose edges are read after an update, or else the state under expansion."""
        return super().working_on() if self._checking is None else WorkingOn(self._checking[0], 0)

    # --- updates ------------------------------------------------------------------------------------------------------

    def update(self, problem: ResolvedProblem[S, A], changed: Sequence[S]) -> None:
        """Learn from the run that ends here, and begin with the initial state of the new problem."""
        check_same_keys(self.problem, problem)
        goals = goals_of(problem)
        moved = self._goals is not None and goals is not None and self._goals.keys() != goals.keys()
        if not moved:
            stored = [(state, h) for state, h in self._sampled_h() if self._key(state) not in self._learned]
            why = f"{self._user} needs the same heuristic unless the goals move"
            check_same_h(problem.heuristic, "heuristic", stored, why)
        key = checked_key(problem, problem.initial_state)
        root: Node = (0, checked_h(problem, problem.initial_state), key, None, None)
        learned = self._learned_now()
        evaluated = 0
        if moved and goals is not None and len(learned) > 0:
            largest = max((self._old_h(goal, learned, each) for goal, each in goals.items()), default=0)
            evaluated = len(goals)
            learned = {key: h - largest for key, h in learned.items() if largest < h < math.inf}
        before = self._task or _Task()
        task = _Task((*before.changed, *changed), before.moved or moved)
        self._begin_run(problem, root, evaluated, _learned=learned, _task=task, _goals=goals)

    def remembered(self) -> Iterator[S]:
        return (state for state, _ in self._edges.values())  # Also those of earlier runs, which have learned values.

    def _begin_run(
        self,
        problem: ResolvedProblem[S, A],
        root: Node,
        evaluated: int,
        **changes: Any,  # Any: the new attributes
    ) -> None:
        """Make a table with the initial state only, and store it together with other changed attributes."""
        nodes = self._table_of([root if problem.state_key is None else (*root, problem.initial_state)])
        nodes.past = nodes.past._replace(evaluated=nodes.past.evaluated + evaluated)
        self._next = {"_nodes": nodes, "problem": problem, "root_h": root[H], **changes}
        self._switch()

    def _learned_now(self) -> dict[Any, Any]:
        """Return the learned values, including those of this run."""
        least = self._nodes.min_total(front_only=True) if self._goal is None else self._goal[G]
        learned = dict(self._learned)
        for key, node in self._nodes.table.items():
            h = node[H]
            if node[-1] is CLOSED and least - node[G] > h:
                if key not in learned:
                    self._link(key, self._edges[key][1])
                learned[key] = least - node[G]
            elif key in learned and learned[key] < h:
                del learned[key]  # The problem's h is larger.
        return learned

    def _link(self, key: Any, edges: list[Any]) -> None:
        """Store a state as predecessor of the states after it."""
        before, key_of = self._before, self.problem.state_key
        for _, next_state, _ in edges:
            next_key = next_state if key_of is None else key_of(next_state)
            keys = before.get(next_key)
            if keys is None:
                before[next_key] = {key}
            else:
                keys.add(key)

    def _old_h(self, key: Any, learned: Mapping[Any, Any], state: S) -> Any:
        """Return the largest known h of a state that has become a goal."""
        return max(learned.get(key, 0), checked_h(self.problem, state))

    def _settle(self, task: _Task) -> None:
        """Repair the invariant of the learned values."""
        repairs = _Repairs(self, dict(self._learned), moved=task.moved)
        for state in task.changed:
            key = self._key(state)
            if key in self._edges:
                self._checking = (state,)
                edges = [] if is_gone(self.problem, state) else list(self.problem.edges(state))
                for _, _, cost in edges:
                    plain_cost(cost)
                self._link(key, edges)
                repairs.edges[key] = state, edges
        self._checking = None
        repairs.run()
        self._edges.update(repairs.edges)
        ((key, root),) = self._nodes.table.items()
        h = max(root[H], repairs.learned.get(key, 0))
        self._begin_run(
            self.problem, (0, h, key, None, None), len(repairs.known_h), _learned=repairs.learned, _task=None
        )

    # --- saving -------------------------------------------------------------------------------------------------------

    def sample(self, n: int) -> Iterator[Edge]:
        """Yield about ``n`` stored edges. The h of a state with a learned value isn't compared."""
        for edge in super().sample(n):
            yield edge._replace(rounding=math.inf) if self._key(edge.state) in self._learned else edge

    def dump(self) -> Mapping[str, Any]:
        now = self._next or {}
        learned = now.get("_learned", self._learned)
        edges = list(self._edges.items())
        return {
            **super().dump(),
            "edges": [kept for _, kept in edges],
            "learned": [learned.get(key) for key, _ in edges],
            "task": now.get("_task", self._task),
        }

    def load(self, dumped: Mapping[str, Any]) -> None:
        super().load(dumped)
        for (state, edges), learned in zip(dumped["edges"], dumped["learned"], strict=True):
            key = self._key(state)
            self._edges[key] = state, edges
            if learned is not None:
                self._learned[key] = learned
                self._link(key, edges)
        self._task = dumped["task"]


class _Repairs:
    """The repair of the invariant, on a copy of the learned values."""

    def __init__(self, algorithm: GAAStarAlgorithm[Any, Any], learned: dict[Any, Any], *, moved: bool) -> None:
        self._algorithm, self._moved = algorithm, moved
        self.learned: dict[Any, Any] = learned
        self.edges: dict[Any, tuple[Any, list[Any]]] = {}
        """The new edges of changed states."""
        self.known_h: dict[Any, float] = {}
        """The problem's h that was evaluated here."""
        self._queue: list[tuple[Any, int, Any]] = []
        self._pushed = 0

    def run(self) -> None:
        """Lower values until the invariant holds: the smallest first, as in Dijkstra's algorithm."""
        algorithm, learned, queue = self._algorithm, self.learned, self._queue
        before = algorithm._before  # noqa: SLF001  # the same module
        to_check = set(self.edges)
        if self._moved:
            for key in before.keys() - learned.keys():
                to_check |= before[key]
        for key in to_check:
            self._lower(key)
        while len(queue) > 0:
            h, _, key = heappop(queue)
            for each in before.get(key, ()):
                if each in learned and learned[each] > h:
                    self._lower(each)

    def _lower(self, key: Any) -> None:
        """Lower the learned value of a state to the limit that its edges set."""
        learned = self.learned
        if key not in learned:
            return
        algorithm, h = self._algorithm, learned[key]
        _, edges = self.edges.get(key) or algorithm._edges[key]  # noqa: SLF001  # the same module
        for _, next_state, cost in edges:
            step_cost, next_key = plain_number(cost), algorithm._key(next_state)  # noqa: SLF001  # the same module
            next_h = learned.get(next_key)
            if next_h is None or h > step_cost + next_h:
                other = self._h(next_key, next_state)
                if next_h is None or next_h <= other:
                    learned.pop(next_key, None)  # The problem's h is larger.
                    next_h = other
                h = min(h, step_cost + next_h)
        if h < learned.get(key, h):
            learned[key] = h
            self._pushed += 1
            heappush(self._queue, (h, self._pushed, key))

    def _h(self, key: Any, state: Any) -> float:
        known = self.known_h.get(key)
        if known is None:
            known = self.known_h[key] = checked_h(self._algorithm.problem, state)
        return known
