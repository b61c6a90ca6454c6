"""The evaluation of many states with one call of ``heuristic_batch``."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import filterfalse
from typing import Any, Final, Generic

from astarlib._support.plain_values import is_number, plain_number, plain_value
from astarlib.problem import A, S
from astarlib.resolving.resolved_problem import ResolvedProblem
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
            if self._batch is None:
                # As in `_ask`, the calls and the storing of their values are one instruction.
                values = zip(new.values(), map(self._heuristic, new.values()))  # noqa: B905  # equal
                self._ready.update(zip(new, values))  # noqa: B905  # equal
                given = {key: self._ready[key][1] for key in new}
            else:
                self._ask(self._batch)
                found = self._receive()
                if len(new) == len(states):
                    return found
                if not isinstance(found, list) or len(found) != len(new):
                    raise wrong_number(list(new.values()), found)
                given = dict(zip(new, found, strict=True))
        return [given[key] if key in given else self._known(key) for key in keys]

    def evaluate(self, new: dict[Any, S]) -> list[Any]:
        """Return the h of some states, by key, that aren't stored, unchecked. Forget the values of all others.
        Raise InvalidHeuristicError if their number is wrong.
        """
        asked, ready, batch = self._asked, self._ready, self._batch
        if batch is None or not (asked.keys().isdisjoint(new) and ready.keys().isdisjoint(new)):
            self.keep(new)
            return self.values(list(new.values()))
        # The usual case: no value is known. The answer stays in ``_answers``, where it's found if it's needed again.
        self._answers.clear()
        self._asked, self._ready = new, {}
        if len(new) == 0:
            return []
        self._ask(batch)
        found = self._listed()
        if not isinstance(found, list) or len(found) != len(new):
            raise wrong_number(list(new.values()), found)
        return found

    def _ask(self, batch: Callable[[Sequence[S]], Any]) -> None:
        """Call ``heuristic_batch`` for the states in ``_asked``, and store the answer.
        The counting, the call and the storing are one instruction, so that an interrupt can't come in between.
        """
        self._calls = self._calls[0] + len(self._calls[1]), []
        # ``append`` returns None, so the filter leaves the call in.
        self._answers.extend(map(batch, filterfalse(self._calls[1].append, [list(self._asked.values())])))

    def _receive(self) -> Any:
        """Move the values of the last answer to ``_ready``, and return them."""
        values: Any = None
        if len(self._answers) > 0:
            values = self._listed()
            if isinstance(values, list) and len(values) == len(self._asked):
                self._ready.update(zip(self._asked, zip(self._asked.values(), values, strict=True), strict=True))
            self._answers.clear()
        return values

    def _listed(self) -> Any:
        """Return the last answer, which becomes a list if it's iterable."""
        try:
            self._answers[0] = found = listed(self._answers[0])
        except Exception:
            self._answers.clear()
            raise
        return found

    def known(self, state: S) -> Any:
        """Return the h of a state, or None if it isn't known or isn't valid."""
        self._receive()
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
        if len(self._answers) > 0 and type(self._answers[0]) is list:
            self._receive()
        self._ready = {key: value for key, value in self._ready.items() if self._h_of(key) is None}

    def dump(self) -> tuple[int, list[tuple[S, float]]]:
        """Return the number of calls, and the states whose h is known but whose nodes aren't stored, with their h."""
        ready = dict(self._ready)
        for answer in self._answers:  # This changes nothing, so a signal handler may call it.
            values = listed(answer) if hasattr(answer, "tolist") else answer
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
        self._states: dict[Any, S] = {}
        """The states that were evaluated last. Kept until the next call, so that no other object gets the id of one."""
        self._actions: list[A] = []

    @property
    def evaluated(self) -> list[tuple[A, S]]:
        """The states that were evaluated last, each with the action that led to it."""
        return list(zip(self._actions, self._states.values(), strict=True))

    def searched(self) -> ResolvedProblem[S, A]:
        """Return the problem with the replacements."""
        return self._problem._replace(successors=self.edges, heuristic=self.heuristic)

    def edges(self, state: S) -> Iterable[tuple[A, S, float]]:
        """Return the edges out of a state, after evaluating the successors that aren't stored."""
        found = [(action, reached, cost) for action, reached, cost in self._edges(state)]
        key_of, h_of = self._problem.state_key, self._h_of
        new: dict[Any, S] = {}
        actions: list[A] = []
        for action, reached, _ in found:
            key = reached if key_of is None else key_of(reached)
            if h_of(key) is None and key not in new:
                new[key] = reached
                actions.append(action)
        self.evaluate(new, actions)
        return found

    def evaluate(self, new: dict[Any, S], actions: list[A]) -> None:
        """Evaluate some states, by key, to which some actions led. Then ``heuristic`` returns a value for each."""
        self._states, self._actions = new, actions
        self._h = dict(zip(map(id, new.values()), self.evaluations.evaluate(new), strict=True))

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
        values = map(plain_number, self.evaluations.evaluate(dict(zip(new, states, strict=True))))
        found = dict(zip(new, zip(states, values, strict=True), strict=True))
        self._edges, self.listing = edges, None
        return found

    def edges(self, node: Node) -> list[tuple[A, S, float]]:
        """Return the edges out of a node."""
        return self._edges[id(node)][1]
