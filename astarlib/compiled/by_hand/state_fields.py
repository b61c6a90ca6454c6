"""`StateFields`: named numbers, packed into the 64-bit words of a state. Importing this module loads no numba."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable
from functools import cache, partial
from keyword import iskeyword
from operator import index
from typing import Any, Final

from astarlib.compiled.codegen.field_source import FieldLayout, Layout, field_places, python_source
from astarlib.compiled_domain import MAX_WORDS, Words

__all__ = ["StateFields"]

_MAX_ITEMS: Final = 64 * MAX_WORDS
_MAX_BITS: Final = 63
"""The largest width of a field: a compiled getter returns a signed number of 64 bits."""


class StateFields:
    """Named whole numbers, packed into the words of a state of a `CompiledDomain`.

    A `StateFields` is like a module: its functions are ``pack``, and for each field X ``get_X`` and ``set_X``. They
    work in Python, and inside functions that numba compiles if the `StateFields` is a global or a variable of an
    enclosing function:

    - ``pack(row, column, ...)`` returns a packed state. The values are in the order of the fields. For an array, pass a
      tuple.
    - ``get_X(state)`` returns the number of a field, and ``get_X(state, i)`` item i of an array.
    - ``set_X(state, value)`` and ``set_X(state, i, value)`` return a packed state with another number.

    A packed state is one number below 2**64, or a tuple of them. No number crosses the border of a word.

    In Python, values are checked. Compiled code doesn't check them, to be fast: a value that is too large changes other
    fields. `check_domain` finds it. Getters return signed numbers when compiled, so that you can subtract.

    Call a `StateFields` to make a state with names, which is what `DomainProblem` shows: ``fields(row=1, column=2)``
    returns a named tuple, after checking the ranges.

    Parameters
    ----------
    **fields:
        For each field its number of bits, 1 to 63, as in ``row=4``. For an array of numbers, the number of items and
        the bits of each, as in ``cells=(16, 4)``. The state has at most 32 words.

    Raises
    ------
    ValueError, TypeError
        If the fields don't fit into 32 words, a width is neither a whole number nor a pair of them or out of range,
        there is no field, or a name isn't an identifier or begins with an underscore.

    Examples
    --------
    >>> from astarlib.compiled import StateFields
    >>> fields = StateFields(row=4, column=4, cells=(3, 2))
    >>> state = fields.pack(1, 2, (3, 0, 1))
    >>> fields.get_row(state), fields.get_cells(state, 0)
    (1, 3)
    >>> fields.unpack(fields.set_cells(state, 1, 2))
    State(row=1, column=2, cells=(3, 2, 1))
    """

    def __init__(self, **fields: int | tuple[int, int]) -> None:
        if len(fields) == 0:
            raise TypeError("StateFields needs at least one field, such as StateFields(row=4, column=4)")
        self._layout: Layout = tuple((name, *_checked_size(name, size)) for name, size in fields.items())
        self.layout: tuple[FieldLayout, ...] = field_places(self._layout)
        names: dict[str, Any] = {
            "_item": _checked_item,
            "_items": _checked_items,
            "_value": _checked_value,
            "_index": index,
        }
        exec(python_source(self.layout, self.words), names)  # noqa: S102  # The source is made from our own templates.
        self._record = _record_type(self._layout)
        self._functions = {name: value for name, value in names.items() if name.startswith(("get_", "set_", "pack"))}
        vars(self).update(self._functions)
        self.pack: Callable[..., Words] = self._functions["pack"]
        self._unpack: Any = names["_unpack"]

    @property
    def words(self) -> int:
        """The number of words of a packed state."""
        return 1 + max(field.place(max(field.items - 1, 0))[0] for field in self.layout)

    @property
    def function_names(self) -> tuple[str, ...]:
        """The names of the functions that compiled code can call."""
        return tuple(self._functions)

    def __call__(self, *values: Any, **named: Any) -> Any:  # Any: whole numbers, and sequences of them
        """Return a state as a named tuple; ValueError if a value is out of range, TypeError if it's no whole number."""
        return self.unpack(self.pack(*self._record(*values, **named)))

    def unpack(self, state: Words) -> Any:  # Any: a named tuple with the names of the fields
        """Return a packed state as a named tuple, where an array is a tuple of ints.

        Parameters
        ----------
        state:
            The packed state, an int or a tuple of ints.

        Raises
        ------
        TypeError
            If ``state`` isn't a packed state.

        Examples
        --------
        >>> from astarlib.compiled import StateFields
        >>> StateFields(row=4, column=4).unpack(0x21)
        State(row=1, column=2)
        """
        try:
            return self._record(*self._unpack(state))
        except (TypeError, IndexError) as error:
            expected = "a whole number" if self.words == 1 else f"a tuple of {self.words} whole numbers"
            raise TypeError(f"state must be {expected}, which pack returns, not {state!r}") from error

    def __getattr__(self, name: str) -> Any:  # Any: a function
        if name.startswith("_"):
            raise AttributeError(name)
        raise AttributeError(f"{self!r} has no {name}; it has {', '.join(self._functions)} and unpack")

    @property
    def _numba_type_(self) -> Any:
        """The type of this object in compiled code. numba asks for it when it finds the object in a function."""
        from astarlib.compiled.codegen.field_functions import fields_type  # It loads numba.

        return fields_type(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, StateFields) and self._layout == other._layout

    def __hash__(self) -> int:
        return hash(self._layout)

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(StateFields, **_sizes(self._layout)), ()

    def __repr__(self) -> str:
        sizes = ", ".join(f"{name}={size!r}" for name, size in _sizes(self._layout).items())
        return f"StateFields({sizes})"


def _checked_size(name: str, size: object) -> tuple[int, int]:
    """Return the number of items and of bits of a field, after checking them and the name."""
    if not name.isidentifier() or iskeyword(name) or name.startswith("_"):
        raise ValueError(f"a field can't have the name {name!r}; expected an identifier that begins with a letter")
    parts: tuple[Any, ...] = size if isinstance(size, tuple) else (size,)
    if len(parts) not in {1, 2} or not all(isinstance(part, int) and not isinstance(part, bool) for part in parts):
        raise TypeError(f"field {name} must have a number of bits, or a pair (items, bits), not {size!r}")
    count, bits = parts if len(parts) == 2 else (0, parts[0])
    if not 1 <= bits <= _MAX_BITS:
        raise ValueError(f"field {name} must have 1 to {_MAX_BITS} bits, not {bits}")
    if len(parts) == 2 and not 1 <= count <= _MAX_ITEMS:
        raise ValueError(f"field {name} must have 1 to {_MAX_ITEMS} items, not {count}")
    return count, bits


def _checked_number(what: str, largest: int, value: Any, error: type[Exception]) -> int:  # Any: whatever a user passes
    try:
        number = index(value)
    except TypeError:
        raise TypeError(f"{what} must be a whole number, not {value!r}") from None
    if not 0 <= number <= largest:
        raise error(f"{what} must be 0 to {largest}, not {number}")
    return number


def _checked_value(name: str, largest: int, value: Any) -> int:  # Any: whatever a user passes
    return _checked_number(f"field {name}", largest, value, ValueError)


def _checked_items(name: str, largest: int, count: int, values: Any) -> list[int]:  # Any: whatever a user passes
    """Return the values of an array as ints."""
    try:
        items = list(values)
    except TypeError:
        raise TypeError(f"field {name} must be a list of {count} whole numbers, not {values!r}") from None
    if len(items) != count:
        raise ValueError(f"field {name} must have {count} items, not {len(items)}")
    return [_checked_value(f"{name}[{at}]", largest, value) for at, value in enumerate(items)]


def _checked_item(name: str, count: int, item: Any) -> int:  # Any: whatever a user passes
    return _checked_number(f"the index of field {name}", count - 1, item, IndexError)


def _sizes(layout: Layout) -> dict[str, Any]:  # Any: the parameters of `StateFields`
    return {name: bits if count == 0 else (count, bits) for name, count, bits in layout}


@cache
def _record_type(layout: Layout) -> Any:  # Any: a class made from the layout
    """Return the class of the named tuples of a layout. Equal layouts share it."""
    make: Any = namedtuple  # noqa: PYI024  # The names are known only now.
    base = make("State", [name for name, _, _ in layout])

    def reduce(record: tuple[Any, ...]) -> tuple[Any, ...]:
        return _restore, (layout, tuple(record))

    return type("State", (base,), {"__slots__": (), "__reduce__": reduce, "__module__": __name__})


def _restore(layout: Layout, values: tuple[Any, ...]) -> Any:  # Any: a named tuple
    """Return a named tuple that was pickled."""
    return _record_type(layout)(*values)
