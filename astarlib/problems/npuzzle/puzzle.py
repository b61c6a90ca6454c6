"""The N-puzzle as a search problem. Whoever wants to write a problem of his own may begin by reading this one."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING, Final, Self, TypeAlias

from astarlib._support.integers import check_int
from astarlib.capabilities import change_of
from astarlib.problem import Heuristic, SearchProblem, bind_heuristic
from astarlib.problems.npuzzle.board import Shape, State, is_reachable
from astarlib.problems.npuzzle.heuristics import Manhattan
from astarlib.problems.npuzzle.reading import Board, read_boards, read_goal

if TYPE_CHECKING:
    from astarlib._support.scene import Content
    from astarlib.compiled_domain import CompiledDomain
    from astarlib.drawing import Drawing

Change: TypeAlias = Callable[[State, str, State], float]

_BACK: Final = {"up": "down", "left": "right", "right": "left", "down": "up"}


class NPuzzle(SearchProblem[State, str]):
    """Slide tiles until they lie as in the goal. A move costs 1 and is named after the way of the blank.

    States are flat tuples, the board read row by row with 0 for the blank. Actions are ``"up"``, ``"left"``,
    ``"right"`` and ``"down"``, tried in this order (that of R. Korf, 1985).

    Parameters
    ----------
    tiles:
        The board to start from, n cells with the tiles 1 to n - 1 and the blank 0: row by row, as rows, or as
        text. In text, rows are lines or parted by ``/``, tiles are parted by blanks or commas, and the blank may
        also be ``.`` or ``_``.
    goal:
        The board to reach, given like ``tiles``. None: the tiles in order, the blank last.
    shape:
        (rows, columns), each at least 2. None: the shape in which ``tiles`` or ``goal`` are written, else a square.
    heuristic:
        A heuristic value (:class:`Manhattan`, :class:`LinearConflict`, ...) or a callable ``state -> float``.

    Attributes
    ----------
    goal:
        The goal as a state.
    shape:
        (rows, columns).

    Raises
    ------
    ValueError
        When a board is wrong or shapes contradict each other; names the place and the tile.
    TypeError
        When ``heuristic`` is neither a value nor a callable.

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

    def __init__(
        self,
        tiles: Board,
        goal: Board | None = None,
        *,
        shape: Shape | None = None,
        heuristic: Heuristic | Callable[[State], float] = Manhattan(),  # noqa: B008  # a frozen value
    ) -> None:
        initial_state, goal_state, whole_shape = read_boards(tiles, goal, shape)
        super().__init__(initial_state)
        self.goal: Final = goal_state
        self.shape: Final = whole_shape
        self._moves = _moves_by_blank(whole_shape)
        self._heuristic = heuristic
        self._estimate = bind_heuristic(heuristic, self)

    @classmethod
    def random(
        cls,
        shape: Shape,
        *,
        seed: int,
        goal: Board | None = None,
        heuristic: Heuristic | Callable[[State], float] = Manhattan(),  # noqa: B008  # a frozen value
    ) -> Self:
        """A solvable puzzle, each solvable board being equally likely; the same seed gives the same board.

        Raises
        ------
        ValueError
            When shape or goal are wrong, as for the class, or there is no goal and the shape has more than a million
            cells.
        TypeError
            When the seed is no whole number, or ``heuristic`` as for the class.

        Examples
        --------
        >>> NPuzzle.random((3, 3), seed=1).is_solvable()
        True
        """
        goal_state = read_goal(goal, shape)
        board = list(goal_state)
        _seeded(seed).shuffle(board)
        if not is_reachable(tuple(board), goal_state, shape):
            # Swapping tiles 1 and 2 pairs off the unsolvable boards with the solvable ones, so that each solvable
            # board comes from just two of the equally likely permutations: from itself and from its partner.
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
        heuristic: Heuristic | Callable[[State], float] = Manhattan(),  # noqa: B008  # a frozen value
    ) -> Self:
        """A puzzle ``moves`` random moves away from its goal, none of which takes back the one before.

        A solution needs at most ``moves`` moves, often fewer.

        Raises
        ------
        ValueError
            When ``moves`` is negative, else as for :meth:`random`.
        TypeError
            When ``moves`` is no whole number, else as for :meth:`random`.

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
        """The ways that the blank can go."""
        return [action for action, _ in self._moves[state.index(0)]]

    def result(self, state: State, action: str, /) -> State:
        """The board after that move; ValueError when the blank cannot go that way."""
        blank = state.index(0)
        for name, cell in self._moves[blank]:
            if name == action:
                board = list(state)
                board[blank], board[cell] = board[cell], 0
                return tuple(board)
        row, column = divmod(blank, self.shape[1])
        raise ValueError(f"the blank in row {row + 1}, column {column + 1} cannot go {action!r}")

    def successors(self, state: State, /) -> list[tuple[str, State, int]]:
        """All moves at once, ``(action, next_state, 1)``: an engine prefers this to ``actions`` and ``result``."""
        blank = state.index(0)
        board = list(state)
        edges = []
        for action, cell in self._moves[blank]:
            # One working copy serves all moves, for a copy each takes longer; the tile goes back before the next move.
            tile = board[cell]
            board[blank] = tile
            board[cell] = 0
            edges.append((action, tuple(board), 1))
            board[cell] = tile
        return edges

    def goal_states(self) -> list[State]:
        """The goal, the only one."""
        return [self.goal]

    def predecessors(self, state: State, /) -> list[tuple[str, State, int]]:
        """All moves that lead to ``state``, ``(action, previous_state, 1)``: each move can be taken back."""
        return [(_BACK[action], before, cost) for action, before, cost in self.successors(state)]

    def heuristic(self, state: State, /) -> float:
        """The estimate of the heuristic that was given."""
        return self._estimate(state)

    @property
    def heuristic_function(self) -> Callable[[State], float]:
        """The heuristic that was given, bound to this puzzle."""
        return self._estimate

    @property
    def heuristic_change(self) -> Change | None:
        """What a move does to the estimate, ``(state, action, next_state) -> float``; None where h must be found anew.

        It is that of the heuristic that was given: :class:`Manhattan`, :class:`Euclidean` and
        :class:`LinearConflict` have it, and so may a heuristic of your own.
        """
        return change_of(self._estimate)

    def is_goal(self, state: State, /) -> bool:
        """Whether all tiles lie as in the goal."""
        return state == self.goal

    def is_solvable(self) -> bool:
        """Whether the goal can be reached from the initial state, told by parity in O(n log n) for n cells.

        Examples
        --------
        >>> NPuzzle("2 1 3 / 4 5 6 / 7 8 0").is_solvable()
        False
        """
        return is_reachable(self.initial_state, self.goal, self.shape)

    def draw_state(self, state: State, /) -> Drawing:
        """The board, with tiles that lie as in the goal in another paint."""
        from astarlib.problems.npuzzle.drawing import drawn_board  # noqa: PLC0415  # loaded where there is something to draw

        return drawn_board(state, self.goal, self.shape)

    def _animation(self, states: Sequence[State]) -> Content:
        """Return the states as a board with sliding tiles."""
        from astarlib.problems.npuzzle.drawing import animated_board  # noqa: PLC0415  # loaded where there is something to draw

        return animated_board(self.shape, states)

    def compiled_domain(self) -> CompiledDomain[State]:
        """The puzzle for compiled engines.

        Raises
        ------
        MissingCapabilityError
            When its heuristic is none that can be compiled (:class:`Manhattan` can), or the board takes more than 512
            bits.
        ImportError
            When numba is not installed.
        """
        from astarlib.problems.npuzzle.compiled import compiled_domain  # noqa: PLC0415  # it loads numba

        return compiled_domain(self.goal, self.shape, self._heuristic)

    def format_state(self, state: State, /) -> str:
        """The board as rows of aligned numbers, the blank a dot."""
        width = len(str(len(state) - 1))
        words = [("." if tile == 0 else str(tile)).rjust(width) for tile in state]
        columns = self.shape[1]
        return "\n".join(" ".join(words[start : start + columns]) for start in range(0, len(words), columns))

    def format_action(self, action: str, /) -> str:
        """The name of the move."""
        return action


def _moves_by_blank(shape: Shape) -> list[list[tuple[str, int]]]:
    """For each cell where the blank may be, its moves: their names and the cells they lead to."""
    rows, columns = shape
    moves = []
    for cell in range(rows * columns):
        row, column = divmod(cell, columns)
        ways = [
            ("up", cell - columns, row > 0),
            ("left", cell - 1, column > 0),
            ("right", cell + 1, column < columns - 1),
            ("down", cell + columns, row < rows - 1),
        ]
        moves.append([(name, target) for name, target, is_open in ways if is_open])
    return moves


def _seeded(seed: int) -> Random:
    if isinstance(seed, bool) or not hasattr(seed, "__index__"):  # Random(None) would return another board each time.
        raise TypeError(f"seed must be a whole number, not {seed!r}")
    return Random(operator.index(seed))
