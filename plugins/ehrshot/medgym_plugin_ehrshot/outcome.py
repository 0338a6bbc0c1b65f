"""Held-out targets by their definitions: each function reads one label from what a box shows of a record.

They run on the host, where they label what is asked about, and cut out for a reference in the box.
"""

from datetime import datetime, timedelta
from itertools import combinations
from typing import Any

Event = dict[str, Any]
"""``kind``, ``start``, ``end``, ``value`` and ``unit``; a record is a list of them in the order of time."""

UNITS = {
    "glucose": {"mmol/l": (1, 1), "mg/dl": (1, 18)},
    "haemoglobin": {"g/l": (1, 1), "g/dl": (10, 1), "mg/dl": (1, 100)},
}
"""Kind of result to how its unit begins, in lower case, to what values are multiplied and divided by."""
USUAL = {"glucose": 6.0, "haemoglobin": 130.0}
"""What stands for a result that was never there, in mmol/L and g/L."""


def blood_loss(record: list[Event], time: datetime) -> int | None:
    """Whether a later result of haemoglobin is 15 g/L or more below one of the 48 hours before it.

    A fall is what major bleeding is known by (ISTH: Schulman 2005, doi 10.1111/j.1538-7836.2005.01204.x, says
    20 g/L); limit and window are ours. Left out are stays with such a fall before, and those without a result
    before or after ``time``.
    """
    stay = stay_at(record, time)
    known = [one for one in results(record, "haemoglobin") if stay["start"] <= one[0] <= stay["end"]]
    falls = {
        late
        for (early, high), (late, low) in combinations(known, 2)
        if early < late <= early + timedelta(hours=48) and high - low >= 15 - 1e-9
    }
    is_later = [at > time for at, _ in known]
    if all(is_later) or not any(is_later) or any(at <= time for at in falls):
        return None
    return int(bool(falls))


def glucose_rise(record: list[Event], time: datetime) -> int | None:
    """Whether the highest glucose in the rest of the stay is 1.5 mmol/L or more above the highest before.

    Definition and limit are ours: what is high already tells little of it. Left out are stays without a
    result before or after ``time``.
    """
    stay = stay_at(record, time)
    known = [one for one in results(record, "glucose") if stay["start"] <= one[0] <= stay["end"]]
    before, after = ([value for at, value in known if (at > time) is later] for later in (False, True))
    return int(max(after) - max(before) >= 1.5 - 1e-9) if before and after else None


def home_days(record: list[Event], time: datetime) -> int:
    """Whether fewer than 20 of the 30 days after ``time`` are spent at home, alive.

    The measure is DAH30 (Myles 2017, doi 10.1136/bmjopen-2017-015828); the limit is ours.
    """
    until = min([time + timedelta(days=30), *(one["start"] for one in record if one["kind"] == "death")])
    at, home = time, timedelta()
    for stay in record:
        if stay["kind"] == "stay" and stay["end"] > at:
            home += max(min(stay["start"], until) - at, timedelta())
            at = stay["end"]
    home += max(until - at, timedelta())
    return int(home < timedelta(days=20))


def stay_at(record: list[Event], time: datetime) -> Event:
    """The stay that began last."""
    return [one for one in record if one["kind"] == "stay" and one["start"] <= time][-1]


def results(record: list[Event], kind: str) -> list[tuple[datetime, float]]:
    """Times and values of a test, in mmol/L or g/L; without what is no number or in another unit."""
    found = []
    for one in record:
        if one["kind"] == kind:
            unit = (one["unit"] or "").lower()
            factors = [factor for begin, factor in UNITS[kind].items() if unit.startswith(begin)]
            try:
                value = float(one["value"])
            except ValueError:
                continue
            found += [(one["start"], value * times / by) for times, by in factors]
    return found


def summary(record: list[Event], time: datetime) -> list[float]:
    """Facts of what a record holds up to ``time``: stays, days of them, and of each test what it showed.

    That is the number of results, the last, the least and the greatest; and of this stay alone, which has
    lasted some days, the number, the last, the greatest and how far they lie apart.
    """
    stays = [one for one in record if one["kind"] == "stay" and one["start"] <= time]
    days = [(min(stay["end"] or time, time) - stay["start"]) / timedelta(days=1) for stay in stays]
    facts = [len(days), sum(days), (time - stays[0]["start"]) / timedelta(days=1), days[-1]]
    for kind in UNITS:
        known = [(at, value) for at, value in results(record, kind) if at <= time]
        every = [value for _, value in known]
        own = [value for at, value in known if at >= stays[-1]["start"]]
        shown, here = every or [USUAL[kind]], own or [USUAL[kind]]
        facts += [len(every), shown[-1], min(shown), max(shown)]
        facts += [len(own), here[-1], max(here), max(here) - min(here)]
    return facts
