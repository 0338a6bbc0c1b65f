import hashlib
import json

import pytest

from medgym_core import DataError
from medgym_ehr.published.files import read
from medgym_ehr.published.place import find_database
from medgym_ehr.published.release import EICU, MIMIC_III, MIMIC_IV_DEMO

DATA = {"version": "made-up 1", "data": [{"id": "q1", "question": "One?"}, {"id": "q2", "question": "Two?"}]}
LABEL = {"q1": "SELECT 1", "q2": "null"}


@pytest.mark.parametrize("base", ["", "dataset/ehrsql/mimic_iii/", "ehrsql/mimic_iii/", "mimic_iii/"])
def test_the_first_layout_is_found(folder, row, impossible, base):
    root = folder({f"{base}train.json": [row("a")], f"{base}valid.json": [row("b"), impossible("c")]})
    files = read(MIMIC_III, root)
    assert [(record.id, record.split) for record in files.records] == [
        ("a", "train"),
        ("b", "valid"),
        ("c", "valid"),
    ]
    train = root / f"{base}train.json"
    assert files.hashes[f"{base}train.json"] == hashlib.sha256(train.read_bytes()).hexdigest()


@pytest.mark.parametrize("base", ["", "data/mimic_iv/", "mimic_iv/"])
@pytest.mark.parametrize("name", ["valid/{}.json", "valid_{}.json"])
@pytest.mark.parametrize("data", [DATA, DATA["data"]])
@pytest.mark.parametrize("label", [LABEL, [{"id": key, "label": sql} for key, sql in LABEL.items()]])
def test_the_second_layout_is_found(folder, base, name, data, label):
    root = folder({base + name.format("data"): data, base + name.format("label"): label})
    files = read(MIMIC_IV_DEMO, root)
    assert [(record.id, record.sql, record.split) for record in files.records] == [
        ("q1", "SELECT 1", "valid"),
        ("q2", None, "valid"),
    ]
    assert [record.impossible for record in files.records] == [False, True]
    assert files.version == ("made-up 1" if data is DATA else "")


def test_the_folder_of_one_split_is_known_by_its_name(folder):
    root = folder({"test/data.json": DATA, "test/label.json": LABEL})
    assert {record.split for record in read(MIMIC_IV_DEMO, root / "test").records} == {"test"}


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ([["po"], [1.5]], [["po"], [1.5]]),
        ("[['po'], ['1.5']]", [["po"], ["1.5"]]),
        ("[]", []),
        ("null", None),
        (None, None),
    ],
)
def test_published_answers_are_rows_or_their_text(folder, answer, expected):
    root = folder({"test/data.json": DATA, "test/label.json": LABEL, "test/answer.json": {"q1": answer}})
    assert read(MIMIC_IV_DEMO, root).records[0].answer == expected


@pytest.mark.parametrize("answer", ["__import__('os')", "[[", "'text'", 7, {"a": 1}])
def test_an_answer_that_is_no_rows_is_refused_with_its_id(folder, answer):
    root = folder({"test/data.json": DATA, "test/label.json": LABEL, "test/answer.json": {"q1": answer}})
    with pytest.raises(DataError, match=r"answer\.json, id q1.*download"):
        read(MIMIC_IV_DEMO, root)


def test_questions_without_labels_are_not_used_and_said(folder):
    root = folder(
        {
            "train/data.json": DATA,
            "train/label.json": LABEL,
            "test/data.json": [{"id": "q3", "question": "Three?"}],
        }
    )
    files = read(MIMIC_IV_DEMO, root)
    assert len(files.records) == 2
    assert files.skipped == ["test/data.json: there is no label file beside it"]


def test_labels_that_are_all_missing_are_an_error(folder):
    with pytest.raises(DataError, match="there is no label file beside it"):
        read(MIMIC_IV_DEMO, folder({"test/data.json": DATA}))


@pytest.mark.parametrize("release", [MIMIC_III, EICU, MIMIC_IV_DEMO])
def test_a_folder_without_question_files_says_what_to_give(tmp_path, release):
    with pytest.raises(DataError, match=f"give the folder that holds the files of {release.title}"):
        read(release, tmp_path)


@pytest.mark.parametrize(
    ("content", "where"),
    [
        ("[1,", r"valid\.json, line 1: not JSON"),
        ('{"id": "a"}\n{"id": "b"}', "none of train.json"),
        ('[\n{"id": "a",\n"id": "b"}]', "the key 'id' occurs twice"),
        ({"questions": []}, "none of train.json"),
        ([], "hold no question"),
        ([["a", "b"]], "none of train.json"),
        ([{"id": "a1"}], "none of train.json"),
        ([{"id": "a1", "question": "", "query": ""}], r"valid\.json, record 1 \(id a1\): question: "),
        ("\udcff", r"valid\.json: .*codec"),
    ],
)
def test_a_malformed_file_is_named_with_the_place(folder, content, where):
    root = folder({"valid.json": []})
    if content == "\udcff":
        (root / "valid.json").write_bytes(b"\xff\xfe[")
    else:
        folder({"valid.json": content})
    with pytest.raises(DataError, match=where):
        read(MIMIC_III, root)


def test_the_record_is_named_by_number_and_id(folder, row):
    with pytest.raises(DataError, match=r"valid\.json, record 2 \(id b\): t_tag\.0: .*fix the record"):
        read(MIMIC_III, folder({"valid.json": [row("a"), row("b", t_tag=[["x"]])]}))


@pytest.mark.parametrize("names", [("valid.json", "valid.json"), ("train.json", "test.json")])
def test_an_id_that_occurs_twice_is_refused(folder, row, names):
    files = {name: [row("same")] for name in names} if names[0] != names[1] else {names[0]: [row("same")] * 2}
    with pytest.raises(DataError, match=r"1 ids occur more than once .* such as same"):
        read(MIMIC_III, folder(files))


@pytest.mark.parametrize(
    ("data", "label"),
    [
        ([*DATA["data"], DATA["data"][0]], LABEL),
        (DATA, [{"id": key, "label": "null"} for key in ("q1", "q2", "q2")]),
        (DATA, '{"q1": "SELECT 1", "q2": "null", "q2": "SELECT 2"}'),
    ],
)
def test_an_id_that_occurs_twice_in_the_second_layout_is_refused(folder, data, label):
    with pytest.raises(DataError, match=r"more than once|occurs twice"):
        read(MIMIC_IV_DEMO, folder({"test/data.json": data, "test/label.json": label}))


@pytest.mark.parametrize(
    ("label", "words"),
    [
        ({"q1": "SELECT 1"}, "1 ids have a question without label, such as q2"),
        (LABEL | {"q9": "null"}, "1 ids have a label without question, such as q9"),
        (LABEL | {"q1": 5}, r"label\.json, id q1: value: Input should be a valid string"),
        ("7", "neither a mapping of id to SQL nor a list"),
    ],
)
def test_labels_must_fit_the_questions(folder, label, words):
    with pytest.raises(DataError, match=words):
        read(MIMIC_IV_DEMO, folder({"test/data.json": DATA, "test/label.json": label}))


def test_answers_must_be_a_mapping(folder):
    files = {"test/data.json": DATA, "test/label.json": LABEL, "test/answer.json": []}
    with pytest.raises(DataError, match=r"answer\.json is not a mapping"):
        read(MIMIC_IV_DEMO, folder(files))


def test_questions_of_another_database_are_refused(folder, row):
    root = folder({"valid.json": [row("a"), row("b", db_id="eicu")]})
    with pytest.raises(
        DataError, match=r"record 2 \(id b\) is asked of the database 'eicu', not 'mimic_iii'"
    ):
        read(MIMIC_III, root)


@pytest.mark.parametrize("db_id", ["mimic3", "mimic_iii", ...])
def test_other_names_of_the_database_are_known(folder, row, db_id):
    assert read(MIMIC_III, folder({"valid.json": [row(db_id=db_id)]})).records


def test_the_file_decides_the_split_and_strays_are_counted(folder, row):
    files = read(MIMIC_III, folder({"test.json": [row("a"), row("b", split="test"), row("c", split=...)]}))
    assert {record.split for record in files.records} == {"test"}
    assert files.strays == 1


def test_nan_and_a_byte_order_mark_are_taken(folder):
    text = '\ufeff[{"id": "a", "question": "Who?", "query": NaN, "value": NaN, "is_impossible": true}]'
    assert read(MIMIC_III, folder({"valid.json": text})).records[0].impossible


@pytest.mark.parametrize("name", ["mimic_iv.sqlite", "data/mimic_iv/mimic_iv.sqlite", "mimic_iv/mimic_iv.db"])
def test_a_prebuilt_database_is_found(folder, name):
    root = folder({name: ""})
    assert find_database(MIMIC_IV_DEMO, root) == root / name
    assert find_database(EICU, root) is None


@pytest.mark.parametrize(
    "name", ["v1/dataset/ehrsql/mimic_iii/valid.json", "data/mimic_iii/valid_tasks.jsonl"]
)
def test_question_files_are_found_as_they_are_handed_on(folder, row, name):
    rows = [row("a"), row("b")]
    content = "\n".join(map(json.dumps, rows)) if name.endswith("l") else rows
    root = folder({name: content, "funcs_v1.json": {"a": 1}, "train.json": [{"key": "of another release"}]})
    assert [(record.id, record.split) for record in read(MIMIC_III, root).records] == [
        ("a", "valid"),
        ("b", "valid"),
    ]


def test_questions_on_another_database_beside_are_not_taken(folder, row):
    ours, theirs = row("a") | {"db_id": "mimic_iii"}, row("b") | {"db_id": "eicu"}
    root = folder({"ehrsql/eicu/valid.json": [theirs], "ehrsql/mimic_iii/valid.json": [ours]})
    assert [record.id for record in read(MIMIC_III, root).records] == ["a"]
    assert [record.id for record in read(EICU, root).records] == ["b"]
