from __future__ import annotations

import io

import pytest
from rich.console import Console

from medgym_core.report.fitting import Bar, FittedTable

FIGURES = {"tasks": "1,234", "episodes": "9,876", "reward": "0.512"}


def shown(width: int, encoding: str = "utf-8") -> list[str]:
    table = FittedTable(["family", "success", *FIGURES, "statuses"])
    table.add_row("a-family-of-a-long-name", Bar(0.5), *FIGURES.values(), "617 success, 617 fail")
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    Console(file=stream, width=width).print(table)
    stream.seek(0)
    return stream.read().splitlines()


def test_all_is_shown_where_there_is_room() -> None:
    text = "\n".join(shown(120))
    assert all(part in text for part in ("a-family-of-a-long-name", "██████░░░░░░  50.0%", *FIGURES.values()))
    assert "no room" not in text


@pytest.mark.parametrize("width", range(32, 100, 4))
def test_no_line_is_longer_and_rate_and_status_stay(width: int) -> None:
    lines = shown(width)
    text = "\n".join(lines)
    assert max(map(len, lines)) <= width
    assert all(part in text for part in ("50.0%", "617", "success", "fail"))


@pytest.mark.parametrize("width", range(32, 100, 4))
def test_a_number_is_whole_or_said_to_be_missing(width: int) -> None:
    text = " ".join(shown(width))
    missing = text.partition("no room for: ")[2]
    for title, number in FIGURES.items():
        assert (number in text) != (title in missing)


def test_a_terminal_without_unicode_gets_none() -> None:
    assert "######......  50.0%" in "\n".join(shown(120, encoding="ascii"))
