"""Without Ray, the error names the extra."""

import os
import subprocess
import sys

import pytest
from helpers.plain_kinds import KINDS
from helpers.ray_modules import NEED_RAY

from astarlib.compiled.plain import translation
from astarlib.distributed import AStar, Ray, RayExecutor
from astarlib.distributed.forms import check_form, form_of
from astarlib.errors import ClusterError
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


@pytest.mark.costly
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


class _Domain:
    """The part of a domain from which its form is read. The functions aren't compared with Python."""

    def __init__(self, name: str) -> None:
        self.encode = translation.Translation(KINDS[name](), None)._encode


@pytest.mark.parametrize("name", ["lamps", "stacks"])
def test_a_shard_with_another_layout_of_states_is_refused_by_its_number(name, monkeypatch):
    domain = _Domain(name)
    check_form(_Domain(name), form_of(domain), 3)
    monkeypatch.setattr(translation, "_walk", lambda problem: translation._Seen([problem.initial_state], 40))
    with pytest.raises(ClusterError, match="shard 3 has translated the problem in another way"):
        check_form(_Domain(name), form_of(domain), 3)


@pytest.mark.costly
def test_each_process_gives_the_states_of_a_problem_the_same_form():
    code = """
import sys
sys.path.insert(0, "tests")
from helpers.plain_kinds import KINDS
from astarlib.compiled.plain.translation import Translation
print([Translation(KINDS[name](), None).form for name in ("lamps", "words", "stacks")])
"""
    seeds = [{**os.environ, "PYTHONHASHSEED": seed} for seed in ("1", "2")]
    done = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env)
            for env in seeds]  # fmt: skip
    assert done[0].stdout == done[1].stdout
    assert "[" in done[0].stdout
