"""Two heuristics that take long: one asks a service over the network, the other one computes in several processes."""

# --8<-- [start:service]
import asyncio
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor

from astarlib.problems.npuzzle import NPuzzle

State = tuple[int, ...]


class ServicePuzzle(NPuzzle):
    """An N-puzzle whose h comes from a service. ``calls`` counts the requests, with those that failed."""

    def __init__(
        self, board: str | State, ask: Callable[[State], Awaitable[float]], at_once: int = 20, tries: int = 4
    ) -> None:
        super().__init__(board)
        self.ask, self.at_once, self.tries = ask, at_once, tries
        self.calls = 0

    def heuristic_batch(self, states: Sequence[State]) -> list[float]:
        # The thread has no event loop of its own yet, so this works in a notebook or a server, too.
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(asyncio.run, self.ask_all(states)).result()

    def heuristic(self, state: State) -> float:
        return self.heuristic_batch([state])[0]

    async def ask_all(self, states: Sequence[State]) -> list[float]:
        free = asyncio.Semaphore(self.at_once)

        async def ask_one(state: State) -> float:
            async with free:
                for tried in range(self.tries):
                    self.calls += 1
                    try:
                        return await self.ask(state)
                    except ConnectionError:
                        if tried + 1 == self.tries:
                            raise
                        await asyncio.sleep(0.01 * 2**tried)
            raise AssertionError

        return await asyncio.gather(*map(ask_one, states))


# --8<-- [end:service]
# --8<-- [start:processes]
def slow_estimate(state: State) -> float:
    """Return the Manhattan distance. A real estimate would take milliseconds."""
    return NPuzzle(state).heuristic(state)


class ProcessPuzzle(NPuzzle):
    """An N-puzzle whose h is computed by the workers of a pool."""

    def __init__(self, board: str | State, pool: Executor) -> None:
        super().__init__(board)
        self.pool = pool

    def heuristic_batch(self, states: Sequence[State]) -> list[float]:
        return list(self.pool.map(slow_estimate, states, chunksize=1 + len(states) // 16))

    def heuristic(self, state: State) -> float:
        return slow_estimate(state)


# --8<-- [end:processes]
