from __future__ import annotations

import errno
import hashlib
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from medgym_core.errors import DataError
from medgym_core.journal import Journal, JournalWriter
from medgym_core.journal import writer as writer_module
from medgym_core.trajectory import Episode

from .disk import small_disk

MakeEpisode = Callable[..., Episode]


def write(run: Path, *episodes: Episode) -> Path:
    """Append each episode on its own; returns the segment."""
    with JournalWriter(run) as writer:
        for episode in episodes:
            writer.append([(episode, {})])
    return sorted((run / "journal").glob("*.mgj"))[-1]


def ids(run: Path) -> list[str]:
    return [episode.id for episode in Journal(run).episodes()]


@pytest.fixture
def three(make_episode: MakeEpisode) -> list[Episode]:
    return [make_episode(index=index) for index in range(3)]


def test_what_is_appended_is_read_back_in_order(tmp_path: Path, three: list[Episode]) -> None:
    write(tmp_path, *three)
    assert list(Journal(tmp_path).episodes()) == three


@given(texts=st.lists(st.text(st.characters(codec="utf-8")), max_size=5))
@settings(max_examples=30, deadline=None)
def test_any_text_round_trips(
    texts: list[str], tmp_path_factory: pytest.TempPathFactory, make_episode: MakeEpisode
) -> None:
    run = tmp_path_factory.mktemp("run")
    episodes = [make_episode(index=n).model_copy(update={"prompt": text}) for n, text in enumerate(texts)]
    with JournalWriter(run) as writer:
        writer.append([(episode, {}) for episode in episodes])
    assert list(Journal(run).episodes()) == episodes


def test_any_truncation_loses_only_the_tail(tmp_path: Path, three: list[Episode]) -> None:
    segment = write(tmp_path, *three)
    data = segment.read_bytes()
    ends = [frame.offset + 12 + len(frame.payload) for frame in Journal(tmp_path).frames()]
    for size in random.Random(0).sample(range(len(data)), 200):
        segment.write_bytes(data[:size])
        journal = Journal(tmp_path)
        kept = sum(end <= size for end in ends)
        assert list(journal.episodes()) == three[:kept]
        assert not journal.damage


def test_any_flipped_byte_is_reported(tmp_path: Path, three: list[Episode]) -> None:
    segment = write(tmp_path, *three)
    data = segment.read_bytes()
    heads = [frame.offset + n for frame in Journal(tmp_path).frames() for n in range(12)]
    for position in [*range(8), *heads, *random.Random(0).sample(range(len(data)), 200)]:
        flipped = bytearray(data)
        flipped[position] ^= random.Random(position).randrange(1, 256)
        segment.write_bytes(bytes(flipped))
        journal = Journal(tmp_path)
        found = list(journal.episodes())
        assert len(journal.damage) == 1
        assert all(episode in three for episode in found)
        assert len(found) < 3


def test_a_damaged_record_costs_only_itself(tmp_path: Path, three: list[Episode]) -> None:
    segment = write(tmp_path, *three)
    offset = [frame.offset for frame in Journal(tmp_path).frames()][1]
    data = bytearray(segment.read_bytes())
    data[offset + 40] ^= 1
    segment.write_bytes(bytes(data))
    journal = Journal(tmp_path)
    assert list(journal.episodes()) == [three[0], three[2]]
    assert f"seg-000001.mgj at byte {offset}" in str(journal.damage[0])


def test_zeros_after_the_last_record_are_a_torn_end(tmp_path: Path, three: list[Episode]) -> None:
    segment = write(tmp_path, *three)
    segment.write_bytes(segment.read_bytes() + bytes(4096))
    journal = Journal(tmp_path)
    assert list(journal.episodes()) == three
    assert not journal.damage


def test_the_next_writer_drops_a_torn_end_and_goes_on(tmp_path: Path, three: list[Episode]) -> None:
    segment = write(tmp_path, *three[:2])
    whole = segment.stat().st_size
    segment.write_bytes(segment.read_bytes() + b"\x05\x00")
    write(tmp_path, three[2])
    assert segment.stat().st_size == whole
    assert list(Journal(tmp_path).episodes()) == three


def test_a_full_segment_is_followed_by_another(
    tmp_path: Path, three: list[Episode], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer_module, "SEGMENT_BYTES", 100)
    write(tmp_path, *three)
    assert len(list((tmp_path / "journal").iterdir())) == 3
    assert list(Journal(tmp_path).episodes()) == three


def test_a_record_of_a_later_form_is_refused(tmp_path: Path, make_episode: MakeEpisode) -> None:
    write(tmp_path, make_episode().model_copy(update={"schema_version": 99}))
    with pytest.raises(DataError, match="form 99"):
        list(Journal(tmp_path).episodes())


def test_a_foreign_file_is_damage(tmp_path: Path) -> None:
    (tmp_path / "journal").mkdir()
    (tmp_path / "journal" / "seg-000001.mgj").write_bytes(b"no segment at all")
    journal = Journal(tmp_path)
    assert list(journal.frames()) == []
    assert len(journal.damage) == 1


def test_a_record_is_read_at_its_place_only(tmp_path: Path, three: list[Episode]) -> None:
    write(tmp_path, *three)
    journal = Journal(tmp_path)
    frame = list(journal.frames())[1]
    assert journal.read(frame.segment, frame.offset) == three[1]
    with pytest.raises(DataError, match="no intact record"):
        journal.read(frame.segment, frame.offset + 1)


def test_blobs_stand_before_the_record_and_are_checked(tmp_path: Path, make_episode: MakeEpisode) -> None:
    digest = hashlib.sha256(b"a,b\n").hexdigest()
    with JournalWriter(tmp_path) as writer:
        writer.append([(make_episode(), {digest: b"a,b\n"})])
    journal = Journal(tmp_path)
    assert journal.blob(digest) == b"a,b\n"
    (tmp_path / "blobs" / digest[:2] / digest).write_bytes(b"other")
    with pytest.raises(DataError, match="changed"):
        journal.blob(digest)
    with pytest.raises(DataError, match="missing"):
        journal.blob("0" * 64)


def test_a_failed_fsync_gives_up_the_segment(
    tmp_path: Path, three: list[Episode], monkeypatch: pytest.MonkeyPatch
) -> None:
    with JournalWriter(tmp_path) as writer:
        writer.append([(three[0], {})])
        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", refuse)
            with pytest.raises(DataError, match=r"Input/output error.*check the disk.*--resume"):
                writer.append([(three[1], {})])
        writer.append([(three[2], {})])
    assert len(list((tmp_path / "journal").iterdir())) == 2
    assert set(ids(tmp_path)) >= {three[0].id, three[2].id}
    assert not Journal(tmp_path).damage


def refuse(descriptor: int) -> None:
    raise OSError(errno.EIO, "Input/output error")


def test_a_full_disk_loses_nothing_that_was_acknowledged(tmp_path: Path, make_episode: MakeEpisode) -> None:
    with small_disk(tmp_path / "disk") as disk:
        ballast = disk / "ballast"
        ballast.write_bytes(bytes(64 * 1024))
        acknowledged = []
        with JournalWriter(disk) as writer:
            with pytest.raises(DataError, match="free some space"):  # noqa: PT012 - counts what came before
                for index in range(10_000):
                    writer.append([(make_episode(index=index), {})])
                    acknowledged.append(index)
            ballast.unlink()
            writer.append([(make_episode(index=99_999), {})])
        journal = Journal(disk)
        indexes = [int(episode.key.task.rpartition("/")[2]) for episode in journal.episodes()]
    assert indexes == [*acknowledged, 99_999]
    assert acknowledged
    assert not journal.damage


WRITER = """
import sys
from pathlib import Path
from medgym_core.journal import Journal, JournalWriter
run = Path(sys.argv[1])
template = next(Journal(Path(sys.argv[2])).episodes())
done = {episode.attempt for episode in Journal(run).episodes()}
with JournalWriter(run) as writer:
    print("ready", flush=True)
    for number in range(100_000):
        if number not in done:
            writer.append([(template.model_copy(update={"attempt": number}), {})])
            print(number, flush=True)
"""


@pytest.mark.slow
def test_kill_at_random_points_loses_and_doubles_nothing(tmp_path: Path, make_episode: MakeEpisode) -> None:
    write(tmp_path / "template", make_episode())
    acknowledged: list[int] = []
    for turn in range(10):
        acknowledged += killed_writer(tmp_path, random.Random(turn).uniform(0, 0.08))
    journal = Journal(tmp_path / "run")
    recorded = [episode.attempt for episode in journal.episodes()]
    assert len(acknowledged) > 10
    assert set(acknowledged) <= set(recorded)
    assert len(recorded) == len(set(recorded))
    assert not journal.damage


def killed_writer(folder: Path, after_s: float) -> list[int]:
    """Run a writer, kill it some time after its first line, and return what it acknowledged."""
    command = [sys.executable, "-c", WRITER, folder / "run", folder / "template"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(after_s)
        process.send_signal(signal.SIGKILL)
        lines = process.stdout.read().splitlines(keepends=True)
    return [int(line) for line in lines if line.endswith("\n")]


def test_an_empty_run_has_no_records(tmp_path: Path) -> None:
    with JournalWriter(tmp_path):
        pass
    assert list(Journal(tmp_path).frames()) == []
