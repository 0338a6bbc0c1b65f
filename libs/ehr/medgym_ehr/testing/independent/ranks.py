"""Places by a number, and what is among the first of them."""

from typing import Any

import pandas as pd

from medgym_ehr.testing.independent.records import plain

NUMBERS = {"three": 3, "four": 4, "five": 5}


def top(values: pd.Series, word: str) -> list[Any]:
    """The names, which are the index, of the three, four or five greatest values and of their equals."""
    rounded = values.round(6)  # equal sums, added up in another order, differ in their last digits
    greatest = sorted(set(rounded), reverse=True)[: NUMBERS[word]]
    return [plain(name) for name in rounded.index[rounded.isin(greatest)]]


def most_frequent(names: pd.Series, word: str) -> list[Any]:
    """The names that are the three, four or five most frequent ones, nulls left out."""
    return top(names.value_counts(), word)
