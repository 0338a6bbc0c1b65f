"""Forks of episodes: whether they are exact, on every family, and what one costs beside starting a box.

uv run --all-packages python -m benchmarks.forks [--sandbox NAME] [--family NAME ...] [--forks N] [--json]

A fork is exact if its state hashes alike, the same actions bring it to the same observations and verdict, and
what it writes does not show in the episode it was forked from. Actions are the reference's, with notes in
files between them; episode, task and step are drawn by a seed.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import median

from benchmarks.measure import show
from medgym_core import ActionCall, OpenFamily, open_family, plugins
from medgym_core.env.loop import Env

NOTE = "import os\nopen('note', 'a').write({!r})\nprint(os.path.getsize('note'))"


@dataclass
class Tally:
    """What was seen of the forks of one family."""

    family: str
    forks: int = 0
    faults: list[str] = field(default_factory=list)
    fork_ms: list[float] = field(default_factory=list)
    start_ms: list[float] = field(default_factory=list)

    def row(self) -> dict[str, object]:
        """As a line of a table."""
        fork, start = median(self.fork_ms), median(self.start_ms)
        return {
            "family": self.family,
            "forks": self.forks,
            "inexact": len(self.faults),
            "fork / start": fork / start,
        }


def note(text: str) -> ActionCall:
    return ActionCall(name="code_execution", arguments={"code": NOTE.format(text), "submit": False})


def tally(opened: OpenFamily, forks: int, seed: int = 0) -> Tally:
    """Fork so many episodes of a family, each at a step drawn by ``seed``."""
    found, random = Tally(opened.family.name), Random(f"{opened.family.name}/{seed}")
    splits = [name for name in opened.family.splits if opened.family.size(opened.build, name)]
    for _ in range(forks):
        split = random.choice(splits)
        index = random.randrange(opened.family.size(opened.build, split))
        task = opened.family.task(opened.build, split, index)
        calls = [*opened.family.reference(opened.build, task)]
        place = random.randrange(len(calls))
        began = time.perf_counter()
        with opened.env(split, index) as env:
            env.reset()
            found.start_ms.append((time.perf_counter() - began) * 1e3)
            _play(env, calls[:place], random)
            began = time.perf_counter()
            with env.fork() as other:
                found.fork_ms.append((time.perf_counter() - began) * 1e3)
                found.forks += 1
                found.faults += [
                    f"{task.id} at {place}: {fault}" for fault in _faults(env, other, calls[place:])
                ]
    return found


def _play(env: Env, calls: Sequence[ActionCall], random: Random) -> None:
    for call in calls:
        if random.random() < 0.5:
            env.step(note("x" * random.randrange(1, 9)))
        env.step(call)


def _faults(env: Env, other: Env, rest: Sequence[ActionCall]) -> Iterator[str]:
    """What is wrong with ``other``, a fork of ``env``, by what ``rest`` comes to in both."""
    if _digest(env) != _digest(other):
        yield "the states differ"
    before = _digest(env)
    observed = [other.step(call).observation.text for call in (note("of the fork"), *rest)]
    if _digest(env) != before:
        yield "what the fork did shows in the other"
    mine = [env.step(call).observation.text for call in (note("of the fork"), *rest)]
    if observed != mine:
        yield f"the same actions came to other observations: {observed!r} and {mine!r}"[:400]
    if env.verdict != other.verdict:
        yield f"the verdicts differ: {env.verdict} and {other.verdict}"


def _digest(env: Env) -> str:
    with env.hold() as moment:
        return moment.digest


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sandbox", default="process")
    parser.add_argument("--family", nargs="*", help="families (default: all that are installed)")
    parser.add_argument("--forks", type=int, default=20, help="of each family")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rows = []
    for name in options.family or [family.name for _, family in plugins.families()]:
        found = tally(open_family(name, sandbox=options.sandbox), options.forks)
        rows.append(found.row())
        for fault in found.faults:
            print(fault)
    show(f"Forks of episodes on {options.sandbox}", rows, options.json)


if __name__ == "__main__":
    main()
