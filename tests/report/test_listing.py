"""The list of what is installed names the splits that there are, and no others."""

import json

import pytest
from click.testing import CliRunner
from rich.console import Console
from rich.table import Table

from medgym_core import registry
from medgym_core.cli.main import main
from medgym_core.registry.difficulty import Difficulty, Earned, Row
from medgym_core.registry.entry import CertificateSummary
from medgym_core.report.catalogue import Listed, listing
from medgym_core.report.listing import difficulty_table, family_table, listing_table
from medgym_core.rollout import ladder

ROW = Listed(
    name="toy",
    package="medgym-plugin-toy",
    version="0.1.0",
    title="Toy",
    tier="open",
    splits={"train": 12345, "published-test": 0},
    certificate="none",
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


def test_a_family_that_the_registry_does_not_know_says_so() -> None:
    new = ROW.model_copy(update={"title": "", "tier": "", "splits": {}})
    assert "not in the registry yet" in shown(listing_table([new]))
    assert "`medgym registry build`" in shown(listing_table([new]))


def test_a_family_says_what_is_new_in_a_split() -> None:
    lines = shown(family_table("npowerai", registry.load().families["npowerai"])).splitlines()
    line_of = {line.split()[1]: line for line in lines if line.startswith("split")}
    assert line_of["ood:"].rstrip().endswith("held out, not counted, new requirements")
    assert "new" not in line_of["test:"]


@pytest.mark.parametrize(
    ("version", "expected"), [("0.1.0", "3 checks passed on 2026-11-01"), ("0.0.9", "void: of")]
)
def test_a_certificate_of_another_version_is_void(version: str, expected: str) -> None:
    summary = CertificateSummary(version=version, date="2026-11-01", core="0.2.0", source="", passed=3)
    entry = next(iter(registry.load().families.values()))
    certified = entry.model_copy(update={"version": "0.1.0", "certificate": summary})
    (line,) = (line for line in shown(family_table("toy", certified)).splitlines() if "certificate" in line)
    assert line.split(maxsplit=1)[1].startswith(expected)


def test_the_list_says_how_certificates_stand() -> None:
    void = [row for row in listing() if row.certificate == "void"]
    families = registry.load().families
    assert {row.name for row in void} == {
        name
        for name, entry in families.items()
        if entry.certificate and entry.certificate.version != entry.version
    }
    assert " void " in shown(listing_table([ROW.model_copy(update={"certificate": "void"})]))


def test_a_family_without_a_table_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder, "difficulty", lambda name: None)
    runner = CliRunner()
    assert "difficulty: not measured" in runner.invoke(main, ["info", "npowerai"]).stdout
    assert json.loads(runner.invoke(main, ["info", "npowerai", "--json"]).stdout)["difficulty"] is None


def test_difficulty_says_what_was_earned_and_what_has_no_meaning() -> None:
    found = Difficulty(
        family="toy",
        version="0.1.0",
        played="0",
        sandbox="process",
        tasks=3,
        rungs={"no-look": "", "no-units": "no reference changes units", "full": ""},
        rows=(Row(split="test", category="sums", earned={"full": Earned(tasks=3, reward=1)}),),
    )
    text = shown(difficulty_table(found, "0.1.0"))
    assert "difficulty of toy 0.1.0" in text
    assert "Measured with" not in text
    assert "Measured with 0.1.0; the family is 0.2.0 now." in shown(difficulty_table(found, "0.2.0"))
    (row,) = (line for line in text.splitlines() if "sums" in line)
    assert row.split() == ["test", "sums", "-", "1.00", "(3)"]
    assert "Without a column: no-units, since no reference changes units." in text


def test_a_family_says_how_hard_it_is() -> None:
    printed = json.loads(CliRunner().invoke(main, ["info", "npowerai", "--json"]).stdout)
    assert printed["difficulty"]["rungs"].keys() >= {"no-look", "full"}
    assert "difficulty of npowerai" in CliRunner().invoke(main, ["info", "npowerai"]).stdout
