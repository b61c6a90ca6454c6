"""The commands, one per file: each with its options and its run."""
