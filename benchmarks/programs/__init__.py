"""What contenders run: each program prepares, and returns the run that is timed."""
