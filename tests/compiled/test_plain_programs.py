"""Random methods give the same in generated code as in Python, or are refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from helpers.plain_emulator import Emulated, Probe, is_same, make_function
from helpers.plain_programs import Writer

from astarlib.compiled.plain.refusal import RefusalError
from astarlib.errors import CapacityError

STATES = (0, 1, 2, 5, 50_000)


class Data(Probe):
    """The values that random methods read."""

    def __init__(self) -> None:
        super().__init__(0)
        self.items = [3, 1, 2]
        self.tuple = (4, 1, 5)
        self.table = {1: 4, 2: 7, 50_000: 3}
        self.frozen = frozenset({2, 4, 9})
        self.names = ["ab", "ba"]
        self.grid = np.array([[1, 2, 3], [5, 0, 4]])

    def help(self, value: int, values: list[int]) -> int:
        return value + len(values) * 2


def helper(value: int) -> int:
    return value * 2 + 1 if value < 9 else value - 5


def fault_of_program(body: str) -> tuple[str, str]:
    """Return what is wrong with the translation of a method, and the reason of a refusal."""
    probe = make_function(body, {"helper": helper, "__name__": "programs"})
    problem: Any = type("Case", (Data,), {"probe": probe})()
    try:
        emulated = Emulated(problem)
    except RefusalError as refusal:
        return "", f"refused: {refusal.reason}"
    for state in STATES:
        try:
            wanted, error = probe(problem, state), None
        except Exception as raised:  # noqa: BLE001  # Whatever Python raises.
            wanted, error = None, raised
        try:
            found = emulated(state)
        except CapacityError:
            continue
        except UnboundLocalError as raised:
            return f"at {state}, {raised!r}", ""
        except (ArithmeticError, LookupError, ValueError) as raised:
            if error is None:
                return f"at {state}, it raises {raised!r}; Python returns {wanted!r}", ""
            continue
        if error is not None or not is_same(found, wanted):
            return f"at {state}, it returns {found!r}; Python {error or wanted!r}", ""
    return "", ""


def _check(seeds: range) -> None:
    compared = 0
    for seed in seeds:
        body = Writer(seed).text()
        fault, refusal = fault_of_program(body)
        assert not fault, f"seed {seed}: {fault}\n{body}"
        compared += not refusal
    assert compared > 0.6 * len(seeds)


def test_random_methods_are_the_same_as_in_python_or_refused() -> None:
    _check(range(30))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(5))
def test_many_random_methods_are_the_same_as_in_python_or_refused(part: int) -> None:
    _check(range(1000 * part, 1000 * part + 1000))
