"""The action that runs code in the box, and by which answers are submitted."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator

from medgym_core.action.contract import ActionContext, Observation
from medgym_core.action.grounding import ground
from medgym_core.action.outcome_text import outcome_text
from medgym_core.action.schema import StrictArguments, lowered
from medgym_sandbox.spec import Execution

Language = Annotated[Literal["python", "sql"], BeforeValidator(lowered)]
"""What code may be written in."""


class CodeExecution:
    """Runs Python or SQL in the box; with ``submit`` the execution's ``answer`` is what is graded."""

    name = "code_execution"
    description = (
        "Run Python or one SQL query in the sandbox and see its output. Each execution starts afresh: "
        "variables do not persist, files in the work directory do. Python puts its result in the variable "
        "`answer`; with submit=true that answer (for SQL, the result table) is submitted for grading."
    )

    class Arguments(StrictArguments):
        """What to run."""

        code: str
        """The program, or one SQL query."""
        language: Language = "python"
        """python, unless given, or sql (only where the task has a database)."""
        submit: bool = False
        """Whether this execution's answer is final and cannot be taken back; false unless given."""

    def perform(self, arguments: BaseModel, context: ActionContext) -> Observation:
        """Run the code; a submission counts as such even if it fails or sets no answer."""
        assert isinstance(arguments, CodeExecution.Arguments)
        if arguments.language == "sql" and context.task.database is None:
            return no_database()
        execution = make_execution(arguments.code, arguments.language, context)
        outcome = context.box.run(execution)
        context.last = (execution, outcome)
        lacks_answer = arguments.submit and context.turn.answer is not None and outcome.answer is None
        error = ground(execution, outcome).error if not outcome.ok else "no_answer" if lacks_answer else ""
        return Observation(
            text=outcome_text(execution, outcome, context, echo=not arguments.submit),
            ok=not error,
            error=error,
            outcome=outcome,
            submitted=arguments.submit,
        )


def make_execution(
    code: str, language: Literal["python", "sql"], context: ActionContext, inspect: bool = False
) -> Execution:
    """An execution within the task's limits; for SQL, on the task's database."""
    database, limits = context.task.database, context.task.limits
    return Execution(
        language=language,
        source=code,
        timeout_s=limits.action_s,
        output_bytes=limits.output_bytes,
        answer_bytes=limits.answer_bytes,
        database=f"data/{database.path}" if language == "sql" and database else None,
        inspect=inspect,
    )


def no_database() -> Observation:
    """The refusal of SQL in a task without a database; nothing ran and nothing was submitted."""
    text = "This task has no SQL database; use language 'python'. Nothing was run."
    return Observation(text=text, ok=False, error="malformed")
