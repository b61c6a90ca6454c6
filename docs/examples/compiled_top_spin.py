"""Top Spin with twelve tokens as a compiled domain. A move turns over any four neighbors in the ring."""

from astarlib.compiled import CompiledDomain, DomainProblem, StateFields

TOKENS = 12
ring = StateFields(tokens=(TOKENS, 4))
SORTED = ring(tokens=range(TOKENS))
GOAL = ring.pack(*SORTED)
HIDDEN = 15


def all_places(tables, state, aux):
    return TOKENS


def turn_over(tables, state, aux, i):
    """Turn over the tokens from place i on, and rotate the ring so that token 0 stays first."""
    zero = (TOKENS - i) % TOKENS  # The place of token 0 among those that are turned over, if it's below 4.
    first = (i + 3 - zero) % TOKENS if zero < 4 else 0
    turned = state
    for at in range(TOKENS):
        place = (first + at) % TOKENS
        within = (place - i) % TOKENS
        source = (i + 3 - within) % TOKENS if within < 4 else place
        turned = ring.set_tokens(turned, at, ring.get_tokens(state, source))
    return turned, 0, 1


def is_sorted(tables, state, aux):
    return state == GOAL


domain = CompiledDomain(
    fields=ring, successor_count=all_places, apply=turn_over, is_goal=is_sorted, max_successors=TOKENS, bits=8,
    undirected=True,
)  # fmt: skip


def first_seven(tables, state):
    """Keep the tokens 0 to 6. All others look the same."""
    for at in range(TOKENS):
        if ring.get_tokens(state, at) > 6:
            state = ring.set_tokens(state, at, HIDDEN)
    return state


def last_six(tables, state):
    """Keep the tokens 0 and 7 to 11. All others look the same."""
    for at in range(TOKENS):
        if 1 <= ring.get_tokens(state, at) <= 6:
            state = ring.set_tokens(state, at, HIDDEN)
    return state


problem = DomainProblem(domain, ring(tokens=(0, 7, 3, 9, 1, 11, 5, 2, 10, 4, 8, 6)), goal_states=[SORTED])
