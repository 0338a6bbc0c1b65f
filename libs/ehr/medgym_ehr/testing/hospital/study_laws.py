"""What studies of a hospital family promise; the plugin gives ``family`` and ``tables`` of its schema."""

import json
import math
import time

import pytest

from medgym_core import DataError, gold_of
from medgym_core.verifier.answer import grade_answer
from medgym_core.verifier.contract import TurnSubmission
from medgym_ehr.study.family import STUDY_SPLITS
from medgym_ehr.study.mutants import Mutants
from medgym_ehr.study.plan import COHORT, EVENTS, SIZES, run
from medgym_ehr.study.records import Records
from medgym_ehr.study.repertoire import NOVEL_EXPOSURES, NOVEL_OUTCOMES
from medgym_ehr.study.studies import planned
from medgym_ehr.testing.study.second import Second, answers


@pytest.fixture(scope="module")
def second(family, build, tables):
    """The other route to answers."""
    return Second(tables(build.public / family.hospital.database))


@pytest.fixture(scope="module")
def records(family, build):
    """The route of the library."""
    return Records(str(build.public / family.hospital.database), family.studies.queries)


@pytest.fixture(scope="module")
def designs(build):
    """All studies of the small build."""
    return [design for studies in planned(build).values() for design in studies]


def same(one, other):
    """Whether two answers are one, numbers to a millionth."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    return math.isclose(one, other, rel_tol=1e-6, abs_tol=1e-6) if isinstance(one, float) else one == other


def test_every_answer_is_found_by_another_route(records, second, designs):
    for design in designs:
        ours, theirs = run(records, design)[0], answers(second, design)
        assert [turn for turn in design["turns"] if not same(ours[turn], theirs[turn])] == []


def test_every_exclusion_matters(second, designs):
    for design in designs:
        counts = {**design, "turns": design["turns"][:3]}
        kept = answers(second, counts)["cohort"]["cohort"]
        for name in design["exclusions"]:
            fewer = {other: one for other, one in design["exclusions"].items() if other != name}
            assert answers(second, {**counts, "exclusions": fewer})["cohort"]["cohort"] > kept


def test_references_hold_nothing_of_what_training_does_not_ask(family, build):
    for split in ("study-train", "study-test"):
        for index in range(family.size(build, split)):
            programs = str(family.reference(build, family.task(build, split, index)))
            for held_out in ("elixhauser", "ventilator_free", "incidence", "logistic", "readmission"):
                assert held_out not in programs


@pytest.mark.parametrize("split", SIZES)
def test_the_reference_earns_all(family, build, env, split):
    box = env(split=split)
    assert len(box.task.turns) == STUDY_SPLITS[split].horizon
    for call in family.reference(build, box.task):
        assert box.step(call).observation.ok
    assert box.verdict.reward == 1


def test_a_later_turn_needs_what_earlier_ones_left(family, build, env):
    box = env(split="study-test")
    step = box.step(family.reference(build, box.task)[3])
    assert "FileNotFoundError" in step.observation.text


def test_other_studies_answers_earn_nothing(family, build):
    learned = [
        gold_of(family, build, family.task(build, "study-train", at)).turns for at in range(train(build))
    ]
    for split in ("study-test", "study-ood"):
        for index in range(family.size(build, split)):
            task = family.task(build, split, index)
            gold = gold_of(family, build, task).turns
            assert right(task, gold, gold) == len(gold)
            for known in learned:
                assert right(task, known, gold) < len(gold) / 2


def train(build):
    return len(planned(build)["study-train"])


def right(task, given, gold):
    """How many turns are right."""
    return sum(
        grade_answer(turn.answer, TurnSubmission(answer=json.dumps(one)), other, 65_536).ok
        for turn, one, other in zip(task.turns, given, gold, strict=False)
    )


@pytest.mark.parametrize("split", SIZES)
def test_no_study_is_there_after_the_last(family, build, split):
    with pytest.raises(DataError, match=f"holds no study {family.size(build, split)}"):
        family.task(build, split, family.size(build, split))


def test_an_answer_that_is_off_is_refused(family, build):
    task = family.task(build, "study-test", 0)
    gold = gold_of(family, build, task).turns
    crude = dict(gold[6])
    for key, change in (("odds_ratio", 1.01), ("risk_difference", 1.2), ("upper", 0.9)):
        assert right(task, [*gold[:6], crude | {key: crude[key] * change}, *gold[7:]], gold) == len(gold) - 1
    assert right(task, [gold[0] + 1, *gold[1:]], gold) == len(gold) - 1


def test_pairs_of_exposure_and_outcome_belong_to_one_split(build):
    pairs = {split: {tuple(one["names"]) for one in studies} for split, studies in planned(build).items()}
    assert all(pairs.values())
    assert not pairs["study-train"] & (pairs["study-test"] | pairs["study-ood"])
    novel = {*NOVEL_EXPOSURES, *NOVEL_OUTCOMES}
    assert all(novel & {*pair} for pair in pairs["study-ood"])
    assert not any(novel & {*pair} for split in ("study-train", "study-test") for pair in pairs[split])


def test_a_study_opens_within_a_second(family, build):
    began = time.process_time()
    gold_of(family, build, family.task(build, "study-ood", 0))
    assert time.process_time() - began < 1


def test_the_prompt_states_definitions_and_no_answer(family, build):
    for split in SIZES:
        for index, design in enumerate(planned(build)[split]):
            task = family.task(build, split, index)
            text = task.model_dump_json()
            assert "{" not in "".join(turn.question for turn in task.turns)
            assert ("KDIGO" in text) == ("aki" in str(design))
            assert ("Elixhauser's 30" in text) == ("elixhauser" in str(design))


@pytest.mark.slow
def test_a_full_build_asks_all_studies_and_none_of_small_numbers(family, full):
    records = Records(str(full.public / family.hospital.database), family.studies.queries)
    for split, studies in planned(full).items():
        assert len(studies) == SIZES[split]
        for design in studies:
            found, _ = run(records, design)
            assert found["cohort"]["cohort"] >= COHORT
            assert min(found["outcome"].values()) >= EVENTS


@pytest.mark.slow
def test_a_full_build_states_no_definition_in_vain(family, full):
    records = Records(str(full.public / family.hospital.database), family.studies.queries)
    mutants = Mutants(records)
    for studies in planned(full).values():
        for design in studies:
            assert [*mutants.surviving(design, *run(records, design))] == []
