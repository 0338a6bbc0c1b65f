"""`medgym data fetch` shows licences, asks once, and says what to type next."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from medgym_core import Download, Tier, plugins
from medgym_core.cli.main import main

from .publisher import Publisher, publishing

ROW = (
    '{"task_type": "Paired t-test", "task_id": 3, "estimate_target": "size", "answer": 34, "question": '
    '"It lowers lipids by 16.7 units with a standard deviation of 38. What sample size has 80% of power '
    'in a lower one-sided test at the significance level of 0.05?"}'
)


@pytest.fixture
def publisher(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Publisher]:
    with publishing() as running:
        running.files = {"test_tasks.jsonl": ROW.encode()}
        known = {
            "demo": Download(title="A few rows", parts={"": running.remote()}),
            "full": Download(
                title="All", parts={"": running.remote(Tier.CREDENTIALED, id="full-1")}, needs="a database"
            ),
        }
        monkeypatch.setattr(plugins, "downloads", lambda name: known if name == "npowerai" else {})
        monkeypatch.setenv("NETRC", str(tmp_path / "netrc"))
        monkeypatch.setenv("MEDGYM_HOME", str(tmp_path / "home"))
        monkeypatch.setenv("NO_PROXY", "127.0.0.1")
        yield running


def call(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["data", *map(str, arguments)])


def test_without_a_terminal_the_licence_is_accepted_in_words(publisher: Publisher) -> None:
    refused = call("fetch", "npowerai")
    assert refused.exit_code == 2
    assert "licence: ODbL 1.0, http" in refused.stderr
    assert "add --accept-licence if you accept it" in refused.stderr
    assert publisher.asked == []
    fetched = call("fetch", "npowerai", "--accept-licence")
    assert fetched.exit_code == 0, fetched.output
    assert "play it with: medgym run --task npowerai --source npowerai=demo" in fetched.stdout
    again = call("fetch", "npowerai")
    assert (again.exit_code, again.stderr) == (0, "")
    assert len(publisher.asked) == 1


@pytest.mark.parametrize(("answer", "code"), [("y\n", 0), ("n\n", 2)])
def test_at_a_terminal_it_is_asked(
    publisher: Publisher, monkeypatch: pytest.MonkeyPatch, answer: str, code: int
) -> None:
    monkeypatch.setattr("medgym_fetch.cli.at_a_terminal", lambda: True)
    result = CliRunner().invoke(main, ["data", "fetch", "npowerai"], input=answer)
    assert result.exit_code == code
    assert ("without its licence A set is not fetched" in result.stderr) is bool(code)
    assert bool(publisher.asked) is not bool(code)


def test_a_fetched_source_builds_under_its_name_and_tier(publisher: Publisher) -> None:
    assert "run `medgym data fetch npowerai demo`" in call("build", "npowerai", "--source", "demo").stderr
    call("fetch", "npowerai", "--accept-licence")
    built = json.loads(call("build", "npowerai", "--source", "demo", "--json").stdout)
    assert (built["source"]["kind"], built["tier"]) == ("user", "open")
    assert built["report"].startswith("1 rows: 1 agree")


def test_what_is_here_is_listed(publisher: Publisher) -> None:
    call("fetch", "npowerai", "--accept-licence")
    rows = json.loads(call("fetch", "--json").stdout)["downloads"]
    assert [(row["source"], row["tier"], row["fetched"]) for row in rows] == [
        ("demo", "open", True),
        ("full", "credentialed", False),
    ]
    assert rows[0]["checked_by"] == ["SHA-256 pinned in medgym"]
    assert "A few rows" in call("fetch").stdout


def test_credentialed_data_shows_its_agreement_and_what_is_needed(
    publisher: Publisher, tmp_path: Path
) -> None:
    refused = call("fetch", "npowerai", "full", "--accept-licence")
    assert refused.exit_code == 2
    assert f"credentialed: given by name to who has signed its agreement, at {publisher.base}about" in (
        refused.stderr
    )
    assert "machine 127.0.0.1 login NAME password PASSWORD" in refused.stderr
    (tmp_path / "netrc").write_text("machine 127.0.0.1 login ann password secret\n")
    (tmp_path / "netrc").chmod(0o600)
    publisher.user = "ann:secret"
    fetched = call("fetch", "npowerai", "full", "--json")
    assert fetched.exit_code == 0, fetched.output
    assert "secret" not in fetched.output
    row = json.loads(fetched.stdout)["fetched"][0]
    assert (row["tier"], row["files"], row["needs"]) == ("credentialed", 1, "a database")


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        (("npowerai", "demi"), "npowerai has no source 'demi' to fetch; it has: demo, full"),
        (("biocoder",), "nothing of biocoder can be fetched"),
        (("gone",), "no task family called 'gone'"),
    ],
)
def test_what_cannot_be_fetched_is_said(publisher: Publisher, typed: tuple[str, ...], why: str) -> None:
    result = call("fetch", *typed)
    assert result.exit_code == 2
    assert why in result.stderr


def test_installed_plugins_declare_what_can_be_checked() -> None:
    found = {item.name: plugins.downloads(item.name) for item in plugins.installed()}
    assert {name: next(iter(known)) for name, known in found.items() if known} == {
        **dict.fromkeys(("ehr-seqsql", "eicu", "mimic", "treqs"), "demo"),
        "medcalcbench": "verified",
    }
    remotes = {
        part.id: part for known in found.values() for one in known.values() for part in one.parts.values()
    }
    assert {name for name, part in remotes.items() if part.tier.labelled} == {"mimiciii-1.4", "eicu-crd-2.0"}
    for part in remotes.values():
        assert part.page.startswith("https://")
        assert part.base.startswith("https://")
