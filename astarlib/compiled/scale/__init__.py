"""The algorithms of searches that need more than one core or more than the memory: on disk, and in shards."""
