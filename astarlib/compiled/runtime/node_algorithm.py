"""The base class of algorithms that store nodes in a `Storage`: states, paths and edges of nodes."""

from __future__ import annotations

import math
import warnings
from abc import abstractmethod
from typing import Any

import numpy as np

from astarlib.compiled.kernels import verification
from astarlib.compiled.kernels.codes import BAD_RESOURCES, FAULT_EDGE, FAULT_NODE, FAULT_VALUE, NEXT_NODE, NO_EDGE
from astarlib.compiled.kernels.data import Nodes
from astarlib.compiled.runtime.kernel_errors import domain_error
from astarlib.compiled.runtime.labels import growth_of
from astarlib.compiled.runtime.packed_algorithm import PackedAlgorithm, find_edge
from astarlib.compiled.runtime.saved_arrays import Arrays, first_wrong_node, require
from astarlib.compiled.runtime.storage import AUXES, DEAD_H, ROOT, Storage
from astarlib.errors import CheckpointError
from astarlib.problem import A, S
from astarlib.resolving.resolved_problem import is_compiled
from astarlib.result import Path, StoredState
from astarlib.searching.algorithm import Edge
from astarlib.searching.dominance import resources_of


class NodeAlgorithm(PackedAlgorithm[S, A]):
    """An algorithm that stores packed states as nodes."""

    _kernels: Any  # Any: a namespace of numba dispatchers
    _known_path: tuple[Any, Path[S, A]] | None = None
    """The nodes, the g and the content of the path that was made last."""

    @property
    @abstractmethod
    def storage(self) -> Storage:
        """The arrays of the nodes."""

    @abstractmethod
    def is_closed(self, node: int) -> bool:
        """Return True if a node was expanded."""

    def _write_roots(self, storage: Storage) -> None:
        """Write the initial states as the first nodes."""
        for root in self._roots:
            storage.widen_for(root.h)
        end = storage.reserve(len(self._roots), self._domain.max_successors)
        states, _, _, hs, auxes, _ = storage.nodes  # The g and the parents of the first nodes are 0 already.
        for node, root in enumerate(self._roots, ROOT):
            for at, word in enumerate(root.words, node * len(root.words)):
                states[at] = word
            auxes[node], hs[node] = root.aux, DEAD_H[hs.itemsize] if root.h == math.inf else root.h
        # Beam search adds other nodes first.
        storage.counters[NEXT_NODE] = max(end, storage.counters.item(NEXT_NODE))

    def _is_in_domain(self, name: str, effect: str) -> bool:
        """Return True if the domain has this method of the problem. Otherwise, warn that it isn't used. If it can't be
        translated, raise the error that says why.
        """
        if getattr(self._domain, name) is not None and is_compiled(self.problem.problem, name):
            return True
        refusals: dict[str, Exception] = getattr(self.problem.compiled_domain, "refusals", {})
        if name in refusals:  # The problem was translated, but for this method.
            raise refusals[name]
        kind = type(self.problem.problem).__name__
        warnings.warn(
            f"the compiled_domain of {kind} has no {name}, or an older version than {kind} itself, so {effect}; pass "
            f"{name} to CompiledDomain (see the guide: write a compiled domain)",
            stacklevel=8,
        )
        return False

    def growth(self) -> int:
        return self.storage.growth() + growth_of(self.storage.labels)

    def decode(self, words: Any, aux: int) -> S:  # Any: an int or a tuple of ints
        """Return the state that is packed as these words."""
        return self._domain.decode(words, aux)

    def state(self, node: int) -> S:
        """Return the state of a node."""
        return self.decode(self.storage.words_of(node), int(self.storage.nodes.auxes[node]))

    def g(self, node: int) -> float:
        """Return the g of a node."""
        g: float = self.storage.nodes.gs.item(node)
        return g

    def _h(self, node: int) -> float:
        hs = self.storage.nodes.hs
        h: float = hs.item(node)
        return math.inf if h == DEAD_H[hs.itemsize] else h

    def node_of(self, state: S) -> int:
        """Return the node of a state, or 0 if the state isn't stored."""
        return self._find_node(self._domain.encode(state)[0])

    def _find_node(self, words: Any, slots: Any = None, node_bits: Any = None) -> int:  # Any: numpy's
        """Return the node that a hash table, by default that of the storage, has for a packed state, or 0."""
        storage, packed = self.storage, np.uint64(words) if isinstance(words, int) else tuple(map(np.uint64, words))
        if slots is None:
            slots, node_bits = storage.slots, storage.node_bits
        return int(self._kernels.find_node(slots, node_bits, storage.nodes.states, packed))

    def _stored_state(self, node: int) -> StoredState:
        parent, state, g = int(self.storage.nodes.parents[node]), self.state(node), self.g(node)
        if parent == 0:
            return StoredState(state, g, self._h(node), None, None, self.is_closed(node))
        parent_state = self.state(parent)
        action = find_edge(self.problem, parent_state, state, self.g(parent), g)[0]
        return StoredState(state, g, self._h(node), parent_state, action, self.is_closed(node))

    def _chain(self, node: int) -> list[int]:
        """Return the nodes from the initial state to a node."""
        parent_of, chain = self.storage.nodes.parents.item, [node]
        while (node := parent_of(node)) != 0:
            chain.append(node)
        chain.reverse()
        return chain

    def _path(self, node: int) -> Path[S, A]:
        arrays, chain = self.storage.nodes, self._chain(node)
        index: Any = np.array(chain)
        gs = arrays.gs[index].tolist()
        decode, words = self._domain.decode, self._domain.words
        # Copies, because the search can go on before the states are read.
        packed: Any = arrays.states[index] if words == 1 else arrays.states.reshape(-1, words)[index]
        auxes = arrays.auxes[index]
        # The solution is often also the path to the state with the smallest h. A number may be that of another state by
        # now, because beam search uses numbers again.
        made_from, known = (chain, gs, packed.tobytes()), self._known_path
        if known is not None and known[0] == made_from:
            return known[1]

        def states() -> list[S]:
            each = packed.tolist()
            return list(map(decode, each if words == 1 else map(tuple, each), auxes.tolist()))

        path = self._make_lazy_path(states, gs, self._h(node) if self._uses_h else None)
        self._known_path = made_from, path
        return path

    def _edge(self, node: int) -> Edge:
        """Return the edge to a node from its parent, for `sample`."""
        parent, g = int(self.storage.nodes.parents[node]), self.g(node)
        return Edge(
            self.state(node), g, self._h(node) if self._domain.heuristic is not None else 0,
            None if parent == 0 else self.state(parent),
            None if parent == 0 else self.g(parent),
            is_expanded=self.is_closed(node),
            rounding=self._rounding(g),
            any_action=True,
        )  # fmt: skip

    def _fault(self, code: int) -> Exception:
        """Return the error for a code that reports a fault of the domain."""
        counters, values = self.storage.counters, self.storage.values
        state, edge = self.state(int(counters[FAULT_NODE])), int(counters[FAULT_EDGE])
        if code == BAD_RESOURCES:  # The problem's own resources are asked first.
            resources_of(self.problem, state if edge == NO_EDGE else list(self.problem.edges(state))[edge][1])
        value = float(values[FAULT_VALUE])
        return domain_error(code, self._domain, self.problem.problem, state=state, edge=edge, value=value)

    def _verify_paths(self, dumped: Arrays) -> None:
        """Raise CheckpointError unless the first nodes are the initial states, and edges lead from each node to others.
        The types and lengths of the arrays, and the numbers of the parents, were checked before.
        """
        words, count = self._domain.words, int(dumped["counters"][NEXT_NODE])
        roots, end = self._roots, ROOT + len(self._roots)
        if not np.array_equal(dumped["nodes_0"][words : end * words], np.concatenate([root.array() for root in roots])):
            raise CheckpointError(
                "the checkpoint is of another problem: its initial state differs from that of this problem"
            )
        require(
            dumped[f"nodes_{AUXES}"][ROOT:end].tolist() == [root.aux for root in roots], "the aux of the initial state"
        )
        arrays = Nodes(*(dumped[f"nodes_{part}"].copy() for part in range(len(self.storage.nodes))))
        status = np.zeros(count, np.uint8)
        status[ROOT:end] = verification.VERIFIED
        wrong = first_wrong_node(self._domain, arrays, status)
        if wrong != 0:
            raise CheckpointError(
                f"the checkpoint is damaged or of another problem: no edge of the problem leads to its state number "
                f"{wrong} from the parent of that state"
            )
