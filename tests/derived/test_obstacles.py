"""Moving obstacles, against a search in layers of time."""

import pickle
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astarlib import AStar, Dijkstra, FunctionProblem, Status, WeightedAStar, with_goals, with_starts
from astarlib.checking import check_problem
from astarlib.errors import InvalidCostError, NoSolutionError, ProblemMethodError
from astarlib.problems.graph import GraphProblem
from astarlib.problems.grid import GridProblem
from astarlib.problems.obstacles import Departure, Reservations, TimedProblem, TimedState
from astarlib.problems.turns import TurnProblem

PLACES = range(5)
END = 40
"""No reservation ends later, so that everything that can be reached is reached a few steps after it."""


class Truth:
    """A random graph with random reservations, and its earliest arrivals by steps of one unit of time."""

    def __init__(self, seed):
        self.random = random = Random(seed)
        edges = [(a, b) for a in PLACES for b in PLACES if a != b and random.random() < 0.4] + [(0, 1), (3, 4)]
        self.costs = {edge: random.choice([1, 1, 2, 3]) for edge in edges}
        self.states, self.steps, self.others = {}, {}, Reservations()
        for _ in range(random.randrange(8)):
            state, first = random.choice(PLACES), random.randrange(1, 8)
            last = random.choice([first, first + 2, END, float("inf")])
            self.states.setdefault(state, []).append((first, last))
            self.others.block(state, first, last)
        for _ in range(random.randrange(6)):
            edge, start = random.choice(edges), random.randrange(8)
            end = start + random.randrange(1, 5)
            self.steps.setdefault(edge, []).append((start, end))
            self.others.block_step(*edge, start, end)

    @property
    def problem(self):
        return GraphProblem([(*edge, cost) for edge, cost in self.costs.items()] + [(4, 4, 1)], 0, 4)

    def is_free(self, state, time):
        return not any(first <= time <= last for first, last in self.states.get(state, ()))

    def earliest(self, *, stays):
        here, latest = {(0, 0)}, END + 20
        for time in range(latest):
            for state in [state for state, at in here if at == time]:
                if state == 4 and (not stays or all(self.is_free(4, later) for later in range(time, latest))):
                    return time
                if self.is_free(state, time + 1):
                    here.add((state, time + 1))
                for (before, after), cost in self.costs.items():
                    meets = any(a < time + cost and time < b for a, b in self.steps.get((before, after), ()))
                    if before == state and not meets and self.is_free(after, time + cost):
                        here.add((after, time + cost))
        return None


@given(st.integers(0, 10**6), st.booleans(), st.sampled_from([AStar(), Dijkstra()]))
def test_the_arrival_is_the_earliest_of_all(seed, stays, engine):
    truth = Truth(seed)
    problem = TimedProblem(truth.problem, truth.others, stays=stays)
    result, earliest = engine.search(problem), truth.earliest(stays=stays)
    assert result.status is (Status.UNSOLVABLE if earliest is None else Status.SOLVED)
    if earliest is None:
        return
    assert result.cost == result.states[-1].time == earliest
    result.verify(problem)
    for (here, time), (_, departure), (after, arrival) in zip(
        result.states, result.actions, result.states[1:], strict=False
    ):
        assert all(truth.is_free(here, each) for each in range(time, departure + 1))
        assert truth.is_free(after, arrival)
        assert arrival - departure == truth.costs.get((here, after), 1)


@pytest.mark.costly
@given(st.integers(0, 10**6))
def test_robots_that_are_planned_one_after_another_never_meet(seed):
    random = Random(seed)
    rows = "".join(random.choice("....#") for _ in range(20))
    cells = [(x, y) for y in range(4) for x in range(5) if rows[5 * y + x] == "."]
    others, plans = Reservations(), []
    for _ in range(3):
        start, goal = random.choice(cells), random.choice(cells)
        grid = GridProblem([rows[5 * y : 5 * y + 5] for y in range(4)], start, goal)
        if others.free_times(start)[:1] != ((0, float("inf")),):
            continue
        result = AStar().search(TimedProblem(grid, others))
        if result:
            others.add(result)
            plans.append(where(result))
    for one, other in [(a, b) for a in plans for b in plans if a is not b]:
        for time in range(30):
            assert one(time) != other(time)
            assert (one(time), one(time + 1)) != (other(time + 1), other(time))


def where(result):
    """Return the function that returns the cell of a robot at a time."""

    def at(time):
        cell = result.states[0].state
        for departure, arrival in zip(result.actions, result.states[1:], strict=True):
            cell = arrival.state if arrival.time <= time else cell
            assert arrival.time == departure.time + 1
        return cell

    return at


def corridor(others, **options):
    return TimedProblem(GridProblem("..... / ##.## / ##.##", (0, 0), (4, 0)), others, **options)


@pytest.mark.costly
def test_a_robot_waits_and_says_when_it_leaves():
    others = Reservations()
    others.add([(4, 0), (3, 0), (2, 0), (2, 1), (2, 2)])
    result = AStar().search(corridor(others))
    assert [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)] == list(corridor(others).route(result.states))
    assert [Departure("east", time) for time in (0, 2, 3, 4)] == list(result.actions)
    assert "2. east at 2  2,0 at 3" in str(result.path)
    assert check_problem(corridor(others), states=300).ok


def test_two_never_change_places_and_a_goal_stays_occupied():
    others = Reservations()
    others.add([(4, 0), (3, 0), (2, 0), (1, 0), (0, 0)])
    assert AStar().search(corridor(others)).status is Status.UNSOLVABLE
    others = Reservations()
    others.add([(4, 0), (3, 0), (2, 0), (2, 1)], stays=False)
    others.block((4, 0), 30, 35)
    assert (36, 5) == (AStar().search(corridor(others)).cost, AStar().search(corridor(others, stays=False)).cost)


def test_reserved_cells_are_those_of_the_innermost_problem():
    others = Reservations()
    others.block((2, 0), 0, 9)
    grid = GridProblem("..... / ##.## / ##.##", (0, 0), (2, 2))
    problem = TimedProblem(TurnProblem(grid, lambda *_: 0), others)
    assert 12 == AStar().search(problem).cost
    others.add(AStar().search(problem))
    assert others.free_times((2, 2)) == ((0, 11),)
    moved = with_starts(with_goals(problem, [(4, 0)]), [(3, 0)])
    assert AStar().search(moved).states[-1].state.state == (4, 0)


def test_engines_without_resources_find_paths_too():
    others = Reservations()
    others.add([(4, 0), (3, 0), (2, 0), (2, 1), (2, 2)])
    assert WeightedAStar(weight=2).search(corridor(others)).cost == 5


def test_free_times_are_what_is_left():
    others = Reservations()
    for first, last in [(5, 7), (0, 1), (6, 9), (10, 10)]:
        others.block("a", first, last)
    others.block("b")
    assert ((2, 4), (11, float("inf"))) == others.free_times("a")
    assert () == others.free_times("b")
    assert ((0, float("inf")),) == others.free_times("c")
    assert others.free_times("a") == pickle.loads(pickle.dumps(others)).free_times("a")
    others.add(["d", "d", "e"], start=2, stays=False)
    assert ((0, 1), (4, float("inf"))) == others.free_times("d")


def test_wrong_durations_times_and_paths_are_named():
    others, grid = Reservations(), GridProblem("... / ...", (0, 0), (2, 1), connectivity=8)
    with pytest.raises(Exception, match="whole numbers") as caught:
        AStar().search(TimedProblem(grid, others))
    assert isinstance(caught.value, InvalidCostError) or isinstance(caught.value.__cause__, InvalidCostError)
    others.block((0, 0), 0, 3)
    with pytest.raises(ProblemMethodError, match=r"\(0, 0\) is reserved at time 0"):
        AStar().search(corridor(others))
    with pytest.raises(NoSolutionError):
        others.add(AStar().search(FunctionProblem(0, successors=lambda _: [], is_goal=lambda _: False)))
    with pytest.raises(ValueError, match="result of a TimedProblem"):
        others.add(AStar().search(GridProblem("..", (0, 0), (1, 0))))
    with pytest.raises(ValueError, match="result of a TimedProblem"):
        others.add([TimedState((0, 0), 3)])


@pytest.mark.costly
def test_a_state_with_many_free_intervals_is_searched_in_few_steps():
    others, looks = Reservations(), 0
    for time in range(1, 20_001, 2):
        others.block("b", time, time)

    class Times(tuple):  # noqa: SLOT001  # Python allows a tuple no slots.
        def __getitem__(self, at):
            nonlocal looks
            looks += 1
            return super().__getitem__(at)

    others._free["b"] = Times(others.free_times("b"))
    others.block("b", 30_000, float("inf"))
    others._free["b"] = Times(others.free_times("b"))
    problem = TimedProblem(GraphProblem([("a", "b", 25_000), ("b", "c", 1)], "a", "c"), others)
    assert AStar().search(problem).cost == 25_001
    assert 0 < looks < 200
