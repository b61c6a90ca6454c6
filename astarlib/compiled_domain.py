"""A problem for compiled engines: functions over packed states. Importing this loads neither numba nor numpy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeAlias

from astarlib.problem import S

Words: TypeAlias = int | tuple[int, ...]
"""A packed state: one number below 2**64, or a tuple of as many as the domain has words."""
Function: TypeAlias = Callable[..., Any]
"""A function in the Python that numba compiles; Any: it is typed when it is compiled."""

DEAD_END: Final = -1
"""What ``heuristic`` returns instead of inf where costs are whole numbers."""

_BITS: Final = (8, 16, 32)
_MOST_WORDS: Final = 8
MAX_SUCCESSORS: Final = 2**24
"""The largest ``max_successors``: a search keeps 33 bytes for each of them, and room for four times as many states."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CompiledDomain(Generic[S]):
    """A problem in functions that numba can compile. One definition serves every compiled engine.

    The functions take and return plain numbers. They are plain Python functions or ``numba.njit`` ones, may call
    ``njit`` functions of your own, and get ``tables`` as their first argument. What they see as a global or a
    variable of an enclosing function is **compiled in**: use that for constants that all problems of a kind share.
    What differs from problem to problem belongs into ``tables``; another problem then needs no compilation. They
    make no arrays, lists or other objects: numbers and tuples of numbers are all there is.

    A state is one ``numpy.uint64``, or a tuple of ``words`` of them. Beside it goes ``aux``, a small number that the
    state determines and that is worth keeping, such as the cell of a blank; states are compared without it.

    Parameters
    ----------
    encode:
        ``encode(state) -> (words, aux)``, in Python: an int (with several words: a tuple of ints), and ``aux``.
    decode:
        ``decode(words, aux) -> state``, in Python: the way back.
    successor_count:
        ``successor_count(tables, state, aux) -> how many edges leave``, at most ``max_successors``.
    apply:
        ``apply(tables, state, aux, i) -> (next_state, next_aux, cost)``: edge number i, counted from 0, in the order
        of the problem's own ``successors`` or ``actions``.
    is_goal:
        ``is_goal(tables, state, aux) -> bool``.
    max_successors:
        The largest number of edges that leave a state, 1 to 16,777,216. A state with more of them is an error.
    heuristic:
        ``heuristic(tables, state, aux) -> h``; ``DEAD_END``, or inf where costs are floats, where no goal can be
        reached. None is h = 0.
    next_heuristic:
        ``next_heuristic(tables, state, aux, h, i, next_state, next_aux) -> h of next_state``, where that is cheaper to
        tell from the h before. None: ``heuristic`` is asked.
    tables:
        A tuple, or a ``NamedTuple``, of numpy arrays and numbers.
    words:
        How many words a state takes, 1 to 8.
    max_aux:
        The largest ``aux``, at most 65,535; 0: there is none, and none is stored.
    costs:
        ``int`` or ``float``: what edges and the heuristic are reckoned in.
    bits:
        8, 16 or 32: for how large g and h, where they are whole numbers, room is made at first. Larger ones are no
        error: the arrays are made wider. It only saves memory and time.
    aux_identifies_parent:
        True promises that an edge leads back to the state before just when it leads to the ``aux`` of that. IDA* is
        then quicker; ``check_domain`` looks whether it is so.

    Raises
    ------
    ValueError
        When a number is out of its range.
    TypeError
        When a function is none, or costs are neither ``int`` nor ``float``.
    """

    encode: Callable[[S], tuple[Words, int]]
    decode: Callable[[Any, int], S]  # Any: an int, or a tuple of them
    successor_count: Function
    apply: Function
    is_goal: Function
    max_successors: int
    heuristic: Function | None = None
    next_heuristic: Function | None = None
    tables: tuple[Any, ...] = ()  # Any: arrays and numbers
    words: int = 1
    max_aux: int = 0
    costs: type[int | float] = int
    bits: int = 32
    aux_identifies_parent: bool = False

    def __post_init__(self) -> None:
        optional = [name for name in ("heuristic", "next_heuristic") if getattr(self, name) is not None]
        for name in ("encode", "decode", "successor_count", "apply", "is_goal", *optional):
            if not callable(getattr(self, name)):
                raise TypeError(f"{name} must be a function, not {getattr(self, name)!r}")
        for name, least, most in (
            ("max_successors", 1, MAX_SUCCESSORS), ("words", 1, _MOST_WORDS), ("max_aux", 0, 65_535),
        ):  # fmt: skip
            value = getattr(self, name)
            if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
                raise ValueError(f"{name} must be a whole number from {least} to {most}, not {value!r}")
        if self.bits not in _BITS:
            raise ValueError(f"bits must be 8, 16 or 32, not {self.bits!r}")
        if self.costs is not int and self.costs is not float:
            raise TypeError(f"costs must be int or float, not {self.costs!r}")
        if not isinstance(self.tables, tuple):
            raise TypeError(f"tables must be a tuple, or a NamedTuple, of arrays and numbers, not {self.tables!r}")
        if not isinstance(self.aux_identifies_parent, bool):
            raise TypeError(f"aux_identifies_parent must be True or False, not {self.aux_identifies_parent!r}")
        if self.heuristic is None and self.next_heuristic is not None:
            raise TypeError("next_heuristic needs heuristic, for the initial state")
