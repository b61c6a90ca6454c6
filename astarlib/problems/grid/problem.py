"""The cheapest path between two cells of a grid, as a search problem."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Final, Self

from astarlib._support.calls import checked_call
from astarlib.derived.derived_problem import derive
from astarlib.derived.members import Fate, fates
from astarlib.heuristics.landmarks import LandmarkEstimate, NumberedStates
from astarlib.problem import (
    Heuristic,
    NearestGoal,
    Problem,
    SearchProblem,
    bind_heuristic,
    chosen_goals,
    only_goal,
    some_goals,
)
from astarlib.problems.grid.cells import Cell, Cells
from astarlib.problems.grid.grid import (
    WEST,
    Grid,
    Way,
    cells_that_differ,
    checked_cell,
    refuse_obstacle,
    warn_of_swapped_goals,
)
from astarlib.problems.grid.heuristics import Euclidean, Manhattan, Octile
from astarlib.problems.grid.jump_points import JumpPointProblem
from astarlib.problems.grid.steps import STEPS, CornerRule, check_steps
from astarlib.resolving.resolved_problem import starts_of

if TYPE_CHECKING:
    from astarlib._support.scene import Content
    from astarlib.compiled_domain import CompiledDomain
    from astarlib.drawing import Map


_BACK: Final = {step.name: STEPS[(number + 4) % 8].name for number, step in enumerate(STEPS)}


class GridProblem(SearchProblem[Cell, str]):
    """A pathfinding problem: go from one cell of a grid to another, or to the nearest of several cells.

    A state is a cell (x, y) = (column, row).

    Columns and rows are counted from 0 at the upper left. The actions are ``"north"`` (up), ``"east"``, ``"south"`` and
    ``"west"``. With eight neighbors, there are also ``"northeast"`` and so on. Steps are tried clockwise from the
    north. A straight step costs as much as its target cell, and a diagonal step sqrt(2) times as much
    (:data:`DIAGONAL`, rounded so that sums are exact).

    Parameters
    ----------
    grid:
        A :class:`Grid`, or anything from which a ``Grid`` can be made: text, rows of text, rows of costs or booleans,
        or a numpy array. If several problems share a map, pass the same ``Grid``, so the map is read only once.
    start, goal:
        Two cells. The start must be free. If the goal is an obstacle, the problem has no solution. There is a warning
        if both would be free as (row, column). `Grid.cell` makes a cell from a row and a column.
    goals:
        A list of cells, instead of ``goal``. A search finds a path to the nearest of them. h is then the minimum over
        the goals of a heuristic value. A callable must estimate the cost to the nearest goal.
    connectivity:
        The number of neighbors of a cell, 4 (the default) or 8.
    corner_rule:
        The rule that decides if a diagonal step is open. By default, both cells next to the step must be free.
    heuristic:
        A heuristic value (:class:`Manhattan`, :class:`Octile`, :class:`Euclidean`, or
        :class:`astarlib.heuristics.Landmarks`) or a callable ``cell -> float``. With None (the default), the heuristic
        is Manhattan with four neighbors and octile with eight.

    Attributes
    ----------
    grid:
        The map as a :class:`Grid`.
    goals, connectivity, corner_rule:
        The goal cells, the number of neighbors and the :class:`CornerRule`.

    Raises
    ------
    ValueError
        If the grid isn't a valid map, the start is an obstacle, a cell is outside the grid, the connectivity is neither
        4 nor 8, or the heuristic overestimates with eight neighbors. The message names the row or the cell.
    TypeError
        If a parameter has the wrong type.

    See Also
    --------
    Grid : A map that several problems can share.
    read_map : Read a map of the Moving AI Lab.
    read_scenarios : Read the starts and goals of a benchmark.

    Notes
    -----
    To make a ``Grid`` takes O(width x height) time. A successor takes O(1).

    References
    ----------
    N. Sturtevant, Benchmarks for grid-based pathfinding (2012), for the rule about corners.

    Examples
    --------
    >>> from astarlib import AStar
    >>> problem = GridProblem("..#. / ..#. / ....", (0, 0), (3, 0), connectivity=8)
    >>> result = AStar().search(problem)
    >>> result.actions
    ('southeast', 'south', 'east', 'east', 'north', 'north')
    >>> print(problem.grid.text(result.states))
    A.#B
    .*#*
    .***
    """

    _parameter_hints: ClassVar = {
        "diagonal": "write connectivity=8", "diagonals": "write connectivity=8", "neighbors": "write connectivity=8",
        "wrap": "write TorusProblem(grid, start, goal)", "torus": "write TorusProblem(grid, start, goal)",
        "source": "write start", "target": "write goal", "end": "write goal",
        "wall": "write GridProblem(Grid(cells, wall=...), start, goal)",
        "terrain": "write GridProblem(Grid(cells, terrain=...), start, goal)",
    }  # fmt: skip

    @checked_call
    def __init__(
        self,
        grid: Grid | Cells,
        start: Cell,
        goal: Cell | None = None,
        *,
        goals: Iterable[Cell] | None = None,
        connectivity: int = 4,
        corner_rule: CornerRule = CornerRule.BOTH_FREE,
        heuristic: Heuristic | Callable[[Cell], float] | None = None,
    ) -> None:
        check_steps(connectivity, corner_rule)
        self.grid: Final = grid if isinstance(grid, Grid) else Grid(grid)
        super().__init__(checked_cell(start, "start", self.grid))
        refuse_obstacle(self.initial_state, self.grid)
        self.goals: Final = _goals(goal, goals, self.grid)
        warn_of_swapped_goals(self.initial_state, self.goals, self.grid)
        self._goal_set = frozenset(self.goals)
        self.connectivity: Final = connectivity
        self.corner_rule: Final = corner_rule
        self._heuristic = _default_heuristic(connectivity) if heuristic is None else heuristic
        self._estimate = bind_heuristic(self._heuristic, self)

    @cached_property
    def _neighbors(self) -> tuple[int, bytes, Sequence[Sequence[Way]]]:
        stride, patterns, ways = self.grid.neighbors(self.connectivity, self.corner_rule)
        return stride, patterns, ways  # A plain tuple is unpacked faster than a named one.

    def between(self, start: Cell, goal: Cell) -> Self:
        """Return a problem on the same grid with another start and goal, in O(1).

        It has the same kind of heuristic. A heuristic that is a function stays the same function.

        Parameters
        ----------
        start, goal:
            Two cells. The start must be free.

        Raises
        ------
        ValueError, TypeError
            If a cell is outside the grid or not a pair of integers, or the start is an obstacle.

        Examples
        --------
        >>> problem = GridProblem("... / ...", (0, 0), (2, 1))
        >>> problem.between((1, 0), (2, 1)).heuristic((1, 0))
        2
        """
        first, last = checked_cell(start, "start", self.grid), checked_cell(goal, "goal", self.grid)
        refuse_obstacle(first, self.grid)
        other = derive(self, "between", {"initial_state": first}, user="between")
        return other._toward_goals((last,)).copy_with_heuristic(self._heuristic)  # noqa: SLF001  # the same class

    def with_costs(self, costs: Mapping[Cell, float | None]) -> Self:
        """Return a new problem with other costs of some cells. The given problem and its grid don't change.

        The ``update`` method of a search finds the cells that differ. The heuristics multiply each distance by the cost
        of the cheapest terrain. This factor stays the same, so no cost may be smaller. The grid is copied, without
        reading it again.

        Parameters
        ----------
        costs:
            A dict ``{cell: cost}``. The cost ``inf`` or None makes the cell an obstacle.

        Raises
        ------
        ValueError
            If a cell is outside the grid, a cost isn't a number > 0 or is smaller than ``grid.cheapest``, or the start
            becomes an obstacle.

        Examples
        --------
        >>> problem = GridProblem("... / ...", (0, 0), (2, 0))
        >>> print(problem.with_costs({(1, 0): 5, (1, 1): float("inf")}).grid.text())
        .5.
        .#.
        """
        grid = self.grid.with_costs(costs)
        for start in starts_of(self):
            refuse_obstacle(start, grid)
        other = derive(self, "costs", {"grid": grid}, user="with_costs")
        vars(other).pop("_neighbors", None)
        return other.copy_with_heuristic(self._heuristic)

    def touched(self, cells: Iterable[Cell]) -> list[Cell]:
        """Return some cells and their neighbors, whose outgoing edges can change when the costs of the cells change.

        There are no duplicates. The same list is right before and after the change.

        Parameters
        ----------
        cells:
            The cells whose costs change.

        Raises
        ------
        ValueError
            If a cell is outside the grid.

        Examples
        --------
        >>> GridProblem("... / ...", (0, 0), (2, 0)).touched([(0, 1)])
        [(0, 1), (0, 0), (1, 1)]
        """
        found: dict[Cell, None] = {}
        for x, y in cells:
            self.grid.cost((x, y))  # This call raises ValueError for a cell outside the grid.
            found[x, y] = None
            for step in STEPS:
                neighbor = x + step.right, y + step.down
                if neighbor in self.grid and (self.connectivity == 8 or 0 in {step.right, step.down}):
                    found[neighbor] = None
        return list(found)

    def _edges_differ(self, before: Problem[Cell, str], states: Iterable[Cell]) -> Iterable[Cell] | None:
        """Return all cells whose outgoing edges can differ from those on another map. See `comparison_of`."""
        if not isinstance(before, GridProblem):
            return None
        grids = self.grid, before.grid
        sizes, rules = (
            {(each.width, each.height) for each in grids},
            {(each.connectivity, each.corner_rule) for each in (self, before)},
        )
        if len(sizes) == len(rules) == 1:
            return self.touched(cells_that_differ(self.grid, before.grid))
        width, height = map(max, zip(*sizes, strict=True))
        return [(x, y) for y in range(height) for x in range(width)]

    def _has_state(self, state: Cell) -> bool:
        return state in self.grid

    def jump_points(self) -> JumpPointProblem:
        """Return the same problem with jumps instead of steps, for grids whose free cells all cost the same.

        The optimal cost is the same, and A* stores fewer states. With compiled engines, and a ``Grid`` that several
        problems share, it's also several times faster on large maps. ``route`` of the new problem turns a path into
        all cells.

        Raises
        ------
        ValueError
            If two free cells have different costs, there are several goals, or the problem has other members than
            those of its class, for example from ``with_predecessors``.

        Examples
        --------
        >>> from astarlib import AStar
        >>> problem = GridProblem("..... / .##.. / .....", (0, 1), (4, 2), connectivity=8)
        >>> result, jumps = AStar().search(problem), AStar().search(problem.jump_points())
        >>> jumps.cost == result.cost, jumps.statistics.expanded < result.statistics.expanded
        (True, True)
        """
        return JumpPointProblem(self)

    def _changed_members(self) -> list[str]:
        """Return the names of methods that a subclass, or the instance, has changed, and that define the paths."""
        names = [name for name, fate in fates("jumps").items() if fate is Fate.BUILT_IN]
        classes = [vars(self), *(vars(kind) for kind in type(self).__mro__[: type(self).__mro__.index(GridProblem)])]
        return [name for name in names if any(name in members for members in classes)]

    def __repr__(self) -> str:
        ways = f"connectivity={self.connectivity}, {self.corner_rule}"
        return f"<{type(self).__name__} from {self.initial_state} to {some_goals(self.goals)} on {self.grid}, {ways}>"

    @property
    def goal(self) -> Cell:
        """The goal cell. Raise AttributeError if there are several; read ``goals``."""
        return only_goal(self.goals)

    def _toward_each_goal(self) -> list[Self]:
        """Return a problem for each goal, to which a heuristic value is bound."""
        return [self] if len(self.goals) == 1 else [self._toward_goals([goal]) for goal in self.goals]

    def _toward_goals(self, goals: Iterable[Cell]) -> Self:
        """Return a copy with other goals, to which the heuristic isn't bound."""
        other = copy.copy(self)
        vars(other).update(goals=tuple(goals), _goal_set=frozenset(goals))
        return other

    def actions(self, state: Cell, /) -> list[str]:
        return [name for name, _, _ in self.successors(state)]

    def result(self, state: Cell, action: str, /) -> Cell:
        """Return the next cell in that direction. Raise ValueError if the step isn't open."""
        return self._step(state, action)[0]

    def cost(self, state: Cell, action: str, next_state: Cell, /) -> float:  # The action determines it.
        return self._step(state, action)[1]

    def _step(self, state: Cell, action: str) -> tuple[Cell, float]:
        for name, next_state, cost in self.successors(state):
            if name == action:
                return next_state, cost
        raise ValueError(f"cell {state} has no open step {action!r}")

    def successors(self, state: Cell, /) -> list[tuple[str, Cell, float]]:
        """Return all steps as ``(action, next_state, cost)``. Engines call this, as it's faster than ``actions``."""
        x, y = state
        stride, patterns, ways = self._neighbors
        at = (y + 1) * stride + x
        edges = []
        for name, right, down, offset, costs in ways[patterns[at]]:
            edges.append((name, (x + right, y + down), costs[at + offset]))  # A comprehension is slower in Python 3.11.
        return edges

    def goal_states(self) -> list[Cell]:
        """Return the goal cells as a list."""
        return list(self.goals)

    def predecessors(self, state: Cell, /) -> list[tuple[str, Cell, float]]:
        """Return all steps that lead to ``state``, as ``(action, previous_state, cost)``."""
        x, y = state
        stride, patterns, ways = self._neighbors
        at = (y + 1) * stride + x
        if not patterns[at + 1] >> WEST & 1:  # The cell is an obstacle.
            return []
        # A step is open in both directions, because both pass the same corners. It costs as much as its target.
        return [(_BACK[name], (x + right, y + down), costs[at]) for name, right, down, _, costs in ways[patterns[at]]]

    @property
    def cost_unit(self) -> int | None:
        """The greatest common divisor of all costs if they are ints and there are four neighbors, else None."""
        costs = set(self.grid.costs_of_entering()[0]) - {math.inf}
        whole = [cost for cost in costs if isinstance(cost, int)]
        return math.gcd(*whole) or None if self.connectivity == 4 and len(whole) == len(costs) else None

    @property
    def backward_heuristic(self) -> Callable[[Cell], float] | None:
        """The heuristic with the start as its goal: an estimate of the cost from the start to a cell.

        It's None unless the heuristic is one of this module or :class:`astarlib.heuristics.Landmarks`.
        """
        estimate = self._estimate.estimates[0] if isinstance(self._estimate, NearestGoal) else self._estimate
        if isinstance(estimate, LandmarkEstimate):
            return estimate.reversed_from(self.initial_state)
        if not isinstance(self._heuristic, (Manhattan, Octile, Euclidean)):
            return None
        return bind_heuristic(self._heuristic, self._toward_goals([self.initial_state]))

    def heuristic(self, state: Cell, /) -> float:
        return self._estimate(state)

    @property
    def heuristic_function(self) -> Callable[[Cell], float]:
        """The heuristic, bound to this problem."""
        return self._estimate

    def is_goal(self, state: Cell, /) -> bool:
        return state in self._goal_set

    def numbered_states(self) -> NumberedStates:
        """Return the cells and the distances between them, for :class:`astarlib.heuristics.Landmarks`."""
        from astarlib.problems.grid.landmarks import states_of  # It loads numpy.

        return states_of(self.grid, self.connectivity, self.corner_rule)

    def draw_map(self) -> Map:
        """Return a drawing of the map with its obstacles and terrain, the start and the goal."""
        from astarlib.problems.grid.drawing import drawn_grid  # only needed for drawing

        return drawn_grid(self.grid, self.initial_state, self.goals)

    def state_position(self, state: Cell, /) -> tuple[float, float]:
        """Return the center of the cell on the map."""
        return state[0] + 0.5, state[1] + 0.5

    def _animation(self, states: Sequence[Cell]) -> Content:
        """Return an animation of the states as a walk on the map."""
        from astarlib.problems.grid.drawing import animated_walk  # only needed for drawing

        return animated_walk(self.grid, states)

    def copy_with_heuristic(self, heuristic: Heuristic | Callable[[Cell], float]) -> Self:
        """Return a copy with another heuristic. :func:`astarlib.with_heuristic` calls this method."""
        other = copy.copy(self)
        vars(other).update(_heuristic=heuristic, _estimate=bind_heuristic(heuristic, other))
        return other

    def copy_with_goals(self, goals: Iterable[Cell]) -> Self:
        """Return a copy with other goals. :func:`astarlib.with_goals` calls this method.

        A heuristic that is a function belongs to the old goals, so the copy has the default heuristic instead.
        """
        heuristic = self._heuristic if hasattr(self._heuristic, "bind") else _default_heuristic(self.connectivity)
        return self._toward_goals(_goals(None, goals, self.grid)).copy_with_heuristic(heuristic)

    def compiled_domain(self) -> CompiledDomain[Cell]:
        """Return this problem in the form that compiled engines need.

        Raise MissingCapabilityError if the heuristic is neither :class:`Manhattan`, :class:`Octile` nor, for one goal,
        landmarks, or a cost is neither an int nor a float.
        """
        from astarlib.problems.grid.compiled import compiled_domain  # It loads numpy.

        if isinstance(self._estimate, LandmarkEstimate):
            from astarlib.problems.grid import landmarks  # It loads numpy.

            kind = self.connectivity, self.corner_rule
            return landmarks.compiled_domain(self.grid, self.initial_state, *kind, self._estimate)
        ends = self.initial_state, *self.goals
        return compiled_domain(self.grid, ends, self.connectivity, self.corner_rule, self._heuristic)

    def format_state(self, state: Cell, /) -> str:
        """Return the cell as ``x,y``. To print the map with a path, use ``problem.grid.text(result.states)``."""
        return f"{state[0]},{state[1]}"

    def format_action(self, action: str, /) -> str:
        """Return the name of the step."""
        return action


def _default_heuristic(connectivity: int) -> Heuristic:
    return Manhattan() if connectivity == 4 else Octile()


def _goals(goal: Cell | None, goals: Iterable[Cell] | None, grid: Grid) -> tuple[Cell, ...]:
    """Return the goals of a problem, each once. Raise TypeError unless exactly one of both parameters is given."""
    given = chosen_goals(goal, goals)
    return tuple(dict.fromkeys(checked_cell(each, "goal", grid) for each in given))
