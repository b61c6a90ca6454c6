"""Every engine states its guarantee, its requirements and its references as data."""

import math
from fractions import Fraction

import pytest
from helpers.graphs import Explicit, Graph
from helpers.sampling import in_turn

from astarlib import (
    ENGINES,
    AStar,
    BreadthFirst,
    CycleCheck,
    DepthFirst,
    Dijkstra,
    GreedyBestFirst,
    IDAStar,
    IterativeDeepening,
    SearchProblem,
    WeightedAStar,
)
from astarlib.engines import BestFirst, Engine
from astarlib.errors import InvalidProblemError, MissingCapabilityError
from astarlib.searching import Guarantee, HeuristicRequirement, Solutions

NOTHING, ADMISSIBLE, CONSISTENT = HeuristicRequirement
EDGE = Graph(((0, 1, 1),), frozenset({1}), (0, 0))


# --- the sentences ----------------------------------------------------------------------------------------------------


@in_turn("guarantee, sentence", [
        (Guarantee(factor=1), "The solution is optimal."),
        (Guarantee(factor=1.0, requires=ADMISSIBLE), "The solution is optimal if h never overestimates (admissible)."),
        (Guarantee(factor=2, requires=CONSISTENT), "A solution costs at most 2 times the optimum if h is consistent."),
        (Guarantee(factor=Fraction(3, 2)), "A solution costs at most 3/2 times the optimum."),
        (Guarantee(factor=1, equal_costs=True), "The solution is optimal if all steps cost the same."),
        (
            Guarantee(factor=1, requires=CONSISTENT, equal_costs=True),
            "The solution is optimal if h is consistent and all steps cost the same.",
        ),
        (Guarantee(requires=CONSISTENT), "There is no bound on the cost of the solution."),
    ])  # fmt: skip
def test_a_guarantee_describes_its_bound_and_the_conditions_in_one_sentence(guarantee, sentence):
    assert sentence == guarantee.describe_cost()
    end = "In a finite state space, the search finds a solution or proves that none exists."
    assert f"{sentence} {end}" == guarantee.describe()


def test_a_guarantee_describes_what_an_incomplete_engine_may_do():
    end = "The search may give up: it may end without a solution although one exists."
    assert f"There is no bound on the cost of the solution. {end}" == Guarantee(complete=False).describe()


def test_a_guarantee_describes_the_order_of_several_solutions():
    assert "Each solution is cheaper than the one before." in Guarantee(solutions=Solutions.IMPROVING).describe()
    assert "The cheapest solution comes first" in Guarantee(solutions=Solutions.RANKED).describe()


# --- the engines ------------------------------------------------------------------------------------------------------


@in_turn("engine, guarantee", [
        (AStar(), Guarantee(factor=1, requires=ADMISSIBLE)),
        (AStar(reopen=False), Guarantee(factor=1, requires=CONSISTENT)),
        (WeightedAStar(weight=2), Guarantee(factor=2, requires=ADMISSIBLE)),
        (WeightedAStar(weight=2, reopen=False), Guarantee(factor=2, requires=CONSISTENT)),
        (GreedyBestFirst(), Guarantee()),
        (Dijkstra(reopen=False), Guarantee(factor=1, lower_bound_requires=NOTHING)),
        (BreadthFirst(), Guarantee(factor=1, equal_costs=True, lower_bound_requires=NOTHING)),
        (DepthFirst(), Guarantee(factor=math.inf, lower_bound_requires=NOTHING)),
        (IDAStar(), Guarantee(factor=1, requires=ADMISSIBLE)),
        (IDAStar(cycle_check=CycleCheck.PARENT), Guarantee(factor=1, requires=ADMISSIBLE, complete=False)),
        (IterativeDeepening(), Guarantee(factor=1, equal_costs=True, lower_bound_requires=NOTHING)),
        (
            IterativeDeepening(cycle_check=CycleCheck.PARENT),
            Guarantee(factor=1, equal_costs=True, lower_bound_requires=NOTHING, complete=False),
        ),
    ])  # fmt: skip
def test_an_engine_states_the_guarantee_of_its_parameters(engine, guarantee):
    assert guarantee == engine.guarantee


@in_turn("kind", ENGINES.values())
def test_every_engine_states_its_formula_complexity_and_reference_in_its_own_class(kind):
    for name in ("formula", "complexity", "reference"):
        assert "" != vars(kind)[name]
    assert kind.reference.endswith(".")
    assert vars(kind).keys() & {"guarantee", "_guarantee"} != set()


def test_compiled_engines_state_what_the_others_do_and_require_a_domain():
    compiled = pytest.importorskip("astarlib.compiled")
    for name, kind in compiled.ENGINES.items():
        python = ENGINES[name]
        assert (python().guarantee, python.formula, python.complexity, python.reference) == (
            kind().guarantee, kind.formula, kind.complexity, kind.reference,
        )  # fmt: skip
        assert python.requires | {"compiled_domain"} == kind.requires


# --- engines of one's own ---------------------------------------------------------------------------------------------


class Own(BestFirst):
    def f(self, g, h):
        return 2 * g + h


class Changed(AStar):
    def f(self, g, h):
        return g + 2 * h


class Renamed(AStar):
    """An A* of another name."""


class Stated(WeightedAStar):
    guarantee = Guarantee(factor=3)
    formula = "f = g + 3·h"

    def f(self, g, h):
        return g + 3 * h


def test_a_class_with_its_own_formula_inherits_no_guarantee_of_another_formula():
    assert Guarantee() == Own().guarantee == Changed().guarantee
    for name in ("formula", "complexity", "reference"):
        assert "" == getattr(Changed, name)


def test_a_class_without_its_own_formula_inherits_the_guarantee():
    assert AStar(reopen=False).guarantee == Renamed(reopen=False).guarantee
    assert AStar.formula == Renamed.formula


def test_a_class_with_its_own_formula_may_state_its_guarantee():
    assert Guarantee(factor=3) == Stated().guarantee
    assert "f = g + 3·h" == Stated.formula


def test_an_engine_that_states_nothing_guarantees_nothing():
    class Silent(Engine):
        def algorithm(self, problem, journal):
            raise NotImplementedError

    assert Guarantee(complete=False) == Silent().guarantee


class Backward(AStar):
    requires = frozenset({"predecessors", "goal_states"})


class Line(SearchProblem):
    def actions(self, state):
        return [1]

    def result(self, state, action):
        return state + action

    def is_goal(self, state):
        return state == 2


class BothWays(Line):
    def predecessors(self, state):
        return [(1, state - 1, 1)]

    def goal_states(self):
        return [2]


class OtherGoal(BothWays):
    def is_goal(self, state):
        return state == 3


def test_an_engine_takes_a_problem_with_the_capabilities_that_it_requires():
    assert 2 == Backward().search(BothWays(0)).cost


@pytest.mark.parametrize(
    ("problem", "message"),
    [
        (Line(0), r"Line has no goal_states; Backward\(\) needs it"),
        (OtherGoal(0), r"OtherGoal overrides the heuristic, goal or edges of its goal_states; Backward\(\) needs it"),
    ],
    ids=["missing", "overridden"],
)  # fmt: skip
def test_an_engine_refuses_a_problem_without_a_capability_that_it_requires(problem, message):
    with pytest.raises(MissingCapabilityError, match=message):
        Backward().start(problem)


def test_an_engine_names_missing_members_of_the_contract_before_missing_capabilities():
    with pytest.raises(InvalidProblemError, match="object has no initial_state"):
        Backward().start(object())


def test_an_engine_without_requirements_takes_any_problem():
    assert 1 == AStar().search(Explicit(EDGE)).cost
