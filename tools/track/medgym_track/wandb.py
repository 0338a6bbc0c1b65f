"""Weights & Biases: a run of the project ``medgym``, whose local files lie in the run's folder."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from medgym_core import ConfigError
from medgym_track.tracking import Opening, Row

if TYPE_CHECKING:
    import wandb

OFFLINE = ("offline", "disabled", "dryrun")
"""Modes, as of ``WANDB_MODE``, by which nothing leaves this machine."""


class WeightsAndBiases:
    """Logs figures, and nothing of the machine: no command line, no code, no console, no packages."""

    package = "wandb"
    destination = ""

    def __init__(self) -> None:
        """Opens nothing yet."""
        self._run: wandb.Run | None = None

    def check(self) -> None:
        """Whether it is offline or has a key.

        Raises:
            ConfigError: if neither.
        """
        os.environ["WANDB_ERROR_REPORTING"] = "false"  # heeded when it is imported
        import wandb

        settings = wandb.setup().settings
        if settings.mode in OFFLINE:
            return
        self.destination = str(settings.base_url)
        if not wandb.login(prompt=False, verify=False):
            raise ConfigError(
                f"Weights & Biases at {self.destination} needs a key: `wandb login`, or set WANDB_API_KEY; "
                f"WANDB_MODE=offline needs none"
            )

    def begin(self, opening: Opening) -> str:
        """Begin the run, or go on with it."""
        import wandb

        name = opening.known or secrets.token_hex(8)
        self._run = wandb.init(
            project=os.environ.get("WANDB_PROJECT", "medgym"),
            id=name,
            name=opening.name,
            resume="allow",
            config={**opening.settings, **opening.tags},
            dir=str(opening.folder),
            settings=wandb.Settings(
                console="off",
                silent=True,
                disable_code=True,
                disable_git=True,
                disable_job_creation=True,
                save_code=False,
                x_disable_machine_info=True,
                x_disable_meta=True,
                x_disable_stats=True,
                x_save_requirements=False,
            ),
        )
        self._run.define_metric("*", step_metric="episode")
        return name

    def log(self, values: Mapping[str, float], step: int) -> None:
        """One line of the history."""
        assert self._run is not None
        self._run.log({"episode": step, **values})

    def show(self, rows: Sequence[Row], step: int) -> None:
        """One table of the episodes."""
        import wandb

        assert self._run is not None
        table = wandb.Table(columns=list(rows[0]), data=[list(row.values()) for row in rows])
        self._run.log({"episode": step, "texts": table})

    def end(self, totals: Mapping[str, float], stopped: str) -> None:
        """Close the run; one that ended early is marked as failed."""
        assert self._run is not None
        self._run.summary.update({**totals, "stopped": stopped})
        self._run.finish(exit_code=1 if stopped else 0)
