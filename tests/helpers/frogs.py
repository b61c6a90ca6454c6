"""A puzzle with a single definition: 12 frogs on 13 stones, whose state has two words and an `aux`."""

from typing import NamedTuple

import numpy as np
from numba import njit

from astarlib.compiled import CompiledDomain, DomainProblem, StateFields

frogs = StateFields(moves=2, stones=(13, 5))
START = (2,) * 6 + (31,) + (7,) * 6
GOAL = (7,) * 6 + (31,) + (2,) * 6
STEPS = (-2, -1, 1, 2)


class Ends(NamedTuple):
    """The stones of the goal and of the initial state."""

    goal: np.ndarray
    start: np.ndarray


def empty_stone(tables, state):
    """Return the stone without a frog."""
    for stone in range(13):
        if frogs.get_stones(state, stone) == 31:
            return stone
    return 0


def jumps(tables, state, aux):
    """Return the number of frogs that can jump to the empty stone, at most two stones away."""
    count = 0
    for step in STEPS:
        if 0 <= aux + step < 13:
            count += 1
    return count


def jump(tables, state, aux, i):
    """Let frog i jump. It costs the distance."""
    for step in STEPS:
        if 0 <= aux + step < 13:
            if i == 0:
                moved = frogs.set_stones(state, aux, frogs.get_stones(state, aux + step))
                return frogs.set_stones(moved, aux + step, 31), aux + step, abs(step)
            i -= 1
    return state, aux, 0


def has_arrived(tables, state, aux):
    """Return True if the colors have changed places."""
    return misplaced(state, tables.goal) == 0


@njit
def misplaced(state, stones):
    """Return the number of frogs that aren't on their stones."""
    count = 0
    for stone in range(13):
        value = frogs.get_stones(state, stone)
        if value not in (31, stones[stone]):
            count += 1
    return count


def to_go(tables, state, aux):
    """Return an estimate of the remaining cost."""
    return misplaced(state, tables.goal)


def gone(tables, state, aux):
    """Return an estimate of the cost so far."""
    return misplaced(state, tables.start)


def domain(start=START):
    """Return the domain of the puzzle that begins with these stones."""
    return CompiledDomain(
        fields=frogs, successor_count=jumps, apply=jump, is_goal=has_arrived, heuristic=to_go,
        predecessor_count=jumps, apply_back=jump, backward_heuristic=gone, aux_of=empty_stone, max_aux=12,
        max_successors=4, tables=Ends(np.array(GOAL), np.array(start)),
    )  # fmt: skip


def action(state, i):
    """Return the stone from which frog i jumps."""
    empty = state.stones.index(31)
    return [empty + step for step in STEPS if 0 <= empty + step < 13][i]


def problem(start=START):
    """Return the puzzle that begins with these stones."""
    return DomainProblem(
        domain(start), frogs(moves=0, stones=start), actions=action, goal_states=[frogs(0, GOAL)], cost_unit=1
    )
