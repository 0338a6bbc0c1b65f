"""Shifts, whose messages are dealt with one after the other, as tasks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from medgym_core import ActionCall, Build, Gold, Service, Task, TaskSet
from medgym_plugin_medagentbench.errands import FHIR, GUIDE
from medgym_plugin_medagentbench.inbox import session
from medgym_plugin_medagentbench.inbox import task as shift
from medgym_plugin_medagentbench.inbox.service import Inbox
from medgym_plugin_medagentbench.inbox.session import Session


class Shifts(TaskSet):
    """One shift for each task."""

    def size(self, build: Build, split: str) -> int:
        """Number of shifts of ``split`` in ``build``."""
        return session.count(build.private, split)

    def task(self, build: Build, split: str, index: int) -> Task:
        """One shift, a question for each of its messages."""
        return shift.task(session.read(build.private, split, index), index, GUIDE)

    def services(self, build: Build, task: Task) -> Mapping[str, Service]:
        """A server of its own for every episode, to which the messages come."""
        return {FHIR.name: Inbox(_session(build, task), FHIR.path)}

    def gold(self, build: Build, task: Task) -> Gold:
        """Each answer, and at the end all that was to be created."""
        return shift.gold(_session(build, task))

    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        """A program for each message."""
        return shift.reference(_session(build, task))

    def subjects(self, build: Build, split: str) -> Iterable[str]:
        """The patients."""
        shifts = (session.read(build.private, split, index) for index in range(self.size(build, split)))
        people = {each["id"] for one in shifts for each in one.resources if each["resourceType"] == "Patient"}
        return sorted(f"{build.family}/patient/{mrn}" for mrn in people)


def _session(build: Build, task: Task) -> Session:
    return session.read(build.private, task.split, task.index)
