"""Code with its syntax in colour, as markup that holds nothing but spans."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator
from itertools import islice

from markupsafe import Markup
from markupsafe import escape as for_html

from medgym_core.report.escape import escape
from medgym_core.task import ActionCall

LANGUAGES = frozenset({"python", "sql", "bash"})
"""Languages that agents act in."""
HIGHLIGHTED = 20_000
"""Longer code is shown plain."""
SHOWN = 100_000
"""Characters of a text that a page shows."""
_MARKS = {"+": "added", "-": "removed", "@": "place"}


def highlight(code: str, language: str) -> Markup:
    """``code`` escaped, and in colour where ``language`` is known and the code not too long."""
    from pygments.lexers import get_lexer_by_name
    from pygments.token import STANDARD_TYPES

    shown = escape(code)
    if len(code) > HIGHLIGHTED or language not in LANGUAGES:
        return Markup(for_html(shown))
    tokens = get_lexer_by_name(language, stripnl=False, ensurenl=False).get_tokens(shown)
    spans = (
        Markup('<span class="{}">{}</span>').format(STANDARD_TYPES.get(kind, ""), text)
        for kind, text in tokens
    )
    return Markup("").join(spans)


def cut(text: str) -> tuple[str, int]:
    """The beginning of a text that a page shows, and how many characters are left out."""
    return text[:SHOWN], max(len(text) - SHOWN, 0)


def language_of(call: ActionCall, argument: str) -> str:
    """The language in which an argument of an action is written; empty for other texts."""
    if argument == "code":
        language = call.arguments.get("language")
        return language if isinstance(language, str) else "python"
    return "bash" if argument == "command" else ""


def source(call: ActionCall) -> str:
    """An action as text: its name and arguments, code as it is."""
    named = (f"{name}:\n{plain(value)}" for name, value in call.arguments.items())
    return "\n".join([call.name, *named])


def plain(value: object) -> str:
    """A text as it is, anything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def difference(old: str, new: str) -> Markup:
    """A unified difference without its head, a span a line; empty where there is none."""
    return Markup("").join(_lines(old, new))


def _lines(old: str, new: str) -> Iterator[Markup]:
    left, right = old[:SHOWN].splitlines(), new[:SHOWN].splitlines()
    for line in islice(difflib.unified_diff(left, right, lineterm="", n=1000), 2, None):
        yield Markup('<span class="{}">{}</span>').format(_MARKS.get(line[:1], "same"), escape(line) or " ")
