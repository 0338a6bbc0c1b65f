from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from weakref import ref

import pytest

from medgym_core.journal import Journal, read_index
from medgym_core.registry import load
from medgym_core.report.figures import figures, standings, suites
from medgym_core.trajectory import Episode
from medgym_core.verifier import Status


def test_everything_is_in_the_figures(run: Path) -> None:
    found = figures(run)
    assert (found.success_rate, found.episodes, found.agents) == (0.5, 8, ("reference",))
    assert [point.value for point in found.curves.pass_at_k] == [0.5, 1]
    assert found.failures == {"runtime_error": 4}
    assert found.paper_failures == {"runtime error": 4}
    assert found.behaviour["mimic"].details == {"runtime_error": {"KeyError": 2}}
    assert found.behaviour["toy"].actions == {"code_execution": 4}
    assert (found.cost_usd, found.families["toy"].latency_s) == (2.0, 1.0)


def test_scores_give_best_at_k(run: Path) -> None:
    assert figures(run).curves.best_at_k == ()
    index = {entry.id: float(number % 2) for number, entry in enumerate(read_index(run)[0])}
    assert [point.value for point in figures(run, index).curves.best_at_k] == [0.5, 0]


def test_suites_come_from_the_registry() -> None:
    assert suites()["medagentgym"]["mimic"] == "internal"
    declared = {name: entry.suites for name, entry in load().families.items() if entry.suites}
    assert {family for suite in suites().values() for family in suite} == set(declared)


def test_an_average_names_what_is_missing(run: Path) -> None:
    internal = figures(run).averages["medagentgym"]["internal"]
    assert (internal.success_rate, internal.families) == (0.5, ("mimic",))
    assert "eicu" in internal.missing


def test_damage_is_in_the_figures(run: Path) -> None:
    segment = run / "journal" / "seg-000001.mgj"
    data = bytearray(segment.read_bytes())
    data[60] ^= 1
    segment.write_bytes(bytes(data))
    found = figures(run)
    assert found.episodes == 7
    assert "seg-000001.mgj" in found.damage[0]


def test_comparable_runs_are_ranked(
    write_run: Callable[..., Path], make_episode: Callable[..., Episode]
) -> None:
    worse = write_run(make_episode(0, status=Status.FAIL), name="worse")
    better = write_run(make_episode(0), name="better")
    errors = write_run(make_episode(0, status=Status.INFRA_ERROR), name="errors")
    found = standings([errors, worse, better])
    assert [Path(one.run).name for one in found.runs] == ["better", "worse", "errors"]
    assert found.comparable


@pytest.mark.parametrize(
    ("index", "build", "difference"),
    [(0, "c", "other: builds of toy"), (1, "b", "other: no task of"), (None, "b", "other: other tasks than")],
)
def test_runs_that_differ_keep_their_order(
    write_run: Callable[..., Path],
    make_episode: Callable[..., Episode],
    index: int | None,
    build: str,
    difference: str,
) -> None:
    first = write_run(make_episode(0, status=Status.FAIL), name="first")
    indices = (0, 1) if index is None else (index,)
    other = write_run(*(make_episode(each, build=build * 64) for each in indices), name="other")
    found = standings([first, other])
    assert [Path(one.run).name for one in found.runs] == ["first", "other"]
    assert not found.comparable
    assert difference in found.differences[0]


@pytest.mark.parametrize("status", [Status.SUCCESS, Status.AGENT_ERROR])
def test_a_run_without_failures_has_none(
    write_run: Callable[..., Path], make_episode: Callable[..., Episode], status: Status
) -> None:
    found = figures(write_run(make_episode(status=status)))
    assert found.paper_failures == {}


def test_records_are_read_one_at_a_time(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alive: list[ref[Episode]] = []
    most, read = 0, Journal.read

    def watched(self: Journal, segment: str, offset: int) -> Episode:
        nonlocal most
        episode = read(self, segment, offset)
        alive.append(ref(episode))
        most = max(most, sum(held() is not None for held in alive))
        return episode

    monkeypatch.setattr(Journal, "read", watched)
    assert figures(run).episodes == 8
    assert most <= 2
