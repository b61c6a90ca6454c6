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


class Dependency(NamedTuple):
    """Something that a function has looked up: a global, an attribute, or a variable of an enclosing function."""

    owner: Any  # Any: a dictionary of names, a function, or a cell
    name: str
    value: Any

    def is_current(self) -> bool:
        """Return True if the name still refers to the same object."""
        if isinstance(self.owner, dict):
            return self.owner.get(self.name) is self.value
        try:
            found: object = getattr(self.owner, self.name)
        except (AttributeError, ValueError):  # ValueError: an empty cell
            return False
        return found is self.value


def fingerprint(*roots: object, seen: list[Dependency] | None = None, dispatchers: list[Any] | None = None) -> str:
    """Return a hash of functions and values and of all that they depend on.

    All dependencies are added to ``seen``. While each of them refers to the same object and the roots are the same
    objects, the hash stays the same, except for arrays that were written to, which compiled code doesn't see either.
    The functions of numba that were found are added to ``dispatchers``, callers before the functions that they call.

    Raises
    ------
    UnknownDependencyError
        When one of them is of a kind that cannot be inspected. Then nothing may be kept on disk.
    """
    walk = _Walk()
    for root in roots:
        walk.add(root)
    if seen is not None:
        seen += walk.seen
    if dispatchers is not None:
        dispatchers += walk.dispatchers
    if walk.unknown is not None:
        raise UnknownDependencyError(walk.unknown)
    return walk.digest.hexdigest()


class _Walk:
    """Feeds the hash. What was met before is told by its number, so that functions may call each other."""

    def __init__(self) -> None:
        self.digest = hashlib.sha256()
        self._met: dict[int, int] = {}
        self._kept: list[object] = []  # so that no id is used twice
        self.seen: list[Dependency] = []
        self.dispatchers: list[Any] = []
        self.unknown: str | None = None

    def _tell(self, *words: object) -> None:
        for word in words:
            text = word if isinstance(word, bytes) else str(word).encode("utf-8", "surrogatepass")
            self.digest.update(len(text).to_bytes(8, "little"))
            self.digest.update(text)

    def add(self, value: Any) -> None:  # Any: it is looked at here
        """Feed a value, whatever it is."""
        if hasattr(value, "py_func") and id(value.py_func) not in self._met:
            self.dispatchers.append(value)
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

    def _add_new(self, value: Any) -> None:  # Any: it is looked at here
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
        for part in ("__code__", "__defaults__"):  # which can be replaced in place, as notebooks do on a reload
            self.seen.append(Dependency(function, part, getattr(function, part)))
            self.add(getattr(function, part))
        for cell in function.__closure__ or ():
            self.seen.append(Dependency(cell, "cell_contents", cell.cell_contents))
            self.add(cell.cell_contents)
        names = names_in(function.__code__)
        for name in names:
            if name in function.__globals__:
                self._tell("global", name)
                self.seen.append(Dependency(function.__globals__, name, function.__globals__[name]))
                self._add_global(function.__globals__[name], names)
            elif not hasattr(builtins, name):
                self._tell("unknown", name)  # an attribute, or a name that is not there yet

    def _add_global(self, value: Any, names: list[str]) -> None:  # Any: it is looked at here
        """A module's value is that of the names in it which the function may ask it for."""
        if isinstance(value, ModuleType) and not _is_trusted(value.__name__):
            self._tell("module", value.__name__)
            for name in names:
                if hasattr(value, name):
                    self._tell(name)
                    self.seen.append(Dependency(vars(value), name, getattr(value, name)))
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
            self._note_unknown(f"{value!r}")
        self._tell("named", module, getattr(value, "__qualname__", ""))

    def _add_object(self, value: Any) -> None:  # Any: a module, a class or a function in C
        """Arrays, numbers and types of numpy and numba, and dataclasses of such."""
        if hasattr(value, "__array_interface__") and hasattr(value, "dtype"):
            if value.dtype.hasobject:
                self._note_unknown(f"an array of objects, {value!r}")
            else:
                self._tell("array", value.dtype.descr, value.shape, value.flags.writeable, value.tobytes())
        elif isinstance(value, numbers.Number) or _is_trusted(type(value).__module__):
            self._tell(type(value).__qualname__, repr(value))
        elif is_dataclass(value):
            self._tell(type(value).__qualname__)
            for field in fields(value):
                self._tell(field.name)
                self.add(getattr(value, field.name))
        elif value is not math.inf:
            self._note_unknown(f"{type(value).__qualname__} {value!r}")

    def _note_unknown(self, what: str) -> None:
        """Note it and go on: all other dependencies still have to be found."""
        self.unknown = self.unknown or f"{what}, which cannot be inspected"


def names_in(code: CodeType) -> list[str]:
    """Return the names that a function, or one inside it, looks up."""
    names = list(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names += names_in(constant)
    return names


def _is_trusted(module: str) -> bool:
    return module.partition(".")[0] in _TRUSTED
