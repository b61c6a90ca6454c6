"""Planning with facts: the semantics of operators, and the heuristics against exact costs."""

import itertools
import math
import pickle
import re
from types import MappingProxyType

import pytest
from helpers.planning_tasks import random_task
from hypothesis import given
from hypothesis import strategies as st

from astarlib import AStar, Dijkstra, GreedyBestFirst, Status, explore, with_heuristic
from astarlib.checking import check_heuristic, check_problem
from astarlib.problems.npuzzle import NPuzzle
from astarlib.problems.strips import FF, HAdd, HMax, LMCut, Operator, StripsProblem, When, cuts


def blocks(start, goal):
    """Return the blocks world with a hand: stacks are texts from the table up."""
    names, free = sorted({*itertools.chain(*start)}), "free"
    operators = []
    for a in names:
        down, held = [("clear", a), ("table", a), free], [("hold", a)]
        operators += [Operator(f"pick {a}", down, held, down), Operator(f"put {a}", held, down, held)]
        for b in names:
            if a != b:
                on, moved = [("on", a, b), ("clear", a), free], [("hold", a), ("clear", b)]
                operators += [Operator(f"unstack {a} {b}", on, moved, on), Operator(f"stack {a} {b}", moved, on, moved)]

    def facts(stacks):
        lying = {("table", stack[0]) for stack in stacks} | {("clear", stack[-1]) for stack in stacks}
        return {free} | lying | {("on", upper, lower) for stack in stacks for lower, upper in itertools.pairwise(stack)}

    return StripsProblem(facts(start), [fact for fact in facts(goal) if fact[0] == "on"], operators)


def remaining(task):
    """Return the exact remaining cost of each reachable state, by value iteration."""
    states = list(explore(task))
    edges = {state: list(task.successors(state)) for state in states}
    costs = {state: 0 if task.is_goal(state) else math.inf for state in states}
    while True:
        new = {
            state: min([costs[state], *(cost + costs[after] for _, after, cost in edges[state])]) for state in states
        }
        if new == costs:
            return costs
        costs = new


def literals(true, false):
    return {(fact, True) for fact in true} | {(fact, False) for fact in false}


def relaxed_max(task, state):
    """Return h_max by iterating its definition. A literal is a fact and the truth value that it needs."""
    costs = {(fact, value): 0 if (fact in state) is value else math.inf for fact in range(8) for value in (True, False)}

    def dearest(needs):
        return max((costs[each] for each in needs), default=0)

    for _ in range(17 * 12):
        before = dict(costs)
        for operator in task.operators.values():
            needs = literals(operator.preconditions, operator.negative_preconditions)
            for effect in (When([], operator.add, operator.delete), *operator.when):
                needed = dearest(needs | literals(effect.conditions, effect.negative_conditions)) + operator.cost
                for each in literals(effect.add, effect.delete - effect.add - operator.add):
                    costs[each] = min(costs[each], needed)
        if costs == before:
            break
    return dearest(literals(task.goal, task.negative_goal))


def after(operator, state):
    """Return the facts after an operator, one by one."""
    effects = [When([], operator.add, operator.delete), *operator.when]
    effects = [each for each in effects if each.conditions <= state and not each.negative_conditions & state]
    return {
        fact
        for fact in range(8)
        if any(fact in each.add for each in effects)
        or (fact in state and not any(fact in each.delete for each in effects))
    }


@pytest.mark.costly
@given(st.integers(0, 10**6), st.booleans())
def test_the_edges_are_those_of_testing_each_operator(seed, small):
    task = random_task(seed, extended=True)
    copies = 1 if small else 7  # With more than 64 operators, the match tree has branches.
    named = [(number, each) for number in range(copies) for each in task.operators.values()]
    operators = [
        Operator((number, each.name), each.preconditions, each.add, each.delete, each.cost,
                 negative_preconditions=each.negative_preconditions, when=each.when) for number, each in named
    ]  # fmt: skip
    large = StripsProblem(task.initial_state, task.goal, operators, negative_goal=task.negative_goal)
    for state in explore(task):
        expected = [
            (each.name, after(each, state), each.cost)
            for each in operators
            if all(fact in state for fact in each.preconditions)
            and not any(fact in state for fact in each.negative_preconditions)
        ]
        assert expected == list(large.successors(state))
        assert [name for name, _, _ in expected] == large.actions(state)
        numbers = large._tree.plain_form.matching(state)
        assert [name for name, _, _ in expected] == [operators[number].name for number in numbers]
        assert all(large.result(state, name) == facts for name, facts, _ in expected)
        right = all(fact in state for fact in task.goal) and not any(fact in state for fact in task.negative_goal)
        assert right == large.is_goal(state)


@pytest.mark.costly
@given(st.integers(0, 10**6), st.booleans())
def test_the_admissible_heuristics_are_between_the_definition_and_the_exact_cost(seed, extended):
    task = random_task(seed, extended=extended)
    h_max, cut = HMax().bind(task), LMCut().bind(task)
    for state, exact in remaining(task).items():
        assert relaxed_max(task, state) == h_max(state)
        assert h_max(state) <= cut(state) + 1e-9
        assert cut(state) <= exact + 1e-9
        assert exact == math.inf or h_max(state) < math.inf


def forward_cut(costs, true):
    """Return the steps of a cut by its definition: a search from the true facts that ends before the zone."""
    steps, zone, before, cut = costs.relaxed.steps, {costs.relaxed.end}, set(true), set()
    while True:
        free = {costs.dearest[at] for at, step in enumerate(steps) if costs.steps[at] == 0 and zone & {*step.adds}}
        if free <= zone | {-1}:
            break
        zone |= free - {-1}
    while True:
        size = len(before)
        for at, step in enumerate(steps):
            if costs.dearest[at] in before:
                if zone & {*step.adds}:
                    cut.add(at)
                else:
                    before |= {*step.adds}
        if len(before) == size:
            return cut


@given(st.integers(0, 10**6), st.booleans())
def test_a_cut_has_the_steps_that_a_search_from_the_true_facts_finds(seed, extended):
    task = random_task(seed, extended=extended)
    for state in itertools.islice(explore(task), 5):
        relaxed = task._without_deletions()
        true = relaxed.true(state)
        costs, status = cuts._ReducedCosts(relaxed, true), bytearray(relaxed.size)
        for fact in true:
            status[fact] = cuts._BEFORE
        while 0 < costs.total[relaxed.end] < math.inf:
            cut = cuts._cut(costs, bytearray(status))
            assert forward_cut(costs, true) == set(cut)
            costs.reduce(cut, min(costs.steps[at] for at in cut))


@given(st.integers(0, 10**6), st.booleans())
def test_the_guides_cost_at_least_h_max_and_have_the_same_dead_ends(seed, extended):
    task = random_task(seed, extended=extended)
    h_max = HMax().bind(task)
    for state in explore(task):
        for guide in (HAdd().bind(task), FF().bind(task)):
            # An operator of which two effects are needed in turn counts once for FF.
            assert guide(state) >= h_max(state) - 1e-9 or (extended and guide.func is FF().bind(task).func)
            assert (guide(state) == math.inf) == (h_max(state) == math.inf)
        assert (h_max(state) == 0) or not task.is_goal(state)


@given(st.integers(0, 10**6), st.booleans())
def test_all_heuristics_find_a_plan_if_there_is_one(seed, extended):
    task = random_task(seed, extended=extended)
    expected = Dijkstra().search(task)
    for heuristic in (LMCut(), HMax()):
        result = AStar().search(with_heuristic(task, heuristic))
        assert (result.status, result.solution is None) == (expected.status, expected.solution is None)
        if result:
            assert math.isclose(result.cost, expected.cost)
    assert GreedyBestFirst().search(with_heuristic(task, FF())).status is expected.status


@pytest.mark.costly
def test_the_blocks_world_has_its_shortest_plan():
    world = blocks(["AB", "CDE", "FG"], ["GEADBFC"])
    cut, h_max = AStar().search(world), AStar().search(with_heuristic(world, HMax()))
    assert 16 == cut.cost == h_max.cost
    assert cut.statistics.expanded < h_max.statistics.expanded / 50
    cut.verify(world)
    guided = GreedyBestFirst().search(with_heuristic(world, HAdd()))
    assert guided.statistics.expanded < 500


@pytest.mark.costly
def test_the_problem_and_its_default_heuristic_keep_their_promises():
    small = blocks(["AB", "CD"], ["ADBC"])
    assert check_problem(small).ok
    report = check_heuristic(small)
    assert (report.admissible, report.proved) == (True, True)
    report = check_heuristic(with_heuristic(small, HMax()))
    assert (report.admissible, report.consistent, report.proved) == (True, True, True)
    assert AStar().search(pickle.loads(pickle.dumps(small))) == AStar().search(small)


def test_a_fact_that_is_deleted_and_added_is_true():
    both = Operator("both", ["a"], add=["a", "b"], delete=["a"])
    assert frozenset("ab") == StripsProblem(["a"], ["b"], [both]).result(frozenset("a"), "both")


def test_a_goal_that_no_operator_adds_needs_no_search():
    task = StripsProblem(["a"], ["b", "c"], [Operator("go", ["a"], ["b"])])
    why = "no sequence of operators makes c true: c isn't true at the start, and no operator adds it"
    assert why == task.why_unsolvable()
    result = AStar().search(task)
    assert why in str(result)
    assert why in result.summary()
    assert (result.status, result.statistics.expanded) == (Status.UNSOLVABLE, 0)
    assert StripsProblem(["a"], [], []).why_unsolvable() is None
    assert 0 == AStar().search(StripsProblem([], [], [])).cost


def test_a_fact_that_stays_true_is_named_without_a_search():
    go = Operator("go", ["key"], ["in"], negative_preconditions=["alarm"], when=[When(["in"], delete=["key"])])
    task = StripsProblem(["key", "alarm"], ["in"], [go], negative_goal=["alarm", "key"])
    why = "alarm is true at the start, and no operator deletes it"
    assert f"no sequence of operators makes in true and alarm, key false: {why}" == task.why_unsolvable()
    assert (f"{why}, but the goal or an operator needs it",) == task.checker_notes
    assert AStar().search(task).status is Status.UNSOLVABLE
    with pytest.raises(ValueError, match="'go' can't be applied, because alarm is true"):
        task.result(task.initial_state, "go")


def test_facts_that_must_be_false_and_conditional_effects_are_part_of_a_plan():
    toggle = Operator("toggle", [], [], when=[When(["on"], [], ["on"]), When([], ["on"], negative_conditions=["on"])])
    leave = Operator("leave", ["in"], ["out"], ["in"], negative_preconditions=["on"])
    task = StripsProblem(["on", "in"], ["out", "on"], [leave, toggle, Operator("enter", ["out"], ["in"], ["out"])])
    assert ("toggle", "leave", "toggle") == AStar().search(task).actions
    assert check_problem(task).ok
    assert pickle.loads(pickle.dumps(toggle)) == toggle


def test_an_operator_with_two_effects_that_help_counts_once():
    both = Operator("both", [], [], when=[When(["a"], ["b"]), When(["a"], ["c"])])
    task = StripsProblem(["a"], ["b", "c"], [both])
    assert (1, 1, 1, 2) == tuple(kind.bind(task)(task.initial_state) for kind in (LMCut(), HMax(), FF(), HAdd()))


def test_a_state_is_printed_in_alphabetical_order():
    task = StripsProblem(["b", "a"], ["c"], [Operator("go", ["a"], ["c"], ["a"])])
    assert "       a, b\n1. go  b, c" == str(AStar().search(task).path)
    assert "<StripsProblem of 1 operators, 2 facts at the start, 1 in the goal>" == repr(task)


def test_h_does_not_depend_on_the_order_of_sets():
    facts = [f"fact {number}" for number in range(8)]
    operators = [Operator(a, [a], [b, c]) for a, b, c in zip(facts, facts[1:], facts[2:], strict=False)]
    tasks = [StripsProblem(order[:1], facts[-1:], operators) for order in (facts, sorted({*facts}))]
    assert len({AStar().search(task).actions for task in tasks}) == 1


@pytest.mark.parametrize("heuristic", [HMax(), HAdd(), FF(), LMCut()], ids=repr)
def test_the_heuristics_need_facts(heuristic):
    with pytest.raises(TypeError, match=r"needs a StripsProblem, not NPuzzle"):
        with_heuristic(NPuzzle("1 2 / 0 3"), heuristic)


@pytest.mark.parametrize(
    ("fact", "says"),
    [
        ("at hoem", r"at hoem isn't true .*did you mean 'at home'"),
        ("not at work", r"not at work isn't true .*to need that at work is false, write it in negative_preconditions"),
        (("not", "at work"), r"to need that at work is false, write it in negative_preconditions or negative_goal"),
        ("key", "key isn't true at the start, and no operator adds it$"),
    ],
)
def test_a_needed_fact_that_is_never_true_is_named_without_a_search_and_by_the_checker(fact, says):
    go, back = Operator("go", ["at home"], ["at shop"]), Operator("back", ["at shop"], ["at home"])
    task = StripsProblem(["at home"], ["bread"], [go, back, Operator("buy", ["at shop", fact], ["bread"])])
    assert re.search(says, task.why_unsolvable())
    assert re.search(says, AStar().search(task).reason)
    assert any(re.search(says.rstrip("$"), note) for note in check_problem(task).notes)
    dear = StripsProblem(["at home"], ["bread"], [*task.operators.values(), Operator("order", [], ["bread"], cost=9)])
    assert AStar().search(dear).cost == 9
    assert any(re.search(says.rstrip("$"), note) for note in check_problem(dear).notes)


def test_facts_that_become_true_have_no_note():
    task = StripsProblem(["a"], ["c"], [Operator("go", ["a"], ["b"]), Operator("on", ["b"], ["c"])])
    assert task.checker_notes == ()
    assert AStar().search(task).reason == ""


@pytest.mark.parametrize(
    "make",
    [
        lambda facts: StripsProblem(facts, ["a"], []),
        lambda facts: StripsProblem(["a"], facts, []),
        lambda facts: Operator("go", facts, []),
        lambda facts: Operator("go", [], facts),
        lambda facts: Operator("go", [], [], facts),
        lambda facts: Operator("go", [], [], negative_preconditions=facts),
        lambda facts: StripsProblem([], [], [], negative_goal=facts),
        When,
        lambda facts: When([], facts),
        lambda facts: When([], [], facts),
        lambda facts: When([], negative_conditions=facts),
    ],
)
def test_a_mapping_is_not_a_set_of_facts(make):
    for facts in ({"a": False}, {}, MappingProxyType({"a": True})):
        with pytest.raises(TypeError, match="list only the true facts, because all others are false"):
            make(facts)
