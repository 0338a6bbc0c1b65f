"""Right results written down in other styles than the reference's: how many are refused, by style and family.

uv run --all-packages python -m benchmarks.styles [--task NAME ...] [--tasks 20] [--sandbox process] [--json]

Every style is run in a box, as an agent's code is. Exits 1 where more than one in a hundred is refused.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

from benchmarks.measure import show
from medgym_core import SandboxBackend, Status, plugins
from medgym_core.files import default_home
from medgym_prove.adversarial.case import cases, grade
from medgym_prove.adversarial.equivalent import REJECTED, equivalents, of_new_kinds_first
from medgym_prove.adversarial.restyle import own_styles, played, restyled
from medgym_prove.dynamic.sample import varied
from medgym_prove.subject import Subject, subject_of


class Tried(NamedTuple):
    """One right submission in one style."""

    style: str
    task: str
    reason: str
    """Why it was refused; empty if it was accepted."""


def main() -> int:
    options = parse()
    backend = plugins.sandbox(options.sandbox)
    rows, made, refused = list[dict[str, object]](), Counter[str](), Counter[str]()
    for name in options.task or sorted(item.name for item in plugins.installed()):
        subject = subject_of(name, options.home)
        found = list(tried(subject, backend, options.tasks))
        wrong = [one for one in found if one.reason]
        made.update(one.style for one in found)
        refused.update(one.style for one in wrong)
        styles, tasks = len({one.style for one in found}), len({one.task for one in found})
        rows.append(
            {"family": name, "tasks": tasks, "styles": styles, "tried": len(found), "refused": len(wrong)}
        )
        for one in wrong[: options.shown]:
            print(f"refused: {name} {one.task}: {one.style} ({one.reason})", file=sys.stderr)
    show("Right results in other styles, by family", rows, options.json)
    by_style = [{"style": style, "tried": made[style], "refused": refused[style]} for style in sorted(made)]
    show("By style", by_style, options.json)
    share = refused.total() / max(1, made.total())
    print(json.dumps({"tried": made.total(), "refused": refused.total(), "share": round(share, 5)}))
    return 0 if share <= REJECTED else 1


def tried(subject: Subject, backend: SandboxBackend, tasks: int) -> Iterator[Tried]:
    """Every style on at most ``tasks`` tasks of a family."""
    build = subject.build()
    right = cases(subject, build, backend, 2 * tasks, -(-tasks // 2))
    for case in islice(of_new_kinds_first(list(right)), tasks):
        for name, given in chain(equivalents(case), restyled(subject, build, case, backend)):
            verdict = grade(subject, build, case, given, backend)
            yield Tried(name, case.recorded.task.id, why(verdict.status, verdict.reason))
    for name, prelude in own_styles(subject):
        for place in varied(subject, build, tasks):
            verdict = played(subject, build, place, prelude, backend)
            yield Tried(name, f"{place.split}/{place.number}", why(verdict.status, verdict.reason))


def why(status: Status, reason: str) -> str:
    return "" if status is Status.SUCCESS else reason or str(status)


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--task", nargs="*", help="default: every installed family")
    parser.add_argument("--tasks", type=int, default=20)
    parser.add_argument("--home", type=Path, default=default_home())
    parser.add_argument("--sandbox", default="process")
    parser.add_argument("--shown", type=int, default=20, help="refusals of a family that are printed")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
