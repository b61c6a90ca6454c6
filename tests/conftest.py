import gc
from collections.abc import Iterator
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


@pytest.fixture(scope="session", autouse=True)
def quick_collection() -> Iterator[None]:
    """Let a comparison collect young garbage only.

    Before each run, a comparison collects all garbage, so that its figures are right. In the process of the tests,
    which holds millions of objects, that takes half a second each time.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("astarlib.comparing.running.gc", SimpleNamespace(collect=lambda: gc.collect(0)))
        yield
