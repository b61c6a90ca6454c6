"""Parameters of which a few run by default and the others with the slow tests."""

from contextlib import contextmanager

import pytest


def few(values, count=2):
    """Return the values as parameters. ``count`` of them, evenly spaced, run by default, and the others are slow."""
    values = list(values)
    kept = _spread(len(values), count)
    return [value if at in kept else slow(value) for at, value in enumerate(values)]


def spread(values, count):
    """Return ``count`` of the values, evenly spaced."""
    kept = _spread(len(values), count)
    return [value for at, value in enumerate(values) if at in kept]


def _spread(length, count):
    return {round(at * (length - 1) / max(count - 1, 1)) for at in range(count)}


def slow(value):
    """Return a value, a tuple of several, or a parameter, as a parameter that runs with the slow tests only."""
    if isinstance(value, type(pytest.param())):
        return pytest.param(*value.values, id=value.id, marks=[*value.marks, pytest.mark.slow])
    values = value if type(value) is tuple else (value,)
    return pytest.param(*values, marks=pytest.mark.slow)


@contextmanager
def variant(*names):
    """Name a variant that a test tries in a loop, if the test fails. A case for each variant would take longer."""
    try:
        yield
    except BaseException as error:
        error.add_note(f"variant: {', '.join(map(repr, names))}")
        raise
