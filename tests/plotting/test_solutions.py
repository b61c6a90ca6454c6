"""Solutions as scenes, as animated GIFs and as pages."""

import base64
import errno
import hashlib
import math
import re
from html.parser import HTMLParser
from itertools import pairwise

import pytest
from PIL import Image, ImageChops

from astarlib import AStar, FunctionProblem, Limits
from astarlib._support.scene import Item, Role, Stop, corners
from astarlib.drawing import Box, Dot, Drawing, Label, Line, Paint
from astarlib.errors import NoSolutionError
from astarlib.plotting import save_solution_gif, save_solution_html
from astarlib.plotting.scenes import scene_of
from astarlib.problems.graph import romania
from astarlib.problems.grid import GridProblem
from astarlib.problems.hanoi import TowersOfHanoi
from astarlib.problems.missionaries import MissionariesAndCannibals
from astarlib.problems.npuzzle import NPuzzle
from astarlib.problems.pancake import PancakeProblem
from astarlib.problems.sudoku import IrregularSudoku
from astarlib.problems.water_jugs import WaterJugs

EIGHT = NPuzzle("8 1 7 / 4 5 6 / 2 0 3", goal="0 1 2 / 3 4 5 / 6 7 8")
SUDOKU = IrregularSudoku([[0, 0, 0], [0, 2, 0], [1, 0, 0]], ["aab", "acb", "ccb"])
GRID = GridProblem("..#. / .5#. / ....", (0, 0), (3, 0))


class Written(TowersOfHanoi):
    """The towers, but as text."""

    draw_state = None


HANOI = Written(disks=3)
ROMANIA = romania("Arad", "Bucharest")


class Jugs(WaterJugs):
    """The jugs with their water, which may be none, and what is in them as text."""

    def draw_state(self, state):
        bars = [Box(2 * at, 5 - level, 1.5, level, Paint.TILE, f"<{level}>") for at, level in enumerate(state)]
        lying = Line(0, 5, 4, 5, 0.2) if state[0] > 0 else Line(0, 5, 4, 5, 0)
        return Drawing(4, 6, (Box(0, 0, 4, 6), *bars, lying, Dot(3, 0.5, state[1] / 5), Label(0, 5.5, 0.5, "<both>")))


JUGS = Jugs((4, 3), 2)
PANCAKES = PancakeProblem("3 1 2")
RIVER = MissionariesAndCannibals()
EVIL = FunctionProblem(
    "<script>alert(1)</script>",
    successors=lambda state: [('"><img src=x onerror=alert(2)>', "goal", 1)],
    is_goal=lambda state: state == "goal",
)
PROBLEMS = pytest.mark.parametrize(
    "problem", [EIGHT, SUDOKU, GRID, HANOI, ROMANIA, JUGS, PANCAKES, RIVER, EVIL], ids=lambda each: type(each).__name__
)


def solved(problem):
    return AStar().search(problem)


def seen(scene, role, frame):
    """What is there in a frame: place and text of each item."""
    places = [(item.at(frame), item.text) for item in scene.items if item.role is role]
    return {place: text for place, text in places if place is not None}


def frames(path):
    with Image.open(path) as picture:
        for number in range(picture.n_frames):
            picture.seek(number)
            yield picture.convert("RGB"), picture.info["duration"]


# --- scenes -----------------------------------------------------------------------------------------------------------


def test_an_item_goes_from_stop_to_stop():
    item = Item(Role.TILE, [Stop(1, 0, 0), Stop(3, 1, 0), Stop(4, 1, 1)], until=6)
    expected = {0: None, 1: (0, 0), 2: (0, 0), 2.5: (0.5, 0), 3: (1, 0), 3.25: (1, 0.25), 5: (1, 1), 6: None}
    assert expected == {time: item.at(time) for time in expected}
    assert not item.is_still


def test_the_tiles_of_a_board_are_where_the_states_say():
    result = solved(EIGHT)
    scene = scene_of(EIGHT, result)
    for frame, state in enumerate(result.states):
        expected = {(cell % 3, cell // 3): str(tile) for cell, tile in enumerate(state) if tile > 0}
        assert expected == seen(scene, Role.TILE, frame)
    assert (3, 3) == (scene.width, scene.height)


def test_a_sudoku_shows_clues_and_what_is_written_in_its_order():
    result = solved(SUDOKU)
    scene = scene_of(SUDOKU, result)
    for frame, state in enumerate(result.states):
        symbols = {
            (x, y): str(symbol)
            for y, row in enumerate(SUDOKU.grid(state))
            for x, symbol in enumerate(row)
            if symbol > 0
        }
        assert {(1, 1): "2", (0, 2): "1"} == seen(scene, Role.CLUE, frame)
        assert symbols == {**seen(scene, Role.CLUE, frame), **seen(scene, Role.WRITTEN, frame)}
    for frame, action in enumerate(result.actions, 1):
        assert {(action.column - 1, action.row - 1)} == seen(scene, Role.CURSOR, frame).keys()


def test_lines_part_the_regions_of_a_sudoku():
    lines = [item for item in scene_of(SUDOKU, solved(SUDOKU)).items if item.role is Role.LINE]
    border, inner = 12, 6
    assert border + inner == len(lines)


def test_on_a_grid_the_path_is_walked_and_leaves_a_trail():
    result = solved(GRID)
    scene = scene_of(GRID, result)
    for frame, (x, y) in enumerate(result.states):
        ((left, top),) = seen(scene, Role.WALKER, frame)
        assert (x + 0.5, y + 0.5) == pytest.approx((left + 0.38, top + 0.38))
        assert frame + 1 == len(seen(scene, Role.TRAIL, frame))
    ground = {(item.role, item.stops[0][1:], item.width) for item in scene.items}
    assert (Role.TERRAIN, (1, 1), 1) in ground
    assert {(Role.OBSTACLE, (2, 0), 1), (Role.OBSTACLE, (2, 1), 1)} <= ground


def test_obstacles_side_by_side_are_one_item():
    problem = GridProblem("..... / .###. / .....", (0, 0), (4, 2))
    (wall,) = [item for item in scene_of(problem, solved(problem)).items if item.role is Role.OBSTACLE]
    assert ((1, 1), 3) == (wall.stops[0][1:], wall.width)


def test_a_problem_that_draws_itself_is_seen_so_in_each_frame_less_what_has_no_size():
    result = solved(JUGS)
    scene = scene_of(JUGS, result)
    for frame, state in enumerate(result.states):
        drawn = []
        for item in scene.items:
            place = item.at(frame)
            if place is not None:
                drawn.append((item.role.name, place, item.text, item.form and type(item.form).__name__))
        bars = [("PIECE", (2 * at, 5 - level), f"<{level}>", None) for at, level in enumerate(state) if level > 0]
        line = [("INK", (0, 5), "", "Line")] if state[0] > 0 else []
        radius = state[1] / 5
        dot = [("PIECE", pytest.approx((3 - radius, 0.5 - radius)), "", None)] if radius > 0 else []
        assert [("PLAIN", (0, 0), "", None), *bars, *line, *dot, ("INK", (0, 5.5), "", "Label")] == drawn
    assert (4, 6) == (scene.width, scene.height)


def test_a_subclass_that_draws_in_its_own_way_is_seen_so():
    class Lamps(NPuzzle):
        def draw_state(self, state):
            return Drawing(1, 1, (Dot(0.5, 0.5, 0.2 + state.index(0) / 100),))

    lamps = Lamps("1 2 3 / 4 5 6 / 0 7 8")
    assert {Role.PIECE} == {item.role for item in scene_of(lamps, solved(lamps)).items}


@pytest.mark.parametrize("write", [save_solution_html, save_solution_gif])
def test_a_text_of_several_lines_and_one_that_is_too_small_to_read_do_no_harm(write, tmp_path):
    class Wordy(Jugs):
        def draw_state(self, state):
            shapes = Box(0, 0, 2, 1, text="one\ntwo"), Label(0, 1, 0.4, "three\r\nfour"), Label(0, 1, 1e-9, "five")
            return Drawing(3, 2, (*shapes, Box(0, 0, 1e-9, 1e-9, text="six"), Box(0, 0, 1, 1, text="\n")))

    wordy = Wordy((4, 3), 2)
    assert write(wordy, solved(wordy), tmp_path / "solution").stat().st_size > 0
    texts = {item.text or (item.form and item.form.text) for item in scene_of(wordy, solved(wordy)).items}
    assert {"one two", "three four", "five", "six"} <= texts


def test_on_a_map_the_path_is_walked_from_place_to_place():
    result = solved(ROMANIA)
    scene, mark = scene_of(ROMANIA, result), ROMANIA.draw_map().mark
    places = [ROMANIA.state_position(state) for state in result.states]
    for frame, (x, y) in enumerate(places):
        (corner,) = seen(scene, Role.WALKER, frame)
        assert (x, y) == pytest.approx((corner[0] + 0.35 * mark, corner[1] + 0.35 * mark))
        assert places[:frame] == list(seen(scene, Role.TRAIL, frame))
    steps = [(item.form.to_x, item.form.to_y) for item in scene.items if item.role is Role.TRAIL]
    assert [(x - from_x, y - from_y) for (from_x, from_y), (x, y) in pairwise(places)] == steps
    assert {"Arad", "Bucharest", "Neamt"} <= {item.form.text for item in scene.items if isinstance(item.form, Label)}


@pytest.mark.parametrize("line", [Line(1, 2, 4, 6, 2), Line(0, 0, 0, 0, 2), Line(0, 0, -3, 0, 0.5)])
def test_a_line_is_longer_by_half_its_width_at_both_ends(line):
    one, two, three, four = corners(line)
    length = math.dist((line.x, line.y), (line.to_x, line.to_y))
    assert (length + line.width, line.width) == pytest.approx((math.dist(one, two), math.dist(two, three)))
    assert math.dist(one, three) == pytest.approx(math.dist(two, four))
    middle = [(line.x + line.to_x) / 2, (line.y + line.to_y) / 2]
    assert middle == pytest.approx([sum(axis) / 4 for axis in zip(one, two, three, four, strict=True)])


def test_any_other_state_is_shown_as_its_text():
    result = solved(HANOI)
    scene = scene_of(HANOI, result)
    for frame, state in enumerate(result.states):
        assert [HANOI.format_state(state)] == list(seen(scene, Role.TEXT, frame).values())


def test_captions_tell_the_step_the_action_and_the_cost_so_far():
    scene = scene_of(GRID, solved(GRID))
    assert "7 steps" == scene.captions[0]
    assert "1 of 7: south, cost so far 1" == scene.captions[1]
    assert "7 of 7: north, cost so far 7" == scene.captions[-1]
    assert "GridProblem, AStar(): cost 7 in 7 steps" == scene.title


# --- GIF --------------------------------------------------------------------------------------------------------------


@PROBLEMS
def test_a_gif_has_a_frame_for_each_state_and_the_last_is_seen_longest(problem, tmp_path):
    result = solved(problem)
    pictures = list(frames(save_solution_gif(problem, result, tmp_path / "x.gif", seconds=0.3, width=120)))
    assert len(result.states) - 1 == sum(1 for _, duration in pictures if duration == 300)
    assert 2000 == pictures[-1][1] > max(duration for _, duration in pictures[:-1])
    assert {120} == {picture.width for picture, _ in pictures}


def test_no_two_states_look_alike_in_a_gif(tmp_path):
    pictures = [
        picture for picture, _ in frames(save_solution_gif(EIGHT, solved(EIGHT), tmp_path / "x.gif", width=200))
    ]
    for one, other in pairwise(pictures):
        assert ImageChops.difference(one, other).getbbox() is not None


def test_the_tile_that_moves_is_drawn_where_it_was_and_where_it_comes(tmp_path):
    puzzle = NPuzzle("1 2 3 / 4 5 6 / 7 0 8")
    first, *_, last = [
        picture for picture, _ in frames(save_solution_gif(puzzle, solved(puzzle), tmp_path / "x.gif", width=300))
    ]
    left, top, right, bottom = ImageChops.difference(first, last).crop((0, 0, 300, 300)).getbbox()
    assert (100, 200) <= (left, top)
    assert (right, bottom) <= (300, 300)


def test_of_a_long_solution_some_frames_are_left_out_but_not_the_last(tmp_path):
    problem = FunctionProblem(0, successors=lambda n: [("on", n + 1, 1)], is_goal=lambda n: n == 1000)
    pictures = list(frames(save_solution_gif(problem, solved(problem), tmp_path / "x.gif", width=64)))
    assert 300 == len(pictures)
    short = FunctionProblem(1000, successors=lambda n: [], is_goal=lambda n: True)
    assert 1 == len(list(frames(save_solution_gif(short, solved(short), tmp_path / "y.gif", width=64))))


@pytest.mark.parametrize("write", [save_solution_gif, save_solution_html])
def test_without_a_solution_nothing_is_written(write, tmp_path):
    with pytest.raises(NoSolutionError):
        write(EIGHT, AStar().search(EIGHT, limits=Limits(expanded=1)), tmp_path / "x")
    assert [] == list(tmp_path.iterdir())


@pytest.mark.parametrize("write", [save_solution_gif, save_solution_html])
def test_a_failed_write_leaves_the_old_file(write, tmp_path, monkeypatch):
    path = tmp_path / "x"
    path.write_bytes(b"the old file")

    def full(_):
        raise OSError(errno.ENOSPC, "no space left on device")

    monkeypatch.setattr("os.fsync", full)  # when all has been given to the system
    with pytest.raises(OSError, match="no space left"):
        write(EIGHT, solved(EIGHT), path)
    assert {path: b"the old file"} == {each: each.read_bytes() for each in tmp_path.iterdir()}


# --- pages ------------------------------------------------------------------------------------------------------------


class Page(HTMLParser):
    """The tags of a page with their attributes, and the text in each."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.texts = [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.texts.append((self.tags[-1][0] if self.tags else "", data))


def page_of(problem, folder):
    return save_solution_html(problem, solved(problem), folder / "x.html").read_text(encoding="utf-8")


@PROBLEMS
def test_a_page_needs_nothing_from_outside(problem, tmp_path):
    page = Page(page_of(problem, tmp_path))
    assert {"svg", "rect", "style", "script"} <= {tag for tag, _ in page.tags}
    assert set() == {name for _, given in page.tags for name in given} & {"src", "href", "style", "onclick", "onload"}


@PROBLEMS
def test_the_policy_of_a_page_allows_its_own_style_and_script_alone(problem, tmp_path):
    text = page_of(problem, tmp_path)
    (policy,) = [given["content"] for _, given in Page(text).tags if "http-equiv" in given]
    sealed = {
        name: base64.b64encode(
            hashlib.sha256(re.search(f"<{name}>(.*?)</{name}>", text, re.DOTALL)[1].encode()).digest()
        )
        for name in ("style", "script")
    }
    assert {
        "default-src 'none'",
        f"style-src 'sha256-{sealed['style'].decode()}'",
        f"script-src 'sha256-{sealed['script'].decode()}'",
        "base-uri 'none'",
        "form-action 'none'",
    } == set(policy.split("; "))


def test_what_states_and_actions_say_is_text(tmp_path):
    text = page_of(EVIL, tmp_path)
    page = Page(text)
    assert ["script"] == [tag for tag, _ in page.tags if tag in {"script", "img"}]
    assert ("tspan", "'<script>alert(1)</script>'") in page.texts
    assert ("li", '1 of 1: "><img src=x onerror=alert(2)>, cost so far 1') in page.texts


def test_a_page_tells_where_each_tile_is_and_when(tmp_path):
    result = solved(EIGHT)
    stops = [given["data-stops"] for tag, given in Page(page_of(EIGHT, tmp_path)).tags if "data-stops" in given]
    assert len(result.actions) == sum(stop.count(";") for stop in stops)  # a tile goes in each
    assert set(range(1, len(result.states))) == {int(stop.split()[0]) for path in stops for stop in path.split(";")[1:]}


def test_a_page_has_a_caption_and_a_place_on_the_slider_for_each_state(tmp_path):
    page = Page(page_of(GRID, tmp_path))
    (slider,) = [given for tag, given in page.tags if tag == "input"]
    assert ("0", "7") == (slider["min"], slider["max"])
    assert 8 == sum(1 for tag, _ in page.tags if tag == "li")
