"""What numba has no word for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from llvmlite import ir  # type: ignore[import-untyped]  # it has no types
from numba import types
from numba.core.errors import TypingError
from numba.extending import intrinsic
from numba.np.arrayobj import populate_array


@intrinsic
def prefetch(typing: Any, array: Any, at: Any) -> Any:  # noqa: ARG001  # Any: numba's types have none of their own
    """Have the processor fetch an item of an array that is soon asked for."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, values[0]).data
        byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        name = "llvm.prefetch.p0i8"
        function = builder.module.globals.get(name) or ir.Function(builder.module, kind, name)
        address = builder.bitcast(builder.gep(data, [values[1]]), byte)
        builder.call(function, [address, number(1), number(3), number(1)])  # to be written, and kept in all caches
        return context.get_dummy_value()

    return types.void(array, types.uint64), generate


def _cell(builder: Any, kind: Any, address: Any, at: Any) -> Any:  # Any: LLVM's values
    return builder.gep(builder.inttoptr(address, kind.as_pointer()), [at])


def _peeking(kind: Any) -> Any:
    @intrinsic
    def peek(typing: Any, address: Any, at: Any) -> Any:  # noqa: ARG001  # numba's signature
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:  # noqa: ARG001  # numba's signature
            return builder.load(_cell(builder, context.get_value_type(kind), *values))

        return kind(types.int64, types.int64), generate

    return peek


def _poking(kind: Any) -> Any:
    @intrinsic
    def poke(typing: Any, address: Any, at: Any, value: Any) -> Any:  # noqa: ARG001  # numba's signature
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:  # noqa: ARG001  # numba's signature
            builder.store(values[2], _cell(builder, context.get_value_type(kind), *values[:2]))
            return context.get_dummy_value()

        return types.void(types.int64, types.int64, kind), generate

    return poke


peek: Any = _peeking(types.int64)
"""``peek(address, at)``: an item of an array of int64 that lies at an address."""
poke: Any = _poking(types.int64)
"""``poke(address, at, value)``."""
peek_float: Any = _peeking(types.float64)
"""Likewise of an array of float64."""
poke_float: Any = _poking(types.float64)


@intrinsic
def add(typing: Any, address: Any, at: Any, value: Any) -> Any:  # noqa: ARG001  # numba's signature
    """Add to an item of an array of int64 that lies at an address."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:  # noqa: ARG001  # numba's signature
        cell = _cell(builder, context.get_value_type(types.int64), *values[:2])
        builder.store(builder.add(builder.load(cell), values[2]), cell)
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), generate


def tables_at(whole: Any) -> Any:
    """``tables_at(address)``: the tuple of tables of this type whose layout (see ``layout``) lies at the address."""
    kinds = tuple(whole)

    @intrinsic
    def tables(typing: Any, address: Any) -> Any:  # noqa: ARG001  # numba's signature
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:  # noqa: ARG001  # numba's signature
            found, at = [], 0
            for kind in kinds:
                length = 1 + 2 * kind.ndim if isinstance(kind, types.Array) else 1
                words = range(at, at + length)
                found.append(_table(context, builder, kind, [_word(builder, values[0], word) for word in words]))
                at += length
            return context.make_tuple(builder, whole, found)

        return whole(types.int64), generate

    return tables


def _word(builder: Any, address: Any, at: int) -> Any:
    number = ir.IntType(64)
    return builder.load(_cell(builder, number, address, number(at)))


def _table(context: Any, builder: Any, kind: Any, words: Any) -> Any:
    """A table from the words of its layout: an array that owns nothing, or a number."""
    if not isinstance(kind, types.Array):
        target = context.get_value_type(kind)
        if isinstance(kind, types.Float):
            return builder.bitcast(words[0], target)
        return builder.trunc(words[0], target) if target.width < 64 else words[0]
    array = context.make_array(kind)(context, builder)
    address, shape, strides = words[0], words[1 : 1 + kind.ndim], words[1 + kind.ndim :]
    item = context.get_abi_sizeof(context.get_data_type(kind.dtype))
    if kind.layout == "C":  # known to the compiler, then
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
    return array._getvalue()  # noqa: SLF001  # numba's own way to hand over a structure


# --- what a domain's functions may return -----------------------------------------------------------------------------

MARK: Final = "astarlib: "
"""In front of our own sentence, which `faults` finds among those of numba."""


def checked_state(words: int) -> Any:
    """``packed(state)``: the state as unsigned words of 64 bits, an error of typing unless it is ``words`` integers."""
    several: Any = types.UniTuple
    target: Any = types.uint64 if words == 1 else several(types.uint64, words)

    @intrinsic
    def packed(typing: Any, state: Any) -> Any:  # noqa: ARG001  # Any: numba's types
        parts: Any = (state,) if words == 1 else state if isinstance(state, types.BaseTuple) else ()
        if len(parts) != words or not all(map(_is_whole, parts)):
            expected = "a whole number" if words == 1 else f"a tuple of {words} whole numbers"
            hint = (
                "Convert numbers before you combine them, as in state + np.uint64(1): "
                "np.uint64 and signed numbers together give a float"
            )
            raise TypingError(f"{MARK}apply returned a state of type {state}; expected {expected}. {hint}.\n")

        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            source = signature.args[0]
            if words == 1:
                return context.cast(builder, values[0], source, types.uint64)
            cast = [
                context.cast(builder, builder.extract_value(values[0], at), kind, types.uint64)
                for at, kind in enumerate(source)
            ]
            return context.make_tuple(builder, target, cast)

        return target(_plain(state)), generate

    return packed


@intrinsic
def checked_edge(typing: Any, edge: Any) -> Any:  # noqa: ARG001  # Any: numba's types
    """Return what ``apply`` has returned; an error of typing unless it is a tuple of three."""
    if not isinstance(edge, types.BaseTuple) or len(edge) != 3:
        raise TypingError(f"{MARK}apply returned {edge}; expected a tuple of next_state, next_aux and cost.\n")

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:  # noqa: ARG001  # numba's signature
        return values[0]

    return edge(edge), generate


def _plain(kind: Any) -> Any:
    unliteral: Any = types.unliteral
    return unliteral(kind)


def _is_whole(kind: Any) -> bool:
    return isinstance(kind, types.Integer | types.Boolean)


def _checked(target: Any, accepted: Any, message: str) -> Any:
    """An intrinsic that casts a number to ``target``, and raises an error of typing for all but ``accepted`` types."""

    @intrinsic
    def checked(typing: Any, value: Any) -> Any:  # noqa: ARG001  # Any: numba's types
        if not isinstance(value, accepted):
            raise TypingError(f"{MARK}{message.format(value)}\n")

        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            return context.cast(builder, values[0], signature.args[0], target)

        return target(_plain(value)), generate

    return checked


_WHOLE: Final = types.Integer | types.Boolean
_NUMBER: Final = types.Integer | types.Boolean | types.Float
_COSTS_INT: Final = "expected a whole number, because the domain has costs=int (use costs=float for other numbers)."
CHECKED: Final[Mapping[str, Any]] = {
    "checked_edge": checked_edge,
    "checked_count": _checked(types.int64, _WHOLE, "successor_count returned {}; expected a whole number."),
    "checked_aux": _checked(types.int64, _WHOLE, "apply returned an aux of type {}; expected a whole number."),
    "checked_truth": _checked(
        types.boolean, _WHOLE, "is_goal returned {}; expected True or False. Did you forget `return`?"
    ),
}
"""By their names in kernels."""
CHECKED_WHOLE: Final[Mapping[str, Any]] = {
    "checked_cost": _checked(types.int64, _WHOLE, "apply returned a cost of type {}; " + _COSTS_INT),
    "checked_h": _checked(types.int64, _WHOLE, "the heuristic returned {}; " + _COSTS_INT),
}
"""The same where costs are whole numbers."""
CHECKED_FLOAT: Final[Mapping[str, Any]] = {
    "checked_cost": _checked(types.float64, _NUMBER, "apply returned a cost of type {}; expected a number."),
    "checked_h": _checked(types.float64, _NUMBER, "the heuristic returned {}; expected a number."),
}
"""The same where costs are floats."""


@intrinsic
def keep_symbol(typing: Any) -> Any:  # noqa: ARG001  # Any: numba's types
    """Keep the function that calls this in the machine code, whatever LLVM makes of its callers.

    A recursive function calls itself by way of an address that is looked up by its name. When LLVM has inlined or
    specialized it for its only caller, it leaves the function itself out. The process that compiled it knows the
    address all the same, but one that reads the code from the disk would call address 0.
    """

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:  # noqa: ARG001  # numba's signature
        kind = ir.ArrayType(ir.IntType(8).as_pointer(), 1)
        used: Any = ir.GlobalVariable(builder.module, kind, "llvm.used")
        used.linkage, used.section = "appending", "llvm.metadata"
        used.initializer = ir.Constant(kind, [builder.function.bitcast(ir.IntType(8).as_pointer())])
        return context.get_dummy_value()

    return types.void(), generate
