"""Why a published question does not become a task."""

from __future__ import annotations

from enum import StrEnum, auto


class Reason(StrEnum):
    """Every reason; :data:`WORDS` says them."""

    UNKNOWN_ID = auto()
    CONTRADICTION = auto()
    SYNTAX = auto()
    MISSING_TABLE = auto()
    MISSING_COLUMN = auto()
    FORBIDDEN = auto()
    UNREPEATABLE = auto()
    TIMEOUT = auto()
    ERROR = auto()
    EMPTY = auto()
    NULL = auto()
    TOO_MANY_ROWS = auto()
    TOO_LARGE = auto()
    MIXED = auto()
    NOT_JSON = auto()


WORDS = {
    Reason.UNKNOWN_ID: "the question names a patient that the database does not have",
    Reason.CONTRADICTION: "it is marked unanswerable with SQL, or answerable without",
    Reason.SYNTAX: "the SQL is malformed",
    Reason.MISSING_TABLE: "the SQL names a table that is not there",
    Reason.MISSING_COLUMN: "the SQL names a column that is not there",
    Reason.FORBIDDEN: "the SQL does more than read",
    Reason.UNREPEATABLE: "the SQL asks for the real time or for chance",
    Reason.TIMEOUT: "the SQL takes longer than permitted",
    Reason.ERROR: "the SQL fails otherwise",
    Reason.EMPTY: "the result has no row",
    Reason.NULL: "the result holds nothing but null",
    Reason.TOO_MANY_ROWS: "the result has more rows than permitted",
    Reason.TOO_LARGE: "the result is larger than permitted",
    Reason.MIXED: "a column of the result holds values of several types",
    Reason.NOT_JSON: "the result holds a value that JSON cannot",
}
"""Reason to what the report says."""


class Refused(Exception):  # noqa: N818 - a finding about published data, not an error
    """A query or its result is not fit to be a task's gold."""

    def __init__(self, reason: Reason, detail: str = "") -> None:
        """With one of the reasons, and what SQLite or the check says of this case."""
        super().__init__(f"{reason}: {detail}" if detail else str(reason))
        self.reason = reason
        self.detail = detail
