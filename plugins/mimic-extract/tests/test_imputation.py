import numpy as np
import pytest

from medgym_plugin_mimic_extract.imputation import NEVER, Statistics, impute, statistics

NAN = np.nan
PLAIN = Statistics(np.array([0]), np.array([0.0]), np.array([1.0]))


def imputed(hours, starts=(0,), shown=None, known=PLAIN):
    column = np.array(hours, float)[:, None]
    return impute(column, known, np.array(starts), shown or len(hours))


def test_the_last_measurement_is_carried_forward():
    found = imputed([2, NAN, NAN, 5, NAN])
    assert found.value.ravel().tolist() == [2, 2, 2, 5, 5]
    assert found.measured.ravel().tolist() == [1, 0, 0, 1, 0]
    assert found.since.ravel().tolist() == [0, 1, 2, 0, 1]


def test_before_the_first_measurement_stands_the_mean_of_the_stay_so_far():
    assert imputed([NAN, 2, 4]).value.ravel().tolist() == [3, 2, 4]


def test_hours_after_the_window_are_not_known_in_it():
    found = imputed([NAN, NAN, NAN, 9], shown=2)
    assert found.value.ravel().tolist() == [0, 0]
    assert found.since.ravel().tolist() == [NEVER, NEVER]


def test_hours_before_the_window_are_known_in_it():
    found = imputed([7, NAN, NAN, NAN], starts=[1, 2], shown=2)
    assert found.value[:, :, 0].tolist() == [[7, 7], [7, 7]]
    assert found.since[:, :, 0].tolist() == [[1, 2], [2, 3]]


def test_time_since_measurement_is_capped():
    assert imputed([1] + [NAN] * 150).since.max() == NEVER


def test_values_are_standardised_by_the_statistics_given():
    known = Statistics(np.array([0]), np.array([10.0]), np.array([4.0]))
    assert imputed([18, NAN], known=known).value.ravel().tolist() == [2, 2]


def test_statistics_are_those_of_all_hours():
    rng = np.random.default_rng(0)
    stays = [rng.normal([1e6, 0, 5], [1, 1e-3, 2], (hours, 3)) for hours in (3, 40, 200)]
    for stay in stays:
        stay[rng.random(stay.shape) < 0.3] = NAN
    found, every = statistics(stays), np.concatenate(stays)
    assert found.mean == pytest.approx(np.nanmean(every, axis=0), rel=1e-12)
    assert found.sd == pytest.approx(np.nanstd(every, axis=0), rel=1e-9)


def test_variables_that_are_rare_or_constant_are_not_imputed():
    hours = np.full((100, 4), NAN)
    hours[:, 0] = np.arange(100)
    hours[:5, 1] = np.arange(5)
    hours[:4, 2] = np.arange(4)
    hours[:, 3] = 7
    assert statistics([hours]).chosen.tolist() == [0, 1]
