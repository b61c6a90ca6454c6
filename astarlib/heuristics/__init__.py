"""Heuristics made of others, and pattern databases for any problem."""
