"""A verifier of its own for a copy of the good plugin."""

from __future__ import annotations

from pathlib import Path

from .plugins import package, spoil

_LIMITS = "limits=Limits(steps=8, action_s=30, memory_mb=512),"
_VERIFIER = """

class Own:
    name = "toy-sum"
    version = "1"

    def collects(self, task: Task, turn: Turn) -> Collects:
        return Collects(answer=True)

    def programs(self, *_: object) -> tuple[Program, ...]:
        return ()

    def grade(self, task: Task, gold: Gold, submission: Submission, *_: object) -> Verdict:
        given = submission.turns[0].answer or "null"
        right = accepts(given, gold.turns[0])
        return Verdict(status=Status.SUCCESS if right else Status.FAIL, reward=float(right))

"""
_NAMES = "Collects, Program, Status, Submission, Task, Turn, Verdict"
_HOOK = '''

@hookimpl
def medgym_verifiers() -> Mapping[str, object]:
    """The family's own verifier."""
    from medgym_plugin_toy_sum.oracle import Own

    return {Own.name: Own()}
'''


def own_verifier(plugin: Path, accepts: str) -> None:
    """Let the plugin grade by itself; ``accepts(given, gold)`` says whether an answer's text is right."""
    module, own = package(plugin).name, plugin.name
    oracle, init = package(plugin) / "oracle.py", package(plugin) / "__init__.py"
    source = _VERIFIER.replace("toy-sum", own) + accepts
    spoil(oracle, "Gold, Integer", f"Gold, {_NAMES}, Integer")
    oracle.write_text(f"{oracle.read_text()}{source}", encoding="utf-8")
    init.write_text(init.read_text() + _HOOK.replace("medgym_plugin_toy_sum", module), encoding="utf-8")
    spoil(package(plugin) / "family.py", _LIMITS, f'verifier="{own}", {_LIMITS}')
