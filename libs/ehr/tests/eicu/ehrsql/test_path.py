import pyarrow as pa

from medgym_ehr.eicu.ehrsql.path import renamed, usual_names

PATHS = ["a|b|shock", "a|b|shock|septic", "a|b|shock|septic|late", "a|b", "", None]


def _batches(*paths, column="diagnosisstring"):
    return [
        pa.RecordBatch.from_pydict({"id": [row], column: pa.array([path], pa.string())})
        for row, path in enumerate(paths)
    ]


def names(*paths):
    return usual_names(_batches(*paths), "diagnosisstring")


def test_names_are_parts_three_and_four():
    assert names(*PATHS) == {
        "a|b|shock": "shock",
        "a|b|shock|septic": "shock - septic",
        "a|b|shock|septic|late": "shock - septic",
    }


def test_the_most_frequent_place_of_a_name_is_kept():
    assert set(names("a|b|x", "c|d|x", "c|d|x|y", "c|d|x")) == {"c|d|x", "c|d|x|y"}


def test_paths_that_differ_later_count_for_one_place():
    assert set(names("a|b|x|y|1", "a|b|x|y|2", "c|d|x|y")) == {"a|b|x|y|1", "a|b|x|y|2"}


def test_among_equals_the_alphabetically_first():
    assert set(names("c|d|x", "a|b|x")) == {"a|b|x"}
    assert set(names("a|z|x", "a b|c|x")) == {"a b|c|x"}, "a blank comes before the bar"


def test_rows_are_renamed_or_dropped():
    batches = renamed(_batches("p", "q", None), "diagnosisstring", "name", {"p": "a name"})
    table = pa.Table.from_batches(batches)
    assert table.to_pydict() == {"id": [0], "name": ["a name"]}
