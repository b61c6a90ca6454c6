"""Dominance: states that another state makes useless, because it's as cheap and has used no more resources."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import islice
from operator import le
from typing import Any, Final, Generic, TypeAlias

from astarlib._support.interrupts import raise_if_from_handler
from astarlib._support.plain_values import is_number, plain_cost
from astarlib.errors import ProblemMethodError, format_error, short_repr
from astarlib.problem import A, S
from astarlib.resolving.resolved_problem import ResolvedProblem
from astarlib.searching.node import KEY, G, Node

Resources: TypeAlias = "tuple[Hashable, tuple[Any, ...]]"  # Any: numbers of any kind


def resources_of(problem: ResolvedProblem[Any, Any], state: Any) -> Resources:
    """Return the key and the resources of a state. Raise ProblemMethodError if ``resources`` fails."""
    assert problem.resources is not None  # noqa: S101  # The caller has tested it.
    answer: Any = None
    try:
        answer = problem.resources(state)
        key, vector = answer
        hash(key)
    except Exception as error:
        raise_if_from_handler(error)
        raise _fault(state, answer, f"({format_error(error)})") from error
    if type(vector) is not tuple:
        if not isinstance(vector, (tuple, list)):
            raise _fault(state, answer, "")
        vector = tuple(vector)
    for each in vector:
        if type(each) not in _PLAIN and not is_number(each, -math.inf, math.inf):
            raise _fault(state, answer, f"({short_repr(each)} isn't a number)")
        if each != each:  # noqa: PLR0124  # It's NaN.
            raise _fault(state, answer, "(not NaN)")
    return key, vector


def _fault(state: Any, answer: Any, why: str) -> ProblemMethodError:
    return ProblemMethodError(
        f"resources({short_repr(state)}) returned {short_repr(answer)}; expected a pair of a hashable key and a tuple "
        f"of numbers {why}".rstrip(),
        state=state,
        value=answer,
    )


def labels_for(known: dict[Hashable, Labels], key: Hashable, vector: tuple[Any, ...], state: Any) -> Labels:
    """Return the labels of a key. Raise ProblemMethodError if another state has the key and another number of them."""
    labels = known.get(key)
    if labels is None:
        labels = known[key] = Labels()
    elif len(labels.vectors) > 0 and len(labels.vectors[0]) != len(vector):
        raise ProblemMethodError(
            f"resources({short_repr(state)}) returned {len(vector)} numbers, but another state with the key "
            f"{short_repr(key)} has {len(labels.vectors[0])}; expected as many numbers for all states with a key",
            state=state,
        )
    return labels


_PLAIN: Final = frozenset((int, float))


class Labels:
    """The labels of one key that aren't dominated, ordered by g."""

    __slots__ = ("gs", "vectors")

    def __init__(self) -> None:
        self.gs: list[Any] = []
        self.vectors: list[tuple[Any, ...]] = []

    def dominate(self, g: float, vector: tuple[Any, ...]) -> bool:
        """Return True if a label has no greater g and no greater resource."""
        end = bisect_right(self.gs, g)
        if len(vector) == 1:  # The labels are ordered by their only resource, too, from the largest to the smallest.
            return end > 0 and self.vectors[end - 1] <= vector
        return any(all(map(le, each, vector)) for each in islice(self.vectors, end))

    def add(self, g: float, vector: tuple[Any, ...]) -> None:
        """Store a label that isn't dominated, and remove those that it dominates."""
        at = bisect_left(self.gs, g)
        kept = [i for i in range(at, len(self.gs)) if not all(map(le, vector, self.vectors[i]))]
        self.gs[at:], self.vectors[at:] = [g, *(self.gs[i] for i in kept)], [vector, *(self.vectors[i] for i in kept)]

    def take(self, g: float, vector: tuple[Any, ...]) -> bool:
        """Store a label unless another one dominates it. Return True if it's stored."""
        if self.dominate(g, vector):
            return False
        self.add(g, vector)
        return True


def take_label(problem: ResolvedProblem[S, Any], known: dict[Hashable, Labels], state: S, g: float) -> bool:
    """Return True if no known label dominates a state with this g, and store its label then."""
    key, vector = resources_of(problem, state)
    return labels_for(known, key, vector, state).take(g, vector)


def are_useful(
    problem: ResolvedProblem[S, Any], kept: Iterable[tuple[S, float]], others: Iterable[tuple[S, float]]
) -> Iterator[bool]:
    """Yield for each of the other states, given with its g, True unless a kept state or one before it dominates it."""
    labels: dict[Hashable, Labels] = {}
    for state, g in kept:
        take_label(problem, labels, state, g)
    for state, g in others:
        yield take_label(problem, labels, state, g)


class KeptLabels(Generic[S]):
    """The labels of the states that a search keeps, if it also forgets states.
    Only the labels of the states with the same key are then compared.
    """

    def __init__(self, problem: ResolvedProblem[S, Any], nodes: Iterable[Node], state_at: int) -> None:
        self._problem, self._state_at = problem, state_at
        self._front: dict[Hashable, Labels] = {}
        self._kept: dict[Hashable, dict[Any, tuple[Any, tuple[Any, ...]]]] = {}
        """The g and the resources of the states with a key of ``resources``, by their own keys."""
        self._key_of: dict[Any, Hashable] = {}
        for node in nodes:
            self.keep(node)

    def keep(self, node: Node) -> None:
        """Take the label of a node. If its state has one already, this one is cheaper."""
        state = node[self._state_at]
        key, vector = resources_of(self._problem, state)
        labels_for(self._front, key, vector, state).take(node[G], vector)
        self._kept.setdefault(key, {})[node[KEY]] = node[G], vector
        self._key_of[node[KEY]] = key

    def forget(self, key: Any) -> None:
        """Remove the label of the state with this key, if it has one."""
        if key not in self._key_of:
            return
        place = self._key_of.pop(key)
        del self._kept[place][key]
        labels = self._front[place] = Labels()
        for g, vector in self._kept[place].values():
            labels.take(g, vector)

    def are_useful(self, nodes: Iterable[Node]) -> Iterator[bool]:
        """Yield for each node True unless a kept state, or a node before it, dominates it."""
        before: dict[Hashable, Labels] = {}
        for node in nodes:
            state, g = node[self._state_at], node[G]
            key, vector = resources_of(self._problem, state)
            is_dominated = key in self._front and labels_for(self._front, key, vector, state).dominate(g, vector)
            yield not is_dominated and labels_for(before, key, vector, state).take(g, vector)


class DominanceFilter(Generic[S, A]):
    """A replacement of a problem's ``edges``, which leaves out successors that a stored state dominates.

    The labels follow from the stored states. They are collected again after an interrupt and in a loaded search.

    Parameters
    ----------
    problem:
        A problem with ``resources``.
    expanding:
        A function that returns the node under expansion.
    accepts:
        A function that returns True if the search stores a state when it finds a path with this g.
    stores_later:
        True if the search stores the successors after all edges were yielded, because it evaluates them together.
    """

    def __init__(
        self,
        problem: ResolvedProblem[S, A],
        expanding: Callable[[], Node | None],
        accepts: Callable[[S, float], bool],
        *,
        stores_later: bool,
    ) -> None:
        self._problem, self._edges = problem, problem.edges
        self._expanding, self._accepts, self._stores_later = expanding, accepts, stores_later
        self._labels: dict[Hashable, Labels] | None = None
        self.listed: dict[Any, Node] = {}
        """The useful successors of this expansion, by key, if the search stores them later."""

    def searched(self) -> ResolvedProblem[S, A]:
        """Return the problem with the replacement."""
        return self._problem._replace(successors=self.edges)

    def collect(self, nodes: Iterable[Node], state_at: int) -> None:
        """Take the labels of the stored states, unless they are known."""
        if self._labels is None:
            self._labels = {}
            for node in nodes:
                self._is_useful(node[state_at], node[G])

    def forget(self) -> None:
        """Let the labels be collected again, because a state that has a label may not be stored."""
        self._labels = None

    def edges(self, state: S) -> Iterator[tuple[A, S, float]]:
        """Yield the edges out of the state under expansion whose successors no label dominates."""
        node, key_of = self._expanding(), self._problem.state_key
        self.listed = listed = {}
        for action, reached, cost in self._edges(state):
            g = plain_cost(cost) if node is None else node[G] + plain_cost(cost)
            if self._accepts(reached, g):
                if not self._is_useful(reached, g):
                    continue
                if self._stores_later:
                    key = reached if key_of is None else key_of(reached)
                    listed[key] = g, 0, key, None, None
            yield action, reached, cost

    def _is_useful(self, state: S, g: float) -> bool:
        """Return True if no label dominates the state, and store its label then."""
        assert self._labels is not None  # noqa: S101  # They were collected before.
        return take_label(self._problem, self._labels, state, g)
