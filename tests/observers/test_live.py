"""The live view shows a running search in a notebook, and nothing elsewhere."""

import itertools
import re
import sys
import types

import pytest

from astarlib import ARAStar, AStar, Limits
from astarlib.events import Progress, SolutionFound, Started
from astarlib.observers import LiveView
from astarlib.problems.npuzzle import NPuzzle

EASY = NPuzzle("1 2 3 / 4 5 6 / 0 7 8")


@pytest.fixture
def notebook(monkeypatch):
    """Stand in for IPython. Return the contents of the outputs: a list for each."""
    outputs = []

    class Handle:
        def __init__(self, content):
            self.contents = [content]

        def update(self, content, *, raw):
            assert raw
            self.contents.append(content)

    def display(content, *, raw, display_id):
        assert raw
        assert display_id
        outputs.append(Handle(content))
        return outputs[-1]

    shell = types.SimpleNamespace(kernel=object())
    monkeypatch.setitem(sys.modules, "IPython", types.SimpleNamespace(get_ipython=lambda: shell))
    monkeypatch.setitem(sys.modules, "IPython.display", types.SimpleNamespace(display=display))
    return outputs


def started(*, resumed=False):
    return Started(EASY, "AStar()", 2, resumed)


def moment(number, f=30.0):
    return Progress(100 * number, 250 * number, 80 * number, 40, f, 20 + number % 10, number / 10)


def test_outside_a_notebook_nothing_is_shown(monkeypatch, capsys):
    for module in (None, types.SimpleNamespace(get_ipython=lambda: None)):
        monkeypatch.setitem(sys.modules, "IPython", module)
        with LiveView() as view:
            assert AStar().search(EASY, observer=view).cost == 2
    assert capsys.readouterr() == ("", "")


def test_a_run_has_one_output_that_ends_with_its_result(notebook):
    view = LiveView()
    view(started())
    view(moment(1))
    view(moment(2))
    result = AStar().search(EASY, observer=view)
    first, *_, last = notebook[0].contents
    assert "RUNNING" in first["text/html"]
    assert "expanded <strong>100</strong>" in first["text/html"]
    assert "per second <strong>1,000</strong>" in first["text/html"]
    assert first["text/plain"].startswith("AStar(): running, expanded 100")
    assert result._repr_html_() in last["text/html"]
    assert last["text/plain"] == repr(result)
    view.close()
    assert len(notebook) == 1


def test_each_run_has_an_output_of_its_own(notebook):
    view = LiveView()
    for _ in range(2):
        AStar().search(EASY, observer=view)
    assert len(notebook) == 2


def test_the_chart_has_a_line_for_f_the_bound_and_the_best_cost(notebook):
    view = LiveView()
    solution = AStar().search(EASY).solution
    for event in (started(), moment(1), moment(2, f=float("inf")), moment(3)):
        view(event)
    assert notebook[0].contents[-1]["text/html"].count("<polyline") == 2
    view(SolutionFound(solution, 300))
    for number in (4, 5):
        view(moment(number))
    html = notebook[0].contents[-1]["text/html"]
    lines = [len(points.split()) for points in re.findall('points="([^"]*)"', html)]
    assert lines == [4, 5, 2]
    assert "2 to 30 over 100 to 500 expansions" in html
    assert "best cost <strong>2</strong>" in html
    numbers = [float(number) for number in re.findall(r"[\d.]+", " ".join(re.findall('points="([^"]*)"', html)))]
    assert 0 <= min(numbers) <= max(numbers) <= 560


def test_the_lines_of_the_chart_fill_it(notebook):
    view = LiveView()
    view(started())
    for expanded, f, bound in ((10, 4, 0), (30, 8, 0), (110, 6, 0)):
        view(Progress(expanded, 0, 0, 0, f, bound, 0.5))
    html = notebook[0].contents[-1]["text/html"]
    wide, high = map(int, re.search(r'viewBox="0 0 (\d+) (\d+)"', html).groups())
    rise = (high - 6) / 8
    lines = [[4, 8, 6], [0, 0, 0]]
    assert re.findall('points="([^"]*)"', html) == [
        " ".join(
            f"{2 + at * (wide - 4):.1f},{high - 3 - rise * y:.1f}" for at, y in zip((0, 0.2, 1), line, strict=True)
        )
        for line in lines
    ]
    assert ("lower bound <strong>" in html, "per second <strong>220</strong>" in html) == (False, True)


def test_a_flat_line_is_in_the_middle_of_the_chart(notebook):
    view = LiveView()
    view(started())
    for expanded in (1, 2):
        view(Progress(expanded, 0, 0, 0, 4, 4, 0))
    html = notebook[0].contents[-1]["text/html"]
    [high] = map(int, re.search(r'viewBox="0 0 \d+ (\d+)"', html).groups())
    assert {f"{high / 2:.1f}"} == set(re.findall(r",(\d+\.\d)", " ".join(re.findall('points="([^"]*)"', html))))
    assert "per second <strong>-</strong>" in html


@pytest.mark.costly
def test_a_line_has_a_bounded_number_of_points(notebook):
    view = LiveView()
    view(started())
    for number in range(1, 800):
        view(moment(number))
    html = notebook[0].contents[-1]["text/html"]
    places = [float(place) for place in re.findall(r"([\d.]+),", re.findall('points="([^"]*)"', html)[0])]
    assert 200 <= len(places) <= 400
    steps = [after - before for before, after in itertools.pairwise(places)]
    assert max(steps) < 1.5 * min(steps)
    assert "over 100 to 79," in html


def test_a_continued_search_keeps_its_chart_and_another_search_begins_one(notebook):
    view = LiveView()
    for event in (started(), moment(1), moment(2), started(resumed=True), moment(3), moment(4)):
        view(event)
    assert "over 100 to 400 expansions" in notebook[-1].contents[-1]["text/html"]
    for event in (started(), moment(1), moment(2)):
        view(event)
    assert "over 100 to 200 expansions" in notebook[-1].contents[-1]["text/html"]


def test_an_interrupted_run_is_shown_as_paused(notebook):
    view = LiveView()

    def interrupt(event):
        view(event)
        if isinstance(event, Progress):
            raise KeyboardInterrupt

    interrupt.event_types = LiveView.event_types
    search = ARAStar().start(NPuzzle("15 14 8 12 10 11 13 9 6 2 5 1 7 3 4 0"), observer=interrupt)
    with pytest.raises(KeyboardInterrupt), view:
        search.run(Limits(seconds=60))
    html = notebook[0].contents[-1]["text/html"]
    assert "PAUSED" in html
    assert "you can run the search again" in html
    view.close()
    assert len(notebook) == 1


def test_a_view_that_has_shown_no_progress_has_nothing_to_pause(notebook):
    view = LiveView()
    view(Started(EASY, "AStar()", 2, False))
    view(moment(0)._replace(seconds=0.0, lower_bound=0))
    assert "per second <strong>-</strong>" in notebook[0].contents[0]["text/html"]
    assert "lower bound" not in notebook[0].contents[0]["text/html"]
    view(started())
    view.close()
    assert len(notebook[0].contents) == 1
