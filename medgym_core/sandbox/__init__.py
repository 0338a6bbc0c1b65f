"""Boxes: contracts, the worker that runs inside, and the three backends."""

from medgym_core.sandbox.backend import Availability, FileRefused, Sandbox, SandboxBackend
from medgym_core.sandbox.spec import BoxSpec, Execution, Failure, Guarantee, Outcome, Reason

__all__ = [
    "Availability",
    "BoxSpec",
    "Execution",
    "Failure",
    "FileRefused",
    "Guarantee",
    "Outcome",
    "Reason",
    "Sandbox",
    "SandboxBackend",
]
