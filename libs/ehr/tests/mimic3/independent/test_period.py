"""Periods and limits of the second computation, against cases worked out by hand."""

import pandas as pd
import pytest

from medgym_ehr.testing.independent.period import ago, contains, during, follows, spell
from medgym_ehr.testing.independent.wording import periods

TIMES = pd.Series(
    pd.to_datetime(
        [
            "2104-02-03 00:00:00",
            "2104-12-31 23:59:00",
            "2105-11-30",
            "2105-12-01 23:59:00",
            "2105-12-31",
            None,
        ],
        format="ISO8601",
    )
)


@pytest.mark.parametrize(
    ("words", "tag", "value", "expected"),
    [
        ("in 2105", "abs-year-in", "2105", [2, 3, 4]),
        ("since December 2104", "abs-month-since", "2104-12", [1, 2, 3, 4]),
        ("until 12/2104", "abs-month-until", "2104-12", [0, 1]),
        ("on 2104-02-03", "abs-day-in", "2104-02-03", [0]),
        ("until 3 February 2104", "abs-day-until", "2104-02-03", [0]),
        ("since 1 year ago", "rel-year-since", "1", [1, 2, 3, 4]),
        ("until 1 month ago", "rel-month-until", "1", [0, 1, 2, 3]),
        ("since 31 days ago", "rel-day-since", "31", [3, 4]),
        ("last year", "rel-year-last", "", [0, 1]),
        ("this month", "rel-month-this", "", [3, 4]),
        ("last month", "rel-month-last", "", [2]),
        ("today", "rel-day-this", "", [4]),
        ("yesterday", "rel-day-last", "", []),
        ("in December of this year", "mix-month-this_year", "12", [3, 4]),
        ("on 3 February last year", "mix-day-last_year", "02-03", [0]),
        ("on the 31st of this month", "mix-day-this_month", "31", [4]),
        ("on the 30th of last month", "mix-day-last_month", "30", [2]),
    ],
)
def test_periods_hold_these_times(words, tag, value, expected):
    held = contains({"tag": tag, "value": value}, TIMES)
    assert held[held].index.tolist() == expected
    assert periods(f"Who came {words}, and why?") == [(tag, value)]


@pytest.mark.parametrize(("months", "moment"), [(2, "2105-10-31"), (3, "2105-10-01"), (10, "2105-03-03")])
def test_a_day_that_the_month_lacks_runs_over(months, moment):
    assert ago(months, "month") == pd.Timestamp(f"{moment} 23:59:00")


@pytest.mark.parametrize(
    ("tag", "count", "expected"),
    [
        ("within-hosp", 0, [False, True, False, True]),
        ("within-same", 0, [True, False, False, False]),
        ("within-day", 0, [False, True, False, False]),
        ("within-month", 0, [False, True, True, False]),
        ("within-n_day", 5, [False, True, True, False]),
        ("within-n_month", 1, [False, True, True, True]),
    ],
)
def test_limits_after_an_event(tag, count, expected):
    earlier = pd.Series([pd.Timestamp("2103-01-10 12:00:00")] * 4)
    later = pd.to_datetime(
        pd.Series(
            ["2103-01-10 12:00:00", "2103-01-10 23:00:00", "2103-01-15 12:00:00", "2103-02-10 12:00:00"]
        )
    )
    same_visit = pd.Series([True, True, False, True])
    assert follows({"tag": tag, "count": count}, earlier, later, same_visit).tolist() == expected


@pytest.fixture
def visits():
    rows = [
        (1, 10, "2104-05-01", "2104-05-02"),
        (1, 11, "2103-05-01", "2103-05-02"),
        (1, 12, "2105-12-30", None),
    ]
    table = pd.DataFrame(rows, columns=["SUBJECT_ID", "HADM_ID", "ADMITTIME", "DISCHTIME"])
    return {
        "ADMISSIONS": table.apply(lambda column: pd.to_datetime(column) if "TIME" in column.name else column)
    }


@pytest.mark.parametrize(("which", "visit"), [("cur", 12), ("first", 11), ("last", 10)])
def test_visits_are_the_open_one_and_those_that_ended(visits, which, visit):
    assert spell(visits, 1, "hosp", which).HADM_ID.tolist() == [visit]
    slots = {"patient": 1, "period": {"tag": f"rel-hosp-{which}", "value": ""}}
    assert during(visits, visits["ADMISSIONS"], "ADMITTIME", slots).HADM_ID.tolist() == [visit]
