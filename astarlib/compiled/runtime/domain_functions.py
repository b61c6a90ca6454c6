"""The compiled functions of a domain, called one by one from Python."""

from __future__ import annotations

from typing import Any

import numpy as np

from astarlib.compiled.codegen.specialize import compile_functions
from astarlib.compiled.codegen.tables import layout_of
from astarlib.compiled_domain import CompiledDomain, Words


class DomainFunctions:
    """The functions of a domain, compiled at the first call. They return Python's own numbers instead of numpy's."""

    def __init__(self, domain: CompiledDomain[Any]) -> None:
        self._tables, self._words, self._domain = layout_of(domain.tables), domain.words, domain
        self._functions, self._room = compile_functions(domain), domain.max_successors
        self._costs: Any = np.int64 if domain.costs is int else np.float64

    def _packed(self, words: Words) -> Any:  # Any: numpy's numbers
        return np.uint64(words) if isinstance(words, int) else tuple(map(np.uint64, words))

    def successor_count(self, words: Words, aux: int) -> int:
        """Return the number of successors."""
        return int(self._functions.successor_count(self._tables.address, self._packed(words), aux))

    def predecessor_count(self, words: Words, aux: int) -> int:
        """Return the number of predecessors."""
        return int(self._functions.predecessor_count(self._tables.address, self._packed(words), aux))

    def apply(self, words: Words, aux: int, i: int) -> tuple[Words, int, float]:
        """Return the packed state, ``aux`` and cost of edge i."""
        return self._plain(*self._functions.apply(self._tables.address, self._packed(words), aux, i))

    def apply_back(self, words: Words, aux: int, i: int) -> tuple[Words, int, float]:
        """Return the packed state, ``aux`` and cost of edge i into a state."""
        return self._plain(*self._functions.apply_back(self._tables.address, self._packed(words), aux, i))

    def list_edges(self, words: Words, aux: int) -> list[tuple[Words, float]]:
        """Return the packed ends of all edges, as the domain lists them, and their costs."""
        states: Any = np.zeros(self._room * self._words, np.uint64)
        costs: Any = np.zeros(self._room, self._costs)
        count = int(self._functions.list_edges(self._tables.address, self._packed(words), aux, states, costs))
        found = states[: count * self._words].tolist()
        if self._words > 1:
            found = list(zip(*(found[at :: self._words] for at in range(self._words)), strict=True))
        return list(zip(found, costs[:count].tolist(), strict=False))

    def _plain(self, state: Any, next_aux: Any, cost: float) -> tuple[Words, int, float]:
        """Return a packed state and its ``aux`` as Python's own numbers, and the cost."""
        parts = tuple(int(part) & (1 << 64) - 1 for part in (state if isinstance(state, tuple) else (state,)))
        return parts[0] if self._words == 1 else parts, int(next_aux), cost

    def is_goal(self, words: Words, aux: int) -> bool:
        """Return True if the state is a goal."""
        return bool(self._functions.is_goal(self._tables.address, self._packed(words), aux))

    def aux_of(self, words: Words) -> int:
        """Return the ``aux`` of a state."""
        return int(self._functions.aux_of(self._tables.address, self._packed(words)))

    def resources(self, words: Words, aux: int) -> tuple[Words, tuple[Any, ...]]:  # Any: numbers
        """Return the key and the resources that a state has used."""
        key, numbers = self._functions.resources(self._tables.address, self._packed(words), aux)
        return self._plain(key, 0, 0)[0], numbers

    def steps_to_go(self, words: Words, aux: int) -> float:
        """Return the estimate of the number of actions to a goal."""
        steps: float = self._functions.steps_to_go(self._tables.address, self._packed(words), aux)
        return steps

    def heuristic(self, words: Words, aux: int) -> float:
        """Return h."""
        h: float = self._functions.heuristic(self._tables.address, self._packed(words), aux)
        return h

    def backward_heuristic(self, words: Words, aux: int) -> float:
        """Return the backward h."""
        h: float = self._functions.backward_heuristic(self._tables.address, self._packed(words), aux)
        return h

    def next_heuristic(self, words: Words, aux: int, i: int, *, h: float, successor: tuple[Words, int]) -> float:
        """Return h of the state at the end of edge i."""
        state, next_state = self._packed(words), self._packed(successor[0])
        next_h: float = self._functions.next_heuristic(self._tables.address, state, aux, h, i, next_state, successor[1])
        return next_h

    def extra_bytes(self, words: Words, aux: int) -> int:
        """Return the extra bytes."""
        return int(self._functions.extra(self._tables.address, self._packed(words), aux))  # noqa: S610  # It isn't Django's.

    def next_estimate(self, words: Words, aux: int, i: int, *, h: float, successor: tuple[Words, int]) -> Any:
        """Return h and the extra bytes of the state at the end of edge i."""
        state, next_state = self._packed(words), self._packed(successor[0])
        extra = np.uint64(self.extra_bytes(words, aux))
        next_h, next_extra = self._functions.next_estimate(
            self._tables.address, state, aux, h, extra, i, next_state, successor[1]
        )
        return next_h, int(next_extra)
