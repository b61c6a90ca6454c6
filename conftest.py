"""Keep the tests and the machine apart.

Tests and the examples of docstrings use a cache folder of their own, react to Ctrl-C even if pytest runs in the
background, and leave no process behind. ``-m quick`` and ``-m costly`` leave out slow tests.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
import tempfile
import threading
import uuid
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import groupby, islice
from pathlib import Path

import pytest
from helpers.children import MARK, Children, watch
from helpers.ray_modules import NEED_RAY

_CHILDREN = Children()
# The examples of docstrings in these modules can't be collected without Ray and unified-planning.
collect_ignore = [] if find_spec("ray") else [f"astarlib/distributed/{name}.py" for name in NEED_RAY]
if find_spec("unified_planning") is None:
    collect_ignore.append("astarlib/unified_planning/_planner.py")
_FOLDER = pytest.StashKey[str]()
_SLOW_EXAMPLES = {
    f"astarlib.compiled.{name}"
    for name in (
        "by_hand.domain_problem.DomainProblem",
        "engines.ARAStar",
        "engines.AnytimeWeightedAStar",
        "engines.BAEStar",
        "engines.BeamSearch",
        "engines.BidirectionalDijkstra",
        "engines.GreedyBestFirst",
        "engines.WeightedAStar",
        "pattern_database.PatternDatabase",
    )
}
"""The examples of docstrings that compile code for seconds, which no test uses."""

_NOT_SLOW = {"quick": "quick and not slow and not costly", "costly": "costly and not slow"}
_QUICK_CASES = 3
"""The number of cases of each test that ``-m quick`` runs."""


def _restore_sigint() -> None:
    """Let SIGINT raise KeyboardInterrupt here, and end the processes that are started here.

    A shell script starts a command in the background with SIGINT ignored, and all its children inherit that.
    """
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure(config: pytest.Config) -> None:
    """Prepare the session. With pytest-xdist, the workers share the cache folder of the process that starts them.

    ``ASTARLIB_TESTS_CACHE`` names a folder that several sessions share, so that they compile the same code once.
    """
    _restore_sigint()
    config.option.markexpr = _NOT_SLOW.get(config.option.markexpr, config.option.markexpr)
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # The workers use all cores already.
    if not hasattr(config, "workerinput"):
        config.stash[_FOLDER] = tempfile.mkdtemp(prefix="astarlib-tests-")
        own = str(Path(config.stash[_FOLDER], "cache"))
        os.environ["ASTARLIB_CACHE"] = os.environ.get("ASTARLIB_TESTS_CACHE", own)
    os.environ[MARK] = uuid.uuid4().hex
    watch(config.stash.get(_FOLDER, None))


def pytest_unconfigure(config: pytest.Config) -> None:
    """Remove the cache folder of the session."""
    folder = config.stash.get(_FOLDER, None)
    if folder is not None:
        shutil.rmtree(folder, ignore_errors=True)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """With ``-m quick`` or ``-m costly``, import only files with such tests, because to import all takes long."""
    selected = config.option.markexpr
    if selected not in _NOT_SLOW.values() or collection_path.is_dir() or collection_path.name == "conftest.py":
        return None
    mark = b"mark.quick" if selected == _NOT_SLOW["quick"] else b"costly"  # Functions of `helpers.sampling` mark, too.
    return mark not in collection_path.read_bytes()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep a few cases of each test with ``-m quick``."""
    if config.option.markexpr == _NOT_SLOW["quick"]:
        cases = groupby(items, key=lambda item: item.nodeid.partition("[")[0])
        kept = [item for _, group in cases for item in islice(group, _QUICK_CASES)]
        config.hook.pytest_deselected(items=list(set(items).difference(kept)))
        items[:] = kept


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark the slow examples."""
    if item.name in _SLOW_EXAMPLES:
        item.add_marker(pytest.mark.slow)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Run a few tests that are named one by one in this process: to start workers would take longer."""
    is_few = len(config.args) <= 8 and all("::" in argument for argument in config.args)
    return 0 if is_few else None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol() -> Iterator[None]:
    """Restore SIGINT before each test."""
    _restore_sigint()
    return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_call() -> Iterator[None]:
    """Note which processes were there before the test."""
    _CHILDREN.begin()
    return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    """Kill the processes that the test has left."""
    result = yield
    left = _CHILDREN.end()
    if len(left) > 0:
        sys.stderr.write(f"killed {len(left)} processes that {item.nodeid} has left\n")
    return result
