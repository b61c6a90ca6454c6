"""The functions of a compiled domain, run in Python instead of compiled, and keys of both compared."""

from __future__ import annotations

import math
from collections.abc import Callable
from operator import index
from typing import Any, Final, cast

from astarlib._support.plain_values import plain_number
from astarlib.compiled_domain import DEAD_END, CompiledDomain, Function, Words, packed, python_function

_MASK: Final = (1 << 64) - 1


class PythonFunctions:
    """The functions of a domain in Python. They get ``numpy.uint64`` and return Python's own numbers."""

    def __init__(self, domain: CompiledDomain[Any]) -> None:
        packed(0)  # This raises the ImportError.
        self._domain, self._tables, self._words = domain, domain.tables, domain.words

    def successor_count(self, words: Words, aux: int) -> int:
        """Return the number of successors."""
        return _whole("successor_count", self._call(self._domain.successor_count, packed(words), aux))

    def predecessor_count(self, words: Words, aux: int) -> int:
        """Return the number of predecessors."""
        return _whole("predecessor_count", self._call(self._domain.predecessor_count, packed(words), aux))

    def apply(self, words: Words, aux: int, i: int) -> tuple[Words, int, float]:
        """Return the packed state, ``aux`` and cost of edge i."""
        return self._edge("apply", self._call(self._domain.apply, packed(words), aux, i))

    def apply_back(self, words: Words, aux: int, i: int) -> tuple[Words, int, float]:
        """Return the packed state, ``aux`` and cost of edge i into a state."""
        return self._edge("apply_back", self._call(self._domain.apply_back, packed(words), aux, i))

    def is_goal(self, words: Words, aux: int) -> Any:  # Any: engines check it
        """Return the answer of the goal test."""
        return self._call(self._domain.is_goal, packed(words), aux)

    def heuristic(self, words: Words, aux: int) -> float:
        """Return h, which is inf for a dead end, or 0 if the domain has no heuristic."""
        return self._estimate("heuristic", self._domain.heuristic, words, aux)

    def backward_heuristic(self, words: Words, aux: int) -> float:
        """Return the backward h."""
        return self._estimate("backward_heuristic", self._domain.backward_heuristic, words, aux)

    def steps_to_go(self, words: Words, aux: int) -> float:
        """Return the estimate of the number of actions to a goal."""
        return float(self._call(self._domain.steps_to_go, packed(words), aux))

    def resources(self, words: Words, aux: int) -> tuple[Words, tuple[Any, ...]]:  # Any: numbers
        """Return the key and the resources that a state has used."""
        answer = self._call(self._domain.resources, packed(words), aux)
        if not isinstance(answer, tuple) or len(answer) != 2 or not isinstance(answer[1], tuple):
            raise TypeError(f"resources returned {answer!r}; expected a tuple of a key and a tuple of numbers")
        return self._packed("the key of resources", answer[0]), tuple(map(plain_number, answer[1]))

    def _estimate(self, name: str, function: Function | None, words: Words, aux: int) -> float:
        return 0 if function is None else self._h(name, self._call(function, packed(words), aux))

    def _call(self, function: Callable[..., Any] | None, *arguments: Any) -> Any:  # Any: numpy's numbers
        """Return what a function returns. Overflows are right: compiled code wraps around, too."""
        import numpy as np  # `packed` has checked that it is installed.

        with np.errstate(over="ignore"):
            return python_function(cast("Function", function))(self._tables, *arguments)

    def _edge(self, name: str, edge: Any) -> tuple[Words, int, float]:  # Any: whatever the function returned
        if not isinstance(edge, tuple) or len(edge) != 3:
            raise TypeError(f"{name} returned {edge!r}; expected a tuple of next_state, next_aux and cost")
        state, aux, cost = edge
        words = self._packed(f"the state of {name}", state)
        number = _whole(f"the cost of {name}", cost) if self._domain.costs is int else float(cost)
        return words, _whole(f"the aux of {name}", aux), number

    def _packed(self, what: str, state: Any) -> Words:  # Any: whatever a function returned
        parts = state if isinstance(state, tuple) else (state,)
        if len(parts) != self._words:
            raise TypeError(f"{what} is {state!r}; expected {self._words} words")
        words = tuple([_whole(what, part) & _MASK for part in parts])
        return words[0] if self._words == 1 else words

    def _h(self, name: str, h: Any) -> float:  # Any: whatever the function returned
        if self._domain.costs is float:
            return float(h)
        number = _whole(name, h)
        return math.inf if number == DEAD_END else number


def _whole(what: str, value: Any) -> int:  # Any: whatever a function returned
    """Return a whole number as an int; TypeError for anything else."""
    if hasattr(value, "dtype") and value.dtype.kind == "b":
        return int(value)
    try:
        return index(value)
    except TypeError:
        advice = ""
        if value is None:
            advice = ". Did you forget `return`?"
        elif isinstance(value, float):  # numpy.float64 is one, too.
            advice = (
                ". Divide with //. np.uint64 and signed numbers together give a float: convert one of them, as in "
                "state + np.uint64(1)"
            )
        raise TypeError(
            f"{what} is {value!r}, of type {type(value).__name__}; expected a whole number{advice}"
        ) from None


class MatchingKeys:
    """Pairs of a compiled key of ``resources`` and the key in Python."""

    def __init__(self) -> None:
        self._python: dict[Any, Any] = {}
        self._compiled: dict[Any, Any] = {}

    def other(self, compiled: Any, python: Any) -> tuple[Any, Any] | None:
        """Note the keys of a state. Return None, or another pair that has one of both keys."""
        for known, one, two in ((self._python, compiled, python), (self._compiled, python, compiled)):
            before = known.setdefault(one, two)
            if before != two:
                return (compiled, before) if known is self._python else (before, python)
        return None
