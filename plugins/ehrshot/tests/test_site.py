"""Another hospital: found in a copy, asked about, never learned from."""

import csv
import json
import shutil

import numpy as np
import pandas as pd
import pytest
from pyarrow import parquet

from medgym_core import DataError, Source, Tier, ensure_build
from medgym_plugin_ehrshot.event import FILE
from medgym_plugin_ehrshot.grading import FEWEST
from medgym_plugin_ehrshot.hospital import OTHER, hospitals
from medgym_plugin_ehrshot.published import read_roles
from medgym_plugin_ehrshot.target import TARGETS

ASSETS = f"{OTHER}/EHRSHOT_ASSETS"


def touched(folder, *names):
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).touch()
    return folder


@pytest.mark.parametrize(
    ("names", "home", "other"),
    [
        ([FILE, f"{ASSETS}/{FILE}"], ".", ASSETS),
        ([FILE, f"{OTHER}/{FILE}"], ".", OTHER),
        ([f"EHRSHOT_ASSETS/{FILE}", f"Other-Site.zip/EHRSHOT_ASSETS/{FILE}"], "EHRSHOT_ASSETS", None),
        ([f"some/EHRSHOT_ASSETS/{FILE}", f"{OTHER}/{FILE}"], "some/EHRSHOT_ASSETS", OTHER),
        ([FILE, f"copy/{FILE}"], ".", None),
        ([f"{FILE}.txt"], ".", None),
    ],
)
def test_hospitals_are_found_wherever_they_lie(tmp_path, names, home, other):
    other = "Other-Site.zip/EHRSHOT_ASSETS" if any("zip" in name for name in names) else other
    found = hospitals(touched(tmp_path, *names))
    assert found == (tmp_path / home, other and tmp_path / other)


def test_a_folder_without_events_is_no_hospital(tmp_path):
    with pytest.raises(DataError, match=f"{OTHER} of .* holds no {FILE}"):
        hospitals(touched(tmp_path, FILE, f"{ASSETS}/splits/person_id_map.csv"))


@pytest.mark.slow
def test_patients_of_both_hospitals_are_refused(family, copied, tmp_path):
    """Labels of theirs would be in boxes."""
    events = (copied / FILE).read_text().splitlines(keepends=True)
    with (copied / ASSETS / FILE).open("a") as stream:
        stream.write(events[1])
    with pytest.raises(DataError, match=r"1 patients of other-site, such as 9000000.*of the first"):
        ensure_build(family, Source.user(copied, Tier.OPEN), tmp_path)


@pytest.mark.slow
def test_a_copy_of_one_hospital_has_no_such_tasks_and_all_others(family, small, copied, tmp_path):
    shutil.rmtree(copied / OTHER)
    build = ensure_build(family, Source.user(copied, Tier.OPEN), tmp_path)
    assert family.size(build, "site") == 0
    assert not list(family.subjects(build, "site"))
    assert f"no tasks of another hospital: the copy holds no folder {OTHER}" in family.report(build)
    assert "another hospital: " in family.report(small)
    with pytest.raises(DataError, match="there is no task"):
        family.task(build, "site", 0)
    for split in family.splits.keys() - {"site"}:
        assert family.size(build, split) == family.size(small, split)
        for index in range(family.size(build, split)):
            assert family.task(build, split, index) == family.task(small, split, index)


def test_nobody_is_a_patient_of_both(raw, family, build):
    home, other = (read_roles(folder).keys() for folder in (raw, raw / ASSETS))
    assert len(other) == pytest.approx(5 / 14 * len(home), abs=1)
    assert not home & other
    asked, test, train = (set(family.subjects(build, split)) for split in ("site", "test", "train"))
    assert not asked & (test | train)
    assert len(asked) == pytest.approx(len(test), rel=0.1)


def test_no_one_elsewhere_is_who_somebody_here_is(raw):
    """Two seeds: persons of the same place in both are others."""
    born = []
    for folder in (raw, raw / ASSETS):
        events = pd.read_csv(folder / FILE, usecols=["patient_id", "start"])
        born.append(events.groupby("patient_id").start.min())
    both = list(zip(*born, strict=False))
    assert len(both) > 50
    assert sum(one == other for one, other in both) < 3


def test_no_box_holds_a_label_of_the_other_hospital(family, build):
    for index in range(family.size(build, "site")):
        task = family.task(build, "site", index)
        name = task.metadata["target"]
        assert set(task.mounts) == {
            *(f"{name}/{part}" for part in ("train", "site")),
            f"{name}/labels/train.parquet",
            "codes.csv",
        }
        assert sorted(path.name for path in (build.public / name / "site").iterdir()) == ["rows.parquet"]
    assert not list(build.public.rglob("site*.parquet"))


def test_the_prompt_says_that_rows_are_of_another_hospital_and_not_how_frequent_anything_is(family, build):
    calibrations = json.loads((build.private / "calibration.json").read_text())["site"]
    for index in range(family.size(build, "site")):
        task = family.task(build, "site", index)
        prompt = task.context + task.turns[0].question
        assert "The rows to predict are of patients of another" in task.context
        assert "data/site" not in prompt
        for column in calibrations[task.metadata["target"]]["0"].values():
            share = column["positives"] / column["rows"]
            assert not any(
                text in prompt for text in (f"{share:.3f}", f"{share:.1%}", f"{column['positives']} of")
            )
    home = family.task(build, "test", 0)
    assert "patients of another" not in home.context


def test_columns_are_counted_elsewhere_as_they_are_here(raw, small):
    """Of some rows: what a column says is what its code's events are."""
    with (small.public / "codes.csv").open(newline="") as stream:
        columns = {row["code"]: int(row["column"]) for row in csv.DictReader(stream)}
    events = pd.read_csv(raw / ASSETS / FILE, usecols=["patient_id", "start", "code"], parse_dates=["start"])
    keys = parquet.read_table(small.private / "guo_los" / "site-rows.parquet").to_pylist()
    rows = parquet.read_table(small.public / "guo_los" / "site" / "rows.parquet").to_pylist()
    shown = {row["row_id"]: dict(zip(row["codes"], row["counts"], strict=True)) for row in rows}
    for code in ("Visit/IP", "Visit/OP", "CPT4/71046", "LOINC/8480-6"):
        found = []
        for key in keys:
            before = events.start <= pd.Timestamp(key["time"], unit="s")
            own = events[(events.patient_id == key["patient"]) & (events.code == code) & before]
            assert shown[key["row_id"]].get(columns[code], 0) == len(own)
            found.append(len(own))
        assert max(found) > 1


def test_too_few_rows_of_a_class_are_not_graded(build):
    for columns in json.loads((build.private / "calibration.json").read_text())["site"].values():
        for column in columns.get("0", {}).values():
            assert FEWEST <= column["positives"] <= column["rows"] - FEWEST


def test_what_is_learned_here_ranks_worse_there(family, build):
    """Mean over the targets of one column that both are asked about."""
    reached = {}
    for kind in ("test", "site"):
        found = json.loads((build.private / "calibration.json").read_text())[kind]
        reached[kind] = {name: one["0"] for name, one in found.items() if one and name != "chexpert"}
    names = sorted(reached["test"].keys() & reached["site"].keys())
    falls = [
        reached["test"][name]["probability"]["baseline"] - reached["site"][name]["probability"]["baseline"]
        for name in names
    ]
    assert len(names) >= 10
    assert np.mean(falls) > 0.01
    assert family.size(build, "site") == family.splits["site"].size
    assert set(names) < set(TARGETS)
