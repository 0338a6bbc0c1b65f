import hashlib
from contextlib import closing

import numpy as np
import pytest

from medgym_core import DataError
from medgym_ehr.published import EICU
from medgym_ehr.published.database import Database
from medgym_ehr.published.place import find_database

EVENTS = (
    "diagnosis",
    "treatment",
    "lab",
    "medication",
    "allergy",
    "intakeOutput",
    "microLab",
    "vitalPeriodic",
)


@pytest.fixture
def busy(hospital):
    """Every event file has rows, for each patient one."""
    order = {"dosage": "5", "routeadmin": "PO", "drugordercancelled": "No"}
    for patient in range(43):
        name = f"n{patient % 5}"
        fluid = {"cellpath": f"Output (ml)|{name}", "celllabel": name, "cellvaluenumeric": patient}
        hospital.event("diagnosis", patient, patient, diagnosisstring=f"a|b|{name}", diagnosisoffset=patient)
        hospital.event("treatment", patient, patient, treatmentstring=f"a|b|{name}", treatmentoffset=patient)
        hospital.event("lab", patient, patient, labname=name, labresult=patient, labresultoffset=patient)
        hospital.event("medication", patient, patient, drugname=name, drugstartoffset=patient, **order)
        hospital.event("allergy", patient, patient, allergyname=name, allergyoffset=patient)
        hospital.event("intakeOutput", patient, patient, intakeoutputoffset=patient, **fluid)
        hospital.event("microLab", patient, patient, culturesite=name, organism=name, culturetakenoffset=1)
        hospital.event("vitalPeriodic", patient, patient, sao2=97, observationoffset=patient)
    return hospital


def test_every_table_has_its_rows(busy):
    with closing(busy.build()) as database:
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []
    assert busy.summary.rows == {"patient": 40, "cost": 160, **{name.lower(): 40 for name in EVENTS}}
    assert (busy.summary.patients, busy.summary.current) == (40, 0)


def test_rows_are_numbered_from_zero(busy):
    with closing(busy.build()) as database:
        for name, count in busy.summary.rows.items():
            if name != "patient":
                rows = database.execute(f"SELECT {name}id FROM {name} ORDER BY 1").fetchall()
                assert rows == [(row,) for row in range(count)]


def test_prices_are_drawn_by_name_in_order(busy):
    """Five names in each of four tables; labs cost what diagnoses do on average."""
    rows = busy.rows(
        "SELECT eventtype, labname, cost FROM cost JOIN lab ON labid = eventid WHERE eventtype = 'lab'"
    )
    generator = np.random.default_rng(0)
    means = generator.poisson(10, 4)
    generator.normal(means[0], 1.0, 5)
    prices = np.round(generator.normal(means[0], 1.0, 5), 2)
    assert {(name, price) for _, name, price in rows} == {(f"n{i}", price) for i, price in enumerate(prices)}


def test_costs_name_the_patient_and_the_visit(busy):
    rows = busy.rows(
        """SELECT count(*) FROM cost c JOIN medication m ON c.eventtype = 'medication'
        AND c.eventid = m.medicationid AND c.chargetime = m.drugstarttime
        JOIN patient p USING (patientunitstayid, uniquepid, patienthealthsystemstayid)"""
    )
    assert rows == [(40,)]


def _digest(hospital, **how):
    hospital.build(**how).close()
    for raw in hospital.folder.glob("*.csv*"):
        raw.unlink()
    return hashlib.sha256((hospital.folder / "eicu.sqlite").read_bytes()).digest()


@pytest.mark.parametrize("how", [{}, {"gz": True}, {"upper": True}, {"gz": True, "upper": True}])
def test_the_same_rows_give_the_same_bytes(busy, how):
    assert _digest(busy) == _digest(busy, **how)


def test_the_order_of_rows_does_not_matter(busy):
    straight = _digest(busy)
    for rows in busy.tables.values():
        rows.reverse()
    assert _digest(busy) == straight


@pytest.mark.parametrize(
    ("table", "column", "value", "complaint"),
    [
        ("patient", "hospitaladmittime24", "noon", "hospitaladmittime24 is not a time of day"),
        ("patient", "hospitaladmittime24", "25:00:00", "hospitaladmittime24 is not a time of day"),
        ("patient", "uniquepid", "", "uniquepid is empty"),
        ("lab", "labresult", "high", "labresult is not a number"),
        ("microLab", "culturetakenoffset", "1.5", "culturetakenoffset is not a whole number"),
        ("medication", "medicationid", "", "medicationid is empty"),
        ("vitalPeriodic", "patientunitstayid", "x", "patientunitstayid is not a whole number"),
    ],
)
def test_nothing_is_left_of_a_build_that_fails(busy, table, column, value, complaint):
    busy.tables[table][5][column] = value
    with pytest.raises(DataError, match=rf"{table}.csv, line 7: {complaint}"):
        busy.build()
    assert {path.suffix for path in busy.folder.iterdir()} == {".csv"}


def test_another_datasets_file(busy):
    (busy.write() / "diagnosis.csv").write_text("ROW_ID,SUBJECT_ID,HADM_ID,SEQ_NUM,ICD9_CODE\n")
    del busy.tables["diagnosis"]
    with pytest.raises(
        DataError, match=r"diagnosis.csv, line 1: the header lacks .* this looks like MIMIC-III"
    ):
        busy.build()


def test_a_build_replaces_what_stands(busy):
    (busy.folder / "eicu.sqlite").write_text("old")
    assert busy.rows("SELECT count(*) FROM patient") == [(40,)]


def test_a_stay_that_is_there_twice(busy):
    busy.tables["patient"].append(busy.tables["patient"][0])
    with pytest.raises(DataError, match=r"patient: UNIQUE constraint failed: patient.patientunitstayid"):
        busy.build()


@pytest.mark.parametrize("table", ["lab", "intakeOutput"])
def test_a_row_that_is_there_twice(busy, table):
    busy.tables[table][1][f"{table.lower()}id"] = 0
    with pytest.raises(DataError, match=f"{table.lower()}: {table.lower()}id 0 occurs twice"):
        busy.build()


def test_published_questions_can_be_asked(busy):
    """EHRSQL's files find the database beside them, and their patients in it."""
    busy.build().close()
    path = find_database(EICU, busy.folder)
    assert path == busy.folder / "eicu.sqlite"
    with Database(path) as database:
        (where,) = EICU.ids.values()
        assert database.values(*where) == set(busy.pids[:40])


@pytest.mark.parametrize("missing", [("lab", "vitalPeriodic"), tuple(EVENTS)])
def test_files_that_some_distributions_leave_out_may_lack(busy, missing):
    with closing(busy.build(without=missing)):
        rows = busy.summary.rows
    assert {name: rows[name.lower()] for name in missing} == dict.fromkeys(missing, 0)
    assert busy.summary.remarks == tuple(
        f"{name} is not there; nothing is asked of it" for name in EVENTS if name in missing
    )


def test_without_the_stays_nothing_is_built(busy):
    with pytest.raises(DataError, match=r"lacks patient\.csv"):
        busy.build(without=["patient"])
