"""`Search.stop` ends a run of a compiled engine, which can be continued."""

import pytest
from helpers.rows import RowProblem
from helpers.sampling import slow

from astarlib import LimitKind, compiled
from astarlib.searching.disk import Disk

ROWS = RowProblem({0: [(1, 1), (2, 4)], 1: [(2, 1), (3, 5)], 2: [(3, 1)]}, 3, hs=[3, 2, 1, 0])
KINDS = [kind if name == "astar" else slow(kind) for name, kind in compiled.ENGINES.items()]


def stopped_and_continued(engine):
    with engine.start(ROWS) as search:
        search.stop()
        stopped = search.run()
        assert (stopped.limit, stopped.statistics.expanded) == (LimitKind.CANCELLED, 0)
        return search.run()


@pytest.mark.parametrize("kind", KINDS)
def test_a_stopped_search_continues_to_the_result_of_one_run(kind):
    assert stopped_and_continued(kind()) == kind().search(ROWS)


@pytest.mark.costly
def test_a_stopped_search_of_shards_or_on_disk_continues(tmp_path):
    for engine in (compiled.AStar(threads=2), compiled.AStar(storage=Disk(tmp_path / "search", memory=1 << 18))):
        assert stopped_and_continued(engine).cost == 3
