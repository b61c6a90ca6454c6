"""The engine of a distributed search."""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from typing_extensions import TypeVar

from astarlib._support.integers import check_int
from astarlib._support.plain_values import is_number
from astarlib.compiled.installation import require_numba
from astarlib.compiled.requirements import with_compiled_form
from astarlib.distributed.clusters import Cluster
from astarlib.distributed.store import Store
from astarlib.engines.engine import Engine
from astarlib.events import Event, Finished, LowerBoundRaised, Progress, SolutionFound, Started
from astarlib.problem import A, Problem, S
from astarlib.resolving.resolved_problem import ResolvedProblem
from astarlib.searching import Algorithm, Guarantee, HeuristicRequirement, Journal

T = TypeVar("T", default=Any)


@dataclass(frozen=True, slots=True, repr=False)
class AStar(Engine):
    """A* on several shards: cores of this machine, or processes on many machines, that store the states together.

    Each state belongs to one shard, which ``CompiledDomain.owner`` or a hash of the state determines. The search runs
    in rounds. In a round, every shard expands its best states and sends successors to the shards that own them. The
    search ends when no state is left that could lead to a cheaper solution, so the solution is optimal if h is
    admissible. Result and counters depend on the number of shards, but not on their speed or on the kind of cluster.

    Rounds aren't divided, so a limit on expansions or stored states may be exceeded by one round. A search of fewer
    than a million expansions may take longer than ``compiled.AStar()``.

    The problem needs whole costs, and a ``compiled_domain`` or methods that ``compile_problem`` can translate. If
    a state outgrows its room in compiled code, the search ends with a ``CapacityError``.

    Parameters
    ----------
    cluster:
        The place of the shards: ``Threads(2)`` or ``Ray(shards=8)``.
    batch:
        The largest number of expansions of each shard in a round, at least 1. With None, the default, all shards
        together expand 1 % of the states so far, or 25 % of those with the present f, but at most 200,000 of them.
    checkpoint:
        A folder to which the search is saved from time to time, or None (the default). If a process of a shard ends,
        the search continues from there with the same result. Without a folder, it begins again once, and raises
        ``ClusterError`` the second time. If a process ends while you inspect the states, you get a ``ClusterError``,
        and the next ``run`` continues. If this process ends, ``Search.load(folder, problem)`` continues the search. All
        machines must share the folder, and it must be empty or not exist. It's locked until the search is closed.
    every:
        The largest number of seconds between two checkpoints (default: 60). The first ones, which are small, follow
        each other sooner.

    Raises
    ------
    ValueError, TypeError
        If ``batch`` isn't an int >= 1, ``every`` isn't a number >= 0, or a parameter has the wrong type.

    Examples
    --------
    >>> from astarlib import distributed
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> engine = distributed.AStar(distributed.Threads(2))
    >>> engine.search(NPuzzle("8 6 7 / 2 5 4 / 3 0 1")).cost
    31
    """

    cluster: Cluster
    batch: int | None = None
    checkpoint: str | os.PathLike[str] | None = None
    every: float = 60

    optional_in_repr: ClassVar[tuple[str, ...]] = ("batch", "checkpoint", "every")
    releases_gil: ClassVar[bool] = True
    requires: ClassVar[frozenset[str]] = frozenset(("compiled_domain",))
    event_types: ClassVar[frozenset[type[Event]]] = frozenset(
        (Started, LowerBoundRaised, SolutionFound, Progress, Finished)
    )
    formula: ClassVar[str] = "f = g + h"
    complexity: ClassVar[str] = (
        "Time and memory grow as for A*, and are divided among the shards. A round takes a few milliseconds more than "
        "its expansions. The solution is proved as soon as no shard has a state whose f is below its cost."
    )
    reference: ClassVar[str] = (
        'A. Kishimoto, A. Fukunaga, A. Botea, "Scalable, Parallel Best-First Search for Optimal Sequential Planning", '
        "International Conference on Automated Planning and Scheduling (2009)."
    )

    def __post_init__(self) -> None:
        if not isinstance(self.cluster, Cluster):
            raise TypeError(f"cluster must be Threads(n) or Ray(shards=n), not {self.cluster!r}")
        if self.batch is not None:
            check_int(self.batch, "batch", minimum=1)
        if self.checkpoint is not None and not isinstance(self.checkpoint, str | os.PathLike):
            raise TypeError(f"checkpoint must be a path or None, not {self.checkpoint!r}")
        if self.checkpoint is not None:
            object.__setattr__(self, "checkpoint", os.fspath(self.checkpoint))  # The instance is frozen.
        if not is_number(self.every, 0, math.inf):
            raise ValueError(f"every must be a number of seconds, at least 0, not {self.every!r}")

    @property
    def guarantee(self) -> Guarantee:
        """The solution is optimal if h is admissible. Limits may be exceeded by one round."""
        return Guarantee(factor=1, requires=HeuristicRequirement.ADMISSIBLE, exact_limits=False)

    def _started(self, problem: Problem[S, A], make: Callable[[ResolvedProblem[S, A]], T]) -> T:
        require_numba()
        return with_compiled_form(problem, lambda form: make(self._resolved(form)))

    def algorithm(self, problem: ResolvedProblem, journal: Journal | None) -> Algorithm:
        require_numba()
        from astarlib.compiled.scale.sharded_search import ShardedAlgorithm

        def make_team(domain: Any) -> Any:
            return self.cluster._team(problem.problem, domain)  # noqa: SLF001  # It is the same package.

        store = None if self.checkpoint is None else Store(Path(self.checkpoint), self.every)
        return ShardedAlgorithm(problem, journal, self, make_team, batch=self.batch, store=store)
