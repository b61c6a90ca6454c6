"""Notebooks show problems, drawings and reports as pictures and cards, with all texts escaped."""

import re
import xml.etree.ElementTree as ET
from types import SimpleNamespace

from helpers.sampling import in_turn

from astarlib import AStar, FunctionProblem, SearchProblem, explore
from astarlib._support.state_text import state_text
from astarlib.checking import check_engine, check_heuristic, check_problem
from astarlib.derived import with_starts
from astarlib.drawing import COLORS, Box, Dot, Drawing, Label, Line, Map, Paint
from astarlib.engines.exploring import Layers
from astarlib.problems.graph import romania
from astarlib.problems.npuzzle import NPuzzle
from astarlib.problems.sudoku import examples

EVIL = "<img src=x onerror=alert(1)>"


def parsed(html):
    return ET.fromstring(html)  # It's the library's own output.


@in_turn("paint", Paint)
def test_each_kind_of_shape_is_drawn_in_each_paint(paint):
    shapes = (
        Box(0, 0, 2, 1, paint, EVIL), Box(0, 0, 1, 1, paint), Line(0, 0, 2, 2, 0.1, paint), Dot(1, 1, 0.5, paint),
        Label(0, 1, 0.5, EVIL, paint),
    )  # fmt: skip
    picture = parsed(Drawing(4, 2, shapes)._repr_html_())
    names = [each.tag.rpartition("}")[2] for each in picture]
    assert names == ["rect", "text", "rect", "line", "circle", "text"]
    assert [picture[1].text, picture[5].text] == [EVIL, EVIL]
    assert (picture.get("width"), picture.get("height")) == ("280", "140")
    assert (picture[0].get("width"), picture[0].get("height")) == ("140", "70")
    if paint in COLORS:
        assert {picture[place].get("fill") for place in (0, 2, 4, 5)} == {COLORS[paint]} == {picture[3].get("stroke")}
        assert picture[1].get("fill") == "#fff"


def test_a_drawing_with_very_many_shapes_is_shown_as_its_repr():
    assert Drawing(1, 1, (Dot(0, 0, 1),) * 20_001)._repr_html_() is None


def test_a_map_is_shown_as_its_drawing():
    drawing = Drawing(1, 1, (Dot(0, 0, 1),))
    assert Map(drawing)._repr_html_() == drawing._repr_html_()


def test_a_problem_shows_its_initial_state():
    puzzle = NPuzzle("1 2 3 / 4 5 6 / 0 7 8")
    drawn = puzzle._repr_html_()
    assert "<strong>NPuzzle</strong>" in drawn
    assert drawn.count("<rect") == 8
    assert with_starts(puzzle, [puzzle.initial_state])._repr_html_().count("<rect") == 8
    assert ">Bucharest<" in romania()._repr_html_()
    assert "<svg" in next(iter(examples())).problem._repr_html_()


def test_a_problem_without_a_drawing_shows_the_text_or_the_repr_of_its_state():
    class Worded(SearchProblem):
        actions = result = is_goal = None

        def format_state(self, state):
            return f"at {state}\n{EVIL}"

    shown = Worded(7)._repr_html_()
    assert "<pre>at 7\n&lt;img" in shown
    assert "<img" not in shown
    plain = FunctionProblem("x" * 5000, successors=lambda _: [], is_goal=bool)._repr_html_()
    assert "<pre>&#x27;xxx" in plain
    assert len(plain) < 2500


def test_a_problem_whose_map_has_too_many_shapes_shows_the_text_of_its_state():
    class Huge(FunctionProblem):
        def draw_map(self):
            return Map(Drawing(1, 1, (Dot(0, 0, 1),) * 20_001))

    assert "<pre>0</pre>" in Huge(0, successors=lambda _: [], is_goal=bool)._repr_html_()


def test_reports_are_cards_with_their_text():
    overestimating = FunctionProblem(
        0, successors=lambda s: [(EVIL, s + 1, 1)] if s < 2 else [], is_goal=lambda s: s == 2, heuristic=lambda _: 9
    )
    for report, sign in (
        (check_problem(NPuzzle("1 2 / 0 3")), "✓"),
        (check_heuristic(overestimating), "✗"),
        (check_problem(overestimating), "✗"),
    ):
        shown = report._repr_html_()
        assert f"<strong>{sign} " in shown
        assert "<img" not in shown
        text = re.sub("<[^>]*>", "", shown)
        assert all(word in text for word in report.headline().split() if word.isalpha())
    assert "satisfies these laws" in check_engine(AStar(), problems=[NPuzzle("1 2 / 0 3")])._repr_html_()


class Collected(SearchProblem):
    """Collect letters. States are sets, which Python shows in another order in each process."""

    def successors(self, state):
        return [(letter, state | {letter}, 1) for letter in "abc" if letter not in state]

    def is_goal(self, state):
        return len(state) == 3


def test_a_problem_shows_its_class_and_its_start():
    problem = Collected(frozenset("ab"))
    assert repr(problem) == "Collected({'a', 'b'})"
    assert repr(with_starts(problem, [frozenset("c"), frozenset()])) == "Collected({'c'}, one of 2 starts)"
    assert len(repr(Collected("x" * 5000))) < 150
    assert "Collected object at" in repr(object.__new__(Collected))


def test_sets_in_states_are_shown_sorted():
    values = {
        frozenset("cab"): "{'a', 'b', 'c'}", frozenset(): "{}", (1, frozenset({3, 20, 1})): "(1, {1, 3, 20})",
        (frozenset({1, "x"}),): "({'x', 1},)", "{b, a}": "'{b, a}'",
        frozenset({frozenset("ba"), frozenset("c"), frozenset()}): "{{'a', 'b'}, {'c'}, {}}",
    }  # fmt: skip
    assert {value: state_text(value) for value in values} == values
    path = AStar().search(Collected(frozenset("a"))).path
    assert str(path).splitlines()[-1].endswith("  {'a', 'b', 'c'}")


def test_what_a_cell_ends_with_is_shown():
    problem = NPuzzle("1 2 3 / 4 5 6 / 0 7 8")
    search = AStar().start(problem)
    assert "lower bound: 2" in search._repr_html_()
    result = search.run()
    assert "best cost: 2" in search._repr_html_()
    assert re.search(r"expanded +2\b", result.statistics._repr_html_())
    written = []
    result.path._repr_pretty_(SimpleNamespace(text=written.append), False)
    assert written == [str(result.path)]
    found = explore(Collected(frozenset()))
    shown = found._repr_html_()
    assert Layers(found.result, found.layers)._repr_html_().partition("cost")[2] == shown.partition("cost")[2] != ""
    assert "Explored(8 states)" in shown
    assert re.findall(r"(\d)  (\d)", shown) == [("0", "1"), ("1", "3"), ("2", "3"), ("3", "1")]
