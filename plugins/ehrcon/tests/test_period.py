from datetime import date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_plugin_ehrcon.period import Frame, style_of, window

FRAME = Frame(discharge=True, admitted=date(2150, 3, 4), charted=date(2150, 3, 12))
NURSING = Frame(discharge=False, admitted=date(2150, 3, 4), charted=date(2150, 3, 8))


def days(first, last):
    return datetime.fromisoformat(f"2150-{first} 00:00:00"), datetime.fromisoformat(f"2150-{last} 23:59:59")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2150-03-05", days("03-05", "03-05")),
        ("3-5", days("03-05", "03-05")),
        ("admission", days("03-03", "03-05")),
        ("on admission", days("03-03", "03-05")),
        ("At discharge", days("03-11", "03-13")),
        ("yesterday", days("03-10", "03-12")),
        ("HD 3", days("03-05", "03-07")),
        ("HD#1", days("03-03", "03-05")),
        ("hospital day 9", days("03-11", "03-13")),
        (None, days("03-03", "03-13")),
    ],
)
def test_each_style_has_its_window(text, expected):
    assert window(text, FRAME) == expected


def test_a_time_of_day_is_its_minute():
    start = datetime(2150, 3, 5, 8, 30)
    for text in ("2150-03-05 08:30", "2150-03-05 08:30:00", "03-05 8:30", "2150-03-05T08:30:00"):
        assert window(text, FRAME) == (start, start + timedelta(seconds=59))


def test_without_a_time_other_notes_reach_a_day_to_each_side_of_the_chart_date():
    assert window(None, NURSING) == days("03-07", "03-09")


def test_styles_are_told_apart():
    assert [style_of(text) for text in ("2150-03-05", "3-5 08:00", "HD 3", None)] == [
        *("explicit", "explicit", "narrative", "none")
    ]


@pytest.mark.parametrize("text", ["soon", "2150-13-05", "2150-02-30", "", "HD", "25:00"])
def test_other_texts_are_refused(text):
    with pytest.raises(ValueError, match=r"."):
        window(text, FRAME)


@given(st.datetimes(datetime(2150, 1, 1), datetime(2150, 12, 28)))
def test_a_moment_lies_in_its_own_windows(moment):
    minute, day = (window(f"{moment:{form}}", FRAME) for form in ("%Y-%m-%d %H:%M", "%Y-%m-%d"))
    assert day[0] <= minute[0] <= moment.replace(microsecond=0) <= minute[1] <= day[1]
