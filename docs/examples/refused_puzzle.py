"""A sliding puzzle that can't be compiled, because of a `try`."""

from docs.examples.plain_puzzle import SlidingPuzzle


# --8<-- [start:problem]
class CarefulPuzzle(SlidingPuzzle):
    def result(self, state, action):
        try:
            return super().result(state, action)
        except KeyError:
            return state


# --8<-- [end:problem]
