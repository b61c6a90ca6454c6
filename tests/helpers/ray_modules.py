"""The modules that can't be imported without Ray."""

NEED_RAY = ("host_process", "ray_connection", "ray_team")
"""Their names in `astarlib.distributed`."""
