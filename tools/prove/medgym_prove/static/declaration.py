"""S07: licence, tier and citation are declared, the README says how to get the data, nobody is named."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

from medgym_core.access import Tier
from medgym_core.errors import PluginError
from medgym_prove.check import Check, Evidence
from medgym_prove.static.identifier import identifiers
from medgym_prove.subject import Subject

_SCANNED = 4 * 2**20
"""Bytes read of a shipped file."""
_CODE = {".py", ".pyi"}


def _examine(subject: Subject) -> Evidence:
    readme = subject.folder / "README.md"
    problems = [*_declared(subject)]
    text = readme.read_text(encoding="utf-8") if readme.is_file() else ""
    problems += _described(readme, text, subject.name, _tier(subject))
    shipped = [path for path in subject.files if subject.package in path.parents and path.suffix not in _CODE]
    for path in shipped:
        problems += _people(path)
    return Evidence(examined=2 + len(shipped), problems=tuple(problems), figures={"data_files": len(shipped)})


def _tier(subject: Subject) -> Tier | None:
    try:
        tier = getattr(subject.family, "tier", None)
    except PluginError:  # that it cannot be imported is another check's finding
        return None
    return tier if isinstance(tier, Tier) else None


def _declared(subject: Subject) -> Iterator[str]:
    try:
        family = subject.family
    except PluginError:
        return
    where = subject.package / "family.py"
    for attribute in ("licence", "citation"):
        value = getattr(family, attribute, "")
        if not isinstance(value, str) or len(value.strip()) < 5:
            yield f"{where}: {attribute} is {value!r}; declare it, or say that none was found"
    if _tier(subject) is None:
        yield f"{where}: tier is no Tier; declare how sensitive the published data is"


def _described(readme: Path, text: str, name: str, tier: Tier | None) -> Iterator[str]:
    section = re.search(r"^#+ [^\n]*\bdata\b[^\n]*\n(.*?)(?=^#+ |\Z)", text, re.MULTILINE | re.DOTALL | re.I)
    if section is None:
        yield f"{readme}: there is no section on the data; add '## The data': what, for whom, how"
        return
    text = section[1]
    if len(text.split()) < 15:
        yield f"{readme}: the section on the data has {len(text.split())} words; say what the data is"
    if not re.search(r"licen[cs]e|credential|agreement|permission|terms of use", text, re.IGNORECASE):
        yield f"{readme}: the section on the data does not say who may have it (licence, agreement)"
    if tier is not None and tier.needs_isolation and "https://" not in text:
        yield f"{readme}: the section on the data does not link to where {tier} data is applied for"
    command = f"medgym data build {name} --source"
    if tier is not Tier.SYNTHETIC and command not in text:
        yield f"{readme}: the section on the data lacks the command that builds from it: {command} FOLDER"


def _people(path: Path) -> Iterator[str]:
    with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as stream:
        text = stream.read(_SCANNED).decode("utf-8", errors="replace")
    for sighting in identifiers(text):
        yield f"{path}:{sighting.line}: {sighting.text!r} looks like a real {sighting.kind}"


S07 = Check(
    id="S07",
    level=0,
    title="licence, tier and citation are declared; the README says how to get the data; nobody is named",
    hint="Declare the attributes on the family, give README.md a section on the data with the command that "
    "builds from it, and make identifiers in shipped files plainly invented (example.org, 555 numbers).",
    examine=_examine,
)
