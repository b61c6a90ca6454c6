"""The search and the first screens of a built site in a real browser: the nox session docs runs this."""

import functools
import http.server
import os
import re
import shutil
import threading
from pathlib import Path

import pytest

from docs.moved import MOVED

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))), None)
SITE = Path(os.environ.get("ASTARLIB_SITE", "no site"))
pytestmark = [
    pytest.mark.skipif(BROWSER is None, reason="no Chromium is installed"),
    pytest.mark.skipif(not (SITE / "index.html").exists(), reason="ASTARLIB_SITE has no site"),
]

PATIENCE = 60_000  # milliseconds, for a machine with other work
FOUND = {
    "AStar.search": "reference/engines/basic.html",
    "uniform cost": "reference/engines/basic.html",
    "shortest path": "guide/problems.html",
    "open list": "glossary.html",
    "pathfinding": "guide/problems.html",
    "breadth first": "reference/engines/memory.html",
    "priority queue": "glossary.html",
    "route": "recipes/road-network.html",
    "Rubik": "recipes/pocket-cube.html",
    "jigsaw": "recipes/jigsaw-sudoku.html",
    "sliding puzzle": "recipes/sliding-tiles.html",
    "puzzle solver": "quickstart.html",
    "out of memory": "faq.html",
    "unhashable": "guide/state-keys.html",
    "time limit": "guide/running.html",
    "networkx": "guide/coming-from.html",
    "neural network": "guide/neural-heuristic.html",
    "doi": "bibliography.html",
}
"""What people search for, with a page that must be among the first results."""
FIRST = 10
FOUND_AT_TOP = {
    "lights out": "guide/modeling.html",
    "bridge torch": "guide/modeling.html",
    "sokoban": "guide/modeling.html",
    "turn restrictions": "guide/modeling.html",
    "print path": "guide/results.html",
    "custom heuristic": "guide/problem.html",
    "strips": "guide/planning.html",
    "numba": "guide/compiling.html",
    "dijkstra networkx": "guide/coming-from.html",
    "kbest": "reference/engines/several.html",
    "too slow": "guide/speed.html",
    "out of memory": "tutorial/limits.html",
}
"""What people search for, with a page that must be one of the first two results."""
IS_FOUND = "/matching/.test(document.querySelector('.md-search-result__meta').textContent)"
WITH_PICTURE = ("quickstart.html", "gallery.html", "explanation/how-astar-works.html")
SIZES = {"desktop": (1280, 800), "phone": (390, 844)}
KEPT = {
    "guide/disk.html": "guide/scale.html#disk",
    "guide/disk.html#what-it-costs": "guide/scale.html#what-a-search-on-disk-costs",
    "guide/disk.html#when-the-disk-is-full": "guide/scale.html#when-the-disk-is-full",
    "reference/engines/astar.html#astarlib.AStar.search": "reference/engines/basic.html#astarlib.AStar.search",
    "reference/batch.html#unknown": "reference/comparing.html#many-problems-at-once",
}
"""Old addresses, some with anchors, and where they lead."""


class Handler(http.server.SimpleHTTPRequestHandler):
    """A server that prints nothing."""

    def log_message(self, *args):
        """Print nothing."""


@pytest.fixture(scope="module")
def address():
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=str(SITE))) as server:
        server.handle_error = lambda *args: None  # A browser that closes breaks its connections.
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def browser():
    from playwright.sync_api import sync_playwright  # only where there is a browser

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield running
        running.close()


@pytest.fixture(scope="module")
def tab(browser):
    page = browser.new_page()
    page.set_default_timeout(PATIENCE)
    yield page
    page.close()


@pytest.fixture(scope="module")
def searching(browser, address):
    """The input of a page that has loaded the index of the search."""
    page = browser.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{address}changelog.html?q=route")  # The page starts the search in its address.
    page.wait_for_function(IS_FOUND)
    yield page.locator("input.md-search__input")
    page.close()


@pytest.mark.parametrize("words", [*FOUND, *FOUND_AT_TOP])
def test_the_search_finds_a_page(searching, address, words) -> None:
    for text in ("", words):
        searching.fill(text)
        searching.press("End")  # The page reads the text when a key is released.
        searching.page.wait_for_function(IS_FOUND if text else f"!{IS_FOUND}")
    links = searching.page.locator(".md-search-result__link").evaluate_all("links => links.map(link => link.href)")
    pages = list(dict.fromkeys(re.split("[?#]", link.removeprefix(address))[0] for link in links))
    if words in FOUND:
        assert FOUND[words] in pages[:FIRST], pages[:FIRST]
    else:
        assert FOUND_AT_TOP[words] in pages[:2], pages[:FIRST]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", WITH_PICTURE)
def test_the_first_picture_is_in_the_first_screen(tab, address, name, size) -> None:
    width, height = SIZES[size]
    tab.set_viewport_size({"width": width, "height": height})
    tab.goto(f"{address}{name}")
    picture = tab.locator("article :is(.figure, .thumbnail) > :is(svg, img), article iframe").first
    box = picture.bounding_box()
    assert box["y"] + min(box["height"], 120) <= height
    assert box["x"] + box["width"] <= width


def test_the_site_has_no_files_of_python() -> None:
    assert [] == [path for path in SITE.rglob("*") if path.suffix in {".py", ".pyc"}]


def test_every_old_address_leads_to_its_section(tab, address) -> None:
    for old, new in MOVED.items():
        tab.goto(f"{address}{old}", wait_until="commit")
        tab.wait_for_url(f"{address}{new}", wait_until="commit")


def test_an_old_address_keeps_an_anchor_of_the_new_page_and_works_from_disk(tab) -> None:
    for old, new in KEPT.items():
        tab.goto((SITE / "index.html").resolve().as_uri().replace("index.html", old))
        tab.wait_for_url(f"**/{new}")
