"""Packages fetched on the host, from a folder of wheels."""

from __future__ import annotations

import platform
import zipfile
from pathlib import Path

import pytest

from medgym_sandbox import wheels
from medgym_sandbox.errors import SandboxError

HERE = (".".join(platform.python_version_tuple()[:2]), platform.machine())


def make_wheel(folder: Path, name: str, tag: str) -> None:
    info = f"{name}-1.0.dist-info"
    with zipfile.ZipFile(folder / f"{name}-1.0-{tag}.whl", "w") as wheel:
        wheel.writestr(f"{name}.py", "")
        wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        wheel.writestr(f"{info}/WHEEL", f"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: {tag}\n")
        wheel.writestr(f"{info}/RECORD", "")


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "index"
    folder.mkdir()
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    return folder


@pytest.mark.slow
@pytest.mark.parametrize(
    ("target", "tag"), [(HERE, "py3-none-any"), (("3.13", "aarch64"), "cp313-cp313-manylinux_2_28_aarch64")]
)
def test_wheels_are_fetched_for_the_image(index: Path, target: tuple[str, str], tag: str) -> None:
    make_wheel(index, "medgymtoy", tag)
    (index / "requirements.txt").write_text("medgymtoy==1.0\n")
    (out := index / "out").mkdir()
    wheels.fetch(index / "requirements.txt", *target, out)
    assert [path.name for path in out.iterdir()] == [f"medgymtoy-1.0-{tag}.whl"]


@pytest.mark.slow
def test_a_package_that_cannot_be_had_is_named_with_the_fix(index: Path) -> None:
    (index / "requirements.txt").write_text("medgymtoy==2.0\n")
    with pytest.raises(SandboxError, match=r"(?s)medgymtoy==2\.0.*--inside"):
        wheels.fetch(index / "requirements.txt", *HERE, index)
