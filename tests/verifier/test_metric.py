import math
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_core.verifier.metric import METRICS

SCORE = st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0])
BINARY = st.lists(st.tuples(st.integers(0, 1), SCORE), min_size=2, max_size=30).filter(
    lambda rows: len({label for label, _ in rows}) == 2
)


def split(rows):
    labels, scores = zip(*rows, strict=True)
    return list(labels), list(scores)


def near(value):
    return pytest.approx(value, abs=1e-12)


@given(BINARY)
def test_auroc_is_the_share_of_pairs_in_order(rows):
    labels, scores = split(rows)
    positives = [s for label, s in rows if label]
    negatives = [s for label, s in rows if not label]
    pairs = sum((p > n) + (p == n) / 2 for p in positives for n in negatives)
    assert METRICS["auroc"](labels, [scores]) == near(pairs / len(positives) / len(negatives))


@given(BINARY)
def test_auprc_sums_precision_over_recall_steps(rows):
    labels, scores = split(rows)
    area = recall = 0.0
    for threshold in sorted(set(scores), reverse=True):
        hits = sum(label for label, s in rows if s >= threshold)
        named = sum(s >= threshold for s in scores)
        area, recall = area + (hits / sum(labels) - recall) * hits / named, hits / sum(labels)
    assert METRICS["auprc"](labels, [scores]) == near(area)


def test_published_example_values():
    labels, scores = [0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]
    assert METRICS["auroc"](labels, [scores]) == near(0.75)
    assert METRICS["auprc"](labels, [scores]) == near(0.8333333333333333)
    assert METRICS["brier"](labels, [scores]) == near(0.158125)


@given(
    st.lists(st.tuples(st.integers(0, 1), st.integers(0, 1)), min_size=1).filter(
        lambda rows: any(r[0] for r in rows)
    )
)
def test_class_metrics_follow_the_confusion_matrix(rows):
    labels, classes = split(rows)
    cell = Counter(rows)
    tp, tn, fp, fn = cell[1, 1], cell[0, 0], cell[0, 1], cell[1, 0]
    assert METRICS["accuracy"](labels, [classes]) == near((tp + tn) / len(rows))
    assert METRICS["f1"](labels, [classes]) == near(2 * tp / (2 * tp + fp + fn))
    if tn + fp:
        balanced = (tp / (tp + fn) + tn / (tn + fp)) / 2
        assert METRICS["balanced_accuracy"](labels, [classes]) == near(balanced)


def test_macro_auroc_averages_each_class_against_the_rest():
    labels = [0, 1, 2, 1]
    columns = [[0.9, 0.1, 0.2, 0.3], [0.1, 0.8, 0.5, 0.1], [0.0, 0.1, 0.3, 0.6]]
    each = [METRICS["auroc"]([int(label == k) for label in labels], [columns[k]]) for k in range(3)]
    assert METRICS["macro_auroc_ovr"](labels, columns) == near(sum(each) / 3)
    each = [METRICS["auprc"]([int(label == k) for label in labels], [columns[k]]) for k in range(3)]
    assert METRICS["macro_auprc_ovr"](labels, columns) == near(sum(each) / 3)


def test_macro_f1_names_the_class_of_the_highest_score_and_the_first_of_equals():
    labels = [0, 1, 1, 2]
    columns = [[0.9, 0.3, 0.4, 0.1], [0.1, 0.3, 0.5, 0.2], [0.0, 0.3, 0.1, 0.7]]
    # Named are 0, 0, 1, 2: F1 of 2/3, 2/3 and 1.
    assert METRICS["macro_f1"](labels, columns) == near((2 / 3 + 2 / 3 + 1) / 3)


@given(BINARY)
def test_f1_at_half_is_f1_of_the_probabilities_from_one_half_on(rows):
    labels, scores = split(rows)
    named = [float(score >= 0.5) for score in scores]
    assert METRICS["f1_at_half"](labels, [scores]) == METRICS["f1"](labels, [named])


THREE = st.lists(st.integers(0, 2), min_size=3, max_size=20).filter(lambda labels: len(set(labels)) == 3)


@given(THREE, st.tuples(SCORE, SCORE, SCORE))
def test_no_constant_scores_beat_the_best_constant(labels, values):
    columns = [[value] * len(labels) for value in values]
    for name in ("macro_auprc_ovr", "macro_auroc_ovr", "macro_f1"):
        reached, best = METRICS[name](labels, columns), METRICS[name].constant(labels)
        assert reached <= best or reached == near(best), name


@given(BINARY, st.integers(1, 5))
def test_ranking_metrics_see_only_the_order(rows, factor):
    labels, scores = split(rows)
    for name in ("auroc", "auprc"):
        stretched = [math.exp(factor * score) for score in scores]
        assert METRICS[name](labels, [stretched]) == METRICS[name](labels, [scores])


@given(BINARY, SCORE)
def test_no_constant_beats_the_best_constant(rows, value):
    labels, _ = split(rows)
    for name, metric in METRICS.items():
        if metric.predicts != "scores":
            constant = float(round(value)) if metric.predicts == "class" else value
            reached = metric(labels, [[constant] * len(labels)])
            best = metric.constant(labels)
            assert not metric.better(reached, best) or reached == near(best), name


@pytest.mark.parametrize(
    ("name", "labels", "scores"),
    [
        ("auroc", [1, 1], [[0.1, 0.2]]),
        ("auroc", [0, 2], [[0.1, 0.2]]),
        ("auroc", [0, 1], [[0.1, 0.2], [0.1, 0.2]]),
        ("auprc", [0, 0], [[0.1, 0.2]]),
        ("f1", [0, 0], [[1, 0]]),
        ("brier", [0, 1], [[0.1]]),
        ("accuracy", [], [[]]),
        ("accuracy", [-1, 0], [[0, 1]]),
        ("macro_auroc_ovr", [0, 1, 1], [[0.1] * 3] * 3),
        ("macro_auprc_ovr", [0, 1, 1], [[0.1] * 3] * 3),
        ("macro_f1", [0, 1, 1], [[0.1] * 3] * 3),
        ("macro_auroc_ovr", [0, 1], [[0.1] * 2]),
        ("macro_auroc_ovr", [0, 1, 2], [[0.1] * 3] * 2),
    ],
)
def test_what_is_undefined_is_refused(name, labels, scores):
    with pytest.raises(ValueError, match=r"labels|undefined|column"):
        METRICS[name](labels, scores)


def test_of_one_class_only_the_frequent_one_has_an_f1():
    assert METRICS["macro_f1"].constant([0, 0, 1]) == 2 * 2 / (3 + 2) / 2
