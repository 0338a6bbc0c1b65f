"""What enters each event table, and what becomes of its values and times.

Patients 0 to 39 are the cohort, 40 to 42 are not: their values may be drawn, their rows never stay.
"""

import numpy as np
import pytest

from medgym_ehr.ehrsql.clock import first_years

TIME = {"CHARTTIME": "2105-06-02 08:00:00"}
LAB = {"ITEMID": 50800, "VALUENUM": 1, "VALUEUOM": "mg", **TIME}
DRUG = {
    "DRUG": "Aspirin",
    "DOSE_VAL_RX": "1",
    "DOSE_UNIT_RX": "mg",
    "ROUTE": "PO",
    "STARTDATE": "2105-06-02 00:00:00",
    "ENDDATE": "2105-06-03 00:00:00",
}
VITAL = {"ITEMID": 211, "VALUENUM": 80, "VALUEUOM": "bpm", "ICUSTAY_ID": 5, **TIME}
INTAKE = {"ITEMID": 30001, "AMOUNT": 100, "AMOUNTUOM": "ml", "ICUSTAY_ID": 5, **TIME}
OUTPUT = {"ITEMID": 30001, "VALUE": 100, "VALUEUOM": "ml", "ICUSTAY_ID": 5, **TIME}
CULTURE = {"SPEC_TYPE_DESC": "Blood", "ORG_NAME": "Yeast", "CHARTDATE": "2105-06-02 00:00:00", **TIME}
EVENTS = {
    "LABEVENTS": LAB,
    "PRESCRIPTIONS": DRUG,
    "CHARTEVENTS": VITAL,
    "INPUTEVENTS_CV": INTAKE,
    "OUTPUTEVENTS": OUTPUT,
    "MICROBIOLOGYEVENTS": CULTURE,
}
NULLABLE = {"ENDDATE": False, "ORG_NAME": True, "CHARTDATE": True}


@pytest.fixture
def ward(hospital):
    """An item for intake and output, and codes that events may have."""
    hospital.add("D_ITEMS", 1, ITEMID=30001, LABEL="Water", LINKSTO="inputevents_cv")
    hospital.add("D_ITEMS", 2, ITEMID=30002, LABEL="Line", LINKSTO="procedureevents_mv")
    for code in ("0389", "4280", "0066"):
        hospital.add("D_ICD_DIAGNOSES", int(code), ICD9_CODE=code, SHORT_TITLE=code, LONG_TITLE=code)
        hospital.add("D_ICD_PROCEDURES", int(code), ICD9_CODE=code, SHORT_TITLE=code, LONG_TITLE=code)
    return hospital


def _rows(hospital, table, columns="HADM_ID"):
    return hospital.build().execute(f"SELECT {columns} FROM {table} ORDER BY ROW_ID").fetchall()


@pytest.mark.parametrize("table", EVENTS)
def test_rows_of_others_are_left_out(ward, table):
    for patient in (0, 40, 39):
        ward.event(table, patient, patient, **EVENTS[table])
    assert _rows(ward, table) == [(100_000,), (100_039,)]


@pytest.mark.parametrize(
    ("table", "column"),
    [
        (table, column)
        for table, event in EVENTS.items()
        for column in ["HADM_ID", *event]
        if column not in ("ITEMID", "ORG_NAME", "CHARTDATE")
        and (table, column) != ("MICROBIOLOGYEVENTS", "CHARTTIME")
    ],
)
def test_incomplete_rows_are_not_eligible(ward, table, column):
    """Nor are their values: only those of the complete row remain."""
    ward.event(table, 0, 0, **EVENTS[table])
    ward.event(table, 1, 1, **(EVENTS[table] | {column: ""}))
    assert _rows(ward, table) == [(100_000,)]


@pytest.mark.parametrize(
    ("table", "change"),
    [
        ("LABEVENTS", {"ITEMID": 1}),
        ("CHARTEVENTS", {"ITEMID": 212}),
        ("INPUTEVENTS_CV", {"ITEMID": 30002}),
        ("INPUTEVENTS_CV", {"AMOUNTUOM": "mg"}),
        ("OUTPUTEVENTS", {"ITEMID": 30002}),
        ("OUTPUTEVENTS", {"VALUEUOM": "l"}),
        ("PRESCRIPTIONS", {"DOSE_VAL_RX": "0.5"}),
        ("PRESCRIPTIONS", {"DOSE_UNIT_RX": "puff"}),
    ],
)
def test_rows_of_another_kind_are_not_eligible(ward, table, change):
    for row in (0, 1):
        ward.event(table, row, row, **EVENTS[table])
    ward.event(table, 2, 2, **(EVENTS[table] | change))
    assert _rows(ward, table) == [(100_000,), (100_001,)]


SHUFFLED = {
    "LABEVENTS": "ITEMID VALUENUM VALUEUOM",
    "PRESCRIPTIONS": "DRUG DOSE_VAL_RX DOSE_UNIT_RX ROUTE",
    "CHARTEVENTS": "ITEMID VALUENUM VALUEUOM",
    "INPUTEVENTS_CV": "ITEMID AMOUNT",
    "OUTPUTEVENTS": "ITEMID VALUE",
    "MICROBIOLOGYEVENTS": "SPEC_TYPE_DESC ORG_NAME",
}


def _distinct(table, patient):
    """An event whose values no other patient's has, and which stay recognisable."""
    words = {"VALUEUOM": "u", "DRUG": "d", "ROUTE": "r", "SPEC_TYPE_DESC": "s", "ORG_NAME": "o"}
    numbers = dict.fromkeys(("VALUENUM", "AMOUNT", "VALUE", "DOSE_VAL_RX"), patient)
    changed = numbers | {column: f"{word}{patient}" for column, word in words.items()}
    if table == "OUTPUTEVENTS":
        changed.pop("VALUEUOM")
    hour = {"CHARTTIME": f"2105-06-02 08:00:{patient:02}", "STARTDATE": f"2105-06-02 00:00:{patient:02}"}
    return {column: (changed | hour).get(column, value) for column, value in EVENTS[table].items()}


@pytest.mark.parametrize("table", EVENTS)
def test_values_move_together_and_times_stay(ward, table):
    for patient in range(43):
        ward.event(table, patient, patient, **_distinct(table, patient))
    columns, time = (
        SHUFFLED[table].replace(" ", ", "),
        "STARTDATE" if table == "PRESCRIPTIONS" else "CHARTTIME",
    )
    rows = _rows(ward, table, f"HADM_ID, {time}, {columns}")
    assert [(hadm, int(time[-2:])) for hadm, time, *_ in rows] == [(100_000 + p, p) for p in range(40)]
    raw = {
        tuple(str(event[column]) for column in SHUFFLED[table].split()): patient
        for patient, event in ((patient, _distinct(table, patient)) for patient in range(43))
    }
    sources = [raw[tuple(str(v).removesuffix(".0") for v in values)] for _, _, *values in rows]
    assert len(set(sources)) == 40
    assert sum(source == place for place, source in enumerate(sources)) < 10
    if table == "CHARTEVENTS":
        assert sorted(sources) == list(range(40))


def test_an_organism_may_be_unknown(ward):
    for patient in range(40):
        organism = "" if patient % 2 else "Yeast"
        specimen = f"s{patient % 2}"
        ward.event(
            "MICROBIOLOGYEVENTS",
            patient,
            patient,
            **(CULTURE | {"SPEC_TYPE_DESC": specimen, "ORG_NAME": organism}),
        )
    found = set(_rows(ward, "MICROBIOLOGYEVENTS", "SPEC_TYPE_DESC, ORG_NAME"))
    assert found == {("s0", "yeast"), ("s1", None)}


def test_the_date_stands_in_for_a_culture_s_time(ward):
    ward.event("MICROBIOLOGYEVENTS", 0, 0, **CULTURE)
    ward.event("MICROBIOLOGYEVENTS", 1, 1, **(CULTURE | {"CHARTTIME": ""}))
    ward.event("MICROBIOLOGYEVENTS", 2, 2, **(CULTURE | {"CHARTTIME": "", "CHARTDATE": ""}))
    assert _rows(ward, "MICROBIOLOGYEVENTS", "CHARTTIME") == [
        ("2105-06-02 08:00:00",),
        ("2105-06-02 00:00:00",),
    ]


def _moved(table, time):
    columns = ("STARTDATE", "ENDDATE") if table == "PRESCRIPTIONS" else ("CHARTTIME",)
    return EVENTS[table] | dict.fromkeys(columns, time)


@pytest.mark.parametrize("table", EVENTS)
def test_the_future_is_left_out(ward, table):
    for row, time in enumerate(["2105-12-31 23:59:00", "2106-01-01 00:00:00"]):
        ward.event(table, row, row, **_moved(table, time))
    assert _rows(ward, table) == [(100_000,)]


@pytest.mark.parametrize("table", EVENTS)
def test_what_lies_before_2100_is_left_out(ward, table):
    """Five years of 365 days before 2104's last day is 2100's first: 2104 has a 29th of February."""
    subjects = np.arange(5000, 6000)
    early = int(subjects[first_years(subjects) == 2100][0])
    ward.add("PATIENTS", 90, SUBJECT_ID=early, GENDER="F", DOB="2060-01-01 00:00:00")
    ward.admit(90, early, 7, "2105-01-02", "2105-01-05")
    for row, time in enumerate(["2104-12-31 00:00:00", "2104-12-30 23:59:59"]):
        ward.add(table, row, SUBJECT_ID=early, HADM_ID=7, **_moved(table, time))
    time = "STARTDATE" if table == "PRESCRIPTIONS" else "CHARTTIME"
    assert _rows(ward, table, time) == [("2100-01-01 00:00:00",)]


def test_a_prescription_may_have_no_end_yet(ward):
    ward.event("PRESCRIPTIONS", 0, 0, **(DRUG | {"ENDDATE": "2106-01-02 00:00:00"}))
    assert _rows(ward, "PRESCRIPTIONS", "STARTDATE, ENDDATE") == [("2105-06-02 00:00:00", None)]


def test_units_are_counted_over_the_whole_file_but_only_of_eligible_rows(ward):
    """Milligrams are the more frequent unit by a patient outside the cohort, grams only by a half dose."""
    ward.event("PRESCRIPTIONS", 0, 0, **DRUG)
    ward.event("PRESCRIPTIONS", 1, 42, **DRUG)
    ward.event("PRESCRIPTIONS", 2, 1, **(DRUG | {"DOSE_UNIT_RX": "g"}))
    ward.event("PRESCRIPTIONS", 3, 2, **(DRUG | {"DOSE_UNIT_RX": "g", "DOSE_VAL_RX": "0.5"}))
    assert _rows(ward, "PRESCRIPTIONS", "HADM_ID, DOSE_UNIT_RX") == [(100_000, "mg")]


def test_vitals_are_permuted_over_a_patients_other_admissions_too(ward):
    """The stay of 2105 is the cohort's, that of the patient's childhood is not, but it deals its values."""
    patient = ward.subjects[0]
    ward.admit(91, patient, 7, "2065-01-02", "2065-01-05")
    for row in range(40):
        ward.event("CHARTEVENTS", row, 0, **VITAL)
        ward.add("CHARTEVENTS", 100 + row, SUBJECT_ID=patient, HADM_ID=7, **(VITAL | {"VALUENUM": 99}))
    values = [value for (value,) in _rows(ward, "CHARTEVENTS", "VALUENUM")]
    assert len(values) == 40
    assert 8 < values.count(99) < 32


@pytest.mark.parametrize(("table", "dealt"), [("LABEVENTS", True), ("CHARTEVENTS", False)])
def test_values_of_the_future_are_dealt_but_for_vitals(ward, table, dealt):
    """Vitals are permuted after their times are moved, other events before."""
    future = EVENTS[table] | {"CHARTTIME": "2106-02-01 00:00:00", "VALUENUM": 99}
    for row in range(40):
        ward.event(table, row, row, **EVENTS[table])
        ward.event(table, 100 + row, row, **future)
    values = [value for (value,) in _rows(ward, table, "VALUENUM")]
    assert len(values) == 40
    assert 8 < values.count(99) < 32 if dealt else 99 not in values


def _coded(ward, table, codes):
    for row, code in enumerate(codes):
        ward.event(table, row, row, ICD9_CODE=code)


def test_diagnoses_are_dated_at_admission(ward):
    _coded(ward, "DIAGNOSES_ICD", ["0389", "4280", "9999", ""])
    rows = _rows(ward, "DIAGNOSES_ICD", "HADM_ID, ICD9_CODE, CHARTTIME")
    assert [(hadm, time) for hadm, _, time in rows] == [
        (100_000, "2105-06-01 10:00:00"),
        (100_001, "2105-06-01 10:00:00"),
    ]
    assert {code for _, code, _ in rows} == {"0389", "4280"}


def test_procedures_are_dated_at_discharge_and_lose_leading_zeros(ward):
    _coded(ward, "PROCEDURES_ICD", ["0389", "66", "9999", ""])
    rows = _rows(ward, "PROCEDURES_ICD", "HADM_ID, ICD9_CODE, CHARTTIME")
    assert [(hadm, time) for hadm, _, time in rows] == [
        (100_000, "2105-06-04 12:00:00"),
        (100_001, "2105-06-04 12:00:00"),
    ]
    assert {code for _, code, _ in rows} == {"389", "66"}


def test_codes_come_from_the_whole_file(ward):
    """Forty rows of the cohort's, forty of another patient's: about half of the codes are theirs."""
    for row in range(40):
        ward.event("DIAGNOSES_ICD", row, row, ICD9_CODE="0389")
        ward.event("DIAGNOSES_ICD", 100 + row, 42, ICD9_CODE="4280")
    codes = [code for (code,) in _rows(ward, "DIAGNOSES_ICD", "ICD9_CODE")]
    assert len(codes) == 40
    assert 8 < codes.count("4280") < 32


def test_a_patient_still_in_hospital_has_no_procedure_of_that_stay(ward):
    ward.tables["ADMISSIONS"][0].update(ADMITTIME="2105-12-30 10:00:00", DISCHTIME="2106-01-02 10:00:00")
    for table in ("DIAGNOSES_ICD", "PROCEDURES_ICD"):
        _coded(ward, table, ["0389", "4280"])
    assert _rows(ward, "DIAGNOSES_ICD") == [(100_000,), (100_001,)]
    assert _rows(ward, "PROCEDURES_ICD") == [(100_001,)]


def test_every_charged_event_has_one_cost(ward):
    for patient in range(43):
        ward.event("LABEVENTS", patient, patient, **(LAB | {"ITEMID": 50800 + patient % 3}))
        ward.event("DIAGNOSES_ICD", patient, patient, ICD9_CODE="0389")
        ward.event("PROCEDURES_ICD", patient, patient, ICD9_CODE="4280")
        ward.event("PRESCRIPTIONS", patient, patient, **(DRUG | {"DRUG": f"drug {patient % 4}"}))
    database = ward.build()
    prices = {"LABEVENTS": ("ITEMID", 3), "DIAGNOSES_ICD": ("ICD9_CODE", 1), "PRESCRIPTIONS": ("DRUG", 4)}
    for table, (code, kinds) in prices.items():
        time = "STARTDATE" if table == "PRESCRIPTIONS" else "CHARTTIME"
        joined = f"{table} e JOIN COST c ON c.EVENT_ID = e.ROW_ID AND c.EVENT_TYPE = '{table.lower()}'"
        same = f"e.HADM_ID = c.HADM_ID AND e.SUBJECT_ID = c.SUBJECT_ID AND e.{time} = c.CHARGETIME"
        counts = f"SELECT count(*), count(DISTINCT {code} || ' ' || COST) FROM {joined} WHERE {same}"
        assert database.execute(counts).fetchone() == (40, kinds)
    assert ward.summary.rows["COST"] == 160
