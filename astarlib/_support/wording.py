"""Numbers as text, and hints, for people."""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping
from types import AsyncGeneratorType, CodeType, CoroutineType
from typing import Any, Final


def format_number(value: float) -> str:
    """Return a number as text: integers in full, other numbers with six digits, thousands separated by commas."""
    return f"{value:,}" if isinstance(value, int) else f"{float(value):,.6g}"


def round_ratio_up(ratio: float) -> float:
    """Return a suboptimality bound rounded up to three decimals, so that it stays true."""
    if not 1 < ratio < 1e12:
        return ratio
    # The bound is rounded up itself, so the ratio lies above the float before it.
    return max(1.001, math.ceil(math.nextafter(ratio, 1) * 1000) / 1000)


ASYNC_HINT: Final = (
    "An engine can't wait for an async method: return the value itself. To send many requests at once, write "
    "heuristic_batch, and call asyncio.run in it (see the guide 'Use a slow heuristic')."
)
ASYNC_CODE: Final = 0x80 | 0x200
"""The flags of coroutines and async generators. The module inspect names them, but importing it takes too long."""
_FUNCTION_IN: Final[Mapping[type, str]] = {
    property: "fget", functools.cached_property: "func", staticmethod: "__func__", classmethod: "__func__",
    functools.partial: "func", functools.partialmethod: "func", type(functools.lru_cache(abs)): "__wrapped__",
}  # fmt: skip
"""The attribute in which each kind of wrapper keeps its function. Other wrappers may wait for an async function."""


def hint_for(value: object, usual: str = "Did you forget `return`?") -> str:
    """Return what to add to a message about a value that a method returned: the usual hint, or one about ``async``."""
    if not isinstance(value, CoroutineType | AsyncGeneratorType):
        return usual
    if isinstance(value, CoroutineType):
        value.close()  # Else Python warns that it was never awaited.
    return ASYNC_HINT


def is_async(member: Any) -> bool:  # Any: whatever a class or an instance has
    """Return True if calling a member, or reading a property, returns a coroutine or an async generator."""
    while type(member) in _FUNCTION_IN:
        member = getattr(member, _FUNCTION_IN[type(member)])
    code = getattr(member, "__code__", None)
    if code is None and member is not None:
        code = getattr(getattr(type(member), "__call__", None), "__code__", None)  # noqa: B004  # It reads the method.
    return isinstance(code, CodeType) and code.co_flags & ASYNC_CODE != 0
