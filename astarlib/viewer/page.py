"""Pages of recorded searches."""

from __future__ import annotations

import base64
import hashlib
import html
import os
from functools import cache
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Final, TypeAlias

from astarlib._support.atomic_file import atomic_write
from astarlib.errors import short_repr
from astarlib.recording.trace_data import TraceData
from astarlib.recording.trace_file import packed

Watched: TypeAlias = TraceData | tuple[TraceData, TraceData]
"""A trace, or two that are shown side by side."""

_SCRIPTS: Final = (
    "words.js", "colors.js", "decode.js", "recording.js", "plotting.js", "overview.js", "picture.js", "frontier.js",
    "tree.js", "view.js", "clock.js", "main.js",
)  # fmt: skip


def page(watched: Watched) -> str:
    """Return the page as text. It contains the problem's texts only as packed data, and escaped in its title.

    Its Content-Security-Policy allows the page's own script and style and nothing else. The page loads nothing from
    the network, and code that is hidden in a text isn't run.

    Raises
    ------
    TypeError
        When it is neither a trace nor two of them.

    Examples
    --------
    >>> from astarlib import AStar
    >>> from astarlib.observers.recorder import Recorder
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> recorder = Recorder()
    >>> result = AStar().search(NPuzzle("1 2 3 / 4 5 6 / 0 7 8"), observer=recorder)
    >>> page(recorder.trace).splitlines()[0]
    '<!doctype html>'
    """
    traces = _traces(watched)
    script, style = _script(), _read("page.css")
    engines = " and ".join(trace.info.engine for trace in traces)
    return Template(_read("page.html")).substitute(
        policy=f"default-src 'none'; script-src {sealed(script)}; style-src {sealed(style)}; img-src data:; "
        "base-uri 'none'; form-action 'none'",
        title=html.escape(f"{engines} on {traces[0].info.problem}"),
        style=style,
        data="\n".join(map(_data, traces)),
        script=script,
    )


def write_page(path: str | os.PathLike[str], watched: Watched) -> None:
    """Write the page to a file, in one step; OSError when it cannot be written."""
    content = page(watched).encode()
    atomic_write(Path(path), lambda file: file.write(content))


def frame(watched: Watched) -> str:
    """Return the page in a frame, for notebooks and for pages that show several."""
    height = 980
    return (
        f'<iframe title="A recorded search" sandbox="allow-scripts" width="100%" height="{height}" '
        f'style="border:0" srcdoc="{html.escape(page(watched))}"></iframe>'
    )


def sealed(content: str) -> str:
    """How a policy names the one script or style that may count."""
    digest = hashlib.sha256(content.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def _traces(watched: Watched) -> tuple[TraceData, ...]:
    traces = (watched,) if isinstance(watched, TraceData) else watched
    if (
        not isinstance(traces, tuple)
        or len(traces) not in {1, 2}
        or not all(isinstance(each, TraceData) for each in traces)
    ):
        raise TypeError(f"a page shows a Trace, or a pair of them, not {short_repr(watched)}")
    return traces


def _data(trace: TraceData) -> str:
    return f'<script type="application/x-astrace">{base64.b64encode(packed(trace)).decode()}</script>'


@cache
def _script() -> str:
    parts = "\n".join(map(_read, _SCRIPTS))
    return f'"use strict";\n(() => {{\n{parts}}})();\n'


@cache
def _read(name: str) -> str:
    return files("astarlib.viewer").joinpath(name).read_text(encoding="utf-8")
