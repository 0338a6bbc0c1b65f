"""The rule of medagentbench: what one string passes, and which right work is refused."""

import json

import pytest

from benchmarks.published_rules.medagentbench import PATIENT, Errand, accepts
from benchmarks.published_rules.output import Output

ONE_STRING = Output(json.dumps({"GET": ["Patient not found", -1, *range(400)], "POST": []}))


def ordered(grams, answers=()):
    dose = {"value": grams, "unit": "g"}
    return Output(str({"GET": list(answers), "POST": ["/MedicationRequest", {"doseQuantity": dose}]}))


@pytest.mark.parametrize(
    "errand", [Errand(1, None), Errand(2, 64), Errand(4, None), Errand(6, 123), Errand(7, 77)]
)
def test_one_string_passes_without_a_query(errand):
    assert accepts(errand, ONE_STRING)


def test_a_patient_who_exists_is_not_in_that_string():
    assert not accepts(Errand(1, "S1234567"), ONE_STRING)
    assert accepts(Errand(1, "S1234567"), Output('{"GET": ["S1234567"], "POST": []}'))


def test_a_date_says_that_nothing_is_on_record():
    assert accepts(Errand(4, None), Output("2023-11-13"))


def test_superfluous_orders_are_not_seen():
    assert accepts(Errand(7, 77.0), Output("77.0 and 100 orders"))


def test_a_blood_pressure_is_recorded_for_one_patient():
    pressure = Errand(3, None, "118/77 mmHg")
    assert not accepts(pressure, Output("Patient/S0000001 118/77 mmHg"))
    assert accepts(pressure, Output(f"Patient/{PATIENT} 118/77 mmHg"))


def test_a_normal_magnesium_must_be_treated():
    assert accepts(Errand(5, 2.0), ordered(1))
    assert not accepts(Errand(5, 2.0), Output('{"GET": [2.0], "POST": []}'))


@pytest.mark.parametrize(("level", "grams"), [(0.8, 4), (1.2, 2), (1.7, 1)])
def test_a_low_magnesium_is_treated_only_by_who_does_not_answer(level, grams):
    assert accepts(Errand(5, level), ordered(grams))
    assert not accepts(Errand(5, level), ordered(grams, answers=[level]))
    assert not accepts(Errand(5, level), ordered(3))


def test_where_no_magnesium_is_on_record_the_check_fails():
    assert not accepts(Errand(5, None), Output('{"GET": [-1], "POST": []}'))


def test_a_dose_of_potassium_is_a_text():
    assert accepts(Errand(9, 3.9), Output("-39.99999999999999 mEq"))
    assert not accepts(Errand(9, 3.9), Output('{"GET": [3.9], "POST": []}'))
    assert not accepts(Errand(9, 3.1), Output("40 mEq"))
    assert accepts(Errand(9, 3.1), Output("39.99999999999999 mEq"))


def test_an_apostrophe_spoils_an_object():
    assert not accepts(Errand(5, 1.7), Output("{'GET': [], 'POST': [\"it's\", {'value': 1, 'unit': 'g'}]}"))


def test_a_referral_needs_its_text():
    referral = Errand(8, None, "Left knee, two weeks.")
    assert accepts(referral, Output('{"POST": [{"note": {"text": "Left knee, two weeks."}}]}'))
    assert not accepts(referral, ONE_STRING)


def test_nothing_renews_an_a1c():
    assert not accepts(Errand(10, 6.5), Output('{"GET": [6.5, "2023-11-02T06:53:00+00:00"], "POST": []}'))
