"""What is right, case by case, on charts written by hand."""

import pytest

from medgym_plugin_medagentbench.chart import Charts
from medgym_plugin_medagentbench.template import TEMPLATES, UnclearError

from .hospital import DAY, HOUR, MINUTE, MRN, OTHER, lab, patient, pressure

YEAR = 365 * DAY


def outcome(name, *resources, **facts):
    charts = Charts([patient(), *({"id": str(n), **each} for n, each in enumerate(resources))])
    return TEMPLATES[name].outcome(charts, {"mrn": MRN, **facts})


def doses(found):
    given = [
        each["dosageInstruction"][0]["doseAndRate"][0] for each in found.orders if "dosageInstruction" in each
    ]
    return [each["doseQuantity"]["value"] for each in given]


@pytest.mark.parametrize(
    ("value", "branch", "grams"),
    [
        (2.6, "normal", []),
        (2.0, "normal", []),
        (1.95, "mild", [1]),
        (1.9, "mild", [1]),
        (1.5, "mild", [1]),
        (1.4, "moderate", [2]),
        (1.0, "moderate", [2]),
        (0.9, "severe", [4]),
    ],
)
def test_magnesium_is_given_by_class(value, branch, grams):
    found = outcome("replace-magnesium", lab("MG", value, HOUR))
    assert (found.branch, doses(found)) == (branch, grams)
    assert found.answer == {"value": value, "on_record": 1}


@pytest.mark.parametrize(
    ("value", "dose"), [(3.6, []), (3.5, []), (3.4, [10]), (3.3, [20]), (3.1, [40]), (2.8, [70])]
)
def test_potassium_is_given_by_what_is_missing(value, dose):
    found = outcome("replace-potassium", lab("K", value, 400 * DAY))
    assert doses(found) == dose
    assert len(found.orders) == 2 * len(dose)


@pytest.mark.parametrize(
    ("ago", "counts"),
    [(DAY, True), (DAY - MINUTE, True), (DAY + MINUTE, False), (0 * DAY, True), (-MINUTE, False)],
)
def test_the_window_has_both_its_ends(ago, counts):
    found = outcome("recent-magnesium", lab("MG", 1.7, ago))
    assert found.answer == {"value": 1.7 if counts else None, "on_record": 1}
    mean = outcome("mean-glucose", lab("GLU", 150, ago), lab("GLU", 100, HOUR))
    assert mean.answer == {"mean": 125.0 if counts else 100.0, "on_record": 2}


@pytest.mark.parametrize(
    ("ago", "branch"),
    [(YEAR, "fresh"), (YEAR + MINUTE, "stale"), (YEAR - MINUTE, "fresh"), (HOUR, "fresh"), (-HOUR, "absent")],
)
def test_an_a1c_of_exactly_a_year_is_not_older(ago, branch):
    found = outcome("renew-a1c", lab("A1C", 6.5, ago))
    assert found.branch == branch
    assert len(found.orders) == (branch != "fresh")


@pytest.mark.parametrize("status", ["entered-in-error", "cancelled", "preliminary", "registered", "unknown"])
def test_a_result_that_is_not_valid_does_not_count(status):
    found = outcome("latest-glucose", lab("GLU", 90, HOUR, status=status), lab("GLU", 120, DAY))
    assert found.answer["value"] == 120
    assert found.answer["on_record"] == 2


def test_the_latest_is_the_one_taken_last_and_not_the_one_issued_last():
    late = lab("GLU", 90, 9 * HOUR, issued="2023-11-13T10:14:00+00:00")
    found = outcome("latest-glucose", late, lab("GLU", 120, HOUR, issued="2023-11-13T09:20:00+00:00"))
    assert found.answer == {"value": 120.0, "taken": "2023-11-13T09:15:00+00:00", "on_record": 2}


def test_times_with_another_zone_are_compared_as_instants():
    west = lab("GLU", 90, HOUR, effectiveDateTime="2023-11-13T02:00:00-08:00")
    found = outcome("latest-glucose", west, lab("GLU", 120, HOUR))
    assert found.answer["taken"] == "2023-11-13T02:00:00-08:00"


def test_results_of_the_same_time_that_differ_leave_it_open():
    with pytest.raises(UnclearError, match="differ"):
        outcome("latest-glucose", lab("GLU", 90, HOUR), lab("GLU", 91, HOUR))
    assert outcome("latest-glucose", lab("GLU", 90, HOUR), lab("GLU", 90, HOUR)).answer["value"] == 90


def test_results_of_others_and_of_other_tests_do_not_count():
    others = lab("MG", 1.1, HOUR, mrn=OTHER), lab("MGU", 1.1, HOUR), lab("MG", 1.8, HOUR)
    assert outcome("recent-magnesium", *others).answer == {"value": 1.8, "on_record": 1}


@pytest.mark.parametrize(
    "broken",
    [
        {"effectiveDateTime": "2023-11-13"},
        {"effectiveDateTime": "2023-11-13T09:00:00"},
        {"valueQuantity": {"unit": "mg/dL"}},
        {"status": None},
    ],
)
def test_a_result_without_value_time_or_status_does_not_count(broken):
    found = outcome("recent-magnesium", lab("MG", 1.1, HOUR) | broken)
    assert found.answer == {"value": None, "on_record": 1}


@pytest.mark.parametrize(
    ("born", "age"), [("1950-11-13", 73), ("1950-11-14", 72), ("1950-11-12", 73), ("2004-02-29", 19)]
)
def test_age_is_in_completed_years(born, age):
    charts = Charts([patient(born=born)])
    assert TEMPLATES["age"].outcome(charts, {"mrn": MRN}).answer == age


def test_an_age_without_a_day_of_birth_is_open():
    with pytest.raises(UnclearError, match="day of birth"):
        TEMPLATES["age"].outcome(Charts([patient(born="1950")]), {"mrn": MRN})


@pytest.mark.parametrize(
    ("given", "family", "born", "mrn", "same"),
    [
        ("Ilse", "O'Quillan", "1950-11-13", MRN, 2),
        ("ILSE", "o'quillan", "1950-11-13", MRN, 2),
        ("Ilse", "O'Quillan", "1950-11-12", None, 2),
        ("Ilse", "O'Quill", "1950-11-13", None, 0),
        ("Ilse", "Quillan", "1950-11-13", None, 0),
    ],
)
def test_a_patient_is_found_by_name_and_birth_date(given, family, born, mrn, same):
    charts = Charts([patient(), patient(OTHER, born="1950-11-31"), patient("S3333333", "Ilse-Jo")])
    found = TEMPLATES["find-patient"].outcome(charts, {"given": given, "family": family, "born": born})
    assert found.answer == {"mrn": mrn, "same_name": same}


def test_two_patients_of_one_name_and_birth_date_leave_it_open():
    facts = {"given": "Ilse", "family": "O'Quillan", "born": "1950-11-13"}
    with pytest.raises(UnclearError, match="2 patients"):
        TEMPLATES["find-patient"].outcome(Charts([patient(), patient(OTHER)]), facts)


def test_what_is_on_record_is_counted():
    condition = {"resourceType": "Condition", "subject": {"reference": f"Patient/{MRN}"}}
    assert outcome("refer-to-orthopaedics", condition, condition, text="x").answer == 2
    assert outcome("record-blood-pressure", pressure(), pressure(OTHER), value="1/1 mmHg").answer == 1
