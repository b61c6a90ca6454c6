"""The layout of a state: the bits of its numbers in one or more words, and the code that packs and unpacks them."""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from astarlib.compiled.plain.constants import Atoms, option_of, words_of
from astarlib.compiled.plain.emitter import Emitter
from astarlib.compiled.plain.refusal import RefusalError
from astarlib.compiled.plain.types import (
    ATOM,
    BOOL,
    ENUM,
    FLOAT,
    INF,
    INT,
    INT_OR_INF,
    NONE,
    DictType,
    OptionalType,
    Scalar,
    SeqType,
    TupleType,
    Type,
    UnionType,
    Value,
    leaves,
)
from astarlib.compiled_domain import MAX_WORDS, Words
from astarlib.errors import CapacityError, short_repr

_WIDTHS: Final = (64, 32, 24, 16, 12, 10, 8, 7, 6, 5, 4, 3, 2, 1)
_WORD: Final = (1 << 64) - 1


class Leaf(NamedTuple):
    """A number of a state, or a run of numbers of equal width."""

    kind: Type
    size: int
    """The number of numbers in the run, or 1."""
    is_run: bool


class Slot(NamedTuple):
    """The place of a leaf: its width, its smallest number, and (word, shift, count) for each part of the run."""

    bits: int
    low: int
    parts: tuple[tuple[int, int, int], ...]


def leaves_of(kind: Type) -> Iterator[Leaf]:
    """Yield the leaves of a state in their order."""
    if isinstance(kind, TupleType):
        for item in kind.items:
            yield from leaves_of(item)
    elif isinstance(kind, OptionalType):
        yield Leaf(BOOL, 1, is_run=False)
        yield from leaves_of(kind.of)
    elif isinstance(kind, UnionType):
        yield Leaf(INT, 1, is_run=True)  # A run of one number needs no room for larger numbers.
        for option in kind.options:
            yield from leaves_of(option)
    elif isinstance(kind, SeqType):
        if kind.length is None or kind.kind != "tuple":
            raise RefusalError("a state contains a list, or a tuple whose length isn't always the same",
                          "use tuples of one length, filled with None or -1")  # fmt: skip
        for leaf in leaves_of(kind.item):
            yield Leaf(leaf.kind, leaf.size * kind.length, is_run=True)
    elif isinstance(kind, Scalar):
        yield Leaf(kind, 1, is_run=False)
    elif isinstance(kind, DictType) and kind.is_set:
        raise RefusalError(
            "a state contains a set", "use a whole number as a bit mask, or a sorted tuple of fixed length"
        )
    elif kind is not NONE and kind is not INF:
        raise RefusalError(f"a state contains {kind}", "use numbers, True, False, None, strings, and tuples of them")


def numbers_of(state: Any, kind: Type, atoms: Atoms) -> Iterator[list[Any]]:
    """Yield the numbers of each leaf of a state. A part that is None has no numbers."""
    if isinstance(kind, TupleType):
        if kind.cls is not None and type(state) is not kind.cls:
            raise TypeError(f"expected {kind.cls.__name__}")
        values = (
            state if kind.cls is None or isinstance(state, tuple) else [getattr(state, name) for name in kind.fields]
        )
        if not isinstance(values, tuple | list) or len(values) != len(kind.items):
            raise TypeError(f"expected a tuple of {len(kind.items)} items")
        for value, item in zip(values, kind.items, strict=True):
            yield from numbers_of(value, item, atoms)
    elif isinstance(kind, OptionalType):
        yield [int(state is not None)]
        if state is None:
            yield from ([] for leaf in leaves_of(kind.of))
        else:
            yield from numbers_of(state, kind.of, atoms)
    elif isinstance(kind, UnionType):
        tag = option_of(state, kind)
        yield [tag]
        for at, option in enumerate(kind.options):
            if at == tag:
                yield from numbers_of(state, option, atoms)
            else:
                yield from ([] for leaf in leaves_of(option))
    elif isinstance(kind, SeqType):
        if not isinstance(state, tuple) or len(state) != kind.length:
            raise TypeError(f"expected a tuple of {kind.length} items")
        columns = [list(numbers_of(item, kind.item, atoms)) for item in state]
        counts = [leaf.size for leaf in leaves_of(kind.item)]
        for count, each in zip(counts, zip(*columns, strict=True), strict=True):
            yield [number for numbers in each for number in numbers or [None] * count]
    elif isinstance(kind, Scalar):
        yield [_number(state, kind, atoms)]


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


class Layout:
    """The layout of the states of a problem."""

    def __init__(self, kind: Type, ranges: Sequence[tuple[int, int]], atoms: int, bits: int | None) -> None:
        self.kind: Type = kind
        self.leaves: tuple[Leaf, ...] = tuple(leaves_of(kind))
        least = [self._least(leaf, *bounds, atoms, bits or 1) for leaf, bounds in zip(self.leaves, ranges, strict=True)]
        self.words: int = self._place(least)[0]
        if self.words > MAX_WORDS:
            raise RefusalError(f"a state needs {self.words} words of 64 bits; compiled code has room for {MAX_WORDS}",
                          "use smaller states, such as bit masks")  # fmt: skip
        # Wider numbers take no more room, and fewer instances need another layout.
        tried = ([max(need, width) if leaf.kind in {INT, ATOM, ENUM} else need
                  for need, leaf in zip(least, self.leaves, strict=True)] for width in _WIDTHS)  # fmt: skip
        wider = next(each for each in tried if self._place(each)[0] <= self.words)
        places = self._place(wider)[1]
        self.slots: tuple[Slot, ...] = tuple(
            Slot(width, self._low(leaf, bounds, width), parts)
            for leaf, bounds, width, parts in zip(self.leaves, ranges, wider, places, strict=True)
        )

    @property
    def key(self) -> tuple[Any, ...]:
        """A value that is equal for equal layouts."""
        return self.kind, self.slots

    def _least(self, leaf: Leaf, low: int, high: int, atoms: int, bits: int) -> int:
        if leaf.kind is BOOL:
            return 1
        if leaf.kind in {FLOAT, INT_OR_INF}:
            return 64
        if leaf.kind in {ATOM, ENUM}:
            return max(1, (2 * atoms).bit_length())
        need = max(high.bit_length(), 1) if low >= 0 else max((-low - 1).bit_length(), high.bit_length()) + 1
        return min(64, max(need if leaf.is_run else max(8, need + 2), bits))

    @staticmethod
    def _low(leaf: Leaf, bounds: tuple[int, int], width: int) -> int:
        if leaf.kind is not INT or width == 64:
            return 0
        return -(1 << (width - 1)) if bounds[0] < 0 or bounds[1] < 1 << (width - 1) else 0

    def _place(self, widths: Sequence[int]) -> tuple[int, list[tuple[tuple[int, int, int], ...]]]:
        """Return the number of words, and the parts of each leaf."""
        word, used, places = 0, 0, []
        for leaf, width in zip(self.leaves, widths, strict=True):
            left, parts = leaf.size, []
            if used > 0 and leaf.size * width > 64 - used and leaf.size * width <= 64:
                word, used = word + 1, 0  # A run isn't divided if it fits one word.
            while left > 0:
                room = min(left, (64 - used) // width)
                if room == 0:
                    word, used = word + 1, 0
                    continue
                parts.append((word, used, room))
                left, used = left - room, used + room * width
            places.append(tuple(parts))
        return max(1, word + (used > 0)), places

    # --- in Python ----------------------------------------------------------------------------------------------------

    def encode(self, state: Any, atoms: Atoms) -> Words:
        """Return a packed state; CapacityError if a number doesn't fit, and TypeError for a state of another type."""
        words = [0] * self.words
        for numbers, slot in zip(numbers_of(state, self.kind, atoms), self.slots, strict=True):
            at = 0
            for word, shift, count in slot.parts if numbers else ():
                for k in range(count):
                    if numbers[at] is None:
                        at += 1
                        continue
                    number = numbers[at] - slot.low
                    low, high = (0, 1 << slot.bits) if slot.bits < 64 else (-(2**63), 2**63)
                    if not low <= number < high:
                        raise CapacityError(
                            f"{numbers[at]} in the state {short_repr(state)} doesn't fit the {slot.bits} bits that "
                            "compiled code has for it"
                            + ("; call compile_problem(problem, bits=64)" if slot.bits < 64 else "")
                        )
                    words[word] |= (number & _WORD) << (shift + k * slot.bits)
                    at += 1
        return words[0] if self.words == 1 else tuple(words)

    def decode(self, words: Words, atoms: Atoms) -> Any:
        """Return a state."""
        parts = (words,) if isinstance(words, int) else words
        numbers = []
        for slot in self.slots:
            found, mask = [], (1 << slot.bits) - 1
            for word, shift, count in slot.parts:
                found += [((int(parts[word]) >> (shift + k * slot.bits)) & mask) + slot.low for k in range(count)]
            numbers.append(iter(found))
        return _made(iter(numbers), self.kind, atoms)

    # --- in compiled code ---------------------------------------------------------------------------------------------

    def unpack(self, emitter: Emitter, words: Sequence[str]) -> Value:
        """Write the code that unpacks a state."""
        return self._unpack(emitter, self.kind, words, iter(self.slots))

    def _unpack(self, emitter: Emitter, kind: Type, words: Sequence[str], slots: Iterator[Slot]) -> Value:
        if isinstance(kind, TupleType):
            items = [self._unpack(emitter, item, words, slots) for item in kind.items]
            return Value(kind, tuple(part for item in items for part in item.parts))
        if isinstance(kind, UnionType):
            tag = self._unpack(emitter, INT, words, slots)
            inner = [self._unpack(emitter, option, words, slots) for option in kind.options]
            return Value(kind, (*tag.parts, *(part for each in inner for part in each.parts)))
        if isinstance(kind, OptionalType):
            flag = self._unpack(emitter, BOOL, words, slots)
            return Value(kind, (*flag.parts, *self._unpack(emitter, kind.of, words, slots).parts))
        if isinstance(kind, SeqType):
            return Value(kind, (self._unpack_run(emitter, kind, words, slots),))
        if not isinstance(kind, Scalar):
            return Value(kind)
        slot = next(slots)
        word, shift, _ = slot.parts[0]
        return emitter.keep(Value(kind, (_read(kind, words[word], str(shift), slot),)))

    def _unpack_run(self, emitter: Emitter, kind: SeqType, words: Sequence[str], slots: Iterator[Slot]) -> str:
        """Write the code that unpacks a run, and return its address."""
        assert kind.length is not None
        inner = kind.item
        size = words_of(inner)
        at = emitter.allocate(max(1, kind.length * size))
        if isinstance(inner, SeqType):  # The numbers of all inner tuples are one run.
            flat = _flat(inner, kind.length)
            data = self._unpack_run(emitter, flat, words, slots)
            assert flat.length is not None
            step = flat.length // kind.length * words_of(flat.item)
            with emitter.counted(str(kind.length)) as k:
                emitter.emit(f"store({at}, {k}, {data} + {8 * step} * {k})")
            return at
        self._check_run(inner)
        for offset, leaf in enumerate(leaves_of(inner)):
            slot, first = next(slots), 0
            for word, shift, count in slot.parts:
                with emitter.counted(str(count)) as k:
                    place = f"{shift} + {slot.bits} * {k}" if shift else f"{slot.bits} * {k}"
                    value = _read(leaf.kind, words[word], place, slot)
                    target = f"{size} * {k} + {first * size + offset}" if size > 1 or first > 0 else k
                    emitter.emit(f"store({at}, {target}, {_as_word(leaf.kind, value)})")
                first += count
        return at

    @staticmethod
    def _check_run(inner: Type) -> None:
        for each in leaves(inner):
            if isinstance(each, SeqType):
                raise RefusalError(
                    "a state contains tuples of more than four items inside other tuples", "use one long tuple"
                )

    def pack(self, emitter: Emitter, value: Value) -> list[str]:
        """Write the code that packs a state of this type, and return its words."""
        words = [emitter.fresh("w") for _ in range(self.words)]
        for word in words:
            emitter.emit(f"{word} = 0")
        self._pack(emitter, value, words, iter(self.slots))
        return words

    def _pack(self, emitter: Emitter, value: Value, words: Sequence[str], slots: Iterator[Slot]) -> None:
        kind = value.type
        if isinstance(kind, TupleType):
            for item in emitter.items(value):
                self._pack(emitter, item, words, slots)
        elif isinstance(kind, UnionType):
            value = emitter.keep(value)
            self._pack(emitter, Value(INT, value.parts[:1]), words, slots)
            for tag, option in enumerate(emitter.options(value)):
                with emitter.block(f"if {value.parts[0]} == {tag}:"):
                    self._pack(emitter, option, words, slots)
        elif isinstance(kind, OptionalType):
            flag = emitter.keep(Value(BOOL, value.parts[:1])).parts[0]
            self._pack(emitter, Value(BOOL, (flag,)), words, slots)
            with emitter.block(f"if {flag}:"):  # Otherwise these bits stay 0, so equal states have equal words.
                self._pack(emitter, Value(kind.of, value.parts[1:]), words, slots)
        elif isinstance(kind, SeqType):
            self._pack_run(emitter, kind, value.parts[0], words, slots)
        elif isinstance(kind, Scalar):
            slot = next(slots)
            word, shift, _ = slot.parts[0]
            self._put(emitter, kind, value.parts[0], words[word], str(shift), slot)

    def _pack_run(self, emitter: Emitter, kind: SeqType, at: str, words: Sequence[str], slots: Iterator[Slot]) -> None:
        assert kind.length is not None
        inner, size = kind.item, words_of(kind.item)
        if isinstance(inner, SeqType):
            flat = _flat(inner, kind.length)
            assert flat.length is not None
            step = flat.length // kind.length * words_of(flat.item)
            data = emitter.allocate(max(1, flat.length * words_of(flat.item)))
            with emitter.counted(str(kind.length)) as k:
                source = _gathered(emitter, inner, emitter.temp(f"load({at}, {k})"))
                emitter.emit(f"copy({data} + {8 * step} * {k}, {source}, {step})")
            self._pack_run(emitter, flat, data, words, slots)
            return
        conditions = list(_conditions(inner, None, 0))
        for offset, leaf in enumerate(leaves_of(inner)):
            slot, first = next(slots), 0
            for word, shift, count in slot.parts:
                with emitter.counted(str(count)) as k:
                    place = f"{shift} + {slot.bits} * {k}" if shift else f"{slot.bits} * {k}"
                    source = f"{size} * {k} + {first * size + offset}" if size > 1 or first > 0 else k
                    test = conditions[offset]
                    if test is not None:
                        flag = source if offset == test[0] else f"{size} * {k} + {first * size + test[0]}"
                        emitter.emit(f"if load({at}, {flag}) != {test[1]}: {k} += 1; continue")
                    if leaf.kind is FLOAT:
                        self._put(emitter, FLOAT, f"load_float({at}, {source})", words[word], place, slot)
                    else:
                        self._put(emitter, INT, f"load({at}, {source})", words[word], place, slot)
                first += count

    @staticmethod
    def _put(emitter: Emitter, kind: Type, value: str, word: str, shift: str, slot: Slot) -> None:
        emitter.emit(f"{word} = place({word}, {_as_word(kind, value)}, {shift}, {slot.bits}, {slot.low})")


def _conditions(kind: Type, test: tuple[int, int] | None, at: int) -> Iterator[tuple[int, int] | None]:
    """Yield for each word of an item, from word ``at`` on, when it counts: the word that is tested, and its value."""
    if isinstance(kind, TupleType):
        for item in kind.items:
            yield from _conditions(item, test, at)
            at += words_of(item)
    elif isinstance(kind, OptionalType | UnionType):
        if test is not None:
            raise RefusalError("a state contains values of several types inside others", "use numbers only")
        yield None
        options = kind.options if isinstance(kind, UnionType) else (kind.of,)
        first = at + 1
        for number, option in enumerate(options):
            yield from _conditions(option, (at, number if isinstance(kind, UnionType) else 1), first)
            first += words_of(option)
    else:
        yield from (test for _ in kind.parts())


def _read(kind: Type, word: str, shift: str, slot: Slot) -> str:
    found = f"field({word}, {shift}, {slot.bits}, {slot.low})"
    return f"({found} != 0)" if kind is BOOL else f"float_of({word})" if kind is FLOAT else found


def _as_word(kind: Type, value: str) -> str:
    return f"word({value})" if kind is BOOL else f"bits_of({value})" if kind is FLOAT else value


def _flat(inner: SeqType, count: int) -> SeqType:
    """Return the type of the items of all inner tuples together."""
    assert inner.length is not None
    if isinstance(inner.item, SeqType):
        return _flat(inner.item, count * inner.length)
    return SeqType(inner.item, count * inner.length, inner.kind)


def _gathered(emitter: Emitter, kind: SeqType, at: str) -> str:
    """Return the address of the items of inner tuples, which may be anywhere, one after another."""
    if not isinstance(kind.item, SeqType):
        return at
    assert kind.length is not None
    flat = _flat(kind.item, kind.length)
    assert flat.length is not None
    step = flat.length // kind.length * words_of(flat.item)
    data = emitter.allocate(flat.length * words_of(flat.item))
    with emitter.counted(str(kind.length)) as k:
        source = _gathered(emitter, kind.item, emitter.temp(f"load({at}, {k})"))
        emitter.emit(f"copy({data} + {8 * step} * {k}, {source}, {step})")
    return data


def _made(numbers: Iterator[Iterator[int]], kind: Type, atoms: Atoms) -> Any:
    """Return the value of a type that these numbers of leaves make."""
    if isinstance(kind, TupleType):
        values = [_made(numbers, item, atoms) for item in kind.items]
        return tuple(values) if kind.cls is None else kind.cls(*values)
    if isinstance(kind, OptionalType | UnionType):
        chosen = next(next(numbers))
        value: Any = None
        for tag, option in enumerate(kind.options) if isinstance(kind, UnionType) else ((1, kind.of),):
            if tag == chosen:
                value = _made(numbers, option, atoms)
            else:
                for leaf in leaves_of(option):
                    each = next(numbers)
                    for _ in range(leaf.size):
                        next(each)
        return value
    if kind is INF:
        return math.inf
    if isinstance(kind, SeqType):
        assert kind.length is not None
        runs = [next(numbers) for _ in leaves_of(kind.item)]
        return tuple(_of_runs(runs, kind.item, kind.length, atoms))
    return _of_number(next(next(numbers)), kind, atoms) if isinstance(kind, Scalar) else None


def _of_runs(runs: Sequence[Iterator[int]], kind: Type, count: int, atoms: Atoms) -> list[Any]:
    return [_made(_each(runs), kind, atoms) for _ in range(count)]


def _each(runs: Sequence[Iterator[int]]) -> Iterator[Iterator[int]]:
    """Yield each run. A caller takes as many numbers as it needs."""
    yield from runs


def _of_number(number: int, kind: Scalar, atoms: Atoms) -> Any:
    if kind in {ATOM, ENUM}:
        return atoms.values[number]
    if kind is BOOL:
        return number == 1
    if kind is FLOAT:
        return struct.unpack("<d", struct.pack("<Q", number & _WORD))[0]
    signed = number - 2**64 if number >= 2**63 else number
    return math.inf if kind is INT_OR_INF and signed == 2**63 - 1 else signed
