from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_core.access import Tier
from medgym_core.errors import ConfigError
from medgym_core.family import Category
from medgym_core.registry import search
from medgym_testing.entries import entry

SURVIVAL = Category(name="survival", description="how long patients lived")
FAMILIES = {
    "toy": entry(),
    "ward": entry(title="Beds of a ward", tier=Tier.CREDENTIALED, answer_kinds=("state", "integer")),
    "cox": entry(title="Studies", summary="Plan a study.", categories=(SURVIVAL,)),
}


def names(*words: str, tier: str | None = None, answer_kind: str | None = None) -> list[str]:
    return [match.name for match in search(FAMILIES, words, tier, answer_kind)]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (("survival",), ["cox"]),
        (("survivl",), ["cox"]),
        (("Surv",), ["cox"]),
        (("beds ward",), ["ward"]),
        (("beds", "survival"), []),
        (("costs",), ["toy", "ward"]),
        ((), ["cox", "toy", "ward"]),
        (("zebra",), []),
    ],
)
def test_families_are_found_by_words(words: tuple[str, ...], found: list[str]) -> None:
    assert names(*words) == found


def test_the_better_match_comes_first() -> None:
    families = {"a": entry(title="Postpone"), "b": entry(title="Postpones")}
    assert [match.name for match in search(families, ["postponed"])] == ["a", "b"]
    assert [match.name for match in search(families, ["postpones"])] == ["b", "a"]


def test_tier_and_answer_kind_narrow() -> None:
    assert names(tier="credentialed") == ["ward"]
    assert names(answer_kind="integer") == ["cox", "toy", "ward"]
    assert names("costs", answer_kind="state") == ["ward"]
    assert names(answer_kind="table") == []


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"answer_kind": "tabel"}, "no answer kind 'tabel'; did you mean 'table'?"),
        ({"tier": "opne"}, "no data tier 'opne'; did you mean 'open'?"),
        ({"tier": "zzz"}, "no data tier 'zzz'; there are synthetic, open"),
    ],
)
def test_what_is_not_known_is_refused(given: dict[str, str], message: str) -> None:
    with pytest.raises(ConfigError, match=message.replace("?", r"\?")):
        search(FAMILIES, **given)


@given(st.text())
def test_one_more_word_never_finds_more(word: str) -> None:
    assert set(names("costs", word)) <= set(names("costs"))
