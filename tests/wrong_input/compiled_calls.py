"""Wrong inputs of compiled engines, of domains, and of the functions that compare them with their problems."""

import math
from fractions import Fraction

from wrong_input.general_calls import NO_LIMITS, PUZZLE
from wrong_input.row import wrong

from astarlib import FunctionProblem
from astarlib.compiled import (
    ENGINES,
    AnytimeWeightedAStar,
    ARAStar,
    AStar,
    BAEStar,
    BeamSearch,
    BidirectionalDijkstra,
    CompiledDomain,
    Dijkstra,
    Disk,
    DomainProblem,
    IDAStar,
    PatternDatabase,
    StateFields,
    WeightedAStar,
    check_domain,
    compile_problem,
    explore,
)
from astarlib.distributed import AStar as DistributedAStar
from astarlib.distributed import Ray, Threads
from astarlib.errors import MissingCapabilityError
from astarlib.problems.pancake import PancakeProblem

NO_DOMAIN = FunctionProblem(Fraction(1, 2), successors=lambda n: [], is_goal=bool)
DOMAIN = dict.fromkeys(("encode", "decode", "successor_count", "apply", "is_goal"), abs)


def domain(parameter, value, error, says):
    """A domain that is right but for one thing."""
    return wrong(error, says, CompiledDomain, parameter, **{**DOMAIN, "max_successors": 4, parameter: value})


FIELDS = StateFields(number=4)
ONE_FIELD = CompiledDomain(fields=FIELDS, successor_count=abs, apply=abs, is_goal=abs, max_successors=2)
TWO_EDGES = DomainProblem(
    CompiledDomain(fields=FIELDS, successor_count=lambda *_: 2, apply=abs, is_goal=abs, max_successors=2), FIELDS(0)
)

SHARDS = Threads(2)


def table(parameter, value, error, says):
    """The building of a pattern database that is right but for one thing."""
    named = {"problem": PancakeProblem("3 1 2"), "mapping": lambda tables, state: state, parameter: value}
    return wrong(error, says, PatternDatabase.build, parameter, **named)


ROWS = [
    *(wrong(ValueError, "shards must be 1 to 256, not 0", kind, "shards", 0) for kind in (Threads, Ray)),
    wrong(TypeError, "shards must be a whole number, 1 to 256, not 2.0", Threads, "shards", 2.0),
    wrong(TypeError, "address must be a str or None, not 6379", Ray, "address", 2, 6379),
    wrong(ValueError, "timeout must be a positive number of seconds, not 0", Ray, "timeout", 2, timeout=0),
    wrong(TypeError, r"cluster must be Threads\(n\) or Ray\(shards=n\), not 2", DistributedAStar, "cluster", 2),
    wrong(ValueError, "batch must be at least 1, not 0", DistributedAStar, "batch", SHARDS, batch=0),
    wrong(TypeError, "checkpoint must be a path or None, not 3", DistributedAStar, "checkpoint", SHARDS, checkpoint=3),
    wrong(ValueError, "every must be a number of seconds, at least 0", DistributedAStar, "every", SHARDS, every=-1),
    wrong(ValueError, "threads must be 1 to 256, not 0", AStar, "threads", threads=0),
    wrong(ValueError, "leave out storage or threads", AStar, "threads", threads=2, storage=Disk("x")),
    *(
        row
        for kind in (AStar, IDAStar, BAEStar, BidirectionalDijkstra)
        for row in (
            wrong(MissingCapabilityError, "FunctionProblem can't be compiled", kind.start, "problem", kind(),
                  NO_DOMAIN),
        )
    ),
    *(
        row
        for name, kind in ENGINES.items() if name != "ida-star"
        for row in (
        )
    ),
    wrong(ValueError, "weight must be a finite number of at least 1, not nan", WeightedAStar, "weight",
          weight=math.nan),
    wrong(ValueError, "width must be an int of at least 1, not 0", BeamSearch, "width", width=0),
    wrong(TypeError, r"folder must be a path, for example Disk\('search'\), not 5", Disk, "folder", 5),
    wrong(ValueError, r"folder must be a path, for example Disk\('search'\), not ''", Disk, "folder", ""),
    wrong(TypeError, r"memory must be a number of bytes, for example 4 \* 2\*\*30, not '4G'", Disk, "memory", "x",
          memory="4G"),
    wrong(ValueError, "memory must be a positive number of bytes, .*not 0", Disk, "memory", "x", memory=0),
    *(
        row
        for kind in (AStar, Dijkstra)
        for row in (
            wrong(TypeError, "storage must be a Disk", kind, "storage", storage="folder"),
            wrong(ValueError, "leave out tie_break and reopen", kind, "reopen", storage=Disk("x"), reopen=False),
        )
    ),
    *(
        wrong(kind, f"threads must be an int of at least 1, not {threads!r}", IDAStar, "threads", threads=threads)
        for kind, threads in ((ValueError, 0), (ValueError, -2), (TypeError, 1.5), (TypeError, "2"), (TypeError, True))
    ),
    wrong(TypeError, "complete must be True or False, not 1", BeamSearch, "complete", complete=1),
    wrong(MissingCapabilityError, "FunctionProblem can't be compiled: .* Fraction", explore,
          "problem", NO_DOMAIN),
    wrong(*NO_LIMITS, explore, "limits", PUZZLE, limits=1000),
    wrong(TypeError, "count_actions must be True or False, not 1", explore, "count_actions", PUZZLE, count_actions=1),
    wrong(TypeError, "storage must be a Disk", explore, "storage", PUZZLE, storage="x"),
    wrong(ValueError, "weight must be a finite number of at least 1, not nan", AnytimeWeightedAStar, "weight",
          weight=math.nan),
    wrong(ValueError, "weights must be finite numbers of at least 1", ARAStar, "weights", weights=(1, 2)),
    *(
        domain(name, 5, TypeError, f"{name} must be a function, not 5")
        for name in (
            *DOMAIN, "heuristic", "next_heuristic", "extra", "next_estimate", "predecessor_count", "apply_back",
            "backward_heuristic", "action_of",
        )
    ),
    *(domain(name, None, TypeError, f"{name} must be a function, not None") for name in DOMAIN),
    domain("aux_of", 5, TypeError, "aux_of must be a function, not 5"),
    domain("apply", lambda tables, state, aux: state, TypeError,
           r"apply must take the parameters \(tables, state, aux, i\), but <lambda> takes \(tables, state, aux\)"),
    domain("aux_of", lambda tables, state, aux: 0, TypeError, r"aux_of must take the parameters \(tables, state\)"),
    domain("fields", 5, TypeError, "fields must be a StateFields, not 5"),
    domain("fields", StateFields, TypeError, "fields must be a StateFields, not <class"),
    wrong(ValueError, "words is 2, but a state of .* has 1; leave out words", CompiledDomain, "fields",
          **DOMAIN, max_successors=4, fields=FIELDS, words=2),
    wrong(TypeError, "max_aux needs aux_of", CompiledDomain, "fields", successor_count=abs, apply=abs, is_goal=abs,
          max_successors=4, fields=FIELDS, max_aux=3),
    wrong(TypeError, "needs at least one field", StateFields, "fields"),
    wrong(ValueError, "field a must have 1 to 63 bits, not 64", StateFields, "fields", a=64),
    wrong(ValueError, "field a must have 1 to 63 bits, not 0", StateFields, "fields", a=(3, 0)),
    wrong(ValueError, "field a must have 1 to 2048 items, not 0", StateFields, "fields", a=(0, 4)),
    wrong(TypeError, r"field a must have a number of bits, or a pair \(items, bits\), not 1.5", StateFields, "fields",
          a=1.5),
    wrong(ValueError, "the fields need 33 words of 64 bits; a state has at most 32", StateFields, "fields", a=(33, 60)),
    wrong(ValueError, "a field can't have the name '_a'", StateFields, "fields", _a=3),
    wrong(ValueError, "a field can't have the name 'if'", StateFields, "fields", **{"if": 3}),
    wrong(TypeError, "state must be a whole number, which pack returns, not .1, 2.", StateFields.unpack, "state",
          FIELDS, (1, 2)),
    wrong(TypeError, "domain must be a CompiledDomain, not 5", DomainProblem, "domain", 5, 0),
    wrong(TypeError, "expected a state of StateFields", DomainProblem, "initial_state", ONE_FIELD, 0),
    wrong(ValueError, "field number must be 0 to 15, not 16", DomainProblem, "initial_state", ONE_FIELD, (16,)),
    wrong(ValueError, r"no edge with action 5 leaves state State\(number=0\)", DomainProblem.result, "action",
          TWO_EDGES, FIELDS(0), 5),
    wrong(ValueError, r"no edge with action 5 leaves state State\(number=0\)", DomainProblem.cost, "action",
          TWO_EDGES, FIELDS(0), 5, FIELDS(0)),
    wrong(TypeError, "actions must be a list of actions", DomainProblem, "actions", ONE_FIELD, (0,), actions="ab"),
    wrong(ValueError, "actions must have max_successors, 2, actions, not 1", DomainProblem, "actions", ONE_FIELD, (0,),
          actions=["a"]),
    wrong(ValueError, "actions must be different, but 'a' is there twice", DomainProblem, "actions", ONE_FIELD, (0,),
          actions=["a", "a"]),
    wrong(TypeError, "goal_states must be a list, even for a single goal, not 5", DomainProblem, "goal_states",
          ONE_FIELD, (0,), goal_states=5),
    wrong(ValueError, "cost_unit must be a finite number > 0, or None, not 0", DomainProblem, "cost_unit", ONE_FIELD,
          (0,), cost_unit=0),
    domain("next_heuristic", abs, TypeError, "next_heuristic needs heuristic"),
    domain("extra", abs, TypeError, "extra and next_estimate need each other"),
    domain("next_estimate", abs, TypeError, "extra and next_estimate need each other"),
    domain("predecessor_count", abs, TypeError, "predecessor_count and apply_back need each other"),
    domain("apply_back", abs, TypeError, "predecessor_count and apply_back need each other"),
    domain("max_successors", 0, ValueError, "max_successors must be a whole number from 1 to 16777216, not 0"),
    domain("max_successors", True, ValueError, "max_successors must be a whole number from 1 to 16777216, not True"),
    domain("words", 33, ValueError, "words must be a whole number from 1 to 32, not 33"),
    domain("max_aux", 65_536, ValueError, "max_aux must be a whole number from 0 to 65535, not 65536"),
    domain("label_bits", 64, ValueError, "label_bits must be a whole number from 0 to 63, not 64"),
    domain("bits", 12, ValueError, "bits must be 8, 16 or 32, not 12"),
    domain("costs", complex, TypeError, "costs must be int or float, not <class 'complex'>"),
    domain("tables", [1], TypeError, r"tables must be a tuple, .*, not \[1\]"),
    domain("aux_identifies_parent", 1, TypeError, "aux_identifies_parent must be True or False, not 1"),
    wrong(TypeError, r"tables must be a tuple, .*, not \[1\]", CompiledDomain.with_tables, "tables", ONE_FIELD, [1]),
    table("problem", NO_DOMAIN, MissingCapabilityError, "FunctionProblem can't be compiled"),
    table("mapping", 5, TypeError, "mapping must be a function, not 5"),
    table("mapping", lambda state: state, TypeError, r"mapping must take the parameters \(tables, state\)"),
    table("goal_states", 5, TypeError, "goal_states must be a list.*, not 5"),
    table("symmetric", 1, TypeError, "symmetric must be True or False, not 1"),
    table("max_distance", -1, ValueError, "max_distance must be a number of at least 0, not -1"),
    table("memory", -1, ValueError, "memory must be a number of bytes, or None, not -1"),
    table("cache", 1, TypeError, "cache must be True or False, not 1"),
    table("observer", 5, TypeError, "observer must be a callable that takes an event, not 5"),
    wrong(MissingCapabilityError, "FunctionProblem has no compiled_domain", PatternDatabase.bind, "problem",
          PatternDatabase(abs, None, 0, (), ""), NO_DOMAIN),
    wrong(MissingCapabilityError, "FunctionProblem can't be compiled", check_domain,
          "problem", NO_DOMAIN),
    wrong(MissingCapabilityError, "FunctionProblem can't be compiled: .* Fraction.* Instead, use",
          compile_problem, "problem", NO_DOMAIN),
    wrong(ValueError, "bits must be 1 to 64, not 0", compile_problem, "bits", PUZZLE, bits=0),
    wrong(ValueError, "bits must be 1 to 64, not 65", compile_problem, "bits", PUZZLE, bits=65),
    wrong(TypeError, "seed must be a whole number.*, not None", check_domain, "seed", PUZZLE, seed=None),
]  # fmt: skip
