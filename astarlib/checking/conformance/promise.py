"""What engines promise of their solutions."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import Any, Final

from astarlib import compiled
from astarlib._support.plain_values import is_number
from astarlib.engines import (
    AStar,
    BreadthFirst,
    CycleCheck,
    DepthFirst,
    Dijkstra,
    Engine,
    GreedyBestFirst,
    IDAStar,
    IterativeDeepening,
    WeightedAStar,
)


class Needs(Enum):
    """What the bound of an engine needs of the heuristic."""

    NOTHING = "nothing"
    """It holds whatever the heuristic says."""
    ADMISSIBLE = "admissible"
    """It holds when h never overestimates, though it may be inconsistent."""
    CONSISTENT = "consistent"


@dataclass(frozen=True, slots=True, kw_only=True)
class Promise:
    """What an engine promises, beyond what every engine has to keep.

    Parameters
    ----------
    bound:
        A solution costs at most this many times the optimum, at least 1; 1 is optimal, inf promises nothing.
    needs:
        What that bound needs of the heuristic.
    equal_costs:
        Whether that bound is only promised where all steps cost the same, as that of a breadth-first search.
    complete:
        Whether on every finite space it ends with a solution, or with a proof that there is none.

    Raises
    ------
    ValueError
        When ``bound`` is no number of at least 1.
    TypeError
        When ``needs`` is no ``Needs``, or another field no truth value.
    """

    bound: float = math.inf
    needs: Needs = Needs.CONSISTENT
    equal_costs: bool = False
    complete: bool = True

    def __post_init__(self) -> None:
        if not isinstance(self.needs, Needs):
            raise TypeError(f"needs must be a Needs, for instance Needs.ADMISSIBLE, not {self.needs!r}")
        for name in ("equal_costs", "complete"):
            if not isinstance(value := getattr(self, name), bool):
                raise TypeError(f"{name} must be True or False, not {value!r}")
        if not is_number(self.bound, 1, math.inf):
            raise ValueError(f"bound must be a number of at least 1, not {self.bound!r}")


def _best_first(bound: float, engine: AStar | WeightedAStar) -> Promise:
    return Promise(bound=bound, needs=Needs.ADMISSIBLE if engine.reopen else Needs.CONSISTENT)


_KNOWN: Final[Mapping[type[Engine], Callable[[Any], Promise]]] = MappingProxyType(  # Any: an engine of that class
    {
        AStar: lambda engine: _best_first(1, engine),
        WeightedAStar: lambda engine: _best_first(engine.weight, engine),
        GreedyBestFirst: lambda _: Promise(),
        Dijkstra: lambda _: Promise(bound=1, needs=Needs.NOTHING),
        BreadthFirst: lambda _: Promise(bound=1, needs=Needs.NOTHING, equal_costs=True),
        DepthFirst: lambda _: Promise(),
        IDAStar: lambda engine: Promise(
            bound=1, needs=Needs.ADMISSIBLE, complete=engine.cycle_check is CycleCheck.PATH
        ),
        IterativeDeepening: lambda engine: Promise(
            bound=1, needs=Needs.NOTHING, equal_costs=True, complete=engine.cycle_check is CycleCheck.PATH
        ),
    }
)

_COMPILED: Final = {kind: base for kind in compiled.ENGINES.values() for base in kind.__mro__ if base in _KNOWN}
"""Compiled engines, and those that promise the same."""


def promise_of(engine: Engine) -> Promise:
    """What one of our own engines promises; TypeError for others, which have to be told."""
    kind = type(engine)  # and none of its bases: a subclass may be anything
    known = _KNOWN.get(_COMPILED.get(kind, kind))
    if known is None:
        raise TypeError(
            f"what {engine!r} promises is not known; say it, for instance promise=Promise(bound=1) when it is optimal"
        )
    return known(engine)
