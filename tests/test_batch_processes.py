"""Laws of the worker processes of `solve_many`, in scripts like those of users: they end when the script ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers.sampling import few, slow

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals and process groups as POSIX has them")

METHODS = ["fork", "spawn", "forkserver"]
SOME = few(METHODS, 1)
"""Each fresh interpreter takes a second or two to begin."""
SCRIPT = """
import itertools
import multiprocessing
import os
import time
from pathlib import Path
from astarlib import AStar
from astarlib.batch import solve_many
from astarlib.problems.npuzzle import NPuzzle
from astarlib.problems.npuzzle.instances import KORF_100

NEAR = NPuzzle("1 2 3 / 4 5 6 / 0 7 8")
HARD = KORF_100.by_id(88).problem()


class Meeting(NPuzzle):
    '''Waits until two workers have begun.'''

    def is_goal(self, state):
        Path(f"{os.getpid()}.worker").touch()
        while len(list(Path().glob("*.worker"))) < 2:
            time.sleep(0.01)
        return super().is_goal(state)


class Stuck(NPuzzle):
    def heuristic(self, state):
        time.sleep(3600)


def main(method, problems):
    multiprocessing.set_start_method(method)
    try:
        for result in solve_many(problems, AStar(), workers=2):
            print(result.cost, flush=True)
    except KeyboardInterrupt:
        print("interrupted")


"""


@pytest.fixture
def begin(tmp_path: Path) -> Callable[[str], subprocess.Popen[str]]:
    """Begins a script with these lines at its end, as the leader of a process group of its own."""

    def begin(lines: str) -> subprocess.Popen[str]:
        script = tmp_path / "script.py"
        script.write_text(SCRIPT + lines)
        pipe = subprocess.PIPE
        return subprocess.Popen(
            [sys.executable, script], stdout=pipe, stderr=pipe, text=True, start_new_session=True, cwd=tmp_path
        )

    return begin


def is_anybody_left(group: int) -> bool:
    """Return True if a process of the group is still alive after a minute."""
    for _ in range(600):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return False
        time.sleep(0.1)
    os.killpg(group, signal.SIGKILL)
    return True


def guarded(call: str) -> str:
    return f"if __name__ == '__main__':\n    {call}\n"


@pytest.mark.costly
@pytest.mark.parametrize("method", [*METHODS[:2], slow(METHODS[2])])
def test_workers_are_begun_by_any_method_and_end_with_the_batch(method, begin):
    child = begin(guarded(f"main({method!r}, [NEAR] * 5)"))
    assert ("2\n" * 5, "") == child.communicate(timeout=600)
    assert not is_anybody_left(child.pid)


@pytest.mark.costly
@pytest.mark.parametrize("send", [os.kill, os.killpg], ids=["to-the-parent", "to-all"])
@pytest.mark.parametrize("method", SOME)
def test_ctrl_c_stops_the_batch_and_its_workers_without_a_word_of_theirs(method, send, begin):
    # Both workers must have begun: a worker of the fork server hears Ctrl-C at first.
    meeting = "[Meeting(NEAR.initial_state), Meeting(NEAR.initial_state)]"
    child = begin(guarded(f"main({method!r}, itertools.chain({meeting}, itertools.repeat(HARD)))"))
    assert child.stdout is not None
    assert ["2\n", "2\n"] == [child.stdout.readline() for _ in range(2)]
    send(child.pid, signal.SIGINT)  # a terminal sends it to all
    assert ("interrupted\n", "", 0) == (*child.communicate(timeout=600), child.returncode)
    assert not is_anybody_left(child.pid)


@pytest.mark.costly
def test_ctrl_c_stops_a_batch_of_problems_that_do_not_come_back(begin):
    child = begin(guarded("main('fork', [NEAR, Stuck(NEAR.initial_state)])"))
    assert child.stdout is not None
    assert "2\n" == child.stdout.readline()
    os.killpg(child.pid, signal.SIGINT)
    assert ("interrupted\n", "", 0) == (*child.communicate(timeout=600), child.returncode)
    assert not is_anybody_left(child.pid)


@pytest.mark.costly
@pytest.mark.parametrize("method", SOME)
def test_workers_end_with_a_parent_that_is_killed(method, begin):
    child = begin(guarded(f"main({method!r}, itertools.chain([NEAR], itertools.repeat(HARD)))"))
    assert child.stdout is not None
    assert "2\n" == child.stdout.readline()
    child.kill()
    child.communicate(timeout=600)
    assert not is_anybody_left(child.pid)


@pytest.mark.costly
@pytest.mark.parametrize("method", [METHODS[1], slow(METHODS[2])])
def test_a_script_without_the_guard_gets_an_error_once_and_begins_no_more_processes(method, begin):
    child = begin(f"multiprocessing.set_start_method({method!r}, force=True)\nlist(solve_many([NEAR] * 50, AStar()))\n")
    out, err = child.communicate(timeout=600)
    assert ("", 1) == (out, child.returncode)
    assert 1 == err.count("if __name__ == '__main__'")
    assert 1 == err.count("Traceback")
    assert not is_anybody_left(child.pid)


DYING = """
import os
import signal
import struct
from multiprocessing.connection import Connection
from astarlib import BreadthFirst, SearchProblem

FLAG, PARENT = "flag", os.environ.setdefault("PARENT", str(os.getpid()))
send_whole = Connection.send_bytes


def send(self, message, *place):
    # The first worker with a long message is killed in the middle of it.
    if len(message) > 100_000 and str(os.getpid()) != PARENT and not os.path.exists(FLAG):
        open(FLAG, "w").close()
        os.write(self.fileno(), struct.pack("!i", len(message)) + bytes(message[:1000]))
        os.kill(os.getpid(), signal.SIGKILL)
    send_whole(self, message, *place)


Connection.send_bytes = send


class Long(SearchProblem):
    def __init__(self, size):
        super().__init__(b"")
        self.size = size

    def actions(self, state):
        return [0]

    def result(self, state, action):
        return bytes(self.size)

    def is_goal(self, state):
        return len(state) == self.size


def solve(method, sizes):
    multiprocessing.set_start_method(method)
    results = solve_many([Long(size) for size in sizes], BreadthFirst(), workers=2)
    print([len(result.states[-1]) for result in results])

"""


@pytest.mark.costly
@pytest.mark.parametrize("method", SOME)
def test_no_problem_is_lost_when_a_worker_is_killed_while_it_sends_a_long_result(method, begin, tmp_path):
    sizes = [1, 10_000_000, 2, 3, 1_000_000, 4]
    child = begin(DYING + guarded(f"solve({method!r}, {sizes})"))
    assert (f"{sizes}\n", "") == child.communicate(timeout=600)
    assert (tmp_path / "flag").exists()
    assert not is_anybody_left(child.pid)


@pytest.mark.costly
@pytest.mark.parametrize("method", SOME)
def test_a_script_ends_while_a_batch_is_under_way(method, begin):
    problems = "itertools.chain([NEAR], itertools.repeat(HARD))"
    child = begin(
        "if __name__ == '__main__':\n"
        f"    multiprocessing.set_start_method({method!r})\n"
        f"    results = solve_many({problems}, AStar(), workers=2)\n"
        "    print(next(results).cost)\n"
    )
    assert ("2\n", "", 0) == (*child.communicate(timeout=600), child.returncode)
    assert not is_anybody_left(child.pid)
