"""The protocol does no harm by what it orders."""

import numpy as np
import pytest

from medgym_plugin_icu_watch import order, policy, protocol
from medgym_plugin_icu_watch.bedside import pass_hour
from medgym_plugin_icu_watch.case import crowd, suited
from medgym_plugin_icu_watch.order import ROW
from medgym_plugin_icu_watch.watch import begin, turns


def ketotic(size):
    return crowd(11, 0, size, "ketoacidosis", "diabetic_ketoacidosis", "teaching")


@pytest.fixture(scope="module")
def course():
    """Glucose of patients in ketoacidosis under the protocol, (hours, patients), mg/dL."""
    return np.array([watch.bedside.state.glucose for watch, _, _ in policy.course(start(), policy.follow)])


def start():
    return begin(ketotic(60))


def test_insulin_lowers_glucose_about_as_fast_as_is_asked_for(course):
    """50 to 75 mg/dL an hour, by 0.1 units/kg/h of those who are less sensitive (Kitabchi 2009)."""
    falls = start().bedside.state.glucose - course[3]
    assert 50 < np.median(falls) / 4 < 100


def test_nobody_in_ketoacidosis_comes_to_hypoglycemia_that_endangers(course):
    """Under 54 mg/dL, level 2 (ADA Standards of Care 2024, section 6); under 70, level 1, is rare."""
    lowest = course.min(axis=0)
    assert lowest.min() >= 54
    assert (lowest < 70).mean() < 0.1


def test_insulin_stops_under_70_and_glucose_is_looked_at_again():
    bedside = begin(ketotic(3)).bedside
    bedside.standing[ROW["insulin_infusion"]] = 3.0
    bedside.state.glucose[:] = 25.0
    bedside.state.insulin[:] = 12.0
    drawn = order.lasting(bedside.standing)
    drawn[ROW["fingerstick"]] = 1.0
    bedside, _ = pass_hour(bedside, drawn, np.zeros(3, dtype=bool))
    want = protocol.due(bedside)
    assert (protocol.glucose(bedside)[0] < 70).all()
    assert (want[ROW["insulin_infusion"]] == 0).all()
    assert (want[ROW["dextrose"]] == 25).all()
    assert (want[ROW["fingerstick"]] + want[ROW["chemistry"]] == 1).all()
    assert (protocol.pace(bedside, want) == 1).all()


def test_ketoacidosis_is_of_diabetics():
    found = ketotic(20)
    assert len(found.kind) == 20
    assert suited(found).all()
    assert (found.chart.has("diabetes_type_1") | found.chart.has("diabetes_type_2")).all()


def test_who_retains_carbon_dioxide_has_copd():
    found = crowd(0, 0, 40, "retainer", "copd_exacerbation", "community")
    assert len(found.kind) == 40
    assert suited(found).all()
    assert found.chart.has("copd").all()


@pytest.mark.parametrize(("share", "turned"), [(0.0, False), (0.1, False), (0.5, True), (1.0, True)])
def test_heparin_is_changed_by_what_the_protocol_wants_and_no_less_than_half_of_it(share, turned):
    bedside = begin(crowd(0, 0, 3, "embolism", "pulmonary_embolism", "teaching")).bedside
    want, dose = protocol.due(bedside), ROW["heparin_bolus"]
    orders = order.lasting(bedside.standing)
    orders[dose] = share * want[dose]
    assert (want[dose] > 0).all()
    assert (turns(bedside, want, orders) == turned).all()


def test_a_change_of_heparin_that_nobody_wants_puts_no_look_off():
    bedside = begin(crowd(0, 0, 3, "embolism", "pulmonary_embolism", "teaching")).bedside
    bedside.standing[ROW["heparin_infusion"]] = 1000.0
    bedside.turned[:] = 1.0
    want = protocol.due(bedside)
    orders = want.copy()
    assert (want[ROW["heparin_bolus"]] == 0).all()
    orders[ROW["heparin_bolus"]] = 1000.0
    orders[ROW["heparin_infusion"]] += 50
    assert not turns(bedside, want, orders).any()
