"""Right submissions in other styles, each through a box, as an agent's would come."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path

from pydantic import JsonValue

from medgym_core import parse_python
from medgym_core.answer import AnswerKind
from medgym_core.env.opening import OpenFamily
from medgym_core.errors import MedgymError
from medgym_core.source import Build, home_of
from medgym_core.task import Task
from medgym_core.verifier.contract import Verdict
from medgym_core.verifier.predictions import PredictionGold
from medgym_core.verifier.programs import ProgramGold
from medgym_prove.adversarial import prediction, program, style
from medgym_prove.adversarial.case import Case
from medgym_prove.dynamic.record import Recorded
from medgym_prove.dynamic.sample import Place
from medgym_prove.subject import Subject
from medgym_sandbox.backend import Sandbox, SandboxBackend
from medgym_sandbox.environment import pins
from medgym_sandbox.spec import BoxSpec, Execution

OWN = "styles"
"""Folder beside a plugin's package with styles of its own: see :func:`own_styles`."""
_ANSWER_BYTES = 2**26

Styled = tuple[str, Recorded]
"""Name of the style, and the submission in it."""


class UnstyledError(MedgymError):
    """A style could not be written down; says why."""


def restyled(subject: Subject, build: Build, case: Case, backend: SandboxBackend) -> Iterator[Styled]:
    """One right submission in every style that fits it.

    Raises:
        UnstyledError: if the box does not take a style's program.
    """
    task = case.recorded.task
    pandas = any(pin.startswith("pandas==") for pin in pins(subject.family.environment))
    for number, turn in enumerate(task.turns):
        if task.verifier == "programs":
            yield from _programs(case, number, pandas)
        elif task.verifier == "predictions":
            yield from _predictions(case, number)
        elif turn.answer is not None and task.verifier in ("answer", "states"):
            with _box(subject, build, task, backend) as box:
                for name, text in answers(box, task, turn.answer, case.answers()[number], pandas):
                    yield name, case.with_answer(number, text, "sql" if name == "SQL" else "python")


def answers(
    box: Sandbox, task: Task, kind: AnswerKind, value: JsonValue, pandas: bool
) -> Iterator[tuple[str, str]]:
    """``value`` as ``box`` sends it in every style: the name, and the JSON text.

    Raises:
        UnstyledError: if the box does not take a style's program.
    """
    styles = dict(style.styles(kind, value, pandas))
    pairs = ", ".join(f"{name!r}: {expression}" for name, expression in styles.items())
    sent = _run(box, Execution(source=f"{style.PRELUDE}\nanswer = {{{pairs}}}", answer_bytes=_ANSWER_BYTES))
    yield from ((name, json.dumps(found)) for name, found in json.loads(sent).items())
    query = style.sql(kind, value) if task.database else None
    if query is not None and task.database is not None:
        database = f"data/{task.database.path}"
        yield "SQL", _run(box, Execution(language="sql", source=query, database=database))


def own_styles(subject: Subject) -> Iterator[tuple[str, str]]:
    """Name and source of the family's own styles.

    Each public function of a file in ``styles/`` is one; the file's function ``_use`` is called with it
    before the reference begins. What a family's references do to services is restyled so.
    """
    for path in sorted((subject.folder / OWN).glob("*.py")):
        source = path.read_text(encoding="utf-8")
        names = [part.name for part in parse_python(source).body if isinstance(part, ast.FunctionDef)]
        yield from ((name, f"{source}\n_use({name})\n") for name in names if not name.startswith("_"))


def played(subject: Subject, build: Build, place: Place, prelude: str, backend: SandboxBackend) -> Verdict:
    """The verdict on the reference, played after ``prelude``."""
    with OpenFamily(subject.family, build, backend).env(*place) as env:
        env.reset()
        for call in subject.family.reference(build, env.task):
            code = call.arguments.get("code")
            changed = {**call.arguments, "code": f"{prelude}\n{code}"} if code else call.arguments
            env.step(call.model_copy(update={"arguments": changed}))
        return env.verdict or env.give_up()


def _box(subject: Subject, build: Build, task: Task, backend: SandboxBackend) -> Sandbox:
    mounts = {path: Path(build.public / path) for path in task.mounts}
    spec = BoxSpec(
        environment=subject.family.environment, mounts=mounts, limits=task.limits, home=home_of(build)
    )
    return backend.start(spec)


def _run(box: Sandbox, execution: Execution) -> str:
    outcome = box.run(execution)
    if outcome.answer is None:
        why = outcome.failure.message if outcome.failure else outcome.answer_error or outcome.reason
        raise UnstyledError(f"a style cannot be written down ({why}): {execution.source[-400:]}")
    return outcome.answer


def _programs(case: Case, number: int, pandas: bool) -> Iterator[Styled]:
    gold = ProgramGold.model_validate(case.gold.turns[number])
    source = case.source(gold, number)
    for name, changed in program.restyled(source, gold.entry, gold.returns is not None, pandas):
        yield name, case.with_source(gold, number, changed)


def _predictions(case: Case, number: int) -> Iterator[Styled]:
    keys = PredictionGold.model_validate(case.gold.turns[number]).keys
    for file in case.recorded.task.turns[number].files:
        data = case.recorded.submission.turns[number].files.get(file.path)
        if file.format == "csv" and data is not None:
            for name, changed in prediction.restated(data, keys):
                yield name, case.with_file(number, file.path, changed)
