"""Grading: the decisions are played again on the same patient, and judged there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from medgym_core import (
    Collects,
    Gold,
    Outcome,
    Program,
    StateChange,
    Status,
    Submission,
    Task,
    Turn,
    Verdict,
    VerifierError,
)
from medgym_plugin_icu_watch.case import Case
from medgym_plugin_icu_watch.reward import Mark, Yardstick, mark, replayed

SERVICE = "bedside"
"""Name of the service whose decisions are graded."""
SUCCESS = 0.95
"""Least reward that is a success."""


class WatchVerifier:
    """Rewards what was decided: compliance and outcome, 1 for the protocol and 0 for who does not watch.

    Components: ``compliance``, ``outcome`` and ``lived``, each in [0, 1].
    """

    name = "icu-watch"
    version = "3"

    def collects(self, task: Task, turn: Turn) -> Collects:
        """The bedside's decisions, which the service's state holds; no files and no answers."""
        return Collects(states=True)

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
        """Play the decisions again.

        Raises:
            VerifierError: if gold does not fit, or the decisions were not collected.
        """
        found = judge(gold, self._decisions(task, states))
        good = found.reward >= SUCCESS
        return Verdict(
            status=Status.SUCCESS if good else Status.FAIL,
            reward=found.reward,
            components={"compliance": found.compliance, "outcome": found.outcome, "lived": found.lived},
            reason="" if good else "died" if found.lived < 1 else "off_protocol",
        )

    @staticmethod
    def _decisions(task: Task, states: Mapping[str, StateChange]) -> list[Mapping[str, Any]]:
        if SERVICE not in states:
            raise VerifierError(
                f"{task.id} has no states of service {SERVICE!r}; declare it in Task.services"
            )
        after: Any = states[SERVICE].after
        return list(after["log"]) if isinstance(after, dict) and after.keys() == {"log"} else []


def judge(gold: Gold, log: Sequence[Mapping[str, Any]]) -> Mark:
    """What decisions earn.

    Raises:
        VerifierError: if gold is not a case with its yardstick.
    """
    value: Any = gold.turns[0]
    try:
        case, yardstick = Case(*value["case"]), Yardstick(*value["yardstick"])
    except (KeyError, TypeError) as error:
        raise VerifierError(f"gold is no case with its yardstick: {error}; fix TaskFamily.gold") from None
    return mark(replayed(case, log), yardstick)
