"""The HTML that notebooks show for results, tables and reports, made from plain data."""

from __future__ import annotations

import html
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Final

_MAX_SHOWN: Final = 30
"""The number of actions shown at each end of a path that is too long for the card."""
_MAX_LENGTH: Final = 60
"""The maximum length of an action's text."""

_CARD: Final = (
    '<div style="border:1px solid #8886;border-radius:10px;padding:12px 16px;max-width:46em;line-height:1.5">'
)
_CELL: Final = "padding:2px 10px;border:0;border-bottom:1px solid #8884;white-space:nowrap;text-align:"


def result_card(
    *,
    title: str,
    engine: str,
    summary: str,
    figures: Mapping[str, str],
    counters: Mapping[str, str],
    actions: Sequence[object],
    picture: str = "",
) -> str:
    """Return the card of a result, with all texts escaped. ``picture`` is HTML. It fits light and dark notebooks."""
    return (
        f"{_CARD}<div><strong>{html.escape(title)}</strong> &nbsp;<code>{html.escape(engine)}</code></div>"
        f"<div>{html.escape(summary)}</div>"
        f'<div style="margin-top:8px">{_row(figures)}</div>'
        f'<div style="opacity:.75">{_row(counters)}</div>{_path(actions)}'
        f"{picture}</div>"
    )


def text_card(title: str, lines: Sequence[str]) -> str:
    """Return a card with a title and lines of text in a fixed-width font. The texts are escaped."""
    text = html.escape("\n".join(lines))
    body = f'<pre style="margin:8px 0 0;white-space:pre-wrap;line-height:1.4">{text}</pre>' if text != "" else ""
    return f"{_CARD}<div><strong>{html.escape(title)}</strong></div>{body}</div>"


def table_card(
    header: Sequence[str], rows: Iterable[Sequence[str]], *, right: Container[str], notes: Iterable[str]
) -> str:
    """Return a table, with the columns named in ``right`` aligned to the right, and notes below. Texts are escaped."""
    sides = ["right" if name in right else "left" for name in header]

    def row(kind: str, cells: Sequence[str]) -> str:
        texts = zip(sides, cells, strict=True)
        return "".join(f'<{kind} style="{_CELL}{side}">{html.escape(cell)}</{kind}>' for side, cell in texts)

    body = "".join(f"<tr>{row('td', cells)}</tr>" for cells in rows)
    below = "".join(f'<p style="max-width:60em"><strong>{html.escape(note)}</strong></p>' for note in notes)
    return (
        '<div style="overflow-x:auto"><table style="border-collapse:collapse">'
        f"<thead><tr>{row('th', header)}</tr></thead><tbody>{body}</tbody></table></div>{below}"
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
