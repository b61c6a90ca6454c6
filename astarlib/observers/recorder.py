"""A recorder: an observer that keeps what a search does, to be looked at afterwards."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any, ClassVar

from astarlib._support.plain_values import is_number
from astarlib.events import Event, Expanded, Expansions, Finished, Generated, Progress, Started
from astarlib.observers.trace import Trace
from astarlib.recording.build_trace import build_trace, new_log
from astarlib.recording.expansion_log import ExpansionLog

__all__ = ["Recorder", "Trace"]

_FEW = 1000  # entries of a log


class Recorder:
    """An observer that keeps every node of a search, in columns; ``trace`` is what it has kept.

    A *node* is an edge that the search took up (``Generated`` with ``accepted``), or an initial state. A state to which
    cheaper paths were found has several nodes, of which the last counts. IDA* and iterative deepening remember no
    states, so there each time that an edge is followed is a node, and each iteration has a root of its own.

    One recorder may watch one search after another: ``trace`` is that of the last. A search that is run in slices is
    one search. Engines that tell no expansions leave a trace of their ``Progress`` alone.

    Parameters
    ----------
    max_nodes:
        At least 2. If a trace has more nodes, it leaves out every second expansion and the nodes that only this
        expansion generated, then every second of the remaining expansions, and so on. ``trace.sampling_interval`` is 1
        if the trace has everything. A trace can still have more nodes if a few states have most of the successors.
    max_rendered:
        For how many nodes the trace keeps a text, and a drawing where the problem draws its states: half of them for
        the first nodes, the others evenly spread over the expansions; for those on the path always. ``inf``: for all.
    label:
        What else is to be said of the search in a word, such as its heuristic; it is shown beside the engine.

    Raises
    ------
    ValueError
        When a number is too small.

    Notes
    -----
    While a best-first search runs it keeps the records that the search makes, in a list: 8 bytes for each, and it frees
    none of them. Of IDA* and iterative deepening, which hold next to nothing, it keeps the records of one or two times
    ``max_nodes`` nodes, with their states. Which node comes from which is found out when ``trace`` is asked for. The
    trace takes about 20 bytes for each node. An observer that only passes events on hides the records; then it is told
    ``Expanded`` and ``Generated``, which leaves the same trace and takes longer.

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
        (Started, Expansions, Expanded, Generated, Progress, Finished)
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
        self._progress: list[Progress] = []
        self._long: float = _FEW

    @property
    def trace(self) -> Trace:
        """What has been recorded so far, a value of its own. O(nodes); the problem's texts and drawings are made here.

        Raises
        ------
        ValueError
            When nothing has been recorded yet.
        """
        if self._started is None:
            raise ValueError("nothing is recorded yet; write engine.search(problem, observer=recorder) first")
        data = build_trace(
            self._log,
            self._started,
            self._finished,
            self._progress,
            max_nodes=self._max_nodes,
            most=self._max_rendered,
        )
        return Trace(replace(data.info, label=self._label), data.columns, data.texts)

    def __call__(self, event: Any) -> None:  # Any: the type of an event is asked for once, by identity
        """Keep the event. ``Expanded`` and ``Generated`` come only from engines that don't send ``Expansions``."""
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
        elif type(event) is Started:
            self._start(event)
        elif type(event) is Finished:
            self._finished = event
            self._shorten()

    def _start(self, event: Started) -> None:
        was_interrupted, self._finished = self._finished is None, None
        goes_on = event.resumed or (was_interrupted and self._log.is_at_first_expansion())  # in the middle of the first
        if goes_on and self._started is not None and _is_same(self._started, event):
            return
        self._log = new_log(event)
        self._started, self._progress, self._long = event, [], _FEW

    def _shorten(self) -> None:
        """Leave out what the trace will not have, where the search itself does not hold it either."""
        log = self._log
        if log.stacks and len(log) > self._long:
            log.drop(self._max_nodes)
            self._long = len(log) + max(_FEW, self._max_nodes / 2)


def _is_same(one: Started, other: Started) -> bool:
    return one.problem is other.problem and one.engine == other.engine
