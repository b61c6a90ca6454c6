"""Compare astarlib with other libraries: which features they have, found out by running them.

``python -m docs.comparison`` runs the probes in ``docs/peers/`` with the libraries that are installed and prints the
table. With ``--write``, it stores the answers in ``docs/comparison.json``, from which the page is made. The session
``comparison`` of nox does that in an environment with all libraries (``benchmarks/peers.txt``).
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import io
import json
import platform
import re
import runpy
from collections.abc import Callable
from importlib.metadata import distribution
from itertools import pairwise
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, Final, NamedTuple, TypeAlias

Graph: TypeAlias = dict[str, dict[str, int]]
"""The costs of the edges of each node."""
Table: TypeAlias = dict[str, int]

STORED: Final = Path(__file__).with_suffix(".json")
PROGRAMS: Final = sorted(Path(__file__).parent.glob("peers/programs/*.py"))
"""Programs of other libraries, which the pages about moving from them show."""
LIBRARIES: Final = {
    "astarlib": "ours",
    "networkx": "networkx",
    "rustworkx": "rustworkx",
    "simpleai": "simpleai",
    "aima": "aima",
    "nographs": "nographs",
    "astar": "astar",
    "pathfinding": "pathfinding",
}
"""The libraries, with their modules in ``docs/peers/``."""


class Feature(NamedTuple):
    """A row of the table.

    If a library has no probe for it, the answer is "no", and no file of the library may contain the words.
    """

    name: str
    says: str
    words: str = ""


FEATURES: Final = {
    "What you can search": (
        Feature("graph", "A graph object in memory"),
        Feature("implicit", "States that a function or class generates, also without end"),
        Feature("goal_test", "Any state that passes a test as the goal"),
    ),
    "Other algorithms": (
        Feature("weighted", "Weighted A\\* with a proved bound", r"weighted[ _-]?a(_?star|\*)|suboptimality"),
        Feature("anytime", "Anytime A\\*", r"\banytime|ara_?star"),
        Feature("ida", "IDA\\*", r"ida_?star|\bIDA\*"),
        Feature("bidirectional", "Bidirectional Dijkstra or A\\*", r"bidirectional|bi_directional|both_ends"),
        Feature("several", "The k best paths, or all optimal ones", r"k_shortest|shortest_simple|all_shortest|\byen\b"),
        Feature("replanning", "Replanning after a change (LPA\\*, D\\* Lite)", r"lpa_?star|d_?star_?lite|\bLPA\*"),
        Feature("beam", "Beam search", r"\bbeam_?"),
        Feature("constraints", "Constraint satisfaction, local search", r"\bcsp\b|hill_?climb|simulated_?anneal"),
        Feature("flows", "Flows and matching", r"max\w*_flow|matching\("),
    ),
    "What a search returns": (
        Feature("optimal", "Optimal with every admissible h"),
        Feature("exact", "Integer costs above 2⁵³ stay exact"),
        Feature("negative", "A negative cost"),
        Feature("unreachable", "No path exists"),
        Feature("limit", "A limit on the work is reached", r"max_(runs|expan|iter)|calculation_limit"),
        Feature("bound", "A lower bound, also without a solution", r"lower_bound"),
        Feature("resume", "Continue a stopped search", r"\bresum|checkpoint|\bpause"),
        Feature("statistics", "The number of expanded states", r"\bstatistics?\b|num_expan|expansions"),
        Feature("check", "A check of your heuristic", r"(check|is)_(heuristic|admissible|consistent)"),
    ),
    "The package": (
        Feature("compiled", "Compiled code"),
        Feature("typed", "Type hints"),
        Feature("needs", "Required packages"),
    ),
}


# --- probes that are the same for all libraries -----------------------------------------------------------------------

_TRIES: Final = 200


def error_of(call: Callable[[], object]) -> str:
    """Return the name of the exception that a call raises, or nothing."""
    try:
        call()
    except Exception as error:  # whatever the library raises
        return f"`{type(error).__name__}`"
    return ""


def distances(graph: Graph, goal: str) -> Table:
    """Return the cost of a cheapest path from each node to the goal, by relaxing all edges until nothing changes."""
    left = {goal: 0}
    while True:
        better = {
            at: min(cost + left[to] for to, cost in graph[at].items() if to in left)
            for at in graph if at != goal and any(to in left for to in graph[at])
        } | {goal: 0}  # fmt: skip
        if better == left:
            return left
        left = better


def _optimal(library: ModuleType) -> str:
    """Search random graphs with an h that never overestimates, but isn't consistent."""
    if hasattr(library, "misses"):
        missed = library.misses(_TRIES)
    else:
        missed, random, tried = 0, Random(0), 0
        while tried < _TRIES:
            graph = {at: {to: random.randint(1, 20) for to in "abcdefg" if to != at and random.random() < 0.4}
                     for at in "abcdefg"}  # fmt: skip
            left = distances(graph, "g")
            if "a" in left:
                tried += 1
                h = {at: random.randint(0, left.get(at, 50)) for at in graph} | {"g": 0}
                path = library.shortest(graph, "a", "g", h)
                missed += sum(graph[at][to] for at, to in pairwise(path)) > left["a"]
    return "yes" if missed == 0 else f"no: {missed} of {_TRIES} graphs"


def _exact(library: ModuleType) -> bool:
    """Search two graphs with two paths whose costs are the same as floats."""
    large = 2**60
    first: Graph = {"a": {"b": large, "c": large + 1}, "b": {"d": 1}, "c": {"d": 1}, "d": {}}
    second: Graph = {"a": {"b": large + 1, "c": large}, "b": {"d": 1}, "c": {"d": 1}, "d": {}}
    found = [library.shortest(graph, "a", "d", dict.fromkeys("abcd", 0)) for graph in (first, second)]
    return found == [["a", "b", "d"], ["a", "c", "d"]]


def _negative(library: ModuleType) -> str:
    """Search two graphs with a negative cost. In the second one, A* expands the goal before it sees that cost."""
    graphs: tuple[Graph, Graph] = (
        {"a": {"c": 1, "b": 2}, "b": {"c": -2}, "c": {"d": 5}, "d": {}},
        {"a": {"d": 3, "b": 2}, "b": {"c": 2}, "c": {"d": -2}, "d": {}},
    )
    shortest = (["a", "b", "c", "d"], ["a", "b", "c", "d"])
    h = dict.fromkeys("abcd", 0)
    error = error_of(lambda: library.shortest(graphs[0], "a", "d", h))
    if error != "":
        return error
    return "accepted" if tuple(library.shortest(graph, "a", "d", h) for graph in graphs) == shortest else "wrong path"


def _package(library: ModuleType) -> Path:
    return Path(str(importlib.import_module(_import_name(library)).__file__)).parent


def _import_name(library: ModuleType) -> str:
    return str(library.DISTRIBUTION)


def _compiled(library: ModuleType) -> bool:
    return any(_package(library).rglob("*.so")) or any(_package(library).rglob("*.pyd"))


def _typed(library: ModuleType) -> bool:
    return (_package(library) / "py.typed").exists()


def _needs(library: ModuleType) -> str:
    needed = [text for text in distribution(library.DISTRIBUTION).requires or [] if "extra" not in text]
    return ", ".join(sorted(re.split(r"[^\w-]", text)[0] for text in needed)) or "none"


_COMMON: Final[dict[str, Callable[[ModuleType], bool | str]]] = {
    "optimal": _optimal,
    "exact": _exact,
    "negative": _negative,
    "compiled": _compiled,
    "typed": _typed,
    "needs": _needs,
}


# --- answers ----------------------------------------------------------------------------------------------------------


def answer(library: ModuleType, feature: Feature) -> str:
    """Return the answer of a library's probe."""
    if hasattr(library, feature.name):
        found = getattr(library, feature.name)()
    elif feature.name in _COMMON:
        found = _COMMON[feature.name](library)
    else:
        found = _mentioned(library, feature)
    return found if isinstance(found, str) else "yes" if found else "no"


def _mentioned(library: ModuleType, feature: Feature) -> bool:
    """Return False if no file of the library contains the words; otherwise the feature needs a probe."""
    if feature.words == "":
        raise LookupError(f"{library.__name__} needs a probe {feature.name}()")
    package = _package(library)
    for path in package.glob(library.FILES):
        found = re.search(feature.words, path.read_text(encoding="utf-8", errors="replace"), re.IGNORECASE)
        if found is not None and "tests" not in path.relative_to(package).parts:
            raise LookupError(f"{library.__name__} needs a probe {feature.name}(): {path.name} has {found[0]!r}")
    return False


def answers(name: str) -> dict[str, str]:
    """Return the answers of a library to all features."""
    library = importlib.import_module(f"docs.peers.{LIBRARIES[name]}")
    return {feature.name: answer(library, feature) for group in FEATURES.values() for feature in group}


def version(name: str) -> str:
    """Return the version of a library."""
    return distribution(importlib.import_module(f"docs.peers.{LIBRARIES[name]}").DISTRIBUTION).version


def printed(program: Path) -> str:
    """Return what a program of another library prints, which a page about moving from it shows."""
    text = io.StringIO()
    with contextlib.redirect_stdout(text):
        runpy.run_path(str(program))
    return text.getvalue()


def shown(name: str) -> str:
    """Return the stored output of a program as a block of the page."""
    return f"```text\n{stored()['printed'][name]}```"


def stored() -> Any:
    """Return what is stored: the answers by library, the output of the programs, and the versions that were used."""
    return json.loads(STORED.read_text(encoding="utf-8"))


def tables() -> str:
    """Return the stored answers as a table for each group of features."""
    return "\n".join(f'<div class="features" markdown>\n\n{table(title)}\n\n</div>\n' for title in FEATURES)


def table(title: str) -> str:
    """Return the stored answers of one group of features as a table for the page."""
    found = stored()["answers"]
    lines = [f"| {title} |" + "".join(f" {name} |" for name in LIBRARIES), "|---|" + "---|" * len(LIBRARIES)]
    for feature in FEATURES[title]:
        cells = (found[name][feature.name].replace("*", r"\*") for name in LIBRARIES)
        lines.append(f"| {feature.says} |" + "".join(f" {cell} |" for cell in cells))
    return "\n".join(lines)


def versions() -> str:
    """Return a sentence with the versions of the stored answers."""
    found = stored()
    listed = ", ".join(f"{name} {found['versions'][name]}" for name in LIBRARIES)
    return f"`nox --session comparison` found these answers with Python {found['python']} and {listed}."


def main() -> None:
    """Run all probes, and print or store the answers."""
    parser = argparse.ArgumentParser(description="Run the probes of all libraries.")
    parser.add_argument("--write", action="store_true", help="store the answers in docs/comparison.json")
    options = parser.parse_args()
    found = {
        "python": platform.python_version(),
        "versions": {name: version(name) for name in LIBRARIES},
        "answers": {name: answers(name) for name in LIBRARIES},
        "printed": {program.stem: printed(program) for program in PROGRAMS},
    }
    text = json.dumps(found, indent=2, ensure_ascii=False) + "\n"
    if options.write:
        STORED.write_text(text, encoding="utf-8")
        print(tables())
    else:
        print(text)


if __name__ == "__main__":
    main()
