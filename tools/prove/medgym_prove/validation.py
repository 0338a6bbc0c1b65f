"""Running checks: findings one by one, kept so that an interrupted validation goes on where it stopped."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from functools import partial
from importlib.metadata import version
from itertools import groupby
from pathlib import Path

from pydantic import ValidationError

from medgym_core.errors import MedgymError
from medgym_core.files import replace_file
from medgym_core.registry.certificate import Waiver
from medgym_prove.check import Check, Evidence, Finding
from medgym_prove.subject import Subject, UnloadableError
from medgym_prove.waiver import read_waivers
from medgym_sandbox.boundary.frozen import Frozen

PLAYED = 2
"""From this level on checks play episodes in parallel and hold them to times, so they wait for each other."""


class Validation(Frozen):
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


def validate(
    subject: Subject, chosen: Sequence[Check], today: date | None = None, *, resume: bool = True
) -> Iterator[Finding]:
    """The findings of ``chosen``, in that order, each as soon as it is there.

    Findings of level 1 and above that passed on the same plugin, libraries, core and size of builds are
    remembered below the subject's home, and not made again unless ``resume`` is off.
    """
    waivers = {waiver.check: waiver for waiver in read_waivers(subject.folder)}
    find = partial(_find, subject=subject, waivers=waivers, today=today or date.today(), resume=resume)
    for played, group in groupby(chosen, lambda check: check.level >= PLAYED):
        if played:
            yield from map(find, group)
            continue
        pool = ThreadPoolExecutor(subject.jobs)
        try:
            yield from pool.map(find, group)
        finally:
            pool.shutdown(cancel_futures=True)


def report(subject: Subject, findings: Sequence[Finding]) -> Validation:
    """The report on ``findings``."""
    return Validation(
        family=subject.name, digest=subject.digest, core=version("medgym-core"), findings=tuple(findings)
    )


def _find(check: Check, subject: Subject, waivers: dict[str, Waiver], today: date, resume: bool) -> Finding:
    subject.progress(f"{check.id} {check.title}", None)
    memory = _memory(subject, check) if check.level else None
    if memory and resume and (remembered := _remembered(memory)):
        return remembered
    finding = _made(check, subject, waivers.get(check.id), today)
    if memory and finding.status == "pass":
        memory.parent.mkdir(parents=True, exist_ok=True)
        replace_file(memory, finding.model_dump_json().encode())
    return finding


def _memory(subject: Subject, check: Check) -> Path:
    """Where a finding on this plugin, by this core, for builds of this size is remembered."""
    proved = subject.home / "validations" / subject.identity[:24] / "findings"
    return proved / f"{check.id}-{subject.scale or 'default'}.json"


def _made(check: Check, subject: Subject, waiver: Waiver | None, today: date) -> Finding:
    started, ran = time.perf_counter(), True
    try:
        evidence = check.examine(subject)
    except UnloadableError as error:
        evidence, ran = Evidence(examined=1, problems=(str(error),), hint=""), False
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
        tier=check.level,
        title=check.title,
        status="waived" if excused else "fail" if problems else "pass",
        problems=problems,
        figures=evidence.figures,
        measured=evidence.measured,
        hint=(check.hint if evidence.hint is None else evidence.hint) if problems else "",
        ran=ran,
        waiver=waiver if excused else None,
        seconds=time.perf_counter() - started,
    )


def _remembered(memory: Path) -> Finding | None:
    try:
        return Finding.model_validate_json(memory.read_text(encoding="utf-8"))
    except (OSError, ValidationError):
        return None
