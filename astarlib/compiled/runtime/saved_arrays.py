"""Checks of the arrays of a saved search, which may come from an untrusted file: names, types, lengths and numbers.
Kernels use these numbers as array indices, so no number may reach a kernel unchecked.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from astarlib.compiled.codegen.specialize import specialize
from astarlib.compiled.codegen.tables import layout_of
from astarlib.compiled.kernels import codes, float_costs, int_costs, one_side, two_sides, verification
from astarlib.compiled.kernels.data import Nodes
from astarlib.compiled.runtime.storage import AUXES, CLOSED, GS, HS, PARENTS, ROOT, STATES, length_of, sums
from astarlib.compiled_domain import CompiledDomain
from astarlib.errors import CheckpointError

Arrays = Mapping[str, Any]
"""Arrays by name. Any: numpy's arrays."""


def require(condition: object, expected: str) -> None:
    """Raise CheckpointError unless the condition is true. ``expected`` describes the condition."""
    if not condition:
        raise CheckpointError(f"the checkpoint contradicts itself: expected {expected}")


def require_array(arrays: Arrays, name: str, kind: Any, length: int | None = None) -> Any:
    """Return the array of that name; CheckpointError unless it has that type and, if it is given, that length."""
    array = arrays.get(name)
    require(array is not None, f"an array {name}")
    description = f"{name} to be a row of {np.dtype(kind)}"
    require(array.ndim == 1 and array.dtype == np.dtype(kind), description)  # type: ignore[union-attr]  # not None
    require(length is None or len(array) == length, f"{name} to have {length} items")  # type: ignore[arg-type]
    return array


def first_wrong_node(domain: CompiledDomain[Any], nodes: Nodes, status: Any, *, side: Any = None) -> int:
    """Return the first node to which no edge leads from its parent, or 0.
    ``nodes`` are the arrays of a search or side, and ``status`` says which have no parent (see
    `verification.verify_nodes`).
    """
    modules = int_costs if domain.costs is int else float_costs, one_side if side is None else two_sides, verification
    kernels, stack = specialize(domain, modules, ("verify_nodes",)), np.zeros(len(status), nodes.parents.dtype)
    tables = layout_of(domain.tables)
    wrong: int = kernels.verify_nodes(
        tables.address, nodes, len(status), domain.max_successors, status, stack, 0 if side is None else np.uint64(side)
    )
    return int(wrong)


# --- cost limits, which may be any numbers ----------------------------------------------------------------------------


def cost_to_text(number: Any) -> str:  # Any: an int, float, Fraction, Decimal or number of numpy
    """Return a cost limit as text from which `text_to_cost` restores the exact number."""
    if isinstance(number, float):
        return repr(float(number))
    return str(Fraction(number)) if math.isfinite(number) else repr(float(number))


def text_to_cost(text: str) -> float | Fraction:
    """Return the number that `cost_to_text` has converted to text."""
    if "/" in text:
        return Fraction(text)
    return int(text) if text.lstrip("-").isdigit() else float(text)


# --- the nodes of a best-first search ---------------------------------------------------------------------------------


def check_nodes(arrays: Arrays, domain: CompiledDomain[Any], aux_type: Any) -> None:
    """Raise CheckpointError unless the arrays are those of a best-first search on a domain.
    Afterwards, types, lengths, node numbers and counters are consistent, and the frontier has all open states. The
    states may be those of another problem.
    """
    counters, is_closed, dead = _check_arrays(arrays, domain, aux_type)
    is_open = ~is_closed & ~dead
    is_open[0] = dead[0] = False
    _check_counters(counters, len(dead), closed=int(is_closed.sum()), dead=int(dead.sum()))
    _check_frontier(arrays, counters, len(dead), is_open)


def check_layers(arrays: Arrays, domain: CompiledDomain[Any], aux_type: Any) -> None:
    """Raise CheckpointError unless the arrays are those of a beam search on a domain, as `check_nodes` does."""
    counters, is_retired, dead = _check_arrays(arrays, domain, aux_type)
    values, gs, hs = arrays["values"], arrays[f"nodes_{GS}"], arrays[f"nodes_{HS}"]
    layer, layer_end, first, count = counters[[codes.LAYER, codes.LAYER_END, codes.FIRST_CANDIDATE, codes.NEXT_NODE]]
    require(ROOT <= layer <= layer_end <= first <= count and first > ROOT, "nodes, layer and candidates in this order")
    require(counters[codes.WIDTH] >= 1, "a width of at least 1")
    bounds = values[[codes.BOUND, codes.DROPPED, codes.ABOVE]]
    require((bounds >= 0).all(), "bounds of at least 0")
    require(not dead[ROOT + 1 :].any() and (layer_end == ROOT or not dead[ROOT] or layer > ROOT), "no dead ends")
    is_held = ~is_retired
    kept, found = int(is_held[ROOT:first].sum()), int(is_held[first:].sum())
    require(counters[codes.KEPT] == kept, f"{kept} kept states")
    require(kept <= counters[codes.STORED] <= kept + found, "at most as many stored states as nodes")
    waiting = int(is_held[layer:layer_end].sum())
    require(counters[codes.FRONTIER] == waiting + found, f"{waiting + found} states in the frontier")
    require(values[codes.BOUND] < np.inf or counters[codes.FRONTIER] == 0, "a finite bound if states are left")
    goal, nearest = int(counters[codes.GOAL]), int(counters[codes.NEAREST])
    require(ROOT <= nearest < count and goal < count, "goal and nearest state to be nodes")
    require((goal > 0) == (counters[codes.SOLUTIONS] > 0), "a goal if there is a solution")
    require(values[codes.BEST] == (gs[goal] if goal > 0 else np.inf), "the cost of the best solution")
    require(dead[nearest] or values[codes.MIN_H] == hs[nearest], "the smallest h")


def _check_arrays(arrays: Arrays, domain: CompiledDomain[Any], aux_type: Any) -> tuple[Any, Any, Any]:
    """Raise CheckpointError unless types, lengths and parents are consistent.
    Return the counters, and two boolean arrays: the nodes with a closed bit, and the dead ends.
    """
    counters = require_array(arrays, "counters", np.int64, codes.COUNTER_COUNT)
    require(int(counters.min()) >= 0, "counters of at least 0")
    values = require_array(arrays, "values", np.float64, codes.VALUE_COUNT)
    _check_values(values)
    count = int(counters[codes.NEXT_NODE])
    nodes, none = _node_arrays(arrays, domain, aux_type, count)
    require(nodes.parents[ROOT] == 0, "an initial state without a parent")
    is_closed = np.unpackbits(nodes.closed, bitorder="little")
    require(not is_closed[count:].any() and not is_closed[0], "closed bits of nodes alone")
    return counters, is_closed[:count].astype(bool), nodes.hs == none


def check_sides(arrays: Arrays, domain: CompiledDomain[Any], aux_type: Any) -> None:
    """Raise CheckpointError unless the arrays are those of a bidirectional search on a domain; see `check_nodes`."""
    counters = require_array(arrays, "counters", np.int64, codes.SIDES_COUNTER_COUNT)
    values = require_array(arrays, "values", np.float64, codes.SIDES_VALUE_COUNT)
    _check_values(values)
    require(values[codes.BOUND] >= 0, "a bound of at least 0")
    require_array(arrays, "parked", np.uint32)
    count = int(counters[codes.NEXT_NODE])
    nodes, none = _node_arrays(arrays, domain, aux_type, count, sides=2)
    gs, is_stored, dead = nodes.gs, nodes.gs != none, nodes.hs == none
    is_stored[:2] = False
    bits = np.unpackbits(nodes.closed, bitorder="little")
    is_closed = bits[: 2 * count].astype(bool)
    require(not bits[2 * count :].any() and not (is_closed & ~(is_stored & ~dead)).any(), "closed bits of stored nodes")
    require((is_stored[2::2] | is_stored[3::2]).all(), "each node on one of the sides")
    expanded, goal, node = (int(counters[at]) for at in (codes.EXPANDED, codes.GOAL, codes.EXPANDING))
    closed = int(is_closed[::2].sum()), int(is_closed[1::2].sum())
    require(((expanded + 1) // 2, expanded // 2) == closed, "as many expansions as closed nodes, by turns")
    require(counters[codes.STORED] == is_stored.sum(), "as many stored states as nodes of both sides")
    require(counters[codes.DEAD_ENDS] == (is_stored & dead).sum(), "as many dead ends as nodes with an infinite h")
    changing = np.delete(counters, codes.CHECKED_AT)
    require(changing.min() >= 0 and counters[codes.CHECKED_AT] >= -1, "counters of at least 0")
    require(counters[codes.REPORTED] <= counters[codes.SOLUTIONS], "at most as many reported solutions as found ones")
    indices = (codes.NEAREST, codes.FIRST_FORWARD, codes.FIRST_BACKWARD, codes.FAULT_NODE, codes.GOAL, codes.EXPANDING)
    require(counters[list(indices)].max() < count, "numbers of nodes")
    require(is_stored[2 * counters[codes.NEAREST]], "the nearest state on the forward side")
    upper = float(values[codes.BEST])
    require((goal == 0) == (upper == np.inf), "a cost of the solution if there is one")
    if goal != 0:
        require(is_stored[2 * goal] and is_stored[2 * goal + 1], "a solution where both sides meet")
        require(float(gs[2 * goal]) + float(gs[2 * goal + 1]) == upper, "the cost of the solution")
    is_open = is_stored & ~is_closed & ~dead
    require(node == 0 or is_open[2 * node + expanded % 2], "an open node in expansion")
    fs = np.where(is_open, sums(gs, nodes.hs), np.inf)
    for side in (0, 1):
        order = require_array(arrays, f"order_{side}", np.uint32)
        require(len(order) == 0 or ROOT <= int(order.min()) <= int(order.max()) < count, "nodes in the frontier")
        is_live = is_open[side::2] & ~is_closed[1 - side :: 2] & (fs[side::2] < upper)
        require(np.array_equal(np.sort(order), np.flatnonzero(is_live)), "every live node once in the frontier")
    is_done = min(len(arrays["order_0"]), len(arrays["order_1"])) == 0
    require(values[codes.BOUND] < np.inf or is_done, "a finite bound if both sides have states left")


class CheckedShard(NamedTuple):
    """Values that `check_shard` returns. The arrays have an item for each node. Any: numpy's arrays."""

    end: int
    """The number after that of the last node."""
    nodes: Nodes
    homes: Any


def check_shard(arrays: Arrays, prefix: str, domain: CompiledDomain[Any]) -> CheckedShard:
    """Raise CheckpointError unless the arrays ``prefix…`` are those of a shard. Parents are checked elsewhere."""
    part = {name.removeprefix(prefix): array for name, array in arrays.items() if name.startswith(prefix)}
    counters = require_array(part, "counters", np.int64, codes.COUNTER_COUNT)
    require(int(counters.min()) >= 0, "counters of at least 0")
    values = require_array(part, "values", np.float64, codes.VALUE_COUNT)
    _check_values(values)
    require_array(part, "parked", np.uint32)
    require(int(require_array(part, "shard", np.int64, 4).min()) >= -1, "numbers of a round")
    require(np.isfinite(require_array(part, "seconds", np.float64, 1)).all(), "a number of seconds")
    count = int(counters[codes.NEXT_NODE])
    require(ROOT <= count <= 2**32, "at most 4,294,967,295 nodes")
    nodes, none = _typed_arrays(part, domain, _aux_type(domain), count)
    homes = require_array(part, "marks", np.uint8, count)
    bits = np.unpackbits(nodes.closed, bitorder="little")
    is_closed, dead = bits[:count].astype(bool), nodes.hs == none
    require(not bits[count:].any() and not is_closed[0], "closed bits of nodes alone")
    require(counters[codes.EXPANDED] == is_closed.sum(), "as many expansions as closed nodes")
    require(counters[codes.REOPENED] < count, "fewer reopened states than nodes")
    indices = (codes.NEAREST, codes.EXPANDING, codes.GOAL, codes.FAULT_NODE)
    require(counters[list(indices)].max() < count, "numbers of nodes")
    order = require_array(part, "order", np.uint32)
    is_open = ~is_closed & ~dead
    is_open[0] = False
    require(len(order) == 0 or ROOT <= int(order.min()) <= int(order.max()) < count, "nodes in the frontier")
    require(len(np.unique(order)) == len(order) and is_open[order].all(), "open nodes in the frontier, each once")
    is_live = is_open & (sums(nodes.gs, nodes.hs) < values[codes.BEST])
    is_live[order] = is_live[counters[codes.EXPANDING]] = False
    require(not is_live.any(), "every live node in the frontier")
    return CheckedShard(count, nodes, homes)


def _check_values(values: Any) -> None:
    """Raise CheckpointError unless each f, h, cost or bound in ``values`` is at least 0, or -inf before its first."""
    require(not np.isnan(values).any(), "numbers in values")
    require((values[[codes.MIN_H, codes.MIN_REJECTED_F, codes.BEST]] >= 0).all(), "h, f and costs of at least 0")
    expanded, bound = values[[codes.MAX_F_EXPANDED, codes.BOUND_BEFORE_PRUNING]], values[codes.BOUND]
    require(((expanded >= 0) | (expanded == -np.inf)).all(), "f of expanded states of at least 0")
    require((expanded < np.inf).all(), "finite f of expanded states")
    require(bound >= 0 or bound == -np.inf, "a bound of at least 0")


def _aux_type(domain: CompiledDomain[Any]) -> Any:
    return np.uint8 if domain.max_aux < 1 << 8 else np.uint16


def _node_arrays(
    arrays: Arrays, domain: CompiledDomain[Any], aux_type: Any, count: int, *, sides: int = 1
) -> tuple[Nodes, Any]:
    """Return the arrays of the nodes, after checks of each one alone, and the value that marks a dead end."""
    require(ROOT + 1 <= count <= 2**32, "at least one node and at most 4,294,967,295")
    nodes, none = _typed_arrays(arrays, domain, aux_type, count, sides=sides)
    require(int(nodes.parents.max()) < count, "parents to be nodes")
    return nodes, none


def _typed_arrays(
    arrays: Arrays, domain: CompiledDomain[Any], aux_type: Any, count: int, *, sides: int = 1
) -> tuple[Nodes, Any]:
    """Return the arrays of the nodes, after checks of types and lengths, and the value that marks a dead end."""
    costs = _type_of_costs(arrays, domain)
    types = {STATES: np.uint64, PARENTS: np.uint32, GS: costs, HS: costs, AUXES: aux_type, CLOSED: np.uint8}
    arrays_of = (
        require_array(arrays, f"nodes_{part}", types[part], length_of(part, count, domain.words, sides))
        for part in range(len(types))
    )
    nodes = Nodes(*arrays_of)
    require(int(nodes.auxes.max()) <= domain.max_aux, f"aux to be at most {domain.max_aux}")
    return nodes, np.inf if domain.costs is float else np.iinfo(costs).max


def _type_of_costs(arrays: Arrays, domain: CompiledDomain[Any]) -> Any:
    gs = arrays.get(f"nodes_{GS}")
    allowed = [np.dtype(np.float64)] if domain.costs is float else [np.dtype(f"u{size}") for size in (1, 2, 4)]
    require(gs is not None and gs.dtype in allowed, f"g to be of the type {allowed[-1]}")
    return gs.dtype  # type: ignore[union-attr]  # not None


def _check_counters(counters: Any, count: int, *, closed: int, dead: int) -> None:
    require(counters[codes.EXPANDED] == closed, f"as many expansions as closed nodes, {closed}")
    require(counters[codes.DEAD_ENDS] == dead, f"{dead} dead ends")
    require(counters[codes.REOPENED] < count - 1, "fewer reopened states than nodes")
    before_last_f = counters[codes.EXPANDED_BEFORE_LAST_F]
    require(before_last_f <= counters[codes.EXPANDED], "at most as many expansions before the last f as in total")
    require(ROOT <= counters[codes.NEAREST] < count, "the nearest state to be a node")
    require(counters[codes.EXPANDING] < count and counters[codes.GOAL] < count, "goal and expanded state to be nodes")


def _check_frontier(arrays: Arrays, counters: Any, count: int, is_open: Any) -> None:
    parked, order = (require_array(arrays, name, np.uint32) for name in ("parked", "order"))
    require(counters[codes.PARKED] <= len(parked), "room for all parked nodes")
    parked = parked[: counters[codes.PARKED]]
    expanding, goal = int(counters[codes.EXPANDING]), int(counters[codes.GOAL])
    for name, numbers in (("parked", parked), ("order", order)):
        require(len(numbers) == 0 or ROOT <= int(numbers.min()) <= int(numbers.max()) < count, f"nodes in {name}")
    is_held = np.zeros(count, bool)
    is_held[order] = True
    require(int(is_held.sum()) == len(order), "each node in the frontier once")
    require(not (is_held & ~is_open).any(), "open nodes in the frontier")
    is_held[parked] = True
    require(expanding == 0 or is_open[expanding], "an open node in expansion")
    require(goal == 0 or is_open[goal], "an open goal")
    if expanding != 0:
        is_held[expanding] = True
    require(not (is_open & ~is_held).any(), "every open node in the frontier")
