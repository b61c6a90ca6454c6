"""A path as text: one numbered step after another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

_MAX_WIDTH: Final = 40
"""The maximum width of the column of titles."""


def numbered_steps(
    path: Iterable[tuple[Any, Any]], format_state: Callable[[Any], str], format_action: Callable[[Any], str]
) -> Iterator[tuple[str, str]]:
    """Yield a title, such as "1. right", and a text for each state.

    States of one line are in a column on the right of their titles, or left out if all titles end with them, as in
    "1. to Sibiu". The titles that are yielded are then "". Longer states end with a line break.
    """
    steps = [
        (f"{number}. {format_action(action)}" if number > 0 else "", format_state(state))
        for number, (action, state) in enumerate(path)
    ]
    if any("\n" in text for _, text in steps):
        yield from ((title, f"{text}\n") for title, text in steps)
    elif all(title.endswith(f" {text}") for title, text in steps[1:]):
        yield from (("", title or text) for title, text in steps)
    else:
        width = min(_MAX_WIDTH, max(len(title) for title, _ in steps))
        yield from (("", f"{title:{width}}  {text}") for title, text in steps)


def steps_text(
    path: Iterable[tuple[Any, Any]], format_state: Callable[[Any], str], format_action: Callable[[Any], str]
) -> str:
    """Return all steps as one text."""
    lines = (line for pair in numbered_steps(path, format_state, format_action) for line in pair if line != "")
    return "\n".join(lines).removesuffix("\n")
