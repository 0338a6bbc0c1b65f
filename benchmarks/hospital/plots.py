"""The plots of docs/hospital.md, as small SVG files."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.hospital.wards import DRAWN, Ward
from medgym_patient import DRUGS, LABS
from medgym_patient.testing.cohort import Cohort
from medgym_patient.testing.prediction import Adults, linear, scored

COLOURS = {"teaching": "#1f6f8b", "community": "#c8553d"}
PATIENTS = {
    "urosepsis": ("lactate", "norepinephrine"),
    "diabetic_ketoacidosis": ("glucose", "insulin_infusion"),
    "upper_gi_bleed": ("hemoglobin", "red_cells"),
    "acute_kidney_injury": ("creatinine", "crystalloid"),
    "copd_exacerbation": ("pco2", "bronchodilator"),
}
"""A reason for each of the five patients, and the lab and drug that are drawn."""
HOURS = 96
_LONG = re.compile(r"(\d+\.\d\d)\d+")


def draw(folder: Path, wards: Mapping[str, Ward], adults: Mapping[str, Adults]) -> None:
    """All plots; the same bytes for the same numbers."""
    with style():
        _marginals(folder / "marginals.svg", wards)
        _correlation(folder / "correlation.svg", wards["teaching"])
        _panels(folder / "panels.svg", wards)
        _trajectories(folder / "trajectories.svg", wards["teaching"].cohort)
        _survival(folder / "survival.svg", wards["teaching"])
        _calibration(folder / "calibration.svg", adults)


@contextmanager
def style() -> Iterator[None]:
    """How plots look: text stays text, and the same numbers give the same bytes."""
    import matplotlib as mpl

    mpl.use("svg")
    look = {"svg.hashsalt": "medgym", "svg.fonttype": "none", "font.size": 8, "axes.spines.top": False}
    with mpl.rc_context(look | {"axes.spines.right": False, "legend.frameon": False}):
        yield


def figure_of(rows: int, columns: int, width: float, height: float) -> tuple[Any, Any]:
    """A figure and its axes (rows, columns), inches wide and high."""
    from matplotlib import pyplot

    return pyplot.subplots(rows, columns, figsize=(width, height), layout="constrained", squeeze=False)


def save(figure: Any, path: Path) -> None:
    """Write a figure as a small SVG file."""
    from matplotlib import pyplot

    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)
    lines = (_LONG.sub(r"\1", line.rstrip()) for line in path.read_text().splitlines())
    path.write_text("\n".join(lines) + "\n")


def _marginals(path: Path, wards: Mapping[str, Ward]) -> None:
    figure, axes = figure_of(2, 3, 8, 4)
    kinds: list[tuple[str, Any, str]] = [
        ("age", np.arange(15, 102, 5), "age, years"),
        ("intensive_days", np.arange(0, 12.5, 0.5), "days in intensive care"),
        ("hospital_days", np.arange(0, 31, 1), "days in hospital"),
        ("codes", np.arange(0, 40, 2), "diagnoses coded"),
        ("worst", np.arange(0, 22, 1), "highest SOFA"),
        ("labs", np.arange(0, 1000, 40), "lab results"),
    ]
    for axis, (column, edges, label) in zip(axes.flat, kinds, strict=True):
        for site, ward in wards.items():
            heights, _ = np.histogram(ward.stays[column].clip(upper=edges[-1]), edges)
            axis.stairs(heights / heights.sum(), edges, color=COLOURS[site], label=site)
        axis.set_xlabel(label)
        axis.set_yticks([])
    axes[0, 0].legend()
    save(figure, path)


def _correlation(path: Path, ward: Ward) -> None:
    figure, axes = figure_of(1, 1, 6, 5)
    value = ward.draws[list(DRAWN)].corr("spearman").to_numpy()
    axis = axes[0, 0]
    drawn = axis.pcolormesh(value, cmap="RdBu_r", vmin=-1, vmax=1)
    names = [name.replace("_", " ") for name in DRAWN]
    axis.set_xticks(np.arange(len(DRAWN)) + 0.5, names, rotation=90)
    axis.set_yticks(np.arange(len(DRAWN)) + 0.5, names)
    axis.invert_yaxis()
    figure.colorbar(drawn, label="rank correlation")
    save(figure, path)


def _panels(path: Path, wards: Mapping[str, Ward]) -> None:
    figure, axes = figure_of(1, 1, 8, 3.2)
    names = list(dict.fromkeys(LABS.texts("panel")))
    for number, (site, ward) in enumerate(wards.items()):
        labs, cohort = ward.cohort.records.labs, ward.cohort
        first = {panel: LABS.texts("panel").index(panel) for panel in names}
        days = cohort.records.stays.minutes[cohort.adult].sum() / 1440
        rates = [(cohort.adult[labs.stay] & (labs.lab == first[name])).sum() / days for name in names]
        axes[0, 0].bar(
            np.arange(len(names)) + 0.4 * number, rates, 0.4, align="edge", color=COLOURS[site], label=site
        )
    axes[0, 0].set_xticks(
        np.arange(len(names)) + 0.4, [n.replace("_", " ") for n in names], rotation=60, ha="right"
    )
    axes[0, 0].set_ylabel("draws a hospital day")
    axes[0, 0].set_yscale("symlog", linthresh=0.02)
    axes[0, 0].legend()
    save(figure, path)


def _trajectories(path: Path, cohort: Cohort) -> None:
    figure, axes = figure_of(5, 3, 8, 8)
    for row, (reason, (lab, drug)) in enumerate(PATIENTS.items()):
        stay = _chosen(cohort, reason, drug)
        for name, colour in (("mean_pressure", "#333333"), ("heart_rate", "#c8553d")):
            of, minute, value = cohort.vital(name)
            mine = (of == stay) & (minute <= 60 * HOURS)
            axes[row, 0].plot(
                minute[mine][::2] / 60, value[mine][::2], color=colour, lw=0.9, label=name.replace("_", " ")
            )
        of, minute, value = cohort.lab(lab)
        mine = (of == stay) & (minute <= 60 * HOURS)
        axes[row, 1].plot(minute[mine] / 60, value[mine], "o-", ms=2.5, lw=0.9, color="#1f6f8b")
        axes[row, 1].set_ylabel(f"{lab.replace('_', ' ')}, {LABS.texts('unit')[LABS.index[lab]]}")
        doses = cohort.records.doses
        mine = (doses.stay == stay) & (doses.drug == DRUGS.index[drug]) & (doses.minute <= 60 * HOURS)
        sticks = np.stack([np.zeros(mine.sum()), doses.amount[mine], np.full(mine.sum(), np.nan)], axis=1)
        axes[row, 2].plot(np.repeat(doses.minute[mine] / 60, 3), sticks.ravel(), color="#5b8c5a", lw=1.2)
        axes[row, 2].set_ylabel(f"{drug.replace('_', ' ')}, {DRUGS.texts('unit')[DRUGS.index[drug]]}")
        axes[row, 2].set_ylim(bottom=0)
        axes[row, 0].set_title(reason.replace("_", " "), loc="left", fontsize=8)
        for axis in axes[row]:
            axis.set_xlim(0, HOURS)
            axis.locator_params(nbins=4)
    axes[0, 0].legend()
    for axis in axes[-1]:
        axis.set_xlabel("hours since admission")
    save(figure, path)


def _chosen(cohort: Cohort, reason: str, drug: str) -> int:
    """The worst of those who had the drug and lived."""
    stays = cohort.records.stays
    fits = cohort.reason(reason) & (cohort.dosed(drug) > 0) & ~stays.died
    return int(np.argmax(np.where(fits, stays.worst, -1)))


def _survival(path: Path, ward: Ward) -> None:
    """From admission, by the highest SOFA of the stay; nobody is lost to follow-up."""
    figure, axes = figure_of(1, 1, 5, 3.2)
    days = np.r_[np.arange(0, 30, 1.0), np.arange(30, 366, 7.0)]
    for number, (low, high) in enumerate(((0, 4), (4, 8), (8, 12), (12, 25))):
        rows = ward.stays[(ward.stays["worst"] >= low) & (ward.stays["worst"] < high)]
        alive = [(rows["days_alive"] > day).mean() for day in days]
        label = f"SOFA {low} to {high - 1}" if high < 25 else f"SOFA {low} and more"
        colour = ["#5b8c5a", "#1f6f8b", "#e0a030", "#c8553d"][number]
        axes[0, 0].step(days, alive, where="post", label=f"{label} ({len(rows)})", color=colour)
    axes[0, 0].set(xlabel="days since admission", ylabel="alive", ylim=(0, 1), xlim=(0, 365))
    axes[0, 0].legend(loc="lower left")
    save(figure, path)


def _calibration(path: Path, adults: Mapping[str, Adults]) -> None:
    figure, axes = figure_of(1, 1, 4, 3.6)
    axis = axes[0, 0]
    axis.plot([0, 1], [0, 1], color="#999999", lw=0.7)
    home, away = adults["teaching"], adults["community"]
    chance = {
        "teaching, its own model": (home.died, scored(linear(), home.features, home.died)[1]),
        "community, the other's": (
            away.died,
            linear().fit(home.features, home.died).predict_proba(away.features)[:, 1],
        ),
    }
    for (label, (died, risk)), colour in zip(chance.items(), COLOURS.values(), strict=True):
        parts = np.array_split(np.argsort(risk), 10)
        axis.plot([risk[p].mean() for p in parts], [died[p].mean() for p in parts], "o-", ms=3, color=colour)
        axis.lines[-1].set_label(label)
    axis.set(xlabel="predicted risk of death in hospital", ylabel="observed")
    axis.legend()
    save(figure, path)
