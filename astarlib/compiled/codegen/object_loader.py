"""Load object files with the C functions of llvmlite.

Importing `llvmlite.binding` takes ten times as long as loading LLVM. So this module calls the few C functions that it
needs itself. Each object file has an LLVM context of its own, so threads can load and unload them at the same time.
"""

from __future__ import annotations

import ctypes
import os
import platform
from ctypes import POINTER, byref, c_bool, c_char_p, c_int, c_size_t, c_uint64, c_void_p
from functools import cache
from pathlib import Path
from typing import Any, Final

_TEXT: Final = POINTER(c_char_p)
_FUNCTIONS: Final[dict[str, tuple[Any, ...]]] = {
    "AddSymbol": (None, c_char_p, c_void_p),
    "ContextCreate": (c_void_p,),
    "ContextDispose": (None, c_void_p),
    "CreateMCJITCompiler": (c_void_p, c_void_p, c_void_p, c_bool, _TEXT),
    "CreateObjectFile": (c_void_p, c_char_p, c_size_t),
    "CreateTargetMachine": (
        c_void_p, c_void_p, c_char_p, c_char_p, c_char_p, c_int, c_char_p, c_char_p, c_int, c_int, c_char_p
    ),
    "DisposeExecutionEngine": (None, c_void_p),
    "DisposeObjectFile": (None, c_void_p),
    "DisposeString": (None, c_char_p),
    "FinalizeObject": (None, c_void_p),
    "GetFunctionAddress": (c_uint64, c_void_p, c_char_p),
    "GetGlobalValueAddress": (c_uint64, c_void_p, c_char_p),
    "GetHostCPUFeatures": (c_int, _TEXT),
    "GetHostCPUName": (None, _TEXT),
    "GetProcessTriple": (None, _TEXT),
    "GetTargetFromTriple": (c_void_p, c_char_p, _TEXT),
    "InitializeNativeAsmPrinter": (None,),
    "InitializeNativeTarget": (None,),
    "MCJITAddObjectFile": (None, c_void_p, c_void_p),
    "ParseAssembly": (c_void_p, c_void_p, c_char_p, _TEXT),
    "SearchAddressOfSymbol": (c_void_p, c_char_p),
}  # fmt: skip
"""The functions by their names without ``LLVMPY_``: the types of what they return and take."""


@cache
def llvm(name: str) -> Any:  # Any: a C function
    """Return a function of llvmlite, without the beginning ``LLVMPY_`` of its name."""
    function = getattr(_library(), f"LLVMPY_{name}")
    function.restype, *function.argtypes = _FUNCTIONS[name]
    return function


@cache
def _library() -> ctypes.CDLL:
    """Return llvmlite's library, ready to load code for this processor."""
    import llvmlite  # type: ignore[import-untyped]  # It has no types.
    from llvmlite.utils import get_library_name  # type: ignore[import-untyped]  # as above

    library = ctypes.CDLL(str(Path(llvmlite.__file__).parent / "binding" / get_library_name()))
    library.LLVMPY_InitializeNativeTarget()
    library.LLVMPY_InitializeNativeAsmPrinter()
    return library


def _text(name: str) -> str:
    """Return the text that a function of llvmlite writes."""
    found = c_char_p()
    llvm(name)(byref(found))
    text = (found.value or b"").decode()
    llvm("DisposeString")(found)
    return text


@cache
def processor() -> tuple[str, ...]:
    """Return the target triple of this process, the name of the processor, and its features."""
    return _text("GetProcessTriple"), _text("GetHostCPUName"), _text("GetHostCPUFeatures")


def define(name: str, address: int) -> None:
    """Let the code of object files call a function by its name."""
    llvm("AddSymbol")(name.encode(), address)


def is_defined(name: str) -> bool:
    """Return True if the code of object files can call a function with this name."""
    return llvm("SearchAddressOfSymbol")(name.encode()) is not None


class LoadedObject:
    """An object file in the memory of this process. The memory is released when this Python object is deleted."""

    def __init__(self, content: bytes) -> None:
        self._engine, self._context, self._content = None, llvm("ContextCreate")(), content
        self._free = llvm("DisposeExecutionEngine"), llvm("ContextDispose")
        triple, error = processor()[0].encode() + (b"-elf" if os.name == "nt" else b""), c_char_p()
        target = llvm("GetTargetFromTriple")(processor()[0].encode(), byref(error))
        machine = llvm("CreateTargetMachine")(target, triple, b"", b"", 2, b"default", b"jitdefault", 0, 1, b"")
        module = llvm("ParseAssembly")(self._context, b"", byref(error))
        is_arm = platform.machine().lower() in {"arm64", "aarch64"}  # There, llvmlite has its own manager of memory.
        self._engine = llvm("CreateMCJITCompiler")(module, machine, is_arm, byref(error))
        if self._engine is None:
            raise RuntimeError(f"LLVM can't load compiled code: {(error.value or b'').decode()}")
        file = llvm("CreateObjectFile")(content, len(content))
        llvm("MCJITAddObjectFile")(self._engine, file)
        llvm("FinalizeObject")(self._engine)
        llvm("DisposeObjectFile")(file)

    def __del__(self) -> None:
        free_engine, free_context = self._free
        if self._engine is not None:
            free_engine(self._engine)
        free_context(self._context)

    def function(self, name: str) -> int:
        """Return the address of a function."""
        address: int = llvm("GetFunctionAddress")(self._engine, name.encode())
        return address

    def variable(self, name: str) -> int:
        """Return the address of a variable."""
        address: int = llvm("GetGlobalValueAddress")(self._engine, name.encode())
        return address
