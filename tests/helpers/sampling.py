"""Parameters of which a few run by default and the others with the slow tests."""

import pytest


def few(values, count=2):
    """Return the values as parameters. ``count`` of them, evenly spaced, run by default, and the others are slow."""
    values = list(values)
    kept = {round(at * (len(values) - 1) / max(count - 1, 1)) for at in range(count)}
    return [value if at in kept else slow(value) for at, value in enumerate(values)]


def slow(value):
    """Return a value, a tuple of several, or a parameter, as a parameter that runs with the slow tests only."""
    if isinstance(value, type(pytest.param())):
        return pytest.param(*value.values, id=value.id, marks=[*value.marks, pytest.mark.slow])
    values = value if type(value) is tuple else (value,)
    return pytest.param(*values, marks=pytest.mark.slow)
