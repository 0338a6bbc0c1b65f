import json

import pytest

from medgym_core import DataError
from medgym_plugin_medcalcbench.published import row

from . import release

LINE = release.row(
    5, {"Systolic Blood Pressure": [120, "mm hg"], "Diastolic Blood Pressure": [80, "mm hg"]}, "93.333"
)


def read(path):
    return list(row.read(path))


def test_csv_and_json_lines_give_the_same_rows(tmp_path):
    note = 'Two lines,\nwith a comma and "quotes".'
    line = LINE | {"Patient Note": note, "Row Number": 7}
    (first,) = read(release.write_csv(tmp_path / "a.csv", [line]))
    (second,) = read(release.write_jsonl(tmp_path / "a.jsonl", [line]))
    assert first._replace(where="") == second._replace(where="")
    assert (first.number, first.note, first.calculator.key) == (5, note, "mean_arterial_pressure")


def test_a_row_knows_its_line(tmp_path):
    path = release.write_csv(tmp_path / "a.csv", [LINE | {"Patient Note": "one\ntwo"}, LINE])
    assert [found.where for found in read(path)] == ["a.csv:2", "a.csv:4"]


@pytest.mark.parametrize(
    ("name", "split"),
    [
        ("test_data.csv", "published-test"),
        ("Train_data.csv", "published-train"),
        ("one_shot_data.csv", "published-train"),
        ("test_tasks.jsonl", "published-test"),
    ],
)
def test_a_files_name_tells_its_split(tmp_path, name, split):
    write = release.write_csv if name.endswith("csv") else release.write_jsonl
    path = write(tmp_path / name, [LINE, LINE | {"Note Type": row.GENERATED}])
    published, generated = read(path)
    assert row.split_of(path, published) == split
    assert row.split_of(path, generated) == split.removeprefix("published-")


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        ({"Calculator ID": 70}, "'70' is none of the 55"),
        ({"Calculator ID": "five"}, "'five' is none of the 55"),
        ({"Patient Note": ""}, "no Patient Note"),
        ({"Relevant Entities": ""}, "no Relevant Entities"),
    ],
)
def test_a_broken_row_is_refused_with_its_line(tmp_path, broken, said):
    path = release.write_jsonl(tmp_path / "a.jsonl", [LINE, LINE | broken])
    with pytest.raises(DataError, match=r"a\.jsonl:2: .*download it again") as caught:
        read(path)
    assert said in str(caught.value)


@pytest.mark.parametrize("text", ["{not json", "[1]"])
def test_a_broken_line_is_refused(tmp_path, text):
    (tmp_path / "a.jsonl").write_text(json.dumps(LINE) + f"\n\n{text}\n")
    with pytest.raises(DataError, match=r"a\.jsonl:3: .*download it again"):
        read(tmp_path / "a.jsonl")


def test_a_csv_file_that_is_cut_short_is_refused(tmp_path):
    path = release.write_csv(tmp_path / "a.csv", [LINE, LINE])
    path.write_text(path.read_text() + '9,"half a')
    with pytest.raises(DataError, match=r"a\.csv:4: unexpected end of data"):
        read(path)


@pytest.mark.parametrize(
    "text", ["__import__('os')", "{'age': open('x')}", "[1]", "{1: 2}", "{", "(" * 9_000]
)
def test_entities_are_literals_and_never_executed(text):
    calculator = release.CALCULATORS[5]
    with pytest.raises(ValueError, match="entities"):
        row.read_entities(calculator, text)
