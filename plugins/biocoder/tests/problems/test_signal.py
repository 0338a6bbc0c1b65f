"""Problems of images, spectra and curves against values computed by hand or published."""

import pytest

REMISSION = {
    6: "eeec",
    7: "e",
    9: "c",
    10: "ec",
    11: "c",
    13: "e",
    16: "e",
    17: "c",
    19: "c",
    20: "c",
    22: "e",
}
REMISSION |= {23: "e", 25: "c", 32: "cc", 34: "c", 35: "c"}


def test_remission_of_leukaemia_under_6_mercaptopurine(solve):
    """Freireich EJ et al. 1963, as in Cox DR 1972: 21 patients, nine relapses."""
    subjects = [[0, week, kind == "e"] for week, kinds in REMISSION.items() for kind in kinds]
    rows = solve("kaplan-meier", subjects, censored_first=False, transform="plain", quantile=1.96)
    assert [row[:3] for row in rows[:3]] == [[6, 21, 3], [7, 17, 1], [10, 15, 1]]
    curve = [0.857, 0.807, 0.753, 0.690, 0.627, 0.538, 0.448]
    assert [row[3] for row in rows] == pytest.approx(curve, abs=5e-4)
    errors = [(row[3] - row[4]) / 1.96 for row in rows]
    assert errors == pytest.approx([0.0764, 0.0869, 0.0963, 0.1068, 0.1141, 0.1282, 0.1346], abs=1e-4)


def test_late_entries_are_not_at_risk_before(solve):
    subjects = [[0, 2, True], [2, 5, True], [1, 6, False]]
    assert [row[1] for row in solve("kaplan-meier", subjects, entries=True)] == [2, 2]
    assert [row[1] for row in solve("kaplan-meier", subjects, entries=False)] == [3, 2]


@pytest.mark.parametrize(
    ("metric", "grown"),
    [
        ("euclidean", [[3, 3, 3, 0], [3, 3, 0, 0], [3, 0, 0, 0]]),
        ("city-block", [[3, 3, 3, 0], [3, 3, 0, 0], [3, 0, 0, 0]]),
        ("chessboard", [[3, 3, 3, 0], [3, 3, 3, 0], [3, 3, 3, 0]]),
    ],
)
def test_labels_grow_by_two(solve, metric, grown):
    assert solve("label-growth", [[3, 0, 0, 0], [0] * 4, [0] * 4], metric=metric, distance=2) == grown


def test_the_lower_or_the_higher_label_wins_a_tie(solve):
    assert solve("label-growth", [[9, 0, 4]], distance=1, tie="lowest") == [[9, 4, 4]]
    assert solve("label-growth", [[9, 0, 4]], distance=1, tie="highest") == [[9, 9, 4]]


def test_holes_open_at_a_corner(solve):
    image = [[0, 3, 3, 3], [3, 0, 3, 3], [3, 3, 3, 3]]
    filled = [[0, 3, 3, 3], [3, 3, 3, 3], [3, 3, 3, 3]]
    assert solve("hole-filling", image, connectivity=4, min_object=2) == filled
    assert solve("hole-filling", image, connectivity=8, min_object=2) == image


def test_shared_holes(solve):
    image = [[2, 2, 9], [2, 0, 9], [2, 2, 9]]
    assert solve("hole-filling", image, shared="leave", min_object=2) == image
    assert solve("hole-filling", image, shared="majority", min_object=2)[1] == [2, 2, 9]


def test_peaks_stand_out(solve):
    """The peak of 6 rises 4 above the valley of 2; the one of 30 is nearer than three points."""
    spectrum = [0, 9, 8, 9, 9, 2, 6, 0, 30, 0]
    usual = {"height": 6, "distance": 1, "plateau": "middle"}
    assert solve("spectral-peaks", spectrum, **usual | {"prominence": 4}) == [1, 3, 6, 8]
    assert solve("spectral-peaks", spectrum, **usual | {"prominence": 5}) == [1, 3, 8]
    assert solve("spectral-peaks", spectrum, **usual | {"prominence": 4, "distance": 3}) == [1, 8]
    assert solve("spectral-peaks", spectrum, **usual | {"prominence": 1, "height": 10}) == [8]


def test_half_effect_on_either_scale(solve):
    doses, responses = [1.0, 4.0, 16.0], [0.0, 0.0, 8.0]
    for scale, dose in (("log", 8.0), ("linear", 10.0)):
        found = solve("dose-response", doses, responses, scale=scale, fraction=0.5, margin=0.0)
        assert found == [0.0, 8.0, pytest.approx(dose), None]


def test_the_slope_of_a_logistic_curve_is_found_again(solve):
    """Levels 2, 5, 8 of 10: logits -ln 4, 0, ln 4 at doses 1, 2, 4."""
    doses, responses = [0.0, 1.0, 2.0, 4.0, 99.0], [0.0, 2.0, 5.0, 8.0, 10.0]
    found = solve("dose-response", doses, responses, margin=0.0, fraction=0.5)
    assert found == pytest.approx([0.0, 10.0, 2.0, 2.0])
