"""The command that solves planning tasks that others published."""

import pytest

from benchmarks.public_tasks import fault_of, line_of, pairs, solved

DOMAIN = "; a lamp\n(define (domain d) (:predicates (p)) (:action a :parameters () :effect (p)))"
TASK = "(define (problem t) (:domain d) (:init) (:goal (p)))"


def test_each_task_has_the_domain_beside_it_with_the_most_similar_name(tmp_path):
    for name in ("p01-domain", "p02-domain", "p01-airport", "p02-airport", "p03-airport"):
        (tmp_path / f"{name}.pddl").write_text(DOMAIN if name.endswith("domain") else TASK)
    found = [(domain.stem, task.stem) for domain, task in pairs(tmp_path, 2)]
    assert found == [("p01-domain", "p01-airport"), ("p02-domain", "p02-airport")]
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "task.pddl").write_text(TASK)
    assert len(list(pairs(tmp_path, 3))) == 4


@pytest.mark.slow
def test_a_task_is_read_grounded_solved_and_validated(tmp_path):
    pytest.importorskip("unified_planning", reason="needs the extra planning")
    domain, task = tmp_path / "domain.pddl", tmp_path / "task.pddl"
    domain.write_text(DOMAIN)
    task.write_text(TASK)
    found = solved(domain, task, 10)
    assert (found["operators"], found["blind"], found["LM-cut"], found["validated"]) == (1, 1, 1, "valid")
    domain.write_text(DOMAIN.replace("(p)))", "(q)))"))
    found = solved(domain, task, 10)
    assert line_of(found).startswith("refused: domain.pddl, line 2: there is no predicate 'q'")
    assert fault_of(found) == ""


@pytest.mark.parametrize(
    ("found", "fault"),
    [
        ({"blind": 3, "LM-cut": 3, "validated": "valid"}, ""),
        ({"blind": 3, "LM-cut": None}, ""),
        ({"blind": 3, "LM-cut": 4}, "the costs differ"),
        ({"blind": "unsolvable", "LM-cut": 4}, "the costs differ"),
        ({"blind": 3, "validated": "WRONG: the plan isn't valid"}, "WRONG: the plan isn't valid"),
        ({"failed": "KeyError: 3"}, "KeyError: 3"),
    ],
)
def test_a_plan_that_is_not_valid_different_costs_and_crashes_are_faults(found, fault):
    assert fault_of(found) == fault
