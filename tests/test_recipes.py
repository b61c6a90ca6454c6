"""The scripts of the recipes, compared with published counts and with an oracle, and their pictures."""

import re
from collections import Counter

import pytest
from helpers.fences import REPOSITORY
from helpers.sampling import in_turn
from helpers.sudoku_oracle import all_solutions

from astarlib import AStar, BidirectionalDijkstra, Limits, explore, with_heuristic, with_predecessors
from astarlib.checking import check_problem
from astarlib.problems.npuzzle import PARTITION_555
from astarlib.problems.npuzzle.instances import KORF_100
from docs import recipe_pictures
from docs.examples import sliding_tiles
from docs.examples.jigsaw_sudoku import make
from docs.examples.pocket_cube import SCRAMBLE, SOLVED, Cube, after, estimate

RECIPES = REPOSITORY / "docs" / "recipes"
WITH_ENDS = ("own-map", "road-network", "robot-heading", "game-character")
CUBES = {0: 1, 1: 9, 2: 54, 3: 321, 4: 1847}
"""The number of cubes at each distance from the solved one, with half turns as one turn (OEIS A079761)."""
REGIONS = "aabb / accb / accd / bddd"
"""Regions of four cells each."""


def test_as_many_cubes_are_near_the_solved_one_as_published() -> None:
    near = explore(Cube(SOLVED), limits=Limits(cost=4))
    assert Counter(near.cost(state) for state in near) == CUBES


@pytest.mark.parametrize("face", "URF")
def test_four_quarter_turns_of_a_face_change_nothing(face: str) -> None:
    state = after(*SCRAMBLE).initial_state
    assert after(*SCRAMBLE, face, face, face, face).initial_state == state
    assert after(*SCRAMBLE, face, f"{face}2", face).initial_state == state
    assert after(*SCRAMBLE, face, f"{face}'").initial_state == state
    assert after(*SCRAMBLE, face).initial_state != state


@pytest.mark.slow
def test_the_cube_is_solved_in_as_few_turns_with_the_heuristic_as_from_both_ends() -> None:
    cube = after(*SCRAMBLE)
    guided = with_heuristic(cube, estimate())
    result = AStar().search(guided)
    result.verify(cube)
    assert result.cost == BidirectionalDijkstra().search(with_predecessors(cube, [SOLVED])).cost
    assert check_problem(guided, states=200).faults == ()


@pytest.mark.parametrize("seed", range(3))
def test_a_new_sudoku_has_one_solution_and_more_without_any_of_its_clues(seed: int) -> None:
    sudoku = make(REGIONS, seed)
    cells = [symbol for row in sudoku.grid(sudoku.initial_state) for symbol in row]
    labels = [label for row in sudoku.regions for label in row]
    assert len(all_solutions(cells, labels, 4)) == 1
    for at in (at for at, symbol in enumerate(cells) if symbol != 0):
        assert len(all_solutions([*cells[:at], 0, *cells[at + 1 :]], labels, 4)) > 1


@pytest.mark.slow
def test_the_recipe_for_sliding_tiles_counts_the_boards_with_the_published_length(monkeypatch) -> None:
    monkeypatch.setattr(sliding_tiles, "KORF_100", [KORF_100.by_id(number) for number in (79, 12, 42)])
    results = sliding_tiles.solve_all(PARTITION_555)
    assert re.match(r"3 boards as published, 129 moves, [\d,]+ expansions$", sliding_tiles.summary(results))
    monkeypatch.setattr(sliding_tiles, "KORF_100", KORF_100[:3])
    assert sliding_tiles.summary(results).startswith("0 boards as published")


@in_turn("name", recipe_pictures.PICTURES)
def test_every_picture_is_on_its_page(name: str) -> None:
    assert f'shown("{name}")' in (RECIPES / f"{name}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", WITH_ENDS)
def test_a_picture_with_a_path_marks_its_start_and_its_goal(name: str) -> None:
    drawn = recipe_pictures.PICTURES[name]().shapes
    assert [">S</text>", ">G</text>"] == re.findall(r">[SG]</text>", drawn)
    assert re.findall(r'class="mark (\w+)"', drawn) == ["start", "goal"]
