"""Every engine satisfies every law on every reference problem, and `check_engine` finds an engine that breaks a law."""

import copy
import math
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
import pytest
from helpers.graphs import NODE_ENGINES, PATH_ENGINES, Explicit, Graph
from helpers.references import PAIRS, REFERENCES, shipped
from helpers.sampling import in_turn, slow

from astarlib import (
    ENGINES,
    AStar,
    BAEStar,
    BreadthFirst,
    FunctionProblem,
    GreedyBestFirst,
    LimitKind,
    Limits,
    SearchProblem,
    Status,
    with_heuristic,
)
from astarlib.checking import ConformanceReport, InstrumentedProblem, check_engine
from astarlib.checking.conformance import suite
from astarlib.checking.conformance.case import Case
from astarlib.checking.conformance.ground_truth import ground_truth_of
from astarlib.checking.conformance.laws_of_results import solutions_come_in_the_order_that_the_guarantee_specifies
from astarlib.checking.conformance.random_graphs import RandomGraph
from astarlib.checking.conformance.suite import LAWS
from astarlib.compiled_domain import DEAD_END
from astarlib.engines import BestFirst
from astarlib.errors import ConformanceError, InvalidHeuristicError, MissingCapabilityError
from astarlib.events import Expanded, Generated
from astarlib.problems.missionaries import MissionariesAndCannibals
from astarlib.problems.npuzzle import NPuzzle
from astarlib.problems.pancake import PancakeProblem
from astarlib.resolving.resolved_problem import edges_back_of, goal_states_of, resolve_problem
from astarlib.search import Search
from astarlib.searching import Guarantee, HeuristicRequirement, Solutions, Stop
from astarlib.searching.best_first import BestFirstAlgorithm

QUICK = {f"{name}-{title}" for at, name in enumerate(ENGINES) for title in [*REFERENCES][at % 7 :: 7]}
"""Every seventh problem of each engine, and every seventh engine of each problem."""
WORDS = [law.__name__.replace("_", " ") for law in LAWS]


# --- our engines ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("engine", "problem"),
    [pair if pair.id in QUICK else pytest.param(*pair.values, id=pair.id, marks=pytest.mark.slow) for pair in PAIRS],
)
def test_every_engine_keeps_every_law_on_every_reference_problem(engine, problem):
    assert 1 == check_engine(engine, problems=[problem], expanded=100).problems


@pytest.mark.costly
def test_every_shipped_problem_is_among_the_references():
    assert shipped() == {type(problem) for problem in REFERENCES.values()}


@pytest.mark.parametrize("count", [slow(40), 4])
@pytest.mark.parametrize("engine", [engine() for engine in ENGINES.values()], ids=repr)
def test_every_engine_keeps_every_law_on_random_graphs(engine, count, monkeypatch):
    monkeypatch.setattr(suite, "_GRAPHS", count)
    conformance = check_engine(engine, seed=1)
    assert (count, tuple(WORDS)) == (conformance.problems, conformance.laws)
    assert conformance.refused == 0 or len(engine.requires) > 0
    assert (engine.guarantee.requires is HeuristicRequirement.NOTHING) == (conformance.unmet == 0)


class CallsNoMethod(AStar):
    def start(self, problem, *, observer=None):
        if isinstance(problem, InstrumentedProblem):
            raise MissingCapabilityError("it has no compiled_domain")
        return super().start(problem, observer=observer)


def test_laws_about_calls_of_a_problem_are_left_out_if_an_engine_makes_none():
    guarantee = Guarantee(factor=1, requires=HeuristicRequirement.ADMISSIBLE)
    conformance = check_engine(CallsNoMethod(), guarantee=guarantee, problems=[REFERENCES["pancake"]])
    left_out = dict(conformance.not_applicable)
    assert {
        "the statistics are what the problem was asked",
        "the events are what the statistics count",
        "an interrupt within an expansion loses nothing",
    } == left_out.keys()
    assert [law for law in WORDS if law not in left_out] == list(conformance.laws)
    for law, reason in left_out.items():
        assert f"- not applicable: {law}; {reason}" in str(conformance)


@pytest.mark.parametrize("seed", range(30))
def test_the_capabilities_of_a_random_graph_fit_its_edges_goals_and_h(seed):
    graph = RandomGraph(seed)
    nodes = [graph._state(node) for node in range(len(graph._h))]
    edges = {(repr(node), *map(repr, edge)) for node in nodes for edge in resolve_problem(graph).edges(node)}
    back = edges_back_of(graph)
    assert edges == {
        (repr(before), repr(action), repr(node), repr(cost)) for node in nodes for action, before, cost in back(node)
    }
    assert goal_states_of(graph)() == [node for node in nodes if graph.is_goal(node)]
    for node in nodes if graph.heuristic_change is not None else []:
        for action, next_node, _ in resolve_problem(graph).edges(node):
            change = graph.heuristic_change(node, action, next_node)
            assert graph.heuristic(next_node) == graph.heuristic(node) + change


@in_turn("seed", range(30))
def test_the_compiled_domain_of_a_random_graph_returns_what_its_methods_return(seed):
    """Call Python functions; tests/compiled checks that compiled functions return the same."""
    graph = RandomGraph(seed)
    has_fractions = any(isinstance(cost, Fraction) for _, _, cost in graph._edges)
    assert has_fractions == (graph.compiled_domain is None)
    domain = None if has_fractions else graph.compiled_domain()
    for node, h in enumerate([] if domain is None else graph._h):
        state, at = graph._state(node), (domain.tables, np.uint64(node), 0)
        applied = [domain.apply(*at, i) for i in range(domain.successor_count(*at))]
        edges = [(domain.encode(after)[0], cost) for _, after, cost in resolve_problem(graph).edges(state)]
        assert edges == [(head, cost) for head, _, cost in applied]
        assert h == (math.inf if domain.heuristic(*at) == DEAD_END else domain.heuristic(*at))
        assert (state, graph.is_goal(state)) == (domain.decode(node, 0), domain.is_goal(*at))


@pytest.mark.costly
@pytest.mark.parametrize("engine", [each for each in (*NODE_ENGINES, *PATH_ENGINES) if each != type(each)()], ids=repr)
def test_engines_with_other_parameters_keep_every_law_on_a_small_problem(engine):
    problems = [MissionariesAndCannibals(2, 2), REFERENCES["graph, dead end"], REFERENCES["pancake"]]
    assert 3 == check_engine(engine, problems=problems, expanded=100).problems


# --- engines that break a law -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Faulty(AStar):
    """A* whose algorithm, or whose search, has a fault."""

    kind: type = BestFirstAlgorithm

    def algorithm(self, problem, journal):
        return (BestFirstAlgorithm if issubclass(self.kind, Search) else self.kind)(problem, journal, self)

    def start(self, problem, *, observer=None):
        kind = self.kind if issubclass(self.kind, Search) else Search
        return kind(self, resolve_problem(problem), observer)


class TellsAnotherCost(BestFirstAlgorithm):
    def incumbent(self):
        path = super().incumbent()
        return path and replace(path, cost=path.cost + 1)


class CallsWhatItSolvedUnsolvable(Search):
    def _result(self, stop, limit):
        result = super()._result(stop, limit)
        if result.status is Status.SOLVED and result.cost > 0:
            return replace(result, status=Status.UNSOLVABLE, solution=None, lower_bound=math.inf)
        return result


class GivesUp(BestFirstAlgorithm):
    def advance(self, budget):
        stop = super().advance(budget)
        return Stop.GAVE_UP if stop is Stop.DONE and self.counters.solutions == 0 else stop

    def lower_bound(self, *, cheap=False):
        bound = super().lower_bound(cheap=cheap)
        return bound if bound < math.inf else 0


class NeverEnds(BestFirstAlgorithm):
    def advance(self, budget):
        counters = self._nodes.counters
        counters.expanded = max(counters.expanded, budget.poll_at)
        return Stop.POLL

    def lower_bound(self, *, cheap=False):
        return 0


class ProvesTooMuch(BestFirstAlgorithm):
    def lower_bound(self, *, cheap=False):
        return super().lower_bound(cheap=cheap) + (self._goal is None)


class KnowsNoCostLimit(BestFirstAlgorithm):
    def advance(self, budget):
        return super().advance(budget._replace(max_cost=math.inf))


class CountsItsRuns(Search):
    runs = 0

    def run(self, limits=Limits()):  # noqa: B008  # The default is immutable.
        self.runs += 1
        self._algorithm.counters.generated += self.runs > 3
        return super().run(limits)


class StandsStill(Search):
    def run(self, limits=Limits()):  # noqa: B008  # The default is immutable.
        stands = limits.expanded == 1 and self.statistics.expanded > 0
        return super().run(replace(limits, expanded=0) if stands else limits)


class ForgetsOnDisk(BestFirstAlgorithm):
    def load(self, dumped):
        super().load(dumped)
        self._nodes.counters.generated = 0


class GoesTooFar(BestFirstAlgorithm):
    def advance(self, budget):
        more = budget.max_expanded + (budget.max_expanded > 0)
        return super().advance(budget._replace(max_expanded=more, poll_at=max(budget.poll_at, more)))


class MindsBeingCancelled(Search):
    def run(self, limits=Limits()):  # noqa: B008  # The default is immutable.
        counters = self._algorithm.counters
        counters.generated += limits.cancelled is None and counters.expanded > 0 and self.cancelled
        self.cancelled = limits.cancelled is not None
        return super().run(limits)

    cancelled = False


class ForgetsThatItHasFinished(Search):
    def run(self, limits=Limits()):  # noqa: B008  # The default is immutable.
        finished = self._final is not None
        result = super().run(limits)
        return replace(result, nearest=None) if finished else result


class HidesAState(BestFirstAlgorithm):
    def states(self):
        return iter(list(super().states())[1:])


class LosesCountWhenInterrupted(BestFirstAlgorithm):
    def repair(self):
        self._nodes.counters.generated += 1
        super().repair()


class LosesCountWithinAnExpansion(BestFirstAlgorithm):
    def repair(self):
        self._nodes.counters.generated += self._nodes.expanding is not None
        super().repair()


class EvaluatesInSecret(Search):
    def _result(self, stop, limit):
        result = super()._result(stop, limit)
        statistics = result.statistics
        return replace(result, statistics=replace(statistics, evaluated=statistics.evaluated + 1))


class CallsInSecret(Search):
    def _result(self, stop, limit):
        result = super()._result(stop, limit)
        calls = result.statistics.heuristic_calls
        return replace(result, statistics=replace(result.statistics, heuristic_calls=calls + 1))


class TellsTwice(Search):
    def __init__(self, engine, problem, observer):
        super().__init__(engine, problem, observer and (lambda event: (observer(event), observer(event))))


class TellsEdgesTwice(Search):
    def __init__(self, engine, problem, observer):
        super().__init__(engine, problem, observer and (lambda event: self.send(event, observer)))

    @staticmethod
    def send(event, observer):
        for _ in range(1 + isinstance(event, Generated)):
            observer(event)


class TellsAsItPleases(Search):
    searches = 0

    def __init__(self, engine, problem, observer):
        TellsAsItPleases.searches += 1
        shift = TellsAsItPleases.searches
        super().__init__(engine, problem, observer and (lambda event: observer(self.shifted(event, shift))))

    @staticmethod
    def shifted(event, shift):
        return event._replace(g=event.g + shift) if isinstance(event, Expanded) else event


class IsItsOwnCopy(Search):
    def __copy__(self):
        return self


class WorksInChunks(BestFirstAlgorithm):
    """Work in chunks of the length of a slice, which depends on the clock."""

    def advance(self, budget):
        chunk = budget.poll_at - self.counters.expanded
        self._nodes.counters.generated += chunk == 1 and self.counters.expanded == 3
        return super().advance(budget)


class LosesSuccessorsAtALimit(Search):
    def run(self, limits=Limits()):  # noqa: B008  # The default is immutable.
        result = super().run(limits)
        self._algorithm.counters.generated += limits.generated < math.inf
        return result


class MistakesInconsistencyForAProof(Search):
    def _result(self, stop, limit):
        result = super()._result(stop, limit)
        if result.status is Status.SOLVED and result.statistics.reopened > 0:
            return replace(result, status=Status.UNSOLVABLE, solution=None, lower_bound=math.inf)
        return result


class RefusesInconsistency(Search):
    def _result(self, stop, limit):
        result = super()._result(stop, limit)
        if result.statistics.reopened > 0:
            raise self.error
        return result

    error = InvalidHeuristicError("h isn't consistent")


class FailsOnInconsistency(RefusesInconsistency):
    error = ArithmeticError("a sum that can't be right")


class StoresItsBound(BestFirstAlgorithm):
    def lower_bound(self, *, cheap=False):
        self._nodes.counters.generated += self._nodes.counters.expanded == 1
        return super().lower_bound(cheap=cheap)


class ShowsItsFrontierBackwards(BestFirstAlgorithm):
    def frontier(self):
        return reversed(list(super().frontier()))


class ReportsTwice(Search):
    def solutions(self, limits=Limits()):  # noqa: B008  # The default is immutable.
        for result in super().solutions(limits):
            yield replace(result, status=Status.LIMIT, limit=LimitKind.EXPANDED)
            yield result


class ForgetsItsSolutions(Search):
    def run(self, limits=Limits()):  # noqa: B008  # The default is immutable.
        return replace(super().run(limits), solutions=())


class RepeatsItsSolutions(Search):
    def run(self, limits=Limits()):  # noqa: B008  # The default is immutable.
        result = super().run(limits)
        return replace(result, solutions=(*result.solutions, *result.solutions))


class HashedByIdentity(Faulty):
    __slots__ = ()

    def __hash__(self):
        return id(self)


OUTSIDE = "a heuristic that breaks the requirement leads to a correct answer or an error"


def faulty(kind):
    return Faulty(kind=kind)


class ShowsNoStates(BestFirstAlgorithm):
    def states(self):
        return iter(())


class SendsNoExpansions(BestFirstAlgorithm):
    def events(self, entries):
        return iter(())


FAULTS = {
    faulty(TellsAnotherCost): "a result fits the problem wherever a search stops",
    faulty(CallsWhatItSolvedUnsolvable): "a problem with a solution is never unsolvable",
    faulty(GivesUp): "a complete engine ends with a solution or with a proof that there is none",
    faulty(NeverEnds): "a complete engine ends with a solution or with a proof that there is none",
    faulty(MistakesInconsistencyForAProof): OUTSIDE,
    faulty(FailsOnInconsistency): OUTSIDE,
    AStar(reopen=False): "a solution costs at most the promised multiple of the optimum",
    faulty(ProvesTooMuch): "no solution costs less than the lower bound wherever a search stops",
    faulty(KnowsNoCostLimit): "no solution above a cost limit is returned",
    faulty(WorksInChunks): "two identical searches have identical counters whatever the clock does",
    faulty(CountsItsRuns): "slices give what one run gives",
    faulty(StandsStill): "slices give what one run gives",
    faulty(LosesSuccessorsAtALimit): "limits on successors and stored states do not change what follows",
    faulty(ForgetsOnDisk): "a search from disk goes on as the saved one would",
    faulty(GoesTooFar): "a limit on expansions is exact",
    faulty(MindsBeingCancelled): "a cancelled search continues as if it had not been cancelled",
    faulty(ForgetsThatItHasFinished): "a finished search stays as it is",
    faulty(IsItsOwnCopy): "a copy of a search continues independently",
    faulty(ReportsTwice): "solutions come in the order that the guarantee specifies",
    faulty(ForgetsItsSolutions): "results list all solutions",
    faulty(RepeatsItsSolutions): "results list all solutions",
    faulty(HidesAState): "what a search shows fits together",
    faulty(ShowsItsFrontierBackwards): "the first state of the frontier is expanded next",
    faulty(StoresItsBound): "looking into a search changes nothing",
    faulty(LosesCountWhenInterrupted): "an interrupt between expansions loses nothing",
    faulty(LosesCountWithinAnExpansion): "an interrupt within an expansion loses nothing",
    faulty(EvaluatesInSecret): "the statistics are what the problem was asked",
    faulty(CallsInSecret): "the statistics are what the problem was asked",
    faulty(TellsTwice): "an observer gets the start every solution and the end",
    faulty(TellsEdgesTwice): "the events are what the statistics count",
    faulty(TellsAsItPleases): "the same input gives the same result and the same events",
    HashedByIdentity(): "engines and results are values",
}


@pytest.mark.costly
@pytest.mark.parametrize(
    ("kind", "fix"),
    [
        (ShowsNoStates, r"yielded 0 states.*\. Write Algorithm\.states and Algorithm\.path_to$"),
        (
            SendsNoExpansions,
            "sent 0 Expanded.*Algorithm.events, or leave .* out of the engine's attribute event_types$",
        ),
    ],
)
def test_a_member_that_is_missing_is_named_with_what_to_write(kind, fix):
    with pytest.raises(ConformanceError, match=fix):
        check_engine(faulty(kind), guarantee=Guarantee(complete=False))


@pytest.mark.parametrize(("engine", "law"), FAULTS.items(), ids=lambda value: repr(value)[:60])
def test_each_law_alone_finds_its_fault_and_names_the_problem(engine, law, monkeypatch):
    is_outside = law == OUTSIDE
    monkeypatch.setattr(suite, "LAWS", [each for each in LAWS if each.__name__ == law.replace(" ", "_")])
    monkeypatch.setattr(suite, "_UNMET", suite._UNMET if is_outside else ())
    requires = HeuristicRequirement.CONSISTENT if is_outside else HeuristicRequirement.ADMISSIBLE
    with pytest.raises(ConformanceError, match=law) as caught:
        check_engine(engine, guarantee=Guarantee(factor=1, requires=requires))
    assert law == caught.value.law
    assert repr(caught.value.problem) in str(caught.value)
    assert isinstance(caught.value, AssertionError)


@pytest.mark.costly
def test_all_broken_laws_are_reported_at_once():
    with pytest.raises(ConformanceError) as caught:
        check_engine(faulty(TellsAnotherCost), guarantee=Guarantee(factor=1, requires=HeuristicRequirement.ADMISSIBLE))
    broken = caught.value.broken
    assert FAULTS[faulty(TellsAnotherCost)] == caught.value.law == broken[0].law
    assert len(broken) == len({each.law for each in broken}) > 1
    message = str(caught.value)
    assert f"breaks {len(broken)} laws:\n- {caught.value.law} (and " in message
    assert all(f"on {each.problem!r}: {each.reason}" in message for each in broken)


CHEAP, DEAR = AStar(), BreadthFirst()  # the solutions that they find in DETOUR cost 2 and 5
DETOUR = Explicit(Graph(((0, 1, 1), (1, 2, 1), (0, 2, 5)), frozenset({2}), (0, 0, 0)))


@in_turn(
    "engines, kinds",
    [
        ([CHEAP], list(Solutions)),
        ([DEAR, CHEAP], [Solutions.IMPROVING]),
        ([CHEAP, CHEAP, DEAR], [Solutions.RANKED]),
        ([DEAR, CHEAP, DEAR], []),
        ([DEAR], []),  # the final result is cheaper
        ([], []),
    ],
)
@in_turn("kind", Solutions)
def test_each_kind_of_solutions_has_its_order(engines, kinds, kind):
    class Reports(Search):
        def solutions(self, limits=Limits()):  # noqa: B008  # The default is immutable.
            for engine in engines:
                yield replace(engine.search(self.problem), status=Status.LIMIT, limit=LimitKind.EXPANDED)

    case = Case(faulty(Reports), Guarantee(solutions=kind), DETOUR, ground_truth_of(DETOUR, 10), 100, has_to_end=True)
    if kind in kinds:
        solutions_come_in_the_order_that_the_guarantee_specifies(case)
    else:
        with pytest.raises(AssertionError, match="yielded the costs"):
            solutions_come_in_the_order_that_the_guarantee_specifies(case)


def test_there_is_a_fault_for_every_law():
    assert set(WORDS) == set(FAULTS.values())


@pytest.fixture
def ten_graphs(monkeypatch):
    """Test engines on 10 random graphs. The doctest of check_engine tests one on 40."""
    monkeypatch.setattr(suite, "_GRAPHS", 10)


@pytest.mark.costly
@pytest.mark.usefixtures("ten_graphs")
def test_an_engine_may_refuse_a_heuristic_that_its_guarantee_excludes():
    guarantee = Guarantee(factor=1, requires=HeuristicRequirement.CONSISTENT)
    report = check_engine(faulty(RefusesInconsistency), guarantee=guarantee)
    assert 10 == report.problems
    assert report.unmet > 0
    assert f"On {report.unmet} more, h isn't consistent, but the answers are correct." in str(report)


@pytest.mark.costly
def test_an_engine_may_not_refuse_a_heuristic_that_its_guarantee_includes():
    guarantee = Guarantee(factor=1, requires=HeuristicRequirement.ADMISSIBLE)
    with pytest.raises(ConformanceError, match="InvalidHeuristicError: h isn't consistent"):
        check_engine(faulty(RefusesInconsistency), guarantee=guarantee)


class SearchesBothWays(AStar):
    requires = frozenset({"predecessors", "goal_states"})


@pytest.mark.costly
@pytest.mark.usefixtures("ten_graphs")
def test_the_random_graphs_suit_engines_that_search_backward():
    report = check_engine(SearchesBothWays())
    assert (10, 0) == (report.problems, report.refused)


@pytest.mark.costly
@pytest.mark.usefixtures("ten_graphs")
def test_the_faulty_engine_without_a_fault_keeps_the_laws():
    guarantee = Guarantee(factor=1, requires=HeuristicRequirement.ADMISSIBLE)
    assert 10 == check_engine(Faulty(), guarantee=guarantee).problems


# --- how it is asked --------------------------------------------------------------------------------------------------


class Cautious(BestFirst):
    """An engine of a user's."""

    def f(self, g, h):
        return max(g, h)


@pytest.mark.costly
@pytest.mark.usefixtures("ten_graphs")
def test_the_guarantee_of_the_engine_is_tested_unless_another_is_given():
    report = check_engine(Cautious())
    assert ("Cautious()", Guarantee(), 10) == (report.engine, report.guarantee, report.problems)
    assert f"- {WORDS[0]}" in str(report)
    assert str(report).startswith(
        "Cautious() satisfies these laws on 10 problems.\nIts guarantee: There is no bound on the"
    )
    given = Guarantee(complete=False)
    assert given == check_engine(Cautious(), guarantee=given, problems=[NPuzzle("1 2 / 3 0")]).guarantee


class Boastful(GreedyBestFirst):
    guarantee = Guarantee(factor=1)


@pytest.mark.costly
def test_a_false_guarantee_of_an_engine_is_found():
    with pytest.raises(ConformanceError, match="a solution costs at most the promised multiple of the optimum"):
        check_engine(Boastful())


def test_an_error_of_the_engine_names_the_law_and_the_problem():
    class Broken(Cautious):
        def f(self, g, h):
            return g if g < 3 else math.nan

    with pytest.raises(
        ConformanceError, match=r"Broken\(\) breaks \d+ laws:\n- .* more laws for the same reason\), on .*ValueError"
    ) as caught:
        check_engine(Broken(), guarantee=Guarantee())
    assert isinstance(caught.value.__cause__, ValueError)


def test_a_lack_of_memory_is_not_a_fault_of_the_engine():
    class Large(Cautious):
        def f(self, g, h):
            if g > 0:
                raise MemoryError
            return 0

    with pytest.raises(MemoryError):
        check_engine(Large(), guarantee=Guarantee(), problems=[Late()])


class Late(SearchProblem):
    """Nothing to do at the start, so that an engine starts."""

    def __init__(self):
        super().__init__(0)

    def actions(self, state):
        return [1] if state < 3 else []

    def result(self, state, action):
        return state + 1

    def is_goal(self, state):
        return state == 3


class Demanding(Faulty):
    __slots__ = ()

    def start(self, problem, *, observer=None):
        if not isinstance(problem, PancakeProblem) and not hasattr(problem, "counts"):
            raise MissingCapabilityError("needs pancakes")
        return super().start(problem, observer=observer)


def test_a_problem_that_lacks_a_power_is_left_out_and_counted():
    guarantee = Guarantee(factor=1)
    conformance = check_engine(Demanding(), guarantee=guarantee, problems=[PancakeProblem("2 1"), Late()])
    assert (1, 1) == (conformance.problems, conformance.refused)
    overestimated = with_heuristic(PancakeProblem("2 1"), lambda _: 9)
    conformance = check_engine(AStar(), problems=[PancakeProblem("2 1"), overestimated])
    assert (1, 0, 1) == (conformance.problems, conformance.refused, conformance.unmet)
    with pytest.raises(ValueError, match=r"no problem to test .* on; 1 problem left out for a missing capability"):
        check_engine(Demanding(), guarantee=guarantee, problems=[Late()])


def test_a_problem_too_large_to_be_known_is_refused():
    with pytest.raises(ValueError, match="more than 100 states"):
        check_engine(AStar(), problems=[PancakeProblem("1 2 3 4 5")], states=100)


@pytest.mark.costly
def test_the_seed_draws_the_graphs(monkeypatch):
    monkeypatch.setattr(suite, "_GRAPHS", 6)

    def broken(seed):
        with pytest.raises(ConformanceError) as caught:
            check_engine(
                GreedyBestFirst(), guarantee=Guarantee(factor=1, requires=HeuristicRequirement.NOTHING), seed=seed
            )
        return repr(caught.value.problem)

    first, again, other = map(broken, (0, 0, 1))
    assert first == again != other


@pytest.mark.parametrize("factor", [0.5, math.nan, -1])
def test_a_factor_below_1_is_not_a_guarantee(factor):
    with pytest.raises(ValueError, match=rf"factor .* not {factor!r}"):
        Guarantee(factor=factor)


def test_conformance_is_a_value():
    conformance = check_engine(AStar(), problems=[NPuzzle("1 2 / 3 0")])
    assert isinstance(conformance, ConformanceReport)
    assert conformance == copy.deepcopy(conformance)


def test_a_problem_of_functions_which_cannot_be_pickled_is_tested_too():
    problem = FunctionProblem(0, successors=lambda s: [("on", s + 1, 1)] if s < 3 else [], is_goal=lambda s: s == 2)
    assert 1 == check_engine(AStar(), problems=[problem]).problems


def test_an_engine_with_a_formula_of_its_own_is_complete_and_promises_no_cost():
    assert Guarantee() == Cautious().guarantee


def test_a_problem_with_endless_predecessors_is_refused_with_the_number_of_states():
    endless = FunctionProblem(
        0,
        successors=lambda state: [("on", 1, 1)] if state == 0 else [],
        is_goal=lambda state: state == 1,
        predecessors=lambda state: [("on", state + 1, 1)],
        goal_states=[1],
        backward_heuristic=lambda state: 0,
    )
    with pytest.raises(ValueError, match="more than 100 states lead to a goal"):
        check_engine(BAEStar(), problems=[endless], states=100)
