"""The Python parts of the playground, without a browser."""

import json
import re
import runpy

import pytest
from helpers.fences import REPOSITORY
from helpers.sampling import few

from astarlib import ENGINES, Limits, Status
from astarlib.problems.grid import GridProblem
from astarlib.result import Side
from docs.playground import build, maze, program

FOLDER = REPOSITORY / "docs" / "playground"
EXAMPLES = sorted((FOLDER / "examples").glob("*.py"))
FACTS = {
    "anytime": ["47 moves", "31 moves", "cost 31, which is optimal if h never overestimates"],
    "compare_engines": ["31 moves, at most 1.00 x optimal", "at most 1.35 x optimal"],
    "first_problem": ["6 actions at cost 6, which is optimal", "(7, 7)"],
    "pause_and_resume": ["10 expanded", "cost 31, which is optimal", "still has 5,510 expansions", "equal: True"],
    "wrong_heuristic": ["this heuristic: 29 moves", "usual one: 23 moves", "admissible: False", "the true cost is"],
}
MAPS = re.findall(r' (\w+): \[\n((?:    "[^"]+",\n)+)  \]', (FOLDER / "maps.js").read_text(encoding="utf-8"))
TERRAIN = GridProblem("..9..#... / .#93.#.#. / .#.3...#. / ...#.#...", (0, 0), (8, 0))


# --- the code ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_shows_what_it_is_for(example, capsys):
    runpy.run_path(str(example), run_name="__main__")
    printed = capsys.readouterr().out
    assert [] == [fact for fact in FACTS[example.stem] if fact not in printed]
    assert f'from "./examples/{example.name}";' in (FOLDER / "code.js").read_text(encoding="utf-8")


def test_a_program_runs_as_a_script(capsys):
    assert program.run("import sys\nclass A: pass\nprint(__name__, sys.modules['__main__'].A is A)")
    assert ("__main__ True\n", "") == tuple(capsys.readouterr())


@pytest.mark.parametrize(("code", "expected"), [("0", True), ("None", True), ("2", False), ("'no'", False)])
def test_a_program_may_exit(code, expected):
    assert expected is program.run(f"raise SystemExit({code})")


@pytest.mark.parametrize(("code", "line"), [("x = 1\nx / 0\n", "x / 0"), ("if:", "if:")])
def test_a_traceback_shows_the_lines_of_the_program_and_no_others(code, line, capsys):
    assert not program.run(code)
    out, shown = capsys.readouterr()
    assert out == ""
    assert line in shown
    assert {program.NAME} == set(re.findall(r'File "([^"]+)"', shown))
    assert program.ADVICE not in shown


@pytest.mark.parametrize(
    "code",
    [
        "import not_installed_anywhere",
        "raise ImportError('compiled engines need numba')",
        'raise RuntimeError("can\'t start new thread")',
        "raise OSError(__import__('errno').ENOSYS, 'Function not implemented')",
        "try:\n    import not_installed_anywhere\nexcept ImportError:\n    raise ValueError('another')",
        "try:\n    import not_installed_anywhere\nexcept ImportError as error:\n    raise ValueError('x') from error",
    ],
)
def test_the_playground_says_what_needs_an_installation(code, capsys):
    assert not program.run(code)
    assert capsys.readouterr().err.endswith(f"\n\n{program.ADVICE}\n")


@pytest.mark.parametrize("code", ["from astarlib import Astar", "open('missing')", "raise RuntimeError('no')"])
def test_other_errors_need_no_installation(code, capsys):
    assert not program.run(code)
    assert program.ADVICE not in capsys.readouterr().err


# --- the maze ---------------------------------------------------------------------------------------------------------


def test_every_engine_can_search_the_maze():
    assert [[name, kind.__name__] for name, kind in ENGINES.items()] == json.loads(maze.engines())


@pytest.mark.parametrize("name", few(ENGINES, 5))
def test_the_last_step_is_what_the_whole_search_finds(name):
    result = ENGINES[name]().search(TERRAIN, limits=Limits(expanded=300))
    shown = maze.recorded(ENGINES[name](), TERRAIN, 300)
    last = shown["steps"][-1]
    paths = [step["path"] for step in shown["steps"] if "path" in step]
    assert (result.statistics.expanded, result.summary()) == (last["expanded"], shown["says"])
    assert (result.lower_bound, result.status is Status.LIMIT) == (last["bound"], shown["unfinished"])
    assert (None if result.solution is None else result.cost) == last["cost"]
    assert ([] if result.solution is None else [list(map(list, result.states))]) == paths[-1:]
    assert list(range(result.statistics.expanded + 1)) == [step["expanded"] for step in shown["steps"]]


@pytest.mark.parametrize("name", ["astar", "ida-star", "bae-star", "d-star-lite", "beam"])
def test_the_marks_of_a_step_are_the_states_of_the_search(name):
    shown, marks = maze.recorded(ENGINES[name](), TERRAIN, 60), {}
    for step in shown["steps"]:
        marks |= {(x, y): mark for x, y, mark in step["changes"]}
        search = ENGINES[name]().start(TERRAIN)
        search.run(Limits(expanded=step["expanded"]))
        frontier = {entry.state for side in Side for entry in search.frontier(side)}
        closed = {entry.state for side in Side for entry in search.states(side) if entry.closed}
        assert frontier == {cell for cell, mark in marks.items() if mark == "frontier"}
        assert closed - frontier == {cell for cell, mark in marks.items() if mark == "closed"}
        assert len(frontier) == step["frontier"]
        assert {tuple(cell) for cell in step["now"]} <= set(marks)
    assert any(mark == "dropped" for mark in marks.values()) == (name not in {"astar", "d-star-lite"})


def test_a_maze_without_a_path_is_unsolvable():
    shown = json.loads(maze.record(".#.\n.#.", [0, 0], [2, 0], 8, "astar"))
    assert {"expanded": 2, "frontier": 0, "cost": None, "bound": None} == {
        name: shown["steps"][-1][name] for name in ("expanded", "frontier", "cost", "bound")
    }
    assert not shown["unfinished"]


@pytest.mark.parametrize(("name", "text"), MAPS, ids=[name for name, _ in MAPS])
def test_a_maze_to_begin_with_has_a_path_and_is_harder_for_dijkstra(name, text):
    rows = re.findall(r'"(.*)"', text)
    places = {letter: [x, y] for y, row in enumerate(rows) for x, letter in enumerate(row) if letter in "SG"}
    drawn = re.sub("[SG]", ".", "\n".join(rows))
    astar, dijkstra = (
        json.loads(maze.record(drawn, places["S"], places["G"], 4, engine)) for engine in ("astar", "dijkstra")
    )
    assert len(MAPS) == 3
    assert astar["steps"][-1]["cost"] == dijkstra["steps"][-1]["cost"]
    assert len(astar["steps"]) < len(dijkstra["steps"])


# --- the build --------------------------------------------------------------------------------------------------------


def test_everything_that_the_build_installs_is_pinned_and_has_no_address():
    package = json.loads((FOLDER / "package.json").read_text(encoding="utf-8"))
    lock = json.loads((FOLDER / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    wanted = package["dependencies"] | package["devDependencies"]
    assert wanted == {name: lock[f"node_modules/{name}"]["version"] for name in wanted}
    assert [] == [name for name, facts in lock.items() if name != "" and "integrity" not in facts]
    assert [] == [name for name, facts in lock.items() if "resolved" in facts]
    assert "--hash=sha256:" in (FOLDER / "requirements.txt").read_text(encoding="utf-8")


def test_without_npm_the_page_says_that_there_is_no_playground(monkeypatch, tmp_path):
    page = type("Page", (), {"file": type("File", (), {"src_uri": "playground/index.md"})})
    markdown = (FOLDER / "index.md").read_text(encoding="utf-8")
    monkeypatch.setattr(build, "WORK", tmp_path / "work")
    monkeypatch.setattr(build, "_left_out", [])
    assert markdown == build.on_page_markdown(markdown, page=page)
    monkeypatch.setattr("shutil.which", lambda name: None)
    build.on_startup(command="build", dirty=False)
    written = build.on_page_markdown(markdown, page=page)
    assert "When it was built, npm wasn't installed." in written
    assert "app.html" not in written
    assert "iframe" not in written
    build.on_post_build({"site_dir": str(tmp_path / "site")})
    assert [] == list(tmp_path.iterdir())
