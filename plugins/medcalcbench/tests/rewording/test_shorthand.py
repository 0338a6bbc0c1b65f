"""Shorthand: values, negations and times stay as they are, and a colleague reads the same in it."""

import re
from collections import Counter

import pytest

from medgym_plugin_medcalcbench.held_out import asked
from medgym_plugin_medcalcbench.notes.table import table
from medgym_plugin_medcalcbench.rewording.shorthand import HEAD, abbreviations, shortened, typed

from ..notes.reader import read_note
from ..notes.samples import inputs_of, sample
from .longhand import in_full

NUMBER = r"\d+(?:[.,:]\d+)*"
NEGATION = r"\b(?:no|not|none|nor|never|without|absent|called off|un\w+|free|stopped|declined|lies?)\b"
LOWER = pytest.mark.parametrize("lower", [False, True])


@pytest.fixture(scope="module")
def notes():
    """Of each calculator asked two patients' notes."""
    return [(calculator, *sample(calculator, seed)) for calculator in asked("test") for seed in (3, 5)]


@LOWER
def test_numbers_negations_and_the_head_stay(notes, lower):
    for _, _, note in notes:
        short = typed(note.text, lower)
        assert short != note.text
        assert short.split("\n")[:HEAD] == note.text.split("\n")[:HEAD]
        for kept in (NUMBER, NEGATION):
            found = [re.findall(kept, text, re.IGNORECASE) for text in (short, note.text)]
            assert [one.lower() for one in found[0]] == [one.lower() for one in found[1]]


@LOWER
def test_a_sentence_is_shortened_as_in_its_note(notes, lower):
    for _, _, note in notes:
        short = typed(note.text, lower)
        assert all(shortened(text, lower) in short for text in note.stated(note.scene.asked).values())


@LOWER
@pytest.mark.slow
def test_a_note_in_shorthand_states_the_same(notes, lower):
    for calculator, inputs, note in notes:
        read = read_note(table(), calculator.key, in_full(typed(note.text, lower)), note.scene.asked)
        assert calculator.canonical(inputs_of(read)) == calculator.canonical(inputs), calculator.key


def test_no_abbreviation_stands_for_two_things_but_that_of_urine():
    several = {text for text, times in Counter(abbreviations().values()).items() if times > 1}
    assert several == {"ur"}


def test_no_abbreviation_ends_a_sentence_or_quotation_or_holds_a_negation_or_number():
    for phrase, short in abbreviations().items():
        assert not {*".'\""} & {*short}
        assert re.findall(r"\d+", phrase) == re.findall(r"\d+", short)
        assert not re.search(NEGATION, f"{phrase} {short}")


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("an 81-year-old female patient has chart 1111", "an 81yo female pt has chart 1111"),
        ("handover: 5 h 10 min after the ward round, chart 1111", "h/over: 5 h 10 min post WR, chart 1111"),
        ("takes oral prednisone 20 mg twice daily", "takes Deltasone by mouth 20 mg bd"),
        ("no fracture of the pelvis", "no # of the pelvis"),
        ("opsonins, preoperation", "opsonins, preoperation"),
    ],
)
def test_phrases_are_abbreviated_as_words_of_their_own(text, short):
    assert (shortened(text, False), shortened(text, True)) == (short, short.lower())
