"""The folder of an export: whole or not there, and true to what it says of itself."""

import hashlib
import json
import os
import tracemalloc

import pyarrow.parquet as pq
import pytest
import yaml

from medgym_core.access import Tier
from medgym_core.errors import ConfigError, DataError
from medgym_core.verifier import StateChange, Status, Verdict
from medgym_train.export import FORMATS, Options, export, shards

from .steps import submitted


def many(played, number):
    return [played(submitted(f"answer = {n}"), index=n // 4, replica=n % 4) for n in range(number)]


@pytest.mark.parametrize("format", list(FORMATS))
def test_the_manifest_is_true(played, exported, format) -> None:
    out, manifest = exported(format, *many(played, 6))
    assert json.loads((out / "manifest.json").read_text()) == manifest.model_dump(mode="json")
    for files in manifest.files.values():
        for shard in files:
            data = (out / shard.path).read_bytes()
            assert (shard.bytes, shard.sha256) == (len(data), hashlib.sha256(data).hexdigest())
    named = {shard.path for files in manifest.files.values() for shard in files}
    assert {path.name for path in out.iterdir()} == {*named, "manifest.json", "README.md"}


@pytest.mark.parametrize("format", list(FORMATS))
def test_the_same_episodes_in_any_order_give_the_same_bytes(
    played, write_run, families, tmp_path, format
) -> None:
    episodes = many(played, 8)
    for name, order in (("one", 1), ("two", -1)):
        run = write_run(*episodes[::order], name=f"runs-{name}/run")
        export([run], tmp_path / name, Options(format=format))
    files = [
        {path.name: path.read_bytes() for path in (tmp_path / name).iterdir()} for name in ("one", "two")
    ]
    assert files[0] == files[1]


@pytest.mark.parametrize("format", list(FORMATS))
def test_what_a_verdict_tells_people_alone_is_not_exported(played, exported, format) -> None:
    secret = "GOLD-4711"
    judged = Verdict(status=Status.SUCCESS, reward=1.0, details={"expected": secret})
    kept = played().model_copy(
        update={"verdict": judged, "states": {"ward": StateChange(before=1, after=secret)}}
    )
    wrong = played(submitted("answer = 2"), status=Status.FAIL, reward=0.0, replica=1)
    out, manifest = exported(format, kept, wrong)
    assert manifest.exported
    for path in out.iterdir():
        text = str(pq.read_table(path).to_pylist()) if path.suffix == ".parquet" else path.read_text()
        assert secret not in text


def test_the_most_sensitive_row_decides(played, exported) -> None:
    shared = played(index=1, provenance={"tier": Tier.CREDENTIALED})
    out, manifest = exported("sft", played(provenance={"tier": Tier.SYNTHETIC}), shared)
    assert (manifest.tier, manifest.tiers) == (Tier.CREDENTIALED, {"synthetic": 1, "credentialed": 1})
    assert out.stat().st_mode & 0o077 == 0
    assert "credentialed: share it only as the data's agreement allows" in (out / "README.md").read_text()


def test_open_rows_are_for_everyone(played, exported) -> None:
    out, manifest = exported("sft", played())
    assert (manifest.tier, out.stat().st_mode & 0o055) == (Tier.OPEN, 0o055)


@pytest.mark.parametrize("format", list(FORMATS))
def test_the_page_names_files_and_types(played, exported, format) -> None:
    out, manifest = exported(format, played())
    head = yaml.safe_load((out / "README.md").read_text().split("---")[1])
    assert [config["config_name"] for config in head["configs"]] == list(manifest.files)
    for config in head["configs"]:
        assert list(out.glob(config["data_files"]))
    if FORMATS[format].columns:
        row = json.loads((out / "rows-00000.jsonl").read_text().splitlines()[0]) if manifest.rows else {}
        columns = [feature["name"] for feature in head["dataset_info"]["features"]]
        assert not row or list(row) == columns


def test_tables_grow_by_files(played, exported, monkeypatch) -> None:
    monkeypatch.setattr(shards, "SHARD_BYTES", 1000)
    out, manifest = exported("sft", *many(played, 5))
    assert [shard.rows for shard in manifest.files["rows"]] == [1] * 5
    assert len(list(out.glob("rows-*.jsonl"))) == 5


def test_parquet_grows_by_groups_and_files(played, exported, monkeypatch) -> None:
    monkeypatch.setattr(shards, "GROUP_BYTES", 1000)
    monkeypatch.setattr(shards, "SHARD_BYTES", 2000)
    _, manifest = exported("parquet", *many(played, 5))
    assert len(manifest.files["episodes"]) > 1
    assert sum(shard.rows for shard in manifest.files["episodes"]) == 5


@pytest.mark.parametrize("error", [KeyboardInterrupt(), OSError(28, "No space left on device")])
@pytest.mark.parametrize("format", ["sft", "parquet"])
def test_nothing_is_left_of_half_an_export(
    played, write_run, families, tmp_path, monkeypatch, format, error
) -> None:
    run, table = write_run(*many(played, 5)), shards.JsonLines if format == "sft" else shards.Parquet
    write, written = table.write, []

    def fail_late(self, rows) -> None:
        written.append(len(rows))
        write(self, rows)
        if len(written) == 3:
            raise error

    monkeypatch.setattr(table, "write", fail_late)
    expected = DataError if isinstance(error, OSError) else KeyboardInterrupt
    with pytest.raises(expected):
        export([run], tmp_path / "out", Options(format=format))
    assert os.listdir(tmp_path) == ["run"]


def test_a_folder_that_holds_something_is_not_touched(played, exported, tmp_path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine").touch()
    with pytest.raises(ConfigError, match="exists already"):
        exported("sft", played())
    assert os.listdir(tmp_path / "out") == ["mine"]


def test_what_is_no_run_is_refused(tmp_path) -> None:
    with pytest.raises(ConfigError, match="not the folder of a run"):
        export([tmp_path], tmp_path / "out", Options(format="sft"))


@pytest.mark.slow
def test_memory_does_not_grow_with_the_episodes(played, write_run, families, tmp_path) -> None:
    def peak(number: int) -> int:
        run = write_run(*many(played, number), name=f"run-{number}")
        tracemalloc.start()
        export([run], tmp_path / f"out-{number}", Options(format="sft"))
        used = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return used

    peak(8)
    few, many_ = peak(100), peak(800)
    text = sum(path.stat().st_size for path in (tmp_path / "out-800").glob("rows-*"))
    assert many_ - few < text / 2
