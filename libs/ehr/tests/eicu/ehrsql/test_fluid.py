import pyarrow as pa
import pytest

from medgym_ehr.eicu.ehrsql.fluid import volume_labels


def labels(*cells):
    path, label = zip(*cells, strict=True)
    batch = {"cellpath": pa.array(path, pa.string()), "celllabel": pa.array(label, pa.string())}
    return volume_labels([pa.RecordBatch.from_pydict(batch)])


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("urine", "urine"),
        ("oral intake", "oral"),
        ("stool  of night output", "stool of night"),
        ("free  water", "free  water"),
        ("ng output intake", "ng"),
        ("ng intake output", "ng intake"),
        ("intake of the night", "intake of the night"),
    ],
)
def test_a_last_word_that_is_a_direction_goes(label, name):
    assert labels(("i&o|intake (ml)|x", label)) == {label: name}


def test_labels_of_volumes_count_wherever_they_are(hospital):
    cells = [
        ("i&o|output (ml)|urine", "urine"),
        ("i&o|weight", "weight"),
        ("i&o|intake", "water"),
        (None, "x"),
    ]
    assert labels(*cells) == {"urine": "urine"}


def test_totals_and_what_would_be_nameless_go():
    path = "i&o|intake (ml)|x"
    assert labels((path, "intake"), (path, "output"), (path, "output intake"), (path, None)) == {}
