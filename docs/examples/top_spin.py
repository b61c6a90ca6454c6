"""Top Spin: nine tokens in a ring. A move turns over any four neighbors."""

from astarlib import SearchProblem

Ring = tuple[int, ...]


class TopSpin(SearchProblem[Ring, int]):
    def actions(self, state: Ring) -> range:
        return range(len(state))

    def result(self, state: Ring, action: int) -> Ring:
        ring = state[action:] + state[:action]
        return beginning_at_one(ring[3::-1] + ring[4:])

    def is_goal(self, state: Ring) -> bool:
        return state == (1, 2, 3, 4, 5, 6, 7, 8, 9)


def beginning_at_one(ring: Ring) -> Ring:
    place = ring.index(1)
    return ring[place:] + ring[:place]
