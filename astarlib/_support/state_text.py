"""The text of a state or an action whose problem doesn't format it."""

from __future__ import annotations

from contextlib import suppress
from typing import Any


def state_text(value: Any) -> str:  # Any: a state
    """Return the repr of a state. Sets in it, and in its tuples, are sorted and written as in ``{1, 2}``, so that the
    text is the same in each process.
    """
    text = repr(value)
    return _text(value) if "{" in text or "frozenset()" in text else text


def action_text(value: Any) -> str:  # Any: an action
    """Return the str of an action, with sets as in `state_text`."""
    return state_text(value) if isinstance(value, frozenset | tuple) else str(value)


def _text(value: Any) -> str:
    if type(value) is tuple:
        return f"({', '.join(map(_text, value))}{',' if len(value) == 1 else ''})"
    if type(value) not in {frozenset, set}:
        return repr(value)
    texts = sorted(map(_text, value))
    if not any("{" in text for text in texts):  # Sets are ordered only in part.
        with suppress(TypeError):  # The items can't be compared.
            texts = list(map(_text, sorted(value)))
    return f"{{{', '.join(texts)}}}"
