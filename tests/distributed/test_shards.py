"""A search on several shards proves the optimum of A* in one thread, and its counters don't depend on time."""

import errno
import io
import math
import re
import shutil
from dataclasses import replace
from itertools import count
from random import Random
from types import SimpleNamespace

import numpy as np
import pytest
from helpers.rows import RowProblem, random_rows
from helpers.sampling import slow
from rich.console import Console

from astarlib import LimitKind, Limits, Search, Status, compiled
from astarlib.checking import check_engine
from astarlib.checking.conformance.random_graphs import RandomGraph
from astarlib.compiled.runtime.queues import Heap
from astarlib.compiled.scale import shard, sharded_search
from astarlib.compiled.scale.shard import Shard
from astarlib.compiled.scale.shard_rounds import Barrier, Rules, ends_lap
from astarlib.compiled.scale.shard_team import LostShardError, ThreadTeam
from astarlib.compiled.scale.sharded_search import ShardedAlgorithm
from astarlib.distributed import AStar, Threads, store
from astarlib.errors import (
    CheckpointError,
    ClusterError,
    InvalidCostError,
    InvalidHeuristicError,
    MissingCapabilityError,
    ProblemMethodError,
)
from astarlib.events import Progress
from astarlib.observers import ProgressBar
from astarlib.problems.npuzzle import NPuzzle
from astarlib.problems.npuzzle.instances import KORF_100
from astarlib.searching.algorithm import Budget

BOARD, UNSOLVABLE = NPuzzle("8 6 7 / 2 5 4 / 3 0 1"), NPuzzle("2 1 3 / 4 5 6 / 7 8 0")
EASY = NPuzzle("8 1 7 / 4 5 6 / 2 0 3")
COUNTS = ("expanded", "generated", "evaluated", "reopened", "stored", "dead_ends", "peak_frontier", "details")


def counts(result):
    return [getattr(result.statistics, name) for name in COUNTS]


def random_problem(seed, **compiled_as):
    """A directed graph with zero costs, an h that is admissible but not consistent, and a goal out of reach or not."""
    random, count = Random(seed), 30 + 20 * (seed % 5)
    edges, _ = random_rows(random, count=count)
    edges = {tail: [(head, cost if random.random() < 0.8 else 0) for head, cost in row] for tail, row in edges.items()}
    goal, true_hs = count - 1, [math.inf] * (count - 1) + [0]
    if seed % 6 == 5:
        edges = {tail: [(head, cost) for head, cost in row if head != goal] for tail, row in edges.items()}
    for _ in range(count):
        for tail, row in edges.items():
            true_hs[tail] = min([true_hs[tail], *(cost + true_hs[head] for head, cost in row)])
    hs = [random.choice([0, h]) if h == math.inf else random.randint(0, h) for h in true_hs]
    hs[0] = min(hs[0], 3)
    return RowProblem(edges, goal, hs=hs, compiled=compiled_as)


@pytest.mark.costly
def test_two_shards_keep_every_law_on_a_few_random_graphs():
    conformance = check_engine(AStar(Threads(2)), problems=map(RandomGraph, range(12)))
    assert 5 == conformance.problems  # The others aren't problems for this engine.
    reasons = dict(conformance.not_applicable)
    assert "the engine's guarantee has exact_limits=False" == reasons["a limit on expansions is exact"]


@pytest.mark.slow
@pytest.mark.parametrize("shards", [1, 2, 5])
def test_shards_keep_every_law_on_random_graphs(shards):
    assert 40 == check_engine(AStar(Threads(shards))).problems


@pytest.mark.costly
def test_a_goal_to_which_a_second_cheaper_path_leads_leaves_the_frontier():
    assert 1 == check_engine(AStar(Threads(1)), problems=[RandomGraph(870163)]).problems


def test_a_new_search_has_the_initial_state_in_its_frontier():
    search = AStar(Threads(3)).start(BOARD)
    [only], [stored] = search.frontier(), search.states()
    assert BOARD.initial_state == only.state == stored.state
    assert (1, 21) == (search.statistics.stored, only.h)


@pytest.mark.costly
@pytest.mark.parametrize(("shards", "bits"), [(1, 32), (2, 32), (7, 32), slow((3, 8))])
def test_answers_bounds_and_paths_on_random_graphs_are_those_of_one_thread(shards, bits):
    for seed in range(12):
        problem = random_problem(seed, bits=bits)
        one, several = compiled.AStar().search(problem), AStar(Threads(shards), batch=1 + seed % 9).search(problem)
        assert one.status == several.status, seed
        assert one.lower_bound == several.lower_bound, seed
        if several.solution is not None:
            several.verify(problem)
            assert one.cost == several.cost, seed


def test_one_shard_expands_what_one_thread_expands():
    one, shards = compiled.AStar().search(BOARD), AStar(Threads(1)).search(BOARD)
    assert one.statistics.expanded_before_last_f == shards.statistics.expanded_before_last_f
    assert one.statistics.expanded == shards.statistics.expanded


@pytest.mark.costly
@pytest.mark.parametrize(
    ("problem", "rounds"), [(UNSOLVABLE, 90), slow((KORF_100.by_id(28).problem(), 80))], ids=["8", "15"]
)
def test_two_shards_expand_at_most_3_percent_more_than_one_thread_and_grow_in_the_same_rounds(
    problem, rounds, monkeypatch
):
    capacities, submit = [], ThreadTeam.submit

    def note(team, *call):
        capacities.append([(shard.storage.capacity, shard.storage.slots.size) for shard in team._shards])
        return submit(team, *call)

    monkeypatch.setattr(ThreadTeam, "submit", note)
    one, two = compiled.AStar().search(problem), AStar(Threads(2)).search(problem)
    assert two.statistics.expanded <= 1.03 * one.statistics.expanded
    assert two.statistics.details["rounds"] <= rounds
    large = [(first, second) for first, second in capacities if max(first, second) > (1 << 15, 0)]
    assert len(set(large)) >= 5
    assert all(first == second for first, second in large)


def test_compiled_a_star_in_several_threads_is_the_same_search():
    engine = compiled.AStar(threads=3)
    assert counts(AStar(Threads(3)).search(BOARD)) == counts(engine.search(BOARD))
    assert "compiled.AStar(threads=3)" == repr(engine)
    assert (True, False) == (compiled.AStar().guarantee.exact_limits, engine.guarantee.exact_limits)


def test_progress_has_rounds_messages_and_the_load(monkeypatch):
    monkeypatch.setattr("astarlib.searching.driver.PROGRESS_SECONDS", 0)
    events = []

    def observe(event):
        events.append(event)

    observe.event_types = {Progress}
    result = AStar(Threads(2), batch=100).search(BOARD, observer=observe)
    assert [event.details["rounds"] for event in events] == sorted({event.details["rounds"] for event in events})
    assert events[-1].details["edges_sent"] <= result.statistics.details["edges_sent"]
    file = io.StringIO()
    bar = ProgressBar(console=Console(file=file, force_terminal=True, width=200))
    bar(events[-1])
    assert re.search(r"round \d+  sent [\d,]+ edges  load 1\.\d\d", file.getvalue())


def test_a_plain_hash_sends_more_edges_than_the_owner_of_the_puzzle():
    def sent(problem):
        result = AStar(Threads(4)).search(problem)
        result.verify(problem)
        return result.statistics.details["edges_sent"] / result.statistics.generated

    rows = RowProblem(random_rows(Random(1), count=2_000)[0], 1_999)  # It has no owner.
    assert sent(BOARD) < 0.5 < sent(rows)


@pytest.mark.costly
def test_a_search_in_slices_from_a_file_ends_like_one_without_a_break(tmp_path):
    engine = AStar(Threads(3), batch=40)
    whole, search, files = engine.search(EASY), engine.start(EASY), 0
    while (result := search.run(Limits(expanded=200))).status is Status.LIMIT:
        assert 0 < result.lower_bound <= 25
        search.save(tmp_path / "search")
        search = Search.load(tmp_path / "search", EASY, engine=engine)
        files += 1
    assert files > 5
    assert (whole.cost, whole.actions, counts(whole)) == (result.cost, result.actions, counts(result))
    assert len({stored.state for stored in search.states()}) == result.statistics.stored


@pytest.mark.costly
def test_shards_are_asked_for_many_states_at_once(monkeypatch):
    search, calls, call = AStar(Threads(3)).start(BOARD), [], ThreadTeam.call
    search.run(Limits(expanded=900))
    monkeypatch.setattr(ThreadTeam, "call", lambda *arguments: calls.append(arguments) or call(*arguments))
    stored = [*search.states(), *search.frontier()]
    assert len(calls) < 40 < len(stored) / 20
    monkeypatch.setattr(sharded_search, "_TOGETHER", 7)
    assert stored == [*search.states(), *search.frontier()]


def test_a_cost_limit_waits_and_a_larger_one_continues():
    search = AStar(Threads(2)).start(BOARD)
    below = search.run(Limits(cost=30))
    assert (LimitKind.COST, 31) == (below.limit, below.lower_bound)
    assert 31 == search.run().cost


def test_no_board_is_solved_that_has_no_solution():
    assert AStar(Threads(3)).search(UNSOLVABLE).status is Status.UNSOLVABLE


@pytest.mark.slow  # It compiles everything again, with a heap.
def test_large_costs_use_a_heap_and_large_batches_larger_boxes(monkeypatch):
    monkeypatch.setattr("astarlib.compiled.runtime.queues._MAX_STACKS", 1 << 13)
    heaps = []
    monkeypatch.setattr(shard, "Heap", lambda formula: heaps.append(formula) or Heap(formula))
    edges, hs = random_rows(Random(3), count=400)
    edges = {tail: [(head, 1000 * cost) for head, cost in row] for tail, row in edges.items()}
    problem = RowProblem(edges, 399, hs=[min(h, 1) for h in hs], compiled={"bits": 8})
    monkeypatch.setattr(shard, "_FIRST_ROOM", 1)
    result = AStar(Threads(2), batch=10_000).search(problem)
    assert compiled.AStar().search(problem).cost == result.cost
    assert len(heaps) > 0


@pytest.fixture
def lose(monkeypatch):
    """Return a function: shards end when ``is_lost(number of the call, shard, round)`` is True."""

    def lose(is_lost):
        run, calls = Shard.run, count()

        def ending(shard, order):
            report = run(shard, order)
            if is_lost(next(calls), shard.number, order.number):
                raise LostShardError(shard.number, "a test ends it")
            return report

        monkeypatch.setattr(Shard, "run", ending)

    return lose


@pytest.mark.costly
def test_lost_shards_go_back_to_the_checkpoint_and_end_alike(tmp_path, lose):
    quiet = AStar(Threads(2), batch=40).search(EASY)
    lose(lambda call, *_: call in {8, 9, 31, 60})  # Calls 8 and 9 are of the same round, but of other shards.
    again = AStar(Threads(2), batch=40, checkpoint=tmp_path / "search", every=0).search(EASY)
    assert (quiet.cost, quiet.actions, counts(quiet)) == (again.cost, again.actions, counts(again))


@pytest.mark.costly
@pytest.mark.parametrize("failing", [0, 1])
@pytest.mark.parametrize("steps", [slow(100), 700, slow(1_200)])
def test_after_an_error_in_one_shard_no_checkpoint_mixes_two_rounds(failing, steps, tmp_path, monkeypatch):
    def no_memory(shard, *bounds):
        if shard.number == failing:
            raise MemoryError
        expand(shard, *bounds)

    engine, expand = AStar(Threads(2), batch=40), Shard._expand
    expected = counts(engine.search(EASY))
    kept = replace(engine, checkpoint=tmp_path / "search", every=0)
    for search in (engine.start(EASY), kept.start(EASY)):
        with search:
            search.run(Limits(expanded=steps))
            with monkeypatch.context() as patch:
                patch.setattr(Shard, "_expand", no_memory)
                with pytest.raises(MemoryError):
                    search.run()
            if search.engine == engine:
                search.save(tmp_path / "file")
                assert expected == counts(Search.load(tmp_path / "file", EASY).run())
            else:
                search.run(Limits(expanded=1))
                search._algorithm._reload()
            assert expected == counts(search.run())


@pytest.mark.slow
def test_no_state_is_lost_if_memory_runs_out_while_buckets_become_a_heap(monkeypatch):
    monkeypatch.setattr("astarlib.compiled.runtime.queues._MAX_STACKS", 64 * 64)
    edges, hs = random_rows(Random(5), count=40)
    edges = {tail: [(head, 7 * cost) for head, cost in row] for tail, row in edges.items()}
    problem, engine, clear = RowProblem(edges, 39, hs=[7 * h for h in hs]), AStar(Threads(2), batch=4), Heap.clear
    expected = counts(engine.search(problem))
    left = [True, True]

    def no_memory(*arguments):
        if left:
            left.pop()
            raise MemoryError
        clear(*arguments)

    monkeypatch.setattr(Heap, "clear", no_memory)
    with engine.start(problem) as search:
        while left:
            with pytest.raises(MemoryError):
                search.run()
        assert expected == counts(search.run())


def test_an_error_may_be_repeated_until_the_boxes_are_full(monkeypatch):
    monkeypatch.setattr(shard, "_FIRST_ROOM", 1)
    problem = RowProblem({0: [(node, 1) for node in range(1, 8)]}, 7, compiled={"hs": [0, 0, 0, 0, 0, 0, 0, -4]})
    with AStar(Threads(2)).start(problem) as search:
        for _ in range(40):
            with pytest.raises(InvalidHeuristicError):
                search.run()
        for part in search._algorithm._team._shards:
            assert part._counts.max() <= part._room
            assert len(part._states) == 2 * part._room


@pytest.mark.parametrize(
    ("rules", "ends"),
    [
        (Rules(None, Budget(0)), False),
        (Rules(None, Budget(0), rounds=1), True),
        (Rules(None, Budget(0), seconds=0.1), True),
        (Rules(None, Budget(0, seconds=0.1)), True),
        (Rules(None, Budget(0, max_expanded=10)), True),
    ],
)
def test_shards_wait_for_the_search_when_it_should_save_or_stop(rules, ends):
    report = shard.Report(0, 0, expanded=10, min_f=5)
    first = Barrier(0, (report,))
    assert ends_lap(first, Barrier(1, (report._replace(seconds=0.2),)), rules) is ends
    assert ends_lap(first, Barrier(1, (report._replace(seconds=5.0),)), rules)


def test_the_first_checkpoints_follow_each_other_sooner(tmp_path, monkeypatch):
    now, team = [0.0], SimpleNamespace(shards=1, call_all=lambda *_: [True])
    monkeypatch.setattr(store, "time", SimpleNamespace(monotonic=lambda: now[0]))
    new, pauses = store.Store(tmp_path / "search", every=10), []
    new.begin(team)
    for _ in range(8):
        assert new.seconds_left() == 0
        new.write_manifest({}, np.zeros(1, np.uint8), [])
        pauses.append(new.seconds_left())
        now[0] += pauses[-1]
    assert pauses == sorted(pauses)
    assert (pauses[0], pauses[-1]) == (0.02, 10)
    new.close()
    loaded = store.Store(tmp_path / "search", every=10)
    loaded.resume(team)
    loaded.write_manifest({}, np.zeros(1, np.uint8), [])
    assert loaded.seconds_left() == 10
    loaded.close()


@pytest.mark.costly
def test_a_shard_that_is_lost_while_the_result_is_made_changes_nothing(tmp_path, monkeypatch):
    quiet, chain, losses = AStar(Threads(2), batch=40).search(EASY), Shard.chain, ["nearest", "solution"]

    def ending(shard, node):
        if len(losses) == 2 or (len(losses) == 1 and shard.report().best < math.inf):
            losses.pop()
            raise LostShardError(shard.number, "a test ends it")
        return chain(shard, node)

    monkeypatch.setattr(Shard, "chain", ending)
    with AStar(Threads(2), batch=40, checkpoint=tmp_path / "search", every=0).start(EASY) as search:
        assert search.run(Limits(expanded=300)).nearest is not None
        assert 1 == len(losses)
        again = search.run()
    assert [] == losses
    assert (quiet.cost, quiet.actions, counts(quiet)) == (again.cost, again.actions, counts(again))


def test_without_a_checkpoint_shards_start_again_once(lose):
    quiet = AStar(Threads(2), batch=40).search(EASY)
    lose(lambda call, *_: call == 30)
    again = AStar(Threads(2), batch=40).search(EASY)
    assert (quiet.cost, quiet.actions, counts(quiet)) == (again.cost, again.actions, counts(again))
    lose(lambda call, *_: call in {30, 80})
    with pytest.raises(ClusterError, match=r"shard \d of the search has ended: a test ends it; .*checkpoint=FOLDER"):
        AStar(Threads(2), batch=40).search(EASY)


def test_a_search_from_a_file_does_not_start_again(tmp_path, lose):
    search = AStar(Threads(2), batch=40).start(BOARD)
    search.run(Limits(expanded=300))
    search.save(tmp_path / "search")
    loaded = Search.load(tmp_path / "search", BOARD)
    lose(lambda *_: True)
    with pytest.raises(ClusterError, match="checkpoint=FOLDER"):
        loaded.run()


@pytest.mark.costly
def test_an_interrupt_while_shards_go_back_to_the_checkpoint_changes_nothing(tmp_path, monkeypatch, lose):
    quiet, restart, restarts = AStar(Threads(2), batch=40).search(EASY), ThreadTeam.restart, count()

    def interrupted(team):
        restart(team)
        if next(restarts) == 1:  # The first call makes the team.
            raise KeyboardInterrupt

    lose(lambda call, *_: call == 30)
    monkeypatch.setattr(ThreadTeam, "restart", interrupted)
    search = AStar(Threads(2), batch=40, checkpoint=tmp_path / "search", every=0).start(EASY)
    with pytest.raises(KeyboardInterrupt):
        search.run()
    again = search.run()
    assert (quiet.cost, quiet.actions, counts(quiet)) == (again.cost, again.actions, counts(again))


def test_an_interrupt_right_after_a_round_changes_nothing(monkeypatch):
    class Interrupted(ShardedAlgorithm):
        """Ctrl-C comes between the end of each third round and what follows."""

        def __setattr__(self, name, value):
            super().__setattr__(name, value)
            if name == "_barrier" and value.round % 3 == 1:
                raise KeyboardInterrupt

    quiet = AStar(Threads(2), batch=200).search(BOARD)
    monkeypatch.setattr(sharded_search, "ShardedAlgorithm", Interrupted)
    search, interrupts = AStar(Threads(2), batch=200).start(BOARD), 0
    while search.result is None:
        try:
            search.run()
        except KeyboardInterrupt:
            interrupts += 1
    assert interrupts > 5
    assert (quiet.cost, quiet.actions, counts(quiet)) == (
        search.result.cost,
        search.result.actions,
        counts(search.result),
    )


@pytest.mark.costly
def test_a_search_continues_from_its_folder_also_from_another_place(tmp_path):
    quiet = AStar(Threads(2), batch=40).search(EASY)
    search = AStar(Threads(2), batch=40, checkpoint=tmp_path / "search", every=0).start(EASY)
    search.run(Limits(expanded=900))
    search.close()
    shutil.move(tmp_path / "search", tmp_path / "moved")
    loaded = Search.load(tmp_path / "moved", EASY)
    assert 0 < loaded.statistics.expanded < 1500
    again = loaded.run()
    assert (quiet.cost, quiet.actions, counts(quiet)) == (again.cost, again.actions, counts(again))


@pytest.mark.costly
def test_files_that_a_killed_process_has_left_are_removed(tmp_path):
    folder = tmp_path / "search"
    folder.mkdir()
    left = ("shared", "shard-0-round-0", ".shard-1-round-0.12.34.5.tmp", ".manifest.12.34.6.tmp")
    for name in left:
        (folder / name).write_text("half")
    engine = AStar(Threads(2), batch=200, checkpoint=folder, every=0)
    with engine.start(BOARD) as search:
        search.run(Limits(expanded=500))
    (folder / ".shard-1-round-9999.12.34.5.tmp").write_text("half")
    with Search.load(folder, BOARD) as loaded:
        assert 31 == loaded.run().cost
    first, second, *shards = sorted(path.name for path in folder.iterdir())
    assert ["lock", "manifest"] == [first, second]
    assert ["shard-0", "shard-1"] == [name.rpartition("-round-")[0] for name in shards]
    (folder / "manifest").unlink()
    with pytest.raises(CheckpointError, match="has other files"):
        engine.search(BOARD)


def test_a_missing_or_damaged_file_is_named(tmp_path):
    with AStar(Threads(2), checkpoint=tmp_path / "search", every=0).start(BOARD) as search:
        search.run(Limits(expanded=500))
    first, second = sorted((tmp_path / "search").glob("shard-*"))
    content = first.read_bytes()
    first.write_bytes(content[:-9] + b"?" + content[-8:])
    with pytest.raises(CheckpointError, match=f"{first.name} is truncated or damaged"):
        Search.load(tmp_path / "search", BOARD)
    first.write_bytes(content)
    second.unlink()
    with pytest.raises(CheckpointError, match=f"{second.name} of the search is missing"):
        Search.load(tmp_path / "search", BOARD)


def test_a_shard_that_ends_twice_in_a_round_is_named_with_its_memory(tmp_path, lose):
    lose(lambda _, shard, number: shard == 1 and number > 2)
    with pytest.raises(ClusterError, match=r"shard 1 of the search has ended twice in round 3, .* bytes .*; the last"):
        AStar(Threads(2), checkpoint=tmp_path / "search").search(BOARD)


@pytest.mark.costly
def test_a_folder_belongs_to_one_search_until_it_is_closed(tmp_path):
    engine = AStar(Threads(2), batch=40, checkpoint=tmp_path / "search", every=0)
    search = engine.start(BOARD)
    search.run(Limits(expanded=300))
    with pytest.raises(BlockingIOError, match=r"folder .*search is in use by another search; close it, or wait"):
        Search.load(tmp_path / "search", BOARD)
    search.close()
    with Search.load(tmp_path / "search", BOARD) as loaded:
        assert 31 == loaded.run().cost


def test_a_folder_that_can_not_be_used_is_named_at_the_start(tmp_path, monkeypatch):
    (tmp_path / "letter").write_text("mine")
    with pytest.raises(CheckpointError, match="letter is a file; pass a folder that is empty or doesn't exist"):
        AStar(Threads(2), checkpoint=tmp_path / "letter").search(BOARD)

    def refuse(path, *_):
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr("astarlib._support.folder_lock.os.open", refuse)
    with pytest.raises(PermissionError, match=r"folder .*new can't be used \(Permission denied\); a search needs"):
        AStar(Threads(2), checkpoint=tmp_path / "new").search(BOARD)


def test_a_folder_that_a_shard_does_not_see_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(Shard, "reads", lambda shard, path, text: shard.number == 0)
    with pytest.raises(ClusterError, match=r"shard 1 doesn't see the folder .*; use a folder that all nodes share"):
        AStar(Threads(2), checkpoint=tmp_path).search(BOARD)


def test_a_folder_with_other_files_or_another_search_stays_as_it_is(tmp_path):
    (tmp_path / "letter").write_text("mine")
    with pytest.raises(CheckpointError, match="has other files; use an empty one"):
        AStar(Threads(2), checkpoint=tmp_path).search(BOARD)
    engine = AStar(Threads(2), checkpoint=tmp_path / "search")
    engine.search(BOARD)
    with pytest.raises(CheckpointError, match="has a search already"):
        engine.search(BOARD)
    assert "mine" == (tmp_path / "letter").read_text()


# --- bad input --------------------------------------------------------------------------------------------------------


def test_float_costs_are_refused_with_the_engine_to_use():
    edges, _ = random_rows(Random(1), count=30, floats=True)
    with pytest.raises(MissingCapabilityError, match=r"costs=int.*compiled\.AStar\(\)"):
        AStar(Threads(2)).search(RowProblem(edges, 29))


@pytest.mark.costly
def test_an_owner_below_zero_is_named_with_its_edge():
    class Negative(RowProblem):
        def compiled_domain(self):
            return replace(super().compiled_domain(), owner=lambda tables, state, aux: 3 - state)

    edges = {node: [(node + 1, 1)] for node in range(9)}
    with pytest.raises(ProblemMethodError, match=r"owner returned -1 for edge 0 out of 3; expected .* at least 0"):
        AStar(Threads(2)).search(Negative(edges, 9))


def test_a_wrong_cost_is_named_and_the_search_can_go_on():
    edges = {0: [(1, 2)], 1: [(2, 3)], 2: []}
    problem = RowProblem(edges, 2, compiled={"edges": {**edges, 1: [(2, -4)]}})
    search = AStar(Threads(2)).start(problem)
    for _ in range(2):
        with pytest.raises(InvalidCostError, match="edge 0 out of 1: the cost is -4"):
            search.run()


def test_the_number_of_shards_and_the_options_of_threads_are_limited():
    with pytest.raises(ValueError, match="shards must be 1 to 256, not 257"):
        Threads(257)
    with pytest.raises(ValueError, match="leave out tie_break and reopen"):
        compiled.AStar(threads=2, reopen=False)


def test_a_changed_file_is_refused_before_a_kernel_reads_it():
    engine = AStar(Threads(2), batch=20)
    search = engine.start(BOARD)
    search.run(Limits(expanded=500))
    algorithm = search._algorithm
    dumped = {name: array.copy() for name, array in algorithm.dump().items()}
    algorithm.verify(dumped)
    for name, change in [
        ("0_nodes_1", 2**31),
        ("1_marks", 7),
        ("0_order", 10**6),
        ("1_counters", 2**40),
        ("barrier", 0),
        ("0_box_rests", 2**63),
        ("0_nodes_4", 255),
    ]:
        wrong = {**dumped, name: dumped[name].copy()}
        wrong[name][: max(1, len(wrong[name]) // 2)] = change
        with pytest.raises(CheckpointError, match="contradicts itself"):
            algorithm.verify(wrong)
