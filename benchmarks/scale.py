"""Time, memory and disk of runs of scripted episodes, and of what is done with them, against their number.

uv run --all-packages python -m benchmarks.scale [--episodes N ...] [--boxes N ...] [--json]

Scripted episodes take no time and no box, so that what remains is the driver's own work; they are played one
after the other. Each stage runs in a process of its own, whose highest memory is its peak. The last line
holds the largest size over the smallest.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from rich.console import Console

from benchmarks.builds import folder_mb
from benchmarks.measure import show
from medgym_core.access import Tier
from medgym_core.files import default_home
from medgym_core.journal import Result
from medgym_core.report.figures import figures
from medgym_core.rollout import driver, folder
from medgym_core.rollout.config import RunConfig
from medgym_core.rollout.selection import Address
from medgym_core.rollout.worker import Runners, Spec
from medgym_core.task import ActionCall
from medgym_core.trajectory import Episode, EpisodeKey, Provenance, Step, TurnRecord
from medgym_core.verifier import Status, Verdict
from medgym_train.export import Options, export

FAMILY, VERSION, BUILD = "npowerai", "0.1.0", "b" * 64
"""Whose tasks the scripted episodes claim to be, in its training split, which exports take."""
SAMPLES, STEPS = 4, 3
"""Episodes of each task, and actions of each episode."""
PROMPT, CODE, OBSERVATION = "What size must the study have? " * 30, "x = 1\n" * 60, "the result is 42\n" * 20
QUIET = Console(quiet=True)
Figures = dict[str, float]


class Scripted:
    """A runner whose episodes are at once at their end; every second task is solved."""

    def key(self, split: str, index: int, replica: int, seed: int) -> EpisodeKey:
        return EpisodeKey(
            task=f"{FAMILY}/{split}/{index}", build=BUILD, family_version=VERSION, agent="replay",
            verifier="answer@1", agent_config={}, protocol="default", replica=replica, seed=seed,
        )  # fmt: skip

    def run(self, key: EpisodeKey) -> Result:
        solved = key.seed % 2 == 0
        text = f"# {key.task}, sample {key.replica}\n{CODE}"
        steps = tuple(_step(text, number == STEPS - 1) for number in range(STEPS))
        provenance = Provenance(
            core="0", family_version=VERSION, verifier="answer@1", build=BUILD, tier=Tier.SYNTHETIC
        )
        status = Status.SUCCESS if solved else Status.FAIL
        episode = Episode(
            key=key, category="one_sample_t", system="rules", prompt=PROMPT, steps=steps, wall_s=0.0,
            turns=(TurnRecord(answer="42"),), verdict=Verdict(status=status, reward=float(solved)),
            started="2026-01-01", provenance=provenance,
        )  # fmt: skip
        return episode, {}


def _step(text: str, submitted: bool) -> Step:
    call = ActionCall(name="code_execution", arguments={"code": text, "submit": submitted})
    return Step(turn=0, text=text, call=call, observation=OBSERVATION, ok=True, submitted=submitted)


def _open(*_: object) -> Scripted:
    return Scripted()


def play(run: Path, episodes: int, home: Path) -> Figures:
    """Play whatever is missing of a run of scripted episodes."""
    config = RunConfig(task=(FAMILY,), split=("train",), samples=SAMPLES, jobs=1, retries=0)
    if not (run / "config.json").exists():
        pinned = folder.Pinned(version=VERSION, build=BUILD, root=run)
        folder.create(run, config, folder.Manifest(core="0", families={FAMILY: pinned}))
    outcome = driver.drive(
        Runners(Spec(run, config, builds=(), open=_open)),
        {FAMILY: [Address("train", index) for index in range(episodes // SAMPLES)]},
        QUIET,
    )
    assert outcome.missing == 0
    return {"played": outcome.played}


def report(run: Path, episodes: int, home: Path) -> Figures:
    assert figures(run).episodes == episodes
    return {}


def exported(run: Path, episodes: int, home: Path) -> Figures:
    manifest = export([run], run.with_name("exported"), Options(format="sft"))
    return {"rows": manifest.rows}


def boxes(run: Path, episodes: int, home: Path) -> Figures:
    """Play real episodes, each in a box of the process sandbox."""
    config = RunConfig(task=(FAMILY,), samples=-(-episodes // 240), sandbox="process", jobs=4, home=home)
    outcome = driver.start(config, run, "", QUIET)
    assert outcome.missing == 0
    return {"played": outcome.played}


STAGES: Mapping[str, Callable[[Path, int, Path], Figures]] = {
    "play": play,
    "resume": play,
    "report": report,
    "export": exported,
    "boxes": boxes,
}


def staged(stage: str, run: Path, episodes: int, home: Path) -> Figures:
    """What a stage takes in this process: seconds, and the highest resident memory in MB."""
    began = time.perf_counter()
    found = STAGES[stage](run, episodes, home)
    seconds = time.perf_counter() - began
    status = Path("/proc/self/status").read_text().split()
    return {**found, "s": seconds, "MB": int(status[status.index("VmHWM:") + 1]) / 1000}


def apart(stage: str, run: Path, episodes: int, home: Path) -> Figures:
    """The same, in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.scale", "--stage", stage, "--run", str(run)]
    command += ["--episodes", str(episodes), "--home", str(home)]
    found: Figures = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    print(
        f"{episodes} episodes, {stage}: {found['s']:.1f} s, {found['MB']:.0f} MB", file=sys.stderr, flush=True
    )
    return found


def scripted(episodes: int, home: Path) -> Figures:
    """All stages of one run."""
    with tempfile.TemporaryDirectory() as scratch:
        run = Path(scratch) / "run"
        first = apart("play", run, episodes, home)
        row: Figures = {
            "episodes": episodes,
            "episodes / s": first["played"] / first["s"],
            "driver MB": first["MB"],
            "journal MB": folder_mb(run / "journal"),
        }
        for stage in ("resume", "report", "export"):
            found = apart(stage, run, episodes, home)
            row |= {f"{stage} s": found["s"], f"{stage} MB": found["MB"]}
        return row


def boxed(episodes: int, home: Path) -> Figures:
    """Episodes of the reference in boxes."""
    with tempfile.TemporaryDirectory() as scratch:
        found = apart("boxes", Path(scratch) / "run", episodes, home)
    return {
        "episodes": found["played"],
        "episodes / s": found["played"] / found["s"],
        "driver MB": found["MB"],
    }


def with_ratio(rows: Sequence[Figures]) -> list[dict[str, object]]:
    """``rows``, and a last one that holds the last over the first."""
    ratio = {name: rows[-1][name] / rows[0][name] for name in rows[0]}
    return [*({"": "", **row} for row in rows), {"": "ratio", **ratio}]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--episodes", type=int, nargs="+", default=[10_000, 100_000])
    parser.add_argument("--boxes", type=int, nargs="*", default=[240, 960])
    parser.add_argument("--home", type=Path, default=default_home())
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--stage", choices=STAGES, help=argparse.SUPPRESS)
    parser.add_argument("--run", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.stage:
        print(json.dumps(staged(asked.stage, asked.run, asked.episodes[0], asked.home)))
        return
    show("Scripted", with_ratio([scripted(number, asked.home) for number in asked.episodes]), asked.json)
    if asked.boxes:
        show("In boxes", with_ratio([boxed(number, asked.home) for number in asked.boxes]), asked.json)


if __name__ == "__main__":
    main()
