"""The conversion of return codes and exceptions of kernels to errors that name the problem, the state and the value."""

from __future__ import annotations

from typing import Any, Final

from astarlib.compiled.kernels.codes import (
    BAD_BACKWARD_H,
    BAD_COST,
    BAD_H,
    BAD_RESOURCES,
    BAD_STEPS,
    BAD_SUCCESSOR_COUNT,
)
from astarlib.compiled.plain.problem import is_translated
from astarlib.compiled.runtime.compile_errors import compile_error_text, compile_errors
from astarlib.compiled_domain import CompiledDomain
from astarlib.errors import (
    AstarlibError,
    CapacityError,
    InvalidCostError,
    InvalidHeuristicError,
    ProblemMethodError,
    ProblemStateError,
    short_repr,
)
from astarlib.resolving.resolved_problem import compiled_domain_of

_ESTIMATES: Final = {
    BAD_H: "the heuristic",
    BAD_BACKWARD_H: "the backward heuristic",
    BAD_STEPS: "steps_to_go",
}
"""The functions of a domain that return an estimate, by the code of a wrong one."""


def kernel_errors(*others: type[Exception]) -> tuple[type[Exception], ...]:
    """Return the exceptions that a call of a kernel may raise, and others."""
    return *others, ArithmeticError, LookupError, ValueError, AssertionError, *compile_errors()


def domain_error(
    code: int, domain: CompiledDomain[Any], problem: object, *, state: Any, edge: int, value: float,
    is_back: bool = False,
) -> AstarlibError:  # fmt: skip
    """Return the error for a return code of a kernel. ``edge`` leads out of ``state``, or with ``is_back`` into it."""
    where = f"in the compiled domain of {type(problem).__name__}"
    edge_of = f"{where}, edge {edge} {'into' if is_back else 'out of'} {short_repr(state)}"
    counter = "predecessor_count" if is_back else "successor_count"
    plain = int(value) if abs(value) < 2**62 and value.is_integer() else value
    if code == BAD_COST:
        return InvalidCostError(
            f"{edge_of}: the cost is {plain!r}; expected a finite number >= 0", state=state, value=plain
        )
    if code in _ESTIMATES:
        dead = "" if code == BAD_STEPS else ", or for a dead end DEAD_END (inf with costs=float)"
        text = f"{edge_of}: {_ESTIMATES[code]} is {plain!r}; expected a number >= 0{dead}"
        return InvalidHeuristicError(text, state=state, value=plain)
    if code == BAD_RESOURCES:  # The problem's own resources were right.
        return ProblemMethodError(f"{edge_of}: a resource is NaN; expected numbers", state=state)
    if code == BAD_SUCCESSOR_COUNT and value > 0 and is_translated(problem):
        return CapacityError(f"{where}, {short_repr(state)} has more than {domain.max_successors} edges")
    if code == BAD_SUCCESSOR_COUNT:
        return ProblemMethodError(
            f"{where}: {counter} returned {plain!r} for {short_repr(state)}; expected 0 to max_successors, "
            f"{domain.max_successors}", state=state, value=plain,
        )  # fmt: skip
    return ProblemStateError(f"{edge_of}: aux is out of range; expected 0 to max_aux, {domain.max_aux}", state=state)


def function_error(problem: object, state: Any, error: Exception) -> AstarlibError:
    """Return the error for an exception that a compiled function raised, or that numba raised during compilation."""
    name = type(problem).__name__
    if isinstance(error, compile_errors()):
        return ProblemMethodError(
            f"the compiled domain of {name} doesn't compile: {compile_error_text(error, _domain(problem))}", value=error
        )
    if isinstance(error, CapacityError):
        return CapacityError(
            f"in the compiled form of {name}, at {short_repr(state)} or one of its descendants: {error}"
        )
    return ProblemMethodError(
        f"in the compiled domain of {name}: a function raised {type(error).__name__}: {error}, at "
        f"{short_repr(state)} or one of its descendants", state=state, value=error,
    )  # fmt: skip


def _domain(problem: Any) -> CompiledDomain[Any] | None:  # Any: a problem
    """Return the domain of a problem, or None without one."""
    make = compiled_domain_of(problem)
    return None if make is None else make()
