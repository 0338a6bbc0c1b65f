import sqlite3

import pytest

from medgym_ehr.questions.query import Query, parametric

SQL = "SELECT :drug, ':drug', '23:59:00' WHERE :patient = 7 OR :patient = 8"


@pytest.mark.parametrize("drug", ["aspirin", "st john's wort", ":patient"])
def test_values_and_literals_give_the_same_rows(drug):
    query = parametric(SQL).bind({"drug": drug, "patient": 7, "other": 1}, {})
    connection = sqlite3.connect(":memory:")
    rows = query.run(connection).fetchall()
    assert rows == connection.execute(str(query)).fetchall() == [(drug, ":drug", "23:59:00")]


def test_a_query_is_known_by_the_values_that_it_takes():
    asked = parametric("SELECT :drug")
    assert asked.bind({"drug": "a", "patient": 1}, {}) == asked.bind({"drug": "a", "patient": 2}, {})
    assert asked.bind({"drug": "a"}, {}) != asked.bind({"drug": "b"}, {})


def test_earlier_queries_are_put_in_as_they_are():
    later = parametric("SELECT :drug WHERE 1 IN ({turn1})")
    assert str(later.bind({"drug": "a"}, {"turn1": "VALUES (':drug')"})) == (
        "SELECT 'a' WHERE 1 IN (VALUES (':drug'))"
    )


def test_a_null_is_a_value():
    assert Query("SELECT :at IS NULL", (("at", None),)).run(sqlite3.connect(":memory:")).fetchone() == (1,)
