"""Plain problems with a ``state_key``: the same searches as in Python, or a refusal that names the reason."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest
from helpers.plain_emulator import Emulated, EmulatedProblem, Probe, is_same, make_function
from helpers.plain_keyed import KEYED, Bag, Lift
from helpers.sampling import slow, spread

import astarlib
from astarlib import Limits, compiled
from astarlib.compiled.plain.refusal import RefusalError
from astarlib.compiled.plain.types import INT, SeqType, TupleType
from astarlib.errors import CapacityError, MissingCapabilityError
from astarlib.resolving.resolved_problem import state_key_of

COUNTERS = ("expanded", "generated", "reopened", "dead_ends", "stored", "peak_frontier", "expanded_before_last_f")
ENGINES = ("AStar", "Dijkstra", "GreedyBestFirst", "WeightedAStar", "ARAStar", "AnytimeWeightedAStar", "BeamSearch")


@pytest.mark.parametrize("name", KEYED)
def test_each_problem_with_a_key_gives_what_python_gives(name: str) -> None:
    emulated = EmulatedProblem(KEYED[name]())
    for state in spread(emulated.states, 5):
        assert not emulated.fault_at(state)


_SEARCHES = [(name, engine) for name in KEYED for engine in ENGINES]


@pytest.mark.costly
@pytest.mark.parametrize(("name", "engine"), [pair if pair == ("tiles", "AStar") else slow(pair) for pair in _SEARCHES])
def test_equal_keys_give_the_same_search(name: str, engine: str) -> None:
    problem: Any = KEYED[name]()
    limits = Limits(expanded=2000)
    one = getattr(astarlib, engine)().search(problem, limits=limits)
    two = getattr(compiled, engine)().search(problem, limits=limits)
    assert [getattr(one.statistics, each) for each in COUNTERS] == [getattr(two.statistics, each) for each in COUNTERS]
    assert (one.status, one.cost, one.lower_bound) == (two.status, two.cost, two.lower_bound)
    assert (one.actions, one.states) == (two.actions, two.states)
    assert list(map(type, one.states)) == list(map(type, two.states))
    two.verify(problem)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["lift", "tiles"])
def test_threads_find_a_cheapest_solution_of_a_problem_with_a_key(name: str) -> None:
    problem: Any = KEYED[name]()
    for engine in (compiled.AStar(threads=2), compiled.IDAStar(threads=2)):
        result = engine.search(problem)
        result.verify(problem)
        assert result.is_optimal
        assert result.cost == astarlib.AStar().search(problem).cost


def _numbers(*, has_key: bool = True) -> Any:
    """Return a problem whose states are equal if their first words are. Only the second word has the cost of a step."""
    domain: compiled.CompiledDomain[Any] = compiled.CompiledDomain(
        encode=lambda state: (state, 0), decode=lambda words, aux: words,
        successor_count=lambda tables, state, aux: 2,
        apply=lambda tables, state, aux, i: ((state[0] + i + 1, state[1] * 3 % 11 + i), 0, 1 + state[1] % 4),
        is_goal=lambda tables, state, aux: state[0] == 30, max_successors=2, words=2, key_words=int(has_key),
        predecessor_count=lambda tables, state, aux: 0, apply_back=lambda tables, state, aux, i: (state, 0, 1),
    )  # fmt: skip
    problem = compiled.DomainProblem(domain, (0, 1), goal_states=[(30, 0)])
    assert (state_key_of(problem) is not None) is has_key
    return problem


def test_engines_that_compare_all_words_refuse_a_key(tmp_path: Path) -> None:
    for engine in (compiled.AStar(storage=compiled.Disk(tmp_path)), compiled.BidirectionalDijkstra()):
        with pytest.raises(MissingCapabilityError, match=r"state_key.*DomainProblem defines it"):
            engine.search(_numbers())


@pytest.mark.costly
def test_the_state_of_the_cheapest_path_is_kept_in_a_domain_with_key_words() -> None:
    one, two = astarlib.Dijkstra().search(_numbers()), compiled.Dijkstra().search(_numbers())
    assert (one.cost, one.states, one.statistics.stored) == (two.cost, two.states, two.statistics.stored)
    compiled.check_domain(_numbers(), states=20)
    with pytest.raises(ValueError, match="key_words"):
        compiled.CompiledDomain(**{**vars(_numbers().compiled_domain()), "key_words": 3})


class _Both(Bag):
    """A problem with a state_key and resources."""

    def resources(self, state: Any) -> Any:
        return state[0], (state[1],)


class _Changing(Lift):
    """A method that changes the state that it gets."""

    def result(self, state: Any, action: Any) -> Any:
        state["floor"] = (state["floor"] + 1) % 4
        return dict(state)


@pytest.mark.parametrize(("make", "message"), [
    (_Both, "state_key and resources.*leave out"), (_Changing, "changes the dictionary.*copy"),
], ids=lambda value: getattr(value, "__name__", ""))  # fmt: skip
def test_what_a_key_can_not_have_is_refused(make: Any, message: str) -> None:
    with pytest.raises(MissingCapabilityError, match=message):
        compiled.compile_problem(make())


RECORDS = """
s; dict(s); {**s, "n": 9}; s | {"n": 9}; copy.copy(s); s.copy(); copy.deepcopy(s); {"n": s["t"][0], "t": (s["n"], 1)}
"""
"""Expressions for a dictionary of a state."""
QUESTIONS = """
x["n"]; x["t"]; x["m"]; x["n" if s["n"] > 4 else "t"]; x.get("n"); x.get("m"); x.get("m", 3); len(x); bool(x); "n" in x;
"m" in x; 3 in x; [key for key in x]; list(x); tuple(x); sorted(x); [*x]; set(x); list(x.keys()); list(x.values());
list(x.items()); x == s; x != s; x == {"n": 9, "t": (1, 2)}; x == {"t": (1, 2), "n": 9}; x == {"n": 9}; x == [1];
{"n": 9, "t": (1, 2), "m": 1} == x; x == {key: x[key] for key in x}; x is None; x < s; x + x; x["n"] + 1; x[0]; x.n;
{x: 1}; {x}; (x, 1) == (s, 1); [x] == [s]; x | x; x & s; x or 5; x and 5; min(x); max(x.keys()); x.pop("n");
x.setdefault("n", 4); x.update(s); x.clear(); x * 2; x[:1]; {**x}; {**x, "m": 1}; dict(x, n=4); dict(x, m=4);
f"{x}"; -x; sum(x["t"]); max(x["t"]); [y for y in x.values()]; dict(x.items()); dict(list(x.items())) == x;
copy.deepcopy([x, s]); copy.copy((x, 1)); x == None; x["t"][1]; x["t"] == s["t"]; (x if s["n"] > 4 else s)["n"];
(x if s["n"] > 4 else {"n": 0, "t": (0, 0)})["n"]; {"t": (1, 2), "n": 3}; (x if s["n"] > 4 else None) == x;
"""
"""Operations with such a dictionary."""
CHANGED = """
x["n"] = 7; x["n"] += 2; x["t"] = (x["n"], 3); x["m"] = 1; y = x; y["n"] = 5
for key in x: x[key] = s[key]
del x["n"]
x["n" if s["n"] > 4 else "t"] = 3
x.update({"n": 4})
"""
"""Statements that change a copy."""


SECOND_NAMES = """
x = dict(s); y = x if s["n"] > 4 else s; x["n"] = 5; return y, x
x = dict(s); y = {"k": [x if s["n"] > 4 else s]}; x["n"] += 2; return y, x
x = dict(s); y = [s, x]; x["n"] += 2; return y, x
x = dict(s); y = (x, 1); x["n"] += 2; return y, x
y = []; x = dict(s); y.append(x if s["n"] > 4 else s); x["t"] = (0, 0); return y
"""
"""Methods in which two names may stand for one dictionary."""


LISTS = (
    ("x = dict(s)\nx['l'] = list(s['l'])\nx['l'].append(4)\nreturn x, s", True),
    ("x = {**s, 'l': [*s['l'], 1]}\nx['l'].append(4)\nreturn x, s", True),
    ("x = s.copy()\nx['l'] = [y for y in x['l'] if y != 2]\nx['l'] += [5]\nreturn x, s", True),
    ("x = copy.copy(s)\nx['l'].append(4)\nreturn x, s", False),
    ("x = copy.deepcopy(s)\nx['l'].append(4)\nreturn x, s", True),
    ("x = s | {'n': 4}\nif s['n'] > 4:\n    x['l'] = []\nx['l'].append(4)\nreturn x, s", None),
)
"""Methods that change a list of a copy, and whether compiled code can. None: in one case."""


@pytest.mark.parametrize(("body", "is_compiled"), LISTS)
def test_a_list_of_a_copy_changes_as_in_python(body: str, is_compiled: bool | None) -> None:
    function = make_function(body, {"copy": copy})
    kind = TupleType((INT, SeqType(INT, 0, "list")), dict, ("n", "l"))
    method = Emulated(type("Lists", (Probe,), {"probe": function})({"n": 9, "l": []}), kind)
    for n in (9, 3):
        if is_compiled if is_compiled is not None else n > 4:
            assert method(n, 0) == function(None, {"n": n, "l": []})
        else:
            with pytest.raises(CapacityError):
                method(n, 0)


def _bodies() -> list[str]:
    records = [each.strip() for each in RECORDS.split(";")]
    asked = [
        f"x = {record}\nreturn {each.strip()}" for record in records for each in QUESTIONS.split(";") if each.strip()
    ]
    changed = [f"x = {record}\n{line}\nreturn x, s" for record in records for line in CHANGED.strip().splitlines()]
    named = ["\n".join(line.split("; ")) for line in SECOND_NAMES.strip().splitlines()]
    looped = [f"y = []\nx = dict(s)\nfor k in range(3):\n    x['n'] = k\n    y.append({each})\nreturn y"
              for each in ("x if s['n'] > 4 else s", "x", "(x, k)", "[s, x]")]  # fmt: skip
    return asked + changed + named + looped


@pytest.mark.costly
def test_a_dictionary_with_fixed_keys_gives_what_python_gives_or_is_refused() -> None:
    kind, translated = TupleType((INT, TupleType((INT, INT))), dict, ("n", "t")), 0
    for body in _bodies():
        function = make_function(body, {"copy": copy})
        probe: Any = type("Records", (Probe,), {"probe": function})({"n": 9, "t": (1, 2)})
        try:
            method = Emulated(probe, kind)
        except RefusalError:
            continue
        translated += 1
        for n, a, b in ((9, 1, 2), (3, 3, 0)):
            try:
                found = method(n, a, b)
            except CapacityError:
                continue
            except (ArithmeticError, LookupError, ValueError) as error:
                found = error
            try:
                wanted = function(probe, {"n": n, "t": (a, b)})
            except Exception as error:  # noqa: BLE001  # Whatever Python raises.
                wanted = error
            is_right = isinstance(found, Exception) if isinstance(wanted, Exception) else is_same(found, wanted)
            assert is_right, (body, found, wanted)
    assert translated > len(_bodies()) // 2
