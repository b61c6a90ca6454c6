"""Hill climbing with restarts, as a generator."""

from dataclasses import dataclass
from random import Random

from astarlib.engines import GeneratorEngine


@dataclass(frozen=True, kw_only=True)
class Climbing(GeneratorEngine):
    """Move to the best successor; where none is better, take random steps and go on."""

    steps_aside: int = 10
    seed: int = 0

    formula = "f = h"

    def steps(self, problem, root):
        random, node = Random(self.seed), root
        while True:
            successors = yield node
            best = min(successors, key=lambda each: each.h, default=root)
            if best.h < node.h:
                node = best
                continue
            for _ in range(self.steps_aside):
                node = random.choice(successors or [root])
                successors = yield node
