"""What the algorithms that store nodes in a `Storage` have in common: states, paths and edges of nodes."""

from __future__ import annotations

import math
from abc import abstractmethod
from typing import Any

import numpy as np

from astarlib.compiled.runtime.packed_algorithm import PackedAlgorithm, find_edge
from astarlib.compiled.runtime.storage import AUXES, GS, HS, PARENTS, STATES, Storage
from astarlib.problem import A, S
from astarlib.result import Path, StoredState
from astarlib.searching.algorithm import Edge


class NodeAlgorithm(PackedAlgorithm[S, A]):
    """An algorithm that stores packed states as nodes."""

    _storage: Storage
    _kernels: Any  # Any: a namespace of numba dispatchers

    @property
    def storage(self) -> Storage:
        """The arrays of the nodes."""
        return self._storage

    @abstractmethod
    def is_closed(self, node: int) -> bool:
        """Return True if a node was expanded."""

    def decode(self, words: Any, aux: int) -> S:  # Any: an int or a tuple of ints
        """Return the state that is packed as these words."""
        return self._domain.decode(words, aux)

    def state(self, node: int) -> S:
        """Return the state of a node."""
        return self.decode(self._storage.words_of(node), int(self._storage.nodes[AUXES][node]))

    def g(self, node: int) -> float:
        """Return the g of a node."""
        g: float = self._storage.nodes[GS][node].item()
        return g

    def _h(self, node: int) -> float:
        if self._storage.is_dead(node):
            return math.inf
        h: float = self._storage.nodes[HS][node].item()
        return h

    def node_of(self, state: S) -> int:
        """Return the node of a state, or 0 if the state isn't stored."""
        return self._find_node(self._domain.encode(state)[0])

    def _find_node(self, words: Any) -> int:
        storage, packed = self._storage, np.uint64(words) if isinstance(words, int) else tuple(map(np.uint64, words))
        return int(self._kernels.find_node(storage.slots, storage.node_bits, storage.nodes[STATES], packed))

    def _stored_state(self, node: int) -> StoredState:
        parent, state, g = int(self._storage.nodes[PARENTS][node]), self.state(node), self.g(node)
        if parent == 0:
            return StoredState(state, g, self._h(node), None, None, self.is_closed(node))
        parent_state = self.state(parent)
        action = find_edge(self.problem, parent_state, state, self.g(parent), g)[0]
        return StoredState(state, g, self._h(node), parent_state, action, self.is_closed(node))

    def _chain(self, node: int) -> list[int]:
        """Return the nodes from the initial state to a node."""
        parents, chain = self._storage.nodes[PARENTS], [node]
        while parents[chain[-1]] != 0:
            chain.append(int(parents[chain[-1]]))
        chain.reverse()
        return chain

    def _path(self, node: int) -> Path[S, A]:
        chain = self._chain(node)
        h = self._h(node) if self._uses_h else None
        return self._make_path([self.state(each) for each in chain], [self.g(each) for each in chain], h)

    def _edge(self, node: int) -> Edge:
        """Return the edge to a node from its parent, for `sample`."""
        parent, g = int(self._storage.nodes[PARENTS][node]), self.g(node)
        return Edge(
            self.state(node), g, self._h(node) if self._domain.heuristic is not None else 0,
            None if parent == 0 else self.state(parent),
            None if parent == 0 else self.g(parent),
            is_expanded=self.is_closed(node),
            rounding=self._rounding(g),
            any_action=True,
        )  # fmt: skip
