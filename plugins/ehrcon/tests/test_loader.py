"""From files to a build: the user's path and the built-in one are the same code."""

import gzip
import json
import shutil

import pytest

from medgym_core import DataError, Source, ensure_build
from medgym_core.access import Tier
from medgym_ehr.testing.hospital.loader_laws import contents
from medgym_plugin_ehrcon import loader


def test_a_users_folder_builds_what_the_built_in_source_builds(build, users_build):
    assert contents(build) == contents(users_build)
    assert {"public/ehrcon.sqlite", "public/notes.csv", "public/synonyms.csv"} <= contents(build).keys()


def test_gzipped_files_build_the_same(family, build, copied, tmp_path):
    for file in list(copied.glob("*.csv")):
        (copied / f"{file.name}.gz").write_bytes(gzip.compress(file.read_bytes()))
        file.unlink()
    assert contents(ensure_build(family, Source.user(copied, Tier.SYNTHETIC), tmp_path / "home")) == contents(
        build
    )


@pytest.mark.parametrize(
    ("name", "spoil", "said"),
    [
        ("INPUTEVENTS_MV.csv", lambda data: None, r"INPUTEVENTS_MV.*physionet"),
        ("LABEVENTS.csv", lambda data: data.replace(b"VALUENUM", b"NUMBER", 1), r"LABEVENTS\.csv.*VALUENUM"),
        ("PRESCRIPTIONS.csv", lambda data: b"", r"PRESCRIPTIONS\.csv.*empty"),
        ("CHARTEVENTS.csv", lambda data: data[:-30], r"CHARTEVENTS\.csv.*(cut short|line)"),
        ("D_ITEMS.csv", lambda data: data.replace(b"211,", b"two,", 1), r"D_ITEMS\.csv, line \d+"),
    ],
)
def test_bad_files_are_named_with_the_fix_and_leave_nothing(refuses, name, spoil, said):
    refuses(name, spoil, said)


def test_a_truncated_gzip_is_told(family, copied, tmp_path):
    plain = copied / "CHARTEVENTS.csv"
    (copied / "CHARTEVENTS.csv.gz").write_bytes(gzip.compress(plain.read_bytes())[:-2000])
    plain.unlink()
    with pytest.raises(DataError, match=r"CHARTEVENTS\.csv\.gz.*(truncated|cut|incomplete)"):
        ensure_build(family, Source.user(copied), tmp_path / "home")
    assert list((tmp_path / "home" / "builds").iterdir()) == []


def test_a_missing_release_is_told(family, copied, tmp_path):
    shutil.rmtree(copied / "dataset")
    with pytest.raises(DataError, match=r"no folder dataset/processed\..* get EHRCon from https://physionet"):
        ensure_build(family, Source.user(copied), tmp_path / "home")
    assert list((tmp_path / "home" / "builds").iterdir()) == []


def test_published_splits_are_those_of_a_users_copy(family, build, users_build):
    for split in loader.PUBLISHED:
        assert family.size(build, split) == 0
        assert family.size(users_build, split) > 100
    tested = users_build.private / "published-test.jsonl"
    rows = {json.loads(line)["row_id"] for line in tested.read_text().splitlines()}
    valid = {loader.asked(users_build, "published-valid", i).row_id for i in range(50)}
    assert not rows & valid


def test_a_task_that_is_not_there_is_told(family, build):
    with pytest.raises(DataError, match="train has no task"):
        family.task(build, "train", family.size(build, "train"))
    with pytest.raises(DataError, match="published-test has no task 0"):
        family.task(build, "published-test", 0)


def test_labels_that_the_rule_contradicts_make_no_task_and_are_counted(family, copied, tmp_path):
    """A changed dose in the tables makes labels wrong, which then decide nothing."""
    table = copied / "PRESCRIPTIONS.csv"
    table.write_text(table.read_text().replace('"mg"', '"tons"'))
    built = ensure_build(family, Source.user(copied), tmp_path / "home")
    report = loader.read_report(built)
    assert report.refused["the label says consistent, the rule does not"] > 10
    assert report.agreements + sum(report.refused.values()) == report.annotations
