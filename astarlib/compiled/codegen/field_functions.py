"""The functions of a `StateFields` for numba: the object is a constant, and its functions are compiled at first use."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache
from types import FunctionType
from typing import Any, Protocol

import numba
import numpy as np
from numba.core import types
from numba.core.errors import TypingError
from numba.core.imputils import lower_constant, lower_getattr_generic
from numba.core.registry import cpu_target
from numba.core.typing.templates import AttributeTemplate
from numba.extending import infer_getattr, models, register_model

from astarlib.compiled.codegen.field_source import compiled_source
from astarlib.compiled.codegen.intrinsics import MESSAGE_MARK, make_checked_field
from astarlib.compiled.codegen.numba_parts import compile_inlined


class Fields(Protocol):
    """The part of a `StateFields` that this module uses."""

    @property
    def layout(self) -> Any:  # Any: see `field_source`
        """The bits of each field."""
        ...

    @property
    def words(self) -> int:
        """The number of words of a state."""
        ...

    @property
    def function_names(self) -> Sequence[str]:
        """The names of the functions that compiled code can call."""
        ...

    def __hash__(self) -> int: ...


class FieldsType(types.Opaque):
    """The type of a `StateFields` in compiled code. Equal layouts have the same type."""

    def __init__(self, fields: Fields) -> None:
        self.fields = fields
        init: Any = super().__init__  # Any: numba has no annotations
        init(name=repr(fields))


def fields_type(fields: Fields) -> FieldsType:
    """Return the type of a `StateFields`."""
    return FieldsType(fields)


class _Functions(AttributeTemplate):
    """The attributes of a `StateFields` in compiled code."""

    key = FieldsType

    def generic_resolve(self, kind: FieldsType, name: str) -> Any:  # type: ignore[override]  # Any: numba's type
        """Return the type of a function; TypingError if there is no such function."""
        if name not in kind.fields.function_names:
            names = ", ".join(kind.fields.function_names)
            raise TypingError(f"{MESSAGE_MARK}{kind.fields!r} has no {name} in compiled code; it has {names}.\n")
        type_of: Any = numba.typeof
        return type_of(compiled_functions(kind.fields)[name])


def _lower(context: Any, *_: Any) -> Any:  # Any: numba's
    """Return the value of a `StateFields`, or of one of its functions: none, since both are known from their types."""
    return context.get_dummy_value()


@cache
def compiled_functions(fields: Fields) -> dict[str, Any]:  # Any: numba's functions
    """Return the functions of a `StateFields` as numba functions, by name."""
    names: dict[str, Any] = {"_U": np.uint64, "_I": np.int64, "__name__": __name__}
    names.update({f"_value_{name}": make_checked_field(name) for name in fields.function_names if name[:4] != "get_"})
    exec(compile(compiled_source(fields.layout, fields.words), "<astarlib>", "exec"), names)  # noqa: S102  # It's our own source.
    tag = hashlib.sha256(repr(fields).encode()).hexdigest()[:16]
    found: dict[str, Any] = {}
    for name in fields.function_names:
        function: FunctionType = names[name]
        function.__qualname__ = f"{name}_{tag}"  # So that symbols in machine code differ between layouts.
        found[name] = compile_inlined(function)
    return found


def _register() -> None:
    """Register the type and its functions with numba."""
    functions: tuple[Any, ...] = (register_model, infer_getattr, lower_getattr_generic, lower_constant)
    model, attributes, function, constant = functions
    model(FieldsType)(models.OpaqueModel)
    attributes(_Functions)
    function(FieldsType)(_lower)
    constant(FieldsType)(_lower)
    # numba may load this module while it infers the types of a function. Then it must know them at once.
    contexts: list[Any] = [cpu_target.typing_context, cpu_target.target_context]  # Any: numba's
    for context in contexts:
        context.refresh()


_register()
