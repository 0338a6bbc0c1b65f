from datetime import date

import pytest

from medgym_plugin_medcalcbench.calculators import BY_KEY
from medgym_plugin_medcalcbench.published import label

LDL, HEART, DUE, WEEKS = (BY_KEY[key] for key in ("friedewald", "heart_score", "due_date", "gestational_age"))


@pytest.mark.parametrize(
    ("calculator", "text", "answer"),
    [
        (LDL, "-0.25", -0.25),
        (HEART, "5", 5),
        (HEART, "5.0", 5),
        (DUE, "01/07/2021", date(2021, 1, 7)),
        (WEEKS, "('14 weeks', '1 days')", {"weeks": 14, "days": 1}),
        (WEEKS, "(8 weeks, 3 days)", {"weeks": 8, "days": 3}),
        (WEEKS, "40 weeks 0 days", {"weeks": 40, "days": 0}),
    ],
)
def test_labels_are_read_and_written(calculator, text, answer):
    assert label.read(calculator, text) == answer
    assert label.read(calculator, label.write(answer)) == answer


@pytest.mark.parametrize(
    ("calculator", "text"),
    [(LDL, "nan"), (LDL, "inf"), (LDL, "N/A"), (DUE, "2021-01-07"), (DUE, "13/01/2021"), (WEEKS, "57 days")],
)
def test_what_is_no_label_is_refused(calculator, text):
    with pytest.raises(ValueError, match=r"."):
        label.read(calculator, text)


@pytest.mark.parametrize(
    ("answer", "agrees"),
    [(100, True), (105, True), (95, True), (105.01, False), (94.99, False), (-100, False), (0, False)],
)
def test_a_decimal_agrees_within_five_percent(answer, agrees):
    assert label.agrees(LDL, 100.0, answer) is agrees


def test_a_negative_decimal_has_its_band_too():
    assert label.limits(LDL, -2.0) == ("-2.1", "-1.9")
    assert label.agrees(LDL, -2.0, -2.09)
    assert not label.agrees(LDL, -2.0, -2.11)
    assert not label.agrees(LDL, -2.0, 777)


def test_zero_forgives_rounding_errors_only():
    assert label.agrees(LDL, 0.0, -1.4e-14)
    assert not label.agrees(LDL, 0.0, 1e-5)


def test_points_dates_and_weeks_are_exact():
    assert label.agrees(HEART, 5.0, 5)
    assert not label.agrees(HEART, 5.0, 5.1)
    assert not label.agrees(DUE, date(2021, 1, 7), date(2021, 1, 8))
    assert not label.agrees(WEEKS, {"weeks": 8, "days": 3}, {"weeks": 8, "days": 4})
