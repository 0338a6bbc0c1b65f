"""Laws: the look of a stated time does not tell whether it is true, and moving as of old would."""

import csv
import random
from collections import defaultdict
from datetime import datetime, timedelta

import numpy as np
import pytest

from medgym_patient.note import Fact
from medgym_plugin_ehrcon import loader
from medgym_plugin_ehrcon.look import looks
from medgym_plugin_ehrcon.release import read_notes
from medgym_plugin_ehrcon.synthetic.moving import EARLY, LEAST, event_of, moves, stretch

HOUR = timedelta(hours=1)
ADMITTED = datetime(2150, 3, 5, 10, 20)
FOLDS, LEAF = 5, 12
MOST = 0.57
"""Share that a shallow tree may be right about, where half would be chance: three standard errors of 500."""


@pytest.fixture(scope="module")
def timed(family, build, raw):
    """Mentions of train that are consistent or wrong in time alone, with when their admission began."""
    admitted = {note.row_id: datetime.fromisoformat(note.fields["ADMITTIME"]) for note in read_notes(raw)}
    asked = [loader.asked(build, "train", index) for index in range(family.size(build, "train"))]
    return [(one, admitted[one.row_id]) for one in asked if one.columns in ((), ("time",))]


def features(times):
    """Of each time of a patient, given the others: hours since admission, day, hour of the day, gap."""
    rows = []
    for _, admitted, start, others in times:
        gap = min((abs(other - start) / HOUR for other in others if other != start), default=999.0)
        day = (start.date() - admitted.date()).days
        rows.append([(start - admitted) / HOUR, day, start.hour, gap])
    return np.array(rows, dtype=float)


def tree(x, y, depth):
    """A function from rows to a side: the best splits at tenths, down to a depth."""
    majority = bool(2 * y.sum() > len(y))
    if not depth or len(y) < 2 * LEAF:
        return lambda rows: np.full(len(rows), majority)
    right = {}
    for column in range(x.shape[1]):
        for limit in np.unique(np.quantile(x[:, column], np.linspace(0.05, 0.95, 19))):
            low = x[:, column] <= limit
            if LEAF <= low.sum() <= len(y) - LEAF:
                sides = [max(part.sum(), len(part) - part.sum()) for part in (y[low], y[~low])]
                right[column, limit] = sum(sides)
    if not right:
        return lambda rows: np.full(len(rows), majority)
    column, limit = max(right, key=right.get)
    low = x[:, column] <= limit
    below, above = tree(x[low], y[low], depth - 1), tree(x[~low], y[~low], depth - 1)
    return lambda rows: np.where(rows[:, column] <= limit, below(rows), above(rows))


def told(times, late):
    """Share of the times of which a tree of three splits, fitted on other patients, tells if it is false.

    A time is a patient, its admission, the time and all that are stated of the patient.
    """
    x, y = features(times), np.array(late)
    fold = np.array([patient % FOLDS for patient, *_ in times])
    hits = [tree(x[fold != k], y[fold != k], 3)(x[fold == k]) == y[fold == k] for k in range(FOLDS)]
    return np.concatenate(hits).mean()


def test_the_times_that_are_asked_about_do_not_tell_whether_they_are_true(timed):
    stated = defaultdict(set)
    for one, _ in timed:
        stated[one.row_id].add(one.claims[0].start)
    times = [
        (one.subject_id, admitted, one.claims[0].start, stated[one.row_id])
        for one, admitted in timed
        if one.style == "explicit"
    ]
    late = [bool(one.columns) for one, _ in timed if one.style == "explicit"]
    assert len(times) > 300
    assert told(times, late) < MOST


@pytest.fixture(scope="module")
def draws(raw):
    """Admission to when it began and the minutes of its draws."""
    admitted = {note.hadm_id: datetime.fromisoformat(note.fields["ADMITTIME"]) for note in read_notes(raw)}
    drawn = defaultdict(set)
    with (raw / "LABEVENTS.csv").open() as stream:
        for row in csv.DictReader(stream):
            if row["HADM_ID"] and int(row["HADM_ID"]) in admitted:
                when = datetime.fromisoformat(row["CHARTTIME"]) - admitted[int(row["HADM_ID"])]
                drawn[int(row["HADM_ID"])].add(when / timedelta(minutes=1))
    return [(hadm, admitted[hadm], sorted(minutes)) for hadm, minutes in drawn.items()]


def planted(draws, way):
    """How well the draws tell which of them a way of moving moved, as that is told."""
    times, late = [], []
    for hadm, admitted, minutes in draws:
        moved = way(random.Random(hadm), admitted, minutes)
        stated = [admitted + timedelta(minutes=moved.get(minute, minute)) for minute in minutes]
        times += [(hadm, admitted, start, stated) for start in stated]
        late += [minute in moved for minute in minutes]
    return told(times, late)


def as_now(rng, admitted, minutes):
    found = moves(rng, facts(minutes), admitted, 0.5, max(minutes))
    return {event[2]: minute for event, minute in found.items()}


def as_of_old(rng, admitted, minutes):
    """Half of the draws, by an hour or by days, within the stay."""
    moved = {}
    for minute in minutes:
        steps = rng.choice(([60, -60], [k * 1440 for k in (-4, -3, -2, 2, 3, 4)]))
        fitting = [step for step in steps if 0 <= minute + step <= max(minutes)]
        if fitting and rng.random() < 0.6:
            moved[minute] = minute + rng.choice(fitting)
    return moved


def test_false_times_look_like_true_ones(draws):
    assert planted(draws, as_now) < MOST


def test_moving_by_an_hour_or_by_days_would_tell(draws):
    """What the law refuses: as times were moved until version 0.7."""
    assert planted(draws, as_of_old) > MOST


def facts(minutes, kind="lab"):
    return [Fact(kind, "sodium", float(minute), 140.0) for minute in minutes]


def test_false_times_keep_the_stretches_of_true_ones():
    """Each that is moved is in the stretch of one that is moved, and of each stretch as many."""
    drawn = facts([20, 700, 1440, 2000, 2900, 4300, 5100, 6600])
    found = moves(random.Random(1), drawn, ADMITTED, 0.5, 10_000)
    clock = ADMITTED.hour * 60 + ADMITTED.minute
    assert len(found) == 4
    true = sorted(stretch(event[2], clock) for event in found)
    assert sorted(stretch(minute, clock) for minute in found.values()) == true
    assert all(abs(minute - event[2]) >= LEAST for event, minute in found.items())


def test_of_two_draws_in_a_row_one_is_moved():
    drawn = facts([20, 700, 1440, 2000])
    for seed in range(20):
        found = {event[2] for event in moves(random.Random(seed), drawn, ADMITTED, 0.5, 10_000)}
        assert len(found & {20.0, 700.0}) == len(found & {1440.0, 2000.0}) == 1


def test_orders_take_the_time_of_another_that_is_days_away():
    orders = [Fact("order", f"drug {n}", float(n * 1440), 5.0) for n in range(5)]
    found = moves(random.Random(0), orders, ADMITTED, 1.0, 10_000)
    assert len(found) == len(orders)
    assert {abs(minute - event[2]) >= 1.5 * 1440 for event, minute in found.items()} == {True}
    assert not moves(random.Random(0), orders[:1], ADMITTED, 1.0, 10_000)


def test_nothing_after_the_note_is_told():
    drawn = facts([20, 700, 1440, 2000])
    assert all(
        max(event[2], minute) <= 800
        for event, minute in moves(random.Random(0), drawn, ADMITTED, 1.0, 800).items()
    )


def test_stretches():
    assert [stretch(minute, 620) for minute in (0, 11, 12, 59, 109)] == [
        (0, 12),
        (0, 12),
        (12, 30),
        (30, 60),
        (60, 110),
    ]
    assert stretch(EARLY[-1], 620) == (110, 220)
    assert stretch(1000, 620) == (940, 1060)


def test_what_grew_is_moved_with_its_culture():
    assert event_of(Fact("organism", "e coli", 5.0, source="urine")) == event_of(
        Fact("culture", "urine", 5.0)
    )


def test_the_look_of_a_time(timed, raw):
    """A minute, a day or words; nothing is given where a mention has no time."""
    of = {note.row_id: looks(note) for note in read_notes(raw)}
    found = [(one, of[one.row_id](one)) for one, _ in timed]
    assert all(one.look == look for one, look in found)
    assert {look.given for _, look in found} >= {"minute", "none"}
    assert all((look.given == "none") == (one.style == "none") for one, look in found)
    gaps = {look.gap for _, look in found if look.given == "minute"}
    assert len(gaps) > 4
