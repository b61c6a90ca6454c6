"""The evaluation of many states with one call of ``heuristic_batch``."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import filterfalse
from typing import Any, Final, Generic

from astarlib._support.plain_values import is_number, plain_number, plain_value
from astarlib.capabilities import ResolvedProblem
from astarlib.problem import A, S
from astarlib.searching.diagnosis import listed, wrong_number
from astarlib.searching.node import Node


class Evaluations(Generic[S]):
    """A replacement of ``heuristic_batch`` that asks for each state once.

    It keeps the values of the last states until the search has stored these. So an interrupt, or an error of another
    method, loses no value. Without ``heuristic_batch``, it calls ``heuristic`` for each state.
    """

    def __init__(self, problem: ResolvedProblem[S, Any], h_of: Callable[[Any], float | None], calls: int = 0) -> None:
        self._batch, self._heuristic = problem.heuristic_batch, problem.heuristic
        self._key_of, self._h_of = problem.state_key, h_of
        self._ready: dict[Any, tuple[S, Any]] = {}
        """The states that were evaluated last, each with its h, by key."""
        self._asked: dict[Any, S] = {}
        """The states of the last call by key."""
        self._answers: list[Any] = []
        """The answer to the last call, until its values are in ``_ready``."""
        self._calls: tuple[int, list[Any]] = calls, []
        """The number of calls before the last one, and an item for the last one."""

    @property
    def calls(self) -> int | None:
        """The number of calls of ``heuristic_batch``, also of those that failed. None without ``heuristic_batch``."""
        return None if self._batch is None else self._calls[0] + len(self._calls[1])

    def values(self, states: Sequence[S]) -> list[Any]:
        """Return the h of each state, unchecked. Raise InvalidHeuristicError if their number is wrong."""
        found = self(states)
        if not isinstance(found, list) or len(found) != len(states):
            raise wrong_number(states, found)
        return found

    def __call__(self, states: Sequence[S], /) -> Any:  # Any: also a wrong answer, which `checked_batch` explains
        """Return the h of each state, unchecked, after asking for those that aren't known."""
        self._receive()
        key_of = self._key_of
        keys = states if key_of is None else list(map(key_of, states))
        new = {key: state for key, state in zip(keys, states, strict=True) if self._known(key) is None}
        given: dict[Any, Any] = {}
        if len(new) > 0:
            self._asked = new
            # A call and the storing of its values are one instruction, so that an interrupt can't come in between.
            if self._batch is None:
                values = zip(new.values(), map(self._heuristic, new.values()))  # noqa: B905  # equal
                self._ready.update(zip(new, values))  # noqa: B905  # equal
                given = {key: self._ready[key][1] for key in new}
            else:
                self._calls = self._calls[0] + len(self._calls[1]), []
                # ``append`` returns None, so the filter leaves the call in.
                self._answers.extend(map(self._batch, filterfalse(self._calls[1].append, [list(new.values())])))
                found = self._receive()
                if len(new) == len(states):
                    return found
                if not isinstance(found, list) or len(found) != len(new):
                    raise wrong_number(list(new.values()), found)
                given = dict(zip(new, found, strict=True))
        return [given[key] if key in given else self._known(key) for key in keys]

    def _receive(self) -> Any:
        """Move the values of the last answer to ``_ready``, and return them."""
        values: Any = None
        if len(self._answers) > 0:
            try:
                values = listed(self._answers[0])
            except Exception:
                self._answers.clear()
                raise
            if isinstance(values, list) and len(values) == len(self._asked):
                self._ready.update(zip(self._asked, zip(self._asked.values(), values, strict=True), strict=True))
            self._answers.clear()
        return values

    def known(self, state: S) -> Any:
        """Return the h of a state, or None if it isn't known or isn't valid."""
        return self._known(state if self._key_of is None else self._key_of(state))

    def _known(self, key: Any) -> Any:
        """Return the h of a state, or None if it isn't known or isn't valid."""
        stored = self._h_of(key)
        if stored is not None:
            return stored
        if key not in self._ready:
            return None
        h: Any = self._ready[key][1]
        return h if _is_valid(h) else None

    def keep(self, keys: Iterable[Any]) -> None:
        """Forget the values of all other states."""
        self._receive()
        self._ready = {key: self._ready[key] for key in keys if key in self._ready}

    def forget_stored(self) -> None:
        """Forget the values that the search has stored. If it forgets them later, it has to ask again."""
        self._ready = {key: value for key, value in self._ready.items() if self._h_of(key) is None}

    def dump(self) -> tuple[int, list[tuple[S, float]]]:
        """Return the number of calls, and the states whose h is known but whose nodes aren't stored, with their h."""
        ready = dict(self._ready)
        for values in self._answers:  # An interrupt left it. This changes nothing, so a signal handler may call it.
            if isinstance(values, list) and len(values) == len(self._asked):
                ready.update(zip(self._asked, zip(self._asked.values(), values, strict=True), strict=True))
        return self._calls[0] + len(self._calls[1]), [
            (state, plain_number(h)) for key, (state, h) in ready.items() if self._h_of(key) is None and _is_valid(h)
        ]

    def load(self, dumped: tuple[int, Iterable[tuple[S, float]]]) -> None:
        """Restore what `dump` returned."""
        key_of, (calls, values) = self._key_of, dumped
        self._calls = calls, []
        self._ready = {state if key_of is None else key_of(state): (state, h) for state, h in values}


def _is_valid(h: Any) -> bool:  # Any: whatever the problem returned
    """Return True if h is a number of at least 0."""
    return (type(h) in _COMMON and h >= 0) or is_number(plain_value(h), 0, math.inf)


_COMMON: Final = frozenset((int, float))


class EdgeBatch(Generic[S, A]):
    """A replacement of a problem's ``edges`` and ``heuristic``, which evaluates new successors together.

    A loop calls ``edges`` for a state, and then ``heuristic`` for each successor that isn't stored yet. So ``edges``
    evaluates these successors, and ``heuristic`` returns the value that is ready.
    """

    def __init__(self, problem: ResolvedProblem[S, A], h_of: Callable[[Any], float | None]) -> None:
        self._edges, self._problem, self._h_of = problem.edges, problem, h_of
        self._h: dict[int, Any] = {}
        self.evaluations: Evaluations[S] = Evaluations(problem, h_of)
        self.evaluated: list[tuple[A, S]] = []
        """The states that were evaluated last, each with the action that led to it."""

    def searched(self) -> ResolvedProblem[S, A]:
        """Return the problem with the replacements."""
        return self._problem._replace(successors=self.edges, heuristic=self.heuristic)

    def edges(self, state: S) -> Iterable[tuple[A, S, float]]:
        """Return the edges out of a state, after evaluating the successors that aren't stored."""
        found = [(action, reached, cost) for action, reached, cost in self._edges(state)]
        key_of, h_of = self._problem.state_key, self._h_of
        new: dict[Any, tuple[A, S]] = {}
        for action, reached, _ in found:
            key = reached if key_of is None else key_of(reached)
            if key not in new and h_of(key) is None:
                new[key] = action, reached
        self.evaluate(new)
        return found

    def evaluate(self, steps: Mapping[Any, tuple[A, S]]) -> None:
        """Evaluate the states of some steps, for which ``heuristic`` then returns a value. The steps are by key."""
        self.evaluations.keep(steps)
        # Kept until the next call, so that no other object gets the id of a state.
        self.evaluated = list(steps.values())
        states = [state for _, state in self.evaluated]
        self._h = dict(zip(map(id, states), self.evaluations.values(states), strict=True))

    def heuristic(self, state: S) -> float:
        """Return the h of a state that was evaluated last."""
        h: float = self._h[id(state)]
        return h


class LayerBatch(Generic[S, A]):
    """The edges out of the states of a layer, which are listed together so that their ends are evaluated together."""

    def __init__(self, problem: ResolvedProblem[S, A], state_at: int, h_of: Callable[[Any], float | None]) -> None:
        self._problem, self._state_at, self._h_of = problem, state_at, h_of
        self._edges: dict[int, tuple[Node, list[tuple[A, S, float]]]] = {}
        self.evaluations: Evaluations[S] = Evaluations(problem, h_of, calls=1)  # for the initial state
        self.listing: Node | None = None
        """The node whose edges the problem was asked for last, while the edges of a layer are listed."""
        self.evaluated: list[tuple[A, S]] = []
        """The states that were evaluated last, each with the action that led to it."""

    def is_ready(self, node: Node) -> bool:
        """Return True if the edges out of a node are known."""
        return id(node) in self._edges

    def prepare(self, nodes: Iterable[Node]) -> dict[Any, tuple[S, float]]:
        """List the edges out of some nodes, and evaluate those of their ends whose h isn't known. Return these with
        their h, by key.
        """
        key_of, edges_of, at = self._problem.state_key, self._problem.edges, self._state_at
        edges: dict[int, tuple[Node, list[tuple[A, S, float]]]] = {}
        new: dict[Any, tuple[A, S]] = {}
        for node in nodes:
            self.listing = node
            edges[id(node)] = node, [(action, reached, cost) for action, reached, cost in edges_of(node[at])]
            for action, reached, _ in edges[id(node)][1]:
                key = reached if key_of is None else key_of(reached)
                if key not in new and self._h_of(key) is None:
                    new[key] = action, reached
        self.evaluated = list(new.values())
        states = [state for _, state in self.evaluated]
        self.evaluations.keep(new)
        values = map(plain_number, self.evaluations.values(states))
        found = dict(zip(new, zip(states, values, strict=True), strict=True))
        self._edges, self.listing = edges, None
        return found

    def edges(self, node: Node) -> list[tuple[A, S, float]]:
        """Return the edges out of a node."""
        return self._edges[id(node)][1]
