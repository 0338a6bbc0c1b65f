"""The page on biodsbench's questions names every template, and those that are held out."""

from medgym_plugin_biodsbench.templates import TEMPLATES
from medgym_plugin_biodsbench.templates.held_out import HELD_OUT

from .pages import ROOT

PAGE = (ROOT / "plugins" / "biodsbench" / "DETAILS.md").read_text(encoding="utf-8")


def test_the_page_says_what_is_held_out() -> None:
    rows = [f"| {what} | {', '.join(f'`{key}`' for key in keys)} |\n" for what, keys in HELD_OUT.items()]
    assert "| workflow | templates |\n| --- | --- |\n" + "".join(rows) in PAGE


def test_the_page_names_every_template() -> None:
    assert [key for key in TEMPLATES if f"`{key}`" not in PAGE] == []
