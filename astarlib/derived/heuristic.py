"""A problem with another heuristic."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, overload

from astarlib.derived.derived_problem import P, derive, within, without_members
from astarlib.problem import Heuristic, Problem, S, bind_heuristic
from astarlib.resolving.resolved_problem import compiled_domain_of, compiled_heuristic_of, copy_with_heuristic_of

if TYPE_CHECKING:
    from astarlib.compiled_domain import CompiledDomain, CompiledHeuristic

__all__ = ["with_heuristic"]


@overload
def with_heuristic(problem: P, heuristic: Heuristic) -> P: ...
@overload
def with_heuristic(problem: P, heuristic: Callable[[Any], float]) -> P: ...
def with_heuristic(problem: P, heuristic: Heuristic | Callable[[Any], float]) -> P:
    """Return a shallow copy of a problem that uses another heuristic; ``problem`` itself doesn't change.

    A copy of a built-in problem whose class has the parameter ``heuristic`` is as if it had been made with this
    heuristic. For other problems, methods of the class that belong to its own heuristic (``heuristic_change``,
    ``heuristic_batch``) are ignored for the copy, and so is ``compiled_domain``, unless compiled engines can evaluate
    the new heuristic. They can evaluate a ``compiled.PatternDatabase``, and a ``MaxOf`` or ``SumOf`` of them.

    Parameters
    ----------
    problem:
        The problem to copy. Its instances must accept a new attribute.
    heuristic:
        A function ``state -> h`` that returns a number >= 0, or an object with a method ``bind(problem)`` that returns
        such a function. The built-in heuristics are such objects.

    Raises
    ------
    TypeError
        If ``heuristic`` is neither of these, or if the instances of the class accept no new attribute (``__slots__``).

    Examples
    --------
    >>> from astarlib import AStar
    >>> from astarlib.problems.npuzzle import Hamming, NPuzzle
    >>> puzzle = NPuzzle("1 2 3 / 4 5 6 / 0 7 8")
    >>> AStar().search(with_heuristic(puzzle, Hamming())).cost
    2
    """
    changed = within(problem, lambda inner: with_heuristic(inner, heuristic))
    if changed is not None:
        return changed
    bare = without_members(problem, "heuristic")
    make = copy_with_heuristic_of(bare)
    if make is not None and compiled_heuristic_of(bind_heuristic(heuristic, bare)) is None:
        return make(heuristic)
    added = heuristic_members(bare, heuristic)
    remedy = "or give the class a heuristic parameter"
    return derive(problem, "heuristic", added, user="with_heuristic", remedy=remedy)


def heuristic_members(problem: Problem[S, Any], heuristic: Heuristic | Callable[[Any], float]) -> dict[str, Any]:
    """Return the attributes that give a problem another heuristic, and a compiled domain with it if possible."""
    estimate = bind_heuristic(heuristic, problem)
    make = compiled_domain_of(problem)
    if make is None or compiled_heuristic_of(estimate) is None:
        return {"heuristic": estimate}
    return {"heuristic": estimate, "compiled_domain": _WithEstimate(make, estimate)}


@dataclass(frozen=True, slots=True)
class _WithEstimate(Generic[S]):
    """The method ``compiled_domain`` of a problem with another heuristic."""

    make: Callable[[], CompiledDomain[S]]
    estimate: Any  # Any: a function with a method ``compiled_heuristic``

    def for_problem(self, problem: Any, /) -> _WithEstimate[S]:
        """Return the method of another problem with this heuristic, whose domain may have other edges."""
        name = getattr(self.make, "__name__", "")
        return _WithEstimate(getattr(type(problem), name).__get__(problem), self.estimate)

    def __call__(self) -> CompiledDomain[S]:
        """Return the domain."""
        domain = self.make()
        heuristic: CompiledHeuristic = self.estimate.compiled_heuristic(domain, len(domain.tables))
        return heuristic.in_domain(domain)
