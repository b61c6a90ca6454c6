"""Compiled engines keep the laws of all engines, but for those that watch each call, or each expansion."""

import math
from random import Random

import pytest
from rows import RowProblem, random_rows

from astarlib import CycleCheck
from astarlib.checking import Promise
from astarlib.checking.conformance.case import Case
from astarlib.checking.conformance.facts import facts_of
from astarlib.checking.conformance.suite import LAWS
from astarlib.compiled import AStar, GreedyBestFirst, IDAStar

NOT_FOR_THEM = {
    "the_statistics_are_what_the_problem_was_asked",
    "the_events_are_what_the_statistics_count",
    "an_interrupt_loses_nothing",
}
ENGINES = {
    AStar(): 1,
    GreedyBestFirst(): math.inf,
    IDAStar(): 1,
    IDAStar(cycle_check=CycleCheck.PARENT): 1,
}
PROBLEMS = [
    *(RowProblem(random_rows(Random(seed), count=30)[0], 29, hs=[0] * 30) for seed in range(6)),
    RowProblem({0: [(1, 1)], 1: [(0, 2)]}, 2),
]


def test_the_laws_that_are_left_out_are_laws():
    assert NOT_FOR_THEM < {law.__name__ for law in LAWS}


@pytest.mark.parametrize("law", [law for law in LAWS if law.__name__ not in NOT_FOR_THEM], ids=lambda law: law.__name__)
@pytest.mark.parametrize("engine", ENGINES, ids=repr)
def test_the_laws_of_all_engines_hold_for_compiled_ones(engine, law):
    for problem in PROBLEMS:
        law(Case(engine, Promise(bound=ENGINES[engine]), problem, facts_of(problem, 1_000), 2_000, False))
