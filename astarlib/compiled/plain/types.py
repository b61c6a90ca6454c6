"""The static types of values in compiled problems, and how values of two types become values of one.

A value is a list of parts, each an expression of a whole number ("i"), a truth value ("b") or a float ("f").
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from astarlib.compiled.plain.refusal import Refusal

Part: TypeAlias = tuple[str, str]
"""The end of a part's name, and its kind."""
MAX_UNROLLED: Final = 4
"""The largest length of a tuple of equal items that is kept as separate parts. Longer ones are kept in memory."""


@dataclass(frozen=True, slots=True)
class Type:
    """The base class of all types."""

    def parts(self) -> tuple[Part, ...]:
        """Return the parts of a value."""
        return ()

    def __str__(self) -> str:
        return type(self).__name__.removesuffix("Type").lower()


@dataclass(frozen=True, slots=True)
class Scalar(Type):
    """A type with one part."""

    name: str
    kind: str

    def parts(self) -> tuple[Part, ...]:
        """Return the only part."""
        return (("", self.kind),)

    def __str__(self) -> str:
        return self.name


INT: Final = Scalar("int", "i")
BOOL: Final = Scalar("bool", "b")
FLOAT: Final = Scalar("float", "f")
ATOM: Final = Scalar("str", "i")
"""A string or a member of an enumeration, as its number."""
INT_OR_INF: Final = Scalar("int or inf", "i")
"""A whole number, or inf as `INFINITE`."""
INFINITE: Final = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Unit(Type):
    """A type with a single value, or with none that can be used."""

    name: str

    def __str__(self) -> str:
        return self.name


NONE: Final = Unit("None")
INF: Final = Unit("inf")
"""The constant inf, which can become a float or an `INT_OR_INF`."""
NEVER: Final = Unit("nothing")
"""The type of the items of an empty list."""
OPAQUE: Final = Unit("a text made in the method")
"""A value that compiled code can pass on but not use, such as a formatted string."""


@dataclass(frozen=True, slots=True)
class OptionalType(Type):
    """None or a value."""

    of: Type

    def parts(self) -> tuple[Part, ...]:
        """Return a truth value, whether there is a value, and the parts of the value."""
        return (("is", "b"), *((f"v{name}", kind) for name, kind in self.of.parts()))

    def __str__(self) -> str:
        return f"{self.of} or None"


@dataclass(frozen=True, slots=True)
class TupleType(Type):
    """A tuple of fixed length, each of whose items is kept in parts of its own."""

    items: tuple[Type, ...]
    cls: Any = None
    """The class of a named tuple or dataclass."""
    fields: tuple[str, ...] = ()

    def parts(self) -> tuple[Part, ...]:
        """Return the parts of all items."""
        return tuple((f"{at}{name}", kind) for at, item in enumerate(self.items) for name, kind in item.parts())

    def __str__(self) -> str:
        return f"({', '.join(map(str, self.items))})" if self.cls is None else self.cls.__name__


@dataclass(frozen=True, slots=True)
class SeqType(Type):
    """A sequence in memory that doesn't change: the address and the number of items."""

    item: Type
    length: int | None = None
    """The number of items, if it's always the same."""
    kind: str = "tuple"
    """"tuple", "list", or "any" if it isn't known. A tuple is never equal to a list."""

    def parts(self) -> tuple[Part, ...]:
        """Return the address, and the length unless it's known."""
        return (("at", "i"),) if self.length is not None else (("at", "i"), ("n", "i"))

    def __str__(self) -> str:
        return f"{self.kind} of {self.item}"


class Cell:
    """The type of the items of a list, which is found while the methods are read."""

    def __init__(self) -> None:
        self.item: Type = NEVER
        self.parent: Cell | None = None

    def find(self) -> Cell:
        """Return the cell that stands for this one and all that were joined with it."""
        return self if self.parent is None else self.parent.find()


@dataclass(frozen=True, slots=True, eq=False)
class ListType(Type):
    """A list made in a method. Its only part is the address of its header."""

    cell: Cell = field(default_factory=Cell)

    @property
    def item(self) -> Type:
        """The type of the items."""
        return self.cell.find().item

    def parts(self) -> tuple[Part, ...]:
        """Return the address."""
        return (("", "i"),)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ListType) and self.cell.find() is other.cell.find()

    def __hash__(self) -> int:
        return hash(id(self.cell.find()))

    def __str__(self) -> str:
        return f"list of {self.item}"


@dataclass(frozen=True, slots=True)
class RangeType(Type):
    """A range."""

    def parts(self) -> tuple[Part, ...]:
        """Return the numbers of the range."""
        return (("start", "i"), ("stop", "i"), ("step", "i"))


RANGE: Final = RangeType()


@dataclass(frozen=True, slots=True)
class DictType(Type):
    """A dictionary that exists before the search, or a set, whose values have the type None."""

    key: Type
    value: Type
    is_set: bool = False

    def parts(self) -> tuple[Part, ...]:
        """Return the address."""
        return (("", "i"),)

    def __str__(self) -> str:
        return f"set of {self.key}" if self.is_set else f"dict of {self.key} to {self.value}"


@dataclass(frozen=True, slots=True, eq=False)
class ObjectType(Type):
    """A Python object that is known before the search: a function, a class, a module or an object with attributes."""

    value: Any
    path: tuple[Any, ...] | None = None
    """The path to it, if its attributes can be read from there. See `constants`."""
    bound: Any = None
    """For a method, the `Value` of its first argument."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ObjectType) and self.value is other.value and self.bound is other.bound

    def __hash__(self) -> int:
        return id(self.value)

    def __str__(self) -> str:
        return getattr(self.value, "__name__", type(self.value).__name__)


@dataclass(slots=True)
class Value:
    """A value in generated code."""

    type: Type
    parts: tuple[str, ...] = ()
    constant: Any = None
    """The value of a literal in the code: a number, a string, or a tuple of them."""


NUMBERS: Final = (BOOL, INT, INT_OR_INF, INF, FLOAT)
DEFAULTS: Final = {"i": "0", "b": "False", "f": "0.0"}


def is_seq(kind: Type) -> bool:
    """Return True for tuples and lists of any form."""
    return isinstance(kind, TupleType | SeqType | ListType)


class Joiner:
    """Joins types. ``changed`` tells whether the type of the items of a list became wider."""

    def __init__(self) -> None:
        self.changed = False

    def widen(self, cell: Cell, item: Type) -> None:
        """Let the items of a list have this type, too."""
        cell = cell.find()
        joined = self.join(cell.item, item)
        if joined != cell.item:
            cell.item, self.changed = joined, True

    def join_all(self, types: Any) -> Type:  # Any: an iterable of types
        """Return the type of values of all these types."""
        found: Type = NEVER
        for each in types:
            found = self.join(found, each)
        return found

    def join(self, one: Type, two: Type) -> Type:  # noqa: C901, PLR0911, PLR0912  # one pair of types after another
        """Return the type of values of either type."""
        if one == two or two is NEVER:
            return one
        if one is NEVER:
            return two
        if OPAQUE in (one, two):
            return OPAQUE
        if NONE in (one, two):
            other = two if one is NONE else one
            return other if isinstance(other, OptionalType) else OptionalType(other)
        for a, b in ((one, two), (two, one)):
            if isinstance(a, OptionalType):
                return OptionalType(self.join(a.of, b.of if isinstance(b, OptionalType) else b))
        if one in NUMBERS and two in NUMBERS:
            if FLOAT in (one, two):
                return FLOAT
            return INT_OR_INF if INF in (one, two) or INT_OR_INF in (one, two) else INT
        if isinstance(one, TupleType) and isinstance(two, TupleType):
            if len(one.items) == len(two.items) and one.cls is two.cls:
                return TupleType(tuple(map(self.join, one.items, two.items)), one.cls, one.fields)
            if one.cls is not None or two.cls is not None:
                raise Refusal(f"a value is {one} in one case and {two} in another")
        if isinstance(one, ListType) and isinstance(two, ListType):
            self._unite(one.cell.find(), two.cell.find())
            return one
        if is_iterable(one) and is_iterable(two):
            kind = kind_of(one) if kind_of(one) == kind_of(two) else "any"
            lengths = {length_of(one), length_of(two)}
            return SeqType(self.join(item_of(self, one), item_of(self, two)),
                           lengths.pop() if len(lengths) == 1 else None, kind)
        raise Refusal(f"a value is {one} in one case and {two} in another", "use values of one type")

    def _unite(self, one: Cell, two: Cell) -> None:
        if one is not two:
            before = one.item, two.item
            two.parent = one
            one.item = self.join(*before)
            self.changed |= one.item not in before or before[0] != before[1]


def is_iterable(kind: Type) -> bool:
    """Return True for tuples, lists and ranges."""
    return is_seq(kind) or isinstance(kind, RangeType)


def kind_of(kind: Type) -> str:
    """Return "tuple" or "list" for a sequence."""
    if isinstance(kind, SeqType):
        return kind.kind
    return "tuple" if isinstance(kind, TupleType) else "list" if isinstance(kind, ListType) else "any"


def length_of(kind: Type) -> int | None:
    """Return the length of a sequence if it's known."""
    if isinstance(kind, TupleType):
        return len(kind.items)
    return kind.length if isinstance(kind, SeqType) else None


def item_of(joiner: Joiner, kind: Type) -> Type:
    """Return the type of the items of a sequence."""
    if isinstance(kind, TupleType):
        return joiner.join_all(kind.items)
    return INT if isinstance(kind, RangeType) else kind.item  # type: ignore[attr-defined]  # It's a sequence.


def leaves(kind: Type) -> Iterator[Type]:
    """Yield the type and all types inside it."""
    yield kind
    inner: tuple[Type, ...] = ()
    if isinstance(kind, TupleType):
        inner = kind.items
    elif isinstance(kind, SeqType | ListType):
        inner = (kind.item,)
    elif isinstance(kind, OptionalType):
        inner = (kind.of,)
    elif isinstance(kind, DictType):
        inner = (kind.key, kind.value)
    for each in inner:
        yield from leaves(each)


def uses_memory(kind: Type) -> bool:
    """Return True if a value may refer to memory that a method has allocated."""
    return any(isinstance(each, SeqType | ListType) for each in leaves(kind))
