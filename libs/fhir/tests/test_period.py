"""Comparison prefixes against their definition on sets of instants."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_fhir.period import PREFIXES, Period, period

SMALL = st.tuples(st.integers(0, 12), st.integers(1, 12)).map(lambda ends: Period(ends[0], sum(ends)))
NOW = Period(5, 6)


def instants(of: Period) -> set[int]:
    return set(range(int(of.low), int(of.high)))


ABOVE, BELOW = set(range(0, 40)), set(range(-1, 40))


def above(asked: Period) -> set[int]:
    return {instant for instant in ABOVE if instant > max(instants(asked))}


def below(asked: Period) -> set[int]:
    return {instant for instant in BELOW if instant < min(instants(asked))}


BY_DEFINITION = {
    "eq": lambda target, asked: instants(target) <= instants(asked),
    "ne": lambda target, asked: not instants(target) <= instants(asked),
    "gt": lambda target, asked: bool(instants(target) & above(asked)),
    "lt": lambda target, asked: bool(instants(target) & below(asked)),
    "ge": lambda target, asked: bool(instants(target) & above(asked) or instants(target) <= instants(asked)),
    "le": lambda target, asked: bool(instants(target) & below(asked) or instants(target) <= instants(asked)),
    "sa": lambda target, asked: instants(target) <= above(asked),
    "eb": lambda target, asked: instants(target) <= below(asked),
}


@pytest.mark.parametrize("prefix", BY_DEFINITION)
@given(target=SMALL, asked=SMALL)
def test_prefix_is_its_definition(prefix: str, target: Period, asked: Period):
    assert PREFIXES[prefix](target, asked, NOW) == BY_DEFINITION[prefix](target, asked)


@given(target=SMALL, asked=SMALL)
def test_approximately_holds_wherever_they_share_an_instant(target: Period, asked: Period):
    if instants(target) & instants(asked):
        assert PREFIXES["ap"](target, asked, NOW)


@given(st.datetimes(timezones=st.just(UTC)), st.integers(-14 * 60, 14 * 60))
def test_an_instant_is_the_same_in_every_zone(moment: datetime, minutes: int):
    sign, (hours, rest) = "+-"[minutes < 0], divmod(abs(minutes), 60)
    local = moment.replace(tzinfo=None)
    text = f"{local.isoformat(timespec='microseconds')}{sign}{hours:02}:{rest:02}"
    expected = (local - datetime(1, 1, 1) + timedelta(days=1)) // timedelta(
        microseconds=1
    ) - minutes * 60_000_000
    assert period(text) == Period(expected, expected + 1)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("2024", "2024-01-01", "2024-12-31"),
        ("9999", "9999-01-01", "9999-12-31"),
        ("2024-02", "2024-02-01", "2024-02-29"),
        ("2024-02-29", "2024-02-29T00:00:00Z", "2024-02-29T23:59:59.999999"),
        ("2024-02-29T10:11", "2024-02-29T10:11:00", "2024-02-29T10:11:59"),
        ("2024-02-29T10:11:12", "2024-02-29T10:11:12.0", "2024-02-29T10:11:12.9"),
        ("2024-02-29T10:11:12.34", "2024-02-29T10:11:12.340", "2024-02-29T10:11:12.349"),
    ],
)
def test_precision(text: str, first: str, last: str):
    assert period(text) == Period(period(first).low, period(last).high)


@pytest.mark.parametrize(
    "text",
    ["", "23", "2023-1", "2023-13", "2023-00", "2023-02-29", "0000", "2023-11-13T10", "2023-11-13T24:00:00Z",
     "2023-11-13T10:60", "2023-11-13T10:00:60Z", "2023-11-13T10:00:00+15:00", "2023-11-13 10:00",
     "\uff12\uff10\uff12\uff13"],
)  # fmt: skip
def test_no_date(text: str):
    with pytest.raises(ValueError, match="no FHIR date"):
        period(text)
