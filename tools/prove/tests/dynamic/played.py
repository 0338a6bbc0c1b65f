"""Fewer episodes, on process boxes alone, and the fake families as subjects."""

from pathlib import Path

import pytest

from medgym_core import TaskFamily
from medgym_prove.dynamic import chance, determinism, horizon, program_box, reference, reset
from medgym_prove.subject import Subject
from medgym_sandbox.process import Process
from medgym_sandbox.spec import Guarantee

HOLDS_MEMORY = Guarantee.MEMORY_LIMIT in Process().guarantees()


def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two tasks where there would be more, and two backends that are one."""
    for module in (chance, determinism, horizon, program_box, reference, reset):
        monkeypatch.setattr(module, "TASKS", 2)
    monkeypatch.setattr(Subject, "sandboxes", ("process", "process"))


def subject_of(family: TaskFamily, home: Path) -> Subject:
    """A family that has no plugin, as a subject."""
    subject = Subject(folder=home, home=home)
    vars(subject).update(family=family, name=family.name, identity="0" * 64)
    return subject
