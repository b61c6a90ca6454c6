"""Tests and the examples of docstrings keep their tables in a folder of their own, not in the user's."""

from __future__ import annotations

from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session", autouse=True)
def own_cache_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test finds the tables of the person who runs it, and none is left behind."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ASTARLIB_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield
