"""What must hold of notes: they state what they are made of, and no word by a value shows that it counts."""

import re
from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from medgym_core import Number
from medgym_plugin_medcalcbench.calculators import BY_KEY, CALCULATORS
from medgym_plugin_medcalcbench.drawing import draw
from medgym_plugin_medcalcbench.notes import FIXED, RULES
from medgym_plugin_medcalcbench.notes.spelled import NUMBER, statements
from medgym_plugin_medcalcbench.notes.table import table
from medgym_plugin_medcalcbench.notes.unclear import SILENT
from medgym_plugin_medcalcbench.notes.writing import write
from medgym_plugin_medcalcbench.parameter import Measurement

from .reader import lacking, read_note
from .samples import plain, sample

ANY = st.sampled_from(list(CALCULATORS.values())), st.integers(0, 10**6)


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(*ANY)
def test_a_note_reads_back_to_its_inputs(calculator, seed):
    inputs, note = sample(calculator, seed)
    assert read_note(table(), calculator.key, note.text, note.scene.asked) == plain(inputs)
    assert note.inputs(calculator, note.scene.asked) == inputs


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(*ANY)
def test_what_counts_at_any_entry_is_known_and_read(calculator, seed):
    _, note = sample(calculator, seed)
    for moment in note.scene.moments:
        known = note.inputs(calculator, moment.time)
        absent = lacking(table(), calculator.key, note.text, moment.time)
        assert absent == [p.name for p in calculator.parameters if p.name not in known]
        if not absent:
            assert read_note(table(), calculator.key, note.text, moment.time) == plain(known)


@settings(max_examples=60, deadline=None)
@given(*ANY)
def test_the_sentences_that_state_inputs_stand_in_the_note(calculator, seed):
    inputs, note = sample(calculator, seed)
    stated, said = note.stated(note.scene.asked), statements(note.text)
    assert all(sentence in said for sentence in stated.values())
    silent = inputs.keys() - stated.keys() - {*FIXED}
    missing = {parameter.name: parameter.missing for parameter in calculator.parameters}
    assert all(inputs[name] == missing[name] for name in silent)


def own(note, name):
    """The patient's entries that speak of a parameter."""
    return [one for one in note.said[name] if one.made and one.chart == note.scene.own]


@pytest.mark.parametrize("key", ["anion_gap", "corrected_anion_gap", "homa_ir"])
def test_what_is_to_lack_is_said_by_no_entry_that_counts(key):
    calculator = BY_KEY[key]
    for seed in range(20):
        name = calculator.parameters[seed % len(calculator.parameters)].name
        note = write(calculator, draw(calculator, Random(seed)), Random(seed), {name: SILENT})
        assert lacking(table(), key, note.text, note.scene.asked) == [name]
        assert len(own(note, name)) == len(own(note, calculator.parameters[seed % 2].name))


@pytest.fixture(scope="module")
def notes():
    return {key: [sample(calculator, seed)[1] for seed in range(4)] for key, calculator in BY_KEY.items()}


@pytest.fixture(scope="module")
def texts(notes):
    return {key: [note.text for note in found] for key, found in notes.items()}


def test_notes_are_neither_short_nor_long(texts):
    lengths = [len(note.split()) for found in texts.values() for note in found]
    assert min(lengths) >= 150
    assert max(lengths) <= 900


def test_a_note_depends_on_the_random_state_alone():
    calculator = BY_KEY["curb65"]
    assert sample(calculator, 1)[1].text == sample(calculator, 1)[1].text != sample(calculator, 2)[1].text


def test_one_patient_has_many_notes():
    calculator = BY_KEY["wells_pe"]
    inputs = draw(calculator, Random(0))
    assert len({write(calculator, inputs, Random(seed)).text for seed in range(20)}) == 20


def test_there_are_three_types_of_note(texts):
    titles = {note.splitlines()[0] for found in texts.values() for note in found}
    assert titles == {"ADMISSION NOTE", "DISCHARGE SUMMARY", "CLINIC LETTER"}


@pytest.mark.parametrize(
    "distractor",
    [
        r"\d+ (h|min) (after|before) the ",
        r"\d\d:\d\d",
        r"\((to be made, was )?called off\)",
        r"\(to be called off, was made\)",
        r"\(entered later\)",
        r"(?s)chart (\d{4}).*chart (?!\1)\d{4}",
        r"\d+-(year|month)-old",
        r"as entered: ",
        r"\bno \w+",
        r": none\b",
        r"venous pCO2|urine WBC|direct bilirubin|ionised calcium",
        r"ferritin|TSH|lipase",
        r"umol/L|µmol/L|mmol/L",
        r"\d ft \d",
    ],
)
def test_every_kind_of_distractor_occurs(texts, distractor):
    assert any(re.search(distractor, note, re.IGNORECASE) for found in texts.values() for note in found)


def test_every_quantity_has_other_values_of_other_entries(notes):
    for key, found in notes.items():
        for note in found:
            for name, said in note.said.items():
                if note.scene.counting([*said]) is None:
                    continue
                assert len(said) >= 2, (key, name)
                assert len({repr(value) for value in said.values()}) > 1, (key, name)


def test_no_place_among_the_values_is_the_one_that_counts(notes):
    """Neither order nor rank shows it: the value that counts is the first or the least by chance."""
    first, least, total = 0, 0, 0
    for note in (note for found in notes.values() for note in found):
        for said in note.said.values():
            right, kept = note.scene.counting([*said]), [*said]
            if right and len(kept) > 2 and all(isinstance(value, Measurement) for value in said.values()):
                units = {value.unit for value in said.values()}
                order = sorted(kept, key=lambda one: said[one].value) if len(units) == 1 else [right]
                total += len(units) == 1
                first += len(units) == 1 and kept[0] == right
                least += len(units) == 1 and order[0] == right
    assert total > 100
    assert first / total < 0.45
    assert least / total < 0.45


def test_entries_that_count_are_told_as_the_others_are(notes):
    """Half of all times are given by a distance, whether the entry counts or not."""
    relative = Counter()
    for note in (note for found in notes.values() for note in found):
        for moment in note.scene.moments:
            (line,) = [
                text
                for text in statements(note.text)
                if moment.label in text.split(" before the ")[0].split(" after the ")[0]
                and f"chart {moment.chart}" in text
                and re.search(r"\d\d:\d\d|(h|min) (after|before) the ", text)
            ]
            counts = moment.made and moment.chart == note.scene.own and moment.time <= note.scene.asked
            relative[counts, " the " in line] += 1
    shares = [
        relative[counts, True] / (relative[counts, True] + relative[counts, False]) for counts in (0, 1)
    ]
    assert all(0.4 < share < 0.6 for share in shares), shares


def test_no_note_names_its_calculator_or_a_score(texts):
    for key, found in texts.items():
        for note in found:
            assert BY_KEY[key].name.lower() not in note.lower()
            assert not re.search(r"\b(total|risk) score\b|\bpoints\b", note, re.IGNORECASE)


@pytest.mark.parametrize("calculator", [c for c in CALCULATORS.values() if isinstance(c.answer, Number)])
def test_no_note_holds_its_answer(calculator):
    inputs, note = sample(calculator, 5)
    answer = calculator.compute(inputs)
    exact = {f"{answer:.{digits}f}" for digits in (2, 3, 4)} if answer != round(answer, 1) else set()
    assert not exact & set(re.findall(NUMBER, note.text))


def test_an_infant_is_told_in_months():
    calculator = BY_KEY["maintenance_fluids"]
    note = write(calculator, {"weight": Measurement(4.2, "kg")}, Random(1))
    mine = [text for text in statements(note.text) if f"chart {note.scene.own}" in text]
    assert note.scene.age < 1
    assert any(re.search(r"\b2 months|\b2-month", text) for text in mine)


def test_nobody_grows_or_shrinks_within_a_note(notes):
    """A height of another value is of another chart, or of an entry that was called off."""
    heights = [
        (note, note.said["height"]) for found in notes.values() for note in found if "height" in note.said
    ]
    assert heights
    for note, said in heights:
        own = {repr(value) for one, value in said.items() if one.made and one.chart == note.scene.own}
        assert len(own) == 1


def test_the_rules_say_what_decides():
    assert all(word in RULES for word in ("chart", "called off", "last", "at or before that time"))
