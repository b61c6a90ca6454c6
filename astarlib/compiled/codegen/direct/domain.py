"""The functions of a translated problem that kernels call, as an LLVM module.

The functions of `checked_calls` are read in the same way as those of the problem, so they mean the same here as for
numba. Kernels call them with numba's calling convention.
"""

from __future__ import annotations

import ast
import builtins
import pickle
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from hashlib import sha1
from pathlib import Path
from types import ModuleType
from typing import Any, Final, TypeAlias

from astarlib.compiled.codegen.code_cache import LINKED
from astarlib.compiled.codegen.direct.code import INLINED, Code, Error
from astarlib.compiled.codegen.direct.expressions import Compiled, argument, call_compiled, flat
from astarlib.compiled.codegen.direct.function import Function
from astarlib.compiled.codegen.direct.operations import FLOAT_DIVISION, put_ordinals
from astarlib.compiled.codegen.direct.values import (
    Kind,
    UnknownCodeError,
    Value,
    constant,
    is_array,
    leaves,
    make_tuple,
    number,
    numbers_of,
)
from astarlib.compiled.kernels import checked_calls
from astarlib.compiled.plain import routines, text_routines
from astarlib.errors import CapacityError

Functions: TypeAlias = Mapping[str, ast.FunctionDef]
_ERRORS: Final[dict[str, Any]] = {"CapacityError": CapacityError}
_SCALARS: Final = {"uint64": "word", "int64": "int", "uint8": "u8", "uint16": "u16", "uint32": "u32"}
_METADATA: Final = '!0 = !{}\n!1 = !{!"branch_weights", i32 1, i32 99}\n'
"""The marks of words that never change, and of unlikely branches."""


class Scope:
    """The functions and constants that a function can use: its own module's, and those of the scopes around it."""

    def __init__(
        self, compiler: Compiler, name: str, functions: Functions, around: Sequence[Scope] = (),
        constants: Mapping[str, Any] | None = None,
    ) -> None:  # fmt: skip
        self.name: str = name
        self.raises: bool = True
        """False if a division by zero raises no error."""
        self.is_inlined: bool = True
        """True if its functions become parts of their callers."""
        self.is_strict: bool = False
        """True if a variable must have one kind. numba gives each assignment a kind of its own."""
        self._compiler, self._functions, self._around, self._constants = compiler, functions, around, constants or {}
        self.aliases: dict[str, tuple[Scope, str]] = {}
        """Functions of other scopes by the names that they have here."""

    def find(self, name: str) -> tuple[Scope, ast.FunctionDef] | None:
        """Return a function and its scope, or None."""
        if name in self.aliases:
            scope, other = self.aliases[name]
            return scope.find(other)
        if name in self._functions:
            return self, self._functions[name]
        found = (scope.find(name) for scope in self._around)
        return next((each for each in found if each is not None), None)

    def has_function(self, name: str) -> bool:
        """Return True if there is a function with this name."""
        return self.find(name) is not None

    def function(self, name: str, arguments: tuple[Kind, ...]) -> Compiled:
        """Return the function with this name, compiled for arguments of these kinds."""
        found = self.find(name)
        if found is None:
            raise UnknownCodeError(f"there is no function {name}")
        return self._compiler.compile(*found, arguments)

    def constant(self, name: str) -> Value:
        """Return a global constant."""
        found = self._constants.get(name)
        if isinstance(found, bool | int | float):
            return constant(found)
        kind = _SCALARS.get(type(found).__name__)
        if found is not None and kind is not None:
            return number(kind, str(int(found)))
        raise UnknownCodeError(f"{name} isn't a constant")

    def special(self, name: str) -> Callable[..., Value] | None:
        """Return an operation that only some functions know."""
        return self._compiler.special.get(name) if self is self._compiler.calls else None


class Compiler:
    """A compiler of functions. Each function is compiled once for each list of kinds."""

    calls: Scope
    """The scope of the functions that are compiled first."""
    special: dict[str, Callable[..., Value]]
    """The operations that only functions of this scope know."""

    def __init__(self) -> None:
        self._compiled: dict[Any, Compiled] = {}
        self._active: dict[Any, Compiled] = {}
        self.arrays: dict[str, str] = {}
        """The definitions of constant arrays, by symbol."""

    def compile(self, scope: Scope, node: ast.FunctionDef, arguments: tuple[Kind, ...]) -> Compiled:
        """Return a function, compiled for arguments of these kinds."""
        key = scope.name, node.name, arguments
        if key in self._compiled:
            return self._compiled[key]
        if key in self._active:
            return self._recursive(self._active[key])
        symbol = f'@"{scope.name}.{node.name}.{len(self._compiled)}"'
        assumed = self._active[key] = Compiled(symbol, arguments, (), Code(), frozenset())
        self._compiled[key] = found = Function(scope, node, arguments).compile(symbol)
        found.code.is_inlined = scope.is_inlined
        if assumed.code.is_recursive:
            if found.result != () or not found.code.fails:
                raise UnknownCodeError(f"the recursive {node.name} returns something")
            found.code.is_recursive = True
        return found

    def _recursive(self, assumed: Compiled) -> Compiled:
        """Return what is assumed about a function that calls itself."""
        raise UnknownCodeError(f"{assumed.symbol} calls itself")

    def definitions(self, roots: Iterable[Compiled]) -> list[str]:
        """Return the texts of functions, of all that they call, and of what these need."""
        by_symbol = {each.symbol: each for each in self._compiled.values()}
        needed: dict[str, Compiled] = {}
        pending = [each.symbol for each in roots]
        while pending:
            symbol = pending.pop()
            if symbol not in needed:
                needed[symbol] = by_symbol[symbol]
                pending += sorted(needed[symbol].called)
        errors = {error: _symbol_of(error) for each in needed.values() for error in each.code.errors}
        symbols = {symbol for each in needed.values() for symbol in each.code.symbols}
        texts = [_METADATA, *(_text_of_error(*pair) for pair in errors.items())]
        texts += [f"declare {symbol}" for symbol in sorted(symbols)]
        texts += self.arrays.values()
        for each in needed.values():
            parameters = ", ".join(text for at, kind in enumerate(each.parameters)
                                   for text in flat(argument(kind, f"%p{at}")))  # fmt: skip
            texts.append(each.code.render(each.symbol, parameters, each.result, errors))
        return texts


class PartsCompiler(Compiler):
    """A compiler of the functions of `checked_calls`. A subclass has the functions of the domain."""

    def __init__(self, source: str, words: int, *, is_int: bool) -> None:
        """``source`` has the functions of states of so many words."""
        super().__init__()
        self._words, self._cost = words, "int" if is_int else "float"
        self.calls: Scope = Scope(self, "calls", {**functions_of(checked_calls), **functions_in(source)})
        self.special: dict[str, Callable[..., Value]] = {
            "tables_at": lambda _, address: Value("tables", address.parts),
            "checked_state": self._state, "checked_key": self._state,
            "checked_edge": lambda _, edge: _of_length(edge, 3),
            "checked_estimate": lambda _, estimate: _of_length(estimate, 2),
            "checked_resources": lambda _, found: _of_length(found, 2),
            "checked_numbers": lambda _, numbers: numbers,
            "checked_aux": whole, "checked_count": whole, "checked_extra": _word, "checked_truth": _truth,
            "checked_cost": self._number, "checked_h": self._number, "put_ordinals": put_ordinals,
            "checked_steps": lambda code, steps: code.convert(steps, "float"),
            "np.int64": lambda _, value: number("int", _whole_or_word(value)),
            "np.uint64": _word, "U": _word,
        }  # fmt: skip

    def module(self, parts: Mapping[str, tuple[str, str]]) -> str:
        """Return the text of a module with some functions of `checked_calls`. ``parts`` has what each returns and takes
        (see `intrinsics.LINKED_KINDS`).
        """
        entries = {name: (self.calls.function(name, self._kinds(taken)), taken) for name, (_, taken) in parts.items()}
        texts = self.definitions(compiled for compiled, _ in entries.values())
        for name, (compiled, taken) in entries.items():
            texts.append(self._entry(name, compiled, parts[name][0], taken))
        return "\n".join(texts)

    def _kinds(self, names: str) -> tuple[Kind, ...]:
        return kinds_of(names, self._words, is_int=self._cost == "int")

    def _entry(self, name: str, compiled: Compiled, returned: str, taken: str) -> str:
        """Return the text of a function with numba's calling convention, which calls a compiled one."""
        code = Code()
        expected = () if returned == "nothing" else self._kinds(returned)
        if list(numbers_of(expected)) != list(numbers_of(compiled.result)):
            raise UnknownCodeError(f"{name} returns {compiled.result}; expected {expected}")
        arguments = [argument(kind, f"%p{at}") for at, kind in enumerate(self._kinds(taken))]
        parameters = [text for value in arguments for text in numba_arguments(value)]
        found = call_compiled(code, compiled, arguments)
        for at, leaf in enumerate(leaves(found)):
            code.store(leaf, "%result" if at == 0 else code.new(f"getelementptr i64, ptr %result, i64 {at}"))
        code.emit("ret i32 0")
        given = ", ".join(["ptr noalias %result", "ptr noalias %excinfo", *parameters])
        header = f'define i32 @"{LINKED}{name}"({given}) {INLINED} {{'
        failed = ["failed:", "  ret i32 1"] if compiled.code.fails else []
        lines = [line for line in code.lines if isinstance(line, str)]
        return "\n".join([header, *lines, *failed, "}", ""])

    def _state(self, code: Code, state: Value) -> Value:
        if self._words == 1:
            return _word(code, state)
        _of_length(state, self._words)
        return make_tuple(tuple(_word(code, part) for part in state.parts))

    def _number(self, code: Code, value: Value) -> Value:
        if self._cost == "int":
            return whole(code, value)
        return code.convert(value, "float")


class DomainCompiler(PartsCompiler):
    """A compiler of the functions of a translated problem."""

    def __init__(self, text: str, given: Iterable[str], source: str, words: int, *, is_int: bool) -> None:
        """``text`` defines the functions of the problem, and ``given`` are those that the domain has."""
        super().__init__(source, words, is_int=is_int)
        library = Scope(self, "library", functions_in(FLOAT_DIVISION))
        general = Scope(self, "routines", {**functions_of(routines), **functions_of(text_routines)}, [library],
                        vars(text_routines) | vars(routines))  # fmt: skip
        self.problem: Scope = Scope(self, "problem", functions_in(text), [general], {"INFINITY": float("inf")})
        self.calls.aliases.update({f"domain_{name}": (self.problem, name) for name in given})


def kinds_of(names: str, words: int, *, is_int: bool) -> tuple[Kind, ...]:
    """Return the kinds of parameters or results of linked functions."""
    state: Kind = "word" if words == 1 else ("word",) * words
    cost = "int" if is_int else "float"
    known: dict[str, Kind] = {"state": state, "cost": cost, "costs": f"{cost}[]", "words": "word[]", "ints": "int[]"}
    return tuple(known.get(name, name) for name in names.split())


# --- operations of `checked_calls` ------------------------------------------------------------------------------------


def _of_length(value: Value, count: int) -> Value:
    if not isinstance(value.kind, tuple) or len(value.kind) != count:
        raise UnknownCodeError(f"expected a tuple of {count} instead of {value.kind}")
    return value


def _whole_or_word(value: Value) -> str:
    if value.kind not in {"int", "word"}:
        raise UnknownCodeError(f"expected a whole number instead of {value.kind}")
    return value.text


def whole(code: Code, value: Value) -> Value:
    """Return a whole number as an int64."""
    return number("int", _whole_or_word(code.convert(value, "int") if value.kind == "bool" else code.wide(value)))


def _word(code: Code, value: Value) -> Value:
    return number("word", whole(code, value).text)


def _truth(code: Code, value: Value) -> Value:
    if value.kind == "float":
        raise UnknownCodeError("a truth value is a float")
    return number("bool", code.truth(value))


# --- text -------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def functions_in(text: str) -> Functions:
    """Return the functions that a text defines."""
    return {node.name: node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)}


def functions_of(module: ModuleType) -> Functions:
    """Return the functions that the file of a module defines."""
    return _functions_in_file(str(module.__file__))


@cache
def _functions_in_file(path: str) -> Functions:
    return functions_in(Path(path).read_text(encoding="utf-8"))


def numba_arguments(value: Value) -> list[str]:
    """Return the parameters that numba passes for a value: seven for an array of one dimension."""
    if isinstance(value.kind, tuple):
        return [text for part in value.parts for text in numba_arguments(part)]
    if is_array(value.kind):
        *lengths, data = value.parts
        first = f"i64 {lengths[0]}" if len(lengths) == 1 else f"i64 {data}.items"
        others = [f"i64 {length}" for length in lengths] if len(lengths) > 1 else [f"i64 {data}.length"]
        strides = [f"i64 {data}.stride{at}" for at in range(len(lengths))]
        return [f"ptr {data}.meminfo", f"ptr {data}.parent", first, f"i64 {data}.itemsize", f"ptr {data}",
                *others, *strides]  # fmt: skip
    return flat(value)


def _symbol_of(error: Error) -> str:
    return f'@".astarlib.error.{sha1(repr(error).encode(), usedforsecurity=False).hexdigest()}"'


def escaped(content: bytes) -> str:
    """Return bytes as the content of a text in LLVM's language."""
    return "".join(f"\\{byte:02X}" for byte in content)


def _text_of_error(error: Error, symbol: str) -> str:
    """Return the definition of an error in the form of numba: its pickled class and message, and their hash."""
    kind = _ERRORS.get(error.name, getattr(builtins, error.name, None))
    if not isinstance(kind, type) or not issubclass(kind, Exception):
        raise UnknownCodeError(f"the error {error.name}")
    data = pickle.dumps((kind, (error.message,), None))
    digest = sha1(data, usedforsecurity=False).digest()
    name = symbol[2:-1]
    lines = [
        f'@"{name}.{part}" = internal constant [{len(content)} x i8] c"{escaped(content)}"'
        for part, content in (("data", data), ("hash", digest))
    ]
    parts = f'ptr @"{name}.data", i32 {len(data)}, ptr @"{name}.hash", ptr null, i32 0'
    return "\n".join([*lines, f"{symbol} = internal constant {{ ptr, i32, ptr, ptr, i32 }} {{ {parts} }}"])
