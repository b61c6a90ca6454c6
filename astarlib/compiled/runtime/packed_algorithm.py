"""The base class of compiled algorithms: the domain, the initial state, slices and paths."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from numbers import Integral
from operator import sub
from typing import Any, ClassVar, Final, NamedTuple

import numpy as np

from astarlib._support.plain_values import plain_number
from astarlib.compiled.codegen.tables import TableLayout, layout_of
from astarlib.compiled.requirements import domain_of, make_domain
from astarlib.compiled_domain import CompiledDomain
from astarlib.errors import InvalidHeuristicError, InvalidProblemError, ProblemStateError, short_repr
from astarlib.problem import A, S
from astarlib.resolving.resolved_problem import ResolvedProblem
from astarlib.result import Path, lazy_path
from astarlib.searching.algorithm import NO_LIMIT, Algorithm, Budget
from astarlib.searching.diagnosis import call_checked, checked_h, checked_key
from astarlib.searching.journal import Journal

NEVER: Final = 2**62
"""A whole number larger than any that kernels accept, and than any counter."""


class Root(NamedTuple):
    """The packed initial state."""

    words: tuple[int, ...]
    aux: int
    h: float

    def array(self) -> Any:  # Any: a numpy array
        """Return the words as an array for kernels."""
        return np.array(self.words, np.uint64)


class PackedAlgorithm(Algorithm[S, A]):
    """An algorithm over packed states. Without ``uses_heuristic``, h is 0."""

    dumps_arrays: ClassVar[bool] = True
    _min_slice: ClassVar[int] = 10_000
    """The number of expansions in a slice, unless a limit is nearer or an expansion takes long. They take a few
    milliseconds, and a slice that is shorter takes more time to start than to run.
    """

    def __init__(
        self, problem: ResolvedProblem[S, A], journal: Journal | None, engine: object, *, uses_heuristic: bool
    ) -> None:
        super().__init__(problem, journal)
        given, make = problem.problem, problem.compiled_domain
        self._domain: CompiledDomain[S] = domain_of(given, engine) if make is None else make_domain(given, make)
        self._tables: TableLayout = layout_of(self._domain.tables)
        self._uses_h = uses_heuristic
        starts = problem.initial_states[: None if self.has_many_starts else 1]
        self._roots: list[Root] = list(map(self._encode_root, starts))
        self._root = self._roots[0]
        self.root_h: float | None = self._root.h if uses_heuristic else None

    def _encode_root(self, state: S) -> Root:
        """Return the packed initial state; ProblemStateError if the domain packs it wrongly."""
        words, aux = self._encode(state)
        h = checked_h(self.problem, state) if self._uses_h and self._domain.heuristic is not None else 0
        return Root(words, aux, self._whole("heuristic", state, h))

    def _encode(self, state: S) -> tuple[tuple[int, ...], int]:
        """Return the words and the ``aux`` of a state; ProblemStateError if the domain packs it wrongly."""
        domain = self._domain
        checked_key(self.problem, state)
        words, aux = domain.encode(state)
        is_simple = domain.words == 1 and type(aux) is int and 0 <= aux <= domain.max_aux
        if is_simple and type(words) is int and 0 <= words < 2**64 and domain.decode(words, aux) == state:
            return (words,), aux
        parts: tuple[Any, ...] = words if isinstance(words, tuple) else (words,)  # Any: whatever encode returned
        if (
            len(parts) != domain.words
            or not all(isinstance(number, Integral) for number in (*parts, aux))
            or not all(0 <= word < 2**64 for word in parts)
            or not 0 <= aux <= domain.max_aux
        ):
            raise ProblemStateError(
                f"encode({short_repr(state)}) returned {(words, aux)!r}; expected {domain.words} words, each a whole "
                f"number from 0 to 2**64 - 1, and aux, a whole number from 0 to {domain.max_aux}",
                state=state,
            )
        decoded = domain.decode(words, aux)
        if decoded != state:
            raise ProblemStateError(
                f"decode returned {short_repr(decoded)} for {(words, aux)!r}; expected {short_repr(state)}, the state "
                "that was encoded",
                state=state,
            )
        return tuple(map(int, parts)), int(aux)

    def _whole(self, name: str, state: S, h: float) -> float:
        """Return an h of the problem; InvalidHeuristicError if the domain has whole costs and it's not whole."""
        if self._domain.costs is int and h != math.inf and h != int(h):
            raise InvalidHeuristicError(
                f"{name}({short_repr(state)}) returned {h!r}; expected a whole number, because the compiled domain has "
                "costs=int", state=state, value=h,
            )  # fmt: skip
        return h if h == math.inf else h + 0  # A bool becomes a number.

    def _slice_ends(self, budget: Budget) -> tuple[int, int]:
        """Return the number of expansions at which a slice should end, and the one at which it must end.

        A slice takes a few milliseconds, unless a limit is nearer. A kernel doesn't compare the number of generated
        successors with a limit. Therefore, the second number allows only as many expansions as can't exceed a limit,
        but at least one. If a limit or ``poll_at`` is already reached, both are the current number.
        """
        poll_at, last, max_generated, max_stored, *_ = budget
        expanded = self._count_expanded()
        if max_generated < NO_LIMIT or max_stored < NO_LIMIT:
            stored = 0 if max_stored == NO_LIMIT else self.stored()
            room = min(max_generated - self.counters.generated, max_stored - stored)
            if room <= 0:
                return expanded, expanded
            last = min(last, expanded + max(1, room // self._domain.max_successors))
        if poll_at <= expanded:
            return expanded, expanded
        asked = poll_at - expanded  # The driver doubles it after each slice that takes less than 10 ms.
        return min(expanded + max(asked, min(16 * asked, self._min_slice)), last), last

    def _count_expanded(self) -> int:
        """Return the number of expansions. A subclass can have a faster way."""
        return self.counters.expanded

    def _to_cost(self, value: float) -> float:
        """Return ``value`` in the type of the problem's costs: an int if they are whole numbers."""
        return int(value) if self._domain.costs is int and abs(value) < math.inf else value

    def _make_path(self, states: Sequence[S], gs: Sequence[Any], h: float | None) -> Path[S, A]:
        """Return the path along ``states``, whose g are ``gs``, with the actions and costs of the Python problem."""
        cost: float = 0
        actions: list[A] = []
        costs: list[float] = []
        action_of = self._domain.action_of
        edges = None if self.problem.state_key is not None else self.problem.edges
        for at in range(1, len(states)):
            parent, state, exact = states[at - 1], states[at], gs[at] - gs[at - 1]
            if action_of is not None:
                action, step = _action(action_of, parent, state), exact
            else:
                found = None if edges is None else _exact_edge(edges(parent), state, exact)
                action, step = found or find_edge(self.problem, parent, state, gs[at - 1], gs[at])
            cost += step
            actions.append(action)
            costs.append(step)
        return Path(cost=cost, actions=tuple(actions), states=tuple(states), costs=tuple(costs), h=h)

    def _make_lazy_path(self, states_of: Callable[[], list[S]], gs: list[Any], h: float | None) -> Path[S, A]:
        """Return the path whose states ``states_of`` returns, perhaps later. ``gs`` has their g."""
        action_of = self._domain.action_of
        if action_of is None or self._domain.costs is float:  # The problem is asked for actions now, or costs add up.
            return self._make_path(states_of(), gs, h)

        def content() -> tuple[tuple[A, ...], tuple[S, ...], tuple[Any, ...]]:
            states = states_of()
            actions = tuple(map(partial(_action, action_of), states, states[1:]))
            return actions, tuple(states), tuple(map(sub, gs[1:], gs))

        return lazy_path(gs[-1], h, content)

    def _rounding(self, g: float) -> float:
        """Return how much an h that the domain computed may differ from the problem's h because of rounding."""
        return 1e-9 * max(1.0, g, self._root.h if self._root.h < math.inf else 0.0)


def _action(action_of: Callable[[S, S], A], state: S, next_state: S) -> A:
    """Return ``action_of(state, next_state)``. If it raises, raise an error that names both states."""
    return call_checked(
        lambda: f"action_of({short_repr(state)}, {short_repr(next_state)})", partial(action_of, state, next_state),
        state, None, None,
    )  # fmt: skip


def _exact_edge(edges: Iterable[tuple[A, S, float]], state: S, cost: float) -> tuple[A, float] | None:
    """Return the first edge to a state if it has exactly this cost. This takes less time than `find_edge`."""
    for action, next_state, step in edges:
        if next_state == state and type(step) in {int, float} and step == cost:
            return action, step
    return None


def find_edge(problem: ResolvedProblem[S, A], parent: S, state: S, parent_g: float, g: float) -> tuple[A, float]:
    """Return the action and the cost of the problem's edge between two states whose g are known.
    Raise InvalidProblemError if there is none, because the compiled domain then contradicts the problem.
    """
    key_of = problem.state_key
    wanted = state if key_of is None else key_of(state)
    edges = [
        (action, plain_number(edge_cost))
        for action, next_state, edge_cost in problem.edges(parent)
        if (next_state if key_of is None else key_of(next_state)) == wanted
    ]
    cost = g - parent_g
    nearest = min(edges, key=lambda edge: abs(edge[1] - cost), default=None)
    if nearest is None or not math.isclose(nearest[1], cost, rel_tol=1e-9, abs_tol=1e-9 * (1 + g)):
        found = "no edge" if nearest is None else f"only an edge of cost {nearest[1]!r}"
        raise InvalidProblemError(
            f"the compiled domain has an edge of cost {cost!r} from {short_repr(parent)} to {short_repr(state)}, where "
            f"the problem has {found}; astarlib.compiled.check_domain(problem) names the first difference",
            state=parent,
            value=state,
        )
    return nearest
