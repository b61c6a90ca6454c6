"""Unchanged networkx programs with astarlib as backend, in a graph of 100,000 nodes and 400,000 edges."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from typing import Any, Final

from _astarlib_networkx import FUNCTIONS
from benchmarks.harness.case import Case, Contender, NotAvailable, Target

_PROGRAM: Final = "benchmarks.programs.networkx_programs"
_BACKEND: Final = "networkx, astarlib as backend"


def cases(*, quick: bool) -> Iterator[Case]:
    """Yield all cases. With ``quick``, there are fewer searches."""
    for name in ("networkx", "numba"):
        if importlib.util.find_spec(name) is None:
            raise NotAvailable(f"{name} is not installed: run pip install '.[networkx]' in a checkout of astarlib")
    yield _case("paths", "paths between two nodes", 2 if quick else 20, at_least=20)
    yield _case("sources", "searches from one node to all others", 1 if quick else 5, at_least=5)
    yield Case(
        name="first",
        title="The first path, with reading the graph and loading compiled code",
        contenders=(_contender("networkx", "first", []), _contender(_BACKEND, "first", ["astarlib"])),
        expected={},
    )
    yield Case(
        name="limit",
        title="Nodes and edges from which the backend is faster: with reading the graph, and in a read one",
        contenders=tuple(_contender(name, "limit", name) for name in FUNCTIONS),
        rounds=1,
        quick_rounds=None,
        expected={},
    )


def _case(name: str, what: str, count: int, *, at_least: float) -> Case:
    def missing(module: str) -> str:
        return "" if importlib.util.find_spec(module) is not None else "it is not installed"

    others = [_contender("rustworkx", "rustworkx", name, count, missing=missing("rustworkx"))]
    if name == "sources":  # It finds no single path.
        others.append(_contender("graphblas-algorithms", "graphblas", count, missing=missing("graphblas_algorithms")))
    return Case(
        name=name,
        title=f"{count} {what}, in a graph that has been read",
        contenders=(
            _contender("networkx", name, [], count),
            _contender(_BACKEND, name, ["astarlib"], count),
            *others,
        ),
        rounds=3,
        expected={},
        seconds=600,
        targets=(Target(kind="ratio", of="networkx", to=_BACKEND, at_least=at_least),),
    )


def _contender(name: str, function: str, *arguments: Any, missing: str = "") -> Contender:
    return Contender(name=name, program=f"{_PROGRAM}:{function}", arguments=arguments, missing=missing)
