"""Right submissions to start from, and copies of them with one part replaced."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pydantic import JsonValue

from medgym_core.builds.making import gold_of
from medgym_core.builds.training import spread
from medgym_core.source import Build
from medgym_core.task import Gold
from medgym_core.verifier.contract import Submission, TurnSubmission, Verdict
from medgym_core.verifier.parse import parse
from medgym_core.verifier.programs import ProgramGold
from medgym_core.verifier.table import read
from medgym_prove.adversarial.mutation import plain
from medgym_prove.dynamic.record import Recorded, judge, record
from medgym_prove.dynamic.sample import filled, varied
from medgym_prove.subject import Subject
from medgym_sandbox.backend import SandboxBackend

MANY = 30
"""Most tasks of a split whose answers alone are graded: gold is their right answer."""
FEW = 4
"""Most tasks of a split that the reference plays for its submission, where there is more than an answer."""


@dataclass(frozen=True)
class Case:
    """A right submission with its gold."""

    recorded: Recorded
    """What was submitted."""
    gold: Gold
    """What it is graded against."""

    def answers(self) -> list[JsonValue]:
        """The answer of every turn as plain data; None also where a turn asks for none."""
        found: list[JsonValue] = []
        for turn, given in zip(self.recorded.task.turns, self.recorded.submission.turns, strict=True):
            if turn.answer is None or given.answer is None:
                found.append(None)
                continue
            value = read(turn.answer, parse(given.answer, self.recorded.task.limits.answer_bytes))
            found.append(plain(turn.answer, value))
        return found

    def with_answer(self, turn: int, text: str, language: str = "python") -> Recorded:
        """The submission with another answer, given as JSON text, in one turn."""
        return self._with(turn, {"answer": text, "language": language})

    def with_file(self, turn: int, path: str, data: bytes) -> Recorded:
        """The submission with another file in one turn."""
        files = self.recorded.submission.turns[turn].files
        return self._with(turn, {"files": {**files, path: data}})

    def source(self, gold: ProgramGold, turn: int) -> str:
        """The program submitted in one turn."""
        given = self.recorded.submission.turns[turn]
        source: str = given.files[gold.file].decode() if gold.file else json.loads(given.answer or '""')
        return source

    def with_source(self, gold: ProgramGold, turn: int, source: str) -> Recorded:
        """The submission with another program in one turn."""
        if gold.file:
            return self.with_file(turn, gold.file, source.encode())
        return self.with_answer(turn, json.dumps(source))

    def _with(self, turn: int, update: dict[str, object]) -> Recorded:
        turns = list(self.recorded.submission.turns)
        turns[turn] = turns[turn].model_copy(update=update)
        return replace(self.recorded, submission=Submission(turns=tuple(turns)))


def cases(
    subject: Subject, build: Build, backend: SandboxBackend, many: int = MANY, few: int = FEW
) -> Iterator[Case]:
    """Right submissions of every split: at most ``many`` that are answers, ``few`` that are played."""
    for split in filled(subject, build):
        first = subject.family.task(build, split, 0)
        if first.verifier == "answer":
            found = _from_gold(subject, build, split, many)
        else:
            found = record(subject, build, backend, varied(subject, build, few, split))
        for one in found:
            yield Case(one, gold_of(subject.family, build, one.task))


def grade(subject: Subject, build: Build, case: Case, given: Recorded, backend: SandboxBackend) -> Verdict:
    """The verdict on ``given``, a changed copy of the submission of ``case``."""
    return judge(subject.family, build, given, case.gold, backend)


def _from_gold(subject: Subject, build: Build, split: str, many: int) -> Sequence[Recorded]:
    """What the core's verifier of answers must accept: gold itself."""
    found = []
    for index in spread(subject.family.size(build, split), many):
        task = subject.family.task(build, split, index)
        golds = gold_of(subject.family, build, task).turns
        turns = tuple(TurnSubmission(answer=json.dumps(value)) for value in golds)
        found.append(Recorded(task, Submission(turns=turns), {}))
    return found
