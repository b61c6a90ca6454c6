"""The compiled engines. Their parameters, formulas and guarantees are those of the engines in Python."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from types import MappingProxyType
from typing import Any, ClassVar, Final

from typing_extensions import TypeVar

from astarlib import engines as pure
from astarlib._support.integers import check_int
from astarlib._support.memory import objects_that_stay
from astarlib._support.registry import load_target
from astarlib.compiled.formula import Formula
from astarlib.compiled.installation import require_numba
from astarlib.compiled.large_numbers import with_others
from astarlib.compiled.plain.problem import wider_forms
from astarlib.compiled.requirements import with_compiled_form
from astarlib.engines.engine import Engine
from astarlib.engines.registry import CLASSES
from astarlib.events import Event, Finished, LowerBoundRaised, Progress, SolutionFound, Started
from astarlib.problem import A, Problem, S
from astarlib.resolving.resolved_problem import ResolvedProblem, resolve_problem
from astarlib.searching.algorithm import Algorithm
from astarlib.searching.disk import Disk
from astarlib.searching.guarantee import Guarantee
from astarlib.searching.journal import Journal
from astarlib.searching.parameters import TieBreak

__all__ = [
    "ENGINES",
    "ARAStar",
    "AStar",
    "AnytimeWeightedAStar",
    "BAEStar",
    "BeamSearch",
    "BidirectionalDijkstra",
    "Dijkstra",
    "FocalSearch",
    "GreedyBestFirst",
    "IDAStar",
    "WeightedAStar",
]

T = TypeVar("T", default=Any)
_EVENTS: Final = frozenset((Started, LowerBoundRaised, SolutionFound, Progress, Finished))
_REQUIRES: Final = frozenset(("compiled_domain",))
MAX_SHARDS: Final = 256
"""The largest number of parts into which a search divides its states. One byte holds the part of a state's parent."""


_ANYTIME: Final = "runtime.anytime_search:CompiledAnytimeAlgorithm"
_BIDIRECTIONAL: Final = "runtime.bidirectional_search:CompiledBidirectionalAlgorithm"


@cache  # A search of a small problem takes little longer than the start.
def _load(target: str) -> Any:  # Any: a class
    with objects_that_stay():  # This imports numba.
        return load_target(f"astarlib.compiled.{target}")


class _Compiled(Engine):
    """The base class of all compiled engines. Their other base class is the engine in Python."""

    __slots__ = ()
    releases_gil: ClassVar[bool] = True
    uses_resources: ClassVar[bool] = False
    requires: ClassVar[frozenset[str]] = _REQUIRES
    event_types: ClassVar[frozenset[type[Event]]] = _EVENTS
    _goes_on_in_python: ClassVar[bool] = True
    """True if the search of a translated problem goes on in Python when a number has more than 64 bits."""

    @abstractmethod
    def _runtime(self) -> tuple[str, dict[str, Any]]:  # Any: values of several types
        """Return the module and the class of the algorithm, and its keyword parameters."""

    def _started(self, problem: Problem[S, A], make: Callable[[ResolvedProblem[S, A]], T]) -> T:
        require_numba()
        return with_compiled_form(problem, lambda form: make(self._resolved(form)))

    def algorithm(self, problem: ResolvedProblem[S, A], journal: Journal | None) -> Algorithm[S, A]:
        require_numba()
        target, parameters = self._runtime()
        make = partial(_load(target), journal=journal, engine=self, **parameters)
        others = [] if getattr(self, "storage", None) is not None else wider_forms(problem.problem)
        if len(others) == 0:
            found: Algorithm[S, A] = make(problem)
            return found
        wider: list[Any] = [partial(lambda form: make(resolve_problem(form())), form) for form in others]
        in_python: Any = super()
        last = [partial(in_python.algorithm, problem, journal)] if self._goes_on_in_python else []
        return with_others(partial(make, problem), [*wider, *last])


def _best_first(engine: pure.BestFirst, formula: Formula) -> tuple[str, dict[str, Any]]:
    """Return what ``_runtime`` returns, for a best-first search whose f is a weighted sum of g and h."""
    parameters = {"formulas": (formula,), "uses_heuristic": engine.uses_heuristic}
    parameters |= {"f_is_lower_bound": engine.f_is_lower_bound, "reopen": engine.reopen}
    return "runtime.best_first_search:CompiledBestFirstAlgorithm", parameters


def _on_disk(engine: pure.BestFirst, storage: Disk) -> tuple[str, dict[str, Any]]:
    """Return what ``_runtime`` returns, for a search that keeps its states on disk."""
    return "scale.disk_search:DiskAlgorithm", {"disk": storage, "uses_heuristic": engine.uses_heuristic}


def _check_storage(engine: pure.BestFirst, storage: object) -> None:
    if storage is None:
        return
    if not isinstance(storage, Disk):
        raise TypeError(f"storage must be a Disk, for example Disk('search'), or None, not {storage!r}")
    if engine.tie_break is not TieBreak.LOW_H or not engine.reopen:
        raise ValueError(
            "a search on disk has its own order of states with equal f, and it always reopens states; leave out "
            "tie_break and reopen"
        )


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class AStar(_Compiled, pure.AStar):
    """A compiled A*, f = g + h, for problems with a ``compiled_domain``.

    Its results, counters, limits and guarantee are those of :class:`astarlib.AStar`, unless it has ``storage`` or
    several ``threads``.

    Parameters
    ----------
    tie_break, reopen:
        The order of states with equal f, and whether closed states can be reopened, as for :class:`astarlib.AStar`.
    threads:
        The number of threads, 1 (the default) to 256. With several, the search is that of
        ``astarlib.distributed.AStar(Threads(n))``: it stores the states in as many parts, costs must be whole numbers,
        and a limit may be exceeded by a round. A search of fewer than a million expansions may take longer. Dominated
        states aren't left out, because each thread knows only its own states.
    storage:
        A :class:`Disk` for a search that needs more memory than there is, or None (the default). On disk, states of
        equal f are expanded in the order of g, costs must be whole numbers, the search lists no states, and it doesn't
        leave out dominated ones, whose labels would have to be in memory.

    Raises
    ------
    ValueError, TypeError
        If a parameter has the wrong type, ``threads`` is out of its range, or ``storage`` or several ``threads`` are
        given together, or with another ``tie_break`` or ``reopen=False``.

    See Also
    --------
    astarlib.AStar : The same engine in Python, for any problem.
    astarlib.compiled.CompiledDomain : The functions that a problem has to provide.

    Examples
    --------
    >>> from astarlib import compiled
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> result = compiled.AStar().search(NPuzzle("1 2 3 / 4 5 6 / 0 7 8"))
    >>> result.cost, result.engine
    (2, 'compiled.AStar()')
    """

    threads: int = 1
    storage: Disk | None = None

    optional_in_repr: ClassVar[tuple[str, ...]] = ("threads", "storage")

    def __post_init__(self) -> None:
        pure.AStar.__post_init__(self)  # super() without arguments fails: slots replace the class.
        _check_storage(self, self.storage)
        check_int(self.threads, "threads", minimum=1, maximum=MAX_SHARDS)
        if self.threads > 1 and self.storage is not None:
            raise ValueError("a search on disk uses one thread; leave out storage or threads")
        if self.threads > 1 and (self.tie_break is not TieBreak.LOW_H or not self.reopen):
            raise ValueError(
                "a search in several threads always reopens states and has its own order of states with "
                "equal f; leave out tie_break and reopen"
            )

    @property
    def guarantee(self) -> Guarantee:
        """The guarantee of A*. With several threads, limits may be exceeded by one round."""
        return self._bounded_by(1, exact_limits=self.threads == 1)

    @property
    def uses_resources(self) -> bool:  # type: ignore[override]  # Here it depends on parameters.
        """True with one thread, unless the states are on disk."""
        return self.threads == 1 and self.storage is None

    def _runtime(self) -> tuple[str, dict[str, Any]]:
        if self.storage is not None:
            return _on_disk(self, self.storage)
        if self.threads == 1:
            return _best_first(self, Formula((1, 1), self.tie_break))
        make_team = _load("scale.shard_team:ThreadTeam")
        return "scale.sharded_search:ShardedAlgorithm", {"make_team": lambda domain: make_team(domain, self.threads)}


class WeightedAStar(_Compiled, pure.WeightedAStar):
    """A compiled weighted A*, by default f = g + weight * h, for problems with a ``compiled_domain``.

    Its results, counters, limits and guarantee are those of :class:`astarlib.WeightedAStar`.

    Parameters
    ----------
    weight, priority:
        The weight of h, a finite number >= 1 (default 1.5), and the formula of f, as for
        :class:`astarlib.WeightedAStar`.
    tie_break, reopen:
        The order of states with equal f, and whether closed states can be reopened, as for :class:`astarlib.AStar`.

    Raises
    ------
    ValueError, TypeError
        If ``weight`` isn't a finite number >= 1, or a parameter has the wrong type.

    Examples
    --------
    >>> from astarlib import compiled
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> compiled.WeightedAStar(weight=2).search(NPuzzle("1 2 3 / 4 5 6 / 0 7 8")).cost
    2
    """

    __slots__ = ()
    uses_resources: ClassVar[bool] = True

    def _runtime(self) -> tuple[str, dict[str, Any]]:
        return _best_first(self, Formula((1, self.weight), self.tie_break, self.priority))


class GreedyBestFirst(_Compiled, pure.GreedyBestFirst):
    """A compiled greedy best-first search, f = h, for problems with a ``compiled_domain``.

    Its results, counters, limits and guarantee are those of :class:`astarlib.GreedyBestFirst`.

    Parameters
    ----------
    tie_break, reopen:
        The order of states with equal h, and whether closed states can be reopened (default False), as for
        :class:`astarlib.GreedyBestFirst`.

    Examples
    --------
    >>> from astarlib import compiled
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> compiled.GreedyBestFirst().search(NPuzzle("1 2 3 / 4 5 6 / 0 7 8")).cost
    2
    """

    __slots__ = ()
    uses_resources: ClassVar[bool] = True

    def _runtime(self) -> tuple[str, dict[str, Any]]:
        return _best_first(self, Formula((0, 1), self.tie_break))


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Dijkstra(_Compiled, pure.Dijkstra):
    """A compiled uniform-cost search (Dijkstra), f = g, for problems with a ``compiled_domain``.

    Its results, counters, limits and guarantee are those of :class:`astarlib.Dijkstra`.

    Parameters
    ----------
    tie_break, reopen:
        The order of states with equal g, and whether closed states can be reopened, as for :class:`astarlib.Dijkstra`.
    storage:
        A :class:`Disk` for a search that needs more memory than there is, or None (the default), as for :class:`AStar`.

    Raises
    ------
    ValueError, TypeError
        If a parameter has the wrong type, or ``storage`` is given with another ``tie_break`` or with ``reopen=False``.

    Examples
    --------
    >>> from astarlib import compiled
    >>> from astarlib.problems.grid import GridProblem
    >>> compiled.Dijkstra().search(GridProblem("... / .#. / ...", (0, 0), (2, 2))).cost
    4
    """

    storage: Disk | None = None

    optional_in_repr: ClassVar[tuple[str, ...]] = ("storage",)

    def __post_init__(self) -> None:
        pure.Dijkstra.__post_init__(self)  # as above
        _check_storage(self, self.storage)

    @property
    def uses_resources(self) -> bool:  # type: ignore[override]  # as above
        """True unless the states are on disk."""
        return self.storage is None

    def _runtime(self) -> tuple[str, dict[str, Any]]:
        if self.storage is not None:
            return _on_disk(self, self.storage)
        return _best_first(self, Formula((1, 0), self.tie_break))


class Explorer(Dijkstra):
    """Dijkstra without a goal. It finds all states, dominated ones, too, so it doesn't warn about them. A search in
    Python can't replace it, because that would end at a goal.
    """

    __slots__ = ()
    _goes_on_in_python: ClassVar[bool] = False

    @property
    def uses_resources(self) -> bool:  # type: ignore[override]  # It is a property of `Dijkstra`, too.
        """True, so that nothing is reported."""
        return True

    def _runtime(self) -> tuple[str, dict[str, Any]]:
        target, parameters = super()._runtime()
        return target, {**parameters, "has_goals": False}

    def __repr__(self) -> str:
        return repr(Dijkstra()) if self.storage is None else f"compiled.explore(storage={self.storage!r})"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class IDAStar(_Compiled, pure.IDAStar):
    """A compiled IDA* for problems with a ``compiled_domain``.

    Its results, limits and guarantee are those of :class:`astarlib.IDAStar`. So are its counters, except that
    ``stored`` counts the states of the current path and the peak of the frontier isn't counted.

    Parameters
    ----------
    cycle_check:
        The rule that discards successors that lead back, as for :class:`astarlib.IDAStar`. ``CycleCheck.PARENT``, the
        check of Korf's program, takes a little less time than ``CycleCheck.PATH`` (the default).
    threads:
        The number of threads that search a large iteration, an int of at least 1 (default: 1). Results and counters
        don't depend on it. With as many threads as cores, a search of several seconds takes little more than its time
        divided by their number. A search of less than 0.1 seconds gains nothing. If nearly every path has a different
        f, one thread searches the rest of an iteration after its first solution. A saved search can be loaded with
        another number of threads.

    Raises
    ------
    ValueError, TypeError
        If ``cycle_check`` isn't a ``CycleCheck``, or ``threads`` isn't an int >= 1.

    Examples
    --------
    >>> from astarlib import CycleCheck, compiled
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> engine = compiled.IDAStar(cycle_check=CycleCheck.PARENT)
    >>> engine.search(NPuzzle("1 2 3 / 4 5 6 / 0 7 8")).cost
    2
    """

    threads: int = 1

    optional_in_repr: ClassVar[tuple[str, ...]] = ("threads",)
    resources: ClassVar[frozenset[str]] = frozenset(("threads",))

    def __post_init__(self) -> None:
        pure.IDAStar.__post_init__(self)
        is_int = isinstance(self.threads, int) and not isinstance(self.threads, bool)
        if not is_int or self.threads < 1:
            kind = ValueError if is_int else TypeError
            raise kind(f"threads must be an int of at least 1, not {self.threads!r}")

    def _runtime(self) -> tuple[str, dict[str, Any]]:
        return "runtime.deepening_search:CompiledDeepeningAlgorithm", {"threads": self.threads}


class ARAStar(_Compiled, pure.ARAStar):
    """A compiled ARA* for problems with a ``compiled_domain``.

    Its results, solutions, counters, limits and guarantee are those of :class:`astarlib.ARAStar`.

    Parameters
    ----------
    weights:
        The weight of h in each iteration, by default (5, 3, 2, 1.5, 1), as for :class:`astarlib.ARAStar`.

    Raises
    ------
    ValueError, TypeError
        If ``weights`` isn't a tuple or list of finite numbers >= 1, each smaller than the one before, or is empty.

    Examples
    --------
    >>> from astarlib import compiled
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> search = compiled.ARAStar().start(NPuzzle("8 6 7 / 2 5 4 / 3 0 1"))
    >>> [(result.cost, round(result.suboptimality_bound, 2)) for result in search.solutions()]
    [(47, 2.04), (31, 1.35)]
    """

    __slots__ = ()
    uses_resources: ClassVar[bool] = True

    def _runtime(self) -> tuple[str, dict[str, Any]]:
        return _ANYTIME, {"weights": self.weights, "repair": True}


class AnytimeWeightedAStar(_Compiled, pure.AnytimeWeightedAStar):
    """A compiled anytime weighted A* for problems with a ``compiled_domain``.

    Its results, solutions, counters, limits and guarantee are those of :class:`astarlib.AnytimeWeightedAStar`.

    Parameters
    ----------
    weight:
        The weight of h, a finite number of at least 1 (default: 2).

    Raises
    ------
    ValueError
        If ``weight`` isn't a finite number of at least 1.

    Examples
    --------
    >>> from astarlib import compiled
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> compiled.AnytimeWeightedAStar(weight=3).search(NPuzzle("8 6 7 / 2 5 4 / 3 0 1")).cost
    31
    """

    __slots__ = ()
    uses_resources: ClassVar[bool] = True

    def _runtime(self) -> tuple[str, dict[str, Any]]:
        return _ANYTIME, {"weights": (self.weight,), "repair": False}


class FocalSearch(_Compiled, pure.FocalSearch):
    """A compiled focal search for problems with a ``compiled_domain``.

    Its results, counters, limits and guarantee are those of :class:`astarlib.FocalSearch`. If the problem has
    ``steps_to_go``, a domain written by hand needs a function of this name.

    Parameters
    ----------
    weight:
        The largest allowed ratio of the solution's cost to the optimum, a finite number >= 1 (default 1.5).

    Raises
    ------
    ValueError
        If ``weight`` isn't a finite number >= 1.

    Examples
    --------
    >>> from astarlib import compiled
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> result = compiled.FocalSearch(weight=2).search(NPuzzle("8 6 7 / 2 5 4 / 3 0 1"))
    >>> result.suboptimality_bound <= 2
    True
    """

    __slots__ = ()
    uses_resources: ClassVar[bool] = True

    def _runtime(self) -> tuple[str, dict[str, Any]]:
        return "runtime.focal_search:CompiledFocalAlgorithm", {"weight": self.weight}


class BeamSearch(_Compiled, pure.BeamSearch):
    """A compiled beam search for problems with a ``compiled_domain``.

    Its results, counters, limits and guarantee are those of :class:`astarlib.BeamSearch`.

    Parameters
    ----------
    width, complete:
        The largest number of states that a layer keeps, at least 1 (default 1000), and whether the search is repeated
        with twice the width until its solution is optimal (default True), as for :class:`astarlib.BeamSearch`.

    Raises
    ------
    ValueError, TypeError
        If ``width`` isn't an int >= 1, or ``complete`` isn't a bool.

    Examples
    --------
    >>> from astarlib import compiled
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> result = compiled.BeamSearch(width=20, complete=False).search(NPuzzle("8 6 7 / 2 5 4 / 3 0 1"))
    >>> result.cost, result.lower_bound
    (39, 25)
    """

    __slots__ = ()
    uses_resources: ClassVar[bool] = True

    def _runtime(self) -> tuple[str, dict[str, Any]]:
        return "runtime.beam_search:CompiledBeamAlgorithm", {}


class BAEStar(_Compiled, pure.BAEStar):
    """A compiled BAE*, for problems whose ``compiled_domain`` has predecessors and a backward heuristic.

    Its results, counters, limits and guarantee are those of :class:`astarlib.BAEStar`. The problem also needs the
    methods ``goal_states``, ``predecessors`` and ``backward_heuristic`` in Python. N-puzzles with ``Manhattan``,
    pancakes, and grids with ``Manhattan`` and ``Octile`` have everything, and so have graphs if a heuristic and a
    ``backward_heuristic`` are passed.

    Examples
    --------
    >>> from astarlib import compiled
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> compiled.BAEStar().search(NPuzzle("1 2 3 / 4 5 6 / 0 7 8")).cost
    2
    """

    __slots__ = ()
    requires: ClassVar[frozenset[str]] = pure.BAEStar.requires | _REQUIRES
    instead: ClassVar[str] = (
        "astarlib.BAEStar() needs no compiled_domain, and compiled.AStar() only one without predecessors"
    )

    def _runtime(self) -> tuple[str, dict[str, Any]]:
        return _BIDIRECTIONAL, {}


class BidirectionalDijkstra(_Compiled, pure.BidirectionalDijkstra):
    """A compiled bidirectional Dijkstra, for problems whose ``compiled_domain`` has predecessors.

    Its results, counters, limits and guarantee are those of :class:`astarlib.BidirectionalDijkstra`. The problem also
    needs the methods ``goal_states`` and ``predecessors`` in Python.

    Examples
    --------
    >>> from astarlib import compiled
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> compiled.BidirectionalDijkstra().search(NPuzzle("1 2 3 / 4 5 6 / 0 7 8")).cost
    2
    """

    __slots__ = ()
    requires: ClassVar[frozenset[str]] = pure.BidirectionalDijkstra.requires | _REQUIRES
    instead: ClassVar[str] = (
        "astarlib.BidirectionalDijkstra() needs no compiled_domain, and compiled.Dijkstra() only one without "
        "predecessors"
    )

    def _runtime(self) -> tuple[str, dict[str, Any]]:
        return _BIDIRECTIONAL, {}


ENGINES: Final[Mapping[str, type[Engine]]] = MappingProxyType(
    {name: globals()[kind] for name, kind in CLASSES.items() if kind in globals()}
)
"""The compiled engine classes, by the names of the engines in Python, such as ``"astar"``."""
