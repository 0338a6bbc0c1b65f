"""From a copy of ``EHRSHOT_ASSETS``, invented or published, to a build.

Patients are parted by the copy's own splits. A row is a patient at a prediction time, and each of the
15 targets has three parts of rows: ``train``, whose labels are public, and ``validation`` and ``test``,
which are predicted: by training tasks and by test tasks. Who is asked about is shown at one time in the
files of all targets (``drawing.py``), and has no label in any box. Where a copy holds another hospital's
files too (``site.py``), a fourth part, ``site``, has rows of that hospital's patients.

Build layout: ``public/codes.csv``; ``public/TARGET/PART/rows.parquet`` (features);
``public/TARGET/PART/{clmbr,count}.parquet`` (published features, where the copy has them);
``public/TARGET/labels/PART.parquet`` and ``public/TARGET/few/PART-SHOTS.parquet`` where labels are known;
``private/TARGET/PART.parquet`` (labels that are asked for); ``private/TARGET/PART-rows.parquet``
(patient and time of each row); ``private/calibration.json``,
``private/subjects.json`` and ``private/report.json``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from medgym_core import BoxEnvironment, Build, Calibration, DataError, Progress, Pseudonyms
from medgym_plugin_ehrshot.hospital import OTHER
from medgym_plugin_ehrshot.target import ALL, ASKED, EVERY, HELD_OUT, TARGETS, Kind

PATIENTS = 8_400
"""Patients of the default synthetic source."""
FEWEST_PATIENTS = 1_500
"""Patients of the smallest one: of fewer, too few are asked about one target to grade it."""
SOURCE = "ehrshot"
"""Ledger of the patients."""
CALIBRATION, SUBJECTS, REPORT = "calibration.json", "subjects.json", "report.json"
"""Files of the private half."""

Calibrations = dict[str, dict[str, dict[str, dict[str, dict[str, float]]]]]
"""Kind, target, shots as text, and column to ``chance``, ``baseline``, ``error``, ``rows``, ``positives``."""


def synthesise(out: Path, seed: int, scale: int | None, progress: Progress) -> None:
    """Write an invented copy; ``scale`` counts patients, of whom there are never too few to grade."""
    from medgym_plugin_ehrshot.synthetic import synthesise as synthesise_release

    synthesise_release(out, seed, max(scale or PATIENTS, FEWEST_PATIENTS), progress)


def build(raw: Path, other: Path | None, out: Build, environment: BoxEnvironment, progress: Progress) -> None:
    """Turn a copy, and maybe another hospital's, into a build; pickles open in a box of ``environment``.

    Raises:
        DataError: if a file is missing or damaged, or there are too few patients for even one task.
    """
    from medgym_plugin_ehrshot.dataset import write_datasets
    from medgym_plugin_ehrshot.event import events_of
    from medgym_plugin_ehrshot.extra import write_extra
    from medgym_plugin_ehrshot.published import read_roles
    from medgym_plugin_ehrshot.site import write_site

    names = Pseudonyms.of([events_of(raw)])
    summary = write_datasets(raw, out, names, progress)
    extra = write_extra(raw, out, environment, progress)
    # After the published features, which are of the first hospital's rows alone.
    site = other and write_site(other, read_roles(raw), summary.sources, out, progress)
    if site:
        summary.people["site"] = site.people
    found = _calibrations(out, summary.sources, bool(site), names, progress)
    if not any(values for graded in found.values() for values in graded.values()):
        raise DataError(
            f"{sum(summary.patients.values())} patients are too few to grade any prediction; take more"
        )
    people = {"train": ("train", "validation"), "test": ("test",), "ood": ("test",), "site": ("site",)}
    _dump(out.private / CALIBRATION, found)
    _dump(out.private / SUBJECTS, {kind: _subjects(summary.people, roles) for kind, roles in people.items()})
    found_out = {"events": summary.events, "patients": summary.patients, "sources": summary.sources}
    other_site = site and {"events": site.events, "patients": site.patients, "rows": site.rows}
    _dump(out.private / REPORT, found_out | {"rows": summary.rows, "extra": extra, "site": other_site})


def _calibrations(
    out: Build, published: Iterable[str], has_site: bool, names: Pseudonyms, progress: Progress
) -> Calibrations:
    """All that tasks are graded by; writes the few-shot labels that it takes."""
    from medgym_plugin_ehrshot.grading import calibrations, transferred
    from medgym_plugin_ehrshot.shots import write_shots

    found: Calibrations = {kind: {} for kind in ASKED}
    models = transferred(out, published)
    for target in (EVERY[name] for name in (*published, *HELD_OUT)):
        if not target.is_held_out:
            write_shots(out, target, names)
        for kind in target.kinds:
            if kind != "site" or has_site:
                values = calibrations(out, target, kind, progress, models.get(target.name))
                found[kind][target.name] = {str(shots): columns for shots, columns in values.items()}
    return found


def graded(build: Build, target: str, kind: Kind, shots: int) -> dict[str, Calibration]:
    """The prediction columns that are graded, and where their reward is 0 and 1."""
    found = calibration(build)[kind][target][str(shots)]
    return {
        column: Calibration(**{name: values[name] for name in Calibration.model_fields})
        for column, values in found.items()
    }


def calibration(build: Build) -> Calibrations:
    """All that tasks are graded by."""
    found: Calibrations = _load(build.private / CALIBRATION)
    return found


def subjects(build: Build, kind: Kind) -> list[str]:
    """The patients whom tasks of a kind learn from (training tasks alone) and are graded on; maybe none.

    They are named as in ledgers: ``SOURCE/patient/NUMBER``.
    """
    found: dict[str, list[str]] = _load(build.private / SUBJECTS)
    return found[kind]


def extra(build: Build) -> list[str]:
    """Names of the published features that lie beside rows."""
    found: dict[str, Any] = _load(build.private / REPORT)
    names: list[str] = found["extra"]
    return names


def report(build: Build) -> str:
    """What was found, in words for the owner of the data."""
    found: dict[str, Any] = _load(build.private / REPORT)
    patients = ", ".join(f"{count:,} {role}" for role, count in found["patients"].items())
    lines = [f"{found['events']:,} events of {patients} patients"]
    for target in TARGETS:
        if target not in found["sources"]:
            lines.append(f"{target} is left out: the copy has neither its labels nor reports")
            continue
        rows = ", ".join(f"{count:,} {role}" for role, count in found["rows"][target].items())
        lines.append(f"{target}: {rows} rows, labels {found['sources'][target]}; {_reached(build, target)}")
    lines += [f"{target}: held out; {_reached(build, target)}" for target in HELD_OUT]
    lines += [f"{name} features were converted in a box" for name in found["extra"]]
    if site := found["site"]:
        rows = ", ".join(f"{count:,} {target}" for target, count in site["rows"].items())
        lines.append(
            f"another hospital: {site['events']:,} events of {site['patients']:,} patients; rows: {rows}"
        )
    else:
        lines.append(
            f"no tasks of another hospital: the copy holds no folder {OTHER} with the EHRSHOT_ASSETS of one"
        )
    return "\n".join(lines)


def _reached(build: Build, target: str) -> str:
    texts = []
    for kind, values in calibration(build).items():
        if target not in values:
            continue
        columns = values[target].get(str(ALL), {})
        if columns:
            mean = {
                name: sum(column[name] for column in columns.values()) / len(columns)
                for name in ("baseline", "chance")
            }
            few = len(values[target]) - 1
            texts.append(
                f"{kind}: AUROC of the baseline {mean['baseline']:.3f}, where rewards begin "
                f"{mean['chance']:.3f}, {len(columns)} columns graded"
                + (f", {few} few-shot tasks" if few else "")
            )
        else:
            texts.append(f"{kind}: not asked, for too few rows to grade or a baseline too near to chance")
    return "; ".join(texts)


def _subjects(people: Mapping[str, set[int]], roles: tuple[str, ...]) -> list[str]:
    return [f"{SOURCE}/patient/{number}" for role in roles for number in sorted(people[role])]


@cache
def _load(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def _dump(path: Path, value: Any) -> None:
    path.write_text(json.dumps(value, indent=1), encoding="utf-8")
