"""The algorithm of engines whose loop is a generator. The generator chooses the next node, and this does the rest."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, TypeAlias

from astarlib._support.plain_values import plain_cost, plain_number
from astarlib.events import Event, Expanded, Generated
from astarlib.problem import A, S
from astarlib.resolving.resolved_problem import ResolvedProblem
from astarlib.result import Path, StoredState
from astarlib.searching.algorithm import Algorithm, Budget, Counters, Edge, Stop, WorkingOn
from astarlib.searching.guarantee import Guarantee, HeuristicRequirement, Solutions
from astarlib.searching.journal import Journal
from astarlib.searching.node import KEY, PARENT, G, H, edge_of, path_of, state_index, stored_state
from astarlib.searching.roots import roots_of


class SearchNode(tuple[Any, ...], Generic[S, A]):
    """A state together with a path to it. Two nodes are equal only if they are the same object.

    Parameters
    ----------
    iterable:
        The parts of the node. Only a search creates nodes. The generator of an engine receives them.

    Examples
    --------
    >>> from astarlib.engines import GeneratorEngine
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> class Nearest(GeneratorEngine):
    ...     def steps(self, problem, root):
    ...         successors = yield root
    ...         print(min(successors, key=lambda node: node.f))
    >>> Nearest().search(NPuzzle("1 2 / 0 3")).status.name
    <SearchNode of (1, 2, 3, 0): g = 1, h = 0>
    'GAVE_UP'
    """

    __slots__ = ()

    if TYPE_CHECKING:  # The tuple takes its parts itself.

        def __init__(self, iterable: Iterable[Any]) -> None: ...

    @property
    def state(self) -> S:
        """The state."""
        return self[-1] if len(self) > _STATE else self[KEY]  # type: ignore[no-any-return]  # The node is a tuple.

    @property
    def key(self) -> Any:
        """The ``state_key`` of the state, or the state itself: use it in sets and dicts of states."""
        return self[KEY]

    @property
    def g(self) -> float:
        """The cost of the path."""
        return self[G]  # type: ignore[no-any-return]  # see state

    @property
    def h(self) -> float:
        """The h of the state, or 0 if the engine has ``uses_heuristic = False``."""
        return self[H]  # type: ignore[no-any-return]  # see state

    @property
    def f(self) -> float:
        """The sum of g and h."""
        return self[G] + self[H]  # type: ignore[no-any-return]  # see state

    @property
    def parent(self) -> SearchNode[S, A] | None:
        """The node before this one on the path, or None for the initial state."""
        return self[PARENT]  # type: ignore[no-any-return]  # see state

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)

    def __repr__(self) -> str:
        return f"<SearchNode of {self.state!r}: g = {self.g!r}, h = {self.h!r}>"


Steps: TypeAlias = Generator[SearchNode[S, A], list[SearchNode[S, A]], None]
"""A generator that yields the node to expand next, and receives its successors."""

_STATE: Final = 5
"""The index of the state in a node, if the problem has a ``state_key``."""


class _Done(NamedTuple):
    """The knowledge after a number of steps. It's replaced in one step, so that an interrupt can't divide it."""

    steps: int = 0
    """The number of nodes that the generator has yielded and that were expanded, or found to be goals."""
    expanded: int = 0
    generated: int = 0
    evaluated: int = 0
    dead_ends: int = 0
    found: tuple[SearchNode[Any, Any], ...] = ()
    """The solutions, in the order in which they were found."""
    is_over: bool = False
    """True if the generator has ended, or doesn't need to go on."""


class _Progress:
    """The part of a search that changes: the generator, the node that it yielded last, and all nodes by key."""

    def __init__(self, root: SearchNode[Any, Any], steps: Steps[Any, Any], done: _Done) -> None:
        self.steps = steps
        self.table: dict[Any, SearchNode[Any, Any]] = {root[KEY]: root}
        self.expanded: set[Any] = set()
        self.nearest = root
        self.next: SearchNode[Any, Any] | None = None
        """The node to expand next. None before the first step, and at the end."""
        self.done = done


class GeneratorAlgorithm(Algorithm[S, A]):
    """The algorithm of a `GeneratorEngine`.

    The generator only chooses nodes. This class tests for the goal, expands, counts, keeps limits and sends events. If
    an interrupt ends the generator, or a search is copied or loaded, the algorithm starts the generator again and
    repeats all steps so far.
    """

    def __init__(
        self,
        problem: ResolvedProblem[S, A],
        journal: Journal | None,
        start: Callable[[ResolvedProblem[S, A], SearchNode[S, A]], Steps[S, A]],
        guarantee: Guarantee,
        *,
        uses_heuristic: bool,
    ) -> None:
        super().__init__(problem, journal)
        self._start, self._guarantee, self._uses_h = start, guarantee, uses_heuristic
        self._root: SearchNode[S, A] = SearchNode(roots_of(problem, uses_heuristic=uses_heuristic)[0])
        self.root_h: float | None = self._root.h if uses_heuristic else None
        self._state_at = state_index(problem)
        self._progress = self._beginning()
        self._is_stepping = False
        """True while the generator runs and the step before it is stored."""

    def _beginning(self) -> _Progress:
        is_dead_end = self._root[H] == math.inf
        done = _Done(evaluated=int(self._uses_h), dead_ends=int(is_dead_end), is_over=is_dead_end)
        try:
            steps = self._start(self.problem, self._root)
        except TypeError as error:
            if error.__traceback__ is not None and error.__traceback__.tb_next is not None:
                raise  # The method itself raised it.
            name = getattr(self._start, "__qualname__", "steps")
            raise TypeError(f"{name} is called with the problem and the node of the initial state; write "
                            "def steps(self, problem, root)") from error  # fmt: skip
        return _Progress(self._root, steps, done)

    # --- search -------------------------------------------------------------------------------------------------------

    def advance(self, budget: Budget) -> Stop:
        while True:
            progress = self._progress
            done, node = progress.done, progress.next
            if done.is_over:
                is_proved = len(done.found) > 0 or self._guarantee.complete or self._root[H] == math.inf
                return Stop.DONE if is_proved else Stop.GAVE_UP
            if node is None:
                self._resume(progress, None, done)
                continue
            if node[G] + node[H] > budget.max_cost:
                return Stop.COST
            if self._is_goal(node.state):
                if self._take_solution(progress, node):
                    return Stop.FOUND
                continue
            if done.expanded >= budget.max_expanded or done.generated >= budget.max_generated:
                return Stop.LIMIT
            if len(progress.table) >= budget.max_stored:
                return Stop.LIMIT
            if done.expanded >= budget.poll_at:
                return Stop.POLL
            self._step(progress, node, self.journal)

    def _step(self, progress: _Progress, node: SearchNode[S, A], journal: Journal | None) -> None:
        """Expand a node, and let the generator choose the next one."""
        children, evaluated = self._expand(progress, node)
        if journal is not None and journal.expansions:
            table = progress.table
            journal.append((progress.done.expanded + 1, node, [(each, each[KEY] not in table) for each in children]))
        self._store(progress, node, children, evaluated)

    def _expand(self, progress: _Progress, node: SearchNode[S, A]) -> tuple[list[SearchNode[S, A]], int]:
        """Return the successors of a node, and how many of them were evaluated. Change nothing."""
        problem, table, uses_h = self.problem, progress.table, self._uses_h
        state_key, children, new = problem.state_key, [], dict[Any, float]()
        for action, state, cost in problem.edges(node.state):
            g, key = node[G] + plain_cost(cost), state if state_key is None else state_key(state)
            known = table.get(key)
            if known is not None:
                h: float = known[H]
            else:
                h = new[key] = new[key] if key in new else plain_number(problem.heuristic(state)) if uses_h else 0
            if not (h >= 0 and (g + h < math.inf or h == math.inf > g)):
                raise ValueError  # `Search` finds the method that returned the wrong value.
            child = (g, h, key, node, action)
            children.append(SearchNode(child if state_key is None else (*child, state)))
        return children, len(new) if uses_h else 0

    def _store(
        self, progress: _Progress, node: SearchNode[S, A], children: list[SearchNode[S, A]], evaluated: int
    ) -> None:
        """Store an expansion and resume the generator. After an interrupt, `repair` repeats all steps."""
        self._is_stepping = True
        table, done, dead_ends = progress.table, progress.done, 0
        for child in children:
            known = table.get(child[KEY])
            if known is None or child[G] < known[G]:
                table[child[KEY]] = child
                dead_ends += known is None and child[H] == math.inf
            if child[H] < progress.nearest[H]:
                progress.nearest = child
        progress.expanded.add(node[KEY])
        done = done._replace(
            steps=done.steps + 1,
            expanded=done.expanded + 1,
            generated=done.generated + len(children),
            evaluated=done.evaluated + evaluated,
            dead_ends=done.dead_ends + dead_ends,
        )
        self._resume(progress, [child for child in children if child[H] < math.inf], done)

    def _take_solution(self, progress: _Progress, node: SearchNode[S, A]) -> bool:
        """Store a goal, and return True if it's a solution to report."""
        self._is_stepping = True
        done, kind = progress.done, self._guarantee.solutions
        is_new = kind is not Solutions.IMPROVING or all(node[G] < each[G] for each in done.found)
        done = done._replace(steps=done.steps + 1, found=(*done.found, node) if is_new else done.found)
        if kind is Solutions.ONE:
            progress.next, progress.done, self._is_stepping = None, done._replace(is_over=True), False
        else:
            self._resume(progress, [], done)
        return is_new

    def _resume(self, progress: _Progress, children: list[SearchNode[S, A]] | None, done: _Done) -> None:
        """Let the generator choose the next node, and store what is done. None starts the generator."""
        self._is_stepping = True
        try:
            if not hasattr(progress.steps, "send"):
                raise TypeError(
                    f"steps(problem, root) returned {progress.steps!r}; expected a generator. Use yield, not return"
                )
            chosen = next(progress.steps) if children is None else progress.steps.send(children)
        except StopIteration:
            progress.next, progress.done, self._is_stepping = None, done._replace(is_over=True), False
            return
        if not isinstance(chosen, SearchNode):
            raise TypeError(
                f"the generator yielded {chosen!r}; expected a node: the root, or one of the successors that a yield "
                "returned"
            )
        progress.next, progress.done, self._is_stepping = chosen, done, False

    def repair(self) -> None:
        """Repeat all steps with a new generator, if an interrupt came while the generator ran."""
        if self._is_stepping:
            self._repeat(self._progress.done.steps)

    def _repeat(self, steps: int) -> None:
        """Set the search to the state after a number of steps."""
        progress = self._beginning()
        is_over = progress.done.is_over
        if not is_over:
            self._resume(progress, None, progress.done)
        while progress.done.steps < steps and progress.next is not None:
            if self._is_goal(progress.next.state):
                self._take_solution(progress, progress.next)
            else:
                self._step(progress, progress.next, None)
        self._progress, self._is_stepping = progress, False

    def dump(self) -> Mapping[str, Any]:
        return {"steps": self._progress.done.steps, "has_begun": self._progress.next is not None}

    def load(self, dumped: Mapping[str, Any]) -> None:
        if dumped["has_begun"] or dumped["steps"] > 0:
            self._repeat(dumped["steps"])

    # --- results ------------------------------------------------------------------------------------------------------

    @property
    def counters(self) -> Counters:
        progress, counters = self._progress, Counters()
        done = progress.done
        counters.expanded, counters.generated, counters.evaluated = done.expanded, done.generated, done.evaluated
        counters.dead_ends, counters.solutions = done.dead_ends, len(done.found)
        counters.frontier, counters.peak_frontier = int(progress.next is not None), 1
        return counters

    def stored(self) -> int:
        return len(self._progress.table)

    def lower_bound(self, *, cheap: bool = False) -> float:
        """Return h of the initial state. After the end, return the bound that follows from the guarantee."""
        done, guarantee, least = self._progress.done, self._guarantee, self._root.h
        if len(done.found) == 0:
            return math.inf if done.is_over and guarantee.complete else least
        cost = min(node.g for node in done.found)
        is_promised = guarantee.requires in {HeuristicRequirement.NOTHING, guarantee.lower_bound_requires}
        is_final = done.is_over or guarantee.solutions is Solutions.RANKED  # The first one is the cheapest then.
        if not is_final or guarantee.factor == math.inf or guarantee.equal_costs or not is_promised:
            return min(cost, least)
        return cost if guarantee.factor == 1 else max(least, math.nextafter(float(cost) / guarantee.factor, 0))

    def incumbent(self) -> Path[S, A] | None:
        found = self._progress.done.found
        return self._path(min(found, key=itemgetter(G))) if len(found) > 0 else None

    def latest(self) -> Path[S, A] | None:
        found = self._progress.done.found
        return self._path(found[-1]) if len(found) > 0 else None

    def solutions(self) -> Iterator[Path[S, A]]:
        return map(self._path, self._progress.done.found)

    def nearest(self) -> Path[S, A] | None:
        return self._path(self._progress.nearest) if self._uses_h else None

    def _path(self, node: SearchNode[S, A]) -> Path[S, A]:
        return path_of(self.problem, node, uses_heuristic=self._uses_h)

    # --- look inside --------------------------------------------------------------------------------------------------

    def states(self) -> Iterator[StoredState]:
        progress = self._progress
        for key, node in list(progress.table.items()):
            yield stored_state(node, self._state_at, closed=key in progress.expanded)

    def frontier(self) -> Iterator[StoredState]:
        node = self._progress.next
        return iter(() if node is None else (stored_state(node, self._state_at, closed=False),))

    def path_to(self, state: S) -> Path[S, A]:
        key_of = self.problem.state_key
        node = self._progress.table.get(state if key_of is None else key_of(state))
        return super().path_to(state) if node is None else self._path(node)

    def working_on(self) -> WorkingOn | None:
        node = self._progress.next
        return None if node is None or self._is_stepping else WorkingOn(node.state, node[G])

    def sample(self, n: int) -> Iterator[Edge]:
        progress = self._progress
        nodes = list(progress.table.items())
        for key, node in nodes[:: max(1, len(nodes) // n)]:
            yield edge_of(node, self._state_at, is_expanded=key in progress.expanded)

    def events(self, entries: Iterable[Any]) -> Iterator[Event]:
        for number, node, children in entries:
            yield Expanded(number, node.state, node.g, node.h, node.f, 0)
            for child, is_new in children:
                yield Generated(node.state, child[4], child.state, child.g, child.h, is_new)
