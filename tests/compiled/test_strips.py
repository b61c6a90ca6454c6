"""The compiled domain of STRIPS problems has the states, edges, costs and heuristics of the methods in Python."""

import pickle
from fractions import Fraction
from typing import Any

import pytest
from helpers.agreement import both
from helpers.planning_tasks import random_task
from helpers.sampling import costly_first

from astarlib import with_heuristic, with_starts
from astarlib.compiled import AStar, BeamSearch, Dijkstra, GreedyBestFirst, IDAStar, WeightedAStar, check_domain
from astarlib.errors import MissingCapabilityError
from astarlib.problems.strips import FF, HAdd, HMax, LMCut, Operator, StripsProblem, When

HEURISTICS = [HMax(), HAdd(), FF(), LMCut()]


def tasks(count, **options):
    return [random_task(seed, extended=seed % 2 == 1, **options) for seed in range(count)]


def chain(length, *, cost: Any = 1):
    """Return a task whose facts become true and false in turn, and one fact that never changes."""
    steps = [Operator(at, [at, "key"], [at + 1], [at], cost=cost) for at in range(length)]
    back = [
        Operator(-1 - at, [at + 1], [at], [at + 1], cost=2, negative_preconditions=["lock"]) for at in range(length)
    ]
    return StripsProblem([0, "key"], [length], [*steps, *back])


@pytest.mark.costly
def test_the_search_and_its_counts_are_the_same():
    for task in tasks(30, costs=(0, 1, 1, 2, 5)):
        compiled, python = both(AStar(), with_heuristic(task, HMax()))
        assert python == compiled


@pytest.mark.parametrize("heuristic", costly_first(HEURISTICS), ids=repr)
@pytest.mark.parametrize("costs", [(0, 1, 1, 2, 5), (0, 1.0, 0.1, 2, 0.7, 1e-3)], ids=["whole", "float"])
def test_all_heuristics_give_the_same_search(heuristic, costs):
    for task in tasks(100, costs=costs, facts=11, operators=18):
        for engine in (AStar(), GreedyBestFirst(), WeightedAStar(weight=2)):
            compiled, python = both(engine, with_heuristic(task, heuristic))
            assert python == compiled


@pytest.mark.parametrize(
    "engine", costly_first([Dijkstra(), IDAStar(), BeamSearch(width=3), AStar(reopen=False)]), ids=str
)
def test_all_engines_give_the_same_search(engine):
    for task in tasks(50, costs=(1, 2, 3)):
        compiled, python = both(engine, with_heuristic(task, LMCut()), counts=not isinstance(engine, IDAStar))
        assert python == compiled


@pytest.mark.parametrize("facts", costly_first([8, 64, 65, 130, 200, 400, 700, 1100]))
def test_states_of_all_sizes_have_the_same_edges_and_h(facts):
    """With more facts, a state has more words, and a search has more marks than one word for its operators."""
    assert check_domain(with_heuristic(chain(facts - 1), HMax()), states=4) > 0
    for task in tasks(2, costs=(1, 2), facts=facts, operators=150, least=facts // 2):
        assert check_domain(with_heuristic(task, HMax()), states=4) > 0


@pytest.mark.costly
@pytest.mark.parametrize("costs", [(1, 1, 1), (3, 2, 2), (2, 3, 1.5)])
def test_of_operators_with_the_same_effect_the_first_of_the_cheapest_is_in_the_plan(costs):
    names = "drive", "walk", "ride"
    operators = [Operator(name, ["a"], ["b"], ["a"], cost=cost) for name, cost in zip(names, costs, strict=True)]
    operators += [Operator("wait", ["b"], ["b"], cost=costs[0]), Operator("end", ["b"], ["c"], cost=costs[0])]
    task = StripsProblem(["a"], ["c"], operators, heuristic=HMax())
    assert (names[costs.index(min(costs))], "end") == AStar().search(task).actions
    assert check_domain(task, states=4) > 0


def test_an_action_between_states_without_an_edge_is_an_error():
    action_of = chain(3).compiled_domain().action_of
    assert action_of is None  # Costs differ.
    task = StripsProblem(["a"], ["b"], [Operator("go", ["a"], ["b"], ["a"])])
    with pytest.raises(ValueError, match="no operator leads"):
        task.compiled_domain().action_of(frozenset("b"), frozenset("a"))


def test_facts_that_no_operator_changes_are_part_of_a_state():
    task = chain(3)
    domain = task.compiled_domain()
    for state in [{0, "key"}, {0, 3, "key"}, {"key"}]:
        assert frozenset(state) == domain.decode(*domain.encode(frozenset(state)))
    for state in [{0}, {0, "key", "lock"}]:
        with pytest.raises(MissingCapabilityError, match=r"no operator changes the fact (key|lock), so"):
            domain.encode(frozenset(state))


def test_a_copy_has_a_domain_of_its_own():
    task = chain(3)
    domain = task.compiled_domain()
    assert domain is task.compiled_domain()
    other = with_heuristic(task, HAdd())
    assert other.compiled_domain().heuristic is not domain.heuristic
    assert pickle.loads(pickle.dumps(task)).compiled_domain().tables[-1] == domain.tables[-1]
    unlocked = with_starts(task, [frozenset({1, "key", "other"})])
    assert frozenset({"key", "other"}) == unlocked.compiled_domain().decode(0, 0)


@pytest.mark.costly
def test_a_task_without_a_domain_says_why():
    spread = [When([at % 2000], [(7 * at + 1) % 2000, 2000]) for at in range(20000)]
    for task, message in [
        (with_heuristic(chain(3), lambda state: 0), "no compiled_domain with <function"),
        (chain(2049), "up to 2048 facts that operators change, not 2050"),
        (chain(2, cost=Fraction(1, 2)), "only if costs are int or float"),
        (chain(2, cost=2**52), "their sum is below 2"),
        (StripsProblem([0], [2000], [Operator("all", [], [], when=spread)]), "h takes more than 512 KiB"),
    ]:
        with pytest.raises(MissingCapabilityError, match=message):
            task.compiled_domain()
