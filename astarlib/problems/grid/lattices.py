"""Grids of other shapes: edges that wrap around, hexagons and three dimensions."""

from __future__ import annotations

import math
import operator
from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, Generic, TypeAlias, TypeVar

from astarlib._support.calls import checked_call
from astarlib.errors import short_repr
from astarlib.problem import SearchProblem, chosen_goals, some_goals
from astarlib.problems.grid.cells import Cell, Cells, read_cost
from astarlib.problems.grid.grid import Grid, checked_cell, once, refuse_obstacle, warn_of_swapped_goals
from astarlib.problems.grid.steps import DIAGONAL, STEPS, CornerRule, check_steps

if TYPE_CHECKING:
    from astarlib.drawing import Map

__all__ = ["HexProblem", "TorusProblem", "Voxel", "VoxelProblem", "hex_cells"]

C = TypeVar("C", bound=tuple[int, ...])
Voxel: TypeAlias = tuple[int, int, int]
"""A cell (x, y, z) in three dimensions: column, row, layer, each counted from 0."""

_SPACE_DIAGONAL: Final[float] = (math.isqrt(3 << 58) + 1) / 2**29
"""The cost of a step along all three axes on terrain of cost 1: sqrt(3), rounded up to a multiple of 2**-29."""
_ROW: Final = math.sqrt(3) / 2
"""The distance between two rows of hexagons whose centers are 1 apart."""


class _LatticeProblem(SearchProblem[C, str], Generic[C]):
    """A path between cells that all have the same steps. Subclasses have the steps and the distance."""

    def __init__(self, start: C, goals: Iterable[C], costs: Sequence[float]) -> None:
        super().__init__(start)
        self.goals: Final = tuple(dict.fromkeys(goals))
        self._goal_set = frozenset(self.goals)
        # The costs of entering cells, with a border of obstacles. The cost of an obstacle is 0.
        self._costs = tuple(costs)
        self._cheapest: Final = min(filter(None, costs), default=1)
        if self._costs[self._place(start)] == 0:
            raise ValueError(f"the start {start} is blocked by an obstacle; the start must be a free cell")

    def __repr__(self) -> str:
        return f"<{type(self).__name__} from {self.initial_state} to {some_goals(self.goals)}>"

    @abstractmethod
    def _place(self, state: C) -> int:
        """Return the index of a cell in the costs."""

    @abstractmethod
    def _open(self, state: C) -> list[tuple[str, str, C, float]]:
        """Return the open steps: the name, the name of the step back, the next cell, and the factor of the cost."""

    @abstractmethod
    def heuristic_to(self, state: C, goal: C, /) -> float:
        """Return the cost of a path without obstacles on the cheapest terrain."""

    def successors(self, state: C, /) -> list[tuple[str, C, float]]:
        """Return all steps as ``(action, next_state, cost)``."""
        return [(name, cell, self._costs[self._place(cell)] * factor) for name, _, cell, factor in self._open(state)]

    def predecessors(self, state: C, /) -> list[tuple[str, C, float]]:
        """Return all steps that lead to ``state``, as ``(action, previous_state, cost)``."""
        # A step is open in both directions, because both pass the same cells. It costs as much as its target.
        cost = self._costs[self._place(state)]
        return [(back, cell, cost * factor) for _, back, cell, factor in self._open(state) if cost > 0]

    def actions(self, state: C, /) -> list[str]:
        return [name for name, _, _, _ in self._open(state)]

    def result(self, state: C, action: str, /) -> C:
        """Return the next cell in that direction. Raise ValueError if the step isn't open."""
        return self._step(state, action)[0]

    def cost(self, state: C, action: str, next_state: C, /) -> float:  # The action determines it.
        return self._step(state, action)[1]

    def _step(self, state: C, action: str) -> tuple[C, float]:
        for name, cell, cost in self.successors(state):
            if name == action:
                return cell, cost
        raise ValueError(f"cell {state} has no open step {action!r}")

    def is_goal(self, state: C, /) -> bool:
        return state in self._goal_set

    def goal_states(self) -> list[C]:
        """Return the goal cells as a list."""
        return list(self.goals)

    def heuristic(self, state: C, /) -> float:
        """Return the smallest distance to a goal."""
        return min([self.heuristic_to(state, goal) for goal in self.goals])

    def backward_heuristic(self, state: C, /) -> float:
        """Return the distance from the start.

        Parameters
        ----------
        state:
            A cell of the map. It isn't checked.

        Examples
        --------
        >>> TorusProblem("......", (0, 0), (3, 0)).backward_heuristic((5, 0))
        1
        """
        return self.heuristic_to(self.initial_state, state)

    def format_state(self, state: C, /) -> str:
        """Return the cell as numbers with commas."""
        return ",".join(map(str, state))


class TorusProblem(_LatticeProblem[Cell]):
    """A pathfinding problem on a grid whose edges wrap around: a torus.

    A state is a cell (x, y), as in a `GridProblem`. A step east from the last column leads to the first one, and a step
    south from the last row leads to the first one. If only the columns shall wrap, as on a globe or a cylinder, add a
    row of obstacles.

    The heuristic is the Manhattan distance (four neighbors) or the octile distance (eight) the shorter way around,
    times the cost of the cheapest terrain. It's **admissible** and **consistent**, because it's the distance on the
    torus without obstacles.

    Parameters
    ----------
    grid:
        A `Grid`, or anything from which a ``Grid`` can be made.
    start, goal:
        Two cells. The start must be free.
    goals:
        A list of cells, instead of ``goal``. A search finds a path to the nearest of them.
    connectivity:
        The number of neighbors of a cell, 4 (the default) or 8.
    corner_rule:
        The rule that decides if a diagonal step is open. By default, both cells next to the step must be free.

    Raises
    ------
    ValueError, TypeError
        If the grid isn't a valid map, the start is an obstacle, a cell is outside the grid, or the connectivity is
        neither 4 nor 8.

    References
    ----------
    With four neighbors, it's the Lee distance (C. Lee, 1958).

    Examples
    --------
    >>> from astarlib import AStar
    >>> problem = TorusProblem("...... / ...... / ......", (0, 0), (5, 2))
    >>> AStar().search(problem).actions
    ('west', 'north')
    """

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
    ) -> None:
        self.grid: Final = grid if isinstance(grid, Grid) else Grid(grid)
        check_steps(connectivity, corner_rule)
        self.connectivity: Final = connectivity
        self._steps = _steps_along(2, connectivity == 8, corner_rule)
        first = checked_cell(start, "start", self.grid)
        refuse_obstacle(first, self.grid)
        ends = [checked_cell(each, "goal", self.grid) for each in chosen_goals(goal, goals)]
        warn_of_swapped_goals(first, ends, self.grid)
        super().__init__(first, ends, _entering(self.grid))

    def _place(self, state: Cell) -> int:
        return (state[1] + 1) * (self.grid.width + 1) + state[0]

    def _open(self, state: Cell) -> list[tuple[str, str, Cell, float]]:
        x, y = state
        width, height, costs, found = self.grid.width, self.grid.height, self._costs, []
        for name, back, (right, down, _), factor, passed, needed in self._steps:
            cell = (x + right) % width, (y + down) % height
            if costs[self._place(cell)] > 0:
                free = 0
                for across, along, _ in passed:
                    free += costs[self._place(((x + across) % width, (y + along) % height))] > 0
                if free >= needed:
                    found.append((name, back, cell, factor))
        return found

    def heuristic_to(self, state: Cell, goal: Cell, /) -> float:
        """Return the distance the shorter way around on the cheapest terrain, without obstacles.

        Parameters
        ----------
        state, goal:
            Two cells of the map. They aren't checked.

        Examples
        --------
        >>> TorusProblem("......", (0, 0), (5, 0)).heuristic_to((1, 0), (5, 0))
        2
        """
        across, down = abs(state[0] - goal[0]), abs(state[1] - goal[1])
        across, down = min(across, self.grid.width - across), min(down, self.grid.height - down)
        if self.connectivity == 4:
            return self._cheapest * (across + down)
        return self._cheapest * (max(across, down) + min(across, down) * (DIAGONAL - 1))

    def draw_map(self) -> Map:
        """Return a drawing of the map with its obstacles and terrain, the start and the goals."""
        from astarlib.problems.grid.drawing import drawn_grid  # only needed for drawing

        return replace(drawn_grid(self.grid, self.initial_state, self.goals), wraps=True)

    def state_position(self, state: Cell, /) -> tuple[float, float]:
        """Return the center of the cell on the map."""
        return state[0] + 0.5, state[1] + 0.5


class HexProblem(_LatticeProblem[Cell]):
    """A pathfinding problem on hexagons: go from one cell to another by steps to the six neighbors.

    A state is a cell (q, r) in axial coordinates: a step east adds 1 to q, a step southeast adds 1 to r, and a step
    northeast adds 1 to q and subtracts 1 from r. The hexagons have a corner on top. A step costs as much as its target
    cell.

    The heuristic is the number of steps without obstacles, times the cost of the cheapest terrain. It's **admissible**
    and **consistent**, because it's the distance on hexagons without obstacles.

    Parameters
    ----------
    grid:
        A dict ``{(q, r): cost}`` of any shape. Missing cells, and costs of ``inf`` or None, are obstacles. Or a `Grid`,
        or anything from which a ``Grid`` can be made: q is the column and r the row, so each row begins half a cell to
        the right of the row above. :func:`hex_cells` makes the dict of a rectangular map.
    start, goal:
        Two cells. The start must be free.
    goals:
        A list of cells, instead of ``goal``. A search finds a path to the nearest of them.

    Raises
    ------
    ValueError, TypeError
        If there is no cell, a cost isn't a number > 0, the start is an obstacle, or a cell isn't on the map.

    References
    ----------
    A. Patel, Hexagonal Grids (2013), for the coordinates and the distance.

    Examples
    --------
    >>> from astarlib import AStar
    >>> problem = HexProblem("... / .#. / ...", (0, 0), (2, 2))
    >>> result = AStar().search(problem)
    >>> result.cost, result.actions
    (4, ('southeast', 'southeast', 'east', 'east'))
    """

    @checked_call
    def __init__(
        self,
        grid: Mapping[Cell, float | None] | Grid | Cells,
        start: Cell,
        goal: Cell | None = None,
        *,
        goals: Iterable[Cell] | None = None,
    ) -> None:
        read = _hexagons(grid)
        columns, rows = [q for q, _ in read], [r for _, r in read]
        self._left, self._top, self._stride = min(columns), min(rows), max(columns) - min(columns) + 2
        self._edge = min([q + r / 2 for q, r in read])  # The left edge of the drawing.
        costs: list[float] = [0] * (self._stride * (max(rows) - min(rows) + 3))
        for cell, cost in read.items():
            costs[self._place(cell)] = cost
        self._steps = _HEX_STEPS
        first = _on_map(start, "start", read)
        super().__init__(first, [_on_map(each, "goal", read) for each in chosen_goals(goal, goals)], costs)

    def _place(self, state: Cell) -> int:
        return (state[1] - self._top + 1) * self._stride + state[0] - self._left

    def _open(self, state: Cell) -> list[tuple[str, str, Cell, float]]:
        q, r = state
        found: list[tuple[str, str, Cell, float]] = []
        for name, back, right, down in self._steps:
            cell = q + right, r + down
            if self._costs[self._place(cell)] > 0:
                found.append((name, back, cell, 1))
        return found

    def heuristic_to(self, state: Cell, goal: Cell, /) -> float:
        """Return the cost of the steps between two cells on the cheapest terrain, without obstacles.

        Parameters
        ----------
        state, goal:
            Two cells of the map. They aren't checked.

        Examples
        --------
        >>> HexProblem("... / ...", (0, 0), (2, 1)).heuristic_to((0, 1), (2, 0))
        2
        """
        right, down = goal[0] - state[0], goal[1] - state[1]
        return self._cheapest * max(abs(right), abs(down), abs(right + down))

    def draw_map(self) -> Map:
        """Return a drawing of the cells as discs, with A at the start and B at each goal."""
        from astarlib.problems.grid.drawing import drawn_discs  # only needed for drawing

        stride, costs = self._stride, self._costs
        cells = {
            (place % stride + self._left, place // stride + self._top - 1): cost for place, cost in enumerate(costs)
        }
        free = {self.state_position(cell): cost > self._cheapest for cell, cost in cells.items() if cost > 0}
        marks = [("A", self.state_position(self.initial_state))]
        return drawn_discs(free, [*marks, *(("B", self.state_position(goal)) for goal in self.goals)])

    def state_position(self, state: Cell, /) -> tuple[float, float]:
        """Return the center of the cell on the map."""
        return state[0] + state[1] / 2 - self._edge + 0.5, (state[1] - self._top) * _ROW + 0.5


class VoxelProblem(_LatticeProblem[Voxel]):
    """A pathfinding problem in three dimensions: go from one cell to another by 6 or 26 steps.

    A state is a cell (x, y, z): column, row, layer. Steps along one axis are ``"east"`` and ``"west"`` (x), ``"south"``
    and ``"north"`` (y), ``"up"`` and ``"down"`` (z, where up adds 1). With 26 neighbors there are also
    ``"north-east"``, ``"north-east-up"`` and so on. A step costs as much as its target cell, times sqrt(2) along two
    axes and sqrt(3) along three (both rounded up so that sums are exact).

    The heuristic is the distance without obstacles, times the cost of the cheapest terrain, so it's **admissible** and
    **consistent**.

    Parameters
    ----------
    layers:
        A list of layers, or a numpy array with the axes (z, y, x). A layer is a `Grid`, or anything from which a
        ``Grid`` can be made. All have the same width and height.
    start, goal:
        Two cells. The start must be free.
    goals:
        A list of cells, instead of ``goal``. A search finds a path to the nearest of them.
    connectivity:
        The number of neighbors of a cell, 6 (the default) or 26.
    corner_rule:
        The rule that decides if a diagonal step is open. The cells that matter are all other cells of the box between
        both cells: two along two axes, six along three. By default, all of them must be free. With ``ONE_FREE``, one is
        enough.

    Raises
    ------
    ValueError, TypeError
        If a layer isn't a valid map, the layers have different sizes, the start is an obstacle, a cell is outside, or
        the connectivity is neither 6 nor 26.

    References
    ----------
    G. Borgefors, Distance transformations in arbitrary dimensions (1984), for the distance of 26 neighbors.

    Examples
    --------
    >>> from astarlib import AStar
    >>> problem = VoxelProblem([".# / ##", ".. / #.", "## / #."], (0, 0, 0), (1, 1, 2))
    >>> AStar().search(problem).actions
    ('up', 'east', 'south', 'up')
    """

    @checked_call
    def __init__(
        self,
        layers: Iterable[Grid | Cells],
        start: Voxel,
        goal: Voxel | None = None,
        *,
        goals: Iterable[Voxel] | None = None,
        connectivity: int = 6,
        corner_rule: CornerRule = CornerRule.BOTH_FREE,
    ) -> None:
        grids = _layers(layers)
        self.shape: Final = grids[0].width, grids[0].height, len(grids)
        check_steps(connectivity, corner_rule, (6, 26))
        self.connectivity: Final = connectivity
        self._steps = _steps_along(3, connectivity == 26, corner_rule)
        first = self._checked(start, "start")
        ends = [self._checked(each, "goal") for each in chosen_goals(goal, goals)]
        outside = [0] * len(_entering(grids[0]))
        super().__init__(first, ends, [*outside, *(cost for grid in grids for cost in _entering(grid)), *outside])

    def _checked(self, given: Voxel, role: str) -> Voxel:
        cell: Any = _integers(given, 3)  # Any: three ints
        if cell is None:
            hint = "; for several goals, write goals=[...]" if role == "goal" else ""
            raise TypeError(f"the {role} is {short_repr(given)}; expected three integers (x, y, z){hint}")
        if not all(0 <= at < size for at, size in zip(cell, self.shape, strict=True)):
            swapped = cell[::-1]
            fits = all(0 <= at < size for at, size in zip(swapped, self.shape, strict=True))
            hint = f"; a cell is (x, y, z): did you mean {swapped}?" if fits else ""
            width, height, depth = self.shape
            raise ValueError(
                f"the {role} {cell} is outside the {width} columns (x), {height} rows (y) and {depth} layers (z){hint}"
            )
        return cell  # type: ignore[no-any-return]  # see above

    def _place(self, state: Voxel) -> int:
        x, y, z = state
        width, height, _ = self.shape
        return ((z + 1) * (height + 2) + y + 1) * (width + 1) + x

    def _open(self, state: Voxel) -> list[tuple[str, str, Voxel, float]]:
        x, y, z = state
        costs, found = self._costs, []
        for name, back, (right, down, up), factor, passed, needed in self._steps:
            cell = x + right, y + down, z + up
            if costs[self._place(cell)] > 0:
                free = 0
                for across, along, above in passed:
                    free += costs[self._place((x + across, y + along, z + above))] > 0
                if free >= needed:
                    found.append((name, back, cell, factor))
        return found

    def heuristic_to(self, state: Voxel, goal: Voxel, /) -> float:
        """Return the distance between two cells on the cheapest terrain, without obstacles.

        Parameters
        ----------
        state, goal:
            Two cells of the map. They aren't checked.

        Examples
        --------
        >>> VoxelProblem([".."] * 3, (0, 0, 0), (1, 0, 2)).heuristic_to((0, 0, 0), (1, 0, 2))
        3
        """
        across, down, up = abs(state[0] - goal[0]), abs(state[1] - goal[1]), abs(state[2] - goal[2])
        if self.connectivity == 6:
            return self._cheapest * (across + down + up)
        most, least = max(across, down, up), min(across, down, up)
        middle = across + down + up - most - least
        return self._cheapest * (most + middle * (DIAGONAL - 1) + least * (_SPACE_DIAGONAL - DIAGONAL))


def hex_cells(grid: Grid | Cells) -> dict[Cell, float]:
    """Return the free cells of a rectangular map of hexagons, in axial coordinates, with their costs.

    Each second row, from the second one, is half a cell to the right. The cell in a column and a row is
    ``(column - row // 2, row)``.

    Parameters
    ----------
    grid:
        The rows of the map: a `Grid`, or anything from which a ``Grid`` can be made.

    Raises
    ------
    ValueError, TypeError
        If the grid isn't a valid map.

    Examples
    --------
    >>> hex_cells(".# / 5. / ..")
    {(0, 0): 1, (0, 1): 5, (1, 1): 1, (-1, 2): 1, (0, 2): 1}
    """
    return {(x - y // 2, y): cost for (x, y), cost in _free_cells(grid).items()}


def _free_cells(cells: Grid | Cells) -> dict[Cell, float]:
    grid = cells if isinstance(cells, Grid) else Grid(cells)
    costs = {(x, y): grid.cost((x, y)) for y in range(grid.height) for x in range(grid.width)}
    return {cell: cost for cell, cost in costs.items() if cost < math.inf}


def _hexagons(given: Mapping[Cell, float | None] | Grid | Cells) -> dict[Cell, float]:
    """Return the costs of cells of hexagons, and 0 for obstacles that are given."""
    if not isinstance(given, Mapping):
        grid = given if isinstance(given, Grid) else Grid(given)
        return {(x, y): 0 for y in range(grid.height) for x in range(grid.width)} | _free_cells(grid)
    read: dict[Cell, float] = {}
    for key, value in given.items():
        cell: Any = _integers(key, 2)  # Any: two ints
        if cell is None:
            raise TypeError(f"the grid has the key {short_repr(key)}; expected two integers (q, r)")
        cost = read_cost(value, cell)
        read[cell] = cost if cost < math.inf else 0
    if len(read) == 0:
        raise ValueError("the grid is empty; it needs at least one cell")
    return read


def _on_map(given: Cell, role: str, cells: Mapping[Cell, float]) -> Cell:
    cell: Any = _integers(given, 2)  # Any: two ints
    if cell is None:
        hint = "; for several goals, write goals=[...]" if role == "goal" else ""
        raise TypeError(f"the {role} is {short_repr(given)}; expected two integers (q, r){hint}")
    if cell not in cells:
        raise ValueError(
            f"the {role} {cell} isn't one of the {len(cells)} cells (q, r) of the map; in a rectangular map of "
            "hex_cells, q is column - row // 2"
        )
    return cell  # type: ignore[no-any-return]  # see above


def _integers(given: object, count: int) -> tuple[int, ...] | None:
    """Return a tuple of so many ints, or None if the given object isn't one."""
    try:
        cell = tuple(map(operator.index, given))  # type: ignore[call-overload]  # The error is caught.
    except TypeError:
        return None
    return cell if len(cell) == count else None


def _layers(layers: Iterable[Grid | Cells]) -> list[Grid]:
    if isinstance(layers, str | Grid) or not isinstance(layers, Iterable):
        raise TypeError(f"layers must be a list of maps, or an array with the axes (z, y, x), not {short_repr(layers)}")
    grids = [layer if isinstance(layer, Grid) else Grid(layer) for layer in layers]
    if len(grids) == 0:
        raise ValueError("layers is empty; it needs at least one map")
    for z, grid in enumerate(grids):
        if (grid.width, grid.height) != (grids[0].width, grids[0].height):
            raise ValueError(f"layer {z} is {grid!r}, but layer 0 is {grids[0]!r}; all layers must have the same size")
    return grids


def _entering(grid: Grid) -> tuple[float, ...]:
    """Return the costs of entering the cells of the padded grid, and 0 for obstacles."""
    costs = grid.costs_of_entering()[0]
    return once(grid, "entering", lambda: tuple([cost if cost < math.inf else 0 for cost in costs]))


_Way: TypeAlias = tuple[str, str, Voxel, float, tuple[Voxel, ...], int]
"""A step: its name, that of the step back, its offset, its factor, the offsets of the cells between which it passes,
and how many of these must be free."""


def _steps_along(axes: int, diagonal: bool, corner_rule: CornerRule) -> tuple[_Way, ...]:
    """Return the steps in so many dimensions."""
    found: list[_Way] = []
    flat = [(step.right, step.down, 0) for step in STEPS]
    if axes == 3:
        flat += [(right, down, up) for up in (1, -1) for right, down, _ in [*flat, (0, 0, 0)]]
    for offset in flat:
        used = sum(map(abs, offset))
        if used > 1 and not diagonal:
            continue
        ends = [sorted({0, part}) for part in offset]
        box = [(right, down, up) for right in ends[0] for down in ends[1] for up in ends[2]]
        passed = tuple(each for each in box if any(each) and each != offset)
        needed = {CornerRule.BOTH_FREE: len(passed), CornerRule.ONE_FREE: min(1, len(passed)), CornerRule.ANY: 0}
        back = -offset[0], -offset[1], -offset[2]
        factor = (1, DIAGONAL, _SPACE_DIAGONAL)[used - 1]
        found.append((_name(offset, axes), _name(back, axes), offset, factor, passed, needed[corner_rule]))
    return tuple(found)


def _name(offset: Voxel, axes: int) -> str:
    words = ("west", "", "east"), ("north", "", "south"), ("down", "", "up")
    right, down, up = (word[part + 1] for word, part in zip(words, offset, strict=True))
    return ("-" if axes == 3 else "").join(filter(None, (down, right, up)))


_HEX_STEPS: Final = (
    ("northeast", "southwest", 1, -1),
    ("east", "west", 1, 0),
    ("southeast", "northwest", 0, 1),
    ("southwest", "northeast", -1, 1),
    ("west", "east", -1, 0),
    ("northwest", "southeast", 0, -1),
)
"""The steps to the six neighbors, clockwise: name, name of the step back, and what they add to q and r."""
