"""What compiled algorithms share: the domain, the initial state, the path back to states and actions, and files."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from numbers import Integral
from typing import Any, ClassVar, Final, NamedTuple

import numpy as np

from astarlib.capabilities import ResolvedProblem
from astarlib.compiled.node_paths import walk
from astarlib.compiled.requiring import domain_of
from astarlib.compiled.saved_arrays import Arrays
from astarlib.compiled.tables import known_again
from astarlib.compiled_domain import CompiledDomain
from astarlib.errors import InvalidHeuristicError, ProblemStateError, short_repr
from astarlib.events import LowerBoundRaised
from astarlib.problem import A, S
from astarlib.result import Path
from astarlib.searching.algorithm import NO_LIMIT, Algorithm, Budget
from astarlib.searching.diagnosis import checked_h, checked_key
from astarlib.searching.journal import Journal

NEVER: Final = 2**62
"""More than any whole number that kernels take, and than anybody counts."""


class Root(NamedTuple):
    """The initial state."""

    words: tuple[int, ...]
    aux: int
    h: float

    def array(self) -> Any:
        """The words as the kernels have them. Any: a numpy array."""
        return np.array(self.words, np.uint64)


class PackedAlgorithm(Algorithm[S, A]):
    """An algorithm over packed states.

    Parameters
    ----------
    problem, journal:
        See `Algorithm`.
    engine:
        The engine, for messages.
    uses_heuristic:
        Whether h is evaluated; else it is 0.
    """

    dumps_arrays: ClassVar[bool] = True
    _min_slice: ClassVar[int] = 10_000
    """Expansions of a slice, unless a limit is nearer: some milliseconds' work."""

    def __init__(
        self, problem: ResolvedProblem[S, A], journal: Journal | None, engine: object, *, uses_heuristic: bool
    ) -> None:
        super().__init__(problem, journal)
        self._domain: CompiledDomain[S] = domain_of(problem.problem, repr(engine))
        self._tables = known_again(self._domain.tables)
        self._uses_h = uses_heuristic
        self._root = self._encoded(problem.initial_state)
        self.root_h: float | None = self._root.h if uses_heuristic else None

    def _encoded(self, state: S) -> Root:
        """The initial state, packed; ProblemStateError when the domain packs it wrongly."""
        domain = self._domain
        checked_key(self.problem, state)
        words, aux = domain.encode(state)
        numbers: tuple[Any, ...] = (*(words if isinstance(words, tuple) else (words,)), aux)  # Any: whatever it gave
        parts = words if isinstance(words, tuple) else (words,)
        if (
            len(parts) != domain.words
            or not all(isinstance(number, Integral) for number in numbers)
            or not all(0 <= word < 2**64 for word in parts)
            or not 0 <= aux <= domain.max_aux
        ):
            raise ProblemStateError(
                f"encode({short_repr(state)}) gave {(words, aux)!r}; it must be {domain.words} words, each a whole "
                "number "
                f"from 0 to 2**64 - 1, and aux, a whole number from 0 to {domain.max_aux}", state=state,
            )  # fmt: skip
        if domain.decode(words, aux) != state:
            raise ProblemStateError(
                f"decode gives {short_repr(domain.decode(words, aux))} for what encode made of {short_repr(state)}",
                state=state,
            )
        h = checked_h(self.problem, state) if self._uses_h and domain.heuristic is not None else 0
        if domain.costs is int and h != math.inf and h != int(h):
            raise InvalidHeuristicError(
                f"heuristic({short_repr(state)}) gave {h!r}; the compiled domain has costs=int", state=state, value=h
            )
        return Root(tuple(map(int, parts)), int(aux), h)

    def _stops(self, budget: Budget) -> tuple[int, int]:
        """Return the number of expansions at which a slice should end, and the one at which it must end.

        A slice is some milliseconds' work, unless a limit is nearer. A kernel doesn't test how many successors are
        generated, so it may expand only as many states as surely stay within these limits, and one at least.
        """
        counters = self.counters
        expanded, last = counters.expanded, budget.max_expanded
        stored = 0 if budget.max_stored == NO_LIMIT else self.stored()
        room = min(budget.max_generated - counters.generated, budget.max_stored - stored)
        if budget.poll_at <= expanded or room <= 0:
            return expanded, expanded
        last = min(last, expanded + max(1, room // self._domain.max_successors))
        return min(max(budget.poll_at, expanded + self._min_slice), last), last

    def _log_bound(self, bound: float) -> None:
        if self.journal is not None and self.journal.bounds:
            counters = self.counters
            self.journal.append(LowerBoundRaised(bound, counters.expanded, counters.generated, self.stored()))

    def _number(self, value: float) -> float:
        """``value`` as the problem would have it: an int where costs are whole numbers."""
        return int(value) if self._domain.costs is int and abs(value) < math.inf else value

    def _walked(self, states: Sequence[S], gs: Sequence[Any] | None, h: float | None) -> Path[S, A]:
        """The path along these states, as the problem itself tells it."""
        cost, actions, costs = walk(self.problem, states, gs)
        return Path(cost=cost, actions=actions, states=tuple(states), costs=costs, h=h)

    # --- files --------------------------------------------------------------------------------------------------------

    def verify(self, dumped: Mapping[str, Any]) -> None:
        """Raise CheckpointError unless kernels can safely work on these arrays."""
        self._check(dumped)

    def load(self, dumped: Mapping[str, Any]) -> None:
        """Restore arrays that are known to be right; they are copied."""
        self._take_over(dumped)

    @abstractmethod
    def _check(self, rows: Arrays) -> None:
        """Raise CheckpointError unless kernels can safely work on these arrays."""

    @abstractmethod
    def _take_over(self, rows: Arrays) -> None:
        """Take over arrays that are known to be right; they are copied."""

    def _rounding(self, g: float) -> float:
        """Return how far an h, which the domain computes, may lie off the h of the problem."""
        return 1e-9 * max(1.0, g, self._root.h if self._root.h < math.inf else 0.0)
