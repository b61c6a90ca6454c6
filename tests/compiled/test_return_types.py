"""A domain's function with a wrong return type is an error. The value is never cast."""

import math

import numpy as np
import pytest
from helpers.sampling import costly_first, slow
from numba import njit

from astarlib import Limits, SearchProblem
from astarlib.compiled import AStar, CompiledDomain, IDAStar, check_domain
from astarlib.errors import InvalidProblemError, ProblemMethodError

ENGINES = [AStar(), IDAStar()]


class Line(SearchProblem):
    """0, 1, 2, … with steps of 1 and 2 to 10; the compiled functions are parameters."""

    def __init__(self, words=1, costs=int, **functions):
        super().__init__(0)
        self.words, self.costs, self.functions = words, costs, functions

    def actions(self, state):
        return [0, 1]

    def result(self, state, action):
        return state + 1 + action

    def is_goal(self, state):
        return state == 10

    def compiled_domain(self):
        given = {"successor_count": two, "apply": step, "is_goal": is_ten, **self.functions}
        pack = (lambda n: (n, 0)) if self.words == 1 else (lambda n: ((n, 0), 0))
        unpack = (lambda n, _: n) if self.words == 1 else (lambda n, _: n[0])
        return CompiledDomain(encode=pack, decode=unpack, max_successors=2, words=self.words, costs=self.costs, **given)


def two(tables, state, aux):
    return 2


def step(tables, state, aux, i):
    return state + 1 + i, 0, 1


def is_ten(tables, state, aux):
    return state == 10


def to_float(tables, state, aux, i):
    return state + 1.0 + i, 0, 1


def halved(tables, state, aux, i):
    return state * 1.5, 0, 1


def float_in_second_word(tables, state, aux, i):
    return (state[0] + 1, state[1] / 2), 0, 1


def one_word_of_two(tables, state, aux, i):
    return state[0] + 1, 0, 1


def float_cost(tables, state, aux, i):
    return state + 1 + i, 0, 1.5


def no_cost(tables, state, aux, i):
    return state + 1 + i, 0, None


def float_aux(tables, state, aux, i):
    return state + 1 + i, 0.5, 1


def float_count(tables, state, aux):
    return 2.5


def forgotten_return(tables, state, aux):
    state == 10  # noqa: B015


def never(tables, state, aux):
    return False


def undefined(tables, state, aux, i):
    return state + unknown_name, 0, 1  # noqa: F821


def returned_at_times(tables, state, aux):
    if state > 3:
        return state == 10
    return None


def float_h(tables, state, aux):
    return 0.5


def a_list(tables, state, aux, i):
    return [state + 1 + i, 0, 1]


def a_pair(tables, state, aux, i):
    return state + 1 + i, 1


WRONG = [
    ({"apply": to_float}, "apply returned a state of type float64; expected a whole number"),
    ({"apply": halved}, "apply returned a state of type float64"),
    ({"apply": float_in_second_word, "words": 2, "is_goal": never}, "expected a tuple of 2 whole numbers"),
    ({"apply": one_word_of_two, "words": 2, "is_goal": never}, "expected a tuple of 2 whole numbers"),
    ({"apply": undefined}, "'unknown_name' is not defined"),
    ({"apply": float_cost}, "apply returned a cost of type float64; expected a whole number, because .* costs=int"),
    ({"apply": no_cost}, "apply returned a cost of type none"),
    ({"apply": no_cost, "costs": float}, "apply returned a cost of type none; expected a number"),
    ({"apply": float_aux}, "apply returned an aux of type float64"),
    ({"successor_count": float_count}, "successor_count returned float64; expected a whole number"),
    ({"is_goal": forgotten_return}, r"is_goal returned none; expected True or False. Did you forget `return`\?"),
    ({"is_goal": returned_at_times}, r"is_goal returned OptionalType\(bool\).* Did you forget `return`\?"),
    ({"heuristic": float_h}, "the heuristic returned float64; expected a whole number"),
    (
        {"apply": a_list},
        r"line \d+ of test_return_types.py, .* it makes a list.*; expected numbers and tuples of numbers",
    ),
    ({"apply": a_pair}, "apply returned .*; expected a tuple of next_state, next_aux and cost"),
]


QUICK = ("state of type float64; expected",)
CASES = [case if any(part in case[1] for part in QUICK) else slow(case) for case in WRONG]


@pytest.mark.parametrize(("wrong", "words"), CASES)
@pytest.mark.parametrize("engine", [AStar(), slow(IDAStar())], ids=repr)
def test_a_wrong_return_type_is_an_error_that_names_the_function(engine, wrong, words):
    with pytest.raises(InvalidProblemError, match=words) as caught:
        engine.search(Line(**wrong), limits=Limits(expanded=100))
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize("wrong", [{"apply": to_float}, {"is_goal": forgotten_return}], ids=["apply", "is_goal"])
def test_the_checker_of_domains_finds_it_too(wrong):
    with pytest.raises(InvalidProblemError, match="returned"):
        check_domain(Line(**wrong))


@pytest.mark.parametrize("encode", [lambda n: (n + 0.5, 0), lambda n: (n, 0.5), lambda n: (str(n), 0)])
def test_a_packed_state_of_another_type_is_an_error(encode):
    class Packed(Line):
        def compiled_domain(self):
            return CompiledDomain(
                encode=encode, decode=lambda n, _: n, successor_count=two, apply=step, is_goal=is_ten, max_successors=2
            )

    with pytest.raises(InvalidProblemError, match="each a whole number"):
        AStar().search(Packed())


@njit
def plus(state, i):
    return state + 1 + i


def with_bools(tables, state, aux, i):
    return plus(state, i), False, i == i


@pytest.mark.costly
def test_numba_functions_of_users_can_be_called_and_bools_count_as_0_and_1():
    assert check_domain(Line(apply=with_bools)) > 10


@njit
def count_down(number):
    return 0 if number <= 0 else 1 + count_down(number - 1)


@njit
def complaining(number):
    if number == 1:
        print("number", number)  # noqa: T201  # numba keeps objects of Python for it.
    return number


def with_calls_of_itself(tables, state, aux, i):
    return state + np.uint64(count_down(np.int64(1)) + complaining(i)), 0, 1


def with_a_literal(tables, state, aux, i):
    return state + np.uint64(count_down(1) + i), 0, 1


@pytest.mark.costly
def test_numba_functions_may_call_themselves_and_print(capsys):
    assert check_domain(Line(apply=with_calls_of_itself)) > 10
    assert "number 1" in capsys.readouterr().out
    with pytest.raises(ProblemMethodError, match=r"calls itself .* np.int64\(2\) in place of 2"):
        check_domain(Line(apply=with_a_literal))


@pytest.mark.costly
def test_numba_compiles_other_functions_after_a_search():
    @njit
    def calculate(numbers):
        squares = [number**2 for number in numbers]
        return max(squares), len({1, 2}), math.gamma(5.0), np.cumsum(numbers)[-1], hash((1, 2)) == hash((1, 2))

    assert AStar().search(Line()).cost == 5
    assert calculate(np.array([3, 1, 2])) == (9, 2, 24.0, 6, True)


@pytest.mark.parametrize("engine", costly_first(ENGINES), ids=repr)
def test_engines_call_numba_functions_of_users(engine):
    assert engine.search(Line(apply=with_bools)).cost == 5
