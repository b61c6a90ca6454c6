"""The modules loaded at the start: those that every search needs. Others are loaded on first use."""

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

import astarlib

pytestmark = pytest.mark.quick

OF_SOME = {
    "argparse", "csv", "decimal", "difflib", "fractions", "hashlib", "importlib.resources", "json", "logging",
    "matplotlib", "numpy", "pathlib", "pickle", "PIL", "psutil", "random", "rich", "shutil", "socket", "statistics",
    "subprocess", "tempfile", "threading", "traceback", "urllib", "zlib", "astarlib.checkpoint", "astarlib.cli",
    "astarlib.comparing", "astarlib.compiled", "astarlib.drawing", "astarlib.heuristics", "astarlib.observers",
    "astarlib.plotting", "astarlib.derived", "astarlib.problems", "astarlib.searching.dominance",
    "astarlib.simpleai", "astarlib.verification", "astarlib.viewer",
}  # fmt: skip
OF_OTHER_COMMANDS = {
    "csv", "difflib", "hashlib", "importlib.resources", "matplotlib", "numpy", "pickle", "psutil", "rich", "shtab",
    "tempfile", "threading", "traceback", "astarlib.checkpoint", "astarlib.comparing", "astarlib.heuristics",
    "astarlib.observers.recorder", "astarlib.plotting", "astarlib.problems.npuzzle.instances", "astarlib.viewer",
}  # fmt: skip
HANOI = ["solve", "hanoi", "--disks", "3"]
NPUZZLE = ["solve", "npuzzle", "1 2 3 / 4 5 6 / 7 0 8"]


def loaded_by(statement):
    code = f"import sys; before = set(sys.modules); {statement}; print(*set(sys.modules) - before, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stderr.split())


def test_networkx_reads_the_description_of_the_backend_without_loading_astarlib_or_a_compiler():
    loaded = loaded_by(
        "from importlib.metadata import entry_points; "
        "[entry] = entry_points(group='networkx.backend_info', name='astarlib'); entry.load()()"
    )
    assert "_astarlib_networkx" in loaded
    assert not {name.partition(".")[0] for name in loaded} & {"astarlib", "numba", "numpy"}


def loaded_by_command(words):
    return loaded_by(f"from astarlib.cli import main; main({words})")


def test_importing_the_library_loads_nothing_that_only_some_searches_need():
    loaded = loaded_by("import astarlib")
    engines = {name.rpartition(".")[2] for name in loaded if name.startswith("astarlib.engines.")}
    assert engines == {"astar", "best_first", "dijkstra", "engine", "registry"}
    assert set() == loaded & OF_SOME


@pytest.mark.parametrize("module", ["astarlib", "astarlib.engines"])
def test_every_public_name_is_there_when_it_is_used(module):
    package = importlib.import_module(module)
    assert all(getattr(package, name) is not None for name in package.__all__)
    assert set(package.__all__) <= set(dir(package))
    assert loaded_by(f"from {module} import *; assert RBFS().search") >= {"astarlib.engines.rbfs"}
    with pytest.raises(AttributeError, match=f"module '{module}' has no attribute 'Beam'"):
        package.Beam  # noqa: B018


def test_the_top_shows_public_names_only_and_its_packages_need_no_import():
    shown = set(dir(astarlib)) - set(astarlib.__all__)
    assert all(getattr(astarlib, name).__name__ == f"astarlib.{name}" for name in shown)
    code = "import astarlib; astarlib.checking.check_problem, astarlib.compiled.AStar, astarlib.problems"
    assert loaded_by(code) >= {"astarlib.checking", "astarlib.compiled", "astarlib.problems"}


@pytest.mark.parametrize("name", ["CostedState", "Explored", "Layers", "OptimalPaths", "Path", "Side"])
def test_a_name_that_moved_is_found_with_a_warning_that_says_where_it_is(name):
    with pytest.warns(DeprecationWarning, match=rf"astarlib.{name} moved; write: from (\S+) import {name}$") as caught:
        found = getattr(astarlib, name)
    module = str(caught[0].message).split()[4]
    assert caught[0].filename == __file__
    assert found is getattr(importlib.import_module(module), name)
    assert name not in dir(astarlib)


def test_public_names_change_only_on_purpose():
    """CONTRIBUTING.md, "Change a public name", says what a change of this file needs."""
    known = (Path(__file__).parent / "data" / "public_names.txt").read_text(encoding="utf-8").splitlines()
    modules = sorted({line.rpartition(".")[0] for line in known})
    assert known == sorted(f"{each}.{name}" for each in modules for name in importlib.import_module(each).__all__)


@pytest.mark.parametrize("module", ["compiled", "checking"])
def test_compiled_engines_can_be_named_and_checking_be_loaded_without_numba(module):
    assert set() == loaded_by(f"import astarlib.{module}") & {"llvmlite", "numba", "numpy"}


@pytest.mark.parametrize("words", [HANOI, NPUZZLE], ids=" ".join)
def test_solving_on_the_command_line_loads_nothing_that_only_other_commands_need(words):
    assert set() == loaded_by_command(words) & OF_OTHER_COMMANDS


@pytest.mark.parametrize(
    ("words", "problems"),
    [(["--version"], set()), (["solve", "nothing"], set()), (HANOI, {"hanoi"}), (NPUZZLE, {"npuzzle"})],
)
def test_a_command_loads_no_problem_but_its_own(words, problems):
    loaded = [name.split(".") for name in loaded_by_command(words)]
    assert problems == {name[2] for name in loaded if name[:2] == ["astarlib", "problems"] and len(name) > 2}
