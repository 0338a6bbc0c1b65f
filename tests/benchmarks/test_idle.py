"""A box that waits costs little memory of its own; `python -m benchmarks.idle` counts 200 of them."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from benchmarks.idle import SETTLED_S, SPEC, cost
from benchmarks.leaks import descendants
from medgym_core import plugins

MOST_MIB = 8


def private(process: int) -> float:
    """MiB of pages that no process has but this."""
    lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) / 1024


@pytest.mark.slow
@pytest.mark.parametrize("name", [pytest.param("bubblewrap", marks=pytest.mark.bubblewrap), "process"])
def test_an_idle_box_has_few_pages_to_itself(name: str) -> None:
    backend = plugins.sandbox(name)
    if not (found := backend.probe()).ok:
        pytest.skip(found.reason)
    with backend.start(SPEC):
        others = set(descendants())
        with backend.start(SPEC):
            time.sleep(SETTLED_S)
            own = set(descendants()) - others
            assert own
            assert sum(map(private, own)) <= MOST_MIB


@pytest.mark.slow
def test_the_cost_of_a_box_is_counted_in_all_fields() -> None:
    assert cost("process", 2).keys() == {"MemAvailable", "AnonPages", "PageTables", "Slab"}
