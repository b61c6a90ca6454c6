"""Large pattern databases in compiled searches: the values and results are those of the pure engine."""

import pytest
from helpers.agreement import both
from helpers.sampling import costly_first

from astarlib import CycleCheck
from astarlib.compiled import IDAStar, check_domain
from astarlib.errors import MissingCapabilityError
from astarlib.problems.npuzzle import (
    PARTITION_35,
    PARTITION_6666,
    AdditivePatternDatabase,
    NPuzzle,
    Partition,
    lookups,
)
from astarlib.problems.npuzzle.instances import KORF_FELNER_50

GROUPS_OF_25 = Partition(". a a b - / a - b b - / - c - b c / - - - c c / d d - - d")
MANY_GROUPS = Partition(". a b c d / e f g - - / h i - - - / - - - - - / - - - - -")


def puzzle(partition, moves, seed):
    rows, columns = partition.shape
    goal = tuple(range(rows * columns))
    database = AdditivePatternDatabase.build(partition.shape, goal, partition)
    return NPuzzle.scrambled(partition.shape, moves, seed=seed, goal=goal, heuristic=database)


@pytest.fixture
def all_compact(monkeypatch):
    monkeypatch.setattr(lookups, "_MAX_SPARSE", 0)


@pytest.mark.parametrize(
    "partition",
    [
        pytest.param(GROUPS_OF_25, id="two words", marks=pytest.mark.slow),
        pytest.param(MANY_GROUPS, id="more lookups than extra bytes", marks=pytest.mark.costly),
    ],
)
def test_boards_of_two_words_have_the_values_of_the_pure_heuristic(partition):
    assert check_domain(puzzle(partition, 40, 1), states=200) == 200


@pytest.mark.parametrize("check", costly_first([CycleCheck.PARENT, CycleCheck.PATH]))
def test_a_search_on_a_board_of_two_words_is_that_of_the_pure_engine(check):
    compiled, python = both(IDAStar(cycle_check=check), puzzle(GROUPS_OF_25, 22, 4), counts=False)
    assert python == compiled


@pytest.mark.costly
@pytest.mark.usefixtures("all_compact")
def test_a_search_with_compact_tables_is_that_of_the_pure_engine():
    compiled, python = both(IDAStar(cycle_check=CycleCheck.PARENT), puzzle(PARTITION_35, 1000, 2), counts=False)
    assert python == compiled


@pytest.mark.costly
@pytest.mark.usefixtures("all_compact")
def test_compact_tables_have_the_values_of_the_pure_heuristic():
    assert check_domain(puzzle(PARTITION_35, 1000, 2), states=500) == 500


@pytest.mark.slow
@pytest.mark.parametrize(("number", "generated"), [(38, 38_173_507), (40, 65_099_578)])
def test_24_puzzles_take_the_known_number_of_nodes(number, generated):
    """The known counts are of a program that stops at the goal, so it doesn't generate the siblings after it."""
    instance = KORF_FELNER_50.by_id(number)
    problem = instance.problem(AdditivePatternDatabase.build((5, 5), instance.goal, PARTITION_6666, threads=2))
    result = IDAStar(cycle_check=CycleCheck.PARENT).search(problem)
    after_goal, previous = 0, None
    for state, action in zip(result.states, result.actions, strict=False):  # The goal has no action.
        onward = [edge[0] for edge in problem.successors(state) if edge[1] != previous]
        after_goal += len(onward) - 1 - onward.index(action)
        previous = state
    assert result.cost == instance.optimum
    assert result.statistics.generated == generated + after_goal


def test_boards_of_more_than_25_cells_are_refused():
    partition = Partition(" / ".join([". a a - - -", *["- - - - - -"] * 4]))
    with pytest.raises(MissingCapabilityError, match="for at most 25 cells with an AdditivePatternDatabase"):
        puzzle(partition, 5, 1).compiled_domain()
