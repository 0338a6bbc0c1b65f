from __future__ import annotations

import pytest

from medgym_core.report.fitting import Bar, FittedTable
from medgym_testing.window import drawn

FIGURES = {"tasks": "1,234", "episodes": "9,876", "reward": "0.512"}


def shown(width: int, encoding: str = "utf-8") -> list[str]:
    table = FittedTable(["family", "success", *FIGURES, "statuses"])
    table.add_row("a-family-of-a-long-name", Bar(0.5), *FIGURES.values(), "617 success, 617 fail")
    return drawn(table, width, encoding).splitlines()


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


def titles(width: int, **options: tuple[str, ...]) -> str:
    table = FittedTable(["run", "who", "agreed", "differed", "what"], **options)
    table.add_row("a-run-of-a-long-name-20261101", "an-agent-of-a-name", "123,456", "98,765", "two words")
    return drawn(table, width)


def test_numbers_that_nobody_ranked_leave_from_the_right() -> None:
    assert titles(55).endswith(" no room for: differed\n")
    assert titles(46).endswith(" no room for: agreed, differed\n")
    assert titles(55, leaving=("agreed",)).endswith(" no room for: agreed\n")


def test_names_shorten_before_a_column_leaves() -> None:
    assert "no room" not in titles(60, names=("who",))
    assert "an-agent-…" in titles(60, names=("who",))


def test_no_digit_stands_before_the_mark_of_a_shortened_name() -> None:
    table = FittedTable(["run", "what"])
    table.add_row("run-20261101-of-a-long-name", "words" * 4)
    assert " run-… " in drawn(table, 35)


def test_long_words_fold() -> None:
    table = FittedTable(["run", "what"])
    table.add_row("a", "/" + "0123456789" * 5)
    assert "".join(drawn(table, 30).split()).endswith("/" + "0123456789" * 5)


def test_a_shortened_name_is_marked_without_unicode() -> None:
    table = FittedTable(["run", "what"])
    table.add_row("an-agent-of-a-name", "words")
    assert "an-agent-~" in drawn(table, 20, "ascii")
