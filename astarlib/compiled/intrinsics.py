"""What numba has no word for."""

from __future__ import annotations

from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]  # it has no types
from numba import types
from numba.extending import intrinsic
from numba.np.arrayobj import populate_array


@intrinsic
def prefetch(typing: Any, array: Any, at: Any) -> Any:  # noqa: ARG001  # Any: numba's types have none of their own
    """Have the processor fetch an item of an array that is soon asked for."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:  # Any: likewise
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
    def peek(typing: Any, address: Any, at: Any) -> Any:  # noqa: ARG001  # Any: likewise
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:  # noqa: ARG001  # likewise
            return builder.load(_cell(builder, context.get_value_type(kind), *values))

        return kind(types.int64, types.int64), generate

    return peek


def _poking(kind: Any) -> Any:
    @intrinsic
    def poke(typing: Any, address: Any, at: Any, value: Any) -> Any:  # noqa: ARG001  # Any: likewise
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:  # noqa: ARG001  # likewise
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
def add(typing: Any, address: Any, at: Any, value: Any) -> Any:  # noqa: ARG001  # Any: likewise
    """Add to an item of an array of int64 that lies at an address."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:  # noqa: ARG001  # likewise
        cell = _cell(builder, context.get_value_type(types.int64), *values[:2])
        builder.store(builder.add(builder.load(cell), values[2]), cell)
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), generate


def tables_at(whole: Any) -> Any:
    """``tables_at(address)``: the tuple of tables of this type whose layout (see ``layout``) lies at the address."""
    kinds = tuple(whole)

    @intrinsic
    def tables(typing: Any, address: Any) -> Any:  # noqa: ARG001  # Any: likewise
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:  # noqa: ARG001  # likewise
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
    populate_array(  # type: ignore[no-untyped-call]  # likewise
        array,
        data=builder.inttoptr(address, array.data.type),
        shape=shape,
        strides=strides,
        itemsize=context.get_constant(types.intp, item),
        meminfo=None,
        parent=None,
    )
    return array._getvalue()  # noqa: SLF001  # numba's own way to hand over a structure
