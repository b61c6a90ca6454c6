"""Searches on disk give the cost, bound and path that they give in memory, whatever happens to their files."""

import errno
import itertools
import math
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from random import Random

import pytest
from helpers.rows import RowProblem, distances
from helpers.sampling import slow

from astarlib import AStar, LimitKind, Limits, Search, Status, checkpoint, compiled, explore
from astarlib.checkpoint import read_metadata
from astarlib.compiled import Disk
from astarlib.compiled.scale import disk_search
from astarlib.compiled.scale.disk_files import DiskFolder
from astarlib.errors import CapacityError, CheckpointError, InvalidProblemError, MissingCapabilityError
from astarlib.problems.npuzzle import NPuzzle

BOARD = NPuzzle("8 6 7 / 2 5 4 / 3 0 1")
SMALL = 1 << 24


def random_problem(seed, count=30):
    """Directed edges of costs from 0, several goals, and an h that is admissible but rarely consistent."""
    random = Random(seed)
    edges = {
        node: [(random.randrange(count), random.choice([0, 1, 1, 2, 5])) for _ in range(random.randrange(1, 4))]
        for node in range(count)
    }
    edges[0] += [(1, 1), (2, 0)]
    back = {node: [(tail, cost) for tail in edges for head, cost in edges[tail] if head == node] for node in edges}
    far = sorted((away, node) for node, away in enumerate(distances(back, [0], count)))
    goals = [node for _, node in far[-1:] if random.random() < 0.2] or [node for away, node in far if away < math.inf][
        -random.choice([1, 3]) :
    ]  # A goal that can't be reached, or those that are farthest away.
    share = random.choice([0, 1, 1])
    hs = [math.inf if far == math.inf else random.randint(0, share * far) for far in distances(edges, goals, count)]
    return RowProblem(edges, goals[0], goals=goals, hs=hs)


def undirected_problem(seed, count=40):
    """Edges of cost 1 in both directions, and an h that may be inconsistent."""
    random = Random(seed)
    pairs = [(random.randrange(count), random.randrange(count)) for _ in range(50)]
    edges = {node: [] for node in range(count)}
    for one, two in pairs:
        edges[one].append((two, 1))
        edges[two].append((one, 1))
    hs = [count if far == math.inf else random.randint(0, far) for far in distances(edges, [count - 1], count)]
    return RowProblem(edges, count - 1, hs=hs, compiled={"undirected": True, "most": count})


@pytest.fixture
def tiny(monkeypatch):
    """Let a range hold a few states, so that small problems have many ranges, runs and manifests."""
    monkeypatch.setattr(disk_search, "_MIN_RECORDS", 8)
    monkeypatch.setattr(disk_search, "_BETWEEN_MANIFESTS", 4)
    monkeypatch.setattr(disk_search, "_WORK", 1)
    return 2000


def told(search):
    result, counts = search.run(), search.statistics
    states = None if result.solution is None else result.states
    return (
        result.status, result.lower_bound, states, counts.expanded, counts.generated, counts.dead_ends, counts.stored,
        counts.peak_frontier, counts.expanded_before_last_f, dict(counts.details)["bytes_written"],
    )  # fmt: skip


# --- the same results -------------------------------------------------------------------------------------------------


@pytest.mark.costly
@pytest.mark.parametrize("count", [4, slow(60)])  # test_disk_random.py compares other graphs.
@pytest.mark.parametrize("make", [random_problem, undirected_problem], ids=lambda make: make.__name__)
def test_cost_and_bound_on_random_graphs_are_those_in_memory(make, count, tmp_path, tiny):
    statuses = set()
    for seed in range(count):
        problem = make(seed)
        expected = AStar().search(problem)
        for engine, memory in ((compiled.AStar, tiny), (compiled.AStar, SMALL), (compiled.Dijkstra, tiny)):
            folder = tmp_path / f"{engine.__name__}{memory}{seed}"
            result = engine(storage=Disk(folder, memory=memory * problem.compiled_domain().max_successors)).search(
                problem
            )
            assert (expected.status, expected.lower_bound) == (result.status, result.lower_bound)
            statuses.add(result.status)
            if result.solution is not None:
                assert expected.cost == result.cost
                result.verify(problem)
    assert {Status.SOLVED, Status.UNSOLVABLE} == statuses


@pytest.mark.costly
def test_an_error_without_memory_gets_no_advice_to_use_the_disk(tmp_path, monkeypatch):
    def no_memory(*_):
        raise MemoryError

    with compiled.AStar(storage=Disk(tmp_path / "search")).start(random_problem(0)) as search:
        monkeypatch.setattr(type(search._algorithm), "advance", no_memory)
        with pytest.raises(MemoryError) as caught:
            search.run()
    assert not hasattr(caught.value, "__notes__")


@pytest.mark.costly
def test_many_small_ranges_give_the_same_search_as_one(tmp_path, monkeypatch):
    one = compiled.AStar(storage=Disk(tmp_path / "one", memory=SMALL)).search(BOARD)
    monkeypatch.setattr(disk_search, "_MIN_RECORDS", 64)
    many = compiled.AStar(storage=Disk(tmp_path / "many", memory=6000)).search(BOARD)
    assert (31, 31, one.states) == (one.cost, many.cost, many.states)
    assert one.statistics.expanded == many.statistics.expanded
    assert one.statistics.details["bytes_written"] < many.statistics.details["bytes_written"]
    one.verify(BOARD)


@pytest.mark.costly
def test_states_of_several_words_with_a_stored_aux_are_searched(tmp_path):
    board = NPuzzle.scrambled((5, 5), 24, seed=3)
    result = compiled.AStar(storage=Disk(tmp_path / "search", memory=SMALL)).search(board)
    assert AStar().search(board).cost == result.cost
    result.verify(board)


def test_an_initial_state_that_is_a_dead_end_or_a_goal_needs_no_expansion(tmp_path):
    dead, done = RowProblem({0: [(1, 1)]}, 1, hs=[math.inf, 0]), RowProblem({0: [(1, 1)]}, 0)
    assert Status.UNSOLVABLE is compiled.AStar(storage=Disk(tmp_path / "dead")).search(dead).status
    result = compiled.AStar(storage=Disk(tmp_path / "done")).search(done)
    assert (0, (0,), 0) == (result.cost, result.states, result.statistics.expanded)


# --- limits -----------------------------------------------------------------------------------------------------------


def test_limits_stop_a_search_and_the_next_run_continues(tmp_path):
    expected = told(compiled.AStar(storage=Disk(tmp_path / "undisturbed", memory=SMALL)).start(BOARD))
    search = compiled.AStar(storage=Disk(tmp_path / "search", memory=SMALL)).start(BOARD)
    for expanded in (0, 1, 17, 4000):
        before = search.statistics.expanded
        assert LimitKind.EXPANDED is search.run(Limits(expanded=expanded)).limit
        assert before + expanded == search.statistics.expanded
    stopped = search.run(Limits(disk=100_000))
    assert (LimitKind.DISK, True) == (stopped.limit, stopped.statistics.details["bytes_on_disk"] >= 100_000)
    assert 0 < stopped.lower_bound <= 31
    assert LimitKind.COST is search.run(Limits(cost=25)).limit
    assert 25 < search.lower_bound <= 31
    assert expected == told(search)


# --- files ------------------------------------------------------------------------------------------------------------


class KilledError(BaseException):
    """Stands for the end of the process."""


class Faults:
    """Let the file operation of a given number fail, half-way or at its end."""

    def __init__(self, monkeypatch):
        self.left = math.inf
        self.error = KilledError
        for owner, name in (
            (DiskFolder, "append"), (DiskFolder, "rename"), (DiskFolder, "remove"), (DiskFolder, "synchronize"),
            (DiskFolder, "keep_only"), (checkpoint, "write"),
        ):  # fmt: skip
            monkeypatch.setattr(owner, name, self.failing(name, getattr(owner, name)))

    def failing(self, name, operation):
        def call(*arguments, **keywords):
            self.left -= 1
            if self.left == 0 and name == "append":  # A part is written.
                folder, file, words = arguments
                operation(folder, file, words[: len(words) // 2])
                raise self.error
            if self.left == 0:
                raise self.error
            operation(*arguments, **keywords)
            self.left -= 1
            if self.left == 0:
                raise self.error

        return call


@pytest.mark.costly
@pytest.mark.parametrize("step", [17, slow(2)])
def test_a_search_that_is_killed_at_any_file_operation_resumes_with_the_same_result(step, tmp_path, tiny, monkeypatch):
    problem = random_problem(22)
    memory = tiny * problem.compiled_domain().max_successors
    expected = told(compiled.AStar(storage=Disk(tmp_path / "undisturbed", memory=memory)).start(problem))
    faults = Faults(monkeypatch)
    for number in itertools.count(1, step):
        folder = tmp_path / "search"
        search = compiled.AStar(storage=Disk(folder, memory=memory)).start(problem)
        faults.left = number
        try:
            assert expected == told(search)
            break
        except KilledError:
            search._algorithm._folder.close()  # As the system does.
        faults.left = math.inf
        if (folder / "manifest").exists():  # With another memory, the ranges of states are larger.
            engine = compiled.AStar(storage=Disk(folder, memory=3 * memory)) if number % 2 == 0 else None
            resumed = Search.load(folder, problem, engine=engine)
        else:
            resumed = compiled.AStar(storage=Disk(folder, memory=memory)).start(problem)
        assert expected == told(resumed)
        resumed.close()
        shutil.rmtree(folder)
    assert number > 40


@pytest.mark.costly
@pytest.mark.parametrize("step", [16, slow(2)])
def test_an_interrupt_at_any_file_operation_loses_nothing(step, tmp_path, tiny, monkeypatch):
    problem = random_problem(22)
    memory = tiny * problem.compiled_domain().max_successors
    expected = told(compiled.AStar(storage=Disk(tmp_path / "undisturbed", memory=memory)).start(problem))
    faults = Faults(monkeypatch)
    for number in itertools.count(2, step):
        search = compiled.AStar(storage=Disk(tmp_path / f"{number}", memory=memory)).start(problem)
        faults.left = number
        try:
            assert expected == told(search)
            break
        except KilledError:
            faults.left = 7  # Going back to the manifest is interrupted, too.
        for _ in range(9):
            try:
                assert expected == told(search)
                break
            except KilledError:
                faults.left = math.inf
        faults.left = math.inf
        search.close()
    assert number > 40


START = """
import sys
from astarlib import Search, compiled
from astarlib.compiled.scale import disk_search
from astarlib.problems.npuzzle import NPuzzle
folder, problem = sys.argv[1], NPuzzle("2 1 3 / 4 5 6 / 7 8 0")
disk_search._BETWEEN_MANIFESTS = 1000
if sys.argv[2] == "load":
    search = Search.load(folder, problem)
else:
    search = compiled.AStar(storage=compiled.Disk(folder, memory=1 << 24)).start(problem)
result = search.run()
print(result.status, result.statistics.expanded, result.statistics.generated, result.statistics.expanded_before_last_f)
"""


@pytest.mark.slow  # test_disk_processes.py kills processes, too.
def test_a_killed_process_resumes_with_the_same_result(tmp_path):
    def run(folder, how):
        command = [sys.executable, "-c", START, str(folder), how]
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)

    expected = run(tmp_path / "undisturbed", "start")
    killed = run(tmp_path / "search", "start")
    for number in range(2):
        while killed.poll() is None and len([*(tmp_path / "search").glob("*.states")]) < 40 * (number + 1):
            time.sleep(0.001)
        killed.send_signal(signal.SIGKILL)
        killed.communicate()
        assert -signal.SIGKILL == killed.returncode
        killed = run(tmp_path / "search", "load")
    assert expected.communicate() == killed.communicate()
    assert expected.returncode == killed.returncode == 0


@pytest.fixture
def saved(tmp_path):
    """A folder with a search that isn't finished."""
    folder = tmp_path / "search"
    with compiled.AStar(storage=Disk(folder, memory=SMALL)).start(BOARD) as search:
        search.run(Limits(expanded=5000))
    return folder


@pytest.fixture
def often(monkeypatch):
    monkeypatch.setattr(disk_search, "_BETWEEN_MANIFESTS", 100)


@pytest.mark.costly
def test_after_close_the_folder_has_only_what_the_manifest_names(often, saved):
    names = {each.name for each in saved.iterdir()}
    assert {"lock", "manifest"} < names
    assert not any(name.endswith(".part") for name in names)
    arrays = checkpoint.read_arrays(saved / "manifest")
    assert len(names) - 2 == len(arrays["sums"]) // 2
    assert 31 == Search.load(saved, BOARD).run().cost


@pytest.mark.parametrize("suffix", [".states", ".runs"])
@pytest.mark.parametrize("damage", ["missing", "short"])
def test_a_missing_or_short_file_is_named(suffix, damage, often, saved):
    file = max((each for each in saved.iterdir() if each.suffix == suffix), key=lambda each: each.stat().st_size)
    if damage == "missing":
        file.unlink()
    else:
        file.write_bytes(file.read_bytes()[:-1])
    with pytest.raises(CheckpointError, match=f"{file.name} is {'missing' if damage == 'missing' else 'damaged'}"):
        Search.load(saved, BOARD)


@pytest.mark.costly
@pytest.mark.parametrize("step", [5, slow(1)])
@pytest.mark.parametrize("name", [r".*\.states", r".*\.runs", "manifest"])
def test_a_file_with_a_flipped_bit_anywhere_is_named(name, step, often, saved):
    """Each bit of three words is flipped, or one bit in each of 200 places of the manifest, or one in so many."""
    files = [each for each in saved.iterdir() if re.fullmatch(name, each.name) is not None]
    file = max(files, key=lambda each: each.stat().st_size)
    content = file.read_bytes()
    size = len(content)
    words = 0, size // 16 * 8, size - 8
    bits = [8 * first + bit for first in words for bit in range(0, 64, step)]
    if name == "manifest":
        bits = [8 * (size * place // 200) + place % 8 for place in range(0, 200, step)]
    for bit in bits:
        damaged = bytearray(content)
        damaged[bit // 8] ^= 1 << bit % 8
        file.write_bytes(damaged)
        with pytest.raises(CheckpointError, match=file.name):
            Search.load(saved, BOARD)
    file.write_bytes(content)
    assert 31 == Search.load(saved, BOARD).run().cost


def test_a_damaged_manifest_or_none_is_an_error(saved):
    with pytest.raises(CheckpointError, match="is of another problem"):
        Search.load(saved, NPuzzle("1 2 3 / 4 5 6 / 0 7 8"))
    manifest = saved / "manifest"
    manifest.write_bytes(manifest.read_bytes()[:-1])
    with pytest.raises(CheckpointError, match="manifest is truncated or damaged"):
        Search.load(saved, BOARD)
    manifest.unlink()
    with pytest.raises(CheckpointError, match="has no search"):
        Search.load(saved, BOARD)


def test_a_folder_has_one_search_at_a_time(saved):
    search = Search.load(saved, BOARD)
    with pytest.raises(BlockingIOError, match="is in use by another search"):
        Search.load(saved, BOARD)
    with pytest.raises(FileExistsError, match=r"Search\.load\(folder, problem\)"):
        compiled.AStar(storage=Disk(saved, memory=SMALL)).search(BOARD)
    del search
    assert 31 == Search.load(saved, BOARD).run().cost


def test_a_folder_may_move_and_keeps_metadata(saved, tmp_path):
    search = Search.load(saved, BOARD)
    search.save(saved, metadata={"board": 1})
    search.close()
    moved = saved.rename(tmp_path / "moved")
    assert {"board": 1} == read_metadata(moved)
    search = Search.load(moved, BOARD)
    assert (moved, 31) == (search.engine.storage.folder, search.run().cost)
    assert {"board": 1} == read_metadata(moved)


def test_what_a_search_on_disk_cannot_do_is_an_error(saved, tmp_path):
    search = Search.load(saved, BOARD)
    with pytest.raises(CheckpointError, match="its checkpoint"):
        search.save(tmp_path / "file")
    with pytest.raises(CheckpointError, match="can't be copied"):
        search.__reduce__()


def test_other_files_in_the_folder_are_an_error(tmp_path):
    (tmp_path / "letter.txt").write_text("")
    with pytest.raises(FileExistsError, match=r"has other files, for example letter\.txt"):
        compiled.AStar(storage=Disk(tmp_path, memory=SMALL)).search(BOARD)
    assert ["letter.txt"] == [each.name for each in tmp_path.iterdir()]


def test_a_file_where_the_folder_should_be_is_an_error(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(FileExistsError):
        compiled.AStar(storage=Disk(tmp_path / "file", memory=SMALL)).search(BOARD)


def test_a_full_disk_pauses_the_search(tmp_path):
    search = compiled.AStar(storage=Disk(tmp_path / "search", memory=SMALL)).start(BOARD)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, limits[1]))
        with pytest.raises(OSError, match=r"is full.*Nothing is lost") as raised:
            search.run()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert errno.EFBIG == raised.value.errno
    assert 31 == search.run().cost


@pytest.mark.skipif(os.getuid() == 0, reason="root may write anywhere")
def test_a_folder_that_is_read_only_is_an_error(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(PermissionError):
        compiled.AStar(storage=Disk(tmp_path / "search", memory=SMALL)).search(BOARD)


# --- whole spaces -----------------------------------------------------------------------------------------------------


@pytest.mark.slow  # test_disk_random.py compares layers, too.
@pytest.mark.parametrize("limits", [Limits(), Limits(cost=4)], ids=["all", "cost"])
def test_layers_on_random_graphs_are_those_in_memory(limits, tmp_path, tiny):
    for seed in range(20):
        for make in (random_problem, undirected_problem):
            problem = make(seed)
            storage = Disk(tmp_path / f"{make.__name__}{seed}", memory=tiny * problem.compiled_domain().max_successors)
            expected, ours = explore(problem, limits=limits), explore(problem, limits=limits, storage=storage)
            assert dict(expected.layers) == dict(zip(ours.costs, ours.layers, strict=True))
            assert len(expected) == len(ours)
            assert expected.is_complete or not ours.is_complete  # Only duplicates may be left.


def test_an_exploration_continues_in_its_folder(tmp_path, often):
    problem, storage = NPuzzle("1 2 3 / 4 5 6 / 7 8 0"), Disk(tmp_path / "space", memory=SMALL)
    part = compiled.explore(problem, storage=storage, limits=Limits(expanded=60_000))
    assert not part.is_complete
    assert "stopped by a limit" in repr(part)
    whole = explore(problem, storage=storage)
    assert (181_440, 32, 2) == (len(whole), len(whole.layers), whole.layers[-1])
    assert whole.layers == explore(problem, storage=storage).layers
    assert whole.layers == explore(problem, storage=Disk(storage.folder, memory=2 * SMALL)).layers


# --- bad domains ------------------------------------------------------------------------------------------------------


def test_float_costs_name_the_engines_to_use(tmp_path):
    problem = RowProblem({0: [(1, 1.5)]}, 1)
    with pytest.raises(MissingCapabilityError, match=r"needs whole costs.*compiled\.IDAStar\(\)"):
        compiled.AStar(storage=Disk(tmp_path / "search")).search(problem)


def test_too_little_memory_is_an_error_with_the_least(tmp_path):
    with pytest.raises(ValueError, match=r"memory=1,000 is too small .* at least memory=\d") as raised:
        compiled.AStar(storage=Disk(tmp_path / "search", memory=1000)).search(BOARD)
    least = int(str(raised.value).split("memory=")[2].split(", ")[0].replace(",", "").rstrip(","))
    assert 31 == compiled.AStar(storage=Disk(tmp_path / "search", memory=least)).search(BOARD).cost


@pytest.mark.parametrize(
    ("edges", "domain", "says"),
    [
        ({0: [(1, 2)], 1: [(0, 2)]}, {"undirected": True}, "edge 0 out of 0: the cost is 2; expected 1"),
        ({0: [(1, -1)]}, {}, "the cost is -1"),
        ({0: [(1, 1)] * 9}, {}, "successor_count returned 9"),
    ],
)
def test_a_wrong_domain_is_named(edges, domain, says, tmp_path):
    with pytest.raises(InvalidProblemError, match=says):
        compiled.AStar(storage=Disk(tmp_path / "search", memory=SMALL)).search(RowProblem(edges, 1, compiled=domain))


@pytest.mark.parametrize(
    ("cost", "hs"), [(2**61, [0, 0, 0]), (1, [2**61, 0, 0]), (1, [0, 2**61, 0])], ids=["cost", "initial", "later"]
)
def test_numbers_above_the_limit_on_disk_are_an_error_that_names_it(tmp_path, cost, hs):
    problem = RowProblem({0: [(1, cost)], 1: [(2, 1)]}, 2, hs=hs)
    with pytest.raises(CapacityError, match=r"of 2,305,843,009,213,693,952 is above 2\*\*60, the limit on disk"):
        compiled.AStar(storage=Disk(tmp_path / "disk", memory=2**28)).search(problem)


def test_a_sum_of_costs_above_the_limit_on_disk_is_an_error_that_names_it(tmp_path):
    """The manifest has 64 bits for each number."""
    problem = RowProblem({node: [(node + 1, 2**60)] for node in range(9)}, 9)
    with pytest.raises(CapacityError, match=r"an f of 5,764,607,523,034,234,880 is above 2\*\*62, the limit on disk"):
        compiled.AStar(storage=Disk(tmp_path / "disk", memory=2**28)).search(problem)
