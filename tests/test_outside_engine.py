"""An engine of another package, with a loop of its own. It uses only the public contract, as docs/examples do."""

import ast
import copy
import itertools
import os
import subprocess
import sys
import tomllib
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from helpers import instants
from helpers.instants import run_traced
from helpers.packages import install
from helpers.sampling import few, slow
from outside_engine import beam_engine
from outside_engine.beam_engine import Beam

from astarlib import FunctionProblem, LimitKind, Limits, Status
from astarlib.checking import check_engine
from astarlib.checking.conformance import suite
from astarlib.errors import InvalidCostError, InvalidHeuristicError
from astarlib.events import Expanded
from astarlib.problems.graph import romania
from astarlib.problems.grid import GridProblem
from astarlib.problems.npuzzle import NPuzzle
from astarlib.problems.water_jugs import WaterJugs
from docs.examples import hill_climbing
from docs.examples.hill_climbing import HillClimbing

PACKAGE = Path(__file__).parent / "outside_engine"
EIGHT = NPuzzle("8 6 7 / 2 5 4 / 3 0 1")
ROADS = {"A": [("B", 1), ("C", 4)], "B": [("C", 1), ("D", 7)], "C": [("D", 2), ("A", 1)], "D": [("E", 1)], "E": []}


def roads(**changes):
    parts = {
        "successors": lambda town: [(f"to {to}", to, cost) for to, cost in ROADS[town]],
        "is_goal": lambda town: town == "E",
        "heuristic": {"A": 3, "B": 2, "C": 2, "D": 1, "E": 0}.__getitem__,
    }
    return FunctionProblem("A", **{**parts, **changes})


def outcome(result):
    return replace(result, statistics=replace(result.statistics, seconds=0))


def test_the_package_imports_public_names_only():
    tree = ast.parse(Path(beam_engine.__file__).read_text(encoding="utf-8"))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    names = [f"{node.module}.{each.name}" for node in imports for each in node.names]
    assert any(name == "astarlib.searching.Algorithm" for name in names)
    assert [] == [name for name in names if "._" in name and not name.startswith("__future__")]


@pytest.mark.parametrize("width", [1, 2, 100])
def test_an_engine_of_another_package_keeps_every_law(width, monkeypatch):
    monkeypatch.setattr(suite, "_GRAPHS", 10)
    report = check_engine(Beam(width=width))
    assert (10, 0, ()) == (report.problems, report.refused, report.not_applicable)


def test_a_level_that_is_full_discards_states_and_the_search_gives_up():
    problem = GridProblem(["...#....", ".#.#.##.", ".###.#..", "......#."], (0, 0), (7, 3))
    result = Beam(width=1).search(problem)
    assert (Status.GAVE_UP, None, None) == (result.status, result.limit, result.solution)
    best = Beam(width=10).search(problem)
    assert Status.SOLVED is best.status
    assert result.lower_bound <= best.cost


def test_a_search_that_discards_nothing_proves_that_there_is_no_solution():
    result = Beam().search(WaterJugs((2, 4), target=3))
    assert (Status.UNSOLVABLE, float("inf")) == (result.status, result.lower_bound)


@pytest.mark.costly
def test_a_wider_beam_finds_a_cheaper_solution():
    results = [Beam(width=width).search(EIGHT) for width in (1, 10, 1000)]
    assert results[0].cost > results[1].cost > results[2].cost == 31
    for result in results:
        result.verify(EIGHT)
        assert result.lower_bound <= 31


def test_states_above_a_cost_limit_wait_for_a_later_run():
    search = Beam().start(romania())
    result = search.run(Limits(cost=400))
    assert (Status.LIMIT, LimitKind.COST) == (result.status, result.limit)
    assert 400 < result.lower_bound <= 418
    assert all(entry.g + entry.h > 400 for entry in search.frontier())
    assert 418 == search.run(Limits(cost=418)).cost


def test_limits_hold_to_within_one_expansion():
    results = [Beam().search(EIGHT, limits=Limits(**{name: 20})) for name in ("expanded", "generated", "stored")]
    assert [LimitKind.EXPANDED, LimitKind.GENERATED, LimitKind.STORED] == [result.limit for result in results]
    expanded, generated, stored = (result.statistics for result in results)
    assert 20 == expanded.expanded
    assert 20 <= generated.generated < 20 + 4
    assert 20 <= stored.stored < 20 + 4


def test_a_search_shows_its_states_and_the_paths_to_them():
    search = Beam(width=5).start(EIGHT)
    nearest = search.run(Limits(expanded=50)).nearest
    assert nearest.h == min(entry.h for entry in search.states())
    for entry in search.states():
        assert entry.g == search.path_to(entry.state).cost
    with pytest.raises(KeyError, match="isn't stored"):
        search.path_to("nothing")


def test_errors_of_a_problem_name_state_and_action():
    with pytest.raises(InvalidCostError, match="returned -1"):
        Beam().search(roads(successors=lambda town: [("back", town, -1)]))
    with pytest.raises(InvalidHeuristicError, match=r"heuristic\('B'\)"):
        Beam().search(roads(heuristic={"A": 3, "B": -2, "C": 1}.__getitem__))
    with pytest.raises(InvalidHeuristicError, match="'A'"):
        Beam().start(roads(heuristic=lambda _: -1))


def test_a_width_is_a_number_of_states():
    for width in (0, -1, 1.5, "2"):
        with pytest.raises(ValueError, match="width must be an int"):
            Beam(width=width)


# --- interrupts -------------------------------------------------------------------------------------------------------

FILES = {beam_engine.__file__, hill_climbing.__file__}
WITH_A_LOOP = [Beam(width=1), Beam(width=100), HillClimbing()]
PLANS = [[Limits()], [Limits(cost=4), Limits()]]


@pytest.mark.costly
@pytest.mark.parametrize("step", [slow(1), 5], ids="every {}".format)
@pytest.mark.parametrize("plan", few(PLANS, 1), ids=repr)
@pytest.mark.parametrize("engine", WITH_A_LOOP, ids=repr)
def test_an_interrupt_at_any_instant_loses_nothing(engine, plan, step):
    def run(interrupt_at):
        search, found = engine.start(roads(), observer=events.append), []
        tracer = instants.Tracer(FILES, interrupt_at)
        for limits in plan:
            try:
                result = run_traced(search, limits, tracer)
            except KeyboardInterrupt:
                result = search.run(limits)
            found.append(outcome(result))
        return found, tracer

    events = []
    expected, _ = run(0)
    for number in itertools.count(1, step):
        events.clear()
        found, tracer = run(number)
        assert expected == found
        numbers = [event.number for event in events if isinstance(event, Expanded)]
        assert list(range(1, expected[-1].statistics.expanded + 1)) == sorted(set(numbers))
        assert numbers == sorted(numbers)
        if tracer.left > 0:
            break
    assert number > 50


@pytest.mark.parametrize("plan", PLANS, ids=repr)
@pytest.mark.parametrize("engine", WITH_A_LOOP, ids=repr)
def test_a_copy_made_at_any_instant_continues_independently(engine, plan):
    alone = engine.start(roads())
    expected = [outcome(alone.run(limits)) for limits in plan]
    search, copies, done = engine.start(roads()), [], []
    visitor = instants.Visitor(FILES, lambda: copies.append((len(done), copy.copy(search))))
    for limits, result in zip(plan, expected, strict=True):
        assert result == outcome(run_traced(search, limits, visitor))
        done.append(result)
    assert len(copies) > 50
    for number, copied in copies:
        assert expected[number:] == [outcome(copied.run(limits)) for limits in plan[number:]]


# --- as an installed package ------------------------------------------------------------------------------------------


@pytest.fixture
def run(tmp_path):
    """Install the package into an empty folder, and return a function that runs ``astarlib`` with it."""
    project = tomllib.loads((PACKAGE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    [entry_points] = [points for group, points in project["entry-points"].items() if group == "astarlib.engines"]
    source = (PACKAGE / "beam_engine.py").read_text(encoding="utf-8")
    install(tmp_path, project["name"], entry_points, beam_engine=source)
    paths = [str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])]
    return partial(
        subprocess.run, env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)}, cwd=tmp_path, capture_output=True,
        text=True, check=False,
    )  # fmt: skip


ASTARLIB = (sys.executable, "-m", "astarlib")


@pytest.mark.costly
def test_the_command_line_finds_the_engine_by_its_name(run):
    words = ("solve", "npuzzle", "8 6 7 / 2 5 4 / 3 0 1", "--engine", "plain-beam", "--set", "width=1000")
    done = run([*ASTARLIB, *words, "--json"])
    assert (0, "") == (done.returncode, done.stderr)
    assert '"engine": "Beam(width=1000)"' in done.stdout
    assert '"cost": 31' in done.stdout


@pytest.mark.costly
def test_a_wrong_parameter_is_an_error_of_the_command_line(run):
    done = run([*ASTARLIB, "solve", "npuzzle", "1 2 3 0", "--engine", "plain-beam", "--set", "width=0"])
    assert 2 == done.returncode
    assert "width must be an int of at least 1, not 0" in done.stderr


@pytest.mark.costly
def test_the_command_line_lists_the_engine(run):
    done = run([*ASTARLIB, "engines"])
    assert 0 == done.returncode
    assert "plain-beam" in done.stdout
    assert "width" in done.stdout


@pytest.mark.costly
def test_a_checkpoint_of_the_command_line_is_resumed(run):
    words = (
        "solve",
        "npuzzle",
        "8 6 7 / 2 5 4 / 3 0 1",
        "--engine",
        "plain-beam",
        "--max-expanded",
        "5",
        "--save",
        "half",
    )
    assert 23 == run([*ASTARLIB, *words]).returncode
    done = run([*ASTARLIB, "resume", "half", "--json"])
    assert 0 == done.returncode
    assert '"cost": 31' in done.stdout
