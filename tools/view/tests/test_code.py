from __future__ import annotations

import re
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_core.report.escape import escape
from medgym_core.task import ActionCall
from medgym_view.code import HIGHLIGHTED, SHOWN, cut, difference, highlight, language_of, source

TEXTS = st.text() | st.text("<>&\"'/ scriptonload=\x1b\u202e\n#{}%", max_size=60)


@pytest.mark.parametrize("language", ["python", "sql", "bash", "", "unknown"])
@given(code=TEXTS)
def test_only_spans_stand_in_code_and_its_text_is_what_a_terminal_would_show(
    language: str, code: str
) -> None:
    markup = str(highlight(code, language))
    bare = re.sub(r'<span class="\w*">|</span>', "", markup)
    assert "<" not in bare
    assert unescape(bare) == escape(code)


def test_keywords_are_marked_unless_the_code_is_too_long() -> None:
    assert '<span class="k">return</span>' in highlight("return 1", "python")
    assert "<span" not in highlight("return 1\n" * HIGHLIGHTED, "python")


def test_long_texts_are_cut_and_the_rest_counted() -> None:
    assert cut("x" * (SHOWN + 7)) == ("x" * SHOWN, 7)
    assert cut("x") == ("x", 0)


def test_the_language_is_the_action_s_own() -> None:
    call = ActionCall(name="code_execution", arguments={"code": "select 1", "language": "sql"})
    assert language_of(call, "code") == "sql"
    assert language_of(ActionCall(name="x", arguments={"language": 3}), "code") == "python"
    assert (language_of(call, "command"), language_of(call, "query")) == ("bash", "")


def test_a_difference_marks_lines_and_escapes_them() -> None:
    lines = difference("a\n<b>", "a\n<i>")
    assert '<span class="removed">-&lt;b&gt;</span><span class="added">+&lt;i&gt;</span>' in lines
    assert difference("a", "a") == ""


def test_an_action_is_its_name_and_its_arguments() -> None:
    call = ActionCall(name="code_execution", arguments={"code": "a\nb", "submit": True})
    assert source(call) == "code_execution\ncode:\na\nb\nsubmit:\ntrue"
