"""How much there is to learn in a family, and what learning it by heart earns; docs/comparison.md shows it.

uv run --all-packages python -m benchmarks.breadth [NAME...] [--home FOLDER]

Of the default build: distinct skeletons of solutions (templates) and questions without their values
(wordings) among --read tasks of each split, the share of templates that only splits of new requirements have
(`ood` and its like), what the best way to remember answers earns on `test`, and what the commonest solution
of training earns there when it is played.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from medgym_core import Build, TaskFamily, ensure_build, plugins
from medgym_core.builds.training import spread
from medgym_core.files import default_home
from medgym_prove.attack.wording import Wording
from medgym_prove.chance import chance
from medgym_prove.skeleton import skeleton
from medgym_prove.soundness import measure
from medgym_sandbox.boundary.frozen import Frozen

FOLDER = Path(__file__).parent / "breadth"
"""A JSON file for each family that was measured."""


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
    program: float
    """Mean reward of the commonest solution of training, replayed on `played` tasks of `test`."""
    played: int
    """Tasks on which it was played."""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", help="families; all that are installed without any")
    parser.add_argument("--home", type=Path, default=default_home())
    parser.add_argument("--read", type=int, default=400)
    parser.add_argument("--most", type=int, default=24, help="tasks that are answered and played")
    asked = parser.parse_args()
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
    agents, backend = ("attack:common_replay",), plugins.sandbox("process")
    (played,) = measure(family, build, backend, per_stratum=most, agents=agents, most=most).scores
    return Breadth(
        family=family.name,
        version=family.version,
        read=read,
        templates=len(every),
        wordings=len({wording.masked(question) for question in questions}),
        novel=len(every - known),
        by_heart=round(heart.highest, 4) if heart.rates else None,
        program=round(played.reward, 4),
        played=played.tasks,
    )


def kept(name: str) -> Breadth | None:
    """What was measured of a family; None if nothing was."""
    path = FOLDER / f"{name}.json"
    return Breadth.model_validate_json(path.read_bytes()) if path.is_file() else None


if __name__ == "__main__":
    main()
