"""A hospital family's gold against answers computed a second time, from the same raw files."""

import argparse
import importlib
import json
import pkgutil
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any

from medgym_core import AnswerKind, Build, Progress, Source, TaskFamily, Tier, ensure_build, gold_of, plugins
from medgym_core.source import silent
from medgym_core.verifier.answer import grade_answer
from medgym_core.verifier.contract import TurnSubmission
from medgym_ehr.hospital import elsewhere, loader
from medgym_ehr.testing.independent.period import Slots, Tables

Solver = Callable[[Tables, Slots], object]
HOME = ("test", "ood", "train", "abstention")
"""Splits about the family's own database."""
ELSEWHERE = (elsewhere.SPLIT,)
"""Splits about the other hospital's."""
KEPT = "keeps raw files and builds, which must go when the family changes; else a folder that goes away"


@dataclass(frozen=True)
class Case:
    """A task of the family as far as it can be seen, and its gold."""

    category: str
    template: str
    text: str
    slots: Slots
    kind: AnswerKind
    gold: Any


def cases(family: TaskFamily, build: Build, each: int, splits: Sequence[str] = HOME) -> Iterator[Case]:
    """The first tasks of every template with and without answer, ``each`` of them at most."""
    taken: Counter[tuple[str, bool]] = Counter()
    for split in (split for split in splits if split in family.splits):
        for index in range(family.size(build, split)):
            question = loader.question(build, split, index)
            kind = (question.template, question.answer is None)
            if taken[kind] < each and (question.sql or not question.tags):
                taken[kind] += 1
                task = family.task(build, split, index)
                (turn,), (gold,) = task.turns, gold_of(family, build, task).turns
                assert turn.answer is not None
                asked = (question.template, question.text, dict(question.slots))
                yield Case(task.category, *asked, turn.answer, gold)


@dataclass
class Comparison:
    """What one run found."""

    agreed: Counter[str] = field(default_factory=Counter)
    """By category."""
    disagreed: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    """What was found, by category."""
    unsolved: Counter[str] = field(default_factory=Counter)
    """By template without solver."""


def compare(asked: Iterable[Case], computed: Tables, solved: Mapping[str, Solver]) -> Comparison:
    """The answers of tasks that have one, computed again."""
    result = Comparison()
    for case in (case for case in asked if case.gold is not None):
        if case.template not in solved:
            result.unsolved[case.template] += 1
            continue
        difference = differs(case, computed, solved[case.template])
        if difference is None:
            result.agreed[case.category] += 1
        else:
            result.disagreed[case.category].append(difference)
    return result


def answered(asked: Iterable[Case], computed: Tables, solved: Mapping[str, Solver]) -> dict[str, bool]:
    """Text of each task that the data cannot answer, and whether its solver finds an answer nonetheless."""
    return {
        case.text: finds(solved[case.template], computed, case.slots)
        for case in asked
        if case.gold is None and case.template in solved
    }


def finds(solver: Solver, computed: Tables, slots: Slots) -> bool:
    """Whether a solver comes to an answer: not to a failure, none, an empty list or a sum of nothing."""
    try:
        answer = solver(computed, slots)
    except Exception:  # the largest of nothing, the first of nothing, the row of nobody
        return False
    return answer == answer and answer not in (None, [], 0)


def differs(case: Case, computed: Tables, solver: Solver) -> str | None:
    """What is told apart from gold, or why there is no answer; None if the answers agree."""
    try:
        answer = json.dumps(solver(computed, case.slots))
    except Exception as error:  # whatever a solver fails with is one disagreement, not the end of the run
        answer, reason = f"{type(error).__name__}: {error}", "no answer"
    else:
        graded = grade_answer(case.kind, TurnSubmission(answer=answer), case.gold, 10_000_000)
        if graded.ok:
            return None
        reason = graded.reason
    lines = [f"{case.template} ({reason})", case.text, json.dumps(case.slots)]
    return "\n  ".join([*lines, f"computed: {answer[:1000]}", f"gold:     {json.dumps(case.gold)[:1000]}"])


def shown(result: Comparison) -> str:
    """A line for each category and template without solver, and all disagreements."""
    lines = []
    for category in sorted(result.agreed | Counter(result.disagreed.keys())):
        disagreements = result.disagreed.get(category, [])
        agreed = result.agreed[category]
        lines += [f"{category}: {agreed + len(disagreements)} tasks, {agreed} agree", *disagreements]
    lines += [f"no solver: {template}, {count} tasks" for template, count in sorted(result.unsolved.items())]
    return "\n".join(lines)


def solvers_of(package: ModuleType) -> dict[str, Solver]:
    """Every template's solver, from all modules answers_* that there are."""
    modules = [
        importlib.import_module(f"{package.__name__}.{module.name}")
        for module in pkgutil.iter_modules(package.__path__)
        if module.name.startswith("answers_")
    ]
    return {template: solver for module in modules for template, solver in module.SOLVERS.items()}


@dataclass(frozen=True)
class SecondComputation:
    """How a family's answers are computed a second time."""

    family: str
    synthesise: Callable[[Path, int, int, Progress], None]
    """Writes raw files of a seed and a number of patients."""
    tables: Callable[[Path], Tables]
    """Reads raw files."""
    solvers: Mapping[str, Solver]
    """Template to what computes its answers."""
    wear: Callable[[Path, Path, int], None] | None = None
    """Writes the same raw files as untidy as files may be; None where ``tables`` reads tidy ones alone."""

    def source(self, home: Path, seed: int, scale: int, worn: bool = False) -> Path:
        """A folder of synthetic raw files below ``home``, written now unless it stands already."""
        raw = home / f"{'worn' if worn else 'raw'}-{seed}-{scale}"
        if not raw.exists():
            home.mkdir(parents=True, exist_ok=True)
            with TemporaryDirectory(dir=home) as scratch:
                growing = Path(scratch) / "raw"
                growing.mkdir()
                if worn and self.wear:
                    self._wear(self.source(home, seed, scale), growing, seed)
                else:
                    self.synthesise(growing, seed, scale, silent)
                growing.rename(raw)
        return raw

    def asked_and_computed(self, home: Path, raw: Path, each: int) -> tuple[list[Case], Tables]:
        """Tasks of the build of ``raw``, which is kept below ``home``, and the tables of the same files."""
        family = plugins.family(self.family)
        build = ensure_build(family, Source.user(raw, Tier.SYNTHETIC), home)
        return list(cases(family, build, each)), self.tables(raw)

    def asked_elsewhere(self, home: Path, raw: Path, each: int) -> tuple[list[Case], Tables]:
        """The same of the other hospital, whose files lie in a folder of ``raw``."""
        family = plugins.family(self.family)
        build = ensure_build(family, Source.user(raw, Tier.SYNTHETIC), home)
        return list(cases(family, build, each, ELSEWHERE)), self.tables(raw / elsewhere.FOLDER)

    def _wear(self, raw: Path, out: Path, seed: int) -> None:
        assert self.wear is not None
        self.wear(raw, out, seed)
        if (other := raw / elsewhere.FOLDER).is_dir():
            (out / elsewhere.FOLDER).mkdir()
            self.wear(other, out / elsewhere.FOLDER, seed)

    def main(self, description: str | None) -> int:
        """Compares what the command line says; 1 where any two answers differ, or none was computed."""
        parser = argparse.ArgumentParser(description=description)
        parser.add_argument("--home", type=Path, help=KEPT)
        parser.add_argument("--scale", type=int, default=600, help="patients")
        parser.add_argument("--seed", type=int, default=0)
        parser.add_argument("--each", type=int, default=20, help="tasks of every template")
        if self.wear:
            parser.add_argument("--worn", action="store_true", help="raw files as untidy as files may be")
        options = parser.parse_args()
        with TemporaryDirectory() as scratch:
            home = options.home or Path(scratch)
            raw = self.source(home, options.seed, options.scale, worn="worn" in options and options.worn)
            found = [compare(*self.asked_and_computed(home, raw, options.each), self.solvers)]
            print(shown(found[0]))
            if (raw / elsewhere.FOLDER).is_dir():
                found.append(compare(*self.asked_elsewhere(home, raw, options.each), self.solvers))
                print(f"the other hospital:\n{shown(found[1])}")
        return int(any(any(result.disagreed.values()) or result.unsolved for result in found))
