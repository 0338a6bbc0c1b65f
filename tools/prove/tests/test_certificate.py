from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from medgym_core.errors import ConfigError, DataError, PluginError
from medgym_core.registry.certificate import canonical, read_certificate
from medgym_prove import certificate as certificates
from medgym_prove import subject as subjects
from medgym_prove.certificate import certify, standing, verify
from medgym_prove.check import Check, Evidence
from medgym_prove.subject import CERTIFICATE
from medgym_prove.validation import Validation, report, validate

from .faked import BAD, GOOD, fake
from .plugins import package, subject

TODAY = date(2030, 1, 1)
WAIVER = (
    '\n[[tool.medgym.waivers]]\ncheck = "D07"\nreason = "kept as it was published"\nexpires = 2030-01-31\n'
)


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Makes the given checks all there are."""

    def replaced(*chosen: Check) -> None:
        monkeypatch.setattr(certificates, "checks", lambda level: chosen)

    replaced(fake("S07"), fake("D07"))
    return replaced


def run(folder: Path) -> Validation:
    examined = subject(folder)
    return report(examined, list(validate(examined, certificates.checks(3), TODAY, resume=False)))


@pytest.fixture
def certified(plugin: Path, checked: Callable[..., None]) -> Path:
    """A plugin with a certificate."""
    certify(subject(plugin), run(plugin), TODAY)
    return plugin


def edit(folder: Path, change: Callable[[dict[str, object]], object]) -> None:
    """Change the certificate as its forger would."""
    path = package(folder) / CERTIFICATE
    content = json.loads(path.read_text(encoding="utf-8"))
    change(content)
    path.write_text(json.dumps(content), encoding="utf-8")


def test_a_certificate_tells_what_was_proved(certified: Path) -> None:
    certificate = read_certificate(package(certified))
    assert certificate is not None
    assert (certificate.family, certificate.version, certificate.date) == (certified.name, "0.1.0", TODAY)
    assert [(proof.id, proof.status) for proof in certificate.checks] == [("S07", "pass"), ("D07", "pass")]
    assert certificate.checks[0].figures == GOOD.figures
    assert standing(subject(certified), TODAY).status == "valid"


def test_a_certificate_has_one_text(certified: Path) -> None:
    path = package(certified) / CERTIFICATE
    text = path.read_text(encoding="utf-8")
    certificate = read_certificate(package(certified))
    assert certificate is not None
    assert canonical(certificate) == text
    certify(subject(certified), run(certified), TODAY)
    assert path.read_text(encoding="utf-8") == text


def test_a_certificate_holds_no_place_and_nothing_measured(certified: Path) -> None:
    text = (package(certified) / CERTIFICATE).read_text(encoding="utf-8")
    assert str(certified.parent) not in text
    assert "seconds" not in text


def test_who_has_failed_is_not_certified(plugin: Path, checked: Callable[..., None]) -> None:
    checked(fake("S07"), fake("D07", BAD))
    with pytest.raises(PluginError, match=f"{plugin.name} is not certified: D07 failed"):
        certify(subject(plugin), run(plugin), TODAY)
    assert read_certificate(package(plugin)) is None


def test_who_has_not_proved_everything_is_not_certified(plugin: Path, checked: Callable[..., None]) -> None:
    found = run(plugin)
    checked(fake("S07"), fake("D07"), fake("A07"))
    with pytest.raises(ConfigError, match="is not certified without A07"):
        certify(subject(plugin), found, TODAY)


def test_a_waiver_is_certified_until_it_expires(plugin: Path, checked: Callable[..., None]) -> None:
    checked(fake("S07"), fake("D07", BAD))
    with (plugin / "pyproject.toml").open("a", encoding="utf-8") as project:
        project.write(WAIVER)
    certify(subject(plugin), run(plugin), TODAY)
    certificate = read_certificate(package(plugin))
    assert certificate is not None
    assert certificate.checks[1].status == "waived"
    assert certificate.checks[1].waiver is not None
    assert certificate.checks[1].waiver.reason == "kept as it was published"
    assert standing(subject(plugin), date(2030, 1, 31)).status == "valid"
    assert standing(subject(plugin), date(2030, 2, 1)).reasons == ("the waiver of D07 expired on 2030-01-31",)


def test_a_plugin_without_a_certificate(plugin: Path, checked: Callable[..., None]) -> None:
    assert read_certificate(package(plugin)) is None
    assert standing(subject(plugin)).status == "absent"
    assert not verify(subject(plugin)).passed


@pytest.mark.parametrize("text", ["", "{}", '{"form": 2}'])
def test_a_malformed_certificate(certified: Path, text: str) -> None:
    (package(certified) / CERTIFICATE).write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=r"certificate\.json: .*; make it anew with --certify"):
        standing(subject(certified))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (
            lambda folder, patch: (package(folder) / "more.py").write_text("x = 1", encoding="utf-8"),
            "what decides in the plugin's source has changed",
        ),
        (
            lambda folder, patch: patch.setattr(subjects, "reached", lambda _: {"a": folder / "README.md"}),
            "the libraries that the plugin reaches have changed",
        ),
        (
            lambda folder, patch: patch.setattr(certificates, "contract_digest", lambda: "other"),
            "the hook contract has changed",
        ),
        (
            lambda folder, patch: patch.setattr(certificates, "checks", lambda _: (fake("S07"), fake("A07"))),
            "the checks have changed: A07, D07",
        ),
    ],
    ids=["source", "libraries", "contract", "checks"],
)
def test_a_change_voids_and_is_distinguished(
    certified: Path,
    change: Callable[[Path, pytest.MonkeyPatch], object],
    reason: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    change(certified, monkeypatch)
    verification = verify(subject(certified), TODAY)
    assert (verification.standing.status, verification.standing.reasons) == ("void", (reason,))
    assert not verification.passed
    assert verification.report is None


def test_a_certificate_of_another_version_is_void(certified: Path) -> None:
    edit(certified, lambda content: content.update(version="0.0.9"))
    found = standing(subject(certified), TODAY)
    assert (found.status, found.reasons) == ("void", ("it is of version 0.0.9, and this is 0.1.0",))


def test_what_is_found_again_holds(certified: Path) -> None:
    verification = verify(subject(certified), TODAY)
    assert verification.passed
    assert verification.report is not None
    assert [finding.id for finding in verification.report.findings] == ["S07", "D07"]


def test_times_may_differ(certified: Path, checked: Callable[..., None]) -> None:
    slower = GOOD.model_copy(update={"measured": {"seconds": 9.9}})
    checked(fake("S07", slower), fake("D07", slower))
    assert verify(subject(certified), TODAY).passed


@pytest.mark.parametrize(
    ("figures", "difference"),
    [
        ({"tasks": 3, "rate": 0.5}, "D07: rate is 0.25, certified as 0.5"),
        ({"tasks": 3}, "D07: rate is 0.25, certified as null"),
        ({"tasks": 3, "rate": 0.25, "more": [1]}, "D07: more is null, certified as [1]"),
    ],
)
def test_a_forged_figure_is_found(certified: Path, figures: dict[str, object], difference: str) -> None:
    edit(certified, lambda content: content["checks"][1].update(figures=figures))  # type: ignore[index]
    verification = verify(subject(certified), TODAY)
    assert (verification.standing.status, verification.differences) == ("valid", (difference,))
    assert not verification.passed


def test_a_status_that_is_another_now_is_found(certified: Path, checked: Callable[..., None]) -> None:
    checked(fake("S07"), fake("D07", BAD))
    assert verify(subject(certified), TODAY).differences == ("D07: fail, certified as pass",)


def test_what_was_remembered_is_made_again_at_the_certified_scale(
    certified: Path, checked: Callable[..., None]
) -> None:
    edit(certified, lambda content: content.update(scale=7))
    scales = []

    def examine(subject: subjects.Subject) -> Evidence:
        scales.append(subject.scale)
        return GOOD

    looks = Check(id="D07", level=2, title="", hint="", examine=examine)
    checked(fake("S07"), looks)
    assert verify(subject(certified), TODAY).passed
    assert verify(subject(certified), TODAY).passed
    assert scales == [7, 7]
