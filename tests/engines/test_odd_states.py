"""States with an odd ``__eq__`` or ``__hash__``: their effect on a search is defined, or reported."""

import itertools

import pytest
from helpers.graphs import NODE_ENGINES
from helpers.references import FORWARD
from helpers.sampling import in_turn, variant

from astarlib import (
    ENGINES,
    AStar,
    Dijkstra,
    DStarLite,
    GAAStar,
    IDAStar,
    IterativeDeepening,
    LimitKind,
    Limits,
    LPAStar,
    Search,
    SearchProblem,
    Status,
)
from astarlib.errors import CheckpointError, ProblemStateError, VerificationError
from astarlib.problems.graph import GraphProblem
from astarlib.resolving.resolved_problem import resolve_problem
from astarlib.searching import WorkingOn
from astarlib.searching.diagnosis import checked_key, diagnose


class State:
    """A number on a ring of seven; subclasses compare and hash in ways of their own."""

    def __init__(self, number):
        self.number = number

    def __repr__(self):
        return f"{type(self).__name__}({self.number})"

    def __eq__(self, other):
        return self.number == other.number

    def __hash__(self):
        return hash(self.number)


class Ring(SearchProblem):
    """From 0 to 4 on a ring of seven, by steps of 1 to either side; there is no 9."""

    def __init__(self, kind, goal=4):
        super().__init__(kind(0))
        self.kind, self.goal = kind, goal

    def actions(self, state):
        return [-1, 1]

    def result(self, state, action):
        return self.kind((state.number + action) % 7)

    def is_goal(self, state):
        return state.number == self.goal

    def goal_states(self):
        return [self.kind(self.goal)]

    def predecessors(self, state):
        return [(step, self.kind((state.number - step) % 7), 1) for step in (-1, 1)] if state.number < 7 else []

    def backward_heuristic(self, state):
        return 0


every_engine = in_turn("engine", [engine() for engine in ENGINES.values()])
every_forward_engine = in_turn("engine", [engine() for engine in FORWARD.values()])
OPTIMAL = [AStar(), Dijkstra(), IDAStar()]


# --- equality decides which states are one ----------------------------------------------------------------------------


class SameHash(State):
    __eq__ = State.__eq__

    def __hash__(self):
        return 7


class AlwaysEqual(State):
    """To all of the same hash: only then do dicts ask."""

    def __eq__(self, other):
        return True

    __hash__ = State.__hash__


class AllOne(AlwaysEqual):
    def __hash__(self):
        return 7


class NeverEqual(State):
    def __eq__(self, other):
        return False

    __hash__ = State.__hash__


@every_engine
@in_turn("kind", [SameHash, AlwaysEqual])
def test_one_hash_for_all_or_an_equality_for_all_changes_nothing_while_the_other_distinguishes(kind, engine):
    for goal in (4, 9):
        expected, found = engine.search(Ring(State, goal)), engine.search(Ring(kind, goal))
        assert (expected.status, expected.lower_bound) == (found.status, found.lower_bound)
        assert expected.statistics.expanded == found.statistics.expanded
        found.verify(Ring(kind, goal))


@every_forward_engine
def test_states_that_are_all_equal_are_one_state(engine):
    result = engine.search(Ring(AllOne))
    assert (Status.UNSOLVABLE, 1, 1) == (result.status, result.statistics.stored, result.statistics.expanded)


@pytest.mark.parametrize("engine", OPTIMAL, ids=repr)
def test_a_state_that_is_equal_to_none_is_new_each_time_and_verify_says_so(engine):
    result = engine.search(Ring(NeverEqual))
    assert 3 == result.cost == result.lower_bound
    with pytest.raises(VerificationError, match="NeverEqual"):
        result.verify(Ring(NeverEqual))


@pytest.mark.costly
@every_forward_engine
def test_of_states_that_equal_no_other_no_engine_says_that_there_is_no_solution(engine):
    result = engine.search(Ring(NeverEqual, 9), limits=Limits(expanded=500))
    assert LimitKind.EXPANDED is result.limit


def test_a_start_that_is_equal_to_none_is_another_after_a_trip_to_disk(tmp_path):
    search = AStar().start(Ring(NeverEqual))
    search.run(Limits(expanded=2))
    search.save(tmp_path / "search")
    with pytest.raises(CheckpointError, match="initial state"):
        Search.load(tmp_path / "search", Ring(NeverEqual))


@every_forward_engine
def test_1_and_true_and_1_point_0_are_one_state_and_the_first_of_them_is_shown(engine):
    problem = GraphProblem([(0, True, 1), (1.0, 2, 1), (0, 2.0, 9)], False, 2)
    result = engine.search(problem)
    result.verify(problem)
    assert 3 >= result.statistics.stored
    assert result.states in {(0, 1, 2), (0, 2)}
    assert result.states[0] is False


# --- what fails is reported -------------------------------------------------------------------------------------------


class HashFails(State):
    __eq__ = State.__eq__

    def __hash__(self):
        if self.number == 2:
            raise RuntimeError("no hash")
        return self.number


class HashChanges(State):
    __eq__ = State.__eq__
    calls = itertools.count()

    def __hash__(self):
        return next(HashChanges.calls) if self.number != 0 or self.always else 0

    always = False


class HashAlwaysChanges(HashChanges):
    always = True


class EqualityFails(State):
    def __eq__(self, other):
        raise RuntimeError("no comparing")

    __hash__ = State.__hash__


class ArrayLike(State):
    """Compares element by element, as numpy's arrays do."""

    def __eq__(self, other):
        return Ambiguous()

    __hash__ = State.__hash__


class Ambiguous:
    def __bool__(self):
        raise ValueError("the truth value of an array is ambiguous")


@every_engine
def test_a_hash_that_fails_is_named_with_its_state_and_where_it_comes_from(engine):
    with pytest.raises(
        ProblemStateError, match=r"HashFails\(2\) can't be stored \(no hash\); .* action 1 in"
    ) as caught:
        engine.search(Ring(HashFails))
    before = 3 if isinstance(engine, DStarLite) else 1
    assert (before, 1, 2) == (caught.value.state.number, caught.value.action, caught.value.value.number)
    assert isinstance(caught.value.__cause__, RuntimeError)


@every_engine
def test_a_hash_that_changes_is_reported_at_the_start(engine):
    with pytest.raises(ProblemStateError, match=r"HashAlwaysChanges\(0\) has a hash that changes; .* initial state"):
        engine.start(Ring(HashAlwaysChanges))


@every_engine
def test_a_hash_that_changes_is_reported_where_it_is_met(engine, monkeypatch):
    for first in range(0, 60, 3):
        monkeypatch.setattr(HashChanges, "calls", itertools.count(first))
        with variant(first), pytest.raises(ProblemStateError, match=r"HashChanges\(\d\)"):
            engine.search(Ring(HashChanges, 9))


def test_a_hash_that_changes_is_blamed_on_the_step_that_led_there():
    start, changing, cause = State(0), HashAlwaysChanges(3), KeyError()
    said = r"HashAlwaysChanges\(3\) has a hash that changes; it comes from action 2 in state State\(0\)"
    with pytest.raises(ProblemStateError, match=said) as caught:
        checked_key(resolve_problem(Ring(State)), changing, parent=start, action=2, cause=cause)
    assert (start, 2, changing) == (caught.value.state, caught.value.action, caught.value.value)
    assert cause is caught.value.__cause__


class NoMemoryForAHash(State):
    def __hash__(self):
        raise MemoryError


@every_engine
def test_a_lack_of_memory_in_a_hash_is_not_a_fault_of_the_state(engine):
    with pytest.raises(MemoryError):
        engine.start(Ring(NoMemoryForAHash))


def test_a_stored_state_that_is_lost_is_named_with_what_makes_that_happen():
    problem, lost = Ring(State), None
    try:
        {}["gone"]
    except KeyError as error:
        lost = error
    said = r"'gone' can't be found again, because its __hash__ or __eq__ has changed"
    with pytest.raises(ProblemStateError, match=said) as caught:
        diagnose(resolve_problem(problem), WorkingOn(problem.initial_state, 0), lost, uses_heuristic=True, in_loop=True)
    assert (problem.initial_state, "gone") == (caught.value.state, caught.value.value)


@every_engine
@in_turn("kind, said", [(EqualityFails, "no comparing"), (ArrayLike, "ambiguous")])
def test_an_equality_that_fails_comes_through_with_the_state_that_was_expanded(kind, said, engine):
    with pytest.raises((RuntimeError, ValueError), match=said) as caught:
        engine.search(Ring(kind))
    assert f"while expanding state {kind.__name__}(" in caught.value.__notes__[0]


# --- states that change -----------------------------------------------------------------------------------------------


class Changed(Ring):
    """``result`` changes its argument and returns it."""

    def result(self, state, action):
        state.number = (state.number + action) % 7
        return state


@in_turn("goal", [4, 9])
@in_turn("engine", [*NODE_ENGINES, LPAStar()])
def test_a_result_that_changes_its_argument_is_reported_and_never_passes_for_a_proof(goal, engine):
    with pytest.raises(ProblemStateError, match="A state must not change; return a new one"):
        engine.search(Changed(State, goal))


@pytest.mark.parametrize("engine", [AStar(), GAAStar(), LPAStar()], ids=repr)
def test_a_result_that_changes_its_argument_on_a_single_way_is_reported(engine):
    class OneWay(Changed):
        def actions(self, state):
            return [1]

    with pytest.raises(ProblemStateError, match="A state must not change; return a new one"):
        engine.search(OneWay(State, 9))


@pytest.mark.parametrize("goal", [4, 9])
@pytest.mark.parametrize("engine", [IDAStar(), IterativeDeepening()], ids=repr)
def test_engines_that_hold_one_path_prove_nothing_of_states_that_change(goal, engine):
    assert LimitKind.EXPANDED is engine.search(Changed(State, goal), limits=Limits(expanded=500)).limit


@every_engine
def test_states_that_have_a_key_may_compare_as_they_like(engine):
    class KeyedRing(Ring):
        def state_key(self, state):
            return state.number

    for kind in (AllOne, NeverEqual, EqualityFails, ArrayLike, HashAlwaysChanges):
        problem = KeyedRing(kind)
        result = engine.search(problem)
        assert engine.search(Ring(State)).cost == result.cost
        result.verify(problem)


# --- actions ----------------------------------------------------------------------------------------------------------


@every_forward_engine
def test_actions_may_be_unhashable_and_a_path_of_them_is_verified(engine):
    class Stepped(Ring):
        def actions(self, state):
            return [[-1], [1]]

        def result(self, state, action):
            return super().result(state, action[0])

        def cost(self, state, action, next_state):
            return 0.1

    problem = Stepped(State)
    engine.search(problem).verify(problem)


@every_forward_engine
def test_actions_that_cannot_be_compared_lead_to_a_solution_that_verify_cannot_check(engine):
    class Stepped(Ring):
        def actions(self, state):
            return [EqualityFails(-1), EqualityFails(1)]

        def result(self, state, action):
            return super().result(state, action.number)

        def cost(self, state, action, next_state):
            return 0.1

    problem = Stepped(State)
    result = engine.search(problem)
    assert result.cost >= 0.1 * 3
    with pytest.raises(VerificationError, match=r"step 1: .*no comparing"):
        result.verify(problem)
