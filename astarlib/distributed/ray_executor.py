"""An executor of `concurrent.futures` whose calls run in processes of Ray."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future, wait
from functools import partial
from typing import Any, ParamSpec, TypeVar

from astarlib.distributed.host import Host, Outcome

P = ParamSpec("P")
T = TypeVar("T")


class RayExecutor(Executor):
    """An executor for ``solve_many`` whose calls run in the processes of a Ray cluster. It needs the extra ``ray``.

    A Ray that this process has initialized is used and stays as it is. Otherwise, the executor connects to ``address``,
    or starts a Ray on this machine and ends it in ``shutdown``. Each call takes one CPU. A call whose process has died
    raises ``ClusterError`` and isn't repeated.

    Parameters
    ----------
    address:
        The address of a running cluster, such as ``"10.0.0.1:6379"`` or ``"auto"``. None is the default.

    Raises
    ------
    ImportError
        If Ray isn't installed. The message names the extra to install.
    ClusterError
        If no cluster answers at the address.

    Examples
    --------
    >>> from astarlib import AStar
    >>> from astarlib.batch import solve_many
    >>> from astarlib.distributed import RayExecutor
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> boards = [NPuzzle("1 2 3 / 4 5 6 / 0 7 8"), NPuzzle("8 6 7 / 2 5 4 / 3 0 1")]
    >>> with RayExecutor() as executor:  # doctest: +SKIP
    ...     [result.cost for result in solve_many(boards, AStar(), executor=executor)]
    [2, 31]
    """

    def __init__(self, address: str | None = None) -> None:
        from astarlib.distributed import ray_connection  # Its error without Ray names the extra.

        self._pack: Callable[[object], bytes] = ray_connection.pack
        self._host: Host | None = None
        if ray_connection.is_connected():
            self._begin: Callable[[bytes], Future[Outcome]] = ray_connection.submit
        else:
            self._host = Host(address, 1, 60)
            self._begin = partial(self._host.ask, "submit")
        self._is_open = True
        self._futures: set[Future[Any]] = set()

    def submit(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Return the future of a call of a function in a process of Ray.

        Parameters
        ----------
        function, *args, **kwargs:
            The function and its arguments. They must support pickling; Ray also sends what ``__main__`` defines.

        Raises
        ------
        RuntimeError
            If the executor was shut down.

        Examples
        --------
        >>> from astarlib.distributed import RayExecutor
        >>> with RayExecutor() as executor:  # doctest: +SKIP
        ...     executor.submit(pow, 2, 10).result()
        1024
        """
        if not self._is_open:
            raise RuntimeError("this executor was shut down; make a new one")
        found = Future[T]()
        found.set_running_or_notify_cancel()

        def finish(future: Future[Outcome]) -> None:
            self._futures.discard(found)
            try:
                found.set_result(Host.wait(future))
            except BaseException as error:  # noqa: BLE001  # The caller gets it.
                found.set_exception(error)

        self._futures.add(found)
        self._begin(self._pack((function, args, kwargs))).add_done_callback(finish)
        return found

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Wait for the calls, and end the Ray that this executor has started.

        Parameters
        ----------
        wait:
            True (the default) to wait until all calls have returned. With False, the Ray that this executor has started
            ends with this process.
        cancel_futures:
            Without effect: Ray has begun all calls, or will soon. The default is False.

        Examples
        --------
        >>> from astarlib.distributed import RayExecutor
        >>> executor = RayExecutor()  # doctest: +SKIP
        >>> executor.shutdown()  # doctest: +SKIP
        """
        self._is_open = False
        if wait:
            _wait(list(self._futures))
            if self._host is not None:
                self._host.close()


_wait = wait
