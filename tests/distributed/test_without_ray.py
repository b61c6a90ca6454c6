"""Without Ray, the error names the extra."""

import subprocess
import sys

import pytest
from helpers.ray_modules import NEED_RAY

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


def test_only_the_modules_that_the_tests_leave_out_without_ray_need_it():
    code = """
import importlib, pkgutil, sys
from astarlib import distributed
sys.modules["ray"] = None
for module in pkgutil.iter_modules(distributed.__path__):
    try:
        importlib.import_module(f"astarlib.distributed.{module.name}")
    except ImportError:
        print(module.name)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert NEED_RAY == tuple(done.stdout.split())
