"""The type that two types have in common, and which values can be converted."""

from __future__ import annotations

from typing import Any

from astarlib.compiled.plain.refusal import RefusalError
from astarlib.compiled.plain.types import (
    ATOM,
    BOOL,
    COMPLEX,
    ENUM,
    FLOAT,
    INF,
    INT,
    INT_OR_INF,
    NEVER,
    NONE,
    NUMBERS,
    OPAQUE,
    TEXT,
    Cell,
    DictType,
    ListType,
    MadeDeque,
    MadeDict,
    MadeRecord,
    MadeSet,
    ObjectType,
    OptionalType,
    RangeType,
    Scalar,
    SeqType,
    SetType,
    TupleType,
    Type,
    UnionType,
    as_record,
    element_of,
    is_frozen_set,
    is_iterable,
    is_record,
    is_seq,
    is_set,
    keys_of,
    kind_of,
    length_of,
)


class Joiner:
    """Joins types. ``changed`` is True after the type of the items of a list became wider."""

    def __init__(self) -> None:
        self.changed: bool = False

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

    def join(self, one: Type, two: Type) -> Type:  # one pair of types after another
        """Return the type of values of either type."""
        if one == two or two is NEVER:
            return one
        if one is NEVER:
            return two
        if OPAQUE in (one, two):
            return OPAQUE
        if {one, two} == {ATOM, TEXT}:
            return TEXT
        if NONE in (one, two):
            other = two if one is NONE else one
            return other if isinstance(other, OptionalType) else OptionalType(other)
        for a, b in ((one, two), (two, one)):
            if isinstance(a, OptionalType):
                return OptionalType(self.join(a.of, b.of if isinstance(b, OptionalType) else b))
        if isinstance(one, UnionType) or isinstance(two, UnionType) or group_of(one) != group_of(two):
            return self._join_groups(one, two)
        if COMPLEX in (one, two):
            return COMPLEX
        if one in NUMBERS and two in NUMBERS:
            if FLOAT in (one, two):
                return FLOAT
            return INT_OR_INF if INF in (one, two) or INT_OR_INF in (one, two) else INT
        if isinstance(one, TupleType) and isinstance(two, TupleType):
            if len(one.items) == len(two.items) and (one.cls, one.fields) == (two.cls, two.fields):
                return TupleType(tuple(map(self.join, one.items, two.items)), one.cls, one.fields)
            if one.cls is not None or two.cls is not None:
                raise RefusalError(f"a value is {one} in one case and {two} in another")
        if isinstance(one, MadeSet | MadeDeque) and type(one) is type(two):
            assert isinstance(two, MadeSet | MadeDeque)
            self._unite(one.items.cell.find(), two.items.cell.find())
            return one
        if isinstance(one, MadeRecord) and isinstance(two, MadeRecord) and one.keys == two.keys:
            for mine, other in zip(one.values, two.values, strict=True):
                self._unite(mine.cell.find(), other.cell.find())
            return one
        if keys_of(one) is not None and keys_of(one) == keys_of(two):
            return self.join(as_record(one), as_record(two))
        if isinstance(one, MadeDict) and isinstance(two, MadeDict) and one.missing == two.missing:
            self._unite(one.keys.cell.find(), two.keys.cell.find())
            self._unite(one.values.cell.find(), two.values.cell.find())
            return one
        tables = isinstance(one, DictType) and isinstance(two, DictType) and one.is_set == two.is_set
        if tables and NEVER in (one.key, two.key):  # type: ignore[attr-defined]  # They're tables.
            return two if one.key is NEVER else one  # type: ignore[attr-defined]  # as above
        if isinstance(one, SetType) and isinstance(two, SetType):
            return SetType(self.join(one.item, two.item), one.is_frozen if one.is_frozen is two.is_frozen else None)
        if is_set(one) and is_set(two):
            frozen = is_frozen_set(one)
            return SetType(
                self.join(element_of(one), element_of(two)), frozen if frozen is is_frozen_set(two) else None
            )
        if isinstance(one, ListType) and isinstance(two, ListType):
            self._unite(one.cell.find(), two.cell.find())
            return one
        if is_iterable(one) and is_iterable(two):
            kind = kind_of(one) if kind_of(one) == kind_of(two) else "any"
            lengths = {length_of(one), length_of(two)}
            return SeqType(
                self.join(item_of(self, one), item_of(self, two)), lengths.pop() if len(lengths) == 1 else None, kind
            )
        raise RefusalError(f"a value is {one} in one case and {two} in another", "use values of one type")

    def _join_groups(self, one: Type, two: Type) -> Type:
        """Return the union of types of different groups."""
        found: dict[Any, Type] = {}
        for kind in (one, two):
            for option in kind.options if isinstance(kind, UnionType) else (kind,):
                group = group_of(option)
                if isinstance(option, ObjectType):
                    raise RefusalError(f"a value is {one} in one case and {two} in another", "use values of one type")
                found[group] = self.join(found[group], option) if group in found else option
        return UnionType(tuple(found[group] for group in sorted(found, key=str)))

    def note_length(self, cell: Cell, length: int | None) -> None:
        """Note that a list has so many items, or with None that their number changes."""
        cell = cell.find()
        before, cell.length = cell.length, length if cell.length in {-1, length} else None
        self.changed |= before != cell.length

    def _unite(self, one: Cell, two: Cell) -> None:
        if one is not two:
            before = one.item, two.item
            two.parent = one
            one.is_viewed |= two.is_viewed
            one.is_changed |= two.is_changed
            one.is_guarded |= two.is_guarded
            if two.length != -1:
                self.note_length(one, two.length)
            one.item = self.join(*before)
            self.changed |= one.item not in before or before[0] != before[1]


def item_of(joiner: Joiner, kind: Type) -> Type:
    """Return the type of the items of a sequence."""
    if isinstance(kind, TupleType):
        return joiner.join_all(kind.items)
    return INT if isinstance(kind, RangeType) else kind.item  # type: ignore[attr-defined]  # It's a sequence.


def is_convertible(have: Type, want: Type) -> bool:
    """Return True if a value of a type may be one of the state's type, which compiled code checks."""
    if isinstance(have, OptionalType):
        return is_convertible(have.of, want.of if isinstance(want, OptionalType) else want)
    if isinstance(have, UnionType):
        return any(is_convertible(option, want) for option in have.options)
    if isinstance(want, UnionType):
        return any(is_convertible(have, option) for option in want.options)
    if have == want or have is NEVER:
        return True
    if have is BOOL and want is INT:
        return True
    if isinstance(want, OptionalType):
        return is_convertible(have, want.of)
    if want == COMPLEX and have in NUMBERS:
        return True
    if is_record(want) and isinstance(have, MadeRecord):
        have = as_record(have)
    if isinstance(want, TupleType) and is_record(want) and isinstance(have, MadeDict | DictType):
        keys, value = (have.keys.item, have.values.item) if isinstance(have, MadeDict) else (have.key, have.value)
        return not is_set(have) and NEVER not in (keys, value) and all(
            is_convertible(value, item) for item in want.items)  # fmt: skip
    if isinstance(want, TupleType):
        if isinstance(have, TupleType):
            return (
                (have.cls, have.fields) == (want.cls, want.fields)
                and len(have.items) == len(want.items)
                and all(map(is_convertible, have.items, want.items))
            )
        if not isinstance(have, SeqType) or have.kind != "tuple" or want.cls is not None:
            return False
        return all(is_convertible(have.item, item) for item in want.items)
    if isinstance(want, SeqType):
        if isinstance(have, TupleType):
            return want.kind == "tuple" and have.cls is not dict and want.length in {None, len(have.items)} and all(
                is_convertible(item, want.item) for item in have.items
            )  # fmt: skip
        if not isinstance(have, SeqType | ListType) or kind_of(have) != want.kind:
            return False
        length = length_of(have)
        return (length is None or want.length in {None, length}) and is_convertible(have.item, want.item)
    if want is TEXT and have is ATOM:
        return True
    if isinstance(want, SetType) and is_set(have) and is_frozen_set(have) is want.is_frozen:
        return element_of(have) in {NEVER, want.item}
    return (have in NUMBERS and want is FLOAT) or (have is INT_OR_INF and want is INT)


def group_of(kind: Type) -> Any:
    """Return the group of a type. A union has at most one type of each group."""
    if kind in NUMBERS or kind == COMPLEX:
        return "number"
    if isinstance(kind, MadeRecord):
        return dict.__qualname__, id(dict)
    if isinstance(kind, TupleType) and kind.cls is not None:
        return kind.cls.__qualname__, id(kind.cls)
    if is_iterable(kind):
        return "bytes" if kind_of(kind) == "bytes" else "sequence"
    if is_set(kind):
        return "set"
    if kind is ATOM or kind is TEXT:
        return "str"
    return kind.name if isinstance(kind, Scalar) else type(kind).__name__


def sort_of(kind: Type) -> Any:
    """Return the sort of a type, or None if values of the type can't be compared.
    Values of different sorts are never equal, and can't be ordered.
    """
    if kind in NUMBERS or kind == COMPLEX:
        return "number"
    if keys_of(kind) is not None:
        return "dict"
    if isinstance(kind, TupleType):
        return kind.cls if kind.cls is not None and not issubclass(kind.cls, tuple) else "tuple"
    if is_seq(kind):
        return None if kind_of(kind) == "any" else kind_of(kind)
    if is_set(kind):
        return "set"
    if isinstance(kind, DictType | MadeDict):
        return "dict"
    if kind is ATOM or kind is TEXT:
        return "str"
    if kind is ENUM or kind is NONE:
        return str(kind)
    return "range" if isinstance(kind, RangeType) else None
