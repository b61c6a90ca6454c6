import ast
import importlib
import inspect
import pkgutil
import re
import sys
import textwrap
from collections import defaultdict
from enum import EnumType
from itertools import pairwise
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Protocol, TypeVar

import pytest
from helpers.fences import REPOSITORY, commands, fences, printed_by, run_command
from helpers.sampling import in_turn

import astarlib
from astarlib import ENGINES, FunctionProblem, SearchProblem, Status, with_heuristic
from astarlib.checking import check_heuristic
from astarlib.cli.parser import ExitCode
from astarlib.heuristics import Zero
from astarlib.problems import npuzzle
from astarlib.problems.graph import romania
from astarlib.problems.grid import Euclidean, GridProblem, Manhattan, Octile
from astarlib.problems.hanoi import TowersOfHanoi
from astarlib.problems.missionaries import MissionariesAndCannibals
from astarlib.problems.pancake import PancakeProblem
from astarlib.problems.sudoku import example
from astarlib.problems.water_jugs import WaterJugs
from docs import tables
from docs.entries import REFERENCE, docstring_of, entries
from docs.families import FAMILIES
from docs.families import PAGES as PAGE_OF
from docs.moved import MOVED
from docs.redirects import anchors_of as anchors_of_html
from docs.redirects import redirect

DOCS = REPOSITORY / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
REFERENCES = [page for page in PAGES if page.is_relative_to(REFERENCE)]
MAX_TABS, MAX_PAGES = 6, 83
"""The most entries in the first level of the menu, and the most pages in it."""
PUBLIC_MODULES = [
    "astarlib",
    "astarlib.batch",
    "astarlib.capabilities",
    "astarlib.checking",
    "astarlib.checkpoint",
    "astarlib.comparing",
    "astarlib.distributed",
    "astarlib.drawing",
    "astarlib.compiled",
    "astarlib.engines",
    "astarlib.errors",
    "astarlib.events",
    "astarlib.heuristics",
    "astarlib.observers",
    "astarlib.observers.recorder",
    "astarlib.plotting",
    "astarlib.problems.graph",
    "astarlib.problems.grid",
    "astarlib.problems.hanoi",
    "astarlib.problems.missionaries",
    "astarlib.problems.npuzzle",
    "astarlib.problems.npuzzle.instances",
    "astarlib.problems.pancake",
    "astarlib.problems.planning",
    "astarlib.problems.strips",
    "astarlib.problems.sudoku",
    "astarlib.problems.obstacles",
    "astarlib.problems.turns",
    "astarlib.problems.water_jugs",
    "astarlib.search",
    "astarlib.resolving",
    "astarlib.searching",
    "astarlib.simpleai",
    "astarlib.unified_planning",
    "astarlib.viewer",
]


def with_blocks(language: str) -> list[Any]:
    """Return the pages that have blocks of a language, as parameters of a test.

    Pages are marked slow if a build of the documentation runs all these blocks, as the nox session docs does.
    """
    blocks = {page: [block for block in fences(page) if block.language == language] for page in PAGES}
    return [
        pytest.param(
            page, id=page.relative_to(DOCS).as_posix(),
            marks=[pytest.mark.slow] if all("exec" in block.options for block in found) else [],
        )
        for page, found in blocks.items() if len(found) > 0
    ]  # fmt: skip


def public_names(module_name: str) -> set[str]:
    """Return the names in ``__all__`` except the version and type variables."""
    module = importlib.import_module(module_name)
    return {name for name in module.__all__ if not isinstance(getattr(module, name), str | TypeVar)}


def with_snippets(text: str) -> str:
    """Return the text with the files that it includes, or the sections of them, as ``path`` or ``path:section``."""

    def included(match: re.Match[str]) -> str:
        path, _, section = match[1].partition(":")
        source = (REPOSITORY / path).read_text(encoding="utf-8")
        if section == "":
            return source
        _, begun, rest = source.partition(f"# --8<-- [start:{section}]\n")
        part, ended, _ = rest.partition(f"# --8<-- [end:{section}]")
        assert begun != "", match[0]
        assert ended != "", match[0]
        return textwrap.dedent(part)

    return re.sub(r'--8<-- "(.*)"', included, text)


def documented() -> dict[int, list[str]]:
    """Return the objects that the entries of the reference show, by id, with the pages that show them."""
    shown: dict[int, list[str]] = defaultdict(list)
    for page in sorted(REFERENCE.rglob("*.md")):
        for path in entries_of(page):
            shown[id(item_at(path))].append(page.relative_to(REFERENCE).as_posix())
    return shown


def entries_of(page: Path) -> list[str]:
    """Return the paths of the entries on a page of the reference, without those of modules."""
    paths = entries(page.relative_to(REFERENCE).as_posix())
    return [path for path in paths if not isinstance(item_at(path), ModuleType)]


def item_at(path: str) -> Any:
    holder, _, name = path.rpartition(".")
    return getattr(importlib.import_module(holder), name)


@pytest.mark.costly
@pytest.mark.parametrize("page", with_blocks("python"))
def test_python_blocks_of_the_documentation_run(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "documentation", ModuleType("documentation"))  # dataclasses look for theirs
    sessions: dict[str, dict[str, Any]] = defaultdict(lambda: {"__name__": "documentation"})
    for block in fences(page):
        if block.language == "python":
            printed = printed_by(with_snippets(block.text), sessions[block.options.get("session", page.stem)])
            assert printed == "" or "exec" in block.options, f"line {block.line}"
            assert printed != "" or {"result", "html"}.isdisjoint(block.options), f"line {block.line}"


def visible_files() -> set[Path]:
    return {path for path in REPOSITORY.iterdir() if path.is_file() and not path.name.startswith(".")}


@pytest.mark.costly
@pytest.mark.parametrize("page", with_blocks("console"))
def test_commands_of_the_documentation_run(page: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("sys.path", list(sys.path))
    for block in fences(page):
        if block.language == "console":
            monkeypatch.chdir(REPOSITORY)
            script = block.text.replace('"$(mktemp -d)"', str(tmp_path))
            files = visible_files()
            codes = [run_command(arguments)[0] for arguments in commands(script)]
            assert files == visible_files(), f"line {block.line} leaves a file in the checkout"
            assert int(block.options.get("returncode", 0)) == codes[-1], f"line {block.line}"


@pytest.mark.costly
@in_turn("module_name", PUBLIC_MODULES)
def test_every_public_name_is_on_exactly_one_page_of_the_reference(module_name: str) -> None:
    module = importlib.import_module(module_name)
    shown = documented()
    pages = {name: shown[id(getattr(module, name))] for name in public_names(module_name)}
    assert {} == {name: found for name, found in pages.items() if len(found) != 1}


def test_the_reference_checks_every_public_package() -> None:
    packages = {f"astarlib.{each.name}" for each in pkgutil.iter_modules(astarlib.__path__) if each.ispkg}
    # networkx documents the functions of its backend, and astarlib exports those of `derived`.
    hidden = ("_support", "cli", "derived", "networkx_backend", "problems", "recording")
    private = {f"astarlib.{name}" for name in hidden}
    assert set() == packages - private - set(PUBLIC_MODULES)


@pytest.mark.costly
@in_turn("page", [page for page in REFERENCES if entries_of(page) != []])
def test_every_page_of_the_reference_starts_with_a_table_of_its_entries(page: Path) -> None:
    paths = entries_of(page)
    above, _, _ = page.read_text(encoding="utf-8").partition(f"\n::: {paths[0]}\n")
    printed = "\n".join(
        printed_by(block.text, {}) for block in fences(page) if block.language == "python" and block.text in above
    )
    listed = re.findall(r"^\| \[`[\w.]+`\]\[([\w.]+)\] \|", printed, re.MULTILINE)
    assert [] == [path for path in paths if path not in listed]


def test_every_engine_is_in_a_family_and_every_family_has_a_page_of_its_engines() -> None:
    assert sorted(ENGINES) == sorted(PAGE_OF)
    menu = (REPOSITORY / "mkdocs.yml").read_text(encoding="utf-8")
    for page, family in FAMILIES.items():
        path = REFERENCE / "engines" / f"{page}.md"
        assert [family.title] == re.findall(r"^# (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
        assert [f"astarlib.{ENGINES[name].__name__}" for name in family.engines] == entries_of(path)
        assert f"{family.title}: reference/engines/{page}.md\n" in menu
    assert {f"{page}.md" for page in FAMILIES} == {path.name for path in (REFERENCE / "engines").iterdir()}


@in_turn("name", ENGINES)
def test_every_engine_has_a_section_with_its_members_and_a_reference(name: str) -> None:
    kind, text = ENGINES[name], (REFERENCE / "engines" / f"{PAGE_OF[name]}.md").read_text(encoding="utf-8")
    heading = re.search(rf"^## .* \{{#{name}\}}$", text, re.MULTILINE)
    assert heading is not None
    section = re.split(r"^## ", text[heading.end() :], maxsplit=1, flags=re.MULTILINE)[0]
    assert f"\n::: astarlib.{kind.__name__}\n" in section
    shown = re.search(r"^ +members: (.*)$", section, re.MULTILINE)
    assert shown is not None
    own = tables.own_members(kind)
    assert shown[1] == (f"[{', '.join(own)}]" if own else "false")
    assert {"search", "start"} <= set(tables.engine_members(kind))
    assert f'tables.engine("{name}")' in section
    assert f'tables.reference("{name}")' in section
    assert "](<https://" in tables.reference(name)


def anchors_of(page: Path) -> set[str]:
    """Return the anchors of a page: those that its text names, and those of its headings and entries."""
    text = re.sub(r"^( *)```.*?^\1```$", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    headings = re.findall(r"^#+ ((?:(?! \{#).)*)$", text, re.MULTILINE)
    named = re.findall(r"\{#([\w-]+)\}", text)
    return {*named, *(re.sub(r"[\s-]+", "-", re.sub(r"[^\w\s-]", "", title).lower()) for title in headings)}


@in_turn("old", sorted(MOVED))
def test_an_old_address_leads_to_a_section_of_a_page(old: str) -> None:
    page, _, anchor = MOVED[old].partition("#")
    new = DOCS / page.replace(".html", ".md")
    assert not (DOCS / old.partition("#")[0].replace(".html", ".md")).exists()
    assert old.partition("#")[0] in MOVED
    assert f": {new.relative_to(DOCS).as_posix()}\n" in (REPOSITORY / "mkdocs.yml").read_text(encoding="utf-8")
    assert anchor in {"", *anchors_of(new)}


def test_a_redirect_keeps_an_anchor_that_the_new_page_has() -> None:
    anchors = anchors_of_html('<h2 id="disk"><a id="__tabbed"><h3 class="x" id="a.b">')
    page = redirect("guide/disk.html", "guide/scale.html#disk", anchors, {"old": "index.html#new"})
    assert 'const kept = ["disk", "a.b"];\nconst moved = {"old": "../index.html#new"};\n' in page
    assert page.count('"scale.html#disk"') == 2
    assert '"scale.html" + location.hash' in page


def test_the_menu_has_few_tabs_and_pages() -> None:
    menu = re.search(
        r"^nav:\n(.*?)^\S", (REPOSITORY / "mkdocs.yml").read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    assert menu is not None
    assert len(re.findall(r"^  - ", menu[1], re.MULTILINE)) <= MAX_TABS
    assert len(re.findall(r"\.md$", menu[1], re.MULTILINE)) <= MAX_PAGES


def test_the_search_of_the_site_leaves_out_the_benchmarks() -> None:
    pages = sorted((DOCS / "benchmarks").glob("*.md"))
    head = "---\nsearch:\n  exclude: true\n---\n"
    assert [] == [page.name for page in pages if not page.read_text(encoding="utf-8").startswith(head)]


def test_every_boost_of_the_search_is_a_fraction() -> None:
    # The plugin meta stops the build if a page has a whole number, and its folder a fraction.
    settings = [*DOCS.rglob("*.md"), *DOCS.rglob(".meta.yml")]
    boosts = [
        each
        for path in settings
        for each in re.findall(r"^  boost: (\S+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    ]
    assert len(boosts) > 1
    assert [] == [boost for boost in boosts if "." not in boost]


@pytest.mark.costly
def test_docstrings_get_links_and_types_and_are_inherited() -> None:
    griffe = pytest.importorskip("griffe", reason="only the docs need griffe")
    extensions = griffe.load_extensions("dataclasses", importlib.import_module("docs.docstrings").Docstrings)
    library = griffe.load("astarlib", search_paths=[REPOSITORY], extensions=extensions)
    astar, start, compiled = (
        library[path].docstring.value for path in ("engines.AStar", "engines.Engine.start", "compiled.AStar")
    )
    assert "\n- [`IDAStar`][astarlib.IDAStar]: Needs memory only for the current path.\n" in astar
    assert "\n- [`search`][astarlib.engines.Engine.search]: Start a search" in start
    assert "\n- [`astarlib.AStar`][astarlib.AStar]: " in compiled
    assert ["self"] == [parameter.name for parameter in library["engines.BreadthFirst"].parameters]
    parameters = library["compiled.AStar"].docstring.parse("numpy")[1].value
    assert {"tie_break": "TieBreak", "reopen": "bool"}.items() <= {
        each.name: str(each.annotation) for each in parameters
    }.items()
    second, derived = library["derived.second_cost._TwoCosts"], library["derived.derived_problem.WrappingProblem"]
    assert second["format_state"].docstring.value == derived["format_state"].docstring.value
    graph = library["problems.graph.GraphProblem"]
    assert (graph["successors"].docstring, library["compiled.AStar.algorithm"].docstring) == (None, None)
    assert "`successors`" in graph.docstring.value.rpartition("Engines also call ")[2]
    data = {name: library[f"problems.{name.lower()}.{name.lower()}.{name}"] for name in ("Graph", "Grid")}
    assert {
        "Graph": {"from_networkx", "from_dicts", "from_arrays", "from_sparse", "with_costs", "edge_count"},
        "Grid": {"rows", "cost", "with_costs", "is_free", "text", "cell", "rows_and_columns"},
    } == {
        name: {each.name for each in kind.members.values() if each.name[0] != "_" and each.docstring is not None}
        for name, kind in data.items()
    }


def test_the_list_of_links_has_only_titles_that_engines_refer_to() -> None:
    references = " ".join(kind.reference for kind in ENGINES.values())
    assert [] == [title for title in tables.LINKS if title not in references]


def test_the_citation_and_the_changelog_have_the_version() -> None:
    citation = (REPOSITORY / "CITATION.cff").read_text(encoding="utf-8")
    changelog = (REPOSITORY / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"\nversion: {astarlib.__version__}\n" in citation
    assert f"\n## [{astarlib.__version__}]" in changelog


@pytest.mark.costly
def test_only_type_aliases_have_no_summary_in_the_tables() -> None:
    items = {path: item_at(path) for page in REFERENCES for path in entries_of(page)}
    documented = {path for path, item in items.items() if isinstance(item, type | FunctionType)}
    assert {"astarlib.explore", "astarlib.engines.Explored"} <= documented
    assert [] == [path for path in documented if docstring_of(path) is None]


def test_each_member_of_an_enumeration_has_a_docstring() -> None:
    items = (item_at(path) for page in REFERENCES for path in entries_of(page))
    for kind in (each for each in items if isinstance(each, EnumType)):
        [defined] = ast.parse(textwrap.dedent(inspect.getsource(kind))).body
        assert isinstance(defined, ast.ClassDef)
        following = {
            ast.unparse(one.targets[0]): other for one, other in pairwise(defined.body) if isinstance(one, ast.Assign)
        }
        assert [] == [each.name for each in kind if not isinstance(following.get(each.name), ast.Expr)], kind


def test_the_tables_of_the_reference_have_every_engine_problem_and_heuristic() -> None:
    shipped = [importlib.import_module(name) for name in PUBLIC_MODULES if re.match(r"astarlib\.(problems|heur)", name)]
    kinds = {each for module in shipped for each in vars(module).values() if isinstance(each, type)}
    kinds = {kind for kind in kinds if kind.__module__.startswith("astarlib.") and Protocol not in kind.__bases__}
    assert len(ENGINES) == len(re.findall(r"^\| .*\[`", tables.engines(), re.MULTILINE))
    assert set(tables.SPACES) == {kind for kind in kinds if issubclass(kind, SearchProblem)} - {
        SearchProblem,
        FunctionProblem,
    }
    assert set(tables.HEURISTICS) == {kind for kind in kinds if hasattr(kind, "bind")}
    assert set(tables.CODES) == set(ExitCode)
    assert set(tables.ENDS) == set(Status)


PUZZLE = npuzzle.NPuzzle("1 4 2 / 3 0 5", "0 1 2 / 3 4 5")


@pytest.mark.parametrize(
    ("problem", "heuristic"),
    [
        *((PUZZLE, kind()) for kind in tables.HEURISTICS if kind.__module__.startswith("astarlib.problems.npuzzle")
          if kind not in {npuzzle.WalkingDistance, npuzzle.AdditivePatternDatabase}),
        *((GridProblem("..#. / .... / .#..", (0, 0), (3, 2)), kind()) for kind in (Manhattan, Octile, Euclidean)),
        (PancakeProblem("3 1 4 2"), Zero()),
    ],
    ids=repr,
)  # fmt: skip
def test_the_table_says_of_a_heuristic_what_the_problem_checker_finds(problem: Any, heuristic: Any) -> None:
    kept = tables.HEURISTICS[type(heuristic)]
    report = check_heuristic(with_heuristic(problem, heuristic), states=3_000)
    assert (kept.admissible == "yes", kept.consistent == "yes") == (report.admissible, report.consistent)


@pytest.mark.parametrize(
    "problem",
    [
        PUZZLE, example("G02_4x4").problem, GridProblem("..#. / .... / .#..", (0, 0), (3, 2), connectivity=8),
        romania(), PancakeProblem("3 1 4 2"), TowersOfHanoi(disks=4), WaterJugs((3, 5), target=4),
        MissionariesAndCannibals(3, 3, boat=2),
    ],
    ids=lambda problem: type(problem).__name__,
)  # fmt: skip
def test_the_heuristics_of_the_problems_are_admissible_and_consistent_as_the_page_says(problem: Any) -> None:
    assert type(problem) in tables.SPACES
    report = check_heuristic(problem, states=3_000)
    assert (True, True) == (report.admissible, report.consistent)
