"""Shards in processes of Ray give the counters of shards in threads, also after any process of Ray is killed."""

import contextlib
import itertools
import os
import pickle
import random
import signal
import socket
import subprocess
import sys
import threading
from types import SimpleNamespace

import pytest
from helpers import killed_lives
from helpers.plain_kinds import KINDS
from helpers.rows import RowProblem

from astarlib import Limits, Search, Status, distributed
from astarlib.compiled.scale.shard_team import ThreadTeam
from astarlib.errors import ClusterError, InvalidCostError
from astarlib.problems.npuzzle import NPuzzle

ray = pytest.importorskip("ray", reason="it needs the extra ray")
psutil = pytest.importorskip("psutil", reason="it finds the processes of Ray")
ray_team = pytest.importorskip("astarlib.distributed.ray_team")

BOARD = NPuzzle("8 6 7 / 2 5 4 / 3 0 1")


@pytest.fixture(scope="module")
def local_ray():
    """One Ray for all tests that kill nothing but shards, because to start one takes seconds."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    with pytest.MonkeyPatch.context() as patch:  # The processes of Ray import problems of the tests.
        patch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
        ray.init(address="local", include_dashboard=False, num_cpus=2, log_to_driver=False, logging_level="ERROR")
    yield
    ray.shutdown()


def counts(result):
    statistics = result.statistics
    return result.cost, result.actions, statistics.expanded, statistics.generated, statistics.stored, statistics.details


def processes(text):
    """The processes below this one that have the text in their command line."""
    found = []
    for child in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.Error):  # It has ended.
            if text in " ".join(child.cmdline()):
                found.append(child)
    return found


def run_and_kill(search, find, generator):
    """Run a search for a while and kill one of the processes that are found, at a random moment."""
    victim = generator.choice(find())
    killer = threading.Timer(generator.uniform(0, 0.5), victim.kill)
    killer.start()
    search.run(Limits(expanded=generator.randrange(1000)))
    killer.join()
    return search.run(Limits(expanded=1))  # Otherwise the next kill could come in the same round, which is an error.


def kill_many(tmp_path, find, kills):
    """Kill processes of searches on Ray at random moments, also during a checkpoint."""
    generator, done = random.Random(kills), 0
    expected = counts(distributed.AStar(distributed.Threads(2), batch=4).search(BOARD))
    for number in itertools.count():
        folder = tmp_path / f"search-{number}"
        with distributed.AStar(distributed.Ray(shards=2), batch=4, checkpoint=folder, every=0).start(BOARD) as search:
            result = search.run(Limits(expanded=1))
            while done < kills and result.status is Status.LIMIT:
                result, done = run_and_kill(search, find, generator), done + 1
            result = search.run()
        assert expected == counts(result)
        assert 31 == result.lower_bound
        if done == kills:
            return


@pytest.mark.slow  # An acceptance test kills a process, too. This is the first test, because the next ones share a Ray.
def test_any_process_of_ray_may_end_at_random_moments(tmp_path):
    kill_many(tmp_path, lambda: processes("ray"), 30)
    assert [] == processes("ray")


@pytest.mark.costly
def test_ray_and_threads_have_equal_counters_and_no_process_stays(local_ray):
    search = distributed.AStar(distributed.Ray(shards=2)).start(BOARD)
    search.run(Limits(expanded=500))
    assert 2 == len(processes("ShardActor"))
    assert [] == processes("host_process")  # The Ray of this process is used.
    result = search.run()
    assert counts(distributed.AStar(distributed.Threads(2)).search(BOARD)) == counts(result)
    assert {stored.state for stored in search.frontier()} <= {stored.state for stored in search.states()}
    search.close()
    psutil.wait_procs(processes("ShardActor"), timeout=30)
    assert [] == processes("ShardActor")
    assert ray.is_initialized()  # It isn't the search that has started it.


@pytest.mark.slow
def test_a_plain_problem_with_sets_gives_the_same_on_ray(local_ray):
    on_threads, on_ray = (distributed.AStar(cluster, batch=4).search(KINDS["lamps"]())
                          for cluster in (distributed.Threads(2), distributed.Ray(shards=2)))  # fmt: skip
    assert counts(on_threads) == counts(on_ray)
    assert on_ray.is_optimal


@pytest.mark.costly
def test_a_killed_process_changes_nothing_with_a_checkpoint(local_ray, tmp_path):
    engine = distributed.AStar(distributed.Ray(shards=2), batch=100, checkpoint=tmp_path / "search", every=0)
    search = engine.start(BOARD)
    for shard in range(2):
        search.run(Limits(expanded=900))
        processes("ShardActor")[shard].kill()
    result = search.run()
    assert counts(distributed.AStar(distributed.Threads(2), batch=100).search(BOARD)) == counts(result)
    search.close()


@pytest.mark.costly
def test_without_a_checkpoint_a_search_begins_again_once(local_ray):
    search = distributed.AStar(distributed.Ray(shards=2), batch=100).start(BOARD)
    search.run(Limits(expanded=300))
    processes("ShardActor")[0].kill()
    search.run(Limits(expanded=300))
    processes("ShardActor")[0].kill()
    with pytest.raises(ClusterError, match=r"shard \d of the search has ended: .*; with .*checkpoint=FOLDER"):
        search.run()
    search.close()


@pytest.mark.costly
def test_a_search_in_slices_from_a_file_ends_like_one_without_a_break(local_ray, tmp_path):
    engine = distributed.AStar(distributed.Ray(shards=2), batch=40)
    search = engine.start(BOARD)
    search.run(Limits(expanded=300))
    search.save(tmp_path / "search")
    search.close()
    with Search.load(tmp_path / "search", BOARD, engine=engine) as loaded:
        assert counts(distributed.AStar(distributed.Threads(2), batch=40).search(BOARD)) == counts(loaded.run())


@pytest.mark.costly
def test_a_wrong_cost_is_named_each_time_and_no_shard_waits_for_the_other(local_ray):
    edges = {node: [(node + 1, 1)] for node in range(40)}
    problem = RowProblem(edges, 40, compiled={"edges": {**edges, 30: [(31, -4)]}})
    with distributed.AStar(distributed.Ray(shards=2)).start(problem) as search:
        for _ in range(2):
            with pytest.raises(InvalidCostError, match="edge 0 out of 30: the cost is -4"):
                search.run()


class Direct:
    """An actor in this process. Half of the calls that carry messages get lost, or all of them raise an error."""

    def __init__(self, actor, has_links):
        self._actor, self._has_links, self._count = actor, has_links, itertools.count()

    def __getattr__(self, name):
        def remote(*arguments):
            assert not self._has_links, f"{name} was called, but there are links"
            is_lost = name in {"receive", "give_up"} and next(self._count) % 2 == 0
            return None if is_lost else getattr(self._actor, name)(*arguments)

        return SimpleNamespace(remote=remote)


@pytest.mark.parametrize("has_links", [True, False])
def test_messages_go_through_links_and_without_links_a_shard_asks_for_those_that_get_lost(has_links, monkeypatch):
    monkeypatch.setattr(ray_team, "_BOX_SECONDS", 60 if has_links else 0.01)
    monkeypatch.setattr(ray_team.ray, "get", lambda found: found)

    def make_team(_, problem, domain):
        team = ThreadTeam(domain, 2)
        actors = [ray_team.ShardActor(pickle.dumps((problem, "")), number, 2, b"key", []) for number in range(2)]
        addresses = [actor._links.address for actor in actors] if has_links else []
        for actor in actors:
            actor.begin([Direct(other, has_links) for other in actors], addresses)
        team.submit = lambda method, calls: [
            thread.submit(actor.call, method, *own)
            for thread, actor, own in zip(team._threads, actors, calls, strict=True)
        ]
        team.call = lambda shard, method, *arguments: actors[shard].call(method, *arguments)
        return team

    expected = counts(distributed.AStar(distributed.Threads(2), batch=40).search(BOARD))
    monkeypatch.setattr(distributed.Threads, "_team", make_team)
    assert expected == counts(distributed.AStar(distributed.Threads(2), batch=40).search(BOARD))


@pytest.mark.costly
def test_other_versions_on_a_node_are_named(local_ray, monkeypatch):
    monkeypatch.setattr("astarlib.distributed.ray_team.version", lambda _: "99.0")
    with pytest.raises(ClusterError, match=r"shard 0 runs on a node with other versions: '.*' there, '99.0' here;"):
        distributed.AStar(distributed.Ray(shards=1)).search(BOARD)


class Unknown(NPuzzle):
    """A problem that other processes can't read."""

    def __reduce__(self):
        return self._fail, ()

    @staticmethod
    def _fail():
        raise ImportError("no module named mine")


@pytest.mark.costly
def test_a_problem_that_a_node_can_not_read_is_an_error(local_ray):
    with pytest.raises(ImportError, match="no module named mine"):
        distributed.AStar(distributed.Ray(shards=1)).search(Unknown(BOARD.initial_state))


@pytest.mark.slow
def test_shards_that_are_killed_at_random_moments_change_nothing(local_ray, tmp_path):
    kill_many(tmp_path, lambda: processes("ShardActor"), 40)


@pytest.mark.slow
def test_a_search_whose_process_is_killed_continues_and_its_ray_ends(tmp_path):
    command = [sys.executable, killed_lives.__file__, str(tmp_path), "ray", "30"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert 0 == done.returncode, done.stderr
    kills, in_checkpoint = map(int, done.stdout.split())
    assert 30 == kills
    assert in_checkpoint > 0


@pytest.mark.costly
def test_no_process_of_ray_outlives_that_of_the_user():
    code = """
import os, psutil
from astarlib import distributed
from astarlib.problems.npuzzle.instances import KORF_100
search = distributed.AStar(distributed.Ray(shards=2)).start(KORF_100.by_id(88).problem())
if os.fork() == 0:  # A copy of the process that goes on for a while has the same open files.
    import time
    time.sleep(60)
    os._exit(0)
print(*(child.pid for child in psutil.Process().children(recursive=True)), flush=True)
search.run()
"""
    signals = signal.SIGKILL, signal.SIGINT
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    drivers = [subprocess.Popen([sys.executable, "-c", code], **pipes) for _ in signals]
    for driver, sent in zip(drivers, signals, strict=True):
        children = [psutil.Process(int(pid)) for pid in driver.stdout.readline().split()]
        [copy] = [child for child in children if child.cmdline() == psutil.Process(driver.pid).cmdline()]
        assert len(children) > 5
        driver.send_signal(sent)
        _, alive = psutil.wait_procs([child for child in children if child != copy], timeout=60)
        copy.kill()
        assert [] == alive
        _, errors = driver.communicate()
        assert ("KeyboardInterrupt" in errors) is (sent == signal.SIGINT)


@pytest.mark.costly
def test_a_problem_of_a_module_beside_the_script_is_found(tmp_path):
    scripts, elsewhere = tmp_path / "scripts", tmp_path / "elsewhere"
    scripts.mkdir()
    elsewhere.mkdir()
    (scripts / "own_problem.py").write_text("""
from astarlib.problems.npuzzle import NPuzzle
class OwnPuzzle(NPuzzle):
    pass
""")
    (scripts / "solve.py").write_text("""
from astarlib import distributed
from own_problem import OwnPuzzle
with distributed.RayExecutor() as executor:
    print(executor.submit(OwnPuzzle, "1 2 3 / 4 5 6 / 0 7 8").result().shape)
print(distributed.AStar(distributed.Ray(shards=2)).search(OwnPuzzle("1 2 3 / 4 5 6 / 0 7 8")).cost)
""")
    command = [sys.executable, str(scripts / "solve.py")]
    run = subprocess.run(command, cwd=elsewhere, capture_output=True, text=True, check=False)
    assert run.stdout.split("\n") == ["(3, 3)", "2", ""], run.stderr


@pytest.mark.costly
def test_too_few_cpus_are_named_after_a_timeout(local_ray):
    with pytest.raises(ClusterError, match=r"hasn't started 3 shards in 2 seconds; .* the cluster has 2"):
        distributed.AStar(distributed.Ray(shards=3, timeout=2)).search(BOARD)


@pytest.mark.costly
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
