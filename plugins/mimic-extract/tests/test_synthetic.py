"""The invented file, as pandas reads it."""

import hashlib

import numpy as np
import pandas as pd
import pytest

from medgym_core import DataError
from medgym_ehr.mimic3.synthetic import synthesise as synthesise_mimic
from medgym_plugin_mimic_extract.extract import FILE
from medgym_plugin_mimic_extract.synthetic import synthesise
from medgym_plugin_mimic_extract.target import OTHER_SITE
from medgym_plugin_mimic_extract.variable import names, variables

FRAMES = ("patients", "vitals_labs", "vitals_labs_mean", "interventions")


@pytest.fixture(scope="module")
def frames(raw):
    return {key: pd.read_hdf(raw / FILE, key) for key in FRAMES}


def test_frames_have_the_published_columns(frames):
    assert {key: frame.shape[1] for key, frame in frames.items()} == {
        "patients": 28,
        "vitals_labs": 312,
        "vitals_labs_mean": 104,
        "interventions": 14,
    }
    assert list(frames["vitals_labs_mean"].columns.get_level_values("LEVEL2")) == list(names())
    functions = frames["vitals_labs"].columns.get_level_values("Aggregation Function")
    assert list(functions[:3]) == ["count", "mean", "std"]


def test_rows_are_the_hours_of_each_stay(frames):
    rows = frames["vitals_labs"].index
    assert rows.names == ["subject_id", "hadm_id", "icustay_id", "hours_in"]
    assert rows.equals(frames["interventions"].index)
    assert rows.is_monotonic_increasing
    last = rows.to_frame(index=False).groupby("icustay_id").hours_in.max()
    assert last.equals(
        frames["patients"].reset_index().set_index("icustay_id").max_hours.sort_index().rename("hours_in")
    )


def test_counts_means_and_deviations_agree(frames):
    every = frames["vitals_labs"]
    count, mean, std = (every.xs(name, axis=1, level=1) for name in ("count", "mean", "std"))
    assert (mean.notna() == (count > 0)).all(axis=None)
    assert (std.notna() == (count > 1)).all(axis=None)
    assert np.array_equal(mean, frames["vitals_labs_mean"], equal_nan=True)


def test_values_lie_within_their_limits(frames):
    limits = {one.name: (one.low, one.high) for one in variables()}
    for name, column in frames["vitals_labs_mean"].droplevel(1, axis=1).items():
        assert column.dropna().between(*limits[name]).all(), name


def test_variables_are_missing_as_often_as_published(frames):
    missing = 100 * frames["vitals_labs_mean"].isna().mean().to_numpy()
    published = np.array([one.missing_percent for one in variables()])
    assert np.abs(missing - published).max() < 6


def test_measured_values_are_about_the_published_ones(frames):
    means = frames["vitals_labs_mean"].droplevel(1, axis=1)
    usual = [one for one in variables() if one.missing_percent < 96 and not one.source.startswith("sample")]
    apart = {one.name: (means[one.name].mean() - one.mean) / one.sd for one in usual}
    assert len(usual) > 40
    assert max(map(abs, apart.values())) < 1.3, apart


def test_who_died_in_intensive_care_died_in_hospital(frames):
    people = frames["patients"]
    assert (people.mort_hosp >= people.mort_icu).all()
    assert people.mort_hosp.mean() == pytest.approx(0.0958, abs=0.03)
    assert people.mort_icu.mean() == pytest.approx(0.0656, abs=0.03)
    assert (people.deathtime.notna() == (people.mort_hosp == 1)).all()
    within = people.deathtime.between(people.intime, people.outtime)
    assert (within == (people.mort_icu == 1)).all()


def test_stays_are_as_long_as_published(frames):
    hours = frames["patients"].max_hours
    assert 12 <= hours.min() <= hours.max() <= 240
    assert hours.mean() + 1 == pytest.approx(63.8, abs=8)
    assert np.mean(hours > 30) == pytest.approx(0.694, abs=0.12)


def test_treatments_are_as_frequent_as_published(frames):
    on = frames["interventions"][["vent", "vaso"]].mean()
    assert on["vent"] == pytest.approx(0.19, abs=0.06)
    assert on["vaso"] == pytest.approx(0.13, abs=0.06)


def measured(frames, *names):
    """Hours in which all of some variables were measured."""
    return frames["vitals_labs_mean"].droplevel(1, axis=1)[[*names]].dropna()


def test_mean_pressure_lies_between_the_others(frames):
    found = measured(frames, "systolic blood pressure", "diastolic blood pressure", "mean blood pressure")
    systolic, diastolic, mean = found.to_numpy().T
    assert np.abs((systolic + 2 * diastolic) / 3 - mean).mean() < 3


def test_what_is_the_same_thing_agrees(frames):
    for one, other in (("hematocrit", "hemoglobin"), ("lactate", "lactic acid"), ("bicarbonate", "co2")):
        assert measured(frames, one, other).corr().iloc[0, 1] > 0.9, (one, other)


def test_resistance_follows_from_pressures_and_output(frames):
    names = ("systemic vascular resistance", "mean blood pressure", "central venous pressure")
    found = measured(frames, *names, "cardiac output thermodilution")
    resistance, pressure, venous, output = found.to_numpy().T
    assert len(found) > 20
    assert np.corrcoef(resistance, 80 * (pressure - venous) / output)[0, 1] > 0.9


def test_who_dies_is_more_ill_on_the_first_day(frames):
    first = (
        frames["vitals_labs_mean"].droplevel(1, axis=1).query("hours_in < 24").groupby("icustay_id").mean()
    )
    died = frames["patients"].reset_index().set_index("icustay_id").mort_hosp.loc[first.index] == 1
    means = first.groupby(died).mean()
    assert means["lactate"][True] > means["lactate"][False]
    assert means["blood urea nitrogen"][True] > means["blood urea nitrogen"][False]
    assert means["glascow coma scale total"][True] < means["glascow coma scale total"][False]


def test_ventilators_are_set_only_where_they_are(frames):
    settings = measured(frames, "positive end-expiratory pressure set").index
    on = frames["interventions"].loc[settings, ["vent", "nivdurations"]].max(axis=1)
    assert on.mean() > 0.95


def test_vasopressors_are_given_for_low_pressure(frames):
    pressure = frames["vitals_labs_mean"].droplevel(1, axis=1)["mean blood pressure"]
    treated = frames["interventions"].vaso == 1
    assert pressure[treated].mean() < pressure[~treated].mean() - 8
    drugs = frames["interventions"].iloc[:, 2:11].max(axis=1)
    assert (drugs == frames["interventions"].vaso).all()


@pytest.mark.slow
def test_nobody_is_in_synthetic_mimic(frames, tmp_path):
    """Its database, of another family, would show how stays go on that are asked about here."""
    synthesise_mimic(tmp_path, 0, 60, lambda *_: None)
    stays, found = pd.read_csv(tmp_path / "ICUSTAYS.csv"), frames["patients"].reset_index()
    assert len(stays) > 20
    for name in ("subject_id", "hadm_id", "icustay_id"):
        assert not {*found[name]} & {*stays[name.upper()]}


def digest(folder, seed, stays):
    folder.mkdir()
    synthesise(folder, seed, stays, lambda *_: None)
    return [
        hashlib.sha256((place / FILE).read_bytes()).hexdigest() for place in (folder, folder / OTHER_SITE)
    ]


@pytest.mark.slow
def test_seed_and_scale_decide_every_byte(tmp_path):
    first, again, other = (digest(tmp_path / name, seed, 30) for name, seed in (("a", 1), ("b", 1), ("c", 2)))
    assert first == again
    assert not {*first} & {*other}


def test_what_cannot_be_drawn_is_refused(tmp_path):
    with pytest.raises(DataError, match="cannot be drawn"):
        synthesise(tmp_path, 0, 5, lambda *_: None)
