"""Extra bytes travel with h: IDA* computes the next h from them, and finds what the pure engine finds."""

import numpy as np
import pytest
from helpers.agreement import both, told
from numba import njit

from astarlib import CycleCheck, Limits, Search, SearchProblem
from astarlib.compiled import CompiledDomain, IDAStar, check_domain
from astarlib.errors import InvalidProblemError

SIDE, GOAL = 16, (9, 9)
WALLS = {(x, 7) for x in range(4, 13)}
OPEN = np.array([[(x, y) not in WALLS for y in range(SIDE)] for x in range(SIDE)])
STEPS = np.array([(1, 0), (0, 1), (-1, 0), (0, -1)])


class Town(SearchProblem):
    """Streets with walls. A step into a wall stays where it is."""

    def __init__(self, **functions):
        super().__init__((8, 5))
        self.functions = functions

    def actions(self, state):
        return range(4)

    def result(self, state, action):
        x, y = state[0] + STEPS[action][0], state[1] + STEPS[action][1]
        return (int(x), int(y)) if 0 <= x < SIDE and 0 <= y < SIDE and OPEN[x, y] else state

    def is_goal(self, state):
        return state == GOAL

    def heuristic(self, state):
        return abs(state[0] - GOAL[0]) + abs(state[1] - GOAL[1])

    def compiled_domain(self):
        functions = {
            "successor_count": four, "apply": step, "is_goal": is_goal, "heuristic": heuristic, "extra": parts,
            "next_estimate": next_estimate, **self.functions,
        }  # fmt: skip
        return CompiledDomain(
            encode=lambda state: (state[0] | state[1] << 8, 0),
            decode=lambda words, _: (words & 255, words >> 8),
            max_successors=4,
            **functions,
        )


def four(tables, state, aux):
    return 4


def step(tables, state, aux, i):
    x, y = np.int64(state & np.uint64(255)) + STEPS[i, 0], np.int64(state >> np.uint64(8)) + STEPS[i, 1]
    if 0 <= x < SIDE and 0 <= y < SIDE and OPEN[x, y]:
        return np.uint64(x | y << 8), 0, 1
    return state, 0, 1


def is_goal(tables, state, aux):
    return state == np.uint64(GOAL[0] | GOAL[1] << 8)


def heuristic(tables, state, aux):
    return abs(np.int64(state & np.uint64(255)) - GOAL[0]) + abs(np.int64(state >> np.uint64(8)) - GOAL[1])


def parts(tables, state, aux):
    return np.uint64(abs(np.int64(state & np.uint64(255)) - GOAL[0])) | np.uint64(
        abs(np.int64(state >> np.uint64(8)) - GOAL[1])
    ) << np.uint64(32)


@njit
def next_estimate(tables, state, aux, h, extra, i, next_state, next_aux):
    # Only the part of the row or column that the step changes is computed. The other part is the stored one.
    low, high = np.int64(extra & np.uint64(0xFFFFFFFF)), np.int64(extra >> np.uint64(32))
    if i % 2 == 0:
        low = abs(np.int64(next_state & np.uint64(255)) - GOAL[0])
    else:
        high = abs(np.int64(next_state >> np.uint64(8)) - GOAL[1])
    return low + high, np.uint64(low | high << 32)


def wrong_extra(tables, state, aux, h, extra, i, next_state, next_aux):
    right_h, right = next_estimate(tables, state, aux, h, extra, i, next_state, next_aux)
    return right_h, right ^ np.uint64(1)


def no_pair(tables, state, aux, h, extra, i, next_state, next_aux):
    return h


@pytest.mark.costly
@pytest.mark.parametrize("check", [CycleCheck.PARENT, CycleCheck.PATH])
def test_ida_star_with_extra_bytes_finds_what_the_pure_engine_finds(check):
    compiled, python = both(IDAStar(cycle_check=check), Town(), counts=False)
    assert python == compiled
    assert compiled[-1].expanded > 300


@pytest.mark.costly
@pytest.mark.parametrize("check", [CycleCheck.PARENT, CycleCheck.PATH])
def test_a_saved_search_with_extra_bytes_continues(check, tmp_path):
    engine = IDAStar(cycle_check=check)
    search = engine.start(Town())
    for expanded in (1, 30, 70, 500):
        search.run(Limits(expanded=expanded))
        search.save(tmp_path / "saved")
        search = Search.load(tmp_path / "saved", Town())
    assert told(engine.search(Town())) == told(search.run())


@pytest.mark.costly
def test_the_checker_of_domains_compares_extra_bytes():
    with pytest.raises(InvalidProblemError, match=r"next_estimate, edge \d, the extra bytes, is"):
        check_domain(Town(next_estimate=wrong_extra), states=300)


@pytest.mark.costly
def test_the_checker_of_domains_accepts_right_extra_bytes():
    assert check_domain(Town(), states=300) > 100


@pytest.mark.costly
def test_a_next_estimate_that_returns_no_pair_is_an_error():
    with pytest.raises(
        InvalidProblemError, match="next_estimate returned int64; expected a tuple of next_h and next_e"
    ):
        check_domain(Town(next_estimate=no_pair), states=3)
