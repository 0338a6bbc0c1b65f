import pytest

from medgym_ehr.questions.option import (
    AGE_BANDS,
    AGGREGATES,
    LAST,
    RANKS,
    SURVIVAL_YEARS,
    UNIT_AVERAGES,
    Option,
)
from medgym_ehr.questions.period import Period
from medgym_plugin_eicu.templates.gender import GENDERS

ONE, TWO = SURVIVAL_YEARS[:2]
SINCE = Period("abs-year-since", "2100")
DAILY = UNIT_AVERAGES[0]


@pytest.fixture
def people(stay, add):
    """Five patients with gout in 2103: one dies soon, one after 400 days, one leaves, two are current."""
    fates = (
        ("2103-02-01", "expired"),
        ("2104-02-05", "expired"),
        ("2103-02-01", "alive"),
        (None, None),
        (None, None),
    )
    for number, (left, status) in enumerate(fates):
        stay(
            f"1-{number}",
            number,
            number,
            age=str(30 + 10 * number),
            gender="female" if number < 2 else "male",
            hospitaladmittime="2103-01-01 00:00:00",
            hospitaldischargetime=left and f"{left} 00:00:00",
            hospitaldischargestatus=status,
            hospitalid=1,
        )
        for day in (1, 2):
            at = f"2103-01-0{day} 00:00:00"
            add("diagnosis", patientunitstayid=number, diagnosisname="gout", diagnosistime=at)
        add(
            "lab",
            patientunitstayid=number,
            labname="ph",
            labresult=number,
            labresulttime="2103-01-01 00:00:00",
        )
        add("medication", patientunitstayid=number, drugname="a", drugstarttime="2103-01-01 00:00:00")


@pytest.mark.parametrize(("survival", "rate"), [(ONE, 80), (TWO, 60)])
def test_who_died_within_the_years_did_not_survive(people, ask, survival, rate):
    rows = ask("survival_after_diagnosis", {"survival": survival}, SINCE, diagnosis="gout")
    assert rows == [(rate,)]
    assert ask("survival_after_drug", {"survival": survival}, SINCE, drug="a") == [(rate,)]


def test_who_was_not_followed_long_enough_is_left_out(people, stay, add, ask):
    stay("1-9", 9, 9, hospitaladmittime="2105-06-01 00:00:00")
    add("diagnosis", patientunitstayid=9, diagnosisname="gout", diagnosistime="2105-06-01 00:00:00")
    assert ask("survival_after_diagnosis", {"survival": ONE}, SINCE, diagnosis="gout") == [(80,)]


def test_mortality_is_of_the_gender_asked_for(people, add, ask):
    add("diagnosis", patientunitstayid=3, diagnosisname="asthma", diagnosistime="2103-01-01 00:00:00")
    options = {"top": RANKS[0], "survival": ONE, "gender": GENDERS[0], "least": Option("2", "2")}
    assert ask("deadliest_diagnoses", options, SINCE) == [("gout",)]
    assert ask("deadliest_diagnoses", {**options, "gender": GENDERS[1]}, SINCE) == [("gout",)]


def test_shares_count_patients_and_visits_once(people, ask):
    assert ask("gender_share_of_diagnosis", {"gender": GENDERS[0]}, diagnosis="gout") == [(40,)]
    assert ask("age_share_of_drug", {"age": AGE_BANDS[1]}, drug="a") == [(20,)]


def test_deaths_are_a_share_of_ended_visits(people, ask):
    assert ask("death_share_with_diagnosis", diagnosis="gout") == [(pytest.approx(200 / 3),)]


def test_returns_are_counted_from_the_discharge(people, stay, ask):
    stay("1-2", 20, 20, hospitaladmittime="2103-02-20 00:00:00")
    options = {"days": Option("30", "30")}
    rows = ask("return_share_of_diagnosis", options, Period("abs-month-in", "2103-02"), diagnosis="gout")
    assert rows == [(50,)]


def test_medians_and_ages(people, ask):
    assert ask("median_of_lab", {"gender": GENDERS[1]}, lab="ph") == [(3,)]
    assert ask("age_of_patients_with_drug", drug="a") == [(50,)]
    assert ask("median_stay_with_diagnosis", diagnosis="gout") == [(31,)]


def test_percentiles_are_among_peers(people, ask):
    options = {"nth": LAST}
    assert ask("percentile_of_lab_in_hospital", options, patient="1-3", lab="ph") == [(0.75,)]
    assert ask("percentile_of_lab", options, patient="1-3", lab="ph") == [(0,)]


def test_rates_are_over_days_with_any(people, ask):
    options = {"aggregate": AGGREGATES[2], "unit": DAILY}
    assert ask("rate_of_diagnosis", options, diagnosis="gout") == [(5,)]
    assert ask("rate_of_lab", options, lab="ph") == [(5,)]
