"""The names of test cases, which must be the same in every process for pytest-xdist."""

import re


def name(value):
    """The repr without the addresses in it."""
    return re.sub(r" at 0x[0-9a-f]+", "", repr(value))
