"""The same problems with other libraries, each used as its users would, in an environment of their own."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Final

from benchmarks.harness.case import Case, Contender, NotAvailable, Target
from benchmarks.harness.environments import make_environment, python_of

REQUIREMENTS: Final = Path(__file__).parents[1] / "peers.txt"
ENVIRONMENT: Final = "peers"
SLOW: Final = ("simpleai", "aima")
PREBUILT: Final = "the graph of all states is in memory beforehand"
COMPILED: Final = f"compiled; {PREBUILT}"
UNINFORMED: Final = f"breadth first, without h; {COMPILED}"
BOTH_ENDS: Final = f"breadth first from both ends, without h; {PREBUILT}"


def cases(*, quick: bool) -> Iterator[Case]:
    """Yield all cases. With ``quick``, nothing is installed and missing libraries are left out."""
    peers = Peers(quick=quick)
    if quick:
        yield _eight_quick(peers)
        yield _grid(peers, quick=True)
        return
    yield _eight(peers)
    yield _fifteen(peers)
    yield _fifteen_slow(peers)
    yield _fifteen_44(peers)
    yield _fifteen_boards(peers)
    yield _grid(peers, quick=False)
    yield _grid_slow(peers)
    yield _grid_from_rows(peers)
    yield _grid_from_array(peers)
    yield _terrain(peers)
    yield _graph(peers)
    yield _line()
    yield _four_nodes(peers)
    yield _graph_from_list(peers)


# --- sliding tiles ----------------------------------------------------------------------------------------------------


def _eight_quick(peers: Peers) -> Case:
    name = "8-puzzle, 24"
    return Case(
        name="8-puzzle-24",
        title="A* with Manhattan on an 8-puzzle of 24 moves",
        contenders=(
            *_ours("puzzle", name, cost=24, low=1_568, fifo=3_581, lifo=1_993),
            _compiled("puzzle", name, cost=24, expanded=1_568),
            _plain("puzzle", name, cost=24, expanded=1_568),
            *peers.there("puzzle", name, of=("nographs", "astar", "simpleai", "aima")),
        ),
        expected={"cost": 24},
        warm_up=True,
    )


def _eight(peers: Peers) -> Case:
    name = "8-puzzle"
    return Case(
        name="8-puzzle",
        title="A* with Manhattan on the 8-puzzle of 31 moves",
        contenders=(
            *_ours("puzzle", name, cost=31, low=6_728, fifo=20_290, lifo=6_668),
            _compiled("puzzle", name, cost=31, expanded=6_728),
            _plain("puzzle", name, cost=31, expanded=6_728),
            peers.one("nographs", "puzzle", name),
            peers.one("astar", "puzzle", name),
            peers.one("simpleai", "puzzle", name),
            peers.one("aima", "puzzle", name),
            peers.one("networkx", "puzzle", name, unlike=PREBUILT),
            peers.one("rustworkx", "puzzle", name, unlike=COMPILED),
            peers.one("igraph", "puzzle", name, unlike=COMPILED),
        ),
        expected={"cost": 31},
        warm_up=True,
        targets=(_ratio("simpleai", 100), _ratio("nographs", 1), _same_ties("astar", 6)),
    )


def _fifteen(peers: Peers) -> Case:
    name = "15-puzzle"
    return Case(
        name="15-puzzle",
        title="A* with Manhattan on Korf's 15-puzzle 79, 42 moves",
        contenders=(
            *_ours("puzzle", name, cost=42, low=68_627, fifo=240_296, lifo=206_679),
            _compiled("puzzle", name, cost=42, expanded=68_627),
            _plain("puzzle", name, cost=42, expanded=68_627),
            peers.one("nographs", "puzzle", name),
        ),
        expected={"cost": 42},
        warm_up=True,
        targets=(_ratio("nographs", 1),),
    )


def _fifteen_slow(peers: Peers) -> Case:
    name = "15-puzzle"
    return Case(
        name="15-puzzle-slow",
        title="A* with Manhattan on Korf's 15-puzzle 79, 42 moves, with the slower programs",
        contenders=(
            *_ours("puzzle", name, cost=42, low=68_627, fifo=240_296),
            _compiled("puzzle", name, cost=42, expanded=68_627),
            *(peers.one(peer, "puzzle", name, False) for peer in ("astar", *SLOW)),
        ),
        rounds=1,
        expected={"cost": 42},
        targets=(_same_ties("astar", 6),),
    )


def _fifteen_44(peers: Peers) -> Case:
    name = "15-puzzle, 44"
    return Case(
        name="15-puzzle-44",
        title="A* with Manhattan on Korf's 15-puzzle 71, 44 moves",
        contenders=(
            *_ours("puzzle", name, cost=44, low=557_710, lifo=1_011_628),
            _compiled("puzzle", name, cost=44, expanded=557_710),
            _plain("puzzle", name, cost=44, expanded=557_710),
            peers.one("nographs", "puzzle", name),
        ),
        rounds=3,
        expected={"cost": 44},
        warm_up=True,
        targets=(_ratio("nographs", 4),),
    )


def _fifteen_boards(peers: Peers) -> Case:
    """Return the case of seven boards, because the luckiest tie-breaking differs from board to board."""
    return Case(
        name="15-puzzle-boards",
        title="A* with Manhattan on all seven of Korf's 15-puzzles of at most 44 moves, in one run",
        contenders=(
            *_ours("puzzles", cost=299, low=2_085_670, lifo=3_609_905),
            _compiled("puzzles", cost=299, expanded=2_085_670),
            _contender("plain heapq, LOW_H", "puzzles", False, module="plain"),
            peers.one("nographs", "puzzles", False),
        ),
        rounds=3,
        expected={"cost": 299},
        seconds=240,
        targets=(_ratio("nographs", 1),),
    )


# --- a grid -----------------------------------------------------------------------------------------------------------


def _grid(peers: Peers, *, quick: bool) -> Case:
    others = (
        peers.one("nographs", "grid"),
        peers.one("pathfinding", "grid", unlike=f"it searches only grids; {PREBUILT}"),
        peers.one("astar", "grid"),
        peers.one("networkx", "grid_shortest", name="networkx, shortest_path", unlike=BOTH_ENDS),
        peers.one("rustworkx", "grid", unlike=COMPILED),
        peers.one("igraph", "grid", unlike=COMPILED),
        peers.one("igraph", "grid", False, name="igraph, get_shortest_path", unlike=UNINFORMED),
    )
    compared = (_ratio("nographs", 1), _same_ties("astar", 6), _ratio("rustworkx", 4, to="astarlib, compiled"))
    return Case(
        name="grid",
        title="A* with Manhattan on a grid of 512 x 512 cells, 30 % of them blocked, from corner to corner",
        contenders=(
            *_ours("grid", cost=1034, low=74_689, fifo=81_105, lifo=81_488),
            _compiled("grid", cost=1034, expanded=74_689),
            _plain("grid", cost=1034, expanded=74_689),
            peers.one("networkx", "grid", unlike=PREBUILT),
            *(() if quick else others),
        ),
        expected={"cost": 1034},
        warm_up=True,
        targets=(_ratio("networkx", 1), *(() if quick else compared)),
    )


def _grid_slow(peers: Peers) -> Case:
    return Case(
        name="grid-slow",
        title="A* with Manhattan on a grid of 512 x 512 cells, 30 % of them blocked, with the slower programs",
        contenders=(
            _ours("grid", cost=1034, low=74_689)[0],
            _compiled("grid", cost=1034, expanded=74_689),
            *(peers.one(peer, "grid", False) for peer in SLOW),
        ),
        rounds=1,
        expected={"cost": 1034},
    )


def _grid_from_rows(peers: Peers) -> Case:
    return Case(
        name="grid-from-rows",
        title="A* with Manhattan on the grid of 512 x 512 cells, including the time to build a graph from its rows",
        contenders=(
            _contender("astarlib", "grid_and_reading", expected={"cost": 1034, "expanded": 74_689}),
            Contender(
                name="astarlib, compiled",
                program="benchmarks.programs.compiled:grid_and_reading",
                expected={"cost": 1034, "expanded": 74_689},
            ),
            peers.one("networkx", "grid", False, True),
            peers.one("rustworkx", "grid", True),
        ),
        expected={"cost": 1034},
        warm_up=True,
        targets=(
            _ratio("networkx", 1),
            Target(kind="ratio", of="rustworkx", to="astarlib, compiled", at_least=5),
        ),
    )


def _grid_from_array(peers: Peers) -> Case:
    expected = {"cost": 1034, "expanded": 74_689, "steps": 1034}
    made, new, of_floats = "astarlib, the Grid made before", "astarlib, a new Grid", "astarlib, a new Grid of float32"
    return Case(
        name="grid-from-array",
        title="A* with Manhattan on the grid of 512 x 512 cells, as a numpy array",
        contenders=(
            _contender(made, "grid_of_array", module="ours_compiled", expected=expected),
            _contender(new, "grid_of_array", "bool", True, module="ours_compiled", expected=expected),
            _contender(of_floats, "grid_of_array", "float32", True, module="ours_compiled", expected=expected),
            peers.one("pyastar2d", "grid"),
        ),
        expected={"cost": 1034},
        targets=(_ratio("pyastar2d", 1, to=made), _ratio("pyastar2d", 1 / 3, to=new)),
    )


def _terrain(peers: Peers) -> Case:
    made = "astarlib, the Grid made before"
    return Case(
        name="grid-of-terrain",
        title="A* with Manhattan on a numpy array of 512 x 512 cells that cost 1 to 9",
        contenders=(
            _contender(made, "grid_of_terrain", module="ours_compiled"),
            _contender("astarlib, a new Grid", "grid_of_terrain", True, module="ours_compiled"),
            peers.one("tcod", "grid_of_terrain"),
        ),
        expected={"cost": 2847},
        targets=(_ratio("tcod", 1, to=made),),
    )


# --- a graph of edges -------------------------------------------------------------------------------------------------


def _graph(peers: Peers) -> Case:
    return Case(
        name="graph",
        title="Dijkstra on a random graph of 100,000 nodes and 400,000 edges, to the farthest node",
        contenders=(
            _contender("astarlib", "graph", expected={"cost": 5_691, "expanded": 98_069}),
            _compiled("graph", cost=5_691, expanded=98_069),
            _plain("graph", cost=5_691, expanded=98_069, name="plain heapq"),
            peers.one("nographs", "graph"),
            peers.one("networkx", "graph"),
            peers.one("rustworkx", "graph", unlike="compiled"),
            peers.one("igraph", "graph", unlike="compiled"),
            peers.one(
                "networkx", "graph", "bidirectional_dijkstra", name="networkx, both ends", unlike="from both ends"
            ),
        ),
        expected={"cost": 5_691},
        warm_up=True,
        targets=(
            _ratio("nographs", 1),
            _ratio("networkx", 1),
            _ratio("rustworkx", 4, to="astarlib, compiled"),
        ),
    )


def _graph_from_list(peers: Peers) -> Case:
    name, expected = "astarlib, compiled", {"cost": 5_691, "expanded": 98_069}
    return Case(
        name="graph-from-list",
        title="Dijkstra on a list of 400,000 edges, including the time to read it",
        contenders=(
            _contender(name, "graph_of_list", module="ours_compiled", expected=expected),
            peers.one("rustworkx", "graph", True),
            peers.one("igraph", "graph", True),
        ),
        expected={"cost": 5_691},
        targets=(_ratio("rustworkx", 1 / 4, to=name), _ratio("igraph", 1 / 1.5, to=name)),
    )


# --- small searches ---------------------------------------------------------------------------------------------------


def _line() -> Case:
    return Case(
        name="line",
        title="A* on a problem of ten expansions",
        contenders=(
            Contender(name="astarlib", program="benchmarks.programs.ours:fixed_cost", arguments=("search",)),
            _contender("plain heapq", "line", module="plain"),
        ),
        expected={"cost": 10},
        targets=(Target(kind="ratio", of="astarlib", to="plain heapq", at_most=6),),
    )


def _four_nodes(peers: Peers) -> Case:
    return Case(
        name="four-nodes",
        title="A path in a graph of four nodes that is in memory beforehand",
        contenders=(
            _contender("astarlib, Dijkstra", "four_nodes", "Dijkstra"),
            _contender("astarlib, A*", "four_nodes", "AStar"),
            peers.one("networkx", "four_nodes", "dijkstra_path", name="networkx, dijkstra_path"),
            peers.one("networkx", "four_nodes", "astar_path", name="networkx, astar_path"),
        ),
        expected={"cost": 6},
        targets=(Target(kind="ratio", of="astarlib, Dijkstra", to="networkx, dijkstra_path", at_most=3),),
    )


# --- contenders -------------------------------------------------------------------------------------------------------


class Peers:
    """The libraries, from their own environment, or from ours if that environment can't be made."""

    def __init__(self, *, quick: bool) -> None:
        self.missing, self.made = "it is not installed", Path(python_of(ENVIRONMENT)).exists()
        if quick:
            return
        try:
            make_environment(ENVIRONMENT, ("--no-deps", *requirements()))
            self.made = True
        except NotAvailable as reason:
            self.missing, self.made = str(reason), False

    def one(self, module: str, function: str, *arguments: Any, name: str = "", unlike: str = "") -> Contender:
        """Return a contender of a peer. Its answer is shown, but a wrong one isn't a failure."""
        found = _contender(name or module, function, *arguments, module=module, unlike=unlike)
        if self.made:
            return replace(found, environment=ENVIRONMENT, trusted=False)
        return replace(found, trusted=False, missing="" if _is_installed(module) else self.missing)

    def there(self, function: str, *arguments: Any, of: tuple[str, ...]) -> list[Contender]:
        """Return the contenders of those libraries that are installed, or all if the environment was made."""
        return [self.one(module, function, *arguments) for module in of if self.made or _is_installed(module)]


def requirements() -> list[str]:
    """Return the requirements to install in the environment of the peers."""
    return [line for line in REQUIREMENTS.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]


@cache
def _is_installed(module: str) -> bool:
    return importlib.util.find_spec({"aima": "aima3"}.get(module, module)) is not None


def _contender(
    name: str,
    function: str,
    *arguments: Any,
    module: str = "ours",
    expected: dict[str, Any] | None = None,
    unlike: str = "",
) -> Contender:
    program = f"benchmarks.programs.peers.{module}:{function}"
    return Contender(name=name, program=program, arguments=arguments, expected=expected, unlike=unlike)


def _ours(function: str, *arguments: Any, cost: int, low: int, fifo: int = 0, lifo: int = 0) -> list[Contender]:
    """Return astarlib with its own problems, with the moves of the peers, and with the ties of ``astar`` and nographs.

    ``low``, ``fifo`` and ``lifo`` are the numbers of expansions with these ties. With 0, it isn't measured.
    """
    forms = [("astarlib", "LOW_H", False, low), ("astarlib, given the moves", "LOW_H", True, low)]
    forms += [(f"astarlib, {ties}", ties, False, expanded) for ties, expanded in (("FIFO", fifo), ("LIFO", lifo))]
    return [
        _contender(name, function, *arguments, ties, own, expected={"cost": cost, "expanded": expanded})
        for name, ties, own, expanded in forms
        if expanded > 0
    ]


def _plain(function: str, *arguments: Any, cost: int, expanded: int, name: str = "plain heapq, LOW_H") -> Contender:
    """Return the contender that a user would write by hand. It runs in our own environment."""
    return _contender(name, function, *arguments, module="plain", expected={"cost": cost, "expanded": expanded})


def _compiled(function: str, *arguments: Any, cost: int, expanded: int) -> Contender:
    """Return astarlib with a compiled engine. Its code was compiled before."""
    expected = {"cost": cost, "expanded": expanded}
    return _contender("astarlib, compiled", function, *arguments, module="ours_compiled", expected=expected)


def _ratio(peer: str, at_least: float, *, to: str = "astarlib") -> Target:
    return Target(kind="ratio", of=peer, to=to, at_least=at_least)


def _same_ties(peer: str, at_least: float) -> Target:
    """Return the target for a peer that takes the oldest of equal f first and expands what astarlib expands so."""
    return Target(kind="ratio", of=peer, to="astarlib, FIFO", at_least=at_least)
