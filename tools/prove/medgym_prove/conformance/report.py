"""What the suite found, and the law it is held to."""

from __future__ import annotations

from medgym_sandbox.boundary.frozen import Frozen
from medgym_sandbox.spec import Guarantee


class Result(Frozen):
    """What became of one behaviour."""

    name: str
    """The behaviour."""
    guarantee: Guarantee
    """What it tests."""
    summary: str
    """What holds, one line."""
    declared: bool
    """Whether the backend declares that guarantee."""
    held: bool
    """Whether the behaviour holds."""
    seen: str = ""
    """What was seen instead, if it does not."""
    duration_s: float = 0.0
    """Wall-clock time, seconds."""


class Conformance(Frozen):
    """The suite on one backend."""

    backend: str
    """Its name."""
    results: tuple[Result, ...]
    """One for each behaviour tried."""

    @property
    def violations(self) -> tuple[str, ...]:
        """Where the backend gives less, or more, than it declares; empty if it tells the truth.

        Every behaviour of a declared guarantee must hold. Of a guarantee that is not declared, at least one
        must not hold: a backend that gives it should say so.
        """
        broken = [
            f"{result.name} breaks the declared guarantee {result.guarantee}: {result.seen}"
            for result in self.results
            if result.declared and not result.held
        ]
        silent = {result.guarantee for result in self.results if not result.declared}
        silent -= {result.guarantee for result in self.results if not result.held}
        return (*broken, *(f"{guarantee} holds but is not declared" for guarantee in sorted(silent)))

    @property
    def ok(self) -> bool:
        """Whether the backend gives what it declares, no less and no more."""
        return not self.violations
