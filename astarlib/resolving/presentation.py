"""The texts and drawings of states and actions, as the methods of a problem give them."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from typing_extensions import TypeVar

from astarlib._support.interrupts import raise_if_from_handler
from astarlib._support.state_text import action_text, state_text
from astarlib.errors import (
    ProblemMethodError,
    format_error,
    short_repr,
)
from astarlib.problem import A, Problem, S, Starts
from astarlib.resolving.resolved_problem import capability

if TYPE_CHECKING:
    from astarlib._support.scene import Content
    from astarlib.drawing import Drawing, Map

T = TypeVar("T")


def state_texter(problem: Problem[S, A]) -> Callable[[S], str]:
    """Return the function that formats a state: the problem's ``format_state``, else `state_text`.
    If ``format_state`` raises or returns no text, a warning names it, and `state_text` takes its place.
    """
    return _safe_text(problem, "format_state", state_text, "repr")


def action_texter(problem: Problem[S, A]) -> Callable[[A], str]:
    """Return the function that formats an action: the problem's ``format_action``, else `action_text`."""
    return _safe_text(problem, "format_action", action_text, "str")


def _safe_text(problem: object, name: str, instead: Callable[[Any], str], name_of_it: str) -> Callable[[Any], str]:
    given = getattr(problem, name, None)
    if given is None:
        return instead
    is_reported = False

    def text(value: Any) -> str:  # Any: a state or an action
        nonlocal is_reported
        what = f"{type(problem).__name__}.{name}({short_repr(value)})"
        try:
            found = given(value)
        except Exception as error:  # noqa: BLE001  # A user's method may raise anything, and a solution isn't lost by it.
            raise_if_from_handler(error)
            what += f" raised {format_error(error)}"
        else:
            if isinstance(found, str):
                return found
            what += f" returned {short_repr(found)}; expected a text"
        if not is_reported:
            warnings.warn(f"{what}; its {name_of_it} is shown instead", stacklevel=2)
            is_reported = True
        return instead(value)

    return text


def drawer(problem: Problem[S, A]) -> Callable[[S], Drawing] | None:
    """Return the function that draws a state, or None if the problem has none."""
    return _named_errors(problem, "draw_state")  # type: ignore[no-any-return]  # see capability


def map_of(problem: Problem[S, A]) -> tuple[Map, Callable[[S], tuple[float, float]]] | None:
    """Return the problem's map and the function for the position of a state on it, or None if it has no map."""
    draw_map, place = _named_errors(problem, "draw_map"), _named_errors(problem, "state_position")
    return None if draw_map is None or place is None else (draw_map(), place)


def drawn_or(instead: T, draw: Callable[[], T]) -> T:
    """Return what ``draw`` returns. If a method of the problem fails in it, a warning names the method, and the result
    is ``instead``.
    """
    try:
        return draw()
    except ProblemMethodError as error:
        warnings.warn(f"{error}; nothing is drawn", stacklevel=2)
        return instead


_MAX_SHOWN: Final = 2000
"""The length to which a notebook shortens the text of a state."""


def html_of(problem: Any) -> str:  # Any: a problem, perhaps without an initial state
    """Return what notebooks show: the class, and the initial state as a drawing, as text or as its repr."""
    from html import escape  # only needed in a notebook

    name, starts = escape(type(problem).__qualname__), getattr(problem, "initial_state", html_of)
    if starts is html_of:
        return f"<div><strong>{name}</strong>, without an initial state</div>"
    state = starts[0] if isinstance(starts, Starts) else starts
    picture = drawn_or(None, lambda: _picture_of(problem, state))
    if picture is None:
        picture = f"<pre>{escape(state_texter(problem)(state)[:_MAX_SHOWN])}</pre>"
    return f"<div><strong>{name}</strong>, initial state:</div>{picture}"


def _picture_of(problem: Problem[S, A], state: S) -> str | None:
    """Return the HTML of a state that the problem draws, or of its map, or None if it draws neither."""
    draw, draw_map = drawer(problem), _named_errors(problem, "draw_map")
    if draw is not None:
        return draw(state)._repr_html_()
    return None if draw_map is None else draw_map()._repr_html_()


def is_drawn(name: str, value: Any) -> bool:  # Any: whatever the method returned
    """Return True if a value is right for the method ``draw_state``, ``draw_map`` or ``state_position``."""
    from astarlib.drawing import Drawing, Map  # only needed for drawing

    if name != "state_position":
        return isinstance(value, Drawing if name == "draw_state" else Map)
    try:
        x, y = value
        return math.isfinite(x) and math.isfinite(y)
    except (TypeError, ValueError, OverflowError):
        return False


DRAWINGS: Final = {
    "draw_state": "a Drawing; see astarlib.drawing",
    "draw_map": "a Map; see astarlib.drawing",
    "state_position": "a position (x, y) of two numbers",
}
"""The methods that draw, each with the value that it must return, for an error."""


def _named_errors(problem: object, name: str) -> Any:  # Any: as in `capability`
    """Return the method ``name`` of `DRAWINGS` with errors that name it, or None."""
    given, expected = getattr(problem, name, None), DRAWINGS[name]
    if given is None:
        return None

    def checked(*arguments: Any) -> Any:  # Any: a state, and a drawing or a position
        what = f"{type(problem).__name__}.{name}({', '.join(map(short_repr, arguments))})"
        try:
            found = given(*arguments)
        except Exception as error:
            raise_if_from_handler(error)
            raise ProblemMethodError(
                f"{what} raised {format_error(error)}", state=next(iter(arguments), None)
            ) from error
        if not is_drawn(name, found):
            raise ProblemMethodError(f"{what} returned {short_repr(found)}; expected {expected}", value=found)
        return found

    return checked


def animation_of(problem: Problem[S, A]) -> Callable[[Sequence[S]], Content] | None:
    """Return the function that animates a path; None without one, or if a subclass draws its states in another way.
    Only built-in problems have one. It isn't public, since users would have to rely on the items of a scene.
    """
    return capability(problem, "_animation", ("draw_state", "draw_map", "state_position"))  # type: ignore[no-any-return]  # see capability
