"""Pattern databases over compiled domains. Importing this module loads neither numba nor numpy."""

from __future__ import annotations

import dis
import hashlib
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, BinaryIO, ClassVar, Final, Generic, Self

from astarlib._support.plain_values import is_number
from astarlib._support.table_cache import cached_table
from astarlib.compiled.by_hand.python_functions import PythonFunctions
from astarlib.compiled.codegen.fingerprints import UnknownDependencyError, fingerprint
from astarlib.compiled.installation import require_numba
from astarlib.compiled.requirements import domain_of
from astarlib.compiled_domain import (
    DEAD_END,
    CompiledDomain,
    CompiledHeuristic,
    Function,
    Words,
    check_function,
    python_function,
)
from astarlib.errors import MissingCapabilityError, PatternDatabaseError, short_repr
from astarlib.events import Observer, TableProgress, handler_for
from astarlib.heuristics.serving import refuse_unserved
from astarlib.problem import ListOfGoals, Problem, S
from astarlib.resolving.resolved_problem import goal_states_of, require_capability, truth

if TYPE_CHECKING:
    from astarlib.compiled.runtime.distance_tables import Table

__all__ = ["PatternDatabase"]

_USER: Final = "compiled.PatternDatabase"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PatternDatabase(Generic[S]):
    """A heuristic for a problem with a compiled domain: the exact distances of all abstract states, in a table.

    Use this for tables of up to some hundred million abstract states. A compiled search computes the distances, and an
    abstract state takes about 12 bytes. Both the compiled engines and those in Python use the table. Make one with
    :meth:`build`.

    An abstraction is a function ``mapping(tables, state)`` that returns a packed abstract state: a packed state in
    which details are left out. It's compiled like the functions of the domain. Its distance to the goal is
    **admissible** and **consistent** if the abstraction keeps every step. That is, for each edge from s to t at cost c,
    one of the edges that ``apply_back`` lists for ``mapping(t)`` leads to a state that ``mapping`` maps to
    ``mapping(s)``, and costs at most c. This holds if ``mapping`` hides a part of the state and the edges don't depend
    on that part. If the domain has an ``aux``, the abstract state must determine it. For maxima and sums of databases,
    see :class:`astarlib.heuristics.PatternDatabase`.

    Parameters
    ----------
    mapping:
        The abstraction.
    table, goals:
        The abstract states and their distances, as numpy arrays, and the packed goal states, each with its ``aux``.
    beyond:
        inf if the search was exhaustive, else the smallest distance that isn't in the table.
    digest:
        A hash of the abstraction. It's empty if the abstraction refers to an object that can't be inspected.

    References
    ----------
    J. Culberson and J. Schaeffer, Pattern databases (1998).

    Examples
    --------
    >>> import numpy as np
    >>> from astarlib import AStar, compiled, with_heuristic
    >>> from astarlib.problems.pancake import PancakeProblem
    >>> def large_ones(tables, stack):
    ...     kept = np.uint64(0)
    ...     for at in range(7):
    ...         pancake = stack >> np.uint64(4 * at) & np.uint64(15)
    ...         if pancake > 3:
    ...             kept |= pancake << np.uint64(4 * at)
    ...     return kept
    >>> problem = PancakeProblem("3 1 7 5 2 6 4")
    >>> database = compiled.PatternDatabase.build(problem, large_ones)
    >>> len(database), max(database.layers)
    (210, 6)
    >>> guided = with_heuristic(problem, database)
    >>> compiled.AStar().search(guided).cost, AStar().search(guided).cost
    (7, 7)
    """

    _takes_all_goals: ClassVar[bool] = True

    mapping: Function
    table: Table
    beyond: float
    goals: tuple[tuple[Words, int], ...]
    digest: str = field(repr=False)

    @classmethod
    def build(
        cls,
        problem: Problem[S, Any],
        mapping: Function,
        *,
        goal_states: Iterable[S] | None = None,
        symmetric: bool = False,
        max_distance: float = math.inf,
        memory: float | None = None,
        cache: bool = True,
        observer: Observer | None = None,
    ) -> Self:
        """Return a pattern database, computed by a compiled backward search of the abstract problem.

        The search is breadth-first, or Dijkstra's algorithm if costs differ. It goes from the abstract goals backward
        along the edges of ``apply_back``. While it runs, an abstract state takes 25 to 60 bytes. Finally, some steps
        near the initial state are checked to detect an abstraction that doesn't keep every step.

        Parameters
        ----------
        problem:
            A problem with a ``compiled_domain``. It supplies the goals, and the steps that are checked.
        mapping:
            The abstraction, a function ``mapping(tables, state)`` that returns a packed abstract state.
        goal_states:
            A list of all goals. With None (the default), the problem's ``goal_states()`` is used.
        symmetric:
            True if every step can be undone at the same cost. Then a domain without ``apply_back`` is enough. The
            default is False. A domain with ``undirected=True`` is always symmetric.
        max_distance, observer:
            The largest distance to record, by default inf, and an observer of ``TableProgress`` events, by default
            None, as for :meth:`astarlib.heuristics.PatternDatabase.build`.
        memory:
            The largest resident memory of the process during the search, in bytes, as in ``Limits``. None (the default)
            means all memory that is available, if the system reports it.
        cache:
            True (the default) to store the table in the on-disk cache, and to load it from there. A file is used only
            if the functions, the goals, and ``max_distance`` are the same. See ``astarlib cache``.

        Raises
        ------
        MissingCapabilityError
            If the problem has no ``compiled_domain`` or goals, or its domain has no predecessors. The message says what
            to add.
        PatternDatabaseError
            If the abstraction raises an error or doesn't return a packed state, a goal state isn't a goal of the
            problem, or the abstraction doesn't keep a step that was checked.
        InvalidProblemError
            If a function of the domain or the abstraction doesn't compile, or a cost is negative.
        MemoryError
            If the search needs more than ``memory`` bytes. The message has the number of bytes.
        ValueError, TypeError
            If ``max_distance`` or ``memory`` isn't a number >= 0, or a parameter has a wrong type.
        ImportError, OSError
            If numba isn't installed, or the table can't be stored in the cache.
        """
        _check_arguments(max_distance, memory, symmetric=symmetric, cache=cache)
        check_function("mapping", mapping, ("tables", "state"))
        emit = handler_for(observer, TableProgress)
        domain = domain_of(problem, _USER)
        if domain.key_words != 0:
            raise MissingCapabilityError(f"{_USER} doesn't know state_key, and {type(problem).__name__} defines it")
        goals = _packed_goals(problem, domain, goal_states)
        count, back = _edges_back(problem, domain, symmetric=symmetric)
        from astarlib.compiled.runtime.distance_tables import Search  # It loads numba.

        search = Search(domain, goals, count, back, mapping)

        def build() -> tuple[Table, float]:
            return search.run(max_distance, memory, emit)

        digest = _digest(count, back, domain=domain)
        own_digest = _digest(mapping, domain=domain)
        if cache and digest and own_digest:
            costs = f"{domain.costs.__name__} {domain.words}"
            made_for = {"edges": digest, "mapping": own_digest, "goals": repr(search.abstract_goals), "costs": costs,
                        "max_distance": repr(max_distance)}  # fmt: skip
            table, beyond = _cached(made_for, build)
        else:
            table, beyond = build()
        database = cls(mapping, table, beyond, goals, own_digest)
        database.bind(problem)
        return database

    def bind(self, problem: Any, /) -> PatternEstimate:
        """Return the function ``state -> h`` for a problem, after a check of the goals and of steps near the start.

        Raise PatternDatabaseError if ``problem`` has other goals or another domain, a checked step isn't kept by the
        abstraction, or the abstraction has changed since the table was built, and MissingCapabilityError if it has no
        domain.
        """
        make = require_capability(problem, "compiled_domain", _USER)
        domain: CompiledDomain[S] = make()
        fault = None
        if (domain.words, domain.costs) != (self.table.words, self.table.costs):
            fault = (
                f"its states have {self.table.words} words with costs={self.table.costs.__name__}, and those of the "
                f"problem have {domain.words} with costs={domain.costs.__name__}"
            )
        elif _digest(self.mapping, domain=domain) != self.digest:
            fault = f"{_name(self.mapping)}, or a value that it refers to, isn't what it was when the table was built"
        if fault is not None:
            raise PatternDatabaseError(f"the pattern database can't be used for {short_repr(problem)}: {fault}")
        estimate = PatternEstimate(self, make)
        refuse_unserved(problem, tuple(domain.decode(words, aux) for words, aux in self.goals), estimate)
        return estimate

    @property
    def layers(self) -> Mapping[float, int]:
        """The number of abstract states for each distance, in the order of the distances. O(n)."""
        return self.table.layers()

    @property
    def nbytes(self) -> int:
        """The size of the table in bytes."""
        return self.table.nbytes

    def __len__(self) -> int:
        """Return the number of abstract states in the table."""
        return self.table.count

    def __repr__(self) -> str:
        return f"{type(self).__name__}({_name(self.mapping)}, {len(self)} abstract states)"


class PatternEstimate(Generic[S]):
    """The function ``state -> h`` of a pattern database for one problem, which has the method ``make_domain``."""

    __slots__ = ("_database", "_encode", "_functions", "_make_domain")

    def __init__(self, database: PatternDatabase[S], make_domain: Callable[[], CompiledDomain[S]]) -> None:
        self._database, self._make_domain = database, make_domain
        domain = make_domain()
        domain = self.compiled_heuristic(domain, len(domain.tables)).in_domain(domain)
        self._encode, self._functions = domain.encode, PythonFunctions(domain)

    def __call__(self, state: S) -> float:
        """Return the h of a state. This runs the abstraction in Python."""
        return self._functions.heuristic(*self._encode(state))

    def compiled_heuristic(self, domain: CompiledDomain[S], at: int) -> CompiledHeuristic:
        """Return the heuristic for a domain, with its own tables from index ``at`` on."""
        from astarlib.compiled.runtime.distance_lookups import lookup_of  # It loads numpy.

        table, beyond = self._database.table, self._database.beyond
        missing = beyond if domain.costs is float else DEAD_END if beyond == math.inf else int(beyond)
        lookup = lookup_of(table.words, is_int=domain.costs is int)
        return CompiledHeuristic(_heuristic(self._database.mapping, lookup, at), (table.keys, table.distances, missing))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._database, self._make_domain)


@lru_cache(maxsize=64)  # Equal functions are compiled once.
def _heuristic(mapping: Function, lookup: Function, at: int) -> Function:
    """Return the function ``heuristic`` of a domain whose tables have those of a database from ``at`` on."""
    keys, distances, missing = at, at + 1, at + 2

    def heuristic(tables: Any, state: Any, aux: Any) -> Any:  # noqa: ARG001  # All domains have this signature.
        return lookup(tables[keys], tables[distances], tables[missing], mapping(tables, state))

    return heuristic


def _check_arguments(max_distance: Any, memory: Any, *, symmetric: Any, cache: Any) -> None:  # Any: what a user passed
    if not is_number(max_distance, 0, math.inf):  # NaN is refused, too.
        raise ValueError(f"max_distance must be a number of at least 0, not {max_distance!r}")
    if memory is not None and not is_number(memory, 0, math.inf):
        raise ValueError(f"memory must be a number of bytes, or None, not {memory!r}")
    for name, value in {"symmetric": symmetric, "cache": cache}.items():
        if not isinstance(value, bool):
            raise TypeError(f"{name} must be True or False, not {value!r}")


def _packed_goals(
    problem: Problem[S, Any], domain: CompiledDomain[S], goal_states: Iterable[S] | None
) -> tuple[tuple[Words, int], ...]:
    find = goal_states_of(problem) if goal_states is None else ListOfGoals(goal_states)
    if find is None:
        raise MissingCapabilityError(
            f"{_USER} needs the goals: pass build(..., goal_states=[...]), or define goal_states of "
            f"{type(problem).__name__} (see astarlib.capabilities.HasPredecessors)"
        )
    goals = tuple(find())
    if len(goals) == 0:
        raise PatternDatabaseError(f"{type(problem).__name__} has no goal state; expected at least one")
    for goal in goals:
        if not truth(problem.is_goal(goal), goal):
            raise PatternDatabaseError(f"{short_repr(goal)}, one of goal_states, isn't a goal of the problem")
    return tuple(domain.encode(goal) for goal in goals)


def _edges_back(problem: Problem[S, Any], domain: CompiledDomain[S], *, symmetric: bool) -> tuple[Function, Function]:
    """Return the functions that list the edges into a state."""
    if domain.predecessor_count is not None and domain.apply_back is not None:
        return domain.predecessor_count, domain.apply_back
    if symmetric or domain.undirected:
        return domain.successor_count, domain.apply
    raise MissingCapabilityError(
        f"{_USER} needs the edges into each state, but the compiled domain of {type(problem).__name__} has no "
        "predecessor_count and apply_back; add them, or, if every step can be undone at the same cost, pass "
        "symmetric=True"
    )


def _name(function: Function) -> str:
    plain = python_function(function)
    return getattr(plain, "__qualname__", repr(plain))


def _digest(*functions: Function, domain: CompiledDomain[Any]) -> str:
    """Return a hash of functions, and of the domain's tables if a function reads them. It's empty if there is none."""
    tables: tuple[Any, ...] = domain.tables if any(map(_reads_tables, functions)) else ()
    try:
        return fingerprint(*functions, *tables)
    except UnknownDependencyError:
        return ""


def _reads_tables(function: Function) -> bool:
    """Return True if a function of a domain reads its first parameter."""
    code = getattr(python_function(function), "__code__", None)
    if code is None or code.co_argcount == 0:
        return True
    name = code.co_varnames[0]
    return any(
        name == found.argval or (isinstance(found.argval, tuple) and name in found.argval)
        for found in dis.get_instructions(code)
        if found.opname.startswith(("LOAD_FAST", "LOAD_DEREF", "LOAD_CLOSURE", "STORE_FAST_LOAD_FAST"))
    )


def _cached(made_for: dict[str, str], build: Callable[[], tuple[Table, float]]) -> tuple[Table, float]:
    """Return a table from the on-disk cache. Build it if it isn't there."""
    require_numba()
    from astarlib.compiled.runtime.distance_tables import Table  # It loads numba.

    built: list[tuple[Table, float]] = []

    def write(file: BinaryIO) -> None:
        built.append(build())
        table, beyond = built[0]
        table.write(file, beyond)

    digest = hashlib.sha256(repr(sorted(made_for.items())).encode()).hexdigest()
    path = cached_table(f"patterns-{digest[:32]}.npy", dict(made_for), write)
    if len(built) > 0:
        return built[0]
    with path.open("rb") as file:
        return Table.read(file)
