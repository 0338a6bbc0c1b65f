"""Typed verification: what an agent submits is data, and is compared as its declared kind says."""

from medgym_core.verifier.contract import (
    Collects,
    Program,
    StateChange,
    Status,
    Submission,
    TurnSubmission,
    Verdict,
    Verifier,
)

__all__ = [
    "Collects",
    "Program",
    "StateChange",
    "Status",
    "Submission",
    "TurnSubmission",
    "Verdict",
    "Verifier",
]
