"""Write the tables of what baselines reach into the pages of ehrshot and mimic-extract, from default builds.

uv run --all-packages python -m benchmarks.baselines [--home FOLDER]

Values are those that tasks are graded by.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from benchmarks.hospital.__main__ import ROOT, filled
from benchmarks.hospital.tables import table
from medgym_core import Build, Calibration, ensure_build, plugins
from medgym_core.files import default_home
from medgym_plugin_ehrshot import loader as ehrshot
from medgym_plugin_ehrshot import target as ehrshot_target
from medgym_plugin_mimic_extract import loader as extract
from medgym_plugin_mimic_extract import target as extract_target

NOTHING = ("-",) * 5


class Line(NamedTuple):
    """What is graded of one target, as a mean of its prediction columns."""

    rows: str
    positive: str
    q: str
    baseline: str
    enough: str

    @classmethod
    def of(cls, found: Iterable[dict[str, float]]) -> Line:
        """Of the columns' calibrations, which hold ``rows`` and maybe ``positives`` too."""
        columns = list(found)
        known = [Calibration(**{name: one[name] for name in Calibration.model_fields}) for one in columns]
        return cls(
            f"{columns[0]['rows']:,.0f}",
            f"{fmean(one.get('positives', 0) for one in columns):.0f}",
            *(
                f"{fmean(values):.3f}"
                for values in zip(*((c.chance, c.baseline, c.enough) for c in known), strict=True)
            ),
        )


def of_ehrshot(build: Build) -> dict[str, str]:
    """``baseline`` and ``site``."""
    found = ehrshot.calibration(build)

    def columns(kind: str, name: str) -> list[dict[str, float]]:
        return list(found[kind].get(name, {}).get(str(ehrshot_target.ALL), {}).values())

    rows, site = [], []
    for name in ehrshot_target.TARGETS:
        train, test, there = (columns(kind, name) for kind in ("train", "test", "site"))
        many = f" (mean of {len(train)} and {len(test)})" if len(test) > 1 else ""
        rows.append((name + many, *(Line.of(train) if train else NOTHING), *Line.of(test)))
        if there and test:
            away = f" (mean of {len(test)} and {len(there)})" if len(test) > 1 else ""
            site.append((name + away, *Line.of(test)[:4], *Line.of(there)[:4]))
    rows += [
        (name, "held out", *NOTHING[1:], *Line.of(columns("ood", name))) for name in ehrshot_target.HELD_OUT
    ]
    single = [line for line in site if "(" not in line[0]]
    means = [f"{fmean(float(line[place]) for line in single):.3f}" for place in (4, 8)]
    site.insert(len(single), ("mean of these", "", "", "", means[0], "", "", "", means[1]))
    part = ("rows", "positive", "q", "baseline b")
    head = ("target", *_headed("training tasks", *part, "success"), *_headed("test tasks", *part, "success"))
    return {
        "baseline": table(head, rows),
        "site": table(("target", *_headed("test", *part), *_headed("site", *part)), site),
    }


def of_extract(build: Build) -> dict[str, str]:
    """``baseline``."""
    found = extract.calibration(build)

    def line(kind: str, name: str) -> tuple[str, ...]:
        values = found[kind].get(name)
        if not values:
            return ("left out", *NOTHING[2:])
        rows, _, *rest = Line.of([values])
        return (rows, *rest)

    held = ("held out", *NOTHING[2:])
    rows = [
        (name, *(held if name in extract_target.HELD_OUT else line("train", name)), *line("test", name))
        for name in extract_target.TARGETS
    ]
    part = ("rows", "q", "baseline b", "success")
    head = ("target", *_headed("training tasks", *part), *_headed("test tasks", *part))
    return {"baseline": table(head, rows)}


def _headed(what: str, first: str, *others: str) -> tuple[str, ...]:
    return (f"{what}: {first}", *others)


def main() -> None:
    """Build, and write the pages."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--home", type=Path, default=default_home(), help="where builds lie")
    home: Path = parser.parse_args().home
    builds = {
        name: ensure_build(family := plugins.family(name), family.default_source(), home)
        for name in ("ehrshot", "mimic-extract")
    }
    sections = {
        "ehrshot": of_ehrshot(builds["ehrshot"]),
        "mimic-extract": of_extract(builds["mimic-extract"]),
    }
    for name, found in sections.items():
        for page in (ROOT / "plugins" / name / file for file in ("README.md", "DETAILS.md")):
            page.write_text(filled(page.read_text(), found))


if __name__ == "__main__":
    main()
