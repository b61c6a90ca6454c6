"""The 2 x 2 x 2 cube: turn the top, right and front faces until each face has one color."""

# --8<-- [start:problem]
from __future__ import annotations

from collections import Counter
from itertools import product
from operator import itemgetter

from astarlib import AStar, BidirectionalDijkstra, Limits, SearchProblem, explore, with_heuristic, with_predecessors
from astarlib.heuristics import Abstraction, MaxOf, PatternDatabase

Vector = tuple[int, int, int]

FACES: dict[str, tuple[Vector, Vector, Vector]] = {
    "U": ((0, 1, 0), (1, 0, 0), (0, 0, 1)),
    "R": ((1, 0, 0), (0, 0, -1), (0, -1, 0)),
    "F": ((0, 0, 1), (1, 0, 0), (0, -1, 0)),
    "D": ((0, -1, 0), (1, 0, 0), (0, 0, -1)),
    "L": ((-1, 0, 0), (0, 0, 1), (0, -1, 0)),
    "B": ((0, 0, -1), (-1, 0, 0), (0, -1, 0)),
}
"""The directions out of each face, to the right in it and down in it. x goes to the right, y up and z to the front."""
COLORS = {"U": "W", "R": "R", "F": "G", "D": "Y", "L": "O", "B": "B"}  # white, red, green, yellow, orange, blue
SOLVED = "".join(4 * color for color in COLORS.values())
SCRAMBLE = ("F", "R'", "U2", "F'", "R", "U", "F2", "R", "U'", "R'", "F", "U")


def stickers() -> list[Vector]:
    """Return the places of the 24 stickers: the faces in order, and each face row by row."""
    return [
        (2 * nx + a * rx + b * dx, 2 * ny + a * ry + b * dy, 2 * nz + a * rz + b * dz)
        for (nx, ny, nz), (rx, ry, rz), (dx, dy, dz) in FACES.values()
        for b, a in product((-1, 1), repeat=2)
    ]


def turned(place: Vector, face: str) -> Vector:
    """Return where a quarter turn of a face, clockwise, moves a sticker."""
    (x, y, z), (nx, ny, nz) = place, FACES[face][0]
    along = x * nx + y * ny + z * nz
    if along < 0:  # The sticker belongs to the other half of the cube.
        return place
    return along * nx + y * nz - z * ny, along * ny + z * nx - x * nz, along * nz + x * ny - y * nx


def turns() -> dict[str, itemgetter[str]]:
    """Return for each turn a function that takes the old stickers and returns the new ones."""
    places, made = stickers(), {}
    for face in "URF":  # Turns of the other three faces lead to the same cubes, seen from another side.
        source = {turned(place, face): at for at, place in enumerate(places)}
        once = [source[place] for place in places]
        twice = [once[at] for at in once]
        made |= {face: once, f"{face}2": twice, f"{face}'": [once[at] for at in twice]}
    return {name: itemgetter(*order) for name, order in made.items()}


class Cube(SearchProblem[str, str]):
    """A state is a string with the colors of the 24 stickers. An action is a turn, for example R, R2 or R'."""

    turns = turns()

    def actions(self, state: str) -> list[str]:
        return list(self.turns)

    def result(self, state: str, action: str) -> str:
        return "".join(self.turns[action](state))

    def is_goal(self, state: str) -> bool:
        return state == SOLVED


def after(*actions: str) -> Cube:
    """Return a cube that these turns scrambled."""
    cube = Cube(SOLVED)
    for action in actions:
        cube = Cube(cube.result(cube.initial_state, action))
    return cube


# --8<-- [end:problem]


# --8<-- [start:heuristic]
def two_sides(colors: str) -> Abstraction[str, str]:
    """Return the cube in which only two colors can be told apart."""
    others = str.maketrans({color: "." for color in SOLVED if color not in colors})
    return Abstraction(lambda state: state.translate(others), goal_states=[SOLVED], symmetric=True)


def estimate() -> MaxOf:
    """Return the largest of three exact distances: for white and yellow, red and orange, and green and blue."""
    return MaxOf(*(PatternDatabase.build(Cube(SOLVED), two_sides(colors)) for colors in ("WY", "RO", "GB")))


# --8<-- [end:heuristic]

if __name__ == "__main__":
    # --8<-- [start:use]
    cube = after(*SCRAMBLE)
    guided = with_heuristic(cube, estimate())
    result = AStar().search(guided)
    print(f"{' '.join(result.actions)}: {result.cost} turns, optimal: {result.is_optimal}")
    print(f"{result.statistics.expanded} expansions")
    # --8<-- [end:use]

    # --8<-- [start:both]
    result = BidirectionalDijkstra().search(with_predecessors(cube, [SOLVED]))
    print(f"{result.cost} turns, {result.statistics.expanded} expansions")
    # --8<-- [end:both]

    # --8<-- [start:explore]
    near = explore(Cube(SOLVED), limits=Limits(cost=5))
    for turns, cubes in sorted(Counter(near.cost(state) for state in near).items()):
        print(f"{cubes:5} cubes need {turns} turns")
    # --8<-- [end:explore]
