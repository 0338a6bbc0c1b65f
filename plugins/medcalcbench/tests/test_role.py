"""What gold takes for a target or a fasting value is called one, by its parameter and by the note."""

import re
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from medgym_plugin_medcalcbench import quantity as q
from medgym_plugin_medcalcbench.calculators import BY_KEY, CALCULATORS
from medgym_plugin_medcalcbench.notes.table import table
from medgym_plugin_medcalcbench.notes.writing import write
from medgym_plugin_medcalcbench.parameter import Measurement, Quantity
from medgym_plugin_medcalcbench.role import misnamed, unstated
from medgym_plugin_medcalcbench.synthetic import drawn

from .notes.samples import sample

TARGET, HOMA = BY_KEY["target_weight"], BY_KEY["homa_ir"]


@pytest.mark.parametrize("calculator", CALCULATORS.values(), ids=lambda calculator: calculator.key)
def test_every_calculator_names_the_roles_of_its_quantities(calculator):
    assert list(misnamed(calculator)) == []


def test_a_target_that_is_the_measured_value_is_found():
    """As it was: the weight at the body mass index aimed at, of a parameter that is the measured index."""
    measured = replace(TARGET, parameters=(q.BMI, q.HEIGHT))
    assert list(misnamed(measured)) == ["no parameter is the target one"]
    aimed = replace(TARGET, parameters=(replace(q.BMI, label="target body mass index"), q.HEIGHT))
    assert list(misnamed(aimed)) == [
        "target body mass index is called 'BMI'",
        "target body mass index is called 'body mass index'",
    ]


def test_a_fasting_value_that_may_be_any_value_is_found():
    loose = replace(HOMA, parameters=(replace(q.INSULIN, label="insulin"), q.GLUCOSE))
    assert "no parameter is the fasting one" in list(misnamed(loose))


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(list(CALCULATORS.values())), st.integers(0, 10**6))
def test_a_note_states_every_quantity_by_its_name(calculator, seed):
    inputs, note = sample(calculator, seed)
    assert list(unstated(calculator, inputs, note.text)) == []


def test_a_note_that_calls_the_target_otherwise_does_not_state_it():
    inputs, note = sample(TARGET, 3)
    changed = re.sub(r"(?i)target (BMI|body mass index)|BMI target", "BMI", note.text)
    assert changed != note.text
    assert [text.split(" of ")[0] for text in unstated(TARGET, inputs, changed)] == ["target body mass index"]


def test_a_note_with_another_value_does_not_state_the_quantity():
    inputs, note = sample(BY_KEY["body_mass_index"], 1)
    assert list(unstated(BY_KEY["body_mass_index"], inputs | {"weight": Measurement(99.9, "kg")}, note.text))


def test_no_term_belongs_to_two_quantities_of_one_calculator():
    for calculator in CALCULATORS.values():
        names = [p.name for p in calculator.parameters if isinstance(p, Quantity)]
        terms = [t.lower() for n in names for t in table()["quantities"].get(n, {}).get("terms", ())]
        assert len(terms) == len(set(terms)), calculator.key


def test_measured_and_target_index_stand_side_by_side():
    found = [sample(TARGET, seed) for seed in range(40)]
    measured = [note for _, note in found if re.search(r"as measured|measured BMI|of today", note.text)]
    assert len(measured) >= 8
    assert all(
        TARGET.compute(inputs) == inputs["target_bmi"].value * _metres(inputs) ** 2 for inputs, _ in found
    )


def _metres(inputs):
    return q.HEIGHT.canonical(inputs["height"]) / 100


PRESSED = [c for c in CALCULATORS.values() if "sbp" in {p.name for p in c.parameters}]


@pytest.mark.parametrize("calculator", PRESSED, ids=lambda calculator: calculator.key)
def test_blood_pressures_have_a_pulse(calculator):
    for seed in range(25):
        rng = Random(seed)
        note = write(calculator, drawn(calculator, "train", rng), rng)
        pairs = re.findall(r"\b(\d{2,3})(?:/| over )((?!15\b)\d{2,3})\b", note.text)
        assert all(int(high) - int(low) >= 20 for high, low in pairs), pairs
