"""Specialized kernels: the functions of one domain, and generated code, replace the names of `interface`."""

from __future__ import annotations

import hashlib
import platform
import re
import sys
from collections.abc import Iterable
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from threading import RLock
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from astarlib._support.deferred_signals import without_signals
from astarlib.compiled import kernels
from astarlib.compiled.codegen import fingerprints
from astarlib.compiled.codegen.code_cache import CodeFiles, TemplateCache, private_folder
from astarlib.compiled.codegen.entry_code import Shape
from astarlib.compiled.codegen.machine_code import Kernel, MachineCode, machine_key
from astarlib.compiled.codegen.recursion_source import recursion_source
from astarlib.compiled.codegen.state_source import edge_source, parent_source, state_source
from astarlib.compiled.codegen.tables import layout_of
from astarlib.compiled.kernels import checked_calls, float_costs, int_costs
from astarlib.compiled_domain import COMPILED_FUNCTIONS, CompiledDomain

_DIRECT = "astarlib.compiled.codegen.direct"
_VERSION = re.compile(r"""^(?:version_version = | "version": )['"]([^'"]+)['"]$""", re.MULTILINE)
_HERE = Path(__file__).parent
_SOURCE_FOLDERS = _HERE, _HERE / "direct", Path(kernels.__file__).parent, _HERE.parent / "plain"
"""The folders whose source determines the compiled code, together with the domain."""
_MAX_RECENT = 256
_built: dict[str, SimpleNamespace] = {}
"""The kernels that this process has specialized, by fingerprint."""
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
    needs = _needs(modules)
    by_aux = domain.aux_identifies_parent and len(functions) > 0 and "parents elsewhere" not in needs
    label_bits, checks_path = variant
    source = state_source(domain.words, label_bits, domain.key_words) + parent_source(by_aux=by_aux)
    source += edge_source(is_listed=domain.list_edges is not None and "edges into states" not in needs)
    if "recursion" in needs:
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
        build, files = _Build(domain, functions, kinds, source, modules), CodeFiles(folder)
        _built[name] = SimpleNamespace(**{entry: build.kernel(entry, files) for entry in entries})
    return _built[name]


@cache
def compile_module(module_name: str, entries: tuple[str, ...] = ()) -> Any:  # Any: a namespace, as above
    """Return the functions ``entries`` of a module that calls no domain, or all. Their code is stored on disk, too."""
    module = import_module(module_name)
    entries = entries or tuple(name for name, value in vars(module).items() if _is_defined_in(module, value))
    source = Path(str(module.__file__)).read_bytes()
    name = f"{fingerprints.fingerprint(source, *code_versions())}-{module.__name__.rpartition('.')[2]}"
    files = CodeFiles(private_folder(name))
    return SimpleNamespace(**{entry: module_kernel(module, entry, files) for entry in entries})


def module_kernel(module: ModuleType, entry: str, files: CodeFiles) -> Kernel:
    """Return a function of a module as a kernel."""

    def compile_entry(arguments: tuple[Any, ...], shapes: tuple[Shape, ...]) -> MachineCode:
        written = import_module(f"{_DIRECT}.kernels").text_of_kernel(entry, shapes, (module,), "", 1, is_int=True)
        code: MachineCode = _linking().machine_code(_linking().make_template(*written), list, shapes)
        return code

    return Kernel(entry, files, partial(without_signals, compile_entry))


def compile_functions(domain: CompiledDomain[Any]) -> Any:  # Any: a namespace, as above
    """Return the functions of a domain, each compiled on its own."""
    return specialize(domain, (int_costs if domain.costs is int else float_costs,), COMPILED_FUNCTIONS)


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


def _needs(modules: tuple[ModuleType, ...]) -> set[str]:
    """Return what the kernels of modules need, as explained in `kernels`."""
    return {need for module in modules for need in getattr(module, "NEEDS", ())}


def _linking() -> Any:  # Any: a module
    """Return the module that compiles LLVM code. Code from the disk doesn't need it."""
    return import_module("astarlib.compiled.codegen.linking")


def _numba_parts() -> Any:  # Any: a module
    """Return the module that lets numba compile functions. Most domains don't need it."""
    return import_module("astarlib.compiled.codegen.numba_parts")


class _Build:
    """What is needed to compile kernels for a domain."""

    def __init__(
        self, domain: CompiledDomain[Any], functions: dict[str, Any], kinds: Any, source: str,
        modules: tuple[ModuleType, ...],
    ) -> None:  # fmt: skip
        self._domain, self._functions, self._kinds, self._source = domain, functions, kinds, source
        self._modules = tuple(module for module in modules if module is not checked_calls)
        self._is_int = domain.costs is int
        self._templates = _templates(repr((*(module.__name__ for module in self._modules), domain.words, source)))

    def kernel(self, entry: str, files: CodeFiles) -> Kernel:
        """Return a kernel, or a function of `checked_calls`, that is compiled when it's called."""
        compile_entry = self._compile_part if entry in COMPILED_FUNCTIONS else self._compile_kernel
        return Kernel(entry, files, partial(without_signals, compile_entry, entry))

    def _compile_kernel(self, entry: str, _: tuple[Any, ...], shapes: tuple[Shape, ...]) -> MachineCode:
        """Return the code of a kernel, linked with the functions of the domain. It's read once for all domains."""
        key = repr((entry, shapes, machine_key()))
        template = self._templates.load(key)
        if template is None:
            written = import_module(f"{_DIRECT}.kernels").text_of_kernel(
                entry, shapes, self._modules, self._source, self._domain.words, is_int=self._is_int
            )
            template = _linking().make_template(*written)
            self._templates.save(key, template)
        is_brief = "few calls" in _needs(self._modules)
        write = partial(self._texts_of_parts, is_inlined=not is_brief)
        code: MachineCode = _linking().machine_code(template, write, shapes, is_brief=is_brief)
        return code

    def _compile_part(self, entry: str, arguments: tuple[Any, ...], shapes: tuple[Shape, ...]) -> MachineCode:
        """Return the code of a function of the domain, with checks of the types of its results."""
        written = self._parts().text_for_python(entry, shapes)
        template = _linking().make_template(*(written or self._numba_parts().text_for_python(entry, arguments)))
        code: MachineCode = _linking().machine_code(template, list, shapes)
        return code

    def _texts_of_parts(self, needed: list[str], *, is_inlined: bool) -> list[str]:
        """Return functions of the domain that a template calls, as texts in LLVM's language."""
        text = self._parts().text(needed, is_inlined=is_inlined)
        texts: list[str] = self._numba_parts().texts(needed) if text is None else [text]
        return texts

    def _parts(self) -> Any:  # Any: an object of a module that code from the disk doesn't need
        make = import_module(f"{_DIRECT}.parts").Parts
        return make(self._functions, self._source, self._domain.words, kinds=self._kinds, is_int=self._is_int)

    def _numba_parts(self) -> Any:  # Any: as above
        return _numba_parts().NumbaParts(self._domain, self._functions, self._source, self._kinds)
