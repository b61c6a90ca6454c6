"""Wrong inputs of the reference problems, of their heuristics and of their file readers."""

import math
from types import SimpleNamespace
from typing import Any

import networkx as nx
import numpy as np
from wrong_input.row import wrong

from astarlib import Limits
from astarlib.errors import CapacityError, InvalidProblemError, PatternDatabaseError
from astarlib.heuristics import Landmarks
from astarlib.problems.graph import Graph, GraphProblem, edge_keys, materialize, read_dimacs, romania
from astarlib.problems.grid import (
    Grid,
    GridProblem,
    HexProblem,
    Jump,
    JumpPointProblem,
    TorusProblem,
    VoxelProblem,
    hex_cells,
    read_map,
    read_scenarios,
)
from astarlib.problems.grid import heuristics as on_grids
from astarlib.problems.hanoi import Move, TowersOfHanoi
from astarlib.problems.missionaries import Crossing, MissionariesAndCannibals
from astarlib.problems.npuzzle import PARTITION_35, AdditivePatternDatabase, NPuzzle, Partition, WalkingDistance
from astarlib.problems.npuzzle import heuristics as on_boards
from astarlib.problems.npuzzle.instances import KORF_100, NAMED_BOARDS, InstanceSet
from astarlib.problems.obstacles import Reservations, TimedProblem
from astarlib.problems.pancake import PancakeProblem
from astarlib.problems.planning import PlanningProblem
from astarlib.problems.strips import FF, HAdd, HMax, LMCut, Operator, StripsProblem, When
from astarlib.problems.sudoku import Insert, IrregularSudoku, diagonals, example
from astarlib.problems.turns import ManeuverProblem, TurnProblem
from astarlib.problems.water_jugs import Pour, WaterJugs

EIGHT = (1, 2, 3, 4, 5, 6, 7, 8, 0)
HUGE = (100_000, 100_000)
PUZZLE = NPuzzle(EIGHT)
LARGE = NPuzzle(range(65 * 65), heuristic=on_boards.Hamming())
GRID = GridProblem("..#. / ....", (0, 0), (3, 0))
GRAPH = GraphProblem([("a", "b", 3), ("b", "c", 4)], "a", "c")
OTHERS = Reservations()
SUDOKU = IrregularSudoku.classic("1000/0000/0000/0000")
GO = Operator("go", ["here"], ["there"], ["here"])
TASK = StripsProblem(["here"], ["there"], [GO])
NO_SHAPE = (ValueError, r"shape must be \(rows, columns\), two whole numbers of at least 2, not 3")
NO_GOAL = (ValueError, r"tile 2 occurs twice in the goal, in row 1, column 2 and in row 1, column 3 \(missing: 3\)")

BOARDS = [
    *(
        wrong(TypeError, r"a heuristic must be a function state -> h, .*, not 5", type(problem).copy_with_heuristic,
              "heuristic", problem, 5)
        for problem in (PUZZLE, GRID, GRAPH)
    ),
    wrong(ValueError, r"there is no tile 9; .* tiles 1 to 8 and the blank 0 \(missing: 0\)", NPuzzle, "tiles",
          (1, 2, 3, 4, 5, 6, 7, 8, 9)),
    wrong(ValueError, "place 9 of the board: '999.*999' isn't a tile; expected a whole number", NPuzzle, "tiles",
          "1 2 3 4 5 6 7 8 " + "9" * 5000),
    wrong(*NO_GOAL, NPuzzle, "goal", EIGHT, (1, 2, 2, 4, 5, 6, 7, 8, 0)),
    wrong(*NO_SHAPE, NPuzzle, "shape", EIGHT, shape=3),
    wrong(ValueError, "has 9 tiles, including the blank, but a board of 100000 x 100000 has", NPuzzle, "shape", EIGHT,
          shape=HUGE),
    wrong(ValueError, "blank in row 3, column 3 can't move 'down'", NPuzzle.result, "action", PUZZLE, EIGHT, "down"),
    *(
        row
        for call, moves in ((NPuzzle.random, ()), (NPuzzle.scrambled, (9,)))
        for row in (
            wrong(*NO_SHAPE, call, "shape", 3, *moves, seed=1),
            wrong(ValueError, "shape 100000 x 100000 is too large: without a goal, .* at most 1000000 cells",
                  call, "shape", HUGE, *moves, seed=1),
            wrong(TypeError, "seed must be a whole number, not None", call, "seed", (3, 3), *moves, seed=None),
            wrong(*NO_GOAL, call, "goal", (3, 3), *moves, seed=1, goal=(1, 2, 2, 4, 5, 6, 7, 8, 0)),
        )
    ),
    *(
        wrong(TypeError, f"{kind.__name__}.* needs a problem with a goal .* such as NPuzzle; object doesn't",
              kind.bind, "problem", kind(), object())
        for kind in (
            on_boards.Hamming, on_boards.Manhattan, on_boards.Euclidean, on_boards.LinearConflict, WalkingDistance,
        )
    ),
    *(
        wrong(ValueError, r"a table of 17,850,625 entries for 4,225 cells; the maximum is 16,777,216. Hamming",
              kind.bind, "problem", kind(), LARGE)
        for kind in (on_boards.Manhattan, on_boards.Euclidean)
    ),
    wrong(ValueError, "at most 4 rows and 4 columns; the tables for 5 x 5 would have", WalkingDistance.bind, "problem",
          WalkingDistance(), NPuzzle.random((5, 5), seed=1)),
]  # fmt: skip

TABLES = [
    wrong(ValueError, "'ab' isn't a group; expected one letter or digit", Partition, "layout", ". ab / a a"),
    wrong(ValueError, "is for boards of 3 x 3, not 2 x 2", Partition.view, "shape", PARTITION_35, EIGHT, (2, 2)),
    wrong(ValueError, "blank in another cell.* goal has it in row 2, column 2", Partition.view, "goal", PARTITION_35,
          (1, 2, 3, 4, 0, 5, 6, 7, 8), (3, 3)),
    *(
        row
        for call in (AdditivePatternDatabase, AdditivePatternDatabase.build)
        for row in (
            wrong(*NO_SHAPE, call, "shape", 3, EIGHT, PARTITION_35),
            wrong(*NO_GOAL, call, "goal", (3, 3), (1, 2, 2, 4, 5, 6, 7, 8, 0), PARTITION_35),
            wrong(ValueError, "has 29,059,430,400 bytes; the maximum is 64 cells and 4,294,967,296 bytes", call,
                  "partition", (4, 4), (*range(1, 16), 0), Partition("a a a a / a a a a / a a b b / b b b .")),
        )
    ),
    wrong(TypeError, "observer must be a callable that takes an event", AdditivePatternDatabase.build, "observer",
          (3, 3), EIGHT, PARTITION_35, observer=5),
    wrong(PatternDatabaseError, "was built for the goal .* not for", AdditivePatternDatabase.bind, "problem",
          AdditivePatternDatabase((3, 3), EIGHT, PARTITION_35), NPuzzle(EIGHT, EIGHT[::-1])),
    *(wrong(ValueError, r"no instance has the id .*; those of R. E. Korf \(1985\) are 1 to 100", InstanceSet.by_id,
            "wanted", KORF_100, wanted) for wanted in (0, 101, "79", None, [1], 10**30)),
    wrong(ValueError, "no instance has the id 'hard'; .* are tutorial,", InstanceSet.by_id, "wanted", NAMED_BOARDS,
          "hard"),
]  # fmt: skip

SUDOKUS = [
    wrong(ValueError, "row 1, column 2: symbol 3 is out of range; symbols are 1 to 2, and 0 is", IrregularSudoku,
          "cells", [[0, 3], [0, 0]], ["aa", "bb"]),
    wrong(ValueError, "the cells have 101 rows; the maximum is 100", IrregularSudoku, "cells",
          [[0] * 101] * 101, [[0] * 101] * 101),
    wrong(ValueError, r"region 'b' \(from row 2, column 2\) has 1, region 'a'", IrregularSudoku, "regions",
          [[0, 0], [0, 0]], ["aa", "ab"]),
    wrong(ValueError, "row 1, column 2: '3x' isn't a symbol; expected a number >= 1", IrregularSudoku.from_text,
          "cells", "0-3x / 0-0", "aa / bb"),
    wrong(ValueError, "row 2, column 1 of the regions: nothing next to a dash", IrregularSudoku.from_text, "regions",
          "00 / 00", "a-a / -b"),
    wrong(ValueError, r"a grid of 2 rows has no square regions of 2 cells; give the box", IrregularSudoku.classic,
          "cells", "00/00"),
    wrong(ValueError, r"regions of 4 cells are needed; box=\(100000, 100000\) has", IrregularSudoku.classic, "box",
          "0" * 16, box=HUGE),
    *(
        wrong(ValueError, says, call, "extra_units", *arguments, extra_units=units)
        for call, arguments in (
            (IrregularSudoku, ([[1, 0], [0, 0]], ["aa", "bb"])),
            (IrregularSudoku.from_text, ("10 / 00", "aa / bb")),
        )
        for says, units in (
            ("extra_units must be a sequence of units, not 5", 5),
            ("extra unit 1 must be a sequence of cells, not 5", [5]),
            (r"extra unit 2 has the cell \(0, 1\); expected \(row, column\), two integers from 1 to 2",
             [[(1, 1), (2, 2)], [(0, 1), (1, 2)]]),
            ("extra unit 1 has 1 different cell; it must have 2, one for each symbol", [[(1, 1), (1, 1)]]),
        )
    ),
    wrong(ValueError, "extra unit 1 has 1 twice, in row 1, column 1 and in row 4, column 4", IrregularSudoku.classic,
          "extra_units", "1000/0000/0000/0001", extra_units=diagonals(4)),
    wrong(ValueError, "size must be at least 1, not 0", diagonals, "size", 0),
    wrong(ValueError, "there is no row 5, column 1 in a grid of 4 x 4", IrregularSudoku.result, "action", SUDOKU,
          SUDOKU.initial_state, Insert(5, 1, 1)),
    wrong(ValueError, "row 1, column 2: 1 can't be written; its candidates are", IrregularSudoku.result, "action",
          SUDOKU, SUDOKU.initial_state, Insert(1, 2, 1)),
    *(wrong(ValueError, "there is no example .*; the ids are G00_4x4 to G65_9x9", example, "name", name)
      for name in ("G26", 26, None, ["G00_4x4"])),
]  # fmt: skip

LATTICES: list[tuple[Any, Any, Any]] = [
    (TorusProblem, "..#", (0, 0)), (HexProblem, "..#", (0, 0)), (VoxelProblem, ["..#"], (0, 0, 0)),
]  # fmt: skip
JUMPS = GridProblem("... / ...", (0, 0), (2, 1)).jump_points()
GRIDS = [
    wrong(TypeError, "states has 5; expected the states", JumpPointProblem.route, "states", JUMPS, [5]),
    *(wrong(ValueError, "has no jump 'east 1'", call, "action", JUMPS, JUMPS.initial_state, Jump(1, 0), *more)
      for call, more in ((JumpPointProblem.result, ()), (JumpPointProblem.cost, (JUMPS.initial_state,)))),
    *(wrong(TypeError, "a grid must be text, rows, or a two-dimensional array, not", Grid, "cells", cells)
      for cells in (None, {"..", ".#"}, {"..": 1})),
    *(wrong(TypeError, "terrain must be a dict {symbol: cost}, not", Grid, "terrain", "..", terrain=terrain)
      for terrain in ("~=5", [("~", 5)], 0)),
    wrong(ValueError, r"cell \(1, 0\) is 'x'; the known symbols are \. G S #", Grid, "cells", ".x"),
    wrong(ValueError, r"cell \(0, 0\) is 1000.*000; expected the cost of entering it", Grid, "cells", [[10**400]]),
    *(wrong(TypeError, "row 0 of the grid is .*; expected text or a list of cells", Grid, "cells", [row])
      for row in (7, None, {1, 2}, {1: 2})),
    *(wrong(ValueError, "terrain '~' costs .*; a cost must be a number > 0", Grid, "terrain", "..",
            terrain={"~": cost}) for cost in (0, -1, math.nan, "2", None, 10**400)),
    wrong(ValueError, "terrain has the key 'ab'; a symbol must be one character", Grid, "terrain", "..",
          terrain={"ab": 2}),
    *(wrong(ValueError, r"cell \(4, 0\) is outside the grid of 4 columns and 2 rows; a cell is \(x, y\)", call,
            parameter, GRID.grid, given)
      for call, parameter, given in ((Grid.cost, "cell", (4, 0)), (Grid.is_free, "cell", (4, 0)),
                                     (Grid.text, "path", [(0, 0), (4, 0)]))),
    *(row for call, on in ((Grid.with_costs, GRID.grid), (GridProblem.with_costs, GRID)) for row in (
        wrong(ValueError, r"cell \(4, 0\) is outside the grid of 4 columns", call, "costs", on, {(4, 0): 2}),
        wrong(ValueError, r"cell \(0, 0\) is -1; expected the cost of entering it", call, "costs", on, {(0, 0): -1}),
        wrong(ValueError, r"cell \(1, 0\) would cost 0.5, less than 1, the cheapest terrain", call, "costs", on,
              {(1, 0): 0.5}),
    )),
    wrong(ValueError, r"the start \(0, 0\) is blocked", GridProblem.with_costs, "costs", GRID, {(0, 0): None}),
    wrong(ValueError, r"cell \(4, 0\) is outside the grid of 4 columns", GridProblem.touched, "cells", GRID, [(4, 0)]),
    wrong(ValueError, r"the start \(2, 0\) is blocked", GridProblem.between, "start", GRID, (2, 0), (0, 0)),
    wrong(ValueError, r"the goal \(9, 9\) is outside", GridProblem.between, "goal", GRID, (0, 0), (9, 9)),
    wrong(ValueError, "row 1 of the grid has width 3, but row 0 has", GridProblem, "grid", "../...", (0, 0), (1, 0)),
    wrong(TypeError, r"the start is 0; expected two integers \(x, y\)", GridProblem, "start", "..", 0, (1, 0)),
    wrong(ValueError, r"the start \(2, 0\) is blocked by an obstacle", GridProblem, "start", "..#", (2, 0),
          (1, 0)),
    *(wrong(ValueError, f"{name} must have at least one state", *call) for name, *call in (
        ("goals", GridProblem.copy_with_goals, "goals", GRID, []),
        ("goals", GraphProblem.copy_with_goals, "goals", GRAPH, []),
    )),
    *(wrong(TypeError, "goals must be a list, even for a single state, not 5", call, "goals", *arguments, goals=5)
      for call, arguments in ((GridProblem, ("..", (0, 0))), (GraphProblem, ([("a", "b")], "a")))),
    *(wrong(TypeError, r"expected either a goal or a list goals=\[\.\.\.\], not both", call, "goals", *arguments,
            goals=[arguments[2]])
      for call, arguments in ((GridProblem, ("..", (0, 0), (1, 0))), (GraphProblem, ([("a", "b")], "a", "b")))),
    *(wrong(TypeError, r"expected either a goal or a list goals=\[\.\.\.\]$", call, "goal", *arguments)
      for call, arguments in ((GridProblem, ("..", (0, 0))), (GraphProblem, ([("a", "b")], "a")))),
    wrong(TypeError, r"the goal is \[\(1, 0\), \(0, 0\)\]; .* for several goals, write goals=\[", GridProblem, "goal",
          "..", (0, 0), [(1, 0), (0, 0)]),
    wrong(ValueError, r"the goal \['a', 'b'\] isn't a node; for several goals, write goals=\[", GraphProblem, "goal",
          [("a", "b")], "a", ["a", "b"]),
    wrong(ValueError, r"the goal \(9, 9\) is outside", GridProblem, "goals", "..", (0, 0), goals=[(1, 0), (9, 9)]),
    wrong(ValueError, "the goal 'c' isn't one of the 2 nodes", GraphProblem, "goals", [("a", "b")], "a",
          goals=["c"]),
    wrong(TypeError, "turn_cost must be a function .*, not 5", TurnProblem, "turn_cost", GRAPH, 5),
    wrong(InvalidProblemError, "int has no initial_state", TurnProblem, "problem", 5, max),
    wrong(InvalidProblemError, "int has no initial_state", ManeuverProblem, "problem", 5, max),
    wrong(TypeError, "maneuver_cost must be a function of a tuple", ManeuverProblem, "maneuver_cost", GRAPH, 5),
    wrong(ValueError, "length must be at least 2, not 1", ManeuverProblem, "length", GRAPH, max, length=1),
    *(wrong(TypeError, "states must be the states of TurnProblem, such as result.states, not", TurnProblem.route,
            "states", TurnProblem(GRAPH, max), states) for states in (5, ["a"])),
    wrong(InvalidProblemError, "int has no initial_state", TimedProblem, "problem", 5, OTHERS),
    wrong(TypeError, "reservations must be a Reservations, not 5", TimedProblem, "reservations", GRAPH, 5),
    wrong(TypeError, "stays must be True or False, not 1", TimedProblem, "stays", GRAPH, OTHERS, stays=1),
    wrong(TypeError, "unhashable", Reservations.block, "state", OTHERS, []),
    wrong(ValueError, "first must be at least 0, not -1", Reservations.block, "first", OTHERS, 0, -1),
    wrong(TypeError, "last must be a whole number, at least 0, not 2.5", Reservations.block, "last", OTHERS, 0, 0, 2.5),
    wrong(ValueError, "last must be at least first, 3, not 2", Reservations.block, "last", OTHERS, 0, 3, 2),
    wrong(TypeError, "unhashable", Reservations.block_step, "before", OTHERS, [], 1, 0, 1),
    wrong(TypeError, "unhashable", Reservations.block_step, "after", OTHERS, 1, [], 0, 1),
    wrong(ValueError, "start must be at least 0, not -1", Reservations.block_step, "start", OTHERS, 0, 1, -1, 1),
    wrong(ValueError, "end must be larger than start, 3, not 3", Reservations.block_step, "end", OTHERS, 0, 1, 3, 3),
    wrong(TypeError, "path must be a result or a list of states, not 5", Reservations.add, "path", OTHERS, 5),
    wrong(TypeError, "start must be a whole number, at least 0", Reservations.add, "start", OTHERS, [1], start="a"),
    wrong(TypeError, "stays must be True or False, not 1", Reservations.add, "stays", OTHERS, [1], stays=1),
    wrong(TypeError, "unhashable", Reservations.free_times, "state", OTHERS, []),
    wrong(TypeError, "graph must be a multigraph of networkx, not <networkx.*; other edges have no keys", edge_keys,
          "graph", nx.DiGraph(), [], weight="km"),
    wrong(ValueError, "no edge of the path leads from 0 to 2", edge_keys, "nodes", nx.MultiGraph([(0, 1), (1, 2)]),
          [0, 2], weight="km"),
    wrong(TypeError, "weight must be the name of an attribute, or None, not 5", edge_keys, "weight", nx.MultiGraph(),
          [], weight=5),
    wrong(ValueError, "has 2 goals, but jump points need one", JumpPointProblem, "problem",
          GridProblem("..", (0, 0), goals=[(0, 0), (1, 0)])),
    wrong(ValueError, r"the goal \(9, 9\) is outside the grid of 2 columns \(x\) and 1 rows \(y\)", GridProblem,
          "goal", "..", (0, 0), (9, 9)),
    *(wrong(ValueError, "connectivity must be 4 or 8, not", GridProblem, "connectivity", "..", (0, 0), (1, 0),
            connectivity=count) for count in (6, "4", None)),
    wrong(ValueError, r"overestimates diagonal steps; use the octile or", GridProblem, "heuristic", "..",
          (0, 0), (1, 0), connectivity=8, heuristic=on_grids.Manhattan()),
    wrong(ValueError, r"cell \(0, 0\) has no open step 'north'", GridProblem.result, "action", GRID, (0, 0),
          "north"),
    wrong(ValueError, r"cell \(0, 0\) has no open step 'north'", GridProblem.cost, "action", GRID, (0, 0), "north",
          (0, 1)),
    *(wrong(TypeError, f"{kind.__name__}.* needs a problem on a Grid, as GridProblem is; object has none", kind.bind,
            "problem", kind(), object()) for kind in (on_grids.Manhattan, on_grids.Octile, on_grids.Euclidean)),
    wrong(ValueError, "row must be 0 to 1, not 2", Grid.cell, "row", GRID.grid, row=2, column=0),
    wrong(TypeError, "row must be a whole number, 0 to 1, not 0.5", Grid.cell, "row", GRID.grid, row=0.5, column=0),
    wrong(ValueError, "column must be 0 to 3, not -1", Grid.cell, "column", GRID.grid, row=0, column=-1),
    wrong(ValueError, r"cell \(0, 3\) is outside the grid of 4 columns", Grid.rows_and_columns, "path", GRID.grid,
          [(0, 0), (0, 3)]),
    *(row for kind, cells, numbers in LATTICES for row in (
        wrong(TypeError, r"the start is 5; expected (two|three) integers", kind, "start", cells, 5, numbers),
        wrong(ValueError, r"the start .* is blocked by an obstacle", kind, "start", cells, (2, *numbers[1:]), numbers),
        wrong(TypeError, r"the goal is \[.*; for several goals, write goals=\[", kind, "goal", cells, numbers,
              [numbers, numbers]),
        wrong(ValueError, r"the goal .* (is outside|isn't one of)", kind, "goal", cells, numbers, (9, *numbers[1:])),
        wrong(ValueError, r"the goal .* (is outside|isn't one of)", kind, "goals", cells, numbers,
              goals=[numbers, (9, *numbers[1:])]),
        wrong(TypeError, "expected either a goal or a list goals", kind, "goal", cells, numbers),
        wrong(ValueError, "has no open step 'x'", kind.result, "action", kind(cells, numbers, numbers), numbers, "x"),
        wrong(ValueError, "has no open step 'x'", kind.cost, "action", kind(cells, numbers, numbers), numbers, "x",
              numbers),
    )),
    *(wrong(ValueError, "connectivity must be .* not 5", kind, "connectivity", cells, at, at, connectivity=5)
      for kind, cells, at in LATTICES[::2]),
    *(wrong(TypeError, "corner_rule must be a CornerRule", kind, "corner_rule", cells, at, at, corner_rule="any")
      for kind, cells, at in LATTICES[::2]),
    wrong(ValueError, r"did you mean \(2, 0, 0\)", VoxelProblem, "start", ["..."], (0, 0, 2), (0, 0, 0)),
    *(wrong(ValueError, r"cell \(1, 0\) is 'x'; the known symbols", call, name, ".x", *more) for call, name, *more in (
        (TorusProblem, "grid", (0, 0), (0, 0)), (HexProblem, "grid", (0, 0), (0, 0)), (hex_cells, "grid"))),
    wrong(TypeError, r"the grid has the key 'a'; expected two integers", HexProblem, "grid", {"a": 1}, (0, 0),
          (0, 0)),
    wrong(ValueError, "the grid is empty", HexProblem, "grid", {}, (0, 0), (0, 0)),
    wrong(ValueError, r"cell \(0, 0\) is -1; expected the cost", HexProblem, "grid", {(0, 0): -1}, (0, 0), (0, 0)),
    *(wrong(TypeError, "layers must be a list of maps, or an array", VoxelProblem, "layers", layers, (0, 0, 0),
            (0, 0, 0)) for layers in ("..", 5, Grid(".."))),
    wrong(ValueError, "layers is empty", VoxelProblem, "layers", [], (0, 0, 0), (0, 0, 0)),
    wrong(ValueError, "layer 1 is <Grid of 1 x 1 cells>, but layer 0 is", VoxelProblem, "layers", ["..", "."],
          (0, 0, 0), (0, 0, 0)),
    wrong(TypeError, "wall must be the number of an obstacle", Grid, "wall", [[1]], wall="#"),
    wrong(ValueError, "wall= is only for numbers", Grid, "wall", "..", wall=0),
    wrong(ValueError, "wall= is only for numbers", Grid, "wall", [[True]], wall=0),
    *(wrong(FileNotFoundError, "missing", call, "path", "missing") for call in (read_map, read_scenarios, read_dimacs)),
    *(wrong(IsADirectoryError, "directory", call, "path", ".") for call in (read_map, read_scenarios, read_dimacs)),
]  # fmt: skip


def stand_in(module, name, **attributes):
    """An object whose class has the name of a class of another library."""
    return type(name, (), {"__module__": module, "__iter__": lambda self: iter(["a"]), **attributes})()


SPARSE = SimpleNamespace(row=[0], col=[1], data=[2], shape=(2, 2), sum_duplicates=lambda: None)
SPARSE.tocoo = lambda copy: SPARSE

GRAPHS = [
    *(row for call in (Graph, Graph.from_dicts, Graph.from_networkx) for row in (
        wrong(TypeError, "directed must be True, False or None, not 0", call, "directed", nx.path_graph(2)
              if call == Graph.from_networkx else {"a": {"b": 1}}, directed=0),
        wrong(TypeError, "weight must be the name of an attribute, a function or None, not 5", call, "weight",
              nx.path_graph(2) if call == Graph.from_networkx else {"a": {"b": 1}}, weight=5),
    )),
    *(wrong(ValueError, "a graph must be an iterable of edges, a dict", Graph, "graph_or_edges", value)
      for value in (5, nx.DiGraph)),
    *(wrong(TypeError, "from_networkx needs a networkx graph, not .*; for other forms, use Graph", Graph.from_networkx,
            "graph", value) for value in ({}, nx.DiGraph)),
    wrong(TypeError, "dicts must be a dict .*, not 5", Graph.from_dicts, "dicts", 5),
    wrong(ValueError, "the edge from 'a' to 'b' costs nan", Graph.from_dicts, "dicts", {"a": {"b": math.nan}}),
    *(wrong(TypeError, f"{name} must be an array of ints, not of float64", Graph.from_arrays, name, *ends)
      for name, ends in (("tails", ([0.5], [1])), ("heads", ([1], [0.5])))),
    wrong(ValueError, "tails, heads and costs must have the same length, not 1, 2 and 1", Graph.from_arrays, "heads",
          [0], [1, 2], [3]),
    wrong(ValueError, "tails must be a one-dimensional array, not one of 2", Graph.from_arrays, "tails", [[0]], [1]),
    wrong(ValueError, "tails must be a one-dimensional array: ", Graph.from_arrays, "tails", [[0], [1, 2]], [1]),
    wrong(ValueError, r"tails\[1\] is -1; expected the number of a node, from 0 to 4", Graph.from_arrays, "tails",
          [0, -1], [1, 4]),
    wrong(ValueError, r"heads\[0\] is 3; expected the number of a node, from 0 to 2", Graph.from_arrays, "heads",
          [0], [3], nodes=3),
    wrong(ValueError, "heads has the number 4294967296; a graph has at most", Graph.from_arrays, "heads", [0], [2**32]),
    *(wrong(ValueError, f"the edge from 2 to 1 costs {cost}; a cost must be a finite number >= 0", Graph.from_arrays,
            "costs", [0, 2], [1, 1], [1, cost]) for cost in (-1, -0.5, math.nan, math.inf)),
    wrong(TypeError, "costs must be an array of ints or floats, not of <U1", Graph.from_arrays, "costs", [0], [1],
          ["x"]),
    *(wrong(TypeError, f"{name} must be an array of ints, not of object; entry 0 is {value!r}, and ints",
            Graph.from_arrays, name, *ends) for value in (2**70, None)
      for name, ends in (("tails", ([value], [1])), ("heads", ([1], [value])))),
    wrong(TypeError, "tails must be an array of ints, not of object; all its entries are ints, so convert",
          Graph.from_arrays, "tails", np.array([0], object), [1]),
    *(wrong(TypeError, f"costs must be an array of ints or floats, not of object; entry 1 is {value!r}, and ints",
            Graph.from_arrays, "costs", [0, 1], [1, 2], [1, value]) for value in (2**70, None)),
    wrong(ValueError, "the largest number of a node is 2000000000, but .* 1 edges; .* pass nodes=2000000001",
          Graph.from_arrays, "heads", [0], [2_000_000_000]),
    wrong(TypeError, r"nodes has the name \[1\], which can't be a node: unhashable", Graph.from_arrays, "nodes", [0],
          [0], nodes=[[1]]),
    wrong(ValueError, "costs has the number 9223372036854775808; an int must be less", Graph.from_arrays, "costs", [0],
          [1], [2**63]),
    wrong(ValueError, "nodes is -1; a graph has 0 to", Graph.from_arrays, "nodes", [0], [1], nodes=-1),
    wrong(TypeError, "nodes must be the number of nodes or a list of their names, not 'ab'", Graph.from_arrays, "nodes",
          [0], [1], nodes="ab"),
    wrong(ValueError, "nodes has the name 'a' twice, for the nodes 0 and 1", Graph.from_arrays, "nodes", [0], [1],
          nodes=["a", "a"]),
    wrong(TypeError, "directed must be True or False, not None", Graph.from_arrays, "directed", [0], [1],
          directed=None),
    *(wrong(TypeError, "from_sparse needs a sparse matrix of scipy, not", Graph.from_sparse, "matrix", value)
      for value in (5, SimpleNamespace, [[0, 1], [1, 0]], np.ones((2, 2)))),
    wrong(ValueError, r"the matrix must be square, .*, not \(2, 3\)", Graph.from_sparse, "matrix",
          SimpleNamespace(tocoo=SPARSE.tocoo, shape=(2, 3))),
    wrong(ValueError, "nodes must have 2 names, one for each row", Graph.from_sparse, "nodes", SPARSE, nodes=["a"]),
    wrong(TypeError, "directed must be True or False, not None", Graph.from_sparse, "directed", SPARSE, directed=None),
    *(wrong(TypeError, "weight and directed can't be used with a Graph", GraphProblem, name, GRAPH.graph, "a", "b",
            **{name: value}) for name, value in (("weight", "km"), ("directed", True))),
    wrong(ValueError, "the start 5 isn't one of the 2 nodes of the graph; expected an int from 0 to 1", GraphProblem,
          "start", Graph.from_arrays([0], [1]), 5, 0),
    wrong(ValueError, "the start 0 isn't one of the 0 nodes of the graph; no edge was given", GraphProblem, "start",
          Graph.from_arrays([], []), 0, 0),
    wrong(CapacityError, "the limit 'expanded' stopped the exploration after 2 states; raise the limit", materialize,
          "limits", GRAPH, limits=Limits(expanded=1)),
    wrong(TypeError, "limits must be a Limits", materialize, "limits", GRAPH, limits=5),
    wrong(TypeError, "space must be a Graph, or a problem on a graph or grid, for landmarks, not 5", Landmarks.build,
          "space", 5),
    wrong(ValueError, "there are no states, so there can't be a landmark", Landmarks.build, "space", Graph([])),
    wrong(TypeError, "cache must be True or False, not None", Landmarks.build, "cache", GRAPH, cache=None),
    wrong(TypeError, "problem must be a Graph, or a problem on a graph", Landmarks.bind, "problem",
          Landmarks.build(GRAPH), 5),
    *(wrong(KeyError, "'d'", call, "node", GRAPH.graph, "d")
      for call in (Graph.edges_from, Graph.edges_into, Graph.number)),
    wrong(ValueError, "the end 'd' isn't one of the 3 nodes", Graph.checked_node, "node", GRAPH.graph, "d", "end"),
    wrong(ValueError, "'ab' isn't an edge; expected a pair", Graph.with_costs, "costs", GRAPH.graph, {"ab": 1}),
    *(wrong(TypeError, "directed must be True, False or None, not", GraphProblem, "directed", [("a", "b")], "a", "b",
            directed=directed) for directed in (0, [])),
    *(wrong(ValueError, "a graph must be an iterable of edges, a dict .* graph, not", GraphProblem,
            "graph_or_edges", graph, "a", "b") for graph in (5, None, "a b")),
    *(wrong(ValueError, says, call, "graph_or_edges", value, *ends)
      for call, ends in ((Graph, ()), (GraphProblem, (0, 1)))
      for says, value in (
          (r"a list of 2 rows of 2 numbers is a matrix .* write .*; if these lists are edges, make them tuples$",
           [[0, 4], [4, 0]]),
          ("a list of 3 rows of 3 numbers is a matrix", [[0, 4, 9], [4, 0, 3], [9, 3, 0]]),
          ("if cost and cost < math.inf}", [[math.inf, 4, 9], [4, math.inf, 3], [9, 3, math.inf]]),
          ("if cost} for .* means no edge$", [(None, 4, 9, 1), (4, None, 3, 1), (9, 3, None, 1), (1, 2, 3, None)]),
          (r"a graph can't be a matrix of 3 x 3; .*Graph.from_arrays\(tails, heads, matrix\[tails, heads\], nodes=len",
           np.array([[0, 4, 9], [4, 0, 3], [9, 3, 0]])),
          ("can't be an array of 2 x 3; if its rows are edges, pass edges.tolist", np.array([[0, 1, 4], [1, 2, 3]])),
          ("can't be an array of 3 x 3; if its rows are edges", np.array([[0, 1, 4], [1, 2, 3], [2, 3, 5]])),
          (r"can't be a DataFrame of pandas; .*itertuples\(index=False\)", stand_in("pandas.core.frame", "DataFrame")),
          (r"can't be a DataFrame of pandas; ",
           type("GeoDataFrame", (type(stand_in("pandas.core.frame", "DataFrame")),), {})()),
          (r"can't be a graph of igraph; .*edge\['weight'\]\) for edge in graph.es\]", stand_in("igraph", "Graph")),
          (r"can't be a PyGraph of rustworkx; .*weighted_edge_list\(\) and directed=False",
           stand_in("rustworkx", "PyGraph")),
          (r"can't be a PyDiGraph of rustworkx; .*weighted_edge_list\(\) and directed=True",
           stand_in("rustworkx", "PyDiGraph")),
          (r"can't be a sparse matrix; use Graph.from_sparse\(matrix\)",
           stand_in("scipy.sparse._csr", "csr_array", tocoo=None)),
      )),
    wrong(ValueError, "edge 2 is 5; expected", GraphProblem, "graph_or_edges", [("a", "b"), 5], "a", "b"),
    wrong(ValueError, "the edge from 'a' to 'b' costs 1000.*000; a cost must be a finite number >= 0",
          GraphProblem, "graph_or_edges", [("a", "b", 10**400)], "a", "b"),
    *(wrong(ValueError, f"the {role} 'd' isn't one of the 3 nodes of the graph", call, role, graph, *ends)
      for role, ends in (("start", ("d", "a")), ("goal", ("a", "d")))
      for call, graph in ((GraphProblem, [("a", "b"), ("b", "c")]), (GraphProblem.between, GRAPH))),
    wrong(ValueError, "has no attribute 'km' for its cost; it has 'miles'", GraphProblem, "weight",
          [("a", "b", {"miles": 2})], "a", "b", weight="km"),
    wrong(ValueError, "'ab' isn't an edge; expected a pair", GraphProblem.with_costs, "costs", GRAPH, {"ab": 1}),
    wrong(ValueError, "the end 'd' isn't one of the 3 nodes", GraphProblem.with_costs, "costs", GRAPH,
          {("a", "d"): 1}),
    wrong(ValueError, "the edge from 'a' to 'b' costs -1; a cost must be", GraphProblem.with_costs, "costs", GRAPH,
          {("a", "b"): -1}),
    wrong(ValueError, "no edge leads from 'a' to 'c'", GraphProblem.result, "action", GRAPH, "a", "c"),
    wrong(ValueError, "the start 'Arat' isn't one of the 20 nodes of the graph; did you mean 'Arad'?", romania, "start",
          "Arat"),
    wrong(ValueError, "the goal 'Xyz' isn't one of the 20 nodes", romania, "goal", "Arad", "Xyz"),
]  # fmt: skip

SMALL = [
    wrong(TypeError, "the capacity of jug 1 must be a whole number, at least 1, not 2.5", WaterJugs, "capacities",
          [2.5], 4),
    wrong(TypeError, "the volume in jug 2 at the start must be a whole number, .*not None", WaterJugs, "start",
          [3, 5], 4, start=[0, None]),
    *(wrong(ValueError, "a stack must be a list or a text of sizes .*, not", PancakeProblem, "stack", stack)
      for stack in (5, None, {1, 2}, {1: 2})),
    *(wrong(ValueError, "pancake 2 of the stack is .*; expected a whole number >= 1", PancakeProblem, "stack",
            stack) for stack in ([1, 2.0], [1, True], "1 two", "1 ²", "1 ٢", "1 -2", "1 " + "9" * 5000)),
    wrong(ValueError, "pancake 2 has size 1000.*000; the sizes of 2 pancakes must be 1 to 2", PancakeProblem, "stack",
          [1, 10**4000]),
    wrong(ValueError, "a flip turns over 2 to 3 pancakes, not 4", PancakeProblem.result, "action",
          PancakeProblem("3 1 2"), (3, 1, 2), 4),
    *(wrong(ValueError, "disks must be 1 to 1000, not", TowersOfHanoi, "disks", disks=disks) for disks in (0, 10**9)),
    *(wrong(ValueError, "pegs must be 3 to 26, not", TowersOfHanoi, "pegs", disks=3, pegs=pegs) for pegs in (2, 10**9)),
    wrong(TypeError, "pegs must be a whole number, 3 to 26, not None", TowersOfHanoi, "pegs", disks=3, pegs=None),
    wrong(ValueError, r"Move\(disk=2, source=0, target=1\) isn't a legal move", TowersOfHanoi.result, "action",
          TowersOfHanoi(disks=3), (0, 0, 0), Move(2, 0, 1)),
    *(wrong(TypeError, "expected a list with the capacity of jug 1 .*, not", WaterJugs, "capacities", given, 4)
      for given in (5, "35")),
    wrong(ValueError, "there is no jug; give at least one capacity", WaterJugs, "capacities", [], 4),
    wrong(ValueError, "the capacity of jug 2 must be at least 1, not 0", WaterJugs, "capacities", [3, 0], 4),
    wrong(ValueError, "jug 2 holds 6 at the start; it can hold 0 to 5", WaterJugs, "start", [3, 5], 4, start=[0, 6]),
    wrong(ValueError, r"changes nothing or names an unknown jug, when .* \(0, 0\)", WaterJugs.result, "action",
          WaterJugs([3, 5], 4), (0, 0), Pour(0, 1)),
    *(
        row
        for name in ("missionaries", "cannibals")
        for row in (
            wrong(ValueError, f"{name} must be 0 to 1000, not -1", MissionariesAndCannibals, name, **{name: -1}),
            wrong(ValueError, f"{name} must be 0 to 1000, not", MissionariesAndCannibals, name, **{name: 10**9}),
        )
    ),
    wrong(ValueError, r"Crossing\(missionaries=3, cannibals=0\) is impossible or unsafe", MissionariesAndCannibals
          .result, "action", MissionariesAndCannibals(), MissionariesAndCannibals().initial_state, Crossing(3, 0)),
]  # fmt: skip

PDDL = "(define (domain d))", "(define (problem p))"
FACTS = [
    wrong(TypeError, "task must be a problem of unified-planning, not 'a.pddl'", PlanningProblem, "task", "a.pddl"),
    wrong(TypeError, "the domain must be a text in PDDL, not 3", PlanningProblem.from_text, "domain", 3, PDDL[1]),
    wrong(TypeError, "the task must be a text in PDDL, not 3", PlanningProblem.from_text, "task", PDDL[0], 3),
    wrong(FileNotFoundError, "nowhere.pddl", PlanningProblem.from_files, "domain", "nowhere.pddl", __file__),
    wrong(FileNotFoundError, "nowhere.pddl", PlanningProblem.from_files, "task", __file__, "nowhere.pddl"),
    wrong(TypeError, r"a heuristic must be a function state -> h, .*, not 5", StripsProblem.copy_with_heuristic,
          "heuristic", TASK, 5),
    wrong(TypeError, "the initial facts must be a list or a set of facts, .* not 'here'", StripsProblem,
          "initial_facts", "here", ["there"], [GO]),
    wrong(TypeError, "the initial facts must be hashable facts, .* unhashable", StripsProblem,
          "initial_facts", [["here"]], ["there"], [GO]),
    wrong(TypeError, "the goal must be a list or a set of facts, even for a single fact, not 3", StripsProblem,
          "goal", ["here"], 3, [GO]),
    wrong(ValueError, "two operators are named 'go'; give each a name", StripsProblem, "operators", [], [], [GO, GO]),
    wrong(TypeError, r"each operator must be an Operator\(name, preconditions, add, delete\), not 'go'", StripsProblem,
          "operators", [], [], ["go"]),
    wrong(TypeError, "operators must be a list of operators, not 3", StripsProblem, "operators", [], [], 3),
    wrong(TypeError, "a heuristic must be a function", StripsProblem, "heuristic", [], [], [], heuristic=3),
    wrong(TypeError, "the preconditions of operator 'go' must be a list or a set of facts", Operator,
          "preconditions", "go", "here", []),
    wrong(TypeError, "the add of operator 'go' must be a list or a set of facts", Operator, "add", "go", [], "there"),
    wrong(TypeError, "the delete of operator 'go' must be a list or a set of facts", Operator,
          "delete", "go", [], [], "here"),
    wrong(ValueError, "the cost of operator 'go' must be a finite number >= 0, not -1", Operator,
          "cost", "go", [], [], cost=-1),
    wrong(ValueError, "operator 'go' needs 'a' to be both true and false; remove it from negative_pre", Operator,
          "negative_preconditions", "go", ["a"], [], negative_preconditions=["a"]),
    wrong(TypeError, "the negative_preconditions of operator 'go' must be a list or a set of facts", Operator,
          "negative_preconditions", "go", [], [], negative_preconditions="locked"),
    wrong(TypeError, r"each conditional effect of operator 'go' must be a When\(conditions, .*\), not \('a', 'b'\)",
          Operator, "when", "go", [], [], when=[("a", "b")]),
    wrong(TypeError, r"when of operator 'go' must be a list of conditional effects, \[When\(", Operator,
          "when", "go", [], [], when=When(["a"], ["b"])),
    wrong(TypeError, "the conditions of a conditional effect must be a list or a set of facts", When,
          "conditions", "a"),
    wrong(TypeError, "the add of a conditional effect must be a list or a set of facts", When, "add", [], "a"),
    wrong(TypeError, "the delete of a conditional effect must be a list or a set of facts", When, "delete", [], [], 3),
    wrong(ValueError, "a conditional effect needs 'a' to be both true and false", When,
          "negative_conditions", ["a"], negative_conditions=["a"]),
    wrong(ValueError, "the goal needs 'a' to be both true and false; remove it from negative_goal", StripsProblem,
          "negative_goal", [], ["a"], [], negative_goal=["a"]),
    wrong(ValueError, "there is no operator named 'stop'", TASK.result, "action", frozenset({"here"}), "stop"),
    wrong(ValueError, "the operator 'go' can't be applied, because here isn't true", TASK.result,
          "state", frozenset(), "go"),
    *(
        wrong(TypeError, "needs a StripsProblem, not NPuzzle", type(kind).bind, "problem", kind, PUZZLE)
        for kind in (FF(), HAdd(), HMax(), LMCut())
    ),
]  # fmt: skip

ROWS = BOARDS + TABLES + SUDOKUS + GRIDS + GRAPHS + SMALL + FACTS
