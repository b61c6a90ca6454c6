"""Tests restore SIGINT, and processes end with the test that started them."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from helpers.children import IS_SUPPORTED

pytestmark = pytest.mark.skipif(not IS_SUPPORTED, reason="needs /proc")
REPOSITORY = Path(__file__).parents[1]
LEAVING = """
import os, signal, subprocess, sys, time
from pathlib import Path

def note(pid):
    with Path("started").open("a") as file:
        file.write(f"{pid}\\n")

def test_leaves_processes():
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"])
    note(child.pid)
    child.returncode = 0  # it isn't waited for
    note(int(subprocess.run([sys.executable, "orphan.py"], capture_output=True, text=True, check=True).stdout))
    forked = os.fork()
    if forked == 0:
        time.sleep(3600)
    note(forked)
    if "KILLED" in os.environ:
        time.sleep(3)  # The watcher looks once a second.
        os.kill(os.getpid(), signal.SIGKILL)

def state(pid):
    try:
        return Path("/proc", pid, "stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return "Z"

def test_the_next_test_finds_none():
    # A killed process takes a moment to end, and an orphan stays a zombie until somebody waits for it.
    pids = Path("started").read_text().split()
    assert any({state(pid) for pid in pids} == {"Z"} or time.sleep(0.1) for _ in range(600))

def test_sigint_is_restored():
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    code = "import signal; print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)"
    assert "True" in subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
"""
ORPHAN = """
import subprocess, sys
words = [sys.executable, "-c", "import time; time.sleep(3600)"]
print(subprocess.Popen(words, start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).pid)
"""
IGNORING = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_IGN)
os.execv(sys.executable, sys.argv[1:])
"""


@pytest.fixture
def run_tests(tmp_path):
    """Run LEAVING in a folder of its own, in a pytest that a shell script has started in the background."""
    (tmp_path / "helpers").mkdir()
    (tmp_path / "conftest.py").write_text((REPOSITORY / "conftest.py").read_text())
    for name in ("children.py", "ray_modules.py"):
        (tmp_path / "helpers" / name).write_text((REPOSITORY / "tests" / "helpers" / name).read_text())
    (tmp_path / "test_leaving.py").write_text(LEAVING)
    (tmp_path / "orphan.py").write_text(ORPHAN)
    (tmp_path / "pytest.ini").write_text("[pytest]\npythonpath = .\n")

    def run(**environment):
        command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", "-n", "0", "test_leaving.py"]
        home = {**os.environ, "PYTHONPATH": str(REPOSITORY), **environment}
        words = [sys.executable, "-c", IGNORING, *command]
        return subprocess.run(words, cwd=tmp_path, env=home, capture_output=True, text=True, check=False)

    return run


def is_gone(pid):
    """Return True if a process has ended; a zombie has."""
    try:
        return Path("/proc", pid, "stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


@pytest.mark.costly
def test_processes_end_with_the_test_that_started_them(run_tests):
    done = run_tests()
    assert "3 passed" in done.stdout, done.stdout
    assert "killed 3 processes that test_leaving.py::test_leaves_processes has left" in done.stdout + done.stderr


@pytest.mark.costly
def test_processes_end_with_pytest_even_if_it_is_killed(run_tests, tmp_path):
    done = run_tests(KILLED="yes")
    assert -signal.SIGKILL == done.returncode
    started = (tmp_path / "started").read_text().split()
    assert 3 == len(started)
    assert any(all(map(is_gone, started)) or time.sleep(0.1) for _ in range(600))
