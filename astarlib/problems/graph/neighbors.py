"""A reader of dicts of neighbors: nodes, or pairs of a node and a cost. Its errors show what to write."""

from __future__ import annotations

import reprlib
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from functools import cached_property
from itertools import repeat
from numbers import Number
from operator import itemgetter
from typing import Any

from astarlib.problems.graph.other_forms import TUPLES

_PARTS = (tuple, list)


def edges_of_mapping(source: Mapping[Any, Any]) -> Iterator[tuple[Any, Any, Any]]:
    """Yield the edges of ``{from: {to: cost}}``, ``{from: [to, ...]}`` or ``{from: [(to, cost), ...]}``.

    A neighbor is a pair of a node and a cost if its first part is a key and the pair isn't one. If the keys don't
    decide, the types of their parts do. Raise ValueError if both readings or none of them are possible.
    """
    reader = _Lists(source)
    for tail, heads in source.items():
        if isinstance(heads, Mapping):
            for head, cost in heads.items():
                yield tail, head, cost
        else:
            for head, cost in reader.neighbors(tail, heads):
                yield tail, head, cost
    reader.close()


class _Lists:
    """The lists of neighbors in one dict."""

    def __init__(self, source: Mapping[Any, Any]) -> None:
        self._source, self._keys = source, source.keys()
        self._simple: set[type] = set()  # types of neighbors that have no parts
        self._has_pairs = False
        self._reversed: tuple[Any, Any] | None = None

    def neighbors(self, tail: Any, heads: Any) -> Iterable[tuple[Any, Any]]:
        """Return the nodes next to ``tail``, each with the cost of the edge."""
        given = list(_listed(tail, heads))
        kinds = set(map(type, given))
        if isinstance(heads, tuple) and self._is_key(heads) and not all(map(self._is_key, heads)):
            raise _error(tail, f"the neighbors of {tail!r} are {heads!r}, which is a node itself", f"[{heads!r}]")
        if len(kinds) > 1 or (len(given) == 2 and isinstance(heads, tuple)):
            self._check_costs(tail, heads, given)
        if kinds <= self._simple or self._are_simple(tail, given, kinds):
            return zip(given, repeat(1))
        if kinds == {tuple} and () not in given and self._are_cells(given):
            return zip(given, repeat(1))
        return [self._pair(tail, head) for head in given]

    def close(self) -> None:
        """Raise ValueError if each pair has a node as its second part only."""
        if self._reversed is not None and not self._has_pairs:
            tail, (node, cost) = self._reversed
            raise _error(
                tail, f"the neighbor {(node, cost)!r} of {tail!r} has a known node as its second part only",
                f"{{{node!r}: {cost!r}}} if {node!r} is the node, or {{{cost!r}: {node!r}}} if {cost!r} is",
            )  # fmt: skip

    def _are_simple(self, tail: Any, heads: list[Any], kinds: set[type]) -> bool:
        """Return True if no neighbor has parts. Each type is looked at once."""
        if any(issubclass(kind, (*_PARTS, Mapping)) for kind in kinds):
            return False
        for head in heads:
            key = self._texts.get(str(head), head)
            if type(head) not in self._simple and not self._is_key(head) and key != head:
                raise _error(tail, f"the neighbor {head!r} of {tail!r} isn't a key, but {key!r} is", f"[{key!r}]")
        self._simple |= kinds
        return True

    def _are_cells(self, heads: list[Any]) -> bool:
        """Return True if all neighbors are keys, and no first part is one. It's a fast path for the usual case."""
        try:
            return self._keys >= set(heads) and self._keys.isdisjoint(map(itemgetter(0), heads))
        except TypeError:  # A part isn't hashable.
            return False

    def _pair(self, tail: Any, head: Any) -> tuple[Any, Any]:
        """Return a neighbor and the cost of its edge."""
        if not isinstance(head, _PARTS) or len(head) == 0:
            if isinstance(head, Mapping):
                if tail in {"nodes", "edges", "links"}:
                    raise ValueError(
                        f"{tail!r} is a list of dicts, not a node; pass the edges, as {TUPLES} data['edges']]"
                    )
                raise _error(tail, f"the neighbor {reprlib.repr(head)} of {tail!r} is a dict", "{node: cost}")
            return head, 1
        node = head[0]
        is_pair = len(head) == 2 and isinstance(head[1], Number | Mapping)
        if self._is_key(head):
            if is_pair and self._is_key(node):
                raise _both(tail, head)
            return head, 1
        is_known, is_like_node = self._is_key(node), isinstance(head, tuple) and self._is_like_key(head)
        if is_pair and (is_known or self._is_like_key(node)):
            if is_like_node:
                raise _both(tail, head)
            self._has_pairs |= is_known
            if not is_known and self._is_key(head[1]):
                self._reversed = self._reversed or (tail, tuple(head))
            return node, head[1]
        has_text = not is_known and str(node) in self._texts
        if is_like_node or (isinstance(head, tuple) and not has_text and not any(map(self._is_key, head))):
            return head, 1
        hint = f" (the key {self._texts[str(node)]!r} has another type)" if has_text else ""
        shown = node if is_known else next(filter(self._is_key, head), "node")
        raise _error(
            tail, f"the neighbor {reprlib.repr(head)} of {tail!r} is neither a key nor a pair (node, cost){hint}",
            f"{{{shown!r}: cost}}, or add a key if it's a node",
        )  # fmt: skip

    def _check_costs(self, tail: Any, heads: Any, given: list[Any]) -> None:
        """Raise ValueError if a number between nodes isn't like a node, or a tuple may be a pair (node, cost)."""
        nodes = [head for head in given if self._is_key(head)]
        numbers = [head for head in given if isinstance(head, Number) and not self._is_key(head)]
        if len(numbers) == 0 or len(nodes) + len(numbers) < 2:
            return
        if len(nodes) == 0:
            nodes = [head for head in given if head not in numbers and self._is_like_key(head)]
        is_pair = isinstance(heads, tuple) and len(given) == 2 and self._is_key(given[0])
        if len(nodes) > 0 and (is_pair or not self._is_like_key(numbers[0])):
            one, other = nodes[0], numbers[0]
            raise _error(
                tail, f"the neighbors of {tail!r} are {reprlib.repr(heads)}, and {other!r} isn't a key",
                f"{{{one!r}: {other!r}}} if it's a cost, or the list {[one, other]!r} and a key {other!r} if it's a "
                "node",
            )  # fmt: skip

    @cached_property
    def _texts(self) -> dict[str, Any]:
        """The keys by their text: JSON has the key "1" for the node 1."""
        return {str(key): key for key in self._source}

    @cached_property
    def _key_shapes(self) -> set[Any]:
        return set(map(_shape, self._source))

    def _is_key(self, node: Any) -> bool:
        try:
            return node in self._source
        except TypeError:  # It isn't hashable.
            return False

    def _is_like_key(self, node: Any) -> bool:
        return _shape(node) in self._key_shapes


def _shape(node: Any) -> Any:
    """Return the type of a node, or those of its parts. All numbers have the same."""
    if isinstance(node, tuple):
        return (type(node), *map(_shape, node))
    return Number if isinstance(node, Number) else type(node)


def _listed(tail: Any, heads: Any) -> Iterable[Any]:
    """Return the neighbors of ``tail``. Raise ValueError if they have no fixed order."""
    if isinstance(heads, Iterable) and not isinstance(heads, str | AbstractSet):
        return heads
    why = "; the order of a set may change from run to run" if isinstance(heads, AbstractSet) else ""
    if isinstance(tail, tuple) and len(tail) == 2 and isinstance(heads, Number):
        why = "; for a dict {(from, to): cost}, write [(*edge, cost) for edge, cost in costs.items()]"
    elif tail in {"directed", "multigraph", "graph"}:
        why = "; if this is networkx's node-link data, pass networkx.node_link_graph(data)"
    raise ValueError(f"the neighbors of {tail!r} are {reprlib.repr(heads)}; give a list, or a dict with costs{why}")


def _error(tail: Any, what: str, write: str) -> ValueError:
    return ValueError(f"{what}; in the dict of neighbors, write {tail!r}: {write}")


def _both(tail: Any, head: Any) -> ValueError:
    node, cost = head
    what = f"the neighbor {head!r} of {tail!r} can be a node or a pair (node, cost)"
    return _error(tail, what, f"{{{head!r}: 1}} if it's a node, or {{{node!r}: {cost!r}}} if {cost!r} is the cost")
