"""The card finds what is wrong with runs, and little else."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest

from medgym_core.access import Tier
from medgym_core.errors import ConfigError
from medgym_core.trajectory import Episode
from medgym_core.verifier import Status
from medgym_train.card import Card, card_of

from .faults import FAULTS
from .playing import episodes, sound, written

RELATED = {
    "more errors": {"more actions", "longer"},
    "more actions": {"longer"},
    "fewer actions": {"shorter"},
}
"""What a fault brings with it."""


def kinds(found: Card) -> set[str]:
    return {flag.kind for flag in found.flags}


@pytest.mark.slow
def test_planted_faults_are_found_and_little_else_in_twenty_runs(tmp_path: Path) -> None:
    planted = [(kind, fault) for kind, faults in FAULTS.items() for fault in faults]
    planted += [("", sound)] * (20 - len(planted))
    false = []
    for number, (kind, fault) in zip(count(), planted, strict=False):
        found = kinds(card_of([written(tmp_path / str(number), episodes(number, fault))]))
        assert not kind or kind in found, kind
        false += found - {kind} - RELATED.get(kind, set())
    assert len(planted) == 20
    assert len(false) <= 1, false


def test_rows_are_shares_of_what_was_played(tmp_path: Path) -> None:
    run = written(tmp_path / "run", episodes(1, FAULTS["no gradient"][0]))
    rows = {row.category: row for row in card_of([run]).rows}
    assert (rows["count"].tasks, rows["count"].episodes, rows["count"].reward) == (12, 48, 1.0)
    assert (rows["count"].all_right, rows["count"].all_wrong) == (1.0, 0.0)
    assert rows["lookup"].reward < 1
    assert rows["lookup"].inaction is None


def test_later_runs_are_later_training(tmp_path: Path) -> None:
    early = written(tmp_path / "a", episodes(1, sound, samples=1))
    late = written(tmp_path / "b", episodes(1, FAULTS["more errors"][0], samples=8))
    assert "more errors" in kinds(card_of([early, late]))
    assert "more errors" not in kinds(card_of([early, early]))


def test_runs_without_a_reward_are_refused(tmp_path: Path, make_episode) -> None:
    run = written(tmp_path / "run", iter([make_episode(status=Status.AGENT_ERROR)]))
    with pytest.raises(ConfigError, match="no episode carries a reward"):
        card_of([run])


def test_what_is_no_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="not the folder of a run"):
        card_of([tmp_path])


def test_small_counts_of_labelled_data_are_not_shown(tmp_path: Path, make_episode) -> None:
    def played(category: str, first: int, tasks: int) -> list[Episode]:
        ends = [(Status.SUCCESS, Status.FAIL)[index % 2] for index in range(tasks)]
        return [
            make_episode(first + index, tier=Tier.CREDENTIALED, category=category, status=status)
            for index, status in enumerate(ends)
        ]

    small = [one for part in range(3) for one in played(f"small {part}", 100 * part, 8)]
    with pytest.raises(ConfigError, match="from 1 to 10 tasks"):
        card_of([written(tmp_path / "few", iter(small))])
    found = card_of([written(tmp_path / "run", iter([*played("large", 1000, 24), *small]))])
    assert [row.category for row in found.rows] == ["large"]
    assert found.withheld == ("toy/small 0", "toy/small 1", "toy/small 2")


def test_damage_is_reported(tmp_path: Path) -> None:
    run = written(tmp_path / "run", episodes(1, sound, samples=1))
    segment = run / "journal" / "seg-000001.mgj"
    data = bytearray(segment.read_bytes())
    data[60] ^= 1
    segment.write_bytes(data)
    (remark,) = card_of([run]).remarks
    assert remark.startswith("the journal is damaged in seg-000001.mgj at byte 8")
    assert remark.endswith(f"`medgym run --resume {run}` plays it again")
