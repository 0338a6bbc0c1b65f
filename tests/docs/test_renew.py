"""What docs keep of a family is made anew when its version is raised."""

from __future__ import annotations

from pathlib import Path

import pytest

from medgym_core import plugins

from . import renew, samples


def test_nothing_that_is_kept_is_outdated() -> None:
    assert [str(kept.path) for kept in renew.everything() if renew.outdated(kept)] == []


@pytest.mark.parametrize("text", [None, "{}", '{"version": "0.0.1"}'])
def test_another_version_is_outdated(text: str | None, tmp_path: Path) -> None:
    path = tmp_path / "npowerai.json"
    if text is not None:
        path.write_text(text)
    assert renew.outdated(renew.Kept(path, plugins.family("npowerai"), lambda home: samples.kept("npowerai")))


def test_what_is_outdated_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sample, family = samples.kept("npowerai"), plugins.family("npowerai")
    old, new = (renew.Kept(tmp_path / name, family, lambda home: sample) for name in ("old", "new"))
    new.path.write_text(f'{{"version": "{family.version}"}}')
    monkeypatch.setattr(samples, "FOLDER", tmp_path / "families")
    monkeypatch.setattr(renew, "everything", lambda: iter([old, new]))
    renew.main([])
    assert samples.Sample.model_validate_json(old.path.read_text()) == sample
    assert "tasks" not in new.path.read_text()
    renew.main(["npowerai"])
    assert "tasks" in new.path.read_text()
