"""What a user reads if numba can't compile a function of a domain, or a field gets a value out of range."""

import calendar
import re

import pytest
from helpers.sampling import slow

from astarlib.compiled import (
    AStar,
    BeamSearch,
    CompiledDomain,
    Dijkstra,
    Disk,
    DomainProblem,
    IDAStar,
    StateFields,
    check_domain,
)
from astarlib.compiled.codegen.specialize import compile_functions
from astarlib.compiled.runtime.compile_errors import compile_error_text
from astarlib.errors import InvalidProblemError, ProblemMethodError

pair = StateFields(left=4, right=(3, 5))
START = pair(left=0, right=(0, 0, 0))


def two(tables, state, aux):
    return 2


def never(tables, state, aux):
    return pair.get_left(state) == 16


def unknown_field(tables, state, aux, i):
    return state, 0, pair.get_middle(state)


def makes_list(tables, state, aux, i):
    values = [1, 2]
    return pair.set_left(state, values[i]), 0, 1


def halves(tables, state, aux, i):
    value = pair.get_left(state) / 2
    return pair.set_left(state, value), 0, 1


def factorial(number):
    return 1 if number < 2 else number * factorial(number - 1)


def recurses(tables, state, aux, i):
    return pair.set_left(state, factorial(i)), 0, 1


def calls_method(tables, state, aux, i):
    return pair.set_left(state, calendar.leapdays(i, 8)), 0, 1


def opens(tables, state, aux, i):
    with open("x") as file:  # noqa: PTH123  # numba knows neither of them.
        file.read()
    return state, 0, 1


def shifts_float(tables, state, aux, i):
    return (i * 0.5) >> 1, 0, 1


def float_cost(tables, state, aux, i):
    return state, 0, 1.5


def overflows(tables, state, aux, i):
    return pair.set_left(state, pair.get_left(state) + 3), 0, 1


def problem(apply):
    return DomainProblem(
        CompiledDomain(fields=pair, successor_count=two, apply=apply, is_goal=never, max_successors=2), START
    )


ERRORS = [
    (
        unknown_field,
        "return state, 0, pair.get_middle(state)",
        "has no get_middle in compiled code; it has pack, get_left",
    ),
    (makes_list, "values = [1, 2]", "use tuples of numbers, or an array in tables"),
    (halves, "return pair.set_left(state, value), 0, 1", "set_left got a value of type float64; .* Use // to divide"),
    (
        calls_method,
        "return pair.set_left(state, calendar.leapdays(i, 8)), 0, 1",
        "as in `from module import leapdays`",
    ),
    (opens, "", "'with .* construct is not supported. In compiled code, use numbers"),
    (
        shifts_float,
        "return (i * 0.5) >> 1, 0, 1",
        r"no function fits rshift\(float64, int\)\. .* state \+ np.uint64\(1\)",
    ),
    (float_cost, "return state, 0, 1.5", "apply returned a cost of type float64"),
]


@pytest.mark.parametrize(("apply", "line", "says"), ERRORS, ids=lambda value: getattr(value, "__name__", ""))
def test_a_function_that_does_not_compile_is_named_with_its_line_and_a_remedy(apply, line, says):
    made = problem(apply).compiled_domain()
    with pytest.raises(Exception) as raised:  # noqa: PT011  # numba has several classes of errors.
        compile_functions(made).apply((), 0, 0, 1)
    text = compile_error_text(raised.value, made)
    number = apply.__code__.co_firstlineno
    found = re.match(rf"{apply.__name__}, line (\d+) of test_compile_errors.py, `{re.escape(line)}", text)
    assert found is not None, text
    assert number <= int(found[1]) <= number + 4
    assert re.search(says, text)
    assert "\n" not in text
    assert len(text) < 500


def test_an_error_in_a_function_that_is_called_names_that_function():
    made = problem(recurses).compiled_domain()
    with pytest.raises(Exception) as raised:  # noqa: PT011  # numba has several classes of errors.
        compile_functions(made).apply((), 0, 0, 1)
    text = compile_error_text(raised.value, made)
    assert text.startswith("factorial, line ")
    assert text.endswith("factorial can't call itself; use a loop")


@pytest.mark.costly
def test_searches_and_check_domain_raise_it():
    says = "the compiled domain of DomainProblem doesn't compile: makes_list, line"
    with pytest.raises(ProblemMethodError, match=says):
        AStar().start(problem(makes_list))
    with pytest.raises(ProblemMethodError, match=says):
        check_domain(problem(makes_list))


@pytest.mark.costly
def test_check_domain_finds_a_value_out_of_range():
    with pytest.raises(InvalidProblemError, match=r"apply, edge 0, raised ValueError .* left must be 0 to 15, not 18"):
        check_domain(problem(overflows))


def costs_fraction(tables, state, aux, i):
    return state, 0, 1.5


@pytest.mark.parametrize(
    "make",
    [
        lambda _: AStar(), lambda path: AStar(storage=Disk(path, memory=2**28)), lambda _: IDAStar(threads=2),
        *map(slow, (lambda _: AStar(threads=2), lambda _: BeamSearch(), lambda _: Dijkstra())),
    ],
    ids=["A*", "disk", "IDA* threads", "threads", "beam", "Dijkstra"],
)  # fmt: skip
def test_every_engine_explains_a_cost_that_is_not_whole_each_time(make, tmp_path):
    domain = CompiledDomain(
        fields=pair, successor_count=two, apply=costs_fraction, is_goal=never, max_successors=2
    )  # fmt: skip
    for _ in range(2):
        with pytest.raises(
            ProblemMethodError, match=r"costs_fraction, line \d+ of test_compile_errors.py.*costs=float"
        ):
            make(tmp_path / "disk").search(DomainProblem(domain, START))
