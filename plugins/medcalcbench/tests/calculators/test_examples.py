from collections import Counter

import pytest

from medgym_plugin_medcalcbench.calculators import BY_KEY

from . import equation_examples, score_examples
from .example import computed

EXAMPLES = (*equation_examples.EXAMPLES, *score_examples.EXAMPLES)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: f"{example.key}-{example.answer}")
def test_the_calculator_gives_what_the_example_says(example):
    found = computed(example.key, **example.given)
    if isinstance(example.answer, int | float):
        assert found == pytest.approx(example.answer, rel=0.002, abs=0.001)
    else:
        assert found == example.answer


@pytest.mark.parametrize(
    ("sex", "age", "total", "hdl", "sbp", "treated", "smoking", "percent"),
    [
        ("male", 57, 220, 45, 125, False, False, 10),
        ("male", 47, 220, 55, 125, False, False, 4),
        ("male", 62, 180, 45, 145, True, False, 16),
        ("male", 42, 260, 38, 132, False, True, 16),
        ("female", 62, 220, 45, 145, True, False, 6),
        ("female", 72, 180, 55, 135, False, False, 5),
        ("female", 52, 260, 35, 150, True, True, 17),
    ],
)
def test_framingham_is_near_the_point_tables_in_the_middle_of_their_bands(
    sex, age, total, hdl, sbp, treated, smoking, percent
):
    given = {"sex": sex, "age": age, "total_cholesterol": total, "hdl": hdl, "sbp": sbp}
    found = computed("framingham", **given, blood_pressure_treated=treated, smoking=smoking)
    assert found == pytest.approx(percent, rel=0.3, abs=1)


def test_every_calculator_has_two_examples_one_of_them_on_a_boundary():
    assert min(Counter(example.key for example in EXAMPLES).values()) >= 2
    assert {example.key for example in EXAMPLES if example.boundary} == set(BY_KEY)
