"""Wrong inputs of the problem checker, of proofs, of the suite for engines, and of the counting problem."""

import math

from wrong_input.general_calls import NO_PROBLEM, PANCAKES, PUZZLE
from wrong_input.row import wrong

from astarlib import AStar
from astarlib.checking import (
    assert_admissible,
    assert_consistent,
    assert_problem_ok,
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
        wrong(ValueError, "samples must be at least 0, not -1", call, "samples", PANCAKES, samples=-1),
        wrong(TypeError, "samples must be a whole number, at least 0, not None", call, "samples", PANCAKES,
              samples=None),
        wrong(ValueError, "seed must be at least 0, not -1", call, "seed", PANCAKES, seed=-1),
        *(wrong(ValueError, "seconds must be above 0, not", call, "seconds", PANCAKES, seconds=seconds)
          for seconds in (0, -1, math.nan, 10**400)),
    )
] + [
    wrong(AssertionError, "object has no initial_state", call, "problem", object())
    for call in (assert_problem_ok, assert_admissible, assert_consistent)
]  # fmt: skip

PROOFS = []

SUITE = [
    wrong(*NO_PROBLEM, check_engine, "problems", AStar(), problems=[object()]),
    wrong(ValueError, "no problem to test AStar", check_engine, "problems", AStar(), problems=[]),
    wrong(ValueError, "more than 3 states; pass a smaller instance", check_engine, "states", AStar(),
          problems=[PUZZLE], states=3),
    *(
        wrong(ValueError, "factor must be a number of at least 1, not", Guarantee, "factor", factor=factor)
        for factor in (0.5, math.nan, "2")
    ),
]  # fmt: skip

ROWS = CHECKS + PROOFS + SUITE
