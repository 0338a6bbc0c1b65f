"""Which episodes are exported, and what is said of the others."""

import json

import pytest

from medgym_core.errors import ConfigError
from medgym_core.trajectory import Step
from medgym_core.verifier import Status
from medgym_train.export import Options, export
from medgym_train.export.formats import FORMATS

from .steps import submitted


@pytest.mark.parametrize("status", [status for status in Status if not status.rewarded])
def test_what_carries_no_reward_is_left_out(played, exported, status) -> None:
    _, manifest = exported("atif", played(), played(index=1, status=status))
    assert (manifest.recorded, manifest.exported) == (2, 1)
    assert manifest.left_out == {status.value: 1}


def test_every_rewarded_status_is_exported(played, exported) -> None:
    statuses = [status for status in Status if status.rewarded]
    _, manifest = exported("atif", *(played(index=n, status=status) for n, status in enumerate(statuses)))
    assert set(manifest.statuses) == {status.value for status in statuses}


def test_the_same_conversation_is_exported_once(played, rows_of, exported) -> None:
    twice = [played(replica=0), played(replica=1)]
    assert len(rows_of("sft", *twice)) == 1


def test_tables_hold_every_episode(played, exported) -> None:
    silent = Step(turn=0, observation="", ok=True)
    _, manifest = exported("parquet", played(), played(replica=1), played(silent, index=1))
    assert (manifest.exported, manifest.left_out) == (3, {})


def test_reasons_are_counted(played, exported) -> None:
    silent = Step(turn=0, observation="", ok=True)
    _, manifest = exported(
        "sft",
        *(played(submitted(f"answer = {n}"), replica=n) for n in range(3)),
        played(submitted("answer = 0"), replica=3),
        played(submitted("x = 1"), replica=4, status=Status.FAIL),
        played(submitted("#" * 2000), replica=5),
        played(silent, replica=6),
        max_chars=1000,
        per_task=2,
    )
    wanted = {"not_right": 1, "said_before": 1, "said_nothing": 1, "surplus": 1, "too_long": 1}
    assert manifest.left_out == wanted
    assert manifest.recorded == manifest.exported + sum(wanted.values())


def test_one_episode_in_two_runs_is_exported_once(played, write_run, families, tmp_path) -> None:
    runs = [write_run(played(), name=name) for name in ("one", "two")]
    manifest = export(runs, tmp_path / "out", Options(format="atif"))
    assert (manifest.exported, manifest.left_out, manifest.runs) == (1, {"recorded_twice": 1}, ("one", "two"))


@pytest.mark.parametrize("format", list(FORMATS))
def test_protocols_are_not_mixed(played, exported, format) -> None:
    with pytest.raises(ConfigError, match="1 of default and 1 of paper"):
        exported(format, played(), played(index=1, key={"protocol": "paper"}))


@pytest.mark.parametrize("protocol", ["default", "paper"])
def test_manifest_card_and_rows_tell_the_protocol(played, exported, protocol) -> None:
    out, manifest = exported("sft", played(key={"protocol": protocol}))
    assert manifest.protocol == protocol
    assert ("A reward proves no solution" in (out / "README.md").read_text()) == (protocol == "paper")
    assert json.loads((out / "rows-00000.jsonl").read_text())["protocol"] == protocol


def test_damage_is_reported(played, write_run, families, tmp_path) -> None:
    run = write_run(played(), played(index=1))
    (segment,) = (run / "journal").glob("*.mgj")
    data = bytearray(segment.read_bytes())
    data[-5] ^= 1
    segment.write_bytes(data)
    manifest = export([run], tmp_path / "out", Options(format="atif"))
    assert (manifest.recorded, len(manifest.damage)) == (1, 1)


def test_evaluation_splits_are_refused(played, exported, tmp_path) -> None:
    with pytest.raises(ConfigError, match=r"1 of toy/test.*--evaluation"):
        exported("sft", played(), played(split="test"))
    assert not (tmp_path / "out").exists()


def test_a_split_that_the_family_does_not_know_is_held_out(played, exported) -> None:
    with pytest.raises(ConfigError, match="toy/other"):
        exported("sft", played(split="other"))


@pytest.mark.parametrize("format", ["sft", "kto"])
def test_forced_evaluation_marks_rows_and_manifest(played, rows_of, tmp_path, format) -> None:
    rows = rows_of(format, played(), played(split="test"), evaluation=True)
    assert sorted((row["split"], row["evaluation"]) for row in rows) == [("test", True), ("train", False)]
    assert '"evaluation": true' in (tmp_path / "out" / "manifest.json").read_text()
    assert "results on these splits mean nothing" in (tmp_path / "out" / "README.md").read_text()


def test_an_option_of_another_format_is_refused(played, exported) -> None:
    with pytest.raises(ConfigError, match="--balance means nothing for sft, only for kto"):
        exported("sft", played(), balance=True)
