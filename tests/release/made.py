"""A small workspace of a core, a library, a tool and a family, and files as if built from it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from release.artifact import PYTHONS, Artifact
from release.distribution import Distribution

LICENCE = b"All may be done.\n"
PROJECT = """\
[project]
name = "{name}"
version = "{version}"
readme = "README.md"
dependencies = [{needs}]

[tool.hatch.build.targets.wheel]
packages = [{packages}]
"""
ROOT_ONLY = '\n[tool.uv.workspace]\nmembers = ["plugins/*", "libs/*", "tools/*"]\n'
METADATA = """\
Metadata-Version: 2.4
Name: medgym-ehr
Version: 1.2.0
Summary: Hospitals
Project-URL: Homepage, https://example.org
Project-URL: Documentation, https://example.org
Project-URL: Source, https://example.org
Project-URL: Issues, https://example.org
Project-URL: Changelog, https://example.org
Author: Ada Example
License-Expression: Apache-2.0
License-File: LICENSE
{pythons}Classifier: Typing :: Typed
Requires-Python: >=3.11
Requires-Dist: medgym-core<1.3,>=1.2
Requires-Dist: numpy<3,>=2
Description-Content-Type: text/markdown

# Hospitals
"""


def workspace(root: Path) -> Path:
    """A workspace in ``root`` in which all versions agree; its family has a version of its own."""
    _project(root, "medgym-core", "1.2.0")
    _project(root / "libs" / "ehr", "medgym-ehr", "1.2.0", "medgym-core>=1.2,<1.3")
    _project(root / "tools" / "prove", "medgym-prove", "1.2.0", "medgym-core>=1.2,<1.3")
    _project(root / "plugins" / "doses", "medgym-plugin-doses", "7.0.1", "medgym-ehr[full]>=1.2,<1.3")
    with (root / "pyproject.toml").open("a") as project:
        project.write(ROOT_ONLY)
    (root / "LICENSE").write_bytes(LICENCE)
    (root / "CHANGELOG.md").write_text(
        "# Changelog\n\n## 1.2.0 (2026-01-01)\n\n- Doses.\n\n## 1.1.0 (2025)\n"
    )
    return root


def wheel(change: tuple[str, str] = ("", ""), files: Mapping[str, bytes] | None = None) -> Artifact:
    """A good wheel of the library, but for one change of its metadata and for ``files``."""
    pythons = "".join(f"Classifier: Programming Language :: Python :: {python}\n" for python in PYTHONS)
    good = METADATA.format(pythons=pythons)
    assert change[0] in good
    info = "medgym_ehr-1.2.0.dist-info"
    held = {
        "medgym_ehr/__init__.py": b"",
        "medgym_ehr/py.typed": b"",
        f"{info}/METADATA": good.replace(*change).encode(),
        f"{info}/licenses/LICENSE": LICENCE,
    }
    kept = {name: text for name, text in (held | dict(files or {})).items() if text != GONE}
    return Artifact(Path("medgym_ehr-1.2.0-py3-none-any.whl"), kept)


GONE = b"\0"
"""Content of a file that is left out."""


def distribution(root: Path, name: str) -> Distribution:
    """One project of a workspace."""
    return Distribution({"medgym-core": root, "medgym-ehr": root / "libs" / "ehr"}[name])


def _project(folder: Path, name: str, version: str, *needs: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    package = name.replace("-", "_")
    needed = ", ".join(f'"{text}"' for text in needs)
    text = PROJECT.format(name=name, version=version, needs=needed, packages=f'"{package}"')
    (folder / "pyproject.toml").write_text(text)
    (folder / "README.md").write_text("# Words\n\nmedgym run --task doses --limit 4 --scale 60\n")
