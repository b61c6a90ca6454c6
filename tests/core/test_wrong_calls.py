"""A wrong call raises the documented error, with a message that names the problem.

The rows with values of a wrong type are made from the signatures, and the others are written by hand.
"""

import inspect
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from fnmatch import fnmatchcase

import pytest
from helpers.sampling import variant
from wrong_input import (
    checking_calls,
    compiled_calls,
    general_calls,
    generated,
    plotting_calls,
    problem_calls,
    viewer_calls,
)
from wrong_input.surface import callables, parameters, place_of, texts_of

from astarlib.checking import check_engine

WRITTEN = general_calls.ROWS + problem_calls.ROWS + checking_calls.ROWS + compiled_calls.ROWS
WRITTEN += plotting_calls.ROWS + viewer_calls.ROWS

NONE = {
    "the library creates these values, and users only read them": [
        "checking.findings.*", "checking.heuristic_report.*", "checking.report.*", "checking.certifying.Certificate(*)",
        "checking.conformance.suite.ConformanceReport(*)", "checking.instrumented.Counts(*)", "result.*", "events.*",
        "batch.result.BatchResult*", "comparing.row.*", "comparing.table.*", "search.Search(*)",
        "simpleai.models.SearchNode(*)", "engines.exploring.Explored(*)", "engines.exploring.Layers(*)",
        "engines.path_graph.OptimalPaths(*)",
        "heuristics.pattern_database.PatternDatabase(*)", "heuristics.landmarks.Landmarks(*)",
        "problems.sudoku.shipped.Example(*)", "problems.npuzzle.instances.Instance(*)",
        "problems.npuzzle.instances.InstanceSet(*)", "problems.grid.moving_ai.Scenario(*)",
        "observers.trace.Trace(*)", "recording.trace_data.*(*)",
    ],
    "a part of check_problem": ["checking.contract.*"],
    "the instrumented problem checks them": ["checking.instrumented.InstrumentedProblem.*(*)"],
    "a problem checks actions and states when it receives them": [
        "problems.hanoi.Move(*)", "problems.water_jugs.Pour(*)", "problems.missionaries.Crossing(*)",
        "problems.missionaries.LeftBank(*)", "problems.sudoku.partial_grid.Insert(*)",
        "derived.turns.Arrival(*)", "problems.grid.jump_rules.Jump(*)", "problems.grid.jump_rules.JumpPoint(*)",
    ],
    "states come from the problem itself, and these are the calls that a search makes most often": [
        "problem*.*Problem*(state)", "problem*(next_state)", "problems.*.TowersOfHanoi.*(state)",
        "problems.*.TowersOfHanoi.heuristic_to(goal)", "problems.grid.lattices.*.heuristic_to(goal)",
        "problems.*.WaterJugs.*(state)", "problems.*.Missionaries*.*(state)", "problems.*.IrregularSudoku.*(state)",
        "problems.*.NPuzzle.*(state)", "simpleai.models.*(state)", "compiled.by_hand.domain_problem.*state)",
    ],
    "it needs a cluster; tests/distributed has the tests": ["distributed.ray_executor.RayExecutor*"],
    "any value has a text": ["*.format_action(action)", "*.action_representation(action)"],
    "the problem itself made the step": ["*.heuristic_change(action)"],
    "the next node is the action; a KeyError says that there is no such edge": [
        "problems.graph.problem.GraphProblem.cost(action)"
    ],
    "any value may be the initial state; a search checks it when it starts": [
        "problem.*Problem(initial_state)", "simpleai.models.SearchProblem(initial_state)",
    ],
    "the base class accepts any action, and subclasses define its meaning": ["problem.SearchProblem.*(action)"],
    "the search has checked g and h": ["engines.*.f(?)"],
    "the class is abstract, and its subclasses are in the table": [
        "engines.best_first.BestFirst(*)",
    ],
    "an algorithm passes a resolved problem and the values that the problem returned": [
        "searching.diagnosis.checked_h(*)", "searching.diagnosis.checked_key(*)",
        "_support.plain_values.plain_number(value)",
    ],
    "Search and the algorithms of the library pass these values to each other": [
        "searching.algorithm.*", "searching.journal.*", "engines.*.algorithm(*)", "compiled.engines.*.algorithm(*)",
        "distributed.engine.AStar.algorithm(*)",
        "resolving.resolved_problem.ResolvedProblem(*)",
    ],
    "the answer comes from the problem: tests/engines/test_forgotten_return.py": [
        "resolving.resolved_problem.truth(*)"
    ],
    "PatternDatabase.build passes them": ["compiled.pattern_database.PatternDatabase(*)"],
    "any facts and any name, and result checks the action": [
        "problems.strips.operator.Operator(name)", "problems.strips.problem.StripsProblem.is_goal(state)",
        "problems.strips.problem.StripsProblem.cost(action)", "problems.strips.operator.Operator.apply(state)",
    ],
    "it needs unified-planning: tests/problems/test_planning.py": [
        "problems.planning.problem.PlanningProblem*(heuristic)",
        "problems.planning.problem.PlanningProblem.plan*(result)", "unified_planning.register(environment)",
    ],
    "check_engine makes it": ["errors.BrokenLaw(*)"],
    "it's the base of derived problems, whose states have types of their own": ["derived.derived_problem.*"],
    "the search makes nodes and passes the first to the engine": [
        "searching.generator.SearchNode(iterable)", "engines.generator.GeneratorEngine.steps(*)",
        "engines.boa_star.BOAStar.steps(*)", "derived.second_cost.CostedState(*)",
        "derived.obstacles.TimedState(*)", "derived.obstacles.Departure(*)", "derived.turns.Step(*)",
        "derived.turns.Maneuver(*)",
        "derived.obstacles.TimedProblem.is_goal(*)", "derived.obstacles.TimedProblem.format_state(*)",
    ],
    "a heuristic passes them to a domain, which checks them": ["compiled_domain.CompiledHeuristic*"],
    "a word for the message": ["problems.graph.graph.Graph.checked_node(role)"],
    "GridProblem has checked them": ["problems.grid.grid.Grid.neighbors(*)"],
    "it serves any problem": ["heuristics.combining.Zero.bind(*)"],
    "a parameter of simpleai without an effect": [
        "simpleai.traditional.*(graph_search)", "simpleai.traditional.*(viewer)",
    ],
    "any text": ["plotting.*(label)", "plotting.*(unit)", "observers.recorder.Recorder(label)"],
    "any value may be returned for an unknown cost": ["engines.exploring.Explored.cost(default)"],
    "any truth value": [
        "searching.guarantee.Guarantee.describe(complete)", "observers.progress.ProgressBar(keep)",
        "drawing.Map(is_round)", "drawing.Map(wraps)",
    ],
    "a Drawing checks its shapes": ["drawing.Box(*)", "drawing.Dot(*)", "drawing.Label(*)", "drawing.Line(*)"],
    "a node without a text has None": ["recording.trace_data.TraceData.text(number)"],
    "the refusals of files that are too large have tests of their own, beside those of damage": [
        "observers.trace.Trace.load(max_bytes)"
    ],
    "the refusals of files of another problem have tests of their own, beside those of damage": [
        "search.Search.load(problem)", "search.Search.load(engine)",
        "heuristics.pattern_database.PatternDatabase.load(problem)",
    ],
    "it is given to Engine.start, which is in the table": ["search.Search.load(observer)"],
    "what is wrong with a problem is in the report, and raises nothing": [
        "checking.problem_check.check_problem(problem)", "checking.heuristic_check.check_heuristic(problem)",
    ],
    "the command line: tests/cli/test_wrong_lines.py": ["cli.main(arguments)"],
}  # fmt: skip


def places(patterns):
    return {place for place in parameters() for pattern in patterns if fnmatchcase(place, pattern)}


NOT_REFUSED = {place for patterns in NONE.values() for place in places(patterns)}
ROWS = WRITTEN + [row for row in generated.rows() if row.place not in NOT_REFUSED]
BY_CALL = defaultdict(list)
for each in ROWS:
    BY_CALL[each.place.partition("(")[0]].append(each)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty folder, which is the current one and that of the cache."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ASTARLIB_CACHE", str(tmp_path / "cache"))
    return tmp_path


def run(row):
    """Make the call, and take the first item if it returns an iterator."""
    answer = row.call(*row.arguments, **row.named)
    if isinstance(answer, Iterator):
        next(answer)


@pytest.mark.parametrize("called", BY_CALL)
def test_a_wrong_call_raises_an_error_that_names_what_is_wrong_and_writes_nothing(called, folder, capsys):
    for row in BY_CALL[called]:
        with variant(row.place, row.says):
            with pytest.raises(row.error) as refused:
                run(row)
            message = str(refused.value)
            assert re.search(row.says, message)
            assert len(message) < 1000
            assert [] == list(folder.iterdir())
    assert ("", "") == capsys.readouterr()


def test_the_smallest_number_that_the_documentation_allows_is_accepted(folder):
    for smallest, _ in generated.at_minimums():
        if smallest.call is not check_engine:  # It takes long, and its graphs are larger than the least ``states``.
            with variant(smallest.place):
                run(smallest)


def test_the_default_number_in_the_documentation_is_that_of_the_call():
    found = {}
    for call in callables():
        texts = texts_of(call)
        for name, parameter in inspect.signature(call).parameters.items():
            text, default = texts.get(name, ""), parameter.default
            stated = re.search(r"[Dd]efault(?:s to| is)?:? (\d[\d,]*(?:\.\d+)?)(?![\d*]| GiB)", " ".join(text.split()))
            is_alone = list(texts.values()).count(text) == 1
            if stated is not None and is_alone and type(default) in {int, float}:
                found[place_of(call, name)] = float(stated[1].replace(",", "")), default
    assert {} == {place: each for place, each in found.items() if each[0] != each[1]}
    assert len(found) > 30


def test_every_public_parameter_has_a_wrong_value_or_a_reason_to_have_none():
    assert set() == parameters() - {row.place for row in ROWS} - NOT_REFUSED


@pytest.mark.skipif(sys.version_info < (3, 11, 4), reason="inspect finds no parameters of some classes")
def test_every_wrong_input_is_of_something_public():
    assert set() == {row.place for row in ROWS} - parameters()


def test_every_reason_is_needed():
    wrong = {row.place for row in ROWS}
    assert [] == [pattern for patterns in NONE.values() for pattern in patterns if places([pattern]) <= wrong]
