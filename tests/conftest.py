import gc
import os
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, Phase, settings

from astarlib.comparing import running

patient = settings(
    deadline=None, suppress_health_check=[HealthCheck.too_slow]
)  # No test depends on the machine's load.
settings.register_profile("gate", patient, derandomize=True, max_examples=25)
settings.register_profile("release", settings.get_profile("gate"), max_examples=100)
settings.register_profile("deep", patient, max_examples=20 * 100)
settings.register_profile("mutation", settings.get_profile("gate"), phases=(Phase.explicit, Phase.generate))
settings.load_profile("gate")  # To select another one, use --hypothesis-profile.

_QUICK = "quick and not slow"


def pytest_configure(config: pytest.Config) -> None:
    """Let ``-m quick`` leave out slow tests."""
    if config.option.markexpr == "quick":
        config.option.markexpr = _QUICK


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """With ``-m quick``, import only files with quick tests, because to import all takes longer than to run these."""
    if config.option.markexpr != _QUICK or collection_path.is_dir() or collection_path.name == "conftest.py":
        return None
    return b"pytest.mark.quick" not in collection_path.read_bytes()


SLOW = (
    "tests/cli/test_compiled.py::test_options_of_the_engine_are_those_of_the_compiled_one",
    "tests/cli/test_compiled.py::test_pattern_databases_are_compiled_too",
    "tests/compiled/test_anytime.py::test_random_graphs_with_inconsistent_heuristics_and_dead_ends_give_the_same_search[compiled.ARAStar(weight",
    "tests/compiled/test_beam.py::test_boards_of_two_words_give_the_same_search",
    "tests/compiled/test_bidirectional.py::test_a_copy_at_any_instant_disturbs_nothing_and_continues_independently[compiled.BAEStar",
    "tests/compiled/test_bidirectional.py::test_a_saved_search_and_a_copy_continue_as_if_they_had_never_stopped[compiled.BAEStar",
    "tests/compiled/test_bidirectional.py::test_an_interrupt_at_any_instant_loses_nothing[compiled.BAEStar",
    "tests/compiled/test_bidirectional.py::test_any_number_in_any_array_is_refused_or_does_no_harm[compiled.BAEStar",
    "tests/compiled/test_bidirectional.py::test_arrays_grow_as_long_as_there_are_states[compiled.BAEStar",
    "tests/compiled/test_bidirectional.py::test_numbers_of_any_size_give_the_same_search[99991-compiled.BAEStar",
    "tests/compiled/test_bidirectional.py::test_random_graphs_give_the_same_search[compiled.BAEStar()-False",
    "tests/compiled/test_bounds_and_faults.py::test_a_state_may_have_any_number_of_successors[1024-",
    "tests/compiled/test_bounds_and_faults.py::test_numbers_beyond_eight_bits_make_the_arrays_wider",
    "tests/compiled/test_cache.py::test_code_is_stored_and_never_used_after_an_edit",
    "tests/compiled/test_edits.py::test_code_that_is_replaced_in_place_is_compiled_again[edit0",
    "tests/compiled/test_edits.py::test_code_that_is_replaced_in_place_is_compiled_again[edit2",
    "tests/compiled/test_edits.py::test_variables_of_enclosing_functions_are_those_of_now[njit",
    "tests/compiled/test_exploring.py::test_states_of_several_words_are_unpacked",
    "tests/compiled/test_fields.py::test_engines_in_python_and_compiled_ones_do_the_same[BAEStar",
    "tests/compiled/test_growth.py::test_a_search_that_is_stopped_at_every_step_comes_to_the_same_result[grows by 8-compiled.AStar(tie_break",  # noqa: E501
    "tests/compiled/test_growth.py::test_limits_are_polled_between_two_steps[compiled.AStar(tie_break",
    "tests/compiled/test_interrupts.py::test_an_interrupt_at_any_instant_loses_nothing[compiled.AnytimeWeightedAStar",
    "tests/compiled/test_jump_points.py::test_jump_points_give_the_same_search[4",
    "tests/compiled/test_laws.py::test_compiled_engines_keep_every_law_on_random_graphs[compiled.ARAStar()]",
    "tests/compiled/test_laws.py::test_compiled_engines_keep_every_law_on_random_graphs[compiled.AStar()]",
    "tests/compiled/test_laws.py::test_compiled_engines_keep_every_law_on_random_graphs[compiled.BAEStar()]",
    "tests/compiled/test_laws.py::test_compiled_engines_keep_every_law_on_random_graphs[compiled.BidirectionalDijkstra()]",
    "tests/compiled/test_laws.py::test_compiled_engines_keep_every_law_on_random_graphs[compiled.BeamSearch(",
    "tests/compiled/test_laws.py::test_compiled_engines_keep_every_law_on_random_graphs[compiled.IDAStar()]",
    "tests/compiled/test_laws.py::test_compiled_engines_keep_every_law_on_random_graphs[compiled.IDAStar(cycle",
    "tests/compiled/test_laws.py::test_compiled_engines_keep_every_law_on_random_graphs[compiled.AStar(tie_break",
    "tests/compiled/test_large_patterns.py::test_boards_of_two_words_have_the_values_of_the_pure_heuristic[more",
    "tests/compiled/test_large_patterns.py::test_24_puzzles_take_the_known_number_of_nodes",
    "tests/compiled/test_numba_ready.py::",
    "tests/compiled/test_same_results.py::test_boards_of_two_words_give_the_same_search",
    "tests/compiled/test_same_results.py::test_best_first_engines_give_the_same_results_on_8_puzzles[WeightedAStar",
    "tests/compiled/test_same_results.py::test_pattern_databases_give_the_same_search",
    "tests/compiled/test_same_results.py::test_paths_on_a_grid_are_the_same[4",
    "tests/compiled/test_same_results.py::test_sixteen_pancakes_fit_a_word",
)
"""The first letters of the names of slow tests, which repeat quicker tests with other engines or problems."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the slow tests. Refuse an entry of ``SLOW`` that names no test of its file."""
    if not any("::" in argument for argument in config.args):
        files = {item.nodeid.partition("::")[0] for item in items}
        stale = [
            entry
            for entry in SLOW
            if entry.partition("::")[0] in files and not any(item.nodeid.startswith(entry) for item in items)
        ]
        if len(stale) > 0:
            raise pytest.UsageError(f"SLOW in tests/conftest.py names no test: {stale}")
    for item in items:
        if item.nodeid.startswith(SLOW):
            item.add_marker(pytest.mark.slow)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Let a comparison collect young garbage only, and pause the garbage collector until all tests are collected.

    Before each run, a comparison collects all garbage, so that its figures are right. In the process of the tests,
    which holds millions of objects, that takes half a second each time. Some modules of tests make a comparison when
    they are imported.
    """
    running.gc = SimpleNamespace(collect=lambda: gc.collect(0))
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


@pytest.fixture(autouse=True, scope="session")
def no_waiting_for_the_disk() -> Iterator[None]:
    """Don't wait until files are on the disk, because only a machine that fails needs it. Tests save many files."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _: None)
        yield
