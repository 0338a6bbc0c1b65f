import importlib.util
from pathlib import Path

import pandas as pd
import pytest
from pyarrow import parquet

from medgym_plugin_ehrshot.hospital import OTHER
from medgym_plugin_ehrshot.published import read_roles
from medgym_plugin_ehrshot.target import ROLES, TARGETS

spec = importlib.util.spec_from_file_location("independent_labels", Path(__file__).with_name("labels.py"))
second = importlib.util.module_from_spec(spec)
spec.loader.exec_module(second)


@pytest.fixture(scope="module")
def copy(raw):
    return second.Copy(raw)


@pytest.fixture(scope="module")
def elsewhere(raw):
    return second.Copy(raw / OTHER / "EHRSHOT_ASSETS")


@pytest.fixture(scope="module")
def recomputed(copy):
    return {target: copy.labels(target) for target in TARGETS}


@pytest.fixture(scope="module")
def unpublished(family, raw, tmp_path_factory):
    """Labels that the plugin finds in the events."""
    from medgym_plugin_ehrshot.reading import read

    scratch = tmp_path_factory.mktemp("scratch")
    found = {target: [] for target in TARGETS}
    for history, labels in read(raw, scratch, lambda *_: None).labelled():
        for target, own in labels.items():
            times = (pd.Timestamp(label.time, unit="s") for label in own)
            found[target] += [
                (history.patient, time, label.value) for time, label in zip(times, own, strict=True)
            ]
    return found


@pytest.mark.parametrize("target", TARGETS)
def test_computed_labels_are_those_of_the_second_program(recomputed, unpublished, target):
    assert sorted(unpublished[target]) == recomputed[target]
    assert len(recomputed[target]) > 100
    assert len({value for _, _, value in recomputed[target]}) > 1


@pytest.mark.parametrize("target", TARGETS)
def test_rows_and_labels_of_a_build_are_those_of_the_second_program(raw, small, recomputed, target):
    roles = read_roles(raw)
    for role in ROLES:
        keys = parquet.read_table(small.private / target / f"{role}-rows.parquet").to_pandas()
        path = small.public / target / "labels" / f"{role}.parquet"
        path = path if role == "train" else small.private / target / f"{role}.parquet"
        expected = [row for row in recomputed[target] if roles[row[0]] == role]
        labels = parquet.read_table(path).to_pandas().set_index("row_id").loc[keys.row_id]
        cells = labels.drop(columns="patient").astype(int).to_numpy()
        values = [int("".join(map(str, row)), 2) if target == "chexpert" else row[0] for row in cells]
        times = pd.to_datetime(keys.time, unit="s")
        found = sorted(zip(keys.patient.tolist(), times, values, strict=True))
        if role == "train":
            assert found == expected
        else:  # of a patient at most one row is asked for
            assert 0 < len({row[0] for row in found}) == len(found)
            assert set(found) <= set(expected)


@pytest.mark.parametrize("target", TARGETS)
def test_rows_of_the_other_hospital_are_those_of_the_second_program(elsewhere, small, target):
    """At most one row of each of its patients, whatever split they are in."""
    expected = elsewhere.labels(target)
    keys = parquet.read_table(small.private / target / "site-rows.parquet").to_pandas()
    labels = parquet.read_table(small.private / target / "site.parquet").to_pandas().set_index("row_id")
    cells = labels.loc[keys.row_id].drop(columns="patient").astype(int).to_numpy()
    values = [int("".join(map(str, row)), 2) if target == "chexpert" else row[0] for row in cells]
    found = sorted(zip(keys.patient.tolist(), pd.to_datetime(keys.time, unit="s"), values, strict=True))
    assert 30 < len({row[0] for row in found}) == len(found)
    assert set(found) <= set(expected)


def test_everybody_of_the_other_hospital_who_has_a_label_is_asked_about(elsewhere, small):
    paths = [small.private / target / "site-rows.parquet" for target in TARGETS]
    shown = {one for path in paths for one in parquet.read_table(path)["patient"].to_pylist()}
    assert shown == {patient for target in TARGETS for patient, *_ in elsewhere.labels(target)}
