"""The types of Python's values, their parts, and the numbers of strings."""

from __future__ import annotations

import dataclasses
import math
from array import array
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Iterable, Sequence
from enum import Enum, Flag
from itertools import chain
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any, Final

from astarlib.compiled.plain.joining import Joiner, group_of
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
    MAX_UNROLLED,
    NEVER,
    NONE,
    RANGE,
    ArrayItem,
    ArrayType,
    ChoiceType,
    DictType,
    OptionalType,
    SeqType,
    SetType,
    TupleType,
    Type,
    UnionType,
)

_CODE: Final = FunctionType | MethodType | BuiltinFunctionType | ModuleType | type

_EXACT: Final = frozenset(
    (bool, int, float, complex, str, tuple, list, dict, set, frozenset, range, type(None), bytes, array)
)

_OF_TUPLES: Final = frozenset((
    "__lt__", "__le__", "__gt__", "__ge__", "__bool__", "__len__", "__iter__", "__getitem__", "__contains__",
))  # fmt: skip
"""Special methods that dataclasses may define. Those of a named tuple would replace those of a tuple."""
_SPECIAL: Final = frozenset(("__eq__", "__missing__", "__getattr__", "__getattribute__"))
"""Special methods that no class of a value may define."""
_ARITHMETIC: Final = frozenset(("__add__", "__radd__", "__sub__", "__mul__", "__rmul__"))
"""Special methods that named tuples and dataclasses may define, but not subclasses of other classes."""

_DTYPES: Final = frozenset((
    "bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32", "float64",
))  # fmt: skip

MAX_KEYS: Final = 32
"""The largest number of keys of a dictionary in a state. Each key is compared in turn."""


def is_struct(value: object) -> bool:
    """Return True for named tuples and for instances of dataclasses."""
    return hasattr(type(value), "_fields") or (dataclasses.is_dataclass(value) and not isinstance(value, type))


def fields_of(cls: Any) -> tuple[str, ...]:  # Any: a class
    """Return the names of the fields of a named tuple or dataclass."""
    if hasattr(cls, "_fields"):
        return tuple(cls._fields)
    return tuple(each.name for each in dataclasses.fields(cls))


def is_data(value: object) -> bool:
    """Return True if a value can be kept as words. False means that its attributes may be read."""
    if isinstance(value, _CODE) and not isinstance(value, Enum):
        return False
    return (
        value is None
        or is_of_numpy(value)
        or isinstance(
            value, int | float | complex | str | bytes | array | Enum | tuple | list | dict | set | frozenset | range
        )
        or is_struct(value)
    )


def is_of_numpy(value: Any) -> bool:
    """Return True for an array or a number of numpy that can be kept as words."""
    if type(value).__module__ != "numpy" or not (type(value).__name__ == "ndarray" or hasattr(value, "dtype")):
        return False
    return value.dtype.name in _DTYPES and value.size > 0 and value.dtype.isnative


def _numpy_type(values: Sequence[Any]) -> Type:
    kinds = {(value.dtype.name, value.ndim) for value in values}
    if len(kinds) > 1:
        raise RefusalError("some arrays have other types or dimensions than others")
    dtype, dimensions = kinds.pop()
    if any(value.dtype.name == "uint64" and int(value.max()) >= 2**63 for value in values):
        raise RefusalError("an array has numbers above 2**63")
    if dtype in {"float16", "float32"} and dimensions > 0:
        raise RefusalError(f"an array of {dtype}", "use float64, as in array.astype(float)")
    return ArrayType(dtype, dimensions) if dimensions > 0 else ArrayItem(dtype)


def type_of(values: Sequence[Any], *, is_static: bool = False) -> Type:  # one type after another
    """Return the type of all these values. With ``is_static``, their lengths are parts of it."""
    kinds = set(map(type, values))
    if not is_static and values and all(map(is_of_numpy, values)):
        return _numpy_type(values)
    if type(None) in kinds:
        rest = [value for value in values if value is not None]
        return OptionalType(type_of(rest, is_static=is_static)) if rest else NONE
    if not kinds:
        return NEVER
    for kind in kinds - _EXACT:
        is_plain = issubclass(kind, int | float | str | tuple | list | dict | set | frozenset) and not hasattr(
            kind, "_fields"
        )
        if is_plain and not issubclass(kind, Enum) and not dataclasses.is_dataclass(kind):
            _check_subclass(kind)
    groups = {kind: _group(kind) for kind in kinds}
    if len(set(groups.values())) > 1:
        divided = [[value for value in values if groups[type(value)] == group] for group in set(groups.values())]
        return Joiner().join_all(type_of(each, is_static=is_static) for each in divided)
    if all(kind is bool for kind in kinds):
        return BOOL
    if complex in kinds and all(issubclass(kind, int | float | complex) for kind in kinds):
        return COMPLEX
    if all(issubclass(kind, int | float) for kind in kinds):
        return _number_type(values, kinds)
    if all(issubclass(kind, str) for kind in kinds):
        return ATOM
    if all(issubclass(kind, Enum) for kind in kinds):
        for kind in kinds:
            _check_special(kind)
        return ENUM
    if all(kind is range for kind in kinds):
        return RANGE
    if kinds == {bytes}:
        lengths = set(map(len, values))
        return SeqType(INT, lengths.pop() if is_static and len(lengths) == 1 else None, "bytes")
    if kinds == {array}:  # It's neither a tuple nor a list.
        return SeqType(type_of(list(chain.from_iterable(different(values)))), None, "any")
    if all(issubclass(kind, dict | set | frozenset) for kind in kinds):
        if is_static and kinds == {dict}:
            return _record_type(values)
        if is_static and len(kinds) == 1:
            return SetType(type_of(list(chain.from_iterable(values)), is_static=True), kinds == {frozenset})
        return _table_type(values, is_set=not any(issubclass(kind, dict) for kind in kinds))
    structs = {kind for kind in kinds if hasattr(kind, "_fields") or dataclasses.is_dataclass(kind)}
    if structs:
        if len(kinds) > 1:
            raise RefusalError(f"some values are {_named(kinds)}")
        cls: Any = kinds.pop()
        check_class(cls)
        names = fields_of(cls)
        items = (type_of([getattr(value, name) for value in values], is_static=is_static) for name in names)
        return TupleType(tuple(items), cls, names)
    if all(issubclass(kind, tuple | list) for kind in kinds):
        return _sequence_type(values, kinds, is_static=is_static)
    if all(isinstance(value, FunctionType | BuiltinFunctionType | MethodType) for value in values):
        return ChoiceType(tuple(dict.fromkeys(values)))
    kind = min(kinds, key=lambda each: each.__name__)
    raise RefusalError(f"a value is {_named(kinds)}, which compiled code doesn't have", _remedy_for(kind))


def _group(kind: Any) -> Any:  # Any: a class
    """Return a key that is different for classes whose values have types of different groups."""
    if issubclass(kind, str):
        return "text"
    if issubclass(kind, int | float | complex):
        return "number"
    if issubclass(kind, Enum):
        return "enumeration"
    if hasattr(kind, "_fields") or dataclasses.is_dataclass(kind):
        return kind
    groups = {"sequence": tuple | list, "bytes": bytes, "set": set | frozenset, "dict": dict}
    return next((name for name, each in groups.items() if issubclass(kind, each)), kind)


def _has_own_equality(cls: Any) -> bool:  # Any: a class
    """Return True if two values of a dataclass are equal exactly if all fields are."""
    parameters: Any = getattr(cls, "__dataclass_params__", None)
    return parameters is not None and bool(parameters.eq) and all(each.compare for each in dataclasses.fields(cls))


def check_class(cls: Any) -> None:  # Any: a class
    """Raise RefusalError unless a named tuple or dataclass compares all fields and has no special methods."""
    _check_special(cls)
    if hasattr(cls, "_fields"):
        return
    if not _has_own_equality(cls):
        raise RefusalError(f"{cls.__name__} leaves out fields when it compares")
    if any(each.kw_only for each in dataclasses.fields(cls)):
        raise RefusalError(f"{cls.__name__} has fields that need names")


def _check_special(cls: Any) -> None:  # Any: a class
    """Raise RefusalError if a class defines special methods, other than those that `dataclass` generates."""
    if not is_class_of_user(cls):
        raise RefusalError(f"a value is {cls.__name__}, which compiled code doesn't have", _remedy_for(cls))
    refused = _SPECIAL if hasattr(cls, "__dataclass_fields__") else _SPECIAL | _OF_TUPLES
    for base in cls.__mro__:
        if base.__module__ in {"builtins", "typing", "enum"}:
            continue
        for name in sorted(refused & vars(base).keys()):
            code = getattr(vars(base)[name], "__code__", None)
            if vars(base)[name] is not None and (code is None or code.co_filename != "<string>"):
                raise RefusalError(f"{cls.__name__} defines {name}", "write a method with a name of its own")


def is_class_of_user(cls: Any) -> bool:  # Any: a class
    """Return True for enumerations, named tuples and dataclasses, and False for classes of other libraries."""
    if issubclass(cls, Flag) and not issubclass(cls, int):
        return False
    return issubclass(cls, Enum) or hasattr(cls, "_fields") or dataclasses.is_dataclass(cls)


def _remedy_for(cls: Any) -> str:
    """Return what to use instead of values of a class."""
    names = {each.__name__ for each in cls.__mro__}
    found = next((remedy for name, remedy in _REMEDIES.items() if name in names), None)
    if found is None and cls.__module__ != "builtins":
        found = f"make {cls.__name__} a frozen dataclass or a NamedTuple"
    return found or "use numbers, strings, tuples, lists, sets and dictionaries"


_REMEDIES: Final = {
    "Fraction": "use whole numbers of a smaller unit", "Decimal": "use whole numbers of a smaller unit",
    "Flag": "use IntFlag, or whole numbers as bits", "Counter": "use a sorted tuple of pairs as the state",
    "ndarray": "use a tuple of tuples as the state, as in tuple(map(tuple, array.tolist()))",
    "deque": "use a tuple as the state", "bytearray": "use a tuple of whole numbers as the state",
    "array": "use a tuple or list of its numbers, as in array.tolist()",
}  # fmt: skip
"""What to use instead of values of some classes."""


def _check_subclass(cls: Any) -> None:
    """Raise RefusalError for a subclass of a built-in class that defines special methods."""
    if cls in {defaultdict, OrderedDict, Counter}:
        return
    for base in cls.__mro__:
        for name in sorted((_SPECIAL | _OF_TUPLES | _ARITHMETIC) & vars(base).keys()):
            if base.__module__ not in {"builtins", "typing"} and vars(base)[name] is not None:
                raise RefusalError(f"{cls.__name__} defines {name}", _remedy_for(cls))


def _named(kinds: Iterable[type]) -> str:
    return " and others are ".join(sorted(kind.__name__ for kind in kinds))


def _number_type(values: Sequence[Any], kinds: set[type]) -> Type:
    if not any(issubclass(kind, float) for kind in kinds):
        return INT
    fractions = [value for value in values if isinstance(value, float) and value != math.inf]
    if not fractions:
        return INT_OR_INF if len(kinds) > 1 else INF if len(values) == 1 else FLOAT
    return FLOAT


def _record_type(values: Sequence[Any]) -> Type:
    """Return the type of the dictionaries of states, which have fixed keys."""
    keys = tuple(values[0])
    if any(tuple(value) != keys for value in values):
        raise RefusalError(
            "the dictionaries of some states have other keys, or in another order", "use the same keys in each state"
        )
    if len(keys) > MAX_KEYS:
        raise RefusalError(f"the dictionary of a state has {len(keys)} keys", "use a tuple or list of the values")
    items = tuple(type_of([value[key] for value in values], is_static=True) for key in keys)
    return TupleType(items, dict, keys)


def _table_type(values: Sequence[Any], *, is_set: bool) -> Type:
    keys = type_of(list(chain.from_iterable(values)), is_static=True)
    if is_set:
        return DictType(keys, NONE, is_set=True, is_frozen=all(type(value) is frozenset for value in values))
    items = type_of(list(chain.from_iterable(value.values() for value in values)))
    return DictType(keys, items, has_default=any(isinstance(value, defaultdict | Counter) for value in values))


def _sequence_type(values: Sequence[Any], kinds: set[type], *, is_static: bool) -> Type:
    lengths = set(map(len, values))
    is_list = any(issubclass(kind, list) for kind in kinds)
    kind = "any" if len(kinds) > 1 else "list" if is_list else "tuple"
    same = lengths.pop() if len(lengths) == 1 else None
    if same is not None and kind == "tuple" and same <= MAX_UNROLLED:
        return TupleType(tuple(type_of(column, is_static=is_static) for column in zip(*values, strict=True)))
    if same is not None and kind == "tuple" and same <= 64:
        columns = [type_of(column, is_static=is_static) for column in zip(*values, strict=True)]
        plain = [each.of if isinstance(each, OptionalType) else each for each in columns]
        groups = {group_of(each) for each in plain if each is not NONE}
        is_mixed = len(groups) > 1 or (FLOAT in plain and INT in plain)
        if is_mixed and not any(isinstance(each, UnionType) for each in plain):
            return TupleType(tuple(columns))
    try:
        item = type_of(list(chain.from_iterable(different(values))), is_static=is_static)
    except RefusalError:
        if same is None or kind != "tuple":
            raise
        return TupleType(tuple(type_of(column, is_static=is_static) for column in zip(*values, strict=True)))
    return SeqType(item, same if is_static else None, kind)


def different(values: Sequence[Any]) -> list[Any]:
    """Return each object among the values once. A large list may be in many tuples."""
    return list({id(value): value for value in values}.values())


class Atoms:
    """The numbers of strings and of members of enumerations."""

    def __init__(self, known: Iterable[Any] = ()) -> None:
        self.values: list[Any] = list(known)
        self._numbers = {value: number for number, value in enumerate(self.values)}

    def number(self, value: Any) -> int:
        """Return the number of a string or member."""
        found = self._numbers.get(value)
        if found is None:
            found = self._numbers[value] = len(self.values)
            self.values.append(value)
        return found

    def __len__(self) -> int:
        return len(self.values)


def words_of(kind: Type) -> int:
    """Return the number of words of an item in memory."""
    return len(kind.parts())


def key_words(kind: Type) -> int:
    """Return the number of words of a key; RefusalError if keys have different lengths."""
    if isinstance(kind, SeqType):
        if kind.length is None:
            raise RefusalError("the keys of a dictionary or set are sequences of different lengths")
        return kind.length * key_words(kind.item)
    if isinstance(kind, SetType):
        raise RefusalError("the keys of a dictionary or set are frozensets", "use sorted tuples as keys")
    return sum(map(key_words, kind.items)) if isinstance(kind, TupleType) else words_of(kind)


def part_of(value: Any, at: int, kind: TupleType) -> Any:
    """Return an item of a tuple, or a field of a dataclass."""
    if kind.cls is dict:
        return value[kind.fields[at]]
    return value[at] if kind.cls is None or hasattr(kind.cls, "_fields") else getattr(value, kind.fields[at])


def option_of(value: Any, kind: UnionType) -> int:
    """Return the number of the type in a union that a value has."""
    group = group_of(type_of([value]))
    return next(at for at, option in enumerate(kind.options) if group_of(option) == group)
