import sqlite3
import time
from contextlib import closing

import pytest

from medgym_core import DataError
from medgym_ehr.published.database import Database
from medgym_ehr.published.refusal import Reason, Refused

ENDLESS = "with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n"


def reason(database, sql, most_rows=1000):
    with pytest.raises(Refused) as caught:
        database.execute(sql, most_rows)
    return caught.value.reason


def test_rows_come_with_their_columns(opened):
    result = opened.execute("select hadm_id, age from admissions where subject_id = 1 order by 1", 10)
    assert result.columns == ("hadm_id", "age")
    assert result.rows == [(11, 61), (12, 63)]


@pytest.mark.parametrize(
    ("sql", "expected"),
    [
        ("selec 1", Reason.SYNTAX),
        ("select 'a", Reason.SYNTAX),
        ("select (1", Reason.SYNTAX),
        ("select 1; select 2", Reason.SYNTAX),
        ("", Reason.SYNTAX),
        ("select 1 \0", Reason.ERROR),
        ("select '\ud800'", Reason.ERROR),
        ("select * from nowhere", Reason.MISSING_TABLE),
        ("select colour from labs", Reason.MISSING_COLUMN),
        ("select nosuch(1)", Reason.ERROR),
    ],
)
def test_what_fails_says_how(opened, sql, expected):
    assert reason(opened, sql) is expected


@pytest.mark.parametrize(
    "sql",
    [
        "delete from labs",
        "insert into labs values (1, 'x', 1, '')",
        "create table t(a)",
        "create temp table t(a)",
        "drop table labs",
        "attach ':memory:' as other",
        "pragma query_only = 0",
        "select load_extension('x')",
        "begin",
        "vacuum",
        "vacuum into 'copy.sqlite'",
    ],
)
def test_only_reading_is_permitted(opened, hospital, sql):
    before = hospital.read_bytes()
    assert reason(opened, sql) is Reason.FORBIDDEN
    assert hospital.read_bytes() == before


@pytest.mark.parametrize(
    "sql",
    [
        "select current_time",
        "select CURRENT_DATE",
        "select datetime('now')",
        "select julianday( 'NOW' )",
        'select date("now")',
        "select datetime()",
        "select strftime('%Y', 'now', '-1 day')",
        "select strftime('%Y')",
        "select random()",
        "select * from labs order by RANDOM() limit 1",
    ],
)
def test_results_that_change_from_day_to_day_are_refused(opened, sql):
    assert reason(opened, sql) is Reason.UNREPEATABLE


def test_the_word_now_in_a_value_is_no_clock(opened):
    assert opened.execute("select 'now', count(*) from labs where label = 'now'", 10).rows == [("now", 0)]


def test_a_query_without_end_is_stopped_and_the_next_one_runs(hospital):
    with Database(hospital, seconds=0.05) as database:
        assert reason(database, ENDLESS) is Reason.TIMEOUT
        assert database.execute("select 1", 1).rows == [(1,)]


def test_the_limit_of_one_query_does_not_outlive_it(hospital):
    with Database(hospital, seconds=0.02) as database:
        database.execute("select 1", 1)
        time.sleep(0.03)
        assert len(database.values("numbers", "i")) == 20000


def test_without_the_authorizer_nothing_can_be_written_either(opened):
    connection = opened._connection
    connection.set_authorizer(None)
    assert connection.execute("pragma query_only").fetchone() == (1,)
    connection.execute("pragma query_only = 0")
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        connection.execute("delete from labs")


def test_as_many_rows_as_permitted_are_all_right(opened):
    assert len(opened.execute("select * from admissions", 4).rows) == 4
    assert reason(opened, "select * from admissions", 3) is Reason.TOO_MANY_ROWS


def test_values_are_texts_without_null(opened):
    assert opened.values("orders", "dose") == {"10", "2", "1"}
    assert opened.values("admissions", "subject_id") == {"1", "2", "3"}


def test_values_of_a_missing_column_name_the_fix(opened):
    with pytest.raises(DataError, match=r"visits\.id .*give the database that the questions are asked of"):
        opened.values("visits", "id")


def test_a_name_with_special_characters_is_opened(hospital):
    path = hospital.rename(hospital.with_name("a b?c#d%20.sqlite"))
    with Database(path) as database:
        assert database.execute("select count(*) from labs", 1).rows == [(4,)]


def test_what_is_no_database_is_refused(tmp_path):
    with pytest.raises(DataError, match="no database at"):
        Database(tmp_path / "none.sqlite")
    path = tmp_path / "text.sqlite"
    path.write_text("this is not a database" * 100)
    with pytest.raises(DataError, match="not a readable SQLite database"):
        Database(path)


def test_changes_that_stand_in_a_log_are_not_missed(hospital):
    with closing(sqlite3.connect(hospital)) as writer:
        writer.execute("pragma journal_mode = wal")
        writer.execute("insert into labs values (31, 'tin', 1, '2105-01-01 00:00:00')")
        writer.commit()
        with pytest.raises(DataError, match="wal_checkpoint"):
            Database(hospital)
