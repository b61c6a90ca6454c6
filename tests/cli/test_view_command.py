"""``astarlib view`` writes a page of a search, of a recorded search, or of two side by side."""

import re

import pytest

from astarlib.cli import main
from astarlib.observers.recorder import Trace
from astarlib.problems.npuzzle import NPuzzle
from astarlib.viewer import page

BOARD = ["npuzzle", "8 1 7 / 4 5 6 / 2 0 3"]


@pytest.fixture(autouse=True)
def browsers(monkeypatch):
    opened = []
    monkeypatch.setattr("webbrowser.open", lambda url: opened.append(url) or True)
    return opened


@pytest.mark.costly
def test_a_page_is_written_where_it_is_asked_for(tmp_path, capsys, browsers):
    assert 0 == main(["view", *BOARD, "-o", str(tmp_path / "x.html"), "--quiet"])
    assert "<title>A* on N-Puzzle</title>" in (tmp_path / "x.html").read_text("utf-8")
    assert (
        f"Solved in 25 actions at cost 25, which is optimal if h never overestimates.\n{tmp_path / 'x.html'}\n"
        == capsys.readouterr().out
    )
    assert [] == browsers  # There is no observer.


def test_a_page_is_written_to_a_temporary_folder_and_opened(tmp_path, capsys, browsers, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    main(["view", *BOARD, "--open"])
    path = capsys.readouterr().out.splitlines()[-1]
    assert path.startswith(str(tmp_path))
    assert [f"file://{path}"] == browsers


def test_a_recorded_search_is_kept_and_shown_again(tmp_path):
    main(["view", *BOARD, "-o", str(tmp_path / "x.html"), "--record", str(tmp_path / "x.astrace")])
    assert 0 == main(["view", str(tmp_path / "x.astrace"), "-o", str(tmp_path / "y.html")])
    trace = Trace.load(tmp_path / "x.astrace")
    assert page(trace) == (tmp_path / "x.html").read_text("utf-8") == (tmp_path / "y.html").read_text("utf-8")
    assert 25 == len(trace.path) - 1


@pytest.mark.costly
@pytest.mark.parametrize(
    ("name", "engines"),
    [("greedy", {"A*", "Greedy Best First"}), ("hamming", {"A* with manhattan", "A* with hamming"})],
)
def test_another_engine_or_heuristic_is_shown_at_the_side(tmp_path, name, engines):
    main(["view", *BOARD, "--compare", name, "-o", str(tmp_path / "x.html")])
    text = (tmp_path / "x.html").read_text("utf-8")
    assert 2 == text.count('application/x-astrace">')
    assert engines == set(re.search("<title>(.*) on N-Puzzle", text)[1].split(" and "))


def test_two_recorded_searches_are_shown_side_by_side(tmp_path):
    files = [str(tmp_path / "a.astrace"), str(tmp_path / "b.astrace")]
    for engine, file in zip(["astar", "greedy"], files, strict=True):
        main(["view", *BOARD, "--engine", engine, "--record", file])
    assert 0 == main(["view", files[0], "--compare", files[1], "-o", str(tmp_path / "x.html")])
    assert 2 == (tmp_path / "x.html").read_text("utf-8").count('application/x-astrace">')


def test_limits_and_thinning_are_taken(tmp_path):
    file = str(tmp_path / "x.astrace")
    assert 23 == main(["view", *BOARD, "--max-expanded", "300", "--max-nodes", "100", "--record", file])
    trace = Trace.load(file)
    assert 300 == trace.expanded
    assert trace.sampling_interval > 1


def test_what_cannot_be_solved_is_not_shown_unless_asked_for(tmp_path, capsys):
    target = tmp_path / "x.html"
    words = ["view", "npuzzle", "2 1 / 3 0", "-o", str(target)]
    assert 11 == main(words)
    assert "nothing to watch: no solution, proved by parity" in capsys.readouterr().err
    assert not target.exists()
    assert 11 == main([*words, "--prove"])
    assert "There is no solution: all reachable states were searched." in capsys.readouterr().out
    assert target.exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["view", "nothing.astrace"], "cannot read nothing.astrace: No such file"),
        (["view", *BOARD, "--compare", "hanoi"], "there is no engine or heuristic 'hanoi'"),
        (["view", *BOARD, "-o", "/nowhere/at/all/x.html"], "cannot write /nowhere/at/all/x.html: No such file"),
    ],
)
def test_what_is_wrong_is_reported_in_a_line(words, message, capsys):
    assert 2 == main(words)
    assert message in capsys.readouterr().err


def test_a_damaged_file_is_reported_in_a_line(tmp_path, capsys):
    (tmp_path / "x.astrace").write_bytes(b"astarlib trace 2\n{}\nsha256 0\n")
    assert 2 == main(["view", str(tmp_path / "x.astrace")])
    assert "is truncated or damaged: its checksum doesn't match its content" in capsys.readouterr().err


def test_an_interrupt_leaves_what_was_recorded(tmp_path, monkeypatch):
    def is_goal(self, state):
        calls.append(state)
        if len(calls) == 50:
            raise KeyboardInterrupt
        return state == self.goal

    calls = []
    monkeypatch.setattr(NPuzzle, "is_goal", is_goal)
    file = str(tmp_path / "x.astrace")
    assert 130 == main(["view", *BOARD, "--record", file, "--quiet"])
    assert 40 <= Trace.load(file).expanded < 50
    assert "CANCELLED" == Trace.load(file).info.limit
