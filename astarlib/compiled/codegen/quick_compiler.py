"""numba's compiler for kernels, in about half of the time.

By default, numba optimizes each function, generates machine code for it, and then puts it into its callers, level by
level. Here, a function that only kernels call isn't compiled on its own. numba links all functions that an entry calls,
and compiles them together.

numba's contexts are shared. But the type of each operation is looked up once, and numba doesn't search for new
registrations before each function. Other functions that numba compiles aren't affected.
"""

# mypy: allow-untyped-calls, allow-subclassing-any, allow-any-generics, no-warn-unused-ignores
# numba has no annotations.

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from types import BuiltinFunctionType
from typing import Any, ClassVar, Final

from numba import _dynfunc, types  # type: ignore[attr-defined]  # It's a C module.
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder, Flags
from numba.core.compiler_machinery import PassManager
from numba.core.cpu import CPUContext
from numba.core.environment import lookup_environment
from numba.core.registry import cpu_target
from numba.core.typing.context import Context

_ENVIRONMENT: Final = "_ZN08NumbaEnv"
"""The prefix of the names of environments, which hold the Python objects that a function uses."""
_UNUSED_PASSES: Final = frozenset(
    (
        "WithLifting", "InlineClosureLikes", "RewriteDynamicRaises", "MakeFunctionToJitFunction", "InlineInlinables",
        "FindLiterallyCalls", "LiteralUnroll", "LiteralPropagationSubPipelinePass", "InlineOverloads",
        "NopythonRewrites", "NoPythonSupportedFeatureValidation", "AnnotateTypes", "DumpParforDiagnostics",
        "DeadBranchPrune", "RewriteSemanticConstants",
    )
)  # fmt: skip
"""The passes of numba for code that kernels don't have, such as closures, context managers and array expressions."""


class _TypingContext(Context):
    """numba's typing context, with a memory of the types of operations."""

    known: ClassVar[dict[Any, Any]] = {}
    registered: ClassVar[int] = 0

    def refresh(self) -> None:
        """Add new registrations, for example of functions of a `StateFields` that are used for the first time."""
        registered = sum(len(one.functions) + len(one.attributes) + len(one.globals) for one in self._registries)
        if registered != self.registered:
            _TypingContext.registered = registered
            super().refresh()

    def _resolve_user_function_type(self, func: Any, args: Any, kws: Any, literals: Any = None) -> Any:
        if not isinstance(func, types.BaseFunction | BuiltinFunctionType):
            return super()._resolve_user_function_type(func, args, kws, literals)
        key = func, tuple(args), tuple(kws.items())
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = super()._resolve_user_function_type(func, args, kws, literals)
        return found


class _TargetContext(CPUContext):
    """numba's target context. Only entries can be called from Python."""

    is_entry = False
    registered: ClassVar[int] = 0

    def refresh(self) -> None:
        """Add new registrations, for example of an intrinsic that is used for the first time."""
        registered = sum(len(registry.functions) for registry in self._registries)
        if registered != self.registered:
            _TargetContext.registered = registered
            super().refresh()

    def get_executable(self, library: Any, fndesc: Any, env: Any) -> Any:
        """Return the function that Python calls. It's a placeholder, without machine code, unless this is an entry."""
        if self.is_entry:
            return super().get_executable(library, fndesc, env)
        return _dynfunc.make_function(fndesc.lookup_module(), fndesc.qualname, "", 0, env, (library,))


class _Flags(Flags):
    """numba's flags, with a quick comparison."""

    def __eq__(self, other: object) -> Any:
        return (isinstance(other, Flags) and self._values == other._values) or super().__eq__(other)

    def __hash__(self) -> int:
        return _hash_of_flags()


@cache
def _hash_of_flags() -> int:
    return hash(Flags())


class _Library(JITCodeLibrary):
    """The LLVM code of one function. The functions that it calls are linked only if machine code is generated."""

    def add_linking_library(self, library: Any) -> None:
        """Note that this code calls a function of another library."""
        self._linking_libraries.append(library)

    def finalize(self) -> None:
        """Link all functions that are called, directly or through others, and compile them together."""
        called = list(_called_libraries(self, {self}))
        for library in called:
            if isinstance(library, _Library):
                self._reload_init.update(library._reload_init)  # noqa: SLF001  # It's a library, too.
                self._final_module.link_in(library.module_to_link(), preserve=True)
        self._linking_libraries = [library for library in called if not isinstance(library, _Library)]
        super().finalize()
        codegen: Any = self.codegen
        for variable in self._final_module.global_variables:
            environment = lookup_environment(variable.name) if variable.name.startswith(_ENVIRONMENT) else None
            if environment is not None:
                codegen.set_env(variable.name, environment)

    def module_to_link(self) -> Any:
        """Return a copy of the code. LLVM may remove the function after it was inlined."""
        if self._finalized:
            return self._get_module_for_linking()
        module = self._final_module.clone()
        for function in module.functions:
            if not function.is_declaration and function.linkage.name == "external":
                function.linkage = "linkonce_odr"
        return module


def _called_libraries(caller: Any, seen: set[Any]) -> Iterator[Any]:
    """Yield each library that is called, directly or through libraries without machine code."""
    for library in caller._linking_libraries:  # noqa: SLF001  # It's a part of the class above.
        if library not in seen:
            seen.add(library)
            yield library
            if isinstance(library, _Library) and not library._finalized:  # noqa: SLF001  # as above
                yield from _called_libraries(library, seen)


class PartCompiler(CompilerBase):
    """The compiler of a function that only kernels call: a function of a domain, with any code."""

    is_entry: ClassVar[bool] = False
    is_kernel: ClassVar[bool] = False

    def __init__(  # noqa: PLR0917  # numba passes no keywords
        self, typing: Any, target: Any, library: Any, args: Any, return_type: Any, flags: Any, names: Any
    ) -> None:
        if self.is_entry:
            typing.refresh()
            target.refresh()
            _TypingContext.known.clear()
        super().__init__(_typing_context(), _target_context(), library, args, return_type, _Flags(flags), names)
        self.state.targetctx.is_entry = self.is_entry

    def compile_extra(self, func: Any) -> Any:
        """Compile a function. If it isn't an entry, this generates only LLVM code."""
        self.state.library = _Library(self.state.targetctx.codegen(), func.__qualname__)
        self.state.library.enable_object_caching()
        return super().compile_extra(func)

    def define_pipelines(self) -> list[Any]:
        """Return the passes of numba, or for kernels only those that they need."""
        return [_passes(self.state) if self.is_kernel else DefaultPassBuilder.define_nopython_pipeline(self.state)]


class KernelCompiler(PartCompiler):
    """The compiler of a kernel that only other kernels call."""

    is_kernel = True


class EntryCompiler(KernelCompiler):
    """The compiler of a kernel that Python calls."""

    is_entry = True


def _passes(state: Any) -> Any:
    manager = PassManager("nopython")
    for one, description in DefaultPassBuilder.define_nopython_pipeline(state).passes:
        if one.__name__ not in _UNUSED_PASSES:
            manager.add_pass(one, description)
    manager.finalize()
    return manager


@cache
def _typing_context() -> Any:
    return _sharing(_TypingContext, cpu_target.typing_context)


@cache
def _target_context() -> Any:
    return _sharing(_TargetContext, cpu_target.target_context)


def _sharing(kind: type[Any], context: Any) -> Any:
    """Return an object of a subclass that has the same attributes as a context, also if they change."""
    made: Any = object.__new__(kind)
    made.__dict__ = context.__dict__
    return made
