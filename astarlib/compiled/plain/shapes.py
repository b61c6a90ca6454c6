"""The types of states with room for their items, and the numbers of states in Python."""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import chain, islice
from typing import Any, Final, NamedTuple, cast

from astarlib.compiled.plain.refusal import RefusalError
from astarlib.compiled.plain.types import (
    ATOM,
    BOOL,
    CHARACTER,
    COMPLEX,
    ENUM,
    FLOAT,
    INF,
    INT,
    INT_OR_INF,
    NEVER,
    NONE,
    TEXT,
    OptionalType,
    Scalar,
    SeqType,
    SetType,
    TupleType,
    Type,
    UnionType,
    is_record,
    leaves,
)
from astarlib.compiled.plain.values import Atoms, option_of, part_of
from astarlib.errors import CapacityError, short_repr

WORD: Final = (1 << 64) - 1


class Shape(NamedTuple):
    """The type of a part of a state, with the room for the items of sequences, sets and texts."""

    kind: Type
    inner: tuple[Shape, ...] = ()
    """The shapes of the items of a tuple, of the options of a union, or of the only type of all items."""
    room: int = 0
    """The largest number of items."""
    is_grown: bool = False
    """True if the number of items isn't always the same, so that it's a number of the state, too."""
    enumeration: Any = None
    """The class of all values if they're members of one enumeration of whole numbers or strings."""

    @property
    def is_run(self) -> bool:
        """True if the value is an address of items of one type, perhaps with their number."""
        return is_run(self.kind)


def is_run(kind: Type) -> bool:
    """Return True for sequences, sets and texts in memory."""
    return isinstance(kind, SeqType | SetType) or kind is TEXT


def _class_of(kind: Type) -> Any:
    """Return the class of sequences, sets and texts in Python."""
    if isinstance(kind, SetType):
        return frozenset if kind.is_frozen else set
    return str if kind is TEXT else {"list": list, "bytes": bytes}.get(getattr(kind, "kind", ""), tuple)


def shape_of(kind: Type, values: Sequence[Any], spare: int = 0) -> Shape:
    """Return the shape of a type for the values of all states. Lengths that change get room for ``spare`` percent more,
    or with -1 for four times as many items.
    """
    if isinstance(kind, TupleType):
        columns = ([part_of(value, at, kind) for value in values] for at in range(len(kind.items)))
        return Shape(kind, tuple(map(shape_of, kind.items, columns, [spare] * len(kind.items))))
    if isinstance(kind, OptionalType):
        return Shape(kind, (shape_of(kind.of, [value for value in values if value is not None], spare),))
    if isinstance(kind, UnionType):
        if any(is_record(option) for option in kind.options):
            raise RefusalError("a state contains a dictionary in the place of another value", "use None, or one type")
        tags = [option_of(value, kind) for value in values]
        return Shape(kind, tuple(
            shape_of(option, [value for value, each in zip(values, tags, strict=True) if each == tag], spare)
            for tag, option in enumerate(kind.options)
        ))  # fmt: skip
    if is_run(kind):
        if isinstance(kind, SeqType) and kind.kind == "any":
            raise RefusalError("a state contains a list in the place of a tuple", "use tuples only, or lists only")
        item = kind.item if isinstance(kind, SeqType | SetType) else CHARACTER
        items: Any = [] if kind is TEXT else list(chain.from_iterable(values))
        inner = shape_of(item, items, spare)
        _check_item(inner)
        if isinstance(kind, SeqType) and kind.length is not None:
            return Shape(kind, (inner,), kind.length)
        most = max(map(len, values), default=0)
        if kind is TEXT and len(set(map(len, values))) == 1 and spare > 0:
            spare = 0  # It has probably one length.
        room = 4 * most + 8 if spare < 0 else most + (2 + most * spare // 100 if spare > 0 else 0)
        return Shape(kind, (inner,), max(1, room), is_grown=True)
    if not isinstance(kind, Scalar) and kind not in {NONE, INF, NEVER}:
        raise RefusalError(
            f"a state contains {kind}",
            "use numbers, True, False, None, strings, frozensets, and tuples; with a state_key, also lists, sets and "
            "dictionaries",
        )
    classes = set(map(type, values)) if kind in {INT, ATOM} else set()
    is_of_members = len(classes) == 1 and all(issubclass(each, Enum) for each in classes)
    return Shape(kind, enumeration=classes.pop() if is_of_members else None)


def _check_item(shape: Shape) -> None:
    """Raise RefusalError for items that are neither one run nor numbers."""
    if not shape.is_run and any(is_run(each) for each in leaves(shape.kind)):
        raise RefusalError(
            "a state contains long tuples, sets or texts inside the items of another one, together with other values",
            "use separate tuples, or one long tuple",
        )


class Leaf(NamedTuple):
    """A number of a state, or a run of numbers of equal width."""

    kind: Type
    size: int
    """The number of numbers in the run, or 1."""
    is_run: bool
    most: int = 0
    """For a length, the largest one."""


def leaves_of(shape: Shape) -> Iterator[Leaf]:
    """Yield the leaves of a state in their order."""
    kind = shape.kind
    if isinstance(kind, OptionalType):
        yield Leaf(BOOL, 1, is_run=False)
    elif isinstance(kind, UnionType):
        yield Leaf(INT, 1, is_run=True)  # A run of one number needs no room for larger numbers.
    elif isinstance(kind, Scalar):
        yield Leaf(kind, 1, is_run=False)
    if shape.is_grown:
        yield Leaf(INT, 1, is_run=True, most=shape.room)
    for inner in shape.inner:
        for leaf in leaves_of(inner):
            yield leaf._replace(size=leaf.size * shape.room, is_run=True) if shape.is_run else leaf


def numbers_of(state: Any, shape: Shape, atoms: Atoms) -> Iterator[list[Any]]:
    """Yield the numbers of each leaf of a state. A part that is None has no numbers, and an unused number is None."""
    kind = shape.kind
    if isinstance(kind, TupleType):
        is_real = kind == COMPLEX and type(state) in {int, float, bool}
        if kind.cls is not None and type(state) is not kind.cls and not is_real:
            raise TypeError(f"expected {kind.cls.__name__}")
        if kind.cls is dict and tuple(state) != kind.fields:
            raise TypeError(f"expected the keys {', '.join(map(repr, kind.fields))}")
        if kind.cls is None and (not isinstance(state, tuple) or len(state) != len(kind.items)):
            raise TypeError(f"expected a tuple of {len(kind.items)} items")
        for at, item in enumerate(shape.inner):
            yield from numbers_of(part_of(state, at, kind), item, atoms)
    elif isinstance(kind, OptionalType):
        yield [int(state is not None)]
        if state is None:
            yield from ([] for leaf in leaves_of(shape.inner[0]))
        else:
            yield from numbers_of(state, shape.inner[0], atoms)
    elif isinstance(kind, UnionType):
        tag = option_of(state, kind)
        yield [tag]
        for at, option in enumerate(shape.inner):
            if at == tag:
                yield from numbers_of(state, option, atoms)
            else:
                yield from ([] for leaf in leaves_of(option))
    elif shape.is_run:
        inner = shape.inner[0]
        if isinstance(inner.kind, Scalar):  # The usual case, which takes a third of the time.
            found = _numbers_of_run(state, shape, atoms)
            if shape.is_grown:
                yield [len(found)]
            yield found + [None] * (shape.room - len(found))
            return
        items = _items_of_run(state, shape, atoms)
        if shape.is_grown:
            yield [len(items)]
        unused = shape.room - len(items)
        for at, leaf in enumerate(leaves_of(shape.inner[0])):
            yield [number for each in items for number in each[at] or [None] * leaf.size] + [None] * leaf.size * unused
    elif isinstance(kind, Scalar):
        yield [_number(state, kind, atoms)]


def _items_of_run(value: Any, shape: Shape, atoms: Atoms) -> list[list[list[Any]]]:
    """Return the numbers of each item of a sequence or set, in the order in which they're stored."""
    found = [list(numbers_of(item, shape.inner[0], atoms)) for item in _checked_items(value, shape)]
    return sorted(found) if isinstance(shape.kind, SetType) else found


def _numbers_of_run(value: Any, shape: Shape, atoms: Atoms) -> list[Any]:
    """Return the numbers of a sequence, set or text whose items are numbers, in the order in which they're stored."""
    items, kind = _checked_items(value, shape), cast("Scalar", shape.inner[0].kind)
    if shape.kind is TEXT:
        return list(map(ord, items))
    if kind is INT and set(map(type, items)) <= {int}:
        found = list(items)
    else:
        found = [_number(item, kind, atoms) for item in items]
    return sorted(found) if isinstance(shape.kind, SetType) else found


def _checked_items(value: Any, shape: Shape) -> Any:
    """Return the items of a sequence, set or text of the expected type and length. Strings get numbers in one order."""
    wanted = _class_of(shape.kind)
    if not isinstance(value, wanted):
        raise TypeError(f"expected a {wanted.__name__}")
    if not shape.is_grown and len(value) != shape.room:
        raise TypeError(f"expected a tuple of {shape.room} items")
    if len(value) > shape.room:
        raise CapacityError(
            f"{short_repr(value)} in a state has more than the {shape.room} items for which compiled code has room"
        )
    return sorted(value, key=repr) if isinstance(shape.kind, SetType) else value


def _number(value: Any, kind: Scalar, atoms: Atoms) -> int:
    if kind in {ATOM, ENUM}:
        return atoms.number(value)
    if kind is FLOAT:
        found: int = struct.unpack("<q", struct.pack("<d", value + 0.0))[0]
        return found
    if kind is INT_OR_INF and value == math.inf:
        return 2**63 - 1
    if kind is BOOL and not isinstance(value, bool):
        raise TypeError("expected True or False")
    if int(value) != value:
        raise TypeError("expected a whole number")
    return int(value)


def made_value(numbers: Iterator[Iterator[int]], shape: Shape, atoms: Atoms) -> Any:
    """Return the value of a shape that these numbers of leaves make."""
    kind = shape.kind
    if isinstance(kind, TupleType):
        values = [made_value(numbers, item, atoms) for item in shape.inner]
        if kind.cls is dict:
            return dict(zip(kind.fields, values, strict=True))
        return tuple(values) if kind.cls is None else kind.cls(*values)
    if isinstance(kind, OptionalType | UnionType):
        chosen = next(next(numbers))
        value: Any = None
        for tag, option in enumerate(shape.inner, 0 if isinstance(kind, UnionType) else 1):
            if tag == chosen:
                value = made_value(numbers, option, atoms)
            else:
                for leaf in leaves_of(option):
                    _skip(next(numbers), leaf.size)
        return value
    if kind is INF:
        return math.inf
    if shape.is_run:
        return _made_run(numbers, shape, atoms)
    if not isinstance(kind, Scalar):
        return None
    found = _of_number(next(next(numbers)), kind, atoms)
    return found if shape.enumeration is None else _member(shape.enumeration, found)


def _made_run(numbers: Iterator[Iterator[int]], shape: Shape, atoms: Atoms) -> Any:
    length = next(next(numbers)) if shape.is_grown else shape.room
    inner = shape.inner[0]
    if isinstance(inner.kind, Scalar) and inner.enumeration is None and shape.kind is not TEXT:
        found = [*islice(next(numbers), shape.room)][:length]  # The items of an outer run follow.
        return _class_of(shape.kind)([_of_number(number, inner.kind, atoms) for number in found])
    sizes = [leaf.size for leaf in leaves_of(shape.inner[0])]
    runs = [next(numbers) for _ in sizes]
    items = [made_value(iter(runs), shape.inner[0], atoms) for _ in range(length)]
    for run, size in zip(runs, sizes, strict=True):
        _skip(run, (shape.room - length) * size)
    return "".join(map(chr, items)) if shape.kind is TEXT else _class_of(shape.kind)(items)


def _member(enumeration: Any, value: Any) -> Any:
    """Return the member of an enumeration with a value, or the value if there is none."""
    try:
        return enumeration(value)
    except ValueError:
        return value


def _skip(numbers: Iterator[int], count: int) -> None:
    for _ in range(count):
        next(numbers)


def _of_number(number: int, kind: Scalar, atoms: Atoms) -> Any:
    if kind in {ATOM, ENUM}:
        return atoms.values[number]
    if kind is BOOL:
        return number == 1
    if kind is FLOAT:
        return struct.unpack("<d", struct.pack("<Q", number & WORD))[0]
    signed = number - 2**64 if number >= 2**63 else number
    return math.inf if kind is INT_OR_INF and signed == 2**63 - 1 else signed
