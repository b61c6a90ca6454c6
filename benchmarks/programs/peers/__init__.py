"""The same work by other libraries, a file for each, written as its documentation tells its users to write it.

They run in an environment of their own, so they import nothing of astarlib. All get the same moves and the same
heuristics, from ``tiles``, ``fields`` and ``roads``; none is held back by a slower form of them.
"""
