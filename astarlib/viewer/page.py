"""HTML pages that show recorded searches."""

from __future__ import annotations

import base64
import hashlib
import html
import os
import re
from functools import cache
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Final, TypeAlias

from astarlib._support.atomic_file import atomic_write
from astarlib.drawing import COLORS
from astarlib.errors import short_repr
from astarlib.recording.trace_data import TraceData
from astarlib.recording.trace_file import pack

Watched: TypeAlias = TraceData | tuple[TraceData, TraceData]
"""A trace, or two traces to show side by side."""

_SCRIPTS: Final = (
    "words.js", "colors.js", "decode.js", "recording.js", "plotting.js", "overview.js", "picture.js", "frontier.js",
    "tree.js", "view.js", "clock.js", "main.js",
)  # fmt: skip

_NAMED_COLORS: Final = "".join(
    f":root {{ --paint-{paint.value}: {color}; --on-{paint.value}: #fff; }}\n" for paint, color in COLORS.items()
)


def page(watched: Watched) -> str:
    """Return the HTML page of one trace, or of two traces side by side.

    The page works offline and loads nothing from the network. Its Content-Security-Policy allows only its own script
    and style. The texts of the problem are in the page as compressed data, and escaped in the title, so that code in
    such a text never runs.

    Parameters
    ----------
    watched:
        A trace, or a pair of traces to show side by side.

    Raises
    ------
    TypeError
        If the argument is neither a trace nor a tuple of one or two traces.

    Examples
    --------
    >>> from astarlib import AStar
    >>> from astarlib.observers.recorder import Recorder
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> result = AStar().search(NPuzzle("1 2 3 / 4 5 6 / 0 7 8"), observer=(recorder := Recorder()))
    >>> page(recorder.trace).splitlines()[0]
    '<!doctype html>'
    """
    traces = _traces(watched)
    heading = html.escape(_heading(traces))
    style, data = read_file("astarlib.viewer", "page.css") + _NAMED_COLORS, "\n".join(map(_data, traces))
    return fill_page("astarlib.viewer", "page.html", style=style, script=_script(), title=heading, data=data)


def write_page(path: str | os.PathLike[str], watched: Watched) -> None:
    """Write the page to a file, in one step.

    Parameters
    ----------
    path, watched:
        The HTML file to write or replace, and a trace, or a pair of traces to show side by side.

    Raises
    ------
    OSError
        If the file can't be written. An existing file then stays unchanged.
    TypeError
        If ``watched`` is neither a trace nor a pair of traces.

    Examples
    --------
    >>> import tempfile
    >>> from astarlib import AStar
    >>> from astarlib.observers.recorder import Recorder
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> result = AStar().search(NPuzzle("1 2 3 / 4 5 6 / 0 7 8"), observer=(recorder := Recorder()))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_page(f"{folder}/search.html", recorder.trace)
    """
    content = page(watched).encode()
    atomic_write(Path(path), lambda file: file.write(content))


def frame(watched: Watched) -> str:
    """Return the page in an ``iframe``, 980 pixels high, for notebooks and for pages that show several.

    The scripts of the page run in a sandbox.

    Parameters
    ----------
    watched:
        A trace, or a pair of traces to show side by side.

    Raises
    ------
    TypeError
        If ``watched`` is neither a trace nor a pair of traces.

    Examples
    --------
    >>> from astarlib import AStar
    >>> from astarlib.observers.recorder import Recorder
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> result = AStar().search(NPuzzle("1 2 3 / 4 5 6 / 0 7 8"), observer=(recorder := Recorder()))
    >>> frame(recorder.trace).partition(" ")[0]
    '<iframe'
    """
    height = 980
    return (
        f'<iframe title="A recorded search" sandbox="allow-scripts" width="100%" height="{height}" '
        f'style="border:0" srcdoc="{html.escape(page(watched))}"></iframe>'
    )


def fill_page(package: str, name: str, *, style: str, script: str, **parts: object) -> str:
    """Return a template of a package with its parts, and with a policy that allows only this script and this style."""
    policy = (
        f"default-src 'none'; script-src {_csp_hash(script)}; style-src {_csp_hash(style)}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    return Template(read_file(package, name)).substitute(policy=policy, style=style, script=script, **parts)


def _csp_hash(content: str) -> str:
    """Return the hash by which a Content-Security-Policy allows a script or a style."""
    digest = hashlib.sha256(content.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def _traces(watched: Watched) -> tuple[TraceData, ...]:
    traces = (watched,) if isinstance(watched, TraceData) else watched
    if (
        not isinstance(traces, tuple)
        or len(traces) not in {1, 2}
        or not all(isinstance(each, TraceData) for each in traces)
    ):
        raise TypeError(f"expected a Trace, or a tuple of two, not {short_repr(watched)}")
    return traces


def _heading(traces: tuple[TraceData, ...]) -> str:
    """Return a title in words, such as "Weighted A* on N-Puzzle"."""
    names = [_in_words(trace.info.engine.partition("(")[0]) for trace in traces]
    if len(set(names)) < len(names):  # The same engine twice. The labels or the parameters differ.
        labels = [f" with {trace.info.label}" if trace.info.label != "" else "" for trace in traces]
        names = [name + label for name, label in zip(names, labels, strict=True)]
    return f"{' and '.join(dict.fromkeys(names))} on {_in_words(traces[0].info.problem)}"


def _in_words(name: str) -> str:
    """Return the name of a class in words, such as ``Irregular Sudoku``, ``Compiled IDA*`` or ``D* Lite``."""
    words = re.findall(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]+\*?(?![a-z])|[A-Z]?[^A-Z_.]+", name.replace("Star", "*"))
    text = " ".join(word[0].upper() + word[1:] for word in words)
    return re.sub(r"\b([A-Z]) (?=[A-Z][a-z])", r"\1-", text)


def _data(trace: TraceData) -> str:
    return f'<script type="application/x-astrace">{base64.b64encode(pack(trace)).decode()}</script>'


@cache
def _script() -> str:
    parts = "\n".join(read_file("astarlib.viewer", name) for name in _SCRIPTS)
    return f'"use strict";\n(() => {{\n{parts}}})();\n'


@cache
def read_file(package: str, name: str) -> str:
    """Return the text of a file of a package."""
    return files(package).joinpath(name).read_text(encoding="utf-8")
