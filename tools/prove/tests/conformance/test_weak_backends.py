"""Backends that break one promise each: the behaviours that test it must notice."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from medgym_prove.conformance import Bench, behaviours, try_out
from medgym_sandbox.box import Box
from medgym_sandbox.bubblewrap import Bubblewrap
from medgym_sandbox.spec import BoxEnvironment

from .cases import CASES, Case

pytestmark = pytest.mark.bubblewrap


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that any user of the host can enter, unlike those that pytest makes."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.guarantee}-{'-'.join(case.noticed_by)}")
def test_a_broken_promise_is_noticed(
    case: Case, bare_environment: BoxEnvironment, open_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if case.needs_root and os.getuid() != 0:
        pytest.skip("only root can make this promise")
    backend = case.backend()
    if not backend.probe().ok or case.guarantee not in backend.guarantees():
        pytest.skip(f"{backend.name} cannot make this promise here")
    case.weaken(monkeypatch)
    with Bench(backend, bare_environment, open_folder) as bench:
        held = [b.name for b in behaviours() if b.name in case.noticed_by and try_out(bench, b).held]
    assert held == []


def test_a_box_that_is_not_closed_is_noticed(
    bare_environment: BoxEnvironment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left: list[Box] = []
    close = Box.close
    with Bench(Bubblewrap(), bare_environment, tmp_path) as bench:
        monkeypatch.setattr(Box, "close", lambda box: left.append(box))
        result = try_out(bench, next(b for b in behaviours() if b.name == "closing_ends_the_worker"))
        monkeypatch.undo()
        for box in left:
            close(box)
    assert not result.held


@pytest.mark.slow
def test_a_box_that_outlives_its_driver_is_noticed(
    bare_environment: BoxEnvironment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    from lingering import Lingering

    with Bench(Lingering(), bare_environment, tmp_path) as bench:
        result = try_out(bench, next(b for b in behaviours() if b.name == "idle_boxes_die_with_their_driver"))
    assert not result.held
