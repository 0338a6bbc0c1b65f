"""Reading the time that a reworded question asks for, as a colleague would."""

from __future__ import annotations

import re
from datetime import datetime

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
WEEK = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
HOURS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
MINUTES = {"five": 5, "ten": 10, "quarter": 15, "twenty": 20, "twenty-five": 25, "half": 30}
MONTH = rf"(?P<month>{'|'.join(MONTHS)})[a-z]*"
NTH = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
DATES = (
    rf"{NTH}[ ./-]{MONTH}[ ./-](?P<year>\d{{4}}|'\d\d)",
    rf"{MONTH} {NTH} (?P<year>\d{{4}})",
    r"(?P<year>\d{4})/(?P<month>\d\d)/(?P<day>\d\d)",
)
CLOCKS = (
    r"(?P<hour>\d{1,2})[.:](?P<minute>\d\d)(?: ?(?P<half>am|pm)|h)",
    r"(?P<hour>\d\d)(?P<minute>\d\d)(?: ?h(?:rs)?)?",
    rf"(?P<spoken>(?:{'|'.join(MINUTES)}) (?:past|to) [a-z]+|[a-z]+ o'clock) in the (?P<part>[a-z]+)",
)
WEEKDAY = rf"(?:(?P<week>{'|'.join(WEEK)})[a-z]* )?"


def when(text: str) -> tuple[datetime, str]:
    """The time, and the text without it.

    Raises:
        ValueError: if the text has no time, has two, or a weekday that the date does not fall on.
    """
    low = text.lower()
    found = {}
    for day in DATES:
        for clock in CLOCKS:
            for form in (rf"{WEEKDAY}{day}(?:, | @ | ){clock}", rf"{clock} (?:on |of )?{WEEKDAY}{day}"):
                for hit in re.finditer(rf"(?<![\w/.-]){form}(?!\w)", low):
                    found[hit.span()] = _read(hit.groupdict())
    longest = [span for span in found if not any(_within(span, other) for other in found)]
    if len(longest) != 1:
        raise ValueError(f"{len(longest)} times in {text!r}")
    start, end = longest[0]
    return found[longest[0]], f"{low[:start]} {low[end:]}"


def _within(span: tuple[int, int], other: tuple[int, int]) -> bool:
    return span != other and other[0] <= span[0] and span[1] <= other[1]


def _read(said: dict[str, str | None]) -> datetime:
    month, year = str(said["month"]), str(said["year"]).replace("'", "20")
    number = int(month) if month.isdigit() else MONTHS.index(month) + 1
    hour, minute = _clock(said)
    time = datetime(int(year), number, int(str(said["day"])), hour, minute)
    if said.get("week") and WEEK[time.weekday()] != said["week"]:
        raise ValueError(f"{time} is no {said['week']}")
    return time


def _clock(said: dict[str, str | None]) -> tuple[int, int]:
    half = said.get("half")
    if not said.get("spoken"):
        hour, minute = int(str(said["hour"])), int(str(said["minute"]))
        return (hour % 12 + 12 * (half == "pm") if half else hour), minute
    words = str(said["spoken"]).split()
    if words[-1] == "o'clock":
        minutes = 60 * (HOURS.index(words[0]) + 1)
    else:
        minutes = 60 * (HOURS.index(words[2]) + 1) + MINUTES[words[0]] * (1 if words[1] == "past" else -1)
    minutes = minutes % 720 + 720 * (said["part"] != "morning")
    return minutes // 60, minutes % 60
