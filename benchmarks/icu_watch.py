"""Draw the plots of plugins/icu-watch/DETAILS.md and write the episode that it shows.

uv run --all-packages python -m benchmarks.icu_watch [--out FOLDER] [--page FILE]
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.hospital.__main__ import ROOT, filled
from benchmarks.hospital.plots import figure_of, save, style
from medgym_plugin_icu_watch import oracle, order, policy
from medgym_plugin_icu_watch.case import HOURS, Case, admit
from medgym_plugin_icu_watch.loader import helped
from medgym_plugin_icu_watch.reward import Mark, mark, replayed
from medgym_plugin_icu_watch.session import Session
from medgym_plugin_icu_watch.watch import Watch, begin

PAGE = ROOT / "plugins" / "icu-watch" / "DETAILS.md"
SHOWN = {
    Case(0, 79, "septic shock", "urosepsis", "teaching"): ("pressure", "lactate", "burden"),
    Case(0, 76, "ketoacidosis", "diabetic_ketoacidosis", "teaching"): ("glucose", "ph", "potassium"),
}
"""Patients, and what of the body is drawn of each; the first is the one whose episode is shown."""
UNITS = {"pressure": "mean pressure, mmHg", "lactate": "lactate, mmol/L", "burden": "burden of infection"}
UNITS |= {"glucose": "glucose, mg/dL", "ph": "pH", "potassium": "potassium, mmol/L"}
COLOURS = {"nobody": "#c8553d", "greedy": "#e0a030", "protocol": "#1f6f8b"}
POLICIES = {"nobody": policy.nothing, "greedy": policy.greedy, "protocol": policy.follow}
RESULTS = ("lactate", "glucose", "fingerstick_glucose", "potassium", "magnesium", "hemoglobin", "ph")
"""Results that the table of the episode names."""


def courses(case: Case) -> dict[str, list[Watch]]:
    """The hours of a patient under each policy, the handover first."""
    start = begin(admit([case]))
    return {
        name: [start, *(watch for watch, _, _ in policy.course(start, act))] for name, act in POLICIES.items()
    }


def log(case: Case) -> list[dict[str, Any]]:
    """The reference's decisions, as the bedside keeps them."""
    return [{"orders": order.read(said), "hours": hours} for said, hours in oracle.decisions(case)]


def draw(case: Case, fields: tuple[str, ...], path: Path) -> None:
    """The hidden body hour by hour, and its strain so far; dots are the reference's, played by its log."""
    decided = log(case)
    hours = np.cumsum([0, *(decision["hours"] for decision in decided)])
    looks = [replayed(case, decided[:count], whole=False) for count in range(len(decided) + 1)]
    with style():
        figure, axes = figure_of(1, len(fields) + 1, 9, 2.4)
        for axis, field in zip(axes[0], (*fields, "strain"), strict=True):
            for name, watches in courses(case).items():
                axis.plot(
                    range(HOURS + 1),
                    [_value(watch, field) for watch in watches],
                    color=COLOURS[name],
                    lw=1.1,
                    label=name,
                )
            seen = [_value(watch, field) for watch in looks]
            axis.plot(hours, seen, "o", ms=2.2, color="#333333", label="reference")
            axis.set(
                xlabel="hours of the watch", xlim=(0, HOURS), ylabel=UNITS.get(field, "hours of full strain")
            )
        axes[0, 0].legend()
        save(figure, path)


def _value(watch: Watch, field: str) -> float:
    """Of the one patient; who is dead has no body."""
    if field == "strain":
        return float(watch.bedside.harm[0])
    value = getattr(watch.bedside.state, field)[0]
    return float("nan") if watch.bedside.state.dead[0] else float(value)


def earned(case: Case) -> str:
    """What each course earns, as a table."""
    ((_, yardstick),) = helped([case])
    found: dict[str, Mark] = {name: mark(watches[-1], yardstick) for name, watches in courses(case).items()}
    for count in (1, 12, 24):
        found[f"the first {count} decisions of the reference"] = mark(
            replayed(case, log(case)[:count]), yardstick
        )
    found["reference"] = mark(replayed(case, log(case)), yardstick)
    rows = (
        f"| {name} | {one.compliance:.2f} | {one.outcome:.2f} | {one.reward:.3f} |"
        for name, one in found.items()
    )
    return "\n".join(("| course | compliance | outcome | reward |", "| --- | --- | --- | --- |", *rows))


def episode_of(case: Case) -> str:
    """The reference's whole episode, a row for each decision."""
    session, rows = (
        Session(case),
        ["| hour | what the chart shows | what is ordered | hours on |", "| --- | --- | --- | --- |"],
    )
    for said, hours in oracle.decisions(case):
        rows.append(f"| {session.hour} | {_shown(session.chart())} | {_ordered(said)} | {hours} |")
        session.order(said)
        session.pass_time(hours)
    return "\n".join((json.dumps(session.patient()).join(("`", "`")), "", *rows))


def _shown(chart: Mapping[str, Any]) -> str:
    signs = chart["vitals"][-1]
    new = {
        name: value for one in chart["results"] if one["hour"] == chart["hour"] for name, value in one.items()
    }
    results = [f"{name.replace('_', ' ')} {new[name]:g}" for name in RESULTS if name in new]
    return ", ".join((f"pressure {signs['mean_pressure']:g}, saturation {signs['saturation']:g}", *results))


def _ordered(said: Mapping[str, Any]) -> str:
    parts = (
        f"{name} {', '.join(value) if isinstance(value, list) else f'{value:g}'}"
        for name, value in said.items()
    )
    return "; ".join(parts).replace("_", " ") or "-"


def main() -> None:
    """Draw and write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "images" / "icu-watch", help="plots")
    parser.add_argument("--page", type=Path, default=PAGE, help="page to fill")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    for case, fields in SHOWN.items():
        draw(case, fields, given.out / f"{case.kind.replace(' ', '-')}.svg")
    first = next(iter(SHOWN))
    sections = {"courses": earned(first), "episode": episode_of(first)}
    given.page.write_text(filled(given.page.read_text(), sections))


if __name__ == "__main__":
    main()
