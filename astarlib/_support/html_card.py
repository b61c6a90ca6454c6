"""The HTML that notebooks show for a result, made from plain data."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from typing import Final

_MAX_SHOWN: Final = 30
"""The number of actions shown at each end of a path that is too long for the card."""
_MAX_LENGTH: Final = 60
"""The maximum length of an action's text."""


def result_card(
    *,
    title: str,
    engine: str,
    summary: str,
    figures: Mapping[str, str],
    counters: Mapping[str, str],
    actions: Sequence[object],
) -> str:
    """Return the card of a result. All texts are escaped.

    The card sets only the color of its border, so that it fits light and dark notebooks.
    """
    return (
        '<div style="border:1px solid #8886;border-radius:10px;padding:12px 16px;max-width:46em;line-height:1.5">'
        f"<div><strong>{html.escape(title)}</strong> &nbsp;<code>{html.escape(engine)}</code></div>"
        f"<div>{html.escape(summary)}</div>"
        f'<div style="margin-top:8px">{_row(figures)}</div>'
        f'<div style="opacity:.75">{_row(counters)}</div>{_path(actions)}</div>'
    )


def _row(figures: Mapping[str, str]) -> str:
    cell = '<span style="margin-right:1.4em;white-space:nowrap">{} <strong>{}</strong></span> '
    return "".join(cell.format(html.escape(name), html.escape(value)) for name, value in figures.items())


def _path(actions: Sequence[object]) -> str:
    """Return the actions, or the first and the last ones if there are many."""
    if len(actions) == 0:
        return ""
    texts = [str(action)[:_MAX_LENGTH] for action in actions]
    if len(texts) > 2 * _MAX_SHOWN:
        texts = [*texts[:_MAX_SHOWN], f"… {len(texts) - 2 * _MAX_SHOWN} more …", *texts[-_MAX_SHOWN:]]
    return f'<div style="margin-top:8px">{html.escape(" → ".join(texts))}</div>'
