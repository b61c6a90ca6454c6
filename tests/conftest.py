import gc
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, Phase, settings

patient = settings(
    deadline=None, suppress_health_check=[HealthCheck.too_slow]
)  # No test depends on the machine's load.
settings.register_profile("gate", patient, derandomize=True, max_examples=100)
settings.register_profile("deep", patient, max_examples=20 * 100)
settings.register_profile(
    "mutation", settings.get_profile("gate"), max_examples=25, phases=(Phase.explicit, Phase.generate)
)
settings.load_profile("gate")  # another one: --hypothesis-profile


QUICK = (
    "tests/checking/test_certify.py", "tests/checking/test_check_problem.py", "tests/core/test_capabilities.py",
    "tests/core/test_checkpoint.py", "tests/core/test_chunks.py", "tests/core/test_errors.py",
    "tests/core/test_messages.py", "tests/core/test_problem.py", "tests/core/test_result.py",
    "tests/core/test_verify.py", "tests/engines/test_broken_problems.py", "tests/engines/test_engines_as_values.py",
    "tests/engines/test_known_graphs.py", "tests/engines/test_laws.py",
    "tests/problems/test_graph.py", "tests/problems/test_npuzzle_reading.py", "tests/test_importing.py",
)  # fmt: skip
"""The files whose tests are marked ``quick``, except the slow ones."""


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """With ``-m quick``, read no other file: to collect all tests takes longer than to run these."""
    if config.option.markexpr != "quick" or collection_path.is_dir():
        return None
    name = collection_path.relative_to(config.rootpath).as_posix()
    return name not in QUICK and collection_path.name != "conftest.py"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the quick tests."""
    quick = {Path(__file__).parents[1] / name for name in QUICK}
    for item in items:
        if item.path in quick and item.get_closest_marker("slow") is None:
            item.add_marker(pytest.mark.quick)


@pytest.fixture(scope="session", autouse=True)
def quick_collection() -> Iterator[None]:
    """Let a comparison collect young garbage only.

    Before each run, a comparison collects all garbage, so that its figures are right. In the process of the tests,
    which holds millions of objects, that takes half a second each time.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("astarlib.comparing.running.gc", SimpleNamespace(collect=lambda: gc.collect(0)))
        yield
