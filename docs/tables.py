"""Tables of the reference, generated from the code when a page is built. Facts that no class holds are here, once."""

from __future__ import annotations

import inspect
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import astarlib.events
from astarlib import Priority, compiled
from astarlib.cli.parser import ExitCode
from astarlib.engines import ENGINES, Engine
from astarlib.events import EVENTS
from astarlib.heuristics import Landmarks, MaxOf, Memoized, PatternDatabase, Scaled, SumOf, Zero
from astarlib.problems import grid, npuzzle, strips
from astarlib.problems.graph import GraphProblem
from astarlib.problems.hanoi import TowersOfHanoi
from astarlib.problems.missionaries import MissionariesAndCannibals
from astarlib.problems.obstacles import TimedProblem
from astarlib.problems.pancake import PancakeProblem
from astarlib.problems.planning import PlanningProblem
from astarlib.problems.strips import StripsProblem
from astarlib.problems.sudoku import IrregularSudoku
from astarlib.problems.turns import ManeuverProblem, TurnProblem
from astarlib.problems.water_jugs import WaterJugs
from astarlib.result import Status
from astarlib.searching import HeuristicRequirement
from benchmarks.harness.rows import read_rows
from benchmarks.report import PUBLISHED
from benchmarks.suites import scale as scale_suite
from docs.entries import docstring_of, first_sentence
from docs.entries import entries as entries_on
from docs.families import FAMILIES, PAGES


class Space(NamedTuple):
    """A row in the table of built-in problems."""

    command: str
    """Its name on the command line, or nothing."""
    states: str
    estimate: str
    """The problem's own heuristic, which is admissible and consistent."""


SPACES: Final[Mapping[type, Space]] = {
    npuzzle.NPuzzle: Space("npuzzle", "n! / 2 for n cells", "`Manhattan()`"),
    IrregularSudoku: Space(
        "sudoku", "partly filled grids", "the number of empty cells; inf if a cell has no candidate"
    ),
    grid.GridProblem: Space("grid", "the free cells", "`Manhattan()`, or `Octile()` with eight neighbors"),
    grid.TorusProblem: Space("", "the free cells", "the distance the shorter way around"),
    grid.HexProblem: Space("", "the free cells", "the steps without obstacles"),
    grid.VoxelProblem: Space("", "the free cells", "the distance without obstacles"),
    grid.JumpPointProblem: Space("", "free cells where paths may turn", "that of the `GridProblem`"),
    GraphProblem: Space("graph, romania", "the nodes", "none; `romania` uses straight-line distances"),
    PancakeProblem: Space("pancake", "n! for n pancakes", "the gaps"),
    TowersOfHanoi: Space("hanoi", "pegs ** disks", "the moves that each disk needs at least"),
    TurnProblem: Space("", "the edges that paths use", "that of the given problem"),
    ManeuverProblem: Space("", "the ways to a state in the last steps", "that of the given problem"),
    TimedProblem: Space("", "the states with the times of arrival", "that of the given problem"),
    WaterJugs: Space(
        "water-jugs", "at most the product of (capacity + 1) over all jugs", "1 if no jug holds the target volume"
    ),
    StripsProblem: Space("", "sets of facts", "`LMCut()`"),
    PlanningProblem: Space("pddl", "sets of facts", "`LMCut()`"),
    MissionariesAndCannibals: Space(
        "missionaries", "at most 2 (m + 1) (c + 1)", "the crossings without the rule about cannibals"
    ),
}


class Kept(NamedTuple):
    """A row in the table of heuristics."""

    where: str
    admissible: str
    consistent: str


ALWAYS, NEVER = "yes", "no"

HEURISTICS: Final[Mapping[type, Kept]] = {
    Zero: Kept("any problem", ALWAYS, ALWAYS),
    MaxOf: Kept("any problem", "if all parts are", "if all parts are"),
    SumOf: Kept("any problem", "if no action is counted twice", "if each part is, for its share of the costs"),
    Scaled: Kept(
        "any problem", "if the weight is at most 1 and the part is", "if the weight is at most 1 and the part is"
    ),
    Memoized: Kept("any problem", "if the part is", "if the part is"),
    PatternDatabase: Kept("with goals and `predecessors`", ALWAYS, ALWAYS),
    Landmarks: Kept("graphs and grids", ALWAYS, ALWAYS),
    npuzzle.Hamming: Kept("N-puzzle", ALWAYS, ALWAYS),
    npuzzle.Manhattan: Kept("N-puzzle", ALWAYS, ALWAYS),
    npuzzle.Euclidean: Kept("N-puzzle", ALWAYS, ALWAYS),
    npuzzle.LinearConflict: Kept("N-puzzle", ALWAYS, ALWAYS),
    npuzzle.WalkingDistance: Kept("N-puzzle up to 4 x 4", ALWAYS, ALWAYS),
    npuzzle.AdditivePatternDatabase: Kept("N-puzzle", ALWAYS, "not always"),
    grid.Manhattan: Kept("grids with four neighbors", ALWAYS, ALWAYS),
    grid.Octile: Kept("grids", ALWAYS, ALWAYS),
    grid.Euclidean: Kept("grids", ALWAYS, ALWAYS),
    strips.HMax: Kept("facts", ALWAYS, ALWAYS),
    strips.LMCut: Kept("facts", ALWAYS, NEVER),
    strips.HAdd: Kept("facts", NEVER, NEVER),
    strips.FF: Kept("facts", NEVER, NEVER),
}

CODES: Final[Mapping[ExitCode, str]] = {
    ExitCode.SOLVED: "solved; `view` wrote its page; `check` found no mistake",
    ExitCode.WRONG_USAGE: "the command line or its input is wrong",
    ExitCode.WRONG_PROBLEM: "the problem itself is wrong: its code fails, or it breaks the contract of a problem",
    ExitCode.NOT_SAVED: "saving the search failed, whatever its outcome",
    ExitCode.UNSOLVABLE: "proved: no solution exists",
    ExitCode.GAVE_UP: "an incomplete engine had no states left, which proves nothing",
    ExitCode.LIMIT: "a limit was reached first",
    ExitCode.INTERRUPTED: "interrupted, for example by Ctrl-C",
    ExitCode.CLOSED_PIPE: "the reader of the output closed the pipe",
}


class End(NamedTuple):
    """A row in the table of statuses."""

    meaning: str
    proved: str


ENDS: Final[Mapping[Status, End]] = {
    Status.SOLVED: End(
        "the search found a solution", "the solution costs at most `suboptimality_bound` times the optimum"
    ),
    Status.UNSOLVABLE: End(
        "a complete engine emptied the frontier and nothing was cut off",
        "no solution exists",
    ),
    Status.GAVE_UP: End("an engine that isn't complete had no states left", "nothing"),
    Status.LIMIT: End(
        "a limit stopped the search; [`limit`][astarlib.LimitKind] says which",
        "no solution costs less than `lower_bound`",
    ),
}


LINKS: Final[Mapping[str, str]] = {
    "A Formal Basis for the Heuristic Determination of Minimum Cost Paths": "doi:10.1109/TSSC.1968.300136",
    "Heuristic search viewed as path finding in a graph": "doi:10.1016/0004-3702(70)90007-X",
    "ARA*: Anytime A* with Provable Bounds on Sub-Optimality": (
        "https://proceedings.neurips.cc/paper_files/paper/2003/hash/ee8fe9093fbbb687bef15a38facc44d2-Abstract.html"
    ),
    "The Fringe-Saving A* Search Algorithm – A Feasibility Study": "https://www.ijcai.org/Abstract/07/385",
    "Generalized Adaptive A*": "https://idm-lab.org/bib/abstracts/papers/aamas08b.pdf",
    "Lifelong Planning A*": "doi:10.1016/j.artint.2003.12.001",
    "Fast Replanning for Navigation in Unknown Terrain": "doi:10.1109/TRO.2004.838026",
    "Studies in Semi-Admissible Heuristics": "doi:10.1109/TPAMI.1982.4767270",
    "Anytime Heuristic Search": "doi:10.1613/jair.2096",
    "Solving the Rubik's cube with deep reinforcement learning and search": "doi:10.1038/s42256-019-0070-z",
    "Experiments with the Graph Traverser Program": "doi:10.1098/rspa.1966.0205",
    "A note on two problems in connexion with graphs": "doi:10.1007/BF01386390",
    "Depth-First Iterative-Deepening: An Optimal Admissible Tree Search": "doi:10.1016/0004-3702(85)90084-0",
    "Dynamically Improved Bounds Bidirectional Search": "doi:10.1016/j.artint.2020.103405",
    "Finding the Shortest Route Between Two Points in a Network": "doi:10.1093/comjnl/9.3.275",
    "Complete Anytime Beam Search": "https://cdn.aaai.org/AAAI/1998/AAAI98-060.pdf",
    "Linear-space best-first search": "doi:10.1016/0004-3702(93)90045-D",
    "Finding the K Shortest Loopless Paths in a Network": "doi:10.1287/mnsc.17.11.712",
    "K*: A heuristic search algorithm for finding the k shortest paths": "doi:10.1016/j.artint.2011.07.003",
    "An Algorithm for Path Connections and Its Applications": "doi:10.1109/TEC.1961.5219222",
    "Depth-first search and linear graph algorithms": "doi:10.1137/0201010",
}
"""The DOIs of the publications that the engines refer to, by title, or the address of a page if there is no DOI."""

_PRIORITY_PROBLEMS: Final[Mapping[str, str]] = {
    "15-puzzle": "15-puzzle",
    "15-puzzle-heavy": "15-puzzle in which a move costs the tile's number",
    "12-pancakes": "12 pancakes, heuristic GAP-2",
    "grid": "grids of 256 × 256 cells with diagonal moves",
}
"""The problems of the suite ``priorities``, by the names of its cases without the weight."""

EVENT_PATHS: Final[Mapping[str, type]] = {
    f"astarlib.events.{name}": each
    for name, each in vars(astarlib.events).items()
    if isinstance(each, type) and each in EVENTS
}
"""The events that observers receive, by the paths of their entries."""

MODULES: Final = frozenset({"astarlib.heuristics"})
"""The modules that have an entry, so that links can lead to it."""

VALID: Final[Mapping[HeuristicRequirement, str]] = {
    HeuristicRequirement.NOTHING: "always valid",
    HeuristicRequirement.ADMISSIBLE: "valid if h is admissible",
    HeuristicRequirement.CONSISTENT: "valid if h is consistent",
}


def entries(page: str, *, skip: Collection[str] = ()) -> str:
    """Return a table of the entries on a page of the reference, with the first sentences of their docstrings."""
    named = ((path.rpartition(".")[2], path) for path in entries_on(page) if path not in MODULES and path not in skip)
    return _summaries((name, path, docstring_of(path)) for name, path in named)


def engines() -> str:
    """Return the table of engines: order, guarantee with default parameters, and if they call h and ``resources``."""
    rows: list[Sequence[str]] = []
    for page, each in FAMILIES.items():
        rows.append((f"**[{each.title}](engines/{page}.html)**", "", "", "", ""))
        rows += map(_engine_row, each.engines)
    header = "engine", "order of expansion", "guarantee on the cost", "calls the heuristic", "uses `resources`"
    return _table(header, rows)


def _engine_row(name: str) -> Sequence[str]:
    kind = ENGINES[name]
    return (
        # Engines were on this page once, so links to their old anchors lead to this row.
        f'<span id="astarlib.{kind.__name__}"></span>[`{kind.__name__}`](engines/{PAGES[name]}.html#{name})',
        kind.formula,
        kind().guarantee.describe_cost().removesuffix("."),
        "yes" if kind.uses_heuristic else "no",
        "yes" if kind.uses_resources else "no",
    )


def family(page: str) -> str:
    """Return the table that says which engine of a family to take."""
    return _table(
        ("engine", "take it if"),
        ((f"[`{ENGINES[name].__name__}`][astarlib.{ENGINES[name].__name__}]", when)
         for name, when in FAMILIES[page].engines.items()),
    )  # fmt: skip


def engine(name: str) -> str:
    """Return the facts about an engine with its default parameters, and the table of its members."""
    kind = ENGINES[name]
    shown, guarantee = kind.__name__, kind().guarantee
    requires = ", ".join(f"`{method}`" for method in sorted(kind.requires))
    is_compiled = name in compiled.ENGINES
    facts = {
        "Order of expansion": kind.formula,
        "Guarantee": guarantee.describe(),
        "Lower bound": VALID[guarantee.lower_bound_requires],
        "Heuristic": "called" if kind.uses_heuristic else "never called",
        "Optional methods required": requires or "none",
        "Time and memory": kind.complexity,
        "Compiled version": f"[`compiled.{shown}`][astarlib.compiled.{shown}]" if is_compiled else "none",
        "Command line": f"`--engine {name}`" + (", also with `--compiled`" if is_compiled else ""),
    }
    rows = ((label.replace(" ", "&nbsp;"), fact) for label, fact in facts.items())  # Labels stay on one line.
    return "\n\n".join((_table(("", f"`{kind()!r}`"), rows), _members(kind)))


def _members(kind: type[Engine]) -> str:
    """Return the table of an engine and its members. Those that it inherits link to their base class."""
    shown = f"astarlib.{kind.__name__}"
    rows = [(f"[`{kind.__name__}`][{shown}]", first_sentence(inspect.getdoc(kind) or ""))]
    for member in engine_members(kind):
        is_own = member in own_members(kind)
        path = f"{shown if is_own else 'astarlib.engines.Engine'}.{member}"
        anchor = "" if is_own else f'<span id="{shown}.{member}"></span>'
        summary = first_sentence(inspect.getdoc(getattr(kind, member)) or "")
        rows.append((f"{anchor}[`{kind.__name__}.{member}`][{path}]", summary))
    return _table(("name", "summary"), rows)


def engine_members(kind: type[Engine]) -> list[str]:
    """Return the names of the members that the section of an engine lists."""
    return [name for name in ("search", "start", "guarantee", "f") if hasattr(kind, name)]


def own_members(kind: type[Engine]) -> list[str]:
    """Return the members of an engine that its own class body defines. Its section shows them in full."""
    members = ((name, getattr(kind, name)) for name in engine_members(kind))
    return [
        name for name, member in members
        if getattr(member, "fget", member).__qualname__ == f"{kind.__qualname__}.{name}"
    ]  # fmt: skip


def reference(name: str) -> str:
    """Return the publications of an engine as a list, with their DOIs as links."""
    return "\n".join(f"- {_with_link(work)}" for work in ENGINES[name].reference.split("; "))


def _with_link(work: str) -> str:
    """Return a publication with a link to it, if `LINKS` has one for the title in quotes."""
    found = re.search(r'"(.+?),?"', work)
    address = LINKS.get(found[1]) if found is not None else None
    shown = work.removesuffix(".").replace("*", r"\*")
    if address is None:
        return f"{shown}."
    if address.startswith("doi:"):
        return f"{shown}. [{address}](<https://doi.org/{address.removeprefix('doi:')}>)"
    return f"{shown}. [Page of the paper](<{address}>)"


def priorities(weight: float) -> str:
    """Return the published expansions of weighted A* with each priority, as multiples of those with ``LINEAR``."""
    rows = [row for row in read_rows(PUBLISHED) if row["suite"] == "priorities"]
    kinds = [name for name in dict.fromkeys(row["case"] for row in rows) if name.endswith(f"-{weight}")]
    cells = {(row["case"], row["contender"]): row["figures"]["expansions"]["median"] for row in rows}
    return _table(
        ("problem", *(f"`{priority.name}`" for priority in Priority)),
        (
            (
                _PRIORITY_PROBLEMS[kind.removesuffix(f"-{weight}")],
                *(f"{cells[kind, each.value] / cells[kind, 'linear']:.2f}" for each in Priority),
            )
            for kind in kinds
        ),
    )


def scale(case: str = "korf-1") -> str:
    """Return the measured time and memory of A* in memory, in threads, on Ray and on disk, for 10**9 expansions."""
    rows = _scale_rows(case)
    return _table(
        ("way", "expansions, compared with one thread", "seconds for 10⁹ expansions", "GB for 10⁹ expansions"),
        (
            (
                name, f"{_figure(row, 'expansions') / _figure(rows[scale_suite.ONE], 'expansions'):.2f}",
                f"{1e9 * row['seconds']['median'] / _figure(row, 'expansions'):,.0f}",
                _bytes_of_an_expansion(row),
            )
            for name, row in rows.items() if name != scale_suite.AT_ONCE
        ),
    )  # fmt: skip


def _bytes_of_an_expansion(row: Mapping[str, Any]) -> str:
    figures, expansions = row["figures"], _figure(row, "expansions")
    if "bytes_on_disk" in figures:
        on_disk, written = (_figure(row, name) / expansions for name in ("bytes_on_disk", "bytes_written"))
        return f"{on_disk:.0f} on disk ({written:.0f} written)"
    return f"{_figure(row, 'bytes') / expansions:.0f}" if "bytes" in figures else "only the path"


def past_memory() -> str:
    """Return the least memory for a search that was solved on disk, from the measured bytes of a state."""
    one = _scale_rows("korf-1")[scale_suite.ONE]
    [solved] = _scale_rows("past-memory").values()
    states, of_a_state = _figure(solved, "states before the last layer"), _figure(one, "bytes") / _figure(one, "states")
    return (
        f"{states:,.0f} boards need fewer moves than the goal, and Dijkstra stores all of them before it finds the "
        f"goal. In memory, a state of Korf's board 1 takes {of_a_state:.1f} bytes. At this size, these boards would "
        f"need {states * of_a_state / 2**30:.1f} GiB, without the space for growing arrays. On disk, the search took "
        f"{solved['seconds']['median']:.0f} seconds of CPU time, and at most "
        f"{_figure(solved, 'peak of bytes_on_disk') / 1e9:.0f} GB of the disk."
    )


def machines(counts: Sequence[int] = (2, 16, 128, 1000), case: str = "korf-1") -> str:
    """Return an estimate of a distributed search on many machines, from the constants of the run on two shards of Ray.

    Each machine is one shard. A plain hash sends an edge to another shard with the probability (n - 1) / n.
    """
    rows = _scale_rows(case)
    ray = rows[scale_suite.RAY]
    expansions, rounds = _figure(ray, "expansions"), _figure(ray, "rounds")
    seconds = 2 * ray["seconds"]["median"] / expansions
    per_box = (_figure(ray, "wall") - ray["seconds"]["median"]) / rounds
    edges, state = _figure(ray, "successors") / expansions, _figure(rows[scale_suite.ONE], "bytes")
    per_state = state / _figure(rows[scale_suite.ONE], "states") * _figure(ray, "states") / expansions
    return _table(
        (
            "shards", "expansions per second", "messages of a shard, MB/s", "memory of a shard for 10¹¹ expansions, GB",
            "boxes that a shard sends in a round", "seconds of a round besides its expansions",
        ),
        (
            (
                f"{n:,}", f"{n / seconds:,.0f}", f"{16e-6 * edges / seconds * (n - 1) / n:,.0f}",
                f"{1e11 * per_state / n / 1e9:,.0f}", f"{n - 1:,}", f"{per_box * (n - 1):,.3f}",
            )
            for n in counts
        ),
    )  # fmt: skip


def _scale_rows(case: str) -> dict[str, Any]:
    """Return the published rows of a case of the suite ``scale``, by contender."""
    rows = [row for row in read_rows(PUBLISHED) if (row["suite"], row["case"]) == ("scale", case)]
    return {row["contender"]: row for row in rows if row["status"] == "ok"}


def _figure(row: Mapping[str, Any], name: str) -> float:
    value: float = row["figures"][name]["median"]
    return value


def problems() -> str:
    """Return the table of built-in problems."""
    return _table(
        ("problem", "`astarlib solve`", "states", "its own heuristic"),
        (
            (
                _named(kind),
                ", ".join(f"`{name}`" for name in space.command.split(", ") if name),
                space.states,
                space.estimate,
            )
            for kind, space in SPACES.items()
        ),
    )


def heuristics() -> str:
    """Return the table of built-in heuristics."""
    return _table(
        ("heuristic", "for", "admissible", "consistent"), ((_named(kind), *kept) for kind, kept in HEURISTICS.items())
    )


def events() -> str:
    """Return the table of events with their fields."""
    return _table(
        ("event", "when", "fields"),
        (
            (
                f"[`{kind.__name__}`][{path}]",
                (kind.__doc__ or "").partition("\n")[0].partition(";")[0].removesuffix("."),
                ", ".join(f"`{field}`" for field in kind._fields),
            )
            for path, kind in EVENT_PATHS.items()
        ),
    )


def statuses() -> str:
    """Return the table of statuses."""
    return _table(
        ("`status`", "meaning", "what is proved", "exit code"),
        ((f"`{status.name}`", *ENDS[status], f"{ExitCode[status.name].value}") for status in Status),
    )


def exit_codes() -> str:
    """Return the table of exit codes."""
    return _table(("code", "name", "meaning"), ((f"{code.value}", f"`{code.name}`", CODES[code]) for code in ExitCode))


def _summaries(items: Iterable[tuple[str, str, str | None]]) -> str:
    """Return a table of entries, each given as (name to show, path, docstring)."""
    return _table(
        ("name", "summary"),
        (
            (f"[`{name}`][{path}]", "A type alias." if docstring is None else first_sentence(docstring))
            for name, path, docstring in items
        ),
    )


def _named(kind: type) -> str:
    return f"[`{kind.__name__}`][{_public_module(kind)}.{kind.__name__}]"


def _public_module(kind: type) -> str:
    """Return the public package that exports the class."""
    parts = kind.__module__.split(".")
    return ".".join(parts[:2] if parts[1] == "heuristics" else parts[:3])


def _table(header: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    lines = [list(header), *map(list, rows)]
    lines.insert(1, ["---"] * len(lines[0]))
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
