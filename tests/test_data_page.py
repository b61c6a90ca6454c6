"""The programs of docs/guide/data.md. Some of them need libraries that the tests don't install, such as pandas."""

import re
from typing import Any

import pytest
from helpers.fences import REPOSITORY, Fence, fences, printed_by

from astarlib.checking import check_heuristic, check_problem

PAGE = REPOSITORY / "docs" / "guide" / "data.md"
BLOCKS = fences(PAGE)
TEXT = PAGE.read_text(encoding="utf-8")
PRINTED = {
    "csv": "15 minutes: Ayr Cork Dale\n",
    "dicts": "7 km: Ayr Bo Cork\n",
    "networkx": "7 km: Ayr Bo Cork\n",
    "pairs": "7 km: Ayr Bo Cork\n",
    "json": "7 km: Ayr Bo Cork\n",
    "maze": "A#B\n*#*\n***\n",
    "matrix": "7 km: 0 1 2\n",
    "occupancy": "A#*B\n*#*#\n***.\n",
    "text": "10 south south east east east east east east north north\n",
    "points": "11.24 A B D E\n",
    "facts": "walk to the shop, buy flour, walk home, bake\n",
    "neighbors": "2 3 9 10 100\n",
    "loop": "SearchResult(SOLVED, cost=5, lower_bound=5.0 if h never overestimates, expanded=9, engine=AStar())\n",
}
OTHERS = {"pandas", "igraph", "rustworkx", "scipy", "osmnx"}


def needed(block: Fence) -> str:
    """Return the library that a program imports and that the tests don't install."""
    [name] = OTHERS.intersection(re.findall(r"^(?:import|from) (\w+)", block.text, re.MULTILINE))
    return name


def assert_sound(names: dict[str, Any]) -> None:
    """Check the problem of a program, if it has the usual name, and its heuristic."""
    if "problem" in names:
        assert check_problem(names["problem"], states=1_000).faults == ()
        assert check_heuristic(names["problem"], states=1_000).admissible


@pytest.mark.parametrize("session", PRINTED)
def test_a_program_prints_what_is_known(session: str) -> None:
    [block] = [block for block in BLOCKS if block.options.get("session") == session]
    names: dict[str, Any] = {"__name__": session}
    assert printed_by(block.text, names) == PRINTED[session]
    assert_sound(names)


@pytest.mark.parametrize("block", [block for block in BLOCKS if block.language == "py"], ids=needed)
def test_a_program_with_another_library_prints_what_the_page_shows(block: Fence) -> None:
    pytest.importorskip(needed(block))
    shown = BLOCKS[BLOCKS.index(block) + 1]
    names: dict[str, Any] = {"__name__": needed(block)}
    assert (shown.language, shown.text) == ("text", printed_by(block.text, names))
    assert_sound(names)


def test_every_section_is_in_the_table_at_the_top_and_has_one_program_of_at_most_12_lines() -> None:
    top, *sections = re.split(r"^## ", TEXT, flags=re.MULTILINE)
    assert len(sections) == len(re.findall(r"\]\(#[\w-]+\)", top))
    programs = [block for block in BLOCKS if block.language in {"py", "python"}]
    assert len(sections) == len(programs) == len(PRINTED) + len(OTHERS)
    for block in programs:
        assert 3 <= sum(line.strip() != "" for line in block.text.splitlines()) <= 12, block.line
