"""Grading of what an agent did to the task's services: their state after the episode against the one before.

A service's snapshot is best an object of entries by name, such as ``{"Observation/17": {...}}``. Gold says
for each service either the whole state that must be left or the change that must have happened; a service
that gold does not name must be left as it was.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence

from pydantic import Field, JsonValue

from medgym_core.errors import VerifierError
from medgym_core.task import Gold, Task, Turn
from medgym_core.verifier.answer import grade_answer
from medgym_core.verifier.canonical import canonical
from medgym_core.verifier.contract import Collects, Program, StateChange, Submission, Verdict
from medgym_core.verifier.fault import Fault, Refused
from medgym_core.verifier.turn import gold_as, paired_turns, verdict
from medgym_sandbox.boundary.frozen import Frozen
from medgym_sandbox.spec import Outcome


class _Rule(Frozen):
    ignore: tuple[str, ...] = ()
    """Keys of an entry that do not count, such as ``id`` and ``meta`` where the service assigns them."""
    unordered: tuple[str, ...] = ()
    """Keys, at any depth, whose lists may be in any order."""

    def entry(self, value: JsonValue) -> Hashable:
        """The form in which entries are compared."""
        if isinstance(value, dict):
            value = {key: item for key, item in value.items() if key not in self.ignore}
        return canonical(value, self.unordered)


class WholeState(_Rule):
    """The state that must be left. A list is compared in any order, an object by its keys."""

    state: JsonValue
    """All of it."""

    def holds(self, change: StateChange) -> bool:
        """Whether the service was left in this state."""
        return self._form(change.after) == self._form(self.state)

    def _form(self, state: JsonValue) -> Hashable:
        if isinstance(state, list):
            return "list", frozenset(Counter(map(self.entry, state)).items())
        if isinstance(state, dict):
            return "object", frozenset((key, self.entry(value)) for key, value in state.items())
        return "value", canonical(state)


class EntryChange(_Rule):
    """The change that must have happened to an object of entries, and nothing else; empty: no change."""

    added: tuple[JsonValue, ...] = ()
    """New entries, whatever the keys the service gave them."""
    changed: Mapping[str, JsonValue] = Field(default_factory=dict)
    """Existing keys whose entries must have become these."""
    removed: tuple[str, ...] = ()
    """Keys that must be gone."""

    def holds(self, change: StateChange) -> bool:
        """Whether exactly these entries were added, changed and removed, and nothing else."""
        before, after = _entries(change.before), _entries(change.after)
        if before is None or after is None:
            if self != EntryChange():
                raise VerifierError("a change of entries needs a service whose snapshot is an object")
            return canonical(change.before) == canonical(change.after)
        old = {key: self.entry(value) for key, value in before.items()}
        new = {key: self.entry(value) for key, value in after.items()}
        expected = {key: self.entry(value) for key, value in self.changed.items()}
        return (
            old.keys() - new.keys() == set(self.removed)
            and {key: form for key, form in new.items() if key in old and form != old[key]} == expected
            and Counter(new[key] for key in new.keys() - old.keys()) == Counter(map(self.entry, self.added))
        )


class StateGold(Frozen):
    """Gold of one turn: ``StateGold(...).model_dump(mode="json")``."""

    services: Mapping[str, WholeState | EntryChange] = Field(default_factory=dict)
    """Service name to what must be true of it after the episode; the last turn that names it counts."""
    answer: JsonValue = None
    """The right answer, where the turn declares an answer kind."""


class StateVerifier:
    """Reward 1 when every service is left as it should be and every turn's answer is right, else 0.

    Components: ``turn_<i>`` for every turn that asks for an answer, and each service's name.
    """

    name = "states"
    version = "2"

    def collects(self, task: Task, turn: Turn) -> Collects:
        """The services' states, and the answer where the turn declares one."""
        return Collects(answer=turn.answer is not None, files=turn.files, states=True)

    def programs(self, task: Task, gold: Gold, submission: Submission) -> Sequence[Program]:
        """None: no submitted code is run."""
        return ()

    def grade(
        self,
        task: Task,
        gold: Gold,
        submission: Submission,
        outcomes: Sequence[Sequence[Outcome]],
        states: Mapping[str, StateChange],
    ) -> Verdict:
        """Grade states and answers.

        Raises:
            VerifierError: if gold does not fit the task or a service's states are missing.
        """
        reasons: list[str] = []
        components: dict[str, float] = {}
        rules: dict[str, WholeState | EntryChange] = {
            service.name: EntryChange() for service in task.services
        }
        for index, (turn, given, value) in enumerate(paired_turns(task, gold, submission)):
            expected = gold_as(StateGold, task, value)
            rules |= expected.services
            if turn.answer is not None:
                result = grade_answer(turn.answer, given, expected.answer, task.limits.answer_bytes)
                reasons.append(result.reason)
                components[f"turn_{index}"] = float(result.ok)
        for service, rule in rules.items():
            fault = _fault(task, service, rule, states)
            reasons.append(fault)
            components[service] = float(not fault)
        return verdict(reasons, components)


def _fault(
    task: Task, service: str, rule: WholeState | EntryChange, states: Mapping[str, StateChange]
) -> str:
    if service not in states:
        raise VerifierError(f"{task.id} has no states of service {service!r}; declare it in Task.services")
    try:
        return "" if rule.holds(states[service]) else Fault.WRONG_STATE
    except Refused as refusal:
        return refusal.fault


def _entries(state: JsonValue) -> Mapping[str, JsonValue] | None:
    return state if isinstance(state, dict) else None
