"""A hash of everything that a compiled function depends on: its code, its constants and the functions that it calls.

The hash is computed from the loaded functions, not from files. Therefore, it's right in a notebook and for functions
that are defined inside other functions. An edit of a file changes the hash only after the file is loaded again.
"""

from __future__ import annotations

import builtins
import hashlib
import math
import numbers
import operator
import sys
from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

from astarlib._support.interrupts import raise_if_from_handler

_TRUSTED = frozenset({"astarlib", "builtins", "cmath", "llvmlite", "math", "numba", "numpy", "operator"})
"""Packages whose modules, classes and C functions are represented by their names. `specialize` adds versions."""


class UnknownDependencyError(Exception):
    """A function depends on something that can't be inspected. The message names it."""


class Dependency(NamedTuple):
    """Something that a function refers to: a global, an attribute, or a variable of an enclosing function."""

    owner: Any  # Any: a dictionary of names, a function, or a cell
    name: str
    value: Any


class Lookups(NamedTuple):
    """Dependencies in a form that is compared quickly: those of one kind together."""

    find: Callable[..., Any]
    """The function that returns the object to which a name refers now."""
    arguments: tuple[list[Any], ...]
    """Lists of its arguments."""
    values: list[Any]
    """The objects that the names referred to before."""


def lookups_of(dependencies: Iterable[Dependency]) -> list[Lookups]:
    """Return dependencies for `are_current`, each of them once."""
    names = Lookups(operator.getitem, ([], []), [])
    attributes: dict[str, Lookups] = {}
    for owner, name, value in {(id(each.owner), each.name): each for each in dependencies}.values():
        if type(owner) is dict:
            found = names
            found.arguments[1].append(name)
        else:
            found = attributes.setdefault(name, Lookups(operator.attrgetter(name), ([],), []))
        found.arguments[0].append(owner)
        found.values.append(value)
    return [names, *attributes.values()]


def are_current(lookups: Iterable[Lookups]) -> bool:
    """Return True if all names still refer to the same objects. Each search calls this for about fifty names."""
    try:
        for find, arguments, values in lookups:
            if not all(map(operator.is_, map(find, *arguments), values)):
                return False
    except (AttributeError, KeyError, ValueError) as error:  # ValueError: an empty cell
        raise_if_from_handler(error)
        return False
    return True


def fingerprint(*roots: object, seen: list[Dependency] | None = None, dispatchers: list[Any] | None = None) -> str:
    """Return a hash of functions and values and of everything that they depend on.

    All dependencies are added to ``seen``, except those of astarlib's own functions. The hash stays the same as long as
    the roots are the same objects and every dependency still refers to the same object. The only exceptions are arrays
    that were written to. Compiled code doesn't see such changes either. All functions of numba are added to
    ``dispatchers``, callers before the functions that they call. Raise UnknownDependencyError, so that nothing is
    stored on disk, if a dependency can't be inspected.
    """
    hasher = _Hasher([] if seen is None else seen, [] if dispatchers is None else dispatchers)
    for root in roots:
        hasher.add(root)
    if hasher.unknown is not None:
        raise UnknownDependencyError(hasher.unknown)
    return hasher.digest.hexdigest()


class _Hasher:
    """A hash of objects. An object that was added before is replaced by its number, so functions may be recursive."""

    def __init__(self, seen: list[Dependency], dispatchers: list[Any]) -> None:
        self.seen, self.dispatchers = seen, dispatchers
        self.digest = hashlib.sha256()
        self._numbers: dict[int, int] = {}
        self._alive: list[object] = []  # This keeps objects alive, so that no id is used twice.
        self.unknown: str | None = None

    def _feed(self, *words: object) -> None:
        for word in words:
            text = word if isinstance(word, bytes) else str(word).encode("utf-8", "surrogatepass")
            self.digest.update(len(text).to_bytes(8, "little"))
            self.digest.update(text)

    def add(self, value: Any) -> None:  # Any: its type is tested here
        """Add any value to the hash."""
        if hasattr(value, "py_func") and id(value.py_func) not in self._numbers:
            self.dispatchers.append(value)
        value = getattr(value, "py_func", value)  # The Python function of a numba dispatcher.
        if value is None or isinstance(value, bool | int | float | complex | str | bytes):
            self._feed(type(value).__name__, repr(value))
            return
        if id(value) in self._numbers:
            self._feed("seen", self._numbers[id(value)])
            return
        self._numbers[id(value)] = len(self._numbers)
        self._alive.append(value)
        self._add_new(value)

    def _add_new(self, value: Any) -> None:  # Any: its type is tested here
        match value:
            case CodeType():
                self._add_code(value)
            case FunctionType():
                self._add_function(value)
            case tuple() | list() | frozenset():
                items = sorted(value, key=repr) if isinstance(value, frozenset) else value
                self._feed(type(value).__qualname__, *getattr(value, "_fields", ()), len(value))
                for item in items:
                    self.add(item)
            case ModuleType() | BuiltinFunctionType() | type():
                self._add_named(value)
            case _:
                self._add_object(value)

    def _add_function(self, function: FunctionType) -> None:
        self._feed("function")
        for part in ("__code__", "__defaults__"):  # Notebooks replace them in place when they reload a module.
            self._note_dependency(function, function, part, getattr(function, part))
            self.add(getattr(function, part))
        for cell in function.__closure__ or ():
            self._note_dependency(function, cell, "cell_contents", cell.cell_contents)
            self.add(cell.cell_contents)
        names = global_names(function.__code__)
        for name in names:
            if name in function.__globals__:
                self._feed("global", name)
                self._note_dependency(function, function.__globals__, name, function.__globals__[name])
                self._add_global(function.__globals__[name], names)
            elif not hasattr(builtins, name):
                self._feed("unknown", name)  # An attribute, or a global that isn't defined yet.

    def _note_dependency(
        self, function: FunctionType, owner: Any, name: str, value: Any
    ) -> None:  # Any: see `Dependency`
        """Record something that a function refers to. Nobody edits the functions of astarlib while it runs."""
        module = str(function.__globals__.get("__name__"))  # A decorator of a user may have copied ``__module__``.
        if module.partition(".")[0] != "astarlib":
            self.seen.append(Dependency(owner, name, value))

    def _add_global(self, value: Any, names: list[str]) -> None:  # Any: its type is tested here
        """Add a global to the hash. From a module, add only the names that the function may look up in it."""
        if isinstance(value, ModuleType) and not _is_trusted(value.__name__):
            self._feed("module", value.__name__)
            for name in names:
                if hasattr(value, name):
                    self._feed(name)
                    self.seen.append(Dependency(vars(value), name, getattr(value, name)))
                    self._add_global(getattr(value, name), names)
        else:
            self.add(value)

    def _add_code(self, code: CodeType) -> None:
        self._feed("code", code.co_code, *code.co_names, *code.co_varnames, *code.co_freevars, *code.co_cellvars)
        self._feed(code.co_argcount, code.co_kwonlyargcount, code.co_flags)
        for constant in code.co_consts:
            self.add(constant)

    def _add_named(self, value: Any) -> None:  # Any: a module, a class or a function in C
        module = value.__name__ if isinstance(value, ModuleType) else value.__module__ or "builtins"
        if not _is_trusted(module) and module not in sys.stdlib_module_names:
            self._note_unknown(f"{value!r}")
        self._feed("named", module, getattr(value, "__qualname__", ""))

    def _add_object(self, value: Any) -> None:  # Any: its type is tested here
        """Add an array, a number or a type of numpy or numba, or a dataclass of such values, to the hash."""
        if hasattr(value, "__array_interface__") and hasattr(value, "dtype"):
            if value.dtype.hasobject:
                self._note_unknown(f"an array of objects, {value!r}")
            else:
                self._feed("array", value.dtype.descr, value.shape, value.flags.writeable, value.tobytes())
        elif isinstance(value, numbers.Number) or _is_trusted(type(value).__module__):
            self._feed(type(value).__qualname__, repr(value))
        elif is_dataclass(value):
            self._feed(type(value).__qualname__)
            for field in fields(value):
                self._feed(field.name)
                self.add(getattr(value, field.name))
        elif value is not math.inf:
            self._note_unknown(f"{type(value).__qualname__} {value!r}")

    def _note_unknown(self, what: str) -> None:
        """Record an unknown dependency and continue, because all other dependencies must still be found."""
        self.unknown = self.unknown or f"{what}, which can't be inspected"


def global_names(code: CodeType) -> list[str]:
    """Return the names that a function, or a function inside it, looks up."""
    names = list(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names += global_names(constant)
    return names


def _is_trusted(module: str) -> bool:
    return module.partition(".")[0] in _TRUSTED
