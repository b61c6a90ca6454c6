"""Source code of the recursion of IDA*. Two levels of the recursion in one function are 5 % faster than one.

The recursion passes only numbers. Counters, values and tables are accessed by address, because passing arrays takes
50 % more time. It returns nothing. A goal, a fault, or too large a size or depth makes the counter FUEL negative, and
the rest of the recursion then ends soon. What it counts isn't used in this case.

If all states of the path are excluded, the recursion writes them to the trail of the search. A set of bits, one for
each value of a part of the hash, shows for most successors that they aren't on the path.

Of the successors, only those beyond the threshold are counted when they are generated. All others are dead ends, which
have their own counter, or are expanded.
"""

from __future__ import annotations

from typing import Final

_HEAD: Final = """
def descend(counters, values, state0, aux0, {parent_parameter}parent_aux, g0, h0{more_parameters}):
    keep_symbol()
    if peek(counters, FUEL) < 0:
        return
{depth_check}    tables = peek(counters, TABLES)
"""

_FIRST_PLACE: Final = "    trail, place0 = peek(counters, TRAIL), place_of(state0)"

_ENTER: Final = """
top{n}, kept{n} = peek(counters, TRAIL_END), peek(trail, place{n} >> 6)
poke(trail, place{n} >> 6, kept{n} | 1 << (place{n} & 63))
{write}
poke(counters, TRAIL_END, top{n} + {bytes})
"""

_LEAVE: Final = """
poke(counters, TRAIL_END, top{n})
poke(trail, place{n} >> 6, kept{n})
"""

_ON_PATH: Final = """
def place_of(state):
    return I(hash_of(state) >> U(64 - TRAIL_HASH_BITS))

def is_on_path(trail, place, end, state):
    if peek(trail, place >> 6) >> (place & 63) & 1 == 0:
        return False
    at = trail + 8 * TRAIL_STATES
    while at < end:
        if {is_here}:
            return True
        at += {bytes}
    return False
"""

_DEPTH_CHECK: Final = """\
    if left == 0:
        poke(counters, FUEL, FAILED)
        return
"""

_LEVEL: Final = """
add(counters, FUEL, -1)
count{n} = successor_count(tables, state{n}, aux{n})
if not 0 <= count{n} <= peek(counters, MAX_SUCCESSORS):
    poke(counters, FUEL, FAILED)
    return
i{n} = 0
while i{n} < count{n}:
    state{m}, aux{m}, cost = apply(tables, state{n}, aux{n}, i{n})
    i{n} += 1
    {exclude}
    if not {is_valid}(cost):
        poke(counters, FUEL, FAILED)
        return
    {estimate}
    if not is_finite_h(h{m}):
        if not is_h(h{m}) or not is_dead_end(h{m}):
            poke(counters, FUEL, FAILED)
            return
        add(counters, DEAD_ENDS, 1)
        continue
    g{m} = g{n} + cost
    if g{m} + h{m} > peek_value(values, THRESHOLD):
        add(counters, GENERATED, 1)
        if g{m} + h{m} < peek_value(values, NEXT_THRESHOLD):
            poke_value(values, NEXT_THRESHOLD, g{m} + h{m})
        elif not is_finite(g{m} + h{m}):
            poke(counters, FUEL, FAILED)
            return
        continue
    if is_goal(tables, state{m}, aux{m}):
        poke(counters, FUEL, FAILED)
        return
    if h{m} < peek_value(values, MIN_H):
        poke_value(values, MIN_H, h{m})
        poke(counters, FOUND_NEARER, 1)
"""

_CALL: Final = """
descend(counters, values, state{m}, aux{m}, {parent}aux{n}, g{m}, h{m}{extra}{left})
"""

_EXCLUDE: Final = """\
if aux{m} == {parent_aux} and is_equal(state{m}, {parent}) or aux{m} == aux{n} and is_equal(state{m}, state{n}):
        continue"""
_EXCLUDE_BY_AUX: Final = """\
if aux{m} == {parent_aux}:
        continue"""
_EXCLUDE_PATH: Final = """
    place{m} = place_of(state{m})
    if is_on_path(trail, place{m}, peek(counters, TRAIL_END), state{m}):
        continue"""


_ESTIMATE: Final = "h{m} = next_heuristic(tables, state{n}, aux{n}, h{n}, i{n} - 1, state{m}, aux{m})"
_ESTIMATE_WITH_EXTRA: Final = (
    "h{m}, extra{m} = next_estimate(tables, state{n}, aux{n}, h{n}, extra{n}, i{n} - 1, state{m}, aux{m})"
)

_CALLER: Final = """
def try_subtree(addresses, state, aux, parent, parent_aux, g, h, own_extra):
    counters, values, tables = addresses
    if {is_deep}:
        poke(counters, FUEL, FAILED)
    poke(counters, TABLES, tables)
    descend(counters, values, state, aux, {parent}parent_aux, g, h{extra}{left})
    poke(counters, TABLES, 0)
"""

MAX_DEPTH: Final = 1000
"""The deepest recursion, in levels. It takes 256 KiB of the stack that the system gives to a thread."""


def recursion_source(
    *, by_aux: bool, by_cost: bool, words: int, key_words: int = 0, has_extra: bool = False, checks_path: bool = False,
    levels: int = 2,
) -> str:  # fmt: skip
    """Return the source of ``descend``, and of ``try_subtree`` that calls it.
    A function has ``levels`` levels of the recursion.

    With ``by_aux``, ``aux`` alone identifies the parent, whose state isn't passed down. With ``by_cost``, all edges
    cost at least 1, so that the threshold limits the depth. Otherwise the recursion counts its levels. With
    ``has_extra``, extra bytes are passed down with h. With ``checks_path``, all states of the path are excluded, not
    only the previous one. States have ``words`` words. The first ``key_words`` identify them, or all if that's 0.
    """
    head = _HEAD.format(
        parent_parameter="" if by_aux else "parent, ",
        more_parameters=(", extra0" if has_extra else "") + ("" if by_cost else ", left"),
        depth_check="" if by_cost else _DEPTH_CHECK,
    )
    lines = head.strip("\n").split("\n") + [_FIRST_PLACE] * checks_path
    parts = ["{0}"] if words == 1 else [f"{{0}}[{word}]" for word in range(words)]
    for n in range(levels):
        names = {"n": str(n), "m": str(n + 1)}
        names["parent"], names["parent_aux"] = (f"state{n - 1}", f"aux{n - 1}") if n > 0 else ("parent", "parent_aux")
        exclude = (_EXCLUDE_BY_AUX if by_aux else _EXCLUDE) + (_EXCLUDE_PATH if checks_path else "")
        is_valid = "is_positive_cost" if by_cost else "is_cost"
        estimate = (_ESTIMATE_WITH_EXTRA if has_extra else _ESTIMATE).format(**names)
        level = _LEVEL.format(**names, exclude=exclude.format(**names), is_valid=is_valid, estimate=estimate)
        if checks_path:
            write = "\n".join(f"poke(top{n}, {word}, I({part.format(f'state{n}')}))" for word, part in enumerate(parts))
            lines += _indented(_ENTER.format(n=n, write=write, bytes=8 * words), 1 + n)
        lines += _indented(level, 1 + n)
    parent, left = "" if by_aux else f"state{levels - 1}, ", "" if by_cost else ", left - 1"
    lines += _indented(
        _CALL.format(n=levels - 1, m=levels, parent=parent, left=left, extra=f", extra{levels}" if has_extra else ""),
        1 + levels,
    )
    if checks_path:
        for n in reversed(range(levels)):
            lines += _indented(_LEAVE.format(n=n), 1 + n)
        is_here = " and ".join(
            f"peek(at, {word}) == I({part.format('state')})" for word, part in enumerate(parts[: key_words or words])
        )
        lines += _ON_PATH.format(is_here=is_here, bytes=8 * words).split("\n")
    caller = _CALLER.format(
        is_deep=f"peek_value(values, THRESHOLD) - g > {MAX_DEPTH}" if by_cost else "False",
        parent="" if by_aux else "parent, ",
        extra=", own_extra" if has_extra else "",
        left="" if by_cost else f", np.int64({MAX_DEPTH // levels})",  # The recursion itself passes an int64, too.
    )
    return "\n".join([*lines, caller])


def _indented(text: str, depth: int) -> list[str]:
    return ["    " * depth + line for line in text.strip("\n").split("\n")]
