"""The layout of a state: the bits of its numbers in one or more words, and the code that packs and unpacks them."""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, Final, NamedTuple

from astarlib.compiled.plain.constants import Atoms, option_of, part_of, words_of
from astarlib.compiled.plain.emitter import Emitter
from astarlib.compiled.plain.refusal import RefusalError
from astarlib.compiled.plain.types import (
    ATOM,
    BOOL,
    CHARACTER,
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
    Value,
    is_record,
    leaves,
)
from astarlib.compiled_domain import MAX_WORDS, Words
from astarlib.errors import CapacityError, short_repr

_WIDTHS: Final = (64, 32, 24, 16, 12, 10, 8, 7, 6, 5, 4, 3, 2, 1)
_WORD: Final = (1 << 64) - 1


class Shape(NamedTuple):
    """The type of a part of a state, with the room for the items of sequences, sets and texts."""

    kind: Type
    inner: tuple[Shape, ...] = ()
    """The shapes of the items of a tuple, of the options of a union, or of the only type of all items."""
    room: int = 0
    """The largest number of items."""
    is_grown: bool = False
    """True if the number of items isn't always the same, so that it's a number of the state, too."""

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
    return str if kind is TEXT else list if isinstance(kind, SeqType) and kind.kind == "list" else tuple


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
    return Shape(kind)


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


class Slot(NamedTuple):
    """The place of a leaf: its width, its smallest number, and (word, shift, count) for each part of the run."""

    bits: int
    low: int
    parts: tuple[tuple[int, int, int], ...]


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
        if kind.cls is not None and type(state) is not kind.cls:
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
        items = _items_of_run(state, shape, atoms)
        if shape.is_grown:
            yield [len(items)]
        unused = shape.room - len(items)
        for at, leaf in enumerate(leaves_of(shape.inner[0])):
            yield [number for each in items for number in each[at] or [None] * leaf.size] + [None] * leaf.size * unused
    elif isinstance(kind, Scalar):
        yield [_number(state, kind, atoms)]


def _items_of_run(value: Any, shape: Shape, atoms: Atoms) -> list[list[list[Any]]]:
    """Return the numbers of each item of a sequence, set or text, in the order in which they're stored."""
    kind, inner = shape.kind, shape.inner[0]
    wanted = _class_of(kind)
    if not isinstance(value, wanted):
        raise TypeError(f"expected a {wanted.__name__}")
    if not shape.is_grown and len(value) != shape.room:
        raise TypeError(f"expected a tuple of {shape.room} items")
    if len(value) > shape.room:
        raise CapacityError(
            f"{short_repr(value)} in a state has more than the {shape.room} items for which compiled code has room"
        )
    if kind is TEXT:
        return [[[ord(character)]] for character in value]
    items = sorted(value, key=repr) if isinstance(kind, SetType) else value  # Strings get numbers in one order.
    found = [list(numbers_of(item, inner, atoms)) for item in items]
    return sorted(found) if isinstance(kind, SetType) else found


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
    """The layout of the states of a problem, or of the keys of its states."""

    def __init__(self, shape: Shape, ranges: Sequence[tuple[int, int]], atoms: int, bits: int | None) -> None:
        self.shape: Shape = shape
        self.leaves: tuple[Leaf, ...] = tuple(leaves_of(shape))
        least = [self._least(leaf, *bounds, atoms, bits or 1) for leaf, bounds in zip(self.leaves, ranges, strict=True)]
        self.words: int = self._place(least)[0]
        if self.words > MAX_WORDS:
            raise RefusalError(f"a state needs {self.words} words of 64 bits; compiled code has room for {MAX_WORDS}",
                          "leave out of the state what doesn't change or follows from the rest")  # fmt: skip
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
    def identity(self) -> tuple[Any, ...]:
        """A value that is equal for equal layouts."""
        return self.shape, self.slots

    def _least(self, leaf: Leaf, low: int, high: int, atoms: int, bits: int) -> int:
        if leaf.kind is BOOL:
            return 1
        if leaf.kind is CHARACTER:
            return 21 if bits > 21 else max((high - low).bit_length(), 1)
        if leaf.kind in {FLOAT, INT_OR_INF}:
            return 64
        if leaf.kind in {ATOM, ENUM}:
            return max(1, (2 * atoms).bit_length())
        high = max(high, leaf.most)
        need = max(high.bit_length(), 1) if low >= 0 else max((-low - 1).bit_length(), high.bit_length()) + 1
        return min(64, max(need if leaf.is_run else max(8, need + 2), bits))

    @staticmethod
    def _low(leaf: Leaf, bounds: tuple[int, int], width: int) -> int:
        if leaf.kind is CHARACTER:
            return bounds[0] if width < 21 else 0
        if leaf.kind is not INT or width == 64 or leaf.most > 0:
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
        for numbers, slot in zip(numbers_of(state, self.shape, atoms), self.slots, strict=True):
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
        parts = as_words(words)
        numbers = []
        for slot in self.slots:
            found, mask = [], (1 << slot.bits) - 1
            for word, shift, count in slot.parts:
                found += [((int(parts[word]) >> (shift + k * slot.bits)) & mask) + slot.low for k in range(count)]
            numbers.append(iter(found))
        return _made(iter(numbers), self.shape, atoms)

    # --- in compiled code ---------------------------------------------------------------------------------------------

    def unpack(self, emitter: Emitter, words: Sequence[str]) -> Value:
        """Write the code that unpacks a state."""
        return self._unpack(emitter, self.shape, words, iter(self.slots))

    def _unpack(self, emitter: Emitter, shape: Shape, words: Sequence[str], slots: Iterator[Slot]) -> Value:
        kind = shape.kind
        if isinstance(kind, Scalar):
            slot = next(slots)
            word, shift, _ = slot.parts[0]
            return emitter.keep(Value(kind, (_read(kind, words[word], str(shift), slot),)))
        if shape.is_run:
            count = self._unpack(emitter, Shape(INT), words, slots).parts if shape.is_grown else ()
            at = self._unpack_items(emitter, shape.inner[0], shape.room, words, slots, *count)
            return Value(kind, (at, *count))
        flag = {OptionalType: BOOL, UnionType: INT}.get(type(kind))
        first = () if flag is None else self._unpack(emitter, Shape(flag), words, slots).parts
        inner = [self._unpack(emitter, each, words, slots) for each in shape.inner]
        return Value(kind, (*first, *(part for each in inner for part in each.parts)))

    def _unpack_items(self, emitter: Emitter, item: Shape, total: int, words: Sequence[str], slots: Iterator[Slot],
                      limit: str = "") -> str:  # fmt: skip
        """Write the code that unpacks items into memory, up to a limit, and return the address."""
        size = words_of(item.kind)
        if item.is_run:  # The items of all runs are one after another.
            counts = self._unpack_items(emitter, Shape(INT), total, words, slots) if item.is_grown else ""
            data = self._unpack_items(emitter, item.inner[0], total * item.room, words, slots)
            made, step = emitter.allocate(total * size), 8 * item.room * words_of(item.inner[0].kind)
            with emitter.counted(limit or str(total)) as k:
                emitter.emit(f"store({made}, {f'{size} * ' if size > 1 else ''}{k}, {data} + {step} * {k})")
                if item.is_grown:
                    emitter.emit(f"store({made}, {size} * {k} + 1, load({counts}, {k}))")
            return made
        made = emitter.allocate(max(1, total * size))
        for offset, leaf in enumerate(leaves_of(item)):
            slot, first = next(slots), 0
            for word, shift, count in slot.parts:
                with emitter.counted(_limited(emitter, count, first, limit)) as k:
                    place = f"{shift} + {slot.bits} * {k}" if shift else f"{slot.bits} * {k}"
                    value = _read(leaf.kind, words[word], place, slot)
                    target = f"{size} * {k} + {first * size + offset}" if size > 1 or first > 0 else k
                    emitter.emit(f"store({made}, {target}, {_as_word(leaf.kind, value)})")
                first += count
        return made

    def pack(self, emitter: Emitter, value: Value) -> list[str]:
        """Write the code that packs a state of this type, and return its words."""
        words = [emitter.fresh("w") for _ in range(self.words)]
        for word in words:
            emitter.emit(f"{word} = 0")
        self._pack(emitter, self.shape, value, words, iter(self.slots))
        return words

    def _pack(self, emitter: Emitter, shape: Shape, value: Value, words: Sequence[str], slots: Iterator[Slot]) -> None:
        kind = value.type
        if isinstance(kind, TupleType):
            for inner, item in zip(shape.inner, emitter.items(value), strict=True):
                self._pack(emitter, inner, item, words, slots)
        elif isinstance(kind, UnionType):
            value = emitter.keep(value)
            self._pack(emitter, Shape(INT), Value(INT, value.parts[:1]), words, slots)
            for tag, (inner, option) in enumerate(zip(shape.inner, emitter.options(value), strict=True)):
                with emitter.block(f"if {value.parts[0]} == {tag}:"):
                    self._pack(emitter, inner, option, words, slots)
        elif isinstance(kind, OptionalType):
            flag = emitter.keep(Value(BOOL, value.parts[:1])).parts[0]
            self._pack(emitter, Shape(BOOL), Value(BOOL, (flag,)), words, slots)
            with emitter.block(f"if {flag}:"):  # Otherwise these bits stay 0, so equal states have equal words.
                self._pack(emitter, shape.inner[0], Value(kind.of, value.parts[1:]), words, slots)
        elif shape.is_run:
            value = emitter.keep(value)
            if shape.is_grown:
                emitter.emit(f"known({value.parts[1]} <= {shape.room})")
                self._pack(emitter, Shape(INT), Value(INT, value.parts[1:]), words, slots)
            limit = value.parts[1] if shape.is_grown else ""
            self._pack_items(emitter, shape.inner[0], shape.room, value.parts[0], limit, words, slots)
        elif isinstance(kind, Scalar):
            slot = next(slots)
            word, at, _ = slot.parts[0]
            self._put(emitter, kind, value.parts[0], words[word], str(at), slot)

    def _pack_items(self, emitter: Emitter, item: Shape, total: int, at: str, limit: str, words: Sequence[str],
                    slots: Iterator[Slot]) -> None:  # fmt: skip
        """Write the code that packs items, up to a limit that is known when it runs. The bits of the others stay 0."""
        size = words_of(item.kind)
        if item.is_run:
            inner = item.inner[0]
            every, room = item.room * total, words_of(inner.kind)
            counts = emitter.allocate(total) if item.is_grown else ""
            mine = [next(slots)] if item.is_grown else []
            others = [next(slots) for _ in leaves_of(inner)]
            data = emitter.allocate(max(1, every * room))
            lows = [slot.low for slot in others] if not inner.is_run else [0] * room
            with emitter.counted(str(every)) as k:  # So the bits of items that aren't there are 0.
                for offset, low in enumerate(lows):
                    emitter.emit(f"store({data}, {room} * {k} + {offset}, {low})")
            with emitter.counted(str(total)) as k:
                if item.is_grown:
                    emitter.emit(f"store({counts}, {k}, 0)")
                tests = [*([f"{k} < {limit}"] if limit else []), f"load({at}, {size} * {k}) != 0"]
                with emitter.block(f"if {' and '.join(tests)}:"):
                    length = str(item.room)
                    if item.is_grown:
                        length = emitter.temp(f"load({at}, {size} * {k} + 1)")
                        emitter.emit(f"known({length} <= {item.room})")
                        emitter.emit(f"store({counts}, {k}, {length})")
                    found = emitter.temp(f"load({at}, {size} * {k})")
                    emitter.emit(f"copy({data} + {8 * room * item.room} * {k}, {found}, {length} * {room})")
            if item.is_grown:
                self._pack_items(emitter, Shape(INT), total, counts, "", words, iter(mine))
            self._pack_items(emitter, inner, every, data, "", words, iter(others))
            return
        conditions = list(_conditions(item.kind, None, 0))
        for offset, leaf in enumerate(leaves_of(item)):
            slot, first = next(slots), 0
            for word, shift, count in slot.parts:
                with emitter.counted(_limited(emitter, count, first, limit)) as k:
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


class Layouts(NamedTuple):
    """The layouts of a problem. The words of a state are those of its ``state_key``, if it has one, then its own."""

    state: Layout
    key: Layout | None = None
    resources: Layout | None = None
    """The layout of the keys of ``resources``."""

    @property
    def key_words(self) -> int:
        """The number of words of the ``state_key``, or 0."""
        return 0 if self.key is None else self.key.words

    @property
    def words(self) -> int:
        """The number of words of a state."""
        return self.key_words + self.state.words

    @property
    def identity(self) -> tuple[Any, ...]:
        """A value that is equal for equal layouts."""
        return tuple(None if each is None else each.identity for each in self)

    def encode(self, state: Any, key: Any, atoms: Atoms) -> Words:
        """Return a packed state with its key."""
        if self.key is None:
            return self.state.encode(state, atoms)
        return (*as_words(self.key.encode(key, atoms)), *as_words(self.state.encode(state, atoms)))

    def decode(self, words: Words, atoms: Atoms) -> Any:
        """Return a state."""
        return self.state.decode(words if self.key is None else as_words(words)[self.key_words :], atoms)


def as_words(words: Words) -> tuple[int, ...]:
    """Return the words of a packed value."""
    return (words,) if isinstance(words, int) else words


def _limited(emitter: Emitter, count: int, first: int, limit: str) -> str:
    """Return the number of items of a part that starts at item ``first``, if there is a limit to all of them."""
    if not limit:
        return str(count)
    rest = limit if first == 0 else emitter.temp(f"positive({limit} - {first})")
    return emitter.temp(f"smaller({count}, {rest})")


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


def _made(numbers: Iterator[Iterator[int]], shape: Shape, atoms: Atoms) -> Any:
    """Return the value of a shape that these numbers of leaves make."""
    kind = shape.kind
    if isinstance(kind, TupleType):
        values = [_made(numbers, item, atoms) for item in shape.inner]
        if kind.cls is dict:
            return dict(zip(kind.fields, values, strict=True))
        return tuple(values) if kind.cls is None else kind.cls(*values)
    if isinstance(kind, OptionalType | UnionType):
        chosen = next(next(numbers))
        value: Any = None
        for tag, option in enumerate(shape.inner, 0 if isinstance(kind, UnionType) else 1):
            if tag == chosen:
                value = _made(numbers, option, atoms)
            else:
                for leaf in leaves_of(option):
                    _skip(next(numbers), leaf.size)
        return value
    if kind is INF:
        return math.inf
    if shape.is_run:
        return _made_run(numbers, shape, atoms)
    return _of_number(next(next(numbers)), kind, atoms) if isinstance(kind, Scalar) else None


def _made_run(numbers: Iterator[Iterator[int]], shape: Shape, atoms: Atoms) -> Any:
    length = next(next(numbers)) if shape.is_grown else shape.room
    sizes = [leaf.size for leaf in leaves_of(shape.inner[0])]
    runs = [next(numbers) for _ in sizes]
    items = [_made(iter(runs), shape.inner[0], atoms) for _ in range(length)]
    for run, size in zip(runs, sizes, strict=True):
        _skip(run, (shape.room - length) * size)
    return "".join(map(chr, items)) if shape.kind is TEXT else _class_of(shape.kind)(items)


def _skip(numbers: Iterator[int], count: int) -> None:
    for _ in range(count):
        next(numbers)


def _of_number(number: int, kind: Scalar, atoms: Atoms) -> Any:
    if kind in {ATOM, ENUM}:
        return atoms.values[number]
    if kind is BOOL:
        return number == 1
    if kind is FLOAT:
        return struct.unpack("<d", struct.pack("<Q", number & _WORD))[0]
    signed = number - 2**64 if number >= 2**63 else number
    return math.inf if kind is INT_OR_INF and signed == 2**63 - 1 else signed
