"""The ways in which an episode fails: one closed list, and what the MedAgentGym paper calls them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType


class FailureMode(StrEnum):
    """Why an episode did not succeed. Exactly one applies."""

    STUCK_IN_LOOP = "stuck_in_loop"
    """The same actions gave the same results again and again."""
    COMPILE_ERROR = "compile_error"
    """What was submitted, or all that was tried, could not be parsed: nothing of it ran."""
    RUNTIME_ERROR = "runtime_error"
    """It raised, ran out of time or memory, or was killed."""
    IO_ERROR = "io_error"
    """It failed on a file, folder, database file or connection."""
    WRONG_ANSWER = "wrong_answer"
    """What was submitted is not right, or is no answer."""
    WRONG_UNIT = "wrong_unit"
    """The number submitted would be right in another unit."""
    GAVE_UP = "gave_up"
    """The agent ended the episode without a submission, though it could have gone on."""
    BUDGET_EXHAUSTED = "budget_exhausted"
    """Actions, tokens or context were spent before a submission."""
    MALFORMED_ACTION = "malformed_action"
    """It asked for no action that exists, with valid arguments and permitted."""
    VOIDED = "voided"
    """It broke down twice after the agent's first action, by no proved fault of ours."""
    INFRASTRUCTURE = "infrastructure"
    """Not the agent's failure: its endpoint, a box or the grading failed. Carries no reward."""


PAPER: Mapping[FailureMode, str] = MappingProxyType(
    {
        FailureMode.STUCK_IN_LOOP: "stuck in loop",
        FailureMode.COMPILE_ERROR: "compile error",
        FailureMode.RUNTIME_ERROR: "runtime error",
        FailureMode.IO_ERROR: "I/O error",
        FailureMode.WRONG_ANSWER: "others",
        FailureMode.WRONG_UNIT: "others",
        FailureMode.GAVE_UP: "others",
        FailureMode.BUDGET_EXHAUSTED: "others",
        FailureMode.MALFORMED_ACTION: "others",
        FailureMode.VOIDED: "others",
    }
)
"""Failure mode to the category of the paper's error analysis (Xu et al. 2025, arXiv 2506.04405), which has
five and states no rule for telling them apart. It has none for infrastructure, which is left out."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """Why one episode, or one action, failed."""

    mode: FailureMode
    """The mode."""
    detail: str = ""
    """What exactly: an exception's class, the verdict's reason, the name of the repeated action..."""
