"""The laws that every engine has to keep, and `check_engine`, which tests them."""

from astarlib.checking.conformance.suite import ConformanceReport, check_engine

__all__ = ["ConformanceReport", "check_engine"]
