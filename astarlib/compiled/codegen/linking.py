"""Machine code from texts in LLVM's language: LLVM links a kernel with the functions of a domain, and compiles both.

Each call has an LLVM context of its own, so threads can compile at the same time. numba isn't needed.
"""

# mypy: allow-untyped-calls, no-warn-unused-ignores
# llvmlite has no annotations.

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from functools import cache
from typing import Any, Final, NamedTuple

from llvmlite import binding  # type: ignore[import-untyped]  # It has no annotations.

from astarlib._support.deferred_signals import call_in_thread
from astarlib.compiled.codegen.code_cache import LINKED
from astarlib.compiled.codegen.entry_code import ENTRY, PYTHON_FUNCTIONS, Shape, entry_text
from astarlib.compiled.codegen.machine_code import MachineCode
from astarlib.compiled.codegen.object_loader import processor

_ENVIRONMENT: Final = "_ZN08NumbaEnv"
"""The prefix of the names of numba's environments."""
_DYNAMIC: Final = "numba.dynamic.globals"
"""The prefix of the names of variables with addresses of this process."""
_PYTHON: Final = "Py", "_Py", "numba_gil_"
"""The beginnings of the names of functions that work with Python objects."""


class Template(NamedTuple):
    """A kernel without machine code. It calls functions of a domain that are linked later."""

    code: bytes
    """Its LLVM code, with that of the kernels that it calls."""
    name: str
    """The name of its function in this code."""
    result: Any
    """The names of the types of its results. Any: see `entry_code.entry_text`."""


def make_template(text: str, name: str, result: Any) -> Template:
    """Return the template of a kernel that is a text in LLVM's language. ``result`` has the names of the types of its
    results. Any: see `entry_code.entry_text`.
    """
    with closing(_Module(text)) as module:
        for function in module.code.functions:
            if not function.is_declaration and function.linkage.name == "linkonce_odr":
                function.linkage = "internal"  # So that LLVM removes it after it was inlined.
        module.optimize_functions()
        module.inline()
        module.optimize_functions()
        code: bytes = module.code.as_bitcode()
        return Template(code, name, result)


def machine_code(
    template: Template, write_parts: Callable[[list[str]], Sequence[str]], shapes: tuple[Shape, ...], *,
    is_brief: bool = False,
) -> MachineCode:  # fmt: skip
    """Return the machine code of a kernel, together with the functions of a domain and the code with which Python calls
    the kernel. ``write_parts`` returns the functions with these names, as texts. With ``is_brief``, the kernel runs
    only for a moment, so LLVM optimizes little.
    """
    with closing(_Module(template.code)) as module:
        missing = [function.name for function in module.code.functions if function.name.startswith(LINKED)]
        for text in write_parts([name.removeprefix(LINKED) for name in missing]) if len(missing) > 0 else ():
            module.link(text)
        text, kinds = entry_text(template.name, shapes, template.result)
        kernel = module.code.get_function(template.name)
        if [str(argument.type) for argument in kernel.arguments] != kinds:
            found = [str(argument.type) for argument in kernel.arguments]
            raise TypeError(f"{template.name} takes {found}, not {kinds}")
        module.link(text)
        for function in module.code.functions:
            if not function.is_declaration and function.name != ENTRY:
                function.linkage = "internal"
        # Ctrl-C ends a long compilation at once.
        content = call_in_thread(lambda: module.object_file(is_brief=is_brief))
        needed = tuple(function.name for function in module.code.functions
                       if function.is_declaration and not function.name.startswith("llvm."))  # fmt: skip
        variables = [variable.name for variable in module.code.global_variables]
        uses_objects = any(name.startswith(_PYTHON) for name in {*needed} - {*PYTHON_FUNCTIONS})
        environments = _environments(variables) if uses_objects else ()
        is_lasting = len(environments) == 0 and not any(name.startswith(_DYNAMIC) for name in variables)
        return MachineCode(content, needed, environments, is_lasting)


def _environments(variables: list[str]) -> tuple[tuple[str, Any], ...]:  # Any: numba's
    """Return the environments of numba, which hold Python objects that a function uses, by their variables."""
    from numba.core.environment import lookup_environment  # Few functions of users have any.

    found = [(name, lookup_environment(name)) for name in variables if name.startswith(_ENVIRONMENT)]
    return tuple(each for each in found if each[1] is not None)


@cache
def _target_machine() -> Any:  # Any: LLVM's
    """Return the processor of this machine, for code that is loaded where the process has room."""
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    triple, cpu, _ = processor()
    features = binding.get_host_cpu_features().flatten()
    reloc = "static" if triple.startswith(("x86", "i386", "i686")) else "default"
    return binding.Target.from_triple(triple).create_target_machine(
        cpu=cpu, features=features, opt=3, reloc=reloc, codemodel="jitdefault", jit=True
    )


def _passes(level: int, *, is_vectorized: bool = False) -> Any:  # Any: LLVM's
    """Return the passes of LLVM for an optimization level."""
    options = binding.create_pipeline_tuning_options(speed_level=level)
    options.loop_vectorization, options.slp_vectorization = is_vectorized, False
    return binding.create_pass_builder(_target_machine(), options)


class _Module:
    """LLVM code in a context of its own."""

    def __init__(self, content: str | bytes) -> None:
        self._context = binding.create_context()
        machine = _target_machine()
        self._triple, self._layout = machine.triple, str(machine.target_data)
        self.code: Any = self._parsed(content)  # Any: LLVM's

    def close(self) -> None:
        """Release the code before its context. Python's collector may delete them in any order."""
        self.code.close()

    def _parsed(self, content: str | bytes) -> Any:
        parse = binding.parse_assembly if isinstance(content, str) else binding.parse_bitcode
        module = parse(content, self._context)
        module.triple, module.data_layout = self._triple, self._layout
        return module

    def link(self, text: str) -> None:
        """Add the functions of a text."""
        self.code.link_in(self._parsed(text))

    def optimize_functions(self) -> None:
        """Optimize each function on its own."""
        for function in self.code.functions:
            if not function.is_declaration:
                builder = _passes(3, is_vectorized=True)
                builder.getFunctionPassManager().run(function, builder)

    def inline(self) -> None:
        """Put functions into their callers, and prepare loops for the optimization of the whole."""
        builder = _passes(0)
        passes = builder.getModulePassManager()
        passes.add_loop_rotate_pass()
        passes.add_instruction_combine_pass()
        passes.add_jump_threading_pass()
        passes.run(self.code, builder)

    def object_file(self, *, is_brief: bool) -> bytes:
        """Optimize all functions together, or only a little, and return their machine code."""
        if not is_brief:
            self.inline()
        builder = _passes(1) if is_brief else _passes(3, is_vectorized=True)
        builder.getModulePassManager().run(self.code, builder)
        self.code.verify()
        content: bytes = _target_machine().emit_object(self.code)
        return content
