"""The requirements of compiled engines: numba, and a problem with a compiled domain."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from astarlib.compiled.installation import require_numba
from astarlib.compiled_domain import CompiledDomain
from astarlib.errors import MissingCapabilityError, short_repr
from astarlib.problem import Problem, S
from astarlib.resolving.resolved_problem import compiled_domain_of, require_capability

T = TypeVar("T")


def domain_of(problem: Problem[S, Any], caller: object) -> CompiledDomain[S]:
    """Return the compiled domain of a problem. ``caller`` is an engine or the name of a function, for messages.
    Raise MissingCapabilityError if the problem can't be compiled, or a method of a more derived class overrides it, and
    ImportError if numba isn't installed.
    """
    require_numba()

    def domain(form: Problem[S, Any]) -> CompiledDomain[S]:
        return make_domain(form, require_capability(form, "compiled_domain", caller))

    return with_compiled_form(problem, domain)


def with_compiled_form(problem: Any, use: Callable[[Any], T]) -> T:  # Any: a problem, which is checked later
    """Return what ``use`` returns for the compiled form of a problem. If a domain that is written by hand doesn't have
    what the problem needs, such as its heuristic, the methods of the problem are translated.
    """
    form = compiled_form(problem)
    try:
        return use(form)
    except MissingCapabilityError as error:
        if isinstance(form, type) or _says_no(form) or _is_a_domain(form):
            raise
        from astarlib.compiled.plain.problem import compile_problem  # It needs this module.

        try:
            other = compile_problem(form)
        except MissingCapabilityError as refusal:
            raise MissingCapabilityError(f"{error}. Its methods can't be translated either: {refusal}") from refusal
        if other is form:  # Something else is missing.
            raise
    return use(other)


def compiled_form(problem: Any) -> Any:  # Any: a problem, which is checked later
    """Return a problem that has a compiled domain as it is, and a plain one in its compiled form."""
    if isinstance(problem, type) or compiled_domain_of(problem) is not None:
        return problem
    if _says_no(problem) or _is_a_domain(problem):
        return problem
    from astarlib.compiled.plain.problem import compile_problem  # It needs this module.

    return compile_problem(problem)


def _says_no(problem: Any) -> bool:  # Any: as above
    """Return True if a problem says that it can't be compiled."""
    return hasattr(problem, "compiled_domain") and problem.compiled_domain is None


def _is_a_domain(problem: Any) -> bool:  # Any: as above
    """Return True for a DomainProblem, which has no other code to translate."""
    return isinstance(getattr(problem, "_domain", None), CompiledDomain)


def make_domain(problem: Problem[S, Any], make: Callable[[], CompiledDomain[S]]) -> CompiledDomain[S]:
    """Return the domain that the valid method ``compiled_domain`` of a problem returns, after checking its type."""
    domain = make()
    if not isinstance(domain, CompiledDomain):
        raise MissingCapabilityError(
            f"{type(problem).__name__}.compiled_domain() returned {short_repr(domain)}; expected a CompiledDomain"
        )
    return domain
