"""The places where the shards of a distributed search can run."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from astarlib._support.integers import check_int
from astarlib._support.plain_values import is_number
from astarlib.compiled.engines import MAX_SHARDS
from astarlib.distributed.forms import form_of

if TYPE_CHECKING:
    from astarlib.compiled.scale.shard_team import Team
    from astarlib.compiled_domain import CompiledDomain


class Cluster(ABC):
    """A number of shards, and the place where they run. Use `Threads` or `Ray`."""

    __slots__ = ()

    @abstractmethod
    def _team(self, problem: Any, domain: CompiledDomain[Any]) -> Team:  # Any: the user's problem
        """Start the shards of one search."""


@dataclass(frozen=True, slots=True)
class Threads(Cluster):
    """Shards in threads of this process, for one machine with several cores.

    Parameters
    ----------
    shards:
        The number of shards and of threads, 1 to 256. About as many as the machine has cores are useful.

    Raises
    ------
    ValueError, TypeError
        If ``shards`` isn't an int from 1 to 256.

    Examples
    --------
    >>> from astarlib import distributed
    >>> distributed.Threads(2)
    Threads(shards=2)
    """

    shards: int

    def __post_init__(self) -> None:
        check_int(self.shards, "shards", minimum=1, maximum=MAX_SHARDS)

    def _team(self, problem: Any, domain: CompiledDomain[Any]) -> Team:  # Ray sends the problem.
        from astarlib.compiled.scale.shard_team import ThreadTeam

        return ThreadTeam(domain, self.shards)


@dataclass(frozen=True, slots=True)
class Ray(Cluster):
    """Shards in processes of Ray, on one machine or on many. It needs the extra ``ray``.

    A Ray that this process has initialized is used and stays as it is. Otherwise, a process of its own connects to
    ``address``, or starts a Ray on this machine, without dashboard and usage statistics, and ends it afterwards. The
    difference matters if the node of this process fails: Ray then ends the process that is connected to it. So leave
    the connection to the search if it has to survive that. Each shard takes a CPU. All nodes need the same versions of
    Python, astarlib, numba and numpy.

    Parameters
    ----------
    shards:
        The number of shards and of processes, 1 to 256.
    address:
        The address of a running cluster, such as ``"10.0.0.1:6379"`` or ``"auto"``. None is the default.
    timeout:
        The seconds within which the cluster must answer, and then all shards must have started (default: 60).

    Raises
    ------
    ValueError, TypeError
        If ``shards`` isn't an int from 1 to 256, ``timeout`` isn't a positive number, or a parameter has the wrong
        type.

    Examples
    --------
    >>> from astarlib import distributed
    >>> distributed.Ray(shards=8)
    Ray(shards=8, address=None, timeout=60)
    """

    shards: int
    address: str | None = None
    timeout: float = 60

    def __post_init__(self) -> None:
        check_int(self.shards, "shards", minimum=1, maximum=MAX_SHARDS)
        if self.address is not None and not isinstance(self.address, str):
            raise TypeError(f"address must be a str or None, not {self.address!r}")
        if not is_number(self.timeout, 0, math.inf) or self.timeout == 0:
            raise ValueError(f"timeout must be a positive number of seconds, not {self.timeout!r}")

    def _team(self, problem: Any, domain: CompiledDomain[Any]) -> Team:  # Its processes make their own.
        from astarlib.distributed import ray_connection  # Its error without Ray names the extra.

        content = ray_connection.pack((problem, form_of(domain)))
        if ray_connection.is_connected():
            from astarlib.distributed.ray_team import RayTeam  # Ray

            return RayTeam(content, self.shards, self.timeout)
        from astarlib.distributed.hosted_team import HostedTeam

        return HostedTeam(content, self.shards, self.address, self.timeout)
