"""Signals that arrive while numba compiles or loads code are handled afterwards."""

import os
import signal
import subprocess
import sys
import textwrap
import threading

import pytest

from astarlib._support.deferred_signals import call_in_thread, handle_signals_here, without_signals

PROGRAM = textwrap.dedent("""
    import signal, sys

    import numba

    from astarlib.compiled.runtime.domain_functions import DomainFunctions
    from astarlib.compiled_domain import CompiledDomain

    HOOKS = "_raw_object_cache_notify", "_raw_object_cache_getbuffer", "_object_compiled_hook", "_object_getbuffer_hook"
    called, raised = set(), []

    class Stopped(ValueError):
        pass

    def stop(number, frame):
        raise Stopped

    def watch(frame, event, _):
        name = frame.f_code.co_name
        if event == "call" and name in HOOKS and (sent, name) not in called:
            called.add((sent, name))
            signal.raise_signal(sent)

    # LLVM calls Python only if numba compiles a function.
    @numba.njit
    def successor_count(tables, state, aux):
        return 1

    @numba.njit
    def is_goal(tables, state, aux):
        return state == 0

    def apply(tables, state, aux, i):
        return state, aux, 1

    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, stop)

    domain = CompiledDomain(
        encode=lambda state: (state, 0), decode=lambda words, aux: words, action_of=lambda state, next_state: None,
        successor_count=successor_count, apply=apply, is_goal=is_goal, max_successors=1,
    )
    functions = DomainFunctions(domain)
    sys.setprofile(watch)
    for sent, function in ((signal.SIGINT, functions.successor_count), (signal.SIGTERM, functions.is_goal)):
        while True:
            try:
                assert function(1, 0) == (function == functions.successor_count)
                break
            except (KeyboardInterrupt, Stopped) as error:
                raised.append(type(error).__name__)
    sys.setprofile(None)
    assert signal.getsignal(signal.SIGTERM) is stop
    print(*sorted({name for _, name in called}), *dict.fromkeys(raised))
""")


@pytest.mark.costly
def test_a_signal_in_each_callback_of_llvm_is_handled_after_the_call(tmp_path):
    hooks = "_object_compiled_hook _object_getbuffer_hook _raw_object_cache_getbuffer _raw_object_cache_notify"
    empty = {**os.environ, "ASTARLIB_CACHE": str(tmp_path)}  # Code from the disk isn't compiled.
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=empty, capture_output=True, text=True, timeout=60, check=False
    )
    expected = 0, "", [*hooks.split(), "KeyboardInterrupt", "Stopped"]
    assert (done.returncode, done.stderr, done.stdout.split()) == expected


class StoppedError(Exception):
    pass


@pytest.fixture
def handled():
    """Install handlers that note their signals, SIGTERM's also raises an error, and restore the old ones."""
    found = []

    def note(number, frame):
        assert frame is not None
        found.append(number)

    def stop(number, frame):
        note(number, frame)
        raise StoppedError

    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    signal.signal(signal.SIGINT, note)
    signal.signal(signal.SIGTERM, stop)
    yield found
    for number, handler in before.items():
        signal.signal(number, handler)


def send(*numbers):
    for number in numbers:
        signal.raise_signal(number)


def test_signals_are_handled_once_and_in_their_order_after_the_call(handled):
    def work():
        send(signal.SIGINT, signal.SIGTERM, signal.SIGINT)
        assert handled == []
        return 7

    handlers = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    with pytest.raises(StoppedError):
        without_signals(work)
    assert handled == [signal.SIGINT, signal.SIGTERM]
    assert handlers == [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    assert without_signals(lambda: send(signal.SIGINT) or 7) == 7
    assert handled == [signal.SIGINT, signal.SIGTERM, signal.SIGINT]


def test_all_handlers_run_if_one_of_them_raises_an_error(handled):
    with pytest.raises(StoppedError):
        without_signals(send, signal.SIGTERM, signal.SIGINT)
    assert handled == [signal.SIGTERM, signal.SIGINT]
    send(signal.SIGINT)
    assert len(handled) == 3


def test_a_call_within_a_call_waits_for_the_outer_one(handled):
    def outer():
        without_signals(send, signal.SIGINT)
        assert handled == []

    without_signals(outer)
    assert handled == [signal.SIGINT]


def test_a_safe_place_ends_the_call_with_the_error_itself(handled):
    def work():
        handle_signals_here()
        send(signal.SIGTERM)
        try:
            handle_signals_here()
        except Exception:  # noqa: BLE001  # As numba does.
            pytest.fail("numba caught it")
        pytest.fail("no error")

    with pytest.raises(StoppedError):
        without_signals(work)
    assert handled == [signal.SIGTERM]


def test_a_signal_ends_a_call_in_another_thread_at_once(handled):
    goes_on, ended = threading.Event(), threading.Event()

    def work():
        send(signal.SIGINT, signal.SIGTERM)
        call_in_thread(lambda: goes_on.wait() and ended.set())
        pytest.fail("no error")

    with pytest.raises(StoppedError):
        without_signals(work)
    assert handled == [signal.SIGINT, signal.SIGTERM]
    assert not ended.is_set()
    goes_on.set()
    assert ended.wait(60)


def test_a_call_in_another_thread_returns_its_result_or_raises_its_error(handled):
    threads = []

    def work():
        threads.append(threading.current_thread())
        return 7

    assert [7, 7] == [call_in_thread(work), without_signals(call_in_thread, work)]
    assert [True, False] == [thread is threading.main_thread() for thread in threads]
    with pytest.raises(ZeroDivisionError):
        without_signals(call_in_thread, lambda: 1 / 0)
    assert handled == []


def test_a_handler_that_is_replaced_in_the_call_stays_and_gets_the_signal(handled):
    def work():
        send(signal.SIGTERM)
        signal.signal(signal.SIGTERM, signal.getsignal(signal.SIGINT).handler)

    without_signals(work)
    assert handled == [signal.SIGTERM]
    send(signal.SIGTERM)
    assert len(handled) == 2


def test_an_error_of_the_call_is_raised_and_the_handlers_are_restored(handled):
    handler = signal.getsignal(signal.SIGTERM)
    with pytest.raises(ZeroDivisionError):
        without_signals(lambda: 1 / 0)
    assert signal.getsignal(signal.SIGTERM) is handler
    assert handled == []
