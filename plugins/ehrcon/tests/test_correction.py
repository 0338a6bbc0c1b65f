"""Corrections: what is asked, what the records say, and what is not worth asking."""

from datetime import datetime

import pytest

from medgym_core import gold_of
from medgym_ehr.ledger import half_of
from medgym_plugin_ehrcon import loader
from medgym_plugin_ehrcon.claim import Claim, Mention
from medgym_plugin_ehrcon.corrected import program
from medgym_plugin_ehrcon.correction import KINDS, Correction, UnfitError, answer, drawn, question
from medgym_plugin_ehrcon.rule import Record
from medgym_prove.skeleton import program as skeleton

from .independent.compare import synonyms
from .independent.corrections import corrected, kind
from .independent.labels import asked as read
from .independent.labels import notes
from .independent.records import records


def at(hour, minute=0, second=0):
    return datetime(2101, 3, 4, hour, minute, second)


def record(hour, value, name="creatinine", unit="mg/dl", minute=0):
    return Record(name, value, unit, at(hour, minute), at(hour, minute))


CREATININE = Mention(
    row_id=7,
    subject_id=1,
    hadm_id=2,
    category="physician",
    line=3,
    character=5,
    text="Cr 1.4",
    entity="Cr",
    entity_type=1,
    style="explicit",
    table="labevents",
    claims=(Claim(names=("creatinine",), value=1.4, unit=None, start=at(8), end=at(8, 0, 59)),),
    columns=("time",),
)
RECORDED = [
    record(6, 1.4, minute=30),
    record(8, 1.1),
    record(12, 1.9),
    record(14, 1.4),
    record(9, 80.0, "pulse"),
]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("when", ["2101-03-04 06:30:00", "2101-03-04 14:00:00"]),
        ("what", [1.1]),
        ("gap", 90),
        ("next", {"time": "2101-03-04 12:00:00", "value": 1.9}),
    ],
)
def test_the_records_answer(asked, said):
    assert answer(Correction(CREATININE, asked), RECORDED) == said


@pytest.mark.parametrize("asked", KINDS)
def test_what_no_record_answers_is_not_asked(asked):
    with pytest.raises(UnfitError):
        answer(Correction(CREATININE, asked), [record(9, 80.0, "pulse")])


def test_a_unit_that_is_written_must_be_the_records():
    claim = CREATININE.claims[0].model_copy(update={"unit": "umol/l"})
    with pytest.raises(UnfitError):
        answer(Correction(CREATININE.model_copy(update={"claims": (claim,)}), "when"), RECORDED)


def test_only_mentions_that_are_wrong_so_are_corrected():
    found = list(drawn([CREATININE], {2: RECORDED}, 5))
    assert {one.kind for one in found} == {"when", "gap", "next"}
    value = CREATININE.model_copy(update={"columns": ("value",)})
    assert {one.kind for one in drawn([value], {2: RECORDED}, 5)} == {"what", "next"}


@pytest.fixture(scope="module")
def corrections(family, build):
    return [family.task(build, "ood", index) for index in range(family.size(build, "ood"))]


def test_every_kind_is_asked_of_patients_of_the_test(family, build, corrections):
    assert {task.metadata["template"] for task in corrections} == {*KINDS}
    subjects = set(family.subjects(build, "ood"))
    assert {half_of("mimic-iii", "patient", name.rpartition("/")[2]) for name in subjects} == {"test"}


def test_every_correction_is_computed_again(family, build, raw, corrections):
    known, recorded, names = notes(raw), records(raw), synonyms(build.public)
    for task in corrections:
        asked = task.turns[0].question
        assert kind(asked) == task.metadata["template"]
        (gold,) = gold_of(family, build, task).turns
        assert corrected(asked, read(asked), known, recorded, names) == gold, asked


def test_the_reference_answers(family, build, corrections, run):
    for task in corrections:
        assert run(family.reference(build, task)) == gold_of(family, build, task).turns[0]


def test_each_kind_takes_a_program_of_its_own(family, build, corrections):
    outlines = {
        task.metadata["template"]: skeleton(program(loader.correction(build, "ood", task.index)))
        for task in corrections
    }
    assert len(set(outlines.values())) == len(KINDS)


def test_no_answer_fits_two_corrections_of_a_kind(family, build, corrections):
    golds = [(task.metadata["template"], str(gold_of(family, build, task).turns[0])) for task in corrections]
    assert len(set(golds)) == len(golds)
    assert family.chance_rate(build, "ood") == len(KINDS) / len(corrections)


def test_a_question_names_its_mention(build, corrections):
    for task in corrections:
        asked = loader.correction(build, "ood", task.index)
        assert question(asked) == task.turns[0].question
        assert f'"{asked.mention.text}"' in task.turns[0].question
