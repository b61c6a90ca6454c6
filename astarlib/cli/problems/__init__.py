"""The problems, one per file: each with its arguments and the task that they make."""
