"""Kernels as LLVM code, without the functions of a domain, which are linked later."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any, Final

import numpy as np

from astarlib.compiled.codegen.code_cache import LINKED, LINKED_KINDS
from astarlib.compiled.codegen.direct.code import UNLIKELY, Code
from astarlib.compiled.codegen.direct.domain import (
    Compiler,
    Scope,
    functions_in,
    functions_of,
    kinds_of,
    numba_arguments,
)
from astarlib.compiled.codegen.direct.expressions import Compiled, argument, call_compiled
from astarlib.compiled.codegen.direct.operations import ordinal
from astarlib.compiled.codegen.direct.values import (
    Kind,
    Record,
    UnknownCodeError,
    Value,
    constant,
    is_array,
    item_of,
    leaves,
    make_tuple,
    number,
    rebuild,
    stored_type,
    type_of,
)
from astarlib.compiled.codegen.entry_code import Shape, result_type


class KernelCompiler(Compiler):
    """A compiler of kernels."""

    def __init__(self, modules: tuple[ModuleType, ...], source: str, words: int, *, is_int: bool) -> None:
        super().__init__()
        self._words, self._is_int = words, is_int
        functions = dict(functions_in(source))
        constants: dict[str, Any] = {}  # Any: whatever modules define
        for module in modules:
            functions.update(functions_of(module))
            for name, value in vars(module).items():
                if isinstance(value, int | float | np.number) and constants.setdefault(name, value) != value:
                    raise ValueError(f"{module.__name__} and another module define {name} as different numbers")
            constants |= vars(module)
        self.calls: Scope = Scope(self, "kernels", functions, constants=constants)
        self.calls.raises = False
        value = "int" if is_int else "float"
        self.special: dict[str, Callable[..., Value]] = {
            **{name: self._linked(name) for name in LINKED_KINDS},
            **{f"np.{name}": cast_to(kind) for name, kind in CASTS.items()}, "U": cast_to("word"),
            "I": cast_to("int"), "prefetch": prefetch, "keep_symbol": lambda _: make_tuple(()),
            "peek": peek("int"), "poke": poke("int"), "peek_value": peek(value), "poke_value": poke(value),
            "add": _add, "ordinal": _ordinal, "math.isinf": _is_infinite,
            "atomic_add": _atomic("add"), "atomic_min": _atomic("min"), "math.sqrt": called("llvm.sqrt.f64"),
            "np.rint": called("llvm.rint.f64"), "np.ceil": called("llvm.ceil.f64"), "math.hypot": called("hypot"),
        }  # fmt: skip

    def entry(self, name: str, arguments: tuple[Kind, ...], symbol: str) -> tuple[str, Kind]:
        """Return the text of a kernel with numba's calling convention, and the kind that it returns."""
        compiled = self.calls.function(name, arguments)
        return "\n".join([*self.definitions([compiled]), text_of_entry(compiled, symbol)]), compiled.result

    def _recursive(self, assumed: Compiled) -> Compiled:
        assumed.code.is_recursive = assumed.code.fails = True
        return assumed

    def _linked(self, name: str) -> Callable[..., Value]:
        """Return the operation that calls a function which is linked later."""
        returned, taken = LINKED_KINDS[name]
        expected = () if returned == "nothing" else kinds_of(returned, self._words, is_int=self._is_int)
        parameters = kinds_of(taken, self._words, is_int=self._is_int)

        def call(code: Code, *values: Value) -> Value:
            given = [_fitting(code, *pair) for pair in zip(values, parameters, strict=True)]
            taken = [argument(kind, "%p") for kind in parameters]
            result: Kind = expected[0] if len(expected) == 1 else expected
            found = [leaf.kind for leaf in leaves(argument(result, "%r"))]
            memory = code.memory(f"[{max(1, len(found))} x i64]")
            types = ", ".join(["ptr", "ptr", *(text.partition(" ")[0] for each in taken for text in _passed(each))])
            code.symbols.add(f'i32 @"{LINKED}{name}"({types})')
            texts = ", ".join([f"ptr {memory}", "ptr %excinfo", *(text for each in given for text in _passed(each))])
            status = code.new(f'call i32 @"{LINKED}{name}"({texts})')
            _propagate(code, status)
            names = []
            for at, kind in enumerate(found):
                cell = code.new(f"getelementptr i64, ptr {memory}, i64 {at}")
                names.append(code.load(str(kind), cell).text)
            return rebuild(result, iter(names))

        return call


def text_of_kernel(
    name: str, shapes: tuple[Shape, ...], modules: tuple[ModuleType, ...], source: str, words: int, *, is_int: bool
) -> tuple[str, str, Any]:  # fmt: skip  # Any: see `entry_code.entry_text`
    """Return the text of a kernel for arguments of these shapes, its name there, and the names of the types of its
    results.
    """
    symbol = f"astarlib.kernel.{name}"
    compiler = KernelCompiler(modules, source, words, is_int=is_int)
    text, result = compiler.entry(name, tuple(map(kind_of, shapes)), symbol)
    return text, symbol, names_of(result)


def kind_of(shape: Shape) -> Kind:
    """Return the kind of an argument of a kernel."""
    match shape:
        case ["array", str(name), _, 1 | 2 as dimensions, flags] if name in ITEMS and flags & PLAIN == PLAIN:
            return f"{ITEMS[name]}{'[]' * int(dimensions)}"
        case ["tuple", _, fields, items]:
            kinds = tuple(map(kind_of, items))
            return Record(kinds, fields) if len(fields) > 0 else kinds
        case ["int" | "bool" | "float" as name]:
            return str(name)
        case ["number", str(name)] if name in CASTS:
            return CASTS[name]
    raise UnknownCodeError(f"an argument of the shape {shape}")


def names_of(kind: Kind) -> Any:  # Any: see `entry_code.entry_text`
    """Return the names of the types of a result."""
    if isinstance(kind, tuple):
        return tuple(map(names_of, kind)) if len(kind) > 0 else "none"
    return next((name for name, known in CASTS.items() if known == kind), "boolean")


ITEMS: Final = {"<i8": "int", "<u8": "word", "<f8": "float", "|u1": "u8", "<u2": "u16", "<u4": "u32", "<i4": "i32",
                "<i2": "i16", "|i1": "i8", "|b1": "bool"}  # fmt: skip
"""The kinds of the items of arrays."""
PLAIN: Final = 0x0101
"""The flags of an array that is contiguous and aligned."""
CASTS: Final[Mapping[str, str]] = {"int64": "int", "uint64": "word", "float64": "float", "uint8": "u8",
                                    "uint16": "u16", "uint32": "u32", "int32": "i32", "int16": "i16",
                                    "int8": "i8"}  # fmt: skip


def cast_to(kind: str) -> Callable[..., Value]:
    """Return the operation that casts a number."""
    return lambda code, value: code.cast(value, kind)


def prefetch(code: Code, array: Value, at: Value) -> Value:
    """Start fetching an item of an array from memory."""
    kind = stored_type(item_of(array.kind))
    cell = code.new(f"getelementptr {kind}, ptr {array.parts[-1]}, i64 {code.cast(at, 'word').text}")
    code.symbols.add("void @llvm.prefetch.p0(ptr, i32, i32, i32)")
    code.emit(f"call void @llvm.prefetch.p0(ptr {cell}, i32 1, i32 3, i32 1)")  # For writing, into all cache levels.
    return make_tuple(())


def _cell(code: Code, address: Value, at: Value) -> str:
    pointer = code.new(f"inttoptr i64 {code.cast(address, 'int').text} to ptr")
    return code.new(f"getelementptr i64, ptr {pointer}, i64 {code.cast(at, 'int').text}")


def peek(kind: str) -> Callable[..., Value]:
    """Return the operation that reads a number at an address."""
    return lambda code, address, at: number(kind, code.new(f"load {type_of(kind)}, ptr {_cell(code, address, at)}"))


def poke(kind: str) -> Callable[..., Value]:
    """Return the operation that writes a number to an address."""

    def write(code: Code, address: Value, at: Value, value: Value) -> Value:
        found = code.cast(value, kind)
        code.emit(f"store {type_of(kind)} {found.text}, ptr {_cell(code, address, at)}")
        return make_tuple(())

    return write


def _add(code: Code, address: Value, at: Value, value: Value) -> Value:
    cell = _cell(code, address, at)
    found = code.new(f"add i64 {code.new(f'load i64, ptr {cell}')}, {code.cast(value, 'int').text}")
    code.emit(f"store i64 {found}, ptr {cell}")
    return make_tuple(())


def _atomic(operation: str) -> Callable[..., Value]:
    def write(code: Code, address: Value, at: Value, value: Value) -> Value:
        cell, found = _cell(code, address, at), code.cast(value, "int").text
        return number("int", code.new(f"atomicrmw {operation} ptr {cell}, i64 {found} seq_cst"))

    return write


def _ordinal(code: Code, value: Value) -> Value:
    return number("int", ordinal(code, code.cast(value, "int") if value.kind == "word" else value)[0])


def _is_infinite(code: Code, value: Value) -> Value:
    size = called("llvm.fabs.f64")(code, value)
    return number("bool", code.new(f"fcmp oeq double {size.text}, {constant(float('inf')).text}"))


def called(name: str) -> Callable[..., Value]:
    """Return the operation that calls a function of LLVM or C that takes and returns floats."""

    def write(code: Code, *values: Value) -> Value:
        given = ", ".join(f"double {code.cast(value, 'float').text}" for value in values)
        return number("float", code.call(f"double @{name}({', '.join(['double'] * len(values))})", given))

    return write


def _propagate(code: Code, status: str) -> None:
    """Return if a linked function has raised an error. Python knows the error already if the status is -1, and numba's
    description of it is null then.
    """
    failed, going_on = code.label(), code.label()
    code.branch(code.new(f"icmp ne i32 {status}, 0"), failed, going_on, UNLIKELY)
    code.start(failed)
    is_known, before = code.new(f"icmp eq i32 {status}, -1"), code.new("load ptr, ptr %excinfo")
    code.emit(f"store ptr {code.new(f'select i1 {is_known}, ptr null, ptr {before}')}, ptr %excinfo")
    code.propagate_if("true")
    code.start(going_on)


def _fitting(code: Code, value: Value, kind: Kind) -> Value:
    """Return an argument as one of the kind that a linked function takes."""
    if isinstance(kind, tuple):
        if not isinstance(value.kind, tuple) or len(value.kind) != len(kind):
            raise UnknownCodeError(f"{value.kind} isn't {kind}")
        return Value(kind, tuple(_fitting(code, *pair) for pair in zip(value.parts, kind, strict=True)))
    if is_array(kind):
        if value.kind != kind:
            raise UnknownCodeError(f"{value.kind} isn't {kind}")
        return value
    return code.cast(value, kind)


def _passed(value: Value) -> list[str]:
    """Return the arguments that numba passes for a value to a linked function, which uses two parts of an array."""
    if isinstance(value.kind, tuple):
        return [text for part in value.parts for text in _passed(part)]
    if not is_array(value.kind):
        return numba_arguments(value)
    size, data = value.parts
    return ["ptr null", "ptr null", f"i64 {size}", f"i64 {constant(8).text}", f"ptr {data}", f"i64 {size}", "i64 8"]


def text_of_entry(compiled: Compiled, symbol: str) -> str:
    """Return the text of a function with numba's calling convention, which calls a compiled one."""
    code, arguments, parameters = Code(), [], []
    for at, kind in enumerate(compiled.parameters):
        value = argument(kind, f"%p{at}")
        parameters += [text.replace("i1 ", "i8 ", 1) if text.startswith("i1 ") else text
                       for text in numba_arguments(value)]  # fmt: skip
        arguments.append(_from_argument(code, value))
    found = call_compiled(code, compiled, arguments)
    if compiled.result == ():
        code.emit("store ptr null, ptr %result")
    else:
        _store(code, found, "%result")
    code.emit("ret i32 0")
    given = ", ".join(["ptr noalias %result", "ptr noalias %excinfo", *parameters])
    failed = ["failed:", "  %known = load ptr, ptr %excinfo", "  %is_null = icmp eq ptr %known, null",
              "  %status = select i1 %is_null, i32 -1, i32 1", "  ret i32 %status"]  # fmt: skip
    lines = [line for line in code.lines if isinstance(line, str)]
    header = f'define i32 @"{symbol}"({given}) noinline {{'
    return "\n".join([header, *lines, *(failed if compiled.code.fails else ()), "}", ""])


def _store(code: Code, value: Value, place: str) -> None:
    """Store a number, or the items of a tuple, as numba does."""
    if not isinstance(value.kind, tuple):
        code.store(value, place)
        return
    for at, part in enumerate(value.parts):
        _store(code, part, code.new(f"getelementptr {result_type(names_of(value.kind))}, ptr {place}, i64 0, i32 {at}"))


def _from_argument(code: Code, value: Value) -> Value:
    """Return a parameter, with truth values of one bit instead of eight."""
    if isinstance(value.kind, tuple):
        return Value(value.kind, tuple(_from_argument(code, part) for part in value.parts))
    return number("bool", code.new(f"trunc i8 {value.text} to i1")) if value.kind == "bool" else value
