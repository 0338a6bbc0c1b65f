from __future__ import annotations

import io
import tarfile
import zipfile
from pathlib import Path

import pytest

from release.artifact import Artifact, problems, read
from release.distribution import distributions
from release.version import bounds
from tests.release import made
from tests.release.made import GONE, LICENCE

DECLARES = "Classifier: Programming Language :: Python :: 3.14\n"
INFO = "medgym_ehr-1.2.0.dist-info"


def found(artifact: Artifact, root: Path) -> list[str]:
    asked = bounds(distributions(root))
    return list(problems(artifact, made.distribution(root, "medgym-ehr"), asked, LICENCE))


def test_a_good_wheel_has_no_problems(root: Path) -> None:
    assert found(made.wheel(), root) == []


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (("Name: medgym-ehr", "Name: medgym-her"), "is called medgym-her, not medgym-ehr"),
        (("Version: 1.2.0", "Version: 1.2.1"), "has version 1.2.1; "),
        (("Author: Ada Example\n", ""), "names no author"),
        (("Summary: Hospitals\n", ""), "has no description"),
        (("# Hospitals\n", ""), "has no readme"),
        (("text/markdown", "text/plain"), "has no readme in Markdown"),
        (("Project-URL: Issues, https://example.org\n", ""), "lacks addresses: Issues"),
        ((DECLARES, ""), "does not declare Python 3.14"),
        (("Requires-Python: >=3.11", "Requires-Python: >=3.11,<3.14"), "is not for Python 3.14"),
        (("Requires-Python: >=3.11\n", ""), "is not for Python 3.11"),
        (("License-Expression: Apache-2.0", "License-Expression: MIT"), "has licence MIT, not Apache-2.0"),
        (("License-Expression: Apache-2.0\n", ""), "has licence None"),
        (("License-File: LICENSE\n", ""), "has licence files None"),
        (("License-Expression: Apache-2.0", "License: Apache 2"), "has licence None"),
        ((DECLARES, f"{DECLARES}Classifier: License :: OSI Approved :: MIT License\n"), "classifiers, too"),
        (("medgym-core<1.3,>=1.2", "medgym-core>=1.2"), "write medgym-core>=1.2,<1.3"),
        (("medgym-core<1.3,>=1.2", "medgym-core"), "write medgym-core>=1.2,<1.3"),
        (("medgym-core<1.3,>=1.2", "medgym-core<1.2,>=1.1"), "write medgym-core>=1.2,<1.3"),
        (("numpy<3,>=2", "numpy @ https://example.org/numpy.whl"), "which is an address"),
        (("Classifier: Typing :: Typed\n", ""), "does not say that it is typed"),
        (("Version: 1.2.0", "Version: new"), "invalid"),
    ],
)
def test_metadata_that_does_not_hold(root: Path, change: tuple[str, str], expected: str) -> None:
    assert expected in " | ".join(found(made.wheel(change), root))


@pytest.mark.parametrize(
    ("path", "content", "expected"),
    [
        ("medgym_ehr/py.typed", GONE, "has no medgym_ehr/py.typed"),
        ("medgym_ehr/__init__.py", GONE, "holds the packages [], not ['medgym_ehr']"),
        ("tests/__init__.py", b"", "holds the packages ['medgym_ehr', 'tests']"),
        (f"{INFO}/licenses/LICENSE", GONE, "does not hold the text of the licence"),
        (f"{INFO}/licenses/LICENSE", b"Some may be done.\n", "does not hold the text of the licence"),
        ("medgym_ehr/__pycache__/a.pyc", b"", "holds medgym_ehr/__pycache__/a.pyc"),
    ],
)
def test_contents_that_do_not_hold(root: Path, path: str, content: bytes, expected: str) -> None:
    (problem,) = found(made.wheel(files={path: content}), root)
    assert expected in problem
    assert problem.startswith("medgym_ehr-1.2.0-py3-none-any.whl: ")


def test_a_distribution_without_packages_does_not_say_to_be_typed(root: Path) -> None:
    path = made.distribution(root, "medgym-ehr").path
    path.write_text(path.read_text().replace('["medgym_ehr"]', "[]"))
    empty = {"medgym_ehr/__init__.py": GONE, "medgym_ehr/py.typed": GONE}
    (problem,) = found(made.wheel(files=empty), root)
    assert "says to be typed, and holds no package" in problem


def test_a_wheel_is_read_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "medgym_ehr-1.2.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as packed:
        for name, content in made.wheel().files.items():
            packed.writestr(name, content)
    assert (read(path).files, read(path).packages) == (made.wheel().files, {"medgym_ehr"})


def test_a_source_distribution_is_read_below_its_folder(root: Path, tmp_path: Path) -> None:
    wheel = made.wheel().files
    held = {"PKG-INFO": wheel[f"{INFO}/METADATA"], "LICENSE": LICENCE, "medgym_ehr/py.typed": b""}
    path = tmp_path / "medgym_ehr-1.2.0.tar.gz"
    with tarfile.open(path, "w:gz") as packed:
        for name, content in held.items():
            member = tarfile.TarInfo(f"medgym_ehr-1.2.0/{name}")
            member.size = len(content)
            packed.addfile(member, io.BytesIO(content))
    assert read(path).files == held
    assert found(read(path), root) == []
