"""The page is one file: nothing is loaded from elsewhere, and no text of a problem becomes a part of it."""

import base64
import hashlib
import re

import pytest

from astarlib import AStar, FunctionProblem, GreedyBestFirst, Limits
from astarlib.observers.recorder import Recorder
from astarlib.problems.npuzzle import NPuzzle
from astarlib.viewer import frame, page, write_page

EVIL = '</script><script>alert(1)</script><img src="https://example.org/x">'


def recorded(problem, engine=AStar(), limits=Limits()):  # noqa: B008
    recorder = Recorder()
    result = engine.search(problem, limits=limits, observer=recorder)
    return recorder.trace, result


@pytest.fixture(scope="module")
def evil_page():
    evil = type(EVIL, (FunctionProblem,), {})
    problem = evil(
        EVIL,
        successors=lambda state: [(EVIL, state + "!", 1)] if len(state) < 80 else [],
        is_goal=lambda state: len(state) == 75,
    )
    return page(recorded(problem)[0])


def test_no_text_of_a_problem_is_in_the_page_as_it_is(evil_page):
    assert "alert(1)" in base64.b64decode(re.search(r"x-astrace\">([^<]*)<", evil_page)[1]).decode(
        "latin-1"
    )  # an action's
    assert "alert(1)</script>" not in evil_page
    assert 2 == evil_page.count("<script")
    assert "<img" not in evil_page


def test_nothing_is_loaded_from_elsewhere(evil_page):
    assert [] == re.findall(
        r"""(?:src|href|action)\s*=\s*["']?(?!data:,")[^\s"'>]+""", evil_page.partition("<title>")[0]
    )
    assert not re.search(r"@import|url\(", evil_page)


def test_the_policy_allows_the_pages_own_script_and_style_alone(evil_page):
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', evil_page)[1]
    script = re.search(r"<script>(.*)</script>", evil_page, re.DOTALL)[1]
    style = re.search(r"<style>(.*?)</style>", evil_page, re.DOTALL)[1]
    hashes = [base64.b64encode(hashlib.sha256(part.encode()).digest()).decode() for part in (script, style)]
    assert f"default-src 'none'; script-src 'sha256-{hashes[0]}'; style-src 'sha256-{hashes[1]}';" in policy
    assert "unsafe" not in policy


def test_the_script_is_strict_and_makes_no_markup_of_texts(evil_page):
    script = re.search(r"<script>(.*)</script>", evil_page, re.DOTALL)[1]
    assert script.startswith('"use strict";')
    assert not re.search(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|setAttribute\(.on", script
    )
    assert not re.search(r"fetch\(|XMLHttpRequest|WebSocket|EventSource|sendBeacon|import\(", script)


def test_a_page_is_written_in_one_step(tmp_path):
    trace, _ = recorded(NPuzzle("1 2 3 / 4 5 6 / 0 7 8"))
    trace.to_html(tmp_path / "x.html")
    write_page(tmp_path / "y.html", trace)
    assert page(trace) == (tmp_path / "x.html").read_text("utf-8") == (tmp_path / "y.html").read_text("utf-8")
    assert ["x.html", "y.html"] == sorted(path.name for path in tmp_path.iterdir())


def test_two_searches_are_two_traces_in_one_page(tmp_path):
    (one, _), (two, _) = (
        recorded(NPuzzle("1 2 3 / 4 5 6 / 0 7 8")),
        recorded(NPuzzle("1 2 3 / 4 5 6 / 0 7 8"), GreedyBestFirst()),
    )
    one.to_html(tmp_path / "x.html", beside=two)
    text = (tmp_path / "x.html").read_text("utf-8")
    assert 2 == text.count('application/x-astrace">')
    assert "<title>AStar() and GreedyBestFirst() on NPuzzle</title>" in text


def test_a_notebook_shows_the_page_in_a_frame_that_may_run_scripts_and_nothing_else():
    trace, _ = recorded(NPuzzle("1 2 3 / 4 5 6 / 0 7 8"))
    shown = trace._repr_html_()
    assert frame(trace) == shown
    assert 'sandbox="allow-scripts"' in shown
    assert 1 == shown.count("<") - shown.count("</iframe")


# --- the card of a result -------------------------------------------------------------------------------------------


def test_the_card_of_a_result_tells_what_it_proves():
    card = recorded(NPuzzle("1 2 3 / 4 5 6 / 0 7 8"))[1]._repr_html_()
    for told in ("SOLVED", "AStar()", "cost <strong>2</strong>", "lower bound <strong>2</strong>", "right → right"):
        assert told in card


def test_the_card_of_a_result_without_a_solution_says_why():
    card = recorded(NPuzzle("8 6 7 / 2 5 4 / 3 0 1"), limits=Limits(expanded=3))[1]._repr_html_()
    assert "LIMIT (EXPANDED)" in card
    assert re.search("stopped by the limit EXPANDED; no solution costs less than 2[0-9] if h never overestimates", card)


def test_the_card_escapes_what_comes_from_the_problem():
    problem = FunctionProblem(0, successors=lambda s: [(EVIL, s + 1, 1)], is_goal=lambda s: s == 2)
    card = recorded(problem)[1]._repr_html_()
    assert "<script" not in card
    assert "<img" not in card


def test_the_card_of_a_long_path_shows_both_its_ends():
    problem = FunctionProblem(0, successors=lambda s: [(f"step{s}", s + 1, 1)], is_goal=lambda s: s == 100)
    card = recorded(problem)[1]._repr_html_()
    assert "step0" in card
    assert "step99" in card
    assert "… 40 more …" in card
    assert "step50" not in card
