"""What a kernel met that no domain may do, as an error that names state, edge and value."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from numba.core.errors import NumbaError

from astarlib.compiled.intrinsics import MARK
from astarlib.compiled.kernels.codes import BAD_BRANCHING, BAD_COST, BAD_H
from astarlib.compiled_domain import CompiledDomain
from astarlib.errors import (
    InvalidCostError,
    InvalidHeuristicError,
    InvalidProblemError,
    ProblemMethodError,
    ProblemStateError,
    short_repr,
)

_KERNELS = Path(__file__).parent / "kernels"
_WHERE = "in the compiled domain of"


def fault(
    code: int, domain: CompiledDomain[Any], problem: object, *, state: Any, i: int, value: float
) -> InvalidProblemError:
    """The error for a code; ``i`` is the number of the edge out of ``state``."""
    where = f"{_WHERE} {type(problem).__name__}, edge {i} out of {short_repr(state)}"
    shown = int(value) if abs(value) < 2**62 and value.is_integer() else value
    if code == BAD_COST:
        return InvalidCostError(
            f"{where}: the cost is {shown!r}; a cost must be a finite number of at least 0", state=state, value=shown
        )
    if code == BAD_H:
        return InvalidHeuristicError(
            f"{where}: the heuristic is {shown!r}; it must be at least 0, or DEAD_END (with floats inf) where no goal "
            "can be reached", state=state, value=shown,
        )  # fmt: skip
    if code == BAD_BRANCHING:
        return ProblemMethodError(
            f"{_WHERE} {type(problem).__name__}: successor_count gave {shown!r} for {short_repr(state)}; it must be "
            "0 to "
            f"max_successors, {domain.max_successors}", state=state, value=shown,
        )  # fmt: skip
    return ProblemStateError(f"{where}: aux is not 0 to max_aux, {domain.max_aux}", state=state)


def raised(problem: object, state: Any, error: Exception) -> ProblemMethodError:
    """The error for one that a compiled function raised, or that numba met when it compiled them."""
    if isinstance(error, NumbaError):
        return ProblemMethodError(
            f"the compiled domain of {type(problem).__name__} does not compile: {_reason(error)}", value=error
        )
    return ProblemMethodError(
        f"{_WHERE} {type(problem).__name__}: a function raised {type(error).__name__}: {error}, at or behind "
        f"{short_repr(state)}", state=state, value=error,
    )  # fmt: skip


def _reason(error: NumbaError) -> str:
    """Return in one line why numba refused a function, and where; the whole text stays in the error itself."""
    text = re.sub(r"\x1b\[\d*m", "", str(error))
    ours = re.search(f"{MARK}(.*)", text)
    if ours is not None:
        return ours[1].strip()
    lines = [line.strip() for line in text.splitlines()]
    first = next((line for line in lines if line != "" and not line.startswith("Failed in ")), "no reason given")
    if "NRT required" in text:
        first = "it makes a list, an array or another object; expected numbers and tuples of numbers"
    places = re.findall(r"During: .* at (\S+) \((\d+)\)", text)
    place = next(((Path(file).name, line) for file, line in places if Path(file).parent != _KERNELS), None)
    return first if place is None else f"{first} ({place[0]}, line {place[1]})"
