"""A cheapest path between two cells of a grid as a search problem."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from astarlib.problem import Heuristic, SearchProblem, bind_heuristic
from astarlib.problems.grid.cells import Cell, Cells
from astarlib.problems.grid.grid import Grid
from astarlib.problems.grid.heuristics import Manhattan, Octile
from astarlib.problems.grid.steps import CornerRule

if TYPE_CHECKING:
    from astarlib._support.scene import Content
    from astarlib.compiled_domain import CompiledDomain
    from astarlib.drawing import Map


class GridProblem(SearchProblem[Cell, str]):
    """Go from one cell of a grid to another. States are cells (x, y): column, then row, from the upper left.

    Actions are ``"north"`` (up), ``"east"``, ``"south"`` and ``"west"``, with eight neighbors also ``"northeast"`` and
    so on, tried clockwise from the north. A step costs what its target costs to enter, a diagonal one sqrt(2) times as
    much (``DIAGONAL``, of which sums are exact).

    Parameters
    ----------
    grid:
        A :class:`Grid`, or what it is made of: text, rows of text, rows of costs or booleans, a numpy array. Share a
        ``Grid`` between problems; it is read once.
    start, goal:
        Two cells. The start must be free; a goal that is not cannot be reached.
    connectivity:
        4 or 8 neighbors.
    corner_rule:
        When a diagonal step is open; by default when both cells that it passes between are free.
    heuristic:
        A heuristic value (:class:`Manhattan`, :class:`Octile`, :class:`Euclidean`) or a callable ``cell -> float``.
        None: Manhattan with four neighbors, octile with eight.

    Attributes
    ----------
    grid, goal, connectivity, corner_rule:
        As given; the grid as a :class:`Grid`.

    Raises
    ------
    ValueError
        When the grid is wrong, the start is blocked, start or goal are outside, the connectivity is neither 4 nor 8, or
        the heuristic overestimates with it; names the row or the cell.
    TypeError
        When start or goal are no pairs of integers, or ``heuristic`` is neither a value nor a callable.

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

    def __init__(
        self,
        grid: Grid | Cells,
        start: Cell,
        goal: Cell,
        *,
        connectivity: int = 4,
        corner_rule: CornerRule = CornerRule.BOTH_FREE,
        heuristic: Heuristic | Callable[[Cell], float] | None = None,
    ) -> None:
        if connectivity not in {4, 8}:
            raise ValueError(f"connectivity must be 4 or 8, not {connectivity!r}")
        if not isinstance(corner_rule, CornerRule):
            raise TypeError(f"corner_rule must be a CornerRule, for instance CornerRule.BOTH_FREE, not {corner_rule!r}")
        self.grid: Final = grid if isinstance(grid, Grid) else Grid(grid)
        super().__init__(_cell(start, "start", self.grid))
        if not self.grid.is_free(self.initial_state):
            raise ValueError(f"the start {self.initial_state} is blocked: an obstacle is there")
        self.goal: Final = _cell(goal, "goal", self.grid)
        self.connectivity: Final = connectivity
        self.corner_rule: Final = corner_rule
        self._stride, self._patterns, self._ways = self.grid.neighbors(connectivity, corner_rule)
        usual = Manhattan() if connectivity == 4 else Octile()
        self._heuristic = usual if heuristic is None else heuristic
        self._estimate = bind_heuristic(self._heuristic, self)

    def __repr__(self) -> str:
        ways = f"connectivity={self.connectivity}, {self.corner_rule}"
        return f"<{type(self).__name__} from {self.initial_state} to {self.goal} on {self.grid}, {ways}>"

    def actions(self, state: Cell, /) -> list[str]:
        """The ways that are open."""
        return [name for name, _, _ in self.successors(state)]

    def result(self, state: Cell, action: str, /) -> Cell:
        """The next cell on that way; ValueError when it is not open."""
        return self._step(state, action)[0]

    def cost(self, state: Cell, action: str, next_state: Cell, /) -> float:  # noqa: ARG002  # the action tells it
        """What the next cell costs to enter, times sqrt(2) on a diagonal way; ValueError when the way is not open."""
        return self._step(state, action)[1]

    def _step(self, state: Cell, action: str) -> tuple[Cell, float]:
        for name, next_state, cost in self.successors(state):
            if name == action:
                return next_state, cost
        raise ValueError(f"from cell {state} there is no way {action!r}")

    def successors(self, state: Cell, /) -> list[tuple[str, Cell, float]]:
        """All steps at once, ``(action, next_state, cost)``: an engine prefers this to ``actions`` and ``result``."""
        x, y = state
        at = (y + 1) * self._stride + x
        edges = []
        for name, right, down, offset, costs in self._ways[self._patterns[at]]:
            edges.append((name, (x + right, y + down), costs[at + offset]))  # a comprehension is slower in Python 3.11
        return edges

    def heuristic(self, state: Cell, /) -> float:
        """The estimate of the heuristic that was given."""
        return self._estimate(state)

    @property
    def heuristic_function(self) -> Callable[[Cell], float]:
        """The heuristic that was given, bound to this problem."""
        return self._estimate

    def is_goal(self, state: Cell, /) -> bool:
        """Whether the cell is the goal."""
        return state == self.goal

    def draw_map(self) -> Map:
        """The map with its obstacles and terrain, and the two ends."""
        from astarlib.problems.grid.drawing import drawn_grid  # noqa: PLC0415  # loaded where there is something to draw

        return drawn_grid(self.grid, self.initial_state, self.goal)

    def state_position(self, state: Cell, /) -> tuple[float, float]:
        """The middle of the cell on the map."""
        return state[0] + 0.5, state[1] + 0.5

    def _animation(self, states: Sequence[Cell]) -> Content:
        """Return the states as a walk on the map."""
        from astarlib.problems.grid.drawing import animated_walk  # noqa: PLC0415  # loaded where there is something to draw

        return animated_walk(self.grid, states)

    def compiled_domain(self) -> CompiledDomain[Cell]:
        """The problem for compiled engines.

        Raises
        ------
        MissingCapabilityError
            When its heuristic is neither :class:`Manhattan` nor :class:`Octile`, or a cost is neither int nor float.
        ImportError
            When numpy is not installed.
        """
        from astarlib.problems.grid.compiled import compiled_domain  # noqa: PLC0415  # it loads numpy

        return compiled_domain(self.grid, self.goal, self.connectivity, self.corner_rule, self._heuristic)

    def format_state(self, state: Cell, /) -> str:
        """The cell as ``x,y``; the map with a whole path on it is drawn by ``problem.grid.text(result.states)``."""
        return f"{state[0]},{state[1]}"

    def format_action(self, action: str, /) -> str:
        """The name of the way."""
        return action


def _cell(given: Cell, role: str, grid: Grid) -> Cell:
    try:
        x, y = map(operator.index, given)
    except (TypeError, ValueError):
        raise TypeError(f"the {role} is {given!r}; a cell is two integers (x, y), column then row") from None
    if (x, y) not in grid:
        raise ValueError(
            f"the {role} {(x, y)} is outside the grid of {grid.width} columns (x) and {grid.height} rows (y)"
        )
    return x, y
