"""Texts in memory: the code points of their characters. A string that exists before the search is a number at first.

What depends on Unicode's tables, such as upper(), is defined for ASCII. With other characters, the search goes on in
Python.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, ClassVar, Final

from astarlib.compiled.plain import library
from astarlib.compiled.plain.emitter import Items
from astarlib.compiled.plain.kinds.kind import Kind, Method
from astarlib.compiled.plain.refusal import RefusalError
from astarlib.compiled.plain.types import ATOM, BOOL, INT, NEVER, TEXT, DictType, OptionalType, Type, Value

_QUESTIONS: Final = ("isupper", "islower", "isdigit", "isalpha", "isspace", "isalnum")
"""The tests of characters, in the order of their numbers in `routines.is_of`."""


_TEXTS_FIRST: Final = {"replace": 2, "translate": 0, "zfill": 0, "rjust": 0, "ljust": 0}
"""The number of arguments at the start that are texts, for methods that have others, too."""


def is_text(kind: Type) -> bool:
    """Return True for strings of any form."""
    return kind is ATOM or kind is TEXT


def as_text(method: Method, value: Value) -> Value:
    """Return a string as its characters in memory."""
    if value.type is TEXT:
        kept: Value = method.keep(value)
        return kept
    if value.type is not ATOM:
        raise RefusalError(f"{value.type} is used as a text", "use str(...) of whole numbers and texts")
    table = method.root(method.program.constants.use_table("texts"), INT, "texts").parts[0]
    number = method.keep(value).parts[0]
    return Value(
        TEXT, (method.temp(f"fixed({table}, 2 + 2 * {number})"), method.temp(f"fixed({table}, 3 + 2 * {number})"))
    )


def number_of(method: Method, value: Value) -> str:
    """Return the number of the string that exists before the search and is equal to a text, or -1."""
    table = method.root(method.program.constants.use_table("texts"), INT, "texts").parts[0]
    at, count = as_text(method, value).parts
    found: str = method.temp(f"atom_of({table}, {at}, {count})")
    return found


def as_atom(method: Method, value: Value) -> Value:
    """Return a text as the string that exists before the search. The search goes on in Python if there is none."""
    number = number_of(method, value)
    method.emit(f"known({number} >= 0)")
    return Value(ATOM, (number,))


def made_text(method: Method, value: Value) -> Value | None:
    """Return str(value), or None if compiled code doesn't have it."""
    if is_text(value.type):
        return value
    if value.type is not INT:
        return None
    number = method.temp(value.parts[0])
    count = method.temp(f"digits_of({number})")
    made = method.allocate(count)
    method.emit(f"write_digits({made}, {count}, {number})")
    return Value(TEXT, (made, count))


def joined(method: Method, values: Sequence[Value]) -> Value:
    """Return several strings as one."""
    texts = [as_text(method, value) for value in values]
    if len(texts) == 1:
        return texts[0]
    total = method.temp(" + ".join(text.parts[1] for text in texts) or "0")
    made = method.allocate(total)
    target = made
    for number, text in enumerate(texts):
        method.emit(f"copy({target}, {text.parts[0]}, {text.parts[1]})")
        if number + 1 < len(texts):
            target = method.temp(f"{target} + 8 * {text.parts[1]}")
    return Value(TEXT, (made, total))


def join_items(method: Method, between: Value, source: Value) -> Value:
    """Return between.join(source)."""
    made = source if not _is_lazy(source) else method.make_list([source])
    items = method.items_of(method.fix(made))
    separator = as_text(method, between)
    total, first = method.fresh(), method.fresh()
    method.emit(f"{total} = 0")
    with method.counted(items.length) as k:
        item = items.get(k)
        if item.type is not NEVER:
            method.emit(f"{total} += {as_text(method, method.present(item)).parts[1]}")
    count = method.temp(f"{total} + {separator.parts[1]} * positive({items.length} - 1)")
    made_at = method.allocate(count)
    method.emit(f"{first} = {made_at}")
    with method.counted(items.length) as k:
        item = items.get(k)
        if item.type is not NEVER:
            with method.block(f"if {k} > 0:"):
                method.emit(f"copy({first}, {separator.parts[0]}, {separator.parts[1]})")
                method.emit(f"{first} += 8 * {separator.parts[1]}")
            at, length = as_text(method, method.present(item)).parts
            method.emit(f"copy({first}, {at}, {length})")
            method.emit(f"{first} += 8 * {length}")
    return Value(TEXT, (made_at, count))


def _is_lazy(value: Value) -> bool:
    return isinstance(getattr(value.type, "value", None), Items)


class Texts(Kind):
    """The operations of texts. One of two operands may be a string that exists before the search."""

    remedy: ClassVar[str] = "use slices, +, `in`, index, replace and comparisons of texts"

    def truth(self, method: Method, value: Value) -> str:
        return f"({value.parts[1]} > 0)"

    def length(self, method: Method, value: Value) -> str:
        return value.parts[1]

    def items(self, method: Method, value: Value) -> Items:
        at, count = method.fix(value).parts
        return Items(count, lambda k: Value(TEXT, (method.temp(f"{at} + 8 * {k}"), "1")))

    def item(self, method: Method, value: Value, index: Value) -> Value:
        index = method.present(index)
        if index.type not in {INT, BOOL}:
            raise RefusalError(f"an index of a text is {index.type}")
        at, count = method.keep(value).parts
        place = method.temp(f"index({method.convert(index, INT).parts[0]}, {count})")
        return Value(TEXT, (method.temp(f"{at} + 8 * {place}"), "1"))

    def slice(self, method: Method, value: Value, node: ast.Slice) -> Value:
        found = method.slice(method.characters_of(value), node)
        (at, count) = method.span(found)
        return Value(TEXT, (at, count))

    def contains(self, method: Method, value: Value, item: Value) -> str:
        item = method.present(item) if isinstance(item.type, OptionalType) else item
        if not is_text(item.type):
            raise self._refused("`in`", value.type, item.type)
        return f"({self._found(method, value, item)} >= 0)"

    @staticmethod
    def _found(method: Method, value: Value, item: Value, start: str = "0") -> str:
        (at, count), (other, others) = as_text(method, value).parts, as_text(method, item).parts
        found: str = method.temp(f"find_text({at}, {count}, {other}, {others}, {start})")
        return found

    def equal(self, method: Method, one: Value, two: Value) -> str:
        if not is_text(one.type) or not is_text(two.type):
            raise self._refused("==", one.type, two.type)
        (at, count), (other, others) = as_text(method, one).parts, as_text(method, two).parts
        return f"(order_of_texts({at}, {count}, {other}, {others}) == 0)"

    def order(self, method: Method, sign: str, one: Value, two: Value) -> str:
        if not is_text(one.type) or not is_text(two.type):
            raise self._refused(sign, one.type, two.type)
        (at, count), (other, others) = as_text(method, one).parts, as_text(method, two).parts
        return f"(order_of_texts({at}, {count}, {other}, {others}) {sign} 0)"

    def operate(self, method: Method, op: ast.operator, one: Value, two: Value) -> Value:
        if isinstance(op, ast.Add) and is_text(one.type) and is_text(two.type):
            return joined(method, [one, two])
        text, times = (one, two) if is_text(one.type) else (two, one)
        if not isinstance(op, ast.Mult) or times.type not in {INT, BOOL}:
            raise self._refused(type(op).__name__, one.type, two.type)
        (at, count), number = as_text(method, text).parts, method.temp(method.convert(times, INT).parts[0])
        made = method.temp(method.routine(f"repeated(memory, {at}, {count}, 1, {number})"))
        return Value(TEXT, (made, method.temp(f"positive({number}) * {count}")))

    def call(self, method: Method, value: Value, name: str, arguments: Sequence[Value]) -> Value:
        translate: Callable[..., Value] | None = getattr(self, f"_call_{name}", None)
        value = as_text(method, value)
        if name in _QUESTIONS and not arguments:
            return Value(BOOL, (f"is_of({value.parts[0]}, {value.parts[1]}, {_QUESTIONS.index(name)})",))
        if name in {"upper", "lower"} and not arguments:
            made = method.allocate(value.parts[1])
            method.emit(f"change_case({made}, {value.parts[0]}, {value.parts[1]}, {int(name == 'upper')})")
            return Value(TEXT, (made, value.parts[1]))
        if name in {"strip", "lstrip", "rstrip"} and len(arguments) <= 1:
            return self._stripped(method, value, name, *arguments)
        texts = arguments[: _TEXTS_FIRST.get(name, len(arguments))]
        if translate is None or any(not is_text(each.type) for each in texts):
            raise self._refused(f"{name} with {len(arguments)} arguments", value.type)
        try:
            found: Value = translate(method, value, *arguments)
        except TypeError:
            raise self._refused(f"{name} with {len(arguments)} arguments", value.type) from None
        return found

    def _call_zfill(self, method: Method, value: Value, width: Value) -> Value:
        sign = method.literal("-")
        parts = [value, method.number(width), sign, method.literal("+")]
        found: Value = method.program.call(method, library.filled_with_zeros, [method.keep(each) for each in parts])
        return found

    def _call_rjust(self, method: Method, value: Value, width: Value, fill: Value | None = None) -> Value:
        return self._padded(method, library.right, value, width, fill)

    def _call_ljust(self, method: Method, value: Value, width: Value, fill: Value | None = None) -> Value:
        return self._padded(method, library.left, value, width, fill)

    @staticmethod
    def _padded(method: Method, function: Any, value: Value, width: Value, fill: Value | None) -> Value:
        parts = [value, method.number(width), method.literal(" ") if fill is None else fill]
        found: Value = method.program.call(method, function, [method.keep(each) for each in parts])
        return found

    def _call_index(self, method: Method, value: Value, item: Value) -> Value:
        found = self._found(method, value, item)
        method.fail_if(f"{found} < 0", "ValueError", "the text isn't there")
        return Value(INT, (found,))

    def _call_find(self, method: Method, value: Value, item: Value) -> Value:
        return Value(INT, (self._found(method, value, item),))

    def _call_count(self, method: Method, value: Value, item: Value) -> Value:
        (at, count), (other, others) = value.parts, as_text(method, item).parts
        return Value(INT, (method.temp(f"count_text({at}, {count}, {other}, {others})"),))

    def _call_startswith(self, method: Method, value: Value, item: Value) -> Value:
        (at, count), (other, others) = value.parts, as_text(method, item).parts
        return Value(BOOL, (f"({count} >= {others} and same_words({at}, {other}, {others}))",))

    def _call_endswith(self, method: Method, value: Value, item: Value) -> Value:
        (at, count), (other, others) = value.parts, as_text(method, item).parts
        end = f"{at} + 8 * ({count} - {others})"
        return Value(BOOL, (f"({count} >= {others} and same_words({end}, {other}, {others}))",))

    def _call_replace(self, method: Method, value: Value, old: Value, new: Value, most: Value | None = None) -> Value:
        (at, count), (other, others) = value.parts, as_text(method, old).parts
        made_of, size = as_text(method, new).parts
        method.emit(f"known({others} > 0)")
        times = method.temp(f"count_text({at}, {count}, {other}, {others})")
        limit = times
        if most is not None:  # A negative number is no limit.
            wanted = method.temp(method.convert(method.number(most), INT).parts[0])
            limit = method.temp(f"(smaller({wanted}, {times}) if {wanted} >= 0 else {times})")
        total = method.temp(f"{count} + {limit} * ({size} - {others})")
        made = method.allocate(total)
        method.emit(f"replace_text({made}, {at}, {count}, {other}, {others}, {made_of}, {size}, {limit})")
        return Value(TEXT, (made, total))

    def _call_translate(self, method: Method, value: Value, table: Value) -> Value:
        if not isinstance(table.type, DictType) or table.type.key is not INT or table.type.value is not INT:
            raise RefusalError(
                f"translate with {table.type}", "use a table of single characters, such as str.maketrans('ab', 'ba')"
            )
        at, count = value.parts
        made = method.allocate(count)
        with method.counted(count) as k:
            code = method.load(at, k, INT)
            entry = method.entry(table, code)
            found = method.select(
                f"{entry} >= 0", partial(method.value_of_entry, table, entry), partial(lambda code: code, code)
            )
            place = method.temp(f"{made} + 8 * {k}")
            method.emit(f"store({place}, 0, {found.parts[0]})")
        return Value(TEXT, (made, count))

    def _call_split(self, method: Method, value: Value, separator: Value) -> Value:
        (at, count), (_, others) = value.parts, as_text(method, separator).parts
        method.emit(f"known({others} > 0)")
        made, start, end = method.new_list([]), method.fresh(), method.fresh()
        method.emit(f"{start} = 0")
        with method.block("while True:"):
            method.emit(f"{end} = {self._found(method, value, separator, start)}")
            method.emit(f"{end} = {end} if {end} >= 0 else {count}")
            part = Value(TEXT, (method.temp(f"{at} + 8 * {start}"), method.temp(f"{end} - {start}")))
            method.append(made, part)
            method.emit(f"{start} = {end} + {others}")
            method.emit(f"if {end} >= {count}: break")
        return made

    def _call_join(self, method: Method, value: Value, source: Any) -> Value:
        return join_items(method, value, source)

    @staticmethod
    def _stripped(method: Method, value: Value, name: str, characters: Value | None = None) -> Value:
        at, count = value.parts
        chosen, number = ("0", "(-1)") if characters is None else as_text(method, characters).parts
        start, end = "0", count
        if name != "rstrip":
            start = method.temp(f"stripped({at}, {count}, {chosen}, {number}, 1)")
        if name != "lstrip":
            end = method.temp(f"{count} - stripped({at}, {count}, {chosen}, {number}, (-1))")
        return Value(TEXT, (method.temp(f"{at} + 8 * {start}"), method.temp(f"positive({end} - {start})")))
