"""Making a tape shorter by leaving out every second of the expansions that it has in full."""

from __future__ import annotations

from array import array
from collections.abc import Callable

from astarlib.observers.tape import NONE, Place, Tape, on_top, waiting


def thinned(tape: Tape) -> Tape:
    """A tape with the roots, every second of the expanded nodes that had all their successors, and these. O(nodes).

    A node whose parent is left out hangs from the nearest ancestor that is kept.
    """
    tape.settle()
    thin = Tape(stacks=tape.stacks, key_of=tape.key_of)
    thin.codes, thin.stride, thin.began_at = tape.codes, 2 * tape.stride, tape.began_at
    thin.g, thin.h, thin.actions = array(tape.g.typecode), array(tape.h.typecode), array(tape.actions.typecode)
    places = _copy_nodes(tape, thin)
    _move_the_rest(tape, thin, lambda place: places[place] if place >= 0 else _outside(places[~place]))
    return thin


def _copy_nodes(tape: Tape, thin: Tape) -> array[int]:
    """Copy the nodes that stay; for each node of ``tape`` its place in ``thin``."""
    is_full = bytes(number > 0 and (number - 1 - tape.began_at) % thin.stride == 0 for number in tape.order)
    skipping, places = set(tape.skipping), array("q")
    for node, parent in enumerate(tape.parents):
        is_root = parent == NONE
        above = -1 if is_root else places[parent]
        if not (is_root or is_full[node] or (is_full[parent] and node not in skipping)):
            places.append(_outside(above))
            continue
        copy = len(thin.states)
        places.append(copy)
        if not is_root and (above < 0 or node in skipping):
            thin.skipping.append(copy)
        thin.parents.append(NONE if is_root else above if above >= 0 else ~above)
        for column, source in ((thin.actions, tape.actions), (thin.g, tape.g), (thin.h, tape.h)):
            column.append(source[node])
        thin.states.append(tape.states[node])
    return places


def _move_the_rest(tape: Tape, thin: Tape, moved: Callable[[Place], Place]) -> None:
    for node, number in zip(tape.expanded, tape.numbers, strict=True):
        place = moved(node)
        if place >= 0:
            thin.expanded.append(place)
            thin.numbers.append(number)
    for old, new, when in tape.replaced:
        place, by = moved(old), -1 if new == NONE else moved(new)
        if place >= 0:
            thin.replaced.append((place, by if by >= 0 else NONE, when))
    thin.f = None if tape.f is None else {moved(node): f for node, f in tape.f.items() if moved(node) >= 0}
    thin.node_of = {key: moved(place) for key, place in tape.node_of.items()}
    place, number, _, _ = tape.last
    stack = on_top([(moved(waits), state) for waits, state in waiting(tape.stack())], None)
    thin.left_out, size = tape.left_out, len(thin.states)
    thin.fresh = (size, [], [(moved(place) if place >= 0 else place, number, size, stack)])


def _outside(place: Place) -> Place:
    """The place of what is left out below ``place``."""
    return place if place < 0 else ~place
