"""The action that runs a shell command in the box."""

from __future__ import annotations

import re

from pydantic import BaseModel

from medgym_core.action.contract import ActionContext, Observation
from medgym_core.action.grounding import ground
from medgym_core.action.outcome_text import outcome_text
from medgym_core.action.schema import StrictArguments
from medgym_sandbox.spec import Execution

_INSTALL = re.compile(
    r"(?:^|[;&|\n])\s*(?:sudo\s+)?(?:python[\d.]*\s+-m\s+)?"
    r"(?P<tool>pip[\d.]*|uv pip|conda|mamba|apt|apt-get|npm)\s+(?:-\S+\s+)*install\b"
)


class Terminal:
    """Runs a shell command in the work directory, with the task's deadline."""

    name = "terminal"
    description = (
        "Run a shell command in the sandbox's work directory and see its output. There is no network "
        "and nothing can be installed."
    )

    class Arguments(StrictArguments):
        """What to run."""

        command: str
        """A shell command line."""

    def perform(self, arguments: BaseModel, context: ActionContext) -> Observation:
        """Run the command; an attempt to install is answered at once."""
        assert isinstance(arguments, Terminal.Arguments)
        if install := _INSTALL.search(arguments.command):
            return _cannot_install(install["tool"], context.packages)
        limits = context.task.limits
        execution = Execution(
            language="shell",
            source=arguments.command,
            timeout_s=limits.action_s,
            output_bytes=limits.output_bytes,
        )
        outcome = context.box.run(execution)
        return Observation(
            text=outcome_text(execution, outcome, context, echo=False),
            ok=outcome.ok,
            error="" if outcome.ok else ground(execution, outcome).error,
            outcome=outcome,
        )


def _cannot_install(tool: str, packages: tuple[str, ...]) -> Observation:
    text = f"`{tool} install` was not run: the box has no network and nothing can be installed in it."
    installed = ", ".join(packages) or "the Python standard library only"
    return Observation(text=f"{text}\nInstalled: {installed}.", ok=False, error="no_network")
