"""A word, put together letter by letter from nothing."""

from simpleai.search import SearchProblem, astar, breadth_first, greedy

GOAL = "NO PATH"


class WordBuilder(SearchProblem):
    def actions(self, state):
        if len(state) < len(GOAL):
            return list(" AHNOPT")
        return []

    def result(self, state, action):
        return state + action

    def is_goal(self, state):
        return state == GOAL

    def heuristic(self, state):
        wrong = sum(1 if letter != GOAL[place] else 0 for place, letter in enumerate(state))
        missing = len(GOAL) - len(state)
        return wrong + missing

    def state_representation(self, state):
        return f"'{state}'"


def main():
    problem = WordBuilder(initial_state="")
    return {
        "astar": astar(problem),
        "greedy": greedy(problem),
        "breadth_first": breadth_first(WordBuilder(initial_state="NO P")),
        "no solution": astar(WordBuilder(initial_state="PATH")),
    }
