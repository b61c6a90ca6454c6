"""The data that exists before the search: values of the instance, of classes and of modules, in one array for kernels.

A value that a method refers to is a root. Its words are at the start of the array, and refer to the rest by address.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import Enum
from itertools import chain
from typing import Any, Final, NamedTuple, TypeAlias

from astarlib.compiled.plain.joining import Joiner
from astarlib.compiled.plain.refusal import RefusalError
from astarlib.compiled.plain.types import (
    ATOM,
    BOOL,
    ENUM,
    FLOAT,
    INF,
    INFINITE,
    INT,
    INT_OR_INF,
    NEVER,
    NONE,
    RANGE,
    ArrayItem,
    ArrayType,
    ChoiceType,
    DictType,
    OptionalType,
    SeqType,
    TupleType,
    Type,
    UnionType,
    leaves,
)
from astarlib.compiled.plain.values import Atoms, different, key_words, option_of, part_of, type_of, words_of

Path: TypeAlias = tuple[Any, ...]
"""Where a value is found: an object, and names of attributes, indexes of items or functions. Instead of an object, it
may start with a `Names`, a `Given` or, for the problem, the string "self".
"""
HEADER: Final = 11
"""The words of the header of a dictionary: the count, the mask of hashes or -1, the addresses of the rows of the hash
table, the keys, the values, the bits and the numbers of entries, and for each word of a key the smallest number and the
range.
"""

_FACTOR: Final = -7046029254386353131
_ALL: Final = (1 << 64) - 1


class Names(NamedTuple):
    """The names of a module, or the variables of an enclosing function."""

    names: Any


class Given(NamedTuple):
    """A value that is written in the code, or a default of a parameter."""

    value: Any


class Root(NamedTuple):
    """A value that a method refers to."""

    path: Path
    type: Type
    slot: int
    """The number of its first word."""


def read(path: Path, problem: object) -> Any:  # Any: whatever is there
    """Return the value at a path."""
    start, *names = path
    if isinstance(start, Names):
        value = start.names[names.pop(0)]
    elif isinstance(start, Given):
        value = start.value
    else:
        value = problem if start == "self" else start
    for name in names:
        value = _part(value, name)
    return value


def _part(value: Any, name: Any) -> Any:
    if callable(name):
        return name(value)
    return value[name] if isinstance(name, int) else getattr(value, name)


def _is_same(now: Any, before: Any) -> bool:
    return plain_function(now) is before or (type(now) is type(before) is int and now == before)


def plain_function(value: Any) -> Any:
    """Return the function of a method, and anything else unchanged."""
    return getattr(value, "__func__", value)


class Memory:
    """An array of words that is filled part by part. Addresses are added when it's complete."""

    def __init__(self, atoms: Atoms, slots: int) -> None:
        import numpy as np  # The caller has checked that it's installed.

        self._np, self._atoms = np, atoms
        self._chunks: list[Any] = [np.zeros(max(1, slots), np.int64)]
        self._length = max(1, slots)
        self._addresses: list[Any] = []
        """Arrays of the numbers of words that hold addresses."""

    def finish(self) -> Any:  # Any: a numpy array
        """Return the array."""
        array = self._np.concatenate(self._chunks)
        base = array.ctypes.data
        for places in self._addresses:
            array[places] = array[places] * 8 + base
        return array

    def set_root(self, root: Root, value: Any) -> None:
        """Write the words of a root."""
        for at, (column, is_address) in enumerate(self._columns([value], root.type), root.slot):
            self._chunks[0][at] = column[0]
            if is_address:
                self._addresses.append(self._np.array([at]))

    def _add(self, columns: Sequence[tuple[Any, bool]], count: int) -> int:
        """Add rows and return the number of their first word."""
        first = self._length
        if not columns or count == 0:
            return first
        rows = self._np.stack([column for column, _ in columns], axis=1)
        for at, (_, is_address) in enumerate(columns):
            if is_address:
                self._addresses.append(first + at + len(columns) * self._np.arange(count))
        self._chunks.append(rows.reshape(-1))
        self._length += rows.size
        return first

    def _columns(self, values: Sequence[Any], kind: Type) -> list[tuple[Any, bool]]:
        """Return the columns of words of values, each with True if its numbers are of words in this array."""
        np = self._np
        if kind is FLOAT:
            return [((np.array(values, np.float64) + 0.0).view(np.int64), False)]
        if kind in {ATOM, ENUM}:
            return [(np.array([self._atoms.number(value) for value in values], np.int64), False)]
        if kind is INT_OR_INF:
            values = [INFINITE if value == math.inf else int(value) for value in values]
        if kind in {INT, BOOL, INT_OR_INF}:
            try:
                return [(np.array(values, np.int64), False)]
            except OverflowError:
                raise RefusalError("a whole number doesn't fit 64 bits") from None
        if isinstance(kind, OptionalType):
            there = [value is not None for value in values]
            default = next((value for value in values if value is not None), None)
            flags, inner = np.array(there, np.int64), self._columns([default if value is None else value
                                                                     for value in values], kind.of)  # fmt: skip
            return [(flags, False), *((column * flags, is_address) for column, is_address in inner)]
        if isinstance(kind, UnionType):
            return self._unions(values, kind)
        if isinstance(kind, TupleType):
            found: list[tuple[Any, bool]] = []
            for at, item in enumerate(kind.items):
                found += self._columns([part_of(value, at, kind) for value in values], item)
            return found
        if isinstance(kind, SeqType):
            return self._sequences(values, kind)
        if isinstance(kind, DictType):
            return [(np.array([self._table(value, kind) for value in values], np.int64), True)]
        if isinstance(kind, ChoiceType):
            return [(np.array([kind.functions.index(value) for value in values], np.int64), False)]
        if kind is RANGE:
            return [
                (np.array([getattr(value, name) for value in values], np.int64), False)
                for name in ("start", "stop", "step")
            ]
        if isinstance(kind, ArrayItem):
            values = [value.item() for value in values]
            return self._columns(values, FLOAT if kind.parts()[0][1] == "f" else INT)
        if isinstance(kind, ArrayType):
            return self._arrays(values, kind)
        if kind not in {NONE, INF, NEVER}:
            raise RefusalError(f"a value in a table is {kind}", "use numbers, strings and tuples of them")
        return []

    def _arrays(self, values: Sequence[Any], kind: ArrayType) -> list[tuple[Any, bool]]:
        np, starts = self._np, []
        for value in values:
            words = np.ascontiguousarray(value).reshape(-1)
            words = (words + 0.0).view(np.int64) if kind.dtype == "float64" else words.astype(np.int64)
            starts.append(self._add([(words, False)], len(words)))
        sizes = zip(*(value.shape for value in values), strict=True)
        numbers = [np.array(each, np.int64) for each in sizes]
        for name, dtype in (("min", kind.dtype), ("max", kind.dtype), ("sum", kind.sum_dtype)):
            ends = [getattr(value, name)().item() for value in values]
            item = FLOAT if dtype == "float64" else INT
            numbers += [column for column, _ in self._columns(ends, item)]
        return [(np.array(starts, np.int64), True), *((column, False) for column in numbers)]

    def _unions(self, values: Sequence[Any], kind: UnionType) -> list[tuple[Any, bool]]:
        np, tags = self._np, [option_of(value, kind) for value in values]
        found: list[tuple[Any, bool]] = [(np.array(tags, np.int64), False)]
        for tag, option in enumerate(kind.options):
            default = next((value for value, each in zip(values, tags, strict=True) if each == tag), None)
            chosen = [value if each == tag else default for value, each in zip(values, tags, strict=True)]
            if default is None:  # No value has this type.
                found += [(np.zeros(len(values), np.int64), False) for _ in option.parts()]
            else:
                flags = found[0][0] == tag  # Equal keys have equal words, so the others are 0.
                found += [(column * flags, is_address) for column, is_address in self._columns(chosen, option)]
        return found

    def _sequences(self, values: Sequence[Any], kind: SeqType) -> list[tuple[Any, bool]]:
        np = self._np
        places: dict[int, int] = {}
        for value in values:
            places.setdefault(id(value), len(places))
        each = different(values)
        items = list(chain.from_iterable(each))
        lengths = np.array([len(value) for value in each], np.int64)
        first = self._add(self._columns(items, kind.item), len(items))
        starts = first + words_of(kind.item) * (np.cumsum(lengths) - lengths)
        if len(each) < len(values):
            chosen = np.array([places[id(value)] for value in values], np.int64)
            starts, lengths = starts[chosen], lengths[chosen]
        return [(starts, True)] if kind.length is not None else [(starts, True), (lengths, False)]

    def _key_columns(self, keys: Sequence[Any], kind: Type) -> list[Any]:
        if isinstance(kind, SeqType):
            columns = list(zip(*keys, strict=True))
            return [each for column in columns for each in self._key_columns(column, kind.item)]
        if isinstance(kind, TupleType):
            return [
                each
                for at, item in enumerate(kind.items)
                for each in self._key_columns([part_of(key, at, kind) for key in keys], item)
            ]
        return [column for column, _ in self._columns(keys, kind)]

    def _table(self, value: Any, kind: DictType) -> int:
        """Add a dictionary or set and return the number of its first word.
        Each row of a hash table has the number of the entry, from 1, and the key. A row with 0 ends a search.
        If keys are one or two whole numbers from small ranges, there is a bit for each possible key instead.
        """
        np, keys = self._np, list(value)
        count = len(keys)
        key_words(kind.key)
        if kind.is_set:
            self._number_atoms(keys, kind.key)
        columns = self._key_columns(keys, kind.key) if count > 0 else []
        values = [] if kind.is_set or count == 0 else self._columns(list(value.values()), kind.value)
        header: list[tuple[int, bool]] = [(count, False), (-1, False), (0, False),
                                          (self._add([(column, False) for column in columns], count), True),
                                          (self._add(values, count), True)]  # fmt: skip
        dense = self._dense(columns, count, is_set=kind.is_set)
        if dense is None:
            header[1], header[2] = self._hashed(columns, count, key_words(kind.key))
            header += [(0, False)] * (HEADER - len(header))
        else:
            header += dense
        return self._add([(np.array([number]), is_address) for number, is_address in header], 1)

    def _number_atoms(self, keys: Sequence[Any], kind: Type) -> None:
        """Give numbers to the strings of a set in an order that is the same in every process."""
        if any(each in {ATOM, ENUM} for each in leaves(kind)):
            self._key_columns(sorted(keys, key=repr), kind)

    def _hashed(self, columns: Sequence[Any], count: int, words: int) -> tuple[tuple[int, bool], tuple[int, bool]]:
        """Add a hash table. Return the mask of the hashes, and the number of the first word."""
        np, size = self._np, 2 << count.bit_length()
        hashes = np.zeros(count, np.int64)
        for column in columns:
            hashes = hash_of(hashes, column)
        slots = hashes & (size - 1)
        order = np.argsort(slots, kind="stable")
        number = np.arange(count)
        places = np.maximum.accumulate(slots[order] - number) + number  # The first free row from each slot on.
        rows = np.zeros((max(size, int(places[-1]) + 1 if count > 0 else 0) + 1, words + 1), np.int64)
        for at, column in enumerate((np.arange(1, count + 1), *columns)):
            rows[places, at] = column[order]
        return (size - 1, False), (self._add([(column, False) for column in rows.T], len(rows)), True)

    def _dense(self, columns: Sequence[Any], count: int, *, is_set: bool) -> list[tuple[int, bool]] | None:
        """Add a bit for each possible key, and for a dictionary the number of its entry. Return the rest of the header,
        or None if the keys aren't one or two words from small ranges.
        """
        np = self._np
        if count == 0 or len(columns) not in {1, 2}:
            return None
        lows = [int(column.min()) for column in columns]
        sizes = [int(column.max()) - low + 1 for column, low in zip(columns, lows, strict=True)]
        total = math.prod(sizes)
        if total > max(1024, 16 * count):
            return None
        at = columns[0] - lows[0]
        if len(columns) == 2:
            at = at * sizes[1] + (columns[1] - lows[1])
        bits = np.zeros(-(-total // 64) * 64, np.uint8)
        bits[at] = 1
        found = [(self._add([(np.packbits(bits, bitorder="little").view(np.int64), False)], bits.size // 64), True)]
        if is_set:
            found.append((0, False))
        else:
            entries = np.zeros(total, np.int64)
            entries[at] = np.arange(count)
            found.append((self._add([(entries, False)], total), True))
        for low, size in zip(lows, sizes, strict=True):
            found += [(low, False), (size, False)]
        return found + [(0, False)] * (HEADER - 5 - len(found))

    def attribute(self, slot: int, name: str, kind: Type) -> None:
        """Write the table of an attribute of members of enumerations, and its address to a slot."""
        members = [each if isinstance(each, Enum) else None for each in self._atoms.values]
        default = next((getattr(each, name) for each in members if each is not None), None)
        values = [default if each is None else getattr(each, name) for each in members]
        if values and Joiner().join(type_of(values), kind) != kind:
            raise RefusalError(f"an enumeration whose {name} is used isn't in the module", "define it in the module")
        first = self._add(self._columns(values, kind), len(values)) if default is not None else 0
        self._chunks[0][slot] = first
        self._addresses.append(self._np.array([slot]))

    def order(self, slot: int) -> None:
        """Write the table of the order of all strings, and its address to a slot."""
        values = self._atoms.values
        places = {text: place for place, text in enumerate(sorted(each for each in values if isinstance(each, str)))}
        ranks = self._np.array(
            [places.get(each, -1) if isinstance(each, str) else -1 for each in values], self._np.int64
        )
        self._chunks[0][slot] = self._add([(ranks, False)], len(values))
        self._addresses.append(self._np.array([slot]))

    def texts(self, slot: int) -> None:
        """Write the table of the code points of all strings, and its address to a slot: the address of the rows of a
        hash table, the mask of hashes, and the address and the number of the code points of each string.
        """
        np = self._np
        every = [value if isinstance(value, str) else "" for value in self._atoms.values]
        lengths = np.array([len(text) for text in every], np.int64)
        codes = np.array([ord(character) for text in every for character in text], np.int64)
        first = self._add([(codes, False)], len(codes))
        starts = first + np.cumsum(lengths) - lengths
        mask = (2 << len(every).bit_length()) - 1
        rows = np.zeros(mask + len(every) + 2, np.int64)
        for number, value in enumerate(self._atoms.values):
            if isinstance(value, str):
                at = hash_of_text(value) & mask
                while rows[at] > 0:
                    at += 1
                rows[at] = number + 1
        hashed = self._add([(rows, False)], len(rows))
        table = self._add([(np.array([hashed]), True)], 1)
        self._add([(np.array([mask]), False)], 1)
        self._add([(starts, True), (lengths, False)], len(every))
        self._chunks[0][slot] = table
        self._addresses.append(np.array([slot]))

    def characters(self, slot: int) -> None:
        """Write the table of the characters of all strings, and its address to a slot."""
        texts: list[Any] = []
        for value in self._atoms.values:  # It grows, because each character is a string, too.
            texts.append(list(value) if isinstance(value, str) else [])
            for character in texts[-1]:
                self._atoms.number(character)
        first = self._add(self._sequences(texts, SeqType(ATOM, None, "tuple")), len(texts))
        self._chunks[0][slot] = first
        self._addresses.append(self._np.array([slot]))


def hash_of_text(text: str) -> int:
    """Return the hash of a text, as `routines.atom_of` computes it."""
    found = 0
    for character in text:
        found = ((found ^ ord(character)) * _FACTOR) & _ALL
        found ^= found >> 32
    return found


def hash_of(hashes: Any, words: Any) -> Any:
    """Return the hashes of hashes and words, as `routines.mix` does."""
    mixed = (hashes ^ words) * _FACTOR
    return mixed ^ ((mixed >> 32) & 0xFFFFFFFF)


class Constants:
    """The roots of a program. Each has the same place for all instances."""

    def __init__(self) -> None:
        self.roots: dict[Any, Root] = {}
        self.size: int = 0
        self.literals: Atoms = Atoms()
        self.tables: dict[str, int] = {}
        """The slots of the tables that the program uses: "characters", "texts" (the characters of all strings by their
        code points), and "ranks" (the order of all strings).
        """
        self.attributes: dict[str, tuple[int, Type]] = {}
        """The slot of the table of an attribute of all members of enumerations, and the type of the values."""
        self.same: dict[Any, tuple[Path, Any]] = {}
        """Functions, classes, modules and divisors that the program depends on, with their paths."""
        self.divisors: dict[int, int] = {}
        """The numbers that are written in the code, by the numbers of their words."""

    def root(self, path: Path, problem: object) -> Root:
        """Return the root at a path, which is added if it's new."""
        key = _identity(path[0]), path[1:]
        if key not in self.roots:
            kind = type_of([read(path, problem)])
            self.roots[key] = Root(path, kind, self.size)
            self.size += words_of(kind)
        return self.roots[key]

    def write_divisor(self, word: int, problem: object) -> bool:
        """Write a number of a root in the code, because division by a known number is faster. The program is then
        valid only for instances with the same number. Return False for what isn't a positive whole number.
        """
        root = next(each for each in self.roots.values() if 0 <= word - each.slot < words_of(each.type))
        path, kind, at = root.path, root.type, word - root.slot
        while isinstance(kind, TupleType):
            index = 0
            while at >= words_of(kind.items[index]):
                at -= words_of(kind.items[index])
                index += 1
            path, kind = (*path, index if kind.cls is None else kind.fields[index]), kind.items[index]
        value = read(path, problem)
        if type(value) is not int or value <= 0 or kind is not INT:
            return False
        self.divisors[word] = value
        self.depend(path, value)
        return True

    def depend(self, path: Path | None, value: Any) -> None:
        """Note that the program is valid only as long as this value is at this path."""
        if path is not None:
            self.same[_identity(path[0]), path[1:]] = path, value

    def use_table(self, name: str) -> int:
        """Return the slot of a table of all strings. See `tables`."""
        if name not in self.tables:
            self.tables[name] = self.size
            self.size += 1
        return self.tables[name]

    @property
    def has_tables(self) -> bool:
        """True if the program uses a table of all strings or members of enumerations."""
        return self.attributes != {} or self.tables != {}

    def use_attribute(self, name: str, names: dict[str, Any], cls: Any) -> tuple[int, Type]:  # Any: a class
        """Return the slot and the type of the table of an attribute of the enumerations of a module and of a class."""
        if name not in self.attributes:
            enums = enumerations_of(names, cls)
            if not enums:
                raise RefusalError(
                    f"an enumeration whose {name} is used isn't in the module", "define it in the module"
                )
            if not all(hasattr(member, name) for each in enums for member in each):
                raise RefusalError(f"it uses {name}, which some enumerations don't have", "use the name or value")
            kind = type_of([getattr(member, name) for each in enums for member in each])
            self.attributes[name] = self.size, kind
            self.size += 1
        return self.attributes[name]

    def fits(self, problem: object) -> bool:
        """Return True if the program, which was made for another instance, is right for this one, too."""
        try:
            return all(_is_same(read(path, problem), value) for path, value in self.same.values()) and all(
                type_of([read(root.path, problem)]) == root.type for root in self.roots.values()
            )
        except (AttributeError, LookupError, ValueError, RefusalError):  # ValueError: an empty cell
            return False

    def memory(self, problem: object, atoms: Atoms) -> Any:  # Any: a numpy array
        """Return the array of an instance."""
        memory = Memory(atoms, self.size)
        for root in self.roots.values():
            memory.set_root(root, read(root.path, problem))
        if "characters" in self.tables:
            memory.characters(self.tables["characters"])
        for name, (slot, kind) in self.attributes.items():
            memory.attribute(slot, name, kind)
        if "ranks" in self.tables:
            memory.order(self.tables["ranks"])
        if "texts" in self.tables:
            memory.texts(self.tables["texts"])
        return memory.finish()


def enumerations_of(names: dict[str, Any], cls: Any) -> list[Any]:  # Any: a class
    """Return the enumerations of a module and of a class, but not those of whole numbers and strings."""
    every = [*names.values(), *(value for base in cls.__mro__ for value in vars(base).values())]
    enums = [each for each in every if isinstance(each, type) and issubclass(each, Enum) and len(each) > 0]
    return [each for each in dict.fromkeys(enums) if not issubclass(each, int | str)]


def _identity(start: Any) -> Any:
    """Return a key for the start of a path."""
    if isinstance(start, str):
        return start
    if isinstance(start, Given):
        return "given", repr(start.value)
    return type(start).__name__, id(start.names if isinstance(start, Names) else start)
