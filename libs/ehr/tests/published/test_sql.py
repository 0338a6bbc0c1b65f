import re
import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_ehr.published.release import MIMIC_III, MIMIC_IV_DEMO
from medgym_ehr.published.sql import pieces, post_process

NOW = "2105-12-31 23:59:00"
RANGES = {
    "temperature": (35.5, 38.1),
    "sao2": (95, 100),
    "heart_rate": (60, 100),
    "respiration": (12, 18),
    "systolic_bp": (90, 120),
    "diastolic_bp": (60, 90),
    "mean_bp": (60, 110),
}
"""As published with the official evaluators."""


def plain(sql):
    """The same rules as replacements anywhere in the text, as the official programs apply them."""
    sql = sql.lower().replace("current_time", f"'{NOW}'")
    for side in (0, 1):
        for vital, bounds in RANGES.items():
            sql = sql.replace(f" {vital}_{('lower', 'upper')[side]}", f" {float(bounds[side])}")
    sql = sql.replace("''", "'").replace("< =", "<=").replace("%y", "%Y").replace("%j", "%J")
    return sql.replace("'now'", f"'{NOW}'")


def test_current_time_left_builtin(select):
    sql = "select count(*) from admissions where datetime(admittime) >= datetime(current_time,'-1 year')"
    assert sqlite3.connect(":memory:").execute("select length(current_time)").fetchone() == (8,)
    assert select(post_process(sql, MIMIC_III)) == [(2,)]


def test_j_is_the_julian_day_and_not_the_day_of_the_year(select):
    sql = "select 1 * (strftime('%j',current_time) - strftime('%j','2104-12-31 23:59:00'))"
    builtin = sql.replace("current_time", f"'{NOW}'")
    assert select(builtin) == [(-1,)]
    assert select(post_process(sql, MIMIC_III)) == [(365.0,)]


def test_y_is_the_year_and_not_null(select):
    sql = "select strftime('%y',admittime) from admissions where hadm_id = 11"
    assert select(sql) == [(None,)]
    assert select(post_process(sql, MIMIC_III)) == [("2103",)]


@pytest.mark.parametrize("vital", RANGES)
def test_vital_placeholders(select, vital):
    low, high = RANGES[vital]
    sql = f"select x between {vital}_lower and {vital}_upper from (select 1.0 * ? as x)"
    done = post_process(sql, MIMIC_III)
    inside = [select(done.replace("?", str(value)))[0][0] for value in (low - 0.1, low, high, high + 0.1)]
    assert inside == [0, 1, 1, 0]


def test_a_column_that_looks_like_a_placeholder_of_no_vital_stays():
    assert post_process("select t.sao2_lower, egfr_lower from t", MIMIC_III).endswith(
        "t.sao2_lower, egfr_lower from t"
    )


@pytest.mark.parametrize(
    ("release", "expected"), [(MIMIC_III, "2105-12-31 23:59:00"), (MIMIC_IV_DEMO, "2100-12-31 23:59:00")]
)
@pytest.mark.parametrize("word", ["current_time", "'now'", "'current_time'", "CURRENT_TIME", '"now"'])
def test_now_is_the_release_s(select, release, expected, word):
    assert select(post_process(f"select datetime({word})", release)) == [(expected,)]


def test_current_date_and_current_timestamp_are_no_clock_either(select):
    sql = post_process("select current_date, current_timestamp", MIMIC_IV_DEMO)
    assert select(sql) == [("2100-12-31", "2100-12-31 23:59:00")]


@pytest.mark.parametrize("operator", ["< =", "> =", "! =", "<  ="])
def test_operators_in_two_parts_are_joined(select, operator):
    with pytest.raises(sqlite3.OperationalError):
        sqlite3.connect(":memory:").execute(f"select 1 {operator} 2")
    assert select(post_process(f"select 1 {operator} 2", MIMIC_III)) == [(int(operator[0] != ">"),)]


def test_only_the_first_release_is_lower_cased(select):
    sql = "SELECT hadm_id FROM orders WHERE drug = 'Upper'"
    assert select(post_process(sql, MIMIC_III)) == []
    assert select(post_process(sql, MIMIC_IV_DEMO)) == [(21,)]


def test_doubled_quotes_become_single_ones(select):
    sql = "select drug from orders where drug in (''plain jelly 5%jar'', ''none'')"
    assert select(post_process(sql, MIMIC_III)) == [("plain jelly 5%jar",)]


@pytest.mark.parametrize(
    ("sql", "expected"),
    [
        ("select hadm_id from orders where drug = 'o''nil'", [(21,)]),
        ("select coalesce(null, '') || 'x'", [("x",)]),
        ("select 'now and then', 'a < = b', ' sao2_lower'", [("now and then", "a < = b", " sao2_lower")]),
        ("select drug from orders where drug = 'plain jelly 5%jar'", [("plain jelly 5%jar",)]),
        ("select hadm_id from orders where drug = 'saline 0.9%  flush'", [(11,)]),
        ("select 'current_time is up'", [("current_time is up",)]),
    ],
)
def test_string_literals_are_not_damaged(select, sql, expected):
    assert select(post_process(sql, MIMIC_III)) == expected


def test_a_format_may_be_spaced_or_in_double_quotes(select):
    sql = "select strftime ( \"%y-%m\" , current_time ), strftime( '%j', current_time )"
    assert select(post_process(sql, MIMIC_IV_DEMO))[0][0] == "2100-12"


def test_a_quote_that_never_closes_is_left_to_sqlite():
    assert post_process("select 'a from t", MIMIC_III) == "select 'a from t"


FRAGMENTS = st.sampled_from(
    [
        "select 1",
        "strftime('%y',current_time)",
        "strftime('%j', x) - strftime('%j','2105-01-01')",
        "datetime(current_time,'start of year','-0 year')",
        "valuenum between heart_rate_lower and heart_rate_upper",
        "drug = 'made up 2% cream'",
        "a < = 3",
        "datetime('now')",
    ]
)


@given(st.lists(FRAGMENTS, min_size=1))
def test_regular_queries_come_out_as_by_plain_replacement(fragments):
    sql = " and ".join(fragments)
    assert post_process(sql, MIMIC_III) == plain(sql)


@given(st.text("ab'\" %(-"))
def test_pieces_put_together_are_the_query(sql):
    joined = "".join(map(str, pieces(sql)))
    assert re.sub("''+", "'", joined) == re.sub("''+", "'", sql)
    if "''" not in sql:
        assert joined == sql


@given(st.lists(FRAGMENTS, min_size=1))
def test_post_processing_twice_is_once(fragments):
    once = post_process(" and ".join(fragments), MIMIC_III)
    assert post_process(once.replace("%Y", "%y").replace("%J", "%j"), MIMIC_III) == once
