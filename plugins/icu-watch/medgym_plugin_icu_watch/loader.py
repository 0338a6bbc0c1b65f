"""From a list of patients to a build, and the synthetic list in the same layout.

Raw layout: ``patients.csv``, one patient a row: ``seed`` and ``number`` of a person of the patient model
(whole numbers from 0), ``kind`` (see ``case.KINDS``), ``reason`` (one of the kind's) and ``site``.

Build layout: ``public/protocol.json`` (documents of request_info), ``private/cases.json`` (split to patients,
each with its yardstick) and ``private/report.json``.
"""

from __future__ import annotations

import csv
import hashlib
import json
import shutil
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import compress, count, islice
from pathlib import Path
from typing import NamedTuple

from medgym_core import Build, DataError, Progress
from medgym_plugin_icu_watch.case import KINDS, TRAINED, Case, admit, suited
from medgym_plugin_icu_watch.reward import Yardstick, measure


class Draw(NamedTuple):
    """Which patients are drawn for a split."""

    kinds: tuple[str, ...]
    """Keys of ``case.KINDS``."""
    site: str
    """A site of the patient model."""


FILE = "patients.csv"
SIZES = {"train": 200, "test": 50, "ood": 50}
"""Tasks of the default build."""
DRAWS = {
    "train": Draw(TRAINED, "teaching"),
    "test": Draw(TRAINED, "teaching"),
    "ood": Draw(tuple(kind for kind in KINDS if kind not in TRAINED), "community"),
}
"""Split to its patients; ``reworded`` asks about those of the test."""
PROTOCOL = "protocol.json"
CEILING = 0.7
"""Highest score of who does not watch with which a patient is asked about."""
MOST_TRIED = 200
"""Patients looked at for each that is wanted, before the search is given up."""
_BATCH = 1024
"""Most patients of a kind who are measured together: an hour of many costs little more than one of few."""
Judged = tuple[Case, Yardstick]
_measured: dict[Case, Yardstick | None] = {}
"""Of cases in this process; None for who is not asked about. A synthetic list is chosen by what its build
measures as well."""


def split_of(case: Case) -> str:
    """Split of a patient: kinds beyond the trained are `ood`, the others by a hash that no seed enters."""
    if case.kind not in TRAINED:
        return "ood"
    digest = hashlib.sha256(f"icu-watch/person/{case.number}".encode()).digest()
    return "test" if digest[0] % 5 == 0 else "train"


def synthesise(out: Path, seed: int, scale: int | None, progress: Progress) -> None:
    """Write a list of patients; ``scale`` counts them, dealt over splits and kinds."""
    total = sum(SIZES.values())
    rows: list[Case] = []
    for split, size in SIZES.items():
        wanted = size if scale is None else max(1, round(scale * size / total))
        progress(f"patients of {split}", len(rows) / total)
        rows += _chosen(seed, split, wanted)
    with (out / FILE).open("w", newline="", encoding="utf-8") as stream:
        csv.writer(stream, lineterminator="\n").writerows([Case._fields, *rows])


def _chosen(seed: int, split: str, wanted: int) -> list[Case]:
    """The first patients of a split's kinds whom the protocol helps, dealt evenly over the kinds."""
    kinds = DRAWS[split].kinds
    lacks = {kind: len(range(place, wanted, len(kinds))) for place, kind in enumerate(kinds)}
    sources = {kind: candidates(seed, split, kind) for kind in kinds}
    found: dict[str, list[Case]] = {kind: [] for kind in kinds}
    tried = dict.fromkeys(kinds, 0)
    while left := {kind: lacks[kind] - len(found[kind]) for kind in kinds if lacks[kind] > len(found[kind])}:
        drawn: list[Case] = []
        for kind, more in left.items():
            likely = more * (tried[kind] + 32) // (len(found[kind]) + 8)
            drawn += islice(sources[kind], size := min(likely + 32, _BATCH))
            tried[kind] += size
        for case, _ in helped(drawn):
            found[case.kind].append(case)
        if (total := sum(tried.values())) > MOST_TRIED * (wanted + len(kinds)):
            raise DataError(f"of {total} patients of {split} the protocol helps too few; lacking are {left}")
    return [case for kind in kinds for case in found[kind][: lacks[kind]]]


def candidates(seed: int, split: str, kind: str) -> Iterator[Case]:
    """The persons of a seed that may be patients of one kind, without end.

    Raises:
        DataError: if the split has no such patients.
    """
    if split not in DRAWS or kind not in DRAWS[split].kinds:
        there = {name: [*draw.kinds] for name, draw in DRAWS.items()}
        raise DataError(f"{split} has no patients of kind {kind!r}; kinds by split are {there}")
    return _numbered(seed, split, kind)


def _numbered(seed: int, split: str, kind: str) -> Iterator[Case]:
    place, reasons = list(KINDS).index(kind), KINDS[kind]
    for turn in count():
        number = turn * len(KINDS) + place
        case = Case(seed, number, kind, reasons[turn % len(reasons)], DRAWS[split].site)
        if split_of(case) == split:
            yield case


def helped(cases: list[Case]) -> list[Judged]:
    """Of cases of one site the suited whom the protocol helps, and who need to be watched."""
    new = [case for case in cases if case not in _measured]
    fit = list(compress(new, suited(admit(new)))) if new else []
    yardsticks = zip(fit, measure(fit, CEILING) if fit else [], strict=True)
    _measured.update({**dict.fromkeys(new), **dict(yardsticks)})
    pairs = ((case, _measured[case]) for case in cases)
    return [(case, found) for case, found in pairs if found]


def read(path: Path) -> list[Case]:
    """The patients of a raw file.

    Raises:
        DataError: with file, line and fix, if it is missing or not in the raw layout.
    """
    if not path.is_file():
        raise DataError(f"there is no {path}; give the folder that holds {FILE} with --source")
    with path.open(newline="", encoding="utf-8") as stream:
        rows = csv.reader(stream)
        if tuple(header := next(rows, [])) != Case._fields:
            raise DataError(f"{path}, line 1: columns {header}; they must be {','.join(Case._fields)}")
        return [_case(row, f"{path}, line {number}") for number, row in enumerate(rows, start=2)]


def _case(row: list[str], where: str) -> Case:
    try:
        seed, number, kind, reason, site = row
        case = Case(int(seed), int(number), kind, reason, site)
        if case.seed < 0 or case.number < 0:
            raise ValueError("seed and number run from 0")
        if reason not in KINDS.get(kind, ()):
            raise ValueError(f"kinds with their reasons are {KINDS}")
        if site not in ("teaching", "community", "general"):
            raise ValueError("sites are teaching, community and general")
    except ValueError as error:
        raise DataError(f"{where}: {row}: {error}; each row has {','.join(Case._fields)}") from None
    return case


def build(raw: Path, out: Build, progress: Progress) -> None:
    """Turn a raw folder into a build: the same bytes for the same input.

    Raises:
        DataError: as :func:`read`, or if nobody is left to ask about.
    """
    cases = read(raw / FILE)
    judged = dict(_judged(cases, progress))
    found: dict[str, list[list[object]]] = {split: [] for split in SIZES}
    for case in cases:
        if case in judged:
            found[split_of(case)].append([[*case], [*judged[case]]])
    if not judged:
        raise DataError(f"{raw / FILE}: the protocol helps none of {len(cases)} patients; add others")
    (out.private / "cases.json").write_text(json.dumps(found), encoding="utf-8")
    report = (
        f"{len(judged)} of {len(cases)} patients can be asked about: adults whom the protocol saves and "
        "helps, with ketoacidosis those who have diabetes"
    )
    (out.private / "report.json").write_text(json.dumps(report), encoding="utf-8")
    shutil.copyfile(Path(__file__).with_name(PROTOCOL), out.public / PROTOCOL)


def _judged(cases: Iterable[Case], progress: Progress) -> Iterator[Judged]:
    groups: defaultdict[str, list[Case]] = defaultdict(list)
    for case in dict.fromkeys(cases):
        groups[case.site].append(case)
    for place, group in enumerate(groups.values()):
        progress("patients without the agent", place / len(groups))
        for start in range(0, len(group), _BATCH):
            yield from helped(group[start : start + _BATCH])


def report(build: Build) -> str:
    """How the raw data fared."""
    return str(json.loads((build.private / "report.json").read_text(encoding="utf-8")))


def patients(build: Build, split: str) -> list[Judged]:
    """The patients of a split that was drawn, in the order of its tasks."""
    return _stored(build.private / "cases.json").get(split, [])


@lru_cache(maxsize=4)
def _stored(path: Path) -> dict[str, list[Judged]]:
    """Of a finished build, which never changes."""
    rows = json.loads(path.read_text(encoding="utf-8"))
    return {
        split: [(Case(*case), Yardstick(*yardstick)) for case, yardstick in found]
        for split, found in rows.items()
    }
