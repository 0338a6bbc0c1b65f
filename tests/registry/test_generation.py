from __future__ import annotations

import json
import sys
from datetime import date
from email.message import Message
from pathlib import Path

import pytest

from medgym_core import plugins
from medgym_core.errors import DataError
from medgym_core.registry.certificate import Certificate, Proof, canonical
from medgym_core.report import generation
from medgym_prove.generation import generate
from medgym_sandbox import recipe
from medgym_testing.session import SessionFamily

COMMITTED = Path(__file__).parents[2] / "registry.json"


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A fake family is the only one installed; the folder of its package."""
    package = tmp_path / "medgym_plugin_pretended"
    package.mkdir()
    (package / "__init__.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, package.name, raising=False)
    item = plugins.Installed("fake-session", package.name, "medgym-core", "1")
    monkeypatch.setattr(plugins, "families", lambda: iter([(item, SessionFamily())]))
    return package


def certify(package: Path, *proofs: Proof) -> None:
    """Ship a certificate."""
    certificate = Certificate(
        family="fake-session",
        version="1",
        core="0.1.0",
        date=date(2026, 11, 1),
        source="cd" * 32,
        libraries="",
        contract="",
        scale=None,
        sandboxes=("process",),
        checks=proofs,
    )
    (package / "certificate.json").write_text(canonical(certificate))


def headers(*lines: tuple[str, str]) -> Message:
    """As much of a distribution's metadata as names people."""
    message = Message()
    for key, value in lines:
        message[key] = value
    return message


def test_the_committed_registry_is_what_the_installed_families_say() -> None:
    assert generate().text() == COMMITTED.read_text(), "run `medgym registry build`"


def test_every_plugin_of_this_repository_is_registered() -> None:
    folders = {path.parent.name for path in COMMITTED.parent.glob("plugins/*/pyproject.toml")}
    assert folders
    assert folders <= json.loads(COMMITTED.read_text())["families"].keys()


def test_an_entry_says_what_the_family_says(installed: Path) -> None:
    (entry,) = generate().families.values()
    assert (entry.package, entry.title, entry.actions[0]) == ("medgym-core", "Fake", "request_info")
    assert entry.answer_kinds == SessionFamily.answer_kinds
    assert entry.image_recipe == recipe.digest(SessionFamily.environment)
    assert entry.certificate is None


def test_a_certificate_is_summarised(installed: Path) -> None:
    certify(installed, Proof(id="S01", status="pass"), Proof(id="B02", status="waived"))
    (entry,) = generate().families.values()
    assert entry.certificate is not None
    assert (entry.certificate.passed, entry.certificate.waived) == (1, ("B02",))
    assert entry.certificate.version == "1"
    assert (entry.certificate.date, entry.certificate.source) == ("2026-11-01", "cd" * 32)


def test_a_malformed_certificate_is_named(installed: Path) -> None:
    (installed / "certificate.json").write_text("{}")
    with pytest.raises(DataError, match=r"certificate\.json"):
        generate()


@pytest.mark.parametrize(
    ("lines", "names"),
    [
        ([("Author", "Ada Example")], ("Ada Example",)),
        ([("Author", "Ada Example, Bo Example")], ("Ada Example", "Bo Example")),
        (
            [("Author-email", "Ada Example <ada@example.org>, bo@example.org")],
            ("Ada Example", "bo@example.org"),
        ),
        ([("Author", "Ada Example"), ("Maintainer", "Bo Example")], ("Bo Example",)),
        ([], ()),
    ],
)
def test_maintainers_come_from_the_distribution(
    lines: list[tuple[str, str]], names: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(generation, "metadata", lambda _: headers(*lines))
    assert generation.maintainers("toy") == names


def test_our_plugins_have_maintainers() -> None:
    ours = [
        item.distribution for item in plugins.installed() if item.distribution.startswith("medgym-plugin")
    ]
    assert ours
    assert [name for name in ours if not generation.maintainers(name)] == []
