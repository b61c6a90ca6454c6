"""`compile_problem`: a plain problem as one that compiled engines take, too."""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import partial
from typing import Any, Final, TypeVar

from astarlib._support.integers import check_int
from astarlib.compiled.installation import require_numba
from astarlib.compiled_domain import CompiledDomain
from astarlib.errors import MissingCapabilityError
from astarlib.problem import SearchProblem
from astarlib.resolving.resolved_problem import compiled_domain_of, resolve_problem

__all__ = ["compile_problem"]

P = TypeVar("P", bound=SearchProblem[Any, Any])

_classes: dict[type, Any] = {}
"""The classes of compiled problems, by the classes of the plain ones."""


def compile_problem(problem: P, *, bits: int | None = None) -> P:
    """Return a problem that compiled engines take, made from a problem that is written in plain Python.

    The methods of the problem are translated, so you write each of them only once, with tuples, lists, strings and
    whatever numbers you like. All engines give the same results and counters as without it.

    This function copies the values on the instance, on the class and in the module. Another instance of the class
    needs no further compilation. If the methods divide by a number of the instance, such as the width of a board, a
    second width needs one more.

    Parameters
    ----------
    problem:
        A problem in Python. One that has a ``compiled_domain`` already is returned as it is, unless a subclass replaces
        what its domain stands for, or the domain doesn't have the problem's heuristic.
    bits:
        The least number of bits of each whole number of a state, 1 to 64. With None, the default, it's found from the
        states that are near the initial state, with room for larger numbers.

    Returns
    -------
    SearchProblem
        A copy of the problem, whose class is a subclass of the problem's. It has the attribute ``source``, the
        generated code, and its attributes can't be assigned to. If the problem has a ``source`` of its own, the code is
        in ``compiled_domain.source``.

    Raises
    ------
    MissingCapabilityError
        If a method can't be translated. The message names the method, the line, the reason, and what to write instead.
    InvalidProblemError
        If the problem lacks a required method. The first search, or ``check_domain``, raises it, too, if a state has
        other edges, costs, h or another answer of the goal test than in Python.
    ValueError, TypeError
        If ``bits`` isn't a whole number from 1 to 64.
    ImportError
        If numba isn't installed.

    See Also
    --------
    check_domain : Compare thousands of states with Python.
    CompiledDomain : Write the compiled form by hand.

    Notes
    -----
    A state consists of whole numbers, floats, complex numbers, truth values, None, texts, bytes and members of
    enumerations, in tuples, named tuples, dataclasses and frozensets. Tuples, frozensets and texts may grow and shrink.
    With a ``state_key``, a state may also have lists, sets and dictionaries with fixed keys. A method can use lists,
    sets, slices, comprehensions, generators, loops and helper methods, and can read lists, sets, dictionaries and
    arrays of numpy that exist before the search.

    Whole numbers have 64 bits. If a number doesn't fit its bits, the search begins again with 64 bits for each number
    of a state. If that isn't enough, it goes on in Python, with the same results.

    Translation takes a few hundredths of a second, and more for large data. The first search compiles for a few
    seconds, once for each class. The code is kept on disk.

    Examples
    --------
    >>> from astarlib import SearchProblem, compiled
    >>> class Jugs(SearchProblem):
    ...     def __init__(self, capacities, wanted):
    ...         super().__init__((0,) * len(capacities))
    ...         self.capacities, self.wanted = capacities, wanted
    ...     def actions(self, state):
    ...         for jug, capacity in enumerate(self.capacities):
    ...             yield "fill", jug
    ...             yield "empty", jug
    ...             for other in range(len(state)):
    ...                 if other != jug:
    ...                     yield "pour", jug, other
    ...     def result(self, state, action):
    ...         after, jug = list(state), action[1]
    ...         if action[0] == "fill":
    ...             after[jug] = self.capacities[jug]
    ...         elif action[0] == "empty":
    ...             after[jug] = 0
    ...         else:
    ...             other = action[2]
    ...             amount = min(state[jug], self.capacities[other] - state[other])
    ...             after[jug], after[other] = state[jug] - amount, state[other] + amount
    ...         return tuple(after)
    ...     def is_goal(self, state):
    ...         return self.wanted in state
    >>> compiled.Dijkstra().search(compiled.compile_problem(Jugs((5, 3), 4))).cost
    6
    """
    require_numba()
    if bits is not None:
        bits = check_int(bits, "bits", minimum=1, maximum=64)
    resolve_problem(problem)
    refusal = _refusal_of_domain(problem)
    if refusal is None and compiled_domain_of(problem) is not None:
        return problem
    from astarlib.compiled.plain.translation import Translation  # It takes longer to import than a search.

    try:
        translation, cls = Translation(problem, bits), type(problem)
    except MissingCapabilityError as error:
        raise (
            error if refusal is None else MissingCapabilityError(f"{refusal}. Its methods don't help: {error}")
        ) from None
    kind: Any = _classes.get(cls)
    if kind is None:
        names = {name: getattr(cls, name) for name in ("__module__", "__doc__", "__qualname__")}
        kind = _classes.setdefault(cls, type(cls.__name__, (cls,), {**names, **_MEMBERS}))
    made = copy.copy(problem)
    object.__setattr__(made, "__class__", kind)
    # An attribute of the instance is valid even if the problem has a heuristic of its own there.
    vars(made).update(_plain=(problem, bits), compiled_domain=_Domain(translation))
    if not hasattr(problem, "source"):
        vars(made)["source"] = translation.source
    return made


def _refusal_of_domain(problem: Any) -> MissingCapabilityError | None:
    """Return the error with which the domain of a problem refuses the problem, if it does."""
    make = compiled_domain_of(problem)
    if make is None or is_translated(problem) or isinstance(getattr(problem, "_domain", None), CompiledDomain):
        return None
    try:
        make()
    except MissingCapabilityError as error:
        return error
    return None


def is_translated(problem: object) -> bool:
    """Return True for a problem that `compile_problem` made."""
    return "_plain" in getattr(problem, "__dict__", ())


def without_translation(problem: object) -> Any:  # Any: a problem of the user
    """Return the problem in Python that a problem was translated from; None if `compile_problem` didn't make it."""
    plain = getattr(problem, "__dict__", {}).get("_plain")
    return None if plain is None else plain[0]


def wider_forms(problem: object) -> list[Callable[[], Any]]:
    """Return functions that compile the same problem with more bits, or none for one with a domain of its own."""
    plain = without_translation(problem)
    return [] if plain is None else [partial(compile_problem, plain, bits=64)]


def _derived_within(problem: Any, change: Callable[[Any], Any]) -> Any:
    """Return a problem that is made from the plain one, compiled if it can be compiled."""
    plain, bits = vars(problem)["_plain"]
    plain = change(plain)
    try:
        return compile_problem(plain, bits=bits)
    except MissingCapabilityError:
        return plain


class _Domain:
    """The method ``compiled_domain`` of a compiled problem."""

    def __init__(self, translation: Any) -> None:
        self._translation = translation
        self.source: str = translation.source
        """The generated code."""
        self.refusals: dict[str, MissingCapabilityError] = translation.refusals

    def __call__(self) -> CompiledDomain[Any]:
        """Return the functions that compiled engines call."""
        domain: CompiledDomain[Any] = self._translation.domain
        return domain


def _refuse_change(problem: Any, name: str, value: object) -> None:
    raise AttributeError(
        f"{type(problem).__name__}.{name} can't change, because the values of a compiled problem are fixed; change the "
        "plain problem and call compile_problem again"
    )


def _reduce(problem: Any) -> tuple[Any, ...]:
    plain, bits = vars(problem)["_plain"]
    return partial(compile_problem, bits=bits), (plain,)


def _refuse_deletion(problem: Any, name: str) -> None:
    _refuse_change(problem, name, None)


_MEMBERS: Final = {
    "__setattr__": _refuse_change,
    "__delattr__": _refuse_deletion,
    "__reduce__": _reduce,
    "_derived_within": _derived_within,
}
"""The members of the classes of compiled problems."""
