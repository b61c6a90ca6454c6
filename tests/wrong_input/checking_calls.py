"""Wrong inputs of the doctor, of proofs, of the suite for engines, and of the problem that counts."""

import math

from wrong_input.general_calls import NO_LIMITS, NO_PROBLEM, PANCAKES, PUZZLE
from wrong_input.row import wrong

from astarlib import AStar, SearchResult
from astarlib.checking import (
    InstrumentedProblem,
    assert_admissible,
    assert_consistent,
    assert_problem_ok,
    certify,
    check_engine,
    check_heuristic,
    check_problem,
)
from astarlib.searching import Guarantee

SOLVED = AStar().search(PUZZLE)

CHECKS = [
    row
    for call in (check_problem, check_heuristic, assert_problem_ok, assert_admissible, assert_consistent)
    for row in (
        wrong(ValueError, "states must be at least 1, not 0", call, "states", PANCAKES, states=0),
        wrong(TypeError, "states must be a whole number, at least 1, not 2.5", call, "states", PANCAKES, states=2.5),
        wrong(ValueError, "samples must be at least 0, not -1", call, "samples", PANCAKES, samples=-1),
        wrong(TypeError, "samples must be a whole number, at least 0, not None", call, "samples", PANCAKES,
              samples=None),
        wrong(TypeError, "seed must be a whole number, at least 0, not 'x'", call, "seed", PANCAKES, seed="x"),
        wrong(ValueError, "seed must be at least 0, not -1", call, "seed", PANCAKES, seed=-1),
        *(wrong(ValueError, "seconds must be above 0, not", call, "seconds", PANCAKES, seconds=seconds)
          for seconds in (0, -1, math.nan, 10**400)),
        wrong(TypeError, "seconds must be a number, not '9'", call, "seconds", PANCAKES, seconds="9"),
    )
] + [
    wrong(AssertionError, "object has no initial_state", call, "problem", object())
    for call in (assert_problem_ok, assert_admissible, assert_consistent)
]  # fmt: skip

PROOFS = [
    wrong(*NO_PROBLEM, SearchResult.verify, "problem", SOLVED, object()),
    wrong(TypeError, "result must be what a search gave, a SearchResult, not 5", certify, "result", 5, PUZZLE),
    wrong(*NO_PROBLEM, certify, "problem", SOLVED, object()),
    wrong(*NO_LIMITS, certify, "limits", SOLVED, PUZZLE, limits=1000),
    wrong(*NO_PROBLEM, InstrumentedProblem, "problem", object()),
]

SUITE = [
    wrong(TypeError, r"engine must be an engine such as AStar\(\), not 'astar'", check_engine, "engine", "astar"),
    wrong(TypeError, r"guarantee must be a Guarantee, .*Guarantee\(factor=1\), not 1", check_engine, "guarantee",
          AStar(), guarantee=1),
    wrong(TypeError, "problems are given in an iterable, even a single one", check_engine, "problems", AStar(),
          problems=PUZZLE),
    wrong(*NO_PROBLEM, check_engine, "problems", AStar(), problems=[object()]),
    wrong(ValueError, "there was no problem to test AStar", check_engine, "problems", AStar(), problems=[]),
    wrong(TypeError, "seed must be a whole number, at least 0, not 'x'", check_engine, "seed", AStar(), seed="x"),
    wrong(ValueError, "expanded must be at least 1, not 0", check_engine, "expanded", AStar(), expanded=0),
    wrong(ValueError, "states must be at least 1, not 0", check_engine, "states", AStar(), states=0),
    wrong(ValueError, "more than 3 states; give a smaller instance", check_engine, "states", AStar(),
          problems=[PUZZLE], states=3),
    *(
        wrong(ValueError, "factor must be a number of at least 1, not", Guarantee, "factor", factor=factor)
        for factor in (0.5, math.nan, "2")
    ),
    *(
        wrong(TypeError, f"{name} must be of type {kind}, for instance .*, not 'h'", Guarantee, name, **{name: "h"})
        for name, kind in (("requires", "HeuristicRequirement"), ("equal_costs", "bool"), ("complete", "bool"),
                           ("lower_bound_requires", "HeuristicRequirement"), ("solutions", "Solutions"),
                           ("incremental", "bool"), ("deterministic", "bool"), ("exact_limits", "bool"))
    ),
]  # fmt: skip

ROWS = CHECKS + PROOFS + SUITE
