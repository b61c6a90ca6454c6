"""Helpers that know nothing of search. Private: nothing in here is part of the public interface."""
