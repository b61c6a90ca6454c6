"""Kernels for one domain: the loops with the domain's functions in the places that are left for them."""

from __future__ import annotations

import gc
import platform
import sys
from collections.abc import Callable
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from threading import Lock
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

import llvmlite  # type: ignore[import-untyped]  # it has no types
import numba
import numpy as np
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target

from astarlib.collector import Rest
from astarlib.compiled import intrinsics
from astarlib.compiled import kernels as of_kernels
from astarlib.compiled.cache import folder_for
from astarlib.compiled.domain import CompiledDomain
from astarlib.compiled.fingerprints import Seen, UnknownDependencyError, fingerprint
from astarlib.compiled.kernels import deepening, whole_numbers
from astarlib.compiled.packing import packing
from astarlib.compiled.tables import known_again
from astarlib.compiled.unrolling import recursion

_OF_DOMAIN = ("branching", "apply", "is_goal", "heuristic", "next_heuristic")
_OWN_FUNCTIONS = (
    "descend", "search", "deepen", "fill", "first_live", "find_node", "least_total", "put_all", "depart", "arrive",
)  # fmt: skip
_PART = {"forceinline": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""What numba is told of functions that only kernels call."""
_MOST_RECENT = 256
_known: dict[str, SimpleNamespace] = {}
"""By fingerprint, what this process has specialised."""
_one_at_a_time = Lock()
_recent: dict[Any, tuple[list[Seen] | None, Any]] = {}
"""By the functions themselves, with what they depended on: looking whether it is still so is quicker than a hash."""


def specialised(
    domain: CompiledDomain[Any], modules: tuple[ModuleType, ...], entries: tuple[str, ...], *, for_all: bool = False
) -> Any:
    """The functions ``entries`` of those modules of kernels, for that domain; numba compiles them when they are called.

    ``for_all``: they call none of the domain's functions, so all domains with as many words share them. Any: a
    namespace of what numba made of them.
    """
    functions = {} if for_all else _functions(domain)
    types: Any = numba.typeof(known_again(domain.tables))  # type: ignore[no-untyped-call]  # numba's
    key = tuple(functions.values()), modules, entries, types, domain.words, domain.aux_tells_way_back
    with _one_at_a_time:  # so that threads share what is made
        seen, made = _recent.get(key, (None, None))
        if seen is not None and all(one.is_still_so() for one in seen):
            return made
        now: list[Seen] = []
        made = _found_or_made(domain, functions, types, modules, entries, now)
        if len(_recent) >= _MOST_RECENT:
            _recent.clear()
        _recent[key] = now, made
        return made


def _found_or_made(  # noqa: PLR0917  # a part of the above
    domain: CompiledDomain[Any], functions: dict[str, Any], types: Any, modules: tuple[ModuleType, ...],
    entries: tuple[str, ...], seen: list[Seen],
) -> Any:  # fmt: skip
    source = packing(domain.words)
    if deepening in modules:
        source += recursion(by_aux=domain.aux_tells_way_back, by_cost=domain.costs is int)
    made_for = domain.words, types if deepening in modules else ()
    try:
        name = fingerprint(*functions.values(), repr(made_for), source, *_versions(), *map(_source, modules), seen=seen)
        name += "-" + "-".join(module.__name__.rpartition(".")[2] for module in modules)
    except UnknownDependencyError:
        return _made(functions, types, source, modules, entries=entries, folder=None)
    if name not in _known:
        folder = folder_for(name, {_file_of(module): _source(module) for module in modules})
        _known[name] = _made(functions, types, source, modules, entries=entries, folder=folder)
    return _known[name]


@cache
def compiled_module(of: str, entries: tuple[str, ...], **constants: int) -> Any:
    """The functions ``entries`` of the module of that name, which has to do with no domain; kept on disk, too.

    ``constants`` take the place of what the module has under their names. Any: a namespace of what numba made of them.
    """
    module = import_module(of)
    source = Path(str(module.__file__)).read_bytes()
    name = f"{fingerprint(source, repr(constants), *_versions())}-{module.__name__.rpartition('.')[2]}"
    folder = folder_for(name, {_file_of(module): source})
    names: dict[str, Any] = {**vars(module), **constants, "__name__": of_kernels.__name__}
    for entry in entries:
        names[entry] = _kernel(vars(module)[entry], names, None if folder is None else folder / _file_of(module))
    return SimpleNamespace(**{entry: names[entry] for entry in entries})


def functions_of(domain: CompiledDomain[Any]) -> dict[str, Any]:
    """The functions of a domain by their names, compiled one by one. Any: what numba makes of them."""
    return {
        name: function if hasattr(function, "py_func") else _njit()(function)
        for name, function in _functions(domain).items()
    }


def _functions(domain: CompiledDomain[Any]) -> dict[str, Any]:
    found = {name: getattr(domain, name) for name in _OF_DOMAIN}
    if found["heuristic"] is None:
        found["heuristic"] = _no_heuristic
    if found["next_heuristic"] is None:
        found["next_heuristic"] = _from_scratch(found["heuristic"])
    return found


def _no_heuristic(tables: Any, state: Any, aux: Any) -> int:  # noqa: ARG001  # Any: as in kernels.interface
    return 0


@lru_cache(maxsize=_MOST_RECENT)
def _from_scratch(heuristic: Any) -> Any:
    estimate = _compiled(heuristic)

    def next_heuristic(  # noqa: PLR0917  # numba's functions take no keywords
        tables: Any, state: Any, aux: Any, h: Any, i: Any, next_state: Any, next_aux: Any  # noqa: ARG001  # Any: likewise
    ) -> Any:  # fmt: skip
        return estimate(tables, next_state, next_aux)

    return next_heuristic


def _compiled(function: Any) -> Any:
    """What numba makes of a function that kernels call; a dispatcher as it is."""
    return function if hasattr(function, "py_func") else _njit(**_PART)(function)


@cache
def _versions() -> tuple[str, ...]:
    python = f"{platform.python_implementation()} {sys.version}"
    return python, *(f"{made.__name__} {made.__version__}" for made in (numba, llvmlite, np)), _source_of_this()


def _source_of_this() -> str:
    """How functions are compiled belongs to what they are."""
    return Path(__file__).read_text(encoding="utf-8")


def _file_of(module: ModuleType) -> str:
    return Path(str(module.__file__)).name


@cache
def _source(module: ModuleType) -> bytes:
    return Path(str(module.__file__)).read_bytes() + (Path(__file__).parent / "intrinsics.py").read_bytes()


def _made(
    functions: dict[str, Any], types: Any, source: str, modules: tuple[ModuleType, ...], *, entries: tuple[str, ...],
    folder: Path | None,
) -> SimpleNamespace:  # fmt: skip
    """The namespace: all functions of the modules, compiled, with one set of globals for all of them."""
    plain, kernels = _sources(source, modules)
    names = dict(_shared(source, modules))
    names["tables_at"] = intrinsics.tables_at(types)
    names.update({name: _compiled(function) for name, function in functions.items()})
    dependent = _depending({**plain, **kernels}, (*_OF_DOMAIN, "tables_at"))
    for name, function in {**plain, **kernels}.items():
        if name in dependent or name in entries:
            path = folder / _file(function) if folder is not None and name in entries else None
            names[name] = _kernel(function, names, path)
    return SimpleNamespace(**{name: names[name] for name in entries})


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
def _shared(source: str, modules: tuple[ModuleType, ...]) -> dict[str, Any]:
    """What calls none of a domain's functions, compiled once in a process for all domains. Any: what numba made."""
    plain, kernels = _sources(source, modules)
    names: dict[str, Any] = {"U": np.uint64, "__name__": of_kernels.__name__}
    for module in modules:
        names.update({name: value for name, value in vars(module).items() if not isinstance(value, FunctionType)})
    value = ("peek", "poke") if whole_numbers in modules else ("peek_float", "poke_float")
    names.update({name: getattr(intrinsics, name) for name in ("prefetch", "peek", "poke", "add")})
    names.update(peek_value=getattr(intrinsics, value[0]), poke_value=getattr(intrinsics, value[1]))
    dependent = _depending({**plain, **kernels}, (*_OF_DOMAIN, "tables_at"))
    for name, function in {**plain, **kernels}.items():
        if name not in dependent:
            names[name] = _kernel(function, names, None)
    return names


def _depending(functions: dict[str, FunctionType], roots: tuple[str, ...]) -> set[str]:
    """The names of the functions that call one of the roots, or a function that does."""
    found: set[str] = set()
    while True:
        more = {name for name, function in functions.items() if {*roots, *found} & {*function.__code__.co_names}}
        if more <= found:
            return found
        found |= more


def _file(function: FunctionType) -> str:
    return Path(function.__code__.co_filename).name


def _kernel(function: FunctionType, names: dict[str, Any], path: Path | None) -> Callable[..., Any]:
    """A kernel with other globals; what numba compiles is kept beside ``path``, where it is told the source lies."""
    code = function.__code__ if path is None else function.__code__.replace(co_filename=str(path))
    clone = FunctionType(code, names, function.__name__, function.__defaults__)
    is_part = path is None and function.__name__ not in _OWN_FUNCTIONS
    options = _PART if is_part else {"cache": path is not None, "nogil": True}
    kernel: Callable[..., Any] = _njit(error_model="numpy", **options)(clone)
    return kernel


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
        refresh, rest = context.refresh, Rest()
        try:
            rest.begin()
            context.refresh = lambda: None  # what the refresh below calls, again and again
            refresh()
        finally:
            vars(context).pop("refresh", None)
            if rest.is_on:
                gc.freeze()
                gc.unfreeze()  # to the oldest generation
                gc.enable()
