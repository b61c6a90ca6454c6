"""Define the checks of astarlib as nox sessions.

Run ``nox --list`` to see the sessions and ``nox --session NAME`` to run one of them. Each session has its own
environment in ``.nox/``, which nox uses again the next time. ``.ci/run`` runs ``lint``, ``types``, ``readme`` (the same
tests as ``tests``), ``costly``, ``docs``, ``wheel``, ``cluster``, ``planning`` and ``acceptance``. ``.ci/run all`` also
runs ``slow``, ``benchmarks``, ``coverage`` and ``newest``.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
import tempfile
import zipfile
from pathlib import Path

import nox

nox.needs_version = ">=2024.10.9"
nox.options.reuse_venv = "yes"
nox.options.sessions = ["lint", "types", "tests", "costly", "docs"]

ROOT = Path(__file__).resolve().parent
RELEASED_FOR = nox.project.python_versions(nox.project.load_toml(ROOT / "pyproject.toml"))
NEWEST = RELEASED_FOR[-1]
SCRIPTS = "Scripts" if sys.platform == "win32" else "bin"

ACCEPTANCE = (
    "test_1_foundation", "test_2_problems", "test_4_trust", "test_5_see", "test_6_faults", "test_7_engines",
    "test_8_compiled", "test_9_scale", "test_10_faults", "test_11_plain", "test_12_around_engines",
    "test_13_styles",
)  # fmt: skip
# The script of this test doesn't catch the CapacityError that it gets for an h above 32 bits. In tests/compiled/,
# test_bounds_and_faults.py has the same problem and expects the error.
NOT_ACCEPTED = "20_threads_false_unsolvable"
# This test takes minutes and 2 GB.
TOO_LARGE = "test_the_78_tables_reproduce_the_known_node_count"

# Coverage waits without end when a signal of the tests of interrupts interrupts coverage itself. The other files take
# long and reach no branch that the rest doesn't reach.
NOT_MEASURED = {
    "test_interrupts.py", "test_any_text.py", "test_boards.py", "test_deep_paths.py", "test_determinism.py",
    "test_gc_pause.py", "test_killed_saving.py", "test_memory.py",
}  # fmt: skip
# These tests reach the code for searches that keep files of their own, and for names that are imported late.
ALSO_MEASURED = (
    "tests/compiled/test_disk.py", "tests/compiled/test_exploring.py", "tests/distributed/test_shards.py",
    "tests/test_importing.py",
)  # fmt: skip
# One Python is enough for pages, for programs in other languages, for problems, for large searches, and for what
# compiled code does with files and errors. ``tests`` runs these tests already.
NOT_ON_NEWEST = (
    "tests/core/test_any_text.py", "tests/core/test_killed_saving.py", "tests/engines/test_boards.py",
    "tests/engines/test_deep_paths.py", "tests/engines/test_determinism.py",
    "tests/test_docs.py", "tests/test_recipes.py", "tests/test_terms.py",
    "tests/benchmarks", "tests/playground", "tests/viewer", "tests/problems",
    "tests/test_batch.py", "tests/test_comparing.py", "tests/test_notebook_estimates.py", "tests/test_neural_puzzle.py",
    "tests/compiled/test_anytime.py", "tests/compiled/test_beam.py", "tests/compiled/test_bidirectional.py",
    "tests/compiled/test_bounds_and_faults.py", "tests/compiled/test_edits.py", "tests/compiled/test_interrupts.py",
    "tests/compiled/test_laws.py", "tests/compiled/test_return_types.py", "tests/compiled/test_same_results.py",
    "tests/compiled/test_untrusted_files.py",
)  # fmt: skip

IN_WHEEL = ("py.typed", "viewer/page.html", "problems/sudoku/examples.csv", "problems/npuzzle/korf_1985.csv")
METADATA = ("METADATA", "RECORD", "WHEEL", "entry_points.txt", "licenses/LICENSE")
WITHOUT_EXTRAS = {"astarlib", "typing-extensions"}
NOT_COPIED = (".git", ".nox", ".venv", ".*_cache", "__pycache__", "*.egg-info", ".mutants")
BUILT = {"build", "dist", "site"}


def _temporary_folder() -> tempfile.TemporaryDirectory[str]:
    """Make a temporary folder inside the checkout, so that it disappears with a copy even if the session is killed."""
    parent = ROOT / ".nox" / "tmp"
    parent.mkdir(parents=True, exist_ok=True)
    return tempfile.TemporaryDirectory(dir=parent)


# --- tests ------------------------------------------------------------------------------------------------------------


@nox.session
def tests(session: nox.Session) -> None:
    """Run the tests (arguments after -- go to pytest)."""
    session.install("-e", ".[test]")
    session.run("python", "-m", "pytest", *session.posargs)


@nox.session
def costly(session: nox.Session) -> None:
    """Run the tests that take more than 0.2 seconds each, which the README's test command leaves out."""
    session.install("-e", ".[test]")
    session.run("python", "-m", "pytest", "-m", "costly", *session.posargs)


@nox.session
def slow(session: nox.Session) -> None:
    """Run the slow tests, the laws of engines and problems with more examples, and networkx's tests of its backend."""
    session.install("-e", ".[test,networkx]", "scipy")  # networkx's tests of backends need scipy.
    session.run("python", "-m", "pytest", "-m", "slow", *session.posargs)
    laws = ("tests/engines", "tests/checking", "tests/heuristics", "tests/problems")
    session.run("python", "-m", "pytest", "-m", "not slow", "--hypothesis-profile=release", *laws, *session.posargs)
    _run_tests_of_networkx(session)


def _run_tests_of_networkx(session: nox.Session) -> None:
    """Run networkx's own tests of shortest and simple paths with the backend, for three versions of networkx.
    All of them pass, without exceptions. networkx runs the functions that the backend doesn't have.
    """
    for version in ("networkx==3.4.2", "networkx==3.5", "networkx>3.5"):
        session.install(version)
        _run_tests_of_installed_networkx(session)


def _run_tests_of_installed_networkx(session: nox.Session) -> None:
    code = "import networkx; print(*networkx.__path__)"
    folder = str(session.run("python", "-c", code, silent=True)).strip()
    session.run(
        "python", "-m", "pytest", "-p", "no:cacheprovider", "-c", os.devnull,
        "--rootdir", folder, "--confcutdir", folder,
        "--pyargs", "networkx.algorithms.shortest_paths", "networkx.algorithms.tests.test_simple_paths",
        env={"NETWORKX_TEST_BACKEND": "astarlib", "NETWORKX_FALLBACK_TO_NX": "1"},
    )  # fmt: skip


@nox.session
def acceptance(session: nox.Session) -> None:
    """Run the acceptance tests in a folder: the argument, $ASTARLIB_ACCEPTANCE, or ../shared/acceptance."""
    default = os.environ.get("ASTARLIB_ACCEPTANCE", str(ROOT.parent / "shared" / "acceptance"))
    folder = Path(session.posargs[0] if session.posargs else default)
    if not folder.is_dir():
        session.skip(f"{folder} isn't a folder; pass the folder of the acceptance tests after --")
    session.install("-e", ".[test,ray]", "psutil")
    session.run(
        "python", "-m", "pytest", "-p", "no:cacheprovider", "-n", "auto", "--dist=worksteal",
        "-k", f"not {NOT_ACCEPTED} and not {TOO_LARGE}", *(str(folder / f"{name}.py") for name in ACCEPTANCE),
        env={"PYTHONPYCACHEPREFIX": str(ROOT / ".nox" / "bytecode")},  # The folder of the tests may be read-only.
    )  # fmt: skip


@nox.session
def cluster(session: nox.Session) -> None:
    """Run the tests that need Ray, which the README's test command doesn't install."""
    session.install("-e", ".[test,ray]", "psutil")
    session.run(
        "python", "-m", "pytest", "-n", "0", "-m", "not slow", "-k", "ray", "tests/distributed", "tests/test_batch.py"
    )


@nox.session
def planning(session: nox.Session) -> None:
    """Run the tests that need unified-planning, which the README's test command doesn't install."""
    session.install("-e", ".[test,planning]")
    tests = ("tests/problems/test_planning.py", "tests/problems/test_planning_page.py", "astarlib/unified_planning")
    session.run("python", "-m", "pytest", "-n", "0", "-m", "slow or not slow", *tests)


def _measured_tests() -> list[str]:
    """Return the test files that together reach every branch of the measured code."""
    files = [path for name in ("checking", "core", "engines") for path in (ROOT / "tests" / name).glob("test_*.py")]
    measured = (path.relative_to(ROOT).as_posix() for path in files if path.name not in NOT_MEASURED)
    return sorted((*measured, *ALSO_MEASURED))


@nox.session(python=NEWEST)
def coverage(session: nox.Session) -> None:
    """Check on the newest Python that the tests reach every branch of the core, with fewer examples."""
    session.install(".[test]")
    # Coverage sees one process only.
    options = ("-n", "0", "-m", "not slow", "--hypothesis-profile=mutation")
    session.run("coverage", "run", "-m", "pytest", *options, *_measured_tests())
    session.run("coverage", "report")


@nox.session(python=NEWEST)
def newest(session: nox.Session) -> None:
    """Run the tests that aren't part of coverage on the newest Python, with fewer examples."""
    session.install(".[test]")
    left_out = (f"--ignore={name}" for name in (*_measured_tests(), *NOT_ON_NEWEST))
    session.run(
        "python", "-m", "pytest", "-m", "not slow", "--hypothesis-profile=mutation", *left_out, *session.posargs
    )


@nox.session
def mutants(session: nox.Session) -> None:
    """Change the code in many small ways and list the changes that no test notices (takes hours)."""
    session.install("-e", ".[test]")
    session.run("python", ".ci/mutants.py", *session.posargs, env={"OPENBLAS_NUM_THREADS": "1"})


# --- code -------------------------------------------------------------------------------------------------------------


@nox.session
def lint(session: nox.Session) -> None:
    """Check style, format, the direction of imports, spelling and language."""
    session.install("-e", ".[dev]")
    session.run("ruff", "check")
    session.run("ruff", "format", "--check")
    session.run("lint-imports")
    structure = ROOT / ".ci" / "structure_check.py"
    if structure.exists():
        session.run("python", str(structure))
    else:
        session.warn(".ci/structure_check.py doesn't exist yet, so the structure of the package isn't checked")
    session.run("codespell")
    session.run("python", str(ROOT / ".ci" / "spelling_check.py"), str(ROOT))
    session.run("python", str(ROOT / ".ci" / "language_check.py"), str(ROOT), "--most", "0.4")


@nox.session
def types(session: nox.Session) -> None:
    """Check the types with mypy and pyright, and that all public names have types."""
    session.install("-e", ".[test,bench,docs,dev]")
    session.run("mypy", "--strict")
    python = str(session.run("python", "-c", "import sys; print(sys.executable)", silent=True)).strip()
    session.run("pyright", "--pythonpath", python)
    # To verify the types of a package, pyright needs no path: it asks the first Python on PATH where the package is.
    session.run("pyright", "--verifytypes", "astarlib", "--ignoreexternal")
    session.run("pytest", "-n", "0", "-m", "slow or not slow", "tests/test_types_of_blocks.py")


@nox.session
def docs(session: nox.Session) -> None:
    """Build the documentation. Check its links, its accessibility, the search and the playground, and its requests."""
    session.install("-e", ".[docs,test]")
    with _temporary_folder() as site:
        # One thread is enough for the small matrices of an example, and several slow it down on a busy machine.
        session.run("mkdocs", "build", "--strict", "--site-dir", site, env={"OPENBLAS_NUM_THREADS": "1"})
        session.run("python", ".ci/check_site.py", site)
        session.run("python", ".ci/check_accessibility.py", site)
        docstrings = "tests/test_docs.py::test_docstrings_get_links_and_types_and_are_inherited"  # It needs griffe.
        tests = ("tests/playground/test_in_browser.py", "tests/site", docstrings)
        session.run("python", "-m", "pytest", "-n", "0", "-m", "not slow", *tests, env={"ASTARLIB_SITE": site})


@nox.session
def benchmarks(session: nox.Session) -> None:
    """Check the answers and counts of the quick benchmarks, but no times, and the published figures."""
    session.install("-e", ".[test,bench]")
    with _temporary_folder() as folder:
        rows = str(Path(folder, "benchmarks.jsonl"))
        # The peers are left out because their environment takes minutes to make.
        session.run("python", "-m", "benchmarks", "--quick", "--without", "peers", "--output", rows)
    if (ROOT / "benchmarks" / "results" / "published.jsonl").exists():
        session.run("python", "-m", "benchmarks.report", "--check")


@nox.session
def comparison(session: nox.Session) -> None:
    """Run the probes of docs/comparison.py with all compared libraries, and store the answers in the docs."""
    # aima3 requires an old networkx, which its searches don't use.
    session.install("--no-deps", "-r", str(ROOT / "benchmarks" / "peers.txt"))
    session.install("-e", ".")
    session.run("python", "-m", "docs.comparison", "--write", env={"PYTHONPATH": str(ROOT)})


@nox.session
def libraries(session: nox.Session) -> None:
    """Run the programs of docs/guide/data.md with the libraries that the tests don't install, such as pandas."""
    session.install("-e", ".[test]", "pandas", "igraph", "rustworkx", "scipy", "osmnx")
    session.run("python", "-m", "pytest", "-n", "0", "-m", "not slow", "tests/test_data_page.py")


# --- what users install -----------------------------------------------------------------------------------------------


def _copy_of_checkout(folder: Path) -> Path:
    """Copy the checkout without what tools and sessions wrote into it."""

    def ignored(parent: str, names: list[str]) -> set[str]:
        built = BUILT if Path(parent) == ROOT else set()  # In other folders, these names are source code.
        return built.intersection(names) | shutil.ignore_patterns(*NOT_COPIED)(parent, names)

    return Path(shutil.copytree(ROOT, folder, ignore=ignored))


def _readme_command(word: str) -> str:
    """Return the line of README's shell blocks that contains this text."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    blocks = re.finditer(r"^```sh\n(.*?)^```$", readme, re.MULTILINE | re.DOTALL)
    [line] = [line for block in blocks for line in block[1].splitlines() if word in line]
    return line


@nox.session(python=False)
def readme(session: nox.Session) -> None:
    """Run the two commands of the README in copies of the checkout (keep the copies with -- FOLDER)."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(session.posargs[0] if session.posargs else temporary).resolve()
        for name, word in (("tests", "python -m pytest"), ("main", "astarlib solve")):
            with session.chdir(_copy_of_checkout(folder / name)):
                session.run("bash", "-euo", "pipefail", "-c", _readme_command(word), external=True)


def _check_files(session: nox.Session, source: Path, wheel: Path) -> None:
    """Fail unless the wheel has all files of the package, its metadata and no other file."""
    with zipfile.ZipFile(wheel) as archive:
        found = {re.sub(r"^astarlib-[^/]*\.dist-info", "DIST-INFO", name) for name in archive.namelist()}
    expected = {path.relative_to(source).as_posix() for path in (source / "astarlib").rglob("*") if path.is_file()}
    expected |= {"_astarlib_networkx.py", *(f"astarlib/{name}" for name in IN_WHEEL)}
    expected |= {f"DIST-INFO/{name}" for name in METADATA}
    if found != expected:
        session.error(f"the wheel lacks {sorted(expected - found)} and has {sorted(found - expected)} too many")
    session.log(f"{len(found)} files in the wheel, as expected")


def _solve(session: nox.Session, archive: str, environment: Path, python: str = sys.executable) -> list[str]:
    """Install an archive into an empty environment and return what README's main command prints there."""
    scripts = environment / SCRIPTS
    # The pip of the session installs there, too: to install another pip takes longer than everything else here.
    session.run(python, "-m", "venv", "--without-pip", str(environment), external=True)
    session.run("python", "-m", "pip", "--python", str(scripts / "python"), "install", "--quiet", archive)
    [_, *arguments] = shlex.split(_readme_command("astarlib solve").rpartition("&&")[2])
    printed = session.run(str(scripts / "astarlib"), *arguments, silent=True, external=True, stderr=None)
    session.run(str(scripts / "python"), "-m", "astarlib", "--version", external=True)
    return re.sub(r"[0-9.]+ seconds", "… seconds", str(printed)).splitlines()


@nox.session
def wheel(session: nox.Session) -> None:
    """Build the sdist and the wheel, check them, and use them without extras (with each Python named after --)."""
    session.install("-e", ".[dev]")
    with _temporary_folder() as temporary, session.chdir(temporary):  # The package's source isn't importable there.
        source, folder = _copy_of_checkout(Path(temporary, "source")), Path(temporary, "dist")
        session.run("python", str(source / ".ci" / "release_check.py"))
        session.run("python", "-m", "build", "--outdir", str(folder), str(source), silent=True)  # wheel from the sdist
        [built], [packed] = folder.glob("*.whl"), folder.glob("*.tar.gz")
        session.run("twine", "check", "--strict", str(built), str(packed))
        _check_files(session, source, built)
        bare = Path(temporary, "bare")
        outputs = [_solve(session, f"{built}[cli]", Path(temporary, "cli")), _solve(session, str(built), bare)]
        python = str(bare / SCRIPTS / "python")
        listed = str(session.run("python", "-m", "pip", "--python", python, "list", "--format=freeze", silent=True))
        names = {re.split("[=@ ]", line)[0].lower().replace("_", "-") for line in listed.splitlines() if "=" in line}
        if not names <= WITHOUT_EXTRAS:
            session.error(f"astarlib without extras installs {sorted(names - WITHOUT_EXTRAS)}")
        outputs.append(_solve(session, str(packed), Path(temporary, "sdist")))
        for at, other in enumerate(session.posargs):
            outputs.append(_solve(session, str(built), Path(temporary, f"other-{at}"), other))
        if len(outputs[0]) == 0 or any(output != outputs[0] for output in outputs):
            session.error("README's main command prints different lines in different environments")
        session.log(f"the same {len(outputs[0])} lines in {len(outputs)} environments")


def _replace_by_installed(session: nox.Session, source: Path) -> None:
    """Replace the package in a copy of the checkout by the installed one, which tests import and read."""
    code = "import sysconfig; print(sysconfig.get_path('purelib'))"
    installed = Path(str(session.run("python", "-c", code, silent=True)).strip())
    shutil.rmtree(source / "astarlib")
    shutil.copytree(installed / "astarlib", source / "astarlib")
    shutil.copy(installed / "_astarlib_networkx.py", source)


@nox.session(python=RELEASED_FOR)
def release(session: nox.Session) -> None:
    """Build the wheel and the sdist, install each, and run the quick tests with it. A Python that is missing is left
    out. With the tag of a release after --, also check that everything else is ready for it.
    """
    session.install("build", "twine")
    with _temporary_folder() as temporary, session.chdir(temporary):
        source, folder = _copy_of_checkout(Path(temporary, "source")), Path(temporary, "dist")
        session.run("python", str(source / ".ci" / "release_check.py"), *session.posargs)
        session.run("python", "-m", "build", "--outdir", str(folder), str(source), silent=True)  # wheel from the sdist
        archives = [*folder.glob("*.whl"), *folder.glob("*.tar.gz")]
        session.run("twine", "check", "--strict", *map(str, archives))
        for archive in archives:
            session.install("--force-reinstall", "--no-deps", str(archive))
            session.install(f"{archive}[test]")
            _replace_by_installed(session, source)
            with session.chdir(source):
                session.run("python", "-m", "pytest", "-m", "quick", "-q", "tests")
                session.run("python", "-m", "astarlib", "solve", "hanoi", "--disks", "4", silent=True)
