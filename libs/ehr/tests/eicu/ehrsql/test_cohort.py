import pytest

from medgym_core import DataError


def _present(hospital, patient=0):
    unit = hospital.unit(patient)
    return bool(hospital.rows(f"SELECT 1 FROM patient WHERE patientunitstayid = {unit}"))


@pytest.mark.parametrize(
    ("change", "kept"),
    [
        ({"age": "11"}, True),
        ({"age": "10"}, False),
        ({"age": "89"}, True),
        ({"age": "> 89"}, False),
        ({"age": ""}, False),
        ({"gender": " FEMALE"}, True),
        ({"gender": "Other"}, False),
        ({"gender": ""}, False),
        ({"hospitaladmitsource": ""}, False),
        ({"hospitaladmitoffset": ""}, False),
        ({"hospitaladmittime24": ""}, False),
        ({"unitdischargeoffset": ""}, False),
        ({"hospitaldischargeoffset": ""}, False),
        ({"hospitaldischargeyear": ""}, False),
        ({"ethnicity": "", "dischargeweight": ""}, True),
    ],
)
def test_who_is_plausible(hospital, change, kept):
    hospital.tables["patient"][0].update(change)
    assert _present(hospital) == kept


def test_lengths_strictly_below_the_95th_percentile(hospital):
    """Of 0, ..., 20 hours the percentile is 19, which is not below itself."""
    hospital.tables["patient"] = hospital.tables["patient"][:21]
    for hours, row in enumerate(hospital.tables["patient"]):
        row.update(hospitaladmitoffset=0, unitdischargeoffset=1, hospitaldischargeoffset=60 * hours + 60)
    assert hospital.rows("SELECT count(*) FROM patient") == [(19,)]


def test_the_percentile_is_of_the_plausible(hospital):
    """Without the long stays all that is left is of one length."""
    for row in hospital.tables["patient"][40:]:
        row["age"] = "5"
    with pytest.raises(DataError, match=r"of 43 unit stays 40 .* needs at least two lengths of stay"):
        hospital.build()


def test_the_future_is_not_known(hospital):
    hospital.tables["patient"][0]["patienthealthsystemstayid"] = hospital.visit(362)
    row = hospital.rows("SELECT * FROM patient WHERE patientunitstayid = 200000")[0]
    assert row[11:] == (
        "2105-12-29 10:00:00",
        "floor",
        "2105-12-29 11:00:00",
        "2105-12-30 11:00:00",
        None,
        None,
    )
    assert row[10] is None
    assert hospital.summary.current == 1


def test_a_discharge_now_is_known(hospital):
    discharged = hospital.tables["patient"][0]
    discharged.update(
        patienthealthsystemstayid=hospital.visit(362), hospitaldischargeoffset=2 * 1440 + 13 * 60 - 1
    )
    query = "SELECT hospitaldischargetime, dischargeweight FROM patient WHERE patientunitstayid = 200000"
    assert hospital.rows(query) == [("2105-12-31 23:59:00", 70.5)]


def test_stays_that_begin_after_now_are_dropped(hospital):
    hospital.stay(600, hospital.pids[0], hospital.visit(0), hospitaldischargeyear=2015)
    pid = hospital.pids[0]
    assert hospital.rows(f"SELECT patientunitstayid FROM patient WHERE uniquepid = '{pid}'") == [(200_000,)]


def test_a_unit_stay_that_begins_after_now_is_dropped(hospital):
    later = {"hospitaladmitoffset": -4000, "unitdischargeoffset": 10, "hospitaldischargeoffset": 380}
    hospital.tables["patient"][0].update(patienthealthsystemstayid=hospital.visit(362), **later)
    assert not _present(hospital)


def test_nobody_is_left(hospital):
    for row in hospital.tables["patient"]:
        row["unitdischargeoffset"] = -1
    with pytest.raises(DataError, match="no unit stay is left: all are inconsistent or later"):
        hospital.build()


def test_a_thousand_patients_of_whom_a_hundred_are_in_hospital(hospital):
    """There are 130 and 1,040 to draw from."""
    left, inside = (
        hospital.people(2104) + hospital.people(2103) + hospital.people(2102),
        hospital.people(2105),
    )
    for number, pid in enumerate(left[:1000]):
        length = {"hospitaldischargeoffset": 9000 if number % 10 else 12_000}
        hospital.stay(1000 + number, pid, hospital.visit(100 + number % 100), **length)
    for number, pid in enumerate(inside[43:173]):
        hospital.stay(2000 + number, pid, hospital.visit(359 + number % 4), hospitaldischargeoffset=9000)
    hospital.build().close()
    assert (hospital.summary.patients, hospital.summary.current) == (1000, 100)


def test_age_is_text_and_texts_are_lower_case(hospital):
    query = "SELECT typeof(age), gender, hospitaldischargestatus FROM patient LIMIT 1"
    assert hospital.rows(query) == [("text", "male", "alive")]
