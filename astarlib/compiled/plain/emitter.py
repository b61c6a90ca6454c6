"""The text of a generated function, and the values in it: variables, conversions and memory."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from astarlib.compiled.plain.joining import Joiner
from astarlib.compiled.plain.refusal import RefusalError
from astarlib.compiled.plain.types import ListType, ObjectType, Type, Value, leaves, uses_memory
from astarlib.compiled.plain.values import words_of

Lines: TypeAlias = list[Any]
"""Lines, lists of lines at the same depth, and pairs of a header and the lines below it. Any: it's recursive."""
_SIMPLE = re.compile(r"[A-Za-z_]\w*|\d+|\(-\d+\)|True|False")
_MAX_COPIES = 8
_FIXED = re.compile(r"t\d+|\d+|\(-\d+\)|True|False")
"""Names that get a value only once, and numbers."""


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable of the user's code at some place."""

    type: Type
    base: str
    """The start of the names of its parts."""
    maybe_unbound: bool = False


class Items(NamedTuple):
    """The items of something that a loop goes through."""

    length: str
    """An expression for the number of items. It may change while the loop runs."""
    get: Callable[[str], Value]
    """The function that returns the item at an index, which is in range."""
    static_length: int | None = None
    is_once: bool = True
    """True if Python goes through the items only once, and later."""
    is_safe: bool = False
    """True if the items are the same later, because nothing that they depend on can change."""
    of: Value | None = None
    """For the keys of a dictionary, the dictionary."""


def part_names(base: str, kind: Type) -> tuple[str, ...]:
    """Return the names of the parts of a variable."""
    return tuple(base + name if name else base for name, _ in kind.parts())


def kinds_of(kind: Type) -> str:
    """Return the kinds of the parts."""
    return "".join(each for _, each in kind.parts())


def is_simple(part: str) -> bool:
    """Return True if an expression is a name or a number."""
    return _SIMPLE.fullmatch(part) is not None


def is_true(part: str) -> bool | None:
    """Return the truth value of an expression if it's known."""
    return {"True": True, "False": False}.get(part)


def negated(part: str) -> str:
    """Return an expression for the opposite."""
    known = is_true(part)
    return f"(not {part})" if known is None else str(not known)


def conjunction(parts: Sequence[str]) -> str:
    """Return an expression that is true if all are."""
    if "False" in parts:
        return "False"
    needed = [part for part in parts if part != "True"]
    return "True" if not needed else needed[0] if len(needed) == 1 else f"({' and '.join(needed)})"


def alternative(parts: Sequence[str]) -> str:
    """Return an expression that is true if one of them is."""
    return negated(conjunction([negated(part) for part in parts])) if "True" in parts or len(parts) < 2 else (
        f"({' or '.join(parts)})"
    )  # fmt: skip


def render(lines: Lines, depth: int = 1) -> Iterator[str]:
    """Yield the lines of text, indented."""
    for line in lines:
        if isinstance(line, list):
            yield from render(line, depth)
        elif isinstance(line, tuple):
            body = list(render(line[1], depth + 1))
            has_code = any(not text.lstrip().startswith("#") for text in body)
            if not has_code and line[0] == "else:":
                continue
            yield "    " * depth + line[0]
            yield from body
            if not has_code:
                yield "    " * (depth + 1) + "pass"
        else:
            yield "    " * depth + line


class Emitter:
    """A generated function that is being written."""

    convert: Any  # Any: the function that `Expressions` takes from `kinds.conversions`, which imports this module

    def __init__(self, program: Any) -> None:  # Any: a `Program`, which imports this module
        self.program: Any = program
        self.joiner: Joiner = program.joiner
        self.prologue: Lines = []
        self.out: Lines = []
        self.body: Lines = self.out
        self.allocates: bool = False
        self.reads_now: bool = False
        """True while a value is converted that is read before a list can change."""
        self.depth: int = 0
        """The number of loops around the code that is written."""
        self.env: dict[str, Variable] | None = {}
        """The variables, or None after a statement that doesn't go on."""
        self._count = 0
        self._kinds: dict[str, Type] = {}
        """The types of the variables of the user, by their bases."""
        self._bases: dict[str, str] = {}
        """The bases of variables that are in use, with the kinds of the parts."""
        self._roots: dict[tuple[int, Type], Value] = {}
        self._copies: dict[str, str | int] = {}
        """The names of roots with the numbers of their words, and other names with the names that they copy."""

    # --- lines --------------------------------------------------------------------------------------------------------

    def emit(self, line: str) -> None:
        """Add a line."""
        self.out.append(line)

    def hole(self) -> Lines:
        """Add lines that are written later."""
        lines: Lines = []
        self.out.append(lines)
        return lines

    @contextmanager
    def into(self, lines: Lines) -> Iterator[None]:
        """Add to other lines for a while."""
        before, self.out = self.out, lines
        try:
            yield
        finally:
            self.out = before

    @contextmanager
    def block(self, header: str) -> Iterator[Lines]:
        """Add a header and write the lines below it for a while."""
        lines: Lines = []
        self.out.append((header, lines))
        with self.into(lines):
            yield lines

    def fresh(self, start: str = "t") -> str:
        """Return a name that isn't in use."""
        self._count += 1
        return f"{start}{self._count}"

    def temp(self, expression: str) -> str:
        """Assign an expression to a new name, and return the name."""
        if is_simple(expression):
            return expression
        name = self.fresh()
        self.emit(f"{name} = {expression}")
        return name

    def copied(self, expression: str) -> str:
        """Assign an expression to a new name even if it's a name, because that may get another value."""
        name = self.fresh()
        self.emit(f"{name} = {expression}")
        return name

    def keep(self, value: Value) -> Value:
        """Return a value whose parts can be used several times."""
        if all(map(is_simple, value.parts)):
            return value
        return Value(value.type, tuple(map(self.temp, value.parts)), value.constant)

    def fix(self, value: Value) -> Value:
        """Return a value that later assignments don't change."""
        return Value(value.type, tuple(part if _FIXED.fullmatch(part) else self.copied(part) for part in value.parts),
                     value.constant)  # fmt: skip

    def fail(self, error: str, message: str) -> None:
        """Raise an error."""
        self.emit(f"raise {error}({message!r})")

    # --- variables ----------------------------------------------------------------------------------------------------

    def base_for(self, name: str, kind: Type) -> str:
        """Return the base of a variable's parts, a different one for each list of kinds."""
        kinds, number = f"{name} {kinds_of(kind)}", 1
        base = f"{name}_"
        while self._bases.setdefault(base, kinds) != kinds:
            number += 1
            base = f"{name}__{number}_"
        self._kinds[base] = kind
        return base

    def fresh_base(self, name: str) -> str:
        """Return a base that isn't used for another variable of this name."""
        number, base = 1, f"{name}_"
        while base in self._bases:
            number += 1
            base = f"{name}__{number}_"
        self._bases[base] = "new"
        return base

    def assign(self, name: str, value: Value) -> None:
        """Assign a value to a variable of the user."""
        if self.env is None:
            return
        items = value.type.value if isinstance(value.type, ObjectType) else None
        if isinstance(items, Items) and items.is_once and not items.is_safe:
            raise RefusalError(
                f"the variable {name} is an iterator or generator", "make a list of it, as in list(values)"
            )
        base = self.base_for(name, value.type)
        self.write(part_names(base, value.type), value.parts)
        self.env[name] = Variable(value.type, base)
        if name in self.program.flagged(self):
            self.emit(f"{name}_set = True")
        self.note_assignment(name, value.type)

    def note_assignment(self, name: str, kind: Type) -> None:
        """Note that a variable gets a value. A subclass does."""

    def write(self, names: Sequence[str], parts: Sequence[str]) -> None:
        """Assign all parts at the same time."""
        pairs = [(name, part) for name, part in zip(names, parts, strict=True) if name != part]
        if len(pairs) > 1:
            used = {word for _, part in pairs for word in re.findall(r"\w+", part)}
            if used & {name for name, _ in pairs}:
                pairs = [(name, self.copied(part)) for name, part in pairs]
        for name, part in pairs:
            self.emit(f"{name} = {part}")
            self._copies[name] = part

    def note_divisor(self, name: str) -> None:
        """Write a divisor in the code if it's a root or a copy of one. Others are read at each division."""
        word: str | int | None = name
        for _ in range(_MAX_COPIES):
            if not isinstance(word, str):
                break
            word = self._copies.get(word)
        if isinstance(word, int):
            self.program.note_divisor(word)

    def variable(self, name: str) -> Value | None:
        """Return the value of a variable, or None if it's no local variable."""
        found = None if self.env is None else self.env.get(name)
        if found is None:
            return None
        if found.maybe_unbound:
            self.program.flag(self, name)
            with self.block(f"if not {name}_set:"):
                self.fail("ValueError", f"the variable {name} has no value yet (UnboundLocalError)")
        return Value(found.type, part_names(found.base, found.type))

    def merge(self, ends: Sequence[tuple[dict[str, Variable], Lines]]) -> dict[str, Variable] | None:
        """Return the variables after several ways through the code, each with the lines where it ends."""
        if not ends:
            return None
        merged: dict[str, Variable] = {}
        for name in {name: None for env, _ in ends for name in env}:
            found = [env.get(name) for env, _ in ends]
            there = [each for each in found if each is not None]
            try:
                kind = self.joiner.join_all(each.type for each in there)
            except RefusalError:
                continue  # It can't be used any more.
            base = there[0].base if all(each.base == there[0].base for each in there) and (
                kinds_of(kind) == kinds_of(there[0].type)) else self.base_for(name, kind)  # fmt: skip
            merged[name] = Variable(kind, base, len(there) < len(found) or any(each.maybe_unbound for each in there))
        for env, lines in ends:
            with self.into(lines):
                self.adapt(env, merged)
        return merged

    def adapt(self, env: dict[str, Variable], target: dict[str, Variable]) -> None:
        """Convert the variables to those of the target."""
        for name, variable in target.items():
            before = env.get(name)
            if before is None or (before.type == variable.type and before.base == variable.base):
                continue
            lines: Lines = []
            with self.into(lines):
                value = self.convert(Value(before.type, part_names(before.base, before.type)), variable.type)
                self.write(part_names(variable.base, variable.type), value.parts)
            if before.maybe_unbound and lines:
                self.program.flag(self, name)
                self.out.append((f"if {name}_set:", lines))
            else:
                self.out += lines

    # --- constants and memory -----------------------------------------------------------------------------------------

    def root(self, slot: int, kind: Type, name: str) -> Value:
        """Return a value that exists before the search. It's loaded at the start of the function."""
        key = slot, kind  # A value without words, such as None, has the same slot as the next one.
        if key not in self._roots:
            base = f"{self.fresh('c')}_{name}" if kind.parts() else ""
            names = tuple(f"{base}{end}" for end, _ in kind.parts())
            known = self.program.constants.divisors
            for at, (part, (_, each)) in enumerate(zip(names, kind.parts(), strict=True), slot):
                if at not in known:
                    self.prologue.append(f"{part} = {_loaded('fixed', 'c', str(at), each)}")
                    self._copies[part] = at
            parts = tuple(str(known.get(at, part)) for at, part in enumerate(names, slot))
            self._roots[key] = Value(kind, parts)
        return self._roots[key]

    def load(self, at: str, index: str, kind: Type, *, is_fixed: bool = False) -> Value:
        """Return the item that an address and an index say."""
        words, name = words_of(kind), "fixed" if is_fixed else "load"
        if words == 0:
            return Value(kind)
        first = index if words == 1 else str(int(index) * words) if index.isdigit() else f"{index} * {words}"
        parts = []
        for offset, (_, each) in enumerate(kind.parts()):
            word = first if offset == 0 else str(int(first) + offset) if first.isdigit() else f"{first} + {offset}"
            parts.append(_loaded(name, at, word, each))
        return self.keep(Value(kind, tuple(parts)))

    def store(self, at: str, index: int, value: Value) -> None:
        """Write an item of this index."""
        kinds, words = kinds_of(value.type), words_of(value.type)
        for offset, (part, each) in enumerate(zip(value.parts, kinds, strict=True), index * words):
            if each == "f":
                self.emit(f"store_float({at}, {offset}, {part})")
            else:
                self.emit(f"store({at}, {offset}, {f'word({part})' if each == 'b' else part})")

    def allocate(self, words: str | int) -> str:
        """Allocate memory and return its address."""
        self.allocates = True
        return self.temp(f"allocate(memory, {words})")

    def routine(self, text: str) -> str:
        """Note that a call of a routine allocates memory, and return its text."""
        self.allocates = True
        return text

    def deepen(self, by: int) -> None:
        """Note that a loop begins (1) or ends (-1)."""
        self.depth += by

    @contextmanager
    def counted(self, length: str) -> Iterator[str]:
        """Write a loop that counts up to an expression."""
        k = self.fresh("k")
        self.emit(f"{k} = 0")
        self.depth += 1
        with self.block(f"while {k} < {length}:") as lines:
            yield k
            lines.append(f"{k} += 1")
        self.depth -= 1

    def is_released(self, result: Type, arguments: Sequence[Type]) -> bool:
        """Return True if the function gives back the memory that it allocates."""
        lists = any(isinstance(each, ListType) for kind in arguments for each in leaves(kind))
        return self.allocates and not uses_memory(result) and not lists and not isinstance(result, ObjectType)


def _loaded(name: str, at: str, word: str, kind: str) -> str:
    if kind == "f":
        return f"{name}_float({at}, {word})"
    return f"({name}({at}, {word}) != 0)" if kind == "b" else f"{name}({at}, {word})"
