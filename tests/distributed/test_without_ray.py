"""Without Ray, the error names the extra."""

import sys

import pytest

from astarlib.distributed import AStar, Ray, RayExecutor
from astarlib.problems.npuzzle import NPuzzle

MESSAGE = r"Ray isn't installed: run pip install '\.\[ray\]'"


@pytest.mark.parametrize(
    "call", [RayExecutor, lambda: AStar(Ray(2)).search(NPuzzle("1 2 3 / 4 5 6 / 0 7 8"))], ids=["executor", "search"]
)
def test_the_error_names_the_extra(call, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    for name in ("ray_connection", "ray_team"):
        monkeypatch.delitem(sys.modules, f"astarlib.distributed.{name}", raising=False)
        monkeypatch.delattr(f"astarlib.distributed.{name}", raising=False)
    with pytest.raises(ImportError, match=MESSAGE):
        call()
