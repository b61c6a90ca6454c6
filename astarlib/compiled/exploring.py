"""All states that can be reached, found by compiled code."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, overload

from astarlib._support.searching_clock import searching_clock
from astarlib.checkpoint import MANIFEST
from astarlib.compiled.engines import Explorer
from astarlib.compiled.installation import require_numba
from astarlib.compiled.plain.problem import without_translation
from astarlib.compiled.requirements import compiled_form
from astarlib.engines.exploring import Explored, Layers, counted, final_cost, install_exploration_on_disk
from astarlib.engines.exploring import explore as explore_in_python
from astarlib.errors import CapacityError
from astarlib.limits import Limits, refuse_no_limits
from astarlib.problem import A, Problem, S
from astarlib.search import Search
from astarlib.searching.disk import Disk


@overload
def explore(
    problem: Problem[S, A], *, count_actions: bool = ..., limits: Limits = ..., storage: None = ...
) -> Explored[S, A]: ...


@overload
def explore(problem: Problem[S, A], *, count_actions: bool = ..., limits: Limits = ..., storage: Disk) -> Layers: ...


def explore(
    problem: Problem[S, A],
    *,
    count_actions: bool = False,
    limits: Limits = Limits(),  # noqa: B008  # It's immutable.
    storage: Disk | None = None,
) -> Explored[S, A] | Layers:
    """Return all states of a problem with a ``compiled_domain``, as :func:`astarlib.explore` does.

    The states stay packed. ``Explored`` unpacks a state when you ask for it, and sorts them when you first iterate.
    Therefore, ten million states need little more memory than in the search itself.

    Parameters
    ----------
    problem:
        The problem. Its ``is_goal`` and ``heuristic`` are never called, and neither are those of the domain.
    count_actions:
        True if each action costs 1, so that the costs are depths, as for :func:`astarlib.explore`. The methods of the
        problem must then be such that :func:`compile_problem` can translate them. The default is False.
    limits, storage:
        Limits on the search, and a :class:`Disk` for more states than fit into memory, as for :func:`astarlib.explore`.

    Raises
    ------
    MissingCapabilityError
        If the problem has no ``compiled_domain``, or a method of a more derived class overrides it.
    InvalidProblemError, TypeError
        If a function of the domain raises or returns an invalid value, or a parameter has the wrong type.
    ImportError
        If numba isn't installed. The message names the extra to install.

    Examples
    --------
    >>> from astarlib import Limits, compiled
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> explored = compiled.explore(NPuzzle("1 2 3 / 4 5 6 / 7 8 0"), limits=Limits(cost=3))
    >>> len(explored), dict(explored.layers)
    (15, {0: 1, 1: 2, 2: 4, 3: 8})
    """
    refuse_no_limits(limits)
    given, problem = problem, counted(problem, count_actions=count_actions)
    if storage is not None:
        return _explore_on_disk(problem, limits, storage)
    require_numba()
    from astarlib.compiled.runtime.found_states import PackedStates

    form, begin = compiled_form(problem), searching_clock()
    try:
        search = Explorer().start(form)
        result = search.run(limits)
    except CapacityError:
        plain = without_translation(form)
        if plain is None:
            raise
        seconds = max(0, limits.seconds - (searching_clock() - begin))
        plain, limits = given if count_actions else plain, replace(limits, seconds=seconds)
        return explore_in_python(plain, count_actions=count_actions, limits=limits)
    return Explored(given, search, result, PackedStates(search, final_cost(result, limits)))


def packed_distances(problem: Problem[S, A]) -> tuple[Any, Any]:  # Any: numpy's arrays
    """Return the packed states of one word that can be reached, and the costs of cheapest paths to them, as arrays."""
    search = Explorer().start(problem)
    search.run()
    algorithm: Any = search._algorithm  # noqa: SLF001  # Any: the algorithm of `Explorer`, whose arrays are the states
    nodes, first, last = algorithm.storage.nodes, 1, algorithm.storage.count + 1
    return nodes.states[first:last], nodes.gs[first:last]


def _explore_on_disk(problem: Problem[S, A], limits: Limits, disk: Disk) -> Layers:
    """Explore with the states in files, or continue such an exploration."""
    refuse_no_limits(limits)
    engine = Explorer(storage=disk)
    exists = (disk.folder / MANIFEST).exists()
    with Search.load(disk.folder, problem, engine=engine) if exists else engine.start(problem) as search:
        result = search.run(limits)
        algorithm: Any = search._algorithm  # noqa: SLF001  # Any: the algorithm of `Explorer`
        return Layers(result, algorithm.layers())


install_exploration_on_disk(_explore_on_disk)
