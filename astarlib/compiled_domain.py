"""`CompiledDomain`: a problem as functions over packed states. Importing this module loads neither numba nor numpy."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from inspect import CO_VARARGS
from operator import index
from types import FunctionType
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeAlias, cast, runtime_checkable

from astarlib.problem import S

__all__ = ["DEAD_END", "MAX_SUCCESSORS", "CompiledDomain", "CompiledHeuristic", "Function", "PackedFields", "Words"]

Words: TypeAlias = int | tuple[int, ...]
"""A packed state: one number below 2**64, or a tuple of ``words`` of them."""
Function: TypeAlias = Callable[..., Any]
"""A function in the Python that numba compiles. Any: numba infers its types."""

DEAD_END: Final = -1
"""The value that ``heuristic`` returns for a dead end if costs are whole numbers. With ``costs=float``, return inf."""

_REQUIRED: Final = ("encode", "decode", "successor_count", "apply", "is_goal")
_OF_STATE: Final = ("tables", "state", "aux")
_PARAMETERS: Final[dict[str, tuple[str, ...]]] = {
    "encode": ("state",),
    "decode": ("words", "aux"),
    "successor_count": _OF_STATE,
    "apply": (*_OF_STATE, "i"),
    "list_edges": (*_OF_STATE, "states", "costs"),
    "is_goal": _OF_STATE,
    "heuristic": _OF_STATE,
    "next_heuristic": (*_OF_STATE, "h", "i", "next_state", "next_aux"),
    "extra": _OF_STATE,
    "next_estimate": (*_OF_STATE, "h", "extra", "i", "next_state", "next_aux"),
    "predecessor_count": _OF_STATE,
    "apply_back": (*_OF_STATE, "i"),
    "backward_heuristic": _OF_STATE,
    "resources": _OF_STATE,
    "steps_to_go": _OF_STATE,
    "owner": _OF_STATE,
    "fetch_edges": ("tables", "state"),
    "aux_of": ("tables", "state"),
    "action_of": ("state", "next_state"),
}
"""The parameters of each function."""
COMPILED_FUNCTIONS: Final = tuple(name for name in _PARAMETERS if name not in {"encode", "decode", "action_of"})
"""The functions that numba compiles. The others are called in Python."""
_UNSET: Final = cast("Any", None)
_BITS: Final = (8, 16, 32)
MAX_WORDS: Final = 32
"""The largest number of 64-bit words of a state."""
MAX_SUCCESSORS: Final = 2**24
"""The largest ``max_successors``. For each of them, a search reserves 33 bytes, and room for four states."""


@runtime_checkable
class PackedFields(Protocol):
    """The part of `astarlib.compiled.StateFields` that a domain needs."""

    @property
    def words(self) -> int:
        """The number of words of a packed state."""
        ...

    @property
    def pack(self) -> Callable[..., Words]:
        """The function that packs the values of the fields."""
        ...

    def unpack(self, state: Words) -> Any:  # Any: a named tuple with the names of the fields
        """Return a packed state as a named tuple."""
        ...


@dataclass(frozen=True, slots=True)
class _FieldsEncoder:
    """The ``encode`` of a domain with fields."""

    fields: PackedFields
    aux_of: Function | None
    tables: tuple[Any, ...]

    def __call__(self, state: tuple[Any, ...]) -> tuple[Words, int]:
        """Return the packed state and its ``aux``."""
        if not isinstance(state, tuple):
            raise TypeError(
                f"expected a state of {self.fields!r}, such as that object returns if you call it, not {state!r}"
            )
        words = self.fields.pack(*state)
        return words, 0 if self.aux_of is None else index(python_function(self.aux_of)(self.tables, packed(words)))


@dataclass(frozen=True, slots=True)
class _FieldsDecoder:
    """The ``decode`` of a domain with fields."""

    fields: PackedFields

    def __call__(self, words: Words, _: int) -> Any:  # Any: a named tuple with the names of the fields
        """Return the state as a named tuple."""
        return self.fields.unpack(words)


@dataclass(frozen=True, kw_only=True, eq=False)
class CompiledDomain(Generic[S]):
    """A problem as functions that numba can compile. One definition serves every compiled engine.

    The functions take and return plain numbers, and get ``tables`` as their first argument. They are plain Python
    functions, and may call other functions of yours, which are compiled, too. They can't create arrays, lists or other
    objects, only numbers and tuples of numbers.

    Globals and variables of an enclosing function are **compiled in**: use them for constants that all problems of a
    kind share. Put values that differ between problems in ``tables``. Then another problem needs no compilation.

    A state is one ``numpy.uint64``, or a tuple of ``words`` of them. Each state has a small number ``aux`` that can be
    computed from the state but is faster to store, such as the cell of the blank. States are compared without ``aux``.

    With ``fields``, the domain is a complete problem: `DomainProblem` runs the same functions in Python. Otherwise,
    ``encode`` and ``decode`` connect it with a problem that you write in Python.

    Parameters
    ----------
    encode:
        ``encode(state) -> (words, aux)``, a Python function that packs a state. ``words`` is an int, or a tuple of ints
        with several words. With ``fields``, the default packs a named tuple of the fields.
    decode:
        ``decode(words, aux) -> state``, a Python function that unpacks a state. With ``fields``, the default returns a
        named tuple of the fields.
    successor_count:
        ``successor_count(tables, state, aux) -> int``, the number of edges that leave a state, at most
        ``max_successors``.
    apply:
        ``apply(tables, state, aux, i) -> (next_state, next_aux, cost)``, edge number i. Edges are numbered from 0, in
        the order of the problem's own ``successors`` or ``actions``.
    is_goal:
        ``is_goal(tables, state, aux) -> bool``, the goal test.
    max_successors:
        The largest number of edges that leave a state, 1 to 16,777,216. A state with more of them is an error. With
        ``predecessor_count``, it's also the largest number of edges that lead to a state.
    heuristic:
        ``heuristic(tables, state, aux) -> h``, the estimate of the remaining cost, or ``DEAD_END`` for a dead end (inf
        with ``costs=float``). None, the default, means h = 0.
    next_heuristic:
        ``next_heuristic(tables, state, aux, h, i, next_state, next_aux) -> float``, the h of ``next_state``. Define it
        if that is faster to compute from ``h``, which is the h of ``state``. With None, the default, engines call
        ``heuristic``.
    extra:
        ``extra(tables, state, aux) -> np.uint64``, up to eight bytes that ``IDAStar`` stores with h, such as the parts
        of a sum. They must be determined by the state. The default is None.
    next_estimate:
        ``next_estimate(tables, state, aux, h, extra, i, next_state, next_aux) -> (next_h, next_extra)``, h and the
        extra bytes of ``next_state``. ``IDAStar`` calls it instead of ``next_heuristic``. ``extra`` and
        ``next_estimate`` need each other and ``heuristic``. The default is None.
    predecessor_count:
        ``predecessor_count(tables, state, aux) -> int``, the number of edges that lead to a state. Bidirectional
        engines need it and the next function. If every step can be reversed at the same cost, pass the functions of
        ``successor_count`` and ``apply`` again. The default of both is None.
    apply_back:
        ``apply_back(tables, state, aux, i) -> (previous_state, previous_aux, cost)``, edge number i of those that lead
        to ``state``. Edges are numbered from 0, in the order of the problem's own ``predecessors``.
    backward_heuristic:
        ``backward_heuristic(tables, state, aux) -> h``, the estimate of the cost from the initial state to ``state``,
        with the values of ``heuristic``. It depends on the initial state, so put its data in ``tables``. Only
        ``BAEStar`` needs it. The default is None.
    resources:
        ``resources(tables, state, aux) -> (key, numbers)``, for leaving out dominated states, as the problem's own
        ``resources``; see `HasResources`. ``key`` has as many words as a state, and is usually the state with 0 in
        place of its resources. ``numbers`` is a tuple of the resources used, always of the same length. ``AStar``,
        ``Dijkstra``, ``WeightedAStar``, ``GreedyBestFirst``, ``ARAStar``, ``AnytimeWeightedAStar``, ``FocalSearch`` and
        ``BeamSearch`` use it, except on disk and with several threads. The default is None.
    steps_to_go:
        ``steps_to_go(tables, state, aux) -> float``, an estimate >= 0 of the number of actions to a goal, as the
        problem's own ``steps_to_go``. Only ``FocalSearch`` calls it. The default is None.
    owner:
        ``owner(tables, state, aux) -> int``, a number of at least 0 from which ``astarlib.distributed.AStar`` computes
        the shard that stores a state. If most edges lead to a state with the same number, few edges are sent to other
        shards. Many numbers have to occur about equally often. None, the default, means a hash of the state.
    list_edges:
        ``list_edges(tables, state, aux, states, costs) -> int``, all edges at once, if that takes less time than one
        after another. It returns the number of edges, and writes their ends to ``states``, an array of
        ``np.uint64`` with ``words`` items for each edge, and their costs to ``costs``. It must not write more than
        ``costs.size`` edges, and ``max_aux`` must be 0. Best-first, anytime and beam search call it instead of
        ``successor_count`` and ``apply``, which other engines need. The default is None.
    action_of:
        ``action_of(state, next_state) -> action``, a Python function that returns the problem's action between two
        decoded states. If costs are whole numbers, it's called when a path is first read. With None, the default,
        engines call the problem's ``successors`` for each state on a path, which may take longer than a short search.
        The cost of an edge is then the difference of two g, so with ``costs=float``, sums of costs must be exact, as
        they are for multiples of 2**-29.
    aux_of:
        ``aux_of(tables, state) -> int``, the ``aux`` of a state. A search on disk calls it instead of storing ``aux``,
        which takes 8 bytes for each state there. The default ``encode`` of a domain with ``fields`` calls it, too. The
        default is None.
    fetch_edges:
        ``fetch_edges(tables, state)``, called for a state that is probably expanded next. It can begin to fetch the
        items of large tables that the edges of the state need. Graphs and jump points use this. The default is None.
    tables:
        A tuple, or a ``NamedTuple``, of numpy arrays and numbers. The default is empty.
    words:
        The number of 64-bit words of a state, 1 to 32. The default is 1.
    max_aux:
        The largest ``aux``, at most 65,535. The default, 0, means that there is no ``aux``, and ``encode`` and
        ``apply`` return 0 for it.
    costs:
        The type of costs and h, ``int`` (the default) or ``float``.
    bits:
        The initial width of stored g and h if costs are whole numbers, 8, 16 or 32 (the default). Larger values aren't
        an error, because the arrays are made wider. A small width saves memory and time.
    aux_identifies_parent:
        True if an edge leads back to the parent exactly if it leads to the parent's ``aux``. A* and IDA* are then
        faster. ``check_domain`` tests this condition. The default is False.
    label_bits:
        The number of lowest bits of the only word that are a label. A label restricts the edges of a state, depending
        on the path to it, and states that differ only in their labels have the same h. ``AStar``, ``Dijkstra`` and
        ``WeightedAStar`` then store a single one of them, that with the cheapest path, unless they have
        ``reopen=False``. Jump points use this. The default, 0, means that there are no labels.
    key_words:
        The number of words at the start of a state that identify it. States with the same first words are the same
        state, as those with the same ``state_key`` are in Python, and a search stores only one of them, that with the
        cheapest path. Bidirectional engines and searches on disk refuse such a domain. The default, 0, means all words.
    undirected:
        True if every edge costs 1 and an edge of the same cost leads back. A search on disk then compares a new layer
        with the last two layers only. ``check_domain`` tests this condition. The default is False.
    fields:
        A `StateFields` with the layout of a state. It sets ``words``. If ``max_aux`` isn't 0, it needs ``aux_of``, or
        an ``encode`` of your own. The default is None.

    Raises
    ------
    ValueError, TypeError
        If a value has the wrong type or is out of its range, or ``words`` isn't the number of words of ``fields``.

    Examples
    --------
    The states are 0, 1, 2, ..., with steps of 1 and 2 to the goal, 10:

    >>> from astarlib import SearchProblem, compiled
    >>> class Line(SearchProblem):
    ...     def actions(self, state):
    ...         return [1, 2]
    ...     def result(self, state, action):
    ...         return state + action
    ...     def is_goal(self, state):
    ...         return state == 10
    ...     def compiled_domain(self):
    ...         return compiled.CompiledDomain(
    ...             encode=lambda state: (state, 0), decode=lambda words, aux: words,
    ...             successor_count=lambda tables, state, aux: 2,
    ...             apply=lambda tables, state, aux, i: (state + 1 + i, 0, 1),
    ...             is_goal=lambda tables, state, aux: state == 10,
    ...             max_successors=2,
    ...         )
    >>> compiled.AStar().search(Line(0)).cost
    5
    """

    encode: Callable[[S], tuple[Words, int]] = _UNSET  # `__post_init__` sets it.
    decode: Callable[[Any, int], S] = _UNSET  # Any: an int, or a tuple of them
    successor_count: Function
    apply: Function
    is_goal: Function
    max_successors: int
    heuristic: Function | None = None
    next_heuristic: Function | None = None
    extra: Function | None = None
    next_estimate: Function | None = None
    predecessor_count: Function | None = None
    apply_back: Function | None = None
    backward_heuristic: Function | None = None
    resources: Function | None = None
    steps_to_go: Function | None = None
    owner: Function | None = None
    list_edges: Function | None = None
    action_of: Callable[[S, S], Any] | None = None  # Any: an action of the problem
    aux_of: Function | None = None
    fetch_edges: Function | None = None
    tables: tuple[Any, ...] = ()  # Any: arrays and numbers
    words: int = 1
    max_aux: int = 0
    costs: type[int | float] = int
    bits: int = 32
    aux_identifies_parent: bool = False
    label_bits: int = 0
    key_words: int = 0
    undirected: bool = False
    fields: PackedFields | None = None

    def __post_init__(self) -> None:
        if self.fields is not None:
            self._set_fields(self.fields)
        self._check_functions()
        for name, minimum, maximum in (
            ("max_successors", 1, MAX_SUCCESSORS), ("words", 1, MAX_WORDS), ("max_aux", 0, 65_535),
            ("label_bits", 0, 63 if self.words == 1 else 0), ("key_words", 0, self.words),
        ):  # fmt: skip
            value = getattr(self, name)
            if not isinstance(value, int) or isinstance(value, bool) or not minimum <= value <= maximum:
                raise ValueError(f"{name} must be a whole number from {minimum} to {maximum}, not {value!r}")
        if self.bits not in _BITS:
            raise ValueError(f"bits must be 8, 16 or 32, not {self.bits!r}")
        if self.costs is not int and self.costs is not float:
            raise TypeError(f"costs must be int or float, not {self.costs!r}")
        _check_tables(self.tables)
        for name in ("aux_identifies_parent", "undirected"):
            if not isinstance(getattr(self, name), bool):
                raise TypeError(f"{name} must be True or False, not {getattr(self, name)!r}")

    def _set_fields(self, fields: PackedFields) -> None:
        """Set the members that follow from ``fields``. `dataclasses.replace` passes those of the original domain."""
        if isinstance(fields, type) or not isinstance(fields, PackedFields):
            raise TypeError(f"fields must be a StateFields, not {fields!r}")
        if self.words not in {1, fields.words}:
            raise ValueError(f"words is {self.words}, but a state of {fields!r} has {fields.words}; leave out words")
        if self.encode is None or isinstance(self.encode, _FieldsEncoder):
            if self.max_aux != 0 and self.aux_of is None:
                raise TypeError("max_aux needs aux_of, a function (tables, state) -> aux, or encode")
            object.__setattr__(self, "encode", _FieldsEncoder(fields, self.aux_of, self.tables))
        if self.decode is None or isinstance(self.decode, _FieldsDecoder):
            object.__setattr__(self, "decode", _FieldsDecoder(fields))
        object.__setattr__(self, "words", fields.words)

    def with_tables(self, tables: tuple[Any, ...]) -> CompiledDomain[S]:  # Any: arrays and numbers
        """Return a domain with the same functions and other tables, without checking the functions again.

        Use this when a problem is created for each of many queries, for example with another goal in the tables. With
        ``fields``, ``encode`` uses the new tables.

        Parameters
        ----------
        tables:
            The new tables: a tuple, or a NamedTuple, of arrays and numbers.

        Raises
        ------
        TypeError
            If ``tables`` isn't a tuple.

        Examples
        --------
        >>> from astarlib.problems.npuzzle import NPuzzle
        >>> domain = NPuzzle("1 2 3 / 4 5 6 / 0 7 8").compiled_domain()
        >>> domain.with_tables(domain.tables).apply is domain.apply
        True
        """
        _check_tables(tables)
        copy: CompiledDomain[S] = object.__new__(type(self))
        vars(copy).update(vars(self), functions=self.functions, tables=tables)
        if self.fields is not None:
            copy._set_fields(self.fields)
        return copy

    @cached_property
    def functions(self) -> dict[str, Function | None]:
        """The functions that are compiled, by name. Copies that `with_tables` makes share the dictionary."""
        return {name: getattr(self, name) for name in COMPILED_FUNCTIONS}

    def _check_functions(self) -> None:
        for name, parameters in _PARAMETERS.items():
            function = getattr(self, name)
            if function is not None or name in _REQUIRED:
                check_function(name, function, parameters)
        if self.heuristic is None and self.next_heuristic is not None:
            raise TypeError("next_heuristic needs heuristic, for the initial state")
        if (self.extra is None) != (self.next_estimate is None):
            raise TypeError("extra and next_estimate need each other; pass both or neither")
        if self.heuristic is None and self.extra is not None:
            raise TypeError("extra and next_estimate need heuristic, for the initial state")
        if self.list_edges is not None and self.max_aux != 0:
            raise TypeError("list_edges needs max_aux=0, because it doesn't return aux")
        if self.resources is not None and self.label_bits != 0:
            raise TypeError("resources needs label_bits=0, because a search stores only one of the states with a label")
        if self.resources is not None and self.key_words != 0:
            raise TypeError("resources needs key_words=0, because its keys are compared like states")
        if (self.predecessor_count is None) != (self.apply_back is None):
            raise TypeError("predecessor_count and apply_back need each other; pass both or neither")


class CompiledHeuristic(NamedTuple):
    """A heuristic for a compiled domain."""

    function: Function
    """The function ``heuristic(tables, state, aux)``."""
    tables: tuple[Any, ...] = ()
    """Arrays and numbers that the function finds behind the tables of the domain."""

    def in_domain(self, domain: CompiledDomain[S]) -> CompiledDomain[S]:
        """Return a copy of the domain with this heuristic instead of its own.
        Its tables are those of the domain, then these.

        Parameters
        ----------
        domain:
            The domain.

        Examples
        --------
        >>> from astarlib.problems.pancake import PancakeProblem
        >>> zero = CompiledHeuristic(lambda tables, state, aux: 0)
        >>> zero.in_domain(PancakeProblem("3 1 2").compiled_domain()).heuristic(None, None, None)
        0
        """
        tables, names = (*domain.tables, *self.tables), getattr(domain.tables, "_fields", ())
        if len(names) > 0:
            make: Any = namedtuple  # noqa: PYI024  # The names are known only now.
            added = (f"heuristic_{at}" for at in range(len(names), len(tables)))
            tables = make(type(domain.tables).__name__, (*names, *added))(*tables)
        return replace(
            domain, heuristic=self.function, next_heuristic=None, extra=None, next_estimate=None, tables=tables
        )


def _check_tables(tables: object) -> None:
    if not isinstance(tables, tuple):
        raise TypeError(f"tables must be a tuple, or a NamedTuple, of arrays and numbers, not {tables!r}")


def python_function(function: Function) -> Function:
    """Return a function of a domain for Python: for a numba function, that from which it is made."""
    plain: Function = getattr(function, "py_func", function)
    return plain


def check_function(name: str, function: Any, parameters: tuple[str, ...]) -> None:  # Any: whatever a user passes
    """Raise TypeError unless ``function`` is a function that takes these parameters."""
    if not callable(function):
        raise TypeError(f"{name} must be a function, not {function!r}")
    plain = python_function(function)
    if not isinstance(plain, FunctionType) or plain.__code__.co_flags & CO_VARARGS:
        return
    code = plain.__code__
    names = code.co_varnames[: code.co_argcount]
    if not len(names) - len(plain.__defaults__ or ()) <= len(parameters) <= len(names):
        raise TypeError(
            f"{name} must take the parameters ({', '.join(parameters)}), but {code.co_name} takes ({', '.join(names)})"
        )


def identifying_words(domain: CompiledDomain[Any], state: Words) -> tuple[int, ...]:  # Any: a state
    """Return the words of a packed state that identify it: the first ``key_words``, or all of them."""
    words = (state,) if isinstance(state, int) else tuple(state)
    return words[: domain.key_words or domain.words]


def packed(words: Words) -> Any:  # Any: numpy's numbers
    """Return a packed state as functions of a domain get it, with ``numpy.uint64`` for each word."""
    try:
        from numpy import uint64  # A domain needs no numpy until its functions are called.
    except ImportError as error:
        raise ImportError(
            "the functions of a compiled domain need numpy: run pip install '.[compiled]' in a checkout of astarlib"
        ) from error
    return uint64(words) if isinstance(words, int) else tuple(map(uint64, words))
