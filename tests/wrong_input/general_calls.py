"""Wrong inputs of problems in general, engines, limits, heuristics, comparisons, batches, observers, simpleai."""

import math
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

from wrong_input.row import wrong

from astarlib import (
    ENGINES,
    ARAStar,
    AStar,
    BatchWeightedAStar,
    BeamSearch,
    FocalSearch,
    FunctionProblem,
    KBest,
    Limits,
    LPAStar,
    Search,
    WeightedAStar,
    explore,
    optimal_paths,
    simpleai,
    with_goals,
    with_heuristic,
    with_predecessors,
    with_second_cost,
    with_starts,
)
from astarlib.batch import solve_many
from astarlib.checkpoint import read_metadata
from astarlib.comparing import compare, comparisons
from astarlib.errors import InvalidProblemError, MissingCapabilityError, PatternDatabaseError
from astarlib.heuristics import Abstraction, MaxOf, Memoized, PatternDatabase, Scaled, SumOf
from astarlib.observers import CombinedObserver
from astarlib.problems.npuzzle import Manhattan, NPuzzle
from astarlib.problems.pancake import PancakeProblem
from astarlib.problems.water_jugs import WaterJugs
from astarlib.searching import Guarantee

PUZZLE = NPuzzle("1 2 3 / 4 5 6 / 0 7 8")
PANCAKES = PancakeProblem("3 1 2")
JUGS = WaterJugs((3, 5), 4)
NO_PROBLEM = (InvalidProblemError, r"object has no initial_state; .* \(see astarlib\.SearchProblem\)")
NO_OBSERVER = (TypeError, "observer must be a callable that takes an event, not 5")
NO_LIMITS = (TypeError, r"limits must be a Limits, for instance Limits\(expanded=1000\), not 1000")
NO_PART = (TypeError, "takes heuristic values or callables state -> h, not 5")
NO_HEURISTIC = (
    TypeError,
    r"a heuristic must be a function state -> h, or an object with a method bind\(problem\), not 5",
)


def ones(stack):
    """Return the position of the smallest pancake."""
    return stack.index(1)


def function_problem(**changes):
    return {"initial_state": 0, "successors": lambda n: [], "is_goal": bool, **changes}


ABSTRACTION = Abstraction(ones, predecessors=lambda place: [("flip", at, 1) for at in range(3)])
DATABASE = PatternDatabase.build(PANCAKES, ABSTRACTION)
SEARCH = AStar().start(PUZZLE)
EXPLORED = explore(PUZZLE, limits=Limits(expanded=1))
BOUND = [
    (MaxOf(Manhattan()), TypeError, r"Manhattan\(\) needs a problem with a goal .*; object doesn't"),
    (SumOf(Manhattan()), TypeError, r"Manhattan\(\) needs a problem with a goal .*; object doesn't"),
    (Scaled(Manhattan(), weight=2), TypeError, r"Manhattan\(\) needs a problem with a goal .*; object doesn't"),
    (Memoized(Manhattan()), TypeError, r"Manhattan\(\) needs a problem with a goal .*; object doesn't"),
    (DATABASE, PatternDatabaseError, "can't be used for"),
]

PROBLEMS = [
    wrong(ValueError, "no edge with action 'up' leaves state 0", FunctionProblem.result, "action",
          FunctionProblem(**function_problem()), 0, "up"),
    wrong(ValueError, "no edge with action 'up' leaves state 0", FunctionProblem.cost, "action",
          FunctionProblem(**function_problem()), 0, "up", 1),
    wrong(TypeError, "set an attribute on instances of int", with_heuristic, "problem", 5, abs),
    wrong(InvalidProblemError, "int has no initial_state", explore, "problem", 5),
    wrong(TypeError, "set an attribute on instances of int", with_starts, "problem", 5, [1]),
    wrong(TypeError, "set an attribute on instances of int", with_goals, "problem", 5, [1]),
    wrong(TypeError, "set an attribute on instances of int", with_predecessors, "problem", 5, []),
    wrong(TypeError, "goal_states must be a list, even for a single goal, not 5", with_predecessors, "goal_states",
          PUZZLE, 5),
    *(
        wrong(TypeError, f"{name} must be a function that takes a state, not 5", with_predecessors, name, PUZZLE, [],
              **{name: 5})
        for name in ("predecessors", "backward_heuristic")
    ),
    *(
        wrong(TypeError, "side must be Side.FORWARD or Side.BACKWARD, not 'left'", method, "side", SEARCH, "left")
        for method in (Search.states, Search.frontier)
    ),
    wrong(KeyError, "isn't stored", Search.path_from, "state", SEARCH, PUZZLE.goal),
    wrong(*NO_LIMITS, explore, "limits", PUZZLE, limits=1000),
    wrong(TypeError, "count_actions must be True or False, not 1", explore, "count_actions", PUZZLE, count_actions=1),
    wrong(*NO_LIMITS, optimal_paths, "limits", PUZZLE, limits=1000),
    wrong(*NO_PROBLEM, optimal_paths, "problem", object()),
    wrong(TypeError, "storage must be a Disk from astarlib.compiled, or None, not 'x'", explore, "storage", PUZZLE,
          storage="x"),
    wrong(TypeError, r"not the class Manhattan; write Manhattan\(", with_heuristic, "heuristic", PUZZLE,
          Manhattan),
]  # fmt: skip


ENGINE_VALUES = [
    *(
        wrong(ValueError, "weight must be a finite number of at least 1, not", WeightedAStar, "weight", weight=weight)
        for weight in (math.nan, math.inf, None, True, 10**400)
    ),
    wrong(ValueError, "weight must be a finite number of at least 1, not", FocalSearch, "weight", weight=math.inf),
    *(
        wrong(ValueError, "weights must", ARAStar, "weights", weights=weights)
        for weights in ((), (1, 2), (0.5,), ("2",), (None,), (True,), (math.nan,))
    ),
    wrong(ValueError, "weight must be a finite number of at least 1", BatchWeightedAStar, "weight", weight=math.nan),
    wrong(TypeError, "complete must be True or False, not 1", BeamSearch, "complete", complete=1),
    wrong(InvalidProblemError, "int has no initial_state", with_second_cost, "problem", 5, len),
    wrong(TypeError, "second_cost must be a function, or None, not 3", with_second_cost, "second_cost", PUZZLE, 3),
    wrong(TypeError, "second_heuristic must be a function, or None, not 3", with_second_cost, "second_heuristic",
          PUZZLE, len, second_heuristic=3),
    wrong(ValueError, "at_most must be a number of at least 0, not -1", with_second_cost, "at_most", PUZZLE,
          at_most=-1),
    wrong(TypeError, "at_most must be a number of at least 0, not '3'", with_second_cost, "at_most", PUZZLE,
          at_most="3"),
    wrong(ValueError, "states must have at least one state", with_starts, "states", PUZZLE, []),
    wrong(ValueError, "states has .* twice", with_starts, "states", PUZZLE, [PUZZLE.initial_state] * 2),
    wrong(TypeError, "can't be an initial state of NPuzzle", with_starts, "states", PUZZLE, [[1]]),
    wrong(TypeError, "states must be a list, even for a single state, not 'ab'", with_starts, "states", PUZZLE, "ab"),
    wrong(ValueError, "goals must have at least one state", with_goals, "goals", PUZZLE, []),
    wrong(TypeError, "goals must be a list, even for a single state, not 'ab'", with_goals, "goals", PUZZLE, "ab"),
    wrong(TypeError, r"goals has \[1\], which can't be a goal of NPuzzle", with_goals, "goals", PUZZLE, [[1]]),
    wrong(*NO_HEURISTIC, with_goals, "heuristic", PUZZLE, [PUZZLE.goal], heuristic=5),
    wrong(ValueError, "targets must have at least one state", explore, "targets", PUZZLE, targets=[]),
    wrong(TypeError, "targets must be a list, even for a single state, not 'ab'", explore, "targets", PUZZLE,
          targets="ab"),
    wrong(TypeError, "targets has a state that can't be one of NPuzzle: unhashable", explore, "targets", PUZZLE,
          targets=[[1]]),
    wrong(ValueError, "targets can't be used with storage", explore, "targets", PUZZLE, targets=[PUZZLE.goal],
          storage="x"),
    wrong(TypeError, "simple must be True or False, not 1", KBest, "simple", simple=1),
]  # fmt: skip

RUNS = [
    *(
        row
        for kind in (*ENGINES.values(), )
        for row in (
            wrong(InvalidProblemError, r"not the class NPuzzle; create an instance, NPuzzle\(", kind.start,
                  "problem", kind(), NPuzzle),
            wrong(TypeError, "observer.event_types has 'Expanded', which isn.t an event type of astarlib.events",
                  kind.start, "observer", kind(), PUZZLE,
                  observer=type("Odd", (), {"event_types": ["Expanded"], "__call__": id})()),
        )
    ),
    wrong(ValueError, "factor must be a number of at least 1, not 0", Guarantee, "factor", factor=0),
    wrong(KeyError, "state 'never' isn't stored", SEARCH.path_to, "state", "never")._replace(
        place="search.Search.path_to(state)"),
    wrong(KeyError, "state 'never' wasn't reached within the limits", EXPLORED.cost, "state", "never")._replace(
        place="engines.exploring.Explored.cost(state)"),
    wrong(KeyError, "state 'never' wasn't reached within the limits", EXPLORED.path_to, "state", "never")._replace(
        place="engines.exploring.Explored.path_to(state)"),
    wrong(FileNotFoundError, "missing", Search.save, "path", SEARCH, "missing/search"),
    wrong(TypeError, "type object is not JSON serializable", Search.save, "metadata", SEARCH, "search",
          metadata=object()),
    wrong(FileNotFoundError, "missing", read_metadata, "path", "missing"),
    wrong(FileNotFoundError, "missing", Search.load, "path", "missing", PUZZLE),
    *(
        row
        for kind in (Limits,)
        for name in ("expanded", "generated", "stored", "seconds", "memory", "cost")
        for row in (
            wrong(ValueError, f"the limit {name} must be at least 0, not -1", kind, name, **{name: -1}),
            wrong(ValueError, f"the limit {name} must be at least 0, not nan", kind, name, **{name: math.nan}),
            wrong(TypeError, f"the limit {name} must be a number, not None", kind, name, **{name: None}),
            wrong(TypeError, f"the limit {name} must be a number, not True", kind, name, **{name: True}),
        )
    ),
    wrong(TypeError, "cancelled must be a function without arguments or None, not True", Limits, "cancelled",
          cancelled=True),
]  # fmt: skip

HEURISTICS = [
    *(wrong(ValueError, f"{kind.__name__} needs at least one heuristic", kind, "parts") for kind in (MaxOf, SumOf)),
    wrong(TypeError, r"SumOf takes heuristics, not classes: write Manhattan\(", SumOf, "parts", Manhattan),
    *(wrong(ValueError, "the weight must be finite and at least 0, not", Scaled, "weight", abs, weight=weight)
      for weight in (-1, math.nan, math.inf)),
    *(wrong(error, says, type(value).bind, "problem", value, object()) for value, error, says in BOUND),
    wrong(TypeError, "goal_states must be a list, even for a single goal, not 5", Abstraction, "goal_states", ones,
          goal_states=5),
    wrong(ValueError, "goal_states is empty", Abstraction, "goal_states", ones, goal_states=[]),
    wrong(MissingCapabilityError, r"needs the goals: pass Abstraction\(", Abstraction.goals_in, "problem",
          Abstraction(ones), JUGS),
    wrong(MissingCapabilityError, "WaterJugs has no usable predecessors", Abstraction.edges_back_in,
          "problem", Abstraction(ones), JUGS),
    wrong(MissingCapabilityError, "needs the goals", PatternDatabase.build, "problem", object(), ABSTRACTION),
    *(wrong(ValueError, "max_distance must be a number of at least 0, not", PatternDatabase.build, "max_distance",
            PANCAKES, ABSTRACTION, max_distance=max_distance) for max_distance in (-1, math.nan, "9", None)),
    wrong(TypeError, "observer must be a callable that takes an event, not 5", CombinedObserver, "observers", print, 5),
    wrong(FileNotFoundError, "missing", PatternDatabase.load, "path", "missing", PANCAKES, ABSTRACTION),
    wrong(TypeError, r"must be an Abstraction\(mapping, \.\.\.\), not None", PatternDatabase.load, "abstraction",
          "missing",
          PANCAKES, None),
    wrong(FileNotFoundError, "missing", PatternDatabase.save, "path", DATABASE, "missing/database"),
]  # fmt: skip

COMPARISONS = [
    row
    for call in (compare, comparisons)
    for row in (
        wrong(ValueError, "there is no problem to compare", call, "problems", [], [AStar()]),
        wrong(ValueError, "there is no engine to compare", call, "engines", [PUZZLE], []),
        wrong(TypeError, r"must be an instance such as AStar\(\), not <class", call, "engines", [PUZZLE], [AStar]),
        wrong(ValueError, r"two engines are named AStar\(\); pass a mapping", call, "engines", [PUZZLE],
              [AStar(), AStar()]),
        wrong(ValueError, "there is no heuristic to compare; omit heuristics=", call, "heuristics", [PUZZLE],
              [AStar()], heuristics={}),
        wrong(ValueError, "repeats must be at least 1, not 0", call, "repeats", [PUZZLE], [AStar()], repeats=0),
    )
] + [
    wrong(*NO_HEURISTIC, compare, "heuristics", [PUZZLE], [AStar()], heuristics={"five": 5}),
    wrong(*NO_PROBLEM, compare, "problems", [object()], [AStar()]),
]  # fmt: skip

BATCHES = [
    *(
        wrong(TypeError, "problems must be an iterable such as a list, even for a single problem, not", solve_many,
              "problems", problems, AStar())
        for problems in (PUZZLE, None, {"one": PUZZLE}, "1 2 3 / 4 5 6 / 0 7 8")
    ),
    wrong(TypeError, r"engine must be an engine such as AStar\(\), not", solve_many, "engine", [PUZZLE], AStar),
    wrong(TypeError, "executor must be an executor of concurrent.futures or None, not", solve_many, "executor",
          [PUZZLE], AStar(), executor=ThreadPoolExecutor),
]  # fmt: skip

MESSAGES = [
    wrong(*NO_PROBLEM, AStar.start, "problem", AStar(), object()),
    wrong(*NO_LIMITS, Search.run, "limits", SEARCH, 1000),
    wrong(TypeError, r"changed must be an iterable of states, not 5", Search.update, "changed",
          LPAStar().start(PUZZLE), changed=5),
    wrong(*NO_PROBLEM, Search.update, "problem", LPAStar().start(PUZZLE), problem=object()),
    wrong(*NO_OBSERVER, AStar.start, "observer", AStar(), PUZZLE, observer=5),
    wrong(*NO_HEURISTIC, with_heuristic, "heuristic", PUZZLE, 5),
    wrong(*NO_PART, MaxOf, "parts", abs, 5),
    wrong(TypeError, r"tie_break must be a TieBreak, .*LOW_H, not 'fifo'", AStar, "tie_break", tie_break="fifo"),
    wrong(TypeError, "reopen must be True or False, not 'no'", AStar, "reopen", reopen="no"),
]  # fmt: skip
"""One row for each message that many calls share."""

SIMPLEAI = [
    *(
        wrong(InvalidProblemError, "SimpleNamespace has no actions; define it", call, "problem",
              SimpleNamespace(initial_state=0), *more)
        for call, *more in (
            (simpleai.astar,), (simpleai.greedy,), (simpleai.uniform_cost,), (simpleai.breadth_first,),
            (simpleai.depth_first,), (simpleai.iterative_limited_depth_first,), (simpleai.limited_depth_first, 3),
        )
    ),
]  # fmt: skip

OBSERVERS = []

ROWS = PROBLEMS + ENGINE_VALUES + RUNS + HEURISTICS + COMPARISONS + BATCHES + SIMPLEAI + MESSAGES
