"""The places where the shards of a distributed search can run."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from astarlib.compiled.runtime.shard_team import Team
    from astarlib.compiled_domain import CompiledDomain

MAX_SHARDS: Final = 256


def check_shards(name: str, shards: object) -> None:
    """Raise unless the number of shards is an int from 1 to 256."""
    if not isinstance(shards, int) or isinstance(shards, bool):
        raise TypeError(f"{name} must be an int from 1 to {MAX_SHARDS}, not {shards!r}")
    if not 1 <= shards <= MAX_SHARDS:
        raise ValueError(f"{name} must be from 1 to {MAX_SHARDS}, not {shards}")


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
    TypeError
        If ``shards`` isn't an int.
    ValueError
        If ``shards`` is less than 1 or more than 256.

    See Also
    --------
    astarlib.distributed.Ray : Shards in processes of a cluster.

    Examples
    --------
    >>> from astarlib import distributed
    >>> distributed.Threads(2)
    Threads(shards=2)
    """

    shards: int

    def __post_init__(self) -> None:
        check_shards("shards", self.shards)

    def _team(self, problem: Any, domain: CompiledDomain[Any]) -> Team:  # noqa: ARG002  # Ray sends the problem.
        """Start the shards of one search."""
        from astarlib.compiled.runtime.shard_team import ThreadTeam  # noqa: PLC0415  # numba

        return ThreadTeam(domain, self.shards)
