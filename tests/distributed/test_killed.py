"""A search whose process is killed, also during a checkpoint, continues from its folder with the same result."""

import os
import subprocess
import sys

import pytest
from helpers import killed_lives
from helpers.sampling import slow


@pytest.mark.costly
@pytest.mark.skipif(not hasattr(os, "fork"), reason="it forks")
@pytest.mark.parametrize(
    ("how", "number"),
    [
        ("places", 200),
        slow(("places", 7)),
        slow(("moments", 100)),
    ],
)
def test_a_search_whose_process_is_killed_continues_with_the_same_result(how, number, tmp_path):
    command = [sys.executable, killed_lives.__file__, str(tmp_path), how, str(number)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert 0 == done.returncode, done.stderr
    assert int(done.stdout) >= 5
