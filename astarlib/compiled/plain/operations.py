"""The operations that generated code calls. `intrinsics` has what numba compiles in their place."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

Number: TypeAlias = Any
"""A number in compiled code. Any: numba knows its type."""
GENERATED: Final = "__generated__"
"""The name under which the text of generated functions is among their globals."""
MEMORY_WORDS: Final = 1 << 13
"""The number of words of memory for the lists and tuples of one call."""
TOO_LARGE: Final = "a whole number doesn't fit 64 bits; engines in Python have no such limit"
NO_MEMORY: Final = (
    f"the lists and tuples that a method makes in one call need more than {8 * MEMORY_WORDS // 1024} KB of memory; "
    "make fewer or shorter ones, or use an engine in Python"
)
NO_ROOM: Final = (
    "a number of a state doesn't fit the bits that compiled code has for it; call compile_problem(problem, bits=64)"
)
EXACT: Final = "a whole number above 2**53, or 53 of the 64 bits, becomes a float; engines in Python have no such limit"


def add(a: Number, b: Number) -> Number:
    """Return a + b. Raise OverflowError if that doesn't fit 64 bits."""
    raise NotImplementedError


def subtract(a: Number, b: Number) -> Number:
    """Return a - b. Raise OverflowError if that doesn't fit 64 bits."""
    raise NotImplementedError


def multiply(a: Number, b: Number) -> Number:
    """Return a * b. Raise OverflowError if that doesn't fit 64 bits."""
    raise NotImplementedError


def floor_div(a: Number, b: Number) -> Number:
    """Return a // b of whole numbers. Raise ZeroDivisionError or OverflowError."""
    raise NotImplementedError


def modulo(a: Number, b: Number) -> Number:
    """Return a % b of whole numbers. Raise ZeroDivisionError."""
    raise NotImplementedError


def word(value: Number) -> Number:
    """Return 64 bits, or a truth value, as a signed whole number."""
    raise NotImplementedError


def real(value: Number) -> Number:
    """Return a whole number as a float."""
    raise NotImplementedError


def ones(value: Number) -> Number:
    """Return the number of bits that are 1."""
    raise NotImplementedError


def load(at: Number, i: Number) -> Number:
    """Return word i from an address on."""
    raise NotImplementedError


def load_float(at: Number, i: Number) -> Number:
    """Return word i from an address on as a float."""
    raise NotImplementedError


def fixed(at: Number, i: Number) -> Number:
    """Return word i from an address on, which never changes."""
    raise NotImplementedError


def fixed_float(at: Number, i: Number) -> Number:
    """Return word i from an address on, which never changes, as a float."""
    raise NotImplementedError


def store(at: Number, i: Number, value: Number) -> None:
    """Write word i from an address on."""
    raise NotImplementedError


def store_float(at: Number, i: Number, value: Number) -> None:
    """Write word i from an address on as a float."""
    raise NotImplementedError


def make_memory() -> Number:
    """Return the address of memory for lists and tuples, which is there until the calling function returns."""
    raise NotImplementedError


def allocate(memory: Number, words: Number) -> Number:
    """Return the address of that many words of the memory. Raise CapacityError if there are too few."""
    raise NotImplementedError


def copy(target: Number, source: Number, words: Number) -> None:
    """Copy words from one address to another. They may overlap."""
    raise NotImplementedError


def field(packed: Number, shift: Number, bits: Number, low: Number) -> Number:
    """Return the number in some bits of a word, plus ``low``."""
    raise NotImplementedError


def place(packed: Number, value: Number, shift: Number, bits: Number, low: Number) -> Number:
    """Return the word with a number, minus ``low``, in some bits. Raise CapacityError if the number doesn't fit."""
    raise NotImplementedError


def bits_of(value: Number) -> Number:
    """Return the bits of a float as a whole number, the same for 0.0 and -0.0."""
    raise NotImplementedError


def float_of(packed: Number) -> Number:
    """Return the float that has these bits."""
    raise NotImplementedError


def real_power(base: Number, exponent: Number) -> Number:
    """Return the power of two floats."""
    raise NotImplementedError


def square_root(value: Number) -> Number:
    """Return the square root of a float. Raise ValueError for a negative number."""
    raise NotImplementedError
