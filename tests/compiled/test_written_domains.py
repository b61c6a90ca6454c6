"""The direct compiler reads functions that somebody wrote for numba, and leaves to numba what it doesn't know."""

import ctypes
import linecache
import pickle
from typing import Any

import numba
import numpy as np
import pytest
from helpers.machine_code import Excinfo, run
from helpers.sampling import few

from astarlib.compiled.codegen.code_cache import LINKED, LINKED_KINDS
from astarlib.compiled.codegen.direct.parts import Parts
from astarlib.compiled.codegen.state_source import state_source
from astarlib.compiled.codegen.tables import layout_of
from astarlib.problems.graph import GraphProblem
from astarlib.problems.grid import GridProblem
from astarlib.problems.npuzzle import NPuzzle
from astarlib.problems.pancake import PancakeProblem
from astarlib.problems.strips import FF, HMax, LMCut, Operator, StripsProblem
from astarlib.problems.sudoku.shipped import examples
from astarlib.resolving.resolved_problem import compiled_domain_of

PROBLEMS = {
    "npuzzle": NPuzzle((8, 6, 7, 2, 5, 4, 3, 0, 1)), "pancake": PancakeProblem((3, 1, 2)),
    "graph": GraphProblem([(0, 1, 2), (1, 2, 3)], 0, 2), "grid": GridProblem(["..#", "...", "#.."], (0, 0), (2, 2)),
    "sudoku": examples()[-1].problem,
    **{repr(h): StripsProblem([1], [2], [Operator("a", [1], [2])], heuristic=h) for h in (HMax(), FF(), LMCut())},
}  # fmt: skip
NARROW, WIDE, FIXED = np.arange(-6, 6, dtype=np.int8), np.arange(12, dtype=np.uint64) << np.uint64(60), (3, 2.5)
BYTES = np.arange(200, 212, dtype=np.uint8)
TRUTHS = np.arange(12) % 3 == 0
FIXED_TABLE = np.arange(12)
FIXED_TABLE.flags.writeable = False


@pytest.mark.parametrize("name", PROBLEMS)
def test_functions_of_built_in_problems_are_read(name):
    make: Any = compiled_domain_of(PROBLEMS[name])
    domain = make()
    functions = {part: getattr(domain, part) for part in LINKED_KINDS if hasattr(domain, part)}
    given = [part for part, function in functions.items() if function is not None]
    parts = Parts(functions, state_source(domain.words), domain.words, kinds=layout_of(domain.tables).kinds,
                  is_int=domain.costs is int)  # fmt: skip
    assert parts.text(given, is_inlined=True) is not None


def written(text, **names):
    """Return a function, with its text in a file that exists as long as Python remembers it."""
    path = f"<written {len(linecache.cache)}>"
    text = f"import numpy as np\n{text}"
    linecache.cache[path] = len(text), None, text.splitlines(keepends=True), path
    scope = {"NARROW": NARROW, "WIDE": WIDE, "FIXED": FIXED, "BYTES": BYTES, "TRUTHS": TRUTHS, **names}
    exec(compile(text, path, "exec"), scope)
    return scope["heuristic"]


def text_of(function, tables=()):
    parts = Parts({"heuristic": function}, state_source(1), 1, kinds=layout_of(tables).kinds, is_int=True)
    return parts.text(["heuristic"], is_inlined=True)


FORMULAS = [
    "NARROW[aux] + 1", "np.int64(WIDE[aux] >> np.uint64(3))", "np.int64(WIDE[aux] // np.uint64(7) % np.uint64(5))",
    "np.int64(state // np.uint64(aux))", "np.int64(state % np.uint64(aux))", "aux // (aux - 3)",
    "np.int64(NARROW[aux] < 0) + len(NARROW)", "1 if (state, state) == (np.uint64(5), np.uint64(5)) else 2",
    "1 if (state, aux) != (np.uint64(5), 5) else 2", "FIXED[0] + np.int64(np.uint8(aux - 4))", "int(FIXED[1] * aux)",
    "np.int64(BYTES[aux] + BYTES[aux])", "np.int64(~BYTES[aux])", "-NARROW[aux]", "tables[0][aux] + tables[1]",
    "max(NARROW[aux], aux) - min(aux, 3)", "abs(NARROW[aux] * 3)", "np.int64(np.int8(aux * 40))",
    "1 if aux in (3, 5) else 2", "1 if state not in (np.uint64(3), state) else 2",
    "1 if TRUTHS[aux] else 2", "TRUTHS[aux] + 3", "np.int64(tables[2][aux, 1])", "1 if not tables[2][aux, 0] else 0",
]  # fmt: skip


@pytest.mark.parametrize("formula", few(FORMULAS, 2))
def test_a_function_gives_what_numba_gives(formula):
    tables = (FIXED_TABLE, 7, np.stack([TRUTHS, ~TRUTHS], axis=1))
    address = layout_of(tables).address
    function = written(f"def heuristic(tables, state, aux):\n    '''Return h.'''\n    return {formula}\n")
    engine, _machine = run(str(text_of(function, tables)))
    kinds = [ctypes.c_int, *[ctypes.c_void_p] * 2, ctypes.c_int64, ctypes.c_uint64, ctypes.c_int64]
    code = ctypes.CFUNCTYPE(*kinds)(engine.get_function_address(f"{LINKED}heuristic"))
    by_numba: Any = numba.njit(function)
    for aux in (0, 3, 5, 9):
        found, error = ctypes.c_int64(), ctypes.c_void_p()
        failed = code(ctypes.addressof(found), ctypes.addressof(error), address, 5, aux)
        try:
            expected = by_numba(tables, np.uint64(5), aux)
        except ZeroDivisionError:
            info = Excinfo.from_address(error.value or 0)
            raised = pickle.loads(ctypes.string_at(info.data, info.size))[0]
            assert (failed, raised) == (1, ZeroDivisionError)
        else:
            assert (failed, found.value) == (0, expected), aux


LEFT = {
    "a variable of two kinds": "x = BYTES[aux]\n    x = -1\n    return x",
    "a change of a table": "tables[0][aux] = 1\n    return 0",
    "an error": "raise ValueError('text')",
    "a word or an int": "return state if aux > 0 else aux",
    "another function of numpy": "return np.sum(NARROW)",
    "a name of an operation that is something else": "return add(aux, 1)",
    "a name that isn't there": "return missing(aux)",
}


@pytest.mark.parametrize("name", LEFT)
def test_numba_compiles_what_is_not_known(name):
    assert text_of(written(f"def heuristic(tables, state, aux):\n    {LEFT[name]}\n", add=max), (np.zeros(3),)) is None


def test_a_file_that_has_changed_is_not_read():
    function = written("def heuristic(tables, state, aux):\n    return aux + 1\n")
    assert text_of(function) is not None
    path = function.__code__.co_filename
    linecache.cache[path] = 1, None, ["\n", "def heuristic(tables, state, aux):\n", "    return aux + 2\n"], path
    assert text_of(function) is None


def test_decorated_functions_are_not_read():
    assert text_of(numba.njit(written("def heuristic(tables, state, aux):\n    return aux\n"))) is None
    assert text_of(lambda tables, state, aux: aux) is None
