"""The pancake problem for compiled engines. This module needs numpy.

A stack is one 64-bit word with four bits for each pancake. The top pancake is in the lowest bits.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final

import numpy as np

from astarlib.compiled_domain import CompiledDomain
from astarlib.errors import MissingCapabilityError

U = np.uint64
Word = Any
"""A number in a function that numba compiles. No static type describes it."""
_MAX_PANCAKES: Final = 16


def compiled_domain(stack: tuple[int, ...]) -> CompiledDomain[tuple[int, ...]]:
    """Return the compiled domain of an initial stack. Raise MissingCapabilityError if it doesn't fit a word."""
    domain = _domain_of(len(stack))
    beside = np.zeros(len(stack) + 1, np.int64)
    for one, other in pairwise((*stack, len(stack) + 1)):
        beside[one - 1] |= 1 << other - 1
        beside[other - 1] |= 1 << one - 1
    return replace(domain, tables=(beside,))


@lru_cache(maxsize=_MAX_PANCAKES)
def _domain_of(pancakes: int) -> CompiledDomain[tuple[int, ...]]:  # noqa: C901  # functions over the same constants
    if pancakes > _MAX_PANCAKES:
        raise MissingCapabilityError(
            f"PancakeProblem has a compiled_domain for up to {_MAX_PANCAKES} pancakes, not {pancakes}"
        )
    goal = U(sum(at << 4 * at for at in range(pancakes)))
    low, last = U(15), U(4 * (pancakes - 1))

    def encode(stack: tuple[int, ...]) -> tuple[int, int]:
        return sum(size - 1 << 4 * at for at, size in enumerate(stack)), 0

    def decode(word: int, _: int) -> tuple[int, ...]:
        return tuple((word >> 4 * at & 15) + 1 for at in range(pancakes))

    def successor_count(tables: Word, stack: Word, aux: Word) -> Word:
        return pancakes - 1

    def apply(tables: Word, stack: Word, aux: Word, i: Word) -> Word:
        turned = (stack & U(0x0F0F0F0F0F0F0F0F)) << U(4) | stack >> U(4) & U(0x0F0F0F0F0F0F0F0F)
        turned = (turned & U(0x00FF00FF00FF00FF)) << U(8) | turned >> U(8) & U(0x00FF00FF00FF00FF)
        turned = (turned & U(0x0000FFFF0000FFFF)) << U(16) | turned >> U(16) & U(0x0000FFFF0000FFFF)
        turned = turned << U(32) | turned >> U(32)
        kept = U(4) * U(i + 2)  # The bits that are flipped. A shift by 64 is undefined, so it's split in two.
        below = stack >> (kept - U(4)) >> U(4) << (kept - U(4)) << U(4)
        return turned >> (U(64) - kept) | below, 0, 1

    def is_goal(tables: Word, stack: Word, aux: Word) -> Word:
        return stack == goal

    def heuristic(tables: Word, stack: Word, aux: Word) -> Word:
        gaps = np.int64(np.int64(stack >> last & low) != pancakes - 1)
        for at in range(pancakes - 1):
            upper, lower = np.int64(stack >> U(4 * at) & low), np.int64(stack >> U(4 * at + 4) & low)
            gaps += np.int64(abs(upper - lower) > 1)
        return gaps

    def backward_heuristic(tables: Word, stack: Word, aux: Word) -> Word:
        beside, new = tables[0], np.int64(0)
        for at in range(pancakes):
            upper = np.int64(stack >> U(4 * at) & low)
            lower = pancakes if at == pancakes - 1 else np.int64(stack >> U(4 * at + 4) & low)
            new += np.int64(beside[upper] >> lower & 1 == 0)
        return new

    def next_heuristic(tables: Word, stack: Word, aux: Word, h: Word, i: Word, turned: Word, next_aux: Word) -> Word:
        at = U(4) * U(i + 1)
        before, after = np.int64(stack >> at & low), np.int64(turned >> at & low)
        lower = pancakes if at == last else np.int64(stack >> (at + U(4)) & low)
        return h + np.int64(abs(after - lower) > 1) - np.int64(abs(before - lower) > 1)

    functions = encode, decode, successor_count, apply, is_goal, heuristic, next_heuristic, backward_heuristic
    named: dict[str, Any] = {function.__name__: function for function in functions}
    return CompiledDomain(
        **named,
        predecessor_count=successor_count,
        apply_back=apply,
        max_successors=max(1, pancakes - 1),
        bits=8,
    )
