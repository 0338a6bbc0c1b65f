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
    """Whether a later result of haemoglobin is 20 g/L or more below one of the 48 hours before it.

    The fall is that of major bleeding (ISTH: Schulman 2005, doi 10.1111/j.1538-7836.2005.01204.x). Left out
    are stays with such a fall before, and those without a result before or after ``time``.
    """
    stay = stay_at(record, time)
    known = [one for one in results(record, "haemoglobin") if stay["start"] <= one[0] <= stay["end"]]
    falls = {
        late
        for (early, high), (late, low) in combinations(known, 2)
        if early < late <= early + timedelta(hours=48) and high - low >= 20 - 1e-9
    }
    is_later = [at > time for at, _ in known]
    if all(is_later) or not any(is_later) or any(at <= time for at in falls):
        return None
    return int(bool(falls))


def glucose_rise(record: list[Event], time: datetime) -> int | None:
    """Whether the highest glucose in the rest of the stay is 2 mmol/L or more above the highest before.

    Definition and limit are ours: what is high already tells little of it. Left out are stays without a
    result before or after ``time``.
    """
    stay = stay_at(record, time)
    known = [one for one in results(record, "glucose") if stay["start"] <= one[0] <= stay["end"]]
    before, after = ([value for at, value in known if (at > time) is later] for later in (False, True))
    return int(max(after) - max(before) >= 2 - 1e-9) if before and after else None


def home_days(record: list[Event], time: datetime) -> int:
    """Whether fewer than 80 of the 90 days after ``time`` are spent at home, alive.

    Time at home is what matters to patients (Groff 2016, doi 10.1056/NEJMp1607206); the limit is ours.
    """
    until = min([time + timedelta(days=90), *(one["start"] for one in record if one["kind"] == "death")])
    at, home = time, timedelta()
    for stay in record:
        if stay["kind"] == "stay" and stay["end"] > at:
            home += max(min(stay["start"], until) - at, timedelta())
            at = stay["end"]
    home += max(until - at, timedelta())
    return int(home < timedelta(days=80))


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

    That is the number of results, the last, the least and the greatest.
    """
    stays = [one for one in record if one["kind"] == "stay" and one["start"] <= time]
    days = [(min(stay["end"] or time, time) - stay["start"]) / timedelta(days=1) for stay in stays]
    facts = [len(days), sum(days), (time - stays[0]["start"]) / timedelta(days=1) if stays else 0.0]
    for kind in UNITS:
        values = [value for at, value in results(record, kind) if at <= time]
        shown = values or [USUAL[kind]]
        facts += [len(values), shown[-1], min(shown), max(shown)]
    return facts
