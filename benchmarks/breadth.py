"""How much there is to learn in a family, and what learning it by heart earns; docs/comparison.md shows it.

uv run --all-packages python -m benchmarks.breadth [NAME...] [--home FOLDER]
uv run --all-packages python -m benchmarks.breadth --published FOLDER

Of the default build: distinct skeletons of solutions (templates) and questions without their values
(wordings) among --read tasks of each split, the share of templates that only splits of new requirements have
(`ood` and its like), what the best way to remember answers earns on `test`, and what programs earn that
understand nothing, on `test` and on the first split of new requirements: the commonest solution of training
and that of the nearest question, replayed, and training queries filled anew (:mod:`benchmarks.refill`). With
--published, templates and wordings of a folder of EHRSQL-2024
instead (`data.json` and `label.json`), such as its split `valid`.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks import refill
from medgym_core import Build, TaskFamily, ensure_build, plugins
from medgym_core.builds.training import spread
from medgym_core.files import default_home
from medgym_prove.attack.wording import Wording
from medgym_prove.chance import chance
from medgym_prove.skeleton import query, skeleton
from medgym_prove.soundness import measure
from medgym_sandbox.boundary.frozen import Frozen

FOLDER = Path(__file__).parent / "breadth"
"""A JSON file for each family that was measured."""


REPLAYS = {"commonest": "attack:common_replay", "nearest": "attack:neighbour_replay"}
"""Program that is replayed to the attack that plays it."""
REFILL = "refill"
"""The program that fills training queries anew."""


class Earned(Frozen):
    """What a program earns on some tasks."""

    reward: float
    """Mean reward."""
    tasks: int
    """Tasks on which it was tried."""


class Breadth(Frozen):
    """What was counted and earned in one family's default build."""

    family: str
    """The family."""
    version: str
    """Its version on that day."""
    read: int
    """Most tasks of a split that were read."""
    templates: int
    """Distinct skeletons of solutions."""
    wordings: int
    """Distinct questions, their values masked."""
    novel: int
    """Templates that only splits of new requirements have, such as `ood`."""
    by_heart: float | None
    """Mean reward of answers learned by heart on `test`; None where files or programs are graded."""
    programs: Mapping[str, Mapping[str, Earned]]
    """Split to program to what it earns there: `test`, and the first split of new requirements if any."""

    def best(self, split: str) -> tuple[str, Earned] | None:
        """The program that earns most on a split; None if none was tried there."""
        return max(self.programs.get(split, {}).items(), key=lambda one: one[1].reward, default=None)

    @property
    def required(self) -> str:
        """The split of new requirements on which programs were tried; empty without any."""
        return next((split for split in self.programs if split != "test"), "")


class Published(NamedTuple):
    """What a folder of published questions holds."""

    questions: int
    """All of them."""
    unanswerable: int
    """Those whose label is null, which one constant answers."""
    templates: int
    """Distinct skeletons of the queries of the others."""
    shared: float
    """Share of these whose template another one has."""
    wordings: int
    """Distinct questions, their values masked."""


def published(folder: Path) -> Published:
    """Counts a folder of EHRSQL-2024."""
    questions = [one["question"] for one in _read(folder / "data.json")["data"]]
    labels = _read(folder / "label.json").values()
    forms = Counter(query(label) for label in labels if label != "null")
    wording = Wording(questions)
    return Published(
        questions=len(questions),
        unanswerable=len(labels) - forms.total(),
        templates=len(forms),
        shared=round(sum(count for count in forms.values() if count > 1) / forms.total(), 3),
        wordings=len({wording.masked(question) for question in questions}),
    )


def _read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", help="families; all that are installed without any")
    parser.add_argument("--home", type=Path, default=default_home())
    parser.add_argument("--read", type=int, default=400)
    parser.add_argument("--most", type=int, default=24, help="tasks that are answered and played")
    parser.add_argument("--published", type=Path, help="a folder of EHRSQL-2024 to count instead")
    asked = parser.parse_args()
    if asked.published:
        print(published(asked.published))
        return
    for name in asked.names or [item.name for item in plugins.installed()]:
        family = plugins.family(name)
        build = ensure_build(family, family.default_source(), asked.home)
        found = counted(family, build, asked.read, asked.most)
        FOLDER.mkdir(exist_ok=True)
        (FOLDER / f"{name}.json").write_text(found.model_dump_json(indent=1) + "\n")
        print(found)


def counted(family: TaskFamily, build: Build, read: int, most: int) -> Breadth:
    """Counts one family, and plays it."""
    questions: list[str] = []
    forms: dict[str, set[str]] = {}
    for split in family.splits:
        for index in spread(family.size(build, split), read):
            task = family.task(build, split, index)
            questions += [turn.question for turn in task.turns]
            forms.setdefault(split, set()).add(skeleton(family.reference(build, task)))
    wording, known = Wording(questions), set[str]()
    for split, found in forms.items():
        if family.splits[split].novel != "requirement":
            known |= found
    every = set().union(*forms.values())
    heart = chance(family, build, "test", most=10 * most)
    return Breadth(
        family=family.name,
        version=family.version,
        read=read,
        templates=len(every),
        wordings=len({wording.masked(question) for question in questions}),
        novel=len(every - known),
        by_heart=round(heart.highest, 4) if heart.rates else None,
        programs=programs(family, build, read, most),
    )


def programs(family: TaskFamily, build: Build, read: int, most: int) -> dict[str, dict[str, Earned]]:
    """Split to program to what it earns, replayed on ``most`` tasks, or filled anew for ``read``."""
    new = [name for name, split in family.splits.items() if split.novel == "requirement"]
    filled = [name for name in ("test", *new) if family.size(build, name)]
    found = {split: _replayed(family, build, split, most) for split in filled[:2]}
    if family.name in refill.FAMILIES:
        patterns = refill.learned(family, build)
        for split, earned in found.items():
            right, tasks = refill.passed(family, build, patterns, split, read)
            earned[REFILL] = Earned(reward=round(right / tasks, 4), tasks=tasks)
    return found


def _replayed(family: TaskFamily, build: Build, split: str, most: int) -> dict[str, Earned]:
    backend, agents = plugins.sandbox("process"), tuple(REPLAYS.values())
    scores = measure(family, build, backend, split, per_stratum=most, agents=agents, most=most).scores
    return {
        name: Earned(reward=round(score.reward, 4), tasks=score.tasks)
        for name, score in zip(REPLAYS, scores, strict=True)
    }


def kept(name: str) -> Breadth | None:
    """What was measured of a family; None if nothing was."""
    path = FOLDER / f"{name}.json"
    return Breadth.model_validate_json(path.read_bytes()) if path.is_file() else None


if __name__ == "__main__":
    main()
