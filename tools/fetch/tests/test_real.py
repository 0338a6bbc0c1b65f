"""Published bytes come as they are and play: the MIMIC-III demo, from a publisher on this machine."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from medgym_core import Download, Listing, Tier, open_family, plugins
from medgym_core.download.named import user_source
from medgym_fetch.source import fetch

from .publisher import Publisher

DATA = next(
    (place for up in Path(__file__).parents if (place := up / "shared" / "data").is_dir()),
    Path("shared/data"),
)


def published(folder: str) -> dict[str, bytes]:
    """Real files by name; skips where they are not beside the checkout."""
    if not (DATA / folder).is_dir():
        pytest.skip(f"there is no published data at {DATA / folder}")
    return {path.name: path.read_bytes() for path in (DATA / folder).iterdir() if path.is_file()}


def listed(publisher: Publisher, tier: Tier) -> Download:
    """What is served, checked by the publisher's list, as PhysioNet's is."""
    lines = [f"{hashlib.sha256(data).hexdigest()} {name}\n" for name, data in publisher.files.items()]
    publisher.files = {**publisher.files, "SHA256SUMS.txt": "".join(lines).encode()}
    listing = Listing(kind="sha256sums", url=f"{publisher.base}SHA256SUMS.txt")
    remote = publisher.remote(tier, files={"*.csv*": ""}, listing=listing)
    return Download(title="MIMIC-III demo", parts={"": remote})


@pytest.mark.slow
def test_the_demo_is_fetched_over_cut_connections_and_played(publisher: Publisher, tmp_path: Path) -> None:
    publisher.files = published("mimic3-demo")
    tables = {name for name in publisher.files if name.endswith(".csv.gz")}
    demo = listed(publisher, plugins.downloads("mimic")["demo"].tier)
    publisher.cuts = [1 << 30, 1000, 2000, 3000]
    folder = fetch("mimic", "demo", demo, tmp_path, pause_s=0)
    assert {path.name for path in folder.iterdir()} == tables
    assert all(path.read_bytes() == publisher.files[path.name] for path in folder.iterdir())
    assert user_source(folder, Tier.CREDENTIALED, tmp_path).tier is Tier.OPEN
    opened = open_family("mimic", source="demo", sandbox="process", home=tmp_path)
    assert opened.build.tier is Tier.OPEN
    assert opened.family.size(opened.build, "test") > 0
    assert opened.play("test", 0).verdict.reward == 1.0


def test_pinned_hashes_are_those_of_the_published_files() -> None:
    (remote,) = plugins.downloads("mimic")["ehrsql-2024"].parts.values()
    pinned = {name.removeprefix("valid/"): sha256 for name, sha256 in remote.files.items() if sha256}
    real = {name: hashlib.sha256(data).hexdigest() for name, data in published("ehrsql-2024/valid").items()}
    assert pinned == {name: real[name] for name in ("data.json", "label.json")}


def test_published_questions_are_checked_by_git_s_names(publisher: Publisher, tmp_path: Path) -> None:
    publisher.files = published("ehrsql-2024/valid")
    entries = [
        {"path": name, "type": "blob", "sha": hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest()}
        for name, data in publisher.files.items()
    ]
    publisher.files["tree"] = json.dumps({"tree": entries}).encode()
    listing = Listing(kind="git-tree", url=f"{publisher.base}tree")
    remote = publisher.remote(files={"*.json": ""}, listing=listing)
    folder = fetch("mimic", "questions", Download(title="Questions", parts={"": remote}), tmp_path, pause_s=0)
    assert (folder / "label.json").read_bytes() == publisher.files["label.json"]
