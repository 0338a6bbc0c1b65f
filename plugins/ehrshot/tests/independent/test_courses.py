import importlib.util
from collections import defaultdict
from pathlib import Path

import pandas as pd
import pytest

from medgym_plugin_ehrshot.published import read_roles
from medgym_plugin_ehrshot.target import COURSE, HELD_OUT, LEARNT


def module(name):
    spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name(f"{name}.py"))
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


@pytest.fixture(scope="module")
def copy(raw):
    return module("labels").Copy(raw)


@pytest.fixture(scope="module")
def courses(copy):
    return module("courses").Courses(copy)


@pytest.fixture(scope="module")
def patients(raw):
    """Role to its patients."""
    found = defaultdict(list)
    for patient, role in read_roles(raw).items():
        found[role].append(patient)
    return found


@pytest.fixture(scope="module")
def born(copy):
    return copy.events[copy.events.code == "SNOMED/3950001"].groupby("patient_id").start.min()


def who(born, patient, time):
    """What identifies a row without a name: when it is, and how old the patient is then."""
    return time, round((time - born[patient]) / pd.Timedelta(days=365.25), 3)


def shown(folder):
    return pd.read_parquet(folder / "rows.parquet")


@pytest.mark.parametrize("target", HELD_OUT)
def test_labels_of_a_build_are_those_of_the_second_program(small, courses, patients, born, target):
    expected, asked = {}, set()
    for patient in patients["test"]:
        for time, stay in courses.rows(patient):
            label = getattr(courses, target)(patient, time, stay)
            if label is not None:
                expected[who(born, patient, time)] = label
                asked.add(patient)
    rows = shown(small.public / target / "test")
    labels = pd.read_parquet(small.private / target / "test.parquet").set_index("row_id").value
    assert 30 < len(rows) < len(asked)  # others are shown at a time of other targets
    for row, time, age in zip(rows.row_id, rows.prediction_time, rows.age, strict=True):
        (own,) = [label for (at, years), label in expected.items() if at == time and abs(years - age) < 2e-3]
        assert own == labels[row]
    assert {*expected.values()} == {0, 1}


@pytest.mark.parametrize("role", LEARNT)
def test_all_evenings_of_patients_to_learn_from_are_shown(small, courses, patients, born, role):
    expected = [who(born, patient, time) for patient in patients[role] for time, _ in courses.rows(patient)]
    rows = shown(small.public / COURSE / role)
    assert len(rows) == len(expected) > 50
    assert sorted(rows.prediction_time) == sorted(time for time, _ in expected)
    assert sorted(rows.age) == pytest.approx(sorted(age for _, age in expected), abs=2e-3)


@pytest.mark.parametrize("role", LEARNT)
def test_records_of_patients_to_learn_from_are_whole(small, courses, patients, role):
    events = pd.read_parquet(small.public / COURSE / role / "events.parquet")
    there = [patient for patient in patients[role] if [*courses.rows(patient)]]
    assert events.patient.nunique() == len(there)
    stays = pd.concat([courses.stays[patient] for patient in there])
    written = events[events.kind == "stay"]
    assert sorted(zip(written.start, written.end, strict=True)) == sorted(
        zip(stays.start, stays.end, strict=True)
    )
    deaths = sorted(courses.deaths[courses.deaths.index.isin(there)])
    assert sorted(events[events.kind == "death"].start) == deaths
