"""Measure the patient model, draw its plots and write the figures of docs/hospital.md.

uv run --all-packages python -m benchmarks.hospital [--out FOLDER] [--page FILE] [--people N] [--seed N]
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[2]
FIGURES = re.compile(r"(<!-- figures: ([\w-]+) -->\n)(.*?)(<!-- /figures -->)", re.DOTALL)


def filled(text: str, sections: Mapping[str, str]) -> str:
    """A page with its figures replaced by those of the same name, where there are any."""

    def new(match: re.Match[str]) -> str:
        return match[1] + sections[match[2]] + "\n" + match[4] if match[2] in sections else match[0]

    return FIGURES.sub(new, text)


def main() -> None:
    """Measure, draw, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "images" / "hospital", help="plots")
    parser.add_argument("--page", type=Path, default=ROOT / "docs" / "hospital.md", help="page to fill")
    parser.add_argument("--people", type=int, default=4800, help="persons of each site")
    parser.add_argument("--timed", type=int, default=15000, help="persons of the timed run")
    parser.add_argument("--seed", type=int, default=7)
    given = parser.parse_args()

    from benchmarks.hospital import plots, tables
    from benchmarks.hospital.wards import Ward
    from medgym_patient.testing.prediction import Adults, cohorts

    people = {site: cohorts(site, given.people, given.seed) for site in ("teaching", "community")}
    wards = {site: Ward.of(site, batches) for site, batches in people.items()}
    adults = {site: Adults(batches) for site, batches in people.items()}
    given.out.mkdir(parents=True, exist_ok=True)
    plots.draw(given.out, wards, adults)
    sections = tables.sections(wards, adults, given.timed, given.seed)
    given.page.write_text(filled(given.page.read_text(), sections))


if __name__ == "__main__":
    main()
