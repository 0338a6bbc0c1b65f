"""How agents behave: what they do, how they answer errors, and whether that changes over a run."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise

from medgym_core.failure.fault import fault_of
from medgym_core.failure.mode import FailureMode
from medgym_core.failure.taxonomy import classify
from medgym_core.trajectory import Episode, Step
from medgym_sandbox.boundary.frozen import Frozen

PHASES = 4
"""Into so many parts of equal length the episodes of a family are cut, in the order of their recording."""
LEAST_EPISODES = 40
"""With fewer episodes a family gets no warning of collapse."""
NO_ACTION = "none"
"""How a reply without an action is counted among the actions."""
_RUNS = frozenset({"code_execution", "debugging", "terminal"})
_ERRORS = frozenset({FailureMode.COMPILE_ERROR, FailureMode.RUNTIME_ERROR, FailureMode.IO_ERROR})
_WATCHED = {
    "steps": "actions an episode",
    "action_rate": "the share of replies with an action",
    "text_chars": "characters written an episode",
}


class Debugging(Frozen):
    """What followed the programs that failed. A program recovers where the next `code_execution` runs."""

    errors: int
    """Executions that failed: of code, of a command, of code to debug."""
    debugged: int
    """Of those, followed at once by `debugging`."""
    recovered_debugged: int
    """Of the debugged, those whose next `code_execution` of the turn ran to its end."""
    recovered_otherwise: int
    """Of all others, likewise."""


class Phase(Frozen):
    """The means of one part of a run."""

    episodes: int
    """Number of episodes."""
    steps: float
    """Actions an episode."""
    action_rate: float
    """Share of steps that held an action."""
    text_chars: float
    """Characters that the agent wrote an episode: text, reasoning, arguments."""


class Behaviour(Frozen):
    """How agents behaved in the episodes of one family."""

    failures: dict[str, int]
    """Failure mode to number of episodes, most frequent first."""
    details: dict[str, dict[str, int]]
    """Failure mode to detail (an exception's class, a reason) to number of episodes."""
    actions: dict[str, int]
    """Action to number of times it was asked for, most frequent first; `none` counts replies without one."""
    debugging: Debugging | None
    """What followed the programs that failed."""
    phases: tuple[Phase, ...]
    """The parts of the run, in order."""
    collapse: tuple[str, ...]
    """What fell to less than half from the first part to the last, one line each."""


@dataclass
class _Sums:
    episodes: int = 0
    steps: int = 0
    actions: int = 0
    text_chars: int = 0

    def phase(self) -> Phase:
        return Phase(
            episodes=self.episodes,
            steps=self.steps / max(self.episodes, 1),
            action_rate=self.actions / max(self.steps, 1),
            text_chars=self.text_chars / max(self.episodes, 1),
        )


@dataclass
class Observer:
    """Takes in the episodes of one family one by one, in the order of recording; memory stays flat."""

    expected: int
    """How many episodes will come."""
    _seen: int = 0
    _failures: Counter[str] = field(default_factory=Counter)
    _details: dict[str, Counter[str]] = field(default_factory=dict)
    _actions: Counter[str] = field(default_factory=Counter)
    _after: Counter[tuple[bool, bool]] = field(default_factory=Counter)
    _phases: list[_Sums] = field(default_factory=lambda: [_Sums() for _ in range(PHASES)])

    def add(self, episode: Episode) -> None:
        """Count an episode: its failure if it has one, its actions and its phases."""
        if (diagnosis := classify(episode)) is not None:
            self._failures[diagnosis.mode.value] += 1
            self._details.setdefault(diagnosis.mode.value, Counter())[diagnosis.detail] += 1
        if diagnosis is None or diagnosis.mode is not FailureMode.INFRASTRUCTURE:
            self._measure(episode)
        self._seen += 1

    def behaviour(self) -> Behaviour:
        """Counts and shares over all episodes that were added."""
        after, phases = self._after, tuple(sums.phase() for sums in self._phases)
        return Behaviour(
            failures=dict(self._failures.most_common()),
            details={mode: dict(details.most_common()) for mode, details in self._details.items()},
            actions=dict(self._actions.most_common()),
            debugging=Debugging(
                errors=after.total(),
                debugged=after[True, True] + after[True, False],
                recovered_debugged=after[True, True],
                recovered_otherwise=after[False, True],
            ),
            phases=phases,
            collapse=_collapse(phases) if self.expected >= LEAST_EPISODES else (),
        )

    def _measure(self, episode: Episode) -> None:
        steps = [step for step in episode.steps if step.call or step.observation]
        self._actions.update(_name(step) for step in steps)
        self._after.update(_aftermath(steps))
        sums = self._phases[min(PHASES * self._seen // max(self.expected, 1), PHASES - 1)]
        sums.episodes += 1
        sums.steps += len(steps)
        sums.actions += sum(_name(step) != NO_ACTION for step in steps)
        sums.text_chars += sum(map(_written, steps))


def _name(step: Step) -> str:
    """The action of a step; a name that no action has counts as none."""
    if step.call is None or (step.error == "malformed" and step.observation.startswith("There is no action")):
        return NO_ACTION
    return step.call.name


def _aftermath(steps: list[Step]) -> list[tuple[bool, bool]]:
    """For each program that failed: whether debugging followed, and whether the next execution ran."""
    outcomes = []
    for number, (step, following) in enumerate(pairwise([*steps, None])):
        if step is None or step.call is None or step.call.name not in _RUNS or not _failed(step):
            continue
        debugged = following is not None and _name(following) == "debugging" and following.turn == step.turn
        later = (s for s in steps[number + 1 :] if s.turn == step.turn and _name(s) == "code_execution")
        after = next(later, None)
        outcomes.append((debugged, after is not None and (after.ok or after.error == "no_answer")))
    return outcomes


def _failed(step: Step) -> bool:
    fault = fault_of(step)
    return fault is not None and fault.mode in _ERRORS


def _written(step: Step) -> int:
    arguments = step.call.arguments.values() if step.call and not step.text else ()
    return len(step.text) + len(step.reasoning) + sum(len(str(value)) for value in arguments)


def _collapse(phases: tuple[Phase, ...]) -> tuple[str, ...]:
    first, last = phases[0], phases[-1]
    falls = []
    for name, words in _WATCHED.items():
        before, after = getattr(first, name), getattr(last, name)
        if after < before / 2:
            falls.append(f"{words} fell from {before:.3g} to {after:.3g}")
    return tuple(falls)
