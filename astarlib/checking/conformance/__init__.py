"""Whether an engine keeps the laws that all engines have to keep."""

from astarlib.checking.conformance.promise import Needs, Promise
from astarlib.checking.conformance.suite import Conformance, engine_conformance

__all__ = ["Conformance", "Needs", "Promise", "engine_conformance"]
