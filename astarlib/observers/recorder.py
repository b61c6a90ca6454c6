"""A recorder: an observer that records a search for later inspection."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any, ClassVar

from astarlib._support.plain_values import is_number
from astarlib.events import Event, Expanded, Expansions, Finished, Generated, Progress, SolutionFound, Started, Updated
from astarlib.observers.trace import Trace
from astarlib.recording.build_trace import build_trace, new_log
from astarlib.recording.expansion_log import ExpansionLog

__all__ = ["Recorder", "Trace"]

_FEW = 1000  # Entries of a log.


class Recorder:
    """An observer that records every node of a search; ``trace`` returns the recording.

    A *node* is an initial state, or an edge that the search accepted (``Generated`` with ``accepted``). A state that
    was reached by several cheaper and cheaper paths has several nodes, and the last one counts. IDA* and iterative
    deepening store no states, so every edge that they follow is a node, and each iteration has its own root.

    RBFS expands stored nodes again. Then the trace shows only the last expansion of the node, and f is g + h.

    A recorder can watch several searches one after the other; ``trace`` is that of the last one. Runs that continue the
    same search belong to one recording, but after ``Search.update`` a new recording begins. If an engine sends no
    expansions, its trace has only the ``Progress`` events.

    Parameters
    ----------
    max_nodes:
        The target for the largest number of nodes in the trace, at least 2 (default: 1,000,000). If there are more
        nodes, the trace leaves out every second expansion and the nodes that only this expansion generated, then every
        second of the remaining expansions, and so on. ``trace.sampling_interval`` is 1 if the trace is complete. A
        trace can still have more nodes if a few states have most of the successors.
    max_rendered:
        The number of nodes whose state the trace stores as text, and as a drawing if the problem draws its states, at
        least 0 (default: 10,000). Half of them are the first nodes, and the others are evenly spread over the
        expansions. Nodes on the path of the solution are always added. ``inf`` renders all nodes.
    label:
        A short text that is shown next to the engine, for example the name of the heuristic (default: none).

    Raises
    ------
    ValueError
        If a number is too small.

    Notes
    -----
    During a best-first search, the recorder stores references to the search's own records: 8 bytes each, and no record
    is freed before the recorder drops it. IDA* and iterative deepening store almost nothing, so for these the recorder
    stores the records of one to two times ``max_nodes`` nodes, with their states.

    ``trace`` computes the tree after the search. Its columns take 22 bytes for each node if g, h and f are
    ints, and 34 bytes if they are floats. Texts, drawings, positions on a map, replaced nodes and more than 65,535
    different actions need additional memory.

    An observer that forwards events without declaring ``Expansions`` in its ``event_types`` hides the records. Then the
    recorder gets ``Expanded`` and ``Generated`` events, which give the same trace but take longer.

    Examples
    --------
    >>> from astarlib import AStar
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> recorder = Recorder()
    >>> result = AStar().search(NPuzzle("1 2 3 / 4 5 6 / 0 7 8"), observer=recorder)
    >>> recorder.trace
    <Trace of AStar() on NPuzzle: 2 expansions, 5 nodes>
    """

    event_types: ClassVar[frozenset[type[Event]]] = frozenset(
        (Started, Expansions, Expanded, Generated, Progress, SolutionFound, Updated, Finished)
    )

    def __init__(self, *, max_nodes: float = 1_000_000, max_rendered: float = 10_000, label: str = "") -> None:
        if not is_number(max_nodes, 2, math.inf):
            raise ValueError(f"max_nodes must be at least 2, not {max_nodes!r}")
        if not is_number(max_rendered, 0, math.inf):
            raise ValueError(f"max_rendered must be at least 0, not {max_rendered!r}")
        self._max_nodes = max_nodes
        self._max_rendered = max_rendered
        self._label = label
        self._log = ExpansionLog(began_at=0, stacks=False, key_of=None)
        self._started: Started | None = None
        self._finished: Finished | None = None
        self._is_updated = False
        self._progress: list[Progress] = []
        self._solutions: list[SolutionFound] = []
        self._long: float = _FEW

    @property
    def trace(self) -> Trace:
        """The recording so far, independent of the recorder. Computing it takes O(nodes) time, and calls the problem to
        render states.
        Raises ValueError if nothing has been recorded yet.
        """
        if self._started is None:
            raise ValueError("nothing is recorded yet; run engine.search(problem, observer=recorder) first")
        data = build_trace(
            self._log,
            self._started,
            self._finished,
            self._progress,
            self._solutions,
            max_nodes=self._max_nodes,
            max_rendered=self._max_rendered,
        )
        return Trace(replace(data.info, label=self._label), data.columns, data.texts)

    def __call__(self, event: Any) -> None:  # Any: the body distinguishes the types.
        """Record an event. ``Expanded`` and ``Generated`` come only from engines that don't send ``Expansions``."""
        if type(event) is Expansions:
            self._log.add(event.entries, stacks=event.by_identity)
        elif type(event) is Generated:
            if event.accepted:
                self._log.generate(event)
        elif type(event) is Expanded:
            self._log.expand(event)
        elif type(event) is Progress:
            self._progress.append(event)
            self._shorten()
        elif type(event) is SolutionFound:
            self._solutions.append(event)
        elif type(event) is Started:
            self._start(event)
        elif type(event) is Updated:
            self._is_updated = True
        elif type(event) is Finished:
            self._finished = event
            self._shorten()

    def _start(self, event: Started) -> None:
        was_interrupted, self._finished = self._finished is None, None
        goes_on = event.resumed or (
            was_interrupted and self._log.is_at_first_expansion()
        )  # Within the first expansion.
        if goes_on and not self._is_updated and self._started is not None and _is_same(self._started, event):
            return
        self._log, self._is_updated = new_log(event), False
        self._started, self._progress, self._solutions, self._long = event, [], [], _FEW

    def _shorten(self) -> None:
        """Drop nodes that the trace won't contain, unless the search itself stores them anyway."""
        log = self._log
        if log.stacks and len(log) > self._long:
            log.drop(self._max_nodes)
            self._long = len(log) + max(_FEW, self._max_nodes / 2)


def _is_same(one: Started, other: Started) -> bool:
    return one.problem is other.problem and one.engine == other.engine
