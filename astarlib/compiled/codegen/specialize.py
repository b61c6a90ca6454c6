"""Specialized kernels: the functions of one domain, and generated code, replace the names of `interface`."""

from __future__ import annotations

import hashlib
import platform
import re
import sys
from collections.abc import Callable, Iterable
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from threading import RLock
from types import CellType, FunctionType, ModuleType, SimpleNamespace
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from astarlib._support.deferred_signals import without_signals
from astarlib._support.memory import objects_that_stay
from astarlib.compiled import kernels
from astarlib.compiled.codegen import fingerprints
from astarlib.compiled.codegen.code_cache import CodeCache, CodeFiles, TemplateCache, private_folder
from astarlib.compiled.codegen.entry_code import Shape
from astarlib.compiled.codegen.machine_code import Kernel, MachineCode, machine_key
from astarlib.compiled.codegen.recursion_source import recursion_source
from astarlib.compiled.codegen.state_source import edge_source, parent_source, state_source
from astarlib.compiled.codegen.tables import layout_of, numba_type_of
from astarlib.compiled.kernels import (
    checked_calls,
    deepening,
    description,
    float_costs,
    int_costs,
    interface,
    sharding,
    two_sides,
)
from astarlib.compiled.plain import operations, routines
from astarlib.compiled_domain import COMPILED_FUNCTIONS, CompiledDomain

_INTRINSICS = (
    "prefetch", "peek", "poke", "add", "atomic_add", "atomic_min", "keep_symbol", "ordinal", "put_ordinals"
)  # fmt: skip
_NOT_INLINED = ("descend",)
"""Functions that aren't inlined into their callers, in addition to the entries."""
_INLINED_OPTIONS = {"forceinline": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""numba's options for functions that only kernels call."""
_ENTRY_OPTIONS = {"forceinline": False, "nogil": True, "no_cfunc_wrapper": True}
"""numba's options for functions that Python calls. By default, a function inherits ``forceinline`` from its caller."""
_QUICK_WITH = ("0.68.",)
"""The versions of numba whose internal parts `quick_compiler` knows. Others compile as they usually do."""
_VERSION = re.compile(r"""^(?:version_version = | "version": )['"]([^'"]+)['"]$""", re.MULTILINE)
_COMPILERS = frozenset(("numba", "numpy"))
"""The packages whose plain functions numba replaces with its own."""
_HERE = Path(__file__).parent
_SOURCE_FOLDERS = _HERE, _HERE / "direct", Path(kernels.__file__).parent, _HERE.parent / "plain"
"""The folders whose source determines the compiled code, together with the domain."""
_MAX_RECENT = 256
_MAX_SHARED = 2_000
_built: dict[str, SimpleNamespace] = {}
"""The kernels that this process has specialized, by fingerprint."""
_shared: dict[str, Any] = {}  # Any: numba's functions
"""The functions that kernels of domains call, by fingerprint."""
_unstored_numbers = count()
_lock = RLock()  # A signal handler may start a search, too.
_recent: dict[Any, tuple[list[fingerprints.Lookups] | None, Any]] = {}
"""Kernels by the functions themselves, with all their dependencies. Comparing dependencies is faster than hashing."""
_known_fingerprints: WeakKeyDictionary[Any, str] = WeakKeyDictionary()
"""For each numba function of a user, the fingerprint of the Python code that it was compiled from."""


def specialize(
    domain: CompiledDomain[Any], modules: tuple[ModuleType, ...], entries: tuple[str, ...],
    shared: tuple[str, ...] = (), *, label_bits: int = 0, checks_path: bool = False,
) -> Any:  # fmt: skip  # Any: a namespace of kernels
    """Return functions of kernel modules, specialized for a domain. They are compiled when they are called.
    ``entries`` call functions of the domain. ``shared`` don't, so all domains with states of the same length share
    them. States that differ only in their lowest ``label_bits`` bits are the same state.
    With ``checks_path``, the recursion of IDA* excludes all states of the path.
    """
    functions, tables = (domain.functions, domain.tables) if len(entries) > 0 else ({}, ())
    key = (
        *functions.values(), modules, entries, shared, layout_of(tables).kinds, domain.words, domain.key_words,
        label_bits, domain.costs, domain.aux_identifies_parent, checks_path,
    )  # fmt: skip
    with _lock:  # Threads share the result.
        dependencies, built = _recent.get(key, (None, None))
        if dependencies is not None and fingerprints.are_current(dependencies):
            return built
        found: list[fingerprints.Dependency] = []
        built = SimpleNamespace()
        for used, names in ((functions, entries), ({}, shared)):
            if len(names) > 0:
                vars(built).update(
                    vars(_find_or_build(domain, used, tables, modules, names, (label_bits, checks_path), found))
                )
        if len(_recent) >= _MAX_RECENT:
            _recent.clear()
        _recent[key] = fingerprints.lookups_of(found), built
        return built


def _find_or_build(  # It's a part of `specialize`.
    domain: CompiledDomain[Any], functions: dict[str, Any], tables: tuple[Any, ...], modules: tuple[ModuleType, ...],
    entries: tuple[str, ...], variant: tuple[int, bool], dependencies: list[fingerprints.Dependency],
) -> Any:  # fmt: skip
    if len(functions) > 0:
        modules = (checked_calls, *modules)
    by_aux = domain.aux_identifies_parent and len(functions) > 0 and sharding not in modules
    label_bits, checks_path = variant
    source = state_source(domain.words, label_bits, domain.key_words) + parent_source(by_aux=by_aux)
    source += edge_source(is_listed=domain.list_edges is not None and two_sides not in modules)
    if deepening in modules:
        source += recursion_source(
            by_aux=domain.aux_identifies_parent, by_cost=domain.costs is int, words=domain.words,
            key_words=domain.key_words, has_extra=domain.extra is not None, checks_path=checks_path,
        )  # fmt: skip
    called = _called_names(source, modules, entries)
    functions = {part: function for part, function in functions.items() if f"domain_{part}" in called}
    kinds = layout_of(tables if len(functions) > 0 else ()).kinds
    built_for = domain.words, str(domain.costs), kinds
    dispatchers: list[Any] = []
    try:
        module_names = [module.__name__.rpartition(".")[2] for module in modules]
        name = fingerprints.fingerprint(
            *functions.items(), repr(built_for), source, *module_names, *code_versions(),
            seen=dependencies, dispatchers=dispatchers,
        )  # fmt: skip
        name = "-".join([name, *module_names])
        folder = None if name in _built else private_folder(name)
    except fingerprints.UnknownDependencyError:
        name, folder = f"{next(_unstored_numbers)}-not-stored", None
    _recompile_changed(reversed(dispatchers))
    if name not in _built:
        _built[name] = _build(domain, functions, kinds, source, modules, entries=entries, name=name, folder=folder)
    return _built[name]


@cache
def compile_module(module_name: str, entries: tuple[str, ...] = ()) -> Any:  # Any: a namespace, as above
    """Return the functions ``entries`` of a module that calls no domain, or all. Their code is stored on disk, too."""
    module = import_module(module_name)
    entries = entries or tuple(name for name, value in vars(module).items() if _is_defined_in(module, value))
    source = Path(str(module.__file__)).read_bytes()
    name = f"{fingerprints.fingerprint(source, *code_versions())}-{module.__name__.rpartition('.')[2]}"
    folder = private_folder(name)
    names: dict[str, Any] = {**vars(module), "__name__": kernels.__name__}
    for entry in entries:
        names[entry] = _make_entry(vars(module)[entry], names, name, CodeFiles(folder), _initialize_numba)
    return SimpleNamespace(**{entry: names[entry] for entry in entries})


def compile_functions(domain: CompiledDomain[Any]) -> Any:  # Any: a namespace, as above
    """Return the functions of a domain, each compiled on its own."""
    return specialize(domain, (int_costs if domain.costs is int else float_costs,), COMPILED_FUNCTIONS)


def _snapshot(function: FunctionType, tag: str, known: dict[FunctionType, Any]) -> FunctionType:
    """Return a copy of a function as it is now, because numba may compile it again later for other types.

    The copy has the code, the globals and the values of enclosing functions that the fingerprint was computed from.
    Plain functions among them become numba functions, so that the copy can call them. ``known`` has those that were
    made before.
    """
    names = {*fingerprints.global_names(function.__code__), "__name__", "__builtins__"}
    seen = {name: function.__globals__[name] for name in names if name in function.__globals__}
    seen = {name: _compile_helper(value, tag, known) for name, value in seen.items()}
    contents = [_compile_helper(cell.cell_contents, tag, known) for cell in function.__closure__ or ()]
    cells = None if function.__closure__ is None else tuple(map(CellType, contents))
    clone = FunctionType(function.__code__, seen, function.__name__, function.__defaults__, cells)
    clone.__qualname__, clone.__module__ = f"{function.__qualname__}_{tag}", function.__module__
    return clone


def _compile_helper(value: Any, tag: str, known: dict[FunctionType, Any]) -> Any:  # Any: whatever a function refers to
    """Return a plain function as a numba function, and anything else unchanged."""
    if not isinstance(value, FunctionType) or str(value.__module__).partition(".")[0] in _COMPILERS:
        return value
    if value.__module__ == operations.__name__:
        return import_module("astarlib.compiled.plain.intrinsics").INTRINSICS[value.__name__]
    if value.__module__ == interface.__name__ and value.__name__ in _INTRINSICS:
        return getattr(_intrinsics(), value.__name__)
    if value not in known:
        known[value] = value  # A function that calls itself isn't supported. numba's error says so.
        known[value] = _share(value, tag, known)
    return known[value]


def _share(function: FunctionType, tag: str, known: dict[FunctionType, Any]) -> Any:
    """Return a function as a numba function. All domains and engines share it, so numba reads it once."""
    code = function.__code__
    try:
        key = fingerprints.fingerprint(function, function.__qualname__, code.co_filename, code.co_firstlineno)
    except fingerprints.UnknownDependencyError:
        return compile_inlined(_snapshot(function, tag, known))
    if key not in _shared:
        if len(_shared) >= _MAX_SHARED:
            _shared.clear()
        _shared[key] = compile_inlined(_snapshot(function, key[:16], known))
    return _shared[key]


def _recompile_changed(dispatchers: Iterable[Any]) -> None:
    """Compile the numba functions of users again if their Python code has changed."""
    for dispatcher in dispatchers:
        try:
            now = fingerprints.fingerprint(dispatcher)
        except fingerprints.UnknownDependencyError:
            now = ""
        before = _known_fingerprints.get(dispatcher)
        if before != now and len(dispatcher.signatures) > 0:
            without_signals(dispatcher.recompile)
        _known_fingerprints[dispatcher] = now


def _compile_domain_function(function: Any, tag: str, known: dict[FunctionType, Any]) -> Any:
    """Return a function of a domain as a numba function. If it's a numba function already, return it unchanged."""
    if hasattr(function, "py_func"):
        return function
    return _compile_helper(function, tag, known) if isinstance(function, FunctionType) else compile_inlined(function)


def compile_inlined(function: FunctionType) -> Any:  # Any: a numba function
    """Return a function as a numba function that is inlined into its callers."""
    compiler = "KernelCompiler" if function.__module__ == routines.__name__ else "PartCompiler"
    return _njit(**_quick(compiler), **_INLINED_OPTIONS)(function)


def _is_quick() -> bool:
    return version_of("numba").startswith(_QUICK_WITH)


def _quick(compiler: str) -> dict[str, Any]:
    """Return numba's option for a class of `quick_compiler`, or no option with another version of numba."""
    if not _is_quick():
        return {}
    return {"pipeline_class": getattr(import_module("astarlib.compiled.codegen.quick_compiler"), compiler)}


@cache
def code_versions() -> tuple[str, ...]:
    """Return the versions of Python and of the compilers, and a hash of the source of kernels and code generation."""
    python = f"{platform.python_implementation()} {sys.version}"
    paths = (path for folder in _SOURCE_FOLDERS for path in sorted(folder.glob("*.py")))
    own = hashlib.sha256(b"".join(path.read_bytes() for path in paths))
    return python, *(f"{part} {version_of(part)}" for part in ("numba", "llvmlite", "numpy")), own.hexdigest()


@cache
def version_of(package: str) -> str:
    """Return the version of an installed package. Read it from the file in which numba and llvmlite have it, because
    importing numba takes longer than most searches.
    """
    if package not in sys.modules:
        spec = find_spec(package)
        places = () if spec is None else spec.submodule_search_locations or ()
        for path in (Path(place, "_version.py") for place in places):
            found = _VERSION.search(path.read_text(encoding="utf-8")) if path.is_file() else None
            if found is not None:
                return found[1]
    return str(import_module(package).__version__)


def _build(
    domain: CompiledDomain[Any], functions: dict[str, Any], kinds: Any, source: str, modules: tuple[ModuleType, ...], *,
    entries: tuple[str, ...], name: str, folder: Path | None,
) -> SimpleNamespace:  # fmt: skip
    """Return the entries as kernels.
    The functions that they call become numba functions only if an entry has to be compiled. Loading its code from the
    disk needs none of them, nor numba's type inference, which takes 0.1 s to initialize.
    """
    collected = _collect_functions(source, modules)
    general = tuple(module for module in modules if module is not checked_calls)
    parts = {part: function for part, function in collected.items() if _is_defined_in(checked_calls, function)}
    is_linked = _is_quick() and parts.keys().isdisjoint(entries)
    is_brief = description in modules
    own: dict[str, Any] = {}
    names: dict[str, Any] = {}

    def prepare_parts() -> None:
        """Define the names that the functions of the domain use."""
        if len(own) > 0:
            return
        _initialize_numba()
        known: dict[FunctionType, Any] = {}
        given = {
            f"domain_{part}": _compile_domain_function(function, name[:16], known)
            for part, function in functions.items()
            if function is not None
        }
        make_tables_at = _intrinsics().make_tables_at
        own.update({**_build_shared(source, domain.words, general), "tables_at": make_tables_at(numba_type_of(kinds))})
        own.update(given)
        own.update({part: _make_kernel(function, own, name) for part, function in parts.items() if part not in given})

    def prepare() -> None:
        """Define the names that the entries use."""
        if len(names) == 0:
            prepare_parts()
            dependent = _callers_of({*parts}, collected) - parts.keys()
            own.update({part: _make_kernel(collected[part], own, name) for part in dependent})
            names.update({**own, **built})

    def find_part(part: str) -> Any:  # Any: numba's
        """Return numba's result of compiling a function of `checked_calls`."""
        prepare_parts()
        expected = _intrinsics().linked_signatures(domain.words, is_int=domain.costs is int)[part]
        own[part].compile(expected.args)
        found = own[part].overloads[expected.args]
        if found.signature.return_type != expected.return_type:  # LLVM's linker doesn't compare types.
            raise TypeError(f"{part} returns {found.signature.return_type}; expected {expected.return_type}")
        return found

    def write_parts(needed: list[str]) -> str | None:
        """Return functions of `checked_calls` in LLVM's language, or None if numba has to compile one of them."""
        text: str | None = _direct().text_of_parts(
            needed, functions, source, domain.words, kinds=kinds, is_int=domain.costs is int, is_inlined=not is_brief
        )
        return text

    files = CodeFiles(folder)
    if is_linked:
        shared = partial(_build_shared, source, domain.words, general, is_linked=True)
        templates = _templates(repr((*(module.__name__ for module in general), domain.words, source)))
        write = partial(_write_kernel, general, source, domain.words)
        link = partial(_link, shared, write, templates, (write_parts, find_part, is_brief))
        built = {entry: Kernel(entry, files, partial(without_signals, link, collected[entry])) for entry in entries}
    else:
        built = {entry: _make_entry(collected[entry], names, name, files, prepare) for entry in entries}
    return SimpleNamespace(**built)


def _link(
    shared: Callable[[], dict[str, Any]], write: Callable[..., Any], templates: TemplateCache, parts: tuple[Any, ...],
    entry: FunctionType, arguments: tuple[Any, ...], shapes: tuple[Shape, ...],
) -> MachineCode:  # fmt: skip
    """Return the code of an entry, linked with the functions of a domain. The entry is read once for all domains.
    ``write`` returns its LLVM code, or None. Then numba reads it: ``shared`` returns the names that it uses. ``parts``
    are those of `quick_compiler.Parts`.
    """
    compiler: Any = import_module("astarlib.compiled.codegen.quick_compiler")
    key = repr((entry.__name__, shapes, machine_key()))
    template = templates.load(key)
    if template is None:
        written = write(entry.__name__, shapes)
        if written is not None:
            template = compiler.written_template(*written)
        else:
            _initialize_numba()
            template = compiler.make_template(_entry_dispatcher(entry, shared(), templates.name), arguments)
        templates.save(key, template)
    code: MachineCode = compiler.link(template, compiler.Parts(*parts), shapes)
    return code


def _write_kernel(
    modules: tuple[ModuleType, ...], source: str, words: int, entry: str, shapes: tuple[Shape, ...]
) -> tuple[str, str, Any] | None:  # Any: see `entry_code.entry_text`
    """Return a kernel in LLVM's language, its name there, and the names of the types of its results. Return None if
    numba has to compile it.
    """
    direct: Any = import_module("astarlib.compiled.codegen.direct.kernels")
    found: tuple[str, str, Any] | None = direct.text_of_kernel(
        entry, shapes, modules, source, words, is_int=int_costs in modules
    )
    return found


def _direct() -> Any:  # Any: a module
    """Return the module that compiles functions of domains. Code from the disk doesn't need it."""
    return import_module("astarlib.compiled.codegen.direct.parts")


@cache
def _templates(source: str) -> TemplateCache:
    return TemplateCache(repr(code_versions()), source)


def _collect_functions(source: str, modules: tuple[ModuleType, ...]) -> dict[str, FunctionType]:
    """Return the functions of the generated source and those of the modules, by name."""
    generated: dict[str, Any] = {"U": np.uint64, "I": np.int64}
    exec(compile(source, "<astarlib>", "exec"), generated)  # noqa: S102  # The source is made from our own templates.
    found = {name: value for name, value in generated.items() if isinstance(value, FunctionType)}
    for module in modules:
        for name, value in vars(module).items():
            if _is_defined_in(module, value) and found.setdefault(name, value) is not value:
                raise ValueError(f"{module.__name__} and {found[name].__module__} both define {name}")
    return found


def _is_defined_in(module: ModuleType, value: object) -> bool:
    return isinstance(value, FunctionType) and value.__module__ == module.__name__


@cache
def _build_shared(
    source: str, words: int, modules: tuple[ModuleType, ...], *, is_linked: bool = False
) -> dict[str, Any]:
    """Return the globals of kernels that call no function of a domain. All domains of a process share them.
    With ``is_linked``, they are the globals of all kernels, which are linked with functions of a domain later.
    """
    collected = _collect_functions(source, modules)
    names: dict[str, Any] = {"U": np.uint64, "I": np.int64, "__name__": kernels.__name__}
    for module in modules:
        names.update({name: value for name, value in vars(module).items() if not isinstance(value, FunctionType)})
    is_int = int_costs in modules
    intrinsics = _intrinsics()
    names.update({name: getattr(intrinsics, name) for name in _INTRINSICS})
    names["peek_value"] = intrinsics.peek if is_int else intrinsics.peek_float
    names["poke_value"] = intrinsics.poke if is_int else intrinsics.poke_float
    names.update({**intrinsics.CHECKED, **(intrinsics.CHECKED_WHOLE if is_int else intrinsics.CHECKED_FLOAT)})
    names["checked_state"] = intrinsics.make_checked_state(words)
    names["checked_key"] = intrinsics.make_checked_state(words, "resources returned a key")
    parts = intrinsics.linked_signatures(words, is_int=is_int)
    if is_linked:
        names.update({name: intrinsics.make_linked(name, signature) for name, signature in parts.items()})
    dependent = set() if is_linked else _callers_of({*parts}, collected)
    for name, function in collected.items():
        if name not in dependent:
            names[name] = _make_kernel(function, names, "linked" if is_linked else "shared")
    return names


def _intrinsics() -> Any:  # Any: a module
    """Return the module of intrinsics, which takes longer to import than stored code takes to load."""
    return import_module("astarlib.compiled.codegen.intrinsics")


@cache
def _called_names(source: str, modules: tuple[ModuleType, ...], entries: tuple[str, ...]) -> set[str]:
    """Return all names that entries use, directly or through other functions."""
    functions = _collect_functions(source, modules)
    found, pending = set(entries), [*entries]
    while len(pending) > 0:
        function = functions.get(pending.pop())
        names = set() if function is None else {*function.__code__.co_names} - found
        found |= names
        pending += names
    return found


def _callers_of(roots: set[str], functions: dict[str, FunctionType]) -> set[str]:
    """Return the names of the functions that call one of the roots, directly or through other functions."""
    found: set[str] = set()
    while True:
        more = {name for name, function in functions.items() if (roots | found) & {*function.__code__.co_names}}
        if more <= found:
            return found
        found |= more


def _make_entry(
    function: FunctionType, names: dict[str, Any], tag: str, files: CodeFiles, prepare: Callable[[], None]
) -> Any:  # Any: a kernel, or a numba function with other versions of numba
    """Return a copy of a function with other globals as a function that Python calls and kernels can call, too.
    Its code is stored in files. ``prepare`` is called before the function is compiled.
    """
    if not _is_quick():
        return _make_entry_of_numba(function, names, tag, files, prepare)

    def compile_entry(arguments: tuple[Any, ...], shapes: tuple[Shape, ...]) -> MachineCode:
        prepare()
        compiler = import_module("astarlib.compiled.codegen.quick_compiler")
        code: MachineCode = compiler.compile_kernel(kernel.dispatcher, arguments, shapes)
        return code

    def make_dispatcher() -> Any:  # Any: a numba function
        prepare()
        return _entry_dispatcher(function, names, tag)

    kernel = Kernel(function.__name__, files, partial(without_signals, compile_entry), make_dispatcher)
    return kernel


def _entry_dispatcher(function: FunctionType, names: dict[str, Any], tag: str) -> Any:  # Any: a numba function
    """Return a copy of a function with other globals as a numba function, which isn't compiled yet."""
    options = {**_INLINED_OPTIONS, "forceinline": False, "nogil": True}
    return _njit(error_model="numpy", **_quick("EntryCompiler"), **options)(_renamed(function, names, tag))


def _make_entry_of_numba(
    function: FunctionType, names: dict[str, Any], tag: str, files: CodeFiles, prepare: Callable[[], None]
) -> Any:  # Any: a numba function
    """Return the same for versions of numba whose internal parts aren't known. numba loads and calls its code."""
    kernel = _njit(error_model="numpy", **_ENTRY_OPTIONS)(_renamed(function, names, tag))
    kernel._cache = CodeCache(files, function.__name__, prepare)  # noqa: SLF001  # numba has no public way to set it
    # LLVM calls Python when it compiles or loads code. An exception of a signal handler would be lost there.
    kernel._compile_for_args = partial(without_signals, kernel._compile_for_args)  # noqa: SLF001  # as above
    return kernel


def _make_kernel(function: FunctionType, names: dict[str, Any], tag: str) -> Any:  # Any: a numba function
    """Return a copy of a function with other globals as a numba function that only kernels call."""
    options = {**_INLINED_OPTIONS, "forceinline": function.__name__ not in _NOT_INLINED}
    return _njit(error_model="numpy", **_quick("KernelCompiler"), **options)(_renamed(function, names, tag))


def _renamed(function: FunctionType, names: dict[str, Any], tag: str) -> FunctionType:
    clone = FunctionType(function.__code__, names, function.__name__, function.__defaults__)
    clone.__qualname__ = f"{function.__name__}_{tag[:16]}"  # So that symbols in machine code differ between domains.
    return clone


def _njit(**options: Any) -> Any:  # Any: numba's options and decorators
    """Return ``numba.njit`` for functions that create no arrays, without the slow counting of references."""
    import numba  # Code from the disk doesn't need it.

    jit: Any = numba.njit
    return jit(_nrt=False, **options)


@cache
def _initialize_numba() -> None:
    """Initialize numba's target context once. numba does this anyway before it compiles or loads the first function.
    By default, numba searches for new registrations after each 250 functions that it registers and finds none, which
    takes 50 % more time.
    """
    from numba.core.compiler_lock import global_compiler_lock
    from numba.core.registry import cpu_target

    context: Any = cpu_target.target_context  # Any: numba's
    with global_compiler_lock, objects_that_stay():
        refresh = context.refresh
        try:
            context.refresh = lambda: None  # The refresh below calls it again and again.
            refresh()
        finally:
            vars(context).pop("refresh", None)
