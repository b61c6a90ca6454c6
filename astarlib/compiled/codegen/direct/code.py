"""The LLVM code of one function while it is written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from astarlib.compiled.codegen.direct.values import (
    SIGNED,
    UNSIGNED,
    Kind,
    UnknownCodeError,
    Value,
    constant,
    item_size,
    leaves,
    number,
    numbers_of,
    stored_type,
    type_of,
)

UNLIKELY: Final = ", !prof !1"
"""The mark of a branch that is taken only after an error."""
_CONVERSIONS: Final = {
    ("bool", "int"), ("int", "float"), ("bool", "float"), ("i8", "int"), ("i16", "int"), ("i32", "int"),
    ("u8", "u16"), ("u8", "u32"), ("u16", "u32"),
    *((kind, wide) for kind in ("u8", "u16", "u32") for wide in ("int", "word")),
}  # fmt: skip
"""The kinds of numbers and those that they become where two kinds meet."""
_NARROW: Final = ("u8", "u16", "u32", "i8", "i16", "i32")
INLINED: Final = "alwaysinline"
"""The mark of a function that becomes a part of its callers."""


class Error(NamedTuple):
    """An error that compiled code raises."""

    name: str
    message: str


class Code:
    """Instructions, in blocks. After a jump there is no block until the next one starts, and nothing can be written."""

    def __init__(self) -> None:
        self.entry: list[str] = []
        """The variables in memory, and their first values."""
        self.lines: list[str | tuple[Value, ...]] = []
        """The instructions. A tuple stands for the return of these values."""
        self.block: str | None = "start"
        self.errors: dict[Error, str] = {}
        """The blocks that raise errors."""
        self.fails: bool = False
        """True if the function can raise an error, or calls one that can."""
        self.has_memory: bool = False
        """True if the function reserves memory for lists."""
        self.is_inlined: bool = True
        """True if the function becomes a part of its callers."""
        self.is_recursive: bool = False
        """True if the function calls itself."""
        self.symbols: set[str] = set()
        """The functions of LLVM and C that are called, as declarations."""
        self._propagates = False
        self._count = 0
        self._reached: set[str] = set()

    # --- instructions and blocks --------------------------------------------------------------------------------------

    def emit(self, line: str) -> None:
        """Add an instruction."""
        self.lines.append(f"  {line}")

    def new(self, instruction: str) -> str:
        """Add an instruction and return the name of its result."""
        self._count += 1
        name = f"%x{self._count}"
        self.lines.append(f"  {name} = {instruction}")
        return name

    def label(self) -> str:
        """Return a name for a block."""
        self._count += 1
        return f"b{self._count}"

    def start(self, label: str) -> None:
        """Start a block, if a jump leads to it."""
        if label in self._reached:
            self.lines.append(f"{label}:")
            self.block = label
        else:
            self.block = None

    def jump(self, label: str) -> None:
        """Go to a block."""
        if self.block is not None:
            self._reached.add(label)
            self.emit(f"br label %{label}")
            self.block = None

    def branch(self, condition: str, yes: str, no: str, mark: str = "") -> None:
        """Go to one of two blocks."""
        if condition in {"true", "false"}:
            self.jump(yes if condition == "true" else no)
            return
        self._reached |= {yes, no}
        self.emit(f"br i1 {condition}, label %{yes}, label %{no}{mark}")
        self.block = None

    def variable(self, kind: str, first: str | None = None) -> str:
        """Return the address of a new variable in memory. It's 0 at the start, or has another first value."""
        self._count += 1
        name, llvm = f"%v{self._count}", type_of(kind)
        self.entry += [f"  {name} = alloca {llvm}", f"  store {llvm} {first or 'zeroinitializer'}, ptr {name}"]
        return name

    def memory(self, llvm: str) -> str:
        """Return the address of memory for one value of an LLVM type."""
        self._count += 1
        self.entry.append(f"  %m{self._count} = alloca {llvm}")
        return f"%m{self._count}"

    def load(self, kind: str, cell: str) -> Value:
        """Return the number at an address."""
        found = self.new(f"load {stored_type(kind)}, ptr {cell}")
        return number(kind, self.new(f"trunc i8 {found} to i1") if kind == "bool" else found)

    def store(self, value: Value, cell: str) -> None:
        """Write a number to an address."""
        text = self.new(f"zext i1 {value.text} to i8") if value.kind == "bool" else value.text
        self.emit(f"store {stored_type(value.kind)} {text}, ptr {cell}")

    def call(self, declaration: str, arguments: str) -> str:
        """Call a function of LLVM or C, given its declaration."""
        self.symbols.add(declaration)
        return self.new(f"call {declaration.partition('(')[0]}({arguments})")

    # --- errors -------------------------------------------------------------------------------------------------------

    def raise_error(self, error: Error) -> None:
        """Raise an error."""
        self.jump(self._block_of(error))

    def fail_if(self, condition: str, error: Error) -> None:
        """Raise an error if a condition is true."""
        going_on = self.label()
        self.branch(condition, self._block_of(error), going_on, UNLIKELY)
        self.start(going_on)

    def propagate_if(self, failed: str) -> None:
        """Return if a called function has raised an error."""
        self.fails = self._propagates = True
        going_on = self.label()
        self.branch(failed, "failed", going_on, UNLIKELY)
        self.start(going_on)

    def _block_of(self, error: Error) -> str:
        self.fails = True
        return self.errors.setdefault(error, f"e{len(self.errors)}")

    # --- conversions --------------------------------------------------------------------------------------------------

    def convert(self, value: Value, kind: Kind) -> Value:
        """Return a value as one of another kind."""
        if value.kind == kind:
            return value
        if isinstance(kind, tuple) and isinstance(value.kind, tuple) and len(kind) == len(value.kind):
            return Value(kind, tuple(self.convert(*pair) for pair in zip(value.parts, kind, strict=True)))
        if isinstance(kind, str) and (value.kind, kind) in _CONVERSIONS:
            return self.cast(value, kind)
        raise UnknownCodeError(f"a value of the kind {value.kind} becomes {kind}")

    def cast(self, value: Value, kind: str) -> Value:
        """Return a number as one of another kind, as numba casts it: whole numbers keep their lowest bits."""
        source, text = str(value.kind), value.text
        one, other = type_of(source), type_of(kind)
        if source == kind:
            return value
        if kind == "bool" or (source == "float" and kind != "int"):
            raise UnknownCodeError(f"a cast of {source} to {kind}")
        if source == "bool" and text in {"true", "false"}:
            text = "1" if text == "true" else "0"
        if text.lstrip("-").isdigit():
            known, size = int(text), 2 ** (8 * item_size(kind))
            low = -size // 2 if kind in SIGNED else 0
            return constant(float(known)) if kind == "float" else number(kind, str((known - low) % size + low))
        if one == other:
            return number(kind, text)
        if source == "float":
            name = "fptosi"
        elif kind == "float":
            name = "sitofp" if source in SIGNED else "uitofp"
        elif item_size(kind) < item_size(source) and source != "bool":
            name = "trunc"
        else:
            name = "sext" if source in SIGNED else "zext"
        return number(kind, self.new(f"{name} {one} {text} to {other}"))

    def wide(self, value: Value) -> Value:
        """Return a narrow whole number as one of 64 bits."""
        return self.cast(value, "word" if value.kind in UNSIGNED else "int") if value.kind in _NARROW else value

    def truth(self, value: Value) -> str:
        """Return the truth value of a number."""
        match value.kind:
            case "bool":
                return value.text
            case "int" | "word" | "i8" | "i16" | "i32" | "u8" | "u16" | "u32":
                return self.new(f"icmp ne {type_of(value.kind)} {value.text}, 0")
            case "float":
                return self.new(f"fcmp une double {value.text}, 0.0")
        raise UnknownCodeError(f"the truth value of {value.kind}")

    def merged(self, kind: Kind, ends: Sequence[tuple[Value, str]]) -> Value:
        """Return the value that one of several blocks has given, at the start of the block after them."""
        if isinstance(kind, tuple):
            columns = zip(*([(part, block) for part in value.parts] for value, block in ends), strict=True)
            return Value(kind, tuple(self.merged(*pair) for pair in zip(kind, columns, strict=True)))
        pairs = ", ".join(f"[ {value.text}, %{block} ]" for value, block in ends)
        return number(str(kind), self.new(f"phi {type_of(kind)} {pairs}"))

    # --- the whole function -------------------------------------------------------------------------------------------

    def returned_type(self, result: Kind) -> str:
        """Return the LLVM type that the function returns: the result, after a bit for errors if it can raise one."""
        fields = ["i1"] * self.fails + [type_of(kind) for kind in numbers_of(result)]
        if len(fields) < 2:
            return fields[0] if fields else "void"
        return f"{{ {', '.join(fields)} }}"

    def render(self, symbol: str, parameters: str, result: Kind, errors: dict[Error, str]) -> str:
        """Return the text of the function. ``errors`` has the symbols of all errors."""
        kind = self.returned_type(result)
        attributes = "noinline" if self.has_memory else INLINED if self.is_inlined and not self.is_recursive else ""
        given = ", ".join(filter(None, ["ptr %excinfo" if self.fails else "", parameters]))
        fields = [type_of(each) for each in numbers_of(result)]
        poison = ", ".join(["i1 true", *(f"{each} poison" for each in fields)])
        failure = f"  ret {kind} {{ {poison} }}" if fields else "  ret i1 true"
        text = [f"define internal {kind} {symbol}({given}) {attributes} {{", "entry:", *self.entry, "  br label %start",
                "start:"]  # fmt: skip
        count = self._count
        for line in self.lines:
            text += [line] if isinstance(line, str) else self._returning(kind, fields, line)
        self._count = count  # So that the text is the same the next time.
        for error, label in self.errors.items():
            text += [f"{label}:", f"  store ptr {errors[error]}, ptr %excinfo", failure]
        if self._propagates:
            text += ["failed:", failure]
        return "\n".join([*text, "}", ""])

    def _returning(self, kind: str, fields: list[str], values: tuple[Value, ...]) -> list[str]:
        texts = [leaf.text for value in values for leaf in leaves(value)]
        if len(fields) + self.fails < 2:
            return [f"  ret {kind} {texts[0]}" if fields else "  ret i1 false" if self.fails else "  ret void"]
        parts = ["i1 false"] * self.fails + [f"{each} poison" for each in fields]
        before, lines = f"{{ {', '.join(parts)} }}", []
        for at, (each, text) in enumerate(zip(fields, texts, strict=True), self.fails):
            self._count += 1
            lines.append(f"  %x{self._count} = insertvalue {kind} {before}, {each} {text}, {at}")
            before = f"%x{self._count}"
        return [*lines, f"  ret {kind} {before}"]
