import sqlite3

import pytest

from medgym_ehr.questions.within import TAGS, Events, Within, draw

EVENTS = Events("'2104-12-31 08:00:00'", "{}", "7", "{}")


def holds(close, second, visit=7):
    events = Events(EVENTS.first, f"'{second}'", "7", str(visit))
    return bool(sqlite3.connect(":memory:").execute(f"SELECT {close.condition(events)}").fetchone()[0])


@pytest.mark.parametrize(
    ("close", "inside", "outside"),
    [
        (Within("within-month"), "2104-12-31 09:00:00", "2105-01-01 08:00:00"),
        (Within("within-n_month", 2), "2105-03-03 08:00:00", "2105-03-03 08:00:01"),
        (Within("within-same"), "2104-12-31 08:00:00", "2104-12-31 08:00:01"),
        (Within("within-day"), "2104-12-31 23:59:59", "2105-01-01 00:00:00"),
        (Within("within-n_day", 3), "2105-01-03 08:00:00", "2105-01-03 08:00:01"),
    ],
)
def test_edges(close, inside, outside):
    assert holds(close, inside)
    assert not holds(close, outside)


def test_the_same_visit():
    assert holds(Within("within-hosp"), "2105-05-05 00:00:00")
    assert not holds(Within("within-hosp"), "2104-12-31 09:00:00", visit=8)


@pytest.mark.parametrize("tag", TAGS)
def test_every_tag_has_words_and_a_bounded_count(tag):
    for pick in range(20):
        close = draw(tag, pick)
        assert close.words()
        assert close.count == 0 or 1 <= close.count <= 7
