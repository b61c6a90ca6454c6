"""Graphs that many compiled searches share: making them, further queries, and landmarks."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from typing import Any, Final

from benchmarks.harness.case import Case, Contender, NotAvailable, Target

_PROGRAM: Final = "benchmarks.programs.graphs"
_KNOWN: Final = {"solved": 994, "cost": 12_395_987, "expanded": 4_870_235}
"""The answer of the 1,000 queries."""
_ROUTES: Final = {"solved": 9962, "cost": 478_777_177, "expanded": 46_151_834}
"""The answer of the 10,000 queries with landmarks."""


def cases(*, quick: bool) -> Iterator[Case]:
    """Yield all cases. With ``quick``, there are fewer queries on smaller graphs."""
    if importlib.util.find_spec("numba") is None:
        raise NotAvailable("numba is not installed: run pip install '.[compiled]' in a checkout of astarlib")
    yield _building()
    yield _map(200) if quick else _map(2000)
    yield _queries(30, 50, {"expanded": 20_488}) if quick else _queries(100, 1000, _KNOWN, are_timed=True)
    yield _town(60, 20, {"cost": 187_361}) if quick else _town(400, 1000, {}, are_timed=True)
    yield _landmarks(60, 20, {"cost": 187_361}) if quick else _landmarks(400, 10_000, _ROUTES)


def _building() -> Case:
    missing = "" if importlib.util.find_spec("networkx") is not None else "it is not installed"
    return Case(
        name="building",
        title="A Graph of 100,000 nodes and 400,000 edges",
        contenders=(
            _contender("from numpy arrays", "building", "arrays"),
            _contender("from dicts", "building", "dicts"),
            _contender("from networkx", "building", "networkx", missing=missing),
        ),
        expected={"nodes": 100_000, "edges": 400_000},
        targets=(
            Target(kind="seconds", of="from numpy arrays", at_most=0.15),
            Target(kind="seconds", of="from networkx", at_most=0.6),
        ),
    )


def _map(side: int) -> Case:
    return Case(
        name="map",
        title=f"A Grid of {side:,} x {side:,} cells with terrain, and its tables for compiled engines",
        contenders=(
            _contender("from a numpy array", "map_of", "array", side),
            _contender("from lists", "map_of", "lists", side),
        ),
        expected={"cells": side * side},
    )


def _queries(side: int, count: int, expected: dict[str, int], *, are_timed: bool = False) -> Case:
    bare = "problems made before"
    return Case(
        name="queries",
        title=f"{count:,} queries by compiled Dijkstra in one town of {side} x {side} crossings",
        contenders=(
            _contender(bare, "queries", "bare", side, count),
            _contender("a new problem for each", "queries", "made", side, count),
            _contender("solve_many", "queries", "batch", side, count),
        ),
        rounds=3,
        expected=expected,
        targets=(
            Target(kind="ratio", of="a new problem for each", to=bare, at_most=1.1),
            Target(kind="ratio", of="solve_many", to=bare, at_most=1.2),
        )
        if are_timed
        else (),
    )


def _town(side: int, count: int, expected: dict[str, int], *, are_timed: bool = False) -> Case:
    return Case(
        name="town",
        title=f"{count:,} routes in a town of {side} x {side} crossings, each with a new problem",
        contenders=(
            _contender("A*, 8 landmarks", "town", True, side, count),
            _contender("Dijkstra", "town", False, side, count),
        ),
        rounds=3,
        expected=expected,
        seconds=600,
        targets=(Target(kind="ratio", of="Dijkstra", to="A*, 8 landmarks", at_least=5),) if are_timed else (),
    )


def _landmarks(side: int, count: int, expected: dict[str, int]) -> Case:
    return Case(
        name="landmarks",
        title=f"{count:,} routes by A* with 8 landmarks in a town of {side} x {side} crossings",
        contenders=(
            _contender("one after the other", "landmarks", None, side, count),
            _contender("solve_many, 2 workers", "landmarks", 2, side, count),
        ),
        rounds=1,
        expected=expected,
        seconds=600,
    )


def _contender(name: str, function: str, *arguments: Any, missing: str = "") -> Contender:
    return Contender(name=name, program=f"{_PROGRAM}:{function}", arguments=arguments, missing=missing)
