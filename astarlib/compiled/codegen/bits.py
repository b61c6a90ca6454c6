"""Operations on the bits and the addresses of words, for compiled functions of domains, and decorators for these.

`direct` writes the code of the operations. They can't be called from Python.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

IS_INLINED: Final[dict[Any, bool]] = {}
"""The functions that the decorators have marked, and whether their code is put into their callers."""
SIZED: Final[dict[Any, tuple[str, int]]] = {}
"""For each operation on a fixed number of words: its name, and the number of words."""
F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """Mark a function that only other compiled functions call. A division by zero in it raises no error."""
    IS_INLINED[function] = False
    return function


def inlined(function: F) -> F:
    """Mark such a function whose code is put into its callers."""
    IS_INLINED[function] = True
    return function


def count_bits(word: Any) -> Any:  # Any: a number, as in all of these functions
    """Return the number of bits of a word that are set, as int64."""
    raise NotImplementedError


def lowest_bit(word: Any) -> Any:
    """Return the number of the lowest set bit, or 64 if there is none, as uint64."""
    raise NotImplementedError


def peek(address: Any, at: Any) -> Any:
    """Return item ``at`` of an array of int64, given the address of the array."""
    raise NotImplementedError


def poke(address: Any, at: Any, value: Any) -> None:
    """Write an item of an array of int64."""
    raise NotImplementedError


def peek_float(address: Any, at: Any) -> Any:
    """Return an item of an array of float64."""
    raise NotImplementedError


def poke_float(address: Any, at: Any, value: Any) -> None:
    """Write an item of an array of float64."""
    raise NotImplementedError


def stack_memory(count: Any) -> Any:
    """Return the address of that many words on the stack, which are free again when the function returns.
    LLVM never puts the code of such a function into its callers. So don't call it in a loop.
    """
    raise NotImplementedError


def words_of(state: Any) -> Any:
    """Return the address of a copy of the words of a state, on the stack of its caller."""
    raise NotImplementedError


def make_stack_words(count: int) -> Callable[[], Any]:
    """Return ``stack_words()``, which returns the address of that many words on the stack of its caller.
    ``peek`` and ``poke`` read and write them. They aren't initialized. Each place in the code that calls the function
    has its own words, and each thread has, too.
    """

    def stack_words() -> Any:
        raise NotImplementedError(count)  # The number is a part of the function's fingerprint.

    SIZED[stack_words] = "stack_words", count
    return stack_words


def make_state_at(words: int) -> Callable[[Any], Any]:
    """Return ``state_at(address)``, which returns the state of ``words`` words at an address."""

    def state_at(address: Any) -> Any:
        raise NotImplementedError(words)  # as above

    SIZED[state_at] = "state_at", words
    return state_at
