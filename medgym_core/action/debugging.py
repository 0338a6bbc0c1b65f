"""The action that runs code again to see why it fails."""

from __future__ import annotations

from pydantic import BaseModel

from medgym_core.action.code_execution import Language, make_execution, no_database
from medgym_core.action.contract import ActionContext, Observation
from medgym_core.action.grounding import ground
from medgym_core.action.layout import clip, joined, one_line, section
from medgym_core.action.outcome_text import outcome_text
from medgym_core.action.schema import StrictArguments
from medgym_sandbox.spec import Execution, Outcome


class Debugging:
    """Runs code once more and tells, beside the grounding, what the local variables were where it failed."""

    name = "debugging"
    description = (
        "Run code again to find out why it fails: besides the error you see the local variables at the "
        "failing line. Without code, the latest code_execution is run again if it failed. Never submits."
    )

    class Arguments(StrictArguments):
        """What to examine."""

        code: str | None = None
        """The program or query; without it, the latest code_execution that failed."""
        language: Language = "python"
        """python, unless given, or sql, for the given code."""

    def perform(self, arguments: BaseModel, context: ActionContext) -> Observation:
        """Run and explain; the same code fails the same way unless it depends on files it changed."""
        assert isinstance(arguments, Debugging.Arguments)
        execution = _execution(arguments, context)
        if isinstance(execution, Observation):
            return execution
        outcome = context.box.run(execution)
        context.last = (execution, outcome)
        if outcome.ok:
            text = joined(
                ["It ran to its end without an error.", outcome_text(execution, outcome, context, echo=True)]
            )
            return Observation(text=text, outcome=outcome)
        return Observation(
            text=_explained(execution, outcome, context),
            ok=False,
            error=ground(execution, outcome).error,
            outcome=outcome,
        )


def _execution(arguments: Debugging.Arguments, context: ActionContext) -> Execution | Observation:
    """What to run, or why there is nothing."""
    if arguments.code is None:
        if context.last is None or context.last[1].ok:
            text = "The latest code_execution did not fail; give the code to examine."
            return Observation(text=text, ok=False, error="malformed")
        return context.last[0].model_copy(update={"inspect": True})
    if arguments.language == "sql" and context.task.database is None:
        return no_database()
    return make_execution(arguments.code, arguments.language, context, inspect=True)


def _explained(execution: Execution, outcome: Outcome, context: ActionContext) -> str:
    text = outcome_text(execution, outcome, context, echo=False)
    if outcome.failure is None:
        return text
    variables = (f"  {name}: {one_line(value)}" for name, value in outcome.failure.variables.items())
    details = joined(
        [
            section("traceback", outcome.failure.traceback),
            section("variables where it failed", "\n".join(variables)),
        ]
    )
    return joined([text, clip(details, context.task.limits.output_bytes)])
