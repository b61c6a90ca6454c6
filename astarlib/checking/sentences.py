"""The sentences of faults, by promise and kind.

``{part!r}`` is the shortened repr of a part. The parts ``state`` and ``action`` are those of the fault's location,
``value`` is its value, and ``call`` is the call of the promise with the location's state (for ``result``, also with the
action), unless the caller passes another one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import Formatter
from typing import Any, Final

from astarlib.errors import short_repr

_AGAIN: Final = "{call} returned {one!r}, and {value!r} when called again."
_STEP: Final = "action {action!r} leads from {state!r} to {head!r} at cost"
_TEXT: Final = "{call} returned {value!r}; expected a str"
SENTENCES: Final[Mapping[tuple[str, str], str]] = {
    ("__eq__", "raised"): "comparing {key!r} raised {error}",
    ("actions", "unlike"): _AGAIN + " Return equal actions in the same order each time",
    ("backward_heuristic", "inconsistent"): _STEP
    + " {cost!r}, but backward_heuristic rises from {one!r} to {value!r}, by more than that cost. Make it consistent, "
    "because bidirectional engines need that",
    ("backward_heuristic", "range"): "{call} returned {value!r}; expected a number >= 0 (inf if no path leads to the "
    "state)",
    ("backward_heuristic", "start"): "{call} returned {value!r} in the initial state, where the cost so far is 0. "
    "Return 0 there",
    ("backward_heuristic", "unlike"): _AGAIN + " Make it depend only on the state",
    (
        "cost",
        "operations",
    ): "{call} returned {value!r}, but {lacking}; expected an int, a float, a Fraction, a Decimal, "
    "or a number with all operations of these",
    ("cost", "range"): "{call} returned {value!r}; expected a finite number >= 0",
    ("cost", "unlike"): _AGAIN + " Make it depend only on its arguments",
    ("cost_unit", "multiple"): _STEP
    + " {value!r}, which isn't a whole multiple of cost_unit ({unit!r}) and at least that. Correct cost_unit, or set "
    "it to None",
    ("format_action", "kind"): _TEXT,
    ("format_state", "kind"): _TEXT,
    ("goal_states", "missing"): "{state!r} is a goal, but goal_states() doesn't yield it. Yield all goals",
    ("goal_states", "no goal"): "goal_states() yields {state!r}, but is_goal returns False for it. Yield only goals",
    ("hash", "changes"): "the hash of {key_of}{state!r} was {was} and is now {value}. Compute it only from values that "
    "never change",
    ("hash", "unlike"): "{call} returned equal states in two calls, but their hashes differ. Give equal states equal "
    "hashes",
    ("heuristic", "goal"): "{call} returned {value!r} in a goal, where the remaining cost is 0. Return 0 in every goal",
    ("heuristic", "range"): "{call} returned {value!r}; expected a number >= 0 (inf marks a dead end)",
    ("heuristic", "unlike"): _AGAIN + " Make it depend only on the state",
    ("heuristic_batch", "length"): "{call} returned {count} values for {states}. Return one number for each state, in "
    "order",
    ("heuristic_batch", "unlike"): "heuristic_batch gave {state!r} the value {value!r}, but heuristic({state!r}) "
    "returned {given}. Return the same number from both",
    ("heuristic_change", "unlike"): "{call} returned {value!r}, but h changes from {h!r} to {next_h!r}. Return the "
    "difference, or inf for a dead end",
    ("heuristic_function", "unlike"): "heuristic({state!r}) returned {own!r}, but heuristic_function, which engines "
    "call instead, gives {given}. Return the same number from both",
    ("heuristic_to", "high"): "{call} returned {value!r}, but the second state can be reached at cost {cost!r}. Never "
    "estimate more than the cost",
    ("heuristic_to", "range"): "{call} returned {value!r}; expected a number >= 0 (inf if no path leads there)",
    ("is_goal", "unlike"): _AGAIN + " Make it depend only on the state",
    ("pickle", "raised"): "the {what} {value!r} can't be pickled ({error}), so a search can't be saved. Build it from "
    "values that can be pickled",
    ("pickle", "unlike"): "the {what} {value!r} isn't equal to its unpickled copy, so a saved search can't be resumed. "
    "Compare the contents in __eq__",
    ("predecessors", "form"): "{call} yielded {value!r}; expected (action, previous_state, cost)",
    ("predecessors", "missing"): _STEP
    + " {cost!r}, but predecessors({head!r}) doesn't yield that edge. Yield all edges that lead to the given state",
    ("predecessors", "no edge"): "{call} yields action {back!r} from {before!r} at cost {cost!r}, but no such edge "
    "leaves that state. Yield only the edges that lead to the given state",
    (
        "resources",
        "goal",
    ): "{other!r} has the key of {state!r}, and none of its resources is greater, but only {state!r} "
    "is a goal. Add the resource or the part of the key that makes them differ",
    ("resources", "kind"): "{call} returned {value!r}; expected a pair of a hashable key and a tuple of numbers",
    ("resources", "unlike"): _AGAIN + " Make it depend only on the state",
    ("resources", "worse"): "{other!r} has the key of {state!r}, and none of its resources is greater, but "
    + _STEP
    + " {cost!r}, and no edge of {other!r} leads there, or to a state that dominates {head!r}, at that cost or less. "
    "Add the resource or the part of the key that makes them differ",
    ("result", "shared"): "{call} returned {copy!r}, which later calls changed to {value!r}. Return a new state each "
    "time",
    ("result", "unlike"): "{call} returned {one!r}, and {value!r} when called again, which isn't equal to it. {remedy}",
    ("state_key", "unlike"): "{call} returned {one!r} in two calls, but the keys are {key!r} and {value!r}. Give equal "
    "states equal keys",
    ("steps_to_go", "range"): "{call} returned {value!r}; expected a number >= 0 (inf marks a dead end)",
    ("steps_to_go", "unlike"): _AGAIN + " Make it depend only on the state",
    ("successors", "actions"): "{call} has the actions {had!r}, but actions({state!r}) has {actions!r}. Return the "
    "same actions in the same order from both",
    ("successors", "edges"): "{call} says that action {action!r} leads to {there!r} at cost {price!r}, but result and "
    "cost return {next_state!r} and {cost!r}. Make them agree",
    ("successors", "form"): "{call} yielded {value!r}; expected (action, next_state, cost)",
}
_OF_ANY: Final[Mapping[str, str]] = {
    "changed": "{call} modified its argument{was} to {value!r}. Build a new object and leave the argument unchanged",
    "endless": "{call} yielded more than {count} items and probably never ends. Engines take all items, so yield fewer",
    "kind": "{call} returned {value!r}; expected an iterable. Did you forget `return`?",
    "none": "{call} returned None as the next state, but the initial state is {initial!r}. Did you forget `return`?",
    "raised": "{call} raised {error}",
}
"""The sentences of kinds that any promise can have."""


class _Sentence(Formatter):
    def convert_field(self, value: Any, conversion: str | None) -> Any:
        return short_repr(value) if conversion == "r" else value


def sentence(promise: str, kind: str, parts: Mapping[str, Any]) -> str:
    """Return the sentence of a fault."""
    template = SENTENCES.get((promise, kind)) or _OF_ANY[kind]
    return _Sentence().vformat(template, (), parts)


def format_call(name: str, arguments: Sequence[Any]) -> str:
    """Return a call as source text."""
    return f"{name}({', '.join(map(short_repr, arguments))})"
