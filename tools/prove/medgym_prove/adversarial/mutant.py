"""A03: the verifier refuses submissions that are nearly right."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

from pydantic import JsonValue

from medgym_core.task import FileSpec
from medgym_core.verifier.contract import Status
from medgym_core.verifier.predictions import PredictionGold
from medgym_core.verifier.programs import ProgramGold
from medgym_prove.adversarial import prediction, program, state
from medgym_prove.adversarial.case import Case, cases, grade
from medgym_prove.adversarial.mutation import is_same, mutations
from medgym_prove.check import Check, Evidence
from medgym_prove.dynamic.play import quickest
from medgym_prove.dynamic.record import Recorded
from medgym_prove.subject import Subject

KILL_RATE = 0.95
"""Least share of mutants that must be refused."""
TOLERATED = 0.5
"""Highest share of changed answers that may lie within the tolerance; above, it is too wide to tell."""
SYSTEMATIC = 5
"""So many mutants of one operator are no accident: at least half of them must be refused."""
OTHERS = 2
"""Answers to other tasks that each task is given."""
CREDIT = 0.1
"""Reward that a spoilt file may keep; other mutants must miss success."""

Answers = Mapping[str, Sequence[JsonValue]]
"""Right answers by the way in which they are asked for."""


class _Mutant(NamedTuple):
    operator: str
    given: Recorded | None
    """None where the change lies within the tolerance."""
    credit: float = 1.0


def _refuses_mutants(subject: Subject) -> Evidence:
    build, backend = subject.build(), quickest(subject)
    right = list(cases(subject, build, backend))
    answers = _by_question(right)
    made, killed = Counter[str](), Counter[str]()
    tolerated, survivors = 0, []
    for done, case in enumerate(right, 1):
        for mutant in _mutants(case, answers):
            if mutant.given is None:
                tolerated += 1
                continue
            verdict = grade(subject, build, case, mutant.given, backend)
            made[mutant.operator] += 1
            if verdict.status is not Status.SUCCESS and (verdict.reward or 0.0) < min(mutant.credit, 1.0):
                killed[mutant.operator] += 1
            else:
                survivors.append(f"{case.recorded.task.id}: {mutant.operator} (reward {verdict.reward})")
        subject.progress(f"mutants of {done} of {len(right)} submissions", None)
    return _evidence(len(right), made, killed, tolerated, survivors)


def _evidence(
    tasks: int, made: Counter[str], killed: Counter[str], tolerated: int, survivors: list[str]
) -> Evidence:
    total, problems = made.total(), []
    rate = killed.total() / total if total else 0.0
    if total and rate < KILL_RATE:
        problems.append(
            f"{total - killed.total()} of {total} mutants are accepted: the kill rate is {rate:.3f}"
        )
        problems += [f"accepted: {survivor}" for survivor in survivors[:20]]
    problems += [
        f"{made[name] - killed[name]} of {made[name]} mutants of one operator are accepted: {name}"
        for name in sorted(made)
        if made[name] >= SYSTEMATIC and killed[name] * 2 < made[name]
    ]
    if tolerated > TOLERATED * (total + tolerated):
        problems.append(f"{tolerated} of {total + tolerated} changed answers lie within the tolerance")
    operators: dict[str, JsonValue] = {name: f"{killed[name]}/{made[name]}" for name in sorted(made)}
    figures: dict[str, JsonValue] = {
        "tasks": tasks,
        "mutants": total,
        "kill rate": round(rate, 4),
        "within tolerance": tolerated,
        "operators": operators,
        "survivors": list[JsonValue](survivors[:20]),
    }
    return Evidence(examined=total, problems=tuple(problems), figures=figures)


def _by_question(right: Sequence[Case]) -> Answers:
    found: defaultdict[str, list[JsonValue]] = defaultdict(list)
    for case in right:
        for turn, answer in zip(case.recorded.task.turns, case.answers(), strict=True):
            if turn.answer and answer not in found[turn.answer.model_dump_json()]:
                found[turn.answer.model_dump_json()].append(answer)
    return found


def _mutants(case: Case, answers: Answers) -> Iterator[_Mutant]:
    """Every mutant of one submission: of one answer, one file or one service's state."""
    task = case.recorded.task
    for number, (turn, answer) in enumerate(zip(task.turns, case.answers(), strict=True)):
        if task.verifier == "programs":
            yield from _programs(case, number)
            continue
        for file in turn.files:
            yield from _predictions(case, number, file)
        if turn.answer is None or task.verifier == "predictions":
            continue
        others = islice((one for one in answers[turn.answer.model_dump_json()] if one != answer), OTHERS)
        for operator, mutant in mutations(turn.answer, answer, list(others)):
            if mutant == answer and type(mutant) is type(answer):
                continue
            same = is_same(turn.answer, mutant, answer)
            yield _Mutant(operator, None if same else case.with_answer(number, json.dumps(mutant)))
    if task.services:
        for service, change in case.recorded.states.items():
            for operator, mutated in state.spoilt(change):
                states = {**case.recorded.states, service: mutated}
                yield _Mutant(operator, replace(case.recorded, states=states))


def _predictions(case: Case, number: int, file: FileSpec) -> Iterator[_Mutant]:
    data = case.recorded.submission.turns[number].files.get(file.path)
    if file.format != "csv" or data is None:
        return
    keys = [data.decode("utf-8-sig").splitlines()[0].split(",")[0].strip()]
    if case.recorded.task.verifier == "predictions":
        keys = list(PredictionGold.model_validate(case.gold.turns[number]).keys)
    for operator, spoilt in prediction.spoilt(data, keys):
        yield _Mutant(operator, case.with_file(number, file.path, spoilt), CREDIT)


def _programs(case: Case, number: int) -> Iterator[_Mutant]:
    gold = ProgramGold.model_validate(case.gold.turns[number])
    source = case.source(gold, number)
    for operator, spoilt in program.spoilt(source, gold.entry, gold.cases[0].expected):
        yield _Mutant(operator, case.with_source(gold, number, spoilt))


MUTANTS = Check(
    id="A03",
    level=3,
    title=f"at least {KILL_RATE:.0%} of nearly right submissions are refused",
    hint="Compare what the accepted mutants changed: narrow the tolerance, order rows where order was asked "
    "for, add hidden cases, or compare content where the verifier compares form.",
    examine=_refuses_mutants,
)
