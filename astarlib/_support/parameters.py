"""Errors that name the parameters of a call."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import wraps
from types import MethodType
from typing import Any, TypeVar

from astarlib._support.calls import unknown_parameter

E = TypeVar("E", bound=Exception)


def about(parameter: str, error: E) -> E:
    """Return the error with the attribute ``parameter``, which the command line turns into the name of an option."""
    error.parameter = parameter  # type: ignore[attr-defined]  # built-in exceptions take any attribute
    return error


def check_call(kind: type[Any], arguments: Sequence[object], keywords: Mapping[str, object]) -> None:
    """Raise TypeError if a class can't be called with these arguments. The message has the names of its parameters.
    ``__new__`` calls this before Python calls ``__init__``, whose own message wouldn't name them. If the class has a
    mapping ``_parameter_hints``, the hint for an unknown parameter comes from there.
    """
    if len(arguments) == 0 and keywords.keys() <= getattr(kind, "__dataclass_fields__", {}).keys():
        return
    import inspect  # only needed for a wrong call, or an __init__ that isn't made by a dataclass

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
    if len(arguments) == 1 and hasattr(arguments[0], "is_goal") and hasattr(kind, "search"):
        return f"{kind.__name__} takes no problem; write {kind.__name__}().search(problem)"
    if len(arguments) > 0:
        # A compiled engine has the name of the engine in Python.
        others = [base for base in reversed(kind.__mro__) if base.__name__ != kind.__name__]
        all_fields: Iterator[Mapping[str, Any]] = (getattr(base, "__dataclass_fields__", {}) for base in others)
        inherited = next(filter(None, all_fields), {})
        own = [name for name in names if name not in inherited]
        example = f"{own[0]}={arguments[0]!r}" if len(own) > 0 and len(arguments) == 1 else f"{names[0]}=..."
        right = f"{kind.__name__}({example})"
        return f"{kind.__name__} takes its parameters by name; write {right}. Its parameters are: {listed}"
    return unknown_parameter(kind, names, keywords)


class CheckedMethod:
    """A method whose error for a wrong call says what to write. A right call isn't examined.
    ``hint(name, value)`` of an unknown keyword argument returns what to write instead, or an empty text.
    """

    def __init__(self, method: Callable[..., Any], hint: Callable[[str, object], str]) -> None:
        code, name = method.__code__, method.__name__
        names = frozenset(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount])
        by_position = code.co_varnames[1 : code.co_argcount]

        @wraps(method)
        def checked(instance: object, /, *arguments: Any, **keywords: Any) -> Any:
            try:
                return method(instance, *arguments, **keywords)
            except TypeError as error:
                if error.__traceback__ is None or error.__traceback__.tb_next is not None:
                    raise  # The method itself raised it.
                unknown = next((key for key in keywords if key not in names), None)
                if unknown is not None:
                    why = hint(unknown, keywords[unknown])
                    message = f"{name}() has no parameter {unknown!r}{'; ' if why else ''}{why}"
                elif len(arguments) > len(by_position):
                    message = (
                        f"{name}() takes {' and '.join(by_position)} by position, not {len(arguments)} arguments; a "
                        "start and a goal belong to the problem"
                    )
                else:
                    raise
                raise TypeError(message) from None

        self._checked = checked
        self.__doc__ = method.__doc__
        self.__wrapped__ = method

    def __get__(self, instance: object, owner: type[Any]) -> Callable[..., Any]:
        """Return the method of an instance, or a function that refuses a call without an instance."""
        checked = self._checked
        if instance is not None:
            return MethodType(checked, instance)

        @wraps(checked)
        def of_class(*arguments: Any, **keywords: Any) -> Any:
            if len(arguments) == 0 or not isinstance(arguments[0], owner):
                raise TypeError(
                    f"{owner.__name__}.{checked.__name__} needs an instance; write "
                    f"{owner.__name__}().{checked.__name__}(...)"
                )
            return checked(*arguments, **keywords)

        return of_class
