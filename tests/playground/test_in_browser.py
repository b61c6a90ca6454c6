"""The playground of a built site in a real browser: the nox session docs runs this with ASTARLIB_SITE."""

import contextlib
import functools
import http.server
import io
import os
import re
import runpy
import shutil
import threading
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from helpers.fences import REPOSITORY

from astarlib import AStar, Dijkstra
from astarlib.problems.grid import GridProblem
from docs.playground import program

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))), None)
SITE = Path(os.environ.get("ASTARLIB_SITE", "no site"))
pytestmark = [
    pytest.mark.skipif(BROWSER is None, reason="no Chromium is installed"),
    pytest.mark.skipif(not (SITE / "playground" / "app.html").exists(), reason="ASTARLIB_SITE has no playground"),
]

PATIENCE = 120_000  # milliseconds, for a machine with other work
MAX_BYTES = 16 * 10**6
EXAMPLES = REPOSITORY / "docs" / "playground" / "examples"


class Handler(http.server.SimpleHTTPRequestHandler):
    """A server of the site below a path, so that only relative addresses work."""

    def translate_path(self, path):
        assert path.startswith("/some/where/")
        return super().translate_path(path.removeprefix("/some/where"))

    def log_message(self, *args):
        """Print nothing."""


@pytest.fixture(scope="module")
def address():
    """Serve the site."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=str(SITE))) as server:
        server.handle_error = lambda *args: None  # A browser that closes breaks its connections.
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/some/where/"
        server.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def requests():
    """Return the list of the addresses that the browser asked for, without those that the policy of a page forbids."""
    return []


@pytest.fixture(scope="module")
def forbidden():
    """Return the list of the addresses that the policy of a page forbids."""
    return []


@pytest.fixture(scope="module")
def page(address, requests, forbidden):
    """Open the page of the documentation with the playground, before the click."""
    from playwright.sync_api import sync_playwright  # only where there is a browser

    def sort_out(request):
        if request.failure == "csp":
            requests.remove(request.url)
            forbidden.append(request.url)

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        context = running.new_context(viewport={"width": 1280, "height": 900}, color_scheme="light")
        context.on("request", lambda request: requests.append(request.url))
        context.on("requestfailed", sort_out)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(f"{address}playground/index.html")
        yield page
        running.close()


@pytest.fixture(scope="module")
def frame(page):
    """Return the frame with the playground."""
    return page.frame_locator("iframe.playground")


@pytest.fixture(scope="module")
def playground(frame):
    """Start Python, and return the frame with the playground."""
    frame.locator("#start").click()
    until(frame, "#state", "Python is ready.")
    return frame


def until(frame, selector, text):
    from playwright.sync_api import expect  # only where there is a browser

    expect(frame.locator(selector)).to_have_text(text, timeout=PATIENCE)


def write(playground, code):
    playground.locator("#code-tab").click()
    playground.locator(".cm-content").fill(code)


def run(playground, code=None):
    """Run a program, or what is in the editor, and return what it prints."""
    if code is not None:
        write(playground, code)
    playground.locator("#run").click()
    until(playground, "#state", "Python is ready.")
    return playground.locator("#output").text_content()


def without_times(text):
    return re.sub(r"[\d.]+ seconds", "… seconds", text)


# --- before and after the click ---------------------------------------------------------------------------------------


def test_nothing_large_is_loaded_before_the_click(frame, requests, address):
    until(frame, "#start", "Start Python")
    loaded = {url.removeprefix(f"{address}playground/") for url in requests if "/playground/" in url}
    assert {"index.html", "app.html", "start.js", "playground.css"} == loaded
    assert re.search(r"This loads 1\d MB from this site", frame.locator("#start-note").text_content())


def test_the_policy_allows_compiled_code_and_nothing_else_that_a_page_can_make(frame):
    policy = frame.locator("meta[http-equiv=Content-Security-Policy]").get_attribute("content")
    rules = {rule.split()[0]: rule.split()[1:] for rule in policy.split(";")}
    assert ["'none'"] == rules["default-src"]
    assert ["'self'", "'wasm-unsafe-eval'"] == rules["script-src"]
    assert {"'self'", "'none'", "'wasm-unsafe-eval'", "blob:"} == {source for rule in rules.values() for source in rule}


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.stem)
def test_an_example_prints_what_an_installed_python_prints(playground, path):
    names = playground.locator("#example option").all_text_contents()
    assert len(names) == 5
    with contextlib.redirect_stdout(io.StringIO()) as expected:
        runpy.run_path(str(path), run_name="__main__")
    first_line = path.read_text(encoding="utf-8").splitlines()[0]
    for name in names:
        playground.locator("#example").select_option(name)
        if first_line in playground.locator(".cm-line").all_text_contents():
            break
    assert without_times(expected.getvalue()) == without_times(run(playground))


def test_a_program_is_edited_and_run_with_keys(playground, page):
    write(playground, "print(6 * 7)")
    page.keyboard.press("End")
    page.keyboard.type("\nif True:\nprint('indented')")
    page.keyboard.press("Control+Enter")
    until(playground, "#output", "42\nindented\n")
    until(playground, "#state", "Python is ready.")


@pytest.mark.parametrize(
    "code",
    [
        "from astarlib.compiled import AStar\nAStar().search(PUZZLE)",
        "from astarlib.batch import solve_many\nlist(solve_many([PUZZLE], astarlib.AStar()))",
        "astarlib.AStar().search(PUZZLE, limits=astarlib.Limits(memory=2**30))",
        "import threading\nthreading.Thread(target=print).start()",
        "import subprocess\nsubprocess.run(['ls'])",
        "import numpy",
    ],
    ids=["compiled", "processes", "memory", "thread", "process", "package"],
)
def test_what_a_browser_lacks_needs_an_installation(playground, code):
    puzzle = "import astarlib\nfrom astarlib.problems.npuzzle import NPuzzle\nPUZZLE = NPuzzle('1 2 3 / 4 5 6 / 0 7 8')"
    assert run(playground, f"{puzzle}\n{code}").endswith(f"\n{program.ADVICE}\n")


def test_python_cannot_reach_another_host(playground, forbidden):
    code = """
    from js import XMLHttpRequest
    request = XMLHttpRequest.new()
    request.open("GET", "https://example.org/", False)
    try:
        request.send()
    except Exception as error:
        print("refused" if "NetworkError" in str(error) else error)
    """
    assert "refused\n" == run(playground, re.sub("^    ", "", code, flags=re.MULTILINE))
    assert ["https://example.org/"] == forbidden


# --- the maze ---------------------------------------------------------------------------------------------------------


def figures(playground, board):
    return [
        int(text.replace(",", "")) for text in playground.locator(f".board >> nth={board} >> dd").all_text_contents()
    ]


def searched(playground):
    """Run both engines to the end of the animation."""
    playground.locator("#speed").select_option("300")
    playground.locator("#play").click()
    until(playground, "#play", "Pause")
    until(playground, "#play", "Play")


def test_two_engines_search_the_maze_step_by_step(playground):
    maps = (REPOSITORY / "docs" / "playground" / "maps.js").read_text(encoding="utf-8")
    rows = re.findall(r'"([.#SG]+)"', maps.partition("Rooms")[0])
    start, goal = ((row.index(letter), y) for letter in "SG" for y, row in enumerate(rows) if letter in row)
    problem = GridProblem([re.sub("[SG]", ".", row) for row in rows], start, goal)
    playground.locator("#maze-tab").click()
    searched(playground)
    for board, engine in enumerate((AStar(), Dijkstra())):
        search = engine.start(problem)
        result = search.run()
        frontier = sum(1 for _ in search.frontier())
        expected = [result.statistics.expanded, frontier, result.cost, result.lower_bound]
        assert expected == figures(playground, board)
        assert result.summary() == playground.locator(f".board >> nth={board} >> .says").text_content()
        points = playground.locator(f".board >> nth={board} >> polyline").get_attribute("points")
        assert " ".join(f"{x + 0.5},{y + 0.5}" for x, y in result.states) == points
        assert frontier == playground.locator(f".board >> nth={board} >> .cell.frontier").count()
    playground.locator("#back").click()
    assert [result.statistics.expanded - 1, "–"] == [
        figure.strip() if figure == "–" else int(figure)
        for figure in playground.locator(".board >> nth=1 >> dd").all_text_contents()[::2]
    ]


def test_a_drawn_wall_changes_the_search_and_every_engine_can_be_chosen(playground, page):
    playground.locator("#maze-tab").click()
    assert 21 <= playground.locator(".board >> nth=0 >> option").count()
    playground.locator(".board >> nth=1 >> select").select_option("bae-star")
    board = playground.locator(".board >> nth=0 >> svg")
    walls = playground.locator(".wall:not(i)").count()
    box = board.bounding_box()
    cell = box["width"] / 28
    page.mouse.move(box["x"] + 20.5 * cell, box["y"] + 0.5 * cell)  # The gap above the wall.
    page.mouse.down()
    page.mouse.move(box["x"] + 20.5 * cell, box["y"] + 1.5 * cell, steps=4)
    page.mouse.up()
    for _ in range(14):  # To the gap below the wall.
        board.press("ArrowDown")
    board.press("Space")
    assert walls + 2 * 3 == playground.locator(".wall:not(i)").count()
    until(playground, "#play", "Search")
    searched(playground)
    for i in (0, 1):
        assert "There is no solution" in playground.locator(f".board >> nth={i} >> .says").text_content()


# --- Stop, the theme, the network -------------------------------------------------------------------------------------


def test_stop_ends_an_endless_program_and_python_starts_again(playground):
    write(playground, "print('begun')\nwhile True:\n    pass")
    playground.locator("#run").click()
    until(playground, "#output", "begun\n")
    playground.locator("#code .stop").click()
    until(playground, "#output", "begun\nStopped. Python starts again.\n")
    until(playground, "#state", "Python is ready.")
    assert "again\n" == run(playground, "print('again')")


def test_the_playground_has_the_colors_of_the_documentation_and_fits_a_phone(playground, page):
    from playwright.sync_api import expect  # only where there is a browser

    body = playground.locator("body")
    light = body.evaluate("body => getComputedStyle(body).backgroundColor")
    page.emulate_media(color_scheme="dark")
    expect(body).not_to_have_css("background-color", light, timeout=PATIENCE)  # The page tells its frame of the change.
    for tab in ("#code-tab", "#maze-tab"):
        page.set_viewport_size({"width": 360, "height": 740})
        playground.locator(tab).click()
        assert body.evaluate("body => document.documentElement.scrollWidth <= innerWidth")


def test_everything_came_from_the_site_and_is_small(playground, requests, address):
    paths = {urlsplit(url.removeprefix("blob:")).path.removeprefix("/some/where/") for url in requests}
    assert {urlsplit(address).netloc} == {urlsplit(url.removeprefix("blob:")).netloc for url in requests}
    loaded = [SITE / path for path in paths if path.startswith("playground/")]
    assert any(path.suffix == ".wasm" for path in loaded)
    assert sum(path.stat().st_size for path in loaded) <= MAX_BYTES
