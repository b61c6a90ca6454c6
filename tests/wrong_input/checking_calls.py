"""Wrong inputs of the doctor, of proofs, of the suite for engines, and of the problem that counts."""

import math

from wrong_input.general_calls import NO_LIMITS, NO_PROBLEM, PANCAKES, PUZZLE
from wrong_input.row import wrong

from astarlib import AStar, SearchResult
from astarlib.checking import (
    InstrumentedProblem,
    Promise,
    assert_admissible,
    assert_consistent,
    assert_problem_ok,
    certify,
    check_heuristic,
    check_problem,
    engine_conformance,
)

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
    wrong(TypeError, r"engine must be an engine such as AStar\(\), not 'astar'", engine_conformance, "engine", "astar"),
    wrong(TypeError, r"promise must be a Promise, .*Promise\(bound=1\), not 1", engine_conformance, "promise", AStar(),
          promise=1),
    wrong(TypeError, "problems are given in an iterable, even a single one", engine_conformance, "problems", AStar(),
          problems=PUZZLE),
    wrong(*NO_PROBLEM, engine_conformance, "problems", AStar(), problems=[object()]),
    wrong(ValueError, "there was no problem to test AStar", engine_conformance, "problems", AStar(), problems=[]),
    wrong(TypeError, "seed must be a whole number, at least 0, not 'x'", engine_conformance, "seed", AStar(), seed="x"),
    wrong(ValueError, "expanded must be at least 1, not 0", engine_conformance, "expanded", AStar(), expanded=0),
    wrong(ValueError, "states must be at least 1, not 0", engine_conformance, "states", AStar(), states=0),
    wrong(ValueError, "more than 3 states; give a smaller instance", engine_conformance, "states", AStar(),
          problems=[PUZZLE], states=3),
    *(
        wrong(ValueError, "bound must be a number of at least 1, not", Promise, "bound", bound=bound)
        for bound in (0.5, math.nan, "2")
    ),
    wrong(TypeError, r"needs must be a Needs, for instance Needs\.ADMISSIBLE, not 'h'", Promise, "needs", needs="h"),
    wrong(TypeError, "equal_costs must be True or False, not 1", Promise, "equal_costs", equal_costs=1),
    wrong(TypeError, "complete must be True or False, not None", Promise, "complete", complete=None),
]  # fmt: skip

ROWS = CHECKS + PROOFS + SUITE
