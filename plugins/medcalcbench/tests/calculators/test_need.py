"""No calculator demands what its formula does not need for the case at hand."""

from random import Random

import pytest

from medgym_plugin_medcalcbench.calculators import BY_KEY, CALCULATORS
from medgym_plugin_medcalcbench.drawing import draw
from medgym_plugin_medcalcbench.oracle import program
from medgym_plugin_medcalcbench.parameter import Measurement

CASES, OTHERS = 3, 30


def answered(calculator, inputs):
    """The answer, or None where the calculator demands more."""
    try:
        return calculator.compute(inputs)
    except KeyError:
        return None


def tried(calculator, inputs):
    try:
        return calculator.compute(inputs)
    except ZeroDivisionError:
        return "none"


@pytest.mark.parametrize("calculator", CALCULATORS.values(), ids=lambda calculator: calculator.key)
def test_what_is_demanded_decides_and_what_decides_is_demanded(calculator):
    """Of each parameter left out: with another patient's value for it the answer changes, or it is given."""
    others = [draw(calculator, Random(seed)) for seed in range(OTHERS)]
    for case in (draw(calculator, Random(-seed - 1)) for seed in range(CASES)):
        for parameter in calculator.parameters:
            left = {name: value for name, value in case.items() if name != parameter.name}
            if parameter.name in calculator.defaults or parameter.missing is not None:
                assert answered(calculator, left) is not None
                continue
            answers = [tried(calculator, left | {parameter.name: other[parameter.name]}) for other in others]
            found = answered(calculator, left)
            assert found is None or all(answer == found for answer in answers)
            assert found is not None or any(answer != answers[0] for answer in answers)


def test_sirs_asks_for_no_gas_where_the_breathing_decides():
    calculator, given = BY_KEY["sirs"], draw(BY_KEY["sirs"], Random(1))
    given |= {"respiratory_rate": Measurement(30, "breaths/min")}
    del given["paco2"]
    assert calculator.compute(given) == calculator.compute(given | {"paco2": Measurement(20, "mmHg")})


def test_apache_asks_for_the_admission_only_of_who_has_organ_failure():
    calculator, given = BY_KEY["apache2"], draw(BY_KEY["apache2"], Random(1))
    del given["admission_type"]
    assert isinstance(calculator.compute(given | {"organ_failure": False}), int)
    with pytest.raises(KeyError, match=r"lacks admission_type'$"):
        calculator.compute(given | {"organ_failure": True})


def test_meld_asks_for_no_creatinine_under_dialysis():
    calculator, given = BY_KEY["meld_na"], draw(BY_KEY["meld_na"], Random(1))
    del given["creatinine"]
    assert answered(calculator, given | {"dialysis": True}) is not None
    assert answered(calculator, given | {"dialysis": False, "cvvhd": False}) is None


def test_only_what_is_needed_is_asked_for():
    given = {"bilirubin": Measurement(1.0, "mg/dL"), "inr": Measurement(1.0, ""), "dialysis": False}
    with pytest.raises(KeyError, match=r"lacks creatinine, sodium"):
        BY_KEY["meld_na"].compute(given)


def test_two_that_decide_together_are_both_asked_for():
    """Neither pressure alone is needed once the other is low; without both, both are."""
    calculator, given = BY_KEY["curb65"], draw(BY_KEY["curb65"], Random(1))
    low = given | {"sbp": Measurement(80, "mmHg")}
    del low["dbp"]
    assert answered(calculator, low) is not None
    neither = {name: value for name, value in low.items() if name != "sbp"}
    with pytest.raises(KeyError, match="lacks sbp, dbp"):
        calculator.compute(neither)


def test_the_reference_computes_without_what_is_not_needed():
    calculator, given = BY_KEY["apache2"], draw(BY_KEY["apache2"], Random(3)) | {"organ_failure": False}
    del given["admission_type"]
    scope = {}
    exec(compile(program(calculator, given), "solution.py", "exec"), scope)
    assert scope["answer"] == calculator.compute(given)
