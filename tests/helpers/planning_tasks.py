"""Random planning tasks."""

from random import Random

from astarlib.problems.strips import Operator, StripsProblem, When


def random_task(seed, *, extended=False, costs=(0, 1, 1, 2, 5, 0.5), facts=8, operators=12, least=0):
    """Return a random task, with negative conditions and conditional effects if it's extended. At least ``least`` facts
    are true at the start.
    """
    random = Random(seed)

    def some(largest):
        return random.sample(range(facts), random.randint(0, largest))

    def apart(most):
        """Return facts that must be true, and facts that must be false."""
        true = some(most)
        return true, [fact for fact in some(2) if fact not in true] if extended else []

    def when():
        true, false = apart(2)
        return When(true, some(2), some(2), negative_conditions=false)

    made = []
    for number in range(operators):
        true, false = apart(3)
        cost = random.choice(costs)
        effects = [when() for _ in range(random.randint(0, 2))] if extended else []
        made.append(Operator(number, true, some(2), some(2), cost=cost, negative_preconditions=false, when=effects))
    true, false = apart(3)
    start = [*some(3), *random.sample(range(facts), least)]
    return StripsProblem(start, true, made, negative_goal=false)
