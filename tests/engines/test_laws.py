"""Every engine, with all its parameters, satisfies the laws of the conformance suite on shrinking graphs.

`check_engine` runs the same laws on random graphs of its own. Here Hypothesis draws the graphs, so that a failure comes
with the smallest graph, and half of them are larger.
"""

import pytest
from helpers.graphs import FORMS, Keyed, cases, check, configurations, forms, graphs, outcome
from helpers.sampling import few
from hypothesis import given
from hypothesis import strategies as st

from astarlib import ENGINES, Limits
from astarlib.checking import check_engine
from astarlib.checking.conformance.case import Case
from astarlib.checking.conformance.ground_truth import ground_truth_of
from astarlib.checking.conformance.suite import LAWS
from astarlib.problems.pancake import PancakeProblem

STACK = PancakeProblem("5 2 6 1 4 3")
STOPS = st.one_of(
    st.builds(lambda count: Limits(expanded=count), st.integers(0, 30)),
    st.builds(lambda count: Limits(generated=count), st.integers(0, 60)),
    st.builds(lambda count: Limits(stored=count), st.integers(0, 30)),
    st.builds(lambda cost: Limits(cost=cost), st.integers(0, 20)),
)


@given(graphs(), forms)
def test_the_laws_compare_with_the_optimum_that_networkx_finds(graph, form):
    assert graph.optimum == ground_truth_of(form(graph), 100).optimum


@pytest.mark.costly
@given(graphs("consistent"), graphs("consistent", "admissible"), forms)
def test_the_laws_recognize_admissible_and_consistent_heuristics(consistent, admissible, form):
    assert ground_truth_of(form(consistent), 100).consistent
    assert ground_truth_of(form(admissible), 100).admissible


@pytest.mark.costly
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@given(configuration=configurations(), form=forms)
def test_every_engine_keeps_the_law_on_any_graph(law, configuration, form):
    graph, engine = configuration
    guarantee, problem = engine.guarantee, form(graph)
    most = 20_000 if guarantee.complete else 300
    law(Case(engine, guarantee, problem, ground_truth_of(problem, 100), most, has_to_end=guarantee.complete))


@pytest.mark.costly
@pytest.mark.parametrize("name", few(ENGINES, 5))
def test_every_engine_keeps_every_law_on_hundreds_of_expansions(name):
    assert 1 == check_engine(ENGINES[name](), problems=[STACK], expanded=300).problems


@given(cases(), forms, STOPS)
def test_the_tables_of_a_search_are_consistent_wherever_it_stops(case, form, limits):
    graph, engine = case
    search = engine.start(form(graph))
    search.run(limits)
    check(search)
    search.run()
    check(search)


@given(cases())
def test_every_form_of_a_problem_gives_the_same_result(case):
    graph, engine = case

    def result_of(form):
        result = outcome(engine.search(form(graph)))
        paths = [
            steps and (steps.cost, steps.costs, [state[0] if form is Keyed else state for state in steps.states])
            for steps in (result.solution, result.nearest)
        ]
        return result.statistics, result.status, result.lower_bound, paths

    first, *others = [result_of(form) for form in FORMS]
    for other in others:
        assert first == other
