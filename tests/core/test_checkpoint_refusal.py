"""A checkpoint that is damaged, or of another problem, is refused with the reason."""

import math
import sys
from dataclasses import replace

import pytest
from helpers.graphs import Explicit, Graph, outcome
from helpers.sampling import in_turn
from helpers.saving import BOARD, GOAL, PUZZLE, SMALL

from astarlib import (
    AStar,
    Dijkstra,
    FunctionProblem,
    GreedyBestFirst,
    Limits,
    Search,
    SearchProblem,
    Status,
    checkpoint,
)
from astarlib.errors import CheckpointError
from astarlib.problems.npuzzle import Hamming, Manhattan, NPuzzle


@pytest.fixture
def small(tmp_path):
    """A checkpoint of a few bytes."""
    search = AStar().start(Explicit(SMALL))
    search.run(Limits(expanded=1))
    search.save(tmp_path / "small")
    return tmp_path / "small"


# --- another problem --------------------------------------------------------------------------------------------------


class OtherClass(NPuzzle):
    pass


def same_name(name, method):
    """A class that calls itself what NPuzzle calls itself, but differs in one method."""
    other = type("NPuzzle", (NPuzzle,), {name: method})
    other.__module__, other.__qualname__ = NPuzzle.__module__, NPuzzle.__qualname__
    return other(BOARD, goal=GOAL)


@in_turn(
    "problem, said",
    [
        (OtherClass(BOARD, goal=GOAL), "OtherClass"),
        (FunctionProblem(0, successors=lambda _: [], is_goal=bool), "FunctionProblem"),
        (NPuzzle("8 1 7 / 4 5 6 / 2 3 0", goal=GOAL), "initial state"),
        (NPuzzle(BOARD, goal="1 2 3 / 4 5 6 / 7 8 0"), "h of"),
        (NPuzzle(BOARD, goal=GOAL, heuristic=Hamming()), "h of"),
        (same_name("heuristic", lambda self, state: Manhattan().bind(self)(state) + (state[0] == 1)), "h of"),
        (same_name("cost", lambda self, state, action, next_state: 1.5), "cost 1 and now costs 1.5"),
        (same_name("is_goal", lambda self, state: state[0] == 8), "is now a goal"),
        (same_name("result", lambda self, state, action: state), "leads to"),
        (same_name("heuristic", lambda self, state: {}[state]), "fails|raised"),
    ],
)
def test_a_checkpoint_of_another_problem_is_refused_with_what_differs(saved, problem, said):
    with pytest.raises(ValueError, match=said):
        Search.load(saved, problem)


@pytest.mark.parametrize("method", ["heuristic", "is_goal", "actions"])
def test_a_problem_that_fails_on_a_stored_state_is_refused_with_the_state_and_the_cause(saved, method):
    def fails_off_the_start(self, state):
        if state == self.initial_state:
            return getattr(NPuzzle, method)(self, state)
        raise KeyError("nothing")

    problem = same_name(method, fails_off_the_start)
    with pytest.raises(CheckpointError, match=r"raised an error at the stored state \(.*\): 'nothing'") as caught:
        Search.load(saved, problem)
    assert isinstance(caught.value.__cause__, KeyError)


def test_a_lack_of_memory_while_a_checkpoint_is_compared_is_not_a_fault_of_the_checkpoint(saved):
    def fails_off_the_start(self, state):
        if state == self.initial_state:
            return Manhattan().bind(self)(state)
        raise MemoryError

    with pytest.raises(MemoryError):
        Search.load(saved, same_name("heuristic", fails_off_the_start))


def test_numbers_that_differ_by_rounding_are_those_of_the_checkpoint(small):
    for close in (
        replace(SMALL, h=tuple(h + 1e-12 for h in SMALL.h)),
        replace(SMALL, edges=tuple((source, target, cost + 1e-12) for source, target, cost in SMALL.edges)),
    ):
        assert Status.SOLVED is Search.load(small, Explicit(close)).run().status


def test_an_h_that_was_0_may_differ_by_rounding_too(tmp_path):
    graph = Graph(((0, 1, 1), (1, 2, 1)), frozenset({2}), (0, 0, 0))
    AStar().start(Explicit(graph)).save(tmp_path / "search")
    close = replace(graph, h=(1e-12, 1e-12, 0))
    assert Status.SOLVED is Search.load(tmp_path / "search", Explicit(close)).run().status


def test_a_checkpoint_of_the_same_problem_created_again_is_accepted(saved):
    resumed = Search.load(saved, NPuzzle(BOARD, goal=GOAL, heuristic=Manhattan()))
    assert outcome(AStar().search(PUZZLE)) == outcome(resumed.run())


def test_an_engine_that_evaluates_no_h_minds_no_other_h(tmp_path):
    board, goal = "1 2 3 / 0 4 5", "1 2 3 / 4 5 0"
    search = Dijkstra().start(NPuzzle(board, goal=goal))
    search.run(Limits(expanded=2))
    search.save(tmp_path / "search")
    other = NPuzzle(board, goal=goal, heuristic=Hamming())
    assert outcome(Dijkstra().search(NPuzzle(board, goal=goal))) == outcome(
        Search.load(tmp_path / "search", other).run()
    )


def test_a_problem_with_successors_alone_is_saved_and_loaded(tmp_path):
    class Valid(SearchProblem):
        def successors(self, state):
            return SMALL.leaving[state]

        def is_goal(self, state):
            return state == 3

        def actions(self, state):
            raise NotImplementedError("successors stands for it")

        result = cost = actions

    search = Dijkstra().start(Valid(0))
    search.run(Limits(expanded=2))
    search.save(tmp_path / "search")
    assert outcome(Dijkstra().search(Valid(0))) == outcome(Search.load(tmp_path / "search", Valid(0)).run())


@pytest.mark.parametrize("engine", [AStar(reopen=False), GreedyBestFirst()], ids=repr)
def test_a_checkpoint_has_its_engine(tmp_path, engine):
    search = engine.start(PUZZLE)
    search.save(tmp_path / "search")
    assert engine == Search.load(tmp_path / "search", PUZZLE).engine


# --- damage -----------------------------------------------------------------------------------------------------------


def test_a_checkpoint_of_another_format_is_refused_and_both_formats_are_named(small):
    small.write_bytes(small.read_bytes().replace(b"astarlib checkpoint 4\n", b"astarlib checkpoint 27\n", 1))
    with pytest.raises(CheckpointError, match=r"format 27; .* reads format 4"):
        Search.load(small, Explicit(SMALL))


def test_a_checkpoint_whose_classes_have_gone_is_refused(tmp_path, monkeypatch):
    class Gone(AStar):
        pass

    Gone.__qualname__ = "Gone"
    module = sys.modules[__name__]
    monkeypatch.setattr(module, "Gone", Gone, raising=False)
    Gone().start(Explicit(SMALL)).save(tmp_path / "search")
    monkeypatch.delattr(module, "Gone")
    Gone.__qualname__ = "Another"
    with pytest.raises(CheckpointError, match=r"names no known engine: .*Gone"):
        Search.load(tmp_path / "search", Explicit(SMALL))


def test_a_file_that_is_not_there_is_an_error_of_the_system(tmp_path):
    with pytest.raises(FileNotFoundError):
        Search.load(tmp_path / "nowhere", PUZZLE)


@pytest.mark.parametrize("seconds", [math.inf, math.nan, -1])
def test_a_checkpoint_with_a_time_that_no_run_can_take_is_refused(small, seconds):
    header, payload = checkpoint._FORMAT.read(small)
    checkpoint._FORMAT.write(small, {**header, "seconds": seconds}, payload)
    with pytest.raises(CheckpointError, match=r"its time is .* seconds"):
        Search.load(small, Explicit(SMALL))
