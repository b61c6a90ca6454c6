"""A method that returns None, or a value of the wrong kind, is an error that names the method, never a proof."""

import pytest
from helpers.graphs import KNOT, NODE_ENGINES, PATH_ENGINES, SNARE, Explicit, Graph, Whole, cases, outcome
from helpers.sampling import in_turn, variant
from hypothesis import given
from hypothesis import strategies as st

from astarlib import AStar, Limits, Search
from astarlib.errors import CheckpointError, InvalidProblemError
from astarlib.resolving.resolved_problem import truth
from astarlib.simpleai import breadth_first

np = pytest.importorskip("numpy")
ENGINES = [*NODE_ENGINES, *PATH_ENGINES]
NO_ANSWERS = [None, "no", "", 1.0, [], (), {"goal": True}, np.float64(1), np.array([True, False]), object]
CHAIN = Graph(tuple((node, node + 1, 0) for node in range(6)), frozenset({6}), (0,) * 7)
UNSOLVABLE = Graph(SNARE.edges, frozenset(), (0,) * 6)


def answering(answer_of, form=Explicit, graph=SNARE):
    """The problem, whose ``is_goal`` returns ``answer_of(is_goal)``."""

    class Answering(form):
        def is_goal(self, state):
            return answer_of(super().is_goal(state))

    return Answering(graph)


@pytest.mark.costly
@in_turn("engine", ENGINES)
def test_a_goal_test_that_returns_no_truth_value_is_an_error_and_never_a_proof(engine):
    for answer in NO_ANSWERS:
        with variant(answer):
            with pytest.raises(InvalidProblemError, match=r"is_goal\(0\) returned .*; expected True or Fa") as caught:
                engine.search(answering(lambda _, answer=answer: answer))
            assert "Did you forget `return`?" in str(caught.value)
            assert caught.value.state == 0
            assert caught.value.value is answer


@given(cases(), st.sampled_from([int, np.bool_, np.int64, np.uint8, lambda answer: 7 * answer, np.array]))
def test_a_goal_test_may_return_bools_of_numpy_and_ints(case, kind):
    graph, engine = case
    assert outcome(engine.search(Explicit(graph))) == outcome(engine.search(answering(kind, graph=graph)))


@in_turn("engine", ENGINES)
def test_a_search_continues_once_the_goal_test_is_fixed(engine):
    returned = [None]
    search = engine.start(answering(lambda answer: returned[0] if len(returned) > 0 else answer))
    with pytest.raises(InvalidProblemError, match="is_goal"):
        search.run()
    returned.clear()
    assert outcome(engine.search(Explicit(SNARE))) == outcome(search.run())


@pytest.mark.parametrize(
    ("form", "method", "items"), [(Explicit, "actions", "actions"), (Whole, "successors", "edges")], ids=repr
)
@pytest.mark.parametrize("value", [None, 5], ids=repr)
def test_a_method_that_returns_nothing_to_iterate_over_is_named(form, method, items, value):
    problem = type("Broken", (form,), {method: lambda self, state: value})(KNOT)
    says = f"{method}(0) returned {value}; expected an iterable of {items}. Did you forget `return`?"
    for engine in ENGINES:
        with variant(engine):
            with pytest.raises(InvalidProblemError) as caught:
                engine.search(problem)
            assert says == str(caught.value)


@in_turn("engine", ENGINES)
def test_an_error_on_a_state_of_none_asks_for_the_forgotten_return(engine):
    problem = type("Broken", (Explicit,), {"result": lambda self, state, action: None})(CHAIN)
    with pytest.raises(InvalidProblemError, match=r"\(None\) raised .*did `result` or `successors` forget `return`\?"):
        engine.search(problem)


def test_what_simpleai_calls_is_asked_alike():
    with pytest.raises(InvalidProblemError, match=r"is_goal\(0\) returned None"):
        breadth_first(answering(lambda _: None))


def test_verifying_asks_for_a_truth_value():
    solved, unsolvable = AStar().search(Explicit(SNARE)), AStar().search(Explicit(UNSOLVABLE))
    with pytest.raises(InvalidProblemError, match=r"is_goal\(5\) returned None"):
        solved.verify(answering(lambda _: None))
    with pytest.raises(InvalidProblemError, match=r"is_goal\(0\) returned None"):
        unsolvable.verify(answering(lambda _: None, graph=UNSOLVABLE))


@in_turn("engine", ENGINES)
def test_a_checkpoint_is_not_loaded_with_a_goal_test_that_returns_no_truth_value(engine, tmp_path):
    class Forgetting(Explicit):
        forgets = False

        def is_goal(self, state):
            return None if self.forgets else super().is_goal(state)

    problem = Forgetting(CHAIN)
    search = engine.start(problem)
    search.run(Limits(expanded=4))
    search.save(tmp_path / "search")
    problem.forgets = True
    with pytest.raises(CheckpointError, match="returned None"):
        Search.load(tmp_path / "search", problem)


def test_an_async_goal_test_is_an_error_that_says_what_to_write():
    async def is_goal():
        return True

    with pytest.raises(InvalidProblemError, match=r"can't wait for an async method.*heuristic_batch"):
        truth(is_goal(), 0)
