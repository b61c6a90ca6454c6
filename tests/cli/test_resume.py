"""``resume`` continues what ``solve --save`` saved, with the same result and counters as without a stop."""

import json
import pickle
import shlex

import pytest
from helpers.sampling import few, in_turn

from astarlib import ENGINES, AStar, Limits, __version__
from astarlib.checkpoint import _FORMAT as CHECKPOINT
from astarlib.checkpoint import read_metadata
from astarlib.problems.npuzzle import NPuzzle

BOARD = "8 1 7 / 4 5 6 / 2 0 3"
HARD = "14 12 7 15 4 13 1 2 10 9 3 6 11 8 0 5"

PROBLEMS = {
    "npuzzle": ["npuzzle", "1 3 4 / 2 7 5 / 6 8 0", "--goal", "0 1 2 / 3 4 5 / 6 7 8"],
    "shape": ["npuzzle", "1 2 3 4 5 0 6 7", "--shape", "2x4", "--heuristic", "linear-conflict"],
    "sudoku": ["sudoku", "--example", "G26_7x7"],
    "grid": ["grid", "--map", "..... / .###. / .#... / .....", "--start", "0,3", "--goal", "4,1"],
    "romania": ["romania", "Arad", "Bucharest"],
    "own": ["astarlib.problems.npuzzle:NPuzzle", "--arg", "tiles=1 3 4 / 2 7 5 / 6 8 0"],
}
CASES = [("npuzzle", engine) for engine in ENGINES]
CASES += [(name, engine) for name in PROBLEMS if name != "npuzzle" for engine in ("astar", "ida-star")]


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def told(done):
    """The result in JSON, but what no two runs share, and what stopped this one."""
    result = json.loads(done.out)
    del result["statistics"]["seconds"], result["saved"], result["limit"], result["message"]
    return result


def without_seconds(out):
    return out.rpartition(", ")[0]


# --- the same as without a stop ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "engine"), few(CASES, 12))
def test_a_search_that_is_stopped_and_resumed_ends_as_one_that_was_not(run, name, engine):
    words = ["solve", *PROBLEMS[name], "--engine", engine, "--json"]
    expected = run(*words, "--max-expanded", 4000)
    stops = [1, 2, 100, 997]
    assert run(*words, "--max-expanded", stops[0], "--save", "kept").code == 23
    for stop in stops[1:]:
        run("resume", "kept", "--max-expanded", stop, "--json")
    done = run("resume", "kept", "--max-expanded", 4000 - sum(stops), "--json")
    assert told(expected) == told(done)
    assert expected.code == done.code


def test_the_outcome_is_reported_as_by_solve(run):
    run("solve", "npuzzle", BOARD, "--max-expanded", 9, "--save", "kept")
    whole, resumed = run("solve", "npuzzle", BOARD).out, run("resume", "kept").out
    assert whole.rpartition(" peak frontier")[0] == resumed.rpartition(" peak frontier")[0]
    brief = "\n".join(resumed.splitlines()[-2:])
    assert without_seconds(brief) == without_seconds(run("resume", "kept", "--quiet").out)


def test_a_trace_continues_with_the_numbers_of_the_expansions(run):
    run("solve", "npuzzle", BOARD, "--max-expanded", 5, "--save", "kept", "--quiet")
    traced = run("resume", "kept", "--trace", "--max-expanded", 2, "--quiet").out
    assert ["expansion 6:", "expansion 7:"] == [line[:12] for line in traced.splitlines() if line[:9] == "expansion"]


# --- the file ---------------------------------------------------------------------------------------------------------


def test_where_it_was_saved_and_how_to_continue_is_reported_next_to_the_result(run):
    done = run("solve", "npuzzle", BOARD, "--max-expanded", 5, "--save", "my search")
    assert [
        "saving the search in my search, 10 states",
        "to continue: astarlib resume 'my search'",
    ] == done.err.splitlines()
    assert 23 == done.code
    _, *words = shlex.split(done.err.partition(": ")[2])
    assert 0 == run(*words).code


def test_json_says_in_which_file_the_search_is(run):
    words = ["npuzzle", BOARD, "--json", "--max-expanded"]
    assert json.loads(run("solve", *words, 5).out)["saved"] is None
    assert "kept" == json.loads(run("solve", *words, 5, "--save", "kept").out)["saved"]
    assert json.loads(run("solve", *words, 9999, "--save", "other").out)["saved"] is None
    assert "kept" == json.loads(run("resume", "kept", "--json").out)["saved"]


def test_a_search_that_nothing_stops_leaves_no_file(run, tmp_path):
    for words in (["npuzzle", BOARD], ["npuzzle", "2 1 3 0"], ["npuzzle", "2 1 3 0", "--prove"]):
        done = run("solve", *words, "--save", "kept")
        assert (done.code in {0, 11}, "") == (True, done.err)
    assert [] == list(tmp_path.iterdir())


def test_a_resumed_search_is_saved_in_its_file_again_and_once_solved_shown_again_at_once(run, tmp_path):
    run("solve", "npuzzle", BOARD, "--max-expanded", 5, "--save", "kept")
    solved = run("resume", "kept")
    assert (0, "to see this again: astarlib resume kept") == (solved.code, solved.err.splitlines()[1])
    file = (tmp_path / "kept").stat()
    again = run("resume", "kept")
    assert (0, "to see this again: astarlib resume kept\n") == (again.code, again.err)
    assert without_seconds(solved.out) == without_seconds(again.out)
    assert file.st_mtime_ns == (tmp_path / "kept").stat().st_mtime_ns
    assert [tmp_path / "kept"] == list(tmp_path.iterdir())


def test_a_search_proved_unsolvable_stays_so(run):
    run("solve", "npuzzle", "2 1 3 / 4 5 0", "--prove", "--max-expanded", 5, "--save", "kept")
    assert [11, 11] == [run("resume", "kept").code for _ in range(2)]


@pytest.mark.parametrize("words", [["solve", "npuzzle", BOARD], ["solve", "npuzzle", "nonsense"]])
def test_a_file_that_is_there_is_never_replaced_by_solve(run, words, tmp_path):
    (tmp_path / "kept").write_text("of value")
    done = run(*words, "--save", "kept")
    assert 2 == done.code
    assert "'kept' exists already" in done.err
    assert "continue with astarlib resume" in done.err
    assert "of value" == (tmp_path / "kept").read_text()


# --- what is in it ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "files", "stdin"),
    [
        (
            ["npuzzle", "board.txt", "--goal", "goal.txt"],
            {"board.txt": BOARD, "goal.txt": "0 1 2 / 3 4 5 / 6 7 8"},
            None,
        ),
        (["npuzzle", "-"], {}, BOARD),
        (["sudoku", "--cells", "c", "--regions", "r"], {"c": "0-0-0\n0-2-0\n1-0-0", "r": "a-a-b\na-c-b\nc-c-b"}, None),
        (["sudoku", "--cells", "-", "--regions", "-"], {}, "0-0-0\n0-2-0\n1-0-0\n\na-a-b\na-c-b\nc-c-b"),
        (["grid", "--map", "a.map", "--start", "0,0", "--goal", "4,0"], {"a.map": ".....\n.###.\n....."}, None),
        (["graph", "A", "D", "--edges", "-"], {}, "A B 4\nA C 1\nC B 2\nB D 5"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_was_read_is_kept_and_not_read_again(run, tmp_path, words, files, stdin):
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    expected = run("solve", *words, "--json", stdin=stdin)
    run("solve", *words, "--max-expanded", 1, "--save", "kept", stdin=stdin)
    for name in files:
        (tmp_path / name).write_text("something else")
    done = run("resume", "kept", "--json", stdin="")
    assert told(expected) == told(done)


def test_a_text_stays_a_text_though_a_file_of_that_name_turns_up(run, tmp_path):
    run("solve", "npuzzle", "1 2 0 3", "--max-expanded", 0, "--save", "kept")
    (tmp_path / "1 2 0 3").write_text("0 1 2 3")
    assert "1 move, optimal" in run("resume", "kept").out


def test_the_header_alone_has_how_the_problem_is_made(run, tmp_path):
    (tmp_path / "board.txt").write_text(BOARD)
    words = ["solve", "npuzzle", "board.txt", "--max-expanded", "1", "--save", "kept"]
    run(*words)
    expected = {"astarlib": __version__, "words": words, "texts": {"board.txt": BOARD}, "folder": None}
    assert expected == read_metadata(tmp_path / "kept")


LINE = """
from astarlib import SearchProblem
class Line(SearchProblem):
    def __init__(self, far=9):
        super().__init__(0)
        self.far = far
    def actions(self, state): return [1]
    def result(self, state, action):
        BROKEN
        return state + action
    def is_goal(self, state): return state == self.far
"""


def test_a_problem_that_fails_is_kept_and_continues_once_it_is_fixed(run, tmp_path, monkeypatch):
    home, elsewhere = tmp_path / "home", tmp_path / "elsewhere"
    home.mkdir(), elsewhere.mkdir()
    source = home / "wire.py"
    monkeypatch.chdir(home)
    monkeypatch.syspath_prepend(home)
    broken, mended = (LINE.replace("BROKEN", line) for line in ("if state == 5: raise OSError('cut')", "pass"))
    source.write_text(broken)
    done = run("solve", "wire:Line", "--arg", "far=20", "--save", "kept")
    assert 3 == done.code
    assert "result(5, 1) raised OSError: cut" in done.err
    assert "to continue: astarlib resume kept" in done.err
    assert 3 == run("resume", "kept").code
    source.write_text(mended)
    monkeypatch.delitem(__import__("sys").modules, "wire")
    monkeypatch.chdir(elsewhere)  # the module is found all the same
    done = run("resume", home / "kept")
    assert "20 steps, optimal" in done.out
    assert "expanded 20," in done.out


# --- what cannot be saved is known before any work is lost ------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "why"),
    [
        ("nowhere/kept", "No such file"),
        ("file/kept", "Not a directory"),
        ("x" * 250, "File name too long"),
        (".", "exists already"),
    ],
)
def test_a_file_that_cannot_be_written_is_reported_before_the_search(run, tmp_path, file, why):
    (tmp_path / "file").write_text("")
    done = run("solve", "npuzzle", HARD, "--engine", "dijkstra", "--save", file)
    assert (2, "") == (done.code, done.out)
    assert why in done.err
    assert [tmp_path / "file"] == list(tmp_path.iterdir())


def test_states_that_cannot_be_saved_are_reported_before_the_search(run, tmp_path, monkeypatch):
    (tmp_path / "shy.py").write_text(
        "from astarlib import FunctionProblem\n"
        "p = FunctionProblem(lambda: 0, successors=lambda s: 1 / 0, is_goal=lambda s: False)\n"
    )
    done = run("solve", "shy:p", "--save", "kept")
    assert (2, "") == (done.code, done.out)
    assert "a state or an action can't be pickled" in done.err


def test_a_failure_to_save_in_the_end_is_reported_next_to_the_result(run, monkeypatch):
    def fail(path, *_):
        raise OSError(28, "No space left on device")

    words = ["solve", "npuzzle", BOARD, "--max-expanded", 5, "--save", "kept", "--quiet"]
    assert 23 == run(*words).code
    kept = read_metadata("kept")
    monkeypatch.setattr("astarlib._support.checksummed_file.atomic_write", fail)
    done = run("resume", "kept", "--max-expanded", 5)
    assert 4 == done.code
    assert "no solution yet, stopped by --max-expanded after 5 expansions" in done.out
    assert "the search couldn't be saved in 'kept': No space left on device" in done.err
    assert "to go on" not in done.err
    assert kept == read_metadata("kept")
    assert json.loads(run("resume", "kept", "--max-expanded", 5, "--json").out)["saved"] is None


# --- files that are not ours, or not whole ----------------------------------------------------------------------------


def saved_by_a_program(path):
    AStar().start(NPuzzle(BOARD)).save(path)


def of_another_format(path):
    path.write_bytes(b"astarlib checkpoint 99\n{}\n")


def damaged(path):
    saved_by_a_program(path)
    path.write_bytes(path.read_bytes()[:-1])


def of_another_kind(path):
    path.write_text("once upon a time")


def of_another_version(path):
    kept = {"astarlib": "9.9", "words": ["solve", "npuzzle", BOARD, "--warp"], "texts": {}, "folder": None}
    AStar().start(NPuzzle(BOARD)).save(path, metadata=kept)


def of_another_problem(path):
    kept = {"astarlib": __version__, "words": ["solve", "npuzzle", BOARD], "texts": {}, "folder": None}
    AStar().start(NPuzzle("1 2 3 / 4 5 6 / 7 0 8")).save(path, metadata=kept)


def nothing(path):
    path.unlink()


@in_turn(
    "make, why",
    [
        (saved_by_a_program, "doesn't say how to make its problem: a program saved it"),
        (of_another_format, "is a checkpoint of format 99; this version of astarlib reads format 4"),
        (damaged, "is truncated or damaged"),
        (of_another_kind, "isn't an astarlib checkpoint"),
        (
            of_another_version,
            f"--warp (see astarlib solve npuzzle --help) (saved by astarlib 9.9; this is {__version__})",
        ),
        (of_another_problem, "is of another problem: its initial state is"),
        (nothing, "No such file or directory"),
    ],
)
def test_a_file_that_cannot_be_resumed_says_why(run, tmp_path, make, why):
    make(tmp_path / "kept")
    before = (tmp_path / "kept").read_bytes() if (tmp_path / "kept").exists() else None
    done = run("resume", "kept")
    assert (2, "") == (done.code, done.out)
    assert why in done.err
    assert "kept" in done.err
    assert 1 == len(done.err.splitlines())
    assert before == ((tmp_path / "kept").read_bytes() if before is not None else None)


def test_the_arguments_of_a_checkpoint_are_read_without_unpickling_anything(tmp_path):
    class Bomb:
        def __reduce__(self):
            return (pytest.fail, ("it was unpickled",))

    CHECKPOINT.write(tmp_path / "kept", {"metadata": [1, "two"]}, Bomb())
    assert [1, "two"] == read_metadata(tmp_path / "kept")
    search = AStar().start(NPuzzle(BOARD))
    search.run(Limits(expanded=5))
    search.save(tmp_path / "kept")
    assert read_metadata(tmp_path / "kept") is None
    assert isinstance(pickle.loads(CHECKPOINT.read(tmp_path / "kept")[1]), dict)
