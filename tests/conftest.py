import gc
import os
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, Phase, settings

from astarlib.comparing import running

patient = settings(
    deadline=None, suppress_health_check=[HealthCheck.too_slow]
)  # No test depends on the machine's load.
settings.register_profile("gate", patient, derandomize=True, max_examples=25)
settings.register_profile("release", settings.get_profile("gate"), max_examples=100)
settings.register_profile("deep", patient, max_examples=20 * 100)
settings.register_profile("mutation", settings.get_profile("gate"), phases=(Phase.explicit, Phase.generate))
settings.load_profile("gate")  # To select another one, use --hypothesis-profile.

_NOT_SLOW = {"quick": "quick and not slow", "costly": "costly and not slow"}


def pytest_configure(config: pytest.Config) -> None:
    """Let ``-m quick`` and ``-m costly`` leave out slow tests."""
    config.option.markexpr = _NOT_SLOW.get(config.option.markexpr, config.option.markexpr)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """With ``-m quick`` or ``-m costly``, import only files with such tests, because to import all takes long."""
    selected = config.option.markexpr
    if selected not in _NOT_SLOW.values() or collection_path.is_dir() or collection_path.name == "conftest.py":
        return None
    return f"pytest.mark.{selected.partition(' ')[0]}".encode() not in collection_path.read_bytes()


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Let a comparison collect young garbage only, and pause the garbage collector until all tests are collected.

    Before each run, a comparison collects all garbage, so that its figures are right. In the process of the tests,
    which holds millions of objects, that takes half a second each time. Some modules of tests make a comparison when
    they are imported.
    """
    running.gc = SimpleNamespace(collect=lambda: gc.collect(0))
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.set_threshold(10_000, 20, 100)  # To go through all tests in each collection of all generations takes long.


@pytest.fixture(autouse=True, scope="session")
def no_waiting_for_the_disk() -> Iterator[None]:
    """Don't wait until files are on the disk, because only a machine that fails needs it. Tests save many files."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _: None)
        yield
