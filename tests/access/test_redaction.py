"""Hashes of identifiers and dates: laws, and what is one in texts of every kind."""

from __future__ import annotations

import json
import re
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_core.access import Tier
from medgym_core.access.redaction import SALT, Redaction, redacted, redaction

hashed = Redaction(b"salt of a run")
WORDS = st.text(alphabet="abcxyz_ .,:;()[]{}'\"\n\t=/-", max_size=12)
NUMBERS = st.integers(1_000, 10**18).map(str)
IDENTIFIERS = st.one_of(
    NUMBERS,
    st.builds("{}.0".format, NUMBERS),
    st.from_regex(r"[0-9]{3}-[0-9]{4,6}", fullmatch=True),
    st.uuids().map(str),
    st.from_regex(r"(?=[a-f]*[0-9])[0-9a-f]{8,40}", fullmatch=True),
)
FORMS = "%Y-%m-%d|%Y-%m-%d %H:%M:%S|%Y-%m-%dT%H:%M:%SZ|%d/%m/%Y|%m/%d/%y|%d.%m.%Y|%d-%b-%Y|%B %d, %Y|%d %B %Y"
DATES = st.builds(
    lambda moment, form: moment.strftime(form),
    st.datetimes(datetime(1900, 1, 1), datetime(2300, 1, 1)),
    st.sampled_from(FORMS.split("|")),
)


@given(st.text())
def test_a_second_time_changes_nothing(text: str) -> None:
    assert hashed(hashed(text)) == hashed(text)


@given(st.lists(st.one_of(WORDS, IDENTIFIERS, DATES, st.floats().map(str))).map("".join))
def test_nor_does_it_in_texts_full_of_identifiers(text: str) -> None:
    assert hashed(hashed(text)) == hashed(text)


def test_a_hash_that_makes_an_identifier_with_what_follows_is_hashed_again() -> None:
    unlucky = Redaction((506).to_bytes(4, "big"))  # under this salt the time's hash is dfcead
    assert unlucky("20240101T123456") == "date:dfcead"
    assert "dfcead78" not in unlucky("20240101T12345678")


@given(WORDS, st.one_of(IDENTIFIERS, DATES), WORDS)
def test_no_identifier_survives(before: str, identifier: str, after: str) -> None:
    shown = hashed(f"{before} {identifier} {after}")
    assert identifier not in shown
    assert not any(part in shown for part in identifier.replace("-", " ").split() if len(part) > 3)


@given(st.one_of(IDENTIFIERS, DATES), WORDS)
def test_equal_in_equal_out(identifier: str, word: str) -> None:
    first, second = hashed(f"{identifier} and {identifier}").split(" and ")
    assert first == second
    assert first in hashed(f"other {identifier} {word}")


@pytest.mark.slow
@given(st.lists(IDENTIFIERS.filter(lambda one: not one.endswith(".0")), min_size=2, max_size=9, unique=True))
def test_different_in_different_out(identifiers: list[str]) -> None:
    assert len({hashed(one) for one in identifiers}) == len(identifiers)


@given(
    st.text(alphabet=st.characters(exclude_categories=["Nd"])),
    st.integers(0, 999),
    st.decimals(0, 10**6, places=2).filter(lambda number: number % 1),
)
def test_what_is_none_is_untouched(text: str, small: int, measured: object) -> None:
    for plain in (text, f"exit code {small}", f"it is {measured} mg/dL"):
        assert hashed(plain) == plain


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists, max_leaves=9))
def test_values_of_json_stay_json(value: object) -> None:
    shown = redacted({"value": value}, hashed)  # type: ignore[dict-item]
    assert json.loads(json.dumps(shown)) == shown
    assert redacted(shown, hashed) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ('{"subject_id": 10006, "n": 7}', '{"subject_id": id:*, "n": 7}'),
        ("SELECT * FROM d WHERE id=10006 LIMIT 10", "SELECT * FROM d WHERE id=id:* LIMIT 10"),
        ("| 10006.0 | 12345.678 | 0.98765 |", "| id:* | 12345.678 | 0.98765 |"),
        ("S2380121, p10006x", "Sid:*, pid:*x"),
        ("rows[10:20], 150-400, 1,234,567, 1e-05", "rows[10:20], 150-400, 1,234,567, 1e-05"),
        ("1.2.840.113883", "1.2.840.id:*"),
        ("Mar 12, 2150 at 9:30 pm, seen 2nd of 3", "date:* at date:*, seen 2nd of 3"),
        ("datetime.datetime(2150, 3, 12, 10, 30)", "datetime.date:*)"),
        ("maybe 5 decent markets", "maybe 5 decent markets"),
    ],
)
def test_what_counts_as_one(text: str, shown: str) -> None:
    assert re.sub(r"(id|date):[a-z]{6}(?![a-z]{2})", r"\1:*", hashed(text)) == shown


def test_a_number_is_the_same_however_it_is_written() -> None:
    assert hashed("10006") == hashed("10006.0") == redacted(10006, hashed)


def test_runs_hash_apart_and_keep_their_salt(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    first, second = (redaction(tmp_path / name, Tier.CREDENTIALED)("10006") for name in ("a", "b"))
    assert first != second
    assert redaction(tmp_path / "a", Tier.CREDENTIALED)("10006") == first
    assert (tmp_path / "a" / SALT).stat().st_mode & 0o777 == 0o600
    assert [path.name for path in (tmp_path / "a").iterdir()] == [SALT]


@pytest.mark.parametrize("tier", [Tier.SYNTHETIC, Tier.OPEN])
def test_open_runs_are_shown_as_they_are(tmp_path: Path, tier: Tier) -> None:
    assert redaction(tmp_path, tier)("patient 10006 on 2150-03-12") == "patient 10006 on 2150-03-12"
    assert not list(tmp_path.iterdir())


def test_a_run_that_cannot_be_written_is_hashed_all_the_same(tmp_path: Path) -> None:
    assert "10006" not in redaction(tmp_path / "gone", Tier.RESTRICTED)("10006")
