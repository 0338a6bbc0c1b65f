"""Why a submission is not right: one closed list of machine-readable words, safe to aggregate and to show."""

from __future__ import annotations

from enum import StrEnum


class Fault(StrEnum):
    """What is wrong with a submission. None of them tells anything about gold."""

    NO_ANSWER = "no_answer"
    """Nothing was submitted."""
    TOO_LARGE = "too_large"
    """More bytes than the limit."""
    BAD_ENCODING = "bad_encoding"
    """Not UTF-8, or a lone surrogate in a string."""
    BAD_JSON = "bad_json"
    """Not one JSON document."""
    TOO_DEEP = "too_deep"
    """Nested beyond the limit."""
    BAD_NUMBER = "bad_number"
    """NaN, infinite, outside the range of a double, over-long, or not a number where a file needs one."""
    DUPLICATE_KEY = "duplicate_key"
    """An object names a key twice."""
    TOO_COMPLEX = "too_complex"
    """So many elements are interchangeable within tolerance that pairing them exceeds its budget."""
    NULL_NOT_ALLOWED = "null_not_allowed"
    """``null`` where the kind has no null."""
    WRONG_TYPE = "wrong_type"
    """A JSON type that the kind does not take."""
    BAD_DATE = "bad_date"
    """A string that is no date or time of the accepted form."""
    NOT_IN_CHOICES = "not_in_choices"
    """A string outside the closed list."""
    OUT_OF_RANGE = "out_of_range"
    """A number outside the declared range."""
    WRONG_KEYS = "wrong_keys"
    """An object whose keys are not exactly the declared ones."""
    WRONG_COLUMNS = "wrong_columns"
    """A table whose columns are not the declared ones, or a file that lacks one of them or has it twice."""
    WRONG_LENGTH = "wrong_length"
    """Too few or too many elements."""
    WRONG_VALUE = "wrong_value"
    """The right type, not the right value."""
    WRONG_STATE = "wrong_state"
    """A service's final state is not the expected one."""
    FILE_MISSING = "file_missing"
    """A declared file was not left in the work directory."""
    BAD_FILE = "bad_file"
    """A file that is not of its declared format."""
    MISSING_ROWS = "missing_rows"
    """A prediction file lacks a required row."""
    DUPLICATE_ROWS = "duplicate_rows"
    """A prediction file names a row twice."""
    EXTRA_ROWS = "extra_rows"
    """A prediction file names a row that was not asked for."""
    BELOW_BASELINE = "below_baseline"
    """Predictions that count but do not reach the reward that makes a success."""
    EXECUTION_FAILED = "execution_failed"
    """A submitted program raised, was killed, or ran out of time on a hidden input."""


class Refused(Exception):  # noqa: N818 - the agent's fault, not an error of ours
    """A submission cannot be read as its kind. Raised and caught in this package, where it becomes data."""

    def __init__(self, fault: Fault) -> None:
        """An exception that carries ``fault`` to whoever grades."""
        super().__init__(fault.value)
        self.fault = fault
