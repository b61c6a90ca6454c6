"""The suites: modules with ``cases(*, quick) -> Iterable[Case]``, each imported when it runs."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

from benchmarks.harness.case import Case

Cases: TypeAlias = Callable[..., Iterable[Case]]

_NAMES: Final = (
    "core",
    "memory",
    "startup",
    "peers",
    "native",
    "compiled",
    "plain",
    "scale",
    "korf",
    "priorities",
    "focal",
    "bidirectional",
    "incremental",
    "batch",
    "costly",
    "graphs",
    "networkx",
    "movingai",
    "rome",
    "sudoku",
    "notebook",
    "moving",
    "planning",
)
SUITES: Final[dict[str, str]] = {
    name: module
    for name, module in ((name, f"benchmarks.suites.{name}") for name in _NAMES)
    if importlib.util.find_spec(module) is not None
}
"""Their modules, in the order in which they run."""


def cases_of(suite: str) -> Cases:
    """Return the function that yields the cases of a suite."""
    cases: Cases = importlib.import_module(SUITES[suite]).cases
    return cases
