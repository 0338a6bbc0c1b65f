"""What the raw files of 1,200 people look like: the published forms, and their awkwardness.

Shares in brackets are of eICU's open demo.
"""

import pytest

from .query import one

EVENTS = {
    "diagnosis": "diagnosisoffset",
    "treatment": "treatmentoffset",
    "lab": "labresultoffset",
    "medication": "drugstartoffset",
    "allergy": "allergyoffset",
    "intakeOutput": "intakeoutputoffset",
    "microLab": "culturetakenoffset",
    "vitalPeriodic": "observationoffset",
}


def share(sql, condition, table="patient"):
    return one(sql, f"SELECT avg(({condition})::INT) FROM {table}")


def test_patients_are_named_as_published(sql):
    assert share(sql, r"regexp_full_match(uniquepid, '\d{3}-\d{4,6}')") == 1
    assert one(sql, "SELECT max(length(uniquepid)) FROM patient") <= 10


def test_nearly_everybody_has_been_in_a_unit(sql):
    assert 1188 <= one(sql, "SELECT count(DISTINCT uniquepid) FROM patient") <= 1200


def test_stays_are_numbered_in_time_and_visits_are_a_persons(sql):
    assert one(sql, "SELECT count(*) - count(DISTINCT patientunitstayid) FROM patient") == 0
    shared = "SELECT count(DISTINCT uniquepid) n FROM patient GROUP BY patienthealthsystemstayid"
    assert one(sql, f"SELECT max(n) FROM ({shared})") == 1
    disorder = """SELECT count(*) FROM patient a JOIN patient b USING (uniquepid)
        WHERE a.patientunitstayid < b.patientunitstayid
        AND a.hospitaldischargeyear > b.hospitaldischargeyear"""
    assert one(sql, disorder) == 0


def test_some_come_again_and_some_of_them_elsewhere(sql):
    """[12 %, 1 %; later stays in units of a visit are 16 %]."""
    repeated = "SELECT uniquepid, count(DISTINCT {}) n FROM patient GROUP BY 1"
    assert 0.1 < share(sql, "n > 1", f"({repeated.format('patienthealthsystemstayid')})") < 0.3
    assert 0.01 < share(sql, "n > 1", f"({repeated.format('hospitalid')})") < 0.1
    assert 25 < one(sql, "SELECT count(DISTINCT hospitalid) FROM patient") < 40
    assert 0.1 < share(sql, "unitvisitnumber > 1") < 0.35


@pytest.mark.parametrize(
    ("condition", "least", "most"),
    [
        ("age = '> 89'", 0.01, 0.07),
        ("age IS NULL", 0, 0.02),
        ("gender IS NULL OR gender NOT IN ('Male', 'Female')", 0.0005, 0.03),
        ("hospitaladmitsource IS NULL", 0.005, 0.07),
        ("hospitaldischargestatus = 'Expired'", 0.03, 0.16),
        ("hospitaldischargestatus IS NULL", 0.001, 0.03),
        ("dischargeweight IS NULL", 0.3, 0.5),
        ("hospitaladmitoffset = 0", 0.01, 0.08),
        ("unitdischargeoffset = hospitaldischargeoffset", 0.1, 0.4),
        (
            "NOT (hospitaladmitoffset <= 0 AND unitdischargeoffset BETWEEN 1 AND hospitaldischargeoffset)",
            0.002,
            0.03,
        ),
        ("extract(second FROM hospitaladmittime24) = 0", 1, 1),
    ],
)
def test_how_often_a_stay_is_awkward(sql, condition, least, most):
    assert least <= share(sql, condition) <= most


@pytest.mark.parametrize("table", EVENTS)
def test_events_lie_in_the_hospital_stay_as_it_was(sql, table):
    """Where a stay's offsets do not contradict each other."""
    fits = "hospitaladmitoffset <= 0 AND unitdischargeoffset BETWEEN 1 AND hospitaldischargeoffset"
    inside = f"{EVENTS[table]} BETWEEN hospitaladmitoffset AND hospitaldischargeoffset"
    joined = f"{table} JOIN (SELECT * FROM patient WHERE {fits}) USING (patientunitstayid)"
    assert share(sql, inside, joined) == 1


def test_one_name_is_filed_in_several_places(sql):
    places = """SELECT lower(trim(split_part(diagnosisstring, '|', 3))) d, count(DISTINCT
        lower(trim(split_part(diagnosisstring, '|', 1)))) n FROM diagnosis GROUP BY 1"""
    assert one(sql, f"SELECT count(*) FROM ({places}) WHERE n > 1") >= 5


def test_codes_are_several_in_one_field_or_missing(sql):
    assert share(sql, "icd9code LIKE '%, %'", "diagnosis") > 0.5
    assert 0.03 < share(sql, "icd9code IS NULL", "diagnosis") < 0.15


def test_orders_are_cancelled_nameless_open_or_stopped_early(sql):
    for condition, least, most in [
        ("drugordercancelled = 'Yes'", 0.03, 0.1),
        ("drugname IS NULL", 0.05, 0.12),
        ("dosage IS NULL OR routeadmin IS NULL", 0.02, 0.06),
        ("drugstopoffset = 0", 0.04, 0.12),
        ("drugstopoffset < drugstartoffset AND drugstopoffset <> 0", 0.003, 0.03),
    ]:
        assert least < share(sql, condition, "medication") < most
    assert share(sql, r"regexp_matches(drugname, '\d')", "medication") > 0.55


def test_routes_are_messy(sql):
    routes = {route for (route,) in sql("SELECT DISTINCT lower(routeadmin) FROM medication")}
    assert {
        "iv",
        "ivp",
        "iv push",
        "intravenous",
        "intravenou",
        "po",
        "oral",
        "sc",
        "subq",
        "g tube",
    } <= routes


def test_fluids_have_paths_totals_and_weights(sql):
    assert share(sql, "cellpath LIKE '%|I&O|Intake (ml)|%'", "intakeOutput") > 0.4
    assert share(sql, "cellpath LIKE '%|I&O|Output (ml)|%'", "intakeOutput") > 0.3
    assert share(sql, "celllabel IN ('Intake', 'Output')", "intakeOutput") > 0.005
    assert share(sql, "cellpath NOT LIKE '%(ml)%'", "intakeOutput") > 0.01
    assert (
        share(sql, "lower(trim(celllabel)) LIKE '% intake' OR celllabel ILIKE '% output'", "intakeOutput")
        > 0.03
    )


def test_culture_sites_have_commas(sql):
    assert share(sql, "culturesite LIKE '%, %'", "microLab") > 0.4
    assert 0.15 < share(sql, "organism = 'no growth'", "microLab") < 0.5


def test_most_vital_signs_are_missing(sql):
    for column, least, most in [
        ("temperature", 0.8, 0.97),
        ("heartrate", 0.01, 0.1),
        ("systemicmean", 0.5, 0.85),
    ]:
        assert least < share(sql, f"{column} IS NULL", "vitalPeriodic") < most
    both = "(systemicsystolic IS NULL) <> (systemicdiastolic IS NULL)"
    assert share(sql, both, "vitalPeriodic") < 0.1


@pytest.mark.parametrize("place", ["systemic", "pa"])
def test_pressures_of_one_moment_are_of_one_pulse(sql, place):
    (moments, pulse, ordered) = sql(f"""SELECT count(*),
        avg(({place}systolic - {place}diastolic >= 4)::INT),
        avg(({place}diastolic < {place}mean AND {place}mean < {place}systolic)::INT)
        FROM vitalPeriodic WHERE {place}systolic + {place}diastolic + {place}mean IS NOT NULL""")[0]
    assert moments > 1_000
    assert pulse > 0.99
    assert ordered > 0.95
