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


def run(code, *arguments, setting=""):
    environment = {name: value for name, value in os.environ.items() if name not in {"DISPLAY", "MPLBACKEND"}}
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", BEFORE.format(setting) + code, *map(str, arguments)],
        capture_output=True, text=True, check=False, env=environment,
    )  # fmt: skip


WITHOUT = """
page = save_solution_html(puzzle, result, Path(sys.argv[1]))
assert page.stat().st_size > 1000
for draw in (
    lambda: plot_expansions(record),
    lambda: plot_heuristic_quality(puzzle, distances=[((), 0)], heuristic=len),
    lambda: save_solution_gif(puzzle, result, "x.gif"),
):
    try:
        draw()
    except ImportError as error:
        print(error)
"""


@pytest.mark.costly
def test_without_matplotlib_the_error_names_the_extra_and_a_page_is_written(tmp_path):
    done = run(WITHOUT, tmp_path / "x.html", setting="sys.modules['matplotlib'] = sys.modules['PIL'] = None")
    says = "pictures need matplotlib and Pillow: run pip install '.[plot]' in a checkout of astarlib"
    assert ("", 3) == (done.stderr, len(done.stdout.splitlines()))
    assert all(line.startswith(says) for line in done.stdout.splitlines()), done.stdout


@pytest.mark.costly
def test_nothing_is_loaded_before_something_is_drawn_and_no_screen_is_needed(tmp_path):
    code = (
        "print({'matplotlib', 'PIL', 'numpy'} & set(sys.modules)); plot_expansions(record).figure.savefig(sys.argv[1])"
    )
    done = run(code, tmp_path / "x.png")
    assert (0, "", "set()\n") == (done.returncode, done.stderr, done.stdout)
    assert (tmp_path / "x.png").read_bytes().startswith(b"\x89PNG")
