"""Extra splits: references earn all, the second program agrees, and no wording shows what is missing."""

import re
from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from medgym_core.verifier.compare import compare
from medgym_core.verifier.parse import exact
from medgym_plugin_medcalcbench import loader
from medgym_plugin_medcalcbench.attacks.slots import Bayes
from medgym_plugin_medcalcbench.calculators import BY_KEY, CALCULATORS
from medgym_plugin_medcalcbench.extra.making import MOST, clinical, made
from medgym_plugin_medcalcbench.extra.rows import missing, needed
from medgym_plugin_medcalcbench.notes import series, unclear
from medgym_plugin_medcalcbench.notes.table import table
from medgym_plugin_medcalcbench.notes.unclear import CONTRADICTED, SILENT, UNITLESS, left_open, ways
from medgym_plugin_medcalcbench.notes.writing import write
from medgym_plugin_medcalcbench.oracle import MARK
from medgym_plugin_medcalcbench.synthetic import drawn

from .notes.parsing import asked_in
from .notes.reader import Reader, UnclearError, lacking, read_note
from .notes.samples import inputs_of

SPLITS = pytest.mark.parametrize("split", ["serial", "choose", "abstain"])


def tasks(family, build, split):
    return [family.task(build, split, index) for index in range(family.size(build, split))]


@SPLITS
def test_the_reference_is_right(family, build, split):
    for task in tasks(family, build, split):
        scope = {}
        exec(family.reference(build, task)[0].arguments["code"], scope)
        gold = family.gold(build, task).turns[0]
        assert compare(task.turns[0].answer, exact(scope["answer"]), exact(gold)).ok, task.id
        assert not compare(task.turns[0].answer, exact({"value": 1, "missing": ["?"]}), exact(gold)).ok


@SPLITS
def test_the_note_states_at_each_time_what_gold_is_computed_from(family, build, split):
    for task in tasks(family, build, split):
        question, _, note = task.turns[0].question.partition(MARK)
        inputs = loader.extra_inputs(build, split, task.index)
        calculator = BY_KEY[task.category]
        for known, asked in zip(inputs, asked_in(question), strict=True):
            absent = lacking(table(), task.category, note, asked)
            labels = {parameter.name: parameter.label for parameter in calculator.parameters}
            assert [labels[name] for name in absent] == missing(calculator, known)
            if not absent:
                read = inputs_of(read_note(table(), task.category, note, asked))
                assert calculator.canonical(read) == calculator.canonical(known)


def test_no_solution_of_an_evaluation_task_is_one_of_training(family, build):
    def solutions(split):
        return {family.reference(build, task)[0].arguments["code"] for task in tasks(family, build, split)}

    known = solutions("train")
    assert not any(
        known & solutions(split) for split in ("test", "reworded", "ood", "serial", "choose", "abstain")
    )


def test_serial_scores_differ_and_stand_in_no_order_of_time(family, build):
    ordered = []
    for task in tasks(family, build, "serial"):
        assert len(BY_KEY[task.category].parameters) <= MOST
        asked = asked_in(task.turns[0].question.partition(MARK)[0])
        assert len({repr(value) for value in family.gold(build, task).turns[0]}) == len(asked) == 3
        ordered.append(asked == sorted(asked))
    assert not all(ordered)


def test_clinical_questions_do_not_name_their_calculator_nor_each_other():
    asked = [question for questions in clinical().values() for question in questions]
    assert len({*asked}) == len(asked) == 2 * len(clinical())
    for key, questions in clinical().items():
        bare = re.sub(r" \(.*\)", "", BY_KEY[key].name).lower()
        assert not any(bare in question.lower() for question in questions), key


def test_calculators_that_give_one_quantity_are_not_to_be_chosen_among_without_a_hint():
    """Two estimates of one thing are distinguished by the question, or are not asked for."""
    assert {"creatinine_clearance", "ckd_epi"} <= clinical().keys()
    assert not {"mdrd", "qtc_bazett", "qtc_fridericia", "delta_gap"} & clinical().keys()


ROWS = 300
FOLDS = 5


@pytest.fixture(scope="module")
def abstaining():
    """Rows of the split, each with whether something is missing."""
    rows = [made("abstain", index, 7) for index in range(ROWS)]
    return [(one, len(one.stated[0]) < len(needed(CALCULATORS[one.calculator]))) for one in rows]


def own_entries(note, moments):
    """How many of these are the patient's, and were made."""
    return sum(one.made and one.chart == note.scene.own for one in moments)


def fewest_named():
    """How often that input is missing of which fewest of the patient's entries speak."""
    named = 0
    for index in range(ROWS):
        rng = Random(index)
        calculator = [one for one in CALCULATORS.values() if len(needed(one)) >= 3][index % 12]
        inputs, names = drawn(calculator, "ood", rng), [one.name for one in needed(calculator)]
        absent = rng.sample(names, 1)
        note = write(calculator, inputs, rng, {absent[0]: SILENT})
        told = {name: own_entries(note, note.said[name]) for name in names}
        named += [name for name in names if told[name] == min(told.values())] == absent
    return named / ROWS


def test_inputs_are_missing_in_every_way(family, build):
    """By the second program: silence, a number without its unit, and two values of one entry."""
    found = Counter()
    for task in tasks(family, build, "abstain"):
        question, _, note = task.turns[0].question.partition(MARK)
        reader, (asked,) = Reader(table(), note), asked_in(question)
        for name in lacking(table(), task.category, note, asked):
            units, _ = table()["calculators"][task.category][name]
            try:
                found[reader.parameter(name, units, asked)] += 1
            except UnclearError as unclear:
                found["unit" if "without a unit" in str(unclear) else "twice"] += 1
    assert set(found) == {None, "unit", "twice"}
    assert min(found.values()) > 0.15 * found.total()


def unclear_entries(way):
    """How many entries leave open what is missing in some way, or not at all; in the mean of 200 notes."""
    found = []
    for index in range(200):
        rng = Random(index)
        calculator = [one for one in CALCULATORS.values() if len(needed(one)) >= 3][index % 12]
        inputs, several = (
            drawn(calculator, "ood", rng),
            [p for p in needed(calculator) if UNITLESS in ways(p)],
        )
        for parameter in several[:1]:
            note = write(calculator, inputs, rng, {parameter.name: way} if way else {})
            found.append(len(note.unclear[parameter.name]))
    return sum(found) / len(found)


@pytest.mark.parametrize("way", [SILENT, CONTRADICTED, UNITLESS])
def test_as_many_entries_leave_open_what_is_not_missing(way):
    assert abs(unclear_entries(way) - unclear_entries(None)) < 0.1


def test_what_does_not_count_may_be_left_open_and_what_counts_is_not():
    calculator = BY_KEY["anion_gap"]
    note = write(calculator, drawn(calculator, "ood", Random(3)), Random(3), {})
    assert any(note.unclear.values())
    for parameter in calculator.parameters:
        moments = [*note.said[parameter.name]]
        right = note.scene.counting(moments)
        assert right not in note.unclear[parameter.name]
        assert right in left_open(note.scene, parameter, moments, CONTRADICTED)


def test_who_counts_entries_does_not_find_what_is_missing(monkeypatch):
    assert fewest_named() < 0.15
    monkeypatch.setattr(series, "evenly", series.chosen)
    assert fewest_named() > 0.25


def most_left_open():
    """How often that quantity is left open where it counts which most of the patient's entries leave open."""
    named = 0
    measured = {key: [one for one in needed(found) if ways(one)[1:]] for key, found in CALCULATORS.items()}
    several = [key for key, found in measured.items() if len(found) >= 3]
    for index in range(ROWS):
        rng, key = Random(index), several[index % len(several)]
        absent = rng.choice(measured[key])
        lack = {absent.name: rng.choice(ways(absent)[1:])}
        note = write(CALCULATORS[key], drawn(CALCULATORS[key], "ood", rng), rng, lack)
        counts = {one.name: own_entries(note, note.unclear.get(one.name, ())) for one in measured[key]}
        named += [name for name in counts if counts[name] == max(counts.values())] == [absent.name]
    return named / ROWS


def test_who_counts_what_is_left_open_does_not_find_what_is_missing(monkeypatch):
    assert most_left_open() < 0.18
    monkeypatch.setattr(unclear, "left_open", only_what_counts)
    assert most_left_open() > 0.6


def read_without_times():
    """How often whoever takes any complete entry of the patient's takes those that count, of all inputs."""
    right = 0
    for index in range(ROWS):
        rng = Random(index)
        calculator = [one for one in CALCULATORS.values() if 3 <= len(needed(one)) <= 5][index % 12]
        note = write(calculator, drawn(calculator, "ood", rng), rng, {})
        taken = [
            rng.choice(complete(note, one.name)) == note.scene.counting([*note.said[one.name]])
            for one in needed(calculator)
        ]
        right += all(taken)
    return right / ROWS


def complete(note, name):
    """Entries of the patient's that speak of a parameter and leave it not open."""
    known = [one for one in note.said[name] if one.made and one.chart == note.scene.own]
    return [one for one in known if one not in note.unclear.get(name, ())]


def test_who_reads_no_times_does_not_find_what_counts(monkeypatch):
    assert read_without_times() < 0.1
    monkeypatch.setattr(series, "evenly", lambda scene, count, counts: series.chosen(scene, 2, counts))
    assert read_without_times() > 0.2


def only_what_counts(scene, parameter, moments, way):
    """A fault: nothing is left open but what is missing."""
    return {scene.counting([*moments]): way} if way else {}


def words(text):
    """Words and pairs of words, without numbers."""
    found = re.findall(r"[^\W\d_]+", text.lower())
    return [*found, *(" ".join(pair) for pair in pairwise(found))]


def accuracy(examples):
    """Of a naive Bayes classifier that is learned from texts, cross-validated."""
    order = Random(0).sample(range(len(examples)), len(examples))
    right = 0
    for fold in range(FOLDS):
        bayes = Bayes()
        for place, index in enumerate(order):
            if place % FOLDS != fold:
                bayes.learn(words(examples[index][0]), examples[index][1])
        held = [examples[index] for place, index in enumerate(order) if place % FOLDS == fold]
        right += sum((bayes.score(words(text)) > 0) == absent for text, absent in held)
    return right / len(examples)


@pytest.mark.slow
def test_no_wording_shows_what_is_missing(abstaining):
    """At most ten points above who always says the more frequent: of questions, of notes, and of both."""
    share = sum(absent for _, absent in abstaining) / len(abstaining)
    base = max(share, 1 - share)
    assert 0.4 < share < 0.6
    assert accuracy([(one.question, absent) for one, absent in abstaining]) <= base + 0.1
    assert accuracy([(one.note, absent) for one, absent in abstaining]) <= base + 0.1
    marked = [(f"{one.note} {'not measured' * absent}", absent) for one, absent in abstaining]
    assert accuracy(marked) > base + 0.1


@pytest.mark.slow
def test_as_many_statements_speak_of_what_is_missing(abstaining):
    """Nor does the length of a note show it."""
    lengths = {
        absent: [len(one.note.split()) for one, found in abstaining if found == absent]
        for absent in (False, True)
    }
    means = [sum(found) / len(found) for found in lengths.values()]
    assert abs(means[0] - means[1]) < 0.03 * means[0]
