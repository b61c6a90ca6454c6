"""Threads share whatever the library builds when it's first used: tables, caches, translations, and lazily read values.

Eight threads use each of them at the same moment, and get what one thread gets.
"""

import linecache
import pickle
import subprocess
import sys
import textwrap
import threading
from itertools import count, pairwise
from pathlib import Path

import pytest

from astarlib import (
    AStar,
    BidirectionalDijkstra,
    KBest,
    SearchProblem,
    compiled,
    explore,
    with_goals,
    with_heuristic,
)
from astarlib.compiled.plain.program import Program
from astarlib.compiled.plain.statements import MethodTranslation
from astarlib.errors import MissingCapabilityError
from astarlib.heuristics import Landmarks, Memoized
from astarlib.problems.graph import Graph, GraphProblem, romania
from astarlib.problems.grid import CornerRule, Grid, GridProblem
from astarlib.problems.npuzzle import NPuzzle, WalkingDistance
from astarlib.problems.pancake import PancakeProblem
from astarlib.problems.strips import LMCut, Operator, StripsProblem
from astarlib.problems.sudoku import IrregularSudoku
from astarlib.resolving import resolved_problem

THREADS = 8
EDGES = [
    (tail, head, (tail * 7 + head * 3) % 5 + 1) for tail in range(30) for head in ((tail * 3 + 1) % 30, (tail + 7) % 30)
]
MAP = "...#.. / .##... / ...#.# / .#...#"
PUZZLE = "1 4 2 / 3 0 5"


@pytest.fixture(autouse=True)
def _threads_switch_often():
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def together(*uses):
    """Return what functions return, or raise, if as many threads call them at the same moment."""
    barrier, found = threading.Barrier(len(uses)), [None] * len(uses)

    def run(at):
        barrier.wait()
        try:
            found[at] = uses[at]()
        except Exception as error:  # noqa: BLE001  # It's compared with the right answer.
            found[at] = error

    threads = [threading.Thread(target=run, args=(at,)) for at in range(len(uses))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def forget_tables():
    """Empty the caches of all functions of the library."""
    resolved_problem._plans.clear()
    for module in [module for name, module in sys.modules.items() if name.startswith("astarlib.")]:
        for value in list(vars(module).values()):
            if hasattr(value, "cache_clear") and not module.__name__.startswith("astarlib.compiled"):
                value.cache_clear()


def answer(result):
    return result.status, result.cost, result.statistics.expanded, result.actions if result else None


def facts():
    operators = [Operator("go", ["at a"], ["at b"], ["at a"]), Operator("take", ["at b", "b"], ["c"], ["b"]),
                 Operator("back", ["at b"], ["at a"], ["at b"], cost=2)]  # fmt: skip
    return StripsProblem(["at a", "b"], ["c", "at a"], operators, heuristic=LMCut())


def gaps(stack):
    return sum(abs(one - two) > 1 for one, two in pairwise(stack))


def solved(problem):
    return answer(AStar().search(problem))


def grid8():
    return GridProblem(MAP, (0, 0), (5, 0), connectivity=8)


TABLES = {
    "edges into nodes": (lambda: Graph(EDGES), lambda graph: [graph.edges_into(node) for node in range(30)]),
    "other costs": (lambda: Graph(EDGES), lambda graph: (
        [graph.edges_from(node) for node in range(30)], graph.with_costs({(0, 7): 9}).edges_from(0))),
    "cost unit": (lambda: Graph(EDGES), lambda graph: graph.cost_unit),
    "arrays of edges": (lambda: Graph(EDGES), lambda graph: [graph.rows().back.starts.tolist(), graph.number(7)]),
    "both sides of a graph": (lambda: GraphProblem(EDGES, 0, 17),
                              lambda problem: answer(BidirectionalDijkstra().search(problem))),
    "landmarks": (lambda: Graph(EDGES), lambda graph: Landmarks.build(graph, count=3).states),
    "a bundled map": (lambda: None, lambda _: solved(romania("Neamt", "Sibiu"))),
    "neighbors": (lambda: Grid(MAP), lambda grid: [[way[:4] for way in ways]
                                                   for ways in grid.neighbors(8, CornerRule.BOTH_FREE).ways]),
    "a grid": (grid8, solved),
    "a grid of numbers": (lambda: GridProblem([[1, 2, 3], [1, None, 1], [2, 2, 1]], (0, 0), (2, 2)), solved),
    "a copy of a grid": (grid8, lambda problem: (solved(problem), solved(pickle.loads(pickle.dumps(problem))))),
    "jump points": (lambda: grid8().jump_points(), solved),
    "several goals": (lambda: with_goals(romania("Neamt", "Sibiu"), ["Oradea", "Lugoj"]), solved),
    "a puzzle": (lambda: NPuzzle(PUZZLE, goal="0 1 2 / 3 4 5"), solved),
    "walking distance": (lambda: NPuzzle(PUZZLE, goal="0 1 2 / 3 4 5", heuristic=WalkingDistance()), solved),
    "a sudoku": (lambda: IrregularSudoku.classic(".3..4......22.1."), solved),
    "facts": (facts, solved),
    "memoized h": (lambda: with_heuristic(PancakeProblem("3 1 4 2 5"), Memoized(gaps, size=3)), solved),
    "a solution": (lambda: AStar().search(NPuzzle(PUZZLE, goal="0 1 2 / 3 4 5")),
                   lambda result: (result.states, result.actions, result.solution.costs)),
    "several solutions": (lambda: KBest(k=4).search(GraphProblem(EDGES, 0, 17)),
                          lambda result: [each.states for each in result.solutions]),
    "explored states": (lambda: explore(NPuzzle("1 2 / 3 0")), lambda found: (len(found), list(found))),
}  # fmt: skip


@pytest.mark.parametrize("name", TABLES)
def test_a_table_that_threads_build_at_once_is_that_of_one_thread(name):
    make, use = TABLES[name]
    expected = use(make())
    forget_tables()
    shared = make()
    assert together(*[lambda: use(shared)] * THREADS) == [expected] * THREADS


# --- translations -----------------------------------------------------------------------------------------------------

ROW = """
class Row(SearchProblem):
    def __init__(self, tiles, more=0):
        super().__init__(tuple(tile + more for tile in tiles))
        self.goal = tuple(sorted(self.initial_state))
    def actions(self, state): return [i for i in range(len(state) - 1)]
    def result(self, state, i):
        tiles = list(state)
        tiles[i], tiles[i + 1] = tiles[i + 1], tiles[i]
        return tuple(tiles)
    def heuristic(self, state): return sum(a != b for a, b in zip(state, self.goal)) // 2
    def is_goal(self, state): return state == self.goal and [tile for tile in state if tile < 0] == []
"""
_numbers = count()


def new_class(text=ROW, name="Row"):
    """Return a class that was never translated. Its source is known, as that of a class in a file."""
    file = f"<class {next(_numbers)} of a test>"
    names = {"SearchProblem": SearchProblem, "__name__": file}
    linecache.cache[file] = len(text), None, text.splitlines(keepends=True), file
    exec(compile(text, file, "exec"), names)
    return names[name]


def source_of(problem):
    """Return the generated code, without the name of the file."""
    return compiled.compile_problem(problem).source.replace(type(problem).__module__, "")


@pytest.mark.costly
def test_threads_may_translate_one_class():
    """Equal types and other layouts, so they write to one program."""
    values = [((5, 4, 3, 2, 1)[: 3 + k % 3], 10**k) for k in range(THREADS)]
    one = new_class()
    expected = [source_of(one(*value)) for value in values]
    two = new_class()
    assert together(*[lambda v=value: source_of(two(*v)) for value in values]) == expected


def test_no_other_thread_sees_a_program_that_is_being_written(monkeypatch):
    cls, translate, inner = new_class(), MethodTranslation.translate, []
    source_of(cls((3, 2, 1)))
    one, two = (source_of(new_class()((3, 2, 1), more)) for more in (10**10, 10**15))

    def interleaved(self, *arguments):
        if len(inner) == 0:
            inner.append(None)
            inner[:] = together(lambda: source_of(cls((3, 2, 1), 10**15)))
        return translate(self, *arguments)

    monkeypatch.setattr(MethodTranslation, "translate", interleaved)
    assert (source_of(cls((3, 2, 1), 10**10)), *inner) == (one, two)


def test_a_translation_that_fails_leaves_nothing_behind():
    text = ROW.replace("== []", "== [] and (state[0] < 5 or open('no file').read() == '')")
    with pytest.raises(MissingCapabilityError, match=r"open"):
        compiled.compile_problem(new_class(text)((3, 2, 1)))
    cls = new_class()
    right = source_of(new_class()((3, 2, 1)))
    large = [lambda: source_of(cls((3, 2, 1), 2**63))]
    found = together(*[*large, lambda: source_of(cls((3, 2, 1)))] * 4)
    assert found[1::2] == [right] * 4
    assert {type(each) for each in found[::2]} == {MissingCapabilityError}
    assert source_of(cls((3, 2, 1))) == right


def test_an_interrupt_during_a_translation_leaves_nothing_behind(monkeypatch):
    cls = new_class()
    right = source_of(new_class()((3, 2, 1), 10**6))
    compiled.compile_problem(cls((3, 2, 1)))
    write = Program._write_goal

    def interrupted(self, layout):
        raise KeyboardInterrupt

    monkeypatch.setattr(Program, "_write_goal", interrupted)
    with pytest.raises(KeyboardInterrupt):
        compiled.compile_problem(cls((3, 2, 1), 10**6))
    monkeypatch.setattr(Program, "_write_goal", write)
    assert source_of(cls((3, 2, 1), 10**6)) == right


COMPILED = """
    import sys
    import threading
    sys.path[:0] = [{tests!r}]
    from test_shared_tables import GridProblem, NPuzzle, EDGES, GraphProblem, MAP, answer, together
    from astarlib import SearchProblem, compiled
    from astarlib.batch import solve_many
    {row}
    shared = compiled.compile_problem(Row((4, 3, 2, 1)))
    puzzle = NPuzzle("1 2 3 / 4 5 6 / 0 7 8")
    makes = [
        lambda: answer(compiled.AStar().search(Row((4, 3, 2, 1)))),
        lambda: answer(compiled.AStar().search(shared)),
        lambda: answer(compiled.AStar().search(puzzle)),
        lambda: [each.cost for each in solve_many([Row((4, 3, 2, 1)), Row((3, 2, 1))] * 4, compiled.AStar())],
    ]
    sys.setswitchinterval(1e-6)
    found = together(*makes * 2)
    sys.setswitchinterval(5e-3)
    assert found == [make() for make in makes] * 2, found
"""


@pytest.mark.slow
def test_threads_may_compile_a_class_of_the_main_module(tmp_path):
    code = textwrap.dedent(COMPILED).format(tests=str(Path(__file__).parent), row=ROW)
    (tmp_path / "main.py").write_text(code)
    done = subprocess.run(
        [sys.executable, "main.py"], cwd=tmp_path, capture_output=True, check=False, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr[-2000:]


IMPORTS = """
import sys
from threading import Barrier, Thread
sys.setswitchinterval(1e-6)
import astarlib, astarlib.engines, astarlib.compiled
barrier, found = Barrier(8), []
def load(at):
    barrier.wait()
    for package in (astarlib, astarlib.engines):
        names = package.__all__[at:] + package.__all__[:at]
        found.append({name: getattr(package, name) for name in names})
threads = [Thread(target=load, args=(9 * at,)) for at in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
assert sorted(len(names) for names in found) == sorted([len(astarlib.__all__), len(astarlib.engines.__all__)] * 8)
for names in found:
    package = astarlib if len(names) == len(astarlib.__all__) else astarlib.engines
    assert all(value is getattr(package, name) for name, value in names.items())
"""


@pytest.mark.costly
def test_threads_may_load_the_names_of_a_package_at_once():
    done = subprocess.run([sys.executable, "-c", IMPORTS], capture_output=True, check=False, text=True, timeout=120)
    assert done.returncode == 0, done.stderr[-2000:]
