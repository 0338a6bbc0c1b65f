from __future__ import annotations

import hashlib
import re
from base64 import b64encode
from typing import Any

import pytest

from medgym_view.render import FOLDER, policy, render


def digest(text: str) -> str:
    return "sha256-" + b64encode(hashlib.sha256(text.encode()).digest()).decode()


@pytest.mark.parametrize("script", ["sort.js", "step.js"])
def test_the_policy_names_the_style_and_the_script_as_they_stand_in_the_page(script: str) -> None:
    page = render("comparison.html", script, **REFERENCE)
    (style,) = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    (code,) = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    assert f"style-src '{digest(style)}'; script-src '{digest(code)}'" in policy(script)
    assert policy(script).startswith("default-src 'none'")
    assert policy(script).replace("'", "&#39;") in page


def test_texts_are_escaped_for_html_and_for_the_eye() -> None:
    page = render("comparison.html", "step.js", **REFERENCE | {"title": "<b>\x1b[2J\u202e\x00"})
    assert "<h1>&lt;b&gt;\\x1b[2J\\u202e\\x00</h1>" in page


@pytest.mark.parametrize("template", sorted(FOLDER.glob("*")), ids=lambda path: path.name)
def test_nothing_is_loaded_from_elsewhere_and_no_handler_stands_in_markup(template: object) -> None:
    text = template.read_text()  # type: ignore[attr-defined]
    assert not re.search(r"https?:|@import|url\(|\ssrc=|\son\w+=|\sstyle=|\|\s*safe|<link", text)


class Nothing:
    def query(self) -> str:
        return ""


class Blank:
    id = remark = lines = ""


REFERENCE: dict[str, Any] = {
    "heading": "",
    "title": "t",
    "root": "/x/",
    "entry": Blank,
    "selection": Nothing(),
    "comparison": Blank,
}
