"""What a compiled function depends on, as a hash: its code, the constants that it sees, and the functions it calls.

It is taken of what Python has loaded, not of files: so it is right in a notebook too, and for functions made by
functions, and an edit that was not loaded is not taken for one.
"""

from __future__ import annotations

import builtins
import hashlib
import math
import numbers
import sys
from dataclasses import fields, is_dataclass
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

_TRUSTED = frozenset({"astarlib", "builtins", "cmath", "llvmlite", "math", "numba", "numpy", "operator"})
"""Packages that stand for themselves, by their versions."""


class UnknownDependencyError(Exception):
    """Something that a function sees cannot be told from something else; names it."""


def python_function(function: Any) -> Any:  # Any: a function, or what numba made of one
    """The function that numba's dispatcher wraps; any other as it is."""
    return getattr(function, "py_func", function)


class Seen(NamedTuple):
    """A name that a function has looked up, and what it stood for."""

    names: dict[str, Any]  # Any: anything has a name
    name: str
    value: Any

    def is_still_so(self) -> bool:
        """Whether it stands for the same object now."""
        return self.names.get(self.name) is self.value


def fingerprint(*roots: object, seen: list[Seen] | None = None) -> str:
    """A hash of functions and values and of all that they depend on.

    The names that were looked up are added to ``seen``: while all of them stand for what they did, and roots are the
    same objects, so is the hash, but for arrays that were written to, which compiled code does not see either.

    Raises
    ------
    UnknownDependencyError
        When one of them is of a kind that cannot be looked into; then nothing may be kept on disk.
    """
    walk = _Walk()
    for root in roots:
        walk.add(root)
    if seen is not None:
        seen += walk.seen
    return walk.digest.hexdigest()


class _Walk:
    """Feeds the hash. What was met before is told by its number, so that functions may call each other."""

    def __init__(self) -> None:
        self.digest = hashlib.sha256()
        self._met: dict[int, int] = {}
        self._kept: list[object] = []  # so that no id is used twice
        self.seen: list[Seen] = []

    def _tell(self, *words: object) -> None:
        for word in words:
            text = word if isinstance(word, bytes) else str(word).encode("utf-8", "surrogatepass")
            self.digest.update(len(text).to_bytes(8, "little"))
            self.digest.update(text)

    def add(self, value: Any) -> None:  # Any: it is looked at here
        """Feed a value, whatever it is."""
        value = python_function(value)
        if value is None or isinstance(value, bool | int | float | complex | str | bytes):
            self._tell(type(value).__name__, repr(value))
            return
        if id(value) in self._met:
            self._tell("again", self._met[id(value)])
            return
        self._met[id(value)] = len(self._met)
        self._kept.append(value)
        self._add_new(value)

    def _add_new(self, value: Any) -> None:  # Any: likewise
        match value:
            case CodeType():
                self._add_code(value)
            case FunctionType():
                self._add_function(value)
            case tuple() | list() | frozenset():
                items = sorted(value, key=repr) if isinstance(value, frozenset) else value
                self._tell(type(value).__qualname__, *getattr(value, "_fields", ()), len(value))
                for item in items:
                    self.add(item)
            case ModuleType() | BuiltinFunctionType() | type():
                self._add_named(value)
            case _:
                self._add_object(value)

    def _add_function(self, function: FunctionType) -> None:
        self._tell("function")
        self.add(function.__code__)
        self.add(function.__defaults__)
        for cell in function.__closure__ or ():
            self.add(cell.cell_contents)
        for name in _names(function.__code__):
            if name in function.__globals__:
                self._tell("global", name)
                self.seen.append(Seen(function.__globals__, name, function.__globals__[name]))
                self._add_global(function.__globals__[name], _names(function.__code__))
            elif not hasattr(builtins, name):
                self._tell("unknown", name)  # an attribute, or a name that is not there yet

    def _add_global(self, value: Any, names: list[str]) -> None:  # Any: likewise
        """A module's value is that of the names in it which the function may ask it for."""
        if isinstance(value, ModuleType) and not _is_trusted(value.__name__):
            self._tell("module", value.__name__)
            for name in names:
                if hasattr(value, name):
                    self._tell(name)
                    self.seen.append(Seen(vars(value), name, getattr(value, name)))
                    self._add_global(getattr(value, name), names)
        else:
            self.add(value)

    def _add_code(self, code: CodeType) -> None:
        self._tell("code", code.co_code, *code.co_names, *code.co_varnames, *code.co_freevars, *code.co_cellvars)
        self._tell(code.co_argcount, code.co_kwonlyargcount, code.co_flags)
        for constant in code.co_consts:
            self.add(constant)

    def _add_named(self, value: Any) -> None:  # Any: a module, a class or a function in C
        module = value.__name__ if isinstance(value, ModuleType) else value.__module__ or "builtins"
        if not _is_trusted(module) and module not in sys.stdlib_module_names:
            raise UnknownDependencyError(f"{value!r}, which is not looked into")
        self._tell("named", module, getattr(value, "__qualname__", ""))

    def _add_object(self, value: Any) -> None:  # Any: likewise
        """Arrays, numbers and types of numpy and numba, and dataclasses of such."""
        if hasattr(value, "__array_interface__") and hasattr(value, "dtype"):
            if value.dtype.hasobject:
                raise UnknownDependencyError(f"an array of objects, {value!r}")
            self._tell("array", value.dtype.descr, value.shape, value.flags.writeable, value.tobytes())
        elif isinstance(value, numbers.Number) or _is_trusted(type(value).__module__):
            self._tell(type(value).__qualname__, repr(value))
        elif is_dataclass(value):
            self._tell(type(value).__qualname__)
            for field in fields(value):
                self._tell(field.name)
                self.add(getattr(value, field.name))
        elif value is not math.inf:
            raise UnknownDependencyError(f"{type(value).__qualname__} {value!r}, which is not looked into")


def _names(code: CodeType) -> list[str]:
    """The names that a function, or one inside it, asks for."""
    names = list(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names += _names(constant)
    return names


def _is_trusted(module: str) -> bool:
    return module.partition(".")[0] in _TRUSTED
