"""Operations that numba's Python doesn't have, as numba intrinsics that generate LLVM code."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from llvmlite import ir  # type: ignore[import-untyped]  # It has no annotations.
from numba import types
from numba.core.errors import TypingError
from numba.extending import intrinsic
from numba.np.arrayobj import populate_array

from astarlib.compiled.codegen.code_cache import LINKED_KINDS


@intrinsic
def prefetch(typing: Any, array: Any, at: Any) -> Any:  # Any: numba's types aren't annotated
    """Start fetching an item of an array from memory."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, values[0]).data
        byte, i32 = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [byte, i32, i32, i32])
        name = "llvm.prefetch.p0i8"
        function = builder.module.globals.get(name) or ir.Function(builder.module, kind, name)
        address = builder.bitcast(builder.gep(data, [values[1]]), byte)
        builder.call(function, [address, i32(1), i32(3), i32(1)])  # For writing, into all cache levels.
        return context.get_dummy_value()

    return types.void(array, types.uint64), generate


def _cell(builder: Any, kind: Any, address: Any, at: Any) -> Any:  # Any: LLVM's values
    return builder.gep(builder.inttoptr(address, kind.as_pointer()), [at])


def make_tables_at(tuple_type: Any) -> Any:
    """Return ``tables_at(address)``, which returns the tables whose layout is at that address.
    ``tuple_type`` is the type of the tuple of tables. See `tables.TableLayout`.
    """

    @intrinsic
    def tables(typing: Any, address: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            return _table(context, builder, tuple_type, _fixed_words(builder, values[0]))

        return tuple_type(types.int64), generate

    return tables


def _fixed_words(builder: Any, address: Any) -> Iterator[Any]:
    """Yield the words from an address on. LLVM may load them once, because nobody changes them."""
    i64, at = ir.IntType(64), 0
    while True:
        word = builder.load(_cell(builder, i64, address, i64(at)))
        word.set_metadata("invariant.load", builder.module.add_metadata([]))
        yield word
        at += 1


def _table(context: Any, builder: Any, kind: Any, words: Iterator[Any]) -> Any:
    """Return a table from the words of its layout: a number, a tuple, or an array that doesn't own its memory."""
    if isinstance(kind, types.BaseTuple):
        kinds: Any = kind
        return context.make_tuple(builder, kind, [_table(context, builder, each, words) for each in kinds])
    if isinstance(kind, types.Float):
        return context.cast(builder, builder.bitcast(next(words), ir.DoubleType()), types.float64, kind)
    if not isinstance(kind, types.Array):
        target, word = context.get_value_type(kind), next(words)
        return builder.trunc(word, target) if target.width < 64 else word
    array = context.make_array(kind)(context, builder)
    address = next(words)
    shape, strides = ([next(words) for _ in range(kind.ndim)] for _ in range(2))
    item = context.get_abi_sizeof(context.get_data_type(kind.dtype))
    if kind.layout == "C":  # The compiler generates faster code if the strides are known.
        strides = [context.get_constant(types.intp, item)]
        for length in reversed(shape[1:]):
            strides.insert(0, builder.mul(strides[0], length))
    populate_array(  # type: ignore[no-untyped-call]
        array,
        data=builder.inttoptr(address, array.data.type),
        shape=shape,
        strides=strides,
        itemsize=context.get_constant(types.intp, item),
        meminfo=None,
        parent=None,
    )
    return array._getvalue()  # noqa: SLF001  # numba's own code does this, too.


# --- checks of the types that a domain's functions return -------------------------------------------------------------

MESSAGE_MARK: Final = "astarlib: "
"""A mark in messages of astarlib among those of numba. `kernel_errors` searches for it."""


_WHOLE: Final = types.Integer | types.Boolean
_NUMBER: Final = types.Integer | types.Boolean | types.Float


def make_checked_state(words: int, returned: str = "apply returned a state") -> Any:
    """Return ``checked_state(state)``, which casts ``words`` integers to uint64, or else raises a typing error."""
    several: Any = types.UniTuple
    target: Any = types.uint64 if words == 1 else several(types.uint64, words)

    @intrinsic
    def checked_state(typing: Any, state: Any) -> Any:  # Any: numba's types
        parts: Any = (state,) if words == 1 else state if isinstance(state, types.BaseTuple) else ()
        if len(parts) != words or not all(isinstance(part, _WHOLE) for part in parts):
            expected = "a whole number" if words == 1 else f"a tuple of {words} whole numbers"
            hint = (
                "Convert numbers before you combine them, as in state + np.uint64(1): "
                "np.uint64 and signed numbers together give a float"
            )
            raise TypingError(f"{MESSAGE_MARK}{returned} of type {state}; expected {expected}. {hint}.\n")

        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            source = signature.args[0]
            if words == 1:
                return context.cast(builder, values[0], source, types.uint64)
            cast = [
                context.cast(builder, builder.extract_value(values[0], at), kind, types.uint64)
                for at, kind in enumerate(source)
            ]
            return context.make_tuple(builder, target, cast)

        return target(_unliteral(state)), generate

    return checked_state


def _make_tuple_check(length: int, message: str) -> Any:
    """Return an intrinsic that returns its argument, or raises TypingError if it isn't a tuple of that length."""

    @intrinsic
    def checked(typing: Any, value: Any) -> Any:  # Any: numba's types
        if not isinstance(value, types.BaseTuple) or len(value) != length:
            raise TypingError(f"{MESSAGE_MARK}{message.format(value)}\n")

        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            return values[0]

        return value(value), generate

    return checked


def _unliteral(kind: Any) -> Any:
    unliteral: Any = types.unliteral
    return unliteral(kind)


def _make_check(target: Any, accepted: Any, message: str) -> Any:
    """Return an intrinsic that casts a number to ``target``. It raises a typing error for any type not ``accepted``."""

    @intrinsic
    def checked(typing: Any, value: Any) -> Any:  # Any: numba's types
        if not isinstance(value, accepted):
            raise TypingError(f"{MESSAGE_MARK}{message.format(value)}\n")

        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            return context.cast(builder, values[0], signature.args[0], target)

        return target(_unliteral(value)), generate

    return checked


def make_checked_field(function_name: str) -> Any:
    """Return an intrinsic that casts a value of a field to uint64, for the function of that name of a `StateFields`."""
    return _make_check(
        types.uint64,
        _WHOLE,
        function_name + " got a value of type {}; expected a whole number. Use // to divide, and np.int64(x).",
    )


# --- resources --------------------------------------------------------------------------------------------------------


@intrinsic
def checked_numbers(typing: Any, numbers: Any) -> Any:  # Any: numba's types
    """Return resources unchanged, or raise TypingError unless they are a tuple of numbers."""
    kinds: Any = numbers if isinstance(numbers, types.BaseTuple) else ("",)
    if not all(isinstance(kind, _NUMBER) for kind in kinds):
        raise TypingError(f"{MESSAGE_MARK}resources returned {numbers} after the key; expected a tuple of numbers.\n")

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return values[0]

    return numbers(numbers), generate


def _ordinal(context: Any, builder: Any, kind: Any, value: Any) -> tuple[Any, Any]:  # Any: LLVM's values
    """Return a number as an int64 that is in the same order, and a bit that is 1 if it's NaN."""
    i64 = ir.IntType(64)
    if not isinstance(kind, types.Float):
        is_unsigned = not getattr(kind, "signed", True)
        word = context.cast(builder, value, kind, types.uint64 if is_unsigned else types.int64)
        return builder.xor(word, i64(2**63)) if is_unsigned else word, ir.IntType(1)(0)
    number = context.cast(builder, value, kind, types.float64)
    bits = builder.bitcast(builder.fadd(number, ir.DoubleType()(0.0)), i64)  # -0.0 becomes 0.0.
    flipped = builder.xor(bits, i64(2**63 - 1))
    is_negative = builder.icmp_signed("<", bits, i64(0))
    return builder.select(is_negative, flipped, bits), builder.fcmp_unordered("uno", number, number)


@intrinsic
def put_ordinals(typing: Any, row: Any, numbers: Any) -> Any:
    """Write the ordinals of a tuple of numbers to ``row[1:]`` if they fit exactly. Return their count, or -1 if one is
    NaN.
    """

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        array_type, kinds = signature.args
        array = context.make_array(array_type)(context, builder, values[0])
        i64, count, has_nan = ir.IntType(64), len(kinds), ir.IntType(1)(0)
        found = []
        for at, kind in enumerate(kinds):
            word, is_nan = _ordinal(context, builder, kind, builder.extract_value(values[1], at))
            found.append(word)
            has_nan = builder.or_(has_nan, is_nan)
        with builder.if_then(builder.icmp_signed("==", array.nitems, i64(count + 1))):
            for at, word in enumerate(found, 1):
                builder.store(word, builder.gep(array.data, [i64(at)]))
        return builder.select(has_nan, i64(-1), i64(count))

    return types.int64(row, numbers), generate


_COSTS_INT: Final = "expected a whole number, because the domain has costs=int (use costs=float for other numbers)."
_CHECKED: Final[Mapping[str, Any]] = {
    "checked_edge": _make_tuple_check(3, "apply returned {}; expected a tuple of next_state, next_aux and cost."),
    "checked_estimate": _make_tuple_check(2, "next_estimate returned {}; expected a tuple of next_h and next_extra."),
    "checked_resources": _make_tuple_check(
        2, "resources returned {}; expected a tuple of a key and a tuple of numbers."
    ),
    "checked_numbers": checked_numbers,
    "checked_extra": _make_check(types.uint64, _WHOLE, "extra bytes have the type {}; expected a whole number."),
    "checked_count": _make_check(types.int64, _WHOLE, "successor_count returned {}; expected a whole number."),
    "checked_aux": _make_check(types.int64, _WHOLE, "apply returned an aux of type {}; expected a whole number."),
    "checked_steps": _make_check(types.float64, _NUMBER, "steps_to_go returned {}; expected a number."),
    "checked_truth": _make_check(
        types.boolean, _WHOLE, "is_goal returned {}; expected True or False. Did you forget `return`?"
    ),
    "put_ordinals": put_ordinals,
}


def checks(words: int, *, is_int: bool) -> dict[str, Any]:
    """Return the intrinsics that check types, for states of so many words, by their names in `checked_calls`."""
    whole, real = (types.int64, _WHOLE, _COSTS_INT), (types.float64, _NUMBER, "expected a number.")
    target, accepted, wanted = whole if is_int else real
    return {
        **_CHECKED,
        "checked_state": make_checked_state(words),
        "checked_key": make_checked_state(words, "resources returned a key"),
        "checked_cost": _make_check(target, accepted, f"apply returned a cost of type {{}}; {wanted}"),
        "checked_h": _make_check(target, accepted, f"the heuristic returned {{}}; {wanted}"),
    }


# --- functions of a domain that are linked later ----------------------------------------------------------------------


def linked_signatures(words: int, *, is_int: bool) -> dict[str, Any]:  # Any: numba's signatures
    """Return the signatures of the functions of `checked_calls`, for states of so many words, by name."""
    array: Any = types.Array
    make_tuple: Any = types.Tuple
    cost, word = types.int64 if is_int else types.float64, types.uint64
    kinds = {
        "int": types.int64, "float": types.float64, "word": word, "cost": cost, "bool": types.boolean,
        "nothing": types.void,
        "state": word if words == 1 else make_tuple((word,) * words),
        "words": array(word, 1, "C"), "costs": array(cost, 1, "C"), "ints": array(types.int64, 1, "C"),
    }  # fmt: skip
    found = {}
    for name, (returned, taken) in LINKED_KINDS.items():
        parts = [kinds[each] for each in returned.split()]
        result = parts[0] if len(parts) == 1 else make_tuple(tuple(parts))
        found[name] = result(*(kinds[each] for each in taken.split()))
    return found
