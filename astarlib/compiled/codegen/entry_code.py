"""The LLVM code with which Python calls a kernel: it reads the arguments, calls the kernel and returns its result.

The code has the convention of C functions of Python. It knows the shapes of the arguments: nested tuples of arrays and
numbers. It reads arrays and numbers from the memory of the objects, whose layout is a part of the interface of Python
and numpy, so a call takes a fraction of a microsecond. It compares the type of each object with the expected one first.
If one differs, it returns ``NotImplemented``. While the kernel runs, other threads can run Python code.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import Any, Final, TypeAlias

import numpy as np

ENTRY: Final = "astarlib.entry"
"""The name of the function that Python calls."""
Shape: TypeAlias = tuple[Any, ...]
"""The shape of an argument, which has the same text in every process. Any: see `shape_of`."""
_HEADER: Final = object.__basicsize__
_ITEMS: Final = tuple.__basicsize__
"""The offset of the items of a tuple."""
_CONTIGUOUS_ALIGNED_WRITEABLE: Final = 0x0503
"""The flags of an array that its type in a kernel depends on."""
CONSTANTS: Final[tuple[object, ...]] = (True, None, NotImplemented)
"""The first items of the tuple that the entry gets as its first argument. Then come the expected types."""
_TRUE, _NONE, _NOT_IMPLEMENTED = range(3)
PYTHON_FUNCTIONS: Final = {
    "PyBool_FromLong": ("ptr", "i64"),
    "PyBytes_FromStringAndSize": ("ptr", "ptr i64"),
    "PyEval_RestoreThread": ("void", "ptr"),
    "PyEval_SaveThread": ("ptr", ""),
    "PyFloat_FromDouble": ("ptr", "double"),
    "PyLong_AsLongLongAndOverflow": ("i64", "ptr ptr"),
    "PyLong_FromLongLong": ("ptr", "i64"),
    "PyLong_FromUnsignedLongLong": ("ptr", "i64"),
    "PyTuple_New": ("ptr", "i64"),
    "PyTuple_SetItem": ("i32", "ptr i64 ptr"),
    "Py_IncRef": ("void", "ptr"),
}
"""The functions of Python that entries call: the types of what they return and take."""


def shape_of(value: Any, expected: list[object]) -> Shape:  # Any: its type is tested here
    """Return the shape of an argument. Add the types that the entry compares to ``expected``, in its order."""
    kind = type(value)
    expected.append(kind)
    if issubclass(kind, np.ndarray):
        if value.dtype.kind not in "biufc":
            raise TypeError(f"an array for a kernel has the type {value.dtype}; expected numbers")
        flags = value.flags.num & _CONTIGUOUS_ALIGNED_WRITEABLE
        return "array", value.dtype.str, _kind_of_items(value.dtype), value.ndim, flags
    if issubclass(kind, tuple):
        items = tuple([shape_of(item, expected) for item in value])
        return "tuple", f"{kind.__module__}.{kind.__qualname__}", getattr(value, "_fields", ()), items
    if kind in {int, bool, float}:
        return (kind.__name__,)
    if isinstance(value, np.number | np.bool_) and value.dtype.kind in "biuf":
        return "number", value.dtype.name
    raise TypeError(f"a kernel got {value!r}; expected a number, an array or a tuple of these")


def _kind_of_items(dtype: Any) -> int:  # Any: numpy's
    """Return the word of a numpy type with its kind, byte order and number."""
    return ctypes.c_int64.from_address(id(dtype) + _HEADER + 8).value


class _Code:
    """The lines of the entry."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._count = self._expected = 0

    def new(self, text: str) -> str:
        """Add an instruction and return the name of its value."""
        self._count += 1
        self.lines.append(f"  %v{self._count} = {text}")
        return f"%v{self._count}"

    def load(self, kind: str, address: str, offset: int = 0) -> str:
        """Return a value in memory."""
        place = self.new(f"getelementptr i8, ptr {address}, i64 {offset}") if offset > 0 else address
        return self.new(f"load {kind}, ptr {place}")

    def require(self, kind: str, value: str, wanted: str | int) -> None:
        """Leave the function with NotImplemented unless two values are equal."""
        found = self.new(f"icmp eq {kind} {value}, {wanted}")
        self.lines.append(f"  br i1 {found}, label %next{self._count}, label %other")
        self.lines.append(f"next{self._count}:")

    def constant(self, at: int) -> str:
        """Return an item of the entry's own tuple."""
        return self.load("ptr", "%self", _ITEMS + 8 * at)

    def require_type(self, value: str) -> None:
        """Compare the type of an object with the next expected one."""
        wanted = self.constant(len(CONSTANTS) + self._expected)
        self._expected += 1
        self.require("ptr", self.load("ptr", value, _HEADER - 8), wanted)

    def call(self, name: str, *arguments: str) -> str:
        """Call a function of Python that returns something."""
        returned, taken = PYTHON_FUNCTIONS[name]
        given = ", ".join(f"{kind} {argument}" for kind, argument in zip(taken.split(), arguments, strict=True))
        return self.new(f"call {returned} @{name}({given})")

    def own(self, at: int) -> str:
        """Return a constant as a new reference."""
        found = self.constant(at)
        self.lines.append(f"  call void @Py_IncRef(ptr {found})")
        return found

    # --- arguments ----------------------------------------------------------------------------------------------------

    def read(self, shape: Shape, value: str) -> Iterator[tuple[str, str]]:
        """Yield the LLVM types and values of an argument, in the form in which numba passes them."""
        self.require_type(value)
        match shape:
            case ["array", name, kind, dimensions, flags]:
                yield from self._read_array(value, (kind, dimensions, flags), np.dtype(name).itemsize)
            case ["tuple", _, _, items]:
                self.require("i64", self.load("i64", value, _HEADER), len(items))
                for at, item in enumerate(items):
                    yield from self.read(item, self.load("ptr", value, _ITEMS + 8 * at))
            case ["int"]:
                yield "i64", self.call("PyLong_AsLongLongAndOverflow", value, "%overflow")
                self.require("i32", self.load("i32", "%overflow"), 0)
            case ["bool"]:
                found = self.new(f"icmp eq ptr {value}, {self.constant(_TRUE)}")
                yield "i8", self.new(f"zext i1 {found} to i8")
            case ["float"]:
                yield "double", self.load("double", value, _HEADER)
            case _:
                kind = llvm_type(shape[1])
                yield kind, self.load(kind, value, _HEADER)

    def _read_array(self, value: str, wanted: tuple[int, int, int], item_size: int) -> Iterator[tuple[str, str]]:
        """Yield what numba passes for an array: owner, object, sizes, data, shape and strides."""
        kind, dimensions, flags = wanted
        data, shape, strides, _, dtype = (self.load("ptr", value, _HEADER + at) for at in (0, 16, 24, 32, 40))
        self.require("i32", self.load("i32", value, _HEADER + 8), dimensions)
        self.require("i64", self.load("i64", dtype, _HEADER + 8), kind)
        found = self.load("i32", value, _HEADER + 48)
        self.require("i32", self.new(f"and i32 {found}, {_CONTIGUOUS_ALIGNED_WRITEABLE}"), flags)
        lengths = [self.load("i64", shape, 8 * at) for at in range(dimensions)]
        count = "1"
        for length in lengths:
            count = self.new(f"mul i64 {count}, {length}")
        yield from (("ptr", "null"), ("ptr", "null"), ("i64", count), ("i64", str(item_size)))
        yield "ptr", data
        for each in (*lengths, *(self.load("i64", strides, 8 * at) for at in range(dimensions))):
            yield "i64", each

    # --- results ------------------------------------------------------------------------------------------------------

    def boxed(self, kind: Any, place: str) -> str:  # Any: a nested tuple of names
        """Return the object for a result in memory. It's null if Python has no memory for it."""
        if isinstance(kind, tuple):
            made = self.call("PyTuple_New", str(len(kind)))
            self.require_not_null(made)
            for at, part in enumerate(kind):
                inner = self.new(f"getelementptr {result_type(kind)}, ptr {place}, i32 0, i32 {at}")
                self.call("PyTuple_SetItem", made, str(at), self.boxed(part, inner))
            return made
        if kind == "none":
            return self.own(_NONE)
        found, kind_of_value = self.load(llvm_type(kind), place), llvm_type(kind)
        if kind == "boolean":
            return self.call("PyBool_FromLong", self.new(f"zext i8 {found} to i64"))
        if kind.startswith("float"):  # A domain that numba compiles may have a resource of type float32.
            found = found if kind == "float64" else self.new(f"fpext float {found} to double")
            return self.call("PyFloat_FromDouble", found)
        is_signed = kind.startswith("int")
        if kind_of_value != "i64":
            found = self.new(f"{'sext' if is_signed else 'zext'} {kind_of_value} {found} to i64")
        return self.call("PyLong_FromLongLong" if is_signed else "PyLong_FromUnsignedLongLong", found)

    def require_not_null(self, value: str) -> None:
        """Leave the function with an error of Python if a value is null."""
        found = self.new(f"icmp eq ptr {value}, null")
        self.lines.append(f"  br i1 {found}, label %raised, label %next{self._count}")
        self.lines.append(f"next{self._count}:")


def llvm_type(name: str) -> str:
    """Return the LLVM type of a number in memory."""
    if name in {"boolean", "bool"}:
        return "i8"
    if name.startswith("float"):
        return {"float64": "double", "float32": "float"}[name]
    return "ptr" if name == "none" else f"i{int(name.lstrip('uint'))}"


def result_type(kind: Any) -> str:  # Any: a nested tuple of names
    """Return the LLVM type of a result."""
    return f"{{ {', '.join(map(result_type, kind))} }}" if isinstance(kind, tuple) else llvm_type(kind)


def entry_text(kernel: str, shapes: tuple[Shape, ...], result: Any) -> tuple[str, list[str]]:  # Any: as above
    """Return the entry of a kernel as a text in LLVM's language, and the types of the kernel's parameters."""
    code = _Code()
    code.require("i64", "%count", len(shapes))
    given = [("ptr", "%result"), ("ptr", "%error")]
    for at, shape in enumerate(shapes):
        given += code.read(shape, code.load("ptr", "%arguments", 8 * at))
    thread = code.call("PyEval_SaveThread")
    status = code.new(f'call i32 @"{kernel}"({", ".join(f"{kind} {value}" for kind, value in given)})')
    code.lines.append(f"  call void @PyEval_RestoreThread(ptr {thread})")
    code.lines += [f"  switch i32 {status}, label %failed [i32 0, label %done i32 -1, label %raised]", "done:"]
    code.lines += [f"  ret ptr {code.boxed(result, '%result')}", "raised:", "  ret ptr null", "other:"]
    code.lines += [f"  ret ptr {code.own(_NOT_IMPLEMENTED)}", "failed:"]
    error = code.load("ptr", "%error")
    size = code.new(f"sext i32 {code.load('i32', error, 8)} to i64")
    code.lines.append(f"  ret ptr {code.call('PyBytes_FromStringAndSize', code.load('ptr', error), size)}")
    kinds = [kind for kind, _ in given]
    lines = [
        f"declare {returned} @{name}({', '.join(taken.split())})"
        for name, (returned, taken) in PYTHON_FUNCTIONS.items()
    ]
    lines += [f'declare i32 @"{kernel}"({", ".join(kinds)})']
    lines += [f'define ptr @"{ENTRY}"(ptr %self, ptr %arguments, i64 %count) {{']
    lines += [f"  %result = alloca {result_type(result)}", "  %error = alloca ptr", "  %overflow = alloca i32"]
    return "\n".join([*lines, *code.lines, "}", ""]), kinds
