"""Drives fake episodes in a process of its own: fake_run.py RUN BACKEND JOBS TASKS PAUSE_S [STATUS [HOURS]].

Every play is noted in RUN/plays, so that a test can see what was played twice at once. Prints the number of
episodes without a reward and exits as the command line does.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from rich.console import Console

from medgym_core.access import Tier
from medgym_core.rollout import folder
from medgym_core.rollout.config import RunConfig
from medgym_core.rollout.driver import drive
from medgym_core.rollout.selection import Address
from medgym_core.rollout.worker import Runners, Spec
from medgym_core.trajectory import Episode, EpisodeKey, Provenance, TurnRecord
from medgym_core.verifier import Status, Verdict


def main(
    run: str, backend: str, jobs: str, tasks: str, pause_s: str, status: str = "success", hours: str = ""
) -> int:
    home = Path(run)
    options = {"pause_s": float(pause_s), "status": status}
    config = RunConfig(task=("toy",), jobs=int(jobs), backend=backend, options=options, retries=0)
    config = config.model_copy(update={"budget_hours": float(hours) if hours else None})
    if not (home / "config.json").exists():
        pinned = folder.Pinned(version="0.1.0", build="b" * 64, root=home)
        folder.create(home, config, folder.Manifest(core="0.1.0", families={"toy": pinned}))
    spec = Spec(run=home, config=config, builds=(), open=lambda spec, family, _: Fake(spec, family))
    result = drive(
        Runners(spec), {"toy": [Address("test", index) for index in range(int(tasks))]}, Console(stderr=True)
    )
    print(result.missing, flush=True)
    print(result.exhausted, file=sys.stderr, flush=True)
    return 0 if result.signal is None else 128 + result.signal


class Fake:
    """A runner whose episodes last as long as they are told and end as they are told."""

    def __init__(self, spec: Spec, family: str) -> None:
        self.spec, self.family = spec, family

    def key(self, split: str, index: int, replica: int, seed: int) -> EpisodeKey:
        return EpisodeKey(
            task=f"{self.family}/{split}/{index}", build="b" * 64, family_version="0.1.0", agent="reference",
            verifier="answer@1", agent_config={}, protocol="default", replica=replica, seed=seed,
        )  # fmt: skip

    def run(self, key: EpisodeKey) -> tuple[Episode, dict[str, bytes]]:
        self.note("begin", key)
        time.sleep(self.spec.config.options["pause_s"])
        status = Status(self.spec.config.options["status"])
        if (self.spec.run / "kill-worker-always").exists():
            os.kill(os.getpid(), 9)
        if (marker := self.spec.run / "kill-worker-once").exists():
            marker.unlink()
            os.kill(os.getpid(), 9)
        self.note("end", key)
        provenance = Provenance(
            core="0", family_version="0.1.0", verifier="answer@1", build="b" * 64, tier=Tier.OPEN
        )
        reward = 1.0 if status is Status.SUCCESS else 0.0 if status.rewarded else None
        episode = Episode(
            key=key, category="sum", system="", prompt="", steps=(), turns=(TurnRecord(),), wall_s=0.0,
            verdict=Verdict(status=status, reward=reward), started="2026-01-01", provenance=provenance,
            error=str(self.spec.config.options.get("error", "")),
        )  # fmt: skip
        return episode, {}

    def note(self, what: str, key: EpisodeKey) -> None:
        with (self.spec.run / "plays").open("a") as plays:
            plays.write(f"{what} {key.task} {os.getpid()} {time.monotonic_ns()}\n")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
