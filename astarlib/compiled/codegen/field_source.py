"""The places of named fields in the words of a state, and the source of the functions that read and write them."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from astarlib.compiled_domain import MAX_WORDS

_WORD: Final = 64
Layout: TypeAlias = tuple[tuple[str, int, int], ...]
"""The name of each field, its number of items (0 for a single number), and the bits of a number."""


class FieldLayout(NamedTuple):
    """The place of a field in the words of a state."""

    name: str
    """The name of the field."""
    items: int
    """The number of items of an array, or 0 for a single number."""
    bits: int
    """The number of bits of a number."""
    word: int
    """The index of the first word."""
    shift: int
    """The position of the lowest bit of the first number in the first word."""

    @property
    def largest(self) -> int:
        """The largest number."""
        return (1 << self.bits) - 1

    @property
    def per_word(self) -> int:
        """The number of items in a word."""
        return _WORD // self.bits

    @property
    def spans_words(self) -> bool:
        """True if the items of an array need several words."""
        return self.items > self.per_word

    def place(self, item: int) -> tuple[int, int]:
        """Return the word and the position of the lowest bit of an item."""
        if not self.spans_words:
            return self.word, self.shift + self.bits * item
        return self.word + item // self.per_word, self.bits * (item % self.per_word)


def field_places(layout: Layout) -> tuple[FieldLayout, ...]:
    """Return the places of the fields: each goes into the first word that has room for it."""
    used: list[int] = []
    found = []
    for name, count, bits in layout:
        size = bits * max(count, 1)
        if count > _WORD // bits:
            word = len(used)
            used += [_WORD] * (-(-count // (_WORD // bits)))
            found.append(FieldLayout(name, count, bits, word, 0))
        else:
            word = next((at for at, bits_used in enumerate(used) if bits_used + size <= _WORD), len(used))
            if word == len(used):
                used.append(0)
            found.append(FieldLayout(name, count, bits, word, used[word]))
            used[word] += size
    if len(used) > MAX_WORDS:
        raise ValueError(
            f"the fields need {len(used)} words of 64 bits; a state has at most {MAX_WORDS}. Use fewer bits or fields"
        )
    return tuple(found)


def python_source(layout: tuple[FieldLayout, ...], words: int) -> str:
    """Return the source of the functions in Python, with checks of all values."""
    check_items, check_value = "_items({name!r}, {largest}, {items}, {name})", "_value({name!r}, {largest}, {name})"
    lines, reads = [_pack_source(layout, words, check_items, check_value)], []
    for field in layout:
        name, largest = field.name, field.largest
        places = [field.place(item) for item in range(max(field.items, 1))]
        each = [f"{_word_at(words, str(at), '_index')} >> {shift} & {largest}" for at, shift in places]
        reads.append(each[0] if field.items == 0 else f"({', '.join(each)},)")
        word, shift = (str(field.word), str(field.shift)) if field.items == 0 else dynamic_place(field, "i")
        parameter, check = ("", []) if field.items == 0 else ("i", [f"    i = _item({name!r}, {field.items}, i)"])
        found = _word_at(words, word, "_index")
        lines += [f"def get_{name}(state, {parameter}):", *check, f"    return {found} >> {shift} & {largest}"]
        lines += [f"def set_{name}({', '.join(filter(None, ('state', parameter, 'value')))}):", *check]
        lines.append(f"    value = _value({name!r}, {largest}, value)")
        lines.append(f"    changed = {found} & ~({largest} << {shift}) | value << {shift}")
        lines.append(f"    return {_with_word(words, word, '_index')}")
    return "\n".join([*lines, "def _unpack(state):", f"    return ({', '.join(reads)},)"])


def compiled_source(layout: tuple[FieldLayout, ...], words: int) -> str:
    """Return the source of the same functions for numba, without checks except those of types.
    ``_U`` is numpy.uint64 and ``_I`` numpy.int64. ``_value_F`` converts a value of function F to uint64, or raises a
    typing error.
    """
    lines = [_pack_source(layout, words, "{name}", "{name}", convert=True)]
    for field in layout:
        name, largest, parameter = field.name, field.largest, "" if field.items == 0 else "i"
        word, place = str(field.word), f"_U({field.shift})"
        if field.items != 0:
            word, place = dynamic_place(field, "_U(i)", "_U({})")
            word = f"_I({word})" if field.spans_words else word
        found = _word_at(words, word, "_U")
        lines += [f"def get_{name}(state, {parameter}):", f"    return _I({found} >> {place} & _U({largest}))"]
        lines += [f"def set_{name}({', '.join(filter(None, ('state', parameter, 'value')))}):", f"    shift = {place}"]
        lines.append(f"    changed = {found} & ~(_U({largest}) << shift) | _value_set_{name}(value) << shift")
        lines.append(f"    return {_with_word(words, word, '_U')}")
    return "\n".join(lines)


def _word_at(words: int, word: str, convert: str) -> str:
    """Return an expression for a word of ``state``, converted by a function."""
    return f"{convert}(state)" if words == 1 else f"{convert}(state[{word}])"


def dynamic_place(field: FieldLayout, item: str, number: str = "{}") -> tuple[str, str]:
    """Return expressions for the word and the position of the item whose index is the expression ``item``."""
    bits = number.format(field.bits)
    if not field.spans_words:
        return str(field.word), f"({number.format(field.shift)} + {bits} * {item})"
    per_word = number.format(field.per_word)
    return f"{number.format(field.word)} + {item} // {per_word}", f"({bits} * ({item} % {per_word}))"


def _with_word(words: int, word: str, convert: str) -> str:
    """Return an expression for a state in which one word is ``changed``. ``word`` is an expression for its index."""
    if words == 1:
        return "changed"
    if word.isdigit():
        parts = ["changed" if at == int(word) else _word_at(words, str(at), convert) for at in range(words)]
    else:
        parts = [f"changed if {word} == {at} else {_word_at(words, str(at), convert)}" for at in range(words)]
    return f"({', '.join(parts)})"


def _pack_source(layout: tuple[FieldLayout, ...], words: int, array: str, single: str, *, convert: bool = False) -> str:
    """Return the source of ``pack``. ``array`` and ``single`` are templates for the value of a field."""
    lines = [f"def pack({', '.join(field.name for field in layout)}):"]
    terms: list[list[str]] = [[] for _ in range(words)]
    for field in layout:
        given = (single if field.items == 0 else array).format(
            name=field.name, largest=field.largest, items=field.items
        )
        if given != field.name:
            lines.append(f"    {field.name} = {given}")
        for item in range(max(field.items, 1)):
            word, shift = field.place(item)
            value = field.name if field.items == 0 else f"{field.name}[{item}]"
            terms[word].append(f"_value_pack({value}) << _U({shift})" if convert else f"{value} << {shift}")
    packed = [" | ".join(each) for each in terms]
    return "\n".join([*lines, f"    return {packed[0] if words == 1 else '(' + ', '.join(packed) + ')'}"])
