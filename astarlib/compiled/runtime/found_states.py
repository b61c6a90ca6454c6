"""The states that a compiled exploration found, in the arrays of its search."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, Final

import numpy as np

from astarlib._support.interrupts import raise_if_from_handler
from astarlib.compiled.kernels.codes import NEXT_NODE
from astarlib.compiled.runtime.best_first_search import CompiledBestFirstAlgorithm
from astarlib.compiled.runtime.storage import ROOT
from astarlib.engines.exploring import FoundStates
from astarlib.problem import S
from astarlib.search import Search

_CHUNK: Final = 1 << 12
"""The number of states that iteration copies from the arrays at a time."""


class PackedStates(FoundStates[S]):
    """The nodes of a search whose g is final. An open node with a g up to ``final`` can't be reached more cheaply."""

    def __init__(self, search: Search[S, Any], final: float) -> None:
        self._search = search
        self._final = final

    def __getstate__(self) -> dict[str, Any]:
        return {"_search": self._search, "_final": self._final}  # The rest can be made again.

    @property
    def _algorithm(self) -> CompiledBestFirstAlgorithm[S, Any]:
        algorithm: Any = self._search._algorithm  # noqa: SLF001  # Any: that of `explore`, whose arrays are the states
        return algorithm  # type: ignore[no-any-return]  # as above

    @cached_property
    def _nodes(self) -> Any:
        """The nodes in the order of their g, and otherwise in the order in which they were generated."""
        storage = self._algorithm.storage
        gs = storage.nodes.gs[: storage.counters[NEXT_NODE]]
        closed = np.unpackbits(storage.nodes.closed, bitorder="little", count=len(gs))
        found = np.flatnonzero((closed == 1) | (gs <= self._final))
        found = found[found >= ROOT].astype(np.uint32)
        return found[np.argsort(narrowed(gs[found]), kind="stable")]

    def cost(self, state: S) -> float | None:
        algorithm, key = self._algorithm, self._algorithm.problem.state_key
        try:
            node = algorithm.node_of(state)
        except Exception as error:  # noqa: BLE001  # A domain may raise anything for an object that is no state.
            raise_if_from_handler(error)
            return None
        if node == 0 or not (algorithm.is_closed(node) or algorithm.g(node) <= self._final):
            return None
        stored = algorithm.state(node)  # Objects that aren't states may be packed like a state.
        is_same = stored == state if key is None else key(stored) == key(state)
        return algorithm.g(node) if is_same else None

    def layers(self) -> Mapping[float, int]:
        costs, counts = np.unique(narrowed(self._algorithm.storage.nodes.gs[self._nodes]), return_counts=True)
        return dict(zip(costs.tolist(), counts.tolist(), strict=True))

    def __iter__(self) -> Iterator[S]:
        storage, decode = self._algorithm.storage, self._algorithm.decode
        words = storage.nodes.states.size // storage.nodes.gs.size
        for first in range(0, len(self), _CHUNK):
            nodes = self._nodes[first : first + _CHUNK]
            states = storage.nodes.states.reshape(-1, words)[nodes]
            packed = states[:, 0].tolist() if words == 1 else map(tuple, states.tolist())
            yield from map(decode, packed, storage.nodes.auxes[nodes].tolist())

    def __len__(self) -> int:
        return len(self._nodes)


def narrowed(keys: Any) -> Any:  # Any: numpy's arrays
    """Return whole numbers as 16 bits if they fit. numpy sorts these in linear time."""
    fits = keys.dtype.kind == "u" and keys.dtype.itemsize > 2 and keys.max(initial=0) < 1 << 16  # bytes
    return keys.astype(np.uint16) if fits else keys
