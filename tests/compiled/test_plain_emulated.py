"""The generated code of whole problems runs in Python, on checked memory, and gives what the methods give."""

from __future__ import annotations

import pytest
from data.plain_zoo import IMPURE, ODD, REFUSED, ZOO
from helpers.plain_emulator import EmulatedProblem
from helpers.sampling import few, spread

from astarlib.errors import MissingCapabilityError

_MAKERS = ZOO | {name: make for name, make in ODD.items() if name not in IMPURE}


@pytest.mark.parametrize("name", few(_MAKERS, 10, pytest.mark.costly))
def test_generated_code_gives_what_python_gives(name: str) -> None:
    try:
        emulated = EmulatedProblem(_MAKERS[name]())
    except MissingCapabilityError:
        assert name in ODD or name in REFUSED
        return
    for state in spread(emulated.states, 8):
        assert not emulated.fault_at(state)
