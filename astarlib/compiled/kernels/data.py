"""The data of a search, by name, as kernels get them. numba compiles named tuples of arrays."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

Value: TypeAlias = Any
"""A number, array or tuple in a kernel. Any: its type is known when numba compiles the kernel, not before."""


class Nodes(NamedTuple):
    """The arrays of the nodes. Node 0 doesn't exist."""

    states: Value
    parents: Value
    gs: Value
    hs: Value
    auxes: Value
    closed: Value
    """A bit for each node."""


class Table(NamedTuple):
    """A hash table from states to nodes."""

    slots: Value
    node_bits: Value
    """The number of bits of a slot that hold the number of a node."""


class Edges(NamedTuple):
    """Room for the other ends of the edges of one node, and their costs."""

    states: Value
    hashes: Value
    auxes: Value
    costs: Value


class Data(NamedTuple):
    """Everything that the kernels of one search work on."""

    tables: Value
    """The tables of the domain."""
    weights: Value
    """The numbers from which a queue computes the rank of a node."""
    options: Value
    """A named tuple of the kernel's module."""
    nodes: Nodes
    table: Table
    queue: Value
    edges: Edges
    parked: Value
    """The nodes that are parked. ``counters[PARKED]`` is their number."""
    marks: Value
    """A byte for each node, if the search has marks."""
    counters: Value
    values: Value
