"""The 2x2x2 cube, as a problem for every engine and as moves for other libraries."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from astarlib import SearchProblem
from astarlib.compiled_domain import CompiledDomain

State = tuple[int, ...]
"""For each of seven places, 3 times the corner plus its twist. The eighth corner never moves."""

_CYCLES: Final = {"U": (0, 1, 2, 3), "R": (0, 3, 4, 5), "F": (0, 5, 6, 1)}
"""The places through which a quarter turn moves the corners."""
_TWISTS: Final = {"U": (0, 0, 0, 0), "R": (1, 2, 1, 2), "F": (2, 1, 2, 1)}
SOLVED: Final[State] = tuple(3 * corner for corner in range(7))
_BITS: Final = 5


def _quarter(face: str) -> tuple[list[int], list[int]]:
    """Return for each place, where its corner comes from and by how much it's twisted."""
    sources, twists = list(range(7)), [0] * 7
    cycle = _CYCLES[face]
    for at, place in enumerate(cycle):
        sources[place], twists[place] = cycle[at - 1], _TWISTS[face][at]
    return sources, twists


def _moves() -> dict[str, tuple[list[int], list[int]]]:
    """Return quarter turns, half turns and inverse quarter turns of three faces."""
    found = {}
    for face in _CYCLES:
        sources, twists = quarter = _quarter(face)
        for turns in ("", "2", "'"):
            found[face + turns] = sources, twists
            before, twisted = sources, twists
            sources = [before[quarter[0][place]] for place in range(7)]
            twists = [(twisted[quarter[0][place]] + quarter[1][place]) % 3 for place in range(7)]
    return found


MOVES: Final = _moves()
_TURNED: Final = [[3 * (value // 3) + (value + twist) % 3 for value in range(21)] for twist in range(3)]
_STEPS: Final = [
    (name, tuple((source, _TURNED[twist]) for source, twist in zip(*move, strict=True))) for name, move in MOVES.items()
]


def turned(state: State) -> list[tuple[str, State]]:
    """Return all moves as (name, next state)."""
    return [(name, tuple([table[state[source]] for source, table in step])) for name, step in _STEPS]


def scrambled(turns: int, seed: int) -> State:
    """Return the state after random moves."""
    random, state = Random(seed), SOLVED
    for _ in range(turns):
        state = random.choice(turned(state))[1]
    return state


class Cube(SearchProblem[State, str]):
    """Solve the cube with as few moves as possible. h is the number of wrong places, divided by 4 and rounded up."""

    def actions(self, state: State, /) -> list[str]:
        """Return the names of all moves."""
        return list(MOVES)

    def result(self, state: State, action: str, /) -> State:
        """Return the state after a move."""
        return dict(turned(state))[action]

    def successors(self, state: State, /) -> list[tuple[str, State, int]]:
        """Return all moves as (name, next state, 1)."""
        return [(name, next_state, 1) for name, next_state in turned(state)]

    def heuristic(self, state: State, /) -> int:
        """Return the least number of moves that change so many places."""
        return (sum(map(int.__ne__, state, SOLVED)) + 3) // 4

    def is_goal(self, state: State, /) -> bool:
        """Return True if the cube is solved."""
        return state == SOLVED

    def goal_states(self) -> list[State]:
        """Return the solved cube."""
        return [SOLVED]

    def predecessors(self, state: State, /) -> list[tuple[str, State, int]]:
        """Return all moves that lead to a state."""
        return [(_BACK[name], next_state, 1) for name, next_state in turned(state)]

    cost_unit: Final = 1

    def compiled_domain(self) -> CompiledDomain[State]:
        """Return the cube for compiled engines."""
        return _DOMAIN


_BACK: Final = {face + turns: face + back for face in _CYCLES for turns, back in (("", "'"), ("2", "2"), ("'", ""))}


def _domain() -> CompiledDomain[State]:
    import numpy as np  # The programs of other libraries don't need it.

    sources = np.array([move[0] for move in MOVES.values()], np.uint64) * np.uint64(_BITS)
    tables = np.array([[_TURNED[twist] for twist in move[1]] for move in MOVES.values()], np.uint64)
    low, bits, solved = np.uint64(31), np.uint64(_BITS), np.uint64(_pack(SOLVED))

    def count(tables_: Any, state: Any, aux: Any) -> Any:  # All domains have this signature.
        return 9

    def apply(tables_: Any, state: Any, aux: Any, i: Any) -> Any:  # All domains have this signature.
        new = np.uint64(0)
        for place in range(7):
            new |= tables[i, place, state >> sources[i, place] & low] << np.uint64(place) * bits
        return new, 0, 1

    def is_goal(tables_: Any, state: Any, aux: Any) -> Any:  # All domains have this signature.
        return state == solved

    def heuristic(tables_: Any, state: Any, aux: Any) -> Any:  # All domains have this signature.
        wrong, rest = np.int64(0), state ^ solved
        for _ in range(7):
            wrong += np.int64(rest & low != 0)
            rest >>= bits
        return (wrong + 3) // 4

    return CompiledDomain(
        encode=lambda state: (_pack(state), 0),
        decode=lambda word, _: tuple(word >> _BITS * place & 31 for place in range(7)),
        successor_count=count, apply=apply, is_goal=is_goal, heuristic=heuristic, predecessor_count=count,
        apply_back=apply, max_successors=9, bits=8,
    )  # fmt: skip


def _pack(state: State) -> int:
    return sum(value << _BITS * place for place, value in enumerate(state))


_DOMAIN: Final = _domain()
