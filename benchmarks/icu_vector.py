"""Patient-hours a second of the vector environment of icu-watch without boxes, and an hour of one alone.

uv run --all-packages python -m benchmarks.icu_vector [--patients N] [--steps N] [--json]

Orders are the protocol's, worked out at every step and counted; so are the new patients of those who die or
are through, with their courses under the protocol and under nobody. CPU is that of all threads.
"""

from __future__ import annotations

import argparse
import time

from benchmarks.measure import show
from medgym_plugin_icu_watch import policy
from medgym_plugin_icu_watch.case import Case, admit
from medgym_plugin_icu_watch.vector import WatchVector
from medgym_plugin_icu_watch.watch import begin

ALONE = Case(0, 79, "septic shock", "urosepsis", "teaching")


def many(patients: int, steps: int) -> tuple[float, float]:
    """Patient-hours a second of the clock, and of CPU."""
    env = WatchVector(patients)
    clock, cpu = time.perf_counter(), time.process_time()
    env.reset(seed=0)
    for _ in range(steps):
        env.step(policy.follow(env.watch.bedside)[0].T)
    return patients * steps / (time.perf_counter() - clock), patients * steps / (time.process_time() - cpu)


def alone(watches: int = 5) -> float:
    """Milliseconds of CPU of one hour of one patient, orders and tally included."""
    watch = begin(admit([ALONE]))
    cpu = time.process_time()
    for _ in range(watches):
        policy.play(watch, policy.follow)
    return 1000 * (time.process_time() - cpu) / (48 * watches)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--patients", type=int, default=1000)
    parser.add_argument("--steps", type=int, default=144)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    clock, cpu = many(asked.patients, asked.steps)
    row = {"patients": asked.patients, "hours": asked.steps, "patient-hours / s": clock,
           "patient-hours / CPU s": cpu, "one hour alone, CPU ms": alone()}  # fmt: skip
    show("Vector", [row], asked.json)


if __name__ == "__main__":
    main()
