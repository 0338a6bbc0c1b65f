"""What the reference, doing nothing and every attack earn from families; exits 1 where that is unsound.

uv run --all-packages python -m benchmarks.attacks --task npowerai [--protocol paper] [--whole] [--json]
uv run --all-packages python -m benchmarks.attacks --all --out runs/attacks

Without --whole it takes two tasks of each category and answer kind. With --all it plays the attacks of the
core and of the authors on --most tasks of every family's evaluation splits, under both protocols; what --out
holds already is not played again.
"""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from benchmarks.measure import show
from medgym_core import Build, Source, TaskFamily, ensure_build, plugins
from medgym_core.env.prompt import Protocol
from medgym_core.files import default_home
from medgym_prove.chance import Chance, chance
from medgym_prove.soundness import AGENTS, Score, Soundness, measure
from medgym_sandbox.boundary.frozen import Frozen

PLUGINS = Path(__file__).parents[1] / "plugins"
LEARNERS = (
    *("reference", "nop", "attack:memory", "attack:neighbour"),
    *("attack:neighbour_replay", "attack:common_replay"),
)
"""Who is played where each execution is graded; what other attacks do there they do under `default` too."""
QUICK = {"seconds": 1, "linger_s": 1, "bytes": 1e6}
"""How long and how much attacks that wait or write do so."""


class Found(Frozen):
    """What was found of one split."""

    soundness: Soundness
    """What each agent earned."""
    by_heart: Chance
    """What the training splits give away, computed."""

    @property
    def sound(self) -> bool:
        """Whether every agent earned what it may, and memory no more than is declared."""
        declared = self.soundness.protocol == "paper" or self.by_heart.highest <= self.by_heart.declared
        return self.soundness.sound and declared


class Place(NamedTuple):
    """What is measured."""

    family: TaskFamily
    build: Build
    split: str
    protocol: Protocol

    @property
    def name(self) -> str:
        """Name of its file among the results; a build that is another one is measured anew."""
        return f"{self.family.name}-{self.split}-{self.protocol}-{self.build.digest[:12]}.json"


def main() -> int:
    asked = parse()
    places = list(_everywhere(asked.home) if asked.all else [_here(asked)])
    found = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        overall = progress.add_task("families and protocols", total=len(places))
        for place in places:
            found.append(_stored(place, asked, progress))
            progress.advance(overall)
    if asked.json:
        print(json.dumps([{**one.model_dump(mode="json"), "sound": one.sound} for one in found]))
    elif asked.all:
        tell_all(found)
    else:
        tell(found[0].soundness)
    return 0 if all(one.sound for one in found) else 1


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--task", default="npowerai")
    parser.add_argument("--split", default="test")
    parser.add_argument("--protocol", choices=["default", "paper"], default="default")
    parser.add_argument("--source", type=Path, help="your own copy of the published data")
    parser.add_argument("--home", type=Path, default=default_home())
    parser.add_argument("--sandbox", default="process")
    parser.add_argument("--all", action="store_true", help="every family, both protocols")
    parser.add_argument("--out", type=Path, help="folder of results, so that a stopped run goes on")
    parser.add_argument("--whole", action="store_true", help="every task of a split")
    parser.add_argument("--per-stratum", type=int, default=2)
    parser.add_argument("--most", type=int, default=6, help="with --all: tasks of each split (default: 6)")
    parser.add_argument("--agents", nargs="*", help="default: the reference, nop and every attack")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


def _here(asked: argparse.Namespace) -> Place:
    family = plugins.family(asked.task)
    given = asked.source
    source = Source.user(given, family.tier_of(given)) if given else family.default_source()
    return Place(family, ensure_build(family, source, asked.home), asked.split, asked.protocol)


def _everywhere(home: Path) -> Iterator[Place]:
    """The evaluation splits of every family that is installed, under both protocols."""
    for installed in plugins.installed():
        family = plugins.family(installed.name)
        build = ensure_build(family, family.default_source(), home)
        for split, of in family.splits.items():
            if of.evaluation and family.size(build, split):
                yield from (Place(family, build, split, protocol) for protocol in ("default", "paper"))


def _stored(place: Place, asked: argparse.Namespace, progress: Progress) -> Found:
    if asked.out is None:
        return _measure(place, asked, progress)
    path = Path(asked.out) / place.name
    if not path.is_file():
        found = _measure(place, asked, progress)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(found.model_dump_json())
    return Found.model_validate_json(path.read_text())


def _measure(place: Place, asked: argparse.Namespace, progress: Progress) -> Found:
    family, build, split, protocol = place
    agents = asked.agents or (AGENTS if protocol == "default" else LEARNERS)
    row = progress.add_task(f"{family.name} {split}, {protocol}", total=None)
    soundness = measure(
        family,
        build,
        plugins.sandbox(asked.sandbox),
        split=split,
        per_stratum=None if asked.whole else asked.per_stratum,
        most=asked.most if asked.all and not asked.whole else None,
        agents=agents,
        own=_own(family.name) if protocol == "default" and not asked.agents else (),
        options=QUICK,
        jobs=asked.jobs,
        protocol=protocol,
        done=lambda agent: progress.update(row, advance=1, description=f"{family.name} {split}, {agent}"),
    )
    by_heart = chance(family, build, split, protocol)
    progress.remove_task(row)
    return Found(soundness=soundness, by_heart=by_heart)


def _own(name: str) -> Sequence[Path]:
    """The attacks of a family's author."""
    project = PLUGINS / name / "pyproject.toml"
    if not project.is_file():
        return ()
    paths = tomllib.loads(project.read_text())["tool"]["medgym"]["attacks"]
    return [project.parent / path for path in paths]


def tell_all(found: Sequence[Found]) -> None:
    """A row for each family, split and protocol; below it what is unsound."""
    show("Attacks on every family", [_summary(one) for one in found], as_json=False)
    for one in found:
        for score in one.soundness.scores:
            if score.finding in ("unsound", "not measured"):
                why = "; ".join(score.errors[:2]) or f"mean reward {score.reward:.3f}"
                print(f"{_where(one)}: {score.agent} is {score.finding}: {why}")


def _summary(found: Found) -> dict[str, object]:
    scores = {score.agent: score for score in found.soundness.scores}
    attacks = [score for name, score in scores.items() if name not in ("reference", "nop")]
    best = max(attacks, key=lambda score: score.reward)
    rate, heart = found.soundness.chance_rate, found.by_heart
    return {
        "family": _where(found),
        "protocol": found.soundness.protocol,
        "attacks": len(attacks),
        "tasks of each": best.tasks,
        "reference": scores["reference"].reward,
        "nop": scores["nop"].reward,
        "highest attack": f"{best.agent.removeprefix('attack:')} {best.reward:.3f}" if best.reward else "-",
        "by heart": f"{heart.highest:.3f} of {heart.tasks}" if heart.rates else "-",
        "chance rate": "none claimed" if rate is None else f"{rate:.3f}",
        "finding": "sound" if found.sound else "unsound",
    }


def _where(found: Found) -> str:
    return f"{found.soundness.family}/{found.soundness.split}"


def tell(found: Soundness) -> None:
    tasks = "all tasks" if found.whole else "a sample"
    rate = "no rate claimed" if found.chance_rate is None else f"chance rate {found.chance_rate:.3g}"
    title = f"{found.family}/{found.split} on {found.sandbox}, protocol {found.protocol}: {tasks}, {rate}"
    show(title, [row(score) for score in found.scores], as_json=False)
    for score in found.scores:
        for error in score.errors:
            print(f"{score.agent}: {error}")


def row(score: Score) -> dict[str, object]:
    share = score.passed / score.tasks if score.tasks else "-"
    best = max(score.strata.items(), key=lambda item: item[1].reward, default=None)
    return {
        "agent": score.agent,
        "tasks": score.tasks,
        "passed": score.passed,
        "share": share,
        "mean reward": score.reward,
        "finding": score.finding,
        "errors": len(score.errors),
        "most in": f"{best[0]} ({best[1].passed}/{best[1].tasks})" if best and best[1].reward else "-",
    }


if __name__ == "__main__":
    sys.exit(main())
