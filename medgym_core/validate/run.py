"""Running checks: findings one by one, kept so that an interrupted validation goes on where it stopped."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from datetime import date
from importlib.metadata import version
from pathlib import Path

from pydantic import ValidationError

from medgym_core.errors import MedgymError
from medgym_core.files import replace_file
from medgym_core.frozen import Frozen
from medgym_core.validate.check import Check, Evidence, Finding
from medgym_core.validate.subject import Subject
from medgym_core.validate.waiver import Waiver, read_waivers


class Report(Frozen):
    """What a validation came to."""

    family: str
    """The family."""
    digest: str
    """Digest of the plugin's source."""
    core: str
    """Version of the core that validated."""
    findings: tuple[Finding, ...]
    """One for each check."""

    @property
    def passed(self) -> bool:
        """Whether nothing failed that is not waived."""
        return all(finding.status != "fail" for finding in self.findings)


def validate(subject: Subject, chosen: Sequence[Check], today: date | None = None) -> Iterator[Finding]:
    """The findings of ``chosen``, each as soon as it is there.

    Findings of tier 1 and above that passed on the same source, core and size of builds are remembered below
    the subject's home, and not made again.
    """
    waivers = {waiver.check: waiver for waiver in read_waivers(subject.folder)}
    for check in chosen:
        subject.progress(f"{check.id} {check.title}", None)
        memory = _memory(subject, check)
        finding = _remembered(memory) if check.tier else None
        if finding is None:
            finding = _find(check, subject, waivers.get(check.id), today or date.today())
            if check.tier and finding.status == "pass":
                memory.parent.mkdir(parents=True, exist_ok=True)
                replace_file(memory, finding.model_dump_json().encode())
        yield finding


def _memory(subject: Subject, check: Check) -> Path:
    """Where a finding on this source, by this core, for builds of this size is remembered."""
    proved = subject.home / "validations" / subject.digest[:24] / version("medgym-core")
    return proved / f"{check.id}-{subject.scale or 'default'}.json"


def report(subject: Subject, findings: Sequence[Finding]) -> Report:
    """The report on ``findings``."""
    return Report(
        family=subject.name, digest=subject.digest, core=version("medgym-core"), findings=tuple(findings)
    )


def _find(check: Check, subject: Subject, waiver: Waiver | None, today: date) -> Finding:
    started = time.perf_counter()
    try:
        evidence = check.examine(subject)
    except MedgymError as error:
        evidence = Evidence(examined=1, problems=(str(error),))
    except Exception as error:  # a family that breaks a check has failed it
        evidence = Evidence(examined=1, problems=(f"{type(error).__name__}: {error}",))
    problems = (
        evidence.problems if evidence.examined else ("nothing was found to examine", *evidence.problems)
    )
    excused = bool(problems) and waiver is not None and waiver.expires >= today
    if problems and waiver is not None and not excused:
        problems = (*problems, f"its waiver expired on {waiver.expires}")
    return Finding(
        id=check.id,
        tier=check.tier,
        title=check.title,
        status="waived" if excused else "fail" if problems else "pass",
        problems=problems,
        figures=evidence.figures,
        hint=check.hint if problems else "",
        waiver=waiver if excused else None,
        seconds=time.perf_counter() - started,
    )


def _remembered(memory: Path) -> Finding | None:
    try:
        return Finding.model_validate_json(memory.read_text(encoding="utf-8"))
    except (OSError, ValidationError):
        return None
