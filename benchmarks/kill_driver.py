"""kill -9 of the driver at random points, then resume: is anything lost, doubled or left running?

    python benchmarks/kill_driver.py --sandbox bubblewrap --backend threads --kills 50

After every kill, each process that descended from the driver must be gone within 5 seconds, and every record
that stood in the journal before must stand there still. At the end the run is resumed to its end: each
episode must be recorded once and as in an undisturbed run, and a sweep must leave nothing.
With ``--tree`` episodes are leaves; what a cut tree had not recorded is played again whole.
"""

from __future__ import annotations

import argparse
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from medgym_core import plugins
from medgym_core.journal import Journal

GONE_WITHIN_S = 5.0
RAY_OWN = ("ray::DashboardAgent", "ray::RuntimeEnvAgent", "default_worker.py")
"""Ray's helpers and its workers that were given nothing yet: they have played nothing, hold no box and no
lock, and notice only after a minute or so that their node is gone."""


COMMAND = [sys.executable, "-m", "medgym_core.cli", "run"]


def main() -> int:
    options = parse()
    run = options.out
    asked = ["--task", options.task, "--sandbox", options.sandbox, "--backend", options.backend]
    asked += ["--agent", options.agent, "--jobs", "2"] + (["--tree", options.tree] if options.tree else [])
    asked += ["--limit", str(options.limit)] if options.limit else []
    slowest = kill(run, asked, options.kills, options.longest_s, random.Random(options.seed))
    play("--resume", str(run))
    final = records(run)
    assert len(final) == len(set(final)), "an episode was recorded twice"
    assert not Journal(run).damage
    undisturbed = Path(f"{run}-undisturbed")
    play(*asked, "--out", str(undisturbed))
    assert played(run) == played(undisturbed), "an episode was played differently"
    plugins.sandbox(options.sandbox).sweep()
    left = plugins.sandbox(options.sandbox).sweep()
    print(f"{options.kills} kills: {len(final)} episodes, 0 lost, 0 doubled; slowest end of all processes")
    print(f"after a kill {slowest:.2f} s; left after the sweep: {left}")
    return 1 if left else 0


def kill(run: Path, asked: list[str], kills: int, longest_s: float, chance: random.Random) -> float:
    """Begin or resume a run so many times and kill it; the slowest end of its processes, seconds."""
    slowest = 0.0
    for number in range(kills):
        before = records(run)
        begun = ["--resume", str(run)] if (run / "config.json").exists() else [*asked, "--out", str(run)]
        driver = start([*COMMAND, *begun], Path(f"{run}.log"))
        family = survive(driver, chance.uniform(0.2, longest_s))
        assert driver.poll() in (None, 0), f"the driver failed by itself; see {run}.log"
        driver.send_signal(signal.SIGKILL)
        driver.wait()
        slowest = max(slowest, gone_after(family))
        after = records(run)
        assert after[: len(before)] == before, "a record was lost"
        print(f"kill {number + 1}: {len(after)} records, {len(family)} processes gone", flush=True)
    return slowest


def play(*asked: str) -> None:
    """Play a run to its end."""
    subprocess.run([*COMMAND, *asked, "--json"], check=True, stdout=subprocess.DEVNULL)


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--task", default="npowerai")
    parser.add_argument("--sandbox", default="bubblewrap")
    parser.add_argument("--backend", default="threads")
    parser.add_argument("--agent", default="reference")
    parser.add_argument("--tree", default="", help="such as 2x2; the agent must know forks")
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--limit", type=int, default=0)
    parser.add_argument("--longest-s", type=float, default=6.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, required=True)
    return parser.parse_args()


def start(command: list[str], log: Path) -> subprocess.Popen[bytes]:
    with log.open("wb") as stream:
        return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=stream, start_new_session=True)


def records(run: Path) -> list[str]:
    return [episode.id for episode in Journal(run).episodes()] if (run / "journal").is_dir() else []


def played(run: Path) -> dict[str, tuple[object, ...]]:
    """Id to where an episode parted from another, what was done in it and what it earned."""
    return {
        episode.id: (episode.branch, [step.call for step in episode.steps], episode.verdict.reward)
        for episode in Journal(run).episodes()
    }


def survive(driver: subprocess.Popen[bytes], for_s: float) -> dict[int, str]:
    """Let the driver live that long; returns every process seen to descend from it, with its start time."""
    family: dict[int, str] = {}
    until = time.monotonic() + for_s
    while time.monotonic() < until and driver.poll() is None:
        family |= descendants(driver.pid)
        time.sleep(0.05)
    return family | descendants(driver.pid)


def gone_after(family: dict[int, str]) -> float:
    began = time.monotonic()
    while left := [pid for pid, started in family.items() if processes().get(pid, ("", 0))[0] == started]:
        if time.monotonic() - began > GONE_WITHIN_S:
            names = [Path(f"/proc/{pid}/cmdline").read_text().replace(chr(0), " ")[:90] for pid in left]
            raise AssertionError(f"still running after {GONE_WITHIN_S} s: {names}")
        time.sleep(0.01)
    return time.monotonic() - began


def descendants(root: int) -> dict[int, str]:
    table = processes()
    found: dict[int, str] = {}
    parents = {root}
    while parents:
        children = {pid for pid, (_, parent) in table.items() if parent in parents and pid not in found}
        found |= {pid: table[pid][0] for pid in children}
        parents = children
    return found


def processes() -> dict[int, tuple[str, int]]:
    """Every process that is not a zombie: its number to its start time and its parent."""
    table = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
                title = (entry / "cmdline").read_text()
            except (FileNotFoundError, ProcessLookupError):
                continue
            if fields[0] not in "ZX" and not any(own in title for own in RAY_OWN):
                table[int(entry.name)] = (fields[19], int(fields[1]))
    return table


if __name__ == "__main__":
    sys.exit(main())
