"""numba's context is initialized once, completely, and only if something is compiled."""

import gc
import subprocess
import sys

import pytest

from astarlib.compiled.codegen import specialize

pytestmark = pytest.mark.slow
START = """
from astarlib.compiled import AStar
from astarlib.problems.npuzzle import NPuzzle
AStar().start(NPuzzle("1 2 / 3 0"))
"""
NAMED = """
from numba.core.codegen import CPUCodeLibrary
names, generate = [], CPUCodeLibrary._finalize_final_module
CPUCodeLibrary._finalize_final_module = lambda library: (names.append(library.name), generate(library))
"""
COUNTED = """
from numba.core.cpu import CPUContext
calls, load = [], CPUContext.load_additional_registries
CPUContext.load_additional_registries = lambda context: (calls.append(1), load(context))
"""
OTHER_CODE = """
import math, numba, numpy as np
@numba.njit
def calculate(numbers):
    squares = [number**2 for number in numbers]
    return max(squares), len({1, 2, 2}), math.gamma(5.0), np.cumsum(numbers)[-1], hash((1, 2)) == hash((1, 2))
print(calculate(np.array([3, 1, 2])))
"""


def printed(code):
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_code_from_the_disk_needs_no_registrations_of_numba():
    printed(START)
    assert "0" == printed(f"{COUNTED}{START}print(len(calls))")


def test_machine_code_is_generated_only_for_functions_that_python_calls(tmp_path, monkeypatch):
    monkeypatch.setenv("ASTARLIB_CACHE", str(tmp_path))
    names = printed(f"{NAMED}{START}print(*sorted(name.partition('_')[0] for name in names if '.' not in name))")
    assert set(names.split()) - {"nrt"} == {"search"}  # "nrt" is numba's own code.


def test_other_versions_of_numba_compile_as_they_usually_do(tmp_path, monkeypatch):
    monkeypatch.setenv("ASTARLIB_CACHE", str(tmp_path / "usual"))
    unknown = "import sys; from astarlib.compiled.codegen import specialize; specialize._QUICK_WITH = ()\n"
    solved = "result = AStar().search(NPuzzle('3 1 / 2 0')); print(result.cost, result.statistics.expanded, "
    is_quick = "'astarlib.compiled.codegen.quick_compiler' in sys.modules)"
    usual = printed(f"import sys{START}{solved}{is_quick}")
    monkeypatch.setenv("ASTARLIB_CACHE", str(tmp_path / "other"))
    assert printed(f"{unknown}{START}{solved}{is_quick}") == usual.replace("True", "False")
    assert usual.endswith("True")


def test_numba_compiles_other_functions_after_a_compiled_search():
    assert "(9, 2, 24.0, 6, True)" == printed(f"{START}{OTHER_CODE}")


@pytest.mark.parametrize("prepare", [gc.enable, gc.disable, gc.freeze], ids=lambda prepare: prepare.__name__)
def test_the_state_of_the_garbage_collector_is_restored(prepare):
    try:
        prepare()
        before = gc.isenabled(), gc.get_freeze_count() > 0
        specialize._initialize_numba.__wrapped__()
        assert before == (gc.isenabled(), gc.get_freeze_count() > 0)
    finally:
        gc.unfreeze()
        gc.enable()
