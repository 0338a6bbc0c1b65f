import csv
import filecmp
import itertools

import pytest

from medgym_core import plugins
from medgym_plugin_ehrshot.event import COLUMNS, FILE
from medgym_plugin_ehrshot.hospital import OTHER
from medgym_plugin_ehrshot.published import LABEL_FILE, read_labels, read_roles
from medgym_plugin_ehrshot.synthetic import synthesise
from medgym_plugin_ehrshot.target import TARGETS


def lines(path):
    with path.open(newline="") as stream:
        return list(csv.reader(stream))


def test_the_layout_is_the_published_one(raw):
    assert lines(raw / FILE)[0] == [
        *("patient_id", "start", "end", "code", "value", "unit", "visit_id", "omop_table")
    ]
    assert {*COLUMNS} < {*lines(raw / FILE)[0]}
    for folder, target in itertools.product((raw, raw / OTHER / "EHRSHOT_ASSETS"), TARGETS):
        head, first, *_ = lines(folder / LABEL_FILE.format(target))
        assert head == ["patient_id", "prediction_time", "value", "label_type"]
        assert first[3] == ("boolean" if TARGETS[target].form == "outcome" else "categorical")


@pytest.mark.slow
def test_the_same_seed_gives_the_same_bytes_and_another_seed_others(tmp_path):
    for name, seed in (("one", 3), ("two", 3), ("three", 4)):
        (tmp_path / name).mkdir()
        synthesise(tmp_path / name, seed, 12, lambda *_: None)
    files = [str(p.relative_to(tmp_path / "one")) for p in (tmp_path / "one").rglob("*") if p.is_file()]
    assert filecmp.cmpfiles(tmp_path / "one", tmp_path / "two", files, shallow=False)[0] == files
    assert FILE in filecmp.cmpfiles(tmp_path / "one", tmp_path / "three", files, shallow=False)[1]


def test_each_split_has_its_share_of_the_patients_whatever_the_seed(raw, tmp_path):
    roles = read_roles(raw)
    counts = [list(roles.values()).count(role) for role in ("train", "validation", "test")]
    shares = (4 / 14, 5 / 14, 5 / 14)
    assert all(abs(count - share * len(roles)) < 40 for count, share in zip(counts, shares, strict=True))
    synthesise(tmp_path, 9, 50, lambda *_: None)
    assert read_roles(tmp_path).items() <= roles.items()


@pytest.mark.parametrize(
    ("target", "least", "most"),
    [
        ("guo_los", 0.15, 0.35),
        ("guo_readmission", 0.08, 0.3),
        ("guo_icu", 0.02, 0.12),
        ("lab_thrombocytopenia", 0.25, 0.42),
        ("lab_hyperkalemia", 0.01, 0.05),
        ("lab_hypoglycemia", 0.01, 0.05),
        ("lab_hyponatremia", 0.2, 0.37),
        ("lab_anemia", 0.6, 0.76),
        ("new_hypertension", 0.08, 0.25),
        ("new_lupus", 0.01, 0.12),
    ],
)
def test_abnormal_labels_are_about_as_frequent_as_published(raw, target, least, most):
    values = [label.value >= 1 for found in read_labels(raw, target).values() for label in found]
    assert least < sum(values) / len(values) < most


def test_no_finding_means_nothing_but_devices(raw):
    graded = TARGETS["chexpert"].graded
    for found in read_labels(raw, "chexpert").values():
        for label in found:
            first, *others, _ = graded(label.value)
            assert first == (not any(others))


def test_the_command_writes_what_the_loader_reads(tmp_path):
    family = plugins.family("ehrshot")
    family.synthesise(tmp_path, 0, 9, lambda *_: None)
    assert family.check(tmp_path, tmp_path, lambda *_: None).summary.startswith("0 labels differ")
