import pytest

TIMES = "hospitaladmittime, unitadmittime, unitdischargetime, hospitaldischargetime"


def test_times_are_the_drawn_days_plus_offsets(hospital):
    (row,) = hospital.rows(f"SELECT {TIMES} FROM patient WHERE patientunitstayid = 200000")
    assert row == (
        "2105-04-11 10:00:00",
        "2105-04-11 11:00:00",
        "2105-04-12 11:00:00",
        "2105-04-14 11:00:00",
    )


@pytest.mark.parametrize(("day", "shown"), [(0, "2105-01-01"), (363, "2105-12-30")])
def test_days_from_the_first_to_the_last_but_one(hospital, day, shown):
    hospital.tables["patient"][0]["patienthealthsystemstayid"] = hospital.visit(day)
    query = "SELECT date(hospitaladmittime) FROM patient WHERE patientunitstayid = 200000"
    assert hospital.rows(query) == [(shown,)]


def test_a_years_visits_share_it_in_the_order_of_their_stays(hospital):
    """The second visit's stay has the smaller number, so that visit is the first of the two."""
    hospital.stay(500, hospital.pids[0], hospital.visit(300, 1, 2), hospitaldischargeyear=2014)
    hospital.tables["patient"][0]["patienthealthsystemstayid"] = hospital.visit(20, 0, 2)
    hospital.tables["patient"][0]["patientunitstayid"] = 150
    query = "SELECT patientunitstayid, strftime('%j', hospitaladmittime) FROM patient WHERE uniquepid = '{}'"
    assert hospital.rows(query.format(hospital.pids[0])) == [(150, "021"), (200_500, "301")]


def test_two_stays_of_a_visit_begin_on_its_day(hospital):
    visit = hospital.tables["patient"][0]["patienthealthsystemstayid"]
    later = {"hospitaladmitoffset": -2060, "unitdischargeoffset": 100, "hospitaldischargeoffset": 2320}
    hospital.stay(600, hospital.pids[0], visit, **later)
    query = f"SELECT hospitaladmittime, unitadmittime FROM patient WHERE patienthealthsystemstayid = {visit}"
    assert hospital.rows(query) == [
        ("2105-04-11 10:00:00", "2105-04-11 11:00:00"),
        ("2105-04-11 10:00:00", "2105-04-12 20:20:00"),
    ]


def test_a_later_discharge_year_is_a_later_year_and_age(hospital):
    pid = hospital.people(2103)[0]
    hospital.stay(700, pid, hospital.visit(10), hospitaldischargeyear=2014, age="44")
    hospital.stay(701, pid, hospital.visit(10), hospitaldischargeyear=2015, age="48")
    query = f"SELECT date(hospitaladmittime), age FROM patient WHERE uniquepid = '{pid}'"
    assert hospital.rows(query) == [("2103-01-11", "44"), ("2104-01-11", "45")]


def test_a_leap_year_has_a_day_more(hospital):
    """The largest share of 2104 is the day before its last, too."""
    pid = hospital.people(2104)[0]
    hospital.stay(700, pid, hospital.latest)
    query = f"SELECT date(hospitaladmittime) FROM patient WHERE uniquepid = '{pid}'"
    assert hospital.rows(query) == [("2104-12-30",)]


def test_the_youngest_age_counts(hospital):
    visit = hospital.tables["patient"][0]["patienthealthsystemstayid"]
    hospital.stay(600, hospital.pids[0], visit, age="49")
    query = f"SELECT age FROM patient WHERE patienthealthsystemstayid = {visit}"
    assert hospital.rows(query) == [("49",), ("49",)]


@pytest.mark.parametrize(
    ("change", "kept"),
    [
        ({"hospitaladmitoffset": 0}, 2),
        ({"hospitaladmitoffset": 1}, 0),
        ({"unitdischargeoffset": 1}, 2),
        ({"unitdischargeoffset": 0}, 0),
        ({"unitdischargeoffset": 4320}, 2),
        ({"unitdischargeoffset": 4321}, 0),
    ],
)
def test_offsets_that_contradict_each_other_end_a_patients_history(hospital, change, kept):
    pid = hospital.people(2101)[0]
    hospital.stay(700, pid, hospital.visit(10), **change)
    hospital.stay(701, pid, hospital.visit(10), hospitaldischargeyear=2015)
    query = f"SELECT count(*) FROM patient WHERE uniquepid = '{pid}'"
    assert hospital.rows(query) == [(kept,)]


def test_stays_before_a_contradiction_are_kept(hospital):
    pid = hospital.people(2101)[0]
    for number, (year, left) in enumerate([(2013, 1440), (2014, -5), (2015, 1440)]):
        offsets = {"unitdischargeoffset": left, "hospitaldischargeyear": year}
        hospital.stay(700 + number, pid, hospital.visit(10), **offsets)
    query = f"SELECT patientunitstayid FROM patient WHERE uniquepid = '{pid}'"
    assert hospital.rows(query) == [(200_700,)]
