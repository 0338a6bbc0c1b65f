from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from medgym_plugin_medcalcbench.calculators import BY_KEY, CALCULATORS
from medgym_plugin_medcalcbench.drawing import draw
from medgym_plugin_medcalcbench.parameter import Dose, Measurement
from medgym_plugin_medcalcbench.published import entity
from medgym_plugin_medcalcbench.published.spelling import ENTITIES, UNITS


def read(key, **entities):
    return entity.read(BY_KEY[key], entities)


@settings(deadline=None)
@given(st.sampled_from(list(CALCULATORS.values())), st.integers(0, 10**6))
def test_entities_that_are_written_are_read_back(calculator, seed):
    inputs = draw(calculator, Random(seed))
    again = entity.read(calculator, entity.write(calculator, inputs))
    if calculator.key in ("steroid_conversion", "morphine_equivalents"):
        assert calculator.compute(again) == pytest.approx(calculator.compute(inputs))
    else:
        assert again == inputs


def test_every_parameter_and_unit_has_a_spelling():
    parameters = {p for calculator in CALCULATORS.values() for p in calculator.parameters}
    assert {p.name for p in parameters} - {"opioids"} == set(ENTITIES)
    assert {unit.name for p in parameters for unit in getattr(p, "units", ()) if unit.name} == set(UNITS)


@pytest.mark.parametrize(
    ("stated", "years"),
    [
        ([63, "years"], 63),
        ([3, "years", 2, "months"], 3),
        ([11, "months"], 0),
        ([27, "months"], 2),
        ([60, "weeks"], 1),
        ([5, "days"], 0),
        (44, 44),
    ],
)
def test_ages_count_in_completed_years(stated, years):
    calculator = BY_KEY["centor"]
    inputs = entity.read(calculator, {"age": stated, "Temperature": [37.0, "degrees celsius"]})
    assert calculator.canonical(inputs)["age"] == years


@pytest.mark.parametrize(
    ("stated", "measured"),
    [
        ([170.2, "cm"], (170.2, "cm")),
        ([1.7, "m"], (1.7, "m")),
        ([5, "ft", 7, "in"], (67, "in")),
        ([6, "ft"], (72, "in")),
        ([67, "in"], (67, "in")),
    ],
)
def test_heights_may_be_in_feet_and_inches(stated, measured):
    assert read("ideal_body_weight", sex="Female", height=stated)["height"] == measured


@pytest.mark.parametrize("unit", ["degrees celsius", "degrees celsisus"])
def test_celsius_is_celsius_however_it_is_spelled(unit):
    assert read("sirs", Temperature=[38.5, unit])["temperature"] == Measurement(38.5, "°C")


@pytest.mark.parametrize("unit", ["degrees fahrenheit", "degrees fahreinheit", "degrees farenheit"])
def test_fahrenheit_is_fahrenheit_however_it_is_spelled(unit):
    assert read("sirs", Temperature=[101, unit])["temperature"] == Measurement(101, "°F")


def test_counts_may_be_by_microlitre_or_litre():
    assert read("sirs", **{"White blood cell count": [9000, "m^3"]})["white_cells"] == (9000, "/µL")
    platelets = read("fib4", **{"Platelet count": [150000, "L"]})["platelets"]
    assert platelets == pytest.approx((0.00015, "10⁹/L"))


def test_a_missing_cough_is_absent_and_a_stated_absence_too():
    assert "cough" not in read("centor", age=20)
    assert read("centor", **{"Cough Absent": True})["cough"] is False
    assert read("centor", **{"Cough Absent": False})["cough"] is True


def test_two_entities_of_one_finding_count_if_either_is_there():
    both = {"Cerebrovascular disease history": False, "History of cerebrovascular disease": True}
    assert read("revised_cardiac_risk", **both)["cerebrovascular_disease"] is True


def test_doses_are_read_by_drug_and_zero_ones_left_out():
    stated = {"OxyCODONE Dose": [10, "mg"], "OxyCODONE Dose Per Day": [3, "per day"]}
    stated |= {"Methadone Dose": [0, "mg"], "Methadone Dose Per Day": [0, "per day"]}
    stated |= {"FentANYL patch Dose": [25, "mg"], "FentANYL patch Dose Per Day": [1, "per day"]}
    assert read("morphine_equivalents", **stated)["opioids"] == (
        Dose("fentanyl patch", 25, "mcg/h", 1),
        Dose("oxycodone", 10, "mg", 3),
    )


def test_entities_of_other_rules_are_ignored_and_unknown_ones_only_if_absent():
    assert read("heart_score", **{"Transient Ischemic Attacks History": True}) == {}
    assert read("fever_pain", Asthma=False) == {}
    with pytest.raises(entity.EntityError, match="no calculator takes 'asthma'"):
        read("fever_pain", Asthma=True)


@pytest.mark.parametrize(
    ("key", "entities", "said"),
    [
        ("anion_gap", {"Sodium": [140, "mg/dL"]}, "measured in mEq/L, mmol/L"),
        ("anion_gap", {"Sodium": "140 mEq/L"}, "a number with its unit"),
        ("anion_gap", {"Sodium": [True, "mEq/L"]}, "numbers and units alternate"),
        ("anion_gap", {"Sodium": ["mEq/L", 140]}, "numbers and units alternate"),
        ("anion_gap", {"Sodium": 1e400}, "a number with its unit"),
        ("centor", {"age": [3, "moons"]}, "in years, months, weeks or days"),
        ("centor", {"Cough Absent": "perhaps"}, "True or False"),
        ("child_pugh", {"Ascites": "severe"}, "one of absent, slight, moderate"),
        ("due_date", {"Last menstrual date": "2020-04-02"}, "MM/DD/YYYY"),
        ("due_date", {"Last menstrual date": 20200402}, "MM/DD/YYYY"),
        ("steroid_conversion", {"input steroid": ["aspirin", 5, "mg"]}, "a drug of the list"),
        ("morphine_equivalents", {"Codeine Dose": [5, "mg"]}, "both are numbers"),
        ("homa_ir", {"Insulin": [60, "pmol/L"]}, "measured in µIU/mL"),
    ],
)
def test_an_entity_that_cannot_be_taken_is_refused_with_the_reason(key, entities, said):
    with pytest.raises(entity.EntityError) as caught:
        entity.read(BY_KEY[key], entities)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("key", "name", "parameter"),
    [
        ("has_bled", "Hypertension", "uncontrolled_hypertension"),
        ("has_bled", "Liver disease history", "abnormal_liver"),
        ("pneumonia_severity", "Renal disease history", "renal_disease"),
        ("pneumonia_severity", "Liver disease history", "liver_disease"),
        ("pneumonia_severity", "Congestive Heart Failure", "heart_failure"),
        ("charlson", "Chronic Pulmonary Disease", "copd"),
        ("revised_cardiac_risk", "Cerebrovascular disease", "cerebrovascular_disease"),
        ("glasgow_blatchford", "Syncope", "syncope"),
    ],
)
def test_a_finding_is_known_with_and_without_the_words_around_it(key, name, parameter):
    assert read(key, **{name: True}) == {parameter: True}


@pytest.mark.parametrize(
    "name", ["Partial pressure of oxygen", "PaO2", "PaO₂", "Partial Pressure of Oxygen (PaO2)"]
)
def test_the_oxygen_pressure_is_known_by_all_its_names(name):
    assert read("pneumonia_severity", **{name: [79.0, "mm Hg"]}) == {"pao2": (79.0, "mmHg")}


@pytest.mark.parametrize("name", ["Urine sodium history of", "Hypertensive crisis", "Pulmonary disease"])
def test_a_name_that_only_resembles_one_is_refused(name):
    with pytest.raises(entity.EntityError, match="no calculator takes"):
        read("has_bled", **{name: True})


def test_a_mean_pressure_stands_for_both_where_only_the_mean_counts():
    stated = {"Mean arterial pressure": [62.0, "mm Hg"]}
    assert read("apache2", **stated) == {"sbp": (62.0, "mmHg"), "dbp": (62.0, "mmHg")}
    given = stated | {"Systolic Blood Pressure": [120, "mm Hg"], "Diastolic Blood Pressure": [80, "mm Hg"]}
    assert read("sofa", **given) == {"sbp": (120, "mmHg"), "dbp": (80, "mmHg")}
    with pytest.raises(entity.EntityError, match="mean arterial pressure"):
        read("curb65", **stated)


def test_a_row_may_be_silent_where_the_source_has_a_default():
    given = read("conception_date", **{"Last menstrual date": "01/07/2017"})
    assert str(BY_KEY["conception_date"].compute(given)) == "2017-01-21"
    assert BY_KEY["heart_score"].compute(read("heart_score", age=[30, "years"])) == 0
    assert BY_KEY["revised_cardiac_risk"].compute({}) == 0
    assert BY_KEY["caprini"].compute(read("caprini", sex="Male", age=[40, "years"])) == 0
