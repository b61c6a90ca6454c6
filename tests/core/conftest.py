import pytest
from helpers.saving import PUZZLE

from astarlib import AStar, Limits


@pytest.fixture
def saved(tmp_path):
    """A checkpoint of 200 expansions of PUZZLE."""
    search = AStar().start(PUZZLE)
    search.run(Limits(expanded=200))
    search.save(tmp_path / "search")
    return tmp_path / "search"
