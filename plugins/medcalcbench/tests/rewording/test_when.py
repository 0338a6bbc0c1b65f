"""Times in everyday notations: each is read back by the second program, and no other split writes so."""

from datetime import datetime, timedelta

import pytest

from medgym_plugin_medcalcbench.notes.spelled import time_spellings
from medgym_plugin_medcalcbench.rewording.when import clock, notations, ordinal, time_in

from .when_read import when

TIMES = [datetime(2021, 6, 1, 5) + timedelta(days=11 * n, minutes=(35 * n) % 1020) for n in range(130)]
NOTATIONS = range(len(notations(TIMES[0])))


@pytest.mark.parametrize("form", NOTATIONS)
def test_every_notation_is_read_as_its_time(form):
    for time in TIMES:
        for text in (notations(time)[form], notations(time)[form].upper()):
            assert when(f"the score as of {text}, thx")[0] == time, text


def test_no_notation_is_one_of_other_splits():
    for time in TIMES:
        assert not {*notations(time)} & {*time_spellings(time)}
        assert len({*notations(time)}) == len(NOTATIONS) >= 8


def test_a_question_of_test_tells_its_time():
    for time in TIMES:
        assert {time_in(f"What was this at {text}?") for text in time_spellings(time)} == {time}


@pytest.mark.parametrize("question", ["What is the score?", "At 3 May 2024, 10:05 or at 3 May 2024, 11:05?"])
def test_a_question_of_no_time_or_two_is_refused(question):
    with pytest.raises(ValueError, match=r"[02] times"):
        time_in(question)


def test_clock_times_in_words():
    spoken = {(6, 5): "five past six in the morning", (12, 35): "twenty-five to one in the afternoon"}
    spoken |= {(18, 0): "six o'clock in the evening", (17, 45): "quarter to six in the afternoon"}
    spoken |= {(11, 30): "half past eleven in the morning", (20, 7): "8.07 in the evening"}
    assert {at: clock(datetime(2024, 5, 3, *at)) for at in spoken} == spoken


def test_ordinals():
    assert [ordinal(day) for day in (1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 31)] == (
        ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "23rd", "31st"]
    )


def test_a_weekday_that_the_date_does_not_fall_on_is_noticed():
    with pytest.raises(ValueError, match="is no sat"):
        when("MAP 1805h on Sat 3/May/2024")
