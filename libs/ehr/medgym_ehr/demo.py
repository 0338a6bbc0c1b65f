"""The open demos of MIMIC-III, MIMIC-IV and eICU, told by what a copy holds, whatever it is called.

The demos share their dictionaries with the credentialed databases, so these alone prove nothing: a copy is a
demo if its table of patients and every dictionary that it has are, cell by cell, those of the demo, every
other table names none but the demo's patients, and nothing else lies beside that may hold data. Whatever
fails keeps the tier of its family.

Cells are compared as :func:`_cell` writes them, so that packing, quoting, case and how a tool writes numbers
and times do not matter. Sealed are SHA-256 of a table's rows, sorted, and their number, computed from
MIMIC-III demo v1.4 and eICU demo v2.0.1. Of the MIMIC-IV demo, EHRSQL's database is read, whose published
questions name 93 of its 100 patients; their digests are in ``demo_mimic4.txt``.
"""

from __future__ import annotations

import hashlib
import re
import sqlite3
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import closing
from importlib import resources
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from urllib.parse import quote

from medgym_core import DataError, Tier
from medgym_ehr.raw.layout import Layout, RawFile
from medgym_ehr.raw.reading import RawFolder
from medgym_raw import absent, base_name, files, records, unpacked

LARGEST = 200 << 20
"""Bytes of the files of a copy, packed or not, above which it is no demo."""
HARMLESS = (".md", ".txt", ".html", ".json", ".jsonl", ".pdf", "id2name.csv", "deid", "license", "readme")
"""How names of files end, in lower case, that hold no rows of patients: terms, question files."""
PATIENTS_IV = 100
"""Patients of the MIMIC-IV demo."""
_WHOLE = re.compile(r"-?\d+\.0*")
_DATABASES = (".sqlite", ".db")


class Sealed(NamedTuple):
    """A table that must be the demo's to the last cell."""

    columns: Sequence[str]
    """All that count, in lower case."""
    rows: int
    """How many there are."""
    digest: str
    """SHA-256 of them, hex."""


class Demo(NamedTuple):
    """One demo of raw files."""

    patients: str
    """Its table of patients, which must be there."""
    owner: str
    """The column by which every table names them."""
    tables: Collection[str]
    """Its tables that name patients, in lower case; any other must be sealed, free, or hold no row."""
    free: Collection[str]
    """Those that name nobody."""
    sealed: Mapping[str, Sealed]
    """Those that are compared; one of them beside that of the patients must be there, if there are any."""


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


MIMIC_III = Demo(
    patients="patients",
    owner="subject_id",
    tables=_words(
        "admissions callout chartevents cptevents datetimeevents diagnoses_icd drgcodes icustays "
        "inputevents_cv inputevents_mv labevents microbiologyevents outputevents "
        "prescriptions procedureevents_mv procedures_icd services transfers"
    ),
    free=("caregivers", "d_cpt"),
    sealed={
        "patients": Sealed(
            _words("row_id subject_id gender dob dod dod_hosp dod_ssn expire_flag"),
            100,
            "6d0efad6b075542daaa5dd819d61caee09fdf704234baeb360f711a9b932ba3c",
        ),
        "d_items": Sealed(
            _words(
                "row_id itemid label abbreviation dbsource linksto category unitname param_type conceptid"
            ),
            12_487,
            "2736870b879e5b4304a2bbbef0b90b94970c9cc834b0cb1e074a8a62370c20e2",
        ),
        "d_labitems": Sealed(
            _words("row_id itemid label fluid category loinc_code"),
            753,
            "a9218f0673abdb8a6350eac7144045d6905534e9677e26e51b3d99a586955614",
        ),
        "d_icd_diagnoses": Sealed(
            _words("row_id icd9_code short_title long_title"),
            14_567,
            "cbdab91852eb7bbb686893c6f5de6e2fa5919a3133a277c44abd8299d0670c9d",
        ),
        "d_icd_procedures": Sealed(
            _words("row_id icd9_code short_title long_title"),
            3_882,
            "55e0f683b54ff460a0cc52fdac8156fe88f59f94e37c7267acb5c189943eada3",
        ),
    },
)
"""MIMIC-III Clinical Database Demo v1.4."""
EICU = Demo(
    patients="patient",
    owner="patientunitstayid",
    tables=_words(
        "admissiondrug admissiondx allergy apacheapsvar apachepatientresult apachepredvar "
        "careplancareprovider careplaneol careplangeneral careplangoal careplaninfectiousdisease "
        "customlab diagnosis infusiondrug intakeoutput lab medication microlab note "
        "nurseassessment nursecare nursecharting pasthistory physicalexam respiratorycare "
        "respiratorycharting treatment vitalaperiodic vitalperiodic"
    ),
    free=(),
    sealed={
        "patient": Sealed(
            _words(
                "patientunitstayid patienthealthsystemstayid gender age ethnicity hospitalid wardid "
                "apacheadmissiondx hospitaladmittime24 hospitaladmitoffset hospitaladmitsource "
                "hospitaldischargeyear hospitaldischargetime24 hospitaldischargeoffset "
                "hospitaldischargelocation hospitaldischargestatus unittype unitadmittime24 "
                "unitadmitsource unitvisitnumber unitstaytype unitdischargetime24 unitdischargeoffset "
                "unitdischargelocation unitdischargestatus uniquepid"
            ),
            2_520,
            "f1ea38f37f69834d3e281263c6d353a59b8dde8737820d14447cb58c20e6d141",
        ),
        "hospital": Sealed(
            _words("hospitalid numbedscategory teachingstatus region"),
            186,
            "3bf0e0ab315e909838d09a7a6bf14cf7515d74ba267d8aff802e9e98a6f10d9a",
        ),
    },
)
"""eICU Collaborative Research Database Demo v2.0.1."""
DEMOS = (MIMIC_III, EICU)
"""Every demo of raw files that is known."""


def tier_of(raw: Path, tier: Tier, demos: Sequence[Demo] | None = None) -> Tier:
    """``OPEN`` if the copy at ``raw`` is one of ``demos`` (default: all known), else ``tier``."""
    paths = files(raw)
    if not paths or sum(path.stat().st_size for path in paths) > LARGEST:
        return tier
    try:
        with TemporaryDirectory() as scratch, unpacked(raw, Path(scratch)) as folder:
            known = DEMOS if demos is None else demos
            is_open = any(_holds(demo, folder) for demo in known) or _is_mimic_iv(folder)
    except DataError:
        return tier
    return Tier.OPEN if is_open else tier


def _holds(demo: Demo, folder: Path) -> bool:
    tables = dict(_tables(folder))
    sealed = demo.sealed.keys() & tables.keys()
    if demo.patients not in sealed or len(sealed) < min(2, len(demo.sealed)) or not _only_tables(folder):
        return False
    if not all(seal(tables[name], demo.sealed[name].columns) == demo.sealed[name][1:] for name in sealed):
        return False
    others = tables.keys() - sealed - set(demo.free)
    if any(next(records(tables[name]), None) for name in others - set(demo.tables)):
        return False
    known = _named(folder, demo.patients, demo.owner)
    return all(_named(folder, name, demo.owner) <= known for name in others & set(demo.tables))


def seal(path: Path, columns: Sequence[str]) -> tuple[int, str]:
    """Number and SHA-256 of a table's rows, whatever their order; ``(0, "")`` if it lacks a column.

    Raises:
        DataError: if it is damaged.
    """
    lines = []
    for row in records(path, columns):
        if not row.fields.keys() >= set(columns):
            return 0, ""
        lines.append("\x1f".join(_cell(row.fields[column]) for column in columns))
    return len(lines), hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()


def _cell(text: str) -> str:
    """A cell as it is compared."""
    if absent(text):
        return ""
    plain = text.strip().lower().removesuffix(" 00:00:00")
    if _WHOLE.fullmatch(plain):
        plain = plain.partition(".")[0]
    return {"true": "t", "false": "f"}.get(plain, plain)


def _tables(folder: Path) -> Iterator[tuple[str, Path]]:
    for path in files(folder):
        name = base_name(path)
        if name.endswith(".csv") and not name.endswith(HARMLESS):
            yield name.removesuffix(".csv"), path


def _only_tables(folder: Path, *others: str) -> bool:
    """Whether no file lies there that may hold rows and is no table: notes, labels, databases; none twice."""
    names = [base_name(path) for path in files(folder)]
    tables = [name for name in names if name.endswith(".csv")]
    return len(set(tables)) == len(tables) and all(
        name.endswith((".csv", *HARMLESS, *others)) or name.startswith(HARMLESS) for name in names
    )


def _named(folder: Path, table: str, owner: str) -> set[int]:
    """Whom a table names.

    Raises:
        DataError: if it lacks the column, or names somebody by no number.
    """
    layout = Layout("a demo", {table: RawFile(table, {owner: "integer"})})
    batches = RawFolder(layout, folder, lambda what, fraction: None, required=[owner]).batches(table)
    return {number for batch in batches for number in batch[owner].unique().to_pylist()}


def _is_mimic_iv(folder: Path) -> bool:
    """Whether EHRSQL's database of the MIMIC-IV demo lies in a folder, and nothing else."""
    found = [path for path in files(folder) if path.name.lower().endswith(_DATABASES)]
    if len(found) != 1 or any(_tables(folder)) or not _only_tables(folder, *_DATABASES):
        return False
    try:
        uri = f"file:{quote(str(found[0].resolve()))}?mode=ro&immutable=1"
        with closing(sqlite3.connect(uri, uri=True)) as connection:
            people = {str(number) for (number,) in connection.execute("SELECT subject_id FROM patients")}
            holders = connection.execute(
                "SELECT m.name FROM sqlite_master m, pragma_table_info(m.name) c "
                "WHERE m.type = 'table' AND lower(c.name) = 'subject_id'"
            ).fetchall()
            named = {
                str(number)
                for (table,) in holders
                for (number,) in connection.execute(f'SELECT DISTINCT subject_id FROM "{table}"')
            }
    except sqlite3.Error:
        return False
    digests = {hashlib.sha256(person.encode()).hexdigest()[:12] for person in people}
    return len(people) <= PATIENTS_IV and named <= people and digests >= _known_iv()


def _known_iv() -> set[str]:
    return set(resources.files(__package__).joinpath("demo_mimic4.txt").read_text(encoding="ascii").split())
