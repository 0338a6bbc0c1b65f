"""Submissions that leave a mark where they are run on the host: as code, as a module, as a pickle."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from medgym_core.task import Task
from medgym_core.verifier.contract import Submission, TurnSubmission


def traps(task: Task, mark: Path) -> Iterator[Submission]:
    """Submissions for ``task`` that write the file ``mark`` when somebody evaluates or loads them."""
    code = f"__import__('pathlib').Path({str(mark)!r}).touch()"
    for answer, data in (
        (code, code.encode()),
        (json.dumps(code), json.dumps(code).encode()),
        (json.dumps({"value": code}), f"!!python/object/apply:eval [{json.dumps(code)}]".encode()),
        (json.dumps([[code]]), pickle.dumps(_Evaluated(code))),
    ):
        yield Submission(
            turns=tuple(
                TurnSubmission(answer=answer, files={file.path: data for file in turn.files})
                for turn in task.turns
            )
        )


class _Evaluated:
    """What is evaluated when its pickle is loaded."""

    def __init__(self, code: str) -> None:
        self._code = code

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return eval, (self._code,)
