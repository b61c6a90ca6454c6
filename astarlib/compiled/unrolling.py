"""The recursion of IDA*, of which the source is made: two levels in one function are a twentieth quicker than one.

Nothing but numbers goes down the recursion. Counters and tables lie behind addresses: arrays that are handed down take
half as long again.
"""

from __future__ import annotations

from typing import Final

LEVELS: Final = 2

_HEAD: Final = """
def descend(address, values, layout, state0, aux0, {before_parameter}before_aux, g0, h0{left_parameter}):
    # 0: the subtree was searched as a whole; 1: it was not, for a goal, a fault, its size or its depth.
    keep_symbol()
    if {is_over}peek(address, FUEL) < 0:
        return 1
    tables = tables_at(layout)
"""

_LEVEL: Final = """
add(address, FUEL, -1)
count{n} = successor_count(tables, state{n}, aux{n})
if not 0 <= count{n} <= peek(address, MOST):
    return 1
i{n} = 0
while i{n} < count{n}:
    state{m}, aux{m}, cost = apply(tables, state{n}, aux{n}, i{n})
    i{n} += 1
    if {is_back}:
        continue
    add(address, GENERATED, 1)
    if not {is_fit}(cost):
        return 1
    h{m} = next_heuristic(tables, state{n}, aux{n}, h{n}, i{n} - 1, state{m}, aux{m})
    if not is_usual(h{m}):
        if not is_h(h{m}) or not is_dead_end(h{m}):
            return 1
        add(address, DEAD_ENDS, 1)
        continue
    g{m} = g{n} + cost
    if g{m} + h{m} > peek_value(values, THRESHOLD):
        if g{m} + h{m} < peek_value(values, NEXT_THRESHOLD):
            poke_value(values, NEXT_THRESHOLD, g{m} + h{m})
        continue
    if is_goal(tables, state{m}, aux{m}):
        return 1
    if h{m} < peek_value(values, LEAST_H):
        poke_value(values, LEAST_H, h{m})
        poke(address, IS_NEARER, 1)
"""

_CALL: Final = """
if descend(address, values, layout, state{m}, aux{m}, {before}aux{n}, g{m}, h{m}{left}) != 0:
    return 1
"""

_IS_BACK: Final = (
    "aux{m} == {before_aux} and is_equal(state{m}, {before}) or aux{m} == aux{n} and is_equal(state{m}, state{n})"
)


_CALLER: Final = """
def try_subtree(address, values, layout, state, aux, before, before_aux, g, h):
    if {is_deep}:
        return 1
    return descend(address, values, layout, state, aux, {before}before_aux, g, h{left})
"""

DEEPEST: Final = 1000
"""Levels of the recursion: a quarter of a MiB of the stack that the system gives to a thread."""


def recursion(*, by_aux: bool, by_cost: bool, levels: int = LEVELS) -> str:
    """The source of ``descend``, and of ``try_subtree`` that calls it.

    Parameters
    ----------
    by_aux:
        Whether ``aux`` alone tells the way back; then the state before is not handed down.
    by_cost:
        Whether each edge costs at least 1, so that whoever calls it can tell how deep it goes; else it counts.
    levels:
        How many are in one function.
    """
    head = _HEAD.format(
        before_parameter="" if by_aux else "before, ",
        left_parameter="" if by_cost else ", left",
        is_over="" if by_cost else "left == 0 or ",
    )
    lines = head.strip("\n").split("\n")
    for n in range(levels):
        names = {"n": str(n), "m": str(n + 1)}
        names["before"], names["before_aux"] = (f"state{n - 1}", f"aux{n - 1}") if n > 0 else ("before", "before_aux")
        is_back = ("aux{m} == {before_aux}" if by_aux else _IS_BACK).format(**names)
        is_fit = "is_positive" if by_cost else "is_cost"
        lines += _indented(_LEVEL.format(**names, is_back=is_back, is_fit=is_fit), 1 + n)
    before, left = "" if by_aux else f"state{levels - 1}, ", "" if by_cost else ", left - 1"
    lines += _indented(_CALL.format(n=levels - 1, m=levels, before=before, left=left), 1 + levels)
    caller = _CALLER.format(
        is_deep=f"peek_value(values, THRESHOLD) - g > {DEEPEST}" if by_cost else "False",
        before="" if by_aux else "before, ",
        left="" if by_cost else f", np.int64({DEEPEST // levels})",  # of the type that the recursion itself hands down
    )
    return "\n".join([*lines, "    return 0", caller])


def _indented(text: str, depth: int) -> list[str]:
    return ["    " * depth + line for line in text.strip("\n").split("\n")]
