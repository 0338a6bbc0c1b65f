"""Every row of a small build is what a second program finds in the HDF5."""

import importlib.util
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

_SPEC = importlib.util.spec_from_file_location("recomputation", Path(__file__).with_name("recomputation.py"))
second = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(second)

PARTS = {"train": "train", "validation": "validation", "validation-asked": "validation", "test-asked": "test"}
OUTCOMES = ["mort_icu", "mort_hosp", "los_3", "los_7"]


@pytest.fixture(scope="module")
def published(raw):
    return second.Published(raw / "all_hourly_data.h5")


@pytest.fixture(scope="module")
def elsewhere(raw):
    return second.Published(raw / "other-site" / "all_hourly_data.h5")


def labels_of(small, dataset, part):
    folder = small.public / dataset / part / "labels.parquet"
    path = small.private / dataset / f"{part}.parquet" if part.endswith("-asked") else folder
    return pd.read_parquet(path).set_index("row_id")


@pytest.mark.parametrize("part", PARTS)
def test_stays_and_their_outcomes(small, published, part):
    expected = {
        published.row_id("stays", part, stay, 0): second.outcomes(published.people.loc[stay])
        for stay in published.stays(PARTS[part])
        if (published.moment(stay) if part.endswith("-asked") else published.people.max_hours[stay] > 30)
    }
    found = labels_of(small, "stays", part)
    assert {
        row: tuple(labels) for row, labels in zip(found.index, found[OUTCOMES].to_numpy(), strict=True)
    } == expected


@pytest.mark.parametrize("part", ["train", "validation"])
@pytest.mark.parametrize("dataset", ["vent", "vaso"])
def test_windows_and_their_classes(small, published, dataset, part):
    found = labels_of(small, dataset, part)[dataset].to_dict()
    seen = 0
    for stay in published.stays(part):
        labels = second.window_labels(published.treated[stay][dataset].tolist())
        ids = {published.row_id(dataset, part, stay, start): label for start, label in labels.items()}
        drawn = {row: found[row] for row in ids if row in found}
        assert drawn.items() <= ids.items()
        assert len(drawn) == min(4, len(ids))
        assert len(set(drawn.values())) == min(len(drawn), len(set(ids.values())))
        seen += len(drawn)
    assert seen == len(found) > 10


def asked_windows(small, file, part, stays):
    """How many asked stays have a window, one of both interventions; who is shown a first day has none."""
    asked = {name: labels_of(small, name, part)[name].to_dict() for name in ("vent", "vaso")}
    seen = 0
    for stay in stays:
        labels = {name: second.window_labels(file.treated[stay][name].tolist()) for name in asked}
        both = labels["vent"].keys() & labels["vaso"].keys()
        drawn = [
            {
                start: found[row]
                for start in labels[name]
                if (row := file.row_id(name, part, stay, start)) in found
            }
            for name, found in asked.items()
        ]
        assert drawn[0].keys() == drawn[1].keys() <= both
        assert len(drawn[0]) == (1 if both and not file.moment(stay) else 0)
        assert all(
            labels[name][start] == label
            for name, one in zip(asked, drawn, strict=True)
            for start, label in one.items()
        )
        seen += len(drawn[0])
    assert seen == len(asked["vent"]) == len(asked["vaso"])
    return seen


@pytest.mark.parametrize("part", ["validation-asked", "test-asked"])
def test_asked_windows_are_of_both_interventions(small, published, part):
    assert asked_windows(small, published, part, published.stays(PARTS[part])) > 10


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize(("dataset", "hours"), [("stays", 24), ("vent", 6), ("vaso", 6)])
def test_hours_of_every_eighth_stay_as_measured_and_imputed(small, published, dataset, hours, part):
    folder = small.public / dataset / part
    measured, imputed = (pd.read_parquet(folder / f"{name}.parquet") for name in ("measured", "imputed"))
    rows = pd.read_parquet(folder / "rows.parquet").set_index("row_id")
    statistics = published.statistics()
    names = list(statistics[0].index)
    by_row = dict(list(imputed.groupby("row_id", sort=False)))
    shown = dict(list(measured.groupby("row_id", sort=False)))
    for stay in published.stays(PARTS[part])[::8]:
        for start in range(1 if dataset == "stays" else len(published.means[stay])):
            row = published.row_id(dataset, part, stay, start)
            if row not in rows.index:
                continue
            raw = published.means[stay][start : start + hours]
            assert np.array_equal(shown[row][raw.columns], raw.astype("float32"), equal_nan=True)
            value, mask, since = second.imputed(published.means[stay], statistics, start, hours)
            assert np.allclose(by_row[row][names], value, rtol=1e-5, atol=1e-5)
            assert np.array_equal(by_row[row][[f"{name} measured" for name in names]], mask)
            assert np.array_equal(by_row[row][[f"{name} hours since" for name in names]], since)
            about = published.people.loc[stay]
            assert rows.hours_in[row] == start
            assert rows.hour_of_day[row] == (about.intime + pd.Timedelta(hours=start)).hour
            assert rows.gender[row] == {"M": "male", "F": "female"}[about.gender]
            assert rows.first_careunit[row] == about.first_careunit


@pytest.mark.parametrize("target", second.COURSES)
def test_held_out_targets_are_read_from_whole_stays_alike(small, published, target):
    expected = {}
    for stay in published.stays("test"):
        if published.moment(stay):
            hours = pd.concat([published.means[stay].astype("float32"), published.treated[stay]], axis=1)
            label = second.COURSES[target](hours)
            if label is not None:
                expected[published.row_id(target, "test-asked", stay, 0)] = label
    found = labels_of(small, target, "test-asked")[target].to_dict()
    assert found == expected
    assert set(expected.values()) == {0, 1}


@pytest.mark.parametrize("part", ["train", "validation"])
def test_whole_stays_are_shown_of_patients_to_learn_from(small, published, part):
    table = pd.read_parquet(small.public / "course" / part / "measured.parquet")
    shown = dict(list(table.groupby("row_id", sort=False)))
    stays = [stay for stay in published.stays(part) if published.people.max_hours[stay] > 30]
    assert {published.row_id("course", part, stay, 0) for stay in stays} == set(shown)
    for stay in stays[::8]:
        hours = shown[published.row_id("course", part, stay, 0)]
        raw = published.means[stay]
        assert np.array_equal(hours[raw.columns], raw.astype("float32"), equal_nan=True)
        assert np.array_equal(hours[["vent", "vaso"]], published.treated[stay])


def test_first_days_of_the_other_hospital_are_asked_about_and_hours_imputed_as_at_home(
    small, published, elsewhere
):
    long = [stay for stay in elsewhere.people.index if elsewhere.moment(stay)]
    expected = {
        elsewhere.row_id("stays", "site-asked", stay, 0): second.outcomes(elsewhere.people.loc[stay])
        for stay in long
    }
    found = labels_of(small, "stays", "site-asked")
    assert dict(zip(found.index, map(tuple, found[OUTCOMES].to_numpy()), strict=True)) == expected
    folder, statistics = small.public / "stays" / "site-asked", published.statistics()
    measured, imputed = (
        dict(list(pd.read_parquet(folder / f"{name}.parquet").groupby("row_id")))
        for name in ("measured", "imputed")
    )
    for stay in long[::8]:
        row, raw = elsewhere.row_id("stays", "site-asked", stay, 0), elsewhere.means[stay]
        value, mask, since = second.imputed(raw, statistics, 0, 24)
        names = list(statistics[0].index)
        assert np.array_equal(measured[row][raw.columns], raw[:24].astype("float32"), equal_nan=True)
        assert np.allclose(imputed[row][names], value, rtol=1e-5, atol=1e-5)
        assert np.array_equal(imputed[row][[f"{name} measured" for name in names]], mask)
        assert np.array_equal(imputed[row][[f"{name} hours since" for name in names]], since)


def test_windows_of_the_other_hospital_and_their_classes(small, elsewhere):
    assert asked_windows(small, elsewhere, "site-asked", elsewhere.people.index) > 50
