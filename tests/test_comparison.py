"""The page that compares astarlib with other libraries says what the probes find."""

import importlib
import re
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest
from helpers.fences import REPOSITORY

from docs import comparison
from docs.comparison import FEATURES, LIBRARIES, Feature

NAMES = [feature.name for group in FEATURES.values() for feature in group]


def test_every_library_has_a_stored_answer_to_every_feature() -> None:
    found = comparison.stored()
    assert list(LIBRARIES) == list(found["answers"]) == list(found["versions"])
    assert [] == [
        name for name, answers in found["answers"].items() if list(answers) != NAMES or "" in answers.values()
    ]


def test_the_table_of_the_page_shows_the_stored_answers() -> None:
    found = comparison.stored()["answers"]
    for title, group in FEATURES.items():
        lines = comparison.table(title).splitlines()
        head, _, *rows = ([cell.strip() for cell in line.split("|")[1:-1]] for line in lines)
        assert [title, *LIBRARIES] == head
        assert [feature.says for feature in group] == [row[0] for row in rows]
        expected = [[found[library][feature.name].replace("*", r"\*") for library in LIBRARIES] for feature in group]
        assert expected == [row[1:] for row in rows]
        assert f"\n{comparison.table(title)}\n" in comparison.tables()


def test_the_stored_answers_are_of_the_measured_versions() -> None:
    pinned = dict(re.findall(r"^([\w-]+)==(\S+)$", (REPOSITORY / "benchmarks/peers.txt").read_text(), re.MULTILINE))
    versions = comparison.stored()["versions"]
    assert versions.pop("aima") == pinned["aima3"]
    assert versions.pop("astarlib") == comparison.version("astarlib")
    assert versions == {name: pinned[name] for name in versions}


@pytest.mark.parametrize("name", LIBRARIES)
def test_the_probes_give_the_stored_answers(name: str) -> None:
    found = comparison.stored()
    try:
        installed = comparison.version(name)
    except (ImportError, PackageNotFoundError):
        pytest.skip(f"{name} isn't installed here")
    if installed != found["versions"][name]:
        pytest.skip(f"{name} {installed} isn't the version of the stored answers")
    assert found["answers"][name] == comparison.answers(name)


@pytest.mark.parametrize("program", comparison.PROGRAMS, ids=lambda program: program.stem)
def test_the_programs_of_other_libraries_print_the_stored_lines(program: Path) -> None:
    found = comparison.stored()["printed"]
    assert found.keys() == {each.stem for each in comparison.PROGRAMS}
    try:
        assert found[program.stem] == comparison.printed(program)
    except ModuleNotFoundError:
        pytest.skip("the library isn't installed here")


def test_a_library_that_mentions_a_feature_needs_a_probe_for_it() -> None:
    library = importlib.import_module("docs.peers.networkx")
    with pytest.raises(LookupError, match=r"needs a probe invented\(\): .* has 'dijkstra'"):
        comparison.answer(library, Feature("invented", "", "dijkstra"))
    with pytest.raises(LookupError, match=r"needs a probe invented\(\)"):
        comparison.answer(library, Feature("invented", ""))
    assert comparison.answer(library, Feature("invented", "", "a word that no file has")) == "no"


def test_distances_are_those_of_the_cheapest_paths() -> None:
    graph = {"a": {"b": 1, "c": 4}, "b": {"c": 2}, "c": {}, "d": {"a": 1}, "e": {}}
    assert comparison.distances(graph, "c") == {"c": 0, "b": 2, "a": 3, "d": 4}
