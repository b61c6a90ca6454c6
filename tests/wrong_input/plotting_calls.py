"""Wrong inputs of plots and of animated solutions."""

import math

import matplotlib as mpl
from wrong_input.row import wrong

from astarlib import AStar, FunctionProblem, Limits
from astarlib.comparing import compare
from astarlib.errors import InvalidCostError, InvalidHeuristicError, NoSolutionError, ProblemStateError
from astarlib.plotting import (
    Expansions,
    Measure,
    plot_comparison,
    plot_expansions,
    plot_grid,
    plot_heuristic_quality,
    plot_layers,
    plot_solutions,
    save_solution_gif,
    save_solution_html,
    true_distances,
)
from astarlib.problems.grid import GridProblem
from astarlib.problems.npuzzle import NPuzzle

mpl.use("Agg")

PUZZLE, OTHER = NPuzzle("1 2 3 / 4 5 6 / 0 7 8"), NPuzzle("1 2 3 / 4 5 6 / 7 0 8")
RESULT, STOPPED = AStar().search(PUZZLE), AStar().search(PUZZLE, limits=Limits(expanded=0))
TABLE = compare([PUZZLE], [AStar()], limits=Limits(expanded=0))
OF_PUZZLE, OF_GRID = Expansions(), Expansions()
AStar().search(PUZZLE, observer=OF_PUZZLE)
AStar().search(GridProblem("...", (0, 0), (2, 0)), observer=OF_GRID)
NO_AXES = (TypeError, "axes must be matplotlib axes, or None for a new figure, not 5")
NEAR = [(PUZZLE.initial_state, 2)]
COUNTING = FunctionProblem(0, successors=lambda n: [("up", n + 1, 1)], is_goal=lambda n: False)


def one_step(cost=1, h=None, target=1):
    return FunctionProblem(0, successors=lambda n: [("go", target, cost)], is_goal=lambda n: n == 1, heuristic=h)


PLOTS = [
    wrong(ValueError, "width must be at least 60, not 59", TABLE.to_text, "width", width=59),
    wrong(TypeError, "width must be a whole number, at least 60", TABLE.to_text, "width", width="wide"),
    wrong(TypeError, "rows must be a ComparisonTable", plot_comparison, "rows", [RESULT]),
    wrong(ValueError, "no result has a solution", plot_solutions, "results", [STOPPED]),
    wrong(ValueError, "must be of one search, in order", plot_solutions, "results", [RESULT, STOPPED]),
    wrong(TypeError, "must be the results of one search", plot_solutions, "results", [5]),
    wrong(TypeError, "must be the results of one search", plot_solutions, "results", 5),
    wrong(*NO_AXES, plot_solutions, "axes", [RESULT], axes=5),
    wrong(*NO_AXES, plot_grid, "axes", OF_GRID, axes=5),
    wrong(ValueError, "nothing is recorded; pass Expansions", plot_expansions, "record", Expansions()),
    wrong(TypeError, "that has observed a search, not None", plot_grid, "record", None),
    wrong(TypeError, "it hasn't observed a search", plot_grid, "record", Expansions()),
    wrong(TypeError, "it is of a search on NPuzzle", plot_grid, "record", OF_PUZZLE),
    wrong(ValueError, "no row has 'cost'", plot_comparison, "rows", TABLE, measure=Measure.COST),
    wrong(ValueError, "no row has 'expanded'", plot_comparison, "rows", []),
    wrong(InvalidHeuristicError, "expected a number >= 0", plot_heuristic_quality, "problem",
          one_step(h=lambda n: -1)),
    wrong(TypeError, "a heuristic must be a function state -> h", plot_heuristic_quality, "heuristic", PUZZLE, 5),
    wrong(InvalidHeuristicError, "returned nan", plot_heuristic_quality, "heuristic", PUZZLE, lambda state: math.nan,
          distances=NEAR),
    wrong(TypeError, "distances must be pairs of a state and its true distance, not 5", plot_heuristic_quality,
          "distances", PUZZLE, distances=5),
    wrong(TypeError, "must be a pair of a state and its true .*, not 5", plot_heuristic_quality, "distances", PUZZLE,
          distances=[5]),
    wrong(ValueError, "must be a finite number, not inf", plot_heuristic_quality, "distances", PUZZLE,
          distances=[(PUZZLE.initial_state, math.inf)]),
    wrong(ValueError, "nothing to draw", plot_heuristic_quality, "distances", PUZZLE, distances=[]),
    wrong(TypeError, "must be what explore.. returns, or a mapping, not 5", plot_layers, "explored", 5),
    wrong(ValueError, "nothing to draw", plot_layers, "explored", {}),
    wrong(ValueError, "numbers of states > 0 for distances >= 0, not 2 states at distance -1", plot_layers, "explored",
          {-1: 2}),
    wrong(*NO_AXES, plot_layers, "axes", {0: 1}, axes=5),
    wrong(InvalidCostError, "expected a finite number >= 0", true_distances, "problem", one_step(cost=-1)),
    wrong(ProblemStateError, "can't be stored", true_distances, "problem", one_step(target=[])),
    wrong(ValueError, r"more than 100 states.*states=.*predecessors", true_distances, "states", COUNTING, states=100),
]  # fmt: skip

SOLUTIONS = [
    row
    for call in (save_solution_gif, save_solution_html)
    for row in (
        wrong(ValueError, "the result is of another problem: it begins with", call, "problem", OTHER, RESULT, "x"),
        wrong(NoSolutionError, r"before finding one \(LIMIT, EXPANDED\)", call, "result", PUZZLE, STOPPED, "x"),
        wrong(OSError, "missing", call, "path", PUZZLE, RESULT, "missing/x"),
        *(wrong(ValueError, "seconds must be 0.02 to 600, not", call, "seconds", PUZZLE, RESULT, "x", seconds=seconds)
          for seconds in (0, math.nan, math.inf, 10**400)),
    )
] + [
    wrong(ValueError, "width must be 16 to 4096, not 5", save_solution_gif, "width", PUZZLE, RESULT, "x", width=5),
]  # fmt: skip

ROWS = PLOTS + SOLUTIONS
