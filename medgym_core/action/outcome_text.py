"""What an agent reads about an execution."""

from __future__ import annotations

import json

from medgym_core.action.contract import ActionContext
from medgym_core.action.grounding import answer_problem, ground
from medgym_core.action.layout import clip, joined, one_line, section, table
from medgym_sandbox.spec import Execution, Outcome

_ECHO = 500


def outcome_text(execution: Execution, outcome: Outcome, context: ActionContext, echo: bool) -> str:
    """Output within the task's ``output_bytes``, ``answer`` if ``echo``, and the grounding of a failure.

    A submission is not echoed, so that nothing here hints at how it was graded.
    """
    limit = context.task.limits.output_bytes
    stderr = outcome.stderr
    if outcome.failure is not None and outcome.failure.traceback:
        stderr = stderr.replace(outcome.failure.traceback.strip(), "")
    output = joined([section("stdout", outcome.stdout), section("stderr", stderr)])
    if not outcome.ok:
        return joined([clip(output, limit), ground(execution, outcome, context.packages).text])
    result = _result(execution, outcome, limit // 2) if echo else ""
    result = joined([result, answer_problem(execution, outcome)])
    text = joined([clip(output, limit - len(result.encode()) - 1), result])
    return text or "Ran to its end; nothing was printed" + (" and `answer` was not set." if echo else ".")


def _result(execution: Execution, outcome: Outcome, max_bytes: int) -> str:
    if outcome.answer is None:
        return ""
    if execution.language == "sql":
        rows = _rows(outcome.answer)
        if rows is not None:
            return table(*rows, max_bytes)
    return f"answer = {one_line(outcome.answer, min(_ECHO, max_bytes // 4))}"


def _rows(answer: str) -> tuple[list[str], list[list[object]]] | None:
    """Columns and rows of an SQL answer; None if the untrusted text is not of that form."""
    try:
        value = json.loads(answer)
        columns, rows = value["columns"], value["rows"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    if isinstance(columns, list) and isinstance(rows, list) and all(isinstance(row, list) for row in rows):
        return [str(column) for column in columns], rows
    return None
