"""Decorators for the functions of domains, operations on the bits of words, and arrays on the stack."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

import numba
from llvmlite import ir  # type: ignore[import-untyped]  # It has no annotations.
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

_WORD = ir.IntType(64)
SIZED: Final[dict[Any, tuple[str, int]]] = {}
"""For each operation on a fixed number of words: the name of the function that made it, and the number of words."""
F = TypeVar("F", bound=Callable[..., Any])
_njit: Any = numba.njit  # Any: some of its options have no types.
# Decorated functions make no objects, so numba needn't count references.
_OPTIONS: Final[Mapping[str, Any]] = {"_nrt": False, "error_model": "numpy", "no_cpython_wrapper": True}
IS_INLINED: Final[dict[Any, bool]] = {}
"""The functions that the decorators have made, and whether their code is put into their callers."""


def compiled(function: F) -> F:
    """Return a function that only other compiled functions call."""
    dispatcher: F = _njit(function, **_OPTIONS)
    IS_INLINED[dispatcher] = False
    return dispatcher


def inlined(function: F) -> F:
    """Return a function whose code is put into its callers."""
    dispatcher: F = _njit(function, **_OPTIONS, forceinline=True)
    IS_INLINED[dispatcher] = True
    return dispatcher


def _count_bits(typing: Any, word: Any) -> Any:  # Any: numba's types aren't annotated
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.ctpop(values[0])

    return types.int64(types.uint64), generate


count_bits: Any = intrinsic(_count_bits)
"""``count_bits(word)`` returns the number of bits of a word that are set, as int64."""


def _lowest_bit(typing: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.cttz(values[0], ir.IntType(1)(0))

    return types.uint64(types.uint64), generate


lowest_bit: Any = intrinsic(_lowest_bit)
"""``lowest_bit(word)`` returns the number of the lowest set bit, or 64 if there is none, as uint64."""


def make_stack_words(count: int) -> Any:
    """Return ``stack_words()``, which returns the address of that many words on the stack of its caller.
    ``peek`` and ``poke`` of `intrinsics` read and write them. They aren't initialized. Each place in the code that
    calls the function has its own words, and each thread has, too.
    """

    @intrinsic
    def stack_words(typing: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            words = cgutils.alloca_once(builder, _WORD, size=_WORD(count))  # type: ignore[no-untyped-call]
            return builder.ptrtoint(words, _WORD)

        return types.int64(), generate

    SIZED[stack_words] = "make_stack_words", count
    return stack_words


def _stack_memory(typing: Any, count: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.ptrtoint(builder.alloca(_WORD, size=values[0]), _WORD)

    return types.int64(types.int64), generate


stack_memory: Any = intrinsic(_stack_memory)
"""``stack_memory(count)`` returns the address of that many words on the stack, which are free again when the function
returns. LLVM never puts the code of such a function into its callers. So don't call it in a loop.
"""


def _words_of(typing: Any, state: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        place = cgutils.alloca_once(builder, values[0].type)  # type: ignore[no-untyped-call]
        builder.store(values[0], place)
        return builder.ptrtoint(place, _WORD)

    return types.int64(state), generate


words_of: Any = intrinsic(_words_of)
"""``words_of(state)`` returns the address of a copy of the words of a state, on the stack of its caller."""


def make_state_at(words: int) -> Any:
    """Return ``state_at(address)``, which returns the state of ``words`` words at an address."""
    several: Any = types.UniTuple
    kind: Any = types.uint64 if words == 1 else several(types.uint64, words)

    @intrinsic
    def state_at(typing: Any, address: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            place = builder.inttoptr(values[0], context.get_value_type(kind).as_pointer())
            return builder.load(place, align=8)

        return kind(types.int64), generate

    SIZED[state_at] = "make_state_at", words
    return state_at
