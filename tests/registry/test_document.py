from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from medgym_core import registry
from medgym_core.errors import DataError
from medgym_core.registry import document
from medgym_prove.misfit import misfits
from medgym_testing.entries import entry, registry_of, ship

ROOT = Path(__file__).parents[2]
SCHEMA = ROOT / "medgym_core" / "schemas" / "registry.schema.json"
COMMITTED = ROOT / "registry.json"


def spoilt(**changes: Any) -> str:
    """A registry whose one entry has other values than it may."""
    content = json.loads(registry_of(toy=entry()).text())
    content["families"]["toy"] |= changes
    return json.dumps(content)


def test_the_committed_registry_fits_its_schema() -> None:
    jsonschema.validate(json.loads(COMMITTED.read_text()), json.loads(SCHEMA.read_text()))
    assert misfits(COMMITTED.read_text()) == ()


def test_the_committed_schema_is_the_model_s() -> None:
    assert SCHEMA.read_text() == document.schema(), "write what medgym_core.registry.document.schema() gives"


def test_the_schema_refuses_what_the_model_refuses() -> None:
    with pytest.raises(jsonschema.ValidationError, match="unknown"):
        jsonschema.validate(json.loads(spoilt(unknown=1)), json.loads(SCHEMA.read_text()))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "it is no JSON"),
        (spoilt(titel="Toy"), "there is no key 'titel'; did you mean 'title'?"),
        (spoilt(tier="opne"), "$.families.toy.tier: 'opne' is no known value; did you mean 'open'?"),
        (spoilt(splits={"test": {"sizes": 3}}), "there is no key 'sizes'; did you mean 'size'?"),
        (spoilt(certificate={"dat": "2026-01-01"}), "there is no key 'dat'; did you mean 'date'?"),
        (spoilt(version=1), "$.families.toy.version: 1 is not of type 'string'"),
        ('{"familys": {}}', "$: there is no key 'familys'; did you mean 'families'?"),
    ],
)
def test_what_does_not_fit_says_where_and_what_was_meant(text: str, message: str) -> None:
    assert message in " | ".join(misfits(text))


def test_a_key_that_is_missing_is_named() -> None:
    content = json.loads(registry_of(toy=entry()).text())
    del content["families"]["toy"]["licence"]
    assert misfits(json.dumps(content)) == ("$.families.toy: 'licence' is a required property",)


def test_what_is_written_is_read_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = registry_of(toy=entry())
    ship(monkeypatch, tmp_path / "registry.json", made.text())
    assert registry.load() == made
    assert registry.package_of("toy") == "medgym-plugin-toy"
    assert registry.package_of("nothing of that name") is None


def test_a_damaged_registry_names_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ship(monkeypatch, tmp_path / "registry.json", "{")
    with pytest.raises(DataError, match=r"registry\.json cannot be read.*reinstall"):
        registry.load()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (spoilt(tier="secret"), r"family toy, field tier: Input should be 'synthetic'"),
        (spoilt(splits={"test": {"size": "x"}}), r"family toy, field splits\.test\.size: "),
        ('{"families": {"toy": 3}}', "family toy: "),
        ('{"form": 9}', "form: "),
    ],
)
@pytest.mark.parametrize("in_checkout", [True, False])
def test_a_bad_value_names_its_family_its_field_and_the_fix(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, message: str, in_checkout: bool
) -> None:
    if in_checkout:
        (tmp_path / "pyproject.toml").touch()
    ship(monkeypatch, tmp_path / "registry.json", text)
    fix = "run `medgym registry build`" if in_checkout else "reinstall medgym-core"
    with pytest.raises(DataError, match=rf"registry\.json cannot be read \({message}.*\); {fix}$"):
        registry.load()


def test_the_checkout_s_file_is_known() -> None:
    assert document.checkout() == COMMITTED
