"""Kill a distributed search again and again, and check that it ends like one that nobody disturbs.

Run it as a program: ``killed_lives.py FOLDER places STEP`` kills the search at each STEP-th file operation and more
often at the start, ``killed_lives.py FOLDER moments COUNT`` at COUNT random moments, and ``killed_lives.py FOLDER ray
COUNT`` does the latter with a search on Ray. It forks, so that no process has to load the compiled code again. It
prints the number of kills, and on Ray the number of those during a checkpoint.
"""

import contextlib
import itertools
import math
import os
import random
import shutil
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

from astarlib import Search
from astarlib.distributed import AStar, Ray, Threads
from astarlib.problems.npuzzle import NPuzzle

BOARD = NPuzzle("8 1 7 / 4 5 6 / 2 0 3")
_OPERATIONS = {"open", "os.rename", "os.remove", "os.mkdir"}


def told(folder: Path, cluster=Threads(2), batch=100, every=0, begin=lambda: None) -> str:  # noqa: B008  # Frozen.
    """Continue the search in the folder, or begin it, and return all that it finds. Call ``begin`` before it runs."""
    if (folder / "manifest").exists():
        search = Search.load(folder, BOARD)
    else:
        search = AStar(cluster, batch=batch, checkpoint=folder, every=every).start(BOARD)
    begin()
    with search:
        result = search.run()
    counts = result.statistics
    names = ("expanded", "generated", "evaluated", "reopened", "stored", "dead_ends", "peak_frontier", "details")
    found = {name: getattr(counts, name) for name in names}
    return repr((result.status, result.cost, result.actions, result.lower_bound, found))


def live(folder: Path, prepare: Callable[[], None], disturb: Callable[[int], None], **told_by) -> str | None:
    """Run the search in a process of its own, and return what it tells, or None if it was killed.

    ``disturb`` is called as soon as the search begins to run.
    """
    inlet, outlet = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            prepare()
            os.write(outlet, told(folder, begin=lambda: os.write(outlet, b"("), **told_by).encode())
        finally:
            os._exit(0)
    os.close(outlet)
    with os.fdopen(inlet) as file:
        file.read(1)
        disturb(child)
        answer = file.read()
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return None
    assert answer != "", "the search has raised an error"
    return answer


def kill_at(operation: int) -> None:
    """Let this process end just before a file operation of that number."""
    numbers = itertools.count(1)

    def count(event: str, _) -> None:
        if event in _OPERATIONS and next(numbers) == operation:
            os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(count)


def nothing(*_) -> None:
    """Prepare or disturb nothing."""


def kill_at_places(folder: Path, expected: str, step: int) -> int:
    """Kill the search at many file operations, and then the one that continues it. Return the number of kills.

    The law: no kill changes the result, and nothing is left that the search doesn't need.
    """
    kills = 0
    for operation in itertools.chain(range(1, 20, max(3, step // 30)), itertools.count(20, step)):
        place = folder / f"place-{operation}"
        answer = live(place, lambda at=operation: kill_at(at), nothing)
        if answer is not None:
            assert expected == answer
            return kills
        again = live(place, lambda at=operation: kill_at(1 + at % 31), nothing)
        kills += 1 + (again is None)
        assert expected == live(place, nothing, nothing), operation
        names = sorted(path.name for path in place.iterdir())
        assert ["lock", "manifest"] == names[:2], names
        assert 4 == len(names), names
        shutil.rmtree(place)
    raise AssertionError


def kill_at_moments(
    folder: Path, expected: str, count: int, seconds: float, kill=lambda child, _: os.kill(child, signal.SIGKILL),
    **told_by,
) -> int:  # fmt: skip
    """Kill the search, and those that continue it, at this number of random moments. Return the number."""
    kills, searches, generator = 0, 0, random.Random(count)
    while kills < count:
        place = folder / f"search-{searches}"
        answer = None
        while answer is None:
            pause = generator.uniform(0, seconds)
            is_last = kills == count

            def disturb(child: int, pause=pause, is_last=is_last, place=place) -> None:
                if not is_last:
                    time.sleep(pause)
                    kill(child, place)  # It isn't waited for yet, so the number is its own.

            answer = live(place, nothing, disturb, **told_by)
            kills += answer is None
        assert expected == answer, place
        searches += 1
    return kills


class Sessions:
    """Kills searches on Ray, and checks that none of Ray's processes outlives them for long."""

    def __init__(self) -> None:
        self.in_checkpoint = 0

    def kill(self, child: int, folder: Path) -> None:
        """Kill the process of a search, and wait for the end of all processes of its Ray."""
        import psutil  # Only the tests of Ray have it.

        hosts = {host.pid for host in psutil.Process(child).children()}
        os.kill(child, signal.SIGKILL)
        self.in_checkpoint += len(hosts) > 0 and len(list(folder.glob("*shard-*"))) != 2
        for _ in range(1000):
            if len(alive := [process for process in psutil.process_iter() if _session(process) in hosts]) == 0:
                return
            time.sleep(0.01)
        raise AssertionError(alive)


def _session(process) -> int:
    """The session of a process, or 0 if it has ended."""
    with contextlib.suppress(Exception):
        return 0 if process.status() == "zombie" else os.getsid(process.pid)
    return 0


def main() -> None:
    """Do what the command line says."""
    folder, how, number = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    os.fsync = lambda _: None  # Only a machine that fails needs it.
    told(folder / "compiled")
    began: list[float] = []
    by = {"cluster": Ray(2), "batch": 4} if how == "ray" else {}
    if how == "places":
        sys.stdout.write(f"{kill_at_places(folder, told(folder / 'undisturbed'), number)}\n")
        return
    told(folder / "timed", begin=lambda: began.append(time.monotonic()), **by)
    seconds = time.monotonic() - began[0]
    if how == "ray":
        sessions = Sessions()
        expected = told(folder / "undisturbed", batch=4, every=math.inf)
        kills = kill_at_moments(folder, expected, number, seconds / 3, sessions.kill, **by)
        answer = f"{kills} {sessions.in_checkpoint}"
    else:
        answer = kill_at_moments(folder, told(folder / "undisturbed"), number, seconds)
    sys.stdout.write(f"{answer}\n")


if __name__ == "__main__":
    main()
