"""Pages from templates: everything is escaped, and a content policy forbids whatever is not ours."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from medgym_core.report.escape import escape

if TYPE_CHECKING:
    from jinja2 import Environment

FOLDER = Path(__file__).parent / "templates"
STYLE, RENEWING = "style.css", "step.js"


def render(template: str, script: str, notice: str = "", **context: Any) -> str:
    """The page that ``template`` makes of ``context``, with the style sheet and ``script`` in it.

    ``notice`` stands above everything else: what binds whoever reads the page.
    """
    assets = {"style": Markup(_asset(STYLE)), "script": Markup(_asset(script))}
    return (
        _environment()
        .get_template(template)
        .render(policy=policy(script), notice=notice, **assets, **context)
    )


def policy(*scripts: str) -> str:
    """The content policy of pages with ``scripts``: those and the style sheet, and nothing else.

    The script that renews a page may ask for it again.
    """
    again = "connect-src 'self'; " if RENEWING in scripts else ""
    allowed = " ".join(f"'{_digest(script)}'" for script in scripts)
    return (
        f"default-src 'none'; style-src '{_digest(STYLE)}'; script-src {allowed}; "
        f"{again}base-uri 'none'; form-action 'self'"
    )


@cache
def _asset(name: str) -> str:
    return (FOLDER / name).read_text()


def _digest(name: str) -> str:
    return "sha256-" + b64encode(hashlib.sha256(_asset(name).encode()).digest()).decode()


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_shown,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _shown(value: Any) -> Any:
    """Texts with their control characters visible; what is markup already is ours."""
    return escape(value) if isinstance(value, str) and not isinstance(value, Markup) else value
