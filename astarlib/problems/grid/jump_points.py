"""Jump point search: paths on grids whose free cells all cost the same, as a problem with far fewer states."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

from astarlib.derived.derived_problem import refuse_members
from astarlib.derived.goals import with_goals
from astarlib.derived.starts import with_starts
from astarlib.errors import MissingCapabilityError, short_repr
from astarlib.problem import SearchProblem, Starts
from astarlib.problems.grid.cells import Cell
from astarlib.problems.grid.grid import Grid, checked_cell, once, refuse_obstacle
from astarlib.problems.grid.jump_rules import (
    COLUMNS,
    Jump,
    JumpPoint,
    components,
    direction_of,
    goal_turn,
    kept_steps,
    open_masks,
    sign,
)
from astarlib.problems.grid.steps import STEPS
from astarlib.resolving.resolved_problem import definition_level, resolve_problem, starts_of

if TYPE_CHECKING:
    from astarlib.compiled_domain import CompiledDomain
    from astarlib.drawing import Map
    from astarlib.problems.grid.problem import GridProblem


class JumpPointProblem(SearchProblem[JumpPoint, Jump]):
    """A pathfinding problem on a grid of uniform cost whose actions are jumps to the next cell where a path may turn.

    Its optimal cost is that of the `GridProblem` from which it's made, for each connectivity and each corner rule. Of
    all paths of equal cost, only the one that takes its diagonal steps first is searched (with four neighbors, its
    horizontal steps). Therefore, A* expands and stores fewer states, and most of the work is to scan rows, columns and
    diagonals for jump points. Scans are stored with the :class:`Grid`, for further problems on it. Compiled engines
    scan the whole map once. Compiled A*, Dijkstra and weighted A* then store one state for each cell, that with the
    cheapest path, unless they have ``reopen=False``.

    Parameters
    ----------
    problem:
        The problem on the grid, later the attribute ``grid_problem``. All free cells must cost the same, and it must
        have one goal.

    Raises
    ------
    ValueError, TypeError
        If two free cells have different costs (the message names them), there are several goals, or ``problem`` isn't
        a `GridProblem`.

    References
    ----------
    D. Harabor and A. Grastien, Online graph pruning for pathfinding on grid maps (2011); Improving jump point search
    (2014), for the stored scans and the goal.

    Examples
    --------
    >>> from astarlib import AStar
    >>> from astarlib.problems.grid import GridProblem
    >>> problem = GridProblem("....#. / ....#. / ......", (0, 0), (5, 0), connectivity=8).jump_points()
    >>> result = AStar().search(problem)
    >>> [problem.format_action(action) for action in result.actions]
    ['southeast 2, east 3', 'north 2']
    """

    _refuses_to_be_wrapped = "a jump leaves out paths of the same cost and their turns; use the GridProblem"
    _steps_lead_one_way = True

    def __init__(self, problem: GridProblem) -> None:
        if not isinstance(getattr(problem, "grid", None), Grid):
            raise TypeError(f"problem must be a GridProblem, not {short_repr(problem)}")
        if len(problem.goals) > 1:
            raise ValueError(
                f"problem has {len(problem.goals)} goals, but jump points need one; search the GridProblem itself"
            )
        refuse_members(problem, "jumps", "jump_points")
        changed = problem._changed_members()  # noqa: SLF001  # a class of this package
        if len(changed) > 0:
            raise ValueError(
                f"jump_points can't keep the method {changed[0]} of {type(problem).__name__}, because jumps are made "
                "of the steps of a GridProblem; search the problem itself"
            )
        self.grid_problem: Final = problem
        grid, kind = problem.grid, (problem.connectivity, problem.corner_rule)
        self._scans = once(grid, ("jump scans", *kind), lambda: _JumpScans(problem))
        self._goal, self._h = problem.goal, resolve_problem(problem).heuristic
        place = self._place(problem.initial_state)
        self._straight, self._diagonal = (costs[place] for costs in grid.costs_of_entering())
        starts = Starts(list(map(self._start, starts_of(problem))))
        super().__init__(starts[0])
        if len(starts) > 1:
            self.initial_states: Starts[JumpPoint] = starts

    def _start(self, given: Cell | JumpPoint) -> JumpPoint:
        """Return the initial state of a cell."""
        cell = checked_cell(given[:2] if isinstance(given, JumpPoint) else given, "start", self.grid_problem.grid)
        refuse_obstacle(cell, self.grid_problem.grid)
        return given if isinstance(given, JumpPoint) else self._state(cell, self._scans.first_steps(self._place(cell)))

    def _refuse_foreign_state(self, state: object) -> None:
        """Raise ValueError unless an object is a jump point. A path can pass a cell without a state there."""
        if not isinstance(state, JumpPoint):
            raise ValueError(  # noqa: TRY004  # It may be a cell.
                f"{short_repr(state)} isn't a JumpPoint; for the costs of cells, explore the GridProblem"
            )

    def _with_goals(self, goals: list[Cell | JumpPoint]) -> JumpPointProblem:
        """Return the same problem with another goal, a cell of the grid."""
        ends = [goal for goal in goals if isinstance(goal, JumpPoint) and goal.directions != 0]
        if len(ends) > 0:
            raise ValueError(f"goals has {ends[0]}; expected a cell (x, y), which a path may enter in any direction")
        other = JumpPointProblem(with_goals(self.grid_problem, [goal[:2] for goal in goals]))
        starts = [start[:2] if self.is_goal(start) else start for start in starts_of(self)]
        return with_starts(other, starts)

    def __repr__(self) -> str:
        return f"{self.grid_problem!r}.jump_points()"

    def actions(self, state: JumpPoint, /) -> list[Jump]:
        return [action for action, _, _ in self.successors(state)]

    def result(self, state: JumpPoint, action: Jump, /) -> JumpPoint:
        """Return the state after a jump. Raise ValueError if the state has no such jump."""
        return self._edge(state, action)[0]

    def cost(self, state: JumpPoint, action: Jump, next_state: JumpPoint, /) -> float:  # The action determines it.
        """Return the cost of a jump. Raise ValueError if the state has no such jump."""
        return self._edge(state, action)[1]

    def _edge(self, state: JumpPoint, action: Jump) -> tuple[JumpPoint, float]:
        for jump, next_state, cost in self.successors(state):
            if jump == action:
                return next_state, cost
        raise ValueError(f"{state} has no jump {self.format_action(action)!r}")

    def successors(self, state: JumpPoint, /) -> list[tuple[Jump, JumpPoint, float]]:
        """Return all jumps as ``(action, next_state, cost)``. The jump to the goal is the last."""
        if self.is_goal(state):
            return []
        found: list[tuple[Cell, int]] = []
        for step in range(8):
            if state.directions >> step & 1:
                found += self._jumps(state[:2], step)
        edges = []
        for cell, step in found:
            kept = self._scans.kept_steps(self._place(cell), step)
            jump = Jump(cell[0] - state.x, cell[1] - state.y)
            edges.append((jump, self._state(cell, kept), self._cost_of(jump)))
        if self._has_goal_jump(state):
            jump = Jump(self._goal[0] - state.x, self._goal[1] - state.y)
            edges.append((jump, JumpPoint(*self._goal, 0), self._cost_of(jump)))
        return edges

    def _jumps(self, cell: Cell, step: int) -> list[tuple[Cell, int]]:
        """Return the cells at the ends of jumps that begin with a step, and their last steps.
        A jump point from which only the components of a primary step lead on isn't a state: jumps turn there and go on.
        """
        found: list[tuple[Cell, int]] = []
        scans = self._scans
        while (distance := scans.distance(self._place(cell), step)) > 0:
            cell = _moved(cell, step, distance)
            place = self._place(cell)
            kept = scans.kept_steps(place, step)
            if scans.is_end(place, kept, step):
                found.append((cell, step))
                break
            for side in scans.sides[step]:
                steps = scans.distance(place, side)
                if kept >> side & 1 and steps > 0:
                    found.append((_moved(cell, side, steps), side))
        return found

    def _cost_of(self, jump: Jump) -> float:
        far, near = max(abs(jump.right), abs(jump.down)), min(abs(jump.right), abs(jump.down))
        if self.grid_problem.connectivity == 4:
            return (far + near) * self._straight
        return near * self._diagonal + (far - near) * self._straight

    def is_goal(self, state: JumpPoint, /) -> bool:
        return state[:2] == self._goal

    def goal_states(self) -> list[JumpPoint]:
        """Return a list that contains the only goal state."""
        return [JumpPoint(*self._goal, 0)]

    def heuristic(self, state: JumpPoint, /) -> float:
        """Return the value of the grid problem's heuristic for the cell."""
        return self._h(state[:2])

    @property
    def heuristic_function(self) -> Callable[[JumpPoint], float]:
        """The heuristic of the grid problem, for the cell of a state."""
        estimate = self._h
        return lambda state: estimate(state[:2])

    def route(self, states: Iterable[JumpPoint]) -> tuple[Cell, ...]:
        """Return all cells of a path, with those that the jumps pass. They are a path of the grid problem.

        Parameters
        ----------
        states:
            The states of a path, for example ``result.states``.

        Raises
        ------
        TypeError
            If ``states`` has anything but states of this problem.

        Examples
        --------
        >>> from astarlib.problems.grid import GridProblem
        >>> problem = GridProblem("... / ...", (0, 0), (2, 1)).jump_points()
        >>> problem.route([JumpPoint(0, 0, 4), JumpPoint(2, 1, 0)])
        ((0, 0), (1, 0), (2, 0), (2, 1))
        """
        cells: list[Cell] = []
        for end in states:
            if not isinstance(end, JumpPoint):
                raise TypeError(f"states has {short_repr(end)}; expected the states of a path, such as result.states")
            x, y = cells[-1] if len(cells) > 0 else end[:2]
            cells += [(x, y)] if len(cells) == 0 else []
            while (x, y) != end[:2]:
                right, down = sign(end[0] - x), sign(end[1] - y)
                x, y = x + right, y + (down if right == 0 or self.grid_problem.connectivity == 8 else 0)
                cells.append((x, y))
        return tuple(cells)

    def format_state(self, state: JumpPoint, /) -> str:
        """Return the cell as ``x,y``."""
        return f"{state.x},{state.y}"

    def format_action(self, action: Jump, /) -> str:
        """Return the directions with their numbers of steps, for example ``northeast 3, north 2``."""
        right, down = sign(action.right), sign(action.down)
        far, near = max(abs(action.right), abs(action.down)), min(abs(action.right), abs(action.down))
        if self.grid_problem.connectivity == 4:
            legs = [((right, 0), abs(action.right)), ((0, down), abs(action.down))]
        else:
            straight = (right, 0) if abs(action.right) > abs(action.down) else (0, down)
            legs = [((right, down), near), (straight, far - near)]
        return ", ".join(f"{STEPS[direction_of(*offset)].name} {steps}" for offset, steps in legs if steps > 0)

    def draw_map(self) -> Map:
        """Return a drawing of the map, the start and the goal."""
        return self.grid_problem.draw_map()

    def state_position(self, state: JumpPoint, /) -> tuple[float, float]:
        """Return the center of the cell on the map."""
        return self.grid_problem.state_position(state[:2])

    def compiled_domain(self) -> CompiledDomain[JumpPoint]:
        """Return this problem in the form that compiled engines need.

        Raise MissingCapabilityError if the heuristic is neither :class:`Manhattan` nor :class:`Octile`.
        """
        from astarlib.problems.grid.compiled_jumps import compiled_domain  # It loads numba.

        heuristic = self.grid_problem._heuristic  # noqa: SLF001  # It's a class of this package.
        if definition_level(self.grid_problem, "heuristic") < definition_level(self.grid_problem, "heuristic_function"):
            raise MissingCapabilityError("the GridProblem has another heuristic than that of its compiled_domain")
        return compiled_domain(self.grid_problem, self.initial_state, heuristic, self._straight, self._diagonal)

    def _place(self, cell: Cell) -> int:
        return (cell[1] + 1) * self._scans.stride + cell[0]

    def _state(self, cell: Cell, kept: int) -> JumpPoint:
        """Return the state of a cell whose steps in ``kept`` aren't left out."""
        if cell == self._goal:
            return JumpPoint(*cell, 0)
        place = self._place(cell)
        going = (1 << step for step in range(8) if kept >> step & 1 and self._scans.distance(place, step) > 0)
        return JumpPoint(*cell, sum(going))

    def _has_goal_jump(self, state: JumpPoint) -> bool:
        """Return True if a jump with at most one turn leads to the goal, and `_jumps` doesn't have it in any case."""
        scans, is_eight = self._scans, self.grid_problem.connectivity == 8
        step, left, rest, after = goal_turn(self._goal[0] - state.x, self._goal[1] - state.y, is_eight)
        place = self._place(state[:2])
        while abs(distance := scans.distance(place, step)) < left:
            place += distance * scans.offsets[step]
            if distance <= 0 or scans.is_end(place, scans.kept_steps(place, step), step):
                return False
            left -= distance
        place += left * scans.offsets[step]
        is_end = left == distance and scans.is_end(place, scans.kept_steps(place, step), step)
        if rest == 0:
            return not is_end
        reach = scans.distance(place, after)
        return abs(reach) >= rest and (reach != rest or is_end)


class _JumpScans:
    """The scans along rows, columns and diagonals of a grid to the next jump point, with the steps of a `GridProblem`.

    A scan is computed when it's first needed, and all problems on a grid share its result. Cells are places in the
    padded grid, as in `Grid.neighbors`.
    """

    def __init__(self, problem: GridProblem) -> None:
        _refuse_terrain(problem)
        connectivity, corner_rule = problem.connectivity, problem.corner_rule
        self._patterns, self.stride = problem.grid.patterns, problem.grid.width + 1
        self._open, self._kept = open_masks(connectivity, corner_rule), kept_steps(connectivity, corner_rule)
        self.offsets: Final = tuple(step.down * self.stride + step.right for step in STEPS)
        self.sides: Final = tuple(components(step, connectivity) for step in range(8))
        """For each step, its two components, or none if it isn't primary."""
        self._usual = tuple(sum(1 << one for one in (step, *self.sides[step])) for step in range(8))
        self._distances: dict[tuple[int, int], int] = {}

    def first_steps(self, place: int) -> int:
        """Return the bits of all open steps out of a cell."""
        return self._open[self._patterns[place]]

    def kept_steps(self, place: int, step: int) -> int:
        """Return the bits of the steps that aren't left out after a step into a cell."""
        return self._kept[step][self._patterns[place]]

    def is_end(self, place: int, kept: int, step: int) -> bool:
        """Return True if a scan ends at a jump point, so that the jump point becomes a state."""
        return len(self.sides[step]) == 0 or self.is_forced(kept, step) or place % self.stride % COLUMNS == 0

    def is_forced(self, kept: int, step: int) -> bool:
        """Return True if other steps are kept than on a free map."""
        return kept & ~self._usual[step] != 0

    def distance(self, place: int, step: int) -> int:
        """Return the number of steps to the next jump point in a direction, or to an obstacle before it, negated."""
        found = self._distances.get((place, step))
        if found is None:
            found = self._distances[place, step] = self._scan(place, step)
        return found

    def _scan(self, start: int, step: int) -> int:
        offset, sides = self.offsets[step], self.sides[step]
        place, count = start, 0
        while self._open[self._patterns[place]] >> step & 1:
            place, count = place + offset, count + 1
            kept = self._kept[step][self._patterns[place]]
            if self.is_forced(kept, step) or any(kept >> side & 1 and self.distance(place, side) > 0 for side in sides):
                return count
        return -count


def _moved(cell: Cell, step: int, steps: int) -> Cell:
    """Return the cell after some steps in a direction."""
    return cell[0] + steps * STEPS[step].right, cell[1] + steps * STEPS[step].down


def _refuse_terrain(problem: GridProblem) -> None:
    """Raise ValueError unless all free cells cost the same."""
    costs, stride = problem.grid.costs_of_entering()[0], problem.grid.width + 1
    different = list(dict.fromkeys(cost for cost in costs if cost < math.inf))
    if len(different) > 1:
        one, other = ((at % stride, at // stride - 1) for at in map(costs.index, different[:2]))
        raise ValueError(
            f"jump points need free cells of equal cost, but {one} costs {different[0]!r} and {other} costs "
            f"{different[1]!r}; search the GridProblem itself"
        )
