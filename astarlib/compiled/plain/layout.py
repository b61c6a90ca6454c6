"""The layout of a state: the bits of its numbers in one or more words, and the code that packs and unpacks them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from astarlib.compiled.plain.kinds.kind import Method
from astarlib.compiled.plain.refusal import RefusalError
from astarlib.compiled.plain.shapes import WORD, Leaf, Shape, leaves_of, made_value, numbers_of
from astarlib.compiled.plain.types import (
    ATOM,
    BOOL,
    CHARACTER,
    ENUM,
    FLOAT,
    INT,
    INT_OR_INF,
    OptionalType,
    Scalar,
    TupleType,
    Type,
    UnionType,
    Value,
)
from astarlib.compiled.plain.values import Atoms, words_of
from astarlib.compiled_domain import MAX_WORDS, Words
from astarlib.errors import CapacityError, short_repr

_WIDTHS: Final = (64, 32, 24, 16, 12, 10, 8, 7, 6, 5, 4, 3, 2, 1)


class Slot(NamedTuple):
    """The place of a leaf: its width, its smallest number, and (word, shift, count) for each part of the run."""

    bits: int
    low: int
    parts: tuple[tuple[int, int, int], ...]


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
                    words[word] |= (number & WORD) << (shift + k * slot.bits)
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
        return made_value(iter(numbers), self.shape, atoms)

    # --- in compiled code ---------------------------------------------------------------------------------------------

    def unpack(self, emitter: Method, words: Sequence[str]) -> Value:
        """Write the code that unpacks a state."""
        return self._unpack(emitter, self.shape, words, iter(self.slots))

    def _unpack(self, emitter: Method, shape: Shape, words: Sequence[str], slots: Iterator[Slot]) -> Value:
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

    def _unpack_items(self, emitter: Method, item: Shape, total: int, words: Sequence[str], slots: Iterator[Slot],
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

    def pack(self, emitter: Method, value: Value) -> list[str]:
        """Write the code that packs a state of this type, and return its words."""
        words = [emitter.fresh("w") for _ in range(self.words)]
        for word in words:
            emitter.emit(f"{word} = 0")
        self._pack(emitter, self.shape, value, words, iter(self.slots))
        return words

    def _pack(self, emitter: Method, shape: Shape, value: Value, words: Sequence[str], slots: Iterator[Slot]) -> None:
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

    def _pack_items(self, emitter: Method, item: Shape, total: int, at: str, limit: str, words: Sequence[str],
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
    def _put(emitter: Method, kind: Type, value: str, word: str, shift: str, slot: Slot) -> None:
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


def _limited(emitter: Method, count: int, first: int, limit: str) -> str:
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
