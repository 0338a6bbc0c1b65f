"""How published questions fared on a database; printed by ``medgym data build``, kept in the build."""

from __future__ import annotations

from pydantic import BaseModel, Field

from medgym_core import DataCheck
from medgym_ehr.published.frozen import Frozen
from medgym_ehr.published.refusal import WORDS, Reason
from medgym_raw import Verdict, check_of

LISTED = 5
"""Ids that the printed report names of each list."""


class Failure(Frozen):
    """A question that did not become a task."""

    id: str
    """As published."""
    split: str
    """Its split."""
    detail: str
    """What SQLite or the check says."""


class Ids(Frozen):
    """How many of the ids that questions name are in the database."""

    named: int
    """Distinct ids."""
    missing: tuple[str, ...]
    """Those that are not there."""
    naming: int = 0
    """Questions that name any."""
    found: int = 0
    """Questions all of whose ids are there."""
    foreign: bool = False
    """Whether so few are there that it is another database than the questions are asked of."""


class Report(BaseModel):
    """Counts and lists over all questions of a load."""

    version: str = ""
    """Guess of what the files are."""
    files: dict[str, str] = Field(default_factory=dict)
    """Question file to its SHA-256."""
    skipped: list[str] = Field(default_factory=list)
    """Files that were not used, each with why."""
    database_sha256: str = ""
    """SHA-256 of the database."""
    sqlite: str = ""
    """Version of SQLite that computed the gold."""
    now: str = ""
    """Current time of the database."""
    strays: int = 0
    """Rows that name another split than that of their file; the file decides."""
    rows: dict[str, int] = Field(default_factory=dict)
    """Split to questions read."""
    answerable: int = 0
    """Questions that should have an answer."""
    unanswerable: int = 0
    """Questions that should not; each is a task whose answer is to abstain."""
    executed: int = 0
    """Queries that ran to their end with as many rows as permitted."""
    tasks: dict[str, int] = Field(default_factory=dict)
    """Split to tasks made."""
    failures: dict[Reason, list[Failure]] = Field(default_factory=dict)
    """Reason to the questions that did not become tasks."""
    ids: dict[str, Ids] = Field(default_factory=dict)
    """Slot to how its values fared."""
    empty: str = ""
    """Why no question was executed at all; mostly empty."""
    long: list[str] = Field(default_factory=list)
    """Tasks with more rows than the official evaluators compare (100); here all are compared."""
    answers_agree: int = 0
    """Tasks whose published rows equal the computed ones by the official comparison of 2024."""
    answers_differ: list[str] = Field(default_factory=list)
    """Tasks whose published rows do not; the computed ones are used."""

    differing: dict[str, int] = Field(default_factory=dict)
    """Split to how many these are."""

    def check(self) -> DataCheck:
        """The same for `medgym data check`: a line for each split, a remark for each question left out."""
        verdicts: list[tuple[str, Verdict]] = []
        for split, asked in self.rows.items():
            tasks, differ = self.tasks.get(split, 0), self.differing.get(split, 0)
            verdicts += [(split, "agree")] * (tasks - differ)
            verdicts += [(split, "disagree")] * differ
            verdicts += [(split, "left out")] * (asked - tasks)
        remarks = [
            f"{failure.split} {failure.id}: {WORDS[reason]}"
            for reason, failures in self.failures.items()
            for failure in failures
        ]
        differ_too = [f"{id}: other rows are published than its SQL gives" for id in self.answers_differ]
        return check_of(verdicts, filter(None, [self.empty, *self.skipped, *remarks, *differ_too]))

    def refuse(self, id: str, split: str, reason: Reason, detail: str) -> None:
        """Enter a question that does not become a task."""
        self.failures.setdefault(reason, []).append(Failure(id=id, split=split, detail=detail))

    def text(self) -> str:
        """The report in words; of long lists the first :data:`LISTED`."""
        lines = [
            f"{self.version}: {sum(self.rows.values())} questions ({_counts(self.rows)}), "
            f"{self.answerable} answerable, {self.unanswerable} unanswerable",
            f"{self.executed} queries executed by SQLite {self.sqlite} at {self.now}",
            f"{sum(self.tasks.values())} tasks ({_counts(self.tasks)})",
        ]
        lines += [self.empty] if self.empty else []
        lines += [
            f"{len(failures)} left out because {WORDS[reason]}: {_some([failure.id for failure in failures])}"
            for reason, failures in self.failures.items()
        ]
        lines += [_ids(slot, ids) for slot, ids in self.ids.items()]
        if self.long:
            lines.append(f"{len(self.long)} tasks have more than 100 rows: {_some(self.long)}")
        if self.answers_agree or self.answers_differ:
            lines.append(f"published answers: {self.answers_agree} agree, {len(self.answers_differ)} differ")
            lines += [f"  {_some(self.answers_differ)}"] if self.answers_differ else []
        if self.strays:
            lines.append(f"{self.strays} rows name another split than that of their file, which decides")
        lines += [f"not used: {skipped}" for skipped in self.skipped]
        lines += [f"sha256 {digest} {name}" for name, digest in self.files.items()]
        return "\n".join(lines)


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items()) or "none"


def _ids(slot: str, ids: Ids) -> str:
    line = f"{slot}: {ids.named - len(ids.missing)} of {ids.named} are in the database"
    return line + (f", not {_some(list(ids.missing))}" if ids.missing else "")


def _some(ids: list[str]) -> str:
    rest = len(ids) - LISTED
    return ", ".join(ids[:LISTED]) + (f" and {rest} more" if rest > 0 else "")
