import itertools

import pytest
from helpers.data import table_rows
from helpers.sampling import few
from hypothesis import given
from hypothesis import strategies as st

from astarlib import AStar, explore
from astarlib.problems.hanoi import Move, TowersOfHanoi

states = st.tuples(st.integers(3, 5), st.integers(1, 6)).flatmap(
    lambda size: st.tuples(st.just(size[0]), st.tuples(*[st.integers(0, size[0] - 1)] * size[1]))
)


def published():
    for row in table_rows("hanoi_optimal.csv"):
        if int(row["states"]) <= 16_384:
            yield tuple(int(row[column]) for column in ("pegs", "disks", "opt", "ecc", "n_ecc"))


def stacks(pegs, state):
    """The disks of each peg, the lowest first."""
    return [[disk for disk in range(len(state) - 1, -1, -1) if state[disk] == peg] for peg in range(pegs)]


def moves_by_hand(pegs, state):
    """Every move of an uppermost disk that ends on the plate of a peg or on a larger disk, and what it leads to."""
    piles = stacks(pegs, state)
    for source, target in itertools.permutations(range(pegs), 2):
        if len(piles[source]) > 0 and (len(piles[target]) == 0 or piles[target][-1] > piles[source][-1]):
            after = list(state)
            after[piles[source][-1]] = target
            yield Move(piles[source][-1] + 1, source, target), tuple(after)


PUBLISHED = list(published())


@given(states)
def test_successors_are_the_moves_of_uppermost_disks_to_larger_ones_or_empty_pegs(pegs_and_state):
    pegs, state = pegs_and_state
    problem = TowersOfHanoi(disks=len(state), pegs=pegs)
    expected = list(moves_by_hand(pegs, state))
    assert expected == [(move, after) for move, after, _ in problem.successors(state)]
    assert expected == [(move, problem.result(state, move)) for move in problem.actions(state)]
    assert {1} == {cost for _, _, cost in problem.successors(state)}


def test_all_disks_go_from_the_first_peg_to_the_last():
    problem = TowersOfHanoi(disks=3, pegs=4)
    assert problem.initial_state == (0, 0, 0)
    assert [(3, 3, 3)] == [state for state in itertools.product(range(4), repeat=3) if problem.is_goal(state)]
    assert [(3, 3, 3)] == problem.goal_states()


def test_there_are_three_pegs_by_default():
    assert TowersOfHanoi(disks=2).pegs == 3


@pytest.mark.parametrize(("pegs", "disks", "optimum", "eccentricity", "farthest"), few(PUBLISHED, 12))
def test_optimum_and_states_that_are_farthest_away_are_as_published(pegs, disks, optimum, eccentricity, farthest):
    problem = TowersOfHanoi(disks=disks, pegs=pegs)
    result = AStar().search(problem)
    assert (optimum, 1) == (result.cost, result.suboptimality_bound)
    layers = explore(problem).layers
    assert (pegs**disks, eccentricity, farthest) == (sum(layers.values()), max(layers), layers[max(layers)])


def test_a_disk_above_the_place_of_a_larger_one_counts_twice():
    problem = TowersOfHanoi(disks=4)
    assert problem.heuristic((0, 0, 0, 0)) == 4
    assert problem.heuristic((2, 0, 0, 2)) == 4  # 2 + 1 + 1, and the largest is in its place
    assert problem.heuristic((2, 2, 0, 2)) == 5


@pytest.mark.parametrize("move", [Move(2, 0, 1), Move(1, 1, 0), Move(1, 0, 0), Move(3, 0, 2), "A to B"])
def test_an_illegal_move_is_refused_with_the_state(move):
    with pytest.raises(ValueError, match=r"isn't a legal move when the disks are on the pegs \(0, 0\)"):
        TowersOfHanoi(disks=2).result((0, 0), move)


def test_states_are_drawn_peg_by_peg_and_moves_have_texts():
    problem = TowersOfHanoi(disks=3)
    assert problem.format_state((1, 0, 0)) == "A | 3 2\nB | 1\nC |"
    assert problem.format_action(Move(1, 0, 2)) == "disk 1 from A to C"
    assert repr(problem) == "TowersOfHanoi(disks=3, pegs=3)"
