from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from benchmarks import __main__ as command
from benchmarks.harness.case import Case, Contender, NotAvailable
from benchmarks.harness.rows import Row, read_rows

Run = Callable[..., tuple[int, list[Row]]]


def contender(name: str, function: str, *arguments: object, **more: object) -> Contender:
    return Contender(name=name, program=f"tests.benchmarks.contenders:{function}", arguments=arguments, **more)


def case(*contenders: Contender, name: str = "only", **more: object) -> Case:
    return Case(name=name, title="A case of a test", contenders=contenders, **{"rounds": 1, **more})


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """``python -m benchmarks`` on a suite of the cases that are given: its exit code and its rows."""

    def run_cases(*cases: Case | str, arguments: tuple[str, ...] = ()) -> tuple[int, list[Row]]:
        def tell(*, quick: bool) -> Iterator[Case]:
            for one in cases:
                if isinstance(one, str):
                    raise NotAvailable(one)
                yield one

        suite = ModuleType("suite_of_a_test")
        suite.cases = tell
        monkeypatch.setitem(sys.modules, suite.__name__, suite)
        monkeypatch.setitem(command.SUITES, "trial", suite.__name__)
        output = tmp_path / "results" / "rows.jsonl"
        code = command.main([*(arguments or ("trial",)), "--output", str(output)])
        return code, read_rows(output) if output.exists() else []

    return run_cases
