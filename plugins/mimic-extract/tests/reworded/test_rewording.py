"""The split `reworded`: tasks of the test in words that no other split has, with the same files and gold."""

import re

import pytest
from pyarrow import parquet

from medgym_core import Calibration, gold_of
from medgym_core.env.prompt import task_text
from medgym_plugin_mimic_extract import rewording
from medgym_plugin_mimic_extract.target import COUNTED, TARGETS

from .colleague import read

OTHERS = ("train", "test", "more-train", "more-test", "ood", "site")
WORDINGS = len(rewording.voices())
GRADED = Calibration(chance=0.712, baseline=0.868, error=0.02)


def tasks(family, build, split="reworded"):
    return [family.task(build, split, index) for index in range(family.size(build, split))]


def question(task):
    (turn,) = task.turns
    return turn.question


def masked(text):
    """The words alone: no file, no area."""
    return " ".join(re.findall(r"[a-z_]+", re.sub(r"data/\S+parquet|[\d.]+", " ", text.lower())))


@pytest.fixture(scope="module")
def originals(family, build):
    """Target to the task of the test."""
    return {task.metadata["target"]: task for task in tasks(family, build, "test")}


def test_every_target_of_the_test_is_put_in_eight_ways(family, build, originals):
    ways = {target: set() for target in originals}
    for task in tasks(family, build):
        ways[task.metadata["target"]].add(masked(question(task)))
    assert {target: len(texts) for target, texts in ways.items()} == dict.fromkeys(COUNTED, WORDINGS)


def test_a_build_with_fewer_targets_puts_each_of_them_in_every_way(family, small):
    named = [task.metadata["target"] for task in tasks(family, small, "test")]
    again = tasks(family, small)
    assert [task.metadata["target"] for task in again] == named * WORDINGS
    assert len({masked(question(task)) for task in again}) == len(again)


def test_each_shows_the_files_of_the_test_and_has_its_gold(family, build, originals):
    for task in tasks(family, build):
        original = originals[task.metadata["target"]]
        assert gold_of(family, build, task).turns == gold_of(family, build, original).turns
        for name in ("mounts", "info", "limits", "verifier", "category", "metadata"):
            assert getattr(task, name) == getattr(original, name)
        assert task.turns[0].files == original.turns[0].files


def test_nobody_new_is_asked_about(family, build):
    assert list(family.subjects(build, "reworded")) == list(family.subjects(build, "test"))


def test_no_wording_is_that_of_another_split(family, build):
    others = {masked(question(task)) for split in OTHERS for task in tasks(family, build, split)}
    assert len(others) > 5
    assert not others & {masked(question(task)) for task in tasks(family, build)}


def test_no_six_words_in_a_row_are_those_of_another_split(family, build):
    def runs(split):
        for task in tasks(family, build, split):
            words = masked(question(task)).split()
            yield from (" ".join(words[at : at + 6]) for at in range(len(words) - 5))

    known = {run for split in OTHERS for run in runs(split)}
    common = known & {*runs("reworded")}
    assert not {run for run in common if not re.search("p_|row_id|roc curve", run)}


def test_the_prompt_says_that_words_are_peoples_own_and_nothing_else(family, build, originals):
    for task in tasks(family, build):
        original = originals[task.metadata["target"]]
        assert task.context == f"{rewording.NOTICE}\n{original.context}"
        assert rewording.NOTICE not in task_text(original, original.limits)


def test_a_colleague_reads_what_is_asked_and_what_it_earns(family, build, originals):
    for task in tasks(family, build):
        target, found = TARGETS[task.metadata["target"]], read(question(task))
        areas = re.findall(r"\d\.\d{3}", question(originals[target.name]))
        assert [f"{area:.3f}" for area in (found.chance, found.baseline, found.enough)] == areas
        assert (found.target, found.metric, found.file) == (target.name, target.metric, "predictions.csv")
        assert found.columns == {"row_id", *target.columns}


def test_what_was_read_gives_the_gold(family, build):
    for task in tasks(family, build):
        found = read(question(task))
        dataset, part = found.rows.split("/")[1:3]
        asked = parquet.read_table(build.public / dataset / part / "rows.parquet")["row_id"].to_pylist()
        labels = parquet.read_table(build.private / dataset / f"{part}.parquet")
        known = dict(zip(labels["row_id"].to_pylist(), labels[found.target].to_pylist(), strict=True))
        gold = gold_of(family, build, task).turns[0]
        assert {row: known[row] for row in asked} == dict(gold["rows"])
        (graded,) = gold["targets"]
        assert graded["metric"] == found.metric
        assert {"row_id", *graded["columns"]} == found.columns


BROKEN = {
    "rows": ("*", r"data/\S+parquet", "the file"),
    "file": ("*", r"predictions\.csv", "a file"),
    "curve": ("*", r"(?i)auroc|\broc\b|receiver operating characteristic", "skill"),
    "where rewards begin": ("*", r"71\.2|\.712", ".713"),
    "where they end": ("*", r"86\.8|\.868", ".869"),
    "no success": ("*", r"(?i)suc+ess", "figure"),
    "column": ("*", r"p_wean|probability", "score"),
    "hospital": ("mort_hosp", r"(?i)ho[ps]+i?tal\w*|inpatient|\bhosp\b", "icu"),
    "death": (
        "mort_hosp",
        r"(?i)\bdies|\bdeath|\brip\b|pass away|fatal|mortality|\balive\b|dose not survive",
        "leaves",
    ),
    "days": ("los_3", r"(?i)(?<=[> ])(?:3|three|72)(?=/7|h| d| times)", "5"),
    "longer": ("los_3", r"(?i)>|over|longer|exceeds", "about"),
    "machine": ("vent", r"(?i)\bvent\b|ventilat\w+|ventlation|breathing machine|\bmv\b", "drip"),
    "when": ("vent", r"(?i)decid+ing|that decide", "last"),
    "rest": ("vent", r"(?i)\brest\b|remainder|othrs", "mean"),
    "average": ("vent", r"(?i)\bmean\b|averaged?|\bavg\b|avreaged", "sum"),
}
"""What is changed: of which target, where, and into what."""


@pytest.mark.parametrize(
    ("name", "target"),
    [(name, one) for name, (of, *_) in BROKEN.items() for one in COUNTED if of in ("*", one)],
)
def test_a_wording_that_drops_or_changes_anything_is_noticed(name, target):
    _, said, other = BROKEN[name]
    for voice in rewording.voices():
        whole = voice.put(TARGETS[target], "test", GRADED)
        broken = re.sub(said, other, whole)
        assert broken != whole, voice.name
        try:
            found = read(broken)
        except ValueError:
            continue
        assert found != read(whole), voice.name
