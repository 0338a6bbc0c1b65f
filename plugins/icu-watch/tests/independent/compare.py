"""The family's gold, reference and grading against a second computation, patient by patient in plain Python.

``python -m plugins.icu-watch.tests.independent.compare`` does it, and exits with 1 where any two differ.
"""

import argparse
import random
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from medgym_core import Source, ensure_build, gold_of, plugins
from medgym_plugin_icu_watch import oracle, order
from medgym_plugin_icu_watch.case import Case
from medgym_plugin_icu_watch.verifier import judge

from .grading import decisions, graded, yardstick


def near(left, right):
    """Whether numbers agree to a millionth, to which rewards are rounded."""
    return len(left) == len(right) and all(abs(a - b) < 2e-6 for a, b in zip(left, right, strict=True))


def spoiled(log, seed):
    """A course that strays: some decisions are left out, some are doubled, some have a wrong dose."""
    rng, strayed = random.Random(seed), []
    for decision in log:
        orders = {name: value * rng.choice((1, 1, 1, 0.5, 0)) for name, value in decision["orders"].items()}
        orders["fio2"] = max(orders.get("fio2", 0.21), 0.21)
        strayed.append({"orders": orders, "hours": decision["hours"] if rng.random() < 0.8 else 4})
    return strayed


def differences(family, build, task):
    """What is not the same of one task, in words."""
    gold = gold_of(family, build, task)
    (turn,) = gold.turns
    case = tuple(turn["case"])
    if not near(turn["yardstick"], yardstick(case)):
        yield f"yardstick {turn['yardstick']}, computed {yardstick(case)}"
    log = [{"orders": order.read(said), "hours": hours} for said, hours in oracle.decisions(Case(*case))]
    if [decision["hours"] for decision in log] != [hours for _, hours in decisions(case)]:
        yield "the reference looks at other hours"
    for name, played in {
        "whole": log,
        "third": log[: len(log) // 3],
        "strayed": spoiled(log, task.index),
    }.items():
        found = judge(gold, played)
        if not near(tuple(found), graded(case, played)):
            yield f"{name}: {tuple(found)}, computed {graded(case, played)}"


def compare(family, build, most):
    """Agreements by category, and every disagreement; ``most`` tasks of a split."""
    agreed, disagreed = Counter(), []
    for split in family.splits:
        for index in range(min(most, family.size(build, split))):
            task = family.task(build, split, index)
            found = list(differences(family, build, task))
            disagreed += [f"{task.id}: {one}" for one in found]
            agreed[task.category] += not found
    return agreed, disagreed


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scale", type=int, default=30, help="patients")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    family = plugins.family("icu-watch")
    with TemporaryDirectory() as home:
        build = ensure_build(family, Source.synthetic(scale=given.scale, seed=given.seed), Path(home))
        agreed, disagreed = compare(family, build, given.scale)
    for category, count in sorted(agreed.items()):
        print(f"{category}: {count} tasks agree")
    print(*disagreed, sep="\n")
    return bool(disagreed)


if __name__ == "__main__":
    sys.exit(main())
