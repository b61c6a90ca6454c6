"""A recorded search: its data, with methods that save, load and show it."""

from __future__ import annotations

import os

from astarlib.recording import trace_file
from astarlib.recording.trace_data import TraceData, TraceInfo, TraceNode
from astarlib.viewer import frame, write_page

__all__ = ["Trace", "TraceInfo", "TraceNode"]


class Trace(TraceData):
    """The recording of a search, made by a :class:`~astarlib.observers.recorder.Recorder`.

    Two traces are equal if all their data are equal.

    Attributes
    ----------
    info:
        The data about the search as a whole.
    columns:
        Arrays by name: ``parents``, ``actions``, ``order``, ``g``, ``h`` and ``f`` have a row for each node. The others
        are ``replaced``, ``replacing``, ``replaced_at``, ``skipping``, ``path``, ``rendered``, and those of drawings.
        The reference page on recording describes each of them.
    texts:
        The states as text, for the nodes in ``rendered``.

    Examples
    --------
    >>> from astarlib import AStar
    >>> from astarlib.observers.recorder import Recorder
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> result = AStar().search(NPuzzle("1 2 3 / 4 5 6 / 0 7 8"), observer=(recorder := Recorder()))
    >>> [node.action for node in map(recorder.trace.node, recorder.trace.path)]
    ['', 'right', 'right']
    """

    __slots__ = ()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the trace to a file, in one step; ``Trace.load`` reads it.

        Parameters
        ----------
        path:
            The file to write. An existing file is replaced.

        Raises
        ------
        OSError
            If the file can't be written. An existing file then stays unchanged.

        Examples
        --------
        >>> import tempfile
        >>> from astarlib import AStar
        >>> from astarlib.observers.recorder import Recorder
        >>> from astarlib.problems.npuzzle import NPuzzle
        >>> result = AStar().search(NPuzzle("1 2 3 / 4 5 6 / 0 7 8"), observer=(recorder := Recorder()))
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     recorder.trace.save(f"{folder}/search.astrace")
        """
        trace_file.save(self, path)

    @staticmethod
    def load(path: str | os.PathLike[str], *, max_bytes: int = 2**30) -> Trace:
        """Return the trace in a file.
        This never runs code from the file, and needs little more memory than ``max_bytes``.

        Parameters
        ----------
        path:
            The file that `Trace.save` has written.
        max_bytes:
            The maximum size of the unpacked trace, in bytes (default: 1 GiB).

        Raises
        ------
        TraceError
            If the file is damaged, of another kind or format, larger than that, or contradicts itself.
        OSError
            If the file can't be read.

        Examples
        --------
        >>> import tempfile
        >>> from astarlib import AStar
        >>> from astarlib.observers.recorder import Recorder
        >>> from astarlib.problems.npuzzle import NPuzzle
        >>> result = AStar().search(NPuzzle("1 2 3 / 4 5 6 / 0 7 8"), observer=(recorder := Recorder()))
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     recorder.trace.save(f"{folder}/search.astrace")
        ...     Trace.load(f"{folder}/search.astrace") == recorder.trace
        True
        """
        data = trace_file.load(path, max_bytes=max_bytes)
        return Trace(data.info, data.columns, data.texts)

    def to_html(self, path: str | os.PathLike[str], *, compare_with: Trace | None = None) -> None:
        """Write an interactive page that replays the search: one self-contained HTML file that works offline.

        Parameters
        ----------
        path:
            The HTML file to write.
        compare_with:
            Another trace, shown side by side with this one. None (the default) shows only this one.

        Raises
        ------
        OSError
            If the file can't be written. An existing file then stays unchanged.

        Examples
        --------
        >>> import tempfile
        >>> from astarlib import AStar
        >>> from astarlib.observers.recorder import Recorder
        >>> from astarlib.problems.npuzzle import NPuzzle
        >>> result = AStar().search(NPuzzle("1 2 3 / 4 5 6 / 0 7 8"), observer=(recorder := Recorder()))
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     recorder.trace.to_html(f"{folder}/search.html")
        """
        write_page(path, self if compare_with is None else (self, compare_with))

    def _repr_html_(self) -> str:
        """Return the page in a frame, for notebooks."""
        return frame(self)
