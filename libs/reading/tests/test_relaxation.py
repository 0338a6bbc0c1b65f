"""Queries without one of their conditions."""

import sqlite3

import pytest

from medgym_reading.relaxation import relaxations

VISITS = "SELECT id FROM visit WHERE patient = 7 AND ended IS NULL"


@pytest.mark.parametrize(
    ("sql", "stated"),
    [
        ("SELECT a FROM t", []),
        ("SELECT a FROM t WHERE b = 1 AND (c > 2 AND d = 'x')", ["b = 1", "c > 2", "d = 'x'"]),
        ("SELECT a FROM t JOIN u ON u.id = t.id AND u.at > t.at", ["u.at > t.at"]),
        ("SELECT a FROM t WHERE b IS NOT NULL AND c IS NULL AND TRUE", ["c IS NULL"]),
        ("SELECT a FROM t JOIN c ON (c.kind, c.id) = ('t', t.id)", []),
        ("SELECT a FROM t GROUP BY a HAVING count(*) > 2", ["COUNT(*) > 2"]),
        ("WITH u AS (SELECT * FROM t WHERE b = 1) SELECT a FROM u", ["b = 1"]),
        ("SELECT a FROM t WHERE NOT EXISTS (SELECT * FROM u WHERE u.id = t.id)", None),
    ],
)
def test_stated_conditions(sql, stated):
    found = list(relaxations(sql))
    assert len(found) == 1 if stated is None else found == stated


@pytest.mark.parametrize(
    ("sql", "without", "left"),
    [
        ("SELECT a FROM t WHERE b = 1 AND c = 2", "b = 1", "SELECT a FROM t WHERE TRUE AND c = 2"),
        (
            f"SELECT a FROM t WHERE patient = 7 AND visit IN ({VISITS})",
            "patient = 7",
            "SELECT a FROM t WHERE TRUE AND visit IN (SELECT id FROM visit WHERE TRUE AND ended IS NULL)",
        ),
        (
            "SELECT 1 FROM t WHERE d IN ('x', 'y') AND d = 'x'",
            "d = 'x'",
            "SELECT 1 FROM t WHERE TRUE AND TRUE",
        ),
        (
            "SELECT 1 FROM t WHERE strftime('%Y', at) = '2104' AND strftime('%Y', at) <> '2105'",
            "STRFTIME('%Y', at) = '2104'",
            "SELECT 1 FROM t WHERE TRUE AND STRFTIME('%Y', at) <> '2105'",
        ),
    ],
)
def test_what_restates_a_condition_goes_with_it(sql, without, left):
    assert relaxations(sql)[without] == left


def test_the_query_itself_is_left_as_it_was():
    sql = "SELECT count(*) FROM t WHERE a > 1 AND b > 1"
    with sqlite3.connect(":memory:") as connection:
        connection.executescript("CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 2), (2, 1), (2, 2), (0, 0)")
        found = {
            stated: connection.execute(relaxed).fetchone()[0] for stated, relaxed in relaxations(sql).items()
        }
    assert found == {"a > 1": 2, "b > 1": 2}
