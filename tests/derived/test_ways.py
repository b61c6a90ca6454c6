"""All pairs of ways to make a problem from a problem, compared with brute force."""

import copy
import inspect
import itertools
import math
import pickle
from random import Random

import pytest
from helpers.sampling import costly_first, few

from astarlib import (
    AStar,
    BAEStar,
    BidirectionalDijkstra,
    Dijkstra,
    FunctionProblem,
    IDAStar,
    SearchProblem,
    Status,
    capabilities,
    compiled,
    explore,
    with_goals,
    with_heuristic,
    with_predecessors,
    with_second_cost,
    with_starts,
)
from astarlib.checking import InstrumentedProblem, certify, check_problem
from astarlib.derived.members import MEMBERS, Fate, fates
from astarlib.drawing import Paint
from astarlib.engines import BOAStar
from astarlib.errors import AstarlibError, MissingCapabilityError, PatternDatabaseError
from astarlib.heuristics import Abstraction, MaxOf, PatternDatabase
from astarlib.problems.graph import GraphProblem
from astarlib.problems.grid import GridProblem
from astarlib.problems.npuzzle import Manhattan, NPuzzle
from astarlib.problems.obstacles import Reservations, TimedProblem
from astarlib.problems.strips import HMax, Operator, StripsProblem
from astarlib.problems.turns import Arrival, ManeuverProblem, TurnProblem
from astarlib.resolving import resolved_problem

NODES = range(8)


class Roads(SearchProblem):
    """A random graph of whole numbers, without any other class of astarlib."""

    def __init__(self, roads, start, goal):
        super().__init__(start)
        self.roads = roads
        self.goal = goal

    def actions(self, node):
        return [head for head, _ in self.roads[node]]

    def result(self, node, head):
        return head

    def cost(self, node, head, after):
        for each, cost in self.roads[node]:
            if each == head:
                return cost
        return 0

    def is_goal(self, node):
        return node == self.goal


def no_turn(*_):
    return 0


def no_second(*_):
    return 0


def zero(_):
    return 0


WAYS = {
    "heuristic": lambda p, truth: with_heuristic(p, zero),
    "one start": lambda p, truth: truth.begin([truth.random.choice(NODES)], p),
    "two starts": lambda p, truth: truth.begin(truth.random.sample(NODES, 2), p),
    "one goal": lambda p, truth: truth.end([truth.random.choice(NODES)], p),
    "two goals": lambda p, truth: truth.end(truth.random.sample(NODES, 2), p),
    "predecessors": lambda p, truth: with_predecessors(p, truth.goals),
    "second cost": lambda p, truth: with_second_cost(p, no_second),
    "turns": lambda p, truth: TurnProblem(p, no_turn),
    "times": lambda p, truth: TimedProblem(p, Reservations()),
    "maneuvers": lambda p, truth: ManeuverProblem(p, no_turn, length=3),
    "between": lambda p, truth: truth.go(truth.random.choice(NODES), truth.random.choice(NODES), p),
    "costs": lambda p, truth: truth.pay(p),
    "counted": lambda p, truth: InstrumentedProblem(p),
    "copy": lambda p, truth: copy.copy(p),
    "deepcopy": lambda p, truth: copy.deepcopy(p),
    "pickle": lambda p, truth: pickle.loads(pickle.dumps(p)),
}


class Truth:
    """The starts, the goals and the roads that a derived problem should have."""

    def __init__(self, seed):
        self.random = Random(seed)
        self.costs = {}
        for tail in NODES:
            for head in self.random.sample(NODES, 2):
                self.costs[tail, head] = self.costs[head, tail] = self.random.randrange(1, 6)
        self.starts, self.goals = [self.random.choice(NODES)], [self.random.choice(NODES)]

    def problem(self, form):
        if form is GraphProblem:
            return GraphProblem([(*edge, cost) for edge, cost in self.costs.items()], self.starts[0], self.goals[0])
        roads = tuple(tuple((head, cost) for (tail, head), cost in self.costs.items() if tail == n) for n in NODES)
        if form is Roads:
            return Roads(roads, self.starts[0], self.goals[0])
        goal, wrong = self.goals[0], {}
        return FunctionProblem(
            self.starts[0],
            successors=lambda node: [(head, head, cost) for head, cost in roads[node]],
            is_goal=lambda node: node == goal,
            steps_to_go=lambda node: 0 if node == goal else math.inf if node in wrong else 1,
        )

    def begin(self, starts, p):
        made = with_starts(p, starts)
        self.starts = starts
        return made

    def end(self, goals, p):
        made = with_goals(p, goals)
        self.goals = goals
        return made

    def go(self, start, goal, p):
        made = p.between(start, goal)
        self.starts, self.goals = [start], [goal]
        return made

    def pay(self, p):
        edge = self.random.choice(list(self.costs))
        new = {edge: 9, edge[::-1]: 9}
        made = p.with_costs(new)
        self.costs |= new
        return made

    @property
    def optimum(self):
        far = dict.fromkeys(NODES, math.inf) | dict.fromkeys(self.starts, 0)
        for _ in NODES:
            for (tail, head), cost in self.costs.items():
                far[head] = min(far[head], far[tail] + cost)
        return min(far[goal] for goal in self.goals)


def names_a_member(error, *others):
    """Assert that an error names a member of a problem, or one of some words."""
    assert any(name in str(error) for name in (*MEMBERS, *others)), error


def is_right(problem, truth, engines):
    """Assert that each engine finds the optimum, or refuses the problem and names a member or a way."""
    for engine in engines:
        try:
            result = engine.search(problem)
        except AstarlibError as error:
            names_a_member(error, "start", "can't be compiled")
            continue
        assert result.status is (Status.UNSOLVABLE if truth.optimum == math.inf else Status.SOLVED), (engine, problem)
        assert not result or result.cost == truth.optimum, (engine, problem, result)
    assert certify(AStar().search(problem), problem).proved


def derived(ways, form, seed):
    """Return a problem that is made in several ways, and its truth; None if a way names what it refuses."""
    truth = Truth(seed)
    problem = truth.problem(form)
    for way in ways:
        try:
            problem = WAYS[way](problem, truth)
        except (AttributeError, pickle.PicklingError) as error:
            names_a_member(error, "between", "with_costs", "pickle", "local object")
            return None
        except (AstarlibError, ValueError, TypeError) as error:
            names_a_member(error, "goal", "reversed")
            return None
    return problem, truth


FORMS = [GraphProblem, Roads, FunctionProblem]


@pytest.mark.parametrize("shift", [0, pytest.param(1, marks=pytest.mark.slow), pytest.param(2, marks=pytest.mark.slow)])
def test_every_pair_of_ways_has_the_right_cost(shift):
    kept = 0
    for number, ways in enumerate(itertools.product(WAYS, repeat=2)):
        made = derived(ways, FORMS[(number // 2 + shift) % 3], number)
        if made is not None:
            kept += 1
            is_right(*made, [AStar(), BidirectionalDijkstra()])
    assert kept > 100


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:IDAStar.. doesn't use the resources")
@pytest.mark.parametrize("form", [GraphProblem, Roads, FunctionProblem])
def test_every_three_ways_have_the_right_cost(form):
    for number, ways in enumerate(itertools.product(WAYS, repeat=3)):
        made = derived(ways, form, number)
        if made is not None:
            is_right(*made, [AStar(), Dijkstra(), IDAStar(), BidirectionalDijkstra()])


@pytest.mark.parametrize(
    "ways", costly_first(few([" then ".join(pair) for pair in itertools.product(WAYS, repeat=2)], 2))
)
@pytest.mark.parametrize("form", costly_first([GraphProblem, Roads]))
def test_compiled_engines_find_the_same_or_name_what_they_refuse(ways, form):
    truth = Truth(ways)
    problem = truth.problem(form)
    try:
        problem = compiled.compile_problem(problem)
        for way in ways.split(" then "):
            problem = WAYS[way](problem, truth)
    except (AttributeError, AstarlibError, ValueError, TypeError) as error:
        names_a_member(error, "between", "with_costs", "goal", "reversed", "can't be compiled")
        return
    is_right(problem, truth, [compiled.AStar(), compiled.Dijkstra(), AStar()])


def test_the_table_names_every_member_that_engines_know():
    known = set(resolved_problem._REQUIRED) | set(resolved_problem._REPLACED)
    for _, protocol in inspect.getmembers(capabilities, inspect.isclass):
        if protocol.__name__.startswith("Has"):
            known |= {name for name in vars(protocol) if not name.startswith("_")}
    assert known <= set(MEMBERS), known - set(MEMBERS)
    given = set(inspect.signature(FunctionProblem.__init__).parameters) - {"self"}
    assert given <= set(MEMBERS), given - set(MEMBERS)
    for way in (
        "heuristic",
        "starts",
        "goals",
        "predecessors",
        "between",
        "costs",
        "second",
        "turns",
        "times",
        "jumps",
    ):
        assert set(MEMBERS) == set(fates(way))


@pytest.mark.parametrize("way", ["goals", "second", "turns", "times"])
def test_resources_are_refused_by_name(way):
    problem = FunctionProblem(
        0,
        successors=lambda n: [("on", n + 1, 1)],
        is_goal=lambda n: n == 3,
        resources=lambda n: ("road", (n,)),
    )
    assert fates(way)["resources"] is Fate.REFUSED
    make = {
        "goals": lambda: with_goals(problem, [3]),
        "second": lambda: with_second_cost(problem, no_second),
        "turns": lambda: TurnProblem(problem, no_turn),
        "times": lambda: TimedProblem(problem, Reservations()),
    }[way]
    with pytest.raises(ValueError, match="resources"):
        make()


def test_states_of_the_given_problem_are_starts_goals_and_explored_states():
    truth = Truth(3)
    graph = truth.problem(GraphProblem)
    for problem in (TurnProblem(graph, no_turn), with_second_cost(graph, no_second)):
        explored = explore(problem)
        for node in explore(graph):
            assert explored.cost(node) == explore(graph).cost(node)
            assert explored.path_to(node).cost == explored.cost(node)
            assert explore(problem, targets=[node]).unreached == ()
    turns = TurnProblem(graph, no_turn)
    arrival = explore(turns).path_to(truth.goals[0]).states[-1]
    assert AStar().search(with_goals(turns, [arrival])).states[-1] == arrival
    assert check_problem(with_goals(turns, [arrival])).ok


def test_a_jump_point_problem_takes_cells():
    grid = GridProblem("....#. / .##.#. / ......", (0, 0), (5, 0), connectivity=8)
    jumps = with_goals(with_starts(grid.jump_points(), [(0, 0), (3, 0)]), [(5, 1)])
    same = with_goals(with_starts(grid, [(0, 0), (3, 0)]), [(5, 1)])
    assert AStar().search(jumps).cost == AStar().search(same).cost
    for make in (
        lambda: TurnProblem(jumps, no_turn),
        lambda: with_second_cost(jumps, no_second),
        lambda: with_predecessors(jumps, jumps.goal_states()),
        lambda: explore(jumps, targets=[(1, 0)]),
        lambda: with_predecessors(with_goals(jumps, [(5, 1), (0, 2)]), []),
    ):
        with pytest.raises(ValueError, match=r"jump|Jump"):
            make()


def test_steps_are_reversed_only_if_they_can_be_and_a_backward_heuristic_of_the_class_stays():
    class Own(Roads):
        backward_heuristic = property(lambda self: lambda node: 3 * node)

    turns = TurnProblem(Roads([[(1, 1)], []], 0, 1), no_turn)
    end = AStar().search(turns).states[-1]
    with pytest.raises(ValueError, match="goal_states has 1, which isn't a state of TurnProblem"):
        with_predecessors(turns, [1])
    with pytest.raises(ValueError, match="the steps of TurnProblem can't be reversed; pass predecessors"):
        with_predecessors(turns, [end])
    assert with_predecessors(turns, [end], predecessors=lambda _: [(1, end, 1)]).predecessors(end) == [(1, end, 1)]
    roads = Own([[(1, 1)], []], 0, 1)
    assert with_predecessors(roads, [1]).backward_heuristic(2) == 6
    with pytest.raises(TypeError, match="set an attribute"):
        with_predecessors(roads, [1], backward_heuristic=zero)


def test_turns_of_states_with_a_key_are_those_of_hashable_states():
    for make in (lambda p: TurnProblem(p, lambda u, v, w: 3 * (w[0] - v[0] == v[0] - u[0])),
                 lambda p: ManeuverProblem(p, lambda steps: 3 * (steps[-1].action == steps[-2].action))):  # fmt: skip
        hashable, keyed = (
            FunctionProblem(
                of([0]),
                successors=lambda state, of=of: [(by, of([state[0] + by]), by) for by in (1, 2) if state[0] < 7],
                is_goal=lambda state: state[0] == 7,
            )
            for of in (tuple, list)
        )
        keyed.state_key = tuple
        assert len(list(explore(make(keyed)))) == len(list(explore(make(hashable))))
        assert AStar().search(make(keyed)).cost == AStar().search(make(hashable)).cost


def test_the_front_of_three_costs():
    roads = GraphProblem([("a", "b", 1), ("b", "c", 1), ("a", "c", 5), ("a", "d", 1), ("d", "c", 3)], "a", "c")
    tolls = {("a", "b"): 9, ("d", "c"): 4}
    two = with_second_cost(roads, lambda u, action, v: tolls.get((u, v), 0))
    three = with_second_cost(two, lambda u, action, v: int(u == "a" and v == "d"))
    found = [
        (each.cost, each.states[-1].state.second, each.states[-1].second) for each in BOAStar().search(three).solutions
    ]
    assert [(2, 9, 0), (4, 4, 1), (5, 0, 0)] == found


@pytest.mark.parametrize("states", [(7, 7), [7, 7], frozenset({7})])
def test_one_state_is_not_a_list_of_states(states):
    class Walk(SearchProblem):
        def actions(self, state):
            return []

        def result(self, state, action):
            return state

        def is_goal(self, state):
            return False

    walk = Walk(type(states)([0]))
    if isinstance(states, list):
        walk.state_key = tuple
    for make in (with_goals, with_starts):
        with pytest.raises(TypeError, match=r"looks like one state; write (goals|states)=\[\W*(frozenset)?"):
            make(walk, states)
        assert make(walk, [states]) is not None


def test_a_new_goal_of_facts_has_a_heuristic_of_its_own():
    go = [Operator("a to b", ["a"], ["b"], ["a"]), Operator("b to c", ["b"], ["c"], ["b"])]
    task = StripsProblem(["a"], ["c"], go, heuristic=HMax())
    assert task.heuristic(frozenset("a")) == 2
    derived = with_goals(task, [frozenset("b")])
    assert (1, 1) == (derived.heuristic(frozenset("a")), AStar().search(derived).cost)
    assert task.heuristic(frozenset("a")) == 2


def test_a_node_none_can_have_turns():
    streets = GraphProblem([("a", None, 1), (None, "b", 1), ("b", "c", 1), ("c", None, 1)], None, "c")
    seen = []
    turns = TurnProblem(streets, lambda *nodes: seen.append(nodes) or 0)
    result = AStar().search(turns)
    assert (2, Arrival(None, None)) == (result.cost, result.states[0])
    assert (None, "b", "c") in seen
    assert 2 == BidirectionalDijkstra().search(turns).cost
    assert ([], "b") == ([node for node in seen if "the node" in str(node)], result.states[1].state)


def test_a_counted_problem_keeps_its_proof():
    board = NPuzzle("1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 15 14 0")
    assert AStar().search(InstrumentedProblem(board)).status is Status.UNSOLVABLE


def every_tile(tables, board):
    return board


@pytest.mark.parametrize("form", [PatternDatabase, pytest.param(compiled.PatternDatabase, marks=pytest.mark.slow)])
def test_a_puzzle_with_a_pattern_database_never_searches_for_the_old_goal(form):
    puzzle = NPuzzle("1 2 0 / 4 5 3", "1 2 3 / 4 5 0")
    mapping = Abstraction(lambda board: board) if form is PatternDatabase else every_tile
    table = form.build(puzzle, mapping)
    boards, random = list(explore(puzzle)), Random(1)
    engines = [AStar(), IDAStar(), *([] if form is PatternDatabase else [compiled.AStar()])]
    for heuristic, order in itertools.product(
        [table, MaxOf(table, Manhattan()), MaxOf(table, table)], itertools.permutations("hgs", 3)
    ):
        goals, starts = random.sample(boards, random.choice([1, 2])), random.sample(boards, random.choice([1, 2]))
        made = compiled.compile_problem(puzzle)
        for way in order:
            if way == "h":
                try:
                    made = with_heuristic(made, heuristic)
                except (PatternDatabaseError, MissingCapabilityError) as error:
                    names_a_member(error, "goal")
            else:
                made = with_goals(made, goals) if way == "g" else with_starts(made, starts)
        made = copy.deepcopy(made)
        far = explore(with_starts(puzzle, starts))
        best = min(far.cost(goal) for goal in goals)
        for engine in engines:
            try:
                assert engine.search(made).cost == best, (heuristic, order)
            except MissingCapabilityError as error:
                names_a_member(error, "start", "can't be compiled")


def test_a_puzzle_shows_its_new_goal_and_none_of_several():
    puzzle, goal, other = NPuzzle("1 2 0 / 4 5 3", heuristic=zero), (0, 1, 2, 4, 5, 3), (1, 2, 0, 4, 5, 3)
    one, two = with_goals(puzzle, [goal]), with_goals(puzzle, [goal, other])
    assert (one.goal, two.goal, puzzle.goal) == (goal, None, (1, 2, 3, 4, 5, 0))
    given = [sum(box.paint is Paint.GIVEN for box in each.draw_state(goal).shapes) for each in (one, two)]
    assert given == [5, 0]
    assert (one.is_solvable(), two.is_solvable(), with_goals(two, [goal]).goal) == (True, True, goal)
    assert BidirectionalDijkstra().search(with_predecessors(one, [goal])).cost == 2
    assert BAEStar().search(with_goals(NPuzzle("1 2 0 / 4 5 3"), [goal, other])).cost == 0


def test_a_subclass_of_a_grid_keeps_nothing_of_its_old_goal():
    class Own(GridProblem):
        def steps_to_go(self, cell):
            return 9

        def resources(self, cell):
            return cell, (0,)

    with pytest.raises(ValueError, match="resources"):
        with_goals(Own("...", (0, 0), (2, 0)), [(1, 0)])
    del Own.resources
    assert resolved_problem.steps_to_go_of(with_goals(Own("...", (0, 0), (2, 0)), [(1, 0)])) is None
    own, bare = (TurnProblem(kind("...", (0, 0), (2, 0)), no_turn) for kind in (Own, GridProblem))
    assert resolved_problem.steps_to_go_of(own)(own.initial_state) == 9
    assert resolved_problem.steps_to_go_of(bare) is None


def test_the_route_of_a_path_has_the_states_of_the_given_problem():
    grid = GridProblem("....#. / .##.#. / ......", (0, 0), (5, 0), connectivity=8)
    for made in (TurnProblem(grid, no_turn), with_second_cost(grid, no_second), grid.jump_points()):
        result = AStar().search(made)
        cells = made.route(result.states)
        costs = [{after: cost for _, after, cost in grid.successors(cell)} for cell in cells]
        assert (cells[0], cells[-1]) == ((0, 0), (5, 0))
        assert sum(cost[after] for cost, after in zip(costs, cells[1:], strict=False)) == pytest.approx(result.cost)
        with pytest.raises(TypeError, match="states"):
            made.route([5])
