"""The programs of docs/guide/planning.md that need unified-planning."""

from typing import Any

import pytest
from helpers.fences import REPOSITORY, fences, printed_by

BLOCKS = fences(REPOSITORY / "docs" / "guide" / "planning.md")
PROGRAMS = [number for number, block in enumerate(BLOCKS) if block.language == "py"]


@pytest.mark.parametrize("number", PROGRAMS)
def test_a_program_prints_what_the_page_shows(number: int) -> None:
    pytest.importorskip("unified_planning", reason="needs the extra planning")
    shown = BLOCKS[number + 1]
    names: dict[str, Any] = {"__name__": "program"}
    assert (shown.language, shown.text) == ("text", printed_by(BLOCKS[number].text, names))
