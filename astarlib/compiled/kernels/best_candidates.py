"""The choice of a layer of beam search: the best candidates."""

from __future__ import annotations

import numpy as np

from astarlib.compiled.kernels.beam import ONE, ZERO, U, comes_before, make_heap, sift
from astarlib.compiled.kernels.codes import ABOVE, BEST, DONE, DROPPED, FIRST_CANDIDATE, NEXT_NODE
from astarlib.compiled.kernels.data import Data, Value
from astarlib.compiled.kernels.interface import to_number
from astarlib.compiled.kernels.nodes import is_closed


def choice_room(most: Value, count: Value) -> Value:
    """Return the number of items of ``chosen`` that `choose_layer` needs: those of a layer."""
    return most


def choose_layer(data: Data, most: Value, max_cost: Value) -> Value:
    """Write the best candidates, up to ``most``, to the heap ``chosen``. Return (DONE, count, smallest f, DROPPED,
    ABOVE).
    """
    nodes, chosen, values = data.nodes, data.options.chosen, data.values
    node, count, least = U(data.counters[FIRST_CANDIDATE]), ZERO, np.inf
    dropped, above, best = values[DROPPED], values[ABOVE], values[BEST]
    while node < U(data.counters[NEXT_NODE]):
        f = np.float64(to_number(nodes.gs[node]) + to_number(nodes.hs[node]))
        if is_closed(nodes.closed, node) or f >= best:
            pass
        elif f > max_cost:
            above = min(above, f)
        else:
            least = min(least, f)
            if count < most:
                chosen[count] = node
                count += ONE
                if count == most:
                    make_heap(nodes, chosen, count)
            else:
                worst = U(chosen[ZERO])
                if comes_before(nodes, node, worst):
                    f = np.float64(to_number(nodes.gs[worst]) + to_number(nodes.hs[worst]))
                    chosen[ZERO] = node
                    sift(nodes, chosen, ZERO, count)
                dropped = min(dropped, f)
        node += ONE
    if count < most:
        make_heap(nodes, chosen, count)
    return DONE, count, least, dropped, above
