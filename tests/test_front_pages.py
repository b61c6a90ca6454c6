"""The pages that newcomers read first: the animated picture, the flowchart, the diagrams and the tutorial."""

import re
from xml.etree import ElementTree as ET

import pytest
from helpers.fences import REPOSITORY, fences
from helpers.sampling import in_turn

from astarlib import ENGINES
from docs.chooser import STEPS, chart
from docs.examples.knight_board import board
from docs.examples.maze_race import PICTURE, race
from docs.families import FAMILIES
from docs.gallery_cards import PROBLEMS, recipes, shown
from docs.recipe_pictures import PICTURES

DOCS = REPOSITORY / "docs"
GUIDE = (DOCS / "guide" / "engines.md").read_text(encoding="utf-8")
DIAGRAMS = sorted((DOCS / "diagrams").glob("*.svg"))
TUTORIAL = [DOCS / "tutorial" / f"{name}.md" for name in ("first-problem", "heuristic", "watch", "doctor", "limits")]
MAX_BYTES = 600_000
TERMS = ("f", "g", "h", "frontier", "admissible", "consistent")
SVG = "{http://www.w3.org/2000/svg}"


def links_of(svg: str) -> dict[str, str]:
    """Return the links of a chart: their addresses by their texts."""
    root = ET.fromstring(svg.replace("<svg ", f'<svg xmlns="{SVG[1:-1]}" '))
    return {"".join(link.itertext()): link.attrib["href"] for link in root.iter(f"{SVG}a")}


def test_the_picture_of_the_first_pages_is_what_its_script_draws() -> None:
    assert race() == PICTURE.read_text(encoding="utf-8"), "run python -m docs.examples.maze_race"
    assert PICTURE.stat().st_size <= MAX_BYTES


def test_the_flowchart_leads_to_every_engine_once() -> None:
    assert sorted(ENGINES) == sorted(name for step in STEPS for choice in step.choices for name in choice.engines)
    guides = dict(choice.other for step in STEPS for choice in step.choices if choice.other is not None)
    assert {kind.__name__: f"#{name}" for name, kind in ENGINES.items()} | guides == links_of(chart())


def test_the_flowchart_has_the_families_in_their_order_from_the_heuristic_to_a_change() -> None:
    assert [set(family.engines) for family in FAMILIES.values()] == [
        {name for choice in step.choices for name in choice.engines} for step in STEPS
    ]
    assert "heuristic" in "".join(STEPS[0].question)
    assert "change" in "".join(STEPS[-1].question)
    assert [step.going_on == "" for step in STEPS] == [step is STEPS[-1] for step in STEPS]


def test_the_flowchart_leads_to_a_compiled_problem_and_to_the_disk() -> None:
    others = [choice.other for step in STEPS for choice in step.choices if choice.other is not None]
    assert ["compiling.html", "scale.html#disk"] == [address for _, address in others]


def test_the_flowchart_and_the_guide_say_compile_first_where_a_search_takes_too_long() -> None:
    [step] = [step for step in STEPS if step.question == ("Does it take", "too long?")]
    _, _, box = chart().partition("too long?")
    assert re.findall(r'<a class="([\w ]+)" href="([^"]+)"', box)[:2] == [
        ("guide usual", "compiling.html"), ("other", f"#{step.choices[0].engines[0]}"),
    ]  # fmt: skip
    assert GUIDE.index("[compile the\nproblem](compiling.md)") < GUIDE.index("chart()")
    assert "## Better and better solutions {#anytime}\n\n**Compile first:**" in GUIDE


def test_every_engine_has_a_row_in_the_guide_in_the_order_of_the_families() -> None:
    rows = re.findall(r'^\| <span id="([\w-]+)"></span>\[`(\w+)\(.*?\)`\]\(([\w./-]+)#([\w-]+)\) ', GUIDE, re.MULTILINE)
    assert [
        (name, ENGINES[name].__name__, f"../reference/engines/{page}.md", name)
        for page, family in FAMILIES.items() for name in family.engines
    ] == rows  # fmt: skip
    assert len(rows) == len(ENGINES)
    assert len(re.findall(r"^\| (?!engine)\S", GUIDE, re.MULTILINE)) == len(rows)
    sections = re.findall(r"^## (.*) \{#([\w-]+)\}$", GUIDE, re.MULTILINE)
    assert [(family.title, page) for page, family in FAMILIES.items()] == sections


@pytest.mark.parametrize("path", DIAGRAMS, ids=lambda path: path.name)
def test_a_diagram_has_a_description_and_is_on_a_page(path) -> None:
    drawing = ET.parse(path).getroot()
    assert drawing.tag == f"{SVG}svg"
    assert drawing.attrib["role"] == "img"
    assert len(drawing.attrib["aria-label"].split()) > 5
    included = f'--8<-- "docs/diagrams/{path.name}"'
    assert any(included in page.read_text(encoding="utf-8") for page in DOCS.rglob("*.md"))


def test_the_board_shows_the_closed_list_the_frontier_and_the_path() -> None:
    early, solved = board("early", expanded=3), board("solved")
    assert (3, 20) == (early.count('class="closed"'), early.count('class="open"'))
    assert (0, 1) == (early.count("<polyline"), solved.count("<polyline"))
    assert (14, 64) == (solved.count('class="closed"'), solved.count('class="open"'))  # The goal has its own color.


def test_the_gallery_has_a_card_for_each_of_its_sections_and_for_each_recipe() -> None:
    text = (DOCS / "gallery.md").read_text(encoding="utf-8")
    sections = re.findall(r"^### (.*)$", text, re.MULTILINE)
    assert [(title, "#" + re.sub(r"\W", "-", title.lower())) for title in sections] == [
        (card.title, card.address) for card in PROBLEMS
    ]
    assert sorted(f"recipes/{name}.html" for name in PICTURES) == sorted(card.address for card in recipes())
    assert re.findall(r"^#{2} (.*)$|^print\(shown\((\w+)|^(###) N", text, re.MULTILINE) == [
        ("Recipes", "", ""), ("", "recipes", ""), ("Built-in problems", "", ""), ("", "PROBLEMS", ""), ("", "", "###"),
    ]  # fmt: skip


@pytest.mark.costly
def test_a_card_of_the_gallery_is_a_link_with_a_thumbnail_a_title_and_a_line() -> None:
    cards = ET.fromstring(shown((*PROBLEMS, *recipes())))
    assert len(cards) == len(PROBLEMS) + len(PICTURES)
    for card, made in zip((*PROBLEMS, *recipes()), cards, strict=True):
        [thumbnail, title, says] = made
        assert (made.tag, made.attrib["href"], title.text, says.text) == ("a", card.address, card.title, card.says)
        [picture] = thumbnail
        assert "viewBox" in picture.attrib
        assert "width" not in picture.attrib
        assert len(list(picture.iter())) > 5


@pytest.mark.parametrize("page", TUTORIAL, ids=lambda page: page.stem)
def test_a_page_of_the_tutorial_ends_with_two_exercises_whose_solutions_run(page) -> None:
    text = page.read_text(encoding="utf-8")
    exercises = text[text.index("## Exercises\n") :]
    assert re.findall(r"^(?:\*\*(\d)\.\*\*|\?\?\? success \"(Solution)\")", exercises, re.MULTILINE) == [
        ("1", ""), ("", "Solution"), ("2", ""), ("", "Solution"),
    ]  # fmt: skip
    assert exercises.count("\n## ") == 0
    first = text[: text.index("## Exercises\n")].count("\n")
    solutions = [block for block in fences(page) if block.line > first and block.language == "python"]
    assert [{"exec", "result", "session", "source"}] * 2 == [set(block.options) for block in solutions]


@in_turn("term", TERMS)
def test_the_tutorial_defines_a_term_where_it_occurs_first(term: str) -> None:
    text = "\n".join(page.read_text(encoding="utf-8") for page in TUTORIAL)
    prose = re.sub(r"^( *)```.*?^\1```$|`[^`]*`", "", text, flags=re.DOTALL | re.MULTILINE)
    first = re.search(rf"(?<![\w/#.-]){term}(?![\w/.-])", prose, re.IGNORECASE)
    assert first is not None
    assert re.match(rf"(?:\*\*)?\]\(\.\./glossary\.md#{term}\)", prose[first.end() :]), prose[: first.end()][-80:]
