"""Audits: what is graded, what the prompt tells, the reference step by step, and what chance earns."""

import csv
import json
import random
import re
from statistics import fmean

import pytest

from medgym_core import DataError, Source, Submission, TurnSubmission, ensure_build, plugins
from medgym_core.access import Tier
from medgym_ehr.ledger import half_of
from medgym_plugin_ehrcon import files, loader
from medgym_plugin_ehrcon.audit.inventory import EACH, dumped, inventory, loaded, places
from medgym_plugin_ehrcon.audit.oracle import HORIZON
from medgym_plugin_ehrcon.audit.verifier import BLIND
from medgym_plugin_ehrcon.selection import SOURCE
from medgym_prove.soundness import measure

SPLITS = ("audit-train", "audit-test")


@pytest.fixture(scope="module")
def audits(family, build):
    """Task, inventory and gold of every audit."""
    return [
        (task, loader.inventory(build, split, index), family.gold(build, task))
        for split in SPLITS
        for index in range(family.size(build, split))
        for task in [family.task(build, split, index)]
    ]


def test_audits_are_extra_and_say_how_long_they_are(family):
    for split in SPLITS:
        declared = family.splits[split]
        assert not declared.counted
        assert declared.horizon == HORIZON
    assert {split: family.splits[split].size for split in SPLITS} == {"audit-train": 60, "audit-test": 15}


def test_a_small_build_has_proportionally_many(family, build):
    assert [family.size(build, split) for split in SPLITS] == [8, 2]


def test_an_audit_that_is_not_there_is_told(family, build):
    with pytest.raises(DataError, match="audit-test has no task 2"):
        family.task(build, "audit-test", 2)


def test_more_mentions_are_right_than_wrong(audits):
    for _, stated, gold in audits:
        found = len(gold.turns[0]["answer"])
        assert found < len(stated.mentions) <= (EACH + 1) * found
    wrong = sum(len(gold.turns[0]["answer"]) for _, _, gold in audits)
    share = wrong / sum(len(stated.mentions) for _, stated, _ in audits)
    assert 0.22 < share < 0.3
    assert all("about one in four is inconsistent" in task.context for task, *_ in audits)


def test_there_are_enough_mentions(audits):
    assert fmean(len(stated.mentions) for _, stated, _ in audits) > 35


def test_halves_share_no_patient(family, build):
    for split in SPLITS:
        people = [name.rpartition("/")[2] for name in family.subjects(build, split)]
        assert people
        assert {half_of(SOURCE, "patient", person) for person in people} == {split.removeprefix("audit-")}


def test_a_question_names_the_note_and_nothing_of_it(audits):
    for task, stated, _ in audits:
        (number,) = re.findall(r"\d+", task.turns[0].question)
        assert int(number) == stated.row_id
        assert not any(
            one.text in task.context + task.turns[0].question
            for one in stated.mentions
            if one.claims[0].value
        )


def test_notes_are_whole(audits, build):
    with (build.public / files.AUDIT_NOTES).open(encoding="utf-8") as stream:
        lengths = {int(row["ROW_ID"]): len(row["TEXT"]) for row in csv.DictReader(stream)}
    assert set(lengths) == {stated.row_id for _, stated, _ in audits}
    assert min(lengths.values()) > 2_000


def test_mentions_stand_where_terms_begin(audits, build):
    with (build.public / files.AUDIT_SYNONYMS).open(encoding="utf-8") as stream:
        terms = {row["term"] for row in csv.DictReader(stream)}
    with (build.public / files.AUDIT_NOTES).open(encoding="utf-8") as stream:
        notes = {int(row["ROW_ID"]): row["TEXT"].split("\n") for row in csv.DictReader(stream)}
    for _, stated, _ in audits:
        graded = {(one.line, one.character) for one in stated.mentions}
        lines = notes[stated.row_id]
        assert graded <= {*places(lines, terms)}
        assert graded.isdisjoint(stated.open)
        assert {*places(lines, terms, within=True)} >= {*stated.open}


def graded(task, gold, answer):
    given = Submission(turns=(TurnSubmission(answer=json.dumps(answer)),))
    return plugins.verifier(task.verifier).grade(task, gold, given, (), {})


def reward(task, gold, answer):
    return graded(task, gold, answer).reward


def findings(mentions, columns):
    return [{"line": one.line, "character": one.character, "columns": columns(one)} for one in mentions]


def by_form(one):
    return ["item" if one.claims[0].value is None else "time"]


def earned(audits, answer):
    """Mean F1 and mean reward."""
    verdicts = [graded(task, gold, answer(stated)) for task, stated, gold in audits]
    return fmean(one.components["turn_0"] for one in verdicts), fmean(one.reward for one in verdicts)


def test_who_reads_no_table_earns_chance(audits, family):
    """Everything, nothing and a half, each called wrong in what such mentions most often are."""
    chance = family.splits["audit-test"].chance_rate
    rng = random.Random(0)
    assert earned(audits, lambda stated: []) == (0, 0)
    whole, reward = earned(audits, lambda stated: findings(stated.mentions, by_form))
    assert 0.2 < whole < BLIND
    assert reward <= chance
    half, reward = earned(
        audits, lambda stated: findings([one for one in stated.mentions if rng.random() < 0.5], by_form)
    )
    assert 0.1 < half < whole
    assert reward <= chance


def test_who_looks_up_and_compares_no_time_earns_nothing(audits):
    """Of what is wrong in time alone there is twice as much as of all else."""

    def whenever(stated):
        shown = [one for one in stated.mentions if {*one.columns} - {"time"}]
        return findings(shown, lambda one: [column for column in one.columns if column != "time"])

    half, reward = earned(audits, whenever)
    assert 0.3 < half <= BLIND
    assert reward == 0


def test_gold_is_an_answer(audits):
    assert earned(audits, lambda stated: findings(stated.mentions, lambda one: one.columns)) == (1, 1)


@pytest.fixture
def played(beside_data, capsys):
    """The submission of actions, each run as a program of its own, and what the first printed."""

    def submitted(calls):
        scope, shown = {}, []
        for call in calls:
            scope = {}
            exec(compile(call.arguments["code"], "step.py", "exec"), scope)
            shown.append(capsys.readouterr().out)
        return scope.get("answer"), shown

    return submitted


def test_the_reference_reads_looks_up_compares_and_submits(family, build, audits, played):
    for task, stated, gold in audits[::3]:
        calls = family.reference(build, task)
        assert len(calls) == HORIZON
        assert [call.arguments.get("submit", False) for call in calls] == [False, False, False, True]
        answer, shown = played(calls)
        assert reward(task, gold, answer) == 1
        assert all(one.text in shown[0] for one in stated.mentions)


@pytest.mark.parametrize("sandbox", ["process", pytest.param("bubblewrap", marks=pytest.mark.bubblewrap)])
@pytest.mark.parametrize("split", SPLITS)
def test_the_reference_of_every_audit_earns_all_in_its_box(family, build, split, sandbox):
    backend = plugins.sandbox(sandbox)
    found = measure(family, build, backend, split, per_stratum=None, agents=("reference",))
    assert found.sound, found


@pytest.mark.parametrize("missing", range(HORIZON - 1))
def test_every_action_needs_those_before_it(family, build, audits, played, missing):
    calls = list(family.reference(build, audits[0][0]))
    del calls[missing]
    with pytest.raises(FileNotFoundError):
        played(calls)


def test_the_reference_of_another_note_finds_nothing_here(family, build, audits, played):
    (task, _, gold), (other, *_) = audits[:2]
    answer, _ = played(family.reference(build, other))
    assert reward(task, gold, answer) < 0.1


def test_what_is_kept_is_read_again_and_holds_no_words(audits, build):
    for _, stated, _ in audits:
        line = dumped(stated)
        assert loaded(line, build.public) == stated
        assert not any(one.text in line for one in stated.mentions if " " in one.text)


def test_a_note_in_which_all_is_right_is_no_audit(audits):
    _, stated, _ = audits[0]
    right = [one.model_copy(update={"line": 1, "character": 1}) for one in stated.mentions if not one.columns]
    assert inventory(right, ["K 4.1"], {"k"}) is None


def test_where_terms_begin():
    lines = ["BLOOD Glucose-143, BP 118/62", "pumpkin", "K 4.1"]
    terms = {"blood glucose", "glucose", "systolic bp", "diastolic bp", "k"}
    assert [*places(lines, terms)] == [(1, 1), (1, 20), (3, 1)]
    assert [*places(lines, terms, within=True)] == [(1, 1), (1, 7), (1, 20), (3, 1)]


def test_published_files_hold_no_audit(family, copied, tmp_path):
    for file in sorted((copied / "audit").rglob("*"), reverse=True):
        file.unlink() if file.is_file() else file.rmdir()
    (copied / "audit").rmdir()
    built = ensure_build(family, Source.user(copied, Tier.SYNTHETIC), tmp_path / "home")
    assert [family.size(built, split) for split in SPLITS] == [0, 0]
