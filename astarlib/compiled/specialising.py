"""Kernels for one domain: the loops with the domain's functions in the places that are left for them."""

from __future__ import annotations

import gc
import platform
import sys
from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from itertools import count
from pathlib import Path
from threading import Lock
from types import CellType, FunctionType, ModuleType, SimpleNamespace
from typing import Any
from weakref import WeakKeyDictionary

import llvmlite  # type: ignore[import-untyped]  # it has no types
import numba
import numpy as np
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target

from astarlib.compiled import intrinsics
from astarlib.compiled import kernels as of_kernels
from astarlib.compiled.cache import folder_for
from astarlib.compiled.code_cache import CodeCache
from astarlib.compiled.fingerprints import Dependency, UnknownDependencyError, fingerprint, names_in
from astarlib.compiled.kernels import checked_calls, deepening, floats, whole_numbers
from astarlib.compiled.packing import packing
from astarlib.compiled.tables import known_again
from astarlib.compiled.unrolling import recursion
from astarlib.compiled_domain import CompiledDomain

_OF_DOMAIN = ("successor_count", "apply", "is_goal", "heuristic", "next_heuristic")
_CALLS = ("domain_successor_count", "domain_apply", "domain_is_goal", "domain_heuristic", "domain_next_heuristic")
_ROOTS = (*_CALLS, "tables_at")
"""The names in kernels that stand for something else with each domain."""
_OWN_FUNCTIONS = ("descend",)
"""Besides the entries, what isn't compiled into the function that calls it."""
_PART = {"forceinline": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""What numba is told of functions that only kernels call."""
_OWN = {"forceinline": False, "nogil": True}
"""What numba is told of the others. Unless it is said, a function inherits ``forceinline`` from its caller."""
_MOST_RECENT = 256
_known: dict[str, SimpleNamespace] = {}
"""By fingerprint, what this process has specialized."""
_numbers = count()
_one_at_a_time = Lock()
_recent: dict[Any, tuple[list[Dependency] | None, Any]] = {}
"""By the functions themselves, with all that they depended on: comparing that is quicker than a hash."""
_compiled_as: WeakKeyDictionary[Any, str] = WeakKeyDictionary()
"""By the numba functions of users, the fingerprint of the Python code that they were compiled from."""


def specialized(
    domain: CompiledDomain[Any], modules: tuple[ModuleType, ...], entries: tuple[str, ...], *, for_all: bool = False
) -> Any:
    """Return the functions ``entries`` of these modules of kernels for a domain; numba compiles them at the first call.

    ``for_all``: they call none of the domain's functions, so all domains with as many words share them. Any: a
    namespace of what numba made of them.
    """
    functions = {} if for_all else {name: getattr(domain, name) for name in _OF_DOMAIN}
    types: Any = numba.typeof(known_again(domain.tables))  # type: ignore[no-untyped-call]  # numba's
    key = tuple(functions.values()), modules, entries, types, domain.words, domain.costs, domain.aux_identifies_parent
    with _one_at_a_time:  # so that threads share what is made
        dependencies, made = _recent.get(key, (None, None))
        if dependencies is not None and all(dependency.is_current() for dependency in dependencies):
            return made
        found: list[Dependency] = []
        made = _found_or_made(domain, functions, types, modules, entries, found)
        if len(_recent) >= _MOST_RECENT:
            _recent.clear()
        _recent[key] = found, made
        return made


def _found_or_made(  # noqa: PLR0917  # a part of the above
    domain: CompiledDomain[Any], functions: dict[str, Any], types: Any, modules: tuple[ModuleType, ...],
    entries: tuple[str, ...], dependencies: list[Dependency],
) -> Any:  # fmt: skip
    if len(functions) > 0:
        modules = (checked_calls, *modules)
    source = packing(domain.words)
    if deepening in modules:
        source += recursion(by_aux=domain.aux_identifies_parent, by_cost=domain.costs is int)
    made_for = domain.words, str(domain.costs), types if deepening in modules else ()
    dispatchers: list[Any] = []
    try:
        name = fingerprint(
            *functions.values(), repr(made_for), source, *_versions(), *map(_source, modules),
            seen=dependencies, dispatchers=dispatchers,
        )  # fmt: skip
        name += "-" + "-".join(module.__name__.rpartition(".")[2] for module in modules)
        folder = None if name in _known else folder_for(name)
    except UnknownDependencyError:
        name, folder = f"{next(_numbers)}-not-kept", None
    _refresh(reversed(dispatchers))
    if name not in _known:
        _known[name] = _made(domain, functions, types, source, modules, entries=entries, name=name, folder=folder)
    return _known[name]


@cache
def compiled_module(of: str, entries: tuple[str, ...], **constants: int) -> Any:
    """Return the functions ``entries`` of the module of that name, which calls no domain; they are kept on disk, too.

    ``constants`` replace what the module has under their names. Any: a namespace of what numba made of them.
    """
    module = import_module(of)
    source = Path(str(module.__file__)).read_bytes()
    name = f"{fingerprint(source, repr(constants), *_versions())}-{module.__name__.rpartition('.')[2]}"
    folder = folder_for(name)
    names: dict[str, Any] = {**vars(module), **constants, "__name__": of_kernels.__name__}
    for entry in entries:
        names[entry] = _kernel(vars(module)[entry], names, name, folder, is_entry=True)
    return SimpleNamespace(**{entry: names[entry] for entry in entries})


def functions_of(domain: CompiledDomain[Any]) -> Any:
    """Return the functions of a domain, each compiled on its own. Any: a namespace of what numba makes of them."""
    return specialized(domain, (whole_numbers if domain.costs is int else floats,), _OF_DOMAIN)


def hash_in_python(words: int) -> Callable[[Any], Any]:
    """Return ``hash_of`` as kernels have it, for states of so many words, to be called from Python."""
    hash_of = _sources(packing(words), ())[0]["hash_of"]

    def hashed(state: Any) -> Any:  # Any: numpy's numbers
        with np.errstate(over="ignore"):  # 64 bits of the product are wanted
            return hash_of(state)

    return hashed


def _frozen(function: Any, tag: str) -> Any:
    """Return a function as it is now: numba may compile it again later, for other types.

    A copy has the code, the globals and the values of enclosing functions that the fingerprint was taken of. Functions
    that users compiled with numba themselves are compiled again where their Python code has changed since.
    """
    if isinstance(function, FunctionType):
        names = {*names_in(function.__code__), "__name__", "__builtins__"}
        seen = {name: function.__globals__[name] for name in names if name in function.__globals__}
        cells = None if function.__closure__ is None else tuple(CellType(c.cell_contents) for c in function.__closure__)
        clone = FunctionType(function.__code__, seen, function.__name__, function.__defaults__, cells)
        clone.__qualname__, clone.__module__ = f"{function.__qualname__}_{tag}", function.__module__
        return clone
    return function


def _refresh(dispatchers: Iterable[Any]) -> None:
    """Compile numba functions of users again where the Python code behind them isn't what it was."""
    for dispatcher in dispatchers:
        try:
            now = fingerprint(dispatcher)
        except UnknownDependencyError:
            now = ""
        before = _compiled_as.get(dispatcher)
        if before != now and len(dispatcher.signatures) > 0:
            dispatcher.recompile()
        _compiled_as[dispatcher] = now


def _compiled(function: Any, tag: str) -> Any:
    """Return what numba makes of a function that kernels call; a function of numba's as it is."""
    return function if hasattr(function, "py_func") else _njit(**_PART)(_frozen(function, tag))


@cache
def _versions() -> tuple[str, ...]:
    python = f"{platform.python_implementation()} {sys.version}"
    return python, *(f"{made.__name__} {made.__version__}" for made in (numba, llvmlite, np)), _source_of_this()


def _source_of_this() -> str:
    """How functions are compiled belongs to what they are."""
    return Path(__file__).read_text(encoding="utf-8")


@cache
def _source(module: ModuleType) -> bytes:
    return Path(str(module.__file__)).read_bytes() + (Path(__file__).parent / "intrinsics.py").read_bytes()


def _made(
    domain: CompiledDomain[Any], functions: dict[str, Any], types: Any, source: str, modules: tuple[ModuleType, ...], *,
    entries: tuple[str, ...], name: str, folder: Path | None,
) -> SimpleNamespace:  # fmt: skip
    """Return the namespace: all functions of the modules, compiled, with one set of globals for all of them."""
    plain, kernels = _sources(source, modules)
    every = {**plain, **kernels}
    names = dict(_shared(source, domain.words, modules))
    names["tables_at"] = intrinsics.tables_at(types)
    given = {f"domain_{part}": function for part, function in functions.items() if function is not None}
    names.update({call: _compiled(function, name[:16]) for call, function in given.items()})
    dependent = _depending(every, _ROOTS)
    for part, function in every.items():
        if part not in given and (part in dependent or part in entries):
            is_entry = part in entries
            names[part] = _kernel(function, names, name, folder if is_entry else None, is_entry=is_entry)
    return SimpleNamespace(**{entry: names[entry] for entry in entries})


def _sources(source: str, modules: tuple[ModuleType, ...]) -> tuple[dict[str, FunctionType], dict[str, FunctionType]]:
    """The functions of the source that is made, and those of the modules."""
    plain: dict[str, Any] = {"U": np.uint64}
    exec(compile(source, "<astarlib>", "exec"), plain)  # noqa: S102  # of packing and of unrolling
    kernels = {
        name: function
        for module in modules
        for name, function in vars(module).items()
        if isinstance(function, FunctionType) and function.__module__ == module.__name__
    }
    return {name: function for name, function in plain.items() if isinstance(function, FunctionType)}, kernels


@cache
def _shared(source: str, words: int, modules: tuple[ModuleType, ...]) -> dict[str, Any]:
    """What calls none of a domain's functions, compiled once in a process for all domains. Any: what numba made."""
    plain, kernels = _sources(source, modules)
    names: dict[str, Any] = {"U": np.uint64, "__name__": of_kernels.__name__}
    for module in modules:
        names.update({name: value for name, value in vars(module).items() if not isinstance(value, FunctionType)})
    value = ("peek", "poke") if whole_numbers in modules else ("peek_float", "poke_float")
    names.update({name: getattr(intrinsics, name) for name in ("prefetch", "peek", "poke", "add", "keep_symbol")})
    names.update(peek_value=getattr(intrinsics, value[0]), poke_value=getattr(intrinsics, value[1]))
    names.update(intrinsics.CHECKED)
    names.update(intrinsics.CHECKED_WHOLE if whole_numbers in modules else intrinsics.CHECKED_FLOAT)
    names["packed"] = intrinsics.checked_state(words)
    dependent = _depending({**plain, **kernels}, _ROOTS)
    for name, function in {**plain, **kernels}.items():
        if name not in dependent:
            names[name] = _kernel(function, names, "shared", None, is_entry=False)
    return names


def _depending(functions: dict[str, FunctionType], roots: tuple[str, ...]) -> set[str]:
    """The names of the functions that call one of the roots, or a function that does."""
    found: set[str] = set()
    while True:
        more = {name for name, function in functions.items() if {*roots, *found} & {*function.__code__.co_names}}
        if more <= found:
            return found
        found |= more


def _kernel(
    function: FunctionType, names: dict[str, Any], tag: str, folder: Path | None, *, is_entry: bool
) -> Callable[..., Any]:
    """Return a kernel with other globals; what numba compiles is kept in the folder, if there is one."""
    clone = FunctionType(function.__code__, names, function.__name__, function.__defaults__)
    clone.__qualname__ = f"{function.__name__}_{tag[:16]}"  # names in machine code then differ between domains
    options = _OWN if is_entry or function.__name__ in _OWN_FUNCTIONS else _PART
    kernel: Any = _njit(error_model="numpy", **options)(clone)
    if folder is not None:
        kernel._cache = CodeCache(folder, function.__name__)  # noqa: SLF001  # numba offers no other place
    return kernel  # type: ignore[no-any-return]


def _njit(**options: Any) -> Any:  # Any: what numba takes and gives
    """``numba.njit`` for functions that make no arrays: counting references to those they have takes long."""
    _make_numba_ready()
    jit: Any = numba.njit
    return jit(_nrt=False, **options)


@cache
def _make_numba_ready() -> None:
    """Have numba take in all that it can compile, as it does anyway before the first function is compiled or loaded.

    Left to itself it looks for more of it after each of 250 functions that it takes in, finds nothing, and takes half
    as long again. All of it stays for good, so the garbage collector need not look at it while it is young.
    """
    context: Any = cpu_target.target_context  # Any: numba's
    with global_compiler_lock:
        refresh, is_paused = context.refresh, gc.isenabled() and gc.get_freeze_count() == 0
        try:
            if is_paused:
                gc.disable()
            context.refresh = lambda: None  # what the refresh below calls, again and again
            refresh()
        finally:
            vars(context).pop("refresh", None)
            if is_paused:
                gc.freeze()
                gc.unfreeze()  # to the oldest generation
                gc.enable()
