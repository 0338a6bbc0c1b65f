from __future__ import annotations

import json
from pathlib import Path

import pytest

from medgym_core.errors import ConfigError
from medgym_prove.proposal.overlay import Proposal, read

from .checkout import commit, git, propose


def proposed(checkout: Path, tmp_path: Path, base: str = "origin/main", head: str | None = None) -> Proposal:
    """What a checkout proposes, with git's objects in a folder of their own."""
    return read(checkout, base, head, tmp_path / f"git{len(list(tmp_path.iterdir()))}")


def test_files_as_they_lie(tiny: Path, tmp_path: Path) -> None:
    folder = propose(tiny)
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__" / "ignored.pyc").touch()
    before = git(tiny, "count-objects")
    found = proposed(tiny, tmp_path)
    assert found.name == folder.name
    assert {entry.path for entry in found.files} == set(found.changed)
    assert not [path for path in found.changed if "pycache" in path]
    assert found.text("README.md") == (folder / "README.md").read_text()
    assert (git(tiny, "count-objects"), git(tiny, "status", "--short")) == (before, "?? plugins/")


def test_a_commit_is_the_same_as_its_files(tiny: Path, tmp_path: Path) -> None:
    propose(tiny)
    lying = proposed(tiny, tmp_path)
    made = proposed(tiny, tmp_path, head=commit(tiny))
    assert (lying.digest, lying.changed, lying.tree) == (
        made.digest,
        made.changed,
        git(tiny, "rev-parse", "HEAD^{tree}"),
    )


def test_what_the_base_did_since_is_not_proposed(tiny: Path, tmp_path: Path) -> None:
    folder = propose(tiny)
    head = commit(tiny)
    git(tiny, "checkout", "--quiet", "-b", "moved", "origin/main")
    (tiny / "core.py").write_text("moved = True\n")
    base = commit(tiny)
    found = proposed(tiny, tmp_path, "moved", head)
    assert (found.base, found.name) == (base, folder.name)
    assert "core.py" not in found.changed


@pytest.mark.parametrize("change", ["byte", "mode", "name", "registry"])
def test_the_digest_tells_every_change(tiny: Path, tmp_path: Path, change: str) -> None:
    folder = propose(tiny)
    before = proposed(tiny, tmp_path).digest
    readme = folder / "README.md"
    if change == "byte":
        readme.write_bytes(readme.read_bytes() + b" ")
    elif change == "mode":
        readme.chmod(0o755)
    elif change == "name":
        readme.rename(folder / "READTHEM.md")
    else:
        entries = {"families": {folder.name: {"package": "mine"}}}
        (tiny / "registry.json").write_text(json.dumps(entries))
    assert proposed(tiny, tmp_path).digest != before


def test_an_unknown_base_is_reported(tiny: Path, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="knows no commit 'nowhere'; `git fetch`"):
        proposed(tiny, tmp_path, "nowhere")


def test_no_option_is_taken_for_a_base(tiny: Path, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="knows no commit '--all'"):
        proposed(tiny, tmp_path, "--all")


def test_a_folder_without_a_repository(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="not a git repository"):
        proposed(tmp_path, tmp_path)
