"""The page in a real browser: all controls work, and the page shows what the search did."""

import re
import shutil

import pytest
from helpers.recording import recorded
from helpers.sampling import slow

from astarlib import (
    AStar,
    BreadthFirst,
    DepthFirst,
    Dijkstra,
    FunctionProblem,
    GreedyBestFirst,
    IDAStar,
    Limits,
    TieBreak,
    WeightedAStar,
)
from astarlib.events import Progress, Started
from astarlib.observers.recorder import Recorder
from astarlib.problems.graph import romania
from astarlib.problems.grid import GridProblem, TorusProblem
from astarlib.problems.npuzzle import NPuzzle
from astarlib.problems.sudoku import IrregularSudoku

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))), None)
pytestmark = pytest.mark.skipif(BROWSER is None, reason="no Chromium is installed")

PUZZLE = NPuzzle("1 2 3 / 4 0 6 / 7 5 8")
LONGER = NPuzzle("8 1 7 / 4 5 6 / 2 0 3")
SCRIPT = "<script>alert(1)</script>"


@pytest.fixture(scope="module")
def browser():
    from playwright.sync_api import sync_playwright  # only where there is a browser

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield running
        running.close()


@pytest.fixture(scope="module")
def tab(browser):
    """Return the page that all tests share, because opening another one takes longer than most tests."""
    page = browser.new_page()
    yield page
    page.close()


@pytest.fixture(scope="module")
def longer():
    """Return a trace of many expansions."""
    return recorded(LONGER)


@pytest.fixture
def opened(tab, tmp_path):
    """Open traces, and check at the end that there was no error, no dialog and no request to a network."""
    places, messages, requests = [], [], []
    heard = {
        "console": lambda message: messages.append(message.text),
        "pageerror": lambda error: messages.append(str(error)),
        "dialog": lambda dialog: messages.append(dialog.message),
        "request": lambda request: requests.append(request.url),
    }

    def open_page(trace, compare_with=None, width=1280, height=900, scheme="light"):
        places.append(tmp_path / f"{len(places)}.html")
        trace.to_html(places[-1], compare_with=compare_with)
        tab.set_viewport_size({"width": width, "height": height})
        tab.emulate_media(color_scheme=scheme)
        tab.goto(places[-1].as_uri())
        tab.wait_for_selector(".view")
        tab.shown = trace if (compare_with, width, height, scheme) == (None, 1280, 900, "light") else None
        settled(tab)
        return tab

    for event, listener in heard.items():
        tab.on(event, listener)
    yield open_page
    for event, listener in heard.items():
        tab.remove_listener(event, listener)
    assert [] == messages
    assert {url[:5] for url in requests} <= {"file:", "data:"}
    assert [place.as_uri() for place in places] == [url for url in requests if url.startswith("file:")]


@pytest.fixture
def page_of_longer(opened, tab, longer):
    """Return a page that shows ``longer``. Tests that only move the time share it, because loading takes long."""
    return tab if getattr(tab, "shown", None) is longer else opened(longer)


@pytest.fixture
def new_page(opened, tab, longer):
    """Return a new page of ``longer``, whose settings the test changes."""
    yield opened(longer)
    tab.shown = None


def settled(page):
    """Wait until all of the moment is shown."""
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(() => done(true), 100)))")


def go_to(page, moment):
    page.eval_on_selector("#time", "(s, at) => { s.value = at; s.dispatchEvent(new Event('input')); }", moment)
    settled(page)


def moment_of(page):
    return int(page.text_content("#moment").split(" ")[0].replace(",", ""))


def numbers_of(page, part=".state"):
    return dict(
        page.eval_on_selector_all(
            f"{part} dl div", "all => all.map(one => [one.children[0].textContent, one.children[1].textContent])"
        )
    )


def entries_of(page):
    rows = page.eval_on_selector_all(
        ".next tbody tr:not([hidden])", "all => all.map(row => [...row.cells].slice(1).map(cell => cell.textContent))"
    )
    return [tuple(float(cell.replace(",", "").replace("–", "0")) for cell in row) for row in rows]


def pixels(page, selector):
    return page.eval_on_selector(selector, "canvas => canvas.toDataURL()")


# --- what is shown is what the search did ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "engine",
    [
        AStar(), AStar(tie_break=TieBreak.FIFO), DepthFirst(), IDAStar(),
        *map(slow, (AStar(tie_break=TieBreak.HIGH_H), WeightedAStar(weight=2), Dijkstra(), GreedyBestFirst())),
    ],
    ids=repr,
)  # fmt: skip
def test_the_frontier_of_each_moment_is_that_of_the_search(opened, engine):
    problem = PUZZLE if isinstance(engine, Dijkstra) else LONGER
    page = opened(recorded(problem, engine, Limits(expanded=60)))
    for moment in (2, 30, 10):
        search = engine.start(problem)
        search.run(Limits(expanded=moment))
        expected = [(float(entry.g), float(entry.h)) for entry in search.frontier()]
        go_to(page, moment)
        shown = entries_of(page)
        if search.statistics.expanded == moment:
            assert expected[:8] == [(g, h) for g, h, _ in shown]
            assert f"{len(expected)} entr" in page.text_content(".next .count")


def test_reopened_and_replaced_states_leave_the_frontier(opened):
    edges = {0: [("a", 1, 4), ("b", 2, 1)], 2: [("c", 1, 1)], 1: [("d", 3, 5)], 3: []}
    problem = FunctionProblem(
        0, successors=lambda s: edges[s], is_goal=lambda s: s == 3, heuristic=lambda s: (0, 0, 6, 0)[s]
    )
    page = opened(recorded(problem))
    frontiers = {}
    for moment in range(1, 5):
        go_to(page, moment)
        frontiers[moment] = entries_of(page)
    assert {
        1: [(4, 0, 4), (1, 6, 7)],
        2: [(1, 6, 7), (9, 0, 9)],
        3: [(2, 0, 2), (9, 0, 9)],
        4: [(7, 0, 7)],
    } == frontiers
    assert page.is_visible(".of-reopened")


def test_the_page_explains_why_an_entry_is_next(page_of_longer):
    page = page_of_longer
    go_to(page, 40)
    why = page.text_content(".why")
    (g, h, f), *_ = entries_of(page)
    assert f"f = {f:.0f}" in why
    assert f"The one with the smallest h = {h:.0f} comes first" in why
    assert g + h == f


def test_the_numbers_of_a_state_are_those_of_its_node(page_of_longer, longer):
    page, trace = page_of_longer, longer
    nodes = {node.order: node for node in trace.nodes()}
    for moment in (1, 5, trace.expanded - 1):
        go_to(page, moment)
        node = nodes[moment]
        assert (str(node.g), str(node.h), str(node.f)) == tuple(numbers_of(page)[name] for name in "ghf")
        assert f"closed, expansion {moment:,}" == page.text_content(".state .status")
        assert trace.text(node.number) == page.get_attribute(".picture canvas", "aria-label")


def test_the_facts_are_those_of_the_result(page_of_longer, longer):
    page, trace = page_of_longer, longer
    info = numbers_of(page, ".facts")
    for name, value in trace.info.statistics.items():
        if name != "seconds":
            assert f"{value:,}" == info[name.replace("_", " ")]
    assert "Solved in 25 actions at cost 25, which is optimal if h never overestimates." == page.text_content(
        ".verdict"
    )
    assert "Guarantee of AStar: The solution is optimal if h never overestimates (admissible)." in page.text_content(
        ".guarantee"
    )


def test_the_path_is_shown_step_by_step(opened):
    trace = recorded(PUZZLE)
    page = opened(trace)
    assert ["start", "down", "right"] == page.eval_on_selector_all(".step", "all => all.map(one => one.textContent)")
    page.click(".step >> nth=2")  # This moves the time to the moment when the state was generated.
    settled(page)
    assert trace.text(trace.path[2]) == page.get_attribute(".picture canvas", "aria-label")
    assert moment_of(page) > 0
    page.click(".step >> nth=1")
    assert trace.text(trace.path[1]) == page.get_attribute(".picture canvas", "aria-label")
    assert "step" == page.get_attribute(".step >> nth=1", "aria-current")
    page.keyboard.press("]")
    assert trace.text(trace.path[2]) == page.get_attribute(".picture canvas", "aria-label")
    page.keyboard.press("[")
    page.keyboard.press("[")
    assert trace.text(trace.path[0]) == page.get_attribute(".picture canvas", "aria-label")


def test_at_the_end_the_goal_is_shown(opened):
    trace = recorded(PUZZLE)
    page = opened(trace)
    go_to(page, trace.expanded)
    assert "the goal" == page.text_content(".state .status")
    assert trace.text(trace.path[-1]) == page.get_attribute(".picture canvas", "aria-label")


def test_a_path_across_an_edge_goes_on_at_the_opposite_edge(opened):
    colors = []
    for row in (".........", "#.......#"):  # The path in the second one goes through the middle.
        page = opened(recorded(TorusProblem(row, (1, 0), (7, 0))))
        page.keyboard.press("End")
        settled(page)
        # One call for the whole line, since the console reports several.
        line = page.eval_on_selector(".picture canvas", """canvas => [...canvas.getContext("2d")
            .getImageData(0, Math.floor(canvas.height / 2), canvas.width, 1).data]""")  # fmt: skip
        points = list(zip(*[iter(line)] * 4, strict=True))
        colors.append([points[len(points) * at // 18] for at in (1, 9, 17)])
    (left, middle, right), (_, path, _) = colors
    assert left == right == path != middle


def test_a_search_without_an_end_says_so(opened):
    page = opened(recorded(LONGER, limits=Limits(expanded=20)))
    assert "No solution yet, stopped by the limit EXPANDED" in page.text_content(".verdict")
    assert not page.is_visible(".solution")


def test_a_thinned_search_says_so(opened):
    page = opened(recorded(LONGER, max_nodes=60))
    assert re.match(r"This recording is a sample: only 1 in \d+ expansions", page.text_content(".thinned"))


def test_a_picture_that_was_not_kept_is_the_nearest_before_it(opened):
    trace = recorded(LONGER, max_rendered=4)
    page = opened(trace)
    go_to(page, 20)
    expected = r"The recording has no picture of this state\. This is the state \d+ steps? before it\."
    assert re.match(expected, page.text_content(".note"))


def test_an_engine_without_single_expansions_is_shown_by_its_progress_events(opened):
    recorder = Recorder()
    recorder(Started(PUZZLE, "Compiled()", 3, False))
    for expanded, f in [(1000, 21), (2000, 23), (5000, 25)]:
        recorder(Progress(expanded, 2 * expanded, expanded, 800, f, f - 1, 0.1))
    page = opened(recorder.trace)
    assert 5000 == moment_of(page)
    assert page.is_visible(".of-slices")
    whole = pixels(page, ".plot")
    go_to(page, 2000)
    assert whole != pixels(page, ".plot")


# --- time -----------------------------------------------------------------------------------------------------------


def test_the_buttons_and_keys_of_time_move_it(new_page, longer):
    page, end = new_page, longer.expanded
    assert 0 == moment_of(page)
    for press, expected in [
        ("#first", 0), ("#forward", 1), ("#forward", 2), ("#back", 1), ("#last", end), ("#back", end - 1),
    ]:  # fmt: skip
        page.click(press)
        assert expected == moment_of(page)
    page.focus("body")
    hundredth = max(1, round(end / 100))
    for key, expected in [
        ("Home", 0), ("ArrowRight", 1), ("Shift+ArrowRight", 1 + hundredth), ("ArrowLeft", hundredth), ("End", end),
        ("Shift+ArrowLeft", end - hundredth),
    ]:  # fmt: skip
        page.keyboard.press(key)
        assert expected == moment_of(page)


def test_the_slider_takes_keys_as_the_page_does(page_of_longer):
    page = page_of_longer
    page.focus("#time")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    assert 1 == moment_of(page)
    assert page.get_attribute("#time", "aria-valuetext").startswith("1 of ")


def test_playing_continues_until_it_is_paused(new_page):
    page = new_page
    page.click("#first")
    page.click("#play")
    page.wait_for_function("() => Number(document.getElementById('time').value) > 3")
    assert "Pause" == page.text_content("#play")
    page.click("#play")
    stopped = moment_of(page)
    page.wait_for_timeout(300)
    assert stopped == moment_of(page)
    assert "Play" == page.text_content("#play")
    page.focus("body")
    page.keyboard.press(" ")
    page.wait_for_function("before => Number(document.getElementById('time').value) > before", arg=stopped)


def test_playing_ends_at_the_end(opened):
    trace = recorded(PUZZLE, Dijkstra())
    page = opened(trace)
    page.select_option("#speed", "5")
    page.click("#play")
    page.wait_for_function("() => document.getElementById('play').textContent === 'Play'", timeout=20_000)
    assert trace.expanded == moment_of(page)


def test_speed_is_chosen_by_keys_too(new_page):
    page = new_page
    page.select_option("#speed", "1")
    page.focus("body")
    page.keyboard.press("+")
    assert "2" == page.input_value("#speed")
    page.keyboard.press("-")
    assert "1" == page.input_value("#speed")


# --- the plot, the tree ---------------------------------------------------------------------------------------------


def test_the_plot_shows_other_heights_and_colors_and_moves_the_time(new_page, longer):
    page, trace = new_page, longer
    first = pixels(page, ".plot")
    page.check(".height input[value=depth]")
    second = pixels(page, ".plot")
    page.check(".color input[value=g]")
    third = pixels(page, ".plot")
    assert 3 == len({first, second, third})
    assert "g 0" in page.text_content(".min")
    box = page.locator(".plot").bounding_box()
    page.mouse.click(box["x"] + 44 + (box["width"] - 56) / 2, box["y"] + 100)
    assert abs(trace.expanded / 2 - moment_of(page)) <= trace.expanded / 50 + 1
    settled(page)
    assert pixels(page, ".plot") != third


def test_the_tree_is_around_the_chosen_state(opened):
    trace = recorded(PUZZLE)
    page = opened(trace)
    go_to(page, 1)
    assert 5 == page.locator(".tree .node").count()  # the root and its successors
    assert 1 == page.locator(".tree .node.chosen.closed").count()
    page.click(".tree .node.frontier >> nth=0")
    settled(page)
    assert "in the frontier" in page.text_content(".state .status")
    assert page.is_enabled(".to-parent")
    page.click(".to-parent")
    settled(page)
    assert "closed, expansion 1" == page.text_content(".state .status")


def test_the_tree_is_bounded(page_of_longer):
    page = page_of_longer
    go_to(page, 300)
    assert 100 < page.locator(".tree .node").count() <= 130


def test_the_tree_takes_keys(opened):
    page = opened(recorded(PUZZLE))
    go_to(page, 1)
    page.focus(".tree .node.frontier")
    name = page.evaluate("() => document.activeElement.getAttribute('aria-label')")
    page.keyboard.press("Enter")
    settled(page)
    assert "in the frontier" in page.text_content(".state .status")
    assert name.split(",")[0] == numbers_of(page)["action"]


def test_the_tree_can_be_zoomed_and_dragged(new_page):
    page = new_page
    boxes = [page.get_attribute(".tree svg", "viewBox")]
    for act in (
        lambda: page.click(".zoom-in"),
        lambda: page.click(".zoom-out"),
        lambda: (page.hover(".tree svg"), page.mouse.wheel(0, 120)),
        lambda: drag(page, ".tree svg", 60, 30),
        lambda: page.click(".zoom-fit"),
    ):
        act()
        boxes.append(page.get_attribute(".tree svg", "viewBox"))
        assert boxes[-1] != boxes[-2]


def drag(page, selector, across, down):
    box = page.locator(selector).bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 20 + across, box["y"] + 20 + down, steps=3)
    page.mouse.up()


def test_an_entry_of_the_frontier_can_be_looked_at_and_gone_to(page_of_longer):
    page = page_of_longer
    go_to(page, 5)
    page.click(".next .entry >> nth=0")
    assert "in the frontier, next" == page.text_content(".state .status")
    page.click(".to-expansion")
    assert 6 == moment_of(page)


# --- maps -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("problem", [romania(), GridProblem("....../..##../......", (0, 0), (5, 2))], ids=repr)
def test_the_area_on_a_map_grows(opened, problem):
    page = opened(recorded(problem))
    seen = []
    for moment in (0, 1, 3, 5):
        go_to(page, moment)
        seen.append(pixels(page, ".picture canvas"))
    assert 4 == len(set(seen))


# --- looks ----------------------------------------------------------------------------------------------------------


def test_light_and_dark_follow_the_system_and_the_button_and_the_key(opened):
    trace = recorded(PUZZLE)

    def paper(page):
        return page.evaluate("() => getComputedStyle(document.body).backgroundColor")

    page = opened(trace)
    is_light, plot = paper(page), pixels(page, ".plot")
    page.click("#theme")
    is_dark = paper(page)
    assert is_light != is_dark
    assert "Light" == page.text_content("#theme")
    page.keyboard.press("d")
    assert is_light == paper(page)
    page = opened(trace, scheme="dark")
    assert is_dark == paper(page)
    assert plot != pixels(page, ".plot")
    page.click("#theme")
    assert is_light == paper(page)
    settled(page)
    assert plot == pixels(page, ".plot")


def test_the_question_mark_shows_the_keys(opened):
    page = opened(recorded(PUZZLE))
    page.keyboard.press("?")
    assert page.is_visible("#keys")
    assert "play or pause" in page.text_content("#keys")
    page.keyboard.press("Escape")
    assert not page.is_visible("#keys")
    page.click("#show-keys")
    page.click("#keys button")
    assert not page.is_visible("#keys")


@pytest.mark.parametrize("width", [slow(390), 320])
def test_nothing_is_wider_than_a_phone(opened, longer, width):
    for beside in (None, longer):
        page = opened(longer, compare_with=beside, width=width, height=844)
        assert width == page.evaluate("() => document.documentElement.scrollWidth")
        assert all(
            box >= 34
            for box in page.eval_on_selector_all(".transport button", "all => all.map(one => one.offsetHeight)")
        )


def test_everything_that_can_be_used_has_a_name(page_of_longer):
    page = page_of_longer
    nameless = page.eval_on_selector_all(
        "button, [role=button], [role=img], select, input",
        """all => all.filter(one => !one.textContent.trim() && !one.ariaLabel && !(one.labels && one.labels.length))
             .map(one => one.outerHTML)""",
    )
    assert [] == nameless
    ids = page.eval_on_selector_all("[id]", "all => all.map(one => one.id)")
    assert len(set(ids)) == len(ids)


@pytest.mark.costly
def test_a_search_opens_at_its_beginning_under_a_title_in_words(opened):
    trace = recorded(LONGER, WeightedAStar(weight=2))
    page = opened(trace)
    assert 0 == moment_of(page)
    assert trace.text(0) == page.get_attribute(".picture canvas", "aria-label")
    assert "Weighted A* on N-Puzzle" == page.text_content("h1") == page.title()


@pytest.mark.parametrize(("width", "is_compared"), [slow((1280, False)), (390, False), (1720, True)])
def test_a_map_is_above_the_chart(opened, width, is_compared):
    trace = recorded(romania())
    page = opened(trace, compare_with=trace if is_compared else None, width=width)
    picture, chart = (page.locator(part).first.bounding_box() for part in (".picture canvas", ".plot"))
    assert picture["y"] + picture["height"] <= chart["y"]


DRAWN = {
    "npuzzle": LONGER,
    "graph": romania(),
    "grid": GridProblem("....... / .##.##. / .#...#. / .......", (0, 0), (6, 3)),
    "sudoku": IrregularSudoku.classic("1000/0000/0200/0003"),
    "square grid": GridProblem("/".join(["." * 30] * 30), (14, 14), (15, 16)),
}


@pytest.mark.parametrize("is_compared", [False, True])
@pytest.mark.parametrize("name", ["npuzzle", *map(slow, list(DRAWN)[1:])])
def test_the_drawing_is_in_the_first_screen_of_a_laptop_above_the_controls(opened, name, is_compared):
    trace = recorded(DRAWN[name])
    page = opened(trace, compare_with=trace if is_compared else None)
    controls = page.locator(".controls").bounding_box()
    assert controls["y"] + controls["height"] <= 900
    for moment in (0, trace.expanded):
        go_to(page, moment)
        for drawing in page.locator(".picture canvas").all():
            box = drawing.bounding_box()
            assert 0 <= box["y"]
            assert box["y"] + box["height"] <= controls["y"]
            assert min(box["width"], box["height"]) > 150


def labels_of_axis(page, height):
    """Return the numbers at the vertical axis of the plot."""
    page.evaluate(
        """() => {
            const write = CanvasRenderingContext2D.prototype.fillText;
            window.written = [];
            CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
                const isOnAxis = this.canvas.className === "plot" && x < 44 && this.textBaseline === "middle";
                if (isOnAxis) window.written.push(text);
                write.call(this, text, x, y);
            };
        }"""
    )
    page.check(f".height input[value={height}]")
    page.keyboard.press("d")  # It draws the plot again.
    settled(page)
    return [float(text.replace(",", "")) for text in page.evaluate("() => window.written")]


@pytest.mark.parametrize("height", ["f", slow("depth")])
def test_the_axis_of_whole_values_has_whole_numbers_alone(opened, height):
    labels = labels_of_axis(opened(recorded(PUZZLE, Dijkstra())), height)
    assert 2 <= len(labels)
    assert all(label == int(label) for label in labels)


def test_the_axis_of_values_with_fractions_has_fractions(opened):
    halves = FunctionProblem(0, successors=lambda n: [("on", n + 0.5, 0.5)], is_goal=lambda n: n == 1.5)
    assert any(label != int(label) for label in labels_of_axis(opened(recorded(halves, Dijkstra())), "f"))


@pytest.mark.costly
def test_the_current_step_of_a_long_path_is_visible_and_the_page_does_not_move(opened):
    trace = recorded(NPuzzle("8 6 7 / 2 5 4 / 3 0 1"))
    page = opened(trace, width=390, height=844)
    for moment in (trace.expanded, 0):
        go_to(page, moment)
        step, box = (page.locator(part).bounding_box() for part in (".step[aria-current]", ".solution ol"))
        assert box["y"] <= step["y"]
        assert step["y"] + step["height"] <= box["y"] + box["height"]
        assert 0 == page.evaluate("() => scrollY")


class Worded(FunctionProblem):
    """A problem whose states have several lines of text."""

    def format_state(self, state):
        return f"state\n{state}"


def test_the_frontier_shows_states_and_not_actions(opened):
    page = opened(recorded(PUZZLE))
    go_to(page, 1)
    small = page.locator(".entry:visible canvas")
    assert 4 == small.count()
    assert 4 == len({one.evaluate("canvas => canvas.toDataURL()") for one in small.all()})
    counting = Worded(0, successors=lambda n: [("on", n + 1, 1), ("jump", n + 2, 1)], is_goal=lambda n: n == 9)
    page = opened(recorded(counting))
    go_to(page, 1)
    assert {"state\n1", "state\n2"} == set(page.locator(".entry:visible").all_text_contents())
    assert page.is_visible(".of-actions")
    page = opened(recorded(counting, max_rendered=0))
    go_to(page, 1)
    assert "by on" in page.locator(".entry:visible").all_text_contents()


def test_values_that_an_engine_does_not_compute_are_dashes(opened):
    page = opened(recorded(PUZZLE, DepthFirst(), Limits(expanded=20)))
    assert ("0", "–", "–") == tuple(numbers_of(page)[name] for name in "ghf")
    page = opened(recorded(PUZZLE, BreadthFirst(), Limits(expanded=20)))
    go_to(page, 5)
    assert "This engine doesn't compute f. The oldest of them comes first." == page.text_content(".why")


# --- two searches ---------------------------------------------------------------------------------------------------


def test_one_time_moves_both_searches(opened, longer):
    one, two = longer, recorded(LONGER, GreedyBestFirst())
    page = opened(one, compare_with=two)
    assert ["AStar()", "GreedyBestFirst()"] == page.locator(".engine").all_text_contents()
    go_to(page, 3)
    assert ["closed, expansion 3", "closed, expansion 3"] == page.locator(".state .status").all_text_contents()
    left, right = (page.locator(".view").nth(i).bounding_box() for i in (0, 1))
    assert left["x"] + left["width"] <= right["x"]
    go_to(page, max(one.expanded, two.expanded))
    assert ["the goal", "the goal"] == page.locator(".state .status").all_text_contents()


# --- nothing gets in ------------------------------------------------------------------------------------------------


def test_a_state_that_is_a_script_shows_as_text(opened):
    problem = FunctionProblem(SCRIPT, successors=lambda _: [(SCRIPT, "goal", 1)], is_goal=lambda s: s == "goal")
    page = opened(recorded(problem))
    go_to(page, 0)
    assert repr(SCRIPT) == page.text_content(".picture pre")
    assert SCRIPT == page.text_content(".step >> nth=1")
    assert 1 == page.evaluate("() => document.scripts.length")


@pytest.mark.costly
def test_the_policy_stops_what_would_be_loaded_or_run(browser, tmp_path):
    recorded(PUZZLE).to_html(tmp_path / "x.html")
    page, requests = browser.new_page(), []
    page.on("requestfinished", lambda request: requests.append(request.url))
    page.goto((tmp_path / "x.html").as_uri())
    page.wait_for_selector(".view")
    stopped = page.evaluate(
        """() => new Promise(done => {
             const stopped = [];
             document.addEventListener('securitypolicyviolation', event => {
               stopped.push(event.effectiveDirective);
               if (stopped.length === 3) done(stopped.sort());
             });
             const image = document.createElement('img');
             image.src = 'https://example.org/x.png';
             const script = document.createElement('script');
             script.textContent = 'window.wasRun = true';
             document.body.append(image, script);
             fetch('https://example.org/').catch(() => {});
           })"""
    )
    assert ["connect-src", "img-src", "script-src-elem"] == stopped
    assert page.evaluate("() => window.wasRun === undefined")
    assert ["file:"] == sorted({url[:5] for url in requests} - {"data:"})
    page.close()


@pytest.mark.costly
def test_a_page_that_is_damaged_says_so(browser, tmp_path):
    trace = recorded(PUZZLE)
    trace.to_html(tmp_path / "x.html")
    text = (tmp_path / "x.html").read_text("utf-8")
    (tmp_path / "x.html").write_text(re.sub(r'(x-astrace">)[^<]*', r"\1AAAA", text), "utf-8")
    page = browser.new_page()
    page.goto((tmp_path / "x.html").as_uri())
    page.wait_for_function("""() => document.body.textContent.includes("This search can't be shown")""")
    page.close()
