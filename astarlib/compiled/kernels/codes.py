"""What kernels and those who call them tell each other: why a kernel came back, and what lies where in its counters."""

from __future__ import annotations

from typing import Final

# --- why a kernel came back -------------------------------------------------------------------------------------------

DONE: Final = 0
"""Of a part of a kernel: go on."""
REACHED: Final = 1
SOLVED: Final = 2
EXHAUSTED: Final = 3
OVER_COST: Final = 4
"""Only states above the cost limit are left."""
MORE_NODES: Final = 5
MORE_SLOTS: Final = 6
MORE_QUEUE: Final = 7
"""The queue has no room for as many as one expansion may bring."""
MORE_RANKS: Final = 8
"""The buckets do not reach as far as FAULT_F and FAULT_H."""
MORE_WAITING: Final = 9
WIDER: Final = 10
"""A g or an h does not fit the arrays."""
BAD_COST: Final = 11
BAD_H: Final = 12
BAD_BRANCHING: Final = 13
BAD_AUX: Final = 14

# --- whole numbers: the array ``c`` -----------------------------------------------------------------------------------

EXPANDED: Final = 0
GENERATED: Final = 1
COUNT: Final = 2
"""The number of the next node; they are counted from 1."""
REOPENED: Final = 3
DEAD_ENDS: Final = 4
PEAK: Final = 5
NEAREST: Final = 6
BEFORE_TOP_F: Final = 7
EXPANDING: Final = 8
"""The node that has left the queue and whose expansion is not committed; 0: none."""
GOAL: Final = 9
WAITING: Final = 10
"""How many nodes wait above the cost limit."""
FAULT_NODE: Final = 11
FAULT_I: Final = 12
FRONT: Final = 13
"""Of buckets: the least f that may hold a node. Of a heap: how many entries it has."""
FREE: Final = 14
"""Of buckets: the first of the blocks that are free again. Of a heap: the age of the next entry."""
END: Final = 15
"""Of buckets: where the blocks that were never used begin."""
COUNTERS: Final = 16

# --- other numbers: the array ``v`` -----------------------------------------------------------------------------------

TOP_F: Final = 0
LEAST_H: Final = 1
REFUSED: Final = 2
BOUND_FLOOR: Final = 3
FAULT_F: Final = 4
FAULT_H: Final = 5
FAULT_VALUE: Final = 6
VALUES: Final = 7
