"""Promises of the states themselves: their hashes, keys, pickles and texts."""

from __future__ import annotations

import pickle
from contextlib import suppress
from typing import Any

from astarlib.checking.findings import At
from astarlib.checking.guard import Failed, told, written
from astarlib.checking.promises.sameness import equal, is_same_action
from astarlib.checking.space import Space
from astarlib.errors import brief


def keys_last(space: Space, node: int) -> None:
    """A state's key, and its hash, are the same each time."""
    at, guard = space.at(node), space.guard
    one, other = guard.key(at.state, at), guard.key(at.state, at)  # asked twice, on purpose
    name = "state_key" if guard.has("state_key") else "hash"
    guard.findings.checks[name] += 1
    if not equal(one, other):
        what = written("state_key", (at.state,)) if name == "state_key" else f"the state {brief(at.state)}"
        mend = "let it depend on the state alone" if name == "state_key" else "let states equal themselves"
        guard.findings.broken(
            name,
            "unlike",
            f"{what} gave {brief(one)}, and when asked again {brief(other)}, which is another; {mend}",
            at,
        )
    elif not space.hashes[node] == hash(one) == hash(other):
        guard.findings.broken(
            "hash", "changes",
            f"the hash of {'the key of ' if name == 'state_key' else ''}{brief(at.state)} was {space.hashes[node]} and "
            f"is {hash(other)}; let it depend on nothing that changes",
            at, hash(other),
        )  # fmt: skip


def states_can_be_pickled(space: Space, node: int) -> None:
    """States and actions outlast pickling, which checkpoints and processes need."""
    at = space.at(node)
    _outlasts(space, at, "state", at.state)
    for action in space.guard.ask_list("actions", at, at.state):
        _outlasts(space, space.at(node, action), "action", action)


def _outlasts(space: Space, at: At, what: str, value: Any) -> None:
    findings = space.guard.findings
    findings.checks["pickle"] += 1
    try:
        copy = pickle.loads(pickle.dumps(value))  # noqa: S301  # just made here
        same = space.guard.same(value, copy) if what == "state" else is_same_action(value, copy)
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001  # whatever a user's type raises
        findings.broken(
            "pickle", "raised",
            f"the {what} {brief(value)} cannot be pickled ({told(error)}), so no search can be saved; let it be of "
            "values that can",
            at, value,
        )  # fmt: skip
        return
    if not same:
        findings.broken(
            "pickle", "unlike",
            f"the {what} {brief(value)} does not equal what its pickle holds, so no saved search can be resumed; let "
            "__eq__ compare what it is made of",
            at, value,
        )  # fmt: skip


def texts_are_texts(space: Space, node: int) -> None:
    """``format_state`` and ``format_action`` give a str."""
    at, guard = space.at(node), space.guard
    if guard.has("format_state"):
        with suppress(Failed):
            _is_text(space, "format_state", at, at.state)
    if guard.has("format_action"):
        for action in guard.ask_list("actions", at, at.state):
            with suppress(Failed):
                _is_text(space, "format_action", space.at(node, action), action)


def _is_text(space: Space, name: str, at: At, shown: Any) -> None:
    guard = space.guard
    text = guard.ask(name, at, shown)
    guard.findings.checks[name] += 1
    if not isinstance(text, str):
        guard.findings.broken(
            name, "kind", f"{written(name, (shown,))} gave {brief(text)}, which is no str; let it give one", at, text
        )
