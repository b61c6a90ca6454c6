"""Return codes of kernels, and the indices of the arrays ``counters`` and ``values``."""

from __future__ import annotations

from typing import Final

# --- return codes -----------------------------------------------------------------------------------------------------

DONE: Final = 0
"""Continue. Only parts of a kernel return this code."""
STOP_REACHED: Final = 1
"""``stop_at`` expansions are done."""
SOLVED: Final = 2
EXHAUSTED: Final = 3
COST_LIMIT: Final = 4
"""Only states above the cost limit are left."""
GROW_NODES: Final = 5
"""The arrays of nodes may have too little room for the successors of one node."""
GROW_SLOTS: Final = 6
"""The hash table may become too full."""
GROW_QUEUE: Final = 7
"""The queue may have too little room for the successors of one node."""
GROW_RANKS: Final = 8
"""FAULT_F or FAULT_H is out of the range of the buckets."""
GROW_PARKED: Final = 9
"""The array of the nodes above the cost limit is full."""
GROW_WIDTH: Final = 10
"""A g or h doesn't fit the type of its array."""
BAD_COST: Final = 11
BAD_H: Final = 12
BAD_SUCCESSOR_COUNT: Final = 13
BAD_AUX: Final = 14
FOUND: Final = 15
"""Anytime search found a better solution."""
CHECK_BOUND: Final = 16
"""Anytime search has done so many expansions that the lower bound is due."""
ITERATION_DONE: Final = 17
"""Anytime search has nothing left to expand in this iteration."""

# --- indices of ``counters``, an array of int64 -----------------------------------------------------------------------

EXPANDED: Final = 0
GENERATED: Final = 1
NEXT_NODE: Final = 2
"""The number of the next node. Node numbers start at 1."""
REOPENED: Final = 3
DEAD_ENDS: Final = 4
PEAK_FRONTIER: Final = 5
NEAREST: Final = 6
"""The first stored node with the smallest h."""
EXPANDED_BEFORE_LAST_F: Final = 7
EXPANDING: Final = 8
"""The node that has left the queue but whose expansion isn't complete, or 0."""
GOAL: Final = 9
"""The goal node that was found, or 0."""
PARKED: Final = 10
"""The number of nodes that are parked because they are above the cost limit."""
FAULT_NODE: Final = 11
"""The node and the number of the edge that caused an error."""
FAULT_EDGE: Final = 12
QUEUE_FRONT: Final = 13
"""Buckets: a lower bound on the f of all entries. Heap: the number of entries."""
QUEUE_FREE: Final = 14
"""Buckets: the first free block. Heap: the age of the next entry."""
QUEUE_END: Final = 15
"""Buckets: the start of the blocks that were never used."""
GOAL_PARENT: Final = 16
"""Anytime search: the parent of GOAL on the path of the best solution, or 0. GOAL may have got another one since."""
SOLUTIONS: Final = 17
"""Anytime search: the number of solutions found, and the number of those that were reported."""
REPORTED: Final = 18
ITERATION: Final = 19
"""Anytime search: the number of the current weight."""
COUNTER_COUNT: Final = 20

# --- indices of ``values``, an array of float64 -----------------------------------------------------------------------

MAX_F_EXPANDED: Final = 0
"""The largest f of the nodes that were selected for expansion, in the unit of the queue."""
MIN_H: Final = 1
"""The smallest h of all stored nodes."""
MIN_REJECTED_F: Final = 2
"""The smallest g + h of the cheaper paths to closed states that were rejected."""
BOUND_BEFORE_PRUNING: Final = 3
"""The largest lower bound that was proved before a path was rejected."""
FAULT_F: Final = 4
"""The f, in the unit of the queue, and the h that caused GROW_RANKS."""
FAULT_H: Final = 5
FAULT_VALUE: Final = 6
"""The wrong cost, h or number of successors. FAULT_NODE and FAULT_EDGE say where it occurred."""
BEST_COST: Final = 7
"""Anytime search: the cost of the best solution, or inf."""
PROVED_BOUND: Final = 8
"""Anytime search: the lower bound that was computed last."""
VALUE_COUNT: Final = 9
