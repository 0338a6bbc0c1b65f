"""The split of another hospital: whose rows it asks for, what its boxes hold, and who has no such file."""

import re
import shutil

import h5py
import numpy as np
import pandas as pd
import pytest
from pyarrow import parquet

from medgym_core import DataError, Pseudonyms, Source, ensure_build, gold_of
from medgym_plugin_mimic_extract.extract import FILE, extract_file, open_extract, other_file
from medgym_plugin_mimic_extract.moment import shows_day
from medgym_plugin_mimic_extract.synthetic.hospital import LEAST_OTHER
from medgym_plugin_mimic_extract.target import OTHER_SITE, OTHER_SOURCE, SPLITS, TARGETS

DATASETS = ("stays", "vent", "vaso")
IDS = ("subject_id", "hadm_id", "icustay_id")


def patients_of(folder):
    """What the frames ``patients`` say at home and at the other hospital."""
    return [pd.read_hdf(one / FILE, "patients").reset_index() for one in (folder, folder / OTHER_SITE)]


@pytest.fixture(scope="module")
def people(few):
    return patients_of(few)


@pytest.fixture(scope="module")
def alone(family, raw, tmp_path_factory):
    """A build of the home's file without the other."""
    folder = tmp_path_factory.mktemp("alone")
    shutil.copy(raw / FILE, folder / FILE)
    return ensure_build(family, Source.user(folder), tmp_path_factory.mktemp("home"))


def tasks(family, build):
    return [family.task(build, "site", index) for index in range(family.size(build, "site"))]


def shown(build, dataset, name="rows"):
    return parquet.read_table(build.public / dataset / "site-asked" / f"{name}.parquet")


def test_no_number_is_given_out_at_both_hospitals(people):
    home, other = people
    for name in IDS:
        assert not set(home[name]) & set(other[name])
    assert home.subject_id.max() < LEAST_OTHER[0] <= other.subject_id.min()


def test_nobody_of_the_other_hospital_is_somebody_at_home_under_another_number(people):
    exact = [one[one.age < 90] for one in people]  # older people have about the same age on record
    home, other = (
        set(zip(one.gender.astype(str), one.age, one.intime.dt.time, strict=True)) for one in exact
    )
    assert home
    assert other
    assert not home & other


def test_the_other_hospital_has_units_and_habits_of_its_own(few, people):
    home, other = people
    assert not set(home.first_careunit.astype(str)) & set(other.first_careunit.astype(str))
    often, seldom = (
        pd.read_hdf(folder / FILE, "vitals_labs_mean").droplevel(1, axis=1)[["ph", "sodium"]].notna().mean()
        for folder in (few, few / OTHER_SITE)
    )
    assert seldom["ph"] < 0.7 * often["ph"]
    assert seldom["sodium"] < 0.95 * often["sodium"]


def test_rows_asked_for_are_the_other_hospitals_alone(raw, small):
    keys = Pseudonyms.of([other_file(raw)])
    with open_extract(other_file(raw)) as extract:
        units = {stay.unit for stay in extract.stays}
        count = sum(shows_day(stay, keys) for stay in extract.stays)
    assert len(shown(small, "stays")) == count
    for dataset in DATASETS:
        assert {*shown(small, dataset)["first_careunit"].to_pylist()} <= units


def test_its_patients_are_of_a_ledger_of_their_own(family, small, raw):
    here = {name for split in family.splits if split != "site" for name in family.subjects(small, split)}
    there = set(family.subjects(small, "site"))
    assert there == {f"{OTHER_SOURCE}/patient/{one}" for one in patients_of(raw)[1].subject_id}
    assert not here & there
    assert all(name.partition("/")[0] in family.ledgers for name in here | there)


def test_labels_of_the_other_hospital_are_in_no_public_file(build):
    for dataset in DATASETS:
        assert {one.name for one in (build.public / dataset / "site-asked").iterdir()} == {
            "rows.parquet",
            "measured.parquet",
            "imputed.parquet",
        }
    asked = set(shown(build, "stays")["row_id"].to_pylist())
    for path in build.public.rglob("labels.parquet"):
        assert not asked & set(parquet.read_table(path)["row_id"].to_pylist())


def test_boxes_hold_the_other_hospital_in_its_own_tasks_alone(family, build):
    for split in family.splits:
        for index in range(family.size(build, split)):
            mounts = family.task(build, split, index).mounts
            assert any("site-asked" in mount for mount in mounts) == (split == "site")
            assert not (split == "site" and any("test-asked" in mount for mount in mounts))


def test_the_prompt_says_whose_rows_they_are_and_no_share(family, build):
    for task in tasks(family, build):
        gold = np.array([row[1] for row in gold_of(family, build, task).turns[0]["rows"]])
        text = f"{task.context} {task.turns[0].question}"
        assert "another hospital" in task.context
        assert "These are patients of another hospital." in task.turns[0].question
        for share in {np.mean(gold == label) for label in set(gold.tolist())}:
            assert not re.search(rf"\b(?:{share:.2f}|{share:.1%})(?!\d)", text)
    home = family.task(build, "test", 0)
    assert "another hospital" not in f"{home.context} {home.turns[0].question}"


def test_hours_are_standardised_as_at_home(build):
    """What is shown of both is the same line of the same measured value."""
    lines = []
    for part in ("train", "site-asked"):
        measured, imputed = (
            parquet.read_table(build.public / "stays" / part / f"{name}.parquet")["heart rate"].to_numpy()
            for name in ("measured", "imputed")
        )
        known = np.isfinite(measured)
        lines.append(np.polyfit(measured[known], imputed[known], 1))
    assert np.allclose(*lines, rtol=1e-3)


def test_a_copy_without_the_folder_has_no_such_task_and_says_so(family, small, alone):
    assert [*family.subjects(small, "site")]
    assert family.size(alone, "site") == 0
    assert not [*family.subjects(alone, "site")]
    assert "no folder other-site" in family.report(alone)
    assert "no folder other-site" not in family.report(small)
    with pytest.raises(DataError, match="there is no task 0 in site"):
        family.task(alone, "site", 0)


def test_the_rest_of_a_build_is_the_same_without_the_folder(family, small, alone):
    for split in set(family.splits) - {"site"}:
        for index in range(family.size(alone, split)):
            task = family.task(alone, split, index)
            assert task == family.task(small, split, index)
            assert gold_of(family, alone, task).turns == gold_of(family, small, task).turns


@pytest.mark.parametrize("folder", [OTHER_SITE, OTHER_SITE.upper(), "of/other-site", "other-site.zip"])
def test_the_home_is_never_the_other(few, tmp_path, folder):
    place = tmp_path / folder / FILE
    place.parent.mkdir(parents=True)
    place.symlink_to(few / OTHER_SITE / FILE)
    assert other_file(tmp_path) == place
    with pytest.raises(DataError, match=f"holds no {FILE}"):
        extract_file(tmp_path)
    deep = tmp_path / "a" / "b" / "c" / FILE
    deep.parent.mkdir(parents=True)
    deep.symlink_to(few / FILE)
    assert extract_file(tmp_path) == deep


def test_a_folder_of_that_name_may_be_a_home_itself(few):
    assert extract_file(few / OTHER_SITE) == few / OTHER_SITE / FILE
    assert other_file(few / OTHER_SITE) is None


def copied(few, folder, other):
    """A copy of the home with a file of the other hospital."""
    (folder / OTHER_SITE).mkdir()
    shutil.copy(few / FILE, folder / FILE)
    shutil.copy(other, folder / OTHER_SITE / FILE)
    return folder


def test_patients_who_have_a_number_at_home_are_refused(family, few, tmp_path):
    source = Source.user(copied(few, tmp_path, few / FILE))
    with pytest.raises(DataError, match=r"300 patients have numbers of patients at home, such as \d+; leave"):
        ensure_build(family, source, tmp_path / "home")


def test_a_damaged_file_of_the_other_hospital_is_named(family, few, tmp_path):
    folder = copied(few, tmp_path, few / OTHER_SITE / FILE)
    with h5py.File(folder / OTHER_SITE / FILE, "r+") as file:
        del file["interventions"]
    with pytest.raises(DataError, match=rf"other-site/{FILE}.*no frame 'interventions'"):
        ensure_build(family, Source.user(folder), tmp_path / "home")


def test_targets_of_the_counted_tests_are_asked_there(family, build):
    asked = [task.metadata["target"] for task in tasks(family, build)]
    assert asked == [*SPLITS["site"][1]]
    assert set(asked) >= set(SPLITS["test"][1])
    assert all(not TARGETS[name].is_held_out for name in asked)
    assert family.splits["site"].novel == "site"
    assert not family.splits["site"].counted
