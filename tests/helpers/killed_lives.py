"""Kill a distributed search again and again, and check that it ends like one that nobody disturbs.

Run it as a program: ``killed_lives.py FOLDER places STEP`` kills the search at each STEP-th file operation and more
often at the start, ``killed_lives.py FOLDER moments COUNT`` at COUNT random moments. It forks, so that no process has
to load the compiled code again. It prints the number of kills.
"""

import itertools
import os
import random
import shutil
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

from astarlib import Search
from astarlib.distributed import AStar, Threads
from astarlib.problems.npuzzle import NPuzzle

BOARD = NPuzzle("8 6 7 / 2 5 4 / 3 0 1")
_OPERATIONS = {"open", "os.rename", "os.remove", "os.mkdir"}


def told(folder: Path, cluster=Threads(2)) -> str:  # noqa: B008  # It's frozen.
    """Continue the search in the folder, or begin it, and return all that it finds."""
    if (folder / "manifest").exists():
        search = Search.load(folder, BOARD)
    else:
        search = AStar(cluster, batch=100, checkpoint=folder, every=0).start(BOARD)
    with search:
        result = search.run()
    counts = result.statistics
    names = ("expanded", "generated", "evaluated", "reopened", "stored", "dead_ends", "peak_frontier", "details")
    found = {name: getattr(counts, name) for name in names}
    return repr((result.status, result.cost, result.actions, result.lower_bound, found))


def live(folder: Path, prepare: Callable[[], None], disturb: Callable[[int], None], **told_by) -> str | None:
    """Run the search in a process of its own, and return what it tells, or None if it was killed."""
    inlet, outlet = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            prepare()
            os.write(outlet, told(folder, **told_by).encode())
        finally:
            os._exit(0)
    os.close(outlet)
    disturb(child)
    _, status = os.waitpid(child, 0)
    with os.fdopen(inlet) as file:
        answer = file.read()
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
    for operation in itertools.chain(range(1, 20, 3), itertools.count(20, step)):
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


def kill_at_moments(folder: Path, expected: str, count: int, seconds: float, **told_by) -> int:
    """Kill the search, and those that continue it, at this number of random moments. Return the number."""
    kills, searches, generator = 0, 0, random.Random(count)
    while kills < count:
        place = folder / f"search-{searches}"
        answer = None
        while answer is None:
            pause = generator.uniform(0, seconds)
            is_last = kills == count

            def disturb(child: int, pause=pause, is_last=is_last) -> None:
                if not is_last:
                    time.sleep(pause)
                    os.kill(child, signal.SIGKILL)  # It isn't waited for yet, so the number is its own.

            answer = live(place, nothing, disturb, **told_by)
            kills += answer is None
        assert expected == answer, place
        searches += 1
    return kills


def main() -> None:
    """Do what the command line says."""
    folder, how, number = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    os.fsync = lambda _: None  # Only a machine that fails needs it.
    told(folder / "compiled")
    start = time.monotonic()
    expected = told(folder / "undisturbed")
    if how == "places":
        kills = kill_at_places(folder, expected, number)
    else:
        kills = kill_at_moments(folder, expected, number, time.monotonic() - start)
    sys.stdout.write(f"{kills}\n")


if __name__ == "__main__":
    main()
