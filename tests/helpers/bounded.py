"""A bound on time for what should take an instant: it tells an endless call from a slow machine, and nothing else."""

import signal
from contextlib import contextmanager


@contextmanager
def not_for_ever():
    """An error where a thing of an instant takes more than a minute."""

    def give_up(*_):
        raise AssertionError("it takes for ever")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(60)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
