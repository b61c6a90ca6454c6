"""A backend of networkx: compiled code finds shortest paths in unchanged networkx programs.

networkx finds the backend by the entry points of this package. Its functions are in `interface`.
"""
