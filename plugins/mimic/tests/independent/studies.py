"""Studies answered a second time: every turn of every study of a build."""

import argparse
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from medgym_core import Source, Tier, ensure_build, gold_of, plugins
from medgym_ehr.study.studies import planned
from medgym_ehr.testing.hospital.study_laws import same
from medgym_ehr.testing.study.second import Second, answers


def compare(family, build, tables):
    """Turns that agree by split, and every disagreement; ``tables`` reads the schema's database."""
    second = Second(tables(build.public / family.hospital.database))
    agreed, disagreed = Counter(), []
    for split, designs in planned(build).items():
        for index, design in enumerate(designs):
            task, theirs = family.task(build, split, index), answers(second, design)
            for turn, gold in zip(design["turns"], gold_of(family, build, task).turns, strict=True):
                if same(gold, theirs[turn]):
                    agreed[split] += 1
                else:
                    disagreed.append(f"{task.id} {turn}: computed {theirs[turn]}, gold {gold}")
    return agreed, disagreed


def main(second, tables, description):
    """Compares questions, then studies of the same build; 1 where any two answers differ."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--home", type=Path)
    parser.add_argument("--scale", type=int, default=600)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--worn", action="store_true")
    given, _ = parser.parse_known_args()
    with TemporaryDirectory() as scratch:
        home = given.home or Path(scratch)
        sys.argv += ["--home", str(home)]
        differs = second.main(description)
        family = plugins.family(second.family)
        raw = second.source(home, given.seed, given.scale, given.worn)
        build = ensure_build(family, Source.user(raw, Tier.SYNTHETIC), home)
        agreed, disagreed = compare(family, build, tables)
    for split, count in agreed.items():
        print(f"{split}: {count} turns agree")
    print(*disagreed, sep="\n")
    return int(differs or bool(disagreed))
