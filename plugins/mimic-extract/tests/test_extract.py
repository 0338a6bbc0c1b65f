"""What may be wrong with a file: one clear error, and no build is left."""

import pickle

import h5py
import numpy as np
import pytest

from medgym_core import DataError, Source, ensure_build
from medgym_plugin_mimic_extract.extract import FILE, open_extract


def replaced(file, name, change):
    values = file[name][:]
    attributes = dict(file[name].attrs)
    del file[name]
    file[name] = change(values)
    file[name].attrs.update(attributes)


def first_lower(name, value):
    def change(file):
        replaced(file, name, lambda values: np.concatenate([[value], values[1:]]).astype(values.dtype))

    return change


def misspelt(file):
    for axis in ("axis0", "block0_items"):
        name = f"vitals_labs_mean/{axis}_level0"
        replaced(file, name, lambda values: np.where(values == b"heart rate", b"heart rat", values))


def outcome_of_two(file):
    table = file["patients/table"]
    records = table[:]
    fields = [
        name for name in records.dtype.names if b"mort_icu" in bytes(table.attrs.get(f"{name}_kind", b""))
    ]
    position = pickle.loads(table.attrs[f"{fields[0]}_kind"]).index("mort_icu")
    records[fields[0]][0, position] = 2
    table[:] = records


def wider(file):
    replaced(file, "vitals_labs_mean/block0_values", lambda values: values[:, :50])


def dropped(*names):
    def change(file):
        for name in names:
            del file[name]

    return change


BROKEN = {
    "a missing frame": (dropped("interventions"), "no frame 'interventions'"),
    "no patients": (dropped("patients"), "no frame 'patients'"),
    "a missing array": (dropped("vitals_labs_mean/axis1_label3"), "lacks axis1_label3"),
    "missing values": (dropped("vitals_labs_mean/block0_values"), "lacks block0_values"),
    "a wrong name": (misspelt, "no column 'heart rate'.*but 'heart rat'"),
    "a wrong shape": (wider, "x 50 rows and columns where its index says"),
    "other rows": (first_lower("interventions/axis1_label2", 1), "have other rows"),
    "hours that do not count": (
        lambda file: [
            first_lower(f"{key}/axis1_label3", 3)(file) for key in ("vitals_labs_mean", "interventions")
        ],
        "row 0: hours_in",
    ),
    "a code without a value": (first_lower("vitals_labs_mean/axis1_label0", -1), "has no value"),
    "an outcome of 2": (outcome_of_two, "mort_icu and mort_hosp are 0 or 1"),
}


@pytest.mark.parametrize("broken", BROKEN)
def test_a_broken_file_gives_one_clear_error_and_no_build(family, changed, tmp_path, broken):
    edit, message = BROKEN[broken]
    source = Source.user(changed(edit))
    home = tmp_path / "home"
    with pytest.raises(DataError, match=message):
        ensure_build(family, source, home)
    assert not [path for path in (home / "builds").iterdir() if not path.name.startswith("fingerprint")]


@pytest.mark.parametrize("share", [0.0, 0.3, 0.95])
def test_a_truncated_file_is_damaged(family, few, tmp_path, share):
    data = (few / FILE).read_bytes()
    (tmp_path / FILE).write_bytes(data[: int(len(data) * share)])
    with pytest.raises(DataError, match="cannot be read as HDF5"):
        ensure_build(family, Source.user(tmp_path), tmp_path / "home")


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(DataError, match=f"holds no {FILE}; name the folder"), open_extract(tmp_path):
        pass


def test_an_indicator_that_is_neither_0_nor_1_is_refused(changed):
    def edit(file):
        file["interventions/block0_values"][0, 0] = 2

    with open_extract(changed(edit)) as extract, pytest.raises(DataError, match="vent and vaso are 0 or 1"):
        extract.hours(extract.stays[0])


def test_the_file_may_be_named_itself(few):
    with open_extract(few) as folder, open_extract(few / FILE) as file:
        assert folder.stays == file.stays


def test_what_is_not_needed_may_be_missing(changed):
    with open_extract(changed(dropped("vitals_labs"))) as extract:
        assert len(extract.stays) == 300


def test_rows_are_read_as_stored(few):
    with open_extract(few) as extract, h5py.File(few / FILE) as file:
        stay = extract.stays[7]
        stored = file["vitals_labs_mean/block0_values"][stay.first : stay.first + stay.length]
        assert np.array_equal(extract.hours(stay).means, stored[:240], equal_nan=True)
