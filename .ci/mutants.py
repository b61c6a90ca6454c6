#!/usr/bin/env python3
"""Change the code in many small ways (mutants), and list the changes that no test notices.

    python .ci/mutants.py [PACKAGE …] [--sample N] [--seed S] [--output FILE]

A package is a name below astarlib, such as `searching`, `compiled.plain` or the module `limits`. Without names, the
script takes all packages. First it runs the default tests once with coverage, to learn which tests reach each line, and
stores that in `.mutants/`. Later runs measure only the test files that changed; delete the folder to measure all.
Then it runs the tests that reach each mutant in a copy of the checkout. If all pass, it runs costly and slow ones, too.
Each result is appended to FILE. Another run skips the mutants in it. It tries a survivor again if the tests have
changed since.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import os
import re
import resource
import shutil
import sys
import tempfile
import time
import tomllib
import traceback
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple

import coverage
import pytest

ROOT: Final = Path(__file__).resolve().parent.parent
KEPT: Final = ROOT / ".mutants"
NOT_COPIED: Final = (".git", ".mutants", ".nox", ".venv", ".*_cache", ".hypothesis", "__pycache__", "site", "mutants")
# Signals and tracers of these tests interrupt coverage, or the tests take long.
NOT_MEASURED: Final = (
    "tests/benchmarks", "tests/playground", "tests/site", "tests/viewer/test_in_browser.py",
    "tests/compiled/test_interrupts.py", "tests/core/test_any_text.py",
    "tests/core/test_gc_pause.py", "tests/core/test_killed_saving.py", "tests/core/test_memory.py",
    "tests/engines/test_boards.py", "tests/engines/test_deep_paths.py", "tests/engines/test_determinism.py",
    "tests/engines/test_interrupts.py", "tests/test_children.py", "tests/test_typing.py",
)  # fmt: skip
OPTIONS: Final = (
    "-q", "-n0", "-pno:cacheprovider", "--hypothesis-profile=mutation", "-Wignore::pytest.PytestAssertRewriteWarning",
)  # fmt: skip
COMPILED: Final = re.compile(r"/compiled|kernels")  # Coverage sees no lines of code that numba compiles.
FIRST, LAST = 4, 16  # Test files that run for a mutant: first those that reach its module and little besides.
MOST: Final = 15.0  # CPU time in seconds of the default tests for one mutant, without the time to load them

# Operators and what replaces them.
PAIRS: Final = """
    Lt LtE, LtE Lt, Gt GtE, GtE Gt, Eq NotEq, NotEq Eq, Is IsNot, IsNot Is, In NotIn, NotIn In, And Or, Or And, Add Sub,
    Sub Add, Mult Add, FloorDiv Mult, Div Mult, Mod FloorDiv, BitAnd BitOr, BitOr BitAnd, BitXor BitOr, LShift RShift,
    RShift LShift"""
SWAPPED: Final = {getattr(ast, old): getattr(ast, new) for old, new in map(str.split, PAIRS.split(","))}


# --- mutants ----------------------------------------------------------------------------------------------------------


class Mutant(NamedTuple):
    """A change of one piece of a file: its bytes, the new text, and the lines of the statement."""

    file: str
    start: int
    end: int
    new: str
    lines: tuple[int, int]
    function: str

    def described(self, source: bytes) -> str:
        """Return the place, the old text and the new text in one line."""
        line = source.count(b"\n", 0, self.start) + 1
        old = " ".join(source[self.start : self.end].decode().split())
        return f"{self.file}:{line}: {self.function}: {old}  ->  {' '.join(self.new.split())}"


def changes(node: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:  # noqa: C901  # a case for each kind of node
    """Yield each small change of a node: what is replaced, and what replaces it."""
    match node:
        case ast.Compare(left, ops, others):
            for i, op in enumerate(ops):
                yield node, ast.Compare(left, [*ops[:i], SWAPPED[type(op)](), *ops[i + 1 :]], others)
        case ast.BinOp(left, op, right) if type(op) in SWAPPED:
            yield node, ast.BinOp(left, SWAPPED[type(op)](), right)
        case ast.BoolOp(op, values):
            yield node, ast.BoolOp(SWAPPED[type(op)](), values)
        case ast.UnaryOp(ast.Not() | ast.USub(), operand) if not isinstance(operand, ast.Constant):
            yield node, operand
        case ast.Constant(bool() as value):
            yield node, ast.Constant(not value)
        case ast.Constant(int() as value):
            yield node, ast.Constant(value + 1)
        case ast.IfExp(test, body, orelse):
            yield node, ast.IfExp(test, orelse, body)
        case ast.If(test) | ast.While(test) if not isinstance(test, ast.Compare | ast.Constant | ast.UnaryOp):
            yield test, ast.UnaryOp(ast.Not(), test)
        case ast.Return(value) if not isinstance(value, ast.Constant | None):
            yield node, ast.Return(ast.Constant(None))
        case ast.Break() | ast.Continue():
            yield node, ast.Continue() if isinstance(node, ast.Break) else ast.Break()
        case ast.Assign() | ast.AugAssign() | ast.AnnAssign(value=ast.expr()) | ast.Raise() | ast.Expr(ast.Call()):
            yield node, ast.Pass()


def parts(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the parts of a node that may change. Types, decorators, messages and assertions stay as they are."""
    match node:
        case ast.JoinedStr() | ast.Assert() | ast.Raise() | ast.Call(ast.Attribute(attr="warn")):
            return
        case ast.If(ast.Name("TYPE_CHECKING")) | ast.Assign([ast.Name("__all__" | "__slots__")]):
            return
        case ast.FunctionDef(decorator_list=[ast.Name("overload"), *_]):
            return
        case ast.Call(ast.Name("isinstance"), [value, _]):
            yield value
            return
    for name, value in ast.iter_fields(node):
        if name not in {"annotation", "returns", "decorator_list", "bases"}:
            yield from (part for part in (value if isinstance(value, list) else [value]) if isinstance(part, ast.AST))


def mutants_of(file: str, source: bytes) -> Iterator[Mutant]:
    """Yield all mutants of a file. Statements change only in functions, because most modules need all of theirs."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def visit(node: ast.AST, lines: tuple[int, int], function: str) -> Iterator[Mutant]:
        if isinstance(node, ast.stmt):
            lines = node.lineno, node.lineno if hasattr(node, "body") else node.end_lineno or 0
        for old, new in changes(node):
            if isinstance(old, ast.expr) or (isinstance(old, ast.stmt) and function):
                last = old.end_lineno or 0
                place = starts[old.lineno - 1] + old.col_offset, starts[last - 1] + (old.end_col_offset or 0)
                text = f"({ast.unparse(new)})" if isinstance(new, ast.expr) else ast.unparse(new)
                yield Mutant(file, *place, text, (lines[0], max(lines[1], last)), function)
        for part in parts(node):
            is_inside = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and part in node.body
            yield from visit(part, lines, node.name if is_inside else function)  # type: ignore[attr-defined]  # is_inside

    return visit(ast.parse(source), (1, 1), "")


# --- tests ------------------------------------------------------------------------------------------------------------


class Measuring:
    """A plugin that records the lines that each test reaches, and the seconds of the tests that pass."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_sessionstart(self) -> Iterator[None]:
        """Prepare coverage in the process of the tests."""
        self.coverage = coverage.Coverage(KEPT / "coverage", config_file=False, source=["astarlib"])
        self.coverage.set_option("run:core", "ctrace")  # No other one has contexts before Python 3.14.
        self.coverage.set_option("run:relative_files", True)
        self.coverage.set_option("run:disable_warnings", ["trace-changed"])
        self.coverage.load()
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[Any]:  # Any: pytest's result
        """Measure one test. Some tests set a tracer of their own, so coverage starts for each test."""
        self.coverage.start()
        self.coverage.switch_context(item.nodeid)
        self.seconds[item.nodeid] = -time.process_time()
        try:
            return (yield)
        finally:
            self.coverage.stop()
            if item.nodeid in self.seconds:
                self.seconds[item.nodeid] += time.process_time()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Leave out the tests that fail or are skipped."""
        if not report.passed:
            self.seconds.pop(report.nodeid, None)

    def pytest_sessionfinish(self) -> None:
        """Store the data. Without coverage, tests take about a third of the time."""
        self.coverage.save()
        (KEPT / "new.json").write_text(json.dumps({test: used / 3 for test, used in self.seconds.items()}))


class Choosing:
    """A plugin that runs some tests, the cheapest first. It ends the process if one takes much longer than usual."""

    def __init__(self, seconds: Mapping[str, float]) -> None:
        self.seconds = seconds

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave out all other tests, unless none is chosen."""
        chosen = [item for item in items if item.nodeid in self.seconds or not self.seconds]
        items[:] = sorted(chosen, key=lambda item: self.seconds.get(item.nodeid, 0))

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> None:
        """Limit the CPU time of the next test."""
        limit = int(time.process_time() + 10 + 15 * self.seconds.get(item.nodeid, 2))
        resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.RLIM_INFINITY))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note the test that fails."""
        if report.failed:
            (KEPT / "failed").write_text(report.nodeid)


def run(copy: Path, arguments: tuple[str, ...], plugin: object, timeout: float) -> int:
    """Run pytest in a forked process, which has pytest and numba loaded but not astarlib, and return its exit code."""
    process = os.fork()
    if process == 0:
        code = 3
        try:
            os.setsid()
            output = os.open(KEPT / "output.txt", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            os.dup2(output, 1), os.dup2(output, 2)
            os.chdir(copy)
            os.environ |= {"PYTHONPATH": str(copy), "ASTARLIB_TESTS_CACHE": str(copy / "cache")}
            resource.setrlimit(resource.RLIMIT_AS, (8 << 30, resource.RLIM_INFINITY))
            sys.path.insert(0, str(copy))
            code = int(pytest.main([*OPTIONS, *arguments], plugins=[plugin]))
        except BaseException:  # noqa: BLE001  # The process ends here.
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            os._exit(code)
    end = time.monotonic() + timeout
    while (done := os.waitpid(process, os.WNOHANG))[0] == 0 and time.monotonic() < end:
        time.sleep(0.02)
    with suppress(ProcessLookupError):
        os.killpg(process, 9)
    status = done[1] if done[0] else os.waitpid(process, 0)[1]
    return os.waitstatus_to_exitcode(status)


class Tests:
    """What is known of the tests: their seconds, and the lines that they reach."""

    def __init__(self, copy: Path) -> None:
        self.copy = copy
        kept = KEPT / "tests.json"
        known = json.loads(kept.read_text()) if kept.exists() else {"files": {}, "seconds": {}, "sources": {}}
        paths = [*(copy / "tests").rglob("test_*.py"), *(copy / "astarlib").rglob("*.py")]
        self.texts: dict[str, str] = {str(path.relative_to(copy)): path.read_text(encoding="utf-8") for path in paths}
        files = {file: digest(copy / file) for file in self.texts if file.startswith("tests")}
        self.state = digest(*sorted((copy / "tests").rglob("*.py")))
        new = [file for file in files if files[file] != known["files"].get(file)]
        if new:
            print(f"measure {len(new)} test files", flush=True)
            left_out = tuple(f"--ignore={name}" for name in NOT_MEASURED)
            run(copy, (*left_out, *(new if known["files"] else ())), Measuring(), 36_000)
            (copy / "cache").mkdir(exist_ok=True)  # The tests put compiled code into it.
            shutil.copytree(copy / "cache", KEPT / "cache", dirs_exist_ok=True)
            known["seconds"] |= json.loads((KEPT / "new.json").read_text())
            known["files"] = files
            known["sources"] = known["sources"] or {file: digest(copy / file) for file in self.texts}
            kept.write_text(json.dumps(known))
        self.seconds: dict[str, float] = known["seconds"]
        self.sources: dict[str, str] = known["sources"]
        self._data = coverage.CoverageData(KEPT / "coverage")
        self._data.read()
        self._lines: dict[str, dict[int, list[str]]] = {}
        self._reached = sum(map(self._files_reaching, self._data.measured_files()), Counter[str]())

    def lines_of(self, file: str) -> dict[int, list[str]]:
        """Return the tests that reach each line of a file."""
        if file not in self._lines:
            self._lines[file] = self._data.contexts_by_lineno(file)
        return self._lines[file]

    def reaching(self, mutant: Mutant) -> set[str]:
        """Return the tests that reach a mutant. If coverage can't see its line, return those that reach its module."""
        by_line = self.lines_of(mutant.file)
        is_compiled = COMPILED.search(mutant.file) is not None
        if mutant.function and self.sources.get(mutant.file) == digest(self.copy / mutant.file):
            found = {test for line in range(mutant.lines[0], mutant.lines[1] + 1) for test in by_line.get(line, ())}
            if found or not is_compiled:
                return found
        modules = self._seen(mutant.file)
        return {test for module in modules for tests in self.lines_of(module).values() for test in tests}

    def _seen(self, file: str) -> list[str]:
        """Return the module if coverage sees lines of it, else those that import it."""
        if self.lines_of(file):
            return [file]
        package, stem = ".".join(Path(file).parent.parts).replace(".", r"\."), Path(file).stem
        name = re.compile(rf"{package}(\.{stem}\b| import \(?[^()]*\b{stem}\b)")
        return [other for other in self._data.measured_files() if name.search(self.texts.get(other, ""))]

    def _files_reaching(self, file: str) -> Counter[str]:
        """Return how many lines of a module each test file reaches."""
        return Counter(test for tests in self.lines_of(file).values() for test in set(map(file_of, tests)))

    def groups(self, mutant: Mutant) -> Iterator[tuple[list[str], dict[str, float]]]:
        """Yield arguments for pytest, and the tests for a mutant with their seconds: first those of files that reach
        little besides the module, then of more files, then the costly and slow ones of the first files.
        """
        found: dict[str, list[str]] = defaultdict(list)
        for test in sorted(self.reaching(mutant) & self.seconds.keys(), key=self.seconds.__getitem__):
            found[file_of(test)].append(test)
        here = sum(map(self._files_reaching, self._seen(mutant.file)), Counter[str]())
        there = filter(self.texts.__contains__, found | here)
        files = sorted(there, key=lambda file: -here[file] / (self._reached[file] or 1))
        left = MOST
        reached = [file for file in files if file in found]
        for group in (reached[:FIRST], reached[FIRST:LAST]):
            chosen = dict[str, float]()
            for test in sorted((test for file in group for test in found[file]), key=self.seconds.__getitem__):
                left -= self.seconds[test]
                if left > 0:
                    chosen[test] = self.seconds[test]
            yield list({file_of(test): None for test in chosen}), chosen
        marked = [file for file in files if re.search(r"mark\.(costly|slow)|\bfew\(", self.texts[file])]
        yield ["-m=costly or slow", *marked[:FIRST]], {}


def file_of(test: str) -> str:
    """Return the file of a test."""
    return test.partition("::")[0]


def digest(*paths: Path) -> str:
    """Return a hash of files."""
    return hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()


# --- packages ---------------------------------------------------------------------------------------------------------


def packages() -> dict[str, list[str]]:
    """Return the modules of each package that has a budget in pyproject.toml. `root` has those of no other package."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found: dict[str, list[str]] = {name: [] for name in settings["tool"]["astarlib"]["budgets"]}
    for path in sorted((ROOT / "astarlib").rglob("*.py")):
        names = [".".join(folder.parts) for folder in path.relative_to(ROOT / "astarlib").parents]
        found[next((name for name in names if name in found), "root")].append(str(path.relative_to(ROOT)))
    return found


def modules_of(name: str) -> list[str]:
    """Return the modules of a package, or the module of that name."""
    module = f"astarlib/{name.replace('.', '/')}"
    return packages().get(name) or [file for files in packages().values() for file in files if file == f"{module}.py"]


def sample(root: Path, files: list[str], number: int, seed: int) -> list[Mutant]:
    """Return mutants of some modules. Most of them stay the same if the code changes elsewhere."""
    found: list[tuple[bytes, Mutant]] = []
    counts = Counter[Any]()
    for file in files:
        source = (root / file).read_bytes()
        for mutant in mutants_of(file, source):
            change = file, mutant.function, source[mutant.start : mutant.end], mutant.new
            counts[change] += 1  # A function may have the same change in several places.
            found.append((hashlib.sha256(repr((seed, *change, counts[change])).encode()).digest(), mutant))
    return [mutant for _, mutant in sorted(found)[:number]]


def outcome(tests: Tests, mutant: Mutant, changed: bytes) -> str:
    """Return "survived", or the test that fails with a changed file. It's "stopped" if a test doesn't end."""
    place, cache = tests.copy / mutant.file, tests.copy / "cache"
    source = place.read_bytes()
    try:
        place.write_bytes(changed)
        for arguments, chosen in tests.groups(mutant):
            shutil.rmtree(cache, ignore_errors=True)
            shutil.copytree(KEPT / "cache", cache, copy_function=os.link)
            (KEPT / "failed").write_text("")
            if not arguments or (not chosen and (changed == source or len(arguments) == 1)):
                continue
            code = run(tests.copy, ("-x", *arguments), Choosing(chosen), 300 if chosen else 60)
            if code not in {0, 5} and (chosen or code != -9):  # 5: no test; -9: time is up
                return (KEPT / "failed").read_text() or ("stopped" if code < 0 else "error")
    finally:
        place.write_bytes(source)
    return "survived"


def rows(tests: Tests, mutants: list[Mutant], known: dict[str, dict[str, str]]) -> Iterator[dict[str, str]]:
    """Yield the results of mutants. Those that are known aren't tried again."""
    are_right = False
    for mutant in mutants:
        source = (tests.copy / mutant.file).read_bytes()
        key = f"{hashlib.sha256(source).hexdigest()[:16]} {mutant.start} {mutant.end} {mutant.new}"
        row = known.get(key)
        if row is None or (row["result"].startswith("survived") and row["tests"] != tests.state):
            if not are_right and not (without := outcome(tests, mutant, source)).startswith("survived"):
                sys.exit(f"the tests fail without any change: {without}")
            are_right = True
            result = outcome(tests, mutant, source[: mutant.start] + mutant.new.encode() + source[mutant.end :])
            row = {"mutant": key, "tests": tests.state, "change": mutant.described(source), "result": result}
        yield row


def main() -> None:
    """Try the mutants of the packages that are given, and print the survivors and a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("packages", nargs="*", metavar="PACKAGE")
    parser.add_argument("--sample", type=int, default=60, metavar="N", help="mutants of each package (default: 60)")
    parser.add_argument("--seed", type=int, default=0, help="another seed takes other mutants (default: 0)")
    parser.add_argument("--output", type=Path, default=KEPT / "results.jsonl", metavar="FILE")
    given = parser.parse_args()
    (KEPT / "cache").mkdir(parents=True, exist_ok=True)
    given.output.touch()
    known = {row["mutant"]: row for row in map(json.loads, given.output.read_text().splitlines())}
    table = [f"{'package':20}{'mutants':>8}{'killed':>8}{'survived':>9}{'%':>7}"]
    with tempfile.TemporaryDirectory(dir=KEPT) as folder, given.output.open("a") as output:
        copy = Path(shutil.copytree(ROOT, Path(folder, "checkout"), ignore=shutil.ignore_patterns(*NOT_COPIED)))
        tests = Tests(copy)
        for package in given.packages or packages():
            mutants = sample(copy, modules_of(package), given.sample, given.seed)
            survivors = 0
            for row in rows(tests, mutants, known):
                if row is not known.get(row["mutant"]):
                    print(json.dumps({"package": package, **row}), file=output, flush=True)
                if row["result"].startswith("survived"):
                    survivors += 1
                    print(f"{row['result']}: {row['change']}", flush=True)
            killed = len(mutants) - survivors
            table.append(f"{package:20}{len(mutants):8}{killed:8}{survivors:9}{100 * killed / len(mutants):7.0f}")
            print(table[-1], flush=True)
    print(*table, sep="\n")


if __name__ == "__main__":
    for module in ("hypothesis", "numpy", "numba"):  # The processes of all mutants share them.
        import_module(module)
    main()
