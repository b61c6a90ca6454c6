"""Recorded searches as data: how they are built, checked, saved and read."""
