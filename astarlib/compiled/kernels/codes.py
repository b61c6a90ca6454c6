"""Return codes of kernels, and the indices of the arrays ``counters`` and ``values``."""

from __future__ import annotations

from typing import Final

# --- return codes -----------------------------------------------------------------------------------------------------

DONE: Final = 0
"""Continue. Only parts of a kernel return this code."""
SKIP: Final = -1
"""There is nothing to expand this time. Only parts of a kernel return this code."""
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
PASS_DONE: Final = 15
"""Beam search has no state left for a further layer."""
BOUND_RAISED: Final = 16
"""``values[PROVED]`` is a new lower bound. The next layer waits until it is recorded."""
GROW_LAYER: Final = 17
"""The hash table of the candidates for the next layer may become too full, or their numbers too large for it."""
FOUND: Final = 18
"""An anytime or a bidirectional search has found another solution."""
CHECK_FIRST: Final = 19
"""The proof is complete, except that the edges of FIRST_FORWARD and FIRST_BACKWARD haven't been checked."""
GROW_SIDE_QUEUE: Final = 20
"""The queue FAULT_QUEUE may have too little room for the edges of one node."""
BAD_BACKWARD_H: Final = 21
BAD_UNIT: Final = 22
"""A cost isn't a multiple of the unit of costs."""
INCONSISTENT: Final = 23
"""A heuristic isn't consistent on an edge."""
CHEAPER_PATH: Final = 24
"""A cheaper path leads to a closed state."""
TOO_LARGE: Final = 25
"""The costs of FIRST_FORWARD and FIRST_BACKWARD have no finite sum."""
CHECK_BOUND: Final = 26
"""Anytime search has done so many expansions that the lower bound is due."""
ITERATION_DONE: Final = 27
"""Anytime search has nothing left to expand in this iteration."""
GROW_BOXES: Final = 30
"""A box of a shard may have too little room for the edges of one node."""
BAD_OWNER: Final = 31
"""``owner`` returned a negative number."""
GROW_MESSAGES: Final = 32
"""A g or h doesn't fit a narrow message."""
GROW_LABELS: Final = 33
"""The arrays of labels have too little room, or rows of another length."""
BAD_RESOURCES: Final = 34
"""A resource is NaN. FAULT_EDGE is NO_EDGE if it's one of FAULT_NODE itself."""
NO_EDGE: Final = 2**62
BAD_STEPS: Final = 35
"""``steps_to_go`` returned a number that isn't at least 0."""

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
EVALUATED: Final = 16
SOLUTIONS: Final = 17
"""The number of solutions that were found."""
REPORTED: Final = 18
"""The number of solutions that were reported."""
STORED: Final = 19
"""Beam search: the number of different states among the kept nodes and the candidates.
Bidirectional search: the stored states of both sides. A state that both have stored counts twice.
"""
FRONTIER: Final = 20
"""Beam search: the number of nodes that wait in the layer, and of candidates."""
KEPT: Final = 21
"""Beam search: the number of kept nodes that aren't retired."""
WIDTH: Final = 22
LAYER: Final = 23
"""Beam search: the next node of the layer. Kept nodes with smaller numbers are closed."""
LAYER_END: Final = 24
FIRST_CANDIDATE: Final = 25
"""The number of the first candidate for the next layer. The last one is before NEXT_NODE."""
GOAL_PARENT: Final = 26
"""Anytime search: the parent of GOAL on the path of the best solution, or 0. GOAL may have got another one since."""
ITERATION: Final = 27
"""Anytime search: the number of the current weight."""
COUNTER_COUNT: Final = 28

# --- further counters of searches with dominance ----------------------------------------------------------------------

PROCESSED: Final = 20
"""The number of edges of EXPANDING that are processed. An expansion that isn't complete goes on there."""
PRUNED: Final = 21
"""The number of those whose states are dominated."""

# --- further counters of shards ---------------------------------------------------------------------------------------

ABSORBED: Final = 20
"""The number of messages of the present box that are absorbed."""
FULLEST: Final = 21
"""The largest number of messages in a box that is being filled."""

# --- further counters of bidirectional searches, which need none after STORED -----------------------------------------

HAS_IMPROVED: Final = 20
"""1 if the expansion that isn't complete has found a better solution. GOAL is the node where the sides meet."""
CHECKED_AT: Final = 21
"""The number of expansions after which the edges of the first nodes were checked last."""
FIRST_FORWARD: Final = 22
"""The first node of each side when the kernel returned."""
FIRST_BACKWARD: Final = 23
FAULT_SIDE: Final = 24
"""The side of FAULT_NODE."""
FAULT_QUEUE: Final = 25
"""The number of the queue that caused GROW_RANKS or GROW_SIDE_QUEUE."""
SIDES_COUNTER_COUNT: Final = 26

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
BEST: Final = 7
"""The cost of the best solution, or inf."""
BOUND: Final = 8
"""The largest lower bound that was recorded."""
DROPPED: Final = 9
"""Beam search: the smallest f of the states of this pass that didn't fit into a layer."""
ABOVE: Final = 10
"""Beam search: the smallest f of the states of this pass that were left out because of a cost limit."""
PROVED: Final = 11
"""Beam search: a new lower bound that isn't recorded yet."""
VALUE_COUNT: Final = 12

# --- further values of shards -----------------------------------------------------------------------------------------

MIN_SENT: Final = 9
"""The smallest f of the messages of this round, or inf."""

# --- further values of bidirectional searches, which need none after BOUND --------------------------------------------

FAULT_BACK: Final = 9
"""For INCONSISTENT: the two h of the other end of the edge are FAULT_H and FAULT_BACK, and its cost is FAULT_VALUE."""
SIDES_VALUE_COUNT: Final = 10
