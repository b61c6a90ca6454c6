"""Machine code that Python calls: loaded with LLVM, without numba."""

from __future__ import annotations

import ctypes
import os
import pickle
from collections import Counter
from collections.abc import Callable
from ctypes import c_void_p
from functools import cache
from threading import RLock
from types import SimpleNamespace
from typing import Any, Final, NamedTuple

import numpy as np

from astarlib._support.compiling import announce
from astarlib._support.searching_clock import stopped_clock
from astarlib.compiled.codegen.code_cache import CodeFiles
from astarlib.compiled.codegen.entry_code import CONSTANTS, ENTRY, PYTHON_FUNCTIONS, Shape, shape_of
from astarlib.compiled.codegen.object_loader import LoadedObject, define, is_defined, processor

_FASTCALL: Final = 0x80
"""Python's METH_FASTCALL."""
_lock = RLock()  # A signal handler may start a search, too.


class MachineCode(NamedTuple):
    """An object file that defines `entry_code.ENTRY`."""

    content: bytes
    needed: tuple[str, ...]
    """The names of other functions that it calls."""
    environments: tuple[tuple[str, Any], ...] = ()
    """numba's environments by the names of the variables with their addresses. Any: numba's."""
    is_lasting: bool = True
    """True if other processes can use the code, too."""


class UnloadableError(Exception):
    """Machine code calls a function that this process doesn't have."""


class _Method(ctypes.Structure):
    """Python's PyMethodDef."""

    _fields_ = (
        ("name", ctypes.c_char_p), ("function", c_void_p), ("flags", ctypes.c_int), ("doc", ctypes.c_char_p)
    )  # fmt: skip


class _Loaded:
    """Machine code in the memory of this process, as long as this object exists."""

    def __init__(self, code: MachineCode) -> None:
        _define_functions()
        for name in code.needed:
            if not is_defined(name):
                _initialize_numba()  # It defines functions of its own.
                if not is_defined(name):
                    raise UnloadableError(name)
        loaded = LoadedObject(code.content)
        for name, environment in code.environments:
            c_void_p.from_address(loaded.variable(name)).value = id(environment)
        self._kept: tuple[Any, ...] = loaded, code.environments
        self._method = _Method(b"kernel", loaded.function(ENTRY), _FASTCALL, None)

    def function(self, expected: list[object]) -> Callable[..., Any]:
        """Return the function that Python calls, for arguments of the expected types."""
        make = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.POINTER(_Method), ctypes.py_object, c_void_p)
        new: Any = make(("PyCFunction_NewEx", ctypes.pythonapi))
        made: Callable[..., Any] = new(ctypes.byref(self._method), (*CONSTANTS, *expected, self), None)
        return made


def _no_function(*_: object) -> Any:  # Any: `NotImplemented`
    return NotImplemented


class Kernel:
    """A kernel that Python calls. It's compiled, or loaded from the disk, when it gets arguments of new types.
    ``compile_code`` returns its code for arguments of these shapes.
    """

    def __init__(
        self, name: str, files: CodeFiles, compile_code: Callable[[tuple[Any, ...], tuple[Shape, ...]], MachineCode]
    ) -> None:
        self.__name__: str = name
        self._files, self._compile = files, compile_code
        self._latest: Callable[..., Any] = _no_function
        self._functions: list[Callable[..., Any]] = []
        self._loaded: dict[tuple[Shape, ...], _Loaded] = {}
        self.stats: Any = SimpleNamespace(cache_hits=Counter(), cache_misses=Counter())
        """How often code was loaded and compiled, for each list of shapes, under the names of numba."""

    def __call__(self, *arguments: Any) -> Any:
        """Call the kernel. Other threads run meanwhile."""
        found = self._latest(*arguments)
        if found is NotImplemented:
            found = self._call_other(arguments)
        if type(found) is bytes:
            raise _error_in(found)
        return found

    def _call_other(self, arguments: tuple[Any, ...]) -> Any:
        """Call the kernel with arguments whose types differ from those of the latest call."""
        arguments = tuple(np.uint64(each) if type(each) is int and each >= 2**63 else each for each in arguments)
        for function in self._functions:
            found = function(*arguments)
            if found is not NotImplemented:
                self._latest = function
                return found
        with _lock:  # Threads share what is loaded.
            expected: list[object] = []
            shapes = tuple([shape_of(each, expected) for each in arguments])
            loaded = self._loaded.get(shapes) or self._load(arguments, shapes)
            self._loaded[shapes] = loaded
            function = loaded.function(expected)
            self._functions.append(function)
        found = function(*arguments)
        if found is NotImplemented:
            raise TypeError(f"the kernel {self.__name__} doesn't accept {arguments!r}, although it's compiled for them")
        self._latest = function
        return found

    def _load(self, arguments: tuple[Any, ...], shapes: tuple[Shape, ...]) -> _Loaded:
        """Return the code for arguments of these shapes, from the disk if it's there."""
        key = repr((self.__name__, shapes, machine_key()))
        found = self._files.read(self.__name__, key, lambda content: _Loaded(MachineCode(*content)))
        if found is not None:
            self.stats.cache_hits[shapes] += 1
            return found
        self.stats.cache_misses[shapes] += 1
        if (tell := announce.get()) is not None:
            tell()
        with stopped_clock():
            code = self._compile(arguments, shapes)
        if code.is_lasting:
            self._files.write(self.__name__, key, pickle.dumps((code.content, code.needed)))
        return _Loaded(code)


def _error_in(content: bytes) -> BaseException:
    """Return the exception that a kernel has raised, from its pickled class and arguments."""
    kind, arguments, _ = pickle.loads(content)  # noqa: S301  # The content is a part of the code.
    error: BaseException = kind(*arguments or ())
    return error


@cache
def machine_key() -> tuple[str, ...]:
    """Return everything about this machine, and about numba's settings, that machine code depends on."""
    return *processor(), *(f"{name}={value}" for name, value in sorted(os.environ.items()) if name.startswith("NUMBA_"))


@cache
def _define_functions() -> None:
    """Let LLVM find the functions of Python."""
    for name in PYTHON_FUNCTIONS:
        define(name, ctypes.cast(getattr(ctypes.pythonapi, name), c_void_p).value or 0)


def _initialize_numba() -> None:
    from numba.core.registry import cpu_target  # Most code doesn't need it.

    cpu_target.target_context  # noqa: B018  # The first access defines the functions.
