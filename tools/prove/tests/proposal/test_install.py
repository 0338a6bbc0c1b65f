from __future__ import annotations

from pathlib import Path

import pytest

from medgym_prove.proposal import install
from medgym_prove.proposal.judge import Judge

from ..plugins import package, spoil
from .checkout import propose


def project(name: str, *needed: str) -> dict[str, dict[str, object]]:
    return {"project": {"name": name, "dependencies": list(needed)}}


def test_what_is_taken_from_the_base() -> None:
    known = {
        "": project("medgym-core", "medgym-boxes>=0.1"),
        "libs/boxes": project("medgym-boxes"),
        "libs/ehr": project("medgym-ehr", "medgym_core>=0.1", "Medgym.Units>=1"),
        "libs/units": project("medgym-units"),
        "libs/other": project("medgym-other"),
        "tools/prove": project("medgym-prove", "medgym-core>=0.1", "medgym-testing>=0.1"),
        "tools/testing": project("medgym-testing", "medgym-core>=0.1"),
        "tools/other": project("medgym-drawing", "medgym-core>=0.1"),
        "plugins/kin": project("medgym-plugin-kin", "medgym-ehr>=0.1,<0.2"),
        "plugins/stranger": project("medgym-plugin-stranger", "medgym-core>=0.1,<0.2"),
    }
    assert install._wanted(["medgym-core>=0.1"], known) == ["", "tools/prove", "tools/testing", "libs/boxes"]
    wanted = install._wanted(["medgym-core>=0.1", "medgym_ehr[x] >=0.1,<0.2; python_version > '3'"], known)
    assert sorted(wanted) == [
        "",
        *("libs/boxes", "libs/ehr", "libs/units", "plugins/kin", "tools/prove", "tools/testing"),
    ]


INCLUDE = '[tool.hatch.build.targets.wheel.force-include]\n"README.md" = "{target}"\n'


@pytest.mark.slow
@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("medgym_core/files.py", "medgym_core/files.py of the environment"),
        ("all.pth", "all.pth of the environment"),
        ("{package}/extra.py", "extra.py with other bytes than its source has"),
    ],
)
def test_an_install_that_changes_more_than_its_package(whole: Path, target: str, expected: str) -> None:
    folder = propose(whole)
    included = INCLUDE.format(target=target.format(package=package(folder).name))
    spoil(folder / "pyproject.toml", "\n[tool.hatch.build", f"\n{included}\n[tool.hatch.build")
    finding = next(f for f in Judge(level=0).judge(whole, "origin/main").findings if f.status == "fail")
    assert finding.id == "P04"
    assert expected in " ".join(finding.problems), finding.problems


@pytest.mark.slow
def test_a_dependency_that_is_not_to_be_had(whole: Path) -> None:
    folder = propose(whole)
    spoil(folder / "pyproject.toml", '"medgym-core>', '"medgym-core>=99", "medgym-core>')
    finding = next(f for f in Judge(level=0).judge(whole, "origin/main").findings if f.status == "fail")
    assert finding.id == "P04"
    assert "what the plugin declares cannot be installed" in finding.problems[0]
