"""numba's compiler for kernels, in less than half of the time.

By default, numba optimizes each function, generates machine code for it, and then puts it into its callers, level by
level. Here, a function that only kernels call isn't compiled on its own. numba links all functions that an entry calls,
and compiles them together.

Kernels have no closures, generators, exceptions, context managers or reference counts. They skip the parts of numba
that exist for those, for example the lifetimes of variables. An access to an array takes few LLVM instructions.

numba's contexts are shared. But the type of each operation is looked up once, and numba doesn't search for new
registrations before each function. Other functions that numba compiles aren't affected.
"""

# mypy: allow-untyped-calls, allow-subclassing-any, allow-any-generics, no-warn-unused-ignores
# numba has no annotations.

from __future__ import annotations

import gc
import operator
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from functools import cache
from hashlib import sha256
from types import BuiltinFunctionType
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple

from llvmlite import binding  # type: ignore[import-untyped]  # It has no annotations.
from numba import _dynfunc, types  # type: ignore[attr-defined]  # It's a C module.
from numba.core import ir
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder, Flags, compile_result
from numba.core.cpu import CPUContext
from numba.core.environment import lookup_environment
from numba.core.ir_utils import build_definitions
from numba.core.lowering import Lower
from numba.core.registry import cpu_target
from numba.core.rewrites.registry import rewrite_registry
from numba.core.ssa import reconstruct_ssa
from numba.core.transforms import canonicalize_cfg
from numba.core.typed_passes import NativeLowering, NoPythonBackend, NopythonTypeInference, PreLowerStripPhis
from numba.core.typing.context import Context
from numba.core.untyped_passes import FixupArgs, TranslateByteCode

from astarlib._support.deferred_signals import handle_signals_here
from astarlib._support.searching_clock import stopped_clock
from astarlib.compiled import kernels
from astarlib.compiled.codegen.code_cache import LINKED, UNRESOLVED

if TYPE_CHECKING:
    from astarlib.compiled.codegen.code_cache import TemplateCache

_ENVIRONMENT: Final = "_ZN08NumbaEnv"
"""The prefix of the names of environments, which hold the Python objects that a function uses."""


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
        if not isinstance(func, types.BaseFunction | types.Dispatcher | BuiltinFunctionType):
            return super()._resolve_user_function_type(func, args, kws, literals)
        key = func, tuple(args), tuple(kws.items())
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = super()._resolve_user_function_type(func, args, kws, literals)
        return found

    def signature_of(self, operation: Any, args: Any) -> Any:
        """Return the function type of an operation of Python's module `operator`, and its signature for these types."""
        key = operation, args
        found = self.known.get(key)
        if found is None:
            function = self.resolve_value_type(operation)
            found = self.known[key] = function, self._resolve_user_function_type(function, args, {})
        return found

    def resolve_setitem(self, target: Any, index: Any, value: Any) -> Any:
        """Return the signature of an assignment to an item."""
        return self.signature_of(operator.setitem, (target, index, value))[1]


class _TargetContext(CPUContext):
    """numba's target context. Only entries can be called from Python."""

    is_entry = False
    registered: ClassVar[int] = 0
    sizes: ClassVar[dict[Any, int]] = {}

    def get_abi_sizeof(self, ty: Any) -> Any:
        """Return the size of an LLVM type in bytes."""
        if ty not in self.sizes:
            self.sizes[ty] = super().get_abi_sizeof(ty)
        return self.sizes[ty]

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

    is_brief: bool = False
    """True if the code runs so briefly that optimization takes more time than it saves."""
    _is_simple = False

    def add_llvm_module(self, ll_module: Any) -> None:
        """Add LLVM code. It's optimized when the code of all functions is linked."""
        ll_module.data_layout = self.codegen._data_layout  # noqa: SLF001  # numba's own class does this, too.
        self._final_module.link_in(ll_module)

    def add_linking_library(self, library: Any) -> None:
        """Note that this code calls a function of another library."""
        self._linking_libraries.append(library)

    def _simplify(self) -> None:
        """Optimize the functions, each on its own, unless this is done already."""
        if not self._is_simple:
            self._is_simple = True
            self._optimize_functions(self._final_module)

    def finalize(self) -> None:
        """Link all functions that are called, directly or through others, and compile them together."""
        self._link_called()
        super().finalize()
        codegen: Any = self.codegen
        for variable in self._final_module.global_variables:
            environment = lookup_environment(variable.name) if variable.name.startswith(_ENVIRONMENT) else None
            if environment is not None:
                codegen.set_env(variable.name, environment)

    def _link_called(self) -> None:
        """Link the called functions that have no machine code."""
        self._simplify()
        called = list(_called_libraries(self, {self}))
        missing: dict[str, _Library] = {}
        for library in called:
            if isinstance(library, _Library):
                self._reload_init.update(library._reload_init)  # noqa: SLF001  # It's a library, too.
                module = library.module_to_link()
                missing |= {each.name: library for each in module.functions if not each.is_declaration}
                self._final_module.link_in(module)
        # LLVM leaves out a function that nothing calls yet. A caller may be linked after it.
        while needed := [
            each.name for each in self._final_module.functions if each.is_declaration and each.name in missing
        ]:
            self._final_module.link_in(missing.pop(needed[0]).module_to_link())
        self._linking_libraries = [library for library in called if not isinstance(library, _Library)]

    def bitcode(self) -> bytes:
        """Link all functions that are called, inline them, and return the code."""
        self._link_called()
        for library in self._linking_libraries:
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)  # noqa: SLF001  # as above
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage.name == "linkonce_odr":
                function.linkage = "internal"  # So that LLVM removes it after it was inlined.
        passes, builder = self.codegen._module_pass_manager(  # noqa: SLF001  # as above
            loop_vectorize=False, slp_vectorize=False, opt=0, cost="cheap"
        )
        passes.run(self._final_module, builder)
        self._optimize_functions(self._final_module)
        code: bytes = self._final_module.as_bitcode()
        return code

    def link_template(self, code: bytes, parts: Parts, public: set[str], suffix: str) -> None:
        """Link a template with the functions of a domain. Others may call only the ``public`` ones.
        The suffix makes all names differ from those of other domains. LLVM's linker finds also private functions of
        other modules by name, and LLVM may have changed what these take and return.
        """
        template = binding.parse_bitcode(code)
        missing = [function.name for function in template.functions if function.name.startswith(LINKED)]
        self._final_module.link_in(template)
        self._is_simple = True
        text = parts.write([name.removeprefix(LINKED) for name in missing])
        if text is not None:
            self._link_text(text)
        for name in missing if text is None else ():
            part = parts.find(name.removeprefix(LINKED))
            module = part.library.module_to_link()
            module.get_function(part.fndesc.llvm_func_name).name = name
            self._final_module.link_in(module)
            self._linking_libraries += part.library._linking_libraries  # noqa: SLF001  # as above
        self._link_called()
        public = set(public)
        for variable in self._final_module.global_variables:  # They have the addresses of recursive functions.
            if variable.name.startswith(UNRESOLVED):
                public.add(variable.name.removeprefix(UNRESOLVED))
                variable.name += suffix
        for function in self._final_module.functions:
            if not function.is_declaration:
                if function.name not in public:
                    function.linkage = "internal"
                function.name += suffix

    def _link_text(self, text: str) -> None:
        """Link the functions of a text in LLVM's language."""
        module = binding.parse_assembly(text)
        module.triple, module.data_layout = self._final_module.triple, self._final_module.data_layout
        self._final_module.link_in(module)

    def _optimize_final_module(self) -> None:
        """Optimize all functions together, as numba does, or only a little."""
        if not self.is_brief:
            super()._optimize_final_module()
            return
        passes, builder = self.codegen._module_pass_manager(  # noqa: SLF001  # as above
            loop_vectorize=False, slp_vectorize=False, opt=1
        )
        passes.run(self._final_module, builder)

    def module_to_link(self) -> Any:
        """Return a copy of the code. LLVM may remove the function after it was inlined."""
        if self._finalized:
            return self._get_module_for_linking().clone()
        self._simplify()
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


def _find_registrations() -> None:
    """Let numba find what it can compile now."""
    contexts: tuple[Any, ...] = cpu_target.typing_context, cpu_target.target_context
    for context in contexts:
        context.refresh()
    _TypingContext.known.clear()


@contextmanager
def _paused_collector() -> Iterator[None]:
    """Pause Python's cyclic garbage collector. A compilation creates many objects and little garbage."""
    is_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if is_enabled:
            gc.enable()


class PartCompiler(CompilerBase):
    """The compiler of a function that only kernels call: a function of a domain, with any code."""

    is_entry: ClassVar[bool] = False
    is_kernel: ClassVar[bool] = False
    is_linked: ClassVar[bool] = False

    def __init__(
        self, typing: Any, target: Any, library: Any, args: Any, return_type: Any, flags: Any, names: Any
    ) -> None:
        if self.is_entry and not self.is_linked:
            _find_registrations()
        super().__init__(_typing_context(), _target_context(), library, args, return_type, _Flags(flags), names)
        self.state.targetctx.is_entry = self.is_entry

    def compile_extra(self, func: Any) -> Any:
        """Compile a function. If it isn't an entry, this generates only LLVM code."""
        handle_signals_here()  # Ctrl-C ends a long compilation after one of its functions.
        self.state.library = _Library(self.state.targetctx.codegen(), func.__qualname__)
        self.state.library.enable_object_caching()
        with _paused_collector(), stopped_clock():
            return super().compile_extra(func)

    def define_pipelines(self) -> list[Any]:
        """Return the passes of numba, or for kernels only those that they need."""
        return [_KernelPasses()] if self.is_kernel else [DefaultPassBuilder.define_nopython_pipeline(self.state)]


class KernelCompiler(PartCompiler):
    """The compiler of a kernel that only other kernels call."""

    is_kernel = True


class EntryCompiler(KernelCompiler):
    """The compiler of a kernel that Python calls."""

    is_entry = True


class Template(NamedTuple):
    """A compiled entry without machine code. It calls functions of a domain that are linked later. Any: numba's."""

    code: bytes
    """Its LLVM code, with that of the kernels that it calls."""
    descriptor: Any
    environment: Any
    signature: Any
    environments: tuple[Any, ...]
    """Those of all kernels."""


class Parts(NamedTuple):
    """The functions of a domain that a template calls."""

    write: Callable[[list[str]], str | None]
    """Return these functions as a text in LLVM's language, or None if numba has to compile one of them."""
    find: Callable[[str], Any]  # Any: numba's
    """Return numba's result of compiling a function."""
    prepare: Callable[[], None]
    """Define the names that the kernel uses, before numba reads it."""
    is_brief: bool = False
    """True if the kernel runs only for a moment."""


class LinkingCompiler(EntryCompiler):
    """The compiler of a kernel that Python calls and that calls functions of a domain. numba reads the kernel only once
    for all domains: if there is no template for the types of the arguments.
    """

    is_linked = True
    templates: ClassVar[TemplateCache]
    parts: ClassVar[Parts]
    tag: ClassVar[str]
    """The fingerprint of the domain and of the kernels, or another text that no other domain has."""

    def compile_extra(self, func: Any) -> Any:
        """Compile a function, or find its template, and link it with the functions of the domain."""
        codegen = self.state.targetctx.codegen()
        key = repr((func.__qualname__, self.state.args, self.state.flags.get_mangle_string(), codegen.magic_tuple()))
        template: Template | None = self.templates.load(key)
        if template is None:
            template = self._make_template(func)
            self.templates.save(key, template)
        return self._link(template)

    def _make_template(self, func: Any) -> Template:
        self.parts.prepare()
        _find_registrations()
        self.state.targetctx.is_entry = False  # So that numba generates no machine code.
        made = super().compile_extra(func)
        library, descriptor = made.library, copy(made.fndesc)
        code = library.bitcode()
        descriptor.typemap = descriptor.calltypes = None
        descriptor.global_dict = {"__name__": kernels.__name__}  # Its other globals take long to load.
        environments = tuple(made._find_referenced_environments())  # noqa: SLF001  # numba does this, too.
        return Template(code, descriptor, made.environment, made.signature, environments)

    def _link(self, template: Template) -> Any:
        """Return the result of compiling a template together with the functions of the domain."""
        context, descriptor = self.state.targetctx, copy(template.descriptor)
        library = _Library(context.codegen(), descriptor.qualname)
        library.is_brief = self.parts.is_brief
        library.enable_object_caching()
        suffix = "_" + sha256(repr((self.tag, descriptor.mangled_name)).encode()).hexdigest()[:32]
        public = {descriptor.mangled_name, descriptor.llvm_cpython_wrapper_name}
        library.link_template(template.code, self.parts, public, suffix)
        descriptor.mangled_name += suffix
        context.is_entry = True
        entry = context.get_executable(library, descriptor, template.environment)
        return compile_result(
            typing_context=self.state.typingctx, target_context=context, entry_point=entry, typing_error=None,
            type_annotation="", library=library, call_helper=None, signature=template.signature, objectmode=False,
            lifted=(), fndesc=descriptor, environment=template.environment, metadata=None,
            reload_init=list(library._reload_init),  # noqa: SLF001  # as above
        )  # fmt: skip


class _KernelPasses:
    """The passes of numba that kernels need."""

    pipeline_name = "nopython"
    exec_times: ClassVar[dict[str, Any]] = {}

    def run(self, state: Any) -> None:
        """Generate the LLVM code of a kernel."""
        TranslateByteCode().run_pass(state)
        FixupArgs().run_pass(state)
        state.func_ir.blocks = canonicalize_cfg(state.func_ir.blocks)
        _rewrite(state)
        state.func_ir = reconstruct_ssa(state.func_ir)
        state.func_ir._definitions = build_definitions(state.func_ir.blocks)  # noqa: SLF001  # numba does this, too.
        NopythonTypeInference().run_pass(state)
        state.func_ir = PreLowerStripPhis()._strip_phi_nodes(state.func_ir)  # noqa: SLF001  # It's most of that pass.
        state.func_ir._definitions = build_definitions(state.func_ir.blocks)  # noqa: SLF001  # as above
        _KernelLowering().run_pass(state)
        NoPythonBackend().run_pass(state)


def _rewrite(state: Any) -> None:
    """Apply the rewriting rules of numba before type inference. They replace constant indices, for example."""
    blocks = state.func_ir.blocks
    for kind in rewrite_registry.rewrites["before-inference"]:
        rule = kind(state)
        for key in blocks:
            while rule.match(state.func_ir, blocks[key], state.typemap, state.calltypes):
                blocks[key] = rule.apply()


class _KernelLower(Lower):
    """A generator of the LLVM code of a kernel. Kernels have no references to count, and no operations with `**`."""

    def lower_block(self, block: Any) -> None:
        """Generate the code of a block."""
        self.pre_block(block)
        for instruction in block.body:
            self.loc = instruction.loc
            if type(instruction) is ir.Assign:
                name = instruction.target.name
                self.storevar(self.lower_assign(self.typeof(name), instruction), name)
            else:
                self.lower_inst(instruction)
        self.post_block(block)

    def storevar(self, value: Any, name: str, argidx: Any = None) -> None:  # for debuggers
        """Assign a value to a variable."""
        if name in self._singly_assigned_vars:
            self._blk_local_varmap[name] = value
        else:
            self.builder.store(value, self.getvar(name))

    def lower_binop(self, resty: Any, expr: Any, op: Any) -> Any:
        """Generate the code of an operation with two operands."""
        return self._call(op, self.fndesc.calltypes[expr], (expr.lhs, expr.rhs), resty)

    def lower_getitem(self, resty: Any, expr: Any, value: Any, index: Any, signature: Any) -> Any:
        """Generate the code that reads an item."""
        item = self._item(signature, value, index)
        if item is None:
            return self._call(operator.getitem, signature, (value, index), resty)
        found = self.context.unpack_value(self.builder, signature.args[0].dtype, item)
        return self.context.cast(self.builder, found, signature.return_type, resty)

    def lower_setitem(self, target_var: Any, index_var: Any, value_var: Any, signature: Any) -> Any:
        """Generate the code that writes an item."""
        item = self._item(signature, target_var, index_var)
        if item is None:
            self._call(operator.setitem, signature, (target_var, index_var, value_var), signature.return_type)
        else:
            kind = signature.args[0].dtype
            value = self.context.cast(self.builder, self.loadvar(value_var.name), self.typeof(value_var.name), kind)
            self.context.pack_value(self.builder, kind, value, item)

    def _item(self, signature: Any, array: Any, index: Any) -> Any:
        """Return the address of an item of a plain array. Return None for other containers, and if bounds are checked.
        numba's own code for an access has many more LLVM instructions, and LLVM removes nearly all of them.
        """
        context, builder, (kind, index_kind, *_) = self.context, self.builder, signature.args
        is_plain = issubclass(type(kind), types.Array) and issubclass(type(index_kind), types.Integer)
        if not is_plain or (kind.ndim, kind.layout) != (1, "C") or context.enable_boundscheck:
            return None
        model, value = context.data_model_manager[kind], self.loadvar(array.name)
        at = context.cast(builder, self.loadvar(index.name), self.typeof(index.name), index_kind)
        at = context.cast(builder, at, index_kind, types.intp if index_kind.signed else types.uintp)
        if index_kind.signed:  # A negative index counts from the end.
            from_end = builder.add(at, model.get(builder, value, "nitems"))
            at = builder.select(builder.icmp_signed("<", at, at.type(0)), from_end, at)
        return builder.gep(model.get(builder, value, "data"), [at])

    def _call(self, operation: Any, signature: Any, operands: Any, result_type: Any) -> Any:
        """Generate the code of an operation of Python's module `operator`."""
        context, builder = self.context, self.builder
        function, call = _typing_context().signature_of(operation, signature.args)
        values = [
            context.cast(builder, self.loadvar(operand.name), self.typeof(operand.name), kind)
            for operand, kind in zip(operands, signature.args, strict=True)
        ]
        result = context.get_function(function, call)(builder, values)
        return context.cast(builder, result, signature.return_type, result_type)


class _KernelLowering(NativeLowering):
    """The pass that generates LLVM code."""

    @property
    def lowering_class(self) -> type[_KernelLower]:
        """The class of the generator."""
        return _KernelLower


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
