"""The functions that need the extra, and a check that nothing else loads it."""

import os
import subprocess
import sys

import pytest

BEFORE = """
import sys
{}
from pathlib import Path
from astarlib import AStar
from astarlib.plotting import *
from astarlib.problems.npuzzle import NPuzzle
puzzle, record = NPuzzle("1 2 3 / 4 5 6 / 7 0 8"), Expansions()
result = AStar().search(puzzle, observer=record)
"""


def run(code, *, setting=""):
    environment = {name: value for name, value in os.environ.items() if name not in {"DISPLAY", "MPLBACKEND"}}
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", BEFORE.format(setting) + code],
        capture_output=True, text=True, check=False, env=environment,
    )  # fmt: skip


@pytest.mark.parametrize(
    "call",
    [
        "plot_expansions(record)",
        "plot_heuristic_quality(puzzle, distances=[((), 0)], heuristic=len)",
        "save_solution_gif(puzzle, result, 'x.gif')",
    ],
)
def test_without_matplotlib_the_error_names_the_extra(call, tmp_path):
    done = run(call, setting="sys.modules['matplotlib'] = sys.modules['PIL'] = None")
    assert (
        "ImportError: pictures need matplotlib and Pillow: run pip install '.[plot]' in a checkout of astarlib"
        in done.stderr.splitlines()[-1]
    )


def test_a_page_needs_no_extra(tmp_path):
    code = f"print(save_solution_html(puzzle, result, Path({str(tmp_path)!r}) / 'x.html').stat().st_size)"
    done = run(code, setting="sys.modules['matplotlib'] = sys.modules['PIL'] = None")
    assert int(done.stdout) > 1000, done.stderr


def test_nothing_is_loaded_before_something_is_drawn():
    done = run("print({'matplotlib', 'PIL', 'numpy'} & set(sys.modules))")
    assert "set()\n" == done.stdout, done.stderr


def test_without_a_screen_a_picture_is_drawn_all_the_same(tmp_path):
    done = run(f"plot_expansions(record).figure.savefig({str(tmp_path / 'x.png')!r})")
    assert (0, "") == (done.returncode, done.stderr)
    assert (tmp_path / "x.png").read_bytes().startswith(b"\x89PNG")
