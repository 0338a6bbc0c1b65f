"""Laws: a stated time does not tell whether it is true, nor whether anything was recorded then."""

import csv
import random
import sqlite3
from collections import defaultdict
from datetime import datetime, timedelta
from itertools import chain

import numpy as np
import pytest

from medgym_patient import LABS
from medgym_patient.note import Fact
from medgym_plugin_ehrcon import loader
from medgym_plugin_ehrcon.look import looks
from medgym_plugin_ehrcon.release import read_notes
from medgym_plugin_ehrcon.synthetic.moving import APART, AROUND, DAY, LEAST, event_of, moves
from medgym_plugin_ehrcon.synthetic.naming import labs_by_item

HOUR = timedelta(hours=1)
FOLDS, LEAF = 5, 12
MOST = 0.07
"""By how much a shallow tree may be right more often than a constant: three standard errors of 500."""


@pytest.fixture(scope="module")
def timed(family, build, raw):
    """Mentions of train that are consistent or wrong in time alone, with when their admission began."""
    admitted = {note.row_id: datetime.fromisoformat(note.fields["ADMITTIME"]) for note in read_notes(raw)}
    asked = [loader.asked(build, "train", index) for index in range(family.size(build, "train"))]
    return [(one, admitted[one.row_id]) for one in asked if one.columns in ((), ("time",))]


def features(times):
    """Of each time of a patient: hours since admission, day, hour, gap to the others, records of then."""
    rows = []
    for _, admitted, start, others, records in times:
        gap = min((abs(other - start) / HOUR for other in others if other != start), default=999.0)
        day = (start.date() - admitted.date()).days
        rows.append([(start - admitted) / HOUR, day, start.hour, gap, records])
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
    """By how much more often than a constant a tree of three splits, fitted on other patients, is right.

    A time is a patient, its admission, the time, all that are stated of the patient, and how many records
    there are of then.
    """
    x, y = features(times), np.array(late)
    fold = np.array([patient % FOLDS for patient, *_ in times])
    hits = [tree(x[fold != k], y[fold != k], 3)(x[fold == k]) == y[fold == k] for k in range(FOLDS)]
    return np.concatenate(hits).mean() - max(y.mean(), 1 - y.mean())


def test_the_times_that_are_asked_about_do_not_tell_whether_they_are_true(timed):
    stated = defaultdict(set)
    for one, _ in timed:
        stated[one.row_id].add(one.claims[0].start)
    times = [
        (one.subject_id, admitted, one.claims[0].start, stated[one.row_id], one.company)
        for one, admitted in timed
        if one.style == "explicit"
    ]
    late = [bool(one.columns) for one, _ in timed if one.style == "explicit"]
    assert len(times) > 300
    assert told(times, late) < MOST


@pytest.fixture(scope="module")
def draws(raw):
    """Admission to when it began, and to the minutes of its draws with the items of each."""
    admitted = {note.hadm_id: datetime.fromisoformat(note.fields["ADMITTIME"]) for note in read_notes(raw)}
    drawn = defaultdict(lambda: defaultdict(set))
    with (raw / "LABEVENTS.csv").open() as stream:
        for row in csv.DictReader(stream):
            if row["HADM_ID"] and int(row["HADM_ID"]) in admitted:
                when = datetime.fromisoformat(row["CHARTTIME"]) - admitted[int(row["HADM_ID"])]
                drawn[int(row["HADM_ID"])][when / timedelta(minutes=1)].add(int(row["ITEMID"]))
    return [(hadm, admitted[hadm], dict(sorted(draws.items()))) for hadm, draws in drawn.items()]


def planted(draws, way):
    """How well the draws tell which of them a way of moving moved, as that is told."""
    times, late = [], []
    for hadm, admitted, drawn in draws:
        moved = way(random.Random(hadm), drawn)
        records = {minute: len(items) for minute, items in drawn.items()}
        told_at = {minute: moved.get(minute, minute) for minute in drawn}
        stated = {minute: admitted + timedelta(minutes=told_at[minute]) for minute in drawn}
        times += [
            (hadm, admitted, stated[minute], [*stated.values()], records.get(told_at[minute], 0))
            for minute in drawn
        ]
        late += [minute in moved for minute in drawn]
    return told(times, late)


def as_now(rng, drawn):
    """Draws that are of one panel; others are moved in part."""
    found = moves(rng, facts(drawn), 0.9, max(drawn))
    return {event[2]: minute for event, minute in found.items()}


def as_of_old(rng, drawn):
    """Half of the draws, by an hour or by days, within the stay: until version 0.7."""
    moved = {}
    for minute in drawn:
        steps = rng.choice(([60, -60], [k * 1440 for k in (-4, -3, -2, 2, 3, 4)]))
        fitting = [step for step in steps if 0 <= minute + step <= max(drawn)]
        if fitting and rng.random() < 0.6:
            moved[minute] = minute + rng.choice(fitting)
    return moved


def within_the_hour(rng, drawn):
    """Half of the draws, to any minute of the hours around: as in version 0.8."""
    return {
        minute: minute + rng.choice([-1, 1]) * rng.randint(3, 60) for minute in drawn if rng.random() < 0.5
    }


def test_false_times_look_like_true_ones(draws):
    assert planted(draws, as_now) < MOST


@pytest.mark.parametrize("way", [as_of_old, within_the_hour])
def test_moving_to_where_nothing_was_would_tell(draws, way):
    assert planted(draws, way) > MOST


def test_what_a_minute_is_said_of_was_recorded_then_or_something_like_it(timed, build):
    """Each minute that is stated of a lab is one of a draw, whether that is true or not."""
    with sqlite3.connect(build.public / "ehrcon.sqlite") as database:
        drawn = {*database.execute("SELECT hadm_id, charttime FROM labevents")}
    labs = [one for one, _ in timed if one.table == "labevents" and one.look.given == "minute"]
    assert len({one.columns for one in labs}) == 2
    assert {(one.hadm_id, f"{one.claims[0].start}") for one in labs} <= drawn


def facts(drawn, kind="lab"):
    """Of each minute those of its items that the patient model knows."""
    names = labs_by_item() | {name: name for name in LABS.names}
    return [
        Fact(kind, names[item], float(minute), 140.0)
        for minute, items in drawn.items()
        for item in sorted(items, key=str)
        if item in names
    ]


MORNINGS = {
    290: {"sodium", "platelets"},
    330: {"ph"},
    1720: {"sodium", "inr"},
    1770: {"platelets"},
    2600: {"hemoglobin"},
}


def test_what_is_moved_is_told_when_something_else_was_drawn():
    for seed in range(20):
        found = moves(random.Random(seed), facts(MORNINGS), 1.0, 10_000)
        assert len(found) > 2
        for (_, panel, minute), told_at in found.items():
            drawn = {event_of(fact)[1] for fact in facts({told_at: MORNINGS[told_at]})}
            assert panel not in drawn
            gap = abs(minute - told_at)
            assert gap >= LEAST
            assert min(gap % DAY, -gap % DAY) <= AROUND


def test_of_one_draw_some_is_moved_and_some_is_not():
    of_one = [
        {event[1] for event in moves(random.Random(seed), facts(MORNINGS), 0.5, 10_000) if event[2] == 290}
        for seed in range(20)
    ]
    assert {1} < {len(panels) for panels in of_one}
    assert not moves(random.Random(0), facts(MORNINGS), 0.0, 10_000)


def test_no_two_results_of_a_panel_are_told_of_one_minute():
    for seed in range(20):
        found = moves(random.Random(seed), facts(MORNINGS), 1.0, 10_000)
        told = [(event[1], minute) for event, minute in found.items()]
        assert len({*told}) == len(told)


def test_what_is_the_same_everywhere_is_not_moved():
    """As is what has no like hour: of those values alone could tell."""
    same = {290: {"sodium"}, 1720: {"sodium"}, 700: {"ph"}}
    assert not moves(random.Random(0), facts(same), 1.0, 10_000)


def test_a_pressure_is_moved_whole():
    taken = {290: {"systolic", "diastolic"}, 1720: {"heart_rate"}}
    pressures = [
        Fact("vital", sign, float(minute), 80.0) for minute, signs in taken.items() for sign in sorted(signs)
    ]
    found = moves(random.Random(0), pressures, 1.0, 10_000)
    assert found == {("vital", "pressure", 290.0): 1720.0, ("vital", "heart_rate", 1720.0): 290.0}


def test_orders_take_the_time_of_another_that_is_days_away():
    orders = [Fact("order", f"drug {n}", float(n * 1440), 5.0) for n in range(5)]
    found = moves(random.Random(0), orders, 1.0, 10_000)
    assert len(found) == len(orders)
    assert {abs(minute - event[2]) >= APART for event, minute in found.items()} == {True}
    assert not moves(random.Random(0), orders[:1], 1.0, 10_000)


def test_nothing_after_the_note_is_told():
    found = moves(random.Random(0), facts(MORNINGS), 1.0, 800)
    assert [*chain.from_iterable((event[2], minute) for event, minute in found.items())]
    assert all(max(event[2], minute) <= 800 for event, minute in found.items())


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
