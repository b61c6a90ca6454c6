"""Derived problems are translated: with turns, a second cost, or moving obstacles."""

import pytest
from helpers.plain_emulator import EmulatedProblem
from helpers.sampling import costly_first, spread

from astarlib import (
    AStar,
    BidirectionalDijkstra,
    Dijkstra,
    SearchProblem,
    compiled,
    with_goals,
    with_second_cost,
    with_starts,
)
from astarlib.engines.exploring import counted
from astarlib.problems.graph import romania
from astarlib.problems.grid import GridProblem
from astarlib.problems.npuzzle import NPuzzle
from astarlib.problems.obstacles import Reservations, TimedProblem
from astarlib.problems.turns import ManeuverProblem, TurnProblem

ROWS = ["...#..", ".#....", "....#.", "##...."]
COUNTERS = ("expanded", "generated", "reopened", "dead_ends", "stored", "peak_frontier", "expanded_before_last_f")


def grid():
    return GridProblem(ROWS, (0, 0), (5, 3))


def turn(before, cell, after):
    """Return 2 for a turn, and inf for one to the left in the first row."""
    if (before[0] + after[0], before[1] + after[1]) == (2 * cell[0], 2 * cell[1]):
        return 0
    return float("inf") if cell[1] == 0 and after[1] < before[1] else 2


def three_in_a_row(steps):
    """Forbid three steps in the same direction."""
    return float("inf") if len(steps) == 3 and steps[0].action == steps[1].action == steps[2].action else 0


def climb(cell, action, after):
    return 3 if after[1] < cell[1] else 1


class Ring(SearchProblem[int, int]):
    """A problem that lists actions and has a method for the result of each, in place of `successors`."""

    def __init__(self):
        super().__init__(0)

    def actions(self, state):
        return [1, 2] if state != 5 else []

    def result(self, state, action):
        return (state + action) % 12

    def cost(self, state, action, next_state):
        return 3 - action

    def is_goal(self, state):
        return state == 11

    def heuristic(self, state):
        return (11 - state) // 2


def others():
    made = Reservations()
    made.add([(5, 1), (4, 1), (3, 1), (2, 1), (2, 2), (3, 2)])
    made.block((2, 3), 0, 9)
    made.block((5, 3), 12, 15)
    made.block_step((3, 1), (3, 2), 2, 6)
    return made


DERIVED = {
    "turns": lambda: TurnProblem(grid(), turn),
    "turns of a graph": lambda: TurnProblem(romania("Arad", "Bucharest"), lambda u, v, w: 9 if u < w else 0),
    "turns, several ends": lambda: with_goals(
        with_starts(TurnProblem(grid(), turn), [(0, 0), (5, 0)]), [(2, 2), (0, 2)]
    ),
    "maneuvers": lambda: ManeuverProblem(grid(), three_in_a_row, length=3),
    "maneuvers of a graph": lambda: ManeuverProblem(romania("Arad", "Bucharest"), lambda steps: len(steps[0].action)),
    "second cost": lambda: with_second_cost(grid(), climb),
    "number of actions": lambda: with_second_cost(romania("Arad", "Bucharest"), at_most=3),
    "budget": lambda: with_second_cost(grid(), climb, at_most=11, second_heuristic=lambda cell: 3 - cell[1]),
    "third cost": lambda: with_second_cost(with_second_cost(grid(), climb), at_most=8),
    "moves of a puzzle": lambda: with_second_cost(NPuzzle("1 2 0 / 4 5 3"), at_most=4),
    "turns of actions": lambda: TurnProblem(Ring(), lambda u, v, w: (u + w) % 2),
    "maneuvers of actions": lambda: ManeuverProblem(Ring(), lambda steps: steps[0].action),
    "second cost of actions": lambda: with_second_cost(Ring(), lambda u, action, v: action),
    "budget of actions": lambda: with_second_cost(Ring(), at_most=7),
    "third cost of actions": lambda: with_second_cost(with_second_cost(Ring(), lambda u, action, v: 1), at_most=8),
    "number of actions of a path": lambda: counted(Ring(), count_actions=True),
    "moving obstacles of actions": lambda: TimedProblem(Ring(), Reservations()),
    "moving obstacles": lambda: TimedProblem(grid(), others()),
    "moving obstacles, passing": lambda: TimedProblem(grid(), others(), stays=False),
}


@pytest.mark.parametrize("name", DERIVED)
def test_the_translation_of_a_derived_problem_gives_what_its_methods_give(name):
    emulated = EmulatedProblem(DERIVED[name]())
    for state in spread(emulated.states, 4):
        assert not emulated.fault_at(state)


WITH_ONE_START = [each for each in DERIVED if each != "turns, several ends"]


@pytest.mark.parametrize("name", ["turns", *(pytest.param(each, marks=pytest.mark.slow) for each in WITH_ONE_START)])
@pytest.mark.filterwarnings("ignore:.*doesn't use the resources")
def test_a_compiled_engine_takes_a_derived_problem_as_it_is(name):
    for pure, fast in [(AStar(), compiled.AStar()), (Dijkstra(), compiled.Dijkstra())]:
        one, other = pure.search(DERIVED[name]()), fast.search(DERIVED[name]())
        assert (one.cost, one.actions, one.states) == (other.cost, other.actions, other.states)
        assert [getattr(one.statistics, each) for each in COUNTERS] == [
            getattr(other.statistics, each) for each in COUNTERS
        ]
        assert list(map(type, one.states)) == list(map(type, other.states))


@pytest.mark.parametrize("name", costly_first(["turns", "turns of a graph", "maneuvers", "maneuvers of a graph"]))
def test_compiled_engines_search_turns_from_both_ends(name):
    one, other = (
        engine.search(DERIVED[name]()) for engine in (BidirectionalDijkstra(), compiled.BidirectionalDijkstra())
    )
    assert (one.cost, one.actions, one.states) == (other.cost, other.actions, other.states)
    assert one.statistics.expanded == other.statistics.expanded


class Falsy:
    """A second cost without a length."""

    def __call__(self, *_):
        return 7

    def __len__(self):
        return 0


def test_a_function_that_is_false_is_a_second_cost():
    assert AStar().search(with_second_cost(grid(), Falsy())).states[-1].second % 7 == 0


@pytest.mark.parametrize("make", [TurnProblem, ManeuverProblem])
def test_a_cost_that_is_no_number_is_an_error_in_both_forms(make):
    problem = make(grid(), lambda *_: float("nan"))
    with pytest.raises(ValueError, match=r"expected a number >= 0"):
        list(problem.successors(next(iter(problem.successors(problem.initial_state)))[1]))
    emulated = EmulatedProblem(problem)
    for state in emulated.states[:3]:
        assert not emulated.fault_at(state)
