"""What numba has no word for."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic


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
