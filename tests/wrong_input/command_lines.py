"""The options of the command line, and wrong words for them."""

import shlex
from argparse import ArgumentParser, _SubParsersAction
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from astarlib.cli.arguments import CUSTOM as OWN
from astarlib.cli.arguments import build_parser


class _Everything:
    """All words: of them the parser of all commands and all problems is built."""

    def __contains__(self, word):
        return True


class Option(NamedTuple):
    """A place on the command line."""

    command: str
    """The words that lead to it, for instance ``solve npuzzle``."""
    name: str
    takes_value: bool

    def __str__(self):
        return f"{self.command} {self.name}".strip()


class Line(NamedTuple):
    """A wrong command line, and what has to be said of it."""

    option: str
    words: list[str]
    says: str


@cache
def parsers() -> dict[str, ArgumentParser]:
    """Each parser by the words that lead to it."""
    return dict(_below(build_parser(_Everything()), ""))


def _below(parser: ArgumentParser, command: str) -> Iterator[tuple[str, ArgumentParser]]:
    yield command, parser
    for action in parser._actions:
        if isinstance(action, _SubParsersAction):
            for word, each in action.choices.items():
                yield from _below(each, f"{command} {word}".strip())


@cache
def options() -> list[Option]:
    """All but --help: options by their longest name, arguments by what the help calls them."""
    return [
        Option(command, max(action.option_strings, key=len, default=action.metavar or action.dest), action.nargs != 0)
        for command, parser in parsers().items()
        for action in parser._actions
        if action.dest != "help"
    ]


def example_of(command: str) -> list[str]:
    """The words of the example in its help, which work."""
    text = parsers()[command].epilog
    return shlex.split(text.partition("example:\n")[2].partition("\n\n")[0].splitlines()[-1])[1:]


def instead(problem: str, name: str, words: list[str], says: str) -> list[Line]:
    """Words for a problem, in place of those that would be right, for each command that takes problems."""
    found = [option for option in options() if option.command.partition(" ")[2] == problem and option.name == name]
    head = [] if problem == OWN else [problem]
    return [Line(str(option), [option.command.split()[0], *head, *words], says) for option in found]


def variants(name: str, words: list[str], says: str) -> list[Line]:
    """Return a line with these wrong words for every command that has the option."""
    found = [option for option in options() if option.name == name and " " in option.command]
    return [Line(str(option), [*example_of(option.command), *words], says) for option in found]


def once(name: str, words: list[str], says: str) -> list[Line]:
    """Return further wrong values of an option that all commands read in the same way, with one example."""
    return variants(name, words, says)[:1]


def engine(name: str, setting: str, says: str) -> list[Line]:
    """A wrong parameter of an engine, as two commands read it."""
    words = ["npuzzle", "1 2 3 0"]
    return [
        Line("solve npuzzle --set", ["solve", *words, "--engine", name, "--set", setting], says),
        Line("compare npuzzle --set", ["compare", *words, "--engines", name, "--set", setting], says),
    ]


HANOI = "astarlib.problems.hanoi:TowersOfHanoi"
GRID = ["--map", "..", "--start", "0,0", "--goal", "1,0"]
DIAGONAL = [*GRID, "--connectivity", "8"]
NINES = "9" * 5000
SUDOKU = "1-0-0 / 0-0-0 / 0-0-0"
PDDL = "(define (problem p) (:domain d) (:init) (:goal ()))"

LINES = [
    # --- commands -------------------------------------------------------------------------------------------------
    Line("command", ["slove", "npuzzle"], "no command 'slove'; choose from solve, compare, .*did you mean 'solve'"),
    Line("command", ["npuzzle", "1 2 3 0"], "write astarlib solve npuzzle"),
    Line("command", ["mine:Problem"], "write astarlib solve mine:Problem"),
    Line("command", [""], "no command ''; choose from solve, compare"),
    Line("command", ["--nonsense"], r"required: command \(see astarlib --help\)"),
    Line("solve problem", ["solve"], r"required: problem \(see astarlib solve --help\)"),
    Line("solve problem", ["solve", "--json"], "required: problem"),
    Line("solve problem", ["solve", "pancakes", "1 2 3"], "no problem 'pancakes'; write npuzzle, .*mean 'pancake'"),
    Line("compare problem", ["compare", "nothing\n"], r"no problem 'nothing\\n'; write npuzzle, "),
    Line("completion shell", ["completion"], "required: shell"),
    Line("completion shell", ["completion", "ksh"], "invalid choice: 'ksh' .*bash.*zsh.*tcsh.*fish.*powershell"),
    Line("completion shell", ["completion", "bash", "zsh"], "unrecognized arguments: zsh"),
    Line("solve problem", ["solve", "torch.py", "Torch"], "Torch; write torch.py:Torch"),
    # --- engines --------------------------------------------------------------------------------------------------
    *variants("--engine", ["--engine", "dikjstra"], "no engine 'dikjstra'; did you mean 'dijkstra'"),
    *variants("--engines", ["--engines", "astar,none"], "no engine 'none'; choose from astar, weighted-astar"),
    *once("--engines", ["--engines", "astar,,greedy"], "names or numbers separated by commas, not 'astar,,greedy'"),
    *once("--engines", ["--engines", ""], "names or numbers separated by commas, not ''"),
    *variants("--weight", ["--weight", "0.5"], "--weight: expected a finite weight of at least 1, not '0.5'"),
    *once("--weight", ["--weight", "inf"], "expected a finite weight of at least 1, not 'inf'"),
    *once("--weight", ["--weight", "nan"], "expected a finite weight of at least 1, not 'nan'"),
    *once("--weight", ["--weight", "9" * 400], r"expected a finite weight of at least 1, not '9+\.\.\.9+'"),
    *once("--weight", ["--weight", NINES], "expected a finite weight of at least 1, not '999"),
    *once("--weight", ["--weight", "heavy"], "expected a weight, not 'heavy'"),
    *variants("--priority", ["--priority", "steep"], "invalid choice: 'steep' .*pwxdp"),
    *variants("--tie-break", ["--tie-break", "coin"], "invalid choice: 'coin' .*low-h"),
    *variants("--cycle-check", ["--cycle-check", "state"], "invalid choice: 'state' .*path.*parent"),
    *variants("--threads", ["--threads", "0"], "--threads: expected a whole number of at least 1, not '0'"),
    Line("solve npuzzle --threads", ["solve", "npuzzle", "1 2 3 0", "--threads", "2", "--engine", "ida-star"],
         r"--threads can't be used with ida-star \(only with astar --compiled, ida-star --compiled\)"),
    *variants("--cluster", ["--cluster", "ray"], "--cluster: expected threads:4, ray:8 or ray:8@HOST:PORT, not 'ray'"),
    *(
        line
        for place in ("ray:8@", "threads:4@host:6379", "ray:x", "ray:²", "ray:" + "9" * 20, "dask:4")
        for line in once("--cluster", ["--cluster", place], "--cluster: expected threads:4, ray:8 or ray:8@HOST:PORT")
    ),
    *once("--cluster", ["--cluster", "threads:0"], "--cluster: shards must be 1 to 256, not 0"),
    *once("--cluster", ["--cluster", "threads:2", "--engine", "greedy"], "--cluster can only be used with astar"),
    *once("--cluster", ["--cluster", "threads:2", "--disk", "folder"], "--cluster can't be used with --disk"),
    *variants("--heuristic", ["--heuristic", "manhatan"],
         "no heuristic 'manhatan'; (choose from lm-cut|.*mean 'manhattan')|"
         "'manhatan' isn't a heuristic; write module:attribute or file"),
    *variants("--heuristics", ["--heuristics", "manhattan,x"],
              "no heuristic '(x|manhattan)'; choose from |isn't a heuristic"),
    Line("solve module:attribute --heuristic", ["solve", HANOI, "--arg", "disks=2", "--heuristic", "math:tau"],
         "the heuristic 'math:tau': a heuristic must be a function state -> h"),
    Line("solve module:attribute --heuristic", ["solve", HANOI, "--arg", "disks=2", "--heuristic", "nowhere:h"],
         "there is no module 'nowhere'"),
    Line("compare module:attribute --heuristics", ["compare", HANOI, "--arg", "disks=2", "--heuristics", "math:sine"],
         "module 'math' has no 'sine'; did you mean 'sin'"),
    Line("view module:attribute --heuristic", ["view", HANOI, "--arg", "disks=2", "--heuristic", "h.py:h"],
         "there is no file 'h.py' in the folder"),
    *instead("grid", "--heuristic", [*DIAGONAL, "--heuristic", "manhattan"],
         "--heuristic: .*use the octile or the Euclidean")[:1],
    *instead("grid", "--heuristics", [*DIAGONAL, "--heuristics", "octile,manhattan"],
         "use the octile or the Euclidean"),
    Line("solve npuzzle --weight", ["solve", "npuzzle", "1 2 3 0", "--weight", "3", "--engine", "astar"],
         "--weight can't be used with astar \\(only with weighted-astar"),
    Line("compare npuzzle --weight", ["compare", "npuzzle", "1 2 3 0", "--engines", "astar,greedy", "--weight", "2"],
         "--weight can't be used with astar or greedy \\(only with weighted-astar"),
    Line("solve npuzzle --cycle-check", ["solve", "npuzzle", "1 2 3 0", "--cycle-check", "path"],
         "--cycle-check can't be used with astar \\(only with ida-star, iterative-deepening"),
    Line("solve npuzzle --no-reopen", ["solve", "npuzzle", "1 2 3 0", "--reopen", "--engine", "ida-star"],
         "--reopen can't be used with ida-star \\(only with astar"),
    Line("solve npuzzle --compiled", ["solve", "npuzzle", "1 2 3 0", "--compiled", "--engine", "breadth-first"],
         "--compiled can't be used with breadth-first, only with astar, .*ida-star"),
    Line("solve npuzzle --compiled", ["solve", "npuzzle", "1 2 3 0", "--compiled", "--trace"],
         "--trace can't be used with --compiled"),
    # --- parameters of engines ------------------------------------------------------------------------------------
    *variants("--set", ["--set", "weigh"], "--set: expected NAME=VALUE such as weight=3, not 'weigh'"),
    *once("--set", ["--set", "=3"], "--set: expected NAME=VALUE such as weight=3, not '=3'"),
    *engine("weighted-astar", "wieght=3",
         "--set wieght: weighted-astar has no such parameter; did you mean 'weight'.*has tie_break=low-h"),
    *engine("astar", "weight=3",
         r"--set weight: astar has no such parameter \(only with weighted-astar, anytime-.*\); astar has tie_break"),
    *engine("breadth-first", "weight=3", "no such parameter .*breadth-first has no parameters"),
    *engine("weighted-astar", "weight=heavy",
         "--set weight: expected a number, not 'heavy'; weighted-astar has .*=1.5"),
    *engine("weighted-astar", "weight=3/0", "--set weight: expected a number, not '3/0'"),
    *engine("weighted-astar", f"weight={NINES}", "--set weight: expected a number|weight must be a finite number"),
    *engine("weighted-astar", "weight=1/2",
         "weighted-astar: weight must be a finite number of at least 1, .*; weighted-astar has"),
    *engine("batch-weighted-astar", "batch=many", "--set batch: expected a whole number, not 'many'"),
    *engine("batch-weighted-astar", "batch=0", "batch-weighted-astar: --set batch must be at least 1, not 0"),
    *engine("astar", "reopen=maybe", "--set reopen: expected true or false, not 'maybe'"),
    *engine("astar", "tie-break=coin", "--set tie_break: expected low-h or high-h or fifo or lifo, not 'coin'"),
    *engine("beam", "width=0", "beam: width must be an int of at least 1, not 0; beam has width=1000, complete=true"),
    *engine("beam", "width=1.5", "--set width: expected a whole number, not '1.5'"),
    *engine("beam", "complete=often", "--set complete: expected true or false, not 'often'"),
    Line("solve npuzzle --set", ["solve", "npuzzle", "1 2 3 0", "--weight", "3", "--set", "weight=3"],
         "weight is given twice; leave out one --set weight, or --weight"),
    Line("compare npuzzle --set", ["compare", "npuzzle", "1 2 3 0", "--engines", "astar,ida-star", "--set", "weight=3"],
         "--set weight: astar and ida-star have no such parameter .*; ida-star has cycle_check=path"),
    *variants("--engine", ["--engine", "missing_engines:Mine"], "there is no module 'missing_engines'"),
    *once("--engine", ["--engine", "astarlib.engines:AStr"], "has no 'AStr'; did you mean"),
    *once("--engine", ["--engine", "math:tau"], "'math:tau' isn't an engine class; expected a subclass of astarlib"),
    *once("--engine", ["--engine", ":"], "':' isn't an engine; write module:attribute or .*example mine.py:Engine"),
    *once("--engine", ["--engine", "astarlib.engines:BestFirst"], "BestFirst.* abstract"),
    Line("solve npuzzle --compiled", ["solve", "npuzzle", "1 2 3 0", "--compiled", "--engine", "astarlib:AStar"],
         "--compiled can't be used with astarlib:AStar, only with"),
    # --- limits and output ----------------------------------------------------------------------------------------
    *variants("--max-expanded", ["--max-expanded", "-1"], "expected a whole number of at least 0, not '-1'"),
    *once("--max-expanded", ["--max-expanded", "1.5"], "expected a whole number of at least 0, not '1.5'"),
    *once("--max-expanded", ["--max-expanded", NINES], "expected a whole number of at least 0, not '999"),
    *variants("--max-generated", ["--max-generated", "-1"], "expected a whole number of at least 0, not '-1'"),
    *variants("--max-stored", ["--max-stored", "x"], "expected a whole number of at least 0, not 'x'"),
    *variants("--max-cost", ["--max-cost", "cheap"], "expected a cost, not 'cheap'"),
    *once("--max-cost", ["--max-cost", "-1"], "expected a cost of at least 0, not '-1'"),
    *once("--max-cost", ["--max-cost", "nan"], "expected a cost of at least 0, not 'nan'"),
    *variants("--solutions", ["--solutions", "0"], "expected a whole number of at least 1, not '0'"),
    *variants("--within", ["--within", "0.5"], "expected a factor of at least 1, not '0.5'"),
    *once("--within", ["--within", "nan"], "expected a factor of at least 1, not 'nan'"),
    *variants("--seconds", ["--seconds", "nan"], "expected a number of seconds of at least 0, not 'nan'"),
    *once("--seconds", ["--seconds", "-1"], "expected a number of seconds of at least 0, not '-1'"),
    *once("--seconds", ["--seconds", "soon"], "expected a number of seconds, not 'soon'"),
    *variants("--memory", ["--memory", "5X"], "expected a size such as 500M, 2G or 1.5GiB, not '5X'"),
    *once("--memory", ["--memory", NINES + "G"], r"expected a size such as .*, not '9+\.\.\.9+G'"),
    *once("--memory", ["--memory", "-1G"], "expected one argument|expected a size"),
    *variants("--states", ["--states", "0"], "expected a whole number of at least 1, not '0'"),
    *variants("--samples", ["--samples", "-1"], "expected a whole number of at least 0, not '-1'"),
    *variants("--seed", ["--seed", "x"], "expected a whole number of at least 0, not 'x'"),
    Line("check hanoi --seconds", ["check", "hanoi", "--disks", "3", "--seconds", "0"], "seconds above 0, not '0'"),
    Line("check problem", ["check"], "required: problem"),
    *once("--seconds", ["--seconds", "9" * 400], "expected a number of seconds of at least 0, not '999"),
    *variants("--trace", ["--trace", "0"], r"expected a whole number of at least 1, not '0' \(to trace every"),
    *once("--trace", ["--trace", "1 2 3 0"], "write the problem first and --trace last"),
    *(
        line._replace(words=[*line.words, *(["--engine", "ida-star"] if line.words[0] == "solve" else [])])
        for line in variants("--disk", ["--disk", "x", "--memory", "0"],
                             "--disk can only be used with astar and dijkstra, not with ida-star|--memory must be more")
    ),
    *variants("--save", ["--save", "missing/x"], "no search can be saved in 'missing/x': No such file or directory"),
    *once("--save", ["--save", "a" * 300], "no search can be saved in 'a+[.]{3}a+': File name too long"),
    *once("--save", ["--save", "a\0b"], r"no search can be saved in 'a\\x00b': embedded null"),
    *once("--save", ["--save", "."], "'.' exists already; choose another name"),
    *variants("--output", ["--output", "missing/x.html"], "cannot write missing/x.html: No such file or directory"),
    *once("--output", ["--output", "missing\n/x.html"], r"cannot write missing\\n/x.html: No such file"),
    *variants("--record", ["--record", "missing/x.astrace"], "cannot write missing/x.astrace: No such file"),
    *variants("--max-nodes", ["--max-nodes", "0"], "expected a whole number of at least 1, not '0'"),
    *variants("--compare", ["--compare", "gready"],
            "no engine or heuristic 'gready'; .*mean 'greedy'|cannot read gready: No such file"),
    Line("explore problem", ["explore"], "required: problem"),
    Line("view problem", ["view"], "required: problem"),
    Line("view problem", ["view", "nothing"], "no problem 'nothing'; write npuzzle, "),
    Line("view FILE.astrace FILE.astrace", ["view", "missing.astrace"], "cannot read missing.astrace: No such file"),
    Line("resume FILE", ["resume"], "required: FILE"),
    Line("resume FILE", ["resume", "missing\nfile"], r"cannot resume 'missing\\nfile': No such file or directory"),
    Line("resume FILE", ["resume", "."], "cannot resume '.': the folder . has no search"),
    Line("resume FILE", ["resume", "\0"], r"cannot resume '\\x00': embedded null"),
    Line("resume FILE", ["resume", "/dev/null"], "cannot resume '/dev/null': .* isn.t an astarlib checkpoint"),
    Line("resume FILE", ["resume", "/dev/zero"], "cannot resume '/dev/zero': .* isn.t an astarlib checkpoint"),
    Line("resume FILE", ["resume", "one", "another"], r"unrecognized arguments: another \(see astarlib resume --help"),
    Line("resume --max-expanded", ["resume", "x", "--max-expanded", "-1"], "a whole number of at least 0, not '-1'"),
    Line("resume --max-generated", ["resume", "x", "--max-generated", "1.5"],
         "a whole number of at least 0, not '1.5'"),
    Line("resume --max-stored", ["resume", "x", "--max-stored", "-1"], "a whole number of at least 0, not '-1'"),
    Line("resume --max-cost", ["resume", "x", "--max-cost", "-1"], "expected a cost of at least 0, not '-1'"),
    Line("resume --solutions", ["resume", "x", "--solutions", "0"], "expected a whole number of at least 1, not '0'"),
    Line("resume --within", ["resume", "x", "--within", "0.5"], "expected a factor of at least 1, not '0.5'"),
    Line("resume --seconds", ["resume", "x", "--seconds", "nan"], "a number of seconds of at least 0, not 'nan'"),
    Line("resume --memory", ["resume", "x", "--memory", "5X"], "expected a size such as 500M, 2G or 1.5GiB, not '5X'"),
    Line("resume --trace", ["resume", "x", "--trace", "0"], "expected a whole number of at least 1, not '0'"),
    *variants("--repeats", ["--repeats", "0"], "expected a whole number of at least 1, not '0'"),
    *variants("--format", ["--format", "yaml"], "invalid choice: 'yaml' .*text.*markdown.*csv.*json"),
    # --- N-puzzle -------------------------------------------------------------------------------------------------
    *instead("npuzzle", "BOARD", [], "no problem is given; write BOARD or --korf or --korf-felner or --example"),
    *instead("npuzzle", "BOARD", [""], "board is empty"),
    *instead("npuzzle", "BOARD", ["1 2 2 0"], r"tile 2 occurs twice in the board, in row 1, column 2 and .*missing: 3"),
    *instead("npuzzle", "BOARD", ["1 2 3"], "--shape: 3 tiles, including the blank, don't fill a square"),
    *instead("npuzzle", "BOARD", ["1 2 3 x"], "place 4 of the board: 'x' isn't a tile"),
    *instead("npuzzle", "BOARD", ["1 2 3 ٠"], "place 4 of the board: .* isn't a tile"),
    *instead("npuzzle", "BOARD", ["-1 2 3 0"], "no tile -1"),
    *instead("npuzzle", "BOARD", ["1 2 3 " + NINES], "place 4 of the board: '999.*999' isn't a tile"),
    *instead("npuzzle", "BOARD", ["missing.txt"], "there is no file 'missing.txt' for the board"),
    *instead("npuzzle", "BOARD", ["1 2 3 0", "--korf", "1"],
         "BOARD and --korf each give a problem; leave out all but one"),
    *instead("npuzzle", "--goal", ["1 2 3 0", "--goal", "1 2 3"], "the goal has 3 tiles"),
    *instead("npuzzle", "--goal", ["1 2 3 0", "--goal", "1 2 2 0"], "tile 2 occurs twice in the goal"),
    *instead("npuzzle", "--goal", ["--korf", "1", "--goal", "1 2 3 0"],
         "--goal can't be used with --korf 1, which has its own"),
    *instead("npuzzle", "--shape", ["1 2 3 0", "--shape", "2"], "expected ROWSxCOLUMNS such as 3x4, not '2'"),
    *instead("npuzzle", "--shape", ["1 2 3 0", "--shape", "1x4"], r"of at least 2, not \(1, 4\)"),
    *instead("npuzzle", "--shape", ["1 2 3 0", "--shape", "100000x100000"],
             "a board of 100000 x 100000 has 10000000000"),
    *instead("npuzzle", "--shape", ["1 2 3 4 5 0", "--shape", "3x3"], "has 6 tiles"),
    *instead("npuzzle", "--shape", ["--example", "hard-52", "--shape", "4x4"],
         "--shape can't be used with --example hard-52"),
    *instead("npuzzle", "--korf", ["--korf", "0"], r"no instance has the id 0; those of R. E. Korf \(1985\) are 1 to"),
    *instead("npuzzle", "--korf", ["--korf", "101"], "no instance has the id 101; .* are 1 to 100"),
    *(
        line
        for word in ("easy", str(10**30), "1,", "1-", "1-2-3", "1.5", "All", "1..5", "²", "")
        for line in instead("npuzzle", "--korf", ["--korf", word], "--korf: expected .*, not '")
    ),
    *instead("npuzzle", "--korf", ["--korf", "20-1"], "--korf: expected first-last, the smaller first, not '20-1'"),
    Line("solve npuzzle --korf", ["solve", "npuzzle", "--korf", "99-999999999999"], "no instance has the id 101"),
    Line("solve npuzzle --korf", ["solve", "npuzzle", "--korf", "all", "--korf-felner", "1"], "each give a problem"),
    Line("solve npuzzle --korf", ["solve", "npuzzle", "--korf", "1-2", "--heuristic", "pattern-database-8"],
         "--heuristic: pattern-database-8 is for boards of 3 x 3, not 4 x 4"),
    Line("compare npuzzle --korf", ["compare", "npuzzle", "--korf", "all"],
         "names several boards, .* only solve takes"),
    Line("check npuzzle --korf", ["check", "npuzzle", "--korf", "1,2"],
         "--korf names several boards, .* only solve takes"),
    Line("solve npuzzle --goal", ["solve", "npuzzle", "--korf", "1-2", "--goal", "1 2 3 0"],
         "--goal can't be used with --korf, which has its own"),
    Line("solve npuzzle --disk", ["solve", "npuzzle", "--korf", "1-2", "--disk", "x"],
         "--disk can only be used with a single board"),
    Line("solve npuzzle --disk", ["solve", "npuzzle", "2 1 3 0", "--prove", "--disk", "x", "--save", "y"],
         "--save can't be used with --disk"),
    Line("solve npuzzle --disk", ["solve", "npuzzle", "2 1 3 0", "--prove", "--disk", "x", "--memory", "1000"],
         "--memory: memory=1,000 is too small"),
    Line("solve npuzzle --save", ["solve", "npuzzle", "--korf", "1-2", "--save", "x"],
         "--save can only be used with a single board"),
    Line("solve npuzzle --trace", ["solve", "npuzzle", "--korf", "1-2", "--trace"],
         "--trace can only be used with a single board"),
    *(
        Line("solve npuzzle --jobs", ["solve", "npuzzle", "--korf", "1-2", "--jobs", word],
             f"--jobs: expected a whole number of at least 1, not '{word}'")
        for word in ("0", "two", "1.5")
    ),
    Line("solve npuzzle --jobs", ["solve", "npuzzle", "--korf", "1", "--jobs", "2"],
         "--jobs is only for several boards"),
    Line("solve npuzzle --jobs", ["solve", "npuzzle", "1 2 3 0", "--jobs", "2"], "--jobs is only for several boards"),
    *instead("npuzzle", "--korf-felner", ["--korf-felner", "51"], "are 1 to 50"),
    Line("solve npuzzle --korf-felner", ["solve", "npuzzle", "--korf-felner", "49-51"], "are 1 to 50"),
    Line("compare npuzzle --korf-felner", ["compare", "npuzzle", "--korf-felner", "1-2"],
         "--korf-felner names several boards"),
    *instead("npuzzle", "--korf-felner", ["--korf", "1", "--korf-felner", "1"],
             "--korf and --korf-felner each give a problem"),
    *instead("npuzzle", "--example", ["--example", "hard"], "the id 'hard'; .* hard-52, hard-55, hard-56, hard-57"),
    # --- sudoku ---------------------------------------------------------------------------------------------------
    *instead("sudoku", "TEXT", [], "no problem is given; write TEXT or --example"),
    *instead("sudoku", "TEXT", [SUDOKU, "--cells", SUDOKU], "TEXT and --cells each give a problem; leave out all but"),
    *instead("sudoku", "TEXT", ["53..7"], "one row of 5 cells; a sudoku has a square number of cells, and a"),
    *instead("sudoku", "--cells", ["--cells", "1-1 / 0-0", "--regions", "a-a / b-b"],
             "row 1 has 1 twice, in columns 1"),
    *instead("sudoku", "TEXT", ["/".join(["0" * 101] * 101)], "101 rows; the maximum is 100"),
    *instead("sudoku", "TEXT", ["missing.txt"], "there is no file 'missing.txt' for the cells"),
    *instead("sudoku", "TEXT", [SUDOKU], "no square regions of 3 cells; give the box, or the regions"),
    *instead("sudoku", "--regions", [SUDOKU, "--regions", "aab/aab/ccb"], "region 'c' .* has 2, region 'a'"),
    *instead("sudoku", "--regions", [SUDOKU, "--regions", "a/missing.txt"],
             "no file 'a/missing.txt' for the"),
    *instead("sudoku", "--regions", ["--example", "G26_7x7", "--regions", "-"],
         "--regions can't be used with --example G26_7x7"),
    *instead("sudoku", "--diagonals", ["1000/0000/0000/0001", "--diagonals"],
             "extra unit 1 has 1 twice, in row 1, column 1 and in row 4, column 4"),
    *instead("sudoku", "--diagonals", ["--example", "G26_7x7", "--diagonals"],
             "--diagonals can't be used with --example G26_7x7, which has its own"),
    *instead("sudoku", "--box", [SUDOKU, "--box", "3"], "expected ROWSxCOLUMNS such as 3x4, not '3'"),
    *instead("sudoku", "--box", [SUDOKU, "--box", "99999x99999"], r"3 cells are needed; box=\(99999, 99999"),
    *instead("sudoku", "--box", [SUDOKU, "--regions", "aab/acb/ccb", "--box", "1x3"],
             "leave out --regions or --box"),
    *instead("sudoku", "--box", ["--example", "G02_4x4", "--box", "2x2"], "--box can't be used with --example G02_4x4"),
    *instead("sudoku", "--example", ["--example", "G2_4x4"], "choose from G00_4x4 to G65_9x9; did you mean 'G02_4x4'?"),
    *instead("sudoku", "--example", ["--example", "G02_4x4", "1"], "TEXT and --example each give a"),
    # --- grid -----------------------------------------------------------------------------------------------------
    *instead("grid", "--map", GRID[2:], "required: --map"),
    *instead("grid", "--map", ["--map", "../...", *GRID[2:]], "row 1 of the grid has width 3, but row 0 has width 2"),
    *instead("grid", "--map", ["--map", ". ?", *GRID[2:]],
             r"cell \(1, 0\) is ' '; .* give other symbols a cost with terrain"),
    *instead("grid", "--map", ["--map", "no.map", *GRID[2:]], "there is no file 'no.map' for the map"),
    *instead("grid", "--map", ["--map", "type octile\nheight 999999999\nwidth 1\nmap\n.", *GRID[2:]],
             "the map has 1 rows but its header says height 999999999; it may be cut short"),
    *instead("grid", "--map", ["--map", f"type octile\nheight {NINES}\nwidth 1\nmap\n.", *GRID[2:]],
             "line 2 is 'height 999.*'; a Moving AI map begins with the lines type octile, height H"),
    *instead("grid", "--start", [*GRID, "--start", "0"], "expected X,Y such as 3,0"),
    *instead("grid", "--start", ["--map", "#.", *GRID[2:]], r"the start \(0, 0\) is blocked"),
    *instead("grid", "--goal", [*GRID, "--goal", "1,-1"], "expected X,Y such as 3,0"),
    *instead("grid", "--goal", [*GRID, "--goal", "2,0"], r"the goal \(2, 0\) is outside the grid of 2 columns"),
    *instead("grid", "--connectivity", [*GRID, "--connectivity", "6"], "expected 4 or 8, not '6'"),
    *instead("grid", "--connectivity", [*GRID, "--connectivity", NINES], "expected 4 or 8, not '999"),
    *instead("grid", "--corner-rule", [*GRID, "--corner-rule", "none"], "invalid choice: 'none' .*both-free"),
    *instead("grid", "--terrain", [*GRID, "--terrain", "~5"], "expected SYMBOL=COST such as ~=5, not '~5'"),
    *instead("grid", "--terrain", [*GRID, "--terrain", "~=-5"], "terrain '~' costs -5; a cost must be a number > 0"),
    *instead("grid", "--terrain", [*GRID, "--terrain", "~=" + "9" * 400],
             "terrain '~' costs 999.*999; a cost must be a number > 0"),
    # --- graphs ---------------------------------------------------------------------------------------------------
    *instead("romania", "START", ["Arat", "Iasi"], "the start 'Arat' isn't one of the 20 nodes .*mean 'Arad'"),
    *instead("romania", "GOAL", ["Arad"], "required: GOAL"),
    *instead("romania", "GOAL", ["Arad", "Xyz"], "the goal 'Xyz' isn't one of the 20 nodes"),
    *instead("graph", "START", ["X", "B", "--edges", "A B"], "the start 'X' isn't one of the 2 nodes of the graph"),
    *instead("graph", "GOAL", ["A", "X", "--edges", "A B"], "the goal 'X' isn't one of the 2 nodes of the graph"),
    *instead("graph", "GOAL", ["1", "A", "--edges", "p sp 1 0"], "numbers from 1 on, not 'A'"),
    *instead("graph", "--edges", ["A", "B"], "required: --edges"),
    *instead("graph", "--edges", ["A", "B", "--edges", "A B / A"],
             "edge 2 is 'A'; expected FROM TO or FROM TO COST"),
    *instead("graph", "--edges", ["A", "B", "--edges", "A B far"], "the cost of edge 1 must be a number, not 'far'"),
    *instead("graph", "--edges", ["A", "B", "--edges", "A B -1"], "the edge from 'A' to 'B' costs -1; a cost must be"),
    *instead("graph", "--edges", ["A", "B", "--edges", f"A B {NINES}"],
             "the edge from 'A' to 'B' costs inf; a cost must be a"),
    *instead("graph", "--edges", ["1", "2", "--edges", "p sp 1000000000 0"],
             "announces 1000000000 nodes, but the file has 0 arcs"),
    *instead("graph", "--edges", ["1", "2", "--edges", f"p sp 2 {NINES}"], "number of arcs is '999.*expected a whole"),
    # --- planning -------------------------------------------------------------------------------------------------
    *instead("pddl", "DOMAIN", [], "required: DOMAIN, TASK"),
    *instead("pddl", "DOMAIN", ["(define (domain d)", PDDL], "the domain, line 1: this parenthesis is never closed"),
    *instead("pddl", "DOMAIN", ["nowhere.pddl", PDDL], "there is no file 'nowhere.pddl' for the domain"),
    *instead("pddl", "TASK", ["(define (domain d))", "(define (problem p)))"],
             r"the task, line 1: '\)' after the last parenthesis"),
    *instead("pddl", "TASK", ["(define (domain d))", "(define (domain d))"],
             "the task, line 1: expected .define .problem NAME"),
    # --- small problems -------------------------------------------------------------------------------------------
    *instead("pancake", "STACK", ["1 2 2"], "pancakes 2 and 3 both have size 2"),
    *instead("pancake", "STACK", ["1 two"], "pancake 2 of the stack is 'two'; expected a whole number >= 1"),
    *instead("hanoi", "--disks", [], "required: --disks"),
    *instead("hanoi", "--disks", ["--disks", "0"], "disks must be 1 to 1000, not 0"),
    *instead("hanoi", "--disks", ["--disks", "1000000000"], "disks must be 1 to 1000, not 1000000000"),
    *instead("hanoi", "--pegs", ["--disks", "3", "--pegs", "2"], "pegs must be 3 to 26, not 2"),
    *instead("water-jugs", "CAPACITY", ["3", "0", "--target", "1"], "the capacity of jug 2 must be at least 1, not 0"),
    *instead("water-jugs", "CAPACITY", ["3", "x", "--target", "1"], "CAPACITY: expected a whole number"),
    *instead("water-jugs", "--target", ["3", "5"], "required: --target"),
    *instead("water-jugs", "--target", ["3", "5", "--target", "1.5"],
             "--target: expected a whole number of at least 0"),
    *instead("water-jugs", "--start", ["3", "5", "--target", "1", "--start", "1"], "start has 1 volumes for 2 jugs"),
    *instead("water-jugs", "--start", ["3", "5", "--target", "1", "--start", "1,x"], "a whole number .* not 'x'"),
    *instead("missionaries", "--missionaries", ["--missionaries", "1000000000"], "must be 0 to 1000, not 1000000000"),
    *instead("missionaries", "--cannibals", ["--cannibals", "4"], "4 cannibals outnumber 3 missionaries"),
    *instead("missionaries", "--boat", ["--boat", "0"], "--boat must be at least 1, not 0"),
    # --- problems of one's own ------------------------------------------------------------------------------------
    *instead(OWN, OWN, ["missing_module:Problem"], "there is no module 'missing_module', neither in this folder nor"),
    *instead(OWN, OWN, ["mine.py:Problem"], "there is no file 'mine.py' in the folder"),
    *instead(OWN, OWN, ["nowhere/mine.py:Problem"], "there is no folder '.*nowhere' for the file 'mine.py'"),
    *instead(OWN, OWN, ["../:Problem"], "'../' is a folder; name a Python file in it"),
    *instead(OWN, OWN, ["some/mine:Problem"], "'some/mine' isn't a Python file; its name must end in .py"),
    *instead(OWN, OWN, ["mine.py:Problem:x"], "'mine.py:Problem:x' isn't a problem; write module:attribute or file"),
    *instead(OWN, OWN, [":"], "':' isn't a problem; write module:attribute or .*, for example mine.py:Problem"),
    *instead(OWN, OWN, ["math:tau"], "expected a problem, or a class or function that makes one"),
    *instead(OWN, OWN, ["astarlib.problems.pancake:PancakeProblm"],
             "has no 'PancakeProblm'; did you mean 'PancakeProblem'"),
    *instead(OWN, "--arg", ["astarlib.problems.hanoi:TowersOfHanoi", "--arg", "disks"], "--arg takes name=value, not"),
    *instead(OWN, "--arg", ["astarlib.problems.hanoi:TowersOfHanoi", "--arg", "disk=3"], "did you mean 'disks'"),
    *instead(OWN, "--arg", ["astarlib.problems.hanoi:TowersOfHanoi", "--arg", "disks=0"], "disks must be 1 to 1000"),
    *instead(OWN, "--arg", ["astarlib.problems.hanoi:TowersOfHanoi", "--arg", "disks=1", "--arg", "disks=2"],
             "--arg disks is given twice"),
]  # fmt: skip
