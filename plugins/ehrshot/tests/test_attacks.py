"""What the family's own attacks earn, and that they would earn from data that give more away."""

import os
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from pyarrow import compute as pc
from pyarrow import parquet
from scipy.stats import rankdata

from medgym_core import gold_of
from medgym_core.verifier.contract import Submission, TurnSubmission
from medgym_core.verifier.predictions import PredictionVerifier
from medgym_plugin_ehrshot import grading, loader, ranking, solution
from medgym_plugin_ehrshot.target import HELD_OUT

pytestmark = pytest.mark.slow

ATTACKS = Path(__file__).parents[1] / "attacks"
PLAYED = ("guo_readmission", "lab_anemia", "new_lupus")
"""Targets that are played, one of each form of row."""
ALONE = sorted(path.name for path in ATTACKS.glob("*.py") if path.name != "found_files.py")
"""Attacks that look at their own folder; the other reads all that it can, so it is played in boxes alone."""


def predicted(attack, folder, question, mounts):
    """The file that an attack leaves, run on these paths of a public half."""
    for path, source in mounts.items():
        link = folder / "data" / path
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(source)
    (folder / "question.txt").write_text(question)
    alone = {**os.environ, "OMP_NUM_THREADS": "1"}
    subprocess.run([sys.executable, ATTACKS / attack], cwd=folder, env=alone, check=True, timeout=300)
    return (folder / "predictions.csv").read_bytes()


def graded(family, build, task, data):
    given = Submission(turns=(TurnSubmission(files={"predictions.csv": data}),))
    return PredictionVerifier().grade(task, gold_of(family, build, task), given, (), {})


@pytest.fixture(scope="module")
def tasks(family, build):
    splits = ("test", "site")
    found = [family.task(build, one, index) for one in splits for index in range(family.size(build, one))]
    return {(task.split, task.metadata["target"]): task for task in found}


@pytest.mark.slow
@pytest.mark.parametrize("split", ["test", "site"])
@pytest.mark.parametrize("attack", ["one_column.py", "later_row.py"])
def test_neither_one_column_nor_later_rows_earn_anything(family, build, tasks, tmp_path, attack, split):
    played = {name: task for (one, name), task in tasks.items() if one == split and name in PLAYED}
    assert len(played) > 1
    for name, task in played.items():
        mounts = {path: build.public / path for path in task.mounts}
        data = predicted(attack, tmp_path / name, task.turns[0].question, mounts)
        assert graded(family, build, task, data).reward == 0


@pytest.mark.slow
@pytest.mark.parametrize("attack", ALONE)
def test_nothing_is_earned_where_labels_are_to_be_read_from_records(family, build, tmp_path, attack):
    for index in range(family.size(build, "ood")):
        task = family.task(build, "ood", index)
        mounts = {path: build.public / path for path in task.mounts}
        data = predicted(attack, tmp_path / str(index), task.turns[0].question, mounts)
        assert graded(family, build, task, data).reward == 0


@pytest.mark.slow
def test_sums_of_facts_earn_nothing_where_nobody_is_given_labels(family, build):
    """Such as an attacker found to rank well: the older, and the more that was seen and happened."""
    codes = solution.count_codes(build.public)
    for index in range(family.size(build, "ood")):
        name = family.task(build, "ood", index).metadata["target"]
        (calibration,) = loader.graded(build, name, "ood", 0).values()
        truth = np.array([*grading.labels(build, HELD_OUT[name], "ood").values()])[:, 0]
        overall, *_, ages, summaries = ranking.facts(build.public / name / "test", codes)
        ranks = rankdata(np.column_stack([overall, ages[:, -1], summaries]), axis=0)
        sums = (ranks[:, [*some]].sum(axis=1) for some in combinations(range(ranks.shape[1]), 3))
        assert max(calibration.reward(ranking.auroc(truth, one)) for one in sums) < 0.1


TOGETHER = ("guo_los", "guo_icu", "guo_readmission", "new_lupus")
"""Targets whose files are kept together: with rows of admissions and of discharges."""


@pytest.mark.slow
@pytest.mark.parametrize("split", ["test", "site"])
def test_files_of_several_targets_tell_no_more_than_one(family, build, tasks, tmp_path, split):
    """Who keeps them finds no later row of a patient in them."""
    kept = {one: task for (kind, one), task in tasks.items() if kind == split and one in TOGETHER}
    mounts = {path: build.public / path for task in kept.values() for path in task.mounts}
    assert len(kept) > 1
    for name, task in kept.items():
        data = predicted("later_row.py", tmp_path / name, task.turns[0].question, mounts)
        assert graded(family, build, task, data).reward == 0


def test_later_rows_would_tell_labels_if_all_rows_were_asked(build, tmp_path):
    """The attack works: patients with all their rows, in files of their targets, are read nearly always."""
    public, target = build.public, "guo_readmission"
    mounts = {"codes.csv": public / "codes.csv"}
    for name in (target, "guo_los"):
        labels = parquet.read_table(public / name / "labels" / "train.parquet")
        rows = parquet.read_table(public / name / "train" / "rows.parquet")
        is_asked = pc.less(labels["patient"], "p8")
        known, asked = (labels.filter(one)["row_id"] for one in (pc.invert(is_asked), is_asked))
        files = {
            f"{name}/train/rows.parquet": rows.filter(pc.is_in(rows["row_id"], known)),
            f"{name}/test/rows.parquet": rows.filter(pc.is_in(rows["row_id"], asked)),
            f"{name}/labels/train.parquet": labels.filter(pc.invert(is_asked)),
        }
        for path, table in files.items():
            mounts[path] = tmp_path / path.replace("/", "-")
            parquet.write_table(table, mounts[path])
    question = f"Of each row of data/{target}/test/rows.parquet write the columns row_id, probability:"
    data = predicted("later_row.py", tmp_path / "box", question, mounts).decode().split()[1:]
    table = parquet.read_table(public / target / "labels" / "train.parquet")
    labels = dict(zip(table["row_id"].to_pylist(), table["value"].to_pylist(), strict=True))
    rows, scores = zip(*(line.split(",") for line in data), strict=True)
    known = np.array([int(labels[row] >= 1) for row in rows])
    assert ranking.auroc(known, np.array(scores, float)) > 0.95
