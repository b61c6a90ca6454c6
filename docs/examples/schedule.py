"""A schedule: tasks that wait for others, and two people who do them."""

# --8<-- [start:problem]
from __future__ import annotations

from functools import cache
from typing import NamedTuple

from astarlib import AStar, SearchProblem

HOURS = {
    "plan": 2, "order": 1, "walls": 5, "roof": 4, "windows": 3, "pipes": 4, "cables": 4, "plaster": 3, "floor": 3,
    "paint": 3, "garden": 8, "fence": 5,
}  # fmt: skip
AFTER = {
    "order": ["plan"], "walls": ["plan"], "roof": ["walls"], "windows": ["order", "walls"], "pipes": ["walls"],
    "cables": ["walls"], "plaster": ["pipes", "cables", "windows"], "floor": ["plaster"], "paint": ["plaster"],
    "garden": ["plan"], "fence": ["order"],
}  # fmt: skip
WAIT = "wait"


class Work(NamedTuple):
    waiting: frozenset[str]
    running: frozenset[tuple[str, int]]  # Each task with the hours that are left.


class Schedule(SearchProblem[Work, str]):
    """Start a task, or wait until the next one ends. The cost is the time that passes."""

    def __init__(self, people: int) -> None:
        super().__init__(Work(frozenset(HOURS), frozenset()))
        self.people = people

    def actions(self, state: Work) -> list[str]:
        unfinished = state.waiting.union(task for task, _ in state.running)
        can_start = [task for task in state.waiting if unfinished.isdisjoint(AFTER.get(task, []))]
        ready = sorted(can_start) if len(state.running) < self.people else []
        return [*ready, WAIT] if len(state.running) > 0 else ready

    def result(self, state: Work, action: str) -> Work:
        if action != WAIT:
            return Work(state.waiting - {action}, state.running | {(action, HOURS[action])})
        passed = self.cost(state, action, state)
        return Work(state.waiting, frozenset((task, left - passed) for task, left in state.running if left > passed))

    def cost(self, state: Work, action: str, next_state: Work) -> int:
        return min(left for _, left in state.running) if action == WAIT else 0

    def is_goal(self, state: Work) -> bool:
        return len(state.waiting) == len(state.running) == 0

    def heuristic(self, state: Work) -> int:
        running = [left + then(task) for task, left in state.running]
        chain = max([*running, *(HOURS[task] + then(task) for task in state.waiting)], default=0)
        hours = sum(left for _, left in state.running) + sum(HOURS[task] for task in state.waiting)
        return max(chain, -(-hours // self.people))


@cache
def then(task: str) -> int:
    """Return the hours of the longest chain of tasks that wait for this one."""
    return max((HOURS[other] + then(other) for other, tasks in AFTER.items() if task in tasks), default=0)


# --8<-- [end:problem]

if __name__ == "__main__":
    # --8<-- [start:use]
    result = AStar().search(Schedule(people=2))
    print(f"{result.cost} hours, optimal: {result.is_optimal}, {result.statistics.expanded} expansions")
    now = 0
    for action, hours in zip(result.actions, result.solution.costs, strict=True):
        if action != WAIT:
            print(f"{action:>8} {' ' * now}{'#' * HOURS[action]}")
        now += hours
    # --8<-- [end:use]

    # --8<-- [start:people]
    for people in (2, 3, 4, 5):
        print(f"{people} people: {AStar().search(Schedule(people)).cost} hours")
    # --8<-- [end:people]
