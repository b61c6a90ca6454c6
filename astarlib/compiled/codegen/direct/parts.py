"""The functions of a domain that a kernel calls: those of a translated problem, or functions that somebody wrote.

The syntax tree of a written function comes from its file. It's used only if Python compiles it to the code that the
function has. So a file that has changed since gives no other meaning to a function.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import math
from collections import ChainMap
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from functools import lru_cache
from hashlib import sha1
from textwrap import dedent
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any, Final, NamedTuple

import numpy as np

from astarlib.compiled.by_hand.state_fields import StateFields
from astarlib.compiled.codegen import bits
from astarlib.compiled.codegen.bits import IS_INLINED, SIZED
from astarlib.compiled.codegen.code_cache import LINKED_KINDS
from astarlib.compiled.codegen.direct.code import INLINED, Code
from astarlib.compiled.codegen.direct.domain import (
    Compiler,
    DomainCompiler,
    PartsCompiler,
    Scope,
    escaped,
    functions_in,
    whole,
)
from astarlib.compiled.codegen.direct.kernels import (
    CASTS,
    ITEMS,
    PLAIN,
    called,
    cast_to,
    kind_of,
    names_of,
    peek,
    poke,
    prefetch,
    text_of_entry,
)
from astarlib.compiled.codegen.direct.operations import OPERATIONS
from astarlib.compiled.codegen.direct.values import (
    Record,
    UnknownCodeError,
    Value,
    constant,
    is_array,
    make_tuple,
    number,
)
from astarlib.compiled.codegen.entry_code import Shape
from astarlib.compiled.codegen.field_source import compiled_source
from astarlib.compiled.kernels import interface
from astarlib.compiled.plain import operations, routines
from astarlib.compiled.plain.operations import GENERATED

_BUILTINS: Final = (min, max, abs, int, float, bool, range)
_MAX_BYTES: Final = 1_000_000
"""The size of the largest array that becomes a part of the code, as in numba."""


class Parts:
    """The functions of `checked_calls` for a domain."""

    def __init__(
        self, functions: Mapping[str, Any], source: str, words: int, *, kinds: Any = ((),), is_int: bool
    ) -> None:
        """``source`` has the functions of states of so many words. The tables of the domain have these kinds (Any: see
        `tables.table_kinds`).
        """
        self._functions = {name: function for name, function in functions.items() if function is not None}
        self._kinds, self._source, self._words, self._is_int = kinds, source, words, is_int
        texts = set(map(_translation_of, self._functions.values()))
        self._generated = texts.pop() if len(texts) == 1 else None
        """The text of a translated problem. numba can't compile it."""

    def text(self, needed: Sequence[str], *, is_inlined: bool) -> str | None:
        """Return functions that kernels call as a text in LLVM's language. Return None if the domain has something that
        only numba can compile. With ``is_inlined``, the functions become parts of their callers.
        """
        try:
            found = self._compiler().module({name: LINKED_KINDS[name] for name in needed})
        except UnknownCodeError:
            if self._generated is not None:
                raise
            return None
        return found if is_inlined else found.replace(f"{INLINED} {{", "{")

    def text_for_python(self, name: str, shapes: tuple[Shape, ...]) -> tuple[str, str, Any] | None:
        """Return a function for arguments of these shapes as a text, its name there, and the names of the types of its
        results (Any: see `entry_code.entry_text`). Return None as above.
        """
        symbol = f"astarlib.part.{name}"
        try:
            compiler = self._compiler()
            found = compiler.calls.function(name, tuple(map(kind_of, shapes)))
            text = "\n".join([*compiler.definitions([found]), text_of_entry(found, symbol)])
        except UnknownCodeError:
            if self._generated is not None:
                raise
            return None
        return text, symbol, names_of(found.result)

    def _compiler(self) -> PartsCompiler:
        if self._generated is not None:
            return _compiler_of(
                self._generated, frozenset(self._functions), self._source, self._words, is_int=self._is_int
            )
        return _WrittenCompiler(self._functions, self._kinds, self._source, self._words, is_int=self._is_int)


def _translation_of(function: Any) -> str | None:
    """Return the text of the translation to which a function belongs. Other generated functions are for numba, too."""
    names = getattr(function, "__globals__", {})
    text: str | None = names.get(GENERATED) if names.get("__name__") == routines.__name__ else None
    return text


@lru_cache(maxsize=16)
def _compiler_of(text: str, given: frozenset[str], source: str, words: int, *, is_int: bool) -> DomainCompiler:
    """Return a compiler that several kernels use for one domain."""
    return DomainCompiler(text, given, source, words, is_int=is_int)


class _WrittenCompiler(PartsCompiler):
    """A compiler of functions that somebody wrote for numba."""

    def __init__(self, given: Mapping[str, Any], kinds: Any, source: str, words: int, *, is_int: bool) -> None:
        super().__init__(source, words, is_int=is_int)
        self._scopes: dict[FunctionType, _WrittenScope] = {}
        self._fields: dict[StateFields, Scope] = {}
        self._table_kinds = kinds
        for name, function in given.items():
            scope = self.scope_of(function)
            scope.fills_arrays = name == "list_edges"
            self.calls.aliases[f"domain_{name}"] = scope, ""
        self.special["tables_at"] = self._tables

    def scope_of(self, function: Any) -> _WrittenScope:
        """Return the scope of a function: the names that it sees."""
        if not isinstance(function, FunctionType):
            raise UnknownCodeError(f"{function} isn't a plain function")
        if function not in self._scopes:
            self._scopes[function] = scope = _WrittenScope(self, function, f"written.{len(self._scopes)}")
            scope.raises, scope.is_inlined = function not in IS_INLINED, IS_INLINED.get(function, True)
        return self._scopes[function]

    def scope_of_fields(self, fields: StateFields) -> Scope:
        """Return the scope of the functions of a `StateFields`."""
        if fields not in self._fields:
            self._fields[fields] = _FieldsScope(self, fields, f"fields.{len(self._fields)}")
        return self._fields[fields]

    def _tables(self, code: Code, address: Value) -> Value:
        """Return the tables whose layout is at an address (see `tables.TableLayout`)."""
        at = 0

        def load(name: str = "fixed") -> str:
            nonlocal at
            at += 1
            return OPERATIONS[name].write(code, address.text, str(at - 1)) or ""

        def read(kind: Any) -> Value:
            if isinstance(kind, type):
                return _number(code, CASTS.get(np.dtype(kind).name), load)
            if isinstance(kind[0], tuple):
                return _record(kind[0], tuple(map(read, kind[1:])))
            dtype, dimensions, flags = kind
            if flags & PLAIN != PLAIN or dtype.str not in ITEMS or dimensions == 0:
                raise UnknownCodeError(f"a table of the kind {kind}")
            data = code.new(f"inttoptr i64 {load()} to ptr")
            lengths, _ = [load() for _ in range(dimensions)], [load() for _ in range(dimensions)]
            return Value(ITEMS[dtype.str] + "[]" * dimensions, (*lengths, data))

        return read(self._table_kinds)


class FieldFunction(NamedTuple):
    """A function of a `StateFields`."""

    fields: StateFields
    name: str


class _FieldsScope(Scope):
    """The functions of a `StateFields`."""

    def __init__(self, compiler: Compiler, fields: StateFields, name: str) -> None:
        super().__init__(compiler, name, functions_in(compiled_source(fields.layout, fields.words)))
        self.raises = False

    def special(self, name: str) -> Callable[..., Value] | None:
        """Return the conversion that a name is, or None for a function."""
        if name.startswith("_value_"):
            return lambda code, value: number("word", whole(code, value).text)
        return {"_U": cast_to("word"), "_I": cast_to("int")}.get(name)


class _WrittenScope(Scope):
    """What a function sees: the variables of the functions around it, those of its module, and Python's own."""

    def __init__(self, compiler: _WrittenCompiler, function: FunctionType, name: str) -> None:
        super().__init__(compiler, name, {})
        self._parent, self._function = compiler, function
        self.is_strict = True
        self.fills_arrays: bool = False
        """True for ``list_edges``."""
        try:
            closure = {name: cell.cell_contents for name, cell in
                       zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)}  # fmt: skip
        except ValueError as error:
            raise UnknownCodeError("a variable has no value yet") from error
        self._names: Mapping[str, Any] = ChainMap(closure, function.__globals__, dict(vars(builtins)))

    def _lookup(self, name: str) -> Any:
        """Return what a name, or an attribute of a module, is."""
        first, *attributes = name.split(".")
        found = self._names.get(first)
        for attribute in attributes:
            if isinstance(found, StateFields) and attribute in found.function_names:
                return FieldFunction(found, attribute)
            if not isinstance(found, ModuleType):
                raise UnknownCodeError(f"{name} is no attribute of a module")
            found = getattr(found, attribute, None)
        return found

    def find(self, name: str) -> tuple[Scope, ast.FunctionDef] | None:
        """Return a function and its scope, or None. The scope's own function has the name ''."""
        if name == "":
            is_decorated = self._function in IS_INLINED
            return self, _tree_of(self._function, fills_arrays=self.fills_arrays, is_decorated=is_decorated)
        found = self._lookup(name)
        if isinstance(found, FieldFunction):
            return self._parent.scope_of_fields(found.fields).find(found.name)
        is_ours = isinstance(found, FunctionType) and str(found.__module__) != operations.__name__
        return self._parent.scope_of(found).find("") if is_ours else None

    def special(self, name: str) -> Callable[..., Value] | None:
        """Return the operation that a name is, or None for a function and for Python's own functions that are known."""
        found = self._lookup(name)
        if isinstance(found, FieldFunction):
            return None
        if isinstance(found, FunctionType) and found in _OPERATIONS:
            return _OPERATIONS[found]
        if isinstance(found, FunctionType) and found in SIZED:
            return _sized(*SIZED[found])
        if isinstance(found, FunctionType) and "." not in name:
            if str(found.__module__).partition(".")[0] in {"numba", "numpy"}:
                raise UnknownCodeError(f"{name} is a function of another package")
            if str(found.__module__) != operations.__name__ or found.__name__ == name:
                return None
        if isinstance(found, type | BuiltinFunctionType):
            if found in _BUILTINS and found.__name__ == name:
                return None
            if found in _SPECIAL:
                return _SPECIAL[found]
        raise UnknownCodeError(f"a call of {name}")

    def constant(self, name: str) -> Value:
        """Return a global constant, or a variable of a function around this one."""
        return self._constant_of(self._lookup(name), name)

    def _constant_of(self, found: Any, name: str) -> Value:
        if type(found) in {bool, int, float}:
            return constant(found)
        kind = CASTS.get(type(found).__name__)
        if kind is not None:
            return constant(float(found)) if kind == "float" else number(kind, str(int(found)))
        if isinstance(found, np.ndarray):
            return self._array(found)
        if isinstance(found, tuple):
            return _record(getattr(found, "_fields", ()), tuple(self._constant_of(each, name) for each in found))
        raise UnknownCodeError(f"{name} isn't a constant")

    def _array(self, found: Any) -> Value:  # Any: numpy's array
        is_plain = found.flags.num & PLAIN == PLAIN and found.ndim > 0
        if not is_plain or found.dtype.str not in ITEMS or not 0 < found.nbytes < _MAX_BYTES:
            raise UnknownCodeError(f"an array of {found.dtype}")
        content = found.tobytes()
        symbol = f'@".astarlib.array.{sha1(content, usedforsecurity=False).hexdigest()}"'
        self._parent.arrays[symbol] = (
            f'{symbol} = internal constant [{len(content)} x i8] c"{escaped(content)}", align 64'
        )
        return Value(ITEMS[found.dtype.str] + "[]" * found.ndim, (*map(str, found.shape), symbol))


def _record(fields: tuple[str, ...], items: tuple[Value, ...]) -> Value:
    """Return a tuple, with the names of its items if it has names."""
    made = make_tuple(items)
    return Value(Record(made.kind, fields), items) if len(fields) > 0 else made


def _number(code: Code, kind: str | None, load: Callable[[str], str]) -> Value:
    """Return a number from a word of a layout."""
    if kind is None:
        raise UnknownCodeError("a table of another kind")
    return number("float", load("fixed_float")) if kind == "float" else code.cast(number("int", load("fixed")), kind)


def _length(code: Code, value: Value) -> Value:
    if isinstance(value.kind, tuple):
        return constant(len(value.kind))
    if not is_array(value.kind):
        raise UnknownCodeError(f"the length of {value.kind}")
    return number("int", value.parts[0])


_SPECIAL: Final[Mapping[Any, Callable[..., Value]]] = {
    **{getattr(np, name): cast_to(kind) for name, kind in CASTS.items()},
    len: _length, math.sqrt: called("llvm.sqrt.f64"),
}  # fmt: skip
"""What some functions of Python and numpy are here."""


# --- what `bits` defines ----------------------------------------------------------------------------------------------


def _sized(name: str, words: int) -> Callable[..., Value]:
    """Return an operation on a fixed number of words."""
    if name == "stack_words":
        return lambda code: _address(code, code.memory(f"[{words} x i64]"))
    return lambda code, address: _state_at(code, address, words)


def _address(code: Code, pointer: str) -> Value:
    return number("int", code.new(f"ptrtoint ptr {pointer} to i64"))


def _state_at(code: Code, address: Value, words: int) -> Value:
    found = tuple(peek("word")(code, address, constant(at)) for at in range(words))
    return found[0] if words == 1 else make_tuple(found)


def _words_of(code: Code, state: Value) -> Value:
    words = [state] if isinstance(state.kind, str) else list(state.parts)
    address = _address(code, code.memory(f"[{len(words)} x i64]"))
    for at, word in enumerate(words):
        poke("word")(code, address, constant(at), word)
    return address


def _stack_memory(code: Code, count: Value) -> Value:
    code.has_memory = True
    return _address(code, code.new(f"alloca i64, i64 {code.cast(count, 'int').text}"))


_OPERATIONS: Final[Mapping[Any, Callable[..., Value]]] = {
    bits.count_bits: lambda code, word: number("int", code.call("i64 @llvm.ctpop.i64(i64)", _passed(code, word))),
    bits.lowest_bit: lambda code, word: number(
        "word", code.call("i64 @llvm.cttz.i64(i64, i1)", f"{_passed(code, word)}, i1 false")
    ),
    bits.words_of: _words_of, bits.stack_memory: _stack_memory, bits.peek: peek("int"), bits.poke: poke("int"),
    bits.peek_float: peek("float"), bits.poke_float: poke("float"), interface.prefetch: prefetch,
}  # fmt: skip


def _passed(code: Code, word: Value) -> str:
    return f"i64 {code.cast(word, 'word').text}"


# --- syntax trees -----------------------------------------------------------------------------------------------------


def _tree_of(function: FunctionType, *, fills_arrays: bool, is_decorated: bool) -> ast.FunctionDef:
    """Return the syntax tree of a function. With ``fills_arrays``, it may write to its last two parameters. With
    ``is_decorated``, it has a decorator of `bits`.
    """
    text = function.__globals__.get(GENERATED)
    try:
        found = functions_in(text or dedent(inspect.getsource(function))).get(function.__name__)
    except (OSError, SyntaxError, TypeError, ValueError) as error:
        raise UnknownCodeError(f"{function.__name__} has no text") from error
    if found is not None and is_decorated and len(found.decorator_list) == 1:
        found = copy(found)
        found.decorator_list = []
    if found is None or found.decorator_list or not _is_code_of(found, function, has_imports=text is None):
        raise UnknownCodeError(f"{function.__name__} has another text")
    changed = [each.arg for each in found.args.args[-2:]] if fills_arrays else []
    for each in ast.walk(found):
        match each:
            case ast.Subscript(ctx=ast.Store(), value=ast.Name(id=name)) if name in changed:
                pass
            case ast.Raise() | ast.Subscript(ctx=ast.Store()):  # An array may be a constant.
                raise UnknownCodeError(f"{function.__name__} raises an error, or changes a table")
    return found


def _is_code_of(tree: ast.FunctionDef, function: FunctionType, *, has_imports: bool) -> bool:
    """Return True if Python makes the code of a function of this syntax tree. It depends on which names are variables
    of a function around it, and which are imported. Generated texts import nothing.
    """
    code, names = function.__code__, function.__code__.co_names if has_imports else ()
    imported = [f"import {name}\n" for name in names if isinstance(function.__globals__.get(name), ModuleType)]
    around: Any = ast.parse(f"{''.join(imported)}def around():\n    {' = '.join([*code.co_freevars, 'None'])}")
    around.body[-1].body.append(tree)
    made = compile(around, code.co_filename, "exec", dont_inherit=True)
    for _ in range(2):
        made = next((each for each in reversed(made.co_consts) if isinstance(each, CodeType)), made)
    return all(repr(getattr(made, name)) == repr(getattr(code, name)) for name in _COMPARED)


_COMPARED: Final = ("co_code", "co_consts", "co_names", "co_varnames", "co_freevars", "co_cellvars", "co_argcount",
                    "co_kwonlyargcount")  # fmt: skip
