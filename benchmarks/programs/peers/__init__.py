"""The same tasks with other libraries, in a file for each, written as its documentation recommends.

They run in an environment of their own, so they import nothing from astarlib. All get the same moves and heuristics,
from ``tiles``, ``fields`` and ``roads``, in a form that doesn't slow the library down.
"""
