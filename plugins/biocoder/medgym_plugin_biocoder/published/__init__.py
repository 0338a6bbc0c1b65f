"""The published tasks, from a user's own copy: rows that pass their self-test, and the reasons of the others.

A row's program is the published context with the submission in its place. Its hidden runs have values of
their own where the context is fuzzed or seeds its random generators, and compare what is printed. Splits are
``published-train`` and ``published-test``.

Build layout: ``public/published/<split>/<index>/`` holds ``program.py`` (of an example run, with the place
marked) and ``task.json``; ``private/published/`` holds ``<split>/<index>.json`` (hidden runs) and
``report.json``.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from pydantic import JsonValue

from medgym_core import (
    ActionCall,
    BoxEnvironment,
    BoxSpec,
    Build,
    DataCheck,
    DataError,
    FileSpec,
    Gold,
    Guarantee,
    Progress,
    Sandbox,
    Task,
    Turn,
    home_of,
    open_box,
    prove,
)
from medgym_plugin_biocoder.published import program, row, selftest
from medgym_plugin_biocoder.published.execution import LIMITS
from medgym_plugin_biocoder.published.row import Row
from medgym_plugin_biocoder.published.verifier import FILE, PublishedVerifier
from medgym_raw import Verdict, check_of, unpacked

SPLITS = ("published-train", "published-test")
NEEDS = frozenset({Guarantee.NO_NETWORK, Guarantee.NO_HOST_FILES})
"""What a box must promise that runs published code."""
TOGETHER = 8
"""Rows that are tested in one box, for what they import to be imported once."""
REMARKS = 40
"""Rows that a report names one by one."""
ENVIRONMENT = BoxEnvironment(recipe=Path(__file__).parents[1] / "image")

QUESTION = """\
{problem}

Write {entry}, which begins:

{signature}

Leave it in submission.py. It takes the place of {mark} in the program below, which is also {path};
every line gets the indentation of that place. Nothing but definitions, imports and names of literals may
stand at the top of submission.py, and it may define nothing that the program or Python itself defines
already, other than {entry}.

Your function is right if {runs} of the program {drawn}, each as `python program.py`,
end without an error and print what they print with the published function: words exactly, numbers that are
not whole within 0.000001 relative. Standard error does not count.

{program}"""


class Report(NamedTuple):
    """How the rows of a source fared."""

    tasks: dict[str, int]
    """Split to number of tasks."""
    refused: list[tuple[str, str]]
    """Rows that are no task: place and reason."""
    fixed: list[str]
    """Tasks whose program has one input only, by id."""
    remarks: list[str]
    """Files that are not read, each with why."""

    def text(self) -> str:
        """For the owner of the data."""
        counts = ", ".join(f"{number} in {split}" for split, number in self.tasks.items())
        lines = [
            f"published rows: {sum(self.tasks.values())} became tasks ({counts}), {len(self.refused)} did not"
        ]
        lines += [f"{where}: {reason}" for where, reason in self.refused[:REMARKS]]
        if len(self.refused) > REMARKS:
            lines.append(f"and {len(self.refused) - REMARKS} more; `medgym data check biocoder` lists all")
        if self.fixed:
            lines.append(
                f"{len(self.fixed)} tasks have one input only, for nothing in their programs is drawn"
            )
        return "\n".join([*lines, *self.remarks])


def find(raw: Path) -> bool:
    """Whether ``raw``, a file or a folder, holds published rows."""
    return bool(row.find(raw).paths)


def remarks(raw: Path) -> list[str]:
    """Files that hold no published rows, each with why."""
    return row.find(raw).remarks if raw.exists() else []


def build(raw: Path, out: Build, progress: Progress) -> None:
    """Test every row in a box without a network, and keep the sound ones.

    Raises:
        DataError: if a file is malformed, or no row is sound.
        SandboxError: if no box can be had that promises to have no network.
    """
    sifted = row.find(raw)
    rows = row.read(sifted.paths)
    tested = examined(rows, home_of(out), progress)
    tasks: dict[str, int] = dict.fromkeys(SPLITS, 0)
    report = Report(tasks, [], [], sifted.remarks)
    for one, found in zip(rows, tested, strict=True):
        if isinstance(found, str):
            report.refused.append((one.where, found))
            continue
        _write(out, one, tasks[one.split], found)
        tasks[one.split] += 1
        if len(found.contexts) == 1:
            report.fixed.append(one.id)
    if not sum(tasks.values()):
        raise DataError(f"none of {len(rows)} published rows could be made a task.\n{report.text()}")
    (out.private / "published/report.json").write_text(
        json.dumps(report._asdict(), indent=1), encoding="utf-8"
    )


def examined(rows: Sequence[Row], home: Path, progress: Progress) -> list[selftest.Sound | str]:
    """Each row's tests, or why it is no task; remembered below ``home`` by the boxes' digest and the row."""
    spec = BoxSpec(environment=ENVIRONMENT, limits=LIMITS, home=home)

    def start() -> Sandbox:
        return open_box(spec, NEEDS)

    with start() as box:
        digest = box.digest

    def test(some: Sequence[Row]) -> JsonValue:
        found = selftest.examine_all(some, start)
        plain: list[JsonValue] = [one if isinstance(one, str) else list[Any](one) for one in found]
        return plain

    def identity(some: Sequence[Row]) -> str:
        told = [one._replace(where="", split="") for one in some]
        return json.dumps([selftest.VERSION, digest, *told])

    groups = [rows[first : first + TOGETHER] for first in range(0, len(rows), TOGETHER)]
    found = prove(groups, test, identity, home / "proofs" / "biocoder", progress, size=len)
    proved = [one for group in found for one in group]  # type: ignore[union-attr]
    return [one if isinstance(one, str) else selftest.Sound(*one) for one in proved]  # type: ignore[misc]


def _write(out: Build, one: Row, index: int, found: selftest.Sound) -> None:
    shown = out.public / "published" / one.split / str(index)
    shown.mkdir(parents=True)
    (shown / "program.py").write_text(found.example, encoding="utf-8")
    public = {"problem": one.problem, "signature": one.signature, "id": one.id, "runs": len(found.contexts)}
    (shown / "task.json").write_text(json.dumps({**public, "entry": found.entry}), encoding="utf-8")
    hidden = out.private / "published" / one.split
    hidden.mkdir(parents=True, exist_ok=True)
    (hidden / f"{index}.json").write_text(json.dumps([one.golden, found]), encoding="utf-8")


def size(build: Build, split: str) -> int:
    """Number of tasks of a published split."""
    report = _report(build)
    return report.tasks[split] if report else 0


def task(build: Build, split: str, index: int) -> Task:
    """One published row."""
    path = f"published/{split}/{index}/program.py"
    try:
        told = json.loads((build.public / path).with_name("task.json").read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise DataError(f"{split} has no task {index}; it has {size(build, split)}") from None
    drawn = "with other values where it draws or seeds" if told["runs"] > 1 else "as it stands"
    question = QUESTION.format(
        **told | {"runs": f"{told['runs']} runs"},
        mark=program.MARK,
        path=f"data/{path}",
        drawn=drawn,
        program=(build.public / path).read_text(encoding="utf-8"),
    )
    file = FileSpec(path=FILE, format="python", max_bytes=1 << 16, description=f"defines {told['entry']}")
    return Task(
        family=build.family,
        split=split,
        index=index,
        category="published",
        turns=(Turn(question=question, files=(file,)),),
        verifier=PublishedVerifier.name,
        mounts=(path,),
        limits=LIMITS,
        metadata={"published": told["id"]},
    )


def gold(build: Build, task: Task) -> Gold:
    """The programs of the hidden runs, and what each prints around the reference."""
    return Gold(_hidden(build, task)[1])


def reference(build: Build, task: Task) -> Sequence[ActionCall]:
    """The published solution, as the file that is asked for."""
    golden = _hidden(build, task)[0]
    code = f"with open({FILE!r}, 'w', encoding='utf-8') as stream:\n    stream.write({golden!r})\n"
    return [ActionCall(name="code_execution", arguments={"code": code, "submit": True})]


def report(build: Build) -> str | None:
    """How many rows became tasks, and why the others did not; nothing for a build without published rows."""
    found = _report(build)
    return found.text() if found else None


def check(raw: Path, home: Path, progress: Progress) -> DataCheck:
    """The self-test of every row: a line for each split, and a remark for each row that is no task."""
    with TemporaryDirectory() as scratch, unpacked(raw, Path(scratch)) as folder:
        sifted = row.find(folder)
        rows = row.read(sifted.paths)
    found = examined(rows, home, progress)
    verdicts: list[tuple[str, Verdict]] = []
    remarks, reasons = list(sifted.remarks), defaultdict[str, Counter[str]](Counter)
    for one, reason in zip(rows, found, strict=True):
        verdicts.append((one.split, "left out" if isinstance(reason, str) else "agree"))
        if isinstance(reason, str):
            remarks.append(f"{one.where}: {reason}")
            reasons[one.split][reason] += 1
    notes = {
        split: "; ".join(f"{count}: {why}" for why, count in several.most_common(3))
        for split, several in reasons.items()
    }
    return check_of(verdicts, remarks, notes)


def subjects(build: Build, split: str) -> Iterable[str]:
    """The published functions, by their ids."""
    return (
        f"published/{task(build, split, index).metadata['published']}" for index in range(size(build, split))
    )


def _hidden(build: Build, task: Task) -> tuple[str, JsonValue]:
    path = build.private / "published" / task.split / f"{task.index}.json"
    golden, tests = json.loads(path.read_text(encoding="utf-8"))
    return golden, tests


def _report(build: Build) -> Report | None:
    path = build.private / "published/report.json"
    return Report(**json.loads(path.read_text(encoding="utf-8"))) if path.is_file() else None
