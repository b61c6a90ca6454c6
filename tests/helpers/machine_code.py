"""Run a function of the small Python of translated problems as machine code that the direct compiler has made."""

from __future__ import annotations

import ctypes
import pickle
from collections.abc import Callable
from typing import Any

from llvmlite import binding

from astarlib.compiled.codegen.code_cache import LINKED
from astarlib.compiled.codegen.direct.domain import DomainCompiler
from astarlib.compiled.codegen.direct.values import numbers_of
from astarlib.compiled.codegen.state_source import state_source

_TYPES = {"int": ctypes.c_int64, "tables": ctypes.c_int64, "float": ctypes.c_double, "bool": ctypes.c_bool}


class Excinfo(ctypes.Structure):
    """numba's description of an error."""

    _fields_ = (("data", ctypes.c_void_p), ("size", ctypes.c_int32))


def run(text: str) -> tuple[Any, Any]:
    """Return an engine with the functions of a text in LLVM's language, and what it needs as long as it lives."""
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    module = binding.parse_assembly(text)
    module.verify()
    machine = binding.Target.from_default_triple().create_target_machine(opt=1)
    builder = binding.create_pass_builder(machine, binding.create_pipeline_tuning_options(speed_level=1))
    builder.getModulePassManager().run(module, builder)
    engine = binding.create_mcjit_compiler(module, machine)
    engine.finalize_object()
    return engine, machine


def machine_code(text: str, kinds: str) -> Callable[..., Any]:
    """Return the function ``probe`` of a text for arguments of these kinds, as a function that Python can call.
    It returns a list of numbers, or the class of an error.
    """
    compiler = DomainCompiler(text, (), state_source(1), 1, is_int=True)
    compiler.calls.aliases["probe"] = compiler.problem, "probe"
    results = list(numbers_of(compiler.calls.function("probe", tuple(kinds.split())).result))
    engine, _ = run(compiler.module({"probe": (" ".join(results), kinds)}))
    parameters = [_TYPES[kind] for kind in kinds.split()]
    prototype = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, *parameters)
    function = prototype(engine.get_function_address(f"{LINKED}probe"))

    def call(*arguments: Any) -> Any:
        assert engine is not None  # It owns the code.
        found = (ctypes.c_int64 * max(len(results), 1))()
        error = ctypes.c_void_p()
        if function(ctypes.addressof(found), ctypes.addressof(error), *arguments) != 0:
            assert error.value is not None
            info = Excinfo.from_address(error.value)
            return pickle.loads(ctypes.string_at(info.data, info.size))[0]
        return [_TYPES[kind].from_buffer(found, 8 * at).value for at, kind in enumerate(results)]

    return call
