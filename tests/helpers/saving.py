"""The searches that the tests of checkpoints save."""

from helpers.graphs import Graph

from astarlib._support import table_cache
from astarlib.problems.npuzzle import NPuzzle

BOARD, GOAL = "8 1 7 / 4 5 6 / 2 0 3", "0 1 2 / 3 4 5 / 6 7 8"
PUZZLE = NPuzzle(BOARD, goal=GOAL)
SMALL = Graph(((0, 1, 2), (0, 2, 1), (2, 1, 0), (1, 3, 4)), frozenset({3}), (1, 1, 1, 0))


def keep_own_tables(folder, monkeypatch):
    """Let the folder be the cache, with the compiled code of the usual cache, so that only tables are new."""
    usual = table_cache.cache_folder() / "compiled"
    usual.mkdir(parents=True, exist_ok=True, mode=0o700)
    (folder / "compiled").symlink_to(usual)
    monkeypatch.setenv("ASTARLIB_CACHE", str(folder))
