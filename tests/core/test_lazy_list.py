"""A list of solutions that is computed while it's read can be read by several threads."""

import copy
import pickle
import sys
import threading

import pytest

from astarlib._support.lazy_list import LazyList

pytestmark = pytest.mark.quick


@pytest.fixture
def _often_switched():
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def in_threads(*reads):
    """Let threads begin to read at the same time, and return what they have read, or their errors."""
    found, barrier = {}, threading.Barrier(len(reads))

    def work(number, read):
        barrier.wait()
        try:
            found[number] = read()
        except Exception as error:  # noqa: BLE001  # The test compares it.
            found[number] = error

    threads = [threading.Thread(target=work, args=each) for each in enumerate(reads)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [found[number] for number in range(len(reads))]


@pytest.mark.usefixtures("_often_switched")
def test_threads_that_read_at_the_same_time_find_the_same_items():
    def squares():
        for number in range(300):
            yield number * number

    expected = list(squares())
    for _ in range(10):
        items = LazyList(squares())
        found = in_threads(
            lambda items=items: list(items),
            lambda items=items: [items[at] for at in range(300)],
            lambda items=items: items[:][:300] if len(items) == 300 else None,
            lambda items=items: list(copy.copy(items)),
            lambda items=items: list(pickle.loads(pickle.dumps(items))),
        )
        assert found == [expected] * 5


def test_a_thread_that_reads_while_another_one_waits_for_an_item_waits_too():
    begun, go_on = threading.Event(), threading.Event()

    def items():
        yield 0
        begun.set()
        go_on.wait()
        yield 1

    lazy = LazyList(items())
    assert lazy[0] == 0

    def second():
        begun.wait()
        assert lazy[0] == 0  # What is there already needs no waiting.
        go_on.set()
        return list(lazy)

    assert in_threads(lambda: list(lazy), second) == [[0, 1], [0, 1]]


def test_an_error_of_the_source_is_one_for_all_threads():
    def failing():
        yield 0
        raise ZeroDivisionError

    lazy = LazyList(failing())
    errors = in_threads(lambda: len(lazy), lambda: len(lazy), lambda: list(lazy))
    assert sorted(type(error).__name__ for error in errors) == ["RuntimeError", "RuntimeError", "ZeroDivisionError"]
    assert lazy[0] == 0


def test_code_that_interrupts_a_reading_gets_an_error_and_does_no_harm():
    errors = []

    def items():
        yield 0
        with pytest.raises(RuntimeError, match="interrupts another reading") as caught:
            len(lazy)
        errors.append(caught.value)
        yield 1

    lazy = LazyList(items())
    assert (list(lazy), len(errors)) == ([0, 1], 1)
