"""Parameters of which a few run by default and the others with the slow tests, or which share one case."""

import inspect
from contextlib import contextmanager
from functools import wraps

import pytest


def few(values, count=2, mark=pytest.mark.slow):
    """Return the values as parameters. ``count`` of them, evenly spaced, run by default. The others have the mark."""
    values = list(values)
    kept = _spread(len(values), count)
    return [value if at in kept else _marked(value, mark) for at, value in enumerate(values)]


def spread(values, count):
    """Return ``count`` of the values, evenly spaced."""
    kept = _spread(len(values), count)
    return [value for at, value in enumerate(values) if at in kept]


def _spread(length, count):
    return {round(at * (length - 1) / max(count - 1, 1)) for at in range(count)}


def slow(value):
    """Return a value, a tuple of several, or a parameter, as a parameter that runs with the slow tests only."""
    return _marked(value, pytest.mark.slow)


def _marked(value, mark):
    if isinstance(value, type(pytest.param())):
        return pytest.param(*value.values, id=value.id, marks=[*value.marks, mark])
    values = value if type(value) is tuple else (value,)
    return pytest.param(*values, marks=mark)


def costly_first(values):
    """Return the values as parameters. The first one runs with the costly tests, and the others are slow."""
    first, *others = values
    return [_marked(first, pytest.mark.costly), *map(slow, others)]


@contextmanager
def variant(*names):
    """Name a variant that a test tries in a loop, if the test fails. A case for each variant would take longer."""
    try:
        yield
    except BaseException as error:
        error.add_note(f"variant: {', '.join(map(repr, names))}")
        raise


def in_turn(names, values):
    """Call a test with each of the values in one case, as ``pytest.mark.parametrize`` does in a case for each.

    Pytest takes 1 to 2 ms for a case, and every process collects all cases. Use this decorator for values with which
    the test takes less than that. They share the fixtures.
    """
    names, values = names.replace(" ", "").split(",") if isinstance(names, str) else names, list(values)

    def decorate(test):
        signature = inspect.signature(test)

        @wraps(test)
        def call(**others):
            for value in values:
                with variant(value):
                    test(**others, **dict(zip(names, value if len(names) > 1 else [value], strict=True)))

        kept = [each for name, each in signature.parameters.items() if name not in names]
        call.__signature__ = signature.replace(parameters=kept)
        return call

    return decorate
