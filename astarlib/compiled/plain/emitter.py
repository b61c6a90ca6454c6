"""The text of a generated function, and the values in it: variables, conversions and memory."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from astarlib.compiled.plain.constants import words_of
from astarlib.compiled.plain.refusal import RefusalError
from astarlib.compiled.plain.types import (
    ATOM,
    BOOL,
    DEFAULTS,
    FLOAT,
    INF,
    INFINITE,
    INT,
    INT_OR_INF,
    NEVER,
    NONE,
    OPAQUE,
    TEXT,
    DictType,
    Joiner,
    ListType,
    MadeDict,
    MadeRecord,
    MadeSet,
    ObjectType,
    OptionalType,
    RangeType,
    SeqType,
    SetType,
    TupleType,
    Type,
    UnionType,
    Value,
    group_of,
    is_record,
    is_seq,
    item_of,
    leaves,
    uses_memory,
)

Lines: TypeAlias = list[Any]
"""Lines, lists of lines at the same depth, and pairs of a header and the lines below it. Any: it's recursive."""
_SIMPLE = re.compile(r"[A-Za-z_]\w*|\d+|\(-\d+\)|True|False")
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
            for at, (part, (_, each)) in enumerate(zip(names, kind.parts(), strict=True), slot):
                self.prologue.append(f"{part} = {_loaded('fixed', 'c', str(at), each)}")
            self._roots[key] = Value(kind, names)
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

    # --- conversions --------------------------------------------------------------------------------------------------

    def convert(self, value: Value, kind: Type) -> Value:  # one pair after another
        """Return a value as one of a wider type."""
        have = value.type
        if have == kind:
            return value
        if have is NEVER:
            return Value(kind, tuple(DEFAULTS[each] for _, each in kind.parts()))
        if kind is OPAQUE:
            return Value(OPAQUE)
        if isinstance(kind, OptionalType):
            if have is NONE:
                return Value(kind, ("False", *(DEFAULTS[each] for _, each in kind.of.parts())))
            if isinstance(have, OptionalType) and have.of != kind.of and may_load(have.of):
                value = self.keep(value)
                found = tuple(self.fresh() for _ in kind.of.parts())
                for name, (_, each) in zip(found, kind.of.parts(), strict=True):
                    self.emit(f"{name} = {DEFAULTS[each]}")
                with self.block(f"if {value.parts[0]}:"):
                    self.write(found, self.convert(Value(have.of, value.parts[1:]), kind.of).parts)
                return Value(kind, (value.parts[0], *found))
            if isinstance(have, OptionalType):
                return Value(kind, (value.parts[0], *self.convert(Value(have.of, value.parts[1:]), kind.of).parts))
            return Value(kind, ("True", *self.convert(value, kind.of).parts))
        if isinstance(have, OptionalType):
            return self.convert(self.present(value), kind)
        if isinstance(kind, UnionType):
            return self._to_union(value, kind)
        if isinstance(have, UnionType):
            return self.convert(self.narrow(value, group_of(kind)), kind)
        if isinstance(kind, MadeSet | MadeDict | MadeRecord) and type(have) is type(kind):
            return Value(kind, value.parts)
        if is_record(kind) and isinstance(have, MadeRecord | MadeDict | DictType):
            return self.record(value, kind)
        if kind is TEXT and have is ATOM:
            return self.text(value)
        if isinstance(kind, SetType) and isinstance(have, MadeSet):
            self.check_view(Value(have.items, value.parts))
            return self.convert(self.frozen(value), kind)
        if isinstance(kind, SetType) and isinstance(have, DictType) and have.is_set:
            return self.convert(self.frozen(value), kind)
        if isinstance(kind, SetType) and isinstance(have, SetType) and self.same_layout(have.item, kind.item):
            return Value(kind, value.parts)
        if kind is INT and have is BOOL:
            return Value(INT, (f"word({value.parts[0]})",))
        if kind is INT_OR_INF and have in {INT, BOOL, INF}:
            return Value(kind, (str(INFINITE),) if have is INF else self.convert(value, INT).parts)
        if kind is INT and have is INT_OR_INF:
            value = self.keep(value)
            self.emit(f"known({value.parts[0]} != {INFINITE})")
            return Value(INT, value.parts)
        if kind is FLOAT and have in {INT, BOOL, INF, INT_OR_INF}:
            return self.to_float(value)
        if kind is BOOL and have is INT:
            return Value(BOOL, (f"({value.parts[0]} != 0)",))
        if isinstance(kind, TupleType) and isinstance(have, TupleType) and len(kind.items) == len(have.items):
            items = [self.convert(item, want) for item, want in zip(self.items(value), kind.items, strict=True)]
            return Value(kind, tuple(part for item in items for part in item.parts))
        if isinstance(kind, TupleType) and isinstance(have, SeqType | ListType):
            return self._to_tuple(value, kind)
        if isinstance(kind, SeqType) and (is_seq(have) or isinstance(have, RangeType)):
            return self._to_seq(value, kind)
        if (
            isinstance(kind, DictType)
            and isinstance(have, DictType)
            and kind.is_set == have.is_set
            and (NEVER in {have.key, kind.key})
        ):
            return Value(kind, value.parts)
        raise RefusalError(f"a value is {have} where {kind} is expected")

    def to_float(self, value: Value) -> Value:
        """Return a number as a float."""
        have = value.type
        if have is FLOAT:
            return value
        if have is INF:
            return Value(FLOAT, ("INFINITY",))
        if have is INT_OR_INF:
            return Value(FLOAT, (f"finite({value.parts[0]})",))
        if isinstance(value.constant, int) and have is INT and abs(value.constant) < 2**53:
            return Value(FLOAT, (f"({float(value.constant)!r})",))
        return Value(FLOAT, (f"real({self.convert(value, INT).parts[0]})",))

    def options(self, value: Value) -> list[Value]:
        """Return the values of a union as one of each type."""
        assert isinstance(value.type, UnionType)
        found, at = [], 1
        for option in value.type.options:
            count = words_of(option)
            found.append(Value(option, value.parts[at : at + count]))
            at += count
        return found

    def narrow(self, value: Value, group: Any) -> Value:
        """Return a value of a union as the type of a group. If it has another type, raise an error."""
        if not isinstance(value.type, UnionType):
            return value
        value = self.keep(value)
        for tag, option in enumerate(self.options(value)):
            if group_of(option.type) == group:
                self.emit(f"known({value.parts[0]} == {tag})")
                return option
        raise RefusalError(f"a value is {value.type}, which can't be used here")

    def _to_union(self, value: Value, kind: UnionType) -> Value:
        have = value.type
        given = self.options(value) if isinstance(have, UnionType) else [value]
        groups = [group_of(option) for option in kind.options]
        tags = [groups.index(group_of(each.type)) for each in given]
        parts = [str(tags[-1])]
        for number, tag in enumerate(tags[:-1]):
            parts[0] = f"({tag} if {value.parts[0]} == {number} else {parts[0]})"
        for tag, option in enumerate(kind.options):
            if tag in tags:
                number = tags.index(tag)
                if len(given) > 1 and given[number].type != option and may_load(given[number].type):
                    value = self.keep(value)
                    names = tuple(self.fresh() for _ in option.parts())
                    for name, (_, each) in zip(names, option.parts(), strict=True):
                        self.emit(f"{name} = {DEFAULTS[each]}")
                    with self.block(f"if {value.parts[0]} == {number}:"):
                        self.write(names, self.convert(given[number], option).parts)
                    parts += names
                else:
                    parts += self.convert(given[number], option).parts
            else:
                parts += [DEFAULTS[each] for _, each in option.parts()]
        return Value(kind, tuple(parts))

    def present(self, value: Value) -> Value:
        """Return the value of an optional one. If it's None, raise an error."""
        kind = value.type
        if not isinstance(kind, OptionalType):
            return value
        value = self.keep(value)
        if is_true(value.parts[0]) is not True:
            self.emit(f"known({value.parts[0]})")
        return Value(kind.of, value.parts[1:])

    def items(self, value: Value) -> list[Value]:
        """Return the items of a tuple of fixed length."""
        kind, at = value.type, 0
        assert isinstance(kind, TupleType)
        found: list[Value] = []
        for item in kind.items:
            count = words_of(item)
            constant = value.constant[len(found)] if isinstance(value.constant, tuple) else None
            found.append(Value(item, value.parts[at : at + count], constant))
            at += count
        return found

    def _to_tuple(self, value: Value, kind: TupleType) -> Value:
        at, count = self.span(value)
        if count != str(len(kind.items)):
            self.emit(f"known({count} == {len(kind.items)})")
        assert isinstance(value.type, SeqType | ListType)
        item = value.type.item
        parts: list[str] = []
        for k, want in enumerate(kind.items):
            parts += self.convert(self.load(at, str(k), item), want).parts
        return Value(kind, tuple(parts))

    def _to_seq(self, value: Value, kind: SeqType) -> Value:
        have = value.type
        if isinstance(have, TupleType):
            words = words_of(kind.item)
            at = self.allocate(max(1, len(have.items) * words))
            for number, item in enumerate(self.items(value)):
                self.store(at, number, self.convert(item, kind.item))
            count = str(len(have.items))
        elif not isinstance(have, RangeType) and self.same_layout(item_of(self.joiner, have), kind.item):
            at, count = self.span(value)
            if isinstance(have, ListType):
                self.check_view(value)
        else:
            items = self.items_of(value)
            count = self.temp(items.length)
            at = self.allocate(f"{count} * {words_of(kind.item)}" if words_of(kind.item) != 1 else count)
            with self.counted(count) as k:
                converted = self.convert(items.get(k), kind.item)
                target = self.temp(f"{at} + {8 * words_of(kind.item)} * {k}")
                self.store(target, 0, converted)
        if kind.length is None:
            return Value(kind, (at, count))
        if count != str(kind.length):
            self.emit(f"known({count} == {kind.length})")
        return Value(kind, (at,))

    def text(self, value: Value) -> Value:
        """Return a string as its characters in memory. A subclass does."""
        raise NotImplementedError

    def record(self, value: Value, kind: Type) -> Value:
        """Return a dictionary as one of a state. A subclass does."""
        raise NotImplementedError

    def frozen(self, value: Value) -> Value:
        """Return a frozenset of the items of a value. A subclass does."""
        raise NotImplementedError

    def check_view(self, value: Value) -> None:
        """Note that a value refers to the items of a list. The next round of a loop may change the list."""
        if self.reads_now:
            return
        assert isinstance(value.type, ListType)
        cell = value.type.cell.find()
        if cell.is_changed and not cell.is_guarded:
            cell.is_guarded = self.joiner.changed = True
        if cell.is_guarded:
            self.emit(f"guard({value.parts[0]})")
        if self.depth == 0 or not cell.is_changed:
            cell.is_viewed = True

    def same_layout(self, one: Type, two: Type) -> bool:
        """Return True if items of both types have the same words in memory."""
        return one == two or one is NEVER or (one is BOOL and two is INT)

    def span(self, value: Value) -> tuple[str, str]:
        """Return the address of the items of a tuple or list, and their number."""
        kind = value.type
        if isinstance(kind, TupleType):
            return self.span(self._to_seq(value, SeqType(item_of(self.joiner, kind), len(kind.items), "tuple")))
        if isinstance(kind, ListType):
            return self.temp(f"load({value.parts[0]}, 0)"), self.temp(f"load({value.parts[0]}, 1)")
        assert isinstance(kind, SeqType)
        value = self.keep(value)
        return value.parts[0], str(kind.length) if kind.length is not None else value.parts[1]

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

    def items_of(self, value: Value) -> Items:
        """Return the items of a value that a loop goes through. A subclass knows more kinds."""
        kind = value.type
        if isinstance(kind, ListType):
            name = self.fix(value).parts[0]
            return Items(f"load({name}, 1)", lambda k: self.load(self.temp(f"load({name}, 0)"), k, kind.item))
        if isinstance(kind, RangeType):
            start, stop, step = self.fix(value).parts
            length = self.temp(f"range_length({start}, {stop}, {step})")
            if (start, step) == ("0", "1"):
                return Items(self.temp(f"positive({stop})") if not stop.isdigit() else stop, lambda k: Value(INT, (k,)),
                             int(stop) if stop.isdigit() else None)  # fmt: skip
            scaled = "{}" if step == "1" else f"{{}} * {step}"
            return Items(length, lambda k: Value(INT, (f"({start} + {scaled.format(k)})",)))
        if isinstance(kind, TupleType | SeqType):
            at, count = self.span(self.fix(value))
            item = item_of(self.joiner, kind)
            return Items(count, lambda k: self.load(at, k, item), int(count) if count.isdigit() else None)
        raise RefusalError(f"a loop goes through a value that is {kind}")

    def is_released(self, result: Type, arguments: Sequence[Type]) -> bool:
        """Return True if the function gives back the memory that it allocates."""
        lists = any(isinstance(each, ListType) for kind in arguments for each in leaves(kind))
        return self.allocates and not uses_memory(result) and not lists and not isinstance(result, ObjectType)


def may_load(kind: Type) -> bool:
    """Return True if the conversion of a value that isn't there could read memory or raise an error."""
    return (
        any(isinstance(each, UnionType | OptionalType) for each in leaves(kind))
        or uses_memory(kind)
        or (INT in leaves(kind))
        or (ATOM in leaves(kind))
    )


def _loaded(name: str, at: str, word: str, kind: str) -> str:
    if kind == "f":
        return f"{name}_float({at}, {word})"
    return f"({name}({at}, {word}) != 0)" if kind == "b" else f"{name}({at}, {word})"
