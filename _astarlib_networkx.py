"""The description of astarlib's backend, which networkx loads when it is imported.

It's outside the package ``astarlib`` because importing that takes longer.
"""

from __future__ import annotations

from typing import Any

_WHEN = "Large graphs are searched by compiled code. A weight that is a function is left to networkx."
FUNCTIONS = (
    "all_pairs_all_shortest_paths",
    "all_pairs_dijkstra",
    "all_pairs_dijkstra_path",
    "all_pairs_dijkstra_path_length",
    "all_pairs_shortest_path",
    "all_pairs_shortest_path_length",
    "all_shortest_paths",
    "astar_path",
    "astar_path_length",
    "bidirectional_dijkstra",
    "bidirectional_shortest_path",
    "dijkstra_path",
    "dijkstra_path_length",
    "dijkstra_predecessor_and_distance",
    "has_path",
    "multi_source_dijkstra",
    "multi_source_dijkstra_path",
    "multi_source_dijkstra_path_length",
    "predecessor",
    "shortest_path",
    "shortest_path_length",
    "shortest_simple_paths",
    "single_source_all_shortest_paths",
    "single_source_dijkstra",
    "single_source_dijkstra_path",
    "single_source_dijkstra_path_length",
    "single_source_shortest_path",
    "single_source_shortest_path_length",
    "single_target_shortest_path",
    "single_target_shortest_path_length",
)


def backend_info() -> dict[str, Any]:  # Any: networkx prescribes the keys, not the types
    """Return the backend's name, its summary and its functions."""
    return {
        "backend_name": "astarlib",
        "project": "astarlib",
        "package": "astarlib",
        "short_summary": "Find shortest paths in large graphs with compiled code.",
        "description": "Find shortest paths in large graphs with compiled code.",
        "functions": {name: {"additional_docs": _WHEN} for name in FUNCTIONS},
    }
