"""What the reference, doing nothing and every attack earn from a family; exits 1 where that is unsound.

uv run --all-packages python -m benchmarks.attacks --task npowerai --sandbox process [--all] [--json]

Without --all it takes two tasks of each category and answer kind.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from benchmarks.measure import show
from medgym_core import Source, ensure_build, plugins
from medgym_core.soundness import AGENTS, Score, Soundness, measure


def main() -> int:
    options = parse()
    family, backend = plugins.family(options.task), plugins.sandbox(options.sandbox)
    source = Source.user(options.source, family.tier) if options.source else family.default_source()
    found = measure(
        family,
        ensure_build(family, source, options.home),
        backend,
        split=options.split,
        per_stratum=None if options.all else options.per_stratum,
        agents=options.agents or AGENTS,
        jobs=options.jobs,
    )
    if options.json:
        print(json.dumps({**found.model_dump(mode="json"), "sound": found.sound}))
    else:
        tell(found)
    return 0 if found.sound else 1


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--task", default="npowerai")
    parser.add_argument("--split", default="test")
    parser.add_argument("--source", type=Path, help="your own copy of the published data")
    parser.add_argument("--home", type=Path, default=Path.home() / ".medgym")
    parser.add_argument("--sandbox", default="process")
    parser.add_argument("--all", action="store_true", help="every task of the split")
    parser.add_argument("--per-stratum", type=int, default=2)
    parser.add_argument("--agents", nargs="*", help="default: the reference, nop and every attack")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


def tell(found: Soundness) -> None:
    tasks = "all tasks" if found.whole else "a sample"
    title = f"{found.family}/{found.split} on {found.sandbox}: {tasks}, chance rate {found.chance_rate:.3g}"
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
