"""From a bulk export, or a server, to a build; and the invented export in the same layout.

Raw layout: a folder of NDJSON files, one FHIR R4 resource a line, by custom one file for each resource type
(``Patient.ndjson``, ``Observation.ndjson``, ...; http://hl7.org/fhir/uv/bulkdata). Beside them may lie the
benchmark's task file (any ``*.json``, see ``published.py``), and instead of them ``server.json``, which names
a server (see ``external.py``). Invented exports have ``inbox/sessions.ndjson`` besides: the shifts
of the inbox, with charts of their own.

Build layout: ``public/guide.json`` and ``public/protocols.json`` (the documents of request_info);
``private/resources.ndjson`` (what the server holds, or what gold needs of an external one),
``private/tasks.json``, ``private/report.json``, ``private/inbox`` (the shifts) and, for an external server,
``private/server.json``.
"""

from __future__ import annotations

import json
import shutil
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from medgym_core import Build, DataError, Progress
from medgym_fhir import Snapshot
from medgym_plugin_medagentbench import case, external, published
from medgym_plugin_medagentbench.chart import Charts
from medgym_plugin_medagentbench.inbox import drawing, protocol, session
from medgym_plugin_medagentbench.synthetic import write
from medgym_plugin_medagentbench.synthetic.source import PATIENTS

__all__ = ["SIZES", "Report", "build", "read_report", "synthesise"]

SIZES = {"train": 433, "test": 109}
"""Tasks of the default build."""
RESOURCES = "resources.ndjson"
"""What the server holds."""
TYPES = ("Patient", "Observation", "Condition", "MedicationRequest", "Procedure", "ServiceRequest")
"""Types that the server knows; others of an export are left out."""
REMARKS = 40
"""Published rows that the report names one by one."""


class Report(NamedTuple):
    """How the raw data fared."""

    resources: int
    """Resources in the build."""
    skipped: int
    """Resources of types that the server does not know."""
    remarks: list[str]
    """Published tasks that are left out, and those whose published solution the charts contradict."""
    chance: dict[str, float]
    """Split to the share of its tasks that the best constant answers pass."""

    def text(self) -> str:
        """For the owner of the data."""
        lines = [f"{self.resources} resources; {self.skipped} of other types were left out"]
        lines += [f"{split}: the best constants pass {share:.1%}" for split, share in self.chance.items()]
        lines += self.remarks[:REMARKS]
        if len(self.remarks) > REMARKS:
            lines.append(f"and {len(self.remarks) - REMARKS} remarks more")
        return "\n".join(lines)


def synthesise(out: Path, seed: int, scale: int | None, progress: Progress) -> None:
    """Write the invented export, of ``scale`` patients with charts, and shifts in proportion."""
    write(out, seed, scale, progress)
    drawing.write(out, seed, (scale or PATIENTS) / PATIENTS, progress)


def build(raw: Path, out: Build, progress: Progress) -> None:
    """Turn a raw folder into a build.

    Raises:
        DataError: naming what is missing or broken.
    """
    rows = _published(raw)
    url = external.base(raw)
    asked = {row.mrn for row in rows if row.mrn}
    if url and not asked:
        raise DataError(
            f"{raw} names a server, but holds no published tasks; put the benchmark's file beside it"
        )
    exported: list[dict[str, Any]] = list(
        external.charts(url, asked, progress) if url else _lines(raw, progress)
    )
    known = [resource for resource in exported if resource.get("resourceType") in TYPES]
    snapshot = Snapshot(known)
    snapshot.write(out.private / RESOURCES)
    charts = Charts(entry.resource for entry in snapshot)
    cases: defaultdict[str, list[case.Case]] = defaultdict(list)
    remarks = []
    for row, found, remark in published.judged(rows, charts):
        if found:
            cases[published.SPLIT].append(found)
        if remark:
            remarks.append(f"{row.where} ({row.name}): {remark}")
    for split, one in case.generated(charts, SIZES, asked):
        cases[split].append(one)
    if not cases:
        raise DataError(f"{raw}: nothing can be asked: no patient has a laboratory result; {remarks[:1]}")
    case.write(out.private, cases)
    session.write(out.private, session.source(raw))
    protocol.write(out.public)
    chance = {split: case.chance(some, charts) for split, some in cases.items()}
    report = Report(len(snapshot), len(exported) - len(known), remarks, chance)
    _finish(raw, out, report, url)


def read_report(build: Build) -> Report:
    """How the raw data of a build fared."""
    return Report(**json.loads((build.private / "report.json").read_text(encoding="utf-8")))


def _finish(raw: Path, out: Build, report: Report, url: str | None) -> None:
    (out.private / "report.json").write_text(json.dumps(report._asdict(), indent=1), encoding="utf-8")
    shutil.copyfile(Path(__file__).with_name("guide.json"), out.public / "guide.json")
    if url:
        shutil.copyfile(raw / external.FILE, out.private / external.FILE)


def _published(raw: Path) -> list[published.Row]:
    found = sorted(path for path in raw.glob("*.json") if path.name != external.FILE) if raw.is_dir() else []
    return [row for path in found for row in published.read(path)]


def _lines(raw: Path, progress: Progress) -> Iterator[dict[str, Any]]:
    """The resources of an export."""
    files = sorted(raw.glob("*.ndjson")) if raw.is_dir() else []
    if not files:
        raise DataError(f"{raw} holds no *.ndjson; give a folder with a bulk export, or with {external.FILE}")
    for place, path in enumerate(files):
        progress(f"reading {path.name}", place / len(files))
        with path.open(encoding="utf-8") as stream:
            for number, line in enumerate(stream, start=1):
                yield _resource(line, f"{path}, line {number}")


def _resource(line: str, where: str) -> dict[str, Any]:
    try:
        resource = json.loads(line)
    except ValueError as error:
        raise DataError(f"{where}: no JSON ({error}); an export has one resource a line") from None
    if not isinstance(resource, dict) or "resourceType" not in resource:
        raise DataError(f"{where}: an object with resourceType is expected, one a line")
    return resource
