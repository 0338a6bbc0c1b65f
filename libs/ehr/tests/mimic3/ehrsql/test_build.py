import hashlib

import pytest

from medgym_core import DataError

DAY = "2105-06-02"


@pytest.fixture
def busy(hospital):
    """Every event table has rows, for each patient one."""
    for code in ("0389", "4280"):
        hospital.add("D_ICD_DIAGNOSES", int(code), ICD9_CODE=code, SHORT_TITLE=code, LONG_TITLE=code)
        hospital.add("D_ICD_PROCEDURES", int(code), ICD9_CODE=code, SHORT_TITLE=code, LONG_TITLE=code)
    for item, link in ((211, "chartevents"), (30001, "inputevents_cv"), (40001, "outputevents")):
        hospital.add("D_ITEMS", item, ITEMID=item, LABEL=f"Item {item}", LINKSTO=link)
    for patient in range(43):
        time = {"CHARTTIME": f"{DAY} {patient % 24:02}:00:00"}
        stay = {"ICUSTAY_ID": 200_000 + patient}
        dose = {"DOSE_VAL_RX": "1,000", "DOSE_UNIT_RX": "mg", "ROUTE": "PO", "DRUG": f"Drug {patient % 5}"}
        dates = {"STARTDATE": f"{DAY} 00:00:00", "ENDDATE": f"{DAY} 00:00:00"}
        value = {"VALUENUM": patient, "VALUEUOM": "mg/dL"}
        hospital.stay(patient, patient, "MICU", "SICU", patient, patient + 1)
        unit = {"CURR_CAREUNIT": "MICU", "CURR_WARDID": patient, "EVENTTYPE": "admit"}
        hospital.event("TRANSFERS", patient, patient, **unit, **stay, INTIME=f"{DAY} 00:00:00")
        hospital.event("DIAGNOSES_ICD", patient, patient, ICD9_CODE="0389")
        hospital.event("PROCEDURES_ICD", patient, patient, ICD9_CODE="4280")
        hospital.event("LABEVENTS", patient, patient, ITEMID=50800, **time, **value)
        hospital.event("PRESCRIPTIONS", patient, patient, **dates, **dose)
        hospital.event("CHARTEVENTS", patient, patient, ITEMID=211, **stay, **time, **value)
        volume = {"AMOUNT": patient, "AMOUNTUOM": "mL"}
        hospital.event("INPUTEVENTS_CV", patient, patient, ITEMID=30001, **stay, **time, **volume)
        volume = {"VALUE": patient, "VALUEUOM": "ML"}
        hospital.event("OUTPUTEVENTS", patient, patient, ITEMID=40001, **stay, **time, **volume)
        hospital.event("MICROBIOLOGYEVENTS", patient, patient, SPEC_TYPE_DESC="Blood", **time)
    return hospital


def test_every_table_has_its_rows(busy):
    database = busy.build()
    per_patient = set(busy.summary.rows) - {"COST"} - {name for name in busy.summary.rows if name[:2] == "D_"}
    assert {busy.summary.rows[name] for name in per_patient} == {40}
    assert busy.summary.rows["COST"] == 160
    assert len(busy.summary.rows) == 17
    assert database.execute("PRAGMA foreign_key_check").fetchall() == []
    assert database.execute("SELECT DISTINCT DOSE_VAL_RX, ROUTE FROM PRESCRIPTIONS").fetchall() == [
        ("1000", "po")
    ]


def test_rows_are_numbered_from_zero(busy):
    database = busy.build()
    for name, count in busy.summary.rows.items():
        rows = database.execute(f"SELECT ROW_ID FROM {name} ORDER BY ROW_ID").fetchall()
        assert rows == [(row,) for row in range(count)]


def _digest(hospital, **how):
    hospital.build(**how).close()
    for raw in hospital.folder.glob("*.csv*"):
        raw.unlink()
    return hashlib.sha256((hospital.folder / "ehr.sqlite").read_bytes()).digest()


@pytest.mark.parametrize("how", [{}, {"gz": True}, {"lower": True}, {"gz": True, "lower": True}])
def test_the_same_rows_give_the_same_bytes(busy, how):
    assert _digest(busy) == _digest(busy, **how)


def test_nothing_is_left_of_a_build_that_fails(busy):
    busy.tables["MICROBIOLOGYEVENTS"][5]["CHARTTIME"] = "noon"
    with pytest.raises(DataError, match=r"MICROBIOLOGYEVENTS.csv, line 7: CHARTTIME is not a time"):
        busy.build()
    assert {path.suffix for path in busy.folder.iterdir()} == {".csv"}


def test_a_build_replaces_what_stands(busy):
    (busy.folder / "ehr.sqlite").write_text("old")
    assert busy.build().execute("SELECT count(*) FROM PATIENTS").fetchone() == (40,)


def test_a_patient_who_is_there_twice(busy):
    busy.tables["PATIENTS"].append(busy.tables["PATIENTS"][0] | {"ROW_ID": 999})
    with pytest.raises(DataError, match=r"PATIENTS: UNIQUE constraint failed: PATIENTS.SUBJECT_ID"):
        busy.build()


@pytest.mark.parametrize("table", ["LABEVENTS", "CHARTEVENTS", "ICUSTAYS"])
def test_a_row_number_that_is_there_twice(busy, table):
    busy.tables[table][1]["ROW_ID"] = 0
    with pytest.raises(DataError, match="ROW_ID 0 occurs twice"):
        busy.build()


def test_a_row_without_patient(busy):
    busy.tables["LABEVENTS"][3]["SUBJECT_ID"] = ""
    with pytest.raises(DataError, match=r"LABEVENTS.csv, line 5: SUBJECT_ID is empty"):
        busy.build()
