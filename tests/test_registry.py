from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import jsonschema
import pytest

from medgym_core import plugins, registry
from medgym_core.access import Tier
from medgym_core.errors import DataError
from medgym_core.family import Category, Split

ROOT = Path(__file__).parents[1]
SCHEMA = ROOT / "medgym_core" / "schemas" / "registry.schema.json"

FAMILY = SimpleNamespace(
    name="toy", version="0.1.0", title="Toy", summary="A toy.", tier=Tier.OPEN, licence="MIT",
    citation="https://example.org", categories=(Category(name="sum"),),
    splits={"test": Split(size=3, evaluation=True)},
)  # fmt: skip


def test_the_committed_registry_fits_its_schema() -> None:
    content = json.loads((ROOT / "registry.json").read_text())
    jsonschema.validate(content, json.loads(SCHEMA.read_text()))
    assert content["families"]


def test_the_schema_refuses_what_the_model_refuses() -> None:
    content = json.loads((ROOT / "registry.json").read_text()) | {"unknown": 1}
    with pytest.raises(jsonschema.ValidationError, match="unknown"):
        jsonschema.validate(content, json.loads(SCHEMA.read_text()))


def test_the_committed_schema_is_the_model_s() -> None:
    assert SCHEMA.read_text() == registry.schema()


def test_the_committed_registry_is_what_the_installed_families_say() -> None:
    names = json.loads((ROOT / "registry.json").read_text())["families"]
    installed = {item.name: item.distribution for item in plugins.installed() if item.name in names}
    if missing := names.keys() - installed.keys():
        pytest.skip(f"not installed here: {', '.join(sorted(missing))}")
    families = [(plugins.family(name), package) for name, package in installed.items()]
    assert registry.generate(families) == (ROOT / "registry.json").read_text()


def test_what_is_generated_is_read_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = registry.generate([(FAMILY, "medgym-plugin-toy")])  # type: ignore[list-item]
    (tmp_path / "registry.json").write_text(text)
    monkeypatch.setattr(registry, "_path", lambda: tmp_path / "registry.json")
    entry = registry.load.__wrapped__().families["toy"]
    assert (entry.package, entry.splits["test"].size) == ("medgym-plugin-toy", 3)


def test_a_damaged_registry_names_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "registry.json").write_text("{")
    monkeypatch.setattr(registry, "_path", lambda: tmp_path / "registry.json")
    with pytest.raises(DataError, match=r"registry\.json cannot be read.*reinstall"):
        registry.load.__wrapped__()


def test_packages_are_known_by_family_name() -> None:
    assert registry.package_of("npowerai") == "medgym-plugin-npowerai"
    assert registry.package_of("nothing of that name") is None
