"""Every wrong word of a command line gives exit code 2 and one line that names the error."""

import re
from collections import defaultdict

import pytest
from helpers.sampling import slow, spread, variant
from wrong_input.command_lines import LINES, example_of, options, parsers

ALIKE = defaultdict(list)
"""The wrong lines by what has to be said of them. Several commands have the same option."""
for each in LINES:
    ALIKE[each.says].append(each)
VALUED = [option for option in options() if option.takes_value]
# argparse refuses its own errors in the same way at any position.
BY_NAME = {option.name: option for option in options()}.values()
FLAGS = [option for option in BY_NAME if not option.takes_value]


@pytest.fixture
def refused(run, tmp_path, monkeypatch):
    """Runs a wrong command line and gives its message, once all that every message keeps to has been seen."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ASTARLIB_CACHE", str(tmp_path / "cache"))

    def refuse(words):
        done = run(*words, stdin="")
        assert (2, "") == (done.code, done.out)
        assert done.err.startswith("astarlib: error: ")
        assert 1 == len(done.err.splitlines())
        assert len(done.err) < 1000
        assert [] == list(tmp_path.iterdir())
        return done.err

    return refuse


@pytest.mark.parametrize("is_every_command", [False, slow(True)], ids=["three commands", "every command"])
@pytest.mark.parametrize("lines", ALIKE.values(), ids=lambda lines: lines[0].option)
def test_a_wrong_word_is_refused_with_what_would_be_right(lines, is_every_command, refused):
    for line in lines if is_every_command else spread(lines, 3):
        with variant(*line):
            assert re.search(line.says, refused(line.words))


def test_everything_that_takes_a_value_has_a_wrong_one_here():
    assert set() == set(map(str, VALUED)) - {line.option for line in LINES}


def test_every_wrong_value_is_for_something_that_is_there():
    assert set() == {line.option for line in LINES} - set(map(str, options()))


def test_a_missing_value_is_refused_with_the_option(refused):
    for option in BY_NAME:
        if option.takes_value and option.name.startswith("--") and option.name != "--trace":
            with variant(option):
                said = refused([*example_of(option.command), option.name])
                assert re.search(rf"argument (-\w/)?{option.name}: expected one argument", said)


def test_a_value_for_an_option_that_takes_none_is_refused_with_the_option(refused):
    for option in FLAGS:
        with variant(option):
            said = refused([*(example_of(option.command) if option.command != "" else []), f"{option.name}=5"])
            assert re.search(rf"argument .*{option.name}.*: ignored explicit argument '5'", said)


def test_an_unknown_option_is_refused_with_its_name_in_one_line(refused):
    for command in parsers():
        if command != "":
            with variant(command):
                said = refused([*example_of(command), "--nonsense\nmore"])
                assert "unrecognized arguments: --nonsense\\nmore" in said


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            ["solve", "npuzzle", "--korf", "1", "--engin", "astar"],
            "; did you mean '--engine'? (see astarlib solve npuzzle",
        ),
        (
            ["compare", "npuzzle", "--korf", "1", "--wieght=2"],
            "--wieght=2; did you mean '--weight'? (see astarlib compare",
        ),
        (["solve", "npuzzle", "--korf", "1", "--zzz", "--jsno"], "--zzz --jsno; did you mean '--json'?"),
        (["engines", "--zzz"], "unrecognized arguments: --zzz (see astarlib engines --help)"),
        (["solve", "npuzzle", "--korf", "1", "--cost", "3"], "--cost (see"),  # not --output
    ],
)
def test_an_unknown_option_is_refused_with_a_similar_one_of_the_same_command(words, says, refused):
    assert says in refused(words)


@pytest.mark.parametrize(
    ("name", "meant"),
    [("BFS", "breadth-first"), ("ida*", "ida-star"), ("ucs", "dijkstra"), ("WeightedAStar", "weighted-astar")],
)
def test_another_name_of_an_engine_is_refused_with_its_name_here(name, meant, refused):
    assert f"; did you mean '{meant}'?" in refused(["solve", "npuzzle", "--korf", "1", "--engine", name])
