"""The card that notebooks show of a result."""

import pickle
import re

from astarlib import AStar, FunctionProblem, GreedyBestFirst, Limits
from astarlib.drawing import COLORS, Paint
from astarlib.problems.graph import romania
from astarlib.problems.grid import GridProblem
from astarlib.problems.npuzzle import NPuzzle

EVIL = '</script><script>alert(1)</script><img src="https://example.org/x">'


def test_the_card_of_a_result_shows_what_it_proves():
    card = AStar().search(NPuzzle("1 2 3 / 4 5 6 / 0 7 8"))._repr_html_()
    for told in ("SOLVED", "AStar()", "cost <strong>2</strong>", "lower bound <strong>2</strong>", "right → right"):
        assert told in card


def test_the_card_of_a_result_without_a_solution_says_why():
    card = AStar().search(NPuzzle("8 6 7 / 2 5 4 / 3 0 1"), limits=Limits(expanded=3))._repr_html_()
    assert "LIMIT (EXPANDED)" in card
    assert re.search("stopped by the limit EXPANDED; no solution costs less than 2[0-9] if h never overestimates", card)


def test_the_card_of_a_solution_far_above_its_bound_says_how_far():
    detour = {0: [("far", 2, 1e307), ("near", 1, 1e-3)], 1: []}
    problem = FunctionProblem(0, successors=detour.__getitem__, is_goal=lambda s: s == 2, heuristic=lambda s: s % 2)
    assert "at most 9.99001e+306 times the optimum" in GreedyBestFirst().search(problem)._repr_html_()


def test_the_card_escapes_what_comes_from_the_problem():
    problem = FunctionProblem(0, successors=lambda s: [(EVIL, s + 1, 1)], is_goal=lambda s: s == 2)
    card = AStar().search(problem)._repr_html_()
    assert "<script" not in card
    assert "<img" not in card


def test_the_card_of_a_long_path_shows_both_its_ends():
    problem = FunctionProblem(0, successors=lambda s: [(f"step{s}", s + 1, 1)], is_goal=lambda s: s == 100)
    card = AStar().search(problem)._repr_html_()
    assert "step0" in card
    assert "step99" in card
    assert "… 40 more …" in card
    assert "step50" not in card


def test_the_card_shows_the_path_on_the_map_of_a_grid_or_a_graph():
    grid = GridProblem("....\n.##.\n....", (0, 0), (3, 2))
    cards = [AStar().search(problem)._repr_html_() for problem in (grid, romania("Arad", "Bucharest"))]
    red = f'stroke="{COLORS[Paint.RED]}"'
    assert [5, 4] == [card.count(red) for card in cards]
    assert ">Sibiu<" in cards[1]
    stopped = AStar().search(grid, limits=Limits(expanded=1))._repr_html_()
    assert "<svg" not in stopped
    assert "<svg" not in AStar().search(NPuzzle("1 2 3 / 4 5 6 / 0 7 8"))._repr_html_()
    assert "<svg" not in pickle.loads(pickle.dumps(AStar().search(grid)))._repr_html_()  # It has no problem.
