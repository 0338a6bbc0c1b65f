"""What is right in the errands of the split ood, case by case, on charts written by hand."""

import pytest

from medgym_plugin_medagentbench.chart import Charts
from medgym_plugin_medagentbench.novel import NOVEL
from medgym_plugin_medagentbench.template import UnclearError

from .hospital import DAY, HOUR, MINUTE, MRN, lab, patient


def outcome(name, *resources):
    charts = Charts([patient(), *({"id": str(n), **each} for n, each in enumerate(resources))])
    return NOVEL[name].outcome(charts, {"mrn": MRN})


@pytest.mark.parametrize(
    ("before", "after", "branch"), [(4.5, 4.0, "fell"), (4.5, 4.1, "steady"), (3.1, 4.0, "steady")]
)
def test_a_fall_of_potassium_is_controlled(before, after, branch):
    found = outcome("potassium-change", lab("K", before, 300 * DAY), lab("K", after, HOUR))
    assert (found.branch, len(found.orders)) == (branch, branch == "fell")
    assert found.answer == {"change": pytest.approx(after - before), "on_record": 2}


def test_the_result_before_is_of_another_time_and_counts():
    others = (lab("K", 5.0, MINUTE, status="cancelled"), lab("K", 4.4, HOUR), lab("K", 4.9, DAY))
    found = outcome("potassium-change", *others, lab("K", 4.4, HOUR, status="amended"))
    assert found.answer == {"change": -0.5, "on_record": 4}
    assert outcome("potassium-change", lab("K", 4.0, HOUR)).answer == {"change": None, "on_record": 1}


def test_two_results_of_one_time_that_differ_are_unclear():
    with pytest.raises(UnclearError):
        outcome("potassium-change", lab("K", 4.0, HOUR), lab("K", 4.4, HOUR), lab("K", 5.0, DAY))


def test_days_are_those_of_utc():
    midnight = 10 * HOUR + 15 * MINUTE  # now is 10:15
    two = (lab("GLU", 141, midnight), lab("GLU", 150, HOUR), lab("GLU", 200, midnight + MINUTE))
    assert outcome("glucose-days", *two).answer == {"days": 2, "mean": 175.0, "on_record": 3}
    assert outcome("glucose-days", lab("GLU", 300, -HOUR)).answer == {"days": 0, "mean": None, "on_record": 1}


@pytest.mark.parametrize(
    ("apart", "corrected"), [(0 * HOUR, 143.2), (HOUR, 143.2), (-HOUR, 143.2), (HOUR + MINUTE, None)]
)
def test_sodium_is_corrected_by_the_glucose_of_its_hour(apart, corrected):
    found = outcome("corrected-sodium", lab("NA", 140, 2 * HOUR), lab("GLU", 300, 2 * HOUR + apart))
    assert found.answer == {"sodium": 140.0, "corrected": corrected, "on_record": 1}


def test_the_nearer_glucose_counts_and_equally_near_ones_that_differ_are_unclear():
    sodium = lab("NA", 140, 2 * HOUR)
    nearer = (lab("GLU", 200, 2 * HOUR + MINUTE), lab("GLU", 300, 2 * HOUR - 2 * MINUTE))
    assert outcome("corrected-sodium", sodium, *nearer).answer["corrected"] == pytest.approx(141.6)
    with pytest.raises(UnclearError):
        outcome("corrected-sodium", sodium, lab("GLU", 200, HOUR), lab("GLU", 300, 3 * HOUR))
