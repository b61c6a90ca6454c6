"""Promises of the states themselves: their hashes, keys, pickles and texts."""

from __future__ import annotations

import pickle
from contextlib import suppress
from typing import Any, Final

from astarlib.checking.contract.equality import equal, is_same_action
from astarlib.checking.findings import Location
from astarlib.checking.safe_problem import Failed, tried
from astarlib.checking.sentences import format_call
from astarlib.checking.space import Space
from astarlib.errors import format_error, short_repr
from astarlib.resolving.presentation import DRAWINGS, is_drawn

_MOST_DRAWN: Final = 100
"""The number of states to draw. A drawing takes longer than a text."""


def keys_last(space: Space, node: int) -> None:
    """Check that a state's key and hash stay the same."""
    at, safe = space.at(node), space.safe
    one, other = safe.key(at.state, at), safe.key(at.state, at)  # The key is requested twice on purpose.
    name = "state_key" if safe.has("state_key") else "hash"
    safe.findings.checks[name] += 1
    if not equal(one, other):
        what = format_call("state_key", (at.state,)) if name == "state_key" else f"the state {short_repr(at.state)}"
        remedy = "Make it depend only on the state" if name == "state_key" else "Make each state equal to itself"
        message = (
            f"{what} has the key {short_repr(one)}, and {short_repr(other)} when called again, which isn't equal "
            f"to it. {remedy}"
        )
        safe.findings.broken(name, "unlike", message, at)
    elif not space.hashes[node] == hash(one) == hash(other):
        key_of = "the key of " if name == "state_key" else ""
        safe.findings.report("hash", "changes", at, hash(other), key_of=key_of, was=space.hashes[node])


def states_can_be_pickled(space: Space, node: int) -> None:
    """Check that states and actions can be pickled, which checkpoints and worker processes need."""
    at = space.at(node)
    _outlasts(space, at, "state", at.state)
    for action in space.safe.ask_list("actions", at, at.state):
        _outlasts(space, space.at(node, action), "action", action)


def _outlasts(space: Space, at: Location, what: str, value: Any) -> None:
    findings = space.safe.findings
    findings.checks["pickle"] += 1
    same = space.safe.same if what == "state" else is_same_action
    is_equal, error = tried(lambda: same(value, pickle.loads(pickle.dumps(value))))  # noqa: S301  # pickled here
    if error is not None:
        findings.report("pickle", "raised", at, value, what=what, error=format_error(error))
    elif not is_equal:
        findings.report("pickle", "unlike", at, value, what=what)


def texts_are_texts(space: Space, node: int) -> None:
    """Check that ``format_state`` and ``format_action`` return a str."""
    at, safe = space.at(node), space.safe
    if safe.has("format_state"):
        with suppress(Failed):
            _is_text(space, "format_state", at, at.state)
    if safe.has("format_action"):
        for action in safe.ask_list("actions", at, at.state):
            with suppress(Failed):
                _is_text(space, "format_action", space.at(node, action), action)


def _is_text(space: Space, name: str, at: Location, shown: Any) -> None:
    safe = space.safe
    text = safe.ask(name, at, shown)
    safe.findings.checks[name] += 1
    if not isinstance(text, str):
        safe.findings.report(name, "kind", at, text, call=format_call(name, (shown,)))


def drawings_are_drawings(space: Space, node: int) -> None:
    """Check that ``draw_state``, ``draw_map`` and ``state_position`` return what they should, in some states."""
    at, safe = space.at(node), space.safe
    for name, expected in DRAWINGS.items():
        if not safe.has(name) or safe.findings.checks[name] >= (1 if name == "draw_map" else _MOST_DRAWN):
            continue
        arguments = () if name == "draw_map" else (at.state,)
        safe.findings.checks[name] += 1
        with suppress(Failed):
            found = safe.ask(name, at, *arguments)
            if not is_drawn(name, found):
                call = format_call(name, arguments)
                message = f"{call} returned {short_repr(found)}; expected {expected}"
                safe.findings.broken(name, "kind", message, at, found)
