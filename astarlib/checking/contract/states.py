"""Promises of the states themselves: their hashes, keys, pickles and texts."""

from __future__ import annotations

import pickle
from contextlib import suppress
from typing import Any

from astarlib.checking.contract.equality import equal, is_same_action
from astarlib.checking.findings import Location
from astarlib.checking.safe_problem import Failed, format_call, format_error
from astarlib.checking.space import Space
from astarlib.errors import short_repr


def keys_last(space: Space, node: int) -> None:
    """A state's key, and its hash, are the same each time."""
    at, safe = space.at(node), space.safe
    one, other = safe.key(at.state, at), safe.key(at.state, at)  # asked twice, on purpose
    name = "state_key" if safe.has("state_key") else "hash"
    safe.findings.checks[name] += 1
    if not equal(one, other):
        what = format_call("state_key", (at.state,)) if name == "state_key" else f"the state {short_repr(at.state)}"
        mend = "let it depend on the state alone" if name == "state_key" else "let states equal themselves"
        safe.findings.broken(
            name,
            "unlike",
            f"{what} gave {short_repr(one)}, and when asked again {short_repr(other)}, which is another; {mend}",
            at,
        )
    elif not space.hashes[node] == hash(one) == hash(other):
        safe.findings.broken(
            "hash", "changes",
            f"the hash of {'the key of ' if name == 'state_key' else ''}{short_repr(at.state)} was "
            f"{space.hashes[node]} and "
            f"is {hash(other)}; let it depend on nothing that changes",
            at, hash(other),
        )  # fmt: skip


def states_can_be_pickled(space: Space, node: int) -> None:
    """States and actions outlast pickling, which checkpoints and processes need."""
    at = space.at(node)
    _outlasts(space, at, "state", at.state)
    for action in space.safe.ask_list("actions", at, at.state):
        _outlasts(space, space.at(node, action), "action", action)


def _outlasts(space: Space, at: Location, what: str, value: Any) -> None:
    findings = space.safe.findings
    findings.checks["pickle"] += 1
    try:
        copy = pickle.loads(pickle.dumps(value))  # noqa: S301  # just made here
        same = space.safe.same(value, copy) if what == "state" else is_same_action(value, copy)
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001  # whatever a user's type raises
        findings.broken(
            "pickle", "raised",
            f"the {what} {short_repr(value)} cannot be pickled ({format_error(error)}), so no search can be saved; "
            "let it be of "
            "values that can",
            at, value,
        )  # fmt: skip
        return
    if not same:
        findings.broken(
            "pickle", "unlike",
            f"the {what} {short_repr(value)} does not equal what its pickle holds, so no saved search can be "
            "resumed; let "
            "__eq__ compare what it is made of",
            at, value,
        )  # fmt: skip


def texts_are_texts(space: Space, node: int) -> None:
    """``format_state`` and ``format_action`` give a str."""
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
        safe.findings.broken(
            name,
            "kind",
            f"{format_call(name, (shown,))} gave {short_repr(text)}, which is no str; let it give one",
            at,
            text,
        )
