from __future__ import annotations

import ast
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_core.report import escape

ANY_TEXT = st.text(st.characters())


@given(ANY_TEXT)
def test_nothing_that_steers_a_terminal_is_left(text: str) -> None:
    for character in escape(text):
        assert character in "\n\t" or unicodedata.category(character) not in {"Cc", "Cf", "Cs", "Zl", "Zp"}


@given(st.text(st.characters(categories=["L", "N", "P", "S", "Zs"])))
def test_plain_text_of_any_language_is_left_alone(text: str) -> None:
    assert escape(text) == text


@given(ANY_TEXT)
def test_escaping_again_changes_nothing(text: str) -> None:
    assert escape(escape(text)) == escape(text)


@given(st.characters(categories=["Cc", "Cf", "Cs"], exclude_characters="\n\t"))
def test_what_is_escaped_can_be_read_back(character: str) -> None:
    assert ast.literal_eval(f"'{escape(character)}'") == character


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[2J", r"\x1b[2J"),
        ("\x1b]52;c;aGk=\x07", r"\x1b]52;c;aGk=\x07"),
        ("a\rb\x00\x7f\x9b", r"a\rb\x00\x7f\x9b"),
        ("pay \u202eecila\u2069", r"pay \u202eecila\u2069"),
        ("zero\u200bwidth", r"zero\u200bwidth"),
        ("lone \ud800", r"lone \ud800"),
        ("tab\tand\nline", "tab\tand\nline"),
    ],
)
def test_known_attacks(text: str, shown: str) -> None:
    assert escape(text) == shown
