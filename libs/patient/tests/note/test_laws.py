"""What notes state is what the chart holds, and what they deny it does not."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from medgym_patient import DRUGS, LABS, VITALS
from medgym_patient.note import KINDS, STYLES, open_case, write
from medgym_patient.note.finding import findings

from .baseline import USUAL, read
from .conftest import ADMITTED

WOMENS = re.compile(
    r"\b(vaginal|uterine|breast masses|ovarian|cesarean|postpartum|pregnan\w+)\b", re.IGNORECASE
)
MENS = re.compile(r"\b(prostat\w+|testicular|BPH|weak stream|urinary hesitancy)\b", re.IGNORECASE)


def stated(notes, *kinds):
    return [(row, note, one) for row, note in notes for one in note.statements if one.fact.kind in kinds]


def test_there_are_enough_notes_and_statements(notes, cases):
    assert len(cases) >= 200
    assert sum(len(note.statements) for _, note in notes) > 40 * len(notes)


def test_every_span_holds_what_is_written(notes):
    for _, note in notes:
        for one in note.statements:
            said = note.text[one.start : one.stop]
            assert one.written in said
            assert one.unit in said
            assert "\n" not in said.strip() or not one.written


def test_no_mark_is_left_in_the_text(notes):
    assert not any(ord(letter) > 0xDFFF for _, note in notes for letter in note.text)


def test_a_stated_lab_is_the_charts(records, notes):
    labs = records.labs
    chart = {
        (int(s), round(float(m), 3), LABS.names[lab]): float(v)
        for s, m, lab, v in zip(labs.stay, labs.minute, labs.lab, labs.value, strict=True)
    }
    said = [(row, one) for row, _, one in stated(notes, "lab") if one.temporality != "planned"]
    assert len(said) > 5000
    for row, one in said:
        known = chart[row, round(one.fact.minute, 3), one.fact.concept]
        assert float(one.written) == pytest.approx(known, abs=0.5 * 10.0**-one.fact.decimals + 1e-6)


def test_a_stated_vital_sign_is_the_charts(records, notes):
    vitals = records.vitals
    chart = {
        (int(s), round(float(m), 3)): row
        for s, m, row in zip(vitals.stay, vitals.minute, vitals.values, strict=True)
    }
    said = stated(notes, "vital")
    assert len(said) > 2000
    for row, _, one in said:
        known = chart[row, round(one.fact.minute, 3)][VITALS.index(one.fact.concept)]
        assert float(one.written) == pytest.approx(float(known), abs=0.5 * 10.0**-one.fact.decimals + 1e-4)


def test_a_stated_dose_is_the_orders(records, notes):
    orders = records.orders
    known = {
        (int(s), DRUGS.names[drug], round(float(dose), 3))
        for s, drug, dose in zip(orders.stay, orders.drug, orders.dose, strict=True)
    }
    said = [(row, one) for row, _, one in stated(notes, "order") if one.written]
    assert len(said) > 1000
    assert all((row, one.fact.concept, round(float(one.written), 3)) in known for row, one in said)


def test_nothing_is_stated_before_it_happened(notes):
    for _, note, one in stated(notes, "lab", "vital", "order", "culture", "organism", "procedure"):
        assert one.fact.minute <= note.minute


def test_what_is_denied_is_absent(cases, notes):
    because = {finding.concept: finding.because for finding in findings()}
    denied = [(row, one) for row, _, one in stated(notes, "finding") if one.polarity == "negated"]
    assert len(denied) > 1000
    assert not any(because[one.fact.concept] & cases[row].present for row, one in denied)


def test_what_is_present_has_a_reason(cases, notes):
    because = {finding.concept: finding.because for finding in findings()}
    there = [(row, one) for row, _, one in stated(notes, "finding") if one.polarity == "affirmed"]
    assert len(there) > 300
    assert all(because[one.fact.concept] & cases[row].present for row, one in there)


def test_what_is_planned_is_not_ordered(cases, notes):
    planned = [(row, one) for row, _, one in stated(notes, "order") if one.temporality == "planned"]
    assert len(planned) > 200
    for row, one in planned:
        assert one.fact.concept not in {fact.concept for fact in cases[row].of("order")}
        assert not one.written


def test_diseases_of_the_family_are_told_apart(cases, notes):
    family = [one for _, _, one in stated(notes, "condition") if one.experiencer == "family"]
    assert {one.polarity for one in family} == {"affirmed", "negated"}
    own = [(row, one) for row, _, one in stated(notes, "condition") if one.experiencer == "patient"]
    assert all(one.fact.concept in cases[row].conditions for row, one in own)


def test_nothing_is_impossible_for_the_sex(cases, notes):
    for row, note in notes:
        family = next(
            (note.text[s.start : s.stop] for s in note.sections if "Family" in note.text[s.start : s.stop]),
            "",
        )
        text = note.text.replace(family, "")
        assert not (MENS if cases[row].female else WOMENS).search(text)


def test_copied_passages_are_of_an_earlier_day(notes):
    copied = [
        (note, one)
        for _, note in notes
        for section in note.sections
        if section.name == "copied"
        for one in note.statements
        if section.start <= one.start < section.stop
    ]
    assert len(copied) > 50
    assert all(one.temporality == "past" and note.minute - one.fact.minute >= 24 * 60 for note, one in copied)


@pytest.mark.parametrize(
    ("kind", "low", "high"), [("discharge", 5000, 10_000), ("physician", 2500, 6000), ("nursing", 1500, 4000)]
)
def test_notes_are_as_long_as_such_notes_are(notes, kind, low, high):
    lengths = [len(note.text) for _, note in notes if note.kind == kind]
    assert low <= np.median(lengths) <= high


def test_lines_are_short(notes):
    lines = [line for _, note in notes for line in note.text.split("\n")]
    assert np.mean([len(line) <= 78 for line in lines]) > 0.99


def prose(notes):
    """Style and text of every part that is written in sentences."""
    for _, note in notes:
        for section in note.sections:
            if section.name in ("course", "assessment"):
                yield note.style, note.text[section.start : section.stop].replace("\n", " ")


def frequencies(notes, style):
    found = Counter(
        word for own, text in prose(notes) if own == style for word in re.findall(r"[A-Za-z/&']+", text)
    )
    return {word: count / found.total() for word, count in found.items()}


@pytest.mark.parametrize(("one", "other"), list(combinations(STYLES, 2)))
def test_styles_differ_in_their_words(notes, one, other):
    """Half the sum of differences of the words' shares; two styles differ in layout more than here."""
    ours, theirs = frequencies(notes, one), frequencies(notes, other)
    apart = sum(abs(ours.get(word, 0) - theirs.get(word, 0)) for word in ours | theirs) / 2
    least = 0.05 if {one, other} == {"bulleted", "copying"} else 0.15
    assert apart > least, f"{one} and {other}: {apart:.2f}"


def test_only_one_style_has_bullets(notes):
    shares = {
        style: np.mean([note.text.count("\n- ") > 5 for _, note in notes if note.style == style])
        for style in STYLES
    }
    assert shares.pop("bulleted") > 0.9
    assert max(shares.values()) < 0.1


def test_hundreds_of_sentences_are_composed_anew(notes):
    """Sentences without their numbers and dates: hardly any form comes often."""
    forms: Counter[str] = Counter()
    for _, text in prose(notes):
        forms.update(re.sub(r"\d[\d.]*", "0", one) for one in re.split(r"(?<=[.:]) ", text))
    valued = Counter(
        {form: n for form, n in forms.items() if "0" in form and len(re.findall("[a-z]", form)) > 5}
    )
    assert len(valued) > 3000
    assert max(valued.values()) < 0.01 * valued.total()


def recall(notes, parts):
    """Of what notes state of twelve usual labs, lab, value and day: the share that the baseline reads."""
    hit = total = 0
    for _, note in notes:
        spans = [(each.start, each.stop) for each in note.sections if each.name in parts]
        truth = {
            (one.fact.concept, float(one.written), _day(one))
            for one in note.statements
            if one.fact.concept in USUAL and one.written and any(a <= one.start < b for a, b in spans)
        }
        total += len(truth)
        hit += len(truth & set().union(*(read(note.text[a:b]) for a, b in spans)))
    assert total > 1000
    return hit / total


def test_a_simple_expression_reads_little_prose(notes):
    assert 0 < recall(notes, ("course", "assessment", "response")) < 0.25


def test_a_simple_expression_reads_about_half_of_the_blocks(notes):
    assert 0.2 < recall(notes, ("results",)) < 0.65


def _day(one):
    when = np.datetime64(ADMITTED) + np.timedelta64(int(one.fact.minute), "m")
    return when.item().month, when.item().day


def test_the_same_case_and_seed_write_the_same_note(records, cases):
    row = next(iter(cases))
    again = open_case(records, row, ADMITTED)
    for kind in KINDS:
        assert write(cases[row], kind, 5) == write(again, kind, 5)
        assert write(cases[row], kind, 5).text != write(cases[row], kind, 6).text


def test_without_a_width_a_sentence_is_a_line(cases):
    for case in list(cases.values())[:40]:
        note = write(case, "discharge", 1, "terse", width=None)
        assert all("\n" not in note.text[one.start : one.stop] for one in note.statements)


def test_newborns_have_no_such_notes(records):
    person = int(np.flatnonzero(records.people.newborn)[0])
    row = int(np.flatnonzero(records.stays.person == person)[0])
    with pytest.raises(ValueError, match="newborn"):
        open_case(records, row, ADMITTED)
