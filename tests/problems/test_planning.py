"""Planning tasks: unified-planning's own simulator and validator are the reference. They need the extra planning."""

import importlib
import itertools
import pickle
import re
from collections import deque
from pathlib import Path
from random import Random

import pytest
from helpers.sampling import in_turn
from hypothesis import given
from hypothesis import strategies as st

import astarlib
from astarlib import AStar, Dijkstra, GreedyBestFirst, compiled, with_heuristic
from astarlib.checking import check_problem
from astarlib.problems.planning import PlanningProblem
from astarlib.problems.planning import library as planning_library
from astarlib.problems.strips import FF, Operator, StripsProblem
from astarlib.unified_planning import register

pytest.importorskip("unified_planning", reason="needs the extra planning")

import unified_planning
import unified_planning.shortcuts as up
from unified_planning.engines import SequentialPlanValidator, UPSequentialSimulator
from unified_planning.environment import Environment
from unified_planning.io import PDDLWriter
from unified_planning.test.examples import get_example_problems

DOMAIN = """; a crane
(define (domain crane)
  (:requirements :strips :typing)
  (:types block)
  (:predicates (on ?x ?y - block) (clear ?x - block) (held ?x - block) (free))
  (:action pick
    :parameters (?x - block)
    :precondition (and (clear ?x) (free))
    :effect (and (held ?x) (not (clear ?x)) (not (free)))))
"""
TASK = """(define (problem lift)
  (:domain crane)
  (:objects a c - block)
  (:init (clear a) (clear c)
         (free))
  (:goal (held a)))
"""


def random_task(seed):
    """Return a task with all kinds of conditions and effects, over two kinds of objects."""
    random = Random(seed)
    task, kinds = up.Problem(f"random {seed}"), [up.UserType("one"), up.UserType("two")]
    task.add_objects([up.Object(f"{kind.name}_{number}", kind) for kind in kinds for number in range(2)])
    fluents = [
        up.Fluent(f"p{number}", up.BoolType(), **{f"x{place}": kind for place, kind in enumerate(signature)})
        for number, signature in enumerate([(), (), kinds[:1], kinds[1:], kinds, kinds[:1] * 2])
    ]
    for fluent in fluents:
        task.add_fluent(fluent, default_initial_value=random.random() < 0.2)

    def term(kind, known):
        fitting = [each for each in known if each.type == kind]
        return random.choice([*fitting, *fitting, *task.objects(kind)])

    def atom(known, among=fluents):
        fluent = random.choice(among)
        return fluent(*(term(parameter.type, known) for parameter in fluent.signature))

    def formula(known, depth):
        match random.randint(0, 7 if depth > 0 else 1):
            case 0 | 2:
                return atom(known)
            case 1:
                return up.Not(atom(known))
            case 3:
                return up.And(formula(known, depth - 1), formula(known, depth - 1))
            case 4:
                return up.Or(formula(known, depth - 1), formula(known, depth - 1))
            case 5:
                kind = random.choice(kinds)
                return up.Equals(term(kind, known), term(kind, known))
            case 6:
                return random.choice([up.Iff, up.Implies])(formula(known, depth - 1), atom(known))
            case _:
                variable = up.Variable(f"v{depth}", random.choice(kinds))
                return random.choice([up.Exists, up.Forall])(formula([*known, variable], depth - 1), variable)

    for number in range(4):
        signature = random.choice([[], kinds[:1], kinds, kinds[1:] * 2])
        action = up.InstantaneousAction(f"a{number}", **{f"y{place}": kind for place, kind in enumerate(signature)})
        for _ in range(random.randint(0, 1)):
            action.add_precondition(formula(action.parameters, 2))
        for _ in range(random.randint(1, 3)):
            variables = [up.Variable("w", random.choice(kinds))] if random.random() < 0.3 else []
            known = [*action.parameters, *variables]
            condition = formula(known, 1) if random.random() < 0.5 else True
            value = random.choice([True, True, True, False, False, formula(known, 1)])
            action.add_effect(atom(known, fluents[:-1]), value, condition, forall=variables)
        task.add_action(action)
    for fluent in fluents:
        for objects in itertools.product(*(task.objects(parameter.type) for parameter in fluent.signature)):
            if random.random() < 0.3:
                task.set_initial_value(fluent(*objects), True)
    for _ in range(3):
        task.add_goal(random.choice([atom([]), up.Not(atom([])), formula([], 2)]))
    if random.random() < 0.5:
        costs = {action: up.Int(random.randint(0, 3)) for action in task.actions}
        task.add_quality_metric(up.MinimizeActionCosts(costs))
    return task


def cheapest(task):
    """Return the cost of a cheapest plan by the simulator of unified-planning, or infinity."""
    metric = next(iter(task.quality_metrics), None)
    with UPSequentialSimulator(task, error_on_failed_checks=False) as simulator:
        facts = list(task.initial_values)
        layers, done = {0: deque([simulator.get_initial_state()])}, set()
        while layers:
            cost = min(layers)
            states = layers.pop(cost)
            while states:
                state = states.popleft()
                known = tuple(state.get_value(fact).is_true() for fact in facts)
                if known in done:
                    continue
                done.add(known)
                if simulator.is_goal(state):
                    return cost
                for action, objects in simulator.get_applicable_actions(state):
                    step = 1 if metric is None else metric.get_action_cost(action).constant_value()
                    after = states if step == 0 else layers.setdefault(cost + step, deque())
                    after.append(simulator.apply(state, action, objects))
    return float("inf")


def is_valid(task, plan):
    return SequentialPlanValidator().validate(task, plan).status.name == "VALID"


def check_against_the_simulator(seed):
    task = random_task(seed)
    problem = PlanningProblem(task)
    result = Dijkstra().search(problem)
    assert (result.cost if result else float("inf")) == cheapest(task)
    assert AStar().search(problem).status is result.status
    if result:
        assert is_valid(task, problem.plan(result))
        assert AStar().search(problem).cost == result.cost


@pytest.mark.costly
@in_turn("seed", [5, 24, 90, 212])
def test_random_tasks_cost_what_the_simulator_of_unified_planning_finds(seed):
    check_against_the_simulator(seed)


@pytest.mark.slow
@given(st.integers(0, 10**6))
def test_more_random_tasks_cost_what_the_simulator_of_unified_planning_finds(seed):
    check_against_the_simulator(seed)


EXAMPLES = get_example_problems()
SOLVED = [
    name for name, example in EXAMPLES.items()
    if len(planning_library.unsupported(example.problem.kind.features)) == 0
]  # fmt: skip


def test_the_examples_without_numbers_and_times_are_supported():
    assert len(SOLVED) >= 20


@pytest.mark.costly
@in_turn("name", SOLVED)
def test_the_plans_of_examples_are_valid_and_cost_what_blind_search_finds(name):
    task, known = EXAMPLES[name].problem, EXAMPLES[name].valid_plans
    problem = PlanningProblem(task)
    result = AStar().search(problem)
    assert result.cost == Dijkstra().search(problem).cost
    assert is_valid(task, problem.plan(result))
    assert problem.plan_text(result).count("\n") + 1 <= len(known[0].actions)
    guided = GreedyBestFirst().search(with_heuristic(problem, FF()))
    assert is_valid(task, problem.plan(guided))


@pytest.mark.slow
def test_compiled_engines_give_the_plans_of_examples():
    for name in SOLVED:
        problem = PlanningProblem(EXAMPLES[name].problem)
        for engine in ("AStar", "Dijkstra"):
            plain, other = (getattr(of, engine)().search(problem) for of in (astarlib, compiled))
            assert (plain.status, plain.solution) == (other.status, other.solution)
            assert plain.statistics.expanded == other.statistics.expanded


def written(task):
    """Return the PDDL texts of a task, as unified-planning writes them."""
    writer = PDDLWriter(task, rewrite_bool_assignments=True)
    return writer.get_domain(), writer.get_problem()


def without_when(operator):
    """Return what an operator has besides its conditional effects, whose order doesn't matter."""
    return {role: getattr(operator, role) for role in Operator.__dataclass_fields__ if role != "when"}


def check_both_readers(domain, task):
    """Check that unified-planning reads PDDL texts as astarlib does."""
    problem = PlanningProblem.from_text(domain, task)
    other = PlanningProblem(problem.task)
    one, two = ({name: (each, {*each.when}) for name, each in of.operators.items()} for of in (problem, other))
    assert one.keys() == two.keys()
    for name, (operator, when) in one.items():
        same, its_when = two[name]
        assert (without_when(operator), when) == (without_when(same), its_when)
    assert (problem.initial_state, problem.goal, problem.negative_goal) == (
        other.initial_state, other.goal, other.negative_goal
    )  # fmt: skip
    return problem


@pytest.mark.costly
@in_turn("name", ["basic_exists", "robot_loader_adv", "hierarchical_blocks_world", "basic_conditional"])
def test_unified_planning_reads_its_examples_in_pddl_as_astarlib_does(name):
    problem = check_both_readers(*written(EXAMPLES[name].problem))
    assert AStar().search(problem).cost == AStar().search(PlanningProblem(EXAMPLES[name].problem)).cost


@pytest.mark.costly
@in_turn("seed", range(2, 7))
def test_unified_planning_reads_random_tasks_in_pddl_as_astarlib_does(seed):
    check_both_readers(*written(random_task(seed)))


PUBLIC = Path(unified_planning.__file__).parent / "test" / "pddl"
"""The tasks that unified-planning has for its own tests."""


@pytest.mark.costly
@in_turn("name", ["depot", "miconic"])
def test_both_readers_agree_on_public_tasks_and_plans_are_valid(name):
    problem = check_both_readers(*((PUBLIC / name / f"{kind}.pddl").read_text() for kind in ("domain", "problem")))
    result = GreedyBestFirst().search(with_heuristic(problem, FF()))
    assert is_valid(problem.task, problem.plan(result))


def test_facts_and_actions_are_texts_in_the_form_of_pddl(tmp_path):
    for name, text in (("domain.pddl", DOMAIN), ("task.pddl", TASK)):
        (tmp_path / name).write_text(text)
    problem = PlanningProblem.from_files(tmp_path / "domain.pddl", tmp_path / "task.pddl")
    assert problem.initial_state == {"(clear a)", "(clear c)", "(free)"}
    assert list(problem.operators) == ["(pick a)", "(pick c)"]
    result = AStar().search(problem)
    assert problem.plan_text(result) == "(pick a)"
    assert check_problem(problem).ok
    assert AStar().search(pickle.loads(pickle.dumps(problem))) == result


def test_a_heuristic_and_a_result_are_checked():
    with pytest.raises(TypeError, match="a heuristic must be a function"):
        PlanningProblem.from_text(DOMAIN, TASK, heuristic=3)
    problem = PlanningProblem.from_text(DOMAIN, TASK)
    for call in (problem.plan, problem.plan_text):
        with pytest.raises(TypeError, match="result must be a result of a search, not 3"):
            call(3)
        with pytest.raises(ValueError, match="the result is of another problem: this one has no operator 'up'"):
            call(AStar().search(StripsProblem([], ["top"], [Operator("up", [], ["top"])])))


def test_an_action_has_an_operator_for_each_alternative_but_a_plan_has_the_action():
    domain = DOMAIN.replace("(and (clear ?x) (free))", "(or (held ?x) (and (clear ?x) (or (free) (on ?x ?x))))")
    problem = PlanningProblem.from_text(domain, TASK.replace("(held a)", "(or (held a) (free))"))
    assert [name for name in problem.operators if "(pick a)" in name] == ["(pick a)", "(pick a) #2"]
    result = AStar().search(problem)
    assert (result.cost, problem.plan_text(result), problem.plan(result).actions) == (0, "", [])
    assert result.actions == ("(goal) #2",)


def test_costs_follow_from_the_metric_and_from_fluents_that_never_change():
    domain = DOMAIN.replace("(free))\n", "(free))\n (:functions (total-cost) (weight ?x - block))\n", 1)
    domain = domain.replace("(and (held ?x)", "(and (increase (total-cost) (weight ?x)) (held ?x)")
    task = TASK.replace("(:init", "(:init (= (total-cost) 0) (= (weight a) 3) (= (weight c) 2.5)")
    task = task.rstrip()[:-1] + "(:metric minimize (total-cost)))"
    problem = PlanningProblem.from_text(domain, task)
    assert [operator.cost for operator in problem.operators.values()] == [3, 2.5]
    assert type(problem.operators["(pick a)"].cost) is int


UNSUPPORTED = {
    "basic_numeric": "numeric fluents",
    "matchcellar": "durative actions",
    "basic_oversubscription": "soft goals",
    "robot_loader_weak_bridge": "constraints on trajectories",
    "basic_int_fluent_param": "numbers and truth values as parameters",
    "basic_undef_bool": "an initial state that is unknown",
    "htn-go": "hierarchical tasks",
    "sched:basic": "scheduling",
    "boiling_water": "processes and events",
}


@in_turn("name", UNSUPPORTED)
def test_a_feature_that_is_not_supported_is_named(name):
    with pytest.raises(ValueError, match=rf"uses .*{UNSUPPORTED[name]}.*which isn't supported"):
        PlanningProblem(EXAMPLES[name].problem)


def test_each_feature_of_unified_planning_is_supported_or_has_words():
    kinds = importlib.import_module("unified_planning.model.problem_kind").FEATURES.values()
    features = {*itertools.chain.from_iterable(kinds)}
    assert planning_library.SUPPORTED <= features
    for feature in features - planning_library.SUPPORTED:
        [words] = planning_library.unsupported([feature])
        assert re.fullmatch("[a-z ]+", words)


@pytest.fixture
def environment():
    """Return an environment of unified-planning in which astarlib is registered, and which prints nothing."""
    made = Environment()
    made.credits_stream = None
    register(made)
    register(made)
    return made


def solved(environment, name, params=None, **options):
    with environment.factory.OneshotPlanner(name="astarlib", params=params) as planner:
        return planner.solve(EXAMPLES[name].problem, **options)


def test_unified_planning_finds_cheapest_plans_with_astarlib(environment):
    result = solved(environment, "robot_loader_adv")
    assert (result.status.name, len(result.plan.actions), result.engine_name) == ("SOLVED_OPTIMALLY", 5, "astarlib")
    assert is_valid(EXAMPLES["robot_loader_adv"].problem, result.plan)
    assert int(result.metrics["expanded"]) > 0
    assert solved(environment, "robot_loader_adv", {"engine": Dijkstra()}).status.name == "SOLVED_OPTIMALLY"


def test_a_plan_of_a_heuristic_that_is_not_admissible_is_not_called_optimal(environment):
    for engine in (GreedyBestFirst(), AStar()):
        result = solved(environment, "robot_loader_adv", {"engine": engine, "heuristic": FF()})
        assert (result.status.name, is_valid(EXAMPLES["robot_loader_adv"].problem, result.plan)) == (
            "SOLVED_SATISFICING", True
        )  # fmt: skip


def test_the_status_says_why_there_is_no_plan(environment):
    task = PlanningProblem.from_text(DOMAIN, TASK.replace("(held a)", "(and (held a) (held c))")).task
    with environment.factory.OneshotPlanner(name="astarlib") as planner:
        assert planner.solve(task).status.name == "UNSOLVABLE_PROVEN"
    assert solved(environment, "robot_loader_adv", timeout=0).status.name == "TIMEOUT"


def test_wrong_values_of_the_planner_are_errors(environment):
    with pytest.raises(TypeError, match=r"engine must be an engine of astarlib, for example AStar\(\), not 'astar'"):
        solved(environment, "basic", {"engine": "astar"})
    with pytest.raises(TypeError, match="environment must be an Environment of unified-planning, not int"):
        register(3)
    with pytest.warns(UserWarning, match="astarlib ignores heuristic"):
        solved(environment, "basic", heuristic=lambda state: 0)


def test_the_planner_supports_the_tasks_that_a_problem_can_be_made_of(environment):
    planner = environment.factory.engine("astarlib")
    for example in EXAMPLES.values():
        kind = example.problem.kind
        assert planner.supports(kind) == (len(planning_library.unsupported(kind.features)) == 0)
