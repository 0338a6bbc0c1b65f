from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from medgym_core import Build, Source, ensure_build
from medgym_core.builds.purge import builds, purge, size
from medgym_core.cli.main import main
from medgym_core.errors import DataError
from medgym_testing.session import SessionFamily


@pytest.fixture
def build(tmp_path: Path) -> Build:
    ensure_build(SessionFamily(), Source.synthetic(1), tmp_path)
    return ensure_build(SessionFamily(), Source.synthetic(2), tmp_path)


def medgym(home: Path, *arguments: str, answer: str = "") -> Result:
    return CliRunner().invoke(main, ["data", *arguments, "--home", str(home)], input=answer)


def test_nothing_of_it_is_left_and_the_receipt_tells_what_it_was(build: Build, tmp_path: Path) -> None:
    files, total = size(build)
    receipt = purge(build, tmp_path)
    assert (receipt.digest, receipt.files, receipt.bytes) == (build.digest, files, total)
    assert not build.root.exists()
    assert [other.source.seed for other in builds(tmp_path)] == [1]
    (line,) = (tmp_path / "access" / "purged.jsonl").read_text().splitlines()
    assert json.loads(line) == receipt.model_dump(mode="json")


def test_the_user_s_copy_stays(tmp_path: Path) -> None:
    (tmp_path / "raw").mkdir()
    (tmp_path / "raw" / "seed.txt").write_text("5")
    purge(ensure_build(SessionFamily(), Source.user(tmp_path / "raw"), tmp_path), tmp_path)
    assert (tmp_path / "raw" / "seed.txt").read_text() == "5"


def test_what_cannot_be_removed_is_reported(
    build: Build, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr("shutil.rmtree", refuse)
    with pytest.raises(DataError, match="cannot be removed: Permission denied"):
        purge(build, tmp_path)
    assert not (tmp_path / "access").exists()
    assert [other.source.seed for other in builds(tmp_path)] == [1]


def test_the_command_asks_first(build: Build, tmp_path: Path) -> None:
    assert medgym(tmp_path, "purge", build.family, answer="n\n").exit_code != 0
    assert build.root.exists()
    done = medgym(tmp_path, "purge", build.family, "--build", build.digest[:8], answer="y\n")
    assert done.exit_code == 0, done.output
    assert len(list(builds(tmp_path))) == 1


def test_all_builds_go_without_a_digest(build: Build, tmp_path: Path) -> None:
    result = medgym(tmp_path, "purge", build.family, "--yes", "--json")
    assert len(json.loads(result.stdout)["receipts"]) == 2
    assert "no such build" in medgym(tmp_path, "purge", build.family, "--yes").output


def test_status_tells_source_size_and_licence(build: Build, tmp_path: Path) -> None:
    builds = json.loads(medgym(tmp_path, "status", "--json").stdout)["builds"]
    assert {row["made_of"] for row in builds} == {"synthetic, seed 1", "synthetic, seed 2"}
    assert all(row["bytes"] > 0 for row in builds)
    assert "synthetic, seed 1" in medgym(tmp_path, "status").stdout
