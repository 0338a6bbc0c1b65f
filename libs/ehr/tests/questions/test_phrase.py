import pytest

from medgym_ehr.questions.period import Period
from medgym_ehr.questions.phrase import words


@pytest.mark.parametrize(
    ("tag", "value", "expected"),
    [
        ("abs-year-in", "2104", "in 2104"),
        ("abs-month-until", "2104-05", "until May 2104"),
        ("abs-day-in", "2104-05-07", "on 7 May 2104"),
        ("abs-day-since", "2104-05-07", "since 7 May 2104"),
        ("rel-year-since", "1", "since 1 year ago"),
        ("rel-month-until", "3", "until 3 months ago"),
        ("rel-day-this", "", "today"),
        ("rel-day-last", "", "yesterday"),
        ("rel-month-last", "", "last month"),
        ("mix-month-this_year", "10", "in October of this year"),
        ("mix-month-last_year", "02", "in February last year"),
        ("mix-day-this_year", "12-24", "on 24 December of this year"),
        ("mix-day-last_year", "02-29", "on 29 February last year"),
        ("mix-day-this_month", "22", "on the 22nd of this month"),
        ("mix-day-last_month", "13", "on the 13th of last month"),
        ("rel-hosp-cur", "", "during the current hospital visit"),
        ("rel-icu-first", "", "during the first ICU stay"),
    ],
)
def test_periods_in_words(tag, value, expected):
    assert words(Period(tag, value)) == expected


def test_variants_say_the_same_otherwise():
    assert words(Period("abs-month-in", "2104-05"), 1) == "in 05/2104"
    assert words(Period("rel-hosp-last"), 1) == "on the last hospital visit"
