from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_prove.check import Finding
from medgym_prove.proposal.comment import MARKER, MOST, harmless, quoted, render
from medgym_prove.proposal.judge import Judgement


def judgement(*problems: str, hint: str = "", title: str = "a check") -> Judgement:
    """A proposal of which one check failed, if there are problems."""
    status = "fail" if problems else "pass"
    finding = Finding(id="S01", tier=0, title=title, status=status, problems=problems, hint=hint)
    return Judgement(family="toy", base="b" * 40, digest="d" * 64, tier=0, offline=True, findings=(finding,))


def test_what_it_tells() -> None:
    text = render(judgement("it is wrong", hint="fix it"))
    assert text.startswith(f"{MARKER}\n**Family** <code>toy</code>, levels 0 to 0, **FAIL**, S01\n")
    assert "d" * 64 in text
    row = "<code>a check</code><br><code>it is wrong</code><br>fix <code>fix it</code>"
    assert f"| <code>S01</code> | **FAIL** | {row} |" in text


def test_what_did_not_run_is_shown_as_such() -> None:
    found = judgement("it cannot be loaded")
    unmade = found.findings[0].model_copy(update={"ran": False})
    text = render(found.model_copy(update={"findings": (unmade,)}))
    assert "| **FAIL** | <code>a check</code><br>not run, since the family cannot be loaded |" in text
    assert harmless(text)


@pytest.mark.parametrize(
    "forged",
    [
        "x |\n| S01 | pass | fine |",
        "</code>**pass**<code>",
        "<img src=//example.org/x>",
        "[a](http://example.org)",
    ],
)
def test_nothing_is_forged(forged: str) -> None:
    text = render(judgement(forged, title=forged, hint=forged))
    assert forged not in text
    assert len([line for line in text.splitlines() if line.startswith("| <code>")]) == 1
    assert harmless(text)


def test_nobody_is_called() -> None:
    assert quoted("@team #1") == "<code>&#64;&#8203;team &#35;&#8203;1</code>"


@given(st.text(), st.text())
def test_whatever_is_quoted_is_harmless(problem: str, title: str) -> None:
    assert harmless(render(judgement(problem, title=title, hint=title)))


@given(st.text(min_size=1))
def test_a_text_keeps_to_its_cell(text: str) -> None:
    inside = quoted(text).removeprefix("<code>").removesuffix("</code>")
    assert not set(inside) & set("|<>\n\r`*_[]!@:")


@pytest.mark.parametrize(
    "foreign", ["<b>", "[x](y)", "![x](y)", "http://x", "@team", "`x`", "<!-- -->", "# x"]
)
def test_what_others_wrote_is_refused(foreign: str) -> None:
    text = render(judgement())
    assert harmless(text)
    assert not harmless(text + foreign)
    assert not harmless(text.replace(MARKER, ""))


def test_a_long_comment_is_cut_at_a_line() -> None:
    many = judgement()
    long = many.model_copy(update={"findings": tuple(judgement(*["x" * 300] * 5).findings) * 60})
    text = render(long)
    assert MOST - 3000 < len(text) <= MOST
    assert text.endswith(" |\n\nMore did not fit. \n")
    assert harmless(text)


def test_more_problems_are_counted() -> None:
    assert "and 2 more" in render(judgement(*map(str, range(7))))
