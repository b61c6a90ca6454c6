"""What compiled searches share: the domain, the initial state, the way back to states and actions, and files."""

from __future__ import annotations

import math
import os
from abc import abstractmethod
from collections.abc import Sequence
from numbers import Integral
from typing import Any, ClassVar, Final, NamedTuple

import numpy as np

from astarlib._support.plain_values import plain_number
from astarlib.capabilities import truth
from astarlib.compiled import files
from astarlib.compiled.node_paths import step_between, walk
from astarlib.compiled.requiring import domain_of
from astarlib.compiled.saved_arrays import Arrays
from astarlib.compiled.tables import known_again
from astarlib.compiled_domain import CompiledDomain
from astarlib.engines.explaining import checked_h, checked_key
from astarlib.errors import CheckpointError, InvalidHeuristicError, InvalidStateError, brief
from astarlib.events import Observer
from astarlib.limits import Limits
from astarlib.problem import A, Problem, S
from astarlib.result import Path, SearchResult
from astarlib.search import Search

SAMPLE: Final = 64

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


class PackedSearch(Search[S, A]):
    """A search over packed states.

    Parameters
    ----------
    uses_h:
        Whether h is evaluated; else it is 0.
    """

    _least: ClassVar[int] = 10_000
    """Expansions of a slice, unless a limit is nearer: some milliseconds' work."""

    def __init__(self, engine: object, problem: Problem[S, A], observer: Observer | None, *, uses_h: bool) -> None:
        super().__init__(engine, problem, observer)
        self._domain: CompiledDomain[S] = domain_of(problem, repr(engine))
        self._tables = known_again(self._domain.tables)
        self._uses_h = uses_h
        self._root = self._encoded(problem.initial_state)
        self._last: float = 0

    def _encoded(self, state: S) -> Root:
        """The initial state, packed; InvalidStateError when the domain packs it wrongly."""
        domain = self._domain
        checked_key(self._powers, state)
        words, aux = domain.encode(state)
        numbers: tuple[Any, ...] = (*(words if isinstance(words, tuple) else (words,)), aux)  # Any: whatever it gave
        parts = words if isinstance(words, tuple) else (words,)
        if (
            len(parts) != domain.words
            or not all(isinstance(number, Integral) for number in numbers)
            or not all(0 <= word < 2**64 for word in parts)
            or not 0 <= aux <= domain.most_aux
        ):
            raise InvalidStateError(
                f"encode({brief(state)}) gave {(words, aux)!r}; it must be {domain.words} words, each a whole number "
                f"from 0 to 2**64 - 1, and aux, a whole number from 0 to {domain.most_aux}", state=state,
            )  # fmt: skip
        if domain.decode(words, aux) != state:
            raise InvalidStateError(
                f"decode gives {brief(domain.decode(words, aux))} for what encode made of {brief(state)}", state=state
            )
        h = checked_h(self._powers, state) if self._uses_h and domain.heuristic is not None else 0
        if domain.costs is int and h != math.inf and h != int(h):
            raise InvalidHeuristicError(
                f"heuristic({brief(state)}) gave {h!r}; the compiled domain has costs=int", state=state, value=h
            )
        return Root(tuple(map(int, parts)), int(aux), h)

    def run(self, limits: Limits = Limits()) -> SearchResult[S, A]:  # noqa: B008  # a frozen value
        """Go on until solved, exhausted, or a limit is reached; see :meth:`astarlib.Search.run`."""
        counts_others = limits.generated < math.inf or limits.stored < math.inf
        self._last = 0 if counts_others else self._counts()[0] + limits.expanded
        return super().run(limits)

    def _stops(self, stop_at: int) -> tuple[int, int]:
        """Where a slice should end, and where it must: it is some milliseconds' work, unless a limit is nearer."""
        if stop_at == self._counts()[0]:
            return stop_at, stop_at
        last = int(max(stop_at, min(self._last, NEVER)))
        return min(max(stop_at, self._counts()[0] + self._least), last), last

    def _number(self, value: float) -> float:
        """``value`` as the problem would have it: an int where costs are whole numbers."""
        return int(value) if self._domain.costs is int and abs(value) < math.inf else value

    def _root_h(self) -> float | None:
        return self._root.h if self._uses_h else None

    def _walked(self, states: Sequence[S], gs: Sequence[Any] | None, h: float | None) -> Path[S, A]:
        """The path along these states, as the problem itself tells it."""
        cost, actions, costs = walk(self._powers, states, gs)
        return Path(cost=cost, actions=actions, states=tuple(states), costs=costs, h=h)

    def _settle(self) -> None:
        """Nothing is to be mended: kernels return with whole arrays, and what they were about stands in them."""

    # --- files --------------------------------------------------------------------------------------------------------

    def save(self, path: str | os.PathLike[str], *, arguments: object = None) -> None:
        """Write a checkpoint, in one step; see :meth:`astarlib.Search.save`. It holds numbers and nothing else.

        ``Search.load`` reads it, and runs none of its code, for there is none.
        """
        self._refuse_other_threads()
        files.write(path, self, arguments, self._dump())

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how it is copied and pickled: with copies of all arrays, so that the copy runs on its own."""
        self._refuse_other_threads()
        arrays = {name: array.copy() for name, array in self._dump().items()}
        return self.engine.start, (self.problem,), (arrays, self._seconds, self._final)

    def __setstate__(self, state: tuple[dict[str, Any], float, SearchResult[S, A] | None]) -> None:
        arrays, self._seconds, self._final = state
        self._take_over(arrays)

    def _restore(self, rows: dict[str, Any]) -> None:
        """Take over the arrays of a file; CheckpointError unless they are a search on this problem."""
        try:
            self._check(rows)
            self._take_over(rows)
        except (ArithmeticError, LookupError, TypeError, ValueError) as error:
            if isinstance(error, CheckpointError):
                raise
            raise CheckpointError(f"the checkpoint is damaged, or of another problem: {error}") from error
        self._check_same_problem()

    @abstractmethod
    def _check(self, rows: Arrays) -> None:
        """Raise CheckpointError unless kernels can safely work on these arrays."""

    @abstractmethod
    def _take_over(self, rows: Arrays) -> None:
        """Take over arrays that are known to be right; they are copied."""

    @abstractmethod
    def _check_same_problem(self) -> None:
        """Raise CheckpointError unless h, costs and goal of a sample of states are those of the problem."""

    def _refuse_another(self, state: S, parent: S | None, gs: tuple[float, float], h: float, *, closed: bool) -> None:
        """CheckpointError unless h, goal and the edge from its parent are what the problem says of a stored state."""
        try:
            if self._uses_h and self._domain.heuristic is not None:
                told = plain_number(self._powers.heuristic(state))
                largest = max(1.0, gs[1], self._root.h if self._root.h < math.inf else 0.0)
                if told != h and not math.isclose(told, h, rel_tol=1e-9, abs_tol=1e-9 * largest):
                    raise CheckpointError(f"h of {brief(state)} was {h!r} and is {told!r}")
            if closed and truth(self._powers.is_goal(state), state):
                raise CheckpointError(f"{brief(state)} was expanded and is a goal")
            if parent is not None:
                step_between(self._powers, parent, state, gs)
        except MemoryError:
            raise
        except Exception as error:
            raise CheckpointError(f"the checkpoint is of another problem: {error}") from error
