import gc
import os
from collections.abc import Iterator
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
settings.register_profile("quick", settings.get_profile("gate"), max_examples=5)
settings.register_profile("mutation", settings.get_profile("gate"), phases=(Phase.explicit, Phase.generate))
settings.load_profile("gate")  # To select another one, use --hypothesis-profile.


def pytest_configure(config: pytest.Config) -> None:
    """Draw few examples with ``-m quick``."""
    if config.option.markexpr.startswith("quick") and config.option.hypothesis_profile is None:
        settings.load_profile("quick")


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
