"""Each tracker through its own library, and what it wrote read back by that library or byte by byte."""

from __future__ import annotations

import os
import re
import sys
import warnings
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from medgym_core import ConfigError, RunEvent, Status, Tier, plugins
from medgym_core.errors.advice import install
from medgym_track.hooks import medgym_listeners

from .conftest import figures, needed

Heard = Callable[..., list[RunEvent]]
FIRST = (figures(0), figures(1, Status.FAIL), figures(2, Status.AGENT_ERROR))
AGAIN = (figures(2), figures(3))
pytestmark = pytest.mark.filterwarnings("ignore")  # those of the libraries


def listen(name: str, events: Iterable[RunEvent]) -> None:
    listener = plugins.listener(name)()
    listener.check()
    for event in events:
        listener.hear(event)


def written(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


@pytest.fixture
def tensorboard(tmp_path: Path) -> Callable[[], dict[str, list[tuple[int, float]]]]:
    reader = needed("tensorboard.backend.event_processing.event_accumulator")

    def read() -> dict[str, list[tuple[int, float]]]:
        found = reader.EventAccumulator(str(tmp_path / "run" / "tensorboard"))
        found.Reload()
        return {
            tag: [(event.step, event.value) for event in found.Scalars(tag)]
            for tag in found.Tags()["scalars"]
        }

    return read


def test_tensorboard_shows_all_drivers_as_one_run(heard: Heard, tensorboard: Callable[[], Any]) -> None:
    listen("tensorboard", heard(*FIRST))
    listen("tensorboard", heard(*AGAIN, recorded=FIRST))
    found = tensorboard()
    assert found["episode/reward"] == [(1, 1.0), (2, 0.0), (4, 1.0), (5, 1.0)]
    assert [value for _, value in found["errors"]] == [0, 0, 1, 0, 0]
    assert found["success_rate"][-1] == (5, 0.75)
    assert found["success_by_category/toy/sum"] == found["success_rate"]


def test_tensorboard_has_texts_only_where_they_are_let(
    heard: Heard, tmp_path: Path, tensorboard: Callable[[], Any]
) -> None:
    listen("tensorboard", heard(*FIRST, tier=Tier.CREDENTIALED))
    assert b"PATIENT-TEXT" not in written(tmp_path / "run")
    assert (tmp_path / "run" / "tensorboard").stat().st_mode & 0o077 == 0
    listen("tensorboard", heard(*FIRST, texts=True))
    assert b"PATIENT-TEXT" in written(tmp_path / "run")


@pytest.fixture
def mlflow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A client of a store of files."""
    tracking = needed("mlflow.tracking")
    monkeypatch.setenv("MLFLOW_ALLOW_FILE_STORE", "true")
    monkeypatch.setenv("MLFLOW_TRACKING_URI", (tmp_path / "mlruns").as_uri())
    return tracking.MlflowClient(tracking_uri=(tmp_path / "mlruns").as_uri())


@pytest.mark.slow
def test_mlflow_goes_on_with_the_same_run(heard: Heard, mlflow: Any) -> None:
    listen("mlflow", heard(*FIRST))
    listen("mlflow", heard(*AGAIN, recorded=FIRST, texts=True))
    experiment = mlflow.get_experiment_by_name("medgym")
    (run,) = mlflow.search_runs([experiment.experiment_id])
    rewards = mlflow.get_metric_history(run.info.run_id, "episode/reward")
    assert [(one.step, one.value) for one in rewards] == [(1, 1.0), (2, 0.0), (4, 1.0), (5, 1.0)]
    assert run.data.metrics["success_rate"] == 0.75
    assert (run.data.params["model"], run.data.tags["why"], run.data.tags["tier"]) == ("m", "test", "open")
    assert (run.info.status, run.info.run_name) == ("FINISHED", "run")
    assert [file.path for file in mlflow.list_artifacts(run.info.run_id, "episodes")] == [
        "episodes/000005.jsonl"
    ]


@pytest.mark.slow
def test_mlflow_keeps_no_text_of_labelled_data_here(heard: Heard, mlflow: Any, tmp_path: Path) -> None:
    listen("mlflow", heard(*FIRST, texts=True, tier=Tier.CREDENTIALED))
    assert b"PATIENT-TEXT" not in written(tmp_path / "mlruns")


@pytest.mark.parametrize(
    ("uri", "leaves"),
    [
        ("http://127.0.0.1:9/", "http://127.0.0.1:9/"),
        ("https://mlflow.example.org", "https://mlflow.example.org"),
    ],
)
def test_mlflow_says_where_it_sends(monkeypatch: pytest.MonkeyPatch, uri: str, leaves: str) -> None:
    needed("mlflow")
    monkeypatch.setenv("MLFLOW_TRACKING_URI", uri)
    listener = plugins.listener("mlflow")()
    monkeypatch.delenv("MLFLOW_DISABLE_TELEMETRY", raising=False)
    listener.check()
    assert listener.destination == leaves
    assert os.environ["MLFLOW_DISABLE_TELEMETRY"] == "true"


@pytest.mark.slow
def test_wandb_writes_figures_and_nothing_of_the_machine(
    heard: Heard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    needed("wandb")
    monkeypatch.setenv("WANDB_MODE", "offline")
    monkeypatch.delenv("WANDB_ERROR_REPORTING", raising=False)
    monkeypatch.setattr(sys, "argv", ["medgym", "run", "--api-key", "SECRET-KEY"])
    with warnings.catch_warnings(action="ignore"):
        listen("wandb", heard(*FIRST))
        listen("wandb", heard(*AGAIN, recorded=FIRST))
    assert os.environ["WANDB_ERROR_REPORTING"] == "false"
    folders = list((tmp_path / "run" / "wandb").glob("offline-run-*"))
    assert len({folder.name.split("-")[3] for folder in folders}) == 1
    records = b"".join(path.read_bytes() for folder in folders for path in folder.glob("*.wandb"))
    for name in (b"success_by_category/toy/sum", b"tokens/read", b"episode/reward"):
        assert name in records
    for never in (b"SECRET-KEY", b"PATIENT-TEXT", str(Path.cwd()).encode()):
        assert never not in records


@pytest.mark.slow
def test_wandb_without_a_key_is_refused_before_it_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wandb = needed("wandb")
    monkeypatch.delenv("WANDB_API_KEY", raising=False)
    monkeypatch.setenv("NETRC", str(tmp_path / "netrc"))
    monkeypatch.setenv("WANDB_MODE", "online")
    monkeypatch.setenv("WANDB_BASE_URL", "https://wandb.example.org")
    wandb.teardown()
    with pytest.raises(ConfigError, match=r"https://wandb.example.org needs a key: `wandb login`"):
        plugins.listener("wandb")().check()
    wandb.teardown()


@pytest.mark.parametrize("name", sorted(medgym_listeners()))
def test_a_missing_library_names_the_command(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("medgym_track.tracking.find_spec", lambda _: None)
    with pytest.raises(ConfigError, match=re.escape(install(f"medgym-track[{name}]"))):
        plugins.listener(name)().check()
