"""Prediction metrics in plain Python: as large tables need them, without an array library in the core.

Labels are small whole numbers: 0 and 1 for two classes, else the position of the class's score column. A
metric is *prepared* once with the predictions and then evaluated under as many labellings as one likes,
which is what a permutation test needs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate, compress, groupby
from statistics import fmean

Labels = Sequence[int]
"""The true class of every row."""
Scores = Sequence[Sequence[float]]
"""One sequence per score column, each with one number per row."""
Evaluate = Callable[[Labels], float]


@dataclass(frozen=True)
class Metric:
    """A metric and what is needed to calibrate it."""

    prepare: Callable[[Scores], Evaluate]
    """Takes predictions, gives the metric as a function of labels; that raises ValueError where undefined."""
    constant: Callable[[Labels], float]
    """The best value that any constant prediction reaches."""
    lower_is_better: bool = False
    """Whether smaller values are better."""
    binary: bool = True
    """Whether labels are 0 and 1 only."""
    predicts: str = "score"
    """``score``: one column that ranks; ``probability``: one column in [0, 1]; ``class``: one column of
    classes; ``scores``: one ranking column per class."""

    def __call__(self, labels: Labels, scores: Scores) -> float:
        """The value of the metric.

        Raises:
            ValueError: where it is undefined on these labels.
        """
        return self.evaluator(labels, scores)(labels)

    def evaluator(self, labels: Labels, scores: Scores) -> Evaluate:
        """The metric of these predictions as a function of labels of the same classes.

        Raises:
            ValueError: if labels and predictions do not fit the metric.
        """
        if any(len(column) != len(labels) for column in scores) or not labels:
            raise ValueError("labels and predictions must be of one length, above 0")
        if (self.predicts == "scores") != (len(scores) > 1):
            raise ValueError(f"it does not take {len(scores)} prediction columns")
        highest = len(scores) - 1 if self.predicts == "scores" else 1 if self.binary else max(labels)
        if min(labels) < 0 or max(labels) > highest:
            raise ValueError(f"labels run from {min(labels)} to {max(labels)}, not within 0 to {highest}")
        return self.prepare(scores)

    def better(self, one: float, other: float) -> bool:
        """Whether ``one`` is strictly better than ``other``."""
        return one < other if self.lower_is_better else one > other


def _auroc(scores: Scores) -> Evaluate:
    """Area under the ROC curve as the Mann-Whitney statistic, ties counted half.

    Fawcett, Pattern Recognition Letters 27 (2006) 861-874, doi 10.1016/j.patrec.2005.10.010.
    """
    (column,) = scores
    ranks = midranks(column)

    def evaluate(labels: Labels) -> float:
        positives = sum(labels)
        negatives = len(labels) - positives
        _need(positives and negatives, "rows of both classes")
        return (sum(compress(ranks, labels)) - positives * (positives + 1) / 2) / (positives * negatives)

    return evaluate


def _average_precision(scores: Scores) -> Evaluate:
    """Area under the precision-recall curve as average precision, one step per distinct score.

    Boyd, Eng and Page, ECML PKDD 2013, doi 10.1007/978-3-642-40994-3_29.
    """
    (column,) = scores
    order = sorted(range(len(column)), key=column.__getitem__, reverse=True)
    ends = [len(list(group)) for _, group in groupby(order, key=column.__getitem__)]
    stops = list(accumulate(ends))

    def evaluate(labels: Labels) -> float:
        hits = [0, *accumulate(map(labels.__getitem__, order))]
        _need(hits[-1], "a positive row")
        found = [hits[stop] for stop in stops]
        gains = zip(found, [0, *found], stops, strict=False)
        return sum((now - before) * now / stop for now, before, stop in gains if now > before) / hits[-1]

    return evaluate


def _brier(scores: Scores) -> Evaluate:
    """Mean squared distance of probability and outcome.

    Brier, Monthly Weather Review 78 (1950) 1-3, doi 10.1175/1520-0493(1950)078<0001:VOFEIT>2.0.CO;2.
    """
    (column,) = scores
    return lambda labels: fmean((p - label) ** 2 for p, label in zip(column, labels, strict=True))


def _accuracy(scores: Scores) -> Evaluate:
    """Share of rows whose predicted class is the true one."""
    (column,) = scores
    return lambda labels: fmean(p == label for p, label in zip(column, labels, strict=True))


def _balanced_accuracy(scores: Scores) -> Evaluate:
    """Mean over the true classes of the share found.

    Brodersen et al., ICPR 2010, doi 10.1109/ICPR.2010.764.
    """
    (column,) = scores

    def evaluate(labels: Labels) -> float:
        totals = Counter(labels)
        found = Counter(label for p, label in zip(column, labels, strict=True) if p == label)
        return fmean(found[label] / total for label, total in sorted(totals.items()))

    return evaluate


def _f1(scores: Scores) -> Evaluate:
    """Harmonic mean of precision and recall of class 1; 0 when nothing is found.

    van Rijsbergen, Information Retrieval, 2nd edition (1979), chapter 7.
    """
    (column,) = scores

    def evaluate(labels: Labels) -> float:
        found = sum(p == label == 1 for p, label in zip(column, labels, strict=True))
        named = sum(p == 1 for p in column)
        _need(sum(labels), "a positive row")
        return 2 * found / (named + sum(labels))

    return evaluate


def _f1_at_half(scores: Scores) -> Evaluate:
    """F1 (see ``_f1``) where class 1 is named by a probability of at least one half."""
    (column,) = scores
    return _f1([[float(p >= 0.5) for p in column]])


def _macro_auroc(scores: Scores) -> Evaluate:
    """Unweighted mean over classes of the AUROC of one class against the rest (see ``_auroc``)."""
    return _mean_over_classes([_auroc([column]) for column in scores])


def _macro_average_precision(scores: Scores) -> Evaluate:
    """Unweighted mean over classes of the average precision of one class against the rest."""
    return _mean_over_classes([_average_precision([column]) for column in scores])


def _macro_f1(scores: Scores) -> Evaluate:
    """Unweighted mean over classes of F1 (see ``_f1``).

    The highest score of a row names its class, the first of equals.
    """
    classes = range(len(scores))
    named = [max(classes, key=row.__getitem__) for row in zip(*scores, strict=True)]
    return _mean_over_classes([_f1([[float(name == k) for name in named]]) for k in classes])


def _mean_over_classes(each: Sequence[Evaluate]) -> Evaluate:
    def evaluate(labels: Labels) -> float:
        return fmean(measure([label == k for label in labels]) for k, measure in enumerate(each))

    return evaluate


def midranks(column: Sequence[float]) -> list[float]:
    """Ranks from 1, equal values sharing the mean of theirs."""
    ranks = [0.0] * len(column)
    before = 0
    order = sorted(range(len(column)), key=column.__getitem__)
    for _, group in groupby(order, key=column.__getitem__):
        members = list(group)
        for index in members:
            ranks[index] = before + (len(members) + 1) / 2
        before += len(members)
    return ranks


def _need(count: int, what: str) -> None:
    if not count:
        raise ValueError(f"the metric is undefined without {what}")


def _half(labels: Labels) -> float:
    return 0.5


def _prevalence(labels: Labels) -> float:
    return fmean(labels)


def _variance(labels: Labels) -> float:
    return _brier([[fmean(labels)] * len(labels)])(labels)


def _majority(labels: Labels) -> float:
    return max(Counter(labels).values()) / len(labels)


def _one_class(labels: Labels) -> float:
    return 1 / len(set(labels))


def _all_positive(labels: Labels) -> float:
    return _f1([[1.0] * len(labels)])(labels)


def _equal_shares(labels: Labels) -> float:
    """Of average precisions: the classes' shares of the rows, whose mean is one by the number of classes."""
    return 1 / (max(labels) + 1)


def _one_class_f1(labels: Labels) -> float:
    (_, most), *_ = Counter(labels).most_common(1)
    return 2 * most / (len(labels) + most) / (max(labels) + 1)


METRICS = {
    "accuracy": Metric(_accuracy, _majority, binary=False, predicts="class"),
    "auprc": Metric(_average_precision, _prevalence),
    "auroc": Metric(_auroc, _half),
    "balanced_accuracy": Metric(_balanced_accuracy, _one_class, binary=False, predicts="class"),
    "brier": Metric(_brier, _variance, lower_is_better=True, predicts="probability"),
    "f1": Metric(_f1, _all_positive, predicts="class"),
    "f1_at_half": Metric(_f1_at_half, _all_positive, predicts="probability"),
    "macro_auprc_ovr": Metric(_macro_average_precision, _equal_shares, binary=False, predicts="scores"),
    "macro_auroc_ovr": Metric(_macro_auroc, _half, binary=False, predicts="scores"),
    "macro_f1": Metric(_macro_f1, _one_class_f1, binary=False, predicts="scores"),
}
"""Every metric by name."""
