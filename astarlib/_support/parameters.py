"""Errors with the names of parameters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

E = TypeVar("E", bound=Exception)


def about(parameter: str, error: E) -> E:
    """Return the error with the attribute ``parameter``, which the command line turns into the name of an option.

    Examples
    --------
    >>> about("shape", ValueError("6 tiles don't fill a square")).parameter
    'shape'
    """
    error.parameter = parameter  # type: ignore[attr-defined]  # built-in exceptions take any attribute
    return error


def check_call(kind: type[Any], arguments: Sequence[object], keywords: Mapping[str, object]) -> None:
    """Raise TypeError if a class can't be called with these arguments. The message has the names of its parameters.

    ``__new__`` calls this before Python calls ``__init__``, whose own message wouldn't name them.
    """
    if len(arguments) == 0 and keywords.keys() <= getattr(kind, "__dataclass_fields__", {}).keys():
        return
    import inspect  # noqa: PLC0415  # only needed for a wrong call, or an __init__ that isn't made by a dataclass

    has_init = kind.__init__ is not object.__init__
    call = inspect.signature(kind.__init__ if has_init else _nothing)
    try:
        call.bind(None, *arguments, **keywords)
    except TypeError as error:
        names = list(call.parameters)[1:]
        message = _wrong_call(kind, names, arguments, keywords) or f"{kind.__name__}: {error}"
        raise TypeError(message) from None


def _nothing(_self: object, /) -> None:
    """Do what ``object.__init__`` does; its signature doesn't show that it takes no arguments."""


def _wrong_call(
    kind: type[Any], names: Sequence[str], arguments: Sequence[object], keywords: Mapping[str, object]
) -> str:
    """Return the message for positional arguments or an unknown keyword, or nothing if both are right."""
    if len(names) == 0:
        return f"{kind.__name__} has no parameters; write {kind.__name__}()"
    listed = ", ".join(names)
    if len(arguments) > 0:
        inherited = getattr(kind.__mro__[1], "__dataclass_fields__", {})
        own = [name for name in names if name not in inherited]
        example = f"{own[0]}={arguments[0]!r}" if len(own) > 0 and len(arguments) == 1 else f"{names[0]}=..."
        right = f"{kind.__name__}({example})"
        return f"{kind.__name__} takes its parameters by name; write {right}. Its parameters are: {listed}"
    unknown = [name for name in keywords if name not in names]
    if len(unknown) == 0:
        return ""
    from difflib import get_close_matches  # noqa: PLC0415  # only needed for a wrong call

    close = get_close_matches(unknown[0], names, n=1, cutoff=0.7)
    hint = f"; did you mean {close[0]!r}?" if len(close) > 0 else ""
    return f"{kind.__name__} has no parameter {unknown[0]!r}{hint or '.'} Its parameters are: {listed}"
