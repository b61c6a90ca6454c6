"""CombinedObserver gives each observer the events that it would get alone."""

import pytest

from astarlib import AStar
from astarlib.events import EVENTS, Expanded, Expansions, Finished, Progress
from astarlib.observers import CombinedObserver
from astarlib.observers.recorder import Recorder
from astarlib.problems.npuzzle import NPuzzle

PUZZLE = NPuzzle("1 2 3 / 4 0 6 / 7 5 8")


class Listener:
    def __init__(self, *event_types):
        self.event_types, self.events = frozenset(event_types), []

    def __call__(self, event):
        self.events.append(event)


def without_times(events):
    return [event for event in events if type(event) not in {Progress, Finished}]


def alone(listener):
    AStar().search(PUZZLE, observer=listener)
    return without_times(listener.events)


@pytest.mark.parametrize(
    "kinds", [(Expanded,), (Finished,), EVENTS, (Expansions,), ()], ids=["one", "last", "all", "bulk", "none"]
)
def test_each_observer_gets_the_events_that_it_gets_alone(kinds):
    listener, other = Listener(*kinds), Listener(Finished)
    AStar().search(PUZZLE, observer=CombinedObserver(other, listener, Recorder()))
    assert alone(Listener(*kinds)) == without_times(listener.events)
    assert [Finished] == [type(event) for event in other.events]


@pytest.mark.parametrize("other", [Listener(Finished), Listener(Expanded), [].append], ids=["bulk", "single", "all"])
def test_a_recorder_makes_the_same_trace_next_to_any_observer(other):
    recorder, recorder_alone = Recorder(), Recorder()
    AStar().search(PUZZLE, observer=recorder_alone)
    AStar().search(PUZZLE, observer=CombinedObserver(other, recorder))
    assert recorder_alone.trace.columns == recorder.trace.columns
    assert recorder_alone.trace.texts == recorder.trace.texts


def test_an_observer_that_raises_stops_the_search():
    def fail(event):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        AStar().search(PUZZLE, observer=CombinedObserver(Listener(Expanded), fail))


def test_it_needs_at_least_one_observer():
    with pytest.raises(ValueError, match="at least one observer"):
        CombinedObserver()


def test_each_must_be_an_observer():
    with pytest.raises(TypeError, match="observer must be a callable that takes an event, not 5"):
        CombinedObserver(print, 5)


def test_an_event_that_no_observer_subscribes_to_is_ignored():
    listener = Listener(Finished)
    combined = CombinedObserver(listener)
    AStar().search(PUZZLE, observer=combined.__call__)  # without event_types: it gets all events
    assert [Finished] == [type(event) for event in listener.events]
