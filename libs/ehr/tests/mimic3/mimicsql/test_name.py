import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_core import DataError
from medgym_ehr.mimic3.mimicsql.name import made_name

SUBJECTS = st.integers(0, 10**6)


@given(SUBJECTS, SUBJECTS)
def test_made_names_are_unique_and_plainly_synthetic(one, other):
    assert (made_name(one) == made_name(other)) == (one == other)
    assert made_name(one).startswith("Synthetic ")


@pytest.mark.parametrize(
    ("subject", "name"), [(0, "Synthetic Bababa"), (71, "Synthetic Babebe"), (342_999, "Synthetic Zuzuzu")]
)
def test_syllables_are_digits(subject, name):
    assert made_name(subject) == name


def shown(hospital):
    return [name for (name,) in hospital.build().execute("SELECT NAME FROM DEMOGRAPHIC ORDER BY HADM_ID")]


def test_names_are_made_where_none_are_given(hospital):
    assert shown(hospital) == [made_name(7), made_name(7), made_name(8)]


def test_the_users_names_are_taken(hospital):
    (hospital.folder / "id2name.csv").write_text("8,Mrs. B\n7,Mr. A\n6,Mr. C\n")
    assert shown(hospital) == ["Mr. A", "Mr. A", "Mrs. B"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("7,Mr. A\n", r"no name for 1 patients, such as 8"),
        ("7,Mr. A\n8\n", r"id2name.csv, line 2"),
        ("SUBJECT_ID,NAME\n", r"id2name.csv, line 1"),
        ("7,Mr. A\n8, \n", r"id2name.csv, line 2"),
    ],
)
def test_names_that_are_missing_are_told(hospital, text, said):
    (hospital.folder / "id2name.csv").write_text(text)
    with pytest.raises(DataError, match=said):
        hospital.build()
