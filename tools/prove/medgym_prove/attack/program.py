"""An attack that is a program: a family's author's own way to be right without solving."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from medgym_core.agent.contract import AgentConfig, Reply
from medgym_core.agent.reply import call, execute
from medgym_prove.attack.script import Attack, Script, Target

ASKED = "question.txt"
"""Holds the question of the turn where an author's program reads it: no box holds it by itself."""
LANGUAGES = {".py": "python", ".sql": "sql"}
"""Endings of such programs."""


def authored(path: Path) -> Attack:
    """An agent that submits the program at ``path`` on every turn."""
    code, language = path.read_text(encoding="utf-8"), LANGUAGES[path.suffix]
    return Attack(f"attack {path.name}", _submission(code, language), AgentConfig())


def _submission(code: str, language: str) -> Script:
    def submit(target: Target) -> Iterator[Reply]:
        if ASKED in code and target.spare:
            yield execute(f"open({ASKED!r}, 'w').write({target.turn.question!r})")
        yield call("code_execution", {"code": code, "language": language, "submit": True})

    return submit
