"""Searches on disk in processes that are killed, that have little memory, or that share a folder."""

import errno
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.sampling import slow

from astarlib import Search, compiled
from astarlib.compiled import Disk
from astarlib.problems.npuzzle import NPuzzle

BOARD = NPuzzle("8 6 7 / 2 5 4 / 3 0 1")

KILLED = """
import os, random, signal, sys, time
from pathlib import Path
from astarlib import Search, checkpoint, compiled
from astarlib.compiled.scale import disk_search
from astarlib.compiled.scale.disk_files import DiskFolder
from astarlib.problems.npuzzle import NPuzzle

root, kills, seed = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
random = random.Random(seed)
disk_search._MIN_RECORDS, disk_search._MAX_RANGE = 256, 2048
disk_search._BETWEEN_MANIFESTS = 500
problem = NPuzzle("8 6 7 / 2 5 4 / 3 0 1")

def begin(folder):
    if (folder / "manifest").exists():
        search = Search.load(folder, problem)
    else:
        search = compiled.AStar(storage=compiled.Disk(folder, memory=1 << 18)).start(problem)
    return search

def told(folder):
    with begin(folder) as search:
        result, counts = search.run(), search.statistics
    return (
        result.status.name, result.lower_bound, result.cost, result.states, counts.expanded, counts.generated,
        counts.stored, counts.peak_frontier, counts.expanded_before_last_f, counts.details["bytes_written"],
    )

def kill_in(owner, name, number):
    # Kill this process before, within or after call number `number`.
    operation = getattr(owner, name)
    def call(*arguments):
        nonlocal number
        number -= 1
        if number == 0:
            when = random.choice(["before", "within", "after"])
            if when == "within" and name == "append":
                operation(*arguments[:2], arguments[2][: len(arguments[2]) // 2])
            elif when != "before":
                operation(*arguments)
            os.kill(os.getpid(), signal.SIGKILL)
        return operation(*arguments)
    setattr(owner, name, call)

began = time.monotonic()
expected = told(root / "undisturbed")
seconds = time.monotonic() - began
PLACES = [
    (disk_search.DiskAlgorithm, "_sort"), (disk_search.DiskAlgorithm, "_write_manifest"),
    (disk_search.DiskAlgorithm, "_remove_earlier"), (DiskFolder, "append"), (DiskFolder, "rename"),
    (DiskFolder, "remove"), (DiskFolder, "synchronize"), (Path, "replace"), (os, "fsync"), (os, "replace"),
]
done = ends = 0
folder = root / "0"
while done < kills:
    place, number, delay = random.choice([None, *PLACES]), random.randrange(1, 60), random.random() * seconds
    child = os.fork()
    if child == 0:
        code = 1
        try:
            random.seed(done)
            if place is not None:
                kill_in(*place, number)
            code = 0 if told(folder) == expected else 2
        finally:
            os._exit(code)
    if place is None:
        time.sleep(delay)
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        assert os.WTERMSIG(status) == signal.SIGKILL
        done += 1
    else:
        assert os.WEXITSTATUS(status) == 0, os.WEXITSTATUS(status)
    if not os.WIFSIGNALED(status) or random.random() < 0.1:
        ends += 1
        found = told(folder)
        assert found == expected, (found, expected)
        folder = root / str(ends)
assert told(folder) == expected
print(done, "kills,", ends + 1, "searches")
"""


@pytest.mark.costly
@pytest.mark.parametrize(("kills", "seed"), [(8, 0), slow((100, 1))])
def test_a_search_that_is_killed_at_random_moments_ends_with_the_same_result(kills, seed, tmp_path):
    command = [sys.executable, "-c", KILLED, str(tmp_path), str(kills), str(seed)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (0, f"{kills} kills") == (done.returncode, done.stdout.partition(",")[0]), done.stderr


LITTLE_MEMORY = """
import resource, sys
from pathlib import Path
from astarlib import compiled
from astarlib.compiled import Disk
from astarlib.problems.npuzzle import NPuzzle

kind = getattr(resource, sys.argv[1])
folder, problem = Path(sys.argv[2]), NPuzzle.scrambled((4, 4), 20, seed=0)
for engine in (compiled.Dijkstra(), compiled.Dijkstra(storage=Disk(folder / "easy", memory=1 << 22))):
    engine.search(NPuzzle.scrambled((4, 4), 2, seed=0))  # This loads all code.
name = {"RLIMIT_AS": "VmSize", "RLIMIT_DATA": "VmData"}[sys.argv[1]]
used = next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith(name)) * 1024
resource.setrlimit(kind, (used + (40 << 20), used + (40 << 20)))
try:
    compiled.Dijkstra().search(problem)
except MemoryError as error:
    print(error.__notes__[-1])
result = compiled.Dijkstra(storage=Disk(folder / "search", memory=1 << 23)).search(problem)
result.verify(problem)
print(result.cost)
"""


def test_a_lack_of_memory_names_the_disk(monkeypatch):
    def no_memory(*_):
        raise MemoryError

    search = compiled.AStar().start(BOARD)
    monkeypatch.setattr(type(search._algorithm), "advance", no_memory)
    with pytest.raises(MemoryError) as caught:
        search.run()
    assert "compiled.IDAStar() or compiled.AStar(storage=compiled.Disk(folder))" in caught.value.__notes__[-1]


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux reports the memory in use")
@pytest.mark.parametrize("kind", ["RLIMIT_AS", "RLIMIT_DATA"])
def test_a_search_that_memory_cannot_hold_names_the_disk_and_is_solved_there(kind, tmp_path):
    command = [sys.executable, "-c", LITTLE_MEMORY, kind, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "compiled.IDAStar() or compiled.AStar(storage=compiled.Disk(folder))" in done.stdout
    assert done.stdout.endswith("\n20\n")


@pytest.mark.costly  # test_disk.py opens a folder twice in one process.
def test_a_second_process_cannot_use_the_folder(tmp_path):
    program = "import sys; from astarlib import Search; from astarlib.problems.npuzzle import NPuzzle\n"
    program += "Search.load(sys.argv[1], NPuzzle('8 6 7 / 2 5 4 / 3 0 1')).run()"
    command = [sys.executable, "-c", program, str(tmp_path / "search")]
    with compiled.AStar(storage=Disk(tmp_path / "search", memory=1 << 24)).start(BOARD) as search:
        search.save(tmp_path / "search")  # This creates the folder.
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert 1 == done.returncode
        assert "is in use by another search" in done.stderr
        assert 31 == search.run().cost
    assert 31 == Search.load(tmp_path / "search", BOARD).run().cost


@pytest.fixture
def small_disk(tmp_path):
    """Mount a file system of 1 MiB, and yield its folder and a function that makes it larger."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        pytest.skip("only root can mount a file system")
    try:
        yield folder, lambda: subprocess.run(["mount", "-o", "remount,size=64m", str(folder)], check=True)
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


@pytest.mark.costly
@pytest.mark.parametrize("resume", ["run", "load"])
def test_a_search_continues_after_the_disk_was_full(resume, small_disk, tmp_path, monkeypatch):
    monkeypatch.setattr("astarlib.compiled.scale.disk_search._BETWEEN_MANIFESTS", 1000)

    def told(result):
        return result.lower_bound, result.states, result.statistics.expanded, result.statistics.details["bytes_written"]

    expected = compiled.Dijkstra(storage=Disk(tmp_path / "undisturbed", memory=1 << 24)).start(BOARD).run()
    folder, grow = small_disk
    search = compiled.Dijkstra(storage=Disk(folder / "search", memory=1 << 24)).start(BOARD)
    for _ in range(2):  # It's still full at the second time.
        with pytest.raises(OSError, match=r"is full.*Nothing is lost") as raised:
            search.run()
        assert errno.ENOSPC == raised.value.errno
    assert 0 < search.lower_bound < 31
    if resume == "load":
        search.close()
        search = Search.load(folder / "search", BOARD)
    grow()
    assert told(expected) == told(search.run())
    search.close()
