"""Yardsticks in C++, compiled when they are needed."""
