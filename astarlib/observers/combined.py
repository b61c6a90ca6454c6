"""An observer that combines several observers."""

from __future__ import annotations

from typing import Any, Final

from astarlib.events import Event, Expanded, Expansions, Generated, Observer, Reopened, event_types_of

_SINGLE: Final[frozenset[type[Any]]] = frozenset((Expanded, Generated, Reopened))


class CombinedObserver:
    """An observer that passes each event on to several observers, in the given order.

    Each observer gets the events that it subscribes to. If one of them raises, the others don't get that event.

    Parameters
    ----------
    observers:
        The observers, at least one.

    Raises
    ------
    ValueError, TypeError
        If there is no observer, or one isn't callable, or subscribes to something that isn't an event type.

    Examples
    --------
    >>> from astarlib import AStar
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> events, others = [], []
    >>> result = AStar().search(NPuzzle("1 2 / 0 3"), observer=CombinedObserver(others.append, events.append))
    >>> type(events[-1]).__name__, others == events
    ('Finished', True)
    """

    event_types: frozenset[type[Event]]
    """The types that at least one of the observers subscribes to."""

    def __init__(self, *observers: Observer) -> None:
        if len(observers) == 0:
            raise ValueError("CombinedObserver needs at least one observer")
        pairs = [(event_types_of(observer), observer) for observer in observers]
        types = frozenset[Any]().union(*(wanted for wanted, _ in pairs))
        if any(_SINGLE & wanted and Expansions not in wanted for wanted, _ in pairs):
            types -= {Expansions}  # It would replace the single events.
        self.event_types = types
        self._handlers: dict[type[Any], list[Observer]] = {
            kind: [observer for wanted, observer in pairs if kind in wanted] for kind in types
        }

    def __call__(self, event: Any) -> None:  # Any: an event of any type
        """Pass an event on to the observers that subscribe to its type."""
        for observer in self._handlers.get(type(event), ()):
            observer(event)
