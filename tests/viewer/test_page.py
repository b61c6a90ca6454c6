"""The page is one file that loads nothing, and no text of a problem becomes markup."""

import base64
import hashlib
import re
from html.parser import HTMLParser

import pytest
from helpers.recording import recorded

from astarlib import FunctionProblem, GreedyBestFirst
from astarlib.problems.npuzzle import NPuzzle
from astarlib.viewer import frame, page, write_page

pytestmark = pytest.mark.quick

EVIL = '</script><script>alert(1)</script><img src="https://example.org/x">'


class Loading(HTMLParser):
    """Collects what a page loads or leads to."""

    def __init__(self):
        super().__init__()
        self.addresses = set()

    def handle_starttag(self, tag, attrs):
        self.addresses |= {value for name, value in attrs if name in {"src", "srcset", "href", "action", "data"}}


@pytest.fixture(scope="module")
def evil_page():
    evil = type(EVIL, (FunctionProblem,), {})
    problem = evil(
        EVIL,
        successors=lambda state: [(EVIL, state + "!", 1)] if len(state) < 80 else [],
        is_goal=lambda state: len(state) == 75,
    )
    return page(recorded(problem))


def test_no_text_of_a_problem_is_in_the_page_as_it_is(evil_page):
    assert "alert(1)" in base64.b64decode(re.search(r"x-astrace\">([^<]*)<", evil_page)[1]).decode(
        "latin-1"
    )  # an action's
    assert "alert(1)</script>" not in evil_page
    assert 2 == evil_page.count("<script")
    assert "<img" not in evil_page


def test_nothing_is_loaded_from_elsewhere(evil_page):
    loading = Loading()
    loading.feed(evil_page)
    assert {"data:,"} == loading.addresses  # an icon, which browsers would ask for otherwise
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
    trace = recorded(NPuzzle("1 2 3 / 4 5 6 / 0 7 8"))
    trace.to_html(tmp_path / "x.html")
    write_page(tmp_path / "y.html", trace)
    assert page(trace) == (tmp_path / "x.html").read_text("utf-8") == (tmp_path / "y.html").read_text("utf-8")
    assert ["x.html", "y.html"] == sorted(path.name for path in tmp_path.iterdir())


def test_two_searches_are_two_traces_in_one_page(tmp_path):
    problem = NPuzzle("1 2 3 / 4 5 6 / 0 7 8")
    one, two = recorded(problem), recorded(problem, GreedyBestFirst())
    one.to_html(tmp_path / "x.html", compare_with=two)
    text = (tmp_path / "x.html").read_text("utf-8")
    assert 2 == text.count('application/x-astrace">')
    assert "<title>A* and Greedy Best First on N-Puzzle</title>" in text


def test_a_notebook_shows_the_page_in_a_frame_that_may_run_scripts_and_nothing_else():
    trace = recorded(NPuzzle("1 2 3 / 4 5 6 / 0 7 8"))
    shown = trace._repr_html_()
    assert frame(trace) == shown
    assert 'sandbox="allow-scripts"' in shown
    assert 1 == shown.count("<") - shown.count("</iframe")
