import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from medgym_plugin_ehrshot import counting
from medgym_plugin_ehrshot.counting import YEAR, Counter
from medgym_plugin_ehrshot.history import History
from medgym_plugin_ehrshot.ontology import Ontology
from medgym_plugin_ehrshot.record import DAY, Record

CODES = ["a", "b", "c"]
ONTOLOGY = Ontology({"a": ("a", "top"), "b": ("b", "top")})


def history(events, birth=0):
    events = sorted(events)
    starts = np.array([time for time, _ in events], np.int64)
    return History(1, Record(0, 1), birth, starts, np.array([code for _, code in events], np.int64))


@pytest.fixture(autouse=True)
def few_patients(monkeypatch):
    monkeypatch.setattr(counting, "LEAST_PATIENTS", 1)


def counter(*training):
    made = Counter(CODES, ONTOLOGY)
    for events in training:
        made.learn(history(events))
    return made, made.settle()


def counted(made, events, times):
    """Counts of all columns, those that the patient lacks as 0: in all, and recent."""
    found = made.count(history(events), np.array(times))
    whole = np.zeros((2, len(times), len(made.settle())), np.int64)
    whole[:, :, found.columns] = found.total, found.recent
    return whole


def test_codes_of_most_patients_come_first_and_ancestors_count():
    _, columns = counter([(1, 0)], [(1, 1)], [(1, 0)])
    assert columns == ["top", "a", "b"]


def test_elsewhere_the_same_columns_are_counted_whatever_codes_there_are():
    _, columns = counter([(1, 0)], [(1, 0)])
    other = Counter(["b", "z"], ONTOLOGY)
    other.adopt(columns)
    found = other.count(history([(1, 0), (2, 1), (3, 0)]), np.array([5]))
    assert [columns[place] for place in found.columns] == ["top"]
    assert found.total.tolist() == [[2]]
    other.adopt(["z", "b", "nowhere"])
    assert other.count(history([(1, 0), (2, 1)]), np.array([5])).total.tolist() == [[1, 1]]


def test_codes_that_no_training_patient_has_are_not_counted():
    made, columns = counter([(1, 0)])
    total, _ = counted(made, [(1, 2), (2, 1)], [5])
    assert dict(zip(columns, total[0].tolist(), strict=True)) == {"a": 0, "top": 1}


def test_an_event_at_the_prediction_time_counts_and_a_second_later_does_not():
    made, columns = counter([(1, 2)])
    total, _ = counted(made, [(100, 2), (101, 2)], [99, 100, 101])
    assert total[:, columns.index("c")].tolist() == [0, 1, 2]


def test_recent_events_are_those_of_the_last_day():
    made, _ = counter([(1, 2)])
    total, recent = counted(made, [(0, 2), (1, 2), (DAY, 2)], [DAY])
    assert (total[0, 0], recent[0, 0]) == (3, 2)


def test_ages_are_in_years_and_missing_without_a_birth():
    made, _ = counter([(1, 2)])
    times = np.array([round(30 * YEAR)])
    assert made.count(history([(1, 2)]), times).ages.tolist() == [30]
    assert np.isnan(made.count(history([(1, 2)], birth=None), times).ages).all()


EVENTS = st.lists(st.tuples(st.integers(0, 5 * DAY), st.integers(0, 2)), min_size=1, max_size=30)


@settings(deadline=None)
@given(EVENTS, st.lists(st.integers(0, 5 * DAY), min_size=1, max_size=5, unique=True))
def test_counts_are_those_of_a_plain_loop(events, times):
    made, columns = counter([(0, 0), (0, 1), (0, 2)])
    times = sorted(times)
    total, recent = counted(made, events, times)
    for row, time in enumerate(times):
        for column, name in enumerate(columns):
            own = [t for t, code in events if t <= time and name in ONTOLOGY.of(CODES[code])]
            assert total[row, column] == len(own)
            assert recent[row, column] == sum(t > time - DAY for t in own)


@settings(deadline=None)
@given(EVENTS, EVENTS, st.integers(0, 5 * DAY))
def test_what_comes_later_changes_nothing(events, others, time):
    made, _ = counter([(0, 0), (0, 1), (0, 2)])
    known = [event for event in events if event[0] <= time]
    later = [event for event in others if event[0] > time]
    one, two = (counted(made, found or [(9 * DAY, 0)], [time]) for found in (known, known + later))
    assert (one == two).all()
