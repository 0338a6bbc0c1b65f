"""The list of what is installed names the splits that there are, and no others."""

from rich.console import Console

from medgym_core.report.catalogue import Listed
from medgym_core.report.listing import listing_table

ROW = Listed(
    name="toy",
    package="medgym-plugin-toy",
    version="0.1.0",
    title="Toy",
    tier="open",
    splits={"train": 12345, "published-test": 0},
    broken="",
)


def shown(row: Listed) -> str:
    console = Console(width=200)
    with console.capture() as capture:
        console.print(listing_table([row]))
    return capture.get()


def test_splits_that_only_a_copy_fills_are_left_out() -> None:
    assert "train 12,345 " in shown(ROW)
    assert "published-test" not in shown(ROW)


def test_what_cannot_be_used_says_why() -> None:
    assert "broken: its module is gone" in shown(ROW.model_copy(update={"broken": "its module is gone"}))
