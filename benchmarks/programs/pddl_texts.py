"""Planning tasks as PDDL texts, for every planner. They use only the standard library."""

from __future__ import annotations

import itertools
import signal
from collections.abc import Callable
from typing import Final

_GRIPPER: Final = """(define (domain gripper) (:predicates (room ?r) (ball ?b) (hand ?h) (robot ?r) (at ?b ?r) (free ?h)
  (holds ?h ?b))
 (:action move :parameters (?from ?to) :precondition (and (room ?from) (room ?to) (robot ?from))
  :effect (and (robot ?to) (not (robot ?from))))
 (:action pick :parameters (?b ?r ?h)
  :precondition (and (ball ?b) (room ?r) (hand ?h) (at ?b ?r) (robot ?r) (free ?h))
  :effect (and (holds ?h ?b) (not (at ?b ?r)) (not (free ?h))))
 (:action drop :parameters (?b ?r ?h) :precondition (and (ball ?b) (room ?r) (hand ?h) (holds ?h ?b) (robot ?r))
  :effect (and (at ?b ?r) (free ?h) (not (holds ?h ?b)))))"""
_BLOCKS: Final = """(define (domain blocks) (:predicates (on ?x ?y) (table ?x) (clear ?x) (empty) (holds ?x))
 (:action pick :parameters (?x) :precondition (and (clear ?x) (table ?x) (empty))
  :effect (and (holds ?x) (not (clear ?x)) (not (table ?x)) (not (empty))))
 (:action put :parameters (?x) :precondition (holds ?x)
  :effect (and (clear ?x) (table ?x) (empty) (not (holds ?x))))
 (:action stack :parameters (?x ?y) :precondition (and (holds ?x) (clear ?y))
  :effect (and (on ?x ?y) (clear ?x) (empty) (not (holds ?x)) (not (clear ?y))))
 (:action unstack :parameters (?x ?y) :precondition (and (on ?x ?y) (clear ?x) (empty))
  :effect (and (holds ?x) (clear ?y) (not (on ?x ?y)) (not (clear ?x)) (not (empty)))))"""
_LOGISTICS: Final = """(define (domain logistics) (:predicates (parcel ?x) (truck ?x) (plane ?x) (place ?x) (airport ?x)
  (city ?x) (in-city ?x ?y) (at ?x ?y) (in ?x ?y))
 (:action load-truck :parameters (?o ?t ?l) :precondition (and (parcel ?o) (truck ?t) (place ?l) (at ?t ?l) (at ?o ?l))
  :effect (and (in ?o ?t) (not (at ?o ?l))))
 (:action load-plane :parameters (?o ?t ?l)
  :precondition (and (parcel ?o) (plane ?t) (airport ?l) (at ?t ?l) (at ?o ?l))
  :effect (and (in ?o ?t) (not (at ?o ?l))))
 (:action unload :parameters (?o ?t ?l) :precondition (and (parcel ?o) (place ?l) (at ?t ?l) (in ?o ?t))
  :effect (and (at ?o ?l) (not (in ?o ?t))))
 (:action drive :parameters (?t ?from ?to ?c) :precondition (and (truck ?t) (place ?from) (place ?to) (city ?c)
   (in-city ?from ?c) (in-city ?to ?c) (at ?t ?from))
  :effect (and (at ?t ?to) (not (at ?t ?from))))
 (:action fly :parameters (?t ?from ?to) :precondition (and (plane ?t) (airport ?from) (airport ?to) (at ?t ?from))
  :effect (and (at ?t ?to) (not (at ?t ?from)))))"""


def _task(domain: str, objects: list[str], facts: list[str], goal: list[str]) -> str:
    def lines(parts: list[str]) -> str:
        return "\n  ".join(f"({each})" for each in parts)

    return (
        f"(define (problem task) (:domain {domain})\n (:objects {' '.join(objects)})\n"
        f" (:init {lines(facts)})\n (:goal (and {lines(goal)})))"
    )


def gripper(balls: int) -> tuple[str, str]:
    """Return the domain and the task of a robot with two hands that carries balls to another room."""
    names = [f"ball{number}" for number in range(balls)]
    facts = ["room a", "room b", "hand left", "hand right", "free left", "free right", "robot a"]
    facts += [f"{fact} {name}{where}" for name in names for fact, where in (("ball", ""), ("at", " a"))]
    return _GRIPPER, _task("gripper", ["a", "b", "left", "right", *names], facts, [f"at {name} b" for name in names])


def blocks(count: int) -> tuple[str, str]:
    """Return the domain and the task of restacking one stack: every second block comes first."""
    names = [f"b{number}" for number in range(count)]

    def stacked(order: list[str]) -> list[str]:
        return [f"on {upper} {lower}" for lower, upper in itertools.pairwise(order)]

    facts = ["empty", f"table {names[0]}", f"clear {names[-1]}", *stacked(names)]
    return _BLOCKS, _task("blocks", names, facts, stacked(names[1::2] + names[::2]))


def logistics(size: int) -> tuple[str, str]:
    """Return the domain and the task of moving as many parcels as cities, each with a truck and two places."""
    cities = [f"c{number}" for number in range(size)]
    places = [f"{city}{place}" for city in cities for place in "xy"]
    parcels = [f"o{number}" for number in range(size)]
    facts = ["plane p", f"at p {places[0]}"]
    for number, city in enumerate(cities):
        here = places[2 * number : 2 * number + 2]
        facts += [f"city {city}", f"truck t{number}", f"at t{number} {here[0]}", f"airport {here[0]}"]
        facts += [fact for place in here for fact in (f"place {place}", f"in-city {place} {city}")]
    for number, parcel in enumerate(parcels):
        facts += [f"parcel {parcel}", f"at {parcel} {places[7 * number % len(places)]}"]
    goal = [f"at {parcel} {places[(11 * number + 5) % len(places)]}" for number, parcel in enumerate(parcels)]
    objects = [*cities, *places, *parcels, "p", *(f"t{number}" for number in range(size))]
    return _LOGISTICS, _task("logistics", objects, facts, goal)


SERIES: Final[dict[str, Callable[[int], tuple[str, str]]]] = {
    "gripper": gripper,
    "blocks": blocks,
    "logistics": logistics,
}


def largest_within(seconds: float, solve: Callable[[int], object]) -> int:
    """Return the largest size that is solved within some seconds of CPU time. The sizes grow from 2."""

    def stop(*_: object) -> None:
        raise TimeoutError

    signal.signal(signal.SIGVTALRM, stop)
    for size in itertools.count(2):
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
        try:
            solve(size)
        except TimeoutError:
            return size - 1
    raise AssertionError
