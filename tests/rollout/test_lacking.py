from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from medgym_core.access import Tier
from medgym_core.journal import JournalWriter, read_index
from medgym_core.rollout import folder
from medgym_core.rollout.config import RunConfig
from medgym_core.rollout.lacking import Lacking, lacking
from medgym_core.trajectory import Episode


@pytest.fixture
def run(tmp_path: Path, make_episode: Callable[..., Episode]) -> Callable[..., Path]:
    """Makes a run of so many planned tasks, two of which are recorded."""

    def make(tasks: int | None, tier: Tier = Tier.SYNTHETIC, **settings: Any) -> Path:
        pinned = folder.Pinned(version="1", build="b" * 64, root=tmp_path, tasks=tasks)
        manifest = folder.Manifest(core="1", families={"toy": pinned})
        folder.create(tmp_path / "run", RunConfig(task=("toy",), **settings), manifest)
        with JournalWriter(tmp_path / "run") as writer:
            writer.append([(make_episode(index, tier=tier), {}) for index in range(2)])
        return tmp_path / "run"

    return make


def lacks(run: Path) -> Lacking:
    return lacking(run, *read_index(run))


@pytest.mark.parametrize(
    ("tasks", "settings", "number", "said"),
    [
        (5, {}, 3, "3 of 5 planned episodes have no record"),
        (3, {}, 1, "1 of 3 planned episodes has no record"),
        (3, {"samples": 2}, 4, "4 of 6 planned episodes have no record"),
        (3, {"tree": "2x1"}, 1, "1 of 3 planned trees has no record"),
    ],
)
def test_what_has_no_record_is_counted(
    run: Callable[..., Path], tasks: int, settings: dict[str, Any], number: int, said: str
) -> None:
    place = run(tasks, **settings)
    found = lacks(place)
    assert found.unrecorded == number
    assert found.remarks == (f"{said} in {place}; `medgym run --resume {place}` goes on",)


@pytest.mark.parametrize(("tasks", "number"), [(2, 0), (None, None)])
def test_a_whole_run_or_one_without_a_plan_says_nothing(
    run: Callable[..., Path], tasks: int | None, number: int | None
) -> None:
    assert lacks(run(tasks)) == Lacking(number, ())


def test_a_run_that_is_being_played_is_not_to_be_resumed(run: Callable[..., Path]) -> None:
    place = run(5)
    with folder.drive(place, print):
        (remark,) = lacks(place).remarks
    assert "it is being played now" in remark
    assert "--resume" not in remark


def test_of_labelled_data_no_number_is_shown(run: Callable[..., Path]) -> None:
    found = lacks(run(5, tier=Tier.CREDENTIALED))
    assert found.unrecorded is None
    assert found.remarks[0].startswith("some planned episodes have no record")


def test_a_record_that_was_cut_off_is_none(run: Callable[..., Path]) -> None:
    place = run(2)
    segment = place / "journal" / "seg-000001.mgj"
    segment.write_bytes(segment.read_bytes()[:-9])
    assert lacks(place).unrecorded == 1


def test_damage_is_reported_with_what_helps(run: Callable[..., Path]) -> None:
    place = run(2)
    segment = place / "journal" / "seg-000001.mgj"
    data = bytearray(segment.read_bytes())
    data[60] ^= 1
    segment.write_bytes(data)
    damage, missing = lacks(place).remarks
    assert damage.startswith("the journal is damaged in seg-000001.mgj at byte 8: ")
    assert damage.endswith(f"; `medgym run --resume {place}` plays it again")
    assert missing.startswith("1 of 2 planned episodes has no record")


def test_without_a_configuration_damage_alone_is_reported(run: Callable[..., Path]) -> None:
    place = run(5)
    (place / "config.json").write_text('{"task": [')
    assert lacks(place) == Lacking(None, ())
