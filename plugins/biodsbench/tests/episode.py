"""One submission, played in a box."""

from medgym_core import ActionCall, plugins
from medgym_core.env.loop import Env


def submitted(family, build, task, code, sandbox="process"):
    """The verdict on a program that is submitted; the agent gives up if it left no answer."""
    call = ActionCall(name="code_execution", arguments={"code": code, "submit": True})
    with Env(family, build, task, plugins.sandbox(sandbox).start) as env:
        env.reset()
        env.step(call)
        return env.verdict or env.give_up()
