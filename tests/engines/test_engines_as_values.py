"""Engines are values: comparable, hashable and picklable, with an exact repr. Users can write their own."""

import copy
import dataclasses
import math
import pickle
from fractions import Fraction

import pytest
from helpers.graphs import Explicit, Graph, counters
from helpers.sampling import in_turn

import astarlib
from astarlib import (
    ENGINES,
    AStar,
    BatchWeightedAStar,
    BeamSearch,
    BidirectionalDijkstra,
    BreadthFirst,
    CycleCheck,
    DepthFirst,
    Dijkstra,
    FSAStar,
    GAAStar,
    GreedyBestFirst,
    IDAStar,
    IterativeDeepening,
    KBest,
    Limits,
    Search,
    Status,
    TieBreak,
    WeightedAStar,
    compiled,
)
from astarlib.engines import BestFirst, Engine

pytestmark = pytest.mark.quick

DIAMOND = Graph(((0, 1, 1), (0, 2, 3), (1, 3, 4), (2, 3, 1), (3, 4, 1)), frozenset({4}), (4, 5, 2, 1, 0))
REPRS = [
    "AStar()", "AStar(reopen=False)", "AStar(tie_break=TieBreak.FIFO)", "AStar(tie_break=TieBreak.FIFO, reopen=False)",
    "WeightedAStar(weight=1.5)", "WeightedAStar(weight=3)",
    "WeightedAStar(tie_break=TieBreak.HIGH_H, reopen=False, weight=3)", "GreedyBestFirst()",
    "GreedyBestFirst(reopen=True)", "Dijkstra()", "Dijkstra(tie_break=TieBreak.LIFO)", "BreadthFirst()", "DepthFirst()",
    "DepthFirst(max_depth=0)", "DepthFirst(max_depth=3)", "IDAStar()", "IDAStar(cycle_check=CycleCheck.PARENT)",
    "IterativeDeepening()", "IterativeDeepening(cycle_check=CycleCheck.PARENT)", "RBFS()",
    "BatchWeightedAStar(weight=1, batch=100)", "BatchWeightedAStar(weight=2, batch=7)", "KBest(k=10)",
    "KBest(k=3, simple=False)", "AllOptimal()", "BAEStar()", "BidirectionalDijkstra()", "BeamSearch(width=1000)",
    "BeamSearch(width=2, complete=False)", "FSAStar()", "FSAStar(tie_break=TieBreak.FIFO)", "GAAStar()",
    "GAAStar(tie_break=TieBreak.HIGH_H)", "FocalSearch(weight=1.5)", "LPAStar()", "DStarLite()",
]  # fmt: skip
NAMES = {name: getattr(astarlib, name) for name in astarlib.__all__}
SOME = [eval(text, NAMES) for text in REPRS if text != "DStarLite()"]


class Cautious(BestFirst):
    """A user's engine: a formula, nothing else."""

    def f(self, g, h):
        return max(g, h)


@in_turn("text", REPRS)
def test_the_repr_of_an_engine_makes_it_again_and_shows_its_weight_and_what_is_not_the_default(text):
    assert text == repr(eval(text, NAMES))


def test_the_repr_of_an_engine_leaves_out_what_is_the_default():
    assert "AStar()" == repr(AStar(tie_break=TieBreak.LOW_H, reopen=True))
    engines = [GreedyBestFirst(reopen=False), DepthFirst(max_depth=None), IDAStar(cycle_check=CycleCheck.PATH)]
    assert ["GreedyBestFirst()", "DepthFirst()", "IDAStar()"] == list(map(repr, engines))
    assert ["WeightedAStar(weight=1.5)", "BeamSearch(width=1000)"] == [repr(WeightedAStar()), repr(BeamSearch())]
    assert ["KBest(k=10)", "BatchWeightedAStar(weight=1, batch=100)"] == [repr(KBest()), repr(BatchWeightedAStar())]


@in_turn("engine", SOME)
def test_a_copied_or_pickled_engine_is_the_same_value(engine):
    for same in (copy.copy(engine), copy.deepcopy(engine), pickle.loads(pickle.dumps(engine))):
        assert (engine, hash(engine)) == (same, hash(same))


def test_engines_are_equal_just_when_class_and_parameters_are():
    assert len(SOME) == len(set(SOME))
    assert AStar() != WeightedAStar(weight=1)


@in_turn("engine", [engine for engine in SOME if len(dataclasses.fields(engine)) > 0])
def test_an_engine_cannot_be_changed(engine):
    field = dataclasses.fields(engine)[0].name
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(engine, field, None)


@in_turn("engine", ENGINES.values())
def test_parameters_of_engines_are_given_by_name_only(engine):
    with pytest.raises(TypeError, match=r"takes its parameters by name|has no parameters"):
        engine(TieBreak.FIFO)


@in_turn("weight", [0.5, 0, -1, math.nan, math.inf, -math.inf, "2", True, None])
def test_a_weight_that_is_not_a_finite_number_of_at_least_1_is_refused_by_name_and_value(weight):
    with pytest.raises(ValueError, match=rf"weight.*{weight!r}"):
        WeightedAStar(weight=weight)


@pytest.mark.parametrize("weight", [1, 1.0, 5, 1.25, Fraction(4, 3)])
def test_a_weight_of_at_least_1_is_kept_as_it_is_given(weight):
    engine = WeightedAStar(weight=weight)
    assert (weight, type(weight)) == (engine.weight, type(engine.weight))
    assert 2 + weight * 6 == engine.f(2, 6)


@in_turn("engine", [AStar, WeightedAStar, GreedyBestFirst, Dijkstra, FSAStar, GAAStar])
def test_an_invalid_tie_break_is_refused_by_value(engine):
    with pytest.raises(TypeError, match="'low-h'"):
        engine(tie_break="low-h")


@pytest.mark.parametrize("engine", [IDAStar, IterativeDeepening])
def test_an_invalid_cycle_check_is_refused_by_value(engine):
    with pytest.raises(TypeError, match="'path'"):
        engine(cycle_check="path")


@pytest.mark.parametrize("engine", [BreadthFirst, DepthFirst])
@pytest.mark.parametrize("parameter", ["tie_break", "reopen"])
def test_the_order_of_a_blind_engine_is_not_to_be_chosen(engine, parameter):
    with pytest.raises(TypeError, match=parameter):
        engine(**{parameter: None})


def test_each_formula_is_the_one_it_is_named_for():
    formulas = [engine.f(3, 4) for engine in (AStar(), WeightedAStar(weight=2), GreedyBestFirst(), Dijkstra())]
    assert [7, 11, 4, 3] == formulas
    assert [0, 0] == [engine.f(3, 4) for engine in (BreadthFirst(), DepthFirst())]


def test_the_registry_cannot_be_changed():
    with pytest.raises(TypeError):
        ENGINES["mine"] = Cautious


@in_turn("engine", ENGINES.values())
def test_every_engine_of_the_registry_is_made_without_arguments_and_solves(engine):
    assert issubclass(engine, Engine)
    assert Status.SOLVED is engine().search(Explicit(DIAMOND)).status


@in_turn("engine", ENGINES.values())
def test_every_engine_has_an_example_and_leaves_its_guarantee_to_its_attributes(engine):
    assert ">>> " in engine.__doc__
    assert "**Guarantee**" not in engine.__doc__


@in_turn("engine", SOME)
def test_search_is_start_and_run(engine):
    searched, started = engine.search(Explicit(DIAMOND)), engine.start(Explicit(DIAMOND)).run()
    assert (searched.solution, counters(searched.statistics)) == (started.solution, counters(started.statistics))
    assert repr(engine) == searched.engine


def test_the_same_engine_runs_two_searches_side_by_side():
    engine = AStar()
    one, other = engine.start(Explicit(DIAMOND)), engine.start(Explicit(DIAMOND))
    one.run(Limits(expanded=2))
    assert (2, 0) == (one.statistics.expanded, other.statistics.expanded)
    assert engine.search(Explicit(DIAMOND)).solution == one.run().solution == other.run().solution


def test_an_engine_of_ones_own_is_a_formula():
    result = Cautious(reopen=True).search(Explicit(DIAMOND))
    assert 5 == result.cost
    assert result.lower_bound <= DIAMOND.optimum
    assert result.statistics.expanded_before_last_f is None
    assert "Cautious()" == result.engine


def test_a_formula_of_ones_own_is_not_a_bound_unless_its_class_says_so():
    class Larger(AStar):
        def f(self, g, h):
            return g + 2 * h

    class Same(AStar):
        f_is_lower_bound = True

        def f(self, g, h):
            return g + h

    class Named(AStar):
        """Of the same formula."""

    assert [False, True, True] == [engine.f_is_lower_bound for engine in (Larger, Same, Named)]


def test_the_keywords_of_a_class_go_to_the_other_base_class():
    class Colored:
        def __init_subclass__(cls, *, color, **keywords):
            super().__init_subclass__(**keywords)
            cls.color = color

    class Red(BestFirst, Colored, color="red"):
        def f(self, g, h):
            return g

    assert "red" == Red.color


def test_an_engine_of_ones_own_is_saved_and_resumed(tmp_path):
    search = Cautious(reopen=False).start(Explicit(DIAMOND))
    search.run(Limits(expanded=2))
    search.save(tmp_path / "search")
    resumed = Search.load(tmp_path / "search", Explicit(DIAMOND))
    assert Cautious(reopen=False) == resumed.engine
    assert search.run().solution == resumed.run().solution


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_a_formula_whose_f_is_not_a_finite_number_is_refused_by_engine_and_value(value):
    class Wild(BestFirst):
        def f(self, g, h):
            return value if g > 1 else g

    search = Wild().start(Explicit(DIAMOND))
    with pytest.raises(ValueError, match="finite") as caught:
        search.run()
    assert f"f of Wild() returned {value!r} at g = 3 and h = 2; expected a finite number" == str(caught.value)
    search.run(Limits(expanded=0))
    assert search.lower_bound <= DIAMOND.optimum


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_a_formula_whose_f_of_the_initial_state_is_not_a_finite_number_is_refused(value):
    class Wild(BestFirst):
        def f(self, g, h):
            return value if g == 0 else g

    with pytest.raises(ValueError, match="finite") as caught:
        Wild().start(Explicit(DIAMOND))
    assert f"f of Wild() returned {value!r} at g = 0 and h = 4; expected a finite number" == str(caught.value)


def test_an_engine_without_a_formula_cannot_be_made():
    with pytest.raises(TypeError, match=r"abstract.* f"):
        BestFirst()


class Unnamed(AStar):
    """An engine of a user's whose ``__init__`` isn't made by a dataclass."""

    def __init__(self, first, second=2):
        super().__init__()


@in_turn(
    "call, says",
    [
        (
            lambda: WeightedAStar(2),
            r"by name; write WeightedAStar\(weight=2\)\. .*tie_break, reopen, weight, priority$",
        ),
        (lambda: BeamSearch(5), r"by name; write BeamSearch\(width=5\)"),
        (lambda: AStar("x"), r"by name; write AStar\(tie_break=\.\.\.\)\. Its parameters are: tie_break, reopen$"),
        (lambda: WeightedAStar(wieght=2), "WeightedAStar has no parameter 'wieght'; did you mean 'weight'?"),
        (lambda: AStar(weight=2), "AStar has no parameter 'weight'. Its parameters are: tie_break, reopen$"),
        (lambda: BidirectionalDijkstra(1), r"BidirectionalDijkstra has no parameters; write BidirectionalDijkstra\(\)"),
        (lambda: compiled.WeightedAStar(2), r"write WeightedAStar\(weight=2\)"),
        (lambda: Unnamed(third=3), "Unnamed has no parameter 'third'. Its parameters are: first, second$"),
        (lambda: Unnamed(second=3), "Unnamed: missing a required argument: 'first'"),
    ],
)
def test_a_wrong_call_of_an_engine_is_an_error_that_names_its_parameters(call, says):
    with pytest.raises(TypeError, match=says):
        call()


def test_an_engine_with_its_own_init_takes_what_that_takes():
    assert isinstance(Unnamed(1), Unnamed)
    assert isinstance(Unnamed(1, second=3), Unnamed)
