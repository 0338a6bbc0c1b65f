"""Small bundles: a toy package that needs no index, pages, and a build."""

from __future__ import annotations

import ensurepip
import zipfile
from dataclasses import replace
from pathlib import Path

from medgym_bundle.creation import Created, pack, program
from medgym_bundle.machine import this_machine
from medgym_bundle.manifest import Manifest

MANIFEST = Manifest(
    medgym="9.9",
    families={"toy": "1.0"},
    machine=replace(this_machine(), glibc=0),
    environment=(),
    images=(),
    files={},
)


def contents(folder: Path) -> dict[str, Path]:
    """Files of a bundle that holds no packages."""
    folder.mkdir(exist_ok=True)
    for name, text in (("page", "# A page\n"), ("build.json", "{}"), ("gold", "42"), ("rows", "1\n" * 9000)):
        (folder / name).write_text(text)
    return {
        "docs/docs/page.md": folder / "page",
        "builds/d1/build.json": folder / "build.json",
        "builds/d1/private/gold/1.json": folder / "gold",
        "builds/d1/public/rows": folder / "rows",
    }


def small(folder: Path) -> Created:
    """A bundle without packages; as good as any to be verified, and to be refused."""
    return pack(folder / "small.pyz", MANIFEST, contents(folder / "contents"), folder)


def wheel(folder: Path) -> Path:
    """A package ``toy`` with a command of that name, which tells the environment that it runs in."""
    path, info = folder / "toy-1.0-py3-none-any.whl", "toy-1.0.dist-info"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("toy.py", "import sys\n\n\ndef main():\n    print(sys.prefix)\n")
        archive.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\nName: toy\nVersion: 1.0\n")
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{info}/entry_points.txt", "[console_scripts]\ntoy = toy:main\n")
        archive.writestr(f"{info}/RECORD", "")
    return path


def whole(folder: Path) -> Created:
    """A bundle that installs: the program, pip as it comes with Python, and the toy."""
    (pip,) = (Path(ensurepip.__file__).parent / "_bundled").glob("pip-*.whl")
    files = {**contents(folder / "contents"), **program()}
    files |= {f"wheels/{path.name}": path for path in (pip, wheel(folder))}
    environment = (f"pip=={pip.name.split('-')[1]}", "toy==1.0")
    return pack(folder / "whole.pyz", replace(MANIFEST, environment=environment), files, folder)
