"""Problems of expression against values computed by hand."""

from math import log2

import pytest

P_VALUES = [0.01, 0.04, 0.03, 0.005]


@pytest.mark.parametrize(
    ("method", "adjusted"),
    [
        ("bonferroni", [0.04, 0.16, 0.12, 0.02]),
        ("holm", [0.03, 0.06, 0.06, 0.02]),
        ("hochberg", [0.03, 0.04, 0.04, 0.02]),
        ("bh", [0.02, 0.04, 0.04, 0.02]),
        ("by", [0.041666667, 0.083333333, 0.083333333, 0.041666667]),
    ],
)
def test_adjusted_p_values(solve, method, adjusted):
    rows = solve("multiple-testing", P_VALUES, method=method, alpha=0.05, inclusive=True)
    assert [row[0] for row in rows] == adjusted
    assert [row[1] for row in rows] == [value <= 0.05 for value in adjusted]


def test_missing_p_values_count_only_if_told(solve):
    for count_missing, adjusted in ((False, 0.02), (True, 0.04)):
        rows = solve("multiple-testing", [None, 0.02], method="bonferroni", count_missing=count_missing)
        assert [row[0] for row in rows] == [None, adjusted]


def test_size_factors_are_medians_of_ratios(solve):
    counts = [[8, 2], [32, 8], [10, 90], [0, 5]]
    factors = solve("size-factors", counts, min_count=1, min_genes=1, middle="mean", centred=False)
    assert factors == pytest.approx([2.0, 0.5])


def test_the_biweight_leaves_outliers_out(solve):
    assert solve("biweight-location", [0.25, 0.25, 0.25, 0.25, 9.0]) == 0.25
    assert solve("biweight-location", [-1.0, 0.0, 1.0, None]) == pytest.approx(0.0)


def test_one_step_of_the_biweight(solve):
    """Median 1, deviations 1, 0, 1, 3, their median 1: weights (15/16)^2, 1, (15/16)^2, (7/16)^2."""
    weights = [(15 / 16) ** 2, 1.0, (15 / 16) ** 2, (7 / 16) ** 2]
    centre = sum(w * x for w, x in zip(weights, (0, 1, 2, 4), strict=True)) / sum(weights)
    values = [0.0, 1.0, 1.0, 2.0, 4.0]
    found = solve("biweight-location", values, tuning=4.0, steps=1, min_values=2, floor=0.125)
    total = sum(weights) + 1.0
    assert found == pytest.approx((centre * sum(weights) + 1.0) / total)


def test_copy_numbers_of_a_pure_diploid_tumour(solve):
    segments = [
        ["1", 0, 5, 1.0],
        ["1", 5, 9, log2(1.5)],
        ["2", 0, 9, -1.0],
        ["X", 0, 9, 0.0],
        ["Y", 0, 9, 1.0],
    ]
    called = solve("copy-number", segments, purity=1.0, ploidy=2, male=True)
    assert [row[3] for row in called] == [4, 3, 1, 1, 2]


def test_normal_cells_dilute_a_loss(solve):
    """One of two copies lost in half of the cells: 3 of 4 copies are left."""
    segments = [["3", 0, 5, log2(3 / 4)]]
    assert solve("copy-number", segments, purity=0.5, ploidy=2)[0][3] == 1


def test_transcripts_per_million_add_up(solve):
    """Of two transcripts with the same count the one half as long is twice as abundant."""
    plain = {"fragment": 1, "prior": 0.0, "min_total": 1}
    table = solve("transcript-abundance", [[30], [30], [0]], [2000, 1000, 500], method="tpm", **plain)
    assert table == [[pytest.approx(1e6 / 3)], [pytest.approx(2e6 / 3)], [None]]
    table = solve("transcript-abundance", [[10], [30]], [2000, 1000], method="rpkm", **plain)
    assert table == [[pytest.approx(10 / 2 / 40e-6)], [pytest.approx(30 / 1 / 40e-6)]]
