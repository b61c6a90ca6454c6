"""The arrays of a saved search, checked without trust: their names, types, lengths and numbers.

Kernels look nowhere but where these numbers send them, so no number may reach a kernel unchecked.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from astarlib.compiled.kernels import codes
from astarlib.compiled.storage import AUXES, CLOSED, GS, HS, PARENTS, ROOT, STATES, length_of
from astarlib.compiled_domain import CompiledDomain
from astarlib.errors import CheckpointError

Arrays = Mapping[str, Any]
"""Any: numpy's arrays, by their names."""


def require(is_true: object, what: str) -> None:
    """Raise CheckpointError unless something is true of the arrays; ``what`` says it."""
    if not is_true:
        raise CheckpointError(f"the checkpoint contradicts itself: expected {what}")


def require_array(arrays: Arrays, name: str, kind: Any, length: int | None = None) -> Any:
    """Return the array of that name; CheckpointError unless it has that type and, if one is given, that length."""
    array = arrays.get(name)
    require(array is not None, f"an array {name}")
    expected = f"{name} to be a row of {np.dtype(kind)}"
    require(array.ndim == 1 and array.dtype == np.dtype(kind), expected)  # type: ignore[union-attr]  # it is there
    require(length is None or len(array) == length, f"{name} to have {length} items")  # type: ignore[arg-type]
    return array


# --- numbers that need not fit an array -------------------------------------------------------------------------------


def text_of(number: Any) -> str:  # Any: an int, float, Fraction, Decimal or number of numpy
    """Return a cost limit as text that ``number_of`` reads again, exactly."""
    if isinstance(number, float):
        return repr(float(number))
    return str(Fraction(number)) if math.isfinite(number) else repr(float(number))


def number_of(text: str) -> float | Fraction:
    """Return the number that ``text_of`` has written."""
    if "/" in text:
        return Fraction(text)
    return int(text) if text.lstrip("-").isdigit() else float(text)


# --- the nodes of a best-first search ---------------------------------------------------------------------------------


def check_nodes(arrays: Arrays, domain: CompiledDomain[Any], aux_type: Any) -> None:
    """Raise CheckpointError unless the arrays are those of a best-first search on a domain.

    Types, lengths, numbers of nodes and counters fit each other then, and no open state is missing in the frontier.
    Whether the states are those of the problem isn't looked at here.
    """
    c = require_array(arrays, "c", np.int64, codes.COUNTERS)
    v = require_array(arrays, "v", np.float64, codes.VALUES)
    require(not np.isnan(v).any(), "numbers in v")
    count = int(c[codes.COUNT])
    require(ROOT + 1 <= count <= 2**32, "at least one node and at most 4,294,967,295")
    costs = _type_of_costs(arrays, domain)
    types = {STATES: np.uint64, PARENTS: np.uint32, GS: costs, HS: costs, AUXES: aux_type, CLOSED: np.uint8}
    nodes = [
        require_array(arrays, f"nodes_{part}", types[part], length_of(part, count, domain.words))
        for part in range(len(types))
    ]
    require(int(nodes[AUXES].max()) <= domain.max_aux, f"aux to be at most {domain.max_aux}")
    require(int(nodes[PARENTS].max()) < count and nodes[PARENTS][ROOT] == 0, "parents to be nodes")
    dead = nodes[HS] == (np.inf if domain.costs is float else np.iinfo(costs).max)
    is_closed = np.unpackbits(nodes[CLOSED], bitorder="little")
    require(not is_closed[count:].any() and not is_closed[0], "closed bits of nodes alone")
    is_closed = is_closed[:count].astype(bool)
    is_open = ~is_closed & ~dead
    is_open[0] = dead[0] = False
    _check_counters(c, count, closed=int(is_closed.sum()), dead=int(dead.sum()))
    _check_frontier(arrays, c, count, is_open)


def _type_of_costs(arrays: Arrays, domain: CompiledDomain[Any]) -> Any:
    gs = arrays.get(f"nodes_{GS}")
    allowed = [np.dtype(np.float64)] if domain.costs is float else [np.dtype(f"u{size}") for size in (1, 2, 4)]
    require(gs is not None and gs.dtype in allowed, f"g to be of the type {allowed[-1]}")
    return gs.dtype  # type: ignore[union-attr]  # it is there


def _check_counters(c: Any, count: int, *, closed: int, dead: int) -> None:
    require(int(c.min()) >= 0, "counters of at least 0")
    require(c[codes.EXPANDED] == closed, f"as many expansions as closed nodes, {closed}")
    require(c[codes.DEAD_ENDS] == dead, f"{dead} dead ends")
    require(c[codes.REOPENED] < count - 1, "fewer reopened states than nodes")
    require(c[codes.BEFORE_TOP_F] <= c[codes.EXPANDED], "no more expansions before the last f than in all")
    require(ROOT <= c[codes.NEAREST] < count, "the nearest state to be a node")
    require(c[codes.EXPANDING] < count and c[codes.GOAL] < count, "goal and expanded state to be nodes")


def _check_frontier(arrays: Arrays, c: Any, count: int, is_open: Any) -> None:
    waiting, order = (require_array(arrays, name, np.uint32) for name in ("waiting", "order"))
    require(c[codes.WAITING] <= len(waiting), "room for all nodes that wait")
    waiting, expanding, goal = waiting[: c[codes.WAITING]], int(c[codes.EXPANDING]), int(c[codes.GOAL])
    for name, numbers in (("waiting", waiting), ("order", order)):
        require(len(numbers) == 0 or ROOT <= int(numbers.min()) <= int(numbers.max()) < count, f"nodes in {name}")
    is_held = np.zeros(count, bool)
    is_held[order] = True
    require(int(is_held.sum()) == len(order), "each node in the frontier once")
    require(not (is_held & ~is_open).any(), "open nodes in the frontier")
    is_held[waiting] = True
    require(expanding == 0 or is_open[expanding], "an open node in expansion")
    require(goal == 0 or is_open[goal], "an open goal")
    if expanding != 0:
        is_held[expanding] = True
    require(not (is_open & ~is_held).any(), "every open node in the frontier")
