from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from medgym_core import Integer
from medgym_plugin_medcalcbench.calculators import BY_KEY, CALCULATORS
from medgym_plugin_medcalcbench.drawing import CLEARANCE, draw
from medgym_plugin_medcalcbench.parameter import Age, Measurement, Quantity

ALL = pytest.mark.parametrize("calculator", CALCULATORS.values(), ids=lambda calculator: calculator.key)


def draws(calculator, count=120):
    return [draw(calculator, Random(seed)) for seed in range(count)]


@ALL
def test_a_draw_depends_on_the_generator_alone(calculator):
    assert draw(calculator, Random(5)) == draw(calculator, Random(5))
    assert len({repr(inputs) for inputs in draws(calculator, 40)}) > 5


@ALL
def test_every_parameter_gets_a_value_that_its_calculator_admits(calculator):
    for inputs in draws(calculator, 40):
        assert list(inputs) == [parameter.name for parameter in calculator.parameters]
        assert calculator.admits(**calculator.canonical(inputs))


@settings(deadline=None)
@given(st.sampled_from(list(CALCULATORS.values())), st.integers(0, 10**6))
def test_a_measurement_has_its_units_decimals_and_a_plausible_value(calculator, seed):
    inputs = draw(calculator, Random(seed))
    for parameter in calculator.parameters:
        if isinstance(parameter, Quantity):
            value, unit = inputs[parameter.name]
            assert round(value, parameter.unit_named(unit).decimals) == value
            slack = max(1, 0.02 * parameter.high)
            if inputs[parameter.name] != parameter.missing:
                canonical = parameter.canonical(inputs[parameter.name])
                assert parameter.low - slack <= canonical <= parameter.high + slack


@ALL
def test_a_boundary_is_met_in_the_canonical_unit_and_in_no_other(calculator):
    for inputs in draws(calculator):
        for parameter in calculator.parameters:
            edges = calculator.boundaries.get(parameter.name, ())
            if isinstance(parameter, Quantity) and inputs[parameter.name].unit != parameter.unit.name:
                canonical = float(
                    parameter.unit_named(inputs[parameter.name].unit).to_canonical(
                        inputs[parameter.name].value
                    )
                )
                assert all(abs(canonical - edge) > CLEARANCE * edge for edge in edges)


def test_every_boundary_of_a_score_is_met():
    calculator = BY_KEY["curb65"]
    met = Counter(
        (name, inputs[name].value)
        for inputs in draws(calculator, 600)
        for name, edges in calculator.boundaries.items()
        if inputs[name].value in edges
    )
    assert set(met) == {(name, edge) for name, edges in calculator.boundaries.items() for edge in edges}


@ALL
def test_scores_spread(calculator):
    if isinstance(calculator.answer, Integer):
        answers = Counter(calculator.compute(inputs) for inputs in draws(calculator, 200))
        assert len(answers) >= 5
        assert answers.most_common(1)[0][1] <= 90


def test_quantities_are_stated_in_every_unit_that_fits():
    weights = {draw(BY_KEY["maintenance_fluids"], Random(seed))["weight"].unit for seed in range(300)}
    assert weights == {"kg", "lb", "g"}
    ages = [draw(BY_KEY["centor"], Random(seed))["age"] for seed in range(600)]
    assert {age.unit for age in ages} == {"years", "months"}
    assert all(
        isinstance(Age("age", "age"), Quantity) and age.value < 48 for age in ages if age.unit == "months"
    )


def test_race_is_never_drawn_nor_an_untestable_response():
    assert {draw(BY_KEY["mdrd"], Random(seed))["race"] for seed in range(50)} == {"other"}
    responses = [draw(BY_KEY["glasgow_coma_scale"], Random(seed)) for seed in range(200)]
    assert "not testable" not in {value for inputs in responses for value in inputs.values()}


def test_measurements_are_rounded_from_the_canonical_value():
    fahrenheit = next(p for p in BY_KEY["sirs"].parameters if p.name == "temperature")
    assert fahrenheit.canonical(Measurement(100.4, "°F")) == 38
    assert fahrenheit.canonical(Measurement(95.0, "°F")) == 35
