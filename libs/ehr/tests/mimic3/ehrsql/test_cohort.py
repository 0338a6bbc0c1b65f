import numpy as np
import pytest

from medgym_core import DataError
from medgym_ehr.ehrsql.clock import first_years


def _patient(year):
    """A patient whose first admission is moved to ``year``."""
    subjects = np.arange(5000, 6000)
    return int(subjects[first_years(subjects) == year][0])


def _column(database, query):
    return [value for (value,) in database.execute(query)]


@pytest.mark.parametrize(
    ("birth", "age"),
    [
        ("2094-06-01 00:00:00", None),
        ("2094-05-31 12:00:00", None),
        ("2094-05-31 00:00:00", 11),
        ("2015-06-01 00:00:00", 89),
        ("2015-05-31 00:00:00", None),
        ("1805-06-01 00:00:00", None),
        ("", None),
    ],
)
def test_ages_from_eleven_to_eighty_nine(hospital, birth, age):
    """Admission is on 2105-06-01; days are divided by 365.25, so a birthday may not yet count."""
    hospital.tables["PATIENTS"][0]["DOB"] = birth
    ages = _column(hospital.build(), "SELECT AGE FROM ADMISSIONS WHERE HADM_ID = 100000")
    assert ages == ([] if age is None else [age])


def test_stays_strictly_shorter_than_the_95th_percentile(hospital):
    """Of 0, ..., 21 days the percentile is 19.95, of 0, ..., 20 it is 19."""
    for last, kept in ((21, 20), (20, 19)):
        hospital.tables["ADMISSIONS"] = []
        for days in range(last + 1):
            day = f"2105-06-{1 + days:02}"
            hospital.admit(days, hospital.subjects[days], hospital.hadm(days), "2105-06-01", day)
        hospital.build().close()
        assert hospital.summary.rows["ADMISSIONS"] == kept


def test_the_percentile_is_of_those_of_the_right_age(hospital):
    """The long stays of three children would else raise it above their own."""
    for patient in (40, 41, 42):
        hospital.tables["PATIENTS"][patient]["DOB"] = "2104-01-01 00:00:00"
    hospital.tables["ADMISSIONS"][0]["DISCHTIME"] = "2105-06-02 12:00:00"
    assert _column(hospital.build(), "SELECT HADM_ID FROM ADMISSIONS") == [100_000]


def test_a_stay_without_end_is_dropped(hospital):
    hospital.tables["ADMISSIONS"][0]["DISCHTIME"] = ""
    assert 100_000 not in _column(hospital.build(), "SELECT HADM_ID FROM ADMISSIONS")


@pytest.mark.parametrize("change", [{"DOB": "1800-01-01 00:00:00"}, {"DOB": ""}])
def test_no_admission_left(hospital, change):
    for row in hospital.tables["PATIENTS"]:
        row.update(change)
    with pytest.raises(DataError, match="of 43 admissions 0 are of patients aged 11 to 89"):
        hospital.build()


def test_stays_of_one_length_are_none(hospital):
    hospital.tables["ADMISSIONS"] = hospital.tables["ADMISSIONS"][:40]
    with pytest.raises(DataError, match=r"of 40 admissions 40 .* needs at least two lengths of stay"):
        hospital.build()


def test_all_admissions_in_the_future(hospital):
    """Sixty years of 365 days are fewer days than sixty years: the end of 2165 comes to lie in 2106."""
    for patient, admission in zip(hospital.tables["PATIENTS"], hospital.tables["ADMISSIONS"], strict=True):
        patient["DOB"] = "2120-01-01 00:00:00"
        month = "01" if admission["ROW_ID"] < 40 else "03"
        admission.update(ADMITTIME="2165-12-31 10:00:00", DISCHTIME=f"2166-{month}-02 00:00:00")
    with pytest.raises(DataError, match="all begin later than the database's current time"):
        hospital.build()


@pytest.mark.parametrize("year", [2100, 2103])
def test_all_times_move_by_whole_years_of_365_days(hospital, year):
    """By as many as lie between the first of the patient's admissions, here 2149's, and the drawn year."""
    patient, offset = _patient(year), np.timedelta64((year - 2149) * 365, "D")
    raw = {"DOB": "2100-03-01 00:00:00", "DOD": "2150-02-01 00:00:00"}
    hospital.add("PATIENTS", 90, SUBJECT_ID=patient, GENDER="F", **raw)
    hospital.admit(91, patient, 7, "2150-01-10", "2150-01-12")
    hospital.admit(92, patient, 8, "2149-01-10", "2149-01-12")
    both = "PATIENTS JOIN ADMISSIONS USING (SUBJECT_ID) WHERE HADM_ID = 7"
    moved = hospital.build().execute(f"SELECT DOB, DOD, ADMITTIME, DISCHTIME FROM {both}").fetchone()
    back = [str(np.datetime64(time) - offset).replace("T", " ") for time in moved]
    assert back == [*raw.values(), "2150-01-10 10:00:00", "2150-01-12 12:00:00"]


def test_the_first_year_is_of_the_admissions_that_are_left(hospital):
    """The first admission, too long, does not count."""
    hospital.admit(91, hospital.subjects[0], 7, "2104-01-10", "2104-12-12")
    times = _column(hospital.build(), "SELECT ADMITTIME FROM ADMISSIONS WHERE HADM_ID = 100000")
    assert times == ["2105-06-01 10:00:00"]


@pytest.fixture
def december(hospital):
    """Two patients: one is discharged after the end of 2105, the other is also admitted after it."""
    times = {"ADMITTIME": "2105-12-30 10:00:00", "DISCHTIME": "2106-01-02 10:00:00"}
    hospital.tables["ADMISSIONS"][0].update(times)
    hospital.admit(91, hospital.subjects[1], 7, "2106-01-01", "2106-01-03")
    hospital.tables["PATIENTS"][0]["DOD"] = "2106-01-05 00:00:00"
    hospital.tables["PATIENTS"][1]["DOD"] = "2105-12-31 23:59:00"
    hospital.stay(5, 0, "MICU", "MICU", 1, 1)
    hospital.tables["ICUSTAYS"][0].update(INTIME="2105-12-31 10:00:00", OUTTIME="2106-01-01 00:00:00")
    hospital.stay(6, 1, "MICU", "MICU", 1, 1)
    hospital.tables["ICUSTAYS"][1].update(INTIME="2106-01-01 10:00:00")
    return hospital


def test_the_future_is_not_known(december):
    database = december.build()
    stays = database.execute("SELECT DISCHTIME, DISCHARGE_LOCATION FROM ADMISSIONS").fetchall()
    assert stays[0] == (None, None)
    assert set(stays[1:]) == {("2105-06-04 12:00:00", "home")}
    assert _column(database, "SELECT DOD FROM PATIENTS")[:2] == [None, "2105-12-31 23:59:00"]
    assert database.execute("SELECT INTIME, OUTTIME FROM ICUSTAYS").fetchall() == [
        ("2105-12-31 10:00:00", None)
    ]
    assert (december.summary.patients, december.summary.current) == (40, 1)


def test_at_most_a_thousand_patients(hospital):
    for patient in range(10_000, 11_300):
        hospital.add("PATIENTS", patient, SUBJECT_ID=patient, GENDER="F", DOB="2050-03-01 00:00:00")
        hospital.admit(patient, patient, patient, "2105-05-01", f"2105-05-0{2 + patient % 7}")
    hospital.build().close()
    assert hospital.summary.rows["PATIENTS"] == hospital.summary.patients == 900


def test_stays_of_others_are_left_out(hospital):
    for row, patient in enumerate((0, 42)):
        hospital.stay(row, patient, "MICU", "MICU", 1, 1)
        times = {"INTIME": "2105-06-02 00:00:00"}
        hospital.event("TRANSFERS", row, patient, EVENTTYPE="admit", **times)
    hospital.event("TRANSFERS", 5, 0, EVENTTYPE="admit")
    hospital.add(
        "TRANSFERS", 6, SUBJECT_ID=hospital.subjects[0], EVENTTYPE="admit", INTIME="2105-06-02 00:00:00"
    )
    database = hospital.build()
    assert _column(database, "SELECT HADM_ID FROM ICUSTAYS") == [100_000]
    assert database.execute("SELECT HADM_ID, CAREUNIT, OUTTIME FROM TRANSFERS").fetchall() == [
        (100_000, None, None)
    ]


def test_rows_are_in_the_order_of_their_raw_number(hospital):
    for table in ("PATIENTS", "ADMISSIONS", "D_LABITEMS"):
        hospital.tables[table].reverse()
    database = hospital.build()
    assert _column(database, "SELECT SUBJECT_ID FROM PATIENTS ORDER BY ROW_ID") == hospital.subjects[:40]
    assert _column(database, "SELECT HADM_ID FROM ADMISSIONS ORDER BY ROW_ID")[0] == 100_000
    assert _column(database, "SELECT ITEMID FROM D_LABITEMS ORDER BY ROW_ID")[0] == 50_800
