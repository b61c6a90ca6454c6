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
from functools import cache
from types import BuiltinFunctionType
from typing import Any, ClassVar, Final, NamedTuple

from llvmlite import binding  # type: ignore[import-untyped]  # It has no annotations.
from numba import _dynfunc, typeof, types  # type: ignore[attr-defined]  # It's a C module.
from numba.core import ir
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder, Flags
from numba.core.compiler_lock import global_compiler_lock
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

from astarlib._support.deferred_signals import call_in_thread, handle_signals_here
from astarlib._support.searching_clock import stopped_clock
from astarlib.compiled.codegen.code_cache import LINKED, UNRESOLVED
from astarlib.compiled.codegen.entry_code import ENTRY, PYTHON_FUNCTIONS, Shape, entry_text
from astarlib.compiled.codegen.machine_code import MachineCode

_ENVIRONMENT: Final = "_ZN08NumbaEnv"
"""The prefix of the names of environments, which hold the Python objects that a function uses."""
_PYTHON: Final = "Py", "_Py", "numba_gil_"
"""The beginnings of the names of functions that work with Python objects."""


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
    """numba's target context. Python can't call its functions."""

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
        """Return a placeholder, without machine code."""
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

    def _link_all(self) -> None:
        """Link all functions that are called, directly or through others."""
        self._link_called()
        for library in self._linking_libraries:
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)  # noqa: SLF001  # as above

    def bitcode(self) -> bytes:
        """Link all functions that are called, inline them, and return the code."""
        self._link_all()
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

    def link_template(self, code: bytes, parts: Parts) -> None:
        """Link a template with the functions of a domain."""
        template = binding.parse_bitcode(code)
        missing = [function.name for function in template.functions if function.name.startswith(LINKED)]
        self._final_module.link_in(template)
        self._is_simple = True
        text = parts.write([name.removeprefix(LINKED) for name in missing])
        if text is not None:
            self.link_text(text)
        for name in missing if text is None else ():
            part = parts.find(name.removeprefix(LINKED))
            module = part.library.module_to_link()
            module.get_function(part.fndesc.llvm_func_name).name = name
            self._final_module.link_in(module)
            self._linking_libraries += part.library._linking_libraries  # noqa: SLF001  # as above

    def machine_code(self, kernel: str, shapes: tuple[Shape, ...], result: Any) -> MachineCode:
        """Link all functions that are called, and the code with which Python calls a kernel, and compile them together.
        ``result`` has the names of the types of the results. Any: see `entry_code.entry_text`.
        """
        self._link_all()
        text, kinds = entry_text(kernel, shapes, result)
        function = self._final_module.get_function(kernel)
        if [str(argument.type) for argument in function.arguments] != kinds:
            raise TypeError(f"{kernel} takes {[str(argument.type) for argument in function.arguments]}, not {kinds}")
        function.add_function_attribute("noinline")
        self.link_text(text)
        self.link_text(_definitions_of_unresolved(self._final_module))
        for each in self._final_module.functions:
            if not each.is_declaration and each.name != ENTRY:
                each.linkage = "internal"
        content = call_in_thread(self._compiled_object_file)  # Ctrl-C ends a long compilation at once.
        self._finalize_dynamic_globals()
        needed = [each.name for each in self._final_module.functions if each.is_declaration]
        variables = [each.name for each in self._final_module.global_variables]
        environments = []
        if any(name.startswith(_PYTHON) and name not in PYTHON_FUNCTIONS for name in needed):
            found = [(name, lookup_environment(name)) for name in variables if name.startswith(_ENVIRONMENT)]
            environments = [each for each in found if each[1] is not None]
        return MachineCode(
            content,
            tuple(name for name in needed if not name.startswith("llvm.")),
            tuple(environments),
            len(self._dynamic_globals) == 0 and len(environments) == 0,
        )

    def _compiled_object_file(self) -> bytes:
        """Optimize the code, and return it as an object file."""
        self._optimize_final_module()
        self._final_module.verify()
        content: bytes = self.codegen._tm.emit_object(self._final_module)  # noqa: SLF001  # as above
        return content

    def link_text(self, text: str) -> None:
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

    def link_module(self, library: _Library) -> None:
        """Link the code of a library, which may be linked again later."""
        library._simplify()  # It's a library, too.
        self._final_module.link_in(library._final_module.clone())  # as above
        self._linking_libraries, self._is_simple = [*library._linking_libraries], True  # as above

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


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Hold numba's lock, pause the garbage collector, and stop the clock of a search."""
    with global_compiler_lock, _paused_collector(), stopped_clock():
        yield


class PartCompiler(CompilerBase):
    """The compiler of a function that only kernels call: a function of a domain, with any code."""

    is_entry: ClassVar[bool] = False
    is_kernel: ClassVar[bool] = False

    def __init__(
        self, typing: Any, target: Any, library: Any, args: Any, return_type: Any, flags: Any, names: Any
    ) -> None:
        if self.is_entry:
            _find_registrations()
        super().__init__(_typing_context(), _target_context(), library, args, return_type, _Flags(flags), names)

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
    """The compiler of a kernel that Python calls. It begins with new registrations of numba."""

    is_entry = True


class Template(NamedTuple):
    """A compiled entry without machine code. It calls functions of a domain that are linked later."""

    code: bytes
    """Its LLVM code, with that of the kernels that it calls."""
    name: str
    """The name of its function in this code."""
    result: Any
    """The names of the types of its results. Any: see `entry_code.entry_text`."""


class Parts(NamedTuple):
    """The functions of a domain that a template calls."""

    write: Callable[[list[str]], str | None]
    """Return these functions as a text in LLVM's language, or None if numba has to compile one of them."""
    find: Callable[[str], Any]  # Any: numba's
    """Return numba's result of compiling a function."""
    is_brief: bool = False
    """True if the kernel runs only for a moment."""


def make_template(dispatcher: Any, arguments: tuple[Any, ...]) -> Template:
    """Return the template of a kernel for arguments of these types."""
    made = _compiled(dispatcher, arguments)
    with _undisturbed():
        return Template(made.library.bitcode(), made.fndesc.llvm_func_name, _names_of(made.signature.return_type))


def written_template(text: str, name: str, result: Any) -> Template:
    """Return the template of a kernel that is a text in LLVM's language. ``result`` has the names of the types of its
    results. Any: see `entry_code.entry_text`.
    """
    with _undisturbed():
        library = _Library(_target_context().codegen(), name)
        library.link_text(text)
        return Template(library.bitcode(), name, result)


def link(template: Template, parts: Parts, shapes: tuple[Shape, ...]) -> MachineCode:
    """Return the machine code of a template together with the functions of a domain."""
    with _undisturbed():
        library = _Library(_target_context().codegen(), template.name)
        library.is_brief = parts.is_brief
        library.link_template(template.code, parts)
        return library.machine_code(template.name, shapes, template.result)


def compile_kernel(dispatcher: Any, arguments: tuple[Any, ...], shapes: tuple[Shape, ...]) -> MachineCode:
    """Return the machine code of a kernel for arguments of these types."""
    made = _compiled(dispatcher, arguments)
    with _undisturbed():
        library = _Library(_target_context().codegen(), made.library.name)
        library.link_module(made.library)
        return library.machine_code(made.fndesc.llvm_func_name, shapes, _names_of(made.signature.return_type))


def _compiled(dispatcher: Any, arguments: tuple[Any, ...]) -> Any:
    """Return numba's result of compiling a function for arguments of these types."""
    kinds = tuple(map(typeof, arguments))
    dispatcher.compile(kinds)
    return dispatcher.overloads[kinds]


def _names_of(kind: Any) -> Any:
    """Return the names of the types of a result, which are nested like its tuples."""
    if isinstance(kind, types.BaseTuple):
        parts: Any = kind
        return tuple(map(_names_of, parts))
    kind = types.unliteral(kind)
    if isinstance(kind, types.Number | types.Boolean):
        return {"boolean": "boolean", "bool": "boolean"}.get(kind.name, kind.name)
    if kind in {types.none, types.void}:
        return "none"
    raise TypeError(f"a kernel returns {kind}; expected a number, None or a tuple of these")


def _definitions_of_unresolved(module: Any) -> str:
    """Return the definitions of the variables with the addresses of recursive functions, in LLVM's language."""
    names = [each.name for each in module.global_variables if each.name.startswith(UNRESOLVED)]
    called = [name.removeprefix(UNRESOLVED) for name in names]
    lines = [f'declare void @"{name}"()' for name in called]
    lines += [f'@"{UNRESOLVED}{name}" = global ptr @"{name}"' for name in called]
    return "\n".join([*lines, ""])


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
