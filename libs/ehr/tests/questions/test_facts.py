from itertools import islice

from hypothesis import given
from hypothesis import strategies as st

from medgym_ehr.ledger import half_of
from medgym_ehr.questions.dialect import connect
from medgym_ehr.questions.facts import facts, found, kind, walk


@given(st.integers(1, 300), st.integers(0, 2**64 - 1))
def test_a_walk_visits_every_place_once_a_round(length, salt):
    steps = list(islice(walk(length, salt), 2 * length))
    assert sorted(place for place, _ in steps[:length]) == list(range(length))
    assert [place for place, _ in steps[length:]] == [place for place, _ in steps[:length]]
    assert all(0 <= draw < 2**64 for _, draw in steps)


def test_halves_share_the_facts_among_them(database, dialect):
    connection = connect(database)
    sql = "SELECT patient, drug, at FROM given"
    halves = {half: facts(found(connection, sql), dialect, half) for half in ("train", "test")}
    for half, rows in halves.items():
        patients = {rows[place]["patient"] for place in range(len(rows))}
        assert {half_of("small", "patient", patient) for patient in patients} == {half}
    assert sum(map(len, halves.values())) == connection.execute(f"SELECT count(*) FROM ({sql})").fetchone()[0]


def test_the_order_is_that_of_the_content_and_not_of_the_rows(database, dialect):
    connection = connect(database)
    sql = "SELECT patient, drug, at FROM given ORDER BY at"
    ascending, descending = found(connection, sql), found(connection, f"{sql} DESC")
    assert ascending != descending
    assert facts(ascending, dialect, "train") == facts(descending, dialect, "train")


def test_a_row_is_found_once(database):
    connection = connect(database)
    twice = "SELECT patient, drug, at FROM given UNION ALL SELECT patient, drug, at FROM given"
    assert len(found(connection, twice).rows) == len({*connection.execute(twice)})


def test_numbered_columns_are_of_one_kind():
    assert [kind(column) for column in ("drug", "drug2", "drug3")] == ["drug"] * 3
