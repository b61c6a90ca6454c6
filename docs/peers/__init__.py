"""What other libraries can do, found out by running them: a module for each library (see docs/comparison.py).

A module has the name of its distribution, the files to look through for words, and a probe for each feature that needs
one. A probe has the name of the feature, takes no arguments, and returns True, False or a short text. ``shortest``
searches a small graph, and docs/comparison.py checks its paths.
"""
