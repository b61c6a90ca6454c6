"""BAE* and bidirectional Dijkstra, compared with A* and Dijkstra's algorithm, by expansions and time."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from typing import Final

from benchmarks.harness.case import Case, Contender, Target
from benchmarks.suites.peers import PREBUILT, Peers

_PROGRAM = "benchmarks.programs.ours_bidirectional:solve"
COMPILED: Final = "compiled "
CUBES, PANCAKES = 411, 635
"""The sums of the optima of 50 cubes, and of 50 stacks."""
_BEFORE_THE_PROOF = [159, 228, 2, 65, 166]
"""The expansions of BAE* on the first five stacks while the lower bound was below the optimum."""


def cases(*, quick: bool) -> Iterator[Case]:
    """Yield a case for each kind of problem; with ``quick`` the problems are fewer."""
    gap_1 = 5 if quick else 50
    yield Case(
        name="14-pancakes-gap-1",
        title=f"{gap_1} random stacks of 14 pancakes with the heuristic GAP-1",
        contenders=(
            _contender("bae-star", "14-pancakes-gap-1", gap_1, {"first": _BEFORE_THE_PROOF}),
            _contender("astar", "14-pancakes-gap-1", gap_1),
        ),
        rounds=3,
        expected={"solved": gap_1},
        targets=()
        if quick
        else (
            Target(kind="ratio", of="bae-star", to="astar", at_most=1 / 8),
            Target(kind="figure", of="bae-star", figure="mean_expanded", at_most=1.1 * 430),
        ),
    )
    yield Case(
        name="14-pancakes-gap-2",
        title="50 random stacks of 14 pancakes with the heuristic GAP-2",
        contenders=(_contender("bae-star", "14-pancakes-gap-2", 50),),
        rounds=1,  # The counts are the same in every run.
        quick_rounds=None,
        expected={"solved": 50},
        seconds=600,
        targets=(Target(kind="figure", of="bae-star", figure="mean_expanded", at_most=1.1 * 12_744),),
    )
    yield Case(
        name="korf-79",
        title="Korf's 15-puzzle 79 with Manhattan",
        contenders=(_contender("bae-star", "korf-79", 1, {"first": [55_830]}), _contender("astar", "korf-79", 1)),
        rounds=1,
        quick_rounds=None,
        expected={"solved": 1, "cost": 42},
        seconds=600,
    )
    hanoi = 1 if quick else 20
    yield Case(
        name="hanoi-8-4",
        title=f"Towers of Hanoi with 8 disks and 4 pegs between {hanoi} random pairs of states",
        contenders=(
            _contender("bidirectional-dijkstra", "hanoi-8-4", hanoi),
            _contender("dijkstra", "hanoi-8-4", hanoi),
        ),
        rounds=1,
        expected={"solved": hanoi},
    )
    yield from _beside_peers(quick=quick)
    yield from _compiled(quick=quick)


def _compiled(*, quick: bool) -> Iterator[Case]:
    """Yield the cases of compiled engines, whose code is loaded before the clock starts."""
    peers, cubes, stacks = Peers(quick=quick), 5 if quick else 50, 5 if quick else 50
    missing = "" if importlib.util.find_spec("numba") is not None else "numba isn't installed"
    both, dijkstra = "bidirectional-dijkstra", "dijkstra"
    yield Case(
        name="cube-compiled",
        title=f"{cubes} cubes of 2x2x2 after 20 random turns, from both ends",
        contenders=(
            _loaded(both, "cube", cubes, missing),
            *peers.there("cube", cubes, of=("nographs",)),
        ),
        quick_rounds=1,
        expected={"cost": 43 if quick else CUBES},
        targets=() if quick else (Target(kind="ratio", of="nographs", to=COMPILED + both, at_least=5),),
    )
    yield Case(
        name="14-pancakes-compiled",
        title=f"{stacks} random stacks of 14 pancakes with the heuristic GAP-1, compiled",
        contenders=(
            _loaded("bae-star", "14-pancakes", stacks, missing),
            _loaded("astar", "14-pancakes", stacks, missing),
        ),
        expected={"cost": 61 if quick else PANCAKES},
    )
    if quick:
        return
    yield Case(
        name="korf-79-compiled",
        title="Korf's 15-puzzle 79 with Manhattan, compiled",
        contenders=(_loaded("bae-star", "korf", 79, missing), _loaded("astar", "korf", 79, missing)),
        expected={"cost": 42},
    )
    yield Case(
        name="graph-compiled",
        title="A path in a random graph of 100,000 nodes and 400,000 edges, to the farthest node, from both ends",
        contenders=(
            _loaded(both, "graph", 1, missing),
            _loaded(dijkstra, "graph", 1, missing),
            peers.one("networkx", "graph", "bidirectional_dijkstra", unlike=PREBUILT),
        ),
        expected={"cost": 5_691},
        warm_up=True,
        targets=(Target(kind="ratio", of=COMPILED + both, to="networkx", at_most=0.3),),
    )


def _loaded(engine: str, kind: str, number: int, missing: str) -> Contender:
    program = "" if missing else "benchmarks.programs.both_ends_compiled:solve"
    return Contender(name=COMPILED + engine, program=program, arguments=(kind, number, engine), missing=missing)


def _beside_peers(*, quick: bool) -> Iterator[Case]:
    """Yield the cases with other libraries that search from both ends."""
    peers, cubes, pairs = Peers(quick=quick), 3 if quick else 40, 20
    yield Case(
        name="cube",
        title=f"{cubes} cubes of 2x2x2 after 20 random turns, from both ends",
        contenders=(
            _contender("bidirectional-dijkstra", "cube", cubes),
            *(peers.there("cubes", cubes, of=("nographs",)) if quick else [peers.one("nographs", "cubes", cubes)]),
        ),
        expected={"solved": cubes, "cost": 21 if quick else 324},
        targets=() if quick else (_at_most("nographs", 1.5),),
    )
    yield Case(
        name="random-graph",
        title=f"{pairs} pairs of nodes of a random graph of 100,000 nodes and 400,000 edges, from both ends",
        contenders=(
            _contender("bidirectional-dijkstra", "random-graph", pairs),
            peers.one("networkx", "road_pairs", pairs),
        ),
        quick_rounds=None,
        expected={"solved": pairs, "cost": 60_011},
        warm_up=True,
        targets=(_at_most("networkx", 1.5),),
    )


def _at_most(peer: str, ratio: float) -> Target:
    return Target(kind="ratio", of="bidirectional-dijkstra", to=peer, at_most=ratio)


def _contender(engine: str, kind: str, count: int, expected: dict[str, object] | None = None) -> Contender:
    return Contender(
        name=engine,
        program=_PROGRAM,
        arguments=(kind, count, engine),
        expected=None if expected is None else {"solved": count, **expected},
    )
