from __future__ import annotations

import pytest

from medgym_core.metrics import averages, summarise
from medgym_core.verifier import Status

from .entries import entry

SUITE = {"large": "internal", "small": "internal", "absent": "internal", "strange": "external"}


def test_a_family_counts_the_same_however_large_it_is() -> None:
    entries = [entry(index, Status.SUCCESS, task=f"large/test/{index}") for index in range(9)]
    report = summarise([*entries, entry(0, Status.FAIL, task="small/test/0")])
    found = averages(report, SUITE)
    assert found["internal"].success_rate == 0.5
    assert report.success_rate == 0.9
    assert found["internal"].families == ("large", "small")


def test_what_is_missing_is_named_and_not_counted() -> None:
    broken = entry(0, Status.INFRA_ERROR, task="small/test/0")
    found = averages(summarise([entry(0, Status.SUCCESS, task="large/test/0"), broken]), SUITE)
    assert found["internal"].missing == ("absent", "small")
    assert (found["external"].success_rate, found["external"].interval) == (None, None)
    assert found["external"].missing == ("strange",)


def test_the_interval_shrinks_with_families() -> None:
    entries = [
        entry(index, Status.SUCCESS if index % 2 else Status.FAIL, task=f"{family}/test/{index}")
        for family in SUITE
        for index in range(20)
    ]
    report = summarise(entries)
    low, high = averages(report, SUITE)["internal"].interval or (0, 0)
    one = report.families["large"].interval
    assert one is not None
    assert high - low == pytest.approx((one[1] - one[0]) / 3**0.5)
