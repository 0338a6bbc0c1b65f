"""Errors as FHIR tells them: an OperationOutcome and a status code."""

from __future__ import annotations

from typing import Any

CODES = {
    400: "invalid",
    404: "not-found",
    405: "not-supported",
    406: "not-supported",
    410: "not-found",
    412: "multiple-matches",
    413: "too-long",
    415: "not-supported",
    422: "processing",
    504: "timeout",
}
"""Issue type (http://hl7.org/fhir/R4/valueset-issue-type.html) by status code."""


class FhirError(Exception):
    """A request that is answered with an OperationOutcome."""

    def __init__(self, status: int, *diagnostics: str, allow: str = "") -> None:
        """One issue for each of ``diagnostics``; ``allow`` is the Allow header of a 405."""
        super().__init__("; ".join(diagnostics))
        self.status = status
        self.diagnostics = diagnostics
        self.allow = allow

    def outcome(self) -> dict[str, Any]:
        """The OperationOutcome."""
        issue = {"severity": "error", "code": CODES[self.status]}
        issues = [issue | {"diagnostics": text} for text in self.diagnostics]
        return {"resourceType": "OperationOutcome", "issue": issues}
