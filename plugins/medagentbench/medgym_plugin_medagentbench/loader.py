"""From a bulk export, or a server, to a build; and the invented export in the same layout.

Raw layout: a folder of FHIR R4 resources (see ``export.py``), by custom one file for each resource type
(``Patient.ndjson``, ``Observation.ndjson``, ...). Beside them may lie the benchmark's task file, whatever it
is called (see ``published.py``), and instead of them ``server.json``, which names
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
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from medgym_core import Build, DataError, Progress
from medgym_fhir import Snapshot
from medgym_plugin_medagentbench import case, external, published, rewording
from medgym_plugin_medagentbench.chart import Charts
from medgym_plugin_medagentbench.export import copy_of, resources
from medgym_plugin_medagentbench.inbox import drawing, protocol, session
from medgym_plugin_medagentbench.synthetic import write
from medgym_plugin_medagentbench.synthetic.source import PATIENTS
from medgym_raw import Verdict, root_of, unpacked

__all__ = ["SIZES", "Report", "build", "read_report", "synthesise"]

SIZES = {"train": 433, "test": 109}
"""Tasks of the default build; those of the test are there in other words too."""
NOVEL = 54
"""Tasks of the split ``ood``."""
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
    verdicts: Sequence[tuple[str, Verdict]] = ()
    """Template of each published task, and what became of it."""

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
    with unpacked(raw, out.root.parent) as folder:
        _build(root_of(folder, external.FILE), out, progress)


def _build(raw: Path, out: Build, progress: Progress) -> None:
    copy = copy_of(raw)
    rows = [row for path in copy.published for row in published.read(path)]
    url = external.base(raw)
    asked = {row.mrn for row in rows if row.mrn}
    if url and not asked:
        raise DataError(
            f"{raw} names a server, but holds no published tasks; put the benchmark's file beside it"
        )
    exported: list[dict[str, Any]] = list(
        external.charts(url, asked, progress) if url else resources(copy, raw, progress)
    )
    known = [resource for resource in exported if resource.get("resourceType") in TYPES]
    snapshot = Snapshot(known)
    snapshot.write(out.private / RESOURCES)
    charts = Charts(entry.resource for entry in snapshot)
    cases: defaultdict[str, list[case.Case]] = defaultdict(list)
    remarks = list(copy.remarks)
    verdicts: list[tuple[str, Verdict]] = []
    for row, found, remark in published.judged(rows, charts):
        if found:
            cases[published.SPLIT].append(found)
        verdicts.append((row.template, "left out" if not found else "disagree" if remark else "agree"))
        if remark:
            remarks.append(f"{row.where} ({row.name}): {remark}")
    for split, one in case.generated(charts, SIZES, asked):
        cases[split].append(one)
    if found_novel := list(case.novel(charts, NOVEL, asked)):
        cases["ood"] = found_novel
    if "test" in cases:
        cases[rewording.SPLIT] = list(rewording.reworded(cases["test"]))
    if not cases:
        raise DataError(f"{raw}: nothing can be asked: no patient has a laboratory result; {remarks[:1]}")
    case.write(out.private, cases)
    session.write(out.private, session.source(raw))
    protocol.write(out.public)
    chance = {split: case.chance(some, charts) for split, some in cases.items()}
    report = Report(len(snapshot), len(exported) - len(known), remarks, chance, verdicts)
    _finish(raw, out, report, url)


def read_report(build: Build) -> Report:
    """How the raw data of a build fared."""
    return Report(**json.loads((build.private / "report.json").read_text(encoding="utf-8")))


def _finish(raw: Path, out: Build, report: Report, url: str | None) -> None:
    (out.private / "report.json").write_text(json.dumps(report._asdict(), indent=1), encoding="utf-8")
    shutil.copyfile(Path(__file__).with_name("guide.json"), out.public / "guide.json")
    if url:
        shutil.copyfile(raw / external.FILE, out.private / external.FILE)
