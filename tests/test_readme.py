import doctest
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from helpers.fences import REPOSITORY, Fence, commands, fences, printed_by, run_command

from astarlib import ENGINES
from astarlib.compiled import compile_problem
from benchmarks.harness.rows import Row, read_rows
from benchmarks.report import PUBLISHED

README = fences(REPOSITORY / "README.md")
TEST_COMMAND = "python3 -m venv .venv && .venv/bin/pip install -e '.[test]' && .venv/bin/python -m pytest\n"
MAIN_COMMAND = (
    "python3 -m venv .venv && .venv/bin/pip install '.[cli]' && "
    '.venv/bin/astarlib solve npuzzle "0 5 6 3 9 1 2 4 10 7 11 15 13 14 12 8"\n'
)
ELLIPSIS = doctest.ELLIPSIS | doctest.REPORT_UDIFF


def output_shown_after(block: Fence) -> str:
    following = README[README.index(block) + 1]
    assert following.language == "text"
    return following.text


def assert_printed(expected: str, printed: str) -> None:
    checker, example = doctest.OutputChecker(), doctest.Example("", expected)
    if not checker.check_output(expected, printed, ELLIPSIS):
        pytest.fail(checker.output_difference(example, printed, ELLIPSIS))


@pytest.mark.costly
def test_python_blocks_print_what_is_shown() -> None:
    names: dict[str, Any] = {"__name__": "readme"}
    blocks = 0
    for block in README:
        if block.language == "python":
            assert_printed(output_shown_after(block), printed_by(block.text, names))
            blocks += 1
        elif block.language == "pycon":
            test = doctest.DocTestParser().get_doctest(block.text, names, "README.md", "README.md", block.line)
            outcome = doctest.DocTestRunner(optionflags=ELLIPSIS).run(test, clear_globs=False)
            assert (0, len(test.examples)) == (outcome.failed, outcome.attempted)
            names = test.globs
            blocks += 1
    assert blocks >= 4


def test_commands_print_what_is_shown() -> None:
    [block] = [block for block in README if block.text == MAIN_COMMAND]
    [arguments] = commands(block.text)
    code, printed = run_command(arguments)
    assert 0 == code
    assert_printed(output_shown_after(block), printed)


def test_no_block_is_left_out_by_these_tests() -> None:
    assert {"sh", "text", "python", "pycon"} == {block.language for block in README}
    assert [MAIN_COMMAND, TEST_COMMAND] == [block.text for block in README if block.language == "sh"]
    for block, following in pairwise(README):
        if following.language == "text":
            assert block.language == "python" or block.text == MAIN_COMMAND


def test_the_first_block_is_a_program_of_twelve_lines() -> None:
    program = README[0]
    assert program.language == "python"
    assert 12 == sum(line.strip() != "" for line in program.text.splitlines())


def test_the_readme_is_short() -> None:
    assert len((REPOSITORY / "README.md").read_text(encoding="utf-8").split()) <= 700


def test_the_readme_compares_the_four_basic_engines() -> None:
    [program] = [block for block in README if "for engine in" in block.text]
    shown = output_shown_after(program).splitlines()
    assert ["AStar", "WeightedAStar", "GreedyBestFirst", "Dijkstra"] == [
        line.rpartition(": ")[2].partition("(")[0] for line in shown
    ]


def published(suite: str, case: str, contender: str) -> Row:
    [row] = [
        row for row in read_rows(PUBLISHED) if (row["suite"], row["case"], row["contender"]) == (suite, case, contender)
    ]
    return row


def test_the_figures_of_the_reasons_are_the_published_ones() -> None:
    text = " ".join((REPOSITORY / "README.md").read_text(encoding="utf-8").split())
    boards = published("compiled", "hundred-663", "astarlib, compiled")["answer"]
    ours, nographs, *others = (
        published("peers", "8-puzzle", name)["seconds"]["median"]
        for name in ("astarlib", "nographs", "simpleai", "aima")
    )
    compiled, native = (
        published("compiled", "astar-held-out", name)["seconds"]["median"]
        for name in ("astarlib, compiled", "C++, incremental h")
    )
    plain, translated = (
        published("plain", "tiles", name)["seconds"]["median"] for name in ("A* in Python", "compiled A*")
    )
    start = published("startup", "startup", "import astarlib")["figures"]["seconds beyond a bare start"]["median"]
    assert f"Korf's {boards['boards']} 15-puzzles in {boards['cost']:,} moves" in text
    assert f"one of {len(ENGINES)} engines" in text
    assert (
        f"A\\* takes {1000 * ours:.0f} ms, nographs {1000 * nographs:.0f} ms, and simpleai and aima {others[0]:.1f} s"
        in text
    )
    assert f"{others[0]:.1f}" == f"{others[1]:.1f}"
    assert f"A\\* takes {plain:.2f} s in Python and {1000 * translated:.0f} ms compiled" in text
    assert 20 <= plain / translated
    assert 0.8 <= native / compiled <= 1.25, "it isn't about as fast as C++"
    assert f"`import astarlib` adds {1000 * start:.0f} ms to Python's start" in text
    for suite in ("compiled/hundred-663", "peers/8-puzzle", "plain/tiles", "compiled/astar-held-out", "startup"):
        assert f"`python -m benchmarks {suite}`" in text


def test_the_program_with_costs_compiles_by_one_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    knight, costs = README[0].text, next(block.text for block in README if "WetKnight" in block.text)
    (tmp_path / "wet_knight.py").write_text(f"{knight}\n{costs}", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    problem = import_module("wet_knight").WetKnight((0, 0))
    assert "def list_edges" in compile_problem(problem).source
