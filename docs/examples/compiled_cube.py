"""The 2 x 2 x 2 cube as a compiled domain, with tables of distances as heuristics."""

# --8<-- [start:problem]
import numpy as np

from astarlib import AStar, compiled
from astarlib.compiled import CompiledDomain, DomainProblem, StateFields, check_domain

cube = StateFields(corners=(7, 3), twists=(7, 2))
SOLVED = cube(corners=range(7), twists=[0] * 7)
GOAL = cube.pack(*SOLVED)
CYCLES = {"U": (0, 1, 2, 3), "R": (0, 3, 4, 5), "F": (0, 5, 6, 1)}
TWISTED = {"U": (0, 0, 0, 0), "R": (1, 2, 1, 2), "F": (2, 1, 2, 1)}
NAMES = [face + turns for face in CYCLES for turns in ("", "2", "'")]
SOURCES = np.tile(np.arange(7), (9, 1))
TWISTS = np.zeros((9, 7), int)
for move, name in enumerate(NAMES):
    for _ in range(1 + move % 3):
        before, twists = SOURCES[move].copy(), TWISTS[move].copy()
        for at, place in enumerate(CYCLES[name[0]]):
            source = CYCLES[name[0]][at - 1]
            SOURCES[move, place] = before[source]
            TWISTS[move, place] = (twists[source] + TWISTED[name[0]][at]) % 3


def nine(tables, state, aux):
    return 9


def turn(tables, state, aux, i):
    turned = state
    for place in range(7):
        source = SOURCES[i, place]
        twist = cube.get_twists(state, source) + TWISTS[i, place]
        turned = cube.set_corners(turned, place, cube.get_corners(state, source))
        turned = cube.set_twists(turned, place, twist % 3)
    return turned, 0, 1


def wrong_places(tables, state, aux):
    count = 0
    for place in range(7):
        if cube.get_corners(state, place) != place or cube.get_twists(state, place) != 0:
            count += 1
    return (count + 3) // 4


def is_solved(tables, state, aux):
    return state == GOAL


domain = CompiledDomain(
    fields=cube, successor_count=nine, apply=turn, is_goal=is_solved, heuristic=wrong_places, max_successors=9,
    bits=8, undirected=True,
)  # fmt: skip
# --8<-- [end:problem]


# --8<-- [start:start]
def after(*turns):
    """Return the solved cube after some turns."""
    problem = DomainProblem(domain, SOLVED, actions=NAMES)
    state = SOLVED
    for each in turns:
        state = problem.result(state, each)
    return state


scrambled = after("R", "U'", "F2", "R'", "F", "U")
problem = DomainProblem(domain, scrambled, actions=NAMES, goal_states=[SOLVED])
# --8<-- [end:start]


# --8<-- [start:tables]
def without_twists(tables, state):
    """Keep the corners, and leave out how they are twisted."""
    for place in range(7):
        state = cube.set_twists(state, place, 0)
    return state


def without_corners(tables, state):
    """Keep the twist at each place, and leave out which corner is there."""
    for place in range(7):
        state = cube.set_corners(state, place, 0)
    return state


# --8<-- [end:tables]

if __name__ == "__main__":
    print(check_domain(problem, states=500), "states compared")
    for engine in (AStar(), compiled.AStar(), compiled.IDAStar()):
        print(engine.search(problem))
