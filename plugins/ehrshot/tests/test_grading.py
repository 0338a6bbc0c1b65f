import math
import random

import numpy as np
import pytest
from pyarrow import parquet

from medgym_core import calibrate
from medgym_plugin_ehrshot import grading
from medgym_plugin_ehrshot.target import SHOTS, TARGETS


def drawn(rows, share, seed):
    draw = random.Random(seed)
    known = [int(draw.random() < share) for _ in range(rows)]
    return known, [round(draw.gauss(0.8 * label, 1), 1) for label in known]


@pytest.mark.parametrize(("rows", "share"), [(400, 0.3), (1_000, 0.05)])
def test_chance_and_auroc_are_those_of_the_core(rows, share):
    known, scores = drawn(rows, share, 1)
    core = calibrate(known, [scores], "auroc", seed=0)
    ours = grading.chance(np.array(known), np.array(scores))
    spread = math.sqrt(1 / (12 * rows * share))
    assert abs(ours - core.chance) < spread
    assert grading.auroc(np.array(known), np.array(scores)) == pytest.approx(core.baseline)


def test_permuted_labels_hardly_ever_beat_chance():
    known, scores = (np.array(given) for given in drawn(300, 0.2, 2))
    bar, draw = grading.chance(known, scores), np.random.default_rng(7)
    beaten = sum(grading.auroc(draw.permutation(known), scores) > bar for _ in range(2_000))
    assert beaten <= 12


def test_the_standard_error_is_that_of_the_paper():
    assert grading.standard_error(0.893, 51, 58) == pytest.approx(0.0326, abs=0.0005)


def found(baseline, positives, columns=1):
    one = {"chance": 0.6, "baseline": baseline, "rows": 1_000, "positives": positives}
    return {f"c{place}": one for place in range(columns)}


def test_a_success_is_the_full_reward_but_for_rare_labels_and_many_findings():
    assert grading.band(found(0.8, 50)) == 1
    assert 0.5 < grading.band(found(0.8, 49)) < 1
    assert grading.band(found(0.61, 20)) == 0.5
    assert grading.band(found(0.9, 500, columns=14)) > grading.band(found(0.9, 60, columns=14))


def test_predictions_a_standard_error_below_the_baseline_just_succeed():
    (values,) = found(0.8, 30).values()
    error = grading.standard_error(0.8, 30, 970)
    reward = grading.Calibration(chance=0.6, baseline=0.8).reward(0.8 - error)
    assert grading.band({"c": values}) == pytest.approx(reward)


def test_calibration_is_reproducible_and_ordered(build):
    for kind in ("train", "test"):
        one, two = (grading.calibrations(build, TARGETS["guo_los"], kind, lambda *_: None) for _ in range(2))
        assert one == two
        assert all(0.5 < v["chance"] < v["baseline"] < 1 for f in one.values() for v in f.values())


def test_shots_are_nested_and_balanced(build):
    for name in ("new_lupus", "lab_anemia"):
        before = set()
        for shots in SHOTS:
            table = parquet.read_table(build.public / name / "few" / f"train-{shots}.parquet")
            positive = table["value"].to_numpy() >= 1
            every = (
                parquet.read_table(build.public / name / "labels" / "train.parquet")["value"].to_numpy() >= 1
            )
            assert positive.sum() == min(shots, every.sum())
            assert (~positive).sum() == shots
            assert before < (before := set(table["row_id"].to_pylist()))


def test_shots_of_findings_are_drawn_for_each(build):
    table = parquet.read_table(build.public / "chexpert" / "few" / "train-4.parquet")
    for name in TARGETS["chexpert"].columns:
        told = [cell for cell in table[name].to_pylist() if cell is not None]
        assert sorted(told) == [0] * 4 + [1] * 4
