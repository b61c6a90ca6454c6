"""The forms of Python, and its functions."""
