"""Everything that a drawing shows can be seen on light and on dark pages."""

import itertools
import re
from importlib.resources import files

import pytest

from astarlib import AStar
from astarlib.drawing import COLORS, Box, Drawing, Paint
from astarlib.observers.recorder import Recorder
from astarlib.plotting import save_solution_html
from astarlib.problems.npuzzle import NPuzzle
from astarlib.viewer import page


class Colorful(NPuzzle):
    """A puzzle that is drawn in all named colors."""

    def draw_state(self, state):
        return Drawing(8, 1, tuple(Box(x, 0, 1, 1, paint, str(state[x])) for x, paint in enumerate(COLORS)))


PUZZLE = Colorful("1 2 3 / 4 5 6 / 0 7 8")


def contrast(one, other):
    """Return the contrast of two colors as WCAG 2 defines it."""
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def luminance(color):
    parts = [int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def themes(css):
    """Return the variables of each block of a style sheet that defines colors, in the order light, dark."""
    blocks = [dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6})", block)) for block in re.findall(r"\{([^{}]*)\}", css)]
    return [block for block in blocks if "ink" in block]


VIEWER = themes(files("astarlib.viewer").joinpath("page.css").read_text("utf-8"))
ANIMATION = themes(files("astarlib.plotting").joinpath("animation.css").read_text("utf-8"))
PAGES = [("viewer", theme["card"]) for theme in VIEWER] + [("viewer", theme["paper"]) for theme in VIEWER]
PAGES += [("animation", theme["page"]) for theme in ANIMATION]


def test_white_and_black_have_the_largest_contrast():
    assert contrast("#000000", "#ffffff") == 21
    assert (len(VIEWER), len(ANIMATION)) == (3, 2)  # The viewer's dark colors are there twice, for system and button.
    assert VIEWER[1] == VIEWER[2]


def test_there_are_eight_named_colors_and_each_is_a_different_one():
    assert len(set(COLORS.values())) == len(COLORS) == 8
    assert {paint.value for paint in COLORS} == {paint.value for paint in Paint} - {
        "plain", "tile", "given", "wall", "faint", "ink",
    }  # fmt: skip


@pytest.mark.parametrize("paint", COLORS, ids=str)
def test_a_named_color_is_seen_on_every_page_and_white_text_on_it(paint):
    for _, background in PAGES:
        assert contrast(COLORS[paint], background) >= 3
    assert contrast(COLORS[paint], "#ffffff") >= 3


@pytest.mark.parametrize(("theme", "background"), list(itertools.product(VIEWER, ("card", "paper"))), ids=str)
def test_pieces_walls_and_letters_are_seen_in_the_viewer(theme, background):
    for name in ("edge-tile", "edge-given", "paint-ink"):
        assert contrast(theme[name], theme[background]) >= 3
    assert contrast(theme["paint-wall"], theme[background]) >= 3
    for paint in ("tile", "given", "wall", "ink", "plain"):
        assert contrast(theme[f"on-{paint}"], theme[f"paint-{paint}"]) >= 3


@pytest.mark.parametrize("theme", ANIMATION, ids=["light", "dark"])
def test_pieces_and_letters_are_seen_in_an_animation(theme):
    for name in ("piece-edge", "given-edge", "ink", "obstacle"):
        assert contrast(theme[name], theme["page"]) >= 3


def test_the_pages_know_all_named_colors(tmp_path):
    recorder = Recorder()
    result = AStar().search(PUZZLE, observer=recorder)
    viewed = page(recorder.trace)
    animated = save_solution_html(PUZZLE, result, tmp_path / "x.html").read_text("utf-8")
    for paint, color in COLORS.items():
        assert f"--paint-{paint.value}: {color};" in viewed
        assert f".{paint.value} {{ fill: {color}; }}" in animated
        assert f'class="{paint.value}"' in animated
