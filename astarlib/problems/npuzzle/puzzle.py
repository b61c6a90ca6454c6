"""The N-puzzle as a search problem. It's a good example to read before you write a problem of your own."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import TYPE_CHECKING, Final, Self, TypeAlias, cast

from astarlib._support.integers import check_int, whole_number
from astarlib._support.interrupts import raise_if_from_handler
from astarlib.problem import Heuristic, SearchProblem, bind_heuristic
from astarlib.problems.npuzzle.board import Shape, State, is_reachable, moves_by_blank
from astarlib.problems.npuzzle.heuristics import Manhattan
from astarlib.problems.npuzzle.reading import Board, read_boards, read_goal
from astarlib.resolving.resolved_problem import change_of

if TYPE_CHECKING:
    from astarlib._support.scene import Content
    from astarlib.compiled_domain import CompiledDomain
    from astarlib.drawing import Drawing

Change: TypeAlias = Callable[[State, str, State], float]

_GAP: Final = 0.06  # The gap between two tiles of a drawing, in cells.
_SMALL: Final = 9
"""The number of cells up to which a search visits all states in a second."""
WRONG_PARITY: Final = "no sequence of moves permutes the tiles of the board into those of the goal"

_BACK: Final = {"up": "down", "left": "right", "right": "left", "down": "up"}


class NPuzzle(SearchProblem[State, str]):
    """A sliding-tile puzzle: move tiles into the blank until the board matches the goal. Each move costs 1.

    A state is a flat tuple: the board row by row, with 0 for the blank. The actions ``"up"``, ``"left"``, ``"right"``
    and ``"down"`` name the direction in which the blank moves. They are tried in this order, which is that of R. Korf
    (1985).

    Parameters
    ----------
    tiles:
        The initial board, with the tiles 1 to n - 1 and the blank 0 in n cells. It's a flat sequence row by row, a list
        of rows, or text. In text, rows are on lines or separated by ``/``, tiles are separated by spaces or commas, and
        the blank is ``0``, ``.`` or ``_``.
    goal:
        The goal board, in the same forms as ``tiles``. With None (the default), the goal has the tiles in order and the
        blank last.
    shape:
        The shape (rows, columns) of the board, each at least 2. With None (the default), it's the shape in which
        ``tiles`` or ``goal`` is written in rows, or a square if neither is.
    heuristic:
        A heuristic value (:class:`Manhattan`, :class:`LinearConflict`, ...) or a callable ``state -> float``. The
        default is :class:`Manhattan`.

    Attributes
    ----------
    goal, shape:
        The goal state, and the shape (rows, columns) of the board.

    Raises
    ------
    ValueError
        If a board doesn't have each of 0 to n - 1 exactly once, or the shapes contradict each other. The message names
        the position and the tile. An unsolvable board isn't an error; see :meth:`is_solvable`.
    TypeError
        If ``heuristic`` is neither a heuristic value nor a callable.

    See Also
    --------
    random : Make a random solvable puzzle.
    scrambled : Make a puzzle that is a number of random moves away from its goal.
    is_solvable : Test whether the goal can be reached.
    astarlib.problems.npuzzle.instances.KORF_100 : Korf's 100 15-puzzles with their optimal solution lengths.

    Notes
    -----
    From a board of n cells, n! / 2 states can be reached. A successor takes O(n) time, because it's a new tuple. With
    :class:`Manhattan`, the h of a successor takes one lookup.

    References
    ----------
    R. Korf, Depth-first iterative-deepening: an optimal admissible tree search (1985).

    Examples
    --------
    >>> puzzle = NPuzzle("1 2 3 / 4 5 6 / 7 0 8")
    >>> puzzle.actions(puzzle.initial_state)
    ['up', 'left', 'right']
    >>> print(puzzle.format_state(puzzle.result(puzzle.initial_state, "right")))
    1 2 3
    4 5 6
    7 8 .
    """

    cost_unit: Final = 1
    """1, because each move costs 1."""

    def __init__(
        self,
        tiles: Board,
        goal: Board | None = None,
        *,
        shape: Shape | None = None,
        heuristic: Heuristic | Callable[[State], float] = Manhattan(),  # noqa: B008  # The default is immutable.
    ) -> None:
        initial_state, goal_state, whole_shape = read_boards(tiles, goal, shape)
        super().__init__(initial_state)
        self.goal: State = goal_state
        """The goal. It's None in a copy with several goals."""
        self.shape: Final = whole_shape
        self._moves = moves_by_blank(whole_shape)
        self._heuristic = heuristic
        self._estimate = bind_heuristic(heuristic, self)

    @classmethod
    def random(
        cls,
        shape: Shape,
        *,
        seed: int,
        goal: Board | None = None,
        heuristic: Heuristic | Callable[[State], float] = Manhattan(),  # noqa: B008  # The default is immutable.
    ) -> Self:
        """Return a random solvable puzzle. All solvable boards are equally likely.

        Parameters
        ----------
        shape:
            The shape (rows, columns), each at least 2.
        seed:
            The seed of the random numbers, an int. The same seed always gives the same board.
        goal, heuristic:
            As in the constructor.

        Raises
        ------
        ValueError, TypeError
            If a parameter is wrong, or there is no goal and the shape has more than a million cells.

        Examples
        --------
        >>> NPuzzle.random((3, 3), seed=1).is_solvable()
        True
        """
        goal_state = read_goal(goal, shape)
        board = list(goal_state)
        _seeded(seed).shuffle(board)
        if not is_reachable(tuple(board), goal_state, shape):
            # Swapping tiles 1 and 2 makes a one-to-one map from unsolvable to solvable boards. So each solvable board
            # results from exactly two of the equally likely permutations.
            one, two = board.index(1), board.index(2)
            board[one], board[two] = board[two], board[one]
        return cls(board, goal_state, shape=shape, heuristic=heuristic)

    @classmethod
    def scrambled(
        cls,
        shape: Shape,
        moves: int,
        *,
        seed: int,
        goal: Board | None = None,
        heuristic: Heuristic | Callable[[State], float] = Manhattan(),  # noqa: B008  # The default is immutable.
    ) -> Self:
        """Return a solvable puzzle that is ``moves`` random moves away from its goal.

        No move undoes the move before it. A shortest solution has at most ``moves`` moves, and often fewer.

        Parameters
        ----------
        shape:
            The shape (rows, columns), each at least 2.
        moves:
            The number of random moves, an int >= 0.
        seed:
            The seed of the random numbers, an int. The same seed always gives the same board.
        goal, heuristic:
            As in the constructor.

        Raises
        ------
        ValueError, TypeError
            If a parameter is wrong, or there is no goal and the shape has more than a million cells.

        Examples
        --------
        >>> NPuzzle.scrambled((3, 3), 1, seed=1).initial_state
        (1, 2, 3, 4, 5, 0, 7, 8, 6)
        """
        moves = check_int(moves, "moves", minimum=0)
        goal_state = read_goal(goal, shape)
        solved = cls(goal_state, goal_state, shape=shape, heuristic=heuristic)
        random, before, state = _seeded(seed), goal_state, goal_state
        for _ in range(moves):
            onward = [next_state for _, next_state, _ in solved.successors(state) if next_state != before]
            before, state = state, random.choice(onward)
        return cls(state, goal_state, shape=shape, heuristic=heuristic)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.initial_state}, goal={self.goal}, shape={self.shape})"

    def actions(self, state: State, /) -> list[str]:
        """Return the directions in which the blank can move."""
        return [action for action, _ in self._moves[state.index(0)]]

    def result(self, state: State, action: str, /) -> State:
        """Return the board after a move. Raise ValueError if the blank can't move in that direction."""
        blank = state.index(0)
        for name, cell in self._moves[blank]:
            if name == action:
                board = list(state)
                board[blank], board[cell] = board[cell], 0
                return tuple(board)
        row, column = divmod(blank, self.shape[1])
        raise ValueError(f"the blank in row {row + 1}, column {column + 1} can't move {action!r}")

    def successors(self, state: State, /) -> list[tuple[str, State, int]]:
        """Return all moves as ``(action, next_state, 1)``. Engines call this, as it's faster than ``actions``."""
        blank = state.index(0)
        board = list(state)
        edges = []
        for action, cell in self._moves[blank]:
            # All moves share one working copy, because a copy for each takes longer. Each move is undone at the end.
            tile = board[cell]
            board[blank] = tile
            board[cell] = 0
            edges.append((action, tuple(board), 1))
            board[cell] = tile
        return edges

    def goal_states(self) -> list[State]:
        """Return a list that contains the only goal state."""
        return [self.goal]

    def predecessors(self, state: State, /) -> list[tuple[str, State, int]]:
        """Return all moves that lead to ``state``, as ``(action, previous_state, 1)``."""
        return [(_BACK[action], before, cost) for action, before, cost in self.successors(state)]

    @property
    def backward_heuristic(self) -> Callable[[State], float] | None:
        """The puzzle's heuristic, bound to a copy whose goal is the initial state; None if that isn't possible.

        A move can be undone, so this estimates the moves from the initial state to a state. It's None if the heuristic
        is a plain callable, or if it belongs to one goal, such as a pattern database.
        """
        if not hasattr(self._heuristic, "bind"):
            return None
        reversed_puzzle = copy.copy(self)
        vars(reversed_puzzle).update(initial_state=self.goal, goal=self.initial_state)
        vars(reversed_puzzle).pop("_toward_each_goal", None)  # `with_goals` has added it.
        try:
            return bind_heuristic(self._heuristic, reversed_puzzle)
        except (TypeError, ValueError) as error:
            raise_if_from_handler(error)
            return None

    def heuristic(self, state: State, /) -> float:
        return self._estimate(state)

    @property
    def heuristic_function(self) -> Callable[[State], float]:
        """The heuristic, bound to this puzzle."""
        return self._estimate

    @property
    def heuristic_change(self) -> Change | None:
        """The function ``(state, action, next_state) -> float`` that returns the change of h by a move, or None.

        The function belongs to the puzzle's heuristic. :class:`Manhattan`, :class:`Euclidean` and
        :class:`LinearConflict` have one, and a heuristic of your own can have one, too. If it's None, engines compute h
        from scratch for each state.
        """
        return change_of(self._estimate)

    def is_goal(self, state: State, /) -> bool:
        return state == self.goal

    def is_solvable(self) -> bool:
        """Return True if the goal can be reached from the initial state.

        The test compares parities and doesn't search. It takes O(n log n) time for n cells.

        Examples
        --------
        >>> NPuzzle("2 1 3 / 4 5 6 / 7 8 0").is_solvable()
        False
        """
        return any(is_reachable(self.initial_state, goal, self.shape) for goal in self.goal_states())

    def why_unsolvable(self) -> str | None:
        """Return a sentence that proves that a board with more than nine cells has no solution, or None.

        A search then ends at once. With at most nine cells, a search can visit all states, so it needs no proof.

        Examples
        --------
        >>> NPuzzle("1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 15 14 0").why_unsolvable()
        'no sequence of moves permutes the tiles of the board into those of the goal'
        """
        return None if len(self.goal) <= _SMALL or self.is_solvable() else WRONG_PARITY

    def draw_state(self, state: State, /) -> Drawing:
        """Return a drawing of the board. Tiles in their goal cells have another color."""
        from astarlib.drawing import Box, Drawing, Paint  # only needed for drawing

        (rows, columns), goal = self.shape, cast("State | None", self.goal)
        boxes = []
        for cell, tile in enumerate(state):
            if tile > 0:
                row, column = divmod(cell, columns)
                paint = Paint.GIVEN if goal is not None and goal[cell] == tile else Paint.TILE
                boxes.append(Box(column + _GAP / 2, row + _GAP / 2, 1 - _GAP, 1 - _GAP, paint, str(tile)))
        return Drawing(columns, rows, tuple(boxes))

    def _animation(self, states: Sequence[State]) -> Content:
        """Return an animation of the board in which tiles slide from state to state."""
        from astarlib._support.scene import Item, Role, Stop  # only needed for drawing

        rows, columns = self.shape
        stops: dict[int, list[Stop]] = {tile: [] for tile in sorted(states[0]) if tile != 0}
        for frame, state in enumerate(states):
            for cell, tile in enumerate(state):
                y, x = divmod(cell, columns)
                if tile != 0 and (len(stops[tile]) == 0 or stops[tile][-1][1:] != (x, y)):
                    stops[tile].append(Stop(frame, x, y))
        tiles = [Item(Role.SLIDER, places, text=str(tile)) for tile, places in stops.items()]
        return columns, rows, [Item(Role.BOARD, [Stop(0, 0, 0)], columns, rows), *tiles]

    def copy_with_heuristic(self, heuristic: Heuristic | Callable[[State], float]) -> Self:
        """Return a copy with another heuristic. :func:`astarlib.with_heuristic` calls this method."""
        other = copy.copy(self)
        vars(other).update(_heuristic=heuristic, _estimate=bind_heuristic(heuristic, other))
        return other

    def _copy_with_goal(self, goals: Iterable[Board]) -> Self:
        """Return a copy with one other goal. :func:`astarlib.with_goals` calls this method.

        A heuristic that is a function or a pattern database belongs to the old goal, so the copy has h = 0 instead.
        """
        other, (goal,) = copy.copy(self), goals
        vars(other).update(goal=read_goal(goal, self.shape))
        vars(other).pop("_toward_each_goal", None)  # `with_goals` has added it for several goals.
        try:
            return other.copy_with_heuristic(self._heuristic if hasattr(self._heuristic, "bind") else _zero)
        except (TypeError, ValueError):
            return other.copy_with_heuristic(_zero)

    def compiled_domain(self) -> CompiledDomain[State]:
        """Return this puzzle in the form that compiled engines need.

        Raise MissingCapabilityError if the board takes more than 512 bits, or the heuristic is neither
        :class:`Manhattan` nor, for at most 25 cells, :class:`AdditivePatternDatabase`.
        """
        from astarlib.problems.npuzzle.compiled import compiled_domain  # It loads numba.

        return compiled_domain(self.initial_state, self.goal, self.shape, self._heuristic)

    def format_state(self, state: State, /) -> str:
        """Return the board as rows of aligned numbers, with a dot for the blank."""
        width = len(str(len(state) - 1))
        words = [("." if tile == 0 else str(tile)).rjust(width) for tile in state]
        columns = self.shape[1]
        return "\n".join(" ".join(words[start : start + columns]) for start in range(0, len(words), columns))

    def format_action(self, action: str, /) -> str:
        """Return the name of the move."""
        return action


def _zero(_: object) -> int:
    return 0


def _seeded(seed: int) -> Random:
    number = whole_number(seed)
    if number is None:  # Random(None) would return another board each time.
        raise TypeError(f"seed must be a whole number, not {seed!r}")
    return Random(number)
