"""S04: nothing private is in the public half, in prompts, in the image recipe or in file names.

Looked for are rare lines and runs of words of the private half (see ``secret.py``), long numbers of gold, and
golds of several values. What a question says is known to the agent. In the data that questions are about, a
run within one value is a name, such as that of a disease, if the value has up to 16 words, if a private query
quotes it whole or if an answer holds it as it stands, and so are several values that the private half quotes
side by side, as in a dictionary: such answers are looked up. A reference may quote the names that its
question says, and repeat the signature and the program around the submission that a question shows. Of a
gold of hidden calls only the results are secret: tolerances are public. Golds that are computed, which
no name is, must not fill a column of the data (see ``gold_column.py``).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import chain, groupby
from pathlib import Path

from pydantic import JsonValue

from medgym_core import plugins
from medgym_core.answer import AnswerKind, Choice
from medgym_core.env import prompt
from medgym_core.source import Build
from medgym_core.task import Gold, Task
from medgym_core.verifier.programs import PLACE, ProgramGold
from medgym_prove.building.addressed import addressed, drawn, sampled
from medgym_prove.building.gold_column import Golds, computed, listings
from medgym_prove.building.reading import SEPARATOR, lines
from medgym_prove.building.secret import Secrets, blocks, words
from medgym_prove.check import Check, Evidence
from medgym_prove.subject import Subject
from medgym_sandbox.environment import pins

SIGNIFICANT = 9
"""A number with so many digits is no coincidence in a file of data."""
_STATED = 5
"""A number with so many digits is no coincidence in a prompt."""
_PER_STRATUM = 2
_SHOWN = 10
_NAME = 16
_DRAWN = 40
"""Tasks of a split whose golds are looked for column by column."""
_QUOTED = re.compile(r"'((?:[^']|'')*)'")
_LISTED = re.compile(rf"{_QUOTED.pattern}(?:, {_QUOTED.pattern})*")
_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
_FENCED = re.compile(r"```\w*\n(.*?)\n```", re.DOTALL)
_CELLS = re.compile(f'{SEPARATOR}|["\\t]|,(?! )')


def _examine(subject: Subject) -> Evidence:
    family, build = subject.family, subject.build()
    every = [task for split in family.splits for task in addressed(family, build, split)]
    tasks = [task for split in family.splits for task in sampled(family, build, split, _PER_STRATUM)]
    golds = {task.id: family.gold(build, task) for task in tasks}
    questions = {turn.question for task in every for turn in task.turns}
    private = Secrets(_private(build), questions)
    values = {value for gold in golds.values() for value in _numbers(gold, SIGNIFICANT)}
    answers = Secrets([[text for gold in golds.values() for text in _several(gold)]], values=values)
    places = [*_files(build.public), *_files(family.environment.recipe)]
    names = _Names(subject, every)
    data = _data(build, every)
    problems = [*listings(_computed(subject), data, build.public)]
    problems += _in_files(places, data, (private, answers), names)
    problems += _in_prompts(subject, tasks, golds, private)
    figures = {"secrets": len(private) + len(answers), "files": len(places), "prompts": len(tasks)}
    return Evidence(examined=len(places) + len(tasks), problems=tuple(problems[:_SHOWN]), figures=figures)


def _files(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.rglob("*")) if path.is_file()]


def _private(build: Build) -> Iterator[Iterator[str]]:
    for path in _files(build.private):
        if build.private / "gold" not in path.parents:
            yield lines(path)


def _data(build: Build, tasks: Iterable[Task]) -> set[Path]:
    """What the questions are about: names in it are answers by their nature."""
    paths = {path for task in tasks for path in (*task.mounts, *(source.path for source in task.info))}
    return {build.public / path for path in paths}


class _Names:
    """Values of the data that may be long: those that the private half quotes and those that are answers."""

    def __init__(self, subject: Subject, tasks: list[Task]) -> None:
        self._subject, self._tasks = subject, tasks

    @cached_property
    def quoted(self) -> set[str]:
        private = _private(self._subject.build())
        return {name for file in private for line in file for name in _quoted(line)}

    @cached_property
    def answers(self) -> set[str]:
        """Of every task: only a build with a suspicious value pays for that."""
        family, build = self._subject.family, self._subject.build()
        golds = (family.gold(build, task) for task in self._tasks if task.verifier == "answer")
        leaves = (leaf for gold in golds for turn in gold.turns for leaf in _leaves(turn))
        return {" ".join(words(leaf)) for leaf in leaves if isinstance(leaf, str)}

    def cover(self, hit: str, line: str) -> bool:
        """Whether a secret in a line of the data is a name, or an answer as it stands."""
        return _is_name(hit, line, self.quoted) or _is_name(hit, line, self.answers)


def _quoted(line: str) -> Iterator[str]:
    """The values that a line quotes whole, as SQL does, and the short ones that it quotes as JSON does."""
    for text in _QUOTED.findall(line):
        if found := words(text.replace("''", "'")):
            yield " ".join(found)
    for text in _STRING.findall(line):
        if 0 < len(found := words(text)) <= _NAME:  # a longer one may be a whole query
            yield " ".join(found)


def _computed(subject: Subject) -> dict[str, Golds]:
    """Split to the computed golds of tasks all over it that ask for an answer."""
    family, build = subject.family, subject.build()
    found: dict[str, Golds] = {}
    for split in family.splits:
        tasks = (
            task for task in drawn(family, build, split, _DRAWN) if task.verifier in ("answer", "states")
        )
        golds = ((task, family.gold(build, task).turns) for task in tasks)
        found[split] = [computed(_secret(task, turn) for turn in turns) for task, turns in golds]
    return found


def _in_files(
    places: Iterable[Path], data: set[Path], secrets: Iterable[Secrets], names: _Names
) -> Iterator[str]:
    for path in places:
        for known in secrets:
            if hit := next(known.found(path.name), None):
                yield f"the name of {path} holds {hit!r}, which is private"
        asked = any(path == place or place in path.parents for place in data)
        for number, line in blocks(lines(path)):
            hits = (hit for known in secrets for hit in known.found(line))
            if found := next((hit for hit in hits if not (asked and names.cover(hit, line))), None):
                yield f"{path}:{number} holds {found[:120]!r}, which is private"
                break


def _is_name(hit: str, line: str, names: set[str]) -> bool:
    """Whether a secret is, or is part of, a short value of the data, or of ``names`` side by side."""
    cells = [words(cell) for cell in _CELLS.split(line)]
    short = (" ".join(cell) for cell in cells if len(cell) <= _NAME)
    found = groupby((" ".join(cell) for cell in cells), names.__contains__)
    sides = (" ".join(texts) for known, texts in found if known)
    return any(hit in text for text in chain(short, sides))


def _in_prompts(
    subject: Subject, tasks: list[Task], golds: Mapping[str, Gold], private: Secrets
) -> Iterator[str]:
    family, build = subject.family, subject.build()
    said = " ".join(words(" ".join(turn.question for task in tasks for turn in task.turns)))
    solutions = [
        piece
        for task in tasks
        for call in family.reference(build, task)
        for value in call.arguments.values()
        for piece in _unsaid(str(value), said)
    ]
    known = Secrets([solutions], public=_surroundings(tasks))
    packages = pins(family.environment)
    for task in tasks:
        actions = [plugins.action(name) for name in task.actions]
        questions = [turn.question.strip() for turn in task.turns]
        text = prompt.system_text(task, actions, "default", task.limits, packages)
        text += "\n" + prompt.task_text(task, task.limits)
        text += "".join("\n" + prompt.turn_text(task, index) for index in range(1, len(task.turns)))
        if hit := next(known.found(" ".join(text.split())), None):
            yield f"the prompt of {task.id} holds {hit!r}, which its reference solution says"
        if stated := _stated(task, golds[task.id], text):
            yield f"the prompt of {task.id} states {stated!r}, which is in its gold"
        for question in questions:
            text = text.replace(question, "")
        if hit := next((hit for line in text.splitlines() for hit in private.found(line)), None):
            yield f"the prompt of {task.id} holds {hit!r} outside its question, which is private"


def _surroundings(tasks: Iterable[Task]) -> Iterator[str]:
    """What questions show of the programs that submissions become part of: signatures, and what is around."""
    for block in (block for task in tasks for turn in task.turns for block in _FENCED.findall(turn.question)):
        if "\n" not in block or PLACE in block:
            yield block


def _unsaid(code: str, said: str) -> Iterator[str]:
    """The pieces of a reference between what it quotes of questions."""
    start = 0
    for begin, end in _quotations(code, said):
        yield code[start:begin]
        start = end
    yield code[start:]


def _quotations(code: str, said: str) -> Iterator[tuple[int, int]]:
    """Where lists of quoted values, or single ones of several words, are that questions say."""
    for listed in _LISTED.finditer(code):
        for quoted in (listed, *_QUOTED.finditer(code, *listed.span())):
            value = " ".join(words(quoted[0]))
            if " " in value and f" {value} " in f" {said} ":
                yield quoted.span()
                if quoted is listed:
                    break


def _stated(task: Task, gold: Gold, text: str) -> str | None:
    """A value of gold that the prompt states and that is too rare to be there by chance."""
    spoken = set(words(text))
    flat = " ".join(words(text))
    for turn, whole in zip(task.turns, gold.turns, strict=False):
        value = _secret(task, whole)
        for number in _numbers(Gold(value), _STATED):
            if number in spoken:
                return number
        for phrase in _phrases(value) if turn.answer and not _is_choice(turn.answer) else ():
            if f" {phrase} " in f" {flat} ":
                return phrase
    return None


def _secret(task: Task, gold: JsonValue) -> JsonValue:
    """The part of a gold that is not public: of a state the answer beside it, of calls results of one value.

    A number within a longer result, such as a share of few samples, may well be within an example's too.
    """
    if task.verifier == "states" and isinstance(gold, dict):
        return gold.get("answer")
    if task.verifier == "programs":
        results = [case.expected for case in ProgramGold.model_validate(gold).cases]
        return [result for result in results if not isinstance(result, list | dict)]
    return gold


def _is_choice(kind: AnswerKind) -> bool:
    return isinstance(kind, Choice) or "'choice'" in str(kind.model_dump())


def _phrases(value: JsonValue) -> Iterator[str]:
    for leaf in _leaves(value):
        if isinstance(leaf, str) and len(found := words(leaf)) >= 3:
            yield " ".join(found)


def _numbers(gold: Gold, digits: int) -> Iterator[str]:
    """Numbers of a gold with at least so many significant digits, as they are written."""
    for leaf in (leaf for turn in gold.turns for leaf in _leaves(turn)):
        if isinstance(leaf, int | float) and not isinstance(leaf, bool):
            text = repr(leaf)
            if len(text.lstrip("-0.").replace(".", "").rstrip("0")) >= digits:
                yield text.lstrip("-").lower()


def _several(gold: Gold) -> Iterator[str]:
    """Golds of several values, each as one line; a single value is found in the data by its nature."""
    for turn in gold.turns:
        if isinstance(turn, list | dict) and len(turn) > 1:
            yield json.dumps(turn)


def _leaves(value: JsonValue) -> Iterator[JsonValue]:
    if isinstance(value, dict):
        for inner in value.values():
            yield from _leaves(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _leaves(inner)
    else:
        yield value


S04 = Check(
    id="S04",
    level=1,
    title="nothing private is in the public half, in prompts, in the image recipe or in file names",
    hint="Write gold, labels, queries and hidden tests to the private half alone, and let context and "
    "descriptions say what the verifier relies on, not what it compares with.",
    examine=_examine,
)
