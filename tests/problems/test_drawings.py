"""Problems draw themselves: what is on the picture is what is in the state."""

import math

import pytest

from astarlib import AStar, FunctionProblem, SearchProblem
from astarlib.drawing import Box, Dot, Drawing, Label, Line, Map, Paint
from astarlib.problems.graph import GraphProblem, romania
from astarlib.problems.grid import GridProblem
from astarlib.problems.hanoi import TowersOfHanoi
from astarlib.problems.missionaries import MissionariesAndCannibals
from astarlib.problems.npuzzle import NPuzzle
from astarlib.problems.pancake import PancakeProblem
from astarlib.problems.sudoku import IrregularSudoku
from astarlib.problems.water_jugs import WaterJugs
from astarlib.resolving.presentation import drawer, map_of


def test_a_board_shows_each_tile_in_its_cell_and_no_blank():
    puzzle = NPuzzle("1 2 3 4 / 5 6 8 7 / 9 10 0 11")
    drawing = drawer(puzzle)(puzzle.initial_state)
    assert (4, 3) == (drawing.width, drawing.height)
    assert {"1": (0, 0), "7": (3, 1), "10": (1, 2)}.items() <= {
        box.text: (int(box.x), int(box.y)) for box in drawing.shapes
    }.items()
    assert 11 == len(drawing.shapes)
    assert {"7", "8", "11"} == {box.text for box in drawing.shapes if box.paint is Paint.TILE}


def test_a_sudoku_shows_its_clues_apart_and_its_regions():
    sudoku = IrregularSudoku([[0, 0, 0], [0, 2, 0], [1, 0, 0]], ["aab", "acb", "ccb"])
    result = AStar().search(sudoku)
    drawing = drawer(sudoku)(result.states[-1])
    boxes = {(box.y, box.x): box for box in drawing.shapes if isinstance(box, Box)}
    assert ((2, 1, 3), (3, 2, 1), (1, 3, 2)) == tuple(tuple(int(boxes[y, x].text) for x in range(3)) for y in range(3))
    assert {(1, 1), (2, 0)} == {place for place, box in boxes.items() if box.paint is Paint.GIVEN}
    thick = {
        (line.x, line.y, line.to_x, line.to_y)
        for line in drawing.shapes
        if isinstance(line, Line) and line.paint is Paint.INK
    }
    assert 12 <= len(thick)
    assert (2, 0, 2, 1) in thick  # between a and b
    assert (1, 0, 1, 1) not in thick


def test_a_grid_shows_obstacles_and_terrain_and_its_ends():
    whole, place = map_of(GridProblem("..#. / 5.#. / ....", (0, 0), (3, 0)))
    assert (4, 3, 1, False) == (whole.drawing.width, whole.drawing.height, whole.mark, whole.is_round)
    boxes = [shape for shape in whole.drawing.shapes if isinstance(shape, Box)]
    assert [(2, 0), (2, 1)] == [(box.x, box.y) for box in boxes if box.paint is Paint.WALL]
    assert [(0, 1, "5")] == [(box.x, box.y, box.text) for box in boxes if box.paint is Paint.FAINT]
    assert ["A", "B"] == [shape.text for shape in whole.drawing.shapes if isinstance(shape, Label)]
    assert (2.5, 1.5) == place((2, 1))


def test_romania_shows_its_cities_and_its_roads():
    whole, place = map_of(romania())
    shapes = whole.drawing.shapes
    assert 20 == len({shape.text for shape in shapes if isinstance(shape, Label)})
    assert 23 == len([shape for shape in shapes if isinstance(shape, Line)])
    assert {(dot.x, dot.y) for dot in shapes if isinstance(dot, Dot)} == {place(city) for city in romania().nodes}
    (arad, _), (bucharest, _) = place("Arad"), place("Bucharest")
    assert arad < bucharest  # west of it
    assert place("Oradea")[1] < place("Giurgiu")[1]  # north of it
    for city in romania().nodes:
        x, y = place(city)
        assert 0 < x < whole.drawing.width
        assert 0 < y < whole.drawing.height


def test_a_graph_without_places_has_no_map():
    assert None is map_of(GraphProblem([("a", "b")], "a", "b"))


def test_a_graph_with_one_place_has_a_map():
    whole, _ = map_of(GraphProblem({"a": []}, "a", "a", places={"a": (5, 5)}))
    assert whole.drawing.width > 0


def test_a_node_without_a_place_is_named():
    with pytest.raises(ValueError, match="node 'b' has no place"):
        GraphProblem([("a", "b")], "a", "b", places={"a": (0, 0)})


def boxes_of(problem, state, *paints):
    return [shape for shape in drawer(problem)(state).shapes if isinstance(shape, Box) and shape.paint in paints]


def test_a_stack_of_pancakes_shows_each_as_wide_as_it_is_and_gaps_in_another_paint():
    stack = PancakeProblem("4 3 1 2")
    boxes = boxes_of(stack, stack.initial_state, Paint.TILE, Paint.GIVEN)
    assert ["4", "3", "1", "2"] == [box.text for box in sorted(boxes, key=lambda box: box.y)]
    assert {4, 3, 1, 2} == {box.width for box in boxes if str(box.width) == box.text}
    assert {2.5} == {box.x + box.width / 2 for box in boxes}
    assert stack.heuristic(stack.initial_state) == len([box for box in boxes if box.paint is Paint.TILE])


@pytest.mark.parametrize("pegs", [3, 4])
def test_towers_show_each_disk_above_its_peg_upon_the_larger_ones(pegs):
    towers = TowersOfHanoi(disks=3, pegs=pegs)
    for state in AStar().search(towers).states:
        boxes = {int(box.text): box for box in boxes_of(towers, state, Paint.TILE, Paint.GIVEN)}
        assert {1, 2, 3} == boxes.keys()
        for disk, box in boxes.items():
            on_top = [other for other in boxes if other < disk and state[other - 1] == state[disk - 1]]
            assert 4 * state[disk - 1] + 2 == box.x + box.width / 2
            assert all(boxes[other].y < box.y for other in on_top)
    assert {Paint.GIVEN} == {box.paint for box in boxes.values()}


def test_jugs_show_what_they_hold_and_the_volume_in_another_paint():
    jugs = WaterJugs((3, 5), 4)
    three, two = boxes_of(jugs, (3, 2), Paint.TILE)
    assert 3 / 2 == pytest.approx(three.height / two.height)
    assert three.y + three.height == pytest.approx(two.y + two.height)  # they stand side by side
    assert ["4"] == [box.text for box in boxes_of(jugs, (3, 4), Paint.GIVEN)]
    assert drawer(WaterJugs((10**400,), 1))((0,)).height > 0  # larger than any float
    assert ["of 3", "of 5"] == [shape.text for shape in jugs.draw_state((0, 0)).shapes if isinstance(shape, Label)]


@pytest.mark.parametrize("people", [3, 13])
def test_a_river_shows_who_is_on_which_bank_and_the_boat(people):
    river = MissionariesAndCannibals(people, people, boat=4)
    state = river.result(river.initial_state, river.actions(river.initial_state)[0])
    (boat,) = boxes_of(river, state, Paint.WALL)
    (water,) = boxes_of(river, state, Paint.FAINT)
    assert boat.x > water.x + water.width / 2
    banks = [("left", state[:2]), ("right", (people - state[0], people - state[1]))]
    for bank, counts in banks:
        for paint, letter, count in zip((Paint.TILE, Paint.GIVEN), "MC", counts, strict=True):
            there = [box for box in boxes_of(river, state, paint) if (box.x < water.x) == (bank == "left")]
            shown = [letter] * count if count < 13 else [f"{count} {letter}"]
            assert shown == [box.text for box in there]


def test_a_problem_that_does_not_draw_has_no_drawing():
    problem = FunctionProblem(0, successors=lambda _: [], is_goal=lambda _: True)
    assert None is drawer(problem)
    assert None is map_of(problem)


def test_a_problem_of_ones_own_draws_itself():
    class Lamp(SearchProblem):
        def actions(self, state):
            return ["switch"]

        def result(self, state, action):
            return not state

        def is_goal(self, state):
            return state

        def draw_state(self, state):
            return Drawing(1, 1, [Dot(0.5, 0.5, 0.4, Paint.TILE if state else Paint.WALL)])

    assert Paint.TILE is drawer(Lamp(initial_state=False))(True).shapes[0].paint


@pytest.mark.parametrize("size", [(0, 1), (1, -1), (math.inf, 1), (math.nan, 1)])
def test_an_invalid_size_is_refused(size):
    with pytest.raises(ValueError, match=r"a drawing's .* its size"):
        Drawing(*size, ())


@pytest.mark.parametrize(
    ("shape", "error", "message"),
    [
        ("<svg>", TypeError, "must be a Box, Line, Dot or Label, not '<svg>'"),
        (Box(0, 0, 1, math.nan), ValueError, "height of Box"),
        (Dot(0, 0, 1, "red"), TypeError, "must be a Paint"),
        (Label(0, 0, 1, 7), TypeError, "text of Label"),
    ],
)
def test_an_invalid_shape_is_refused(shape, error, message):
    with pytest.raises(error, match=message):
        Drawing(1, 1, (shape,))


def test_maps_are_values():
    assert Map(Drawing(1, 1, ())) == Map(Drawing(1, 1, []))
