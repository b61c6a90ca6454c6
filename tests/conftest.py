import gc
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
    "tests/benchmarks/test_suites.py::test_the_generic_loop_and_those_by_hand_do_the_same_on_the_8_puzzle",
    "tests/cli/test_help.py::test_every_help_shows_an_example_that_works[check ",
    "tests/core/test_any_text.py::test_any_text_is_read_or_refused_by_its_readers_own_error[problems.npuzzle.puzzle.NPuzzle.random(goal",
    "tests/core/test_gc_pause.py::test_where_something_is_frozen_all_stays_as_it_is",
    "tests/core/test_memory.py::test_a_limit_of_memory_is_kept_to_within_a_tenth_and_the_search_continues[d",
    "tests/core/test_memory.py::test_a_search_without_free_memory_can_be_inspected_and_continues_when_there_is_more[d",
    "tests/core/test_memory.py::test_a_search_without_free_memory_can_be_inspected_and_continues_when_there_is_more[g",
    "tests/engines/test_boards.py::test_an_unsolvable_eight_puzzle_is_proved_so_by_181440_expansions[D",
    "tests/engines/test_boards.py::test_an_unsolvable_eight_puzzle_is_proved_so_by_181440_expansions[G",
    "tests/engines/test_deep_paths.py::test_a_long_path_is_found_shown_saved_and_verified[breadth-first",
    "tests/engines/test_deep_paths.py::test_a_long_path_is_found_shown_saved_and_verified[depth-first",
    "tests/engines/test_deep_paths.py::test_a_long_path_is_found_shown_saved_and_verified[dijkstra",
    "tests/engines/test_deep_paths.py::test_a_long_path_is_found_shown_saved_and_verified[greedy",
    "tests/engines/test_deep_paths.py::test_a_long_path_is_found_shown_saved_and_verified[weighted-astar",
    "tests/engines/test_deep_paths.py::test_a_long_path_is_found_shown_saved_and_verified[all-optimal",
    "tests/engines/test_deep_paths.py::test_a_long_path_is_found_shown_saved_and_verified[lpa-star",
    "tests/engines/test_deepening.py::test_ida_star_counts_what_korf_counted[42",
    "tests/engines/test_deepening.py::test_ida_star_counts_what_korf_counted[79",
    "tests/engines/test_differential.py::test_a_deepest_board_is_certified",
    "tests/engines/test_differential.py::test_boards_at_every_depth_are_solved_in_as_many_moves[AStar(tie_break",
    "tests/engines/test_differential.py::test_boards_at_some_depths_are_solved_in_as_many_moves_without_a_heuristic",
    "tests/engines/test_interrupts.py::test_what_a_signal_handler_raises_comes_through_and_loses_nothing[Greedy",
    "tests/engines/test_interrupts.py::test_what_a_signal_handler_raises_comes_through_and_loses_nothing[IDA",
    "tests/engines/test_interrupts.py::test_a_copy_made_at_any_instant_changes_nothing_and_continues_independently[KBest(k=3, simple=False",  # noqa: E501
    "tests/heuristics/test_pattern_database.py::test_heuristics_of_sliding_tiles_are_admissible_and_consistent[(0",
    "tests/heuristics/test_pattern_database.py::test_heuristics_of_sliding_tiles_are_admissible_and_consistent[(1, 2, 3, 4, 5, 6, 7, 8",  # noqa: E501
    "tests/problems/test_npuzzle.py::test_a_board_is_solvable_just_when_moves_lead_from_it_to_the_goal[(1, 2, 3, 8",
    "tests/problems/test_npuzzle.py::test_a_board_is_solvable_just_when_moves_lead_from_it_to_the_goal[(0, 1, 2, 3, 4, 5, 6, 7, 8",  # noqa: E501
    "tests/problems/test_npuzzle.py::test_as_many_states_as_published_lie_at_each_depth[((3, 3), 1",
    "tests/problems/test_npuzzle_heuristics.py::test_every_heuristic_is_admissible_and_consistent_in_the_whole_space[(0, 1, 2, 3, 4, 5, 6, 7, 8",  # noqa: E501
    "tests/problems/test_npuzzle_heuristics.py::test_every_heuristic_is_zero_just_at_the_goal[(0, 1, 2, 3, 4, 5, 6, 7, 8",  # noqa: E501
    "tests/problems/test_npuzzle_pattern_database.py::test_a_database_of_all_tiles_is_exact[goal2",
    "tests/problems/test_npuzzle_pattern_database.py::test_the_hard_boards_are_solved_optimally[hard-5",
    "tests/test_batch_processes.py::test_a_script_without_the_guard_gets_an_error_once_and_begins_no_more_processes[forks",
    "tests/test_batch_processes.py::test_workers_are_begun_by_any_method_and_end_with_the_batch[forkserver",
    "tests/test_outside_engine.py::test_an_interrupt_at_any_instant_loses_nothing[Beam(width=100)-[Limits(cost",
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
