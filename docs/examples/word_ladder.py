"""A word ladder: change one letter at a time, and every step is a word."""

# --8<-- [start:problem]
from __future__ import annotations

from astarlib import AllOptimal, BidirectionalDijkstra, Dijkstra, SearchProblem, explore, with_predecessors

WORDS = frozenset(
    """
    bake ball band bare bark barn base bath bead beak beam bean bear beat bell belt bend bent best bird bold bolt
    bond bone book boot bore born bowl cage cake call calm came camp card care cart case cast cave chat coal coat code
    coin cold come cook cool cord core cork corn cost crab dark dart dash date dawn deal dear deep deer desk dice dirt
    dish dock door down drop drum dusk dust each earn east fact fade fail fair fall farm fast fate fear feed feel feet
    fill film find fine fire firm fish fist five flat flip flow foal fold food foot ford fore fork form fort four fowl
    free fuel gain game gate gear girl give glad goal goat gold golf good grow hail hair half hall hand hang hard harm
    hate have head heal heap hear heat held help herd here hill hint hold hole home hood hook hope horn host hour
    """.split()  # noqa: SIM905  # a list of 160 literals is hard to read
)


class WordLadder(SearchProblem[str, str]):
    """Change one letter of a word at a time. An action is the next word."""

    def __init__(self, start: str, goal: str) -> None:
        super().__init__(start)
        self.goal = goal

    def actions(self, state: str) -> list[str]:
        letters = "abcdefghijklmnopqrstuvwxyz"
        changed = (state[:i] + letter + state[i + 1 :] for i in range(len(state)) for letter in letters)
        return [word for word in changed if word in WORDS and word != state]

    def result(self, state: str, action: str) -> str:
        return action

    def is_goal(self, state: str) -> bool:
        return state == self.goal

    def heuristic(self, state: str) -> int:
        return sum(one != other for one, other in zip(state, self.goal, strict=True))


# --8<-- [end:problem]

if __name__ == "__main__":
    # --8<-- [start:use]
    ladder = WordLadder("cold", "fire")
    both_ways = with_predecessors(ladder, [ladder.goal])
    for engine in (Dijkstra(), BidirectionalDijkstra()):
        result = engine.search(both_ways)
        print(f"{result.statistics.expanded:3} words expanded: {engine}")
    print(*result.states, sep=" - ")
    # --8<-- [end:use]

    # --8<-- [start:all]
    search = AllOptimal().start(ladder)
    for each in search.solutions():
        print(*each.states, sep=" - ")
    # --8<-- [end:all]

    # --8<-- [start:explore]
    reached = explore(ladder)
    farthest = list(reached)[-1]
    print(f"{len(reached)} of {len(WORDS)} words can be reached")
    print("farthest:", *reached.path_to(farthest).states)
    # --8<-- [end:explore]
