from __future__ import annotations

from pathlib import Path

import pytest

from medgym_core.errors import ConfigError
from medgym_core.errors.advice import install
from medgym_core.registry import Registry
from medgym_prove import comparison
from medgym_prove.certificate import Standing
from medgym_prove.comparison import Comparison, compare
from medgym_testing.entries import entry, registry_of

INSTALLED = registry_of(toy=entry(), ward=entry(package="medgym-plugin-ward"))


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparison, "generate", lambda: INSTALLED)


def compared(folder: Path, text: str) -> Comparison:
    (folder / "registry.json").write_text(text)
    return compare(folder / "registry.json")


def test_the_same_text_differs_in_nothing(tmp_path: Path) -> None:
    assert compared(tmp_path, INSTALLED.text()).differences == ()


@pytest.mark.parametrize(
    ("committed", "difference"),
    [
        (registry_of(toy=entry()), "ward is installed, but not registered; run `medgym registry build`"),
        (
            registry_of(**INSTALLED.families, beds=entry(package="med-beds")),
            f"beds is registered, but med-beds is not installed; run `{install('med-beds')}`",
        ),
        (
            registry_of(**INSTALLED.families | {"toy": entry(version="0.0.9", title="Toys")}),
            "toy: version, title differ from what the installed family says; run `medgym registry build`",
        ),
    ],
)
def test_each_difference_is_reported_with_its_fix(
    tmp_path: Path, committed: Registry, difference: str
) -> None:
    assert compared(tmp_path, committed.text()).differences == (difference,)


def test_one_byte_is_a_difference(tmp_path: Path) -> None:
    (difference,) = compared(tmp_path, INSTALLED.text() + "\n").differences
    assert difference.startswith("the text is not the canonical one")


def test_what_does_not_fit_the_schema_is_reported_first(tmp_path: Path) -> None:
    (difference,) = compared(tmp_path, INSTALLED.text().replace('"form"', '"forms"')).differences
    assert "there is no key 'forms'; did you mean 'form'?" in difference


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"cannot read .*nowhere\.json"):
        compare(tmp_path / "nowhere.json")


def test_certificates_of_every_installed_family_are_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    void = Standing(status="void", reasons=("what decides in the plugin's source has changed",))
    monkeypatch.setattr(comparison, "subject_of", lambda name, _: name)
    monkeypatch.setattr(comparison, "standing", {"toy": void, "ward": Standing(status="valid")}.get)
    found = compared(tmp_path, INSTALLED.text())
    assert (found.certificates["toy"], found.certificates["ward"].status) == (void, "valid")


def test_a_family_installed_without_its_source_says_so(tmp_path: Path) -> None:
    standing = compared(tmp_path, INSTALLED.text()).certificates["toy"]
    assert standing.status == "absent"
    assert "'toy'" in standing.reasons[0]
