"""A fetched source is found by its name, has the tier that was declared, and is held against its record."""

from __future__ import annotations

from pathlib import Path

import pytest

from medgym_core import ConfigError, DataError, Download, Source, Tier, open_family, plugins
from medgym_core.builds.making import ensure_build
from medgym_core.download.named import folder_of, located, record_of, user_source
from medgym_core.rollout.config import resolve
from medgym_fetch.licence import accept, is_accepted
from medgym_fetch.source import fetch

from .publisher import Publisher, publishing


def download(publisher: Publisher, tier: Tier = Tier.OPEN) -> Download:
    return Download(title="A set", parts={"": publisher.remote(tier)})


def test_a_source_is_a_folder_with_a_record(publisher: Publisher, tmp_path: Path) -> None:
    folder = fetch("toy", "demo", download(publisher), tmp_path, pause_s=0)
    assert folder == folder_of("toy", "demo", tmp_path)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == publisher.files
    record = record_of(folder)
    assert record is not None
    assert (record.tier, record.origins[0].licence) == (Tier.OPEN, "ODbL 1.0")
    assert record.files == dict(publisher.remote().files)


def test_parts_of_several_publishers_lie_in_their_places(publisher: Publisher, tmp_path: Path) -> None:
    with publishing() as other:
        other.files = {"q/test.json": b"{}"}
        parts = {"": publisher.remote(), "questions": other.remote(Tier.REGISTERED, id="other-2")}
        (tmp_path / "netrc").write_text("machine 127.0.0.1 login ann password secret\n")
        (tmp_path / "netrc").chmod(0o600)
        both = Download(title="Both", parts=parts)
        folder = fetch("toy", "demo", both, tmp_path, pause_s=0)
    assert (folder / "questions" / "q" / "test.json").read_bytes() == b"{}"
    assert user_source(folder, Tier.RESTRICTED, tmp_path).tier is Tier.REGISTERED
    assert folder.stat().st_mode & 0o077 == 0


def test_two_families_share_one_publisher_s_files(publisher: Publisher, tmp_path: Path) -> None:
    fetch("toy", "demo", download(publisher), tmp_path, pause_s=0)
    publisher.asked.clear()
    fetch("other", "demo", download(publisher), tmp_path, pause_s=0)
    assert publisher.asked == []


def test_the_tier_is_the_declared_one_and_a_copy_elsewhere_has_the_family_s(
    publisher: Publisher, tmp_path: Path
) -> None:
    folder = fetch("toy", "demo", download(publisher), tmp_path, pause_s=0)
    assert user_source(folder, Tier.CREDENTIALED, tmp_path) == Source.user(folder, Tier.OPEN)
    assert user_source(tmp_path, Tier.CREDENTIALED, tmp_path) == Source.user(tmp_path, Tier.CREDENTIALED)
    assert user_source(folder / "a.csv", Tier.CREDENTIALED, tmp_path).tier is Tier.CREDENTIALED


@pytest.mark.parametrize("change", ["changed", "added", "removed"])
def test_a_source_that_changed_is_refused_and_mended(
    publisher: Publisher, tmp_path: Path, change: str
) -> None:
    known = download(publisher)
    folder = fetch("toy", "demo", known, tmp_path, pause_s=0)
    if change == "removed":
        (folder / "a.csv").unlink()
    else:
        (folder / ("a.csv" if change == "changed" else "b.csv")).write_bytes(b"patients\n")
    with pytest.raises(DataError, match=r"is not what was fetched .* run `medgym data fetch toy demo`"):
        user_source(folder, Tier.CREDENTIALED, tmp_path)
    fetch("toy", "demo", known, tmp_path, pause_s=0)
    assert user_source(folder, Tier.CREDENTIALED, tmp_path).tier is Tier.OPEN


def test_an_interrupted_fetch_leaves_no_source(publisher: Publisher, tmp_path: Path) -> None:
    def interrupt(what: str, share: float | None) -> None:
        if what.startswith("reading"):
            raise KeyboardInterrupt

    known = {"demo": download(publisher)}
    with pytest.raises(KeyboardInterrupt):
        fetch("toy", "demo", known["demo"], tmp_path, interrupt, pause_s=0)
    with pytest.raises(ConfigError, match="run `medgym data fetch toy demo`"):
        located(Path("demo"), "toy", known, tmp_path)
    folder = fetch("toy", "demo", known["demo"], tmp_path, pause_s=0)
    assert located(Path("demo"), "toy", known, tmp_path) == folder


def test_a_failed_second_fetch_leaves_the_first(publisher: Publisher, tmp_path: Path) -> None:
    known = {"demo": download(publisher)}
    folder = fetch("toy", "demo", known["demo"], tmp_path, pause_s=0)
    newer = Download(title="Newer", parts={"": publisher.remote(files={"c.csv": "0" * 64})})
    with pytest.raises(DataError):
        fetch("toy", "demo", newer, tmp_path, pause_s=0)
    assert located(Path("demo"), "toy", known, tmp_path) == folder


def test_what_is_there_wins_over_a_name(
    publisher: Publisher, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("demo").mkdir()
    assert located(Path("demo"), "toy", {"demo": download(publisher)}, tmp_path) == Path("demo")
    assert located(Path("other"), "toy", {"demo": download(publisher)}, tmp_path) == Path("other")


def test_a_run_and_an_open_family_know_the_name(
    publisher: Publisher, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = {"demo": download(publisher)}
    monkeypatch.setattr(plugins, "downloads", lambda name: known)
    flags = {"task": "npowerai", "sources": {"npowerai": "demo"}, "home": tmp_path}
    with pytest.raises(ConfigError, match="run `medgym data fetch npowerai demo`"):
        resolve(None, flags)
    with pytest.raises(ConfigError, match="run `medgym data fetch npowerai demo`"):
        open_family("npowerai", source="demo", home=tmp_path)
    folder = fetch("npowerai", "demo", known["demo"], tmp_path, pause_s=0)
    assert resolve(None, flags).sources == {"npowerai": folder}


def test_a_build_has_the_tier_of_the_fetched_source(
    publisher: Publisher, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = (
        '{"task_type": "Paired t-test", "task_id": 3, "estimate_target": "size", "answer": 34, "question": '
        '"It lowers lipids by 16.7 units with a standard deviation of 38. What sample size has 80% of power '
        'in a lower one-sided test at the significance level of 0.05?"}'
    )
    publisher.files = {"test_tasks.jsonl": row.encode()}
    folder = fetch("npowerai", "demo", download(publisher), tmp_path, pause_s=0)
    family = plugins.family("npowerai")
    assert ensure_build(family, user_source(folder, Tier.RESTRICTED, tmp_path), tmp_path).tier is Tier.OPEN


def test_a_licence_is_accepted_once_and_another_is_not(publisher: Publisher, tmp_path: Path) -> None:
    remote = publisher.remote()
    assert not is_accepted(remote, tmp_path)
    accept(remote, tmp_path)
    assert is_accepted(remote, tmp_path)
    assert not is_accepted(publisher.remote(licence="Another"), tmp_path)
    assert not is_accepted(publisher.remote(id="other-1"), tmp_path)
