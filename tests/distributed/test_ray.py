"""Shards in processes of Ray give the counters of shards in threads, also after a process is killed."""

import contextlib
import os
import signal
import socket
import subprocess
import sys

import pytest

from astarlib import Limits, distributed
from astarlib.compiled.runtime.shard_team import LostShardError
from astarlib.errors import ClusterError
from astarlib.problems.npuzzle import NPuzzle

ray = pytest.importorskip("ray", reason="it needs the extra ray")
psutil = pytest.importorskip("psutil", reason="it finds the processes of Ray")

BOARD = NPuzzle("8 6 7 / 2 5 4 / 3 0 1")


@pytest.fixture
def local_ray():
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    ray.init(address="local", include_dashboard=False, num_cpus=2, log_to_driver=False, logging_level="ERROR")
    yield
    ray.shutdown()


def counts(result):
    statistics = result.statistics
    return result.cost, result.actions, statistics.expanded, statistics.generated, statistics.stored, statistics.details


def shards():
    """The processes of the shards."""
    found = []
    for child in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.Error):  # It has ended.
            if "ShardActor" in " ".join(child.cmdline()):
                found.append(child)
    return found


def test_ray_and_threads_have_equal_counters_and_no_process_stays(local_ray):
    search = distributed.AStar(distributed.Ray(shards=2)).start(BOARD)
    search.run(Limits(expanded=500))
    assert 2 == len(shards())
    result = search.run()
    assert counts(distributed.AStar(distributed.Threads(2)).search(BOARD)) == counts(result)
    assert {stored.state for stored in search.frontier()} <= {stored.state for stored in search.states()}
    search.close()
    psutil.wait_procs(shards(), timeout=30)
    assert [] == shards()
    assert ray.is_initialized()  # It isn't the search that has started it.


def test_a_killed_process_changes_nothing_with_a_checkpoint(local_ray, tmp_path):
    engine = distributed.AStar(distributed.Ray(shards=2), batch=100, checkpoint=tmp_path / "search", every=0)
    search = engine.start(BOARD)
    for expanded in (300, 900, 2000):
        search.run(Limits(expanded=expanded - search.statistics.expanded))
        victim = shards()[expanded % 2]
        victim.send_signal(signal.SIGKILL)
    result = search.run()
    assert counts(distributed.AStar(distributed.Threads(2), batch=100).search(BOARD)) == counts(result)
    search.close()


def test_without_a_checkpoint_the_error_names_the_shard(local_ray):
    search = distributed.AStar(distributed.Ray(shards=2), batch=100).start(BOARD)
    search.run(Limits(expanded=300))
    for process in shards():
        process.send_signal(signal.SIGKILL)
    with pytest.raises(LostShardError, match=r"shard \d of the search has ended: .*; with checkpoint=FOLDER"):
        search.run()
    search.close()


def test_too_few_cpus_are_named_after_a_timeout(local_ray):
    with pytest.raises(ClusterError, match=r"hasn't started 3 shards in 2 seconds; .* the cluster has 2"):
        distributed.AStar(distributed.Ray(shards=3, timeout=2)).search(BOARD)


def test_an_address_that_does_not_answer_is_named():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    code = f"""
from astarlib import distributed
from astarlib.problems.npuzzle import NPuzzle
distributed.AStar(distributed.Ray(shards=2, address={address!r}, timeout=5)).search(NPuzzle("1 2 3 / 4 5 6 / 0 7 8"))
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert f"no Ray cluster answers at {address!r}" in run.stderr
