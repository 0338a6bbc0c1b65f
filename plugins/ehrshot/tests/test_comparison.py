import csv

from medgym_plugin_ehrshot.hospital import OTHER
from medgym_plugin_ehrshot.published import LABEL_FILE, REPORT_FILE
from medgym_plugin_ehrshot.target import TARGETS


def silent(*_):
    return None


def edit(path, change):
    with path.open(newline="") as stream:
        head, *lines = csv.reader(stream)
    with path.open("w", newline="") as stream:
        csv.writer(stream).writerows([head, *change(lines)])


def table(found):
    return {row[0]: dict(zip(found.columns, row, strict=True)) for row in found.rows}


def test_labels_of_an_untouched_copy_are_equal(family, raw, tmp_path):
    found = family.check(raw, tmp_path, silent)
    assert [row[0] for row in found.rows] == [*TARGETS, *(f"other-site: {name}" for name in TARGETS)]
    assert found.summary.startswith("0 labels differ")
    assert all(row["equal"] == row["published"] == row["computed"] > 0 for row in table(found).values())


def test_each_kind_of_difference_is_counted_and_told_with_its_place(family, copied, tmp_path):
    flip = {"True": "False", "False": "True"}
    edit(copied / LABEL_FILE.format("guo_los"), lambda ls: [[*ls[0][:2], flip[ls[0][2]], ls[0][3]], *ls[1:]])
    edit(copied / LABEL_FILE.format("lab_anemia"), lambda ls: ls[3:])
    edit(
        copied / LABEL_FILE.format("new_lupus"),
        lambda ls: [*ls, [ls[0][0], "2031-01-01 23:59:00", *ls[0][2:]]],
    )
    found = family.check(copied, tmp_path, silent)
    rows = table(found)
    assert found.summary.startswith("5 labels differ")
    assert rows["guo_los"]["other value"] == 1
    assert rows["lab_anemia"]["only computed"] == 3
    assert rows["new_lupus"]["only published"] == 1
    assert any("2031-01-01 23:59" in remark for remark in found.remarks)


def test_labels_of_the_other_hospital_are_compared_too(family, copied, tmp_path):
    elsewhere = copied / OTHER / "EHRSHOT_ASSETS"
    edit(elsewhere / LABEL_FILE.format("lab_anemia"), lambda ls: ls[3:])
    found = family.check(copied, tmp_path, silent)
    assert found.summary.startswith("3 labels differ")
    assert table(found)["other-site: lab_anemia"]["only computed"] == 3
    assert all(remark.startswith("other-site: ") for remark in found.remarks)


def test_without_published_labels_computed_ones_are_graded(family, copied, tmp_path):
    (copied / LABEL_FILE.format("guo_icu")).unlink()
    row = table(family.check(copied, tmp_path, silent))["guo_icu"]
    assert (row["published"], row["graded"]) == (0, "computed")


def test_radiographs_need_reports_or_published_labels(family, copied, tmp_path):
    (copied / REPORT_FILE).unlink()
    found = family.check(copied, tmp_path, silent)
    assert table(found)["chexpert"]["graded"] == "published"
    assert any("cannot be computed" in remark for remark in found.remarks)
    (copied / LABEL_FILE.format("chexpert")).unlink()
    assert table(family.check(copied, tmp_path, silent))["chexpert"]["graded"] == "none"
