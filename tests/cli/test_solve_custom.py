import itertools
import json
import sys
import textwrap

import pytest
from helpers.sampling import in_turn

SOURCE = """
    import math
    from astarlib import SearchProblem

    class Doubling(SearchProblem):
        def __init__(self, target=100):
            super().__init__(1)
            self.target = target
        def actions(self, state):
            return ["double", "add"]
        def result(self, state, action):
            return state * 2 if action == "double" else state + 1
        def is_goal(self, state):
            return state == self.target

    class Priced(Doubling):
        def cost(self, state, action, next_state):
            return 1.5 if action == "double" else 1
        def heuristic(self, state):
            return math.inf if state > self.target else 0

    class Shown(Doubling):
        def format_state(self, state):
            return f"<{state}>"
        def format_action(self, action):
            return action.upper()

    class Positive(Doubling):
        def __init__(self, target):
            if target < 0:
                raise ValueError("target must be positive")
            super().__init__(target)

    class Tree(SearchProblem):
        def actions(self, state):
            return [1, 2] if state < 4 else []
        def result(self, state, action):
            return 2 * state + action
        def is_goal(self, state):
            return False

    class Unready(Doubling):
        def __init__(self):
            pass

    class Half(SearchProblem):
        def actions(self, state):
            return []

    class BadHeuristic(Doubling):
        def heuristic(self, state):
            return math.nan

    class Failing(Doubling):
        def result(self, state, action):
            return state * missing

    class Unshowable(Doubling):
        def format_state(self, state):
            return 1 / 0

    class Leaving(Doubling):
        def actions(self, state):
            raise SystemExit(0)

    class Absent(Doubling):
        def __init__(self):
            raise SystemExit(0)

    class Breaking(Doubling):
        def actions(self, state):
            raise BaseException("too much")

    class Hungry(Doubling):
        def heuristic(self, state):
            if state > 40:
                raise MemoryError
            return 1

    class Starving(Hungry):
        starved = False
        def heuristic(self, state):
            self.starved = state > 40
            return super().heuristic(state)
        def is_goal(self, state):
            if self.starved:
                raise MemoryError
            return False

    class Rooms:
        Inner = Doubling

    def make(target, scale=1):
        return Doubling(target * scale)

    def nothing():
        return None

    ready = Doubling(10)
    number = 7
"""
_NUMBERS = itertools.count()


@pytest.fixture
def module(tmp_path, monkeypatch):
    """Create a module in the current folder and return its name, which is new each time, since modules are cached."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))

    def module(source=SOURCE):
        name = f"own_{next(_NUMBERS)}"
        (tmp_path / f"{name}.py").write_text(textwrap.dedent(source))
        return name

    return module


def test_a_class_of_ones_own_is_solved(run, module):
    done = run("solve", f"{module()}:Doubling", "--engine", "dijkstra")
    assert done.code == 0
    assert done.out.startswith("           1\n1. double  2\n2. add     3\n3. double  6\n")
    assert "\n8 steps, optimal\nDijkstra(): " in done.out


def test_the_problem_is_shown_in_its_own_words(run, module):
    assert run("solve", f"{module()}:Shown", "--arg", "target=2").out.startswith("           <1>\n1. DOUBLE  <2>\n")


def test_arguments_are_literals_else_text(run, module):
    name = module("""
        from astarlib import FunctionProblem
        def make(**arguments):
            return FunctionProblem(repr(arguments), successors=lambda state: [], is_goal=lambda state: True)
    """)
    words = ["n=3", "x=-1.5", "pair=(1, 'b')", "text=some words", "empty=", "equation=a=b", "nothing=None"]
    done = run("solve", f"{name}:make", *itertools.chain.from_iterable(("--arg", word) for word in words), "--json")
    expected = {
        "n": 3,
        "x": -1.5,
        "pair": (1, "b"),
        "text": "some words",
        "empty": "",
        "equation": "a=b",
        "nothing": None,
    }
    assert json.loads(done.out)["states"] == [repr(expected)]


@pytest.mark.parametrize(
    ("attribute", "arguments", "steps"),
    [
        ("Doubling", ["target=11"], 5),
        ("make", ["target=5", "scale=2"], 4),
        ("make", ["target=10"], 4),
        ("ready", [], 4),
        ("Rooms.Inner", ["target=10"], 4),
    ],
)
def test_classes_functions_and_problems_are_taken(run, module, attribute, arguments, steps):
    words = itertools.chain.from_iterable(("--arg", word) for word in arguments)
    done = run("solve", f"{module()}:{attribute}", *words, "--json")
    assert json.loads(done.out)["cost"] == steps


def test_the_cost_is_reported_where_it_is_not_the_number_of_steps(run, module):
    out = run("solve", f"{module()}:Priced", "--arg", "target=11", "--quiet").out
    assert out.startswith("5 steps, cost 6, optimal (if the heuristic never overestimates)\n")


def test_a_problem_without_a_heuristic_needs_no_proviso(run, module):
    assert run("solve", f"{module()}:Doubling", "--quiet").out.startswith("8 steps, optimal\n")


@pytest.mark.costly
def test_a_function_replaces_the_heuristic_and_is_named(run, module):
    estimates = module("def none(state):\n    return 0\n\ndef far(state):\n    return max(0, 1000 - state)\n")
    problem = f"{module()}:Doubling"
    done = run("solve", problem, "--heuristic", f"{estimates}:none")
    assert done.out.startswith("           1\n1. double  2\n")
    assert f"AStar() with {estimates}:none: expanded" in done.out
    assert 3 == run("check", problem, "--heuristic", f"{estimates}:far", "--states", 300, "--samples", 10).code
    table = run("compare", problem, "--heuristics", f"{estimates}:none,{estimates}:far", "--max-expanded", 50).out
    assert f"{estimates}:far" in table


def test_a_finite_space_without_a_goal_is_proved_unsolvable(run, module):
    done = run("solve", f"{module()}:Tree", "--arg", "initial_state=0")
    assert done.code == 11
    assert "no solution, proved by expanding all reachable states (9)" in done.out


def test_states_and_actions_made_of_numbers_texts_and_lists_stay_values_in_json(run, module):
    report = json.loads(run("solve", f"{module()}:Doubling", "--arg", "target=2", "--json").out)
    assert (report["states"], report["problem"].partition(":")[2]) == ([1, 2], "Doubling")
    name = module("""
        from astarlib import FunctionProblem
        made = FunctionProblem(
            (0, ("a", None)),
            successors=lambda state: [((1, [2.5]), state + (True,), 1)],
            is_goal=lambda state: len(state) == 3,
        )
    """)
    report = json.loads(run("solve", f"{name}:made", "--json").out)
    assert ([[0, ["a", None]], [0, ["a", None], True]], [[1, [2.5]]]) == (report["states"], report["actions"])


def test_states_and_actions_that_json_does_not_know_are_texts(run, module):
    name = module("""
        from astarlib import SearchProblem
        class Sets(SearchProblem):
            def __init__(self):
                super().__init__(frozenset())
            def actions(self, state):
                return [1j]
            def result(self, state, action):
                return state | {action}
            def is_goal(self, state):
                return len(state) == 1
            def format_state(self, state):
                return f"a set of {len(state)}"
    """)
    report = json.loads(run("solve", f"{name}:Sets", "--json").out)
    assert (["a set of 0", "a set of 1"], ["1j"]) == (report["states"], report["actions"])


@pytest.mark.parametrize(
    ("attribute", "arguments", "code", "named"),
    [
        ("Halv", [], 2, "has no 'Halv'; did you mean 'Half'?"),  # The case of a letter doesn't count.
        ("Dubling", [], 2, "has no 'Dubling'; did you mean 'Doubling'?"),
        ("number", [], 2, "is 7; expected a problem, or a class or function"),
        (
            "Doubling",
            ["traget=5"],
            2,
            "takes target=100 as --arg: got an unexpected keyword argument 'traget'; did you mean 'target'?",
        ),
        ("Doubling", ["target"], 2, "--arg takes name=value, not 'target'"),
        ("Doubling", ["target=1", "target=2"], 2, "given twice"),
        ("ready", ["target=1"], 2, "is a problem already"),
        ("make", [], 2, "takes target, scale=1 as --arg: missing a required argument: 'target'"),
        ("Positive", ["target=-1"], 2, "ValueError: target must be positive"),
        ("Positive", ["target=many"], 3, "TypeError: "),
        ("nothing", [], 3, "made None, which isn't a problem"),
        ("Half", [], 3, "can't be constructed: it lacks is_goal, result"),
        ("Unready", [], 3, "call super().__init__(initial_state)"),
        ("BadHeuristic", [], 3, "heuristic(1) returned nan"),
        ("Failing", [], 3, "result(1, 'double') raised NameError"),
    ],
)
def test_mistakes_are_reported_in_one_line(run, module, attribute, arguments, code, named):
    words = itertools.chain.from_iterable(("--arg", word) for word in arguments)
    done = run("solve", f"{module()}:{attribute}", *words)
    assert done.code == code
    assert named in done.err
    assert len(done.err.splitlines()) == 1


def test_code_that_fails_is_named_with_its_place(run, module):
    name = module()
    assert f"({name}.py, line 56, in result)" in run("solve", f"{name}:Failing").err


@pytest.mark.parametrize(
    ("source", "named"),
    [
        ("class X(:", "invalid syntax (own_{}.py, line 1)"),
        ("import no_such_thing", "No module named 'no_such_thing'"),
        ("x = 1 / 0", "ZeroDivisionError: division by zero (own_{}.py, line 1, in <module>)"),
        ("raise SystemExit(0)", "below if __name__ == '__main__'"),
    ],
)
def test_a_module_that_cannot_be_imported_is_the_problems_fault(run, module, source, named):
    name = module(source)
    done = run("solve", f"{name}:X")
    assert done.code == 3
    assert named.replace("{}", name.removeprefix("own_")) in done.err
    assert len(done.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("attribute", "named"),
    [
        ("Leaving", "the problem's code failed: SystemExit: 0 ("),
        ("Absent", "ended the program; expected a problem"),
        ("Breaking", "the problem's code failed: BaseException: too much ("),
    ],
)
def test_code_that_ends_the_program_is_the_problems_fault_and_no_success(run, module, attribute, named):
    done = run("solve", f"{module()}:{attribute}")
    assert (3, "") == (done.code, done.out)
    assert named in done.err


def test_a_function_that_ends_the_program_is_not_a_problem(run):
    assert 3 == run("solve", "sys:exit").code


def test_a_module_that_is_not_there_is_a_mistake(run, module):
    name = module()
    done = run("solve", f"{name}x:Doubling")
    assert done.code == 2
    assert f"there is no module '{name}x', neither in this folder nor installed; did you mean 'own_" in done.err


def test_a_lack_of_memory_is_a_limit_with_what_is_known(run, module):
    done = run("solve", f"{module()}:Hungry")
    assert done.code == 23
    assert "\nno solution yet, stopped because the memory ran out; none costs less than " in done.out
    assert "\nAStar(): expanded " in done.out
    assert done.err == (
        "if the problem has a compiled domain, --disk FOLDER or --compiled --engine ida-star needs less memory\n"
    )


def test_a_lack_of_memory_for_the_result_leaves_the_counters(run, module):
    report = json.loads(run("solve", f"{module()}:Starving", "--json").out)
    assert (report["status"], report["limit"], report["lower_bound"]) == ("LIMIT", "MEMORY", 0)
    assert report["statistics"]["expanded"] > 5


@in_turn(
    "word, named",
    [
        ("mine.py:Problem", "there is no file 'mine.py' in the folder"),
        ("C:\\x\\mine.py:Problem", "there is no file 'C:"),
        ("mine:", "there is no module 'mine'"),
        (":Problem", "write module:attribute"),
        ("some-thing:Problem", "write module:attribute"),
        ("mine", "module:attribute for your own"),
        ("npuzle", "did you mean 'npuzzle'?"),
    ],
)
def test_a_word_that_names_no_problem_gets_an_error_with_how_to_name_one(run, word, named):
    done = run("solve", word)
    assert done.code == 2
    assert named in done.err


def test_our_own_faults_keep_their_traceback(run, monkeypatch):
    def fault(*_, **__):
        raise RuntimeError("ours")

    monkeypatch.setattr("astarlib.cli.running.print_report", fault)
    monkeypatch.setattr("astarlib.cli.loading._is_user_code", lambda _: False)
    with pytest.raises(RuntimeError, match="ours"):
        run("solve", "npuzzle", "1 2 3 0")
