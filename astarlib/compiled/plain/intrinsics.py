"""The operations of `operations` as numba intrinsics that generate LLVM code."""

from __future__ import annotations

from typing import Any, Final

from llvmlite import ir  # type: ignore[import-untyped]  # It has no annotations.
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from astarlib.compiled.plain.operations import EXACT, MEMORY_WORDS, NO_MEMORY, NO_ROOM, TOO_LARGE
from astarlib.errors import CapacityError

_I64: Final = ir.IntType(64)
_INT, _FLOAT, _BOOL, _VOID = types.int64, types.float64, types.boolean, types.void


def _define(result: Any, arguments: tuple[Any, ...], generate: Any) -> Any:
    """Return an intrinsic with these types. ``generate(context, builder, *values)`` returns its LLVM value."""
    names = ", ".join("abcdef"[: len(arguments)])

    def generate_code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        found = generate(context, builder, *values)
        return context.get_dummy_value() if found is None else found

    scope: dict[str, Any] = {"signature": result(*arguments), "generate_code": generate_code}
    exec(f"def operation(typing{', ' if names else ''}{names}):\n    return signature, generate_code", scope)  # noqa: S102
    return intrinsic(scope["operation"])


def _fail(context: Any, builder: Any, condition: Any, error: type[Exception], message: str) -> None:
    with builder.if_then(condition, likely=False):
        context.call_conv.return_user_exc(builder, error, (message,))


def _checked(name: str) -> Any:
    def generate(context: Any, builder: Any, a: Any, b: Any) -> Any:
        pair = getattr(builder, f"{name}_with_overflow")(a, b)
        _fail(context, builder, builder.extract_value(pair, 1), CapacityError, TOO_LARGE)
        return builder.extract_value(pair, 0)

    return _define(_INT, (_INT, _INT), generate)


def _divided(name: str) -> Any:
    """Return the intrinsic for // or %. Division of 32 bits takes a third of the time, and most numbers are small."""
    is_quotient = name == "quotient"

    def generate(context: Any, builder: Any, a: Any, b: Any) -> Any:
        zero, i32 = _I64(0), ir.IntType(32)
        _fail(context, builder, builder.icmp_signed("==", b, zero), ZeroDivisionError,
              "integer division or modulo by zero")  # fmt: skip
        result = cgutils.alloca_once(builder, _I64)  # type: ignore[no-untyped-call]  # numba's
        is_small = builder.icmp_unsigned("<", builder.or_(a, b), _I64(1 << 32))
        with builder.if_else(is_small, likely=True) as (small, large):
            with small:
                narrow = [builder.trunc(value, i32) for value in (a, b)]
                found = (builder.udiv if is_quotient else builder.urem)(*narrow)
                builder.store(builder.zext(found, _I64), result)
            with large:
                if is_quotient:
                    lowest = builder.and_(
                        builder.icmp_signed("==", a, _I64(-(2**63))), builder.icmp_signed("==", b, _I64(-1))
                    )
                    _fail(context, builder, lowest, CapacityError, TOO_LARGE)
                divisor = b if is_quotient else builder.select(builder.icmp_signed("==", b, _I64(-1)), _I64(1), b)
                rest = builder.srem(a, divisor)
                signs = builder.icmp_signed("<", builder.xor(rest, divisor), zero)
                differs = builder.and_(builder.icmp_signed("!=", rest, zero), signs)
                if is_quotient:
                    builder.store(builder.sub(builder.sdiv(a, b), builder.zext(differs, _I64)), result)
                else:
                    builder.store(builder.add(rest, builder.select(differs, divisor, zero)), result)
        return builder.load(result)

    return _define(_INT, (_INT, _INT), generate)


def _cell(builder: Any, at: Any, i: Any, kind: Any = _I64) -> Any:
    return builder.gep(builder.inttoptr(at, kind.as_pointer()), [i])


def _load(kind: Any, result: Any, *, is_fixed: bool = False) -> Any:
    def generate(context: Any, builder: Any, at: Any, i: Any) -> Any:
        found = builder.load(_cell(builder, at, i, kind))
        if is_fixed:
            found.set_metadata("invariant.load", builder.module.add_metadata([]))
        return found

    return _define(result, (_INT, _INT), generate)


def _store(kind: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, at: Any, i: Any, value: Any) -> Any:
        builder.store(value, _cell(builder, at, i, kind))

    return _define(_VOID, (_INT, _INT, value), generate)


def _make_memory(context: Any, builder: Any) -> Any:
    # It's on the stack of this function, which therefore isn't inlined into a recursion or a loop.
    attributes = builder.function.attributes
    attributes.discard("alwaysinline")
    attributes.add("noinline")
    with builder.goto_entry_block():  # numba's own function would clear the memory in each call.
        memory = builder.alloca(_I64, size=_I64(MEMORY_WORDS))
    at = builder.ptrtoint(memory, _I64)
    builder.store(_I64(1), _cell(builder, at, _I64(0)))
    return at


def _allocate(context: Any, builder: Any, memory: Any, words: Any) -> Any:
    next_cell = _cell(builder, memory, _I64(0))
    first = builder.load(next_cell)
    room = builder.sub(_I64(MEMORY_WORDS), first)
    _fail(context, builder, builder.icmp_unsigned(">", words, room), CapacityError, NO_MEMORY)
    builder.store(builder.add(first, words), next_cell)
    return builder.add(memory, builder.shl(first, _I64(3)))


def _copy(context: Any, builder: Any, target: Any, source: Any, words: Any) -> None:
    byte = ir.IntType(8).as_pointer()
    name = "llvm.memmove.p0i8.p0i8.i64"
    kind = ir.FunctionType(ir.VoidType(), [byte, byte, _I64, ir.IntType(1)])
    function = builder.module.globals.get(name) or ir.Function(builder.module, kind, name)
    count = builder.shl(words, _I64(3))
    builder.call(function, [builder.inttoptr(target, byte), builder.inttoptr(source, byte), count, ir.IntType(1)(0)])


def _mask(builder: Any, bits: Any) -> Any:
    return builder.lshr(_I64(-1), builder.sub(_I64(64), bits))


def _field(context: Any, builder: Any, packed: Any, shift: Any, bits: Any, low: Any) -> Any:
    return builder.add(builder.and_(builder.lshr(packed, shift), _mask(builder, bits)), low)


def _place(context: Any, builder: Any, packed: Any, value: Any, shift: Any, bits: Any, low: Any) -> Any:
    found = builder.sub(value, low)
    _fail(context, builder, builder.icmp_unsigned(">", found, _mask(builder, bits)), CapacityError, NO_ROOM)
    return builder.or_(packed, builder.shl(found, shift))


def _ones(context: Any, builder: Any, value: Any) -> Any:
    return builder.ctpop(value)


def _real(context: Any, builder: Any, value: Any) -> Any:
    limit = _I64(2**53)
    size = builder.add(value, limit)
    _fail(context, builder, builder.icmp_unsigned(">", size, _I64(2**54)), CapacityError, EXACT)
    return builder.sitofp(value, ir.DoubleType())


def _bits_of(context: Any, builder: Any, value: Any) -> Any:
    return builder.bitcast(builder.fadd(value, ir.DoubleType()(0.0)), _I64)


def _float_of(context: Any, builder: Any, packed: Any) -> Any:
    return builder.bitcast(packed, ir.DoubleType())


def _libm(name: str, count: int) -> Any:
    def generate(context: Any, builder: Any, *values: Any) -> Any:
        double = ir.DoubleType()
        kind = ir.FunctionType(double, [double] * count)
        function = builder.module.globals.get(name) or ir.Function(builder.module, kind, name)
        return builder.call(function, values)

    return _define(_FLOAT, (_FLOAT,) * count, generate)


def _square_root(context: Any, builder: Any, value: Any) -> Any:
    negative = builder.fcmp_ordered("<", value, ir.DoubleType()(0.0))
    _fail(context, builder, negative, ValueError, "math domain error")
    name, double = "llvm.sqrt.f64", ir.DoubleType()
    kind = ir.FunctionType(double, [double])
    function = builder.module.globals.get(name) or ir.Function(builder.module, kind, name)
    return builder.call(function, [value])


@intrinsic
def _word(typing: Any, value: Any) -> Any:
    """Return 64 bits, or a truth value, as a signed whole number."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        if isinstance(signature.args[0], types.Boolean):
            return builder.zext(builder.icmp_unsigned("!=", values[0], values[0].type(0)), _I64)
        return values[0]

    return _INT(_BOOL if isinstance(value, types.Boolean) else value), generate


_DOUBLE: Final = ir.DoubleType()
INTRINSICS: Final[dict[str, Any]] = {
    "add": _checked("sadd"), "subtract": _checked("ssub"), "multiply": _checked("smul"),
    "floor_div": _divided("quotient"), "modulo": _divided("remainder"),
    "word": _word, "real": _define(_FLOAT, (_INT,), _real), "ones": _define(_INT, (_INT,), _ones),
    "load": _load(_I64, _INT), "load_float": _load(_DOUBLE, _FLOAT),
    "fixed": _load(_I64, _INT, is_fixed=True), "fixed_float": _load(_DOUBLE, _FLOAT, is_fixed=True),
    "store": _store(_I64, _INT), "store_float": _store(_DOUBLE, _FLOAT),
    "make_memory": _define(_INT, (), _make_memory), "allocate": _define(_INT, (_INT, _INT), _allocate),
    "copy": _define(_VOID, (_INT,) * 3, _copy),
    "field": _define(_INT, (_INT,) * 4, _field), "place": _define(_INT, (_INT,) * 5, _place),
    "bits_of": _define(_INT, (_FLOAT,), _bits_of), "float_of": _define(_FLOAT, (_INT,), _float_of),
    "real_power": _libm("pow", 2), "square_root": _define(_FLOAT, (_FLOAT,), _square_root),
}  # fmt: skip
"""The intrinsics by the names of the operations."""
