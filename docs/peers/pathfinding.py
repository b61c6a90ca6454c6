"""python-pathfinding, on PyPI ``pathfinding``: grids, and graphs for the finders without a heuristic."""

from __future__ import annotations

from functools import partial
from random import Random

from pathfinding.core.graph import Graph as Nodes
from pathfinding.core.grid import Grid
from pathfinding.finder.a_star import AStarFinder
from pathfinding.finder.bi_a_star import BiAStarFinder
from pathfinding.finder.dijkstra import DijkstraFinder
from pathfinding.finder.finder import Finder
from pathfinding.finder.ida_star import IDAStarFinder

from docs.comparison import Graph, Table, distances, error_of

DISTRIBUTION = "pathfinding"
FILES = "**/*.py"


def shortest(graph: Graph, start: str, goal: str, h: Table) -> list[str] | None:
    """Return a shortest path by Dijkstra: A* needs nodes with coordinates."""
    built = Nodes(edges=[[at, to, cost] for at in graph for to, cost in graph[at].items()])
    for name in graph:
        if name not in built.nodes:
            Nodes.edge_node_items(Nodes(edges=[[name, name, 1]], nodes=built.nodes))
    found, _ = DijkstraFinder().find_path(built.node(start), built.node(goal), built)
    return [node.node_id for node in found] or None


def _open(rows: int = 3) -> Grid:
    return Grid(matrix=[[1] * 3 for _ in range(rows)])


def _length(finder: Finder, grid: Grid) -> int:
    found, _ = finder.find_path(grid.node(0, 0), grid.node(2, grid.height - 1), grid)
    return len(found)


def graph() -> str:
    """Search a graph in memory."""
    found = shortest({"a": {"b": 1}, "b": {"d": 1}, "d": {}}, "a", "d", {})
    return "without A*" if found == ["a", "b", "d"] else "no"


def implicit() -> bool:
    """Give A* a function instead of a grid."""
    return error_of(lambda: AStarFinder().find_path(0, 6, lambda at: [at + 1])) == ""


def goal_test() -> bool:
    """Give A* a function instead of a goal."""
    grid = _open()
    return error_of(lambda: AStarFinder().find_path(grid.node(0, 0), lambda node: node.x == 2, grid)) == ""


def _looked_up(table: dict[tuple[int, int], float], dx: int, dy: int) -> float:
    return table[dx, dy]


def misses(tries: int) -> int:
    """Return how many of some random grids get a path that isn't a shortest one, with an admissible h."""
    random, missed = Random(0), 0
    for _ in range(tries):
        rows = [[random.randint(1, 9) for _ in range(4)] for _ in range(3)]
        rows[2][3] = 1
        edges: Graph = {
            f"{x}{y}": {
                f"{u}{v}": rows[v][u]
                for u, v in ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)) if 0 <= u < 4 and 0 <= v < 3
            }
            for y in range(3) for x in range(4)
        }  # fmt: skip
        left = distances(edges, "32")
        grid = Grid(matrix=rows)
        table = {
            (3 - x, 2 - y): random.randint(0, left[f"{x}{y}"]) / grid.min_weight for y in range(3) for x in range(4)
        }
        found, _ = AStarFinder(heuristic=partial(_looked_up, table)).find_path(grid.node(0, 0), grid.node(3, 2), grid)
        missed += sum(rows[node.y][node.x] for node in found[1:]) > left["00"]
    return missed


def ida() -> str:
    """Run IDA*."""
    return "on grids" if _length(IDAStarFinder(), _open()) == 5 else "no"


def bidirectional() -> str:
    """Search from both ends."""
    return "on grids" if _length(BiAStarFinder(), _open()) == 5 else "no"


def unreachable() -> str:
    """Search for a goal that can't be reached."""
    grid = Grid(matrix=[[1, 0, 1]])
    found, _ = AStarFinder().find_path(grid.node(0, 0), grid.node(2, 0), grid)
    return "an empty path" if found == [] else repr(found)


def limit() -> str:
    """Stop after some expansions."""
    return error_of(lambda: _length(AStarFinder(max_runs=2), _open()))


def statistics() -> bool:
    """Count the expanded nodes."""
    grid = _open()
    _, runs = AStarFinder().find_path(grid.node(0, 0), grid.node(2, 2), grid)
    return runs > 0
