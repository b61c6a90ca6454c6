"""The functions of Python that compiled code has."""

from __future__ import annotations

import ast
import collections
import copy
import dataclasses
import itertools
import math
import operator
from collections.abc import Callable, Sequence
from typing import Any

from astarlib.compiled.plain import library
from astarlib.compiled.plain.emitter import Items, alternative, negated
from astarlib.compiled.plain.joining import item_of
from astarlib.compiled.plain.kinds.arrays import plain
from astarlib.compiled.plain.kinds.complexes import make_complex
from astarlib.compiled.plain.kinds.copies import copied
from astarlib.compiled.plain.kinds.deques import check_byte, make_bytearray, make_deque
from astarlib.compiled.plain.kinds.frozensets import make_frozenset
from astarlib.compiled.plain.kinds.instances import is_instance
from astarlib.compiled.plain.kinds.kind import Method
from astarlib.compiled.plain.kinds.made import count_items, update_dict
from astarlib.compiled.plain.kinds.objects import special_method, static_attribute
from astarlib.compiled.plain.kinds.records import copied_record, make_record
from astarlib.compiled.plain.kinds.sequences import sequence__replace
from astarlib.compiled.plain.kinds.texts import as_text, is_text, made_text
from astarlib.compiled.plain.refusal import RefusalError
from astarlib.compiled.plain.types import (
    BOOL,
    COMPLEX,
    FLOAT,
    INT,
    NONE,
    OPAQUE,
    RANGE,
    TEXT,
    MadeSet,
    ObjectType,
    SeqType,
    SetType,
    TupleType,
    Value,
    is_set,
    keys_of,
    leaves,
)

BUILTINS: dict[Any, Callable[[Method, Sequence[Value], dict[str, Value]], Value]] = {
    iter: lambda calls, arguments, _: Value(ObjectType(calls.items_of(calls.keep(arguments[0])))),
    list: lambda calls, arguments, _: calls.make_list(arguments) if arguments else calls.new_list([]),
    tuple: lambda calls, arguments, _: calls.as_tuple(calls.present(arguments[0])) if arguments else calls.tuple_of([]),
    set: lambda calls, arguments, _: calls.make_set(arguments),
    frozenset: lambda calls, arguments, _: make_frozenset(calls, arguments[0] if arguments else None),
    copy.copy: lambda calls, arguments, _: copied(calls, arguments[0], is_deep=False),
    copy.deepcopy: lambda calls, arguments, _: copied(calls, arguments[0], is_deep=True),
    collections.Counter: lambda calls, arguments, _: count_items(calls, arguments[0] if arguments else None),
    bool: lambda calls, arguments, _: Value(BOOL, (calls.truth(arguments[0]) if arguments else "False",)),
    complex: lambda calls, arguments, _: make_complex(calls, [calls.present(each) for each in arguments]),
    any: lambda calls, arguments, _: calls.search_items(arguments[0], True),
    all: lambda calls, arguments, _: calls.search_items(arguments[0], False),
    itertools.chain: lambda calls, arguments, _: Value(ObjectType(calls.items_of(calls.make_list(arguments)))),
    operator.contains: lambda calls, arguments, _: Value(BOOL, (calls.contains(*arguments),)),
    operator.not_: lambda calls, arguments, _: Value(BOOL, (negated(calls.truth(arguments[0])),)),
}
"""The translators of functions of Python. Longer ones than these are registered below."""


def _builtin(*functions: Any) -> Callable[[Any], Any]:
    def register(translate: Any) -> Any:
        for function in functions:
            BUILTINS[function] = translate
        return translate

    return register


@_builtin(len)
def _len(calls: Method, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    value = arguments[0]
    special = special_method(value, "__len__")
    if special is not None:
        return calls.call(special, [value])
    if isinstance(value.type, ObjectType):
        items = calls.items_of(value)
        if items.is_once:
            raise RefusalError("len of an iterator or generator", "make a list of it, as in list(values)")
        return Value(INT, (items.length,))
    text = calls.length(value)
    return Value(INT, (text,), int(text) if text.isdigit() else None)


@_builtin(range)
def _range(calls: Method, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    numbers = []
    for each in arguments:
        value = calls.present(each)
        if value.type not in {INT, BOOL}:
            raise RefusalError(f"range of {value.type}")
        numbers.append(calls.convert(value, INT).parts[0])
    if len(numbers) == 1:
        numbers = ["0", *numbers]
    parts = (*numbers, "1") if len(numbers) == 2 else tuple(numbers)
    return calls.keep(Value(RANGE, parts))


@_builtin(enumerate)
def _enumerate(calls: Method, arguments: Sequence[Value], names: dict[str, Value]) -> Value:
    items = calls._indexable(arguments[0])
    start = arguments[1] if len(arguments) > 1 else names.get("start")
    first = None if start is None else calls.fix(calls.convert(start, INT)).parts[0]

    def get(k: str) -> Value:
        number = Value(INT, (k if first is None else f"({first} + {k})",))
        return calls.tuple_of([number, items.get(k)])

    return calls._items_value(items.length, get, items.static_length)


@_builtin(zip)
def _zip(calls: Method, arguments: Sequence[Value], names: dict[str, Value]) -> Value:
    every = [calls._indexable(value) for value in arguments]
    if len(every) == 0:
        return calls.tuple_of([])
    lengths = [items.length for items in every]
    is_strict = names.get("strict")
    if is_strict is not None and is_strict.constant is True:
        for other in lengths[1:]:
            if other != lengths[0]:
                calls.fail_if(f"{other} != {lengths[0]}", "ValueError", "zip() arguments have different lengths")
    length, static = _shortest(every)
    return calls._items_value(length, lambda k: calls.tuple_of([items.get(k) for items in every]), static)


def _shortest(every: Sequence[Items]) -> tuple[str, int | None]:
    """Return an expression for the smallest number of items, and the number if it's known."""
    fixed = [items.static_length for items in every if items.static_length is not None]
    if len(fixed) == len(every):
        return str(min(fixed)), min(fixed)
    length = every[0].length
    for items in every[1:]:
        if items.length != length:
            length = f"smaller({length}, {items.length})"
    return length, None


@_builtin(reversed)
def _reversed(calls: Method, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    items, kind = calls._indexable(arguments[0]), arguments[0].type
    if special_method(arguments[0], "__iter__") is not None:
        raise RefusalError(f"reversed of {kind}", "use reversed(list(values))")
    if is_set(kind) or (isinstance(kind, ObjectType) and items.is_once):
        raise RefusalError("reversed of a set, an iterator or a generator", "use a list, as in reversed(list(values))")
    length = calls.temp(items.length)
    return calls._items_value(length, lambda k: items.get(calls.temp(f"{length} - 1 - {k}")), items.static_length)


@_builtin(map)
def _map(calls: Method, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    function, *sources = arguments
    every = [calls._indexable(value) for value in sources]
    length, static = _shortest(every)
    return calls._items_value(length, lambda k: calls.apply(function, [items.get(k) for items in every], {}), static)


@_builtin(filter)
def _filter(calls: Method, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    function, source = arguments
    made = calls.new_list([])
    items = calls.items_of(source)
    with calls.counted(items.length) as k:
        value = calls.keep(items.get(k))
        wanted = calls.truth(value if function.type is NONE else calls.apply(function, [value], {}))
        with calls.block(f"if {wanted}:"):
            calls.append(made, value)
    return Value(ObjectType(calls.items_of(made)))


@_builtin(sorted)
def _sorted(calls: Method, arguments: Sequence[Value], names: dict[str, Value]) -> Value:
    source = arguments[0]
    if isinstance(source.type, MadeSet | SetType) and "key" not in names and FLOAT not in leaves(source.type):
        source = calls.unordered(source, any_order=True)
    made = calls.make_list([source])
    calls.sort(made, names)
    return made


@_builtin(bytes)
def _bytes(calls: Method, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    if len(arguments) != 1 or arguments[0].type in {INT, BOOL} or is_text(arguments[0].type):
        raise RefusalError("bytes of a number or text", "use bytes of a list of whole numbers")
    at, count = calls.span(calls.with_items(calls.as_tuple(calls.present(arguments[0])), INT))
    with calls.counted(count) as k:
        check_byte(calls, calls.load(at, k, INT))
    return Value(SeqType(INT, None, "bytes"), (at, count))


@_builtin(bytearray)
def _bytearray(calls: Method, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    if len(arguments) > 1:
        raise RefusalError("bytearray of a text", "use bytearray of a list of whole numbers")
    return make_bytearray(calls, calls.present(arguments[0]) if arguments else None)


@_builtin(dict)
def _dict(calls: Method, arguments: Sequence[Value], names: dict[str, Value]) -> Value:
    if arguments and keys_of(arguments[0].type) is not None:
        return copied_record(calls, arguments[0], dict(names))
    if not arguments and any(set(names) == set(each) for each in calls.program.records):
        return make_record(calls, list(names), list(names.values()))
    if names:
        raise RefusalError("dict with names", "write {...}")
    made = calls.make_dict(None)
    if arguments:
        update_dict(calls, made, arguments[0])
    return made


@_builtin(collections.defaultdict)
def _defaultdict(calls: Method, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    made = calls.make_dict(None, arguments[0].type if arguments and arguments[0].type is not NONE else None)
    if len(arguments) > 1:
        update_dict(calls, made, arguments[1])
    return made


@_builtin(collections.deque)
def _deque(calls: Method, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    if len(arguments) > 1:
        raise RefusalError("a deque with maxlen", "remove the first item with popleft()")
    return make_deque(calls, arguments[0] if arguments else None)


@_builtin(abs, math.fabs, operator.abs)
def _abs(calls: Method, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    special = special_method(arguments[0], "__abs__")
    if special is not None:
        return calls.call(special, [arguments[0]])
    if arguments[0].type == COMPLEX:
        raise RefusalError(  # Its last bit depends on the library of C.
            "abs of a complex number", "use math.sqrt(z.real ** 2 + z.imag ** 2), or abs(z.real) + abs(z.imag)"
        )
    value = calls.number(arguments[0])
    if value.type in {INT, BOOL}:
        return Value(INT, (f"absolute({calls.convert(value, INT).parts[0]})",))
    return Value(FLOAT, (f"abs({calls.to_float(value).parts[0]})",))


@_builtin(min)
def _min(calls: Method, arguments: Sequence[Value], names: dict[str, Value]) -> Value:
    if len(arguments) == 1:
        return calls.extremum(arguments[0], "<", names.get("key"), names.get("default"))
    return calls.chosen_number("<", arguments, names.get("key"))


@_builtin(max)
def _max(calls: Method, arguments: Sequence[Value], names: dict[str, Value]) -> Value:
    if len(arguments) == 1:
        return calls.extremum(arguments[0], ">", names.get("key"), names.get("default"))
    return calls.chosen_number(">", arguments, names.get("key"))


@_builtin(divmod)
def _divmod(calls: Method, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    a, b = (calls.keep(calls.number(value)) for value in arguments)
    return calls.tuple_of([calls.keep(calls.operate(ast.FloorDiv(), a, b)), calls.keep(calls.operate(ast.Mod(), a, b))])


@_builtin(pow)
def _pow(calls: Method, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    if len(arguments) != 2:
        raise RefusalError("pow with three arguments")
    return calls.operate(ast.Pow(), *arguments)


@_builtin(int, math.trunc)
def _int(calls: Method, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    if not arguments:
        return calls.literal(0)
    if len(arguments) > 1:
        raise RefusalError("int with a base")
    if is_text(calls.present(arguments[0]).type):
        at, count = as_text(calls, calls.present(arguments[0])).parts
        return Value(INT, (calls.temp(f"number_in({at}, {count})"),))
    value = calls.number(plain(calls.present(arguments[0])))
    if value.type in {INT, BOOL}:
        return calls.convert(value, INT)
    return Value(INT, (f"whole_of({calls.to_float(value).parts[0]})",))


@_builtin(float)
def _float(calls: Method, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    return calls.to_float(calls.number(plain(calls.present(arguments[0])))) if arguments else calls.literal(0.0)


def _rounded(name: str) -> Callable[[Method, Sequence[Value], dict[str, Value]], Value]:
    def translate(calls: Method, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
        if len(arguments) > 1:
            raise RefusalError("round with a number of digits", "count in a smaller unit, as in round(100 * x)")
        value = calls.number(arguments[0])
        if value.type in {INT, BOOL}:
            return calls.convert(value, INT)
        return Value(INT, (f"{name}({calls.to_float(value).parts[0]})",))

    return translate


BUILTINS |= {math.floor: _rounded("floor_of"), math.ceil: _rounded("ceil_of"), round: _rounded("round_of")}


@_builtin(math.sqrt)
def _sqrt(calls: Method, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    return Value(FLOAT, (f"square_root({calls.to_float(calls.number(arguments[0])).parts[0]})",))


@_builtin(math.hypot)
def _hypot(calls: Method, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    numbers = [calls.number(value) for value in arguments]
    if any(value.type not in {INT, BOOL} for value in numbers):
        raise RefusalError(
            "math.hypot of floats, which Python rounds in a way of its own", "use math.sqrt(x * x + y * y)"
        )
    total = calls.literal(0)
    for value in numbers:
        kept = calls.keep(calls.convert(value, INT))
        total = calls.operate(ast.Add(), total, calls.operate(ast.Mult(), kept, kept))
    return Value(FLOAT, (f"square_root({calls.to_float(total).parts[0]})",))


@_builtin(math.isqrt)
def _isqrt(calls: Method, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    return Value(INT, (f"integer_root({calls.convert(calls.number(arguments[0]), INT).parts[0]})",))


@_builtin(math.gcd)
def _gcd(calls: Method, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    found = "0"
    for value in arguments:
        found = f"greatest_divisor({found}, {calls.convert(calls.number(value), INT).parts[0]})"
    return Value(INT, (found,))


@_builtin(math.isinf)
def _isinf(calls: Method, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    return Value(BOOL, (f"(abs({calls.to_float(calls.number(arguments[0])).parts[0]}) == INFINITY)",))


@_builtin(repr, format, ascii, bin, hex, oct)
def _text(calls: Method, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    return Value(OPAQUE)


@_builtin(str)
def _str(calls: Method, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    if not arguments:
        return calls.literal("")
    return (made_text(calls, arguments[0]) if len(arguments) == 1 else None) or Value(OPAQUE)


@_builtin(ord)
def _ord(calls: Method, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    at, count = as_text(calls, calls.present(arguments[0])).parts
    calls.emit(f"known({count} == 1)")
    return calls.load(at, "0", INT)


@_builtin(chr)
def _chr(calls: Method, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    value = calls.present(arguments[0])
    if value.type is not INT:
        raise RefusalError(f"chr of {value.type}")
    code = calls.temp(value.parts[0])
    calls.emit(f"known(0 <= {code} < 55296)")  # What follows isn't always a character.
    made = calls.allocate(1)
    calls.emit(f"store({made}, 0, {code})")
    return Value(TEXT, (made, "1"))


@_builtin(sum)
def _sum(calls: Method, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    return calls.total(arguments[0], arguments[1] if len(arguments) > 1 else calls.literal(0))


@_builtin(math.prod)
def _prod(calls: Method, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    if item_of(calls.joiner, arguments[0].type) is not INT:
        raise RefusalError("math.prod of values that aren't whole numbers")
    total = calls.copied("1")
    items = calls.items_of(arguments[0])
    with calls.counted(items.length) as k:
        calls.emit(f"{total} = multiply({total}, {items.get(k).parts[0]})")
    return Value(INT, (total,))


@_builtin(itertools.chain.from_iterable)
def _flattened(calls: Method, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    made, items = calls.new_list([]), calls.items_of(arguments[0])
    with calls.counted(items.length) as k:
        calls.extend(made, items.get(k))
    return Value(ObjectType(calls.items_of(made)))


@_builtin(itertools.product)
def _product(calls: Method, arguments: Sequence[Value], names: dict[str, Value]) -> Value:
    repeat = names.get("repeat")
    times = 1 if repeat is None else repeat.constant
    if not isinstance(times, int):
        raise RefusalError("product with a number of repeats that isn't in the code")
    every = [calls._indexable(value) for value in arguments] * times
    lengths = [calls.temp(items.length) for items in every]
    total = calls.temp(" * ".join(lengths))

    def get(k: str) -> Value:
        found, rest = [], k
        for items, length in zip(reversed(every), reversed(lengths), strict=True):
            found.append(items.get(calls.temp(f"{rest} % {length}")))
            rest = calls.temp(f"{rest} // {length}")
        return calls.tuple_of(found[::-1])

    return calls._items_value(total, get)


def _choices(*, is_ordered: bool) -> Callable[[Method, Sequence[Value], dict[str, Value]], Value]:
    def translate(calls: Method, arguments: Sequence[Value], names: dict[str, Value]) -> Value:
        source = calls.keep(calls.as_tuple(arguments[0]))
        count = arguments[1] if len(arguments) > 1 else names.get("r")
        if count is None or not isinstance(count.constant, int) or not 1 <= count.constant <= 4:
            function = library.permutations if is_ordered else library.combinations
            number = calls.length(source) if count is None or count.type is NONE else calls.convert(count, INT).parts[0]
            return calls.program.call(calls, function, [source, Value(INT, (calls.temp(number),))])
        items = calls.items_of(source)
        length, made = calls.temp(items.length), calls.new_list([])

        def nest(chosen: list[str]) -> None:
            if len(chosen) == count.constant:
                calls.append(made, calls.tuple_of([items.get(k) for k in chosen]))
                return
            k = calls.fresh("k")
            calls.emit(f"{k} = {'0' if is_ordered or not chosen else f'{chosen[-1]} + 1'}")
            with calls.block(f"while {k} < {length}:"):
                if is_ordered and chosen:
                    with calls.block(f"if {' and '.join(f'{k} != {other}' for other in chosen)}:"):
                        nest([*chosen, k])
                else:
                    nest([*chosen, k])
                calls.emit(f"{k} += 1")

        nest([])
        return Value(ObjectType(calls.items_of(made)))

    return translate


BUILTINS |= {itertools.combinations: _choices(is_ordered=False), itertools.permutations: _choices(is_ordered=True)}


@_builtin(itertools.pairwise)
def _pairwise(calls: Method, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    items = calls._indexable(arguments[0])
    length = calls.temp(f"positive({items.length} - 1)")
    return calls._items_value(length, lambda k: calls.tuple_of([items.get(k), items.get(calls.temp(f"{k} + 1"))]))


@_builtin(itertools.groupby)
def _groupby(calls: Method, arguments: Sequence[Value], names: dict[str, Value]) -> Value:
    made, key = calls.make_list(arguments[:1]), arguments[1] if len(arguments) > 1 else names.get("key")
    named = {} if key is None else {"key": key}
    ends = calls.items_of(calls.program.call(calls, library.group_ends, [made], named))
    items = calls.items_of(made)

    def get(k: str) -> Value:
        start = calls.fresh()
        calls.emit(f"{start} = 0")
        with calls.block(f"if {k} > 0:"):
            calls.emit(f"{start} = {ends.get(calls.temp(f'{k} - 1')).parts[0]}")
        first = items.get(start)
        length = calls.temp(f"{ends.get(k).parts[0]} - {start}")
        group = Items(length, lambda j: items.get(calls.temp(f"{start} + {j}")), is_safe=True)
        of = first if key is None or key.type is NONE else calls.apply(key, [first], {})
        return calls.tuple_of([calls.keep(of), Value(ObjectType(group))])

    return calls._items_value(ends.length, get)


@_builtin(operator.getitem)
def _getitem(calls: Method, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    owner, index = arguments
    return calls.item(calls.present(owner), index)


@_builtin(dataclasses.replace)
def _replaced(calls: Method, arguments: Sequence[Value], names: dict[str, Value]) -> Value:
    kind = arguments[0].type
    if isinstance(kind, TupleType) and static_attribute(kind.cls, "__post_init__") is not None:
        raise RefusalError(f"{kind.cls.__name__} has its own __post_init__")
    return sequence__replace(calls, arguments[0], **names)


@_builtin(getattr)
def _getattr(calls: Method, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    owner, name = arguments[0], calls.keep(arguments[1])
    if len(arguments) > 2:
        raise RefusalError("getattr with a default", "use if")
    if isinstance(name.constant, str):
        return calls.attribute(owner, name.constant)
    kind = owner.type
    if not isinstance(kind, TupleType) or kind.cls in {None, dict}:
        raise RefusalError("getattr of a name that isn't in the code", "use a dictionary")
    tests = [calls.temp(calls.equal(name, calls.literal(field))) for field in kind.fields]
    calls.fail_if(negated(alternative(tests)), "ValueError", "there is no field of this name (AttributeError)")
    items = calls.items(calls.keep(owner))
    found = items[-1]
    for test, item in list(zip(tests, items, strict=True))[-2::-1]:
        found = calls.select(test, lambda item=item: item, lambda found=found: found)
    return found


@_builtin(type)
def _type(calls: Method, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    kind = arguments[0].type
    if isinstance(kind, TupleType) and kind.cls not in {None, dict, complex}:
        return Value(ObjectType(kind.cls, (kind.cls,)))
    if not isinstance(kind, ObjectType) or kind.path is None:
        raise RefusalError(f"type of {kind}", "use isinstance(...)")
    return calls.attribute(arguments[0], "__class__")


@_builtin(isinstance)
def _isinstance(calls: Method, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    wanted = arguments[1]
    classes = calls.items(wanted) if isinstance(wanted.type, TupleType) else [wanted]
    return Value(BOOL, (is_instance(calls, calls.keep(arguments[0]), tuple(_class_in(each) for each in classes)),))


def _class_in(value: Value) -> Any:  # Any: a class, or a union of them
    found = value.type.value if isinstance(value.type, ObjectType) else None
    if not isinstance(found, type):
        raise RefusalError("isinstance with something else than classes in the code", "use values of one type")
    return found
