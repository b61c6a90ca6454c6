"""Drives with a battery and a budget, whose compiled functions read all roads from tables."""

from random import Random
from typing import NamedTuple

import numpy as np

from astarlib.compiled import CompiledDomain, DomainProblem, StateFields

PLACES = 12
FIELDS = StateFields(place=8, charge=12, money=12)


class Roads(NamedTuple):
    """The roads by their first places. ``starts`` has the first road of each place, and the number of all."""

    starts: np.ndarray
    heads: np.ndarray
    minutes: np.ndarray
    charge: np.ndarray
    money: np.ndarray
    hs: np.ndarray
    unit: float


def is_passable(tables, state, road):
    """Return True if there is enough charge and money for a road."""
    return tables.charge[road] <= FIELDS.get_charge(state) and tables.money[road] <= FIELDS.get_money(state)


def road_count(tables, state, aux):
    """Return the number of passable roads."""
    place, count = FIELDS.get_place(state), 0
    for road in range(tables.starts[place], tables.starts[place + 1]):
        if is_passable(tables, state, road):
            count += 1
    return count


def drive(tables, state, aux, i):
    """Take the passable road number i."""
    place = FIELDS.get_place(state)
    for road in range(tables.starts[place], tables.starts[place + 1]):
        if is_passable(tables, state, road):
            if i == 0:
                charge = FIELDS.get_charge(state) - tables.charge[road]
                money = FIELDS.get_money(state) - tables.money[road]
                return FIELDS.pack(tables.heads[road], charge, money), 0, tables.minutes[road]
            i -= 1
    return state, 0, tables.minutes[0]


def has_arrived(tables, state, aux):
    """Return True at the last place."""
    return FIELDS.get_place(state) == tables.starts.size - 2


def estimate(tables, state, aux):
    """Return h of a place."""
    return tables.hs[FIELDS.get_place(state)]


def used(tables, state, aux):
    """Return the place, and what has been used of the charge and of the money."""
    return FIELDS.pack(FIELDS.get_place(state), 0, 0), (
        -FIELDS.get_charge(state),
        tables.unit * -FIELDS.get_money(state),
    )


def make_drive(roads, charge, money, *, hs=None, costs=int, resources=used, **members):
    """Return a drive on roads (tail, head, minutes, charge, money) to the last of the places."""
    places = 1 + max(max(road[:2]) for road in roads)
    tails, *columns = zip(*sorted(roads, key=lambda road: road[0]), strict=True)
    kinds = np.int64, np.int64 if costs is int else np.float64, np.int64, np.int64
    heads, minutes, *rest = [np.array(column, kind) for column, kind in zip(columns, kinds, strict=True)]
    starts = np.searchsorted(tails, np.arange(places + 1))
    hs = np.array([0] * places if hs is None else hs, kinds[1])
    tables = Roads(starts, heads, minutes, *rest, hs, 0.5)
    domain = CompiledDomain(
        fields=FIELDS, successor_count=road_count, apply=drive, is_goal=has_arrived, heuristic=estimate,
        resources=resources, tables=tables, max_successors=64, costs=costs, **members,
    )  # fmt: skip
    return DomainProblem(domain, FIELDS(place=0, charge=charge, money=money))


def random_drive(seed, *, costs=int, places=PLACES, roads=40, charge=12, money=8, **members):
    """Return a random drive. Its h is exact, too small, or inconsistent."""
    random = Random(seed)
    cost = (lambda: random.randint(0, 9)) if costs is int else (lambda: random.choice([0.25, 0.1, 1 / 3, 2.0, 1e-9]))
    found = [
        (random.randrange(places), random.randrange(places), cost(), random.randint(0, 4), random.randint(0, 3))
        for _ in range(roads)
    ]
    found.append((places - 1, places - 1, cost(), 0, 0))
    exact = [0.0 if place == places - 1 else np.inf for place in range(places)]
    for _ in range(places):
        for tail, head, minutes, *_ in found:
            exact[tail] = min(exact[tail], minutes + exact[head])
    inconsistent = random.random() < 0.5
    part = [random.random() if inconsistent else 1 for _ in range(places)]
    hs = [h if h == np.inf else h * share for h, share in zip(exact, part, strict=True)]
    hs = [(-1 if h == np.inf else int(h)) if costs is int else h for h in hs]
    return make_drive(found, charge, money, hs=hs, costs=costs, **members)
