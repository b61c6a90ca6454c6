"""One wrong input: its place, the call, and the expected message."""

from collections.abc import Callable
from typing import Any, NamedTuple

from wrong_input.surface import place_of


class Wrong(NamedTuple):
    """A call that is refused."""

    place: str
    call: Callable[..., Any]
    arguments: tuple[Any, ...]
    named: dict[str, Any]
    error: type[Exception]
    says: str
    """A regular expression for the message."""


def wrong(error, says, call, parameter, *arguments, **named) -> Wrong:
    """``call(*arguments, **named)`` is wrong at ``parameter``."""
    return Wrong(place_of(call, parameter), call, arguments, named, error, says)
