"""The reader of PDDL and the grounding. They need no library."""

import itertools
import re
from random import Random

import pytest
from helpers.sampling import in_turn

from astarlib import AStar, Dijkstra, Status
from astarlib.cli import main
from astarlib.problems.planning import PlanningProblem
from astarlib.problems.planning.formulas import clauses, conjuncts, truth_of
from astarlib.problems.planning.grounding import ground
from astarlib.problems.planning.pddl import read_pddl

DOMAIN = """; a crane
(define (domain crane)
  (:requirements :strips :typing)
  (:types block - thing thing)
  (:predicates (on ?x ?y - block) (clear ?x - block) (held ?x - block) (free))
  (:functions (total-cost) - number (weight ?x - block))
  (:action pick
    :parameters (?x - block)
    :precondition (and (clear ?x) (free) (not (held ?x)))
    :effect (and (held ?x) (when (free) (not (clear ?x)))
                 (forall (?y - block) (when (on ?x ?y) (and (clear ?y) (not (on ?x ?y)))))
                 (not (free)) (increase (total-cost) (* 2 (weight ?x))))))
"""
TASK = """(define (problem lift)
  (:domain crane)
  (:objects a c - block)
  (:init (clear a) (on a c) (= (weight a) 1.5) (= (weight c) 2)
         (free))
  (:goal (and (held a) (exists (?y - block) (clear ?y))))
  (:metric minimize (total-cost)))
"""
WRONG = {
    "parenthesis": (DOMAIN.rstrip()[:-2], "the domain, line 7: this parenthesis is never closed"),
    "too many": (DOMAIN + ")", "the domain, line 13: ')' after the last parenthesis of (define ...)"),
    "swapped": (TASK, "the domain, line 1: expected (define (domain NAME) ...), not (define (problem lift) ...)"),
    "empty": ("; nothing", "the domain, line 1: expected (define (domain ...) ...), but the text is empty"),
    "file name": ("domain.pddl", "the domain, line 1: expected (define (domain ...) ...), not 'domain.pddl'"),
    "section": (("(:types", "(:type"), "the domain, line 4: expected one of :requirements, :types, "),
    "two sections": (("(:types", "(:types a) (:types"), "the domain, line 4: there are two (:types ...)"),
    "type of a predicate": (("?y - block", "?y - blocks"), ("the domain, line 5: there is no type 'blocks' (did "
                            "you mean 'block'?)")),
    "two predicates": (("(free))\n  (:f", "(clear))\n  (:f"), ("the domain, line 5: the predicate 'clear' is declared "
                       "twice")),
    "predicate": (("(held ?x) (when", "(hold ?x) (when"), ("the domain, line 10: there is no predicate 'hold' (did you "
                  "mean 'held'?): (hold ?x)")),
    "number of terms": (("(and (clear ?x) (free)", "(and (clear ?x ?x) (free)"), ("the domain, line 9: the predicate "
                        "'clear' has 1 term, not 2: (clear ?x ?x)")),
    "variable": (("(not (held ?x))", "(not (held ?z))"), "the domain, line 9: there is no variable ?z here"),
    "two variables": (("(?x - block)\n", "(?x ?x - block)\n"), "the domain, line 8: the variable ?x is declared twice"),
    "name for a variable": (("(?x - block)\n", "(x - block)\n"), ("the domain, line 8: expected a variable such as ?x, "
                            "not 'x'")),
    "key": ((":precondition", ":condition"), "the domain, line 9: durative actions aren't supported: :condition"),
    "typo in a key": ((":precondition", ":preconditions"), "the domain, line 9: expected one of :parameters, "),
    "effect": (("(forall (?y - block) (when", "(forall ((?y - block) (when"), "the domain, line "),
    "function": (("(* 2 (weight", "(* 2 (wait"), "the domain, line 12: there is no function 'wait'"),
    "action twice": (("\n  (:action", "\n (:action pick)\n (:action"), ("the domain, line 8: two actions are named "
                     "'pick'")),
    "axiom": (("(:action", "(:derived (free) (free))\n (:action"), ("the domain, line 7: derived predicates aren't "
              "supported")),
    "durative": (("(:action", "(:durative-action"), "the domain, line 7: durative actions aren't supported"),
    "process": (("(:action", "(:process"), "the domain, line 7: processes and events aren't supported"),
    "numeric condition": (("(and (clear ?x)", "(and (> (weight ?x) 1)"), ("the domain, line 9: numeric fluents aren't "
                          "supported: (> (weight ?x) 1)")),
    "numeric equality": (("(and (clear ?x)", "(and (= (weight ?x) 1)"), "the domain, line 9: numeric fluents aren't"),
    "numeric effect": (("(increase (total-cost)", "(decrease (total-cost)"), ("the domain, line 12: numeric fluents "
                       "aren't supported: (decrease")),
    "another fluent": (("(increase (total-cost)", "(increase (weight ?x)"), ("the domain, line 12: numeric fluents "
                       "aren't supported: 'weight' isn't the metric")),
    "cost that changes": (("(* 2 (weight ?x))", "(total-cost)"), ("the domain, line 12: costs that change aren't "
                          "supported: 'total-cost'")),
    "conditional cost": (("(not (free)) (increase (total-cost) (* 2 (weight ?x)))",
                          "(when (free) (increase (total-cost) 1))"), "the domain, line 12: costs that change aren't"),
    "object fluent": (("- number", "- block"), "the domain, line 6: functions of objects aren't supported"),
    "negative cost": (("(* 2 (weight", "(* -2 (weight"), ("the domain, line 7: the action (pick a): the cost of "
                      "operator '(pick a)' must be a finite number >= 0, not -3")),
    "division by zero": (("(* 2 (weight ?x))", "(/ (weight ?x) 0)"), ("the domain, line 7: the action (pick a): its "
                         "cost is divided by zero")),
}  # fmt: skip
WRONG_TASKS = {
    "domain": (DOMAIN, "the task, line 2: expected (define (problem NAME) ...), not (define (domain crane) ...)"),
    "other domain": (("crane", "Ship"), "the task, line 2: it's a task of the domain 'ship', not of 'crane'"),
    "type": (("- block", "- Brick"), "the task, line 3: there is no type 'brick' (did you mean 'block'?)"),
    "object": (("(on a c)", "(on a z)"), "the task, line 4: there is no object 'z'"),
    "type of an object": (("a c - block", "a - thing c - block"), ("the task, line 4: a in (clear a) must have "
                          "the type block")),
    "variable at the start": (("(clear a)", "(clear ?a)"), "the task, line 4: there is no variable ?a here"),
    "predicate": (("(held a)", "(holding a)"), "the task, line 6: there is no predicate 'holding'"),
    "word": (("(clear a)", "clear a"), "the task, line 4: expected a fact in parentheses, not 'clear'"),
    "no goal": (("(:goal", "(:length"), "the task, line 1: the task has no (:goal ...)"),
    "no start": (("(:init", "(:length"), "the task, line 1: the task has no (:init ...)"),
    "two goals": (("(and (held a)", "(held a) (and (held a)"), "the task, line 6: expected 1 part after ':goal'"),
    "preference": (("(held a)", "(preference x (held a))"), "the task, line 6: preferences aren't supported"),
    "constraints": (("(:metric", "(:constraints (always (free))) (:metric"), ("the task, line 7: constraints on "
                    "trajectories aren't supported")),
    "timed literal": (("(free)", "(at 5 (free))"), "the task, line 5: timed literals aren't supported: (at 5 (free))"),
    "htn": (("(:goal", "(:htn) (:goal"), "the task, line 6: hierarchical tasks aren't supported"),
    "number": (("1.5", "heavy"), "the task, line 4: expected a number, such as 3 or 2.5, not 'heavy'"),
    "large number": (("1.5", "1e999999999"), "the task, line 4: expected a number, such as 3 or 2.5, not '1e9"),
    "two domains": (("crane", "crane ship"), "the task, line 2: expected 1 part after ':domain', not 2"),
    "no domain": (("(:domain crane)", "(:domain)"), "the task, line 2: expected 1 part after ':domain', not 0"),
    "two values": (("(weight c)", "(weight a)"), "the task, line 4: (weight a) has two values"),
    "value": (("(= (weight a) 1.5)", ""), "the domain, line 7: the action (pick a): (weight a) has no value in (:init"),
    "metric": (("(:metric minimize (total-cost))", "(:metric maximize (total-cost))"), ("the task, line 7: the only "
               "supported metric is minimize (total-cost)")),
    "metric of nothing": (("minimize (total-cost)", "minimize (cost)"), ("the task, line 7: there is no function "
                          "'cost' without terms")),
}  # fmt: skip


def changed(text, change):
    """Return a text with a replacement, which it must have, or another text."""
    if isinstance(change, str):
        return change
    assert change[0] in text
    return text.replace(*change, 1)


def test_a_task_with_everything_is_read():
    problem = PlanningProblem.from_text(DOMAIN, TASK)
    costs = {name: each.cost for name, each in problem.operators.items()}
    assert costs == {"(pick a)": 3, "(pick c)": 4, "(goal) #1": 0, "(goal) #2": 0}
    result = AStar().search(problem)
    assert (result.cost, problem.plan_text(result)) == (3, "(pick a)")
    assert problem.result(problem.initial_state, "(pick a)") == {"(held a)", "(clear c)"}
    signs = PlanningProblem.from_text(DOMAIN.replace("(* 2 (weight ?x))", "(- (- (weight ?x) 9) (- 10))"), TASK)
    assert AStar().search(signs).cost == 2.5


@in_turn("name", [*WRONG, *(f"task: {name}" for name in WRONG_TASKS)])
def test_wrong_pddl_is_an_error_with_the_text_the_line_and_what_is_wrong(name):
    is_task = name.startswith("task: ")
    change, says = WRONG_TASKS[name[6:]] if is_task else WRONG[name]
    texts = (DOMAIN, changed(TASK, change)) if is_task else (changed(DOMAIN, change), TASK)
    with pytest.raises(ValueError, match=re.escape(says)) as caught:
        PlanningProblem.from_text(*texts)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("which", ["the domain", "the task"])
def test_each_error_of_a_text_with_one_changed_word_names_a_text_and_a_line(which):
    random, messages = Random(which), list[str]()
    text = DOMAIN if which == "the domain" else TASK
    words = list(re.finditer(r"[()]|[^\s()]+", text))
    others = ["", "(", ")", "x", "?x", "-", "3", "()", "(x)", "and", "not", "when", "=", ":goal", ":action", "either"]
    for word in words:
        for other in random.sample(others, 6):
            wrong = f"{text[: word.start()]} {other} {text[word.end() :]}"
            try:
                PlanningProblem.from_text(*((wrong, TASK) if which == "the domain" else (DOMAIN, wrong)))
            except ValueError as error:
                messages.append(str(error))
    assert [each for each in messages if not re.match(r"the (domain|task), line \d+: [^\n]+$", each)] == []
    assert len(messages) > 3 * len(words)


def test_the_command_line_names_the_file_and_the_line(tmp_path, capsys):
    files = [tmp_path / "domain.pddl", tmp_path / "task.pddl"]
    for file, text in zip(files, (DOMAIN, TASK.replace("(held a)", "(held b)")), strict=True):
        file.write_text(text)
    assert main(["solve", "pddl", *map(str, files)]) == 2
    assert f"{files[1]}, line 6: there is no object 'b'" in capsys.readouterr().err


def test_nesting_that_is_too_deep_is_an_error():
    with pytest.raises(ValueError, match="the task: its parentheses are nested too deeply"):
        PlanningProblem.from_text(DOMAIN, TASK.replace("(held a)", "(not " * 5000 + "(held a)" + ")" * 5000))


def test_names_may_repeat_between_actions_and_predicates_and_as_parameters():
    domain = """(define (domain d) (:predicates (up ?x ?x) (at ?x))
      (:action up :parameters (?x ?y) :precondition (at ?x) :effect (and (up ?x ?y) (at ?y))))"""
    task = "(define (problem t) (:domain d) (:objects a b) (:init (at a)) (:goal (up b a)))"
    problem = PlanningProblem.from_text(domain, task)
    assert problem.plan_text(AStar().search(problem)) == "(up a b)\n(up b a)"


def test_supertypes_and_alternatives_of_types_have_the_objects_of_their_subtypes():
    domain = """(define (domain d) (:types car plane - vehicle vehicle place - thing) (:constants home - place)
      (:predicates (at ?x - vehicle ?y - place) (seen ?x - (either car place)))
      (:action look :parameters (?x - (either car place)) :effect (seen ?x))
      (:action go :parameters (?x - vehicle) :effect (at ?x home)))"""
    task = "(define (problem t) (:domain d) (:objects c - car p - plane n - place) (:init) (:goal (and)))"
    assert [*PlanningProblem.from_text(domain, task).operators] == [
        "(look home)", "(look c)", "(look n)", "(go c)", "(go p)"
    ]  # fmt: skip


def test_a_value_is_needed_only_for_actions_that_are_reachable():
    domain = """(define (domain d) (:predicates (at ?x) (road ?x ?y)) (:functions (total-cost) (length ?x ?y))
      (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y))
       :effect (and (at ?y) (not (at ?x)) (increase (total-cost) (length ?x ?y)))))"""
    task = """(define (problem t) (:domain d) (:objects a b c) (:init (at a) (road a b) (road c b) (= (length a b) 7))
      (:goal (at b)) (:metric minimize (total-cost)))"""
    assert AStar().search(PlanningProblem.from_text(domain, task)).cost == 7


def random_texts(seed):
    """Return a domain and a task whose actions need static facts and others, equality, and negation."""
    random = Random(seed)
    arity = {"s1": 1, "s2": 2, "d1": 1, "d2": 2, "s3": 3}

    def atom(terms, names=tuple(arity)):
        name = random.choice(names)
        return f"({name} {' '.join(random.choices(terms, k=arity[name]))})"

    def condition(terms):
        match random.randint(0, 7):
            case 0:
                return f"(not (= {random.choice(terms)} {random.choice(terms)}))"
            case 1:
                return f"(not {atom(terms)})"
            case 2:
                return f"(or {atom(terms)} {atom(terms)})"
            case 3:
                return f"(exists (?w) (and {atom([*terms, '?w'])} {atom([*terms, '?w'])}))"
            case _:
                return atom(terms)

    actions = []
    for number in range(3):
        terms = [f"?{name}" for name in "xyz"[: random.randint(0, 3)]]
        named = [*terms, "a"]
        needs = " ".join(condition(named) for _ in range(random.randint(0, 4)))
        wider = [*named, "?v", "?u"]
        effects = f"""{atom(named, ("d1", "d2"))} (when {condition(named)} (not {atom(named, ("d1", "d2"))}))
          (forall (?v ?u) (when (and {condition(wider)} {condition(wider)}) {atom(wider, ("d1", "d2"))}))"""
        actions.append(f"(:action a{number} :parameters ({' '.join(terms)}) :precondition (and {needs}) "
                       f":effect (and {effects}))")  # fmt: skip
    names = "abcd"
    predicates = " ".join(f"({name} {' '.join('?p?q?r'[: 2 * count][at : at + 2] for at in range(0, 2 * count, 2))})"
                          for name, count in arity.items())  # fmt: skip
    facts = " ".join(atom(names) for _ in range(20))
    return (
        f"(define (domain d) (:predicates {predicates}) {' '.join(actions)})",
        f"(define (problem t) (:domain d) (:objects {' '.join(names)}) (:init {facts}) (:goal {atom(names)}))",
    )


def ground_by_trying(task):
    """Return the names and conditions of reachable operators, by trying all objects."""
    found, known = set(), {fact for fact, (name, _) in task.initial.items() if name in task.dynamic}
    while True:
        size = len(found), len(known)
        for schema in task.schemas:
            for objects in itertools.product(*schema.objects):
                binding = dict(enumerate(objects))
                for clause in clauses(schema.condition, binding, task.constant):
                    if clause.true <= known:
                        found.add((schema.name, objects, clause))
                        known |= {fact for fact, makes, true, false in changes_by_trying(task, schema, objects)
                                  if makes and true <= known
                                  and true.isdisjoint(clause.false) and false.isdisjoint(clause.true)}  # fmt: skip
        if size == (len(found), len(known)):
            return found


def changes_by_trying(task, schema, objects):
    """Return each fact that an action may make true or false, with a clause under which it does."""
    found = []
    for effect in schema.effects:
        numbers = [number for number, _ in effect.variables]
        for names in itertools.product(*(each for _, each in effect.variables)):
            binding = {**dict(enumerate(objects)), **dict(zip(numbers, names, strict=True))}
            found += [(effect.atom.fact(binding), effect.makes, *clause)
                      for clause in clauses(effect.condition, binding, task.constant)]  # fmt: skip
    return found


def check_effects(seed):
    """Compare the states after operators with those that all changes make, from random states."""
    task, random = read_pddl(*random_texts(seed)).lifted, Random(seed)
    schemas, checked = {each.name: each for each in task.schemas}, 0
    for operator, (name, objects) in ground(task):
        changes = changes_by_trying(task, schemas[name], objects)
        facts = sorted({fact for fact, *_ in changes}.union(*(true | false for *_, true, false in changes)))
        for _ in range(3):
            state = operator.preconditions.union(fact for fact in facts if random.random() < 0.5)
            state -= operator.negative_preconditions
            happen = [(fact, makes) for fact, makes, true, false in changes if true <= state and not false & state]
            added = {fact for fact, makes in happen if makes}
            assert operator.apply(state) == (state - {fact for fact, _ in happen}) | added
            checked += 1
    return checked


def check_grounding(seed):
    task = read_pddl(*random_texts(seed)).lifted
    found = [(*action, (each.preconditions, each.negative_preconditions)) for each, action in ground(task)]
    assert len(found) == len(set(found))
    assert set(found) == ground_by_trying(task)
    return len(found)


def test_the_operators_are_those_that_trying_all_objects_finds():
    assert sum(check_grounding(seed) for seed in range(8)) > 80


@pytest.mark.slow
def test_the_operators_of_more_tasks_are_those_that_trying_all_objects_finds():
    for seed in range(8, 2000):
        check_grounding(seed)
        check_effects(seed)


def test_operators_change_what_the_effects_of_their_actions_say():
    assert sum(check_effects(seed) for seed in range(3)) > 50


def test_static_parts_of_a_condition_have_the_truth_that_their_clauses_have():
    seen = set()
    for seed in range(40):
        task = read_pddl(*random_texts(seed)).lifted
        rows = {}
        for predicate, row in task.initial.values():
            rows.setdefault(predicate, set()).add(row)
        for schema in task.schemas:
            for part in filter(task.is_static, conjuncts(schema.condition)):
                for objects in itertools.product(*schema.objects):
                    binding = dict(enumerate(objects))
                    truth = len(clauses(part, binding, task.constant)) > 0
                    assert truth_of(part, rows)(binding) is truth
                    seen.add((type(part), truth))
    assert len(seen) == 8


def test_conditions_of_effects_are_joined_with_static_facts(monkeypatch):
    """A chain of static facts leaves few of the million bindings of the variables."""
    domain = """(define (domain d) (:predicates (next ?x ?y) (on ?x) (all))
      (:action a :parameters () :effect (forall (?x ?y ?z)
        (when (and (next ?x ?y) (next ?y ?z) (on ?x)) (on ?z)))))"""
    names = [f"p{number}" for number in range(100)]
    facts = " ".join(f"(next {one} {two})" for one, two in itertools.pairwise(names))
    text = f"(define (problem t) (:domain d) (:objects {' '.join(names)}) (:init (on p0) {facts}) (:goal (on p4)))"
    problem = PlanningProblem.from_text(domain, text)
    assert len(problem.operators["(a)"].when) == 98
    assert Dijkstra().search(problem).cost == 2


def test_a_type_may_follow_its_hyphen_without_a_space():
    for text in (DOMAIN, TASK):
        assert "- block" in text
    assert repr(PlanningProblem.from_text(DOMAIN, TASK)) == repr(
        PlanningProblem.from_text(DOMAIN.replace("- block", "-block"), TASK.replace("- block", "-block"))
    )


def test_a_variable_needs_no_space_before_it():
    close = [text.replace(" ?", "?") for text in (DOMAIN, TASK)]
    assert close[0] != DOMAIN
    assert repr(PlanningProblem.from_text(DOMAIN, TASK)) == repr(PlanningProblem.from_text(*close))


def test_a_task_with_many_objects_grounds_only_what_can_be_applied():
    """Trying all objects would take 10 billion tests."""
    domain = """(define (domain path) (:predicates (at ?x) (next ?x ?y))
      (:action walk :parameters (?x ?y ?z) :precondition (and (at ?x) (next ?x ?y) (next ?y ?z) (not (= ?x ?z)))
       :effect (and (at ?z) (not (at ?x)))))"""
    names = [f"p{number}" for number in range(2000)]
    facts = " ".join(f"(next {one} {two})" for one, two in itertools.pairwise(names))
    task = (
        f"(define (problem t) (:domain path) (:objects {' '.join(names)}) (:init (at p0) {facts}) (:goal (at p1998)))"
    )
    problem = PlanningProblem.from_text(domain, task)
    assert len(problem.operators) == 999
    assert Dijkstra().search(problem).cost == 999


def test_a_goal_that_is_never_true_is_unsolvable_without_a_search():
    result = AStar().search(PlanningProblem.from_text(DOMAIN, TASK.replace("(held a)", "(and (on c a) (held a))")))
    assert result.status is Status.UNSOLVABLE
