"""The split `reworded`: tasks of the test in words that no other split has, with the same gold."""

import re

import pytest
from pyarrow import parquet

from medgym_core import Calibration, gold_of
from medgym_core.env.prompt import task_text
from medgym_plugin_ehrshot import rewording
from medgym_plugin_ehrshot.target import TARGETS

from .colleague import read

OTHERS = ("train", "test", "few-train", "few-test", "ood", "site")
WORDINGS = len(rewording.voices())
GRADED = Calibration(chance=0.712, baseline=0.868, error=0.02)


def tasks(family, build, split="reworded"):
    return [family.task(build, split, index) for index in range(family.size(build, split))]


def question(task):
    (turn,) = task.turns
    return turn.question


def masked(text):
    """The words alone: no file, no column, no number."""
    text = re.sub(r"data/\S+parquet|row_id(?:, [a-z_]+)+|[\d.]+", " ", text)
    return " ".join(re.findall(r"[a-z]+", text.lower()))


def made(target):
    """A question about a target in each voice, with the areas of no build."""
    columns = {name: GRADED for name in TARGETS[target].columns[:3]}
    return [voice.put(TARGETS[target], "test", columns) for voice in rewording.voices()]


@pytest.fixture(scope="module")
def originals(family, small):
    """Target to the task of the test."""
    return {task.metadata["target"]: task for task in tasks(family, small, "test")}


@pytest.mark.slow
def test_every_target_of_the_test_is_put_in_eight_ways(family, build):
    ways = {task.metadata["target"]: set() for task in tasks(family, build, "test")}
    for task in tasks(family, build):
        ways[task.metadata["target"]].add(masked(question(task)))
    assert {len(texts) for texts in ways.values()} == {WORDINGS}
    assert family.size(build, "reworded") == family.splits["reworded"].size == 120


def test_every_wording_of_a_target_is_its_own():
    assert all(len({masked(text) for text in made(target)}) == WORDINGS for target in TARGETS)


def test_each_target_that_a_build_asks_for_is_put_in_every_way(family, small, originals):
    again = tasks(family, small)
    assert [task.metadata["target"] for task in again] == [*originals] * WORDINGS
    assert len({question(task) for task in again}) == len(again)


def test_each_has_the_gold_of_the_test(family, small, originals):
    for task in tasks(family, small):
        original = originals[task.metadata["target"]]
        assert gold_of(family, small, task).turns == gold_of(family, small, original).turns
        for name in ("limits", "verifier", "category", "metadata"):
            assert getattr(task, name) == getattr(original, name)
        assert task.turns[0].files[0].columns == original.turns[0].files[0].columns


def test_words_alone_say_which_target_is_asked(family, small, originals):
    """Boxes of all tasks are one, and so is what their prompts say before the question."""
    again = tasks(family, small)
    (mounts,) = {task.mounts for task in again}
    assert {*mounts} == {mount for task in originals.values() for mount in task.mounts}
    assert len({(task.context, task.info) for task in again}) == 1
    for task in again:
        shown = question(task) + task.turns[0].files[0].description
        assert set(re.findall(r"data/(\w+)/", shown)) == {"TARGET"}
        assert not [name for name in originals if "_" in name and name in shown]


def test_a_program_that_reads_no_words_is_granted_two_targets(family, small, originals):
    """One that it always takes, and findings where columns name them."""
    assert family.chance_rate(small, "reworded") == 2 / len(originals)
    assert 2 / len(TARGETS) <= family.splits["reworded"].chance_rate < 2.2 / len(TARGETS)


def test_nobody_new_is_asked_about(family, small):
    assert list(family.subjects(small, "reworded")) == list(family.subjects(small, "test"))


def test_no_wording_is_that_of_another_split(family, small):
    others = {masked(question(task)) for split in OTHERS for task in tasks(family, small, split)}
    assert len(others) > 4
    assert not others & {masked(question(task)) for task in tasks(family, small)}


def test_no_six_words_in_a_row_are_those_of_another_split(family, small):
    def runs(texts):
        for text in texts:
            words = masked(text).split()
            yield from (" ".join(words[at : at + 6]) for at in range(len(words) - 5))

    known = {*runs(question(task) for split in OTHERS for task in tasks(family, small, split))}
    common = known & {*runs(text for target in TARGETS for text in made(target))}
    assert not {run for run in common if "roc curve" not in run}


def test_the_prompt_says_that_words_are_peoples_own_and_defines_every_target(family, small, originals):
    for task in tasks(family, small):
        notice, *told = task.context.splitlines()
        assert notice == rewording.NOTICE
        for name, original in originals.items():
            assert f"- {name}: {TARGETS[name].meaning}" in task.context
            assert rewording.NOTICE not in task_text(original, original.limits)
            if name.startswith(("guo", "new")):
                assert original.context.splitlines()[-1] in " ".join(told)


def test_a_colleague_reads_what_is_asked(family, small):
    for task in tasks(family, small):
        found = read(question(task))
        assert found.target == task.metadata["target"]
        assert ("row_id", *found.columns) == task.turns[0].files[0].columns


def test_where_rewards_begin_is_said_of_all_targets_and_in_no_question(family, small, originals):
    """In a question it would name the target, to whoever knows the areas of each."""
    again = tasks(family, small)
    assert not [task for task in again if re.search(r"\d\.\d{2}|\.\d{3}|\d\d\.\d", question(task))]
    for name, original in originals.items():
        (line,) = (one for one in again[0].context.splitlines() if one.startswith(f"- {name}: "))
        assert re.findall(r"\b0\.\d{2,3}", line) == re.findall(r"\b0\.\d{2,3}", question(original))


def test_what_was_read_gives_the_gold(family, small):
    for task in tasks(family, small):
        found = read(question(task))
        _, folder, part, _ = found.rows.replace("TARGET", found.target).split("/")
        asked = parquet.read_table(small.public / folder / part / "rows.parquet")["row_id"].to_pylist()
        labels = parquet.read_table(small.private / found.target / f"{part}.parquet").to_pylist()
        graded = TARGETS[found.target]
        known = {}
        for line in labels:
            cells = line if "value" not in line else {"probability": int(line["value"] >= 1)}
            known[line["row_id"]] = tuple(cells[column] for column in found.columns)
        gold = gold_of(family, small, task).turns[0]
        assert folder == graded.name
        assert {row: known[row] for row in asked} == {row: tuple(cells) for row, *cells in gold["rows"]}


@pytest.mark.parametrize("target", TARGETS)
def test_a_colleague_reads_what_is_made_by_hand(target):
    for text in made(target):
        assert read(text).target == target


BROKEN = {
    "rows": ("*", r"data/\S+parquet", "the file"),
    "file": ("*", r"(?<=[ ])predictions\.csv", "a file"),
    "curve": ("*", r"(?i)auroc|\broc\b|receiver operating characteristic", "skill"),
    "columns": ("*", r"row_id, ", ""),
    "days": ("new", r"365|sixty-five", "180"),
    "first day": ("new", r"(?i)\b1(?=-365| to 365|/7| and no| day)|one(?= day)", "2"),
    "time": ("new", r"(?i)pred\w* time", "birth"),
    "first": ("new", r"(?i)\bnew(?:ly)?\b|first", "known"),
    "month": ("guo_readmission", r"(?i)\b30(?=d| d|/7)|thirty", "60"),
    "again": (
        "guo_readmission",
        r"(?i)\w*readmi\w*|re-adm|comes back|back in|admitted again|further|back as|once more",
        "seen",
    ),
    "week": ("guo_los", r"(?i)7(?=/7| d|d)|seven|a week", "9"),
    "care": ("guo_icu", r"(?i)\bicu(?:/itu)?\b|intesive|intensive", "day"),
    "end of stay": ("guo_icu", r"(?i)\bstay\b", "year"),
    "limit": (
        "lab",
        r"(?i)(?<![\d.^])(?:150|5\.5|3\.9|135|120|12)(?=[ ,k])|hundred|five point|three point|twelve",
        "77",
    ),
    "comparison": ("lab", r"(?i)<=?|≤|>|below|under|lower|fewer|more|over|higher|exceeds?|or less", "near"),
    "unit": (
        "lab",
        r"(?i)x 10\^9/l|k ?/ul|billion platelets|per \w*liter|m(?:mol|eq)/l|millimoles|mmol of|g/d?l|grams",
        "units",
    ),
    "report": ("chexpert", r"(?i)repor?t|raport", "mind"),
}
"""What is changed: of which targets, where, and into what."""


def broken(name, target):
    of = BROKEN[name][0]
    return of == "*" or target.startswith(of)


@pytest.mark.parametrize("name", BROKEN)
def test_a_wording_that_drops_or_changes_anything_is_noticed(name):
    _, said, other = BROKEN[name]
    for target in (one for one in TARGETS if broken(name, one)):
        for whole in made(target):
            changed = re.sub(said, other, whole)
            assert changed != whole
            try:
                found = read(changed)
            except ValueError:
                continue
            assert found != read(whole), changed
