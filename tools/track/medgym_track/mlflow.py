"""MLflow: a run of the experiment ``medgym`` in the store that MLflow is set to use."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from medgym_core import ConfigError
from medgym_track.tracking import Opening, Row

if TYPE_CHECKING:
    from mlflow.tracking import MlflowClient

HERE = ("", "file", "sqlite")
"""Schemes of stores on this machine."""
LONGEST = 500
"""Characters of a parameter that every store takes."""


class MLflow:
    """Speaks to a store through a client of its own, so that no run of the user's program is touched."""

    package = "mlflow"
    destination = ""

    def __init__(self) -> None:
        """Opens nothing yet."""
        self._client: MlflowClient | None = None
        self._run = ""
        self._texts = True

    def check(self) -> None:
        """Open the store.

        Raises:
            ConfigError: if it cannot be opened.
        """
        os.environ["MLFLOW_DISABLE_TELEMETRY"] = "true"  # heeded when it is imported
        import mlflow
        from mlflow.tracking import MlflowClient

        where = mlflow.get_tracking_uri()
        self.destination = "" if urlsplit(where).scheme in HERE else where
        try:
            self._client = MlflowClient(tracking_uri=where)
        except Exception as error:  # each store has exceptions of its own
            reason = " ".join(str(error).split())[:300]
            raise ConfigError(f"MLflow cannot open its store ({reason}); set MLFLOW_TRACKING_URI") from error

    def begin(self, opening: Opening) -> str:
        """Create the run, or set it running again."""
        assert self._client is not None
        self._texts = bool(self.destination) or not opening.labelled
        if opening.known:
            self._run = opening.known
            self._client.update_run(self._run, status="RUNNING")
            return self._run
        name = os.environ.get("MLFLOW_EXPERIMENT_NAME", "medgym")
        known = self._client.get_experiment_by_name(name)
        experiment = known.experiment_id if known else self._client.create_experiment(name)
        self._run = self._client.create_run(
            experiment, run_name=opening.name, tags=dict(opening.tags)
        ).info.run_id
        self._batch(params=[(name, _param(value)) for name, value in opening.settings.items()])
        return self._run

    def log(self, values: Mapping[str, float], step: int) -> None:
        """One request with all figures."""
        self._batch(metrics=list(values.items()), step=step)

    def show(self, rows: Sequence[Row], step: int) -> None:
        """One artifact with a line for each episode; texts of labelled data stay in the run's folder."""
        assert self._client is not None
        if self._texts:
            lines = "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows)
            self._client.log_text(self._run, lines, f"episodes/{step:06}.jsonl")

    def end(self, totals: Mapping[str, float], stopped: str) -> None:
        """Set the run's status."""
        assert self._client is not None
        self._client.set_tag(self._run, "stopped", stopped)
        self._client.set_terminated(self._run, "KILLED" if stopped else "FINISHED")

    def _batch(
        self,
        metrics: Sequence[tuple[str, float]] = (),
        params: Sequence[tuple[str, str]] = (),
        step: int = 0,
    ) -> None:
        import time

        from mlflow.entities import Metric, Param

        assert self._client is not None
        now = int(time.time() * 1000)
        self._client.log_batch(
            self._run,
            metrics=[Metric(name, float(value), now, step) for name, value in metrics],
            params=[Param(name, value) for name, value in params],
        )


def _param(value: Any) -> str:
    return (value if isinstance(value, str) else json.dumps(value))[:LONGEST]
