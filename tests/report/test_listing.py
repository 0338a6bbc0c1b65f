"""The list of what is installed names the splits that there are, and no others."""

from rich.console import Console
from rich.table import Table

from medgym_core import registry
from medgym_core.report.catalogue import Listed
from medgym_core.report.listing import family_table, listing_table

ROW = Listed(
    name="toy",
    package="medgym-plugin-toy",
    version="0.1.0",
    title="Toy",
    tier="open",
    splits={"train": 12345, "published-test": 0},
    broken="",
)


def shown(table: Table) -> str:
    console = Console(width=200)
    with console.capture() as capture:
        console.print(table)
    return capture.get()


def test_splits_that_only_a_copy_fills_are_left_out() -> None:
    assert "train 12,345 " in shown(listing_table([ROW]))
    assert "published-test" not in shown(listing_table([ROW]))


def test_what_cannot_be_used_says_why() -> None:
    broken = ROW.model_copy(update={"broken": "its module is gone"})
    assert "broken: its module is gone" in shown(listing_table([broken]))


def test_a_family_says_what_is_new_in_a_split() -> None:
    lines = shown(family_table("npowerai", registry.load().families["npowerai"])).splitlines()
    told = {line.split()[1]: line for line in lines if line.startswith("split")}
    assert told["ood:"].rstrip().endswith("held out, not counted, new requirements")
    assert "new" not in told["test:"]
