"""Yardsticks in C++, which are compiled when needed."""
