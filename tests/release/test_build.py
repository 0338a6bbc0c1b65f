from __future__ import annotations

import io
import tarfile
import zipfile
from pathlib import Path

import pytest

from release import build
from release.artifact import Artifact
from release.distribution import ReleaseError
from tests.release import made

INFO = "medgym_ehr-1.2.0.dist-info"
WHEEL = b"Wheel-Version: 1.0\nGenerator: hand\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def put(artifact: Artifact, out: Path) -> Path:
    """The files of the library that ``artifact`` is the wheel of, in ``out``."""
    out.mkdir(exist_ok=True)
    files = {**artifact.files, f"{INFO}/WHEEL": WHEEL}
    record = "".join(f"{name},,\n" for name in (*files, f"{INFO}/RECORD"))
    with zipfile.ZipFile(out / artifact.path.name, "w") as packed:
        for name, content in {**files, f"{INFO}/RECORD": record.encode()}.items():
            packed.writestr(name, content)
    source = {"PKG-INFO": files[f"{INFO}/METADATA"], "LICENSE": made.LICENCE, "medgym_ehr/py.typed": b""}
    with tarfile.open(out / "medgym_ehr-1.2.0.tar.gz", "w:gz") as packed_source:
        for name, content in source.items():
            member = tarfile.TarInfo(f"medgym_ehr-1.2.0/{name}")
            member.size = len(content)
            packed_source.addfile(member, io.BytesIO(content))
    return out


def of_library(root: Path, out: Path) -> list[str]:
    """What is found of the library; of the others, which were not built, no more than that."""
    return [problem for problem in build.check(root, out) if "is not built" not in problem]


@pytest.fixture
def out(root: Path, tmp_path: Path) -> Path:
    """An empty file keeps packages from being called empty."""
    return put(made.wheel(files={"medgym_ehr/__init__.py": b'"""Hospitals."""\n'}), tmp_path / "dist")


def test_a_good_library_is_found_good(root: Path, out: Path) -> None:
    assert of_library(root, out) == []


@pytest.mark.slow
def test_what_was_not_built_is_named(root: Path, out: Path) -> None:
    absent = [problem.partition(":")[0] for problem in build.check(root, out)]
    assert absent == ["medgym-core", "medgym-plugin-doses", "medgym-prove"]
    (out / "medgym_ehr-1.2.0.tar.gz").unlink()
    assert any(problem.startswith("medgym-ehr: ") for problem in build.check(root, out))


def test_our_own_checks_are_made(root: Path, tmp_path: Path) -> None:
    bare = put(made.wheel(("License-File: LICENSE\n", "")), tmp_path / "dist")
    assert "not LICENSE alone" in " ".join(of_library(root, bare))


def test_versions_are_compared(root: Path, out: Path) -> None:
    core = root / "pyproject.toml"
    core.write_text(core.read_text().replace('version = "1.2.0"', 'version = "1.2.1"'))
    assert f"{root / 'libs' / 'ehr' / 'pyproject.toml'}: version is 1.2.0" in " ".join(of_library(root, out))


def test_twine_is_asked(root: Path, tmp_path: Path) -> None:
    wrong = ("Classifier: Typing :: Typed\n", "Classifier: Typing :: Typed\nDescription: again\n")
    found = of_library(root, put(made.wheel(wrong), tmp_path / "dist"))
    assert any("twine check --strict" in problem for problem in found), found


def test_check_wheel_contents_is_asked(root: Path, tmp_path: Path) -> None:
    found = of_library(root, put(made.wheel(files={"docs/page.txt": b"text"}), tmp_path / "dist"))
    assert any("check_wheel_contents" in problem and "docs" in problem for problem in found), found


def test_a_folder_that_holds_something_is_not_built_into(root: Path, out: Path) -> None:
    with pytest.raises(ReleaseError, match="is not empty"):
        build.build(root, out)


def test_only_what_a_tag_releases_is_left(root: Path, out: Path) -> None:
    (out / "medgym_plugin_doses-7.0.1.tar.gz").touch()
    (out / "medgym_core-1.2.0.tar.gz").touch()
    build.keep([made.distribution(root, "medgym-ehr")], out)
    left = sorted(path.name for path in out.iterdir())
    assert left == ["medgym_ehr-1.2.0-py3-none-any.whl", "medgym_ehr-1.2.0.tar.gz"]
