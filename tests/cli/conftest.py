import io
import sys
from typing import NamedTuple

import pytest

from astarlib.cli import main


class Done(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def run(capsys, monkeypatch):
    """Runs a command line in this process; ``stdin`` is what it finds there."""

    def run(*words, stdin=None):
        if stdin is not None:
            monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        code = main([str(word) for word in words])
        return Done(code, *capsys.readouterr())

    return run
