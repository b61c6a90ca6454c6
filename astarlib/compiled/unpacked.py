"""The functions of a domain, called one by one from Python."""

from __future__ import annotations

from typing import Any

import numpy as np

from astarlib.compiled.tables import known_again
from astarlib.compiled_domain import CompiledDomain, Words


class Unpacked:
    """What a domain tells of states, with Python's own numbers.

    Parameters
    ----------
    domain:
        Its functions are compiled as they are called.
    """

    def __init__(self, domain: CompiledDomain[Any]) -> None:
        from astarlib.compiled.specialising import functions_of  # noqa: PLC0415  # it loads numba

        self._tables, self._words = known_again(domain.tables), domain.words
        self._functions = functions_of(domain)

    def _packed(self, words: Words) -> Any:  # Any: numpy's numbers
        return np.uint64(words) if isinstance(words, int) else tuple(map(np.uint64, words))

    def successor_count(self, words: Words, aux: int) -> int:
        """How many edges leave."""
        return int(self._functions.successor_count(self._tables, self._packed(words), aux))

    def apply(self, words: Words, aux: int, i: int) -> tuple[Words, int, float]:
        """The packed state, ``aux`` and cost of an edge."""
        state, next_aux, cost = self._functions.apply(self._tables, self._packed(words), aux, i)
        parts = tuple(int(part) & (1 << 64) - 1 for part in (state if isinstance(state, tuple) else (state,)))
        return parts[0] if self._words == 1 else parts, int(next_aux), cost

    def is_goal(self, words: Words, aux: int) -> bool:
        """Whether it is a goal."""
        return bool(self._functions.is_goal(self._tables, self._packed(words), aux))

    def heuristic(self, words: Words, aux: int) -> float:
        """H."""
        h: float = self._functions.heuristic(self._tables, self._packed(words), aux)
        return h

    def next_heuristic(self, words: Words, aux: int, i: int, *, h: float, following: tuple[Words, int]) -> float:
        """H of the state that an edge leads to."""
        state, next_state = self._packed(words), self._packed(following[0])
        told = self._functions.next_heuristic(self._tables, state, aux, h, i, next_state, following[1])
        next_h: float = told
        return next_h
