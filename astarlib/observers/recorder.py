"""A recorder: an observer that keeps what a search does, to be looked at afterwards."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from astarlib.capabilities import state_key_of
from astarlib.engines.best_first import BestFirst
from astarlib.engines.deepening import Deepening
from astarlib.events import Event, Expanded, Finished, Generated, Progress, Started
from astarlib.observers.developing import develop
from astarlib.observers.tape import NONE, Place, Stack, Tape
from astarlib.observers.thinning import thinned
from astarlib.observers.trace import Trace

__all__ = ["Recorder", "Trace"]

_BATCH = 1000  # expansions whose events wait before they are put into columns


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
        At least 2. When as many are kept, every second expansion is left out, with the nodes that it alone generated,
        and from then on only every second is recorded; and so on. ``trace.stride`` tells it: 1 is everything. Where
        that leaves more than half of them, for a state may have very many successors, the number may double.
    pictures:
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
    While it records it holds each state that it has met, as best-first searches do themselves, and a dict of their
    nodes. The trace takes about 20 bytes for each node.

    Examples
    --------
    >>> from astarlib import AStar
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> recorder = Recorder()
    >>> result = AStar().search(NPuzzle("1 2 3 / 4 5 6 / 0 7 8"), observer=recorder)
    >>> recorder.trace
    <Trace of AStar() on NPuzzle: 2 expansions, 5 nodes>
    """

    wants: ClassVar[frozenset[type[Event]]] = frozenset((Started, Expanded, Generated, Progress, Finished))

    def __init__(self, *, max_nodes: float = 1_000_000, pictures: float = 10_000, label: str = "") -> None:
        if not max_nodes >= 2:
            raise ValueError(f"max_nodes must be at least 2, not {max_nodes!r}")
        if not pictures >= 0:
            raise ValueError(f"pictures must be at least 0, not {pictures!r}")
        self._max_nodes = max_nodes
        self._pictures = pictures
        self._label = label
        self._tape = Tape(stacks=False, key_of=None)
        self._started: Started | None = None
        self._finished: Finished | None = None
        self._progress: list[Progress] = []

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
        self._tape.settle()
        trace = develop(self._tape, self._started, self._finished, self._progress, self._pictures)
        return replace(trace, facts=replace(trace.facts, label=self._label))

    def __call__(self, event: Any) -> None:  # Any: the type of an event is asked for once, by identity
        """Keep what the event tells.

        Whatever interrupts it, the expansion under way can be told again: a node counts from when its event is taken,
        and an expansion from when its turn is.
        """
        if type(event) is Generated:
            if event[5]:  # accepted; by place, for unpacking an event takes as long as all that is done with it here
                tape = self._tape
                base, taken, _ = tape.fresh
                if tape.left_out or tape.stacks:
                    _pass(tape, event)
                    return
                node, key = base + len(taken), event[2]
                if tape.key_of is not None:
                    key = tape.key_of(key)
                if tape.node_of.setdefault(key, node) == node or _replaces(tape, key, node, event.g):
                    taken.append(event)
        elif type(event) is Expanded:
            self._expand(event)
        elif type(event) is Progress:
            self._progress.append(event)
        elif type(event) is Started:
            self._start(event)
        elif type(event) is Finished:
            self._finished = event

    def _start(self, event: Started) -> None:
        was_interrupted, self._finished = self._finished is None, None
        goes_on = event.resumed or (was_interrupted and self._tape.expansions == 1)  # in the middle of the first
        if goes_on and self._started is not None and _is_same(self._started, event):
            return
        engine, problem = event.algorithm, event.problem
        tape = Tape(stacks=isinstance(engine, Deepening), key_of=state_key_of(problem))
        tape.room = self._max_nodes
        if not isinstance(engine, BestFirst | Deepening):
            tape.f = {}
        if not event.resumed and not tape.stacks:
            root = tape.add(NONE, None, problem.initial_state, 0, 0 if event.h is None else event.h)
            tape.node_of[_key(tape, problem.initial_state)] = root
        self._tape, self._started, self._progress = tape, event, []

    def _expand(self, event: Expanded) -> None:
        tape, number, state = self._tape, event[0], event[1]
        base, taken, turns = tape.fresh
        if number == turns[-1][1]:
            _begin_again(tape)
            return
        if base + len(taken) >= tape.room:
            self._tape = tape = _shorter(tape, self._max_nodes)
        elif len(turns) > _BATCH:
            tape.settle()
        elif tape.began_at < 0:
            tape.began_at = number - 1
        if tape.stride > 1:
            tape.left_out = (number - 1 - tape.began_at) % tape.stride != 0
        if not tape.stacks:
            place, stack = tape.node_of.get(state if tape.key_of is None else tape.key_of(state)), None
        else:
            place, stack = _popped(tape, state)
        if place is None or (place < 0 and not tape.left_out):
            place = _added(tape, place, event)
        if tape.f is not None and place >= 0:
            tape.f[place] = event.f
        if len(tape.passed) > 0:
            tape.passed = []
        base, taken, turns = tape.fresh
        turns.append((place, number, base + len(taken), stack))


def _shorter(tape: Tape, max_nodes: float) -> Tape:
    thin, enough = thinned(tape), 0.75 * tape.room
    for _ in range(3):  # one half of a chain has the other half as its successors
        if len(thin) < enough:
            break
        thin = thinned(thin)
    # A few nodes may have very many successors, which no thinning takes away; it should not be tried all the time.
    thin.room = max_nodes if len(thin) < 0.75 * max_nodes else 2 * len(thin)
    return thin


def _is_same(one: Started, other: Started) -> bool:
    return one.problem is other.problem and one.engine == other.engine


def _key(tape: Tape, state: Any) -> Any:
    return state if tape.key_of is None else tape.key_of(state)


def _pass(tape: Tape, event: Generated) -> None:
    """Take a successor where the search holds a stack, or where it is left out."""
    if not tape.left_out:
        tape.fresh[1].append(event)
        return
    parent = tape.last[0]
    place = parent if parent < 0 else ~parent
    if tape.stacks:
        tape.passed.append((place, event.state))
        return
    key = _key(tape, event.state)
    if tape.node_of.setdefault(key, place) != place:
        tape.replace(tape.node_of[key], place)
        tape.node_of[key] = place


def _replaces(tape: Tape, key: Any, node: int, g: float) -> bool:
    """Whether a node is news, for a state that had one before; no when it was told again after an interrupt."""
    known = tape.node_of[key]
    if known >= tape.last[2] and tape.g_of(known) == g:
        return False
    tape.replace(known, node)
    tape.node_of[key] = node
    return True


def _popped(tape: Tape, state: Any) -> tuple[Place | None, Stack]:
    """The place of the state that comes next, None where it is the root of an iteration; and the stack behind it."""
    stack = tape.stack()
    while stack is not None:
        place, waiting, stack = stack
        if waiting is state:  # else it was above a cost limit, and dropped
            return place, stack
    return None, None


def _added(tape: Tape, place: Place | None, event: Expanded) -> int:
    """A node for a state that has none: the root of an iteration, or met before the recorder watched; or left out."""
    _, state, g, h, _, _ = event
    node = tape.add(NONE if place is None else ~place, None, state, g, h)
    if place is not None:
        tape.skipping.append(node)
    if not tape.stacks:
        tape.node_of[_key(tape, state)] = node
    return node


def _begin_again(tape: Tape) -> None:
    """An interrupted expansion is told again: of a stack's all successors, of others those that were not stored."""
    if tape.stacks:
        tape.shorten(tape.last[2])
        tape.passed = []
