"""The operations that generated code and kernels call, as LLVM code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from astarlib.compiled.codegen.direct.code import Code, Error
from astarlib.compiled.codegen.direct.values import Value, number
from astarlib.compiled.plain.operations import EXACT, MEMORY_WORDS, NO_MEMORY, NO_ROOM, TOO_LARGE

_INVARIANT: Final = ", !invariant.load !0"
_MANY: Final = Error("CapacityError", TOO_LARGE)


class Operation(NamedTuple):
    """An operation with parameters of fixed kinds."""

    parameters: tuple[str, ...]
    write: Callable[..., str | None]
    """A function of a `Code` and the names of the arguments. It returns the name of the result."""
    result: str = ""


def _cell(code: Code, at: str, i: str, kind: str = "i64") -> str:
    return code.new(f"getelementptr {kind}, ptr {code.new(f'inttoptr i64 {at} to ptr')}, i64 {i}")


def _checked(name: str) -> Callable[..., str]:
    def write(code: Code, a: str, b: str) -> str:
        pair = code.call(f"{{ i64, i1 }} @llvm.{name}.with.overflow.i64(i64, i64)", f"i64 {a}, i64 {b}")
        code.fail_if(code.new(f"extractvalue {{ i64, i1 }} {pair}, 1"), _MANY)
        return code.new(f"extractvalue {{ i64, i1 }} {pair}, 0")

    return write


def _divided(name: str) -> Callable[..., str]:
    """Return // or %. Division of 32 bits takes a third of the time, and most numbers are small."""

    def write(code: Code, a: str, b: str) -> str:
        zero = Error("ZeroDivisionError", "integer division or modulo by zero")
        code.fail_if(code.new(f"icmp eq i64 {b}, 0"), zero)
        small, large, end = code.label(), code.label(), code.label()
        both = code.new(f"or i64 {a}, {b}")
        code.branch(code.new(f"icmp ult i64 {both}, {1 << 32}"), small, large)
        code.start(small)
        one, other = (code.new(f"trunc i64 {each} to i32") for each in (a, b))
        narrow = code.new(f"{'udiv' if name == 'quotient' else 'urem'} i32 {one}, {other}")
        found = code.new(f"zext i32 {narrow} to i64")
        code.jump(end)
        code.start(large)
        if name == "quotient":
            lowest, minus = code.new(f"icmp eq i64 {a}, {-(2**63)}"), code.new(f"icmp eq i64 {b}, -1")
            code.fail_if(code.new(f"and i1 {lowest}, {minus}"), _MANY)
        by = b if name == "quotient" else code.new(f"select i1 {code.new(f'icmp eq i64 {b}, -1')}, i64 1, i64 {b}")
        whole = _floored(code, a, by)[name]
        last = code.block
        code.jump(end)
        code.start(end)
        return code.new(f"phi i64 [ {found}, %{small} ], [ {whole}, %{last} ]")

    return write


def _floored(code: Code, a: str, b: str) -> dict[str, str]:
    """Return a // b and a % b, rounded down."""
    rest = code.new(f"srem i64 {a}, {b}")
    signs = code.new(f"icmp slt i64 {code.new(f'xor i64 {rest}, {b}')}, 0")
    differs = code.new(f"and i1 {code.new(f'icmp ne i64 {rest}, 0')}, {signs}")
    quotient = code.new(f"sub i64 {code.new(f'sdiv i64 {a}, {b}')}, {code.new(f'zext i1 {differs} to i64')}")
    return {
        "quotient": quotient,
        "remainder": code.new(f"add i64 {rest}, {code.new(f'select i1 {differs}, i64 {b}, i64 0')}"),
    }


def _zero_error(name: str) -> Error:
    return Error("ZeroDivisionError", f"integer {'division' if name == 'quotient' else 'modulo'} by zero")


def floor_division(code: Code, a: str, b: str, name: str, *, raises: bool = True) -> str:
    """Return a // b ("quotient") or a % b ("remainder") as numba does: 0 for the only quotient that doesn't fit.
    Without ``raises``, division by zero returns 0.
    """
    if b.lstrip("-").isdigit() and int(b) not in {0, -1}:
        return _floored(code, a, b)[name]
    is_zero = code.new(f"icmp eq i64 {b}, 0")
    if raises:
        code.fail_if(is_zero, _zero_error(name))
    else:
        b = code.new(f"select i1 {is_zero}, i64 1, i64 {b}")
    lowest, minus = code.new(f"icmp eq i64 {a}, {-(2**63)}"), code.new(f"icmp eq i64 {b}, -1")
    a = code.new(f"select i1 {code.new(f'and i1 {lowest}, {minus}')}, i64 0, i64 {a}")
    found = _floored(code, a, b)[name]
    return found if raises else code.new(f"select i1 {is_zero}, i64 0, i64 {found}")


def division_of_words(code: Code, a: str, b: str, name: str, *, raises: bool) -> str:
    """Return a // b ("quotient") or a % b ("remainder") of numbers without a sign. Without ``raises``, division by zero
    returns 0.
    """
    operation = "udiv" if name == "quotient" else "urem"
    if b.isdigit() and int(b) > 0:
        return code.new(f"{operation} i64 {a}, {b}")
    is_zero = code.new(f"icmp eq i64 {b}, 0")
    if raises:
        code.fail_if(is_zero, _zero_error(name))
        return code.new(f"{operation} i64 {a}, {b}")
    found = code.new(f"{operation} i64 {a}, {code.new(f'select i1 {is_zero}, i64 1, i64 {b}')}")
    return code.new(f"select i1 {is_zero}, i64 0, i64 {found}")


def _load(kind: str, mark: str = "") -> Callable[..., str]:
    return lambda code, at, i: code.new(f"load {kind}, ptr {_cell(code, at, i, kind)}{mark}")


def _store(kind: str) -> Callable[..., None]:
    return lambda code, at, i, value: code.emit(f"store {kind} {value}, ptr {_cell(code, at, i, kind)}")


def _make_memory(code: Code) -> str:
    code.has_memory = True  # It's on the stack of this function, which therefore isn't inlined.
    code.entry.append(f"  %memory = alloca i64, i64 {MEMORY_WORDS}")
    at = code.new("ptrtoint ptr %memory to i64")
    code.emit("store i64 1, ptr %memory")
    return at


def _allocate(code: Code, memory: str, words: str) -> str:
    cell = code.new(f"inttoptr i64 {memory} to ptr")
    first = code.new(f"load i64, ptr {cell}")
    room = code.new(f"sub i64 {MEMORY_WORDS}, {first}")
    code.fail_if(code.new(f"icmp ugt i64 {words}, {room}"), Error("CapacityError", NO_MEMORY))
    code.emit(f"store i64 {code.new(f'add i64 {first}, {words}')}, ptr {cell}")
    return code.new(f"add i64 {memory}, {code.new(f'shl i64 {first}, 3')}")


def _copy(code: Code, target: str, source: str, words: str) -> None:
    one, other = (code.new(f"inttoptr i64 {each} to ptr") for each in (target, source))
    count = code.new(f"shl i64 {words}, 3")
    code.symbols.add("void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)")
    code.emit(f"call void @llvm.memmove.p0.p0.i64(ptr {one}, ptr {other}, i64 {count}, i1 false)")


def _mask(code: Code, bits: str) -> str:
    return str((1 << int(bits)) - 1) if bits.isdigit() and 0 < int(bits) < 64 else code.new(
        f"lshr i64 -1, {code.new(f'sub i64 64, {bits}')}")  # fmt: skip


def _field(code: Code, packed: str, shift: str, bits: str, low: str) -> str:
    part = code.new(f"and i64 {code.new(f'lshr i64 {packed}, {shift}')}, {_mask(code, bits)}")
    return code.new(f"add i64 {part}, {low}")


def _place(code: Code, packed: str, value: str, shift: str, bits: str, low: str) -> str:
    found = code.new(f"sub i64 {value}, {low}")
    code.fail_if(code.new(f"icmp ugt i64 {found}, {_mask(code, bits)}"), Error("CapacityError", NO_ROOM))
    return code.new(f"or i64 {packed}, {code.new(f'shl i64 {found}, {shift}')}")


def _real(code: Code, value: str) -> str:
    size = code.new(f"add i64 {value}, {2**53}")
    code.fail_if(code.new(f"icmp ugt i64 {size}, {2**54}"), Error("CapacityError", EXACT))
    return code.new(f"sitofp i64 {value} to double")


def _bits_of(code: Code, value: str) -> str:
    return code.new(f"bitcast double {code.new(f'fadd double {value}, 0.0')} to i64")


def _square_root(code: Code, value: str) -> str:
    code.fail_if(code.new(f"fcmp olt double {value}, 0.0"), Error("ValueError", "math domain error"))
    return code.call("double @llvm.sqrt.f64(double)", f"double {value}")


def _same(code: Code, value: str) -> str:
    return value


_I, _F = "int", "float"
OPERATIONS: Final[dict[str, Operation]] = {
    "add": Operation((_I, _I), _checked("sadd"), _I), "subtract": Operation((_I, _I), _checked("ssub"), _I),
    "multiply": Operation((_I, _I), _checked("smul"), _I),
    "floor_div": Operation((_I, _I), _divided("quotient"), _I),
    "modulo": Operation((_I, _I), _divided("remainder"), _I),
    "word": Operation((_I,), _same, _I), "real": Operation((_I,), _real, _F),
    "ones": Operation((_I,), lambda code, value: code.call("i64 @llvm.ctpop.i64(i64)", f"i64 {value}"), _I),
    "load": Operation((_I, _I), _load("i64"), _I), "load_float": Operation((_I, _I), _load("double"), _F),
    "fixed": Operation((_I, _I), _load("i64", _INVARIANT), _I),
    "fixed_float": Operation((_I, _I), _load("double", _INVARIANT), _F),
    "store": Operation((_I, _I, _I), _store("i64")), "store_float": Operation((_I, _I, _F), _store("double")),
    "make_memory": Operation((), _make_memory, _I), "allocate": Operation((_I, _I), _allocate, _I),
    "copy": Operation((_I, _I, _I), _copy),
    "field": Operation((_I,) * 4, _field, _I), "place": Operation((_I,) * 5, _place, _I),
    "bits_of": Operation((_F,), _bits_of, _I),
    "float_of": Operation((_I,), lambda code, value: code.new(f"bitcast i64 {value} to double"), _F),
    "real_power": Operation(
        (_F, _F), lambda code, a, b: code.call("double @pow(double, double)", f"double {a}, double {b}"), _F
    ),
    "square_root": Operation((_F,), _square_root, _F),
    # These three are for the text below.
    "float_quotient": Operation((_F, _F), lambda code, a, b: code.new(f"fdiv double {a}, {b}"), _F),
    "float_rest": Operation((_F, _F), lambda code, a, b: code.new(f"frem double {a}, {b}"), _F),
    "float_floor": Operation(
        (_F,), lambda code, value: code.call("double @llvm.floor.f64(double)", f"double {value}"), _F
    ),
}  # fmt: skip
"""The operations by their names."""

FLOAT_DIVISION: Final = """
def floor_division_of_floats(a, b):
    rest = float_rest(a, b)
    quotient = float_quotient(a - rest, b)
    if rest != 0.0 and (b < 0.0) != (rest < 0.0):
        quotient = quotient - 1.0
    if quotient != 0.0:
        floor = float_floor(quotient)
        return floor + 1.0 if quotient - floor > 0.5 else floor
    return float_quotient(quotient * quotient * a, b)

def modulo_of_floats(a, b):
    rest = float_rest(a, b)
    if rest != 0.0:
        return rest + b if (b < 0.0) != (rest < 0.0) else rest
    return -0.0 if b < 0.0 else 0.0
"""
"""Division of floats that rounds down, as in numba."""


def ordinal(code: Code, value: Value) -> tuple[str, str]:
    """Return a number as an int64 that is in the same order, and a bit that is 1 if it's NaN."""
    if value.kind != "float":
        return code.convert(value, "int").text, "false"
    bits = _bits_of(code, value.text)
    flipped = code.new(f"xor i64 {bits}, {2**63 - 1}")
    word = code.new(f"select i1 {code.new(f'icmp slt i64 {bits}, 0')}, i64 {flipped}, i64 {bits}")
    return word, code.new(f"fcmp uno double {value.text}, {value.text}")


def put_ordinals(code: Code, row: Any, numbers: Value) -> Value:
    """Write the ordinals of numbers to ``row[1:]`` if they fit exactly. Return their count, or -1 if one is NaN."""
    size, data = row.parts
    found = [ordinal(code, each) for each in numbers.parts]
    has_nan = "false"
    for _, is_nan in found:
        has_nan = code.new(f"or i1 {has_nan}, {is_nan}")
    inside, end = code.label(), code.label()
    code.branch(code.new(f"icmp eq i64 {size}, {len(found) + 1}"), inside, end)
    code.start(inside)
    for at, (word, _) in enumerate(found, 1):
        code.emit(f"store i64 {word}, ptr {code.new(f'getelementptr i64, ptr {data}, i64 {at}')}")
    code.jump(end)
    code.start(end)
    return number("int", code.new(f"select i1 {has_nan}, i64 -1, i64 {len(found)}"))
