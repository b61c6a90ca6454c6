import io
import itertools
import math
import subprocess
import sys
import types
from concurrent.futures import ThreadPoolExecutor

import pytest
from rich.console import Console

from astarlib import ARAStar, AStar, Dijkstra, FunctionProblem, Limits
from astarlib.batch import solve_many
from astarlib.events import BatchProgress, Compiling, Finished, Progress, SolutionFound, Started, TableProgress
from astarlib.observers import ProgressBar
from astarlib.problems.npuzzle import NPuzzle
from astarlib.searching import driver

pytestmark = pytest.mark.quick

PUZZLE = NPuzzle("1 2 3 / 4 0 6 / 7 5 8")


def progress(**different):
    usual = {"expanded": 1234, "generated": 3000, "stored": 2000, "frontier": 766, "f": 41, "lower_bound": 39}
    return Progress(**{**usual, "seconds": 2.0, **different})


PROGRESS = progress()
HIDE_CURSOR, ERASE_LINE = "\x1b[?25l", "\x1b[2K"


def terminal(width=100):
    return Console(
        file=io.StringIO(), force_terminal=True, force_jupyter=False, width=width, _environ={"TERM": "xterm"}
    )


def written(console):
    return console.file.getvalue()


def started(problem=PUZZLE):
    return Started(problem, "AStar()", 2, False)


def finished(problem=PUZZLE, **limits):
    return Finished(AStar().search(problem, limits=Limits(**limits)))


def test_the_bar_shows_expansions_rate_frontier_f_bound_and_time():
    console = terminal()
    bar = ProgressBar(console=console)
    bar(started())
    bar(PROGRESS)
    assert "AStar()  expanded 1,234  617/s  frontier 766  f 41  bound 39  2.0 s" in written(console)
    bar(progress(seconds=0.5, lower_bound=0.5))
    assert written(console).endswith("expanded 1,234  2,468/s  frontier 766  f 41  bound 0.5  0.5 s")
    bar(progress(seconds=0, lower_bound=0, details={"bytes_written": 2**21}))
    assert written(console).endswith("expanded 1,234  frontier 766  written 2 MiB  f 41  0.0 s")
    bar(progress(seconds=0.5, details={"bytes_written": 2**21}))
    assert "written 2 MiB (4 MiB/s)" in written(console)
    shards = {"rounds": 3, "expanded_by_busiest": 617, "shards": 3, "edges_sent": 5000}
    bar(progress(details=shards))
    assert "frontier 766  round 3  sent 5,000 edges  load 1.50" in written(console)
    bar(progress(expanded=0, details=shards))
    assert "expanded 0  0/s  frontier 766  f 41" in written(console)


def test_an_anytime_search_leaves_a_line_for_each_solution_after_which_it_continues(monkeypatch):
    monkeypatch.setattr(driver, "PROGRESS_SECONDS", math.inf)
    console = terminal()
    with ProgressBar(console=console, keep=False) as bar:
        search = ARAStar().start(NPuzzle("8 6 7 / 2 5 4 / 3 0 1"), observer=bar)
        costs = [result.cost for result in search.solutions()]
        assert len(costs) > 1
    kept = [line.split(ERASE_LINE)[-1] for line in written(console).split("\n")[:-1]]
    assert [f"{ARAStar()!r}  found a solution: cost {cost}" for cost in costs[:-1]] == kept


def test_the_line_of_a_solution_is_left_once_however_long_the_search_continues():
    console, result = terminal(), AStar().search(PUZZLE)
    bar = ProgressBar(console=console)
    for event in (started(), PROGRESS, SolutionFound(result.solution, 1300), PROGRESS, PROGRESS, PROGRESS):
        bar(event)
    assert written(console).count("found a solution") == 1


def test_the_bar_shows_the_cost_of_the_best_solution_while_the_search_continues():
    console = terminal(200)
    bar = ProgressBar(console=console)
    bar(started())
    bar(SolutionFound(AStar().search(PUZZLE).solution, 7))
    bar(PROGRESS)
    assert "found a solution: cost 2\n" in written(console)
    assert "617/s  cost 2  frontier 766  bound 39" in written(console)


def test_a_search_that_ends_with_its_first_solution_leaves_one_line():
    console = terminal()
    AStar().search(PUZZLE, observer=ProgressBar(console=console))
    assert 1 == written(console).count("\n")


def test_the_last_line_shows_the_outcome_and_ends():
    console = terminal()
    AStar().search(PUZZLE, observer=ProgressBar(console=console))
    last = written(console)
    assert "SOLVED  expanded 2" in last
    assert "cost 2  bound 2" in last
    assert last.endswith("s\n")


def test_a_limit_is_named_on_the_last_line():
    console = terminal()
    bar = ProgressBar(console=console)
    bar(finished(expanded=1))
    assert "LIMIT EXPANDED  expanded 1" in written(console)


def test_a_bar_that_is_not_kept_erases_its_line():
    console = terminal()
    bar = ProgressBar(console=console, keep=False)
    bar(started())
    bar(PROGRESS)
    bar(finished())
    assert written(console).endswith(ERASE_LINE)
    assert "\n" not in written(console)


def test_the_line_is_never_longer_than_the_terminal_is_wide():
    console = terminal(width=30)
    bar = ProgressBar(console=console)
    bar(started())
    bar(PROGRESS)
    assert "AStar()  expanded 1,234  617/s"[:30] == written(console).rpartition(ERASE_LINE)[2]


def test_nothing_is_written_where_the_output_is_not_a_terminal():
    console = Console(file=io.StringIO())
    bar = ProgressBar(console=console)
    AStar().search(PUZZLE, observer=bar)
    bar(PROGRESS)
    assert written(console) == ""


def test_of_a_batch_the_bar_shows_how_many_are_finished_of_how_many():
    console = terminal()
    bar = ProgressBar(console=console)
    bar(BatchProgress(3, 1, 2, 100, 5000, 2.0, False))
    assert "finished 3 of 100  failed 1  expanded 5,000  2.0 s" in written(console)
    bar(BatchProgress(3, 0, 2, None, 5000, 2.0, False))
    assert written(console).endswith("finished 3  expanded 5,000  2.0 s")


def test_each_table_has_a_line_with_its_states_and_their_rate():
    console = terminal()
    with ProgressBar(console=console) as bar:
        for number in (1, 2):
            bar(TableProgress(f"table {number} of 2", 0, 5000, 0.0))
            bar(TableProgress(f"table {number} of 2", 3000, 5000, 0.5))
        bar(TableProgress("pattern database", 0, None, 0.0))
    lines = [line.rpartition(ERASE_LINE)[2] for line in written(console).split("\n")]
    shown = [f"table {number} of 2  3,000 of 5,000 states  6,000/s  0.5 s" for number in (1, 2)]
    assert [*shown, "pattern database  0 states  0.0 s", ""] == lines


@pytest.mark.parametrize(("keep", "last"), [(True, "s\n"), (False, ERASE_LINE)])
def test_the_line_of_a_batch_ends_with_it(keep, last):
    console = terminal()
    with ThreadPoolExecutor(1) as threads:
        bar = ProgressBar(console=console, keep=keep)
        assert 2 == len(list(solve_many([PUZZLE, PUZZLE], AStar(), executor=threads, observer=bar)))
    assert "finished 2 of 2  expanded 4" in written(console)
    assert written(console).endswith(last)


@pytest.mark.parametrize("keep", [True, False])
def test_an_interrupt_leaves_the_cursor_and_ends_the_line(keep):
    console = terminal()

    def interrupted(state):
        bar(PROGRESS)
        raise KeyboardInterrupt

    problem = FunctionProblem(0, successors=interrupted, is_goal=lambda n: False)
    with pytest.raises(KeyboardInterrupt), ProgressBar(console=console, keep=keep) as bar:
        Dijkstra().search(problem, observer=bar)
    assert written(console).endswith("s\n" if keep else ERASE_LINE)
    assert HIDE_CURSOR not in written(console)


def test_one_bar_watches_several_searches():
    console = terminal()
    bar = ProgressBar(console=console)
    for engine in (AStar(), Dijkstra()):
        engine.search(PUZZLE, observer=bar)
    lines = written(console).split("\n")[:-1]
    assert [line.rpartition(ERASE_LINE)[2].partition("(")[0] for line in lines] == ["AStar", "Dijkstra"]


def test_a_search_after_an_interrupted_one_begins_a_line_of_its_own():
    console = terminal()
    bar = ProgressBar(console=console)
    bar(started())
    bar(PROGRESS)
    bar(started())
    assert written(console).endswith("s\n")


def test_the_bar_asks_for_no_event_of_single_states():
    shown = {Started, Progress, SolutionFound, TableProgress, Compiling, BatchProgress, Finished}
    assert shown == ProgressBar.event_types


@pytest.mark.parametrize("keep", [True, False])
def test_the_bar_shows_what_is_compiled_until_the_search_starts(keep):
    console = terminal()
    with ProgressBar(console=console, keep=keep) as bar:
        bar(Compiling(PUZZLE, "compiled.AStar()"))
        assert written(console).endswith("compiling NPuzzle for compiled.AStar() ...")
        bar(started())
        assert written(console).endswith(ERASE_LINE)
        assert "\n" not in written(console)


def test_a_long_search_is_shown_while_it_runs(monkeypatch):
    clock = itertools.count(0, 0.01)  # The clock advances by 10 ms at each reading.
    monkeypatch.setattr(driver, "searching_clock", lambda: next(clock))
    console = terminal()
    problem = FunctionProblem(0, successors=lambda n: [("next", n + 1, 1)], is_goal=lambda n: False)
    Dijkstra().search(problem, limits=Limits(seconds=0.3), observer=ProgressBar(console=console))
    assert "frontier 1  f " in written(console)


def test_costs_that_are_not_integers_are_shown_rounded():
    console = terminal()
    bar = ProgressBar(console=console)
    bar(PROGRESS._replace(f=1 / 3, lower_bound=0))
    assert "f 0.333333  2.0 s" in written(console)


def test_a_notebook_gets_one_output_that_is_updated(monkeypatch):
    shown = []
    handle = types.SimpleNamespace(update=lambda content, raw: shown.append(content["text/plain"]))

    def display(content, raw, display_id):
        shown.append(content["text/plain"])
        return handle

    module = types.ModuleType("IPython.display")
    module.display = display
    monkeypatch.setitem(sys.modules, "IPython", types.ModuleType("IPython"))
    monkeypatch.setitem(sys.modules, "IPython.display", module)
    console = Console(file=io.StringIO(), force_jupyter=True)
    for keep in (True, False):
        bar = ProgressBar(console=console, keep=keep)
        bar(started())
        bar(PROGRESS)
        bar(finished())
    assert ["expanded 1,234" in text for text in shown] == [True, False, True, False]
    assert shown[-1] == ""


def test_without_rich_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "rich.console", None)
    monkeypatch.delitem(sys.modules, "astarlib.observers.line", raising=False)
    with pytest.raises(ImportError, match=r"pip install '\.\[cli\]'"):
        ProgressBar()


def test_importing_the_bar_does_not_import_rich():
    code = "import sys, astarlib.observers; assert 'rich' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
