"""Compiled engines satisfy the laws of all engines, except for laws that count the calls of a problem's methods."""

import math
from random import Random

import pytest
from helpers.rows import RowProblem, random_rows
from helpers.sampling import slow

from astarlib import CycleCheck, TieBreak
from astarlib import compiled as c
from astarlib.checking import InstrumentedProblem, check_engine
from astarlib.checking.conformance import suite
from astarlib.checking.conformance.random_graphs import RandomGraph
from astarlib.checking.conformance.suite import LAWS
from astarlib.compiled import check_domain, engines
from astarlib.compiled.kernels.codes import GENERATED
from astarlib.compiled.runtime.best_first_search import CompiledBestFirstAlgorithm
from astarlib.errors import ConformanceError, MissingCapabilityError
from astarlib.problems.npuzzle import NPuzzle

ENGINES = [
    *(engine() for engine in c.ENGINES.values()),
    c.AStar(reopen=False),
    c.AStar(tie_break=TieBreak.FIFO),
    c.WeightedAStar(weight=2),
    c.IDAStar(cycle_check=CycleCheck.PARENT),
]
LARGER = [slow(c.AStar(tie_break=TieBreak.FIFO)), c.AnytimeWeightedAStar(), c.BeamSearch(width=4), slow(c.IDAStar())]
NOT_FOR_THEM = {
    "the statistics are what the problem was asked",
    "the events are what the statistics count",
    "an interrupt within an expansion loses nothing",
}
WITH_DOMAIN, WITH_FRACTIONS = RandomGraph(9), RandomGraph(4)


@pytest.mark.costly
@pytest.mark.parametrize("engine", [slow(each) if each != c.AStar() else each for each in ENGINES], ids=repr)
def test_compiled_engines_keep_every_law_on_random_graphs(engine):
    conformance = check_engine(engine)
    assert 40 == conformance.problems
    words = {law.__name__.replace("_", " ") for law in LAWS}
    assert words - NOT_FOR_THEM == set(conformance.laws)
    assert NOT_FOR_THEM == {law for law, _ in conformance.not_applicable}


@pytest.mark.costly
def test_a_bidirectional_engine_keeps_every_law_on_a_few_random_graphs_with_whole_costs():
    graphs = [graph for graph in map(RandomGraph, range(60)) if graph.compiled_domain and _is_row(graph)][:12]
    conformance = check_engine(c.BidirectionalDijkstra(), problems=graphs)
    assert 12 == len(graphs) == conformance.problems
    assert {law.__name__.replace("_", " ") for law in LAWS} - NOT_FOR_THEM == set(conformance.laws)


def _is_row(graph):
    """Return True if the compiled code is that of `RowProblem`."""
    domain = graph.compiled_domain()
    return domain.costs is int and domain.backward_heuristic is not None


@pytest.mark.costly
@pytest.mark.parametrize("engine", LARGER, ids=repr)
def test_compiled_engines_keep_every_law_on_larger_graphs(engine):
    rows = [random_rows(Random(seed), count=30)[0] for seed in range(3)]
    assert 3 == check_engine(engine, problems=[RowProblem(edges, 29) for edges in rows]).problems


def test_the_report_gives_reasons_for_laws_that_do_not_apply_and_rejected_problems():
    report = str(check_engine(c.AStar(), problems=[WITH_DOMAIN, WITH_FRACTIONS])).splitlines()
    assert report[0].startswith(
        "compiled.AStar() satisfies these laws on 1 problem (1 left out for a missing capability)."
    )
    assert "- a limit on expansions is exact" in report
    reason = "the engine calls a compiled domain, so there are no calls to count"
    assert f"- not applicable: the statistics are what the problem was asked; {reason}" in report


@pytest.mark.costly
def test_the_graphs_are_compiled_as_they_are_in_python():
    graphs = [RandomGraph(seed) for seed in (0, 1, 9, 10, 15)]
    assert {int, float} == {graph.compiled_domain().costs for graph in graphs}
    assert {int, list} == {type(graph.initial_state) for graph in graphs}
    for graph in graphs:
        assert check_domain(graph) > 0


def test_a_graph_with_fractions_has_no_domain():
    with pytest.raises(MissingCapabilityError, match="compiled_domain"):
        c.AStar().start(WITH_FRACTIONS)


# --- engines that break a law -----------------------------------------------------------------------------------------


class ProvesTooMuch(CompiledBestFirstAlgorithm):
    def lower_bound(self, *, cheap=False):
        return super().lower_bound(cheap=cheap) + (self._goal_node() == 0)


class KnowsNoCostLimit(CompiledBestFirstAlgorithm):
    def advance(self, budget):
        return super().advance(budget._replace(max_cost=math.inf))


class ForgetsOnDisk(CompiledBestFirstAlgorithm):
    def load(self, dumped):
        super().load(dumped)
        self._storage.counters[GENERATED] = 0


class LosesCountWhenInterrupted(CompiledBestFirstAlgorithm):
    def repair(self):
        self._storage.counters[GENERATED] += 1


FAULTS = {
    ProvesTooMuch: "no solution costs less than the lower bound wherever a search stops",
    KnowsNoCostLimit: "no solution above a cost limit is returned",
    ForgetsOnDisk: "a search from disk goes on as the saved one would",
    LosesCountWhenInterrupted: "an interrupt between expansions loses nothing",
}


@pytest.mark.costly
@pytest.mark.parametrize(("kind", "law"), FAULTS.items(), ids=lambda value: getattr(value, "__name__", value))
def test_a_fault_of_a_compiled_engine_is_found(kind, law, monkeypatch):
    monkeypatch.setattr(suite, "_GRAPHS", 6)
    monkeypatch.setattr(engines, "_load", lambda _: kind)
    with pytest.raises(ConformanceError, match=law):
        check_engine(c.AStar())


def test_an_instrumented_problem_has_no_domain():
    with pytest.raises(MissingCapabilityError, match="compiled_domain"):
        c.AStar().start(InstrumentedProblem(NPuzzle("1 2 / 3 0")))
