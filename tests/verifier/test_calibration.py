import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_core.errors import ConfigError, DataError
from medgym_core.verifier.calibration import Calibration, calibrate
from medgym_core.verifier.metric import METRICS


@pytest.fixture(scope="module")
def rows():
    """Labels with a prevalence of 0.3, and probabilities that rank them well but not perfectly."""
    rng = random.Random(0)
    labels = [int(rng.random() < 0.3) for _ in range(300)]
    return labels, [min(1.0, max(0.0, rng.gauss(0.2 + 0.5 * label, 0.2))) for label in labels]


def predictions(name, scores):
    kind = METRICS[name].predicts
    if kind == "class":
        return [[float(score > 0.45) for score in scores]]
    return [[1 - score for score in scores], scores] if kind == "scores" else [scores]


@pytest.mark.parametrize("name", METRICS)
def test_baseline_earns_one_and_constants_nothing(rows, name):
    labels, scores = rows
    metric, calibration = METRICS[name], calibrate(labels, predictions(name, scores), name, 0, 200)
    assert metric.better(calibration.baseline, calibration.chance)
    assert calibration.reward(calibration.baseline) == 1
    for constant in (0.0, 0.3, 1.0):
        flat = [0.0 + (constant > 0.5)] if metric.predicts == "class" else [constant]
        value = metric(labels, [flat * len(labels)] * len(predictions(name, scores)))
        assert calibration.reward(value) == 0


def test_chance_is_the_extreme_of_permuted_labels(rows):
    labels, scores = rows
    calibration = calibrate(labels, [scores], "auroc", 0)
    positives = sum(labels)
    variance = (len(labels) + 1) / 12 / positives / (len(labels) - positives)
    assert (calibration.chance - 0.5) / variance**0.5 == pytest.approx(3.09, abs=0.5)


def test_calibration_is_a_function_of_its_seed(rows):
    labels, scores = rows
    assert calibrate(labels, [scores], "auprc", 1, 50) == calibrate(labels, [scores], "auprc", 1, 50)
    assert calibrate(labels, [scores], "auprc", 1, 50) != calibrate(labels, [scores], "auprc", 2, 50)


@given(st.floats(0, 1), st.floats(0, 1), st.floats(0, 1), st.floats(0, 1))
def test_reward_is_monotone_and_bounded(one, other, chance, baseline):
    if chance != baseline:
        calibration = Calibration(chance=chance, baseline=baseline)
        worse, better = sorted([one, other], reverse=baseline < chance)
        assert 0 <= calibration.reward(worse) <= calibration.reward(better) <= 1


def test_a_baseline_no_better_than_chance_is_refused(rows):
    labels, scores = rows
    noise = random.Random(1).sample(scores, len(scores))
    with pytest.raises(DataError, match="no better than chance"):
        calibrate(labels, [noise], "auroc", 0, 100)
    with pytest.raises(DataError, match="no better than chance"):
        calibrate(labels, [[0.0] * len(labels)], "accuracy", 0, 100)


def test_labels_without_both_classes_are_refused():
    with pytest.raises(DataError, match="cannot calibrate auroc on 2 rows"):
        calibrate([1, 1], [[0.1, 0.2]], "auroc", 0)


def test_unknown_metrics_are_refused():
    with pytest.raises(ConfigError, match="auroc"):
        calibrate([0, 1], [[0.1, 0.2]], "auc", 0)
