"""Laws: the look of a stated time does not tell whether it is true, and moving as of old would."""

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

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
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


def seen(one, admitted, others):
    """Note-only features of a time: what is given, since when, hospital day, hour, nearest other time."""
    start = one.claims[0].start
    exact = one.claims[0].end - start < HOUR
    gap = min((abs(other - start) / HOUR for other in others if exact and other != start), default=999.0)
    day = (start.date() - admitted.date()).days
    return [exact, one.style == "none", (start - admitted) / HOUR if exact else -9, day, start.hour, gap]


def features(timed):
    stated = defaultdict(set)
    for one, _ in timed:
        if one.claims[0].end - one.claims[0].start < HOUR:
            stated[one.row_id].add(one.claims[0].start)
    return np.array([seen(one, admitted, stated[one.row_id]) for one, admitted in timed], dtype=float)


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


def told(timed, late):
    """Share of the mentions of which a tree of three splits, fitted on other patients, tells the answer."""
    x, y = features(timed), np.array(late)
    fold = np.array([one.subject_id % FOLDS for one, _ in timed])
    hits = [tree(x[fold != k], y[fold != k], 3)(x[fold == k]) == y[fold == k] for k in range(FOLDS)]
    return np.concatenate(hits).mean()


def test_times_do_not_tell_whether_they_are_true(timed):
    assert len(timed) > 400
    assert told(timed, [bool(one.columns) for one, _ in timed]) < MOST


def test_moving_by_an_hour_or_by_days_would_tell(timed):
    """The law refuses what was done before: half of the true draws, an hour or days from where they were."""
    rng, moved = random.Random(0), {}
    planted, late = [], []
    for one, admitted in timed:
        start = one.claims[0].start
        if one.columns or one.claims[0].end - start > HOUR:
            continue
        steps = rng.choice(([HOUR, -HOUR], [k * DAY for k in (-4, -3, -2, 2, 3, 4)]))
        step = rng.choice([step for step in steps if start + step >= admitted] or [HOUR])
        by = moved.setdefault((one.row_id, start), step if rng.random() < 0.5 else 0 * DAY)
        claims = tuple(
            claim.model_copy(update={"start": start + by, "end": start + by}) for claim in one.claims
        )
        planted.append((one.model_copy(update={"claims": claims}), admitted))
        late.append(bool(by))
    assert told(planted, late) > MOST


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
