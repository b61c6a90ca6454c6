"""A plain problem in its compiled form gives the same search as in Python, or a clear error, never a wrong answer."""

from __future__ import annotations

import pickle
import re
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from data.plain_zoo import IMPURE, ODD, REFUSED, ZOO
from helpers.sampling import few

import astarlib
from astarlib import AStar, Dijkstra, GreedyBestFirst, Limits, SearchProblem, WeightedAStar, compiled, with_heuristic
from astarlib.compiled.plain import translation
from astarlib.compiled.plain.program import functions_of
from astarlib.errors import AstarlibError, InvalidProblemError, MissingCapabilityError

PAIRS = [
    (AStar(), compiled.AStar()),
    (Dijkstra(), compiled.Dijkstra()),
    (WeightedAStar(weight=2), compiled.WeightedAStar(weight=2)),
    (GreedyBestFirst(), compiled.GreedyBestFirst()),
]
COUNTERS = (
    "expanded", "generated", "reopened", "dead_ends", "stored", "peak_frontier", "expanded_before_last_f",
)  # fmt: skip
LIMITS = Limits(expanded=2_000)


def outcome(engine: Any, problem: Any) -> Any:
    """Return everything about a search that has to be the same."""
    result = engine.search(problem, limits=LIMITS)
    found = None
    if result.solution is not None:
        found = result.cost, type(result.cost), result.actions, result.states
    return result.status, result.lower_bound, [getattr(result.statistics, name) for name in COUNTERS], found


@pytest.mark.costly
@pytest.mark.parametrize("name", few([name for name in ZOO if name not in REFUSED], 12))
def test_a_compiled_problem_gives_the_same_search(name: str) -> None:
    problem = ZOO[name]()
    translated = compiled.compile_problem(problem)
    for pure, fast in PAIRS:
        assert outcome(fast, translated) == outcome(pure, problem), pure


@pytest.mark.costly
@pytest.mark.parametrize("name", few([name for name in ODD if name not in IMPURE], 6))
def test_an_odd_problem_gives_the_same_search_or_an_error(name: str) -> None:
    make = ODD[name]
    try:
        translated = compiled.compile_problem(make())
    except MissingCapabilityError:
        return
    for pure, fast in PAIRS:
        try:
            expected = outcome(pure, make())
        except AstarlibError:
            with pytest.raises(AstarlibError):
                fast.search(translated, limits=LIMITS)
            continue
        try:
            found = outcome(fast, translated)
        except AstarlibError:
            continue
        assert found == expected, pure


# --- what a translation is --------------------------------------------------------------------------------------------


class Line(SearchProblem):
    """Numbers from 0 to ``size``, with steps in both directions and a list of toll stations."""

    def __init__(self, size: int, tolls: list[int]) -> None:
        super().__init__((0, 0))
        self.size, self.tolls = size, tolls

    def actions(self, state: Any) -> Any:
        for step in (1, 3, -2):
            if 0 <= state[0] + step <= self.size:
                yield step

    def result(self, state: Any, action: Any) -> Any:
        place, steps = state
        return place + action, steps + 1

    def cost(self, state: Any, action: Any, next_state: Any) -> Any:
        return 1 + self.tolls.count(next_state[0])

    def heuristic(self, state: Any) -> Any:
        return (self.size - state[0]) // 3

    def is_goal(self, state: Any) -> Any:
        return state[0] == self.size and state[1] % 2 == 0


class TwoWay(SearchProblem):
    """A ring that can be searched from both ends."""

    def __init__(self, size: int) -> None:
        super().__init__(0)
        self.size = size

    def actions(self, state: Any) -> Any:
        return ["on", "back"]

    def result(self, state: Any, action: Any) -> Any:
        return (state + (1 if action == "on" else -1)) % self.size

    def cost(self, state: Any, action: Any, next_state: Any) -> Any:
        return 1 if action == "on" else 2

    def predecessors(self, state: Any) -> Any:
        return [("on", (state - 1) % self.size, 1), ("back", (state + 1) % self.size, 2)]

    def goal_states(self) -> Any:
        return [self.size // 2]

    def backward_heuristic(self, state: Any) -> Any:
        return min(state, self.size - state)

    def heuristic(self, state: Any) -> Any:
        return abs(self.size // 2 - state)

    def is_goal(self, state: Any) -> Any:
        return state == self.size // 2


class Many(SearchProblem):
    """A state with far more edges than those near the start."""

    def actions(self, state: int) -> Any:
        return range(1000) if state == 3000 else [state + 1]

    def result(self, state: int, action: int) -> int:
        return action

    def is_goal(self, state: int) -> bool:
        return state == 3100 or (state == 999 and False)


@pytest.mark.costly
def test_another_instance_needs_no_compilation() -> None:
    one, two = (compiled.compile_problem(Line(*values)) for values in ((40, [3, 9, 12]), (60, [2])))
    domains = one.compiled_domain(), two.compiled_domain()
    assert domains[0].functions == domains[1].functions
    for problem in (one, two):
        assert outcome(compiled.AStar(), problem) == outcome(AStar(), problem)


class Wheel(SearchProblem):
    """Turn a wheel. Its numbers of cells are an attribute, the item of a tuple and in another object."""

    def __init__(self, cells: int) -> None:
        super().__init__(0)
        self.shape, self.inner = (3, abs(cells)), Line(cells, [])

    def actions(self, state: int) -> Any:
        return [1, 2, 5]

    def result(self, state: int, action: int) -> int:
        size = self.inner.size
        return (state + action) % size

    def heuristic(self, state: int) -> float:
        _, cells = self.shape
        return (cells - 1 - state) // cells

    def is_goal(self, state: int) -> bool:
        return divmod(state, self.inner.size) == (0, self.inner.size - 1)


@pytest.mark.costly
def test_divisors_are_in_the_code_of_the_first_instance_only() -> None:
    found = [compiled.compile_problem(problem) for problem in (Wheel(8), Wheel(11), Wheel(-5), Wheel(8))]
    for problem in found:
        assert outcome(compiled.AStar(), problem) == outcome(AStar(), problem)
    sources = [problem.source for problem in found]
    assert sources[0] == sources[3]
    assert sources[1] == sources[2]
    assert ["_size = fixed(" in source for source in sources[:2]] == [False, True]


@pytest.mark.costly
def test_a_plain_problem_has_the_values_of_the_moment() -> None:
    problem = Line(40, [3, 9, 12])
    for tolls in ([], [40, 40, 39], [1] * 9):
        problem.tolls[:] = tolls
        assert outcome(compiled.AStar(), problem) == outcome(AStar(), problem)


@pytest.mark.costly
def test_engines_that_search_from_both_ends() -> None:
    problem = TwoWay(50)
    for name in ("BAEStar", "BidirectionalDijkstra"):
        assert outcome(getattr(compiled, name)(), problem) == outcome(getattr(astarlib, name)(), problem)
        assert "Restarting" in type(getattr(compiled, name)().start(problem)._algorithm).__name__


@pytest.mark.costly
def test_a_compiled_problem_is_a_value() -> None:
    problem = Line(40, [3, 9])
    translated = compiled.compile_problem(problem)
    assert isinstance(translated, Line)
    assert compiled.compile_problem(translated) is translated
    assert outcome(compiled.AStar(), pickle.loads(pickle.dumps(translated))) == outcome(AStar(), problem)
    for change in (lambda: setattr(translated, "size", 5), lambda: delattr(translated, "size")):
        with pytest.raises(AttributeError, match=r"Line\.size can't change.*compile_problem again"):
            change()
    assert "def list_edges" in translated.source
    assert "yield step" in translated.source  # The lines of the user are comments.


@pytest.mark.costly
def test_another_heuristic_is_compiled_too() -> None:
    problem = Line(40, [3, 9])
    for given in (problem, compiled.compile_problem(problem)):
        other = with_heuristic(given, _no_estimate)
        assert outcome(compiled.AStar(), other) == outcome(AStar(), with_heuristic(problem, _no_estimate))


def _no_estimate(state: Any) -> int:
    return 0


@pytest.mark.costly
def test_a_search_is_saved_and_goes_on(tmp_path: Path) -> None:
    problem = Line(60, [3, 9])
    search = compiled.AStar().start(problem)
    search.run(Limits(expanded=20))
    search.save(tmp_path / "search")
    again = astarlib.Search.load(tmp_path / "search", problem)
    assert again.run().cost == AStar().search(problem).cost


@pytest.mark.costly
@pytest.mark.parametrize("name", ["late_growth", "late_overflow", "wide_temporary"])
def test_a_number_that_does_not_fit_changes_no_result(name: str) -> None:
    make = (ZOO | ODD)[name]
    for pure, fast in PAIRS[:2]:
        assert outcome(fast, make()) == outcome(pure, make())


@pytest.mark.costly
def test_a_state_with_more_edges_than_expected() -> None:
    limits = Limits(expanded=3_500)
    results = [engine.search(Many(2950), limits=limits) for engine in PAIRS[1]]
    assert [each.status for each in results] == [results[0].status] * 2
    assert [each.statistics.generated for each in results] == [results[0].statistics.generated] * 2


@pytest.mark.costly
@pytest.mark.parametrize("name", ["late_index", "late_key", "negative_cost", "late_raise"])
def test_an_error_of_a_method_is_that_of_python(name: str) -> None:
    texts = []
    for engine in (Dijkstra(), compiled.Dijkstra()):
        with pytest.raises(AstarlibError) as caught:
            engine.search(ODD[name]())
        texts.append(str(caught.value))
    assert texts[0] == texts[1]


# --- a translation that is wrong --------------------------------------------------------------------------------------

MUTANTS = {
    "an edge is left out": ("(t5 <= c6_size)", "(t5 < c6_size)"),
    "a cost is larger": ("add(1, ", "add(2, "),
    "a step is another one": ("return t3, t4", "return t4, t3"),
    "an index is shifted": ("place(w12, t10, 32", "place(w12, t9, 32"),
    "h is larger": ("// 3)", "// 2)"),
    "the goal is another one": ("% 2) == 0", "% 2) == 1"),
}


@pytest.mark.parametrize("name", few(MUTANTS, 2))
def test_a_wrong_translation_is_found_before_the_first_search(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before, after = MUTANTS[name]

    def mutated(text: str) -> Any:
        assert before in text, text
        return functions_of(text.replace(before, after))

    monkeypatch.setattr(translation, "functions_of", mutated)
    monkeypatch.setattr(translation, "_programs", {})
    with pytest.raises(InvalidProblemError, match="the compiled form of Line differs from Python at"):
        compiled.AStar().search(Line(40, [3, 9]), limits=Limits(expanded=10_000))


@pytest.mark.costly
def test_code_that_is_right_for_one_problem_is_compared_for_the_next_one(monkeypatch: pytest.MonkeyPatch) -> None:
    read = re.compile(r"(c\d+_size = ).*")
    monkeypatch.setattr(translation, "functions_of", lambda text: functions_of(read.sub(r"\g<1>40", text)))
    monkeypatch.setattr(translation, "_programs", {})
    limits = Limits(expanded=10)
    assert compiled.AStar().search(Line(40, [3, 9]), limits=limits).status is astarlib.Status.LIMIT
    with pytest.raises(InvalidProblemError, match="the compiled form of Line differs from Python at"):
        compiled.AStar().search(Line(44, [3, 9]), limits=limits)


@pytest.mark.costly
def test_an_error_of_the_compiler_names_the_method(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = "% 2) == 0", "% 2).foo == 0"
    monkeypatch.setattr(translation, "functions_of", lambda text: functions_of(text.replace(*broken)))
    monkeypatch.setattr(translation, "_programs", {})
    message = r"Line can't be compiled: in Line\.is_goal, line \d+ of .*foo.*Instead"
    with pytest.raises(MissingCapabilityError, match=message):
        compiled.AStar().search(Line(41, [3, 9]))


# --- what can't be translated -----------------------------------------------------------------------------------------

REFUSALS = {
    "tries": (r"Tries\.actions, line \d+ of plain_zoo\.py, `try:`: it uses try", "test the condition before"),
    "recursive": (r"Recursive\.power, line \d+.*calls itself", "use a loop"),
    "counting": ("changes an attribute", "keep it in the state"),
    "growing": ("exists before the search", "a copy"),
}


@pytest.mark.parametrize("name", REFUSALS)
def test_a_refusal_names_the_place_the_reason_and_what_to_write_instead(name: str) -> None:
    reason, remedy = REFUSALS[name]
    problem = ODD[name]()
    with pytest.raises(
        MissingCapabilityError, match=f"^{type(problem).__name__} can't be compiled: .*{reason}"
    ) as caught:
        compiled.compile_problem(problem)
    assert re.search(f"Instead, .*{remedy}", str(caught.value)), str(caught.value)


class Rest(SearchProblem):
    """A problem whose ``result`` a test gives."""

    def __init__(self) -> None:
        super().__init__((0, 0))
        self.table = [3, 1, 2]

    def actions(self, state: Any) -> Any:
        return [1, 2]

    def is_goal(self, state: Any) -> bool:
        return False


@dataclass(frozen=True)
class Partly:
    name: int
    rest: int = field(default=0, compare=False)


def reads_an_iterator_twice(self: Any, s: Any, a: int) -> Any:
    pairs = zip(self.table, (1, 2, 3), strict=True)
    return (s[0] + sum(x * y for x, y in pairs)) % 7, sum(1 for _ in pairs)


def changes_a_list_with_a_second_name(self: Any, s: Any, a: int) -> Any:
    made = [a]
    either = made if s[0] % 2 else self.table
    made.append(5)
    return (s[0] + a) % 7, len(either)


def views_a_list_that_a_loop_changes(self: Any, s: Any, a: int) -> Any:
    view, made, total = self.table, [1], 0
    for i in range(3):
        made.append(i)
        total += len(view)
        view = made
    return (s[0] + a) % 7, total


def changes_what_a_generator_reads(self: Any, s: Any, a: int) -> Any:
    total = 0
    for x in (i * a for i in range(3)):
        a += 1
        total += x
    return (s[0] + a) % 7, total


def takes_any_item_of_a_set(self: Any, s: Any, a: int) -> Any:
    return (s[0] + a) % 7, next(iter({s[0] % 2 + 6, 3}))


def sorts_a_set_by_a_key(self: Any, s: Any, a: int) -> Any:
    return (s[0] + a) % 7, sorted({s[0], a, 3}, key=lambda x: x > 2)[1]


def compares_a_part(self: Any, s: Any, a: int) -> Any:
    return (s[0] + a) % 7, int(Partly(1, a) == Partly(1))


def counts_in_a_default(self: Any, s: Any, a: int) -> Any:
    return (s[0] + a) % 7, Counter_of[a]


Counter_of = Counter([1])


@pytest.mark.parametrize(
    "result",
    [
        reads_an_iterator_twice, changes_a_list_with_a_second_name, changes_what_a_generator_reads,
        takes_any_item_of_a_set, sorts_a_set_by_a_key, compares_a_part,
    ],
)  # fmt: skip
def test_what_would_give_another_result_is_refused(result: Any) -> None:
    problem = type("Case", (Rest,), {"result": result})()
    with pytest.raises(MissingCapabilityError, match="Case can't be compiled"):
        compiled.compile_problem(problem)


@pytest.mark.costly
@pytest.mark.parametrize("result", [views_a_list_that_a_loop_changes, counts_in_a_default])
def test_a_rare_value_that_compiled_code_does_not_have_is_left_to_python(result: Any) -> None:
    problem, limits = type("Case", (Rest,), {"result": result})(), Limits(expanded=100)
    fast, pure = (engine.search(problem, limits=limits) for engine in (compiled.Dijkstra(), Dijkstra()))
    assert (fast.status, fast.statistics.generated) == (pure.status, pure.statistics.generated)
    assert fast.statistics.stored == pure.statistics.stored


class Subtle(Rest):
    """Code that the translation once got wrong."""

    def walrus(self, a: int) -> int:
        y = 1
        _ = a > 1 and (y := 5) > 3
        return y

    def reassigned(self, a: int) -> int:
        total, start = 0, a
        xs = [1, 2, 3, 4]
        for i, x in enumerate(xs, start):
            start += 5
            xs = xs[1:]
            total += i * x
        return total

    def grown(self, a: int) -> int:
        made: list[int] = []

        def add(x: int) -> None:
            made.append(x)

        for x in range(20):
            add(x * a)
        return sum(made)

    def missing(self, a: int, s: Any) -> int:
        pair = None if a > 1 else (s[0], 1, 2, 3, 4, 5)
        other = pair if s[0] % 2 else (1, "s", None)
        return 0 if other is None else len(other)

    def result(self, s: Any, a: int) -> Any:
        numbers = self.walrus(a), self.reassigned(a), self.grown(a), self.missing(a, s)
        return (s[0] + a) % 7, sum(place * number for place, number in enumerate(numbers, 1)) % 1000


class Choice(Rest):
    """A state with None, a text or a number, and an h that is True or False."""

    def __init__(self) -> None:
        super().__init__()
        self.initial_state = (0, None)

    def result(self, s: Any, a: int) -> Any:
        return (s[0] + a) % 9, None if s[0] % 3 == 0 else "q" if a == 1 else s[0]

    def heuristic(self, s: Any) -> bool:
        return s[0] != 8

    def is_goal(self, s: Any) -> bool:
        return s == (8, "q")


@pytest.mark.costly
@pytest.mark.parametrize("problem", [Subtle(), Choice()], ids=lambda problem: type(problem).__name__)
def test_what_was_wrong_once_is_right(problem: Any) -> None:
    translated = compiled.compile_problem(problem)
    assert outcome(compiled.AStar(), translated) == outcome(AStar(), problem)
    assert compiled.check_domain(translated, states=50) > 10


@pytest.mark.costly
def test_check_domain_compares_the_list_of_edges() -> None:
    problem = Line(40, [3, 9])
    domain = compiled.compile_problem(problem).compiled_domain()
    wrong = replace(domain, list_edges=lambda tables, state, aux, states, costs: 0)
    problem.compiled_domain = lambda: wrong  # type: ignore[attr-defined]
    with pytest.raises(InvalidProblemError, match=r"list_edges is \[\] compiled and \["):
        compiled.check_domain(problem)
