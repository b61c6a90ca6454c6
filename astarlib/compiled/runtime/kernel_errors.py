"""The conversion of return codes and exceptions of kernels to errors that name the problem, the state and the value."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from numba.core.errors import NumbaError

from astarlib.compiled import kernels
from astarlib.compiled.codegen.intrinsics import MESSAGE_MARK
from astarlib.compiled.kernels.codes import BAD_BACKWARD_H, BAD_COST, BAD_H, BAD_SUCCESSOR_COUNT
from astarlib.compiled_domain import CompiledDomain
from astarlib.errors import (
    InvalidCostError,
    InvalidHeuristicError,
    InvalidProblemError,
    ProblemMethodError,
    ProblemStateError,
    short_repr,
)

KERNEL_ERRORS = (ArithmeticError, LookupError, ValueError, AssertionError, NumbaError)
"""The exceptions that a call of a kernel may raise."""
_KERNELS = Path(kernels.__file__).parent


def domain_error(
    code: int, domain: CompiledDomain[Any], problem: object, *, state: Any, edge: int, value: float,
    is_back: bool = False,
) -> InvalidProblemError:  # fmt: skip
    """Return the error for a return code of a kernel.

    ``edge`` is the number of the edge out of ``state``, or with ``is_back`` of the edge into it.
    """
    where = f"in the compiled domain of {type(problem).__name__}"
    edge_of = f"{where}, edge {edge} {'into' if is_back else 'out of'} {short_repr(state)}"
    counter = "predecessor_count" if is_back else "successor_count"
    plain = int(value) if abs(value) < 2**62 and value.is_integer() else value
    if code == BAD_COST:
        return InvalidCostError(
            f"{edge_of}: the cost is {plain!r}; expected a finite number >= 0", state=state, value=plain
        )
    if code in {BAD_H, BAD_BACKWARD_H}:
        name = "heuristic" if code == BAD_H else "backward heuristic"
        return InvalidHeuristicError(
            f"{edge_of}: the {name} is {plain!r}; expected a number >= 0, or for a dead end DEAD_END (inf with "
            "costs=float)", state=state, value=plain,
        )  # fmt: skip
    if code == BAD_SUCCESSOR_COUNT:
        return ProblemMethodError(
            f"{where}: {counter} returned {plain!r} for {short_repr(state)}; expected 0 to max_successors, "
            f"{domain.max_successors}", state=state, value=plain,
        )  # fmt: skip
    return ProblemStateError(f"{edge_of}: aux is out of range; expected 0 to max_aux, {domain.max_aux}", state=state)


def function_error(problem: object, state: Any, error: Exception) -> ProblemMethodError:
    """Return the error for an exception that a compiled function raised, or that numba raised during compilation."""
    name = type(problem).__name__
    if isinstance(error, NumbaError):
        return ProblemMethodError(f"the compiled domain of {name} doesn't compile: {_reason(error)}", value=error)
    return ProblemMethodError(
        f"in the compiled domain of {name}: a function raised {type(error).__name__}: {error}, at "
        f"{short_repr(state)} or one of its descendants", state=state, value=error,
    )  # fmt: skip


def _reason(error: NumbaError) -> str:
    """Return one line with the reason and the place of a compilation error. The numba error has the complete text."""
    text = re.sub(r"\x1b\[\d*m", "", str(error))
    ours = re.search(f"{MESSAGE_MARK}(.*)", text)
    if ours is not None:
        return ours[1].strip()
    lines = [line.strip() for line in text.splitlines()]
    first = next((line for line in lines if line != "" and not line.startswith("Failed in ")), "no reason given")
    if "NRT required" in text:
        first = "it makes a list, an array or another object; expected numbers and tuples of numbers"
    places = re.findall(r"During: .* at (\S+) \((\d+)\)", text)
    place = next(((Path(file).name, line) for file, line in places if Path(file).parent != _KERNELS), None)
    return first if place is None else f"{first} ({place[0]}, line {place[1]})"
