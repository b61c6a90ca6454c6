"""Compiled code on disk is used only for the same source, and searches work without the disk."""

import os
import shutil
import subprocess
import sys
import textwrap

import numpy as np
import pytest

from astarlib.compiled import clear_cache
from astarlib.compiled.codegen import specialize
from astarlib.compiled.codegen.fingerprints import UnknownDependencyError, fingerprint

PROBLEM = """
from numba import njit
from astarlib import SearchProblem
from astarlib.compiled import AStar, CompiledDomain

@njit
def step(i):
    return {step}

def successor_count(tables, state, aux):
    return 2

def apply(tables, state, aux, i):
    return state + step(i), 0, 1

def is_goal(tables, state, aux):
    return state == {goal}

class Counting(SearchProblem):
    def actions(self, state):
        return [0, 1]
    def result(self, state, action):
        return state + step.py_func(action)
    def is_goal(self, state):
        return state == {goal}
    def compiled_domain(self):
        return CompiledDomain(
            encode=lambda n: (n, 0), decode=lambda n, aux: n,
            successor_count=successor_count, apply=apply, is_goal=is_goal, max_successors=2,
        )
"""
RUN = """
from counting import Counting
from astarlib.compiled import AStar
search = AStar().start(Counting(0))
cost, stats = search.run().cost, search._algorithm._kernels.search.stats
print(cost, len(stats.cache_hits), len(stats.cache_misses))
"""


FIELDS = """
import numpy as np
from astarlib import compiled
fields = compiled.StateFields(number={bits})
def two(tables, state, aux):
    return 2
def apply(tables, state, aux, i):
    return fields.pack(fields.get_number(state) + 1 + i), 0, 1
def is_goal(tables, state, aux):
    return fields.get_number(state) == 7
domain = compiled.CompiledDomain(fields=fields, successor_count=two, apply=apply, is_goal=is_goal, max_successors=2)
functions = compiled.codegen.specialize.compile_functions(domain)
state = functions.apply(0, np.uint64(0), 0, 1)[0]
print(state, len(functions.apply.stats.cache_hits), len(functions.apply.stats.cache_misses))
"""


LOOP = """
import numpy as np
from astarlib.compiled.codegen.specialize import compile_module
from astarlib.problems.npuzzle import table_kernels
loop = compile_module(table_kernels.__name__, ("bit_count",)).bit_count
count = int(loop(np.uint64(0)))
print(count, len(loop.stats.cache_hits), len(loop.stats.cache_misses))
"""


def run(folder, cache, *, step="1 + i", goal="10"):
    folder.mkdir(exist_ok=True)
    (folder / "counting.py").write_text(PROBLEM.format(step=step, goal=goal), encoding="utf-8")
    return outcome(python(RUN, cache, folder))


def python(code, cache, *folders):
    """Start a process that runs the code and can import from the folders."""
    environment = {**os.environ, "ASTARLIB_CACHE": str(cache), "PYTHONDONTWRITEBYTECODE": "1"}
    paths = [*map(str, folders), *filter(None, sys.path)]
    return subprocess.Popen(
        [sys.executable, "-c", code],
        env={**environment, "PYTHONPATH": os.pathsep.join(paths)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def outcome(process):
    out, err = process.communicate()
    assert 0 == process.returncode, err
    return tuple(map(int, out.split()))


@pytest.mark.slow
def test_code_is_stored_and_never_used_after_an_edit(tmp_path):
    cache = tmp_path / "cache"
    assert (5, 0, 1) == run(tmp_path / "source", cache)
    assert (5, 1, 0) == run(tmp_path / "source", cache)
    assert (4, 0, 1) == run(tmp_path / "source", cache, step="1 + 2 * i")  # in a function that apply calls
    assert (5, 1, 0) == run(tmp_path / "source", cache)


@pytest.mark.slow
def test_another_layout_of_fields_is_compiled_again(tmp_path):
    """The functions are the same; only the object differs of which they call functions."""
    code = "import astarlib.compiled.codegen.specialize\n" + FIELDS
    assert (2, 0, 1) == outcome(python(code.format(bits=5), tmp_path))
    assert (2, 1, 0) == outcome(python(code.format(bits=5), tmp_path))
    assert (2, 0, 1) == outcome(python(code.format(bits=6), tmp_path))


@pytest.mark.costly
def test_two_processes_that_compile_at_once_do_no_harm(tmp_path):
    both = [python(LOOP, tmp_path / "cache") for _ in range(2)]
    assert [0, 0] == [outcome(process)[0] for process in both]
    assert (0, 1, 0) == outcome(python(LOOP, tmp_path / "cache"))


@pytest.mark.costly
def test_a_search_works_without_a_writable_cache(tmp_path):
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    assert (0, 0, 1) == outcome(python(LOOP, tmp_path / "file"))


def test_clearing_removes_what_was_compiled(tmp_path, monkeypatch):
    monkeypatch.setenv("ASTARLIB_CACHE", str(tmp_path))
    (tmp_path / "compiled" / f"{'0a' * 32}-best_first-heap").mkdir(parents=True)
    (tmp_path / "compiled" / "mine").mkdir()
    (tmp_path / "table.npy").write_bytes(b"")
    assert 1 == clear_cache()
    assert {"compiled", "mine", "table.npy"} == {path.name for path in tmp_path.rglob("*")}
    assert 0 == clear_cache()


# --- fingerprints -----------------------------------------------------------------------------------------------------


def made(source):
    names = {"np": np, "__name__": "somewhere"}
    exec(textwrap.dedent(source), names)
    return names["f"]


SAME = "def f(a):\n    return a + 1\n"


@pytest.mark.parametrize(
    "other",
    [
        "def f(a):\n    return a + 2\n",
        "def f(a, b=1):\n    return a + 1\n",
        "def g(a):\n    return a\ndef f(a):\n    return g(a) + 1\n",
    ],
)
def test_other_source_has_another_fingerprint(other):
    assert fingerprint(made(SAME)) == fingerprint(made("# a comment\n\n" + SAME))
    assert fingerprint(made(SAME)) != fingerprint(made(other))


def test_globals_closures_and_callees_are_in_the_fingerprint():
    closure = "def make(t):\n    def f(a):\n        return t[a]\n    return f\nf = make(np.array([{}]))\n"
    seen = "limit = {}\ndef f(a):\n    return a < limit\n"
    callee = "def g(a):\n    return a + {}\ndef f(a):\n    return g(a)\n"
    for source in (closure, seen, callee):
        one, same, other = (fingerprint(made(source.format(number))) for number in (1, 1, 2))
        assert one == same != other


def test_functions_that_call_each_other_have_a_fingerprint():
    source = "def f(a):\n    return g(a)\ndef g(a):\n    return f(a) if a > {} else 0\n"
    assert fingerprint(made(source.format(1))) != fingerprint(made(source.format(2)))


def test_objects_that_cannot_be_inspected_have_no_fingerprint():
    with pytest.raises(UnknownDependencyError):
        fingerprint(made("class Thing: pass\nthing = Thing()\ndef f(a):\n    return thing\n"))


@pytest.mark.costly
def test_the_source_of_every_kernel_and_of_code_generation_is_in_the_fingerprint(tmp_path, monkeypatch):
    """`codes` and `interface` don't belong to the modules that are specialized, but kernels import their constants."""
    copies = tuple(shutil.copytree(folder, tmp_path / folder.name) for folder in specialize._SOURCE_FOLDERS)
    monkeypatch.setattr(specialize, "_SOURCE_FOLDERS", copies)
    versions = {specialize.code_versions.__wrapped__()}
    paths = [path for folder in copies for path in folder.glob("*.py")]
    assert {"codes.py", "best_first.py", "linking.py"} < {path.name for path in paths}
    for path in paths:
        path.write_bytes(path.read_bytes() + b"# edited\n")
        versions.add(specialize.code_versions.__wrapped__())
    assert len(paths) + 1 == len(versions)
