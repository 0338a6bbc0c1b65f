"""Every statement form is read as what it says, and every form that does not count is passed over."""

from datetime import date
from random import Random

import pytest

from medgym_plugin_medcalcbench.calculators import BY_KEY, CALCULATORS
from medgym_plugin_medcalcbench.drawing import draw
from medgym_plugin_medcalcbench.notes.scene import set_scene
from medgym_plugin_medcalcbench.notes.spelled import date_spellings
from medgym_plugin_medcalcbench.notes.table import table
from medgym_plugin_medcalcbench.parameter import Choice, Doses, Flag, Quantity

from .reader import Reader, parse_date, parse_value, read_note

FRAMES = table()["frames"]
PARAMETERS = {p.name: p for c in CALCULATORS.values() for p in c.parameters}
SCENE = set_scene(BY_KEY["ckd_epi"], draw(BY_KEY["ckd_epi"], Random(0)), 60, Random(1))


def reader(text):
    return Reader(table(), f"ADMISSION NOTE\nAdmitted: {SCENE.date(SCENE.key)}\n\nPMH\n{text}.\n")


@pytest.mark.parametrize(
    "frame", [f for kind in ("alone", "series", "kin series") for f in FRAMES["quantity"][kind]]
)
def test_a_counting_value_is_read(frame):
    text = SCENE.fill(frame, term="Scr", V="132 µmol/L", other="0.9 mg/dL")
    assert reader(text).quantity("creatinine", ["mg/dL", "µmol/L"]) == ({"n": 132.0}, "µmol/L")


@pytest.mark.parametrize(
    "frame",
    [f for when in ("earlier", "later", "kin earlier", "kin later") for f in FRAMES["quantity"][when]],
)
def test_a_value_of_another_time_is_passed_over(frame):
    text = SCENE.fill(frame, term="Scr", other="0.9 mg/dL")
    assert reader(text).quantity("creatinine", ["mg/dL", "µmol/L"]) is None


@pytest.mark.parametrize("name", [name for name, p in PARAMETERS.items() if isinstance(p, Flag)])
def test_findings_are_read_in_every_form(name):
    entry = table()["findings"][name]
    forms = FRAMES["finding"][entry["kind"]]
    for frame in forms["present"]:
        for phrase in entry["phrases"]:
            assert reader(SCENE.fill(frame, phrase=phrase)).finding(name)
    topics = entry.get("topic", entry["phrases"])
    passed = [SCENE.fill(frame, topic=t) for frame in forms["absent"] + forms["other"] for t in topics]
    assert not any(reader(text).finding(name) for text in passed + entry["near"])


@pytest.mark.parametrize("name", table()["choices"])
def test_grades_are_read_in_every_form(name):
    entry = table()["choices"][name]
    forms = FRAMES["choice"][entry["kind"]]
    for option, phrases in entry["options"].items():
        for phrase in phrases:
            present = [SCENE.fill(frame, phrase=phrase) for frame in forms["present"]]
            assert {reader(text).choice(name) for text in present} == {option}
            passed = [SCENE.fill(frame, phrase=phrase) for frame in forms["earlier"] + forms["later"]]
            assert {reader(text).choice(name) for text in passed} == {None}


@pytest.mark.parametrize("form", ["present", "earlier", "later"])
def test_doses_count_only_if_taken(form):
    for frame in FRAMES["doses"][form]:
        doses = reader(SCENE.fill(frame, dose="oral morphine 7.5 mg TID")).doses()
        assert doses == ([["morphine", 7.5, "mg", 3]] if form == "present" else [])


@pytest.mark.parametrize("frame", FRAMES["last_period"]["present"])
def test_the_last_period_is_read(frame):
    assert reader(SCENE.fill(frame, V="3 May 2024", other="1 May 2024")).last_period() == "2024-05-03"


@pytest.mark.parametrize("frame", FRAMES["identity"]["present"])
def test_who_the_patient_is(frame):
    text = SCENE.fill(frame, article="an", hyphen="80-year", age="80 years", person="lady")
    companions = [
        SCENE.fill(form, article="a", hyphen="44-year", age="44 years")
        for form in FRAMES["identity"]["earlier"] + FRAMES["identity"]["later"]
    ]
    said = reader("; ".join([*companions, text]))
    assert (said.age(), said.sex()) == ((80.0, "years"), "female")


@pytest.mark.parametrize("unit", table()["units"])
def test_every_spelling_of_a_unit_is_read(unit):
    spellings = table()["units"][unit]
    for spelling in spellings:
        numbers, read = parse_value({unit: spellings}, spelling.format(n="1,234.5", feet=5, inches=7, dbp=80))
        assert read == unit
        assert numbers.get("n", 1234.5) == 1234.5


def test_a_value_without_its_unit_is_refused():
    with pytest.raises(ValueError, match="no value with a unit"):
        parse_value({"kg": ["{n} kg"]}, "71 stone")


def test_every_spelling_of_a_date_is_read():
    day = date(2024, 5, 31)
    assert {parse_date(text) for text in date_spellings(day)} == {day}


def test_two_values_that_count_are_refused():
    with pytest.raises(ValueError, match="2 statements give creatinine"):
        reader("Scr 1.2 mg/dL; creatinine 1.4 mg/dL").quantity("creatinine", ["mg/dL"])


def test_an_input_that_is_not_stated_is_refused():
    with pytest.raises(ValueError, match="does not state creatinine"):
        read_note(table(), "ckd_epi", "Admitted: 3 May 2024\n\nthis man, aged 50 y, was admitted\n")


def test_every_parameter_has_forms():
    own = {"age", "sex", "race", "sbp", "dbp", "last_period", "today", "target_steroid"}
    kinds = {Flag: "findings", Quantity: "quantities", Choice: "choices"}
    for name, parameter in PARAMETERS.items():
        if name not in own and not isinstance(parameter, Doses):
            assert name in table()[kinds[type(parameter)]]
    assert {drug for p in PARAMETERS.values() if isinstance(p, Doses) for drug, _ in p.drugs} == set(
        table()["drugs"]
    )
