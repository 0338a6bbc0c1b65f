"""The published questions, from a user's own copy: those that pass their self-test, why the others do not.

A question's program reads one study, mounted alone, and leaves the names that its assertions look at as data.
Splits are by study: ``published-train`` and ``published-test`` share none.

Build layout: ``public/published/studies/<study>/*.csv``, ``public/published/export.py``,
``public/published/<split>/<index>.json``; ``private/published/<split>/<index>.json`` and
``private/published/report.json``.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import JsonValue

from medgym_core import (
    BoxEnvironment,
    BoxSpec,
    Build,
    DataCheck,
    DataError,
    Guarantee,
    Limits,
    Progress,
    Sandbox,
    Unsound,
    home_of,
    open_box,
    prove,
)
from medgym_plugin_biodsbench.published import naming, row, selftest, tables, wording
from medgym_plugin_biodsbench.published.report import Report
from medgym_plugin_biodsbench.published.row import Row
from medgym_plugin_biodsbench.published.selftest import Sound
from medgym_raw import Verdict, check_of

SPLITS = ("published-train", "published-test")
LIMITS = Limits(steps=15, action_s=120, memory_mb=2048)
NEEDS = frozenset({Guarantee.NO_NETWORK, Guarantee.NO_HOST_FILES})
"""What a box must promise that runs published code."""
ENVIRONMENT = BoxEnvironment(
    recipe=Path(__file__).parents[1] / "image", preload=("numpy", "pandas", "scipy.stats", "lifelines")
)
HELPER = "published/export.py"


def has_tasks(raw: Path) -> bool:
    """Whether ``raw``, a file or a folder, holds published questions."""
    return bool(row.find(raw).paths)


def split_of(study: str) -> str:
    """Split of a study, by a hash of its name."""
    return SPLITS[hashlib.sha256(study.encode()).digest()[0] % 2]


def build(raw: Path, folder: Path, out: Build, progress: Progress) -> None:
    """Convert the studies, test every question in boxes without a network, and keep the sound ones.

    Args:
        raw: file or folder of the questions.
        folder: where their studies lie.
        out: what grows.
        progress: called with what is done.

    Raises:
        DataError: if a file is malformed, no study is there, or no question is sound.
        SandboxError: if no box can be had that promises to have no network.
    """
    found = row.find(raw)
    rows = row.read(found.paths)
    base = out.public / "published"
    (base / "studies").mkdir(parents=True)
    (out.public / HELPER).write_text(selftest.helper(), encoding="utf-8")
    python = {one.study: one.names for one in rows if not one.is_r}
    there = {study: tables.find(folder, names) for study, names in sorted(python.items())}
    if not any(there.values()):
        lacking = "none of their studies is there" if python else "all of them are R, which no box runs"
        needed = f"; {naming.rule(python.values())}" if python else ""
        raise DataError(f"{raw} holds {len(rows)} published questions, and {lacking}{needed}")
    for study, paths in there.items():
        if paths:
            progress(f"study {study}", None)
            tables.convert(paths, base / "studies" / study)
    tested = examined(rows, base, home_of(out), progress)
    _write(out, rows, tested, found.remarks)


def examined(rows: Sequence[Row], base: Path, home: Path, progress: Progress) -> list[Sound | str]:
    """Each row's tests, or why it is no task; remembered below ``home`` by boxes, study and row.

    ``base`` holds the studies and the helper, as the public half of a build does.
    """
    spec = BoxSpec(environment=ENVIRONMENT, limits=LIMITS, home=home)

    def start(study: str | None = None) -> Sandbox:
        mounts = {} if study is None else {name: base.parent / name for name in mounted(study)}
        return open_box(spec.model_copy(update={"mounts": mounts}), NEEDS)

    with start() as box:
        digest = box.digest
    contents = {one.study: _digest(base / "studies" / one.study) for one in rows}

    def test(one: Row) -> JsonValue:
        folder = base / "studies" / one.study
        if one.is_r:
            raise Unsound("its code is R, which no box runs")
        if not folder.is_dir():
            raise Unsound(f"no folder {' or '.join(one.names)} holds its study")
        found: dict[str, Any] = selftest.examine(one, folder, lambda: start(one.study))._asdict()
        return found

    def identity(one: Row) -> str:
        return json.dumps([selftest.VERSION, digest, contents[one.study], *one._replace(where="", names=())])

    found = prove(rows, test, identity, home / "proofs" / "biodsbench", progress)
    return [one if isinstance(one, str) else Sound(**one) for one in found]  # type: ignore[arg-type]


def mounted(study: str) -> tuple[str, ...]:
    """What a box has of the public half: the helper and the tables of one study."""
    return (HELPER, f"published/studies/{study}")


def _digest(folder: Path) -> str:
    state = hashlib.sha256()
    for path in sorted(folder.glob("*.csv")):
        state.update(path.name.encode() + hashlib.sha256(path.read_bytes()).digest())
    return state.hexdigest()


def _write(out: Build, rows: Sequence[Row], tested: Sequence[Sound | str], remarks: list[str]) -> None:
    tasks: dict[str, int] = dict.fromkeys(SPLITS, 0)
    report = Report(tasks, [], sum(not isinstance(one, str) and bool(one.whole) for one in tested), remarks)
    for one, found in zip(rows, tested, strict=True):
        if isinstance(found, str):
            report.refused.append((one.where, found))
            continue
        split = split_of(one.study)
        name = f"published/{split}/{tasks[split]}.json"
        _store(out.public / name, _public(one, found, out.public / "published/studies" / one.study))
        _store(out.private / name, {"program": one.program, "tests": found._asdict()})
        tasks[split] += 1
    if not sum(tasks.values()):
        reasons = Counter(reason for _, reason in report.refused).most_common(2)
        why = "; ".join(f"{times} because {reason}" for reason, times in reasons)
        raise DataError(f"none of {len(rows)} published questions could be made a task: {why}")
    _store(out.private / "published/report.json", report._asdict())


def _store(path: Path, content: Mapping[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content), encoding="utf-8")


def _public(one: Row, found: Sound, folder: Path) -> dict[str, Any]:
    """The public half of a task."""
    data = tables.texts(folder)
    quoted = frozenset(found.quoted)
    lines = [
        f"- {name}: {wording.described(value, quoted, data)}{wording.compared(found.whole.get(name))}"
        for name, value in found.gold.items()
    ]
    return {
        "id": one.id,
        "study": one.study,
        "query": one.query,
        "steps": one.steps,
        "history": one.history,
        "outputs": "\n".join(lines),
        "epilogue": selftest.epilogue(found.outputs),
        "tables": tables.describe(folder),
    }


def report(build: Build) -> str | None:
    """How many rows became tasks, and why the others did not; nothing for a build without published rows."""
    found = read_report(build)
    return found.text() if found else None


def checked(build: Build) -> DataCheck:
    """The same for `medgym data check`.

    Raises:
        DataError: if the build has no published rows.
    """
    found = read_report(build)
    if found is None:
        return check_of(())
    tasks: list[tuple[str, Verdict]] = [
        (split, "agree") for split, number in found.tasks.items() for _ in range(number)
    ]
    left_out: list[tuple[str, Verdict]] = [("published", "left out") for _ in found.refused]
    reasons = [f"{where}: {reason}" for where, reason in found.refused]
    return check_of([*tasks, *left_out], [*found.remarks, *reasons])


def read_report(build: Build) -> Report | None:
    """What became of published rows; None in a build without them."""
    path = build.private / "published/report.json"
    return Report(**json.loads(path.read_text(encoding="utf-8"))) if path.is_file() else None
