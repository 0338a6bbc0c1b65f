import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_core.errors import ConfigError, DataError
from medgym_core.verifier.calibration import Calibration, best_column, calibrate, standard_error
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


@pytest.mark.parametrize("name", METRICS)
def test_a_single_column_in_either_direction_earns_nothing(rows, name):
    labels, scores = rows
    metric, draw = METRICS[name], random.Random(3)
    column = [label + draw.gauss(0, 3) for label in labels]
    for fact in (column, [-cell for cell in column]):
        calibration = calibrate(labels, predictions(name, scores), name, 0, 200, [[1.0] * len(labels), fact])
        assert not metric.better(best_column(labels, [fact], name), calibration.chance)
        assert calibration.reward(calibration.baseline) == 1


def test_rewards_begin_at_a_column_that_is_better_than_chance(rows):
    labels, scores = rows
    draw = random.Random(3)
    column = [label + draw.gauss(0, 1) for label in labels]
    reached = METRICS["auroc"](labels, [column])
    for fact in (column, [-cell for cell in column]):
        calibration = calibrate(labels, [scores], "auroc", 0, 200, [fact])
        assert calibration.chance == reached > calibrate(labels, [scores], "auroc", 0, 200).chance


def test_of_several_classes_each_is_given_the_column_that_is_best_for_it():
    draw = random.Random(0)
    labels = [row % 3 for row in range(90)]
    first, last = ([(label == one) + draw.gauss(0, 0.5) for label in labels] for one in (0, 2))
    noise = [draw.random() for _ in labels]
    value = best_column(labels, [noise, first, [-cell for cell in last]], "macro_auroc_ovr")
    binary = [[int(label == one) for label in labels] for one in range(3)]
    each = [best_column(one, [noise, first, last], "auroc") for one in binary]
    assert value == pytest.approx(sum(each) / 3)


def test_a_baseline_no_better_than_a_column_is_refused(rows):
    labels, scores = rows
    with pytest.raises(DataError, match="a single column reaches"):
        calibrate(labels, [scores], "auroc", 0, 100, [labels])


def test_the_standard_error_of_an_auroc_is_that_of_the_paper():
    """The worked example of Hanley and McNeil: 51 abnormal and 58 normal images, area 0.893, error 0.0326."""
    columns = [1.0] * 51 + [0.0] * 58
    labels = [1] * 51 + [0] * 58
    below = round((1 - 0.893) * 51 * 58 / 51)
    scores = [*columns[:51], *[0.0] * (58 - below), *[2.0] * below]
    assert METRICS["auroc"](labels, [scores]) == pytest.approx(0.893, abs=0.005)
    assert standard_error(labels, [scores], "auroc") == pytest.approx(0.0326, abs=0.001)


def test_the_bootstrap_agrees_with_the_formula(rows):
    labels, scores = rows
    two = [[1 - score for score in scores], scores]
    formula = standard_error(labels, [scores], "auroc")
    assert standard_error(labels, two, "macro_auroc_ovr", 1) == pytest.approx(formula, rel=0.25)


def test_a_success_is_one_standard_error_below_the_baseline_but_at_least_half_way():
    for sign in (1, -1):
        found = Calibration(chance=0.5, baseline=0.5 + sign * 0.25, error=0.05)
        assert found.enough == pytest.approx(found.baseline - sign * found.error)
        assert found.success == pytest.approx(found.reward(found.enough))
        assert found.model_copy(update={"error": 0.2}).success == 0.5
        assert found.model_copy(update={"error": 0.0}).success == 1.0


LABELS, SCORES = [0, 1] * 10, [0.1, 0.7] * 9 + [0.7, 0.7]
WEAK = [0.1, 0.7] * 8 + [0.7] * 4


@pytest.mark.parametrize("column", [WEAK, [-cell for cell in WEAK]])
def test_rewards_begin_where_a_single_column_ends(column):
    calibration = calibrate(LABELS, [SCORES], "auroc", 0, 20, [column])
    assert calibration.chance == 0.9
    assert calibration.error == standard_error(LABELS, [SCORES], "auroc")


def test_rewards_begin_where_the_best_constant_ends():
    rare = [1, *[0] * 19]
    assert calibrate(rare, [rare], "accuracy", 0, 20).chance == 0.95


@pytest.mark.parametrize("column", [[1, 2, 3, 4], [4, 3, 2, 1]])
@pytest.mark.parametrize(("metric", "value"), [("brier", (0.125**2 + 0.375**2) / 2), ("accuracy", 1)])
def test_a_column_becomes_what_the_metric_takes(column, metric, value):
    assert best_column([0, 0, 1, 1], [column], metric) == value


def test_the_standard_error_of_an_auroc_is_that_of_hanley_and_mcneil():
    scores = [0.5] * 10 + [0.1] * 2 + [0.9] * 8  # an AUROC of 0.8
    variance = (0.16 + 9 * (0.8 / 1.2 - 0.64) + 9 * (1.28 / 1.8 - 0.64)) / 100
    assert standard_error([0] * 10 + [1] * 10, [scores], "auroc") == pytest.approx(variance**0.5)


@pytest.mark.parametrize(("error", "success"), [(0.05, 0.8), (9, 0.5)])
def test_a_success_lies_one_standard_error_below_the_baseline(error, success):
    assert Calibration(chance=0.5, baseline=0.75, error=error).success == success
