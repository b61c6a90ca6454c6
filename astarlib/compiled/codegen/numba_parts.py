"""The functions of a domain that only numba can compile: with `njit`, or with code that `direct` doesn't know.

numba compiles the functions of `checked_calls`, which call them, in its usual way. Their LLVM code is linked with
kernels like that of other functions.
"""

# mypy: allow-untyped-calls, no-warn-unused-ignores
# numba has no annotations.

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import closing
from types import CellType, FunctionType
from typing import Any, Final

import numba
import numpy as np
from llvmlite import binding  # type: ignore[import-untyped]  # It has no annotations.
from numba import types
from numba.core.errors import TypingError

from astarlib._support.deferred_signals import handle_signals_here
from astarlib.compiled import kernels
from astarlib.compiled.codegen import fingerprints, intrinsics
from astarlib.compiled.codegen.code_cache import LINKED
from astarlib.compiled.codegen.tables import numba_type_of
from astarlib.compiled.kernels import checked_calls, interface
from astarlib.compiled_domain import CompiledDomain

_RECURSIVE: Final = re.compile(r'@"(\.numba\.unresolved\$)(.+?)" = external .*?global ptr')
"""numba's declaration of a variable with the address of a function that calls itself."""
_COMPILERS: Final = frozenset(("numba", "numpy"))
"""The packages whose plain functions numba replaces with its own."""
_OPTIONS: Final[Mapping[str, Any]] = {
    "forceinline": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True, "_nrt": False
}  # fmt: skip
"""Python doesn't call the functions. They create no arrays, so numba needn't count references."""


class NumbaParts:
    """The functions of `checked_calls` for a domain."""

    def __init__(self, domain: CompiledDomain[Any], functions: Mapping[str, Any], source: str, kinds: Any) -> None:
        """``source`` has the functions of its states, and ``kinds`` those of its tables (see `tables.table_kinds`)."""
        is_int = domain.costs is int
        self._signatures = intrinsics.linked_signatures(domain.words, is_int=is_int)
        self._names: dict[str, Any] = {
            **vars(checked_calls), **intrinsics.checks(domain.words, is_int=is_int), "U": np.uint64, "I": np.int64,
            "tables_at": intrinsics.make_tables_at(numba_type_of(kinds)), "__name__": kernels.__name__,
        }  # fmt: skip
        generated: dict[str, Any] = {}
        exec(compile(source, "<astarlib>", "exec"), generated)  # noqa: S102  # It's made from our own templates.
        own = {name: value for name, value in vars(checked_calls).items()
               if isinstance(value, FunctionType) and value.__module__ == checked_calls.__name__}  # fmt: skip
        for name, function in (*own.items(), ("hash_of", generated["hash_of"])):
            clone = FunctionType(function.__code__, self._names, name)
            self._names[name] = numba.njit(error_model="numpy", **_OPTIONS)(clone)
        known: dict[FunctionType, Any] = {}
        for name, function in functions.items():
            if function is not None:
                self._names[f"domain_{name}"] = _compile_domain_function(function, known)

    def texts(self, needed: Sequence[str]) -> list[str]:
        """Return functions as texts in LLVM's language, with the names by which kernels call them."""
        return [self._text(name) for name in needed]

    def _text(self, name: str) -> str:
        expected = self._signatures[name]
        found = _compiled(self._names[name], expected.args)
        if found.signature.return_type != expected.return_type:  # LLVM's linker doesn't compare types.
            raise TypeError(f"{name} returns {found.signature.return_type}; expected {expected.return_type}")
        return _linkable(found, f"{LINKED}{name}")

    def text_for_python(self, name: str, arguments: tuple[Any, ...]) -> tuple[str, str, Any]:
        """Return a function for these arguments as a text, its name there, and the names of the types of its results.
        Any: see `entry_code.entry_text`.
        """
        return _text_for_python(self._names[name], arguments)


def _text_for_python(function: Any, arguments: tuple[Any, ...]) -> tuple[str, str, Any]:
    found = _compiled(function, tuple(map(numba.typeof, arguments)))
    symbol = f"astarlib.part.{function.__name__}"
    return _linkable(found, symbol), symbol, _names_of(found.signature.return_type)


def _compiled(function: Any, kinds: tuple[Any, ...]) -> Any:
    """Return numba's result of compiling a function."""
    handle_signals_here()  # Ctrl-C ends a long compilation after one of its functions.
    function.compile(kinds)
    return function.overloads[kinds]


def _linkable(found: Any, symbol: str) -> str:
    """Return the code of a compiled function and of all that it calls, with another name for the function."""
    text = found.library.get_llvm_str()
    with closing(binding.parse_assembly(text, binding.create_context())) as module:
        module.get_function(found.fndesc.llvm_func_name).name = symbol
        for function in module.functions:
            if not function.is_declaration and function.linkage.name == "external" and function.name != symbol:
                function.linkage = "linkonce_odr"  # Other texts may have the same function.
        called = re.findall(_RECURSIVE, text)
        if not {name for _, name in called} <= {each.name for each in module.functions if not each.is_declaration}:
            raise TypingError(
                f"{intrinsics.MESSAGE_MARK}a function that calls itself is called with other types than its own calls "
                "have; use the same types, for example np.int64(2) in place of 2"
            )
        return _RECURSIVE.sub(r'@"\1\2" = internal global ptr @"\2"', str(module))


def _names_of(kind: Any) -> Any:
    """Return the names of the types of a result, which are nested like its tuples."""
    if isinstance(kind, types.BaseTuple):
        parts: Any = kind
        return tuple(map(_names_of, parts))
    return "boolean" if isinstance(kind, types.Boolean) else types.unliteral(kind).name


def compile_inlined(function: Any) -> Any:
    """Return a function as a numba function that is inlined into its callers."""
    return numba.njit(**_OPTIONS)(function)


def _compile_domain_function(function: Any, known: dict[FunctionType, Any]) -> Any:
    """Return a function of a domain as a numba function. If it's a numba function already, return it unchanged."""
    if hasattr(function, "py_func"):
        return function
    return _compile_helper(function, known) if isinstance(function, FunctionType) else compile_inlined(function)


def _compile_helper(value: Any, known: dict[FunctionType, Any]) -> Any:  # Any: whatever a function refers to
    """Return a plain function as a numba function, and anything else unchanged. ``known`` has those that were made
    before.
    """
    if not isinstance(value, FunctionType) or str(value.__module__).partition(".")[0] in _COMPILERS:
        return value
    if value is interface.prefetch:
        return intrinsics.prefetch
    if value not in known:
        known[value] = value  # A function that calls itself isn't supported. numba's error says so.
        known[value] = compile_inlined(_snapshot(value, known))
    return known[value]


def _snapshot(function: FunctionType, known: dict[FunctionType, Any]) -> FunctionType:
    """Return a copy of a function as it is now, because numba may compile it again later for other types.

    The copy has the code, the globals and the values of enclosing functions that the fingerprint was computed from.
    Plain functions among them become numba functions, so that the copy can call them.
    """
    names = {*fingerprints.global_names(function.__code__), "__name__", "__builtins__"}
    seen = {name: function.__globals__[name] for name in names if name in function.__globals__}
    seen = {name: _compile_helper(value, known) for name, value in seen.items()}
    contents = [_compile_helper(cell.cell_contents, known) for cell in function.__closure__ or ()]
    cells = None if function.__closure__ is None else tuple(map(CellType, contents))
    clone = FunctionType(function.__code__, seen, function.__name__, function.__defaults__, cells)
    clone.__qualname__, clone.__module__ = function.__qualname__, function.__module__
    return clone
