"""Many boxes leave everything as it was; `python -m benchmarks.leaks` does it with 2,000."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from benchmarks.leaks import counts, grown
from medgym_core import BoxSpec, plugins
from medgym_prove.conformance.suite import plain_environment

BACKENDS = [
    pytest.param("docker", marks=pytest.mark.docker),
    pytest.param("bubblewrap", marks=pytest.mark.bubblewrap),
    "process",
]
ALLOCATOR_MB = 16


@pytest.fixture
def spec(tmp_path: Path) -> BoxSpec:
    return BoxSpec(environment=plain_environment(tmp_path / "recipe"), home=tmp_path / "home")


@pytest.mark.slow
@pytest.mark.parametrize("name", BACKENDS)
def test_boxes_leave_everything_as_it_was(name: str, spec: BoxSpec) -> None:
    if not (found := plugins.sandbox(name).probe()).ok:
        pytest.skip(found.reason)
    # a process of its own, since what other tests have left running grows and shrinks meanwhile
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as fresh:
        before, after = fresh.submit(grown, name, spec, boxes=30, jobs=2).result()
    assert after["memory MB"] <= before["memory MB"] + ALLOCATOR_MB
    varying = {"boxes", "memory MB", "mounts"}  # the host's mounts change with all who use its engine
    assert {key: after[key] for key in after.keys() - varying if after[key] > before[key]} == {}


def test_what_is_left_is_counted(spec: BoxSpec) -> None:
    backend = plugins.sandbox("process")
    with backend.start(spec):
        inside = counts("process")
    after = counts("process")
    assert inside["processes"] > after["processes"]
    assert inside["descriptors"] > after["descriptors"]
