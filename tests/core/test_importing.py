"""What ``import astarlib`` loads: what every search needs, and nothing that is slow to load and only some need."""

import subprocess
import sys

OF_SOME = {
    "argparse", "csv", "decimal", "difflib", "fractions", "hashlib", "importlib.resources", "json", "logging", "numpy",
    "pathlib", "pickle", "psutil", "random", "rich", "shutil", "socket", "statistics", "subprocess", "tempfile",
    "threading", "traceback", "urllib", "zlib", "astarlib.checkpoint", "astarlib.cli", "astarlib.comparing",
    "astarlib.heuristics", "astarlib.observers", "astarlib.problems", "astarlib.simpleai",
}  # fmt: skip


def loaded_by(statement):
    code = f"import sys; before = set(sys.modules); {statement}; print(*set(sys.modules) - before)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_importing_the_library_loads_nothing_that_only_some_searches_need():
    assert set() == loaded_by("import astarlib") & OF_SOME
