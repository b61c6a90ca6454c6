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


class Labels(NamedTuple):
    """The labels of dominance: for each key, the g and the resources of states that no other one dominates.

    A label is a row of int64 that are in the order of the numbers: g, then the resources. The rows of a key are one
    block, ordered by g, with room for a power of two.
    """

    table: Table
    """A hash table from keys to their numbers. Key 0 doesn't exist."""
    keys: Value
    """The words of each key, as many as a state has."""
    starts: Value
    """The first row of the block of each key."""
    counts: Value
    """The number of labels of each key."""
    rooms: Value
    """For each key, 0 without a block, and n for one with room for 2**(n - 1) rows."""
    rows: Value
    free: Value
    """For each n, the start of a free block, which holds the start of the next one, or -1."""
    row: Value
    """The label of the state that is processed."""
    sizes: Value
    """The next node whose label isn't collected, the number of the next key, the end of all blocks, and the length of
    a row.
    """


class Data(NamedTuple):
    """Everything that the kernels of one search work on."""

    tables: Value
    """The address of the layout of the domain's tables. See `codegen.tables.TableLayout`."""
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
    labels: Value = ()
    """The labels of dominance, if the search leaves out dominated states."""


class Path(NamedTuple):
    """The arrays of the path of IDA*, with an item for each depth."""

    states: Value
    auxes: Value
    gs: Value
    hs: Value
    edges: Value
    """The next edge of each node, or -1 if it isn't expanded yet."""
    counts: Value
    """The number of edges of each node."""
    extras: Value


class Nearest(NamedTuple):
    """The arrays of the path to the state with the smallest h."""

    states: Value
    auxes: Value
    gs: Value


class Iteration(NamedTuple):
    """Everything that the kernels of an iteration of IDA* work on."""

    tables: Value
    checks_path: Value
    """True if all states of the path are excluded, and not only the previous one."""
    path: Path
    nearest: Nearest
    hash_counts: Value
    """For each value of a part of the hash, the number of expanded states on the path with this value."""
    trail: Value
    """A set of the hashes of the states on the path, and these states, for the recursion."""
    counters: Value
    values: Value


class Tops(NamedTuple):
    """The arrays of the nodes at the top of a tree that is divided into subtrees."""

    states: Value
    auxes: Value
    gs: Value
    hs: Value
    parents: Value
    depths: Value
    edges: Value
    """The number of the edge from the parent."""
    counts: Value
    """The number of edges, or -1 if the node isn't expanded."""


class Roots(NamedTuple):
    """The roots of subtrees."""

    nodes: Value
    before: Value
    """The counts before each subtree: expanded, generated and dead ends."""


class Subtrees(NamedTuple):
    """The subtrees that threads search."""

    shared: Value
    is_done: Value
    totals: Value
    """The expanded, generated and dead ends of each complete subtree."""
    tops: Tops
    roots: Value
