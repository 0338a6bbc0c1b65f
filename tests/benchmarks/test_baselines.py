"""A line of a table of baselines is the mean of its columns."""

from __future__ import annotations

import pytest

from benchmarks.baselines import Line

ONE = {"chance": 0.6, "baseline": 0.8, "error": 0.02, "rows": 1200, "positives": 100}
OTHER = {"chance": 0.5, "baseline": 0.7, "error": 0.02, "rows": 1200, "positives": 50}


def test_a_line_shows_rows_and_means_of_the_columns() -> None:
    assert Line.of([ONE]) == ("1,200", "100", "0.600", "0.800", "0.780")
    assert Line.of([ONE, OTHER]) == ("1,200", "75", "0.550", "0.750", "0.730")


def test_a_column_without_a_baseline_is_refused() -> None:
    with pytest.raises(KeyError):
        Line.of([{"chance": 0.5, "rows": 3}])
