from itertools import islice

from hypothesis import given
from hypothesis import strategies as st

from medgym_ehr.ledger import half_of
from medgym_ehr.questions.dialect import connect
from medgym_ehr.questions.facts import facts, kind, walk


@given(st.integers(1, 300), st.integers(0, 2**64 - 1))
def test_a_walk_visits_every_place_once_a_round(length, salt):
    steps = list(islice(walk(length, salt), 2 * length))
    assert sorted(place for place, _ in steps[:length]) == list(range(length))
    assert [place for place, _ in steps[length:]] == [place for place, _ in steps[:length]]
    assert all(0 <= draw < 2**64 for _, draw in steps)


def test_halves_share_the_facts_among_them(database, dialect):
    connection = connect(database)
    sql = "SELECT patient, drug, at FROM given"
    found = {half: facts(connection, sql, dialect, half) for half in ("train", "test")}
    for half, rows in found.items():
        patients = {rows[place]["patient"] for place in range(len(rows))}
        assert {half_of("small", "patient", patient) for patient in patients} == {half}
    assert sum(map(len, found.values())) == connection.execute(f"SELECT count(*) FROM ({sql})").fetchone()[0]


def test_the_order_is_that_of_the_content_and_not_of_the_rows(database, dialect):
    connection = connect(database)
    sql = "SELECT patient, drug, at FROM given ORDER BY at"
    assert facts(connection, sql, dialect, "train") == facts(connection, f"{sql} DESC", dialect, "train")


def test_numbered_columns_are_of_one_kind():
    assert [kind(column) for column in ("drug", "drug2", "drug3")] == ["drug"] * 3
