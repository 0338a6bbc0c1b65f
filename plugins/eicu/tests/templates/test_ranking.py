import pytest

from medgym_ehr.questions.option import AGE_BANDS, RANKS
from medgym_ehr.questions.period import Period
from medgym_ehr.questions.within import Within
from medgym_plugin_eicu.templates.gender import GENDERS
from medgym_plugin_eicu.templates.ranking_group import _ATTRIBUTES

THREE = {"top": RANKS[0]}
YEAR = Period("abs-year-in", "2104")
AT, LATER = "2104-01-02 00:00:00", "2104-01-03 00:00:00"


@pytest.fixture
def wards(stay):
    """Wards 1 to 5 in hospital 1 with as many stays as their number, all of them one visit a ward."""
    for ward in range(1, 6):
        for number in range(ward):
            stay(
                f"1-{ward}",
                ward,
                10 * ward + number,
                wardid=ward,
                hospitalid=1 if ward < 5 else 2,
                unitadmittime=AT,
                hospitaladmittime=AT,
                hospitaladmitsource=f"source {ward}",
                ethnicity="x",
            )


def names(rows):
    return sorted(name for (name,) in rows)


def test_wards_rank_by_stays_and_hospitals_by_visits(wards, ask):
    assert names(ask("top_wards", THREE, YEAR)) == [3, 4, 5]
    assert names(ask("top_hospitals", THREE, YEAR)) == [1, 2]


@pytest.mark.parametrize(
    ("template", "table", "name", "time"),
    [
        ("top_diagnoses", "diagnosis", "diagnosisname", "diagnosistime"),
        ("top_treatments", "treatment", "treatmentname", "treatmenttime"),
        ("top_drugs", "medication", "drugname", "drugstarttime"),
        ("top_specimens", "microlab", "culturesite", "culturetakentime"),
    ],
)
def test_equals_share_a_rank(add, ask, template, table, name, time):
    for value, count in (("a", 4), ("b", 3), ("c", 2), ("d", 2), ("e", 1)):
        for _ in range(count):
            add(table, **{name: value, time: AT})
    assert names(ask(template, THREE, YEAR)) == ["a", "b", "c", "d"]


def test_hospitals_have_tops_of_their_own(wards, add, ask):
    for unit, kind, lab in ((10, "intake", "a"), (20, "output", "b"), (50, "intake", "c")):
        add(
            "intakeoutput",
            patientunitstayid=unit,
            cellpath=f"x|{kind} (ml)|y",
            celllabel=f"{kind} {unit}",
            intakeoutputtime=AT,
        )
        add("lab", patientunitstayid=unit, labname=lab, labresulttime=AT)
    assert names(ask("top_intakes_in_hospital", THREE, YEAR, hospital=1)) == ["intake 10"]
    assert names(ask("top_outputs_in_hospital", THREE, YEAR, hospital=1)) == ["output 20"]
    assert names(ask("top_labs_in_hospital", THREE, YEAR, hospital=1)) == ["a", "b"]


def test_allergies_rank_by_patients(wards, add, ask):
    for unit in (30, 31, 32):
        add("allergy", patientunitstayid=unit, allergyname="often", allergytime=AT)
    for unit, allergy in ((10, "wide"), (20, "wide"), (40, "other"), (50, "other"), (10, "other")):
        add("allergy", patientunitstayid=unit, allergyname=allergy, allergytime=AT)
    assert names(ask("top_allergies", {"top": RANKS[0]}, YEAR)) == ["often", "other", "wide"]


def test_what_followed_counts_once_per_event(wards, add, ask):
    for unit in (20, 21):
        add("diagnosis", patientunitstayid=unit, diagnosisname="gout", diagnosistime=AT)
    for drug, count in (("a", 3), ("b", 2), ("c", 1)):
        for _ in range(count):
            add("medication", patientunitstayid=20, drugname=drug, drugstarttime=LATER)
    add("medication", patientunitstayid=20, drugname="d", drugstarttime=AT)
    rows = ask("top_drugs_after_diagnosis", THREE, within=Within("within-hosp"), diagnosis="gout")
    assert names(rows) == ["a", "b", "c"]


def test_other_drugs_of_the_same_day(wards, add, ask):
    for drug in ("a", "a", "b"):
        add("medication", patientunitstayid=20, drugname=drug, drugstarttime=AT)
    assert names(ask("top_drugs_with_drug", THREE, within=Within("within-day"), drug="a")) == ["b"]


def test_groups_are_of_their_age_gender_and_hospital(wards, add, ask):
    for unit in (10, 50):
        add("diagnosis", patientunitstayid=unit, diagnosisname=f"of {unit}", diagnosistime=AT)
    fifties = {"age": AGE_BANDS[3], **THREE}
    assert names(ask("top_diagnoses_of_age", fifties, YEAR)) == ["of 10", "of 50"]
    assert names(ask("top_diagnoses_of_age", {**fifties, "age": AGE_BANDS[0]}, YEAR)) == []
    assert names(ask("widest_diagnoses_of_gender", {**THREE, "gender": GENDERS[1]}, YEAR)) == []
    assert names(ask("top_diagnoses_in_hospital", THREE, YEAR, hospital=2)) == ["of 50"]


def test_visits_have_sources(wards, ask):
    options = {**THREE, "attribute": _ATTRIBUTES[0], "age": AGE_BANDS[3], "gender": GENDERS[0]}
    assert len(ask("top_attributes_of_visits", options, YEAR)) == 5  # one visit each


def test_patients_own_tops(wards, add, ask):
    for number, (drug, price) in enumerate((("a", 1.5), ("a", 1.5), ("b", 9.0))):
        add("medication", medicationid=number, patientunitstayid=20, drugname=drug, drugstarttime=AT)
        add(
            "cost",
            uniquepid="1-2",
            patienthealthsystemstayid=2,
            eventtype="medication",
            eventid=number,
            cost=price,
        )
    assert names(ask("top_drugs_of_patient", THREE, patient="1-2")) == ["a", "b"]
    assert names(ask("top_patients_of_hospital", THREE, hospital=1)) == ["1-2"]


def test_labs_rank_by_their_different_values(stay, add, ask):
    stay("1-1", 1, 10)
    add("diagnosis", patientunitstayid=10, diagnosisname="sepsis", diagnosistime=AT)
    for lab, values in (("a", (1, 2, 3, 4)), ("b", (1, 2, 3)), ("c", (1, 2)), ("d", (1,) * 9)):
        for value in values:
            add("lab", patientunitstayid=10, labname=lab, labresult=value, labresulttime=LATER)
    options = THREE | {"gender": GENDERS[0]}
    assert names(ask("most_varied_labs_of_patient", THREE, YEAR, patient="1-1")) == ["a", "b", "c"]
    found = ask(
        "most_varied_labs_after_diagnosis", options, within=Within("within-month"), diagnosis="sepsis"
    )
    assert names(found) == ["a", "b", "c"]
