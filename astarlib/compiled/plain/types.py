"""The static types of values in compiled problems, and how values of two types become values of one.

A value is a list of parts, each an expression of a whole number ("i"), a truth value ("b") or a float ("f").
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeAlias

from astarlib.compiled.plain.refusal import RefusalError

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
class _Single(Type):
    """A type whose only part is a number: an index, or an address in memory."""

    def parts(self) -> tuple[Part, ...]:
        return (("", "i"),)


@dataclass(frozen=True, slots=True)
class Scalar(Type):
    """A type with one part."""

    name: str
    kind: str

    def parts(self) -> tuple[Part, ...]:
        return (("", self.kind),)

    def __str__(self) -> str:
        return self.name


INT: Final = Scalar("int", "i")
BOOL: Final = Scalar("bool", "b")
FLOAT: Final = Scalar("float", "f")
ATOM: Final = Scalar("str", "i")
"""A string that exists before the search, as its number."""
ENUM: Final = Scalar("enumeration", "i")
"""A member of an enumeration, as its number."""
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
OPAQUE: Final = Unit("a text with a format")
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
class UnionType(Type):
    """A value of one of several types, at most one of each group. See `group_of`."""

    options: tuple[Type, ...]

    def parts(self) -> tuple[Part, ...]:
        """Return the index of the type, and the parts for each type."""
        return (("tag", "i"), *((f"u{at}{name}", kind) for at, option in enumerate(self.options)
                                for name, kind in option.parts()))  # fmt: skip

    def __str__(self) -> str:
        return " or ".join(map(str, self.options))


@dataclass(frozen=True, slots=True)
class TupleType(Type):
    """A tuple of fixed length, each of whose items is kept in parts of its own."""

    items: tuple[Type, ...]
    cls: Any = None
    """The class of a named tuple or dataclass, or `dict` for a dictionary of a state, which has fixed keys."""
    fields: tuple[Any, ...] = ()
    """The names of the fields, or the keys."""

    def parts(self) -> tuple[Part, ...]:
        return tuple((f"i{at}{name}", kind) for at, item in enumerate(self.items) for name, kind in item.parts())

    def __str__(self) -> str:
        if is_record(self):
            return f"dictionary with the keys {', '.join(map(repr, self.fields))}"
        return f"({', '.join(map(str, self.items))})" if self.cls is None else self.cls.__name__


@dataclass(frozen=True, slots=True)
class SeqType(Type):
    """A sequence in memory that doesn't change: the address and the number of items."""

    item: Type
    length: int | None
    """The number of items, if it's always the same."""
    kind: str
    """"tuple", "list", "bytes", or "any" if it isn't known. Values of different kinds are never equal."""

    def parts(self) -> tuple[Part, ...]:
        """Return the address, and the length unless it's known."""
        return (("at", "i"),) if self.length is not None else (("at", "i"), ("n", "i"))

    def __str__(self) -> str:
        if self.kind == "bytes":
            return self.kind
        return f"{'list or tuple' if self.kind == 'any' else self.kind} of {self.item}"


_SETS: Final = {True: "frozenset", False: "set", None: "set or frozenset"}


@dataclass(frozen=True, slots=True)
class SetType(Type):
    """A frozenset in memory, whose items are in the order of their words: their address and their number."""

    item: Type
    is_frozen: bool | None = True
    """True for frozensets, False for sets of a state, and None for a value that is one of both. Only a frozenset can be
    hashed, and none of them can be changed.
    """

    def parts(self) -> tuple[Part, ...]:
        """Return the address and the number of items."""
        return (("at", "i"), ("n", "i"))

    def __str__(self) -> str:
        return f"{_SETS[self.is_frozen]} of {self.item}"


@dataclass(frozen=True, slots=True)
class TextType(Type):
    """A text in memory: the address of the numbers of its characters, and their number."""

    def parts(self) -> tuple[Part, ...]:
        """Return the address and the number of characters."""
        return (("at", "i"), ("n", "i"))

    def __str__(self) -> str:
        return "text made in the method"


TEXT: Final = TextType()
"""A string that a method makes, or one of a state that changes."""
CHARACTER: Final = Scalar("character", "i")
"""A character of a text in the words of a state."""


_SUMS: Final = {"bool": "int64", "float64": "float64"}


@dataclass(frozen=True, slots=True)
class ArrayItem(Type):
    """A number of numpy."""

    dtype: str

    def parts(self) -> tuple[Part, ...]:
        return (("", "b" if self.dtype == "bool" else "f" if self.dtype.startswith("float") else "i"),)

    def __str__(self) -> str:
        return f"number of numpy ({self.dtype})"


@dataclass(frozen=True, slots=True)
class ArrayType(Type):
    """A numpy array that exists before the search, or a part of it with fewer dimensions."""

    dtype: str
    dimensions: int
    is_part: bool = False

    @property
    def sum_dtype(self) -> str:
        """The type of the sum of all items."""
        return _SUMS.get(self.dtype, "uint64" if self.dtype.startswith("u") else "int64")

    def parts(self) -> tuple[Part, ...]:
        """Return the address, the sizes, and for a whole array the smallest and the largest item and the sum."""
        sizes = tuple((f"n{at}", "i") for at in range(self.dimensions))
        item = ArrayItem(self.dtype).parts()[0][1]
        ends = () if self.is_part else (("min", item), ("max", item), ("sum", ArrayItem(self.sum_dtype).parts()[0][1]))
        return (("at", "i"), *sizes, *ends)

    def __str__(self) -> str:
        return f"array of {self.dtype} with {self.dimensions} dimensions"


class Cell:
    """The type of the items of a list, which is found while the methods are read."""

    def __init__(self) -> None:
        self.item: Type = NEVER
        self.parent: Cell | None = None
        self.is_changed: bool = False
        """True if a method changes the list."""
        self.is_viewed: bool = False
        """True if a value, which is this list in one case and something else in another, refers to its items."""
        self.is_guarded: bool = False
        """True if such a value may refer to it, so each change tests that none does. Its room is then negative."""
        self.length: int | None = -1
        """The number of items if it never changes, -1 before it's known, or None."""

    def find(self) -> Cell:
        """Return the cell that stands for this one and all that were joined with it."""
        return self if self.parent is None else self.parent.find()


@dataclass(frozen=True, slots=True, eq=False)
class ListType(_Single):
    """A list made in a method. Its only part is the address of its header."""

    cell: Cell = field(default_factory=Cell)

    @property
    def item(self) -> Type:
        """The type of the items."""
        return self.cell.find().item

    @property
    def length(self) -> int | None:
        """The number of items if it never changes and is the same for all lists of this type, or None."""
        return None if (found := self.cell.find().length) == -1 else found

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ListType) and self.cell.find() is other.cell.find()

    def __hash__(self) -> int:
        return hash(id(self.cell.find()))

    def __str__(self) -> str:
        return f"list of {self.item}"


@dataclass(frozen=True, slots=True)
class MadeSet(_Single):
    """A set that a method makes: a list without equal items, whose order isn't that of Python."""

    items: ListType

    def __str__(self) -> str:
        return f"set of {self.items.item} that is made in a method"


@dataclass(frozen=True, slots=True)
class MadeDict(Type):
    """A dictionary that a method makes: a list of keys and a list of values, in the order in which keys were added."""

    keys: ListType
    values: ListType
    missing: Any = None
    """For a `defaultdict`, the type of the function that makes a value, and for a `Counter`, `Counter` itself."""

    def parts(self) -> tuple[Part, ...]:
        return (("keys", "i"), ("values", "i"))

    def __str__(self) -> str:
        name = {None: "dict", Counter: "Counter"}.get(self.missing, "defaultdict")
        return f"{name} of {self.keys.item} to {self.values.item} that is made in a method"


@dataclass(frozen=True, slots=True)
class MadeDeque(_Single):
    """A `deque` that a method makes: a list, which has other operations."""

    items: ListType

    def __str__(self) -> str:
        return f"deque of {self.items.item}"


@dataclass(frozen=True, slots=True)
class MadeBytes(MadeDeque):
    """A `bytearray` that a method makes."""

    def __str__(self) -> str:
        return "bytearray"


@dataclass(frozen=True, slots=True)
class ChoiceType(_Single):
    """One of several functions of a table, as its number."""

    functions: tuple[Any, ...]

    def __str__(self) -> str:
        return "a function of a table"


@dataclass(frozen=True, slots=True)
class MadeRecord(Type):
    """A dictionary that a method makes, with the keys of one in a state: a list of one item for each value."""

    keys: tuple[Any, ...]
    values: tuple[ListType, ...]

    def parts(self) -> tuple[Part, ...]:
        return tuple((f"r{at}", "i") for at in range(len(self.values)))

    def __str__(self) -> str:
        return f"dictionary with the keys {', '.join(map(repr, self.keys))} that is made in a method"


@dataclass(frozen=True, slots=True)
class RangeType(Type):
    """A range."""

    def parts(self) -> tuple[Part, ...]:
        return (("start", "i"), ("stop", "i"), ("step", "i"))


RANGE: Final = RangeType()


@dataclass(frozen=True, slots=True)
class DictType(_Single):
    """A dictionary that exists before the search, or a set, whose values have the type None."""

    key: Type
    value: Type
    is_set: bool = False
    is_frozen: bool = False
    """True for frozensets."""
    has_default: bool = False
    """True for a `defaultdict` or `Counter`, which has a value for each key. Compiled code leaves others to Python."""

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
        if not isinstance(other, ObjectType) or self.value is not other.value:
            return False
        one, two = self.bound, other.bound  # Each round has values of its own.
        return one is two or (None not in (one, two) and one.parts == two.parts == () and one.type == two.type)

    def __hash__(self) -> int:
        return id(self.value)

    def __str__(self) -> str:
        return getattr(self.value, "__name__", type(self.value).__name__)


@dataclass(frozen=True, slots=True)
class ClosureType(Type):
    """A function that is defined inside a method and passed to another one, with the variables that it uses."""

    local: Any = field(compare=False)
    """The `Local`, which is another object in each round."""
    node: Any
    key: Any
    """The key of the method where it's defined."""
    captured: tuple[tuple[str, Type], ...]

    def parts(self) -> tuple[Part, ...]:
        return tuple((f"x{at}{end}", each) for at, (_, kind) in enumerate(self.captured) for end, each in kind.parts())

    def __str__(self) -> str:
        return "a function that is defined in a method"


@dataclass(frozen=True, slots=True)
class IteratorType(_Single):
    """An iterator that is passed to another method, as a list that is read once."""

    items: ListType


@dataclass(slots=True)
class Value:
    """A value in generated code."""

    type: Type
    parts: tuple[str, ...] = ()
    constant: Any = None
    """The value of a literal in the code: a number, a string, or a tuple of them."""


COMPLEX: Final = TupleType((FLOAT, FLOAT), complex, ("real", "imag"))
"""A complex number, as in grids whose cells are ``x + y * 1j``."""
NUMBERS: Final = (BOOL, INT, INT_OR_INF, INF, FLOAT)
DEFAULTS: Final = {"i": "0", "b": "False", "f": "0.0"}


def is_seq(kind: Type) -> bool:
    """Return True for tuples and lists of any form."""
    return isinstance(kind, TupleType | SeqType | ListType)


def is_record(kind: Type) -> bool:
    """Return True for the dictionary of a state."""
    return isinstance(kind, TupleType) and kind.cls is dict


def keys_of(kind: Type) -> tuple[Any, ...] | None:
    """Return the keys of a dictionary with fixed keys, or None for other types."""
    if isinstance(kind, MadeRecord):
        return kind.keys
    return kind.fields if isinstance(kind, TupleType) and kind.cls is dict else None


def as_record(kind: Type) -> TupleType:
    """Return the type of the same dictionary in a state."""
    if isinstance(kind, MadeRecord):
        return TupleType(tuple(each.item for each in kind.values), dict, kind.keys)
    assert isinstance(kind, TupleType)
    return kind


def is_set(kind: Type) -> bool:
    """Return True for sets of any form."""
    return isinstance(kind, MadeSet | SetType) or (isinstance(kind, DictType) and kind.is_set)


def element_of(kind: Type) -> Type:
    """Return the type of the elements of a set."""
    if isinstance(kind, DictType):
        return kind.key
    return kind.items.item if isinstance(kind, MadeSet) else kind.item  # type: ignore[attr-defined]  # It's a set.


def is_frozen_set(kind: Type) -> bool | None:
    """Return True for sets that are always frozensets, and None for those that are frozensets in one case."""
    return kind.is_frozen if isinstance(kind, SetType | DictType) else False


def check_hashable(kind: Type) -> None:
    """Raise RefusalError for the type of a key or of an element of a set that Python can't hash, or perhaps not."""
    for each in leaves(kind):
        if (
            isinstance(each, ListType | MadeSet | MadeDict | MadeDeque | DictType | ObjectType | RangeType | ArrayType)
            or keys_of(each) is not None
            or (isinstance(each, SeqType) and each.kind != "tuple")
            or (isinstance(each, SetType) and not each.is_frozen)
        ):
            raise RefusalError(f"a key or an element of a set is {kind}", "use numbers, strings and tuples of them")


def is_iterable(kind: Type) -> bool:
    """Return True for tuples, lists and ranges."""
    return is_seq(kind) or isinstance(kind, RangeType)


def kind_of(kind: Type) -> str:
    """Return "tuple", "list" or "bytes" for a sequence, or "any"."""
    if isinstance(kind, SeqType):
        return kind.kind
    return "tuple" if isinstance(kind, TupleType) else "list" if isinstance(kind, ListType) else "any"


def length_of(kind: Type) -> int | None:
    """Return the length of a sequence if it's known."""
    if isinstance(kind, TupleType):
        return len(kind.items)
    return kind.length if isinstance(kind, SeqType) else None


def leaves(kind: Type) -> Iterator[Type]:
    """Yield the type and all types inside it."""
    yield kind
    inner: tuple[Type, ...] = ()
    if isinstance(kind, TupleType):
        inner = kind.items
    elif isinstance(kind, SeqType | ListType | SetType):
        inner = (kind.item,)
    elif isinstance(kind, UnionType):
        inner = kind.options
    elif isinstance(kind, MadeSet | MadeDeque | IteratorType):
        inner = (kind.items,)
    elif isinstance(kind, MadeDict):
        inner = (kind.keys, kind.values)
    elif isinstance(kind, MadeRecord):
        inner = kind.values
    elif isinstance(kind, OptionalType):
        inner = (kind.of,)
    elif isinstance(kind, DictType):
        inner = (kind.key, kind.value)
    for each in inner:
        yield from leaves(each)


def with_texts(kind: Type) -> Type:
    """Return the type of states with texts in memory in the place of strings that exist before the search."""
    if kind is ATOM:
        return TEXT
    if isinstance(kind, TupleType):
        return replace(kind, items=tuple(map(with_texts, kind.items)))
    if isinstance(kind, SeqType):
        return replace(kind, item=with_texts(kind.item))
    if isinstance(kind, OptionalType):
        return OptionalType(with_texts(kind.of))
    return UnionType(tuple(map(with_texts, kind.options))) if isinstance(kind, UnionType) else kind


def uses_memory(kind: Type) -> bool:
    """Return True if a value may refer to memory that a method has allocated."""
    return any(isinstance(each, SeqType | ListType | MadeSet | MadeDict | SetType | TextType) for each in leaves(kind))
