import json
import math
import random

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet
from scipy import sparse
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, MaxAbsScaler

from medgym_core import calibrate
from medgym_core.verifier.calibration import best_column
from medgym_plugin_ehrshot import grading, loader, ranking, solution
from medgym_plugin_ehrshot.solution import known_labels
from medgym_plugin_ehrshot.target import HELD_OUT, SHOTS, TARGETS


def drawn(rows, share, seed):
    draw = random.Random(seed)
    known = [int(draw.random() < share) for _ in range(rows)]
    return known, [round(draw.gauss(0.8 * label, 1), 1) for label in known]


@pytest.mark.parametrize(("rows", "share"), [(400, 0.3), (1_000, 0.05)])
def test_chance_and_auroc_are_those_of_the_core(rows, share):
    known, scores = drawn(rows, share, 1)
    core = calibrate(known, [scores], "auroc", seed=0)
    ours = ranking.chance(np.array(known), np.array(scores))
    spread = math.sqrt(1 / (12 * rows * share))
    assert abs(ours - core.chance) < spread
    assert ranking.auroc(np.array(known), np.array(scores)) == pytest.approx(core.baseline)


def test_permuted_labels_hardly_ever_beat_chance():
    known, scores = (np.array(given) for given in drawn(300, 0.2, 2))
    bar, draw = ranking.chance(known, scores), np.random.default_rng(7)
    beaten = sum(ranking.auroc(draw.permutation(known), scores) > bar for _ in range(2_000))
    assert beaten <= 12


@pytest.mark.parametrize("target", ["guo_los", "chexpert"])
def test_the_best_column_is_that_of_the_core(build, target):
    """Rewards begin there, and the core finds it one by one."""
    folder = build.public / target / "test"
    codes = len((build.public / "codes.csv").read_text().splitlines()) - 1
    graded = grading.labels(build, TARGETS[target], "test")
    ids = parquet.read_table(folder / "rows.parquet", columns=["row_id"])["row_id"].to_pylist()
    truth = np.array([graded[row] for row in ids])
    columns = [column.tolist() for chunk in ranking.facts(folder, codes) for column in chunk.T]
    found = ranking.best_columns(folder, codes, truth)
    assert found[0] == pytest.approx(best_column(truth[:, 0].tolist(), columns, "auroc"))


def summed(monkeypatch, known, *columns, models=None):
    monkeypatch.setattr(ranking, "facts", lambda *_: iter([np.column_stack(columns)]))
    return ranking.best_sum("folder", 0, known, models)


def test_the_best_sum_is_of_facts_that_tell_different_things(monkeypatch):
    """In their better directions; a copy of a fact, or a fact that tells nothing, adds nothing."""
    known = np.array([0, 0, 0, 1, 1, 1] * 20)
    signs = np.random.default_rng(0).normal(size=(3, len(known))) + 0.7 * known
    alone = [ranking.auroc(known, one) for one in signs]
    together = ranking.auroc(known, np.argsort(np.argsort(signs, axis=1), axis=1).sum(axis=0).astype(float))
    assert max(alone) + 0.05 < together <= summed(monkeypatch, known, -signs[0], *signs[1:])
    copies = [np.exp(signs[0]), 2 * signs[0] + 1, np.zeros(len(known))]
    assert summed(monkeypatch, known, signs[0], *copies) == pytest.approx(alone[0])
    assert summed(monkeypatch, known, -signs[0]) == pytest.approx(alone[0])


def test_models_of_other_targets_are_added_up_with_facts(monkeypatch):
    """Whatever they tell, the sum is no worse than that of facts alone."""
    known = np.array([0, 0, 0, 1, 1, 1] * 20)
    fact, model = np.random.default_rng(1).normal(size=(2, len(known))) + 0.7 * known
    alone = summed(monkeypatch, known, fact)
    assert summed(monkeypatch, known, fact, models=model[:, None]) > alone + 0.03
    assert summed(monkeypatch, known, fact, models=np.zeros((len(known), 9))) == alone


def test_models_of_published_targets_are_those_of_the_reference(build):
    """Applied to the rows of held-out targets: of one target alone, and beside one whose labels are alike."""
    (name,) = names = ["guo_los"]
    found = grading.transferred(build, names)
    assert found.keys() == HELD_OUT.keys()
    codes = solution.count_codes(build.public)
    for target, scores in found.items():
        ids, asked = solution.features(build.public / target / "test" / "rows.parquet", codes)
        labels = [build.public / name / "labels" / "train.parquet"]
        assert scores.shape == (len(ids), 1)
        assert np.array_equal(scores, solution.baseline(build.public, name, labels, asked))


def test_labels_that_are_all_alike_teach_no_model(build, monkeypatch):
    monkeypatch.setattr(solution, "known_labels", lambda paths: dict.fromkeys(known_labels(paths), (1.0,)))
    assert {scores.shape[1] for scores in grading.transferred(build, ["guo_los"]).values()} == {0}


def test_facts_are_all_that_boxes_show(build):
    folder = build.public / "guo_los" / "test"
    table = parquet.read_table(folder / "rows.parquet").to_pylist()
    codes = len((build.public / "codes.csv").read_text().splitlines()) - 1
    shown = np.hstack(list(ranking.facts(folder, codes)))
    assert shown.shape == (len(table), 4 + 2 * codes + 1)
    row = table[7]
    assert shown[7, 0] == len(row["codes"])
    assert shown[7, 1] == pytest.approx(sum(row["counts"]))
    assert shown[7, 3] == pytest.approx(sum(row["recent"]))
    counts = np.expm1(shown[7, 4 : 4 + codes]).round().astype(int)
    assert {place: count for place, count in enumerate(counts) if count} == dict(
        zip(row["codes"], row["counts"], strict=True)
    )
    assert shown[7, -1] == pytest.approx(row["age"] / 10)


def test_published_features_are_facts_too(tmp_path):
    dense, sparse = {"values": [[1.0, -2.0], []]}, {"columns": [[3], [0, 1]], "values": [[5.0], [1.0, 2.0]]}
    for name, columns, expected in (
        ("clmbr", dense, [[1, -2], [0, 0]]),
        ("count", sparse, [[0, 0, 0, 5], [1, 2, 0, 0]]),
    ):
        path = tmp_path / f"{name}.parquet"
        parquet.write_table(pa.table({"row_id": ["a", "b"], **columns}), path)
        assert ranking._published(path).toarray().tolist() == expected


def test_calibration_is_reproducible_and_ordered(build):
    for kind in ("train", "test"):
        one, two = (grading.calibrations(build, TARGETS["guo_los"], kind, lambda *_: None) for _ in range(2))
        assert one == two
        assert all(0.5 < v["chance"] < v["baseline"] < 1 for f in one.values() for v in f.values())


def test_a_range_of_rewards_below_two_standard_errors_is_refused():
    """Scores that rank 30 cases well enough to be better than chance, and not clearly so."""
    known, given = (np.array(cells) for cells in drawn(300, 0.1, 4))
    reached, target = ranking.auroc(known, given), TARGETS["guo_los"]
    error = grading.standard_error(known.tolist(), [given.tolist()], "auroc")
    found = [
        grading._found(target, known[:, None], given[:, None], {"probability": reached - times * error}, 2)
        for times in (1.5, 2.5)
    ]
    assert not found[0]
    assert found[1]["probability"]["rows"] == 300


def test_ranges_of_the_build_are_clear_but_of_tasks_that_the_benchmark_counts(build):
    narrow = {
        (kind, target, shots)
        for kind, targets in json.loads((build.private / "calibration.json").read_text()).items()
        for target, tasks in targets.items()
        for shots, columns in tasks.items()
        if any(one["baseline"] - one["chance"] < grading.CLEAR * one["error"] for one in columns.values())
    }
    known = ("guo_readmission", "lab_hyperkalemia", "lab_hypoglycemia")
    assert narrow == {("test", name, "0") for name in known}


def shown_positives(build, name):
    """Positive rows among those of few-shot boxes."""
    shown = set(
        parquet.read_table(build.public / name / "few" / "train" / "rows.parquet")["row_id"].to_pylist()
    )
    table = parquet.read_table(build.public / name / "labels" / "train.parquet").to_pylist()
    return sum(row["value"] >= 1 for row in table if row["row_id"] in shown)


def test_shots_are_nested_and_balanced(build):
    for name in ("new_lupus", "lab_anemia"):
        before = set()
        for shots in SHOTS:
            table = parquet.read_table(build.public / name / "few" / f"train-{shots}.parquet")
            positive = table["value"].to_numpy() >= 1
            assert positive.sum() == min(shots, shown_positives(build, name))
            assert (~positive).sum() == shots
            assert before < (before := set(table["row_id"].to_pylist()))


def test_shots_of_findings_are_drawn_for_each(build):
    table = parquet.read_table(build.public / "chexpert" / "few" / "train-4.parquet")
    for name in TARGETS["chexpert"].columns:
        shown = [cell for cell in table[name].to_pylist() if cell is not None]
        assert sorted(shown) == [0] * 4 + [1] * 4


def counted(folder, codes):
    """What a stock model is given, by row: counts, recent counts and the age, as they are."""
    table = parquet.read_table(folder / "rows.parquet").to_pylist()
    places = [*np.cumsum([0, *(2 * len(line["codes"]) + 1 for line in table)])]
    columns = [c for line in table for c in (*line["codes"], *(codes + c for c in line["codes"]), 2 * codes)]
    facts = [f for line in table for f in (*line["counts"], *line["recent"], line["age"] or 50)]
    matrix = sparse.csr_matrix((np.array(facts, float), columns, places), (len(table), 2 * codes + 1))
    return [line["row_id"] for line in table], matrix


def labelled(build, name, codes):
    """Features and labels of all labelled rows."""
    rows, matrix = counted(build.public / name / "train", codes)
    table = parquet.read_table(build.public / name / "labels" / "train.parquet")
    known = dict(zip(table["row_id"].to_pylist(), table["value"].to_numpy() >= 1, strict=True))
    return matrix, [known[row] for row in rows]


def is_clear(one):
    return one.baseline - one.chance >= grading.CLEAR * one.error


@pytest.mark.nightly
def test_stock_models_succeed_on_most_targets(family, build):
    """On the counts that are shown: a forest that gives probabilities, a linear model of their logarithms.

    Every second target whose range of rewards is clear is tried, since each takes half a minute.
    Leaves of one row give no probability of what is rare (Malley et al., Methods Inf Med 2012;51:74).
    """
    logarithms = FunctionTransformer(np.log1p, accept_sparse=True)
    models = {
        "forest": RandomForestClassifier(min_samples_leaf=5, random_state=0),
        "regression": make_pipeline(logarithms, MaxAbsScaler(), LogisticRegression(C=0.05, max_iter=500)),
    }
    codes = len((build.public / "codes.csv").read_text().splitlines()) - 1
    tasks = (family.task(build, "test", index) for index in range(family.size(build, "test")))
    asked_for = [name for task in tasks if (name := task.metadata["target"]) != "chexpert"]
    names = [name for name in asked_for if is_clear(*loader.graded(build, name, "test", 0).values())][::2]
    succeeded = dict.fromkeys(models, 0)
    for name in names:
        known, labels = labelled(build, name, codes)
        rows, asked = counted(build.public / name / "test", codes)
        graded = grading.labels(build, TARGETS[name], "test")
        truth = np.array([graded[row][0] for row in rows])
        (calibration,) = loader.graded(build, name, "test", 0).values()
        for model_name, model in models.items():
            scores = model.fit(known, labels).predict_proba(asked)[:, 1]
            reward = calibration.reward(ranking.auroc(truth, scores))
            succeeded[model_name] += reward >= calibration.success
    assert min(succeeded.values()) > len(names) / 2
