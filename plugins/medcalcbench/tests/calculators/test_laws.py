"""What must hold of every calculator, whatever it is given."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from medgym_core import Date, Integer, Number, Record
from medgym_plugin_medcalcbench.calculators import BY_KEY, CALCULATORS
from medgym_plugin_medcalcbench.drawing import draw
from medgym_plugin_medcalcbench.parameter import Choice, Flag, Measurement, Quantity

RANGES = {
    "apache2": (0, 71),
    "caprini": (0, 77),
    "centor": (-1, 5),
    "cha2ds2_vasc": (0, 9),
    "charlson": (0, 37),
    "child_pugh": (5, 15),
    "curb65": (0, 5),
    "fever_pain": (0, 5),
    "glasgow_blatchford": (0, 23),
    "glasgow_coma_scale": (3, 15),
    "has_bled": (0, 9),
    "heart_score": (0, 10),
    "meld_na": (6, 40),
    "perc": (0, 8),
    "pneumonia_severity": (0, 395),
    "revised_cardiac_risk": (0, 6),
    "sirs": (0, 4),
    "sofa": (0, 24),
    "wells_dvt": (-2, 9),
    "wells_pe": (0, 12.5),
}
RISING = {
    "body_mass_index": ("weight", 1),
    "body_surface_area": ("weight", 1),
    "corrected_calcium": ("albumin", -1),
    "corrected_sodium": ("glucose", 1),
    "ckd_epi": ("creatinine", -1),
    "fib4": ("platelets", -1),
    "framingham": ("hdl", -1),
    "friedewald": ("triglycerides", -1),
    "homa_ir": ("insulin", 1),
    "maintenance_fluids": ("weight", 1),
    "mdrd": ("creatinine", -1),
    "mean_arterial_pressure": ("dbp", 1),
    "meld_na": ("bilirubin", 1),
    "qtc_bazett": ("qt", 1),
    "serum_osmolality": ("bun", 1),
}
FALLING_FINDINGS = {
    ("wells_dvt", "alternative_to_dvt"),
    ("centor", "cough"),
    ("fever_pain", "cough_or_coryza"),
}
DRAWN = st.tuples(st.sampled_from(list(CALCULATORS.values())), st.integers(0, 10**6)).map(
    lambda pair: (pair[0], draw(pair[0], Random(pair[1])))
)
SCORES = st.tuples(st.sampled_from(sorted(RANGES)), st.integers(0, 10**6)).map(
    lambda pair: (BY_KEY[pair[0]], draw(BY_KEY[pair[0]], Random(pair[1])))
)


@settings(deadline=None)
@given(DRAWN)
def test_an_answer_is_of_the_declared_kind(drawn):
    calculator, inputs = drawn
    answer = calculator.compute(inputs)
    kinds = {Number: float | int, Integer: int, Date: object, Record: dict}
    assert isinstance(answer, kinds[type(calculator.answer)])


@settings(deadline=None)
@given(SCORES)
def test_a_score_stays_in_its_range(drawn):
    calculator, inputs = drawn
    low, high = RANGES[calculator.key]
    assert low <= calculator.compute(inputs) <= high


def test_every_score_has_a_range():
    scores = {c.key for c in CALCULATORS.values() if isinstance(c.answer, Integer)}
    assert scores | {"wells_pe", "meld_na"} == set(RANGES)


@settings(deadline=None)
@given(SCORES, st.data())
def test_one_more_finding_never_lowers_a_score(drawn, data):
    calculator, inputs = drawn
    flags = [p.name for p in calculator.parameters if isinstance(p, Flag)]
    if not flags:
        return
    name = data.draw(st.sampled_from(flags))
    canonical = calculator.canonical(inputs)
    if calculator.key == "apache2":  # a low creatinine only scores in healthy kidneys
        canonical["creatinine"] = max(canonical["creatinine"], 0.6)
    without, present = (calculator.formula(**(canonical | {name: value})) for value in (False, True))
    if (calculator.key, name) in FALLING_FINDINGS:
        assert without > present
    else:
        assert without <= present


@pytest.mark.parametrize("key", RISING)
@settings(deadline=None, max_examples=30)
@given(seed=st.integers(0, 10**6), factor=st.floats(1.05, 1.5))
def test_an_equation_rises_or_falls_with_its_parameter(key, seed, factor):
    calculator, (name, direction) = BY_KEY[key], RISING[key]
    canonical = calculator.canonical(draw(calculator, Random(seed)))
    more = canonical | {name: canonical[name] * factor}
    difference = calculator.formula(**more) - calculator.formula(**canonical)
    assert difference * direction >= 0
    assert difference or key == "meld_na"


@settings(deadline=None)
@given(DRAWN)
def test_an_answer_hardly_depends_on_the_unit_that_a_quantity_is_stated_in(drawn):
    """A value is restated in another unit to 12 decimals; away from a rule's bounds the answer stays."""
    calculator, inputs = drawn
    restated = dict(inputs)
    for parameter in calculator.parameters:
        if isinstance(parameter, Quantity) and parameter.name != "age":
            unit = replace(parameter.units[-1], decimals=12)
            canonical = parameter.canonical(inputs[parameter.name])
            if canonical not in calculator.boundaries.get(parameter.name, ()):
                restated[parameter.name] = Measurement(unit.from_canonical(canonical), unit.name)
    if isinstance(calculator.answer, Number):
        assert calculator.compute(restated) == pytest.approx(calculator.compute(inputs))


@settings(deadline=None)
@given(DRAWN)
def test_silence_means_what_the_parameter_says(drawn):
    calculator, inputs = drawn
    spoken = {
        p.name: inputs[p.name]
        for p in calculator.parameters
        if p.missing is None or inputs[p.name] != p.missing
    }
    assert calculator.compute(spoken) == calculator.compute(inputs)


@pytest.mark.parametrize("calculator", CALCULATORS.values(), ids=lambda calculator: calculator.key)
def test_a_calculator_is_documented_and_its_parameters_are_well_formed(calculator):
    assert calculator.documentation
    assert calculator.source
    assert any(year in calculator.source for year in map(str, range(1916, 2025)))
    assert calculator.variant.endswith(".")
    names = [parameter.name for parameter in calculator.parameters]
    assert len(set(names)) == len(names)
    assert set(calculator.boundaries) <= set(names)
    for parameter in calculator.parameters:
        if isinstance(parameter, Quantity):
            assert parameter.unit.factor == 1
            assert parameter.low < parameter.high
        if isinstance(parameter, Choice) and parameter.missing is not None:
            assert parameter.missing in parameter.options
