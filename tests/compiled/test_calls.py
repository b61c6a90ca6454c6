"""Python calls kernels without numba: with every kind of argument and result, also if numba isn't loaded."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
import time
import tracemalloc
from contextlib import suppress
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import pytest

from astarlib.compiled.codegen import specialize
from astarlib.compiled.codegen.code_cache import CodeFiles
from astarlib.compiled.codegen.entry_code import shape_of
from astarlib.compiled.codegen.machine_code import Kernel
from astarlib.compiled.kernels.interface import atomic_add
from astarlib.errors import CapacityError

NUMBERS = (
    0, -1, 2**63 - 1, -(2**63), True, False, 0.0, -1.5, float("inf"), np.int8(-5), np.int16(-300),
    np.int32(-(2**31)), np.int64(-(2**63)), np.uint8(255), np.uint16(65_535), np.uint32(2**32 - 1),
    np.uint64(2**64 - 1), np.float64(2.5), np.float64("-inf"),
)  # fmt: skip


class Inner(NamedTuple):
    numbers: Any
    empty: Any
    weight: Any


class Outer(NamedTuple):
    inner: Any
    scale: Any


def kernel(function: Any) -> Kernel:
    """Return a function as a kernel that isn't stored on disk."""
    return specialize.module_kernel(sys.modules[__name__], function.__name__, CodeFiles(None))


def everything(numbers: Any) -> Any:
    return numbers


def total(outer: Any, start: Any) -> Any:
    found = start
    for at in range(outer.inner.numbers.size):
        found += outer.inner.numbers[at] * outer.inner.weight
    outer.inner.numbers[0] = 7
    return found * outer.scale + outer.inner.empty.size


def corners(first: Any, second: Any) -> Any:
    return first[2], second[1, 2], second.shape[0], second.shape[1]


def failing(number: Any) -> Any:
    if number > 2:
        raise CapacityError("too large")


def spin(address: Any) -> Any:
    while atomic_add(address, 0, 0) == 0:
        pass


@pytest.fixture(scope="module")
def kernels() -> dict[str, Kernel]:
    """Return the kernels that several tests call."""
    made = {"everything": kernel(everything), "total": kernel(total)}
    return {**made, "failing": kernel(failing)}


def test_numbers_of_every_kind_are_the_same_in_kernels(kernels: dict[str, Kernel]) -> None:
    found = kernels["everything"](NUMBERS)
    assert list(NUMBERS) == list(found)
    plain = [number.item() if isinstance(number, np.generic) else number for number in NUMBERS]
    assert list(map(type, plain)) == list(map(type, found))


def test_named_tuples_with_arrays_are_read_and_written_in_place(kernels: dict[str, Kernel]) -> None:
    numbers = np.arange(5, dtype=np.uint32)
    outer = Outer(Inner(numbers, np.zeros(0), 2.5), np.int64(2))
    assert 2 * (10 * 2.5 + 1) == kernels["total"](outer, 1.0)
    assert [7, 1, 2, 3, 4] == numbers.tolist()
    assert 2 * (17 * 2.5 + 1) == kernels["total"](outer, 1.0)


def test_arrays_of_one_and_two_dimensions_are_read() -> None:
    call, floats = kernel(corners), np.arange(3.0)
    for whole in (np.arange(24, dtype=np.int16).reshape(4, 6), np.arange(6, dtype=np.int16).reshape(2, 3)):
        assert (floats[2], whole[1, 2], *whole.shape) == call(floats, whole)
    assert 1 == len(call.stats.cache_misses)


def test_a_kernel_takes_other_types_in_the_next_call(kernels: dict[str, Kernel], tmp_path: Any) -> None:
    call = kernels["total"]
    mapped: Any = np.memmap(tmp_path / "numbers", np.uint32, "w+", shape=3)
    swapped_type = np.dtype(np.uint32.__name__, copy=True)  # An equal type that is another object.
    before = len(call.stats.cache_misses)
    for numbers in (np.ones(3, np.uint32), mapped, np.ones(3, swapped_type), np.ones(3, np.uint32)):
        numbers[:] = 1
        assert 6 == call(Outer(Inner(numbers, np.zeros(0), 1.0), np.int64(2)), 0.0)
    assert before + 1 >= len(call.stats.cache_misses)  # They have one machine code.
    assert 8 == call(Outer(Inner(np.ones(4), np.zeros(0), 1.0), np.int64(2)), 0.0)
    assert before + 2 >= len(call.stats.cache_misses)


def test_large_whole_numbers_are_words(kernels: dict[str, Kernel]) -> None:
    assert 2**64 - 1 == kernels["everything"](2**64 - 1)
    assert 5 == kernels["everything"](5)
    with pytest.raises(OverflowError):
        kernels["everything"](2**64)


@pytest.mark.parametrize("argument", ["text", None, [1], 1j, np.array(["a"]), (1, None)], ids=repr)
def test_other_arguments_are_refused(kernels: dict[str, Kernel], argument: Any) -> None:
    with pytest.raises(TypeError, match="kernel"):
        kernels["everything"](argument)


def test_errors_of_kernels_are_raised_with_their_class_and_message(kernels: dict[str, Kernel]) -> None:
    call = kernels["failing"]
    assert call(1) is None
    with pytest.raises(CapacityError, match=r"^too large$"):
        call(3)
    assert call(2) is None


@pytest.mark.costly
def test_calls_keep_no_objects(kernels: dict[str, Kernel]) -> None:
    numbers = np.ones(3, np.uint32)
    outer = Outer(Inner(numbers, np.zeros(0), 1.0), np.int64(2))

    def used() -> int:
        """Return the bytes that Python has for objects after calls. One object for each call would be 3,200 more."""
        for _ in range(200):
            kernels["total"](outer, 0.0)
            kernels["everything"](NUMBERS)
            kernels["failing"](1)
            with suppress(CapacityError):
                kernels["failing"](3)
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    used()
    references = [sys.getrefcount(each) for each in (numbers, outer, NUMBERS, None, NotImplemented, True)]
    tracemalloc.start()
    after = [used() for _ in range(6)]
    tracemalloc.stop()
    # Another thread of the process may keep objects at one time. Kept objects of calls would be there every time.
    assert min(later - earlier for earlier, later in pairwise(after)) < 2_000
    found = [sys.getrefcount(each) for each in (numbers, outer, NUMBERS, None, NotImplemented, True)]
    assert all(abs(one - other) < 100 for one, other in zip(references, found, strict=True))


def test_other_threads_run_while_a_kernel_runs() -> None:
    flags, call = np.ones(1, np.int64), kernel(spin)
    address = flags.ctypes.data
    call(address)
    flags[0] = 0
    thread = threading.Thread(target=call, args=(address,))
    thread.start()
    for _ in range(1000):
        time.sleep(0)  # The kernel begins.
    flags[0] = 1  # Without this, the kernel would never end.
    thread.join(60)
    assert not thread.is_alive()


@pytest.mark.costly
def test_shapes_have_the_same_text_in_every_process() -> None:
    outer = Outer(Inner(np.ones(3, np.uint32), np.zeros(0), 1.0), np.int64(2))
    program = "from test_calls import *\nouter = Outer(Inner(np.ones(3, np.uint32), np.zeros(0), 1.0), np.int64(2))\n"
    program += "print(shape_of((outer, 1, True), []))"
    found = _run(program, {})
    assert repr(shape_of((outer, 1, True), [])).replace(__name__, "test_calls") == found.strip()


WARM = """
import sys
from astarlib import compiled
from astarlib.problems.graph import GraphProblem
from astarlib.problems.npuzzle import NPuzzle
from plain_warm import Steps
problems = Steps(5), NPuzzle("1 2 3 / 4 5 6 / 0 7 8"), GraphProblem({1: {2: 5}}, 1, 2)
print(*(compiled.AStar().search(problem).cost for problem in problems), "numba" in sys.modules)
"""
STEPS = """
from astarlib import SearchProblem
class Steps(SearchProblem):
    def __init__(self, start):
        super().__init__(start)
    def actions(self, state):
        return (1, 2)
    def result(self, state, action):
        return state - action if state > 0 else 0
    def is_goal(self, state):
        return state == 0
"""


def _run(program: str, variables: dict[str, str]) -> str:
    folder = os.path.dirname(__file__)  # noqa: PTH120  # It's a text.
    path = os.pathsep.join([variables.pop("PYTHONPATH", folder), folder, os.path.dirname(folder)])  # noqa: PTH120
    environment = {**os.environ, "PYTHONPATH": path, **variables}
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, env=environment, timeout=300
    )
    assert 0 == done.returncode, done.stderr
    return done.stdout


@pytest.mark.costly
def test_problems_need_no_numba_whether_their_code_is_on_disk_or_not(tmp_path: Any) -> None:
    (tmp_path / "plain_warm.py").write_text(STEPS)
    variables = {"PYTHONPATH": str(tmp_path), "ASTARLIB_CACHE": str(tmp_path / "cache")}
    costs = "3 2 5"
    assert [f"{costs} False\n"] * 2 == [_run(WARM, dict(variables)), _run(WARM, dict(variables))]
