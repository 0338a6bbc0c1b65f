"""What can be seen of the projects here without building them."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from medgym_prove.scaffold import template
from release.artifact import LABELS, LICENCE, PYTHONS
from release.distribution import ROOT, Distribution, distributions

ALL = distributions()
TEMPLATE = next(template().glob("{{cookiecutter.name}}"))
each = pytest.mark.parametrize("one", ALL, ids=lambda one: one.name)


@each
def test_each_declares_what_an_index_shows(one: Distribution) -> None:
    project = one.table["project"]
    assert project["license"] == LICENCE
    assert project["urls"].keys() >= LABELS
    declared = {text.rpartition(" ")[2] for text in project["classifiers"] if ":: Python :: 3." in text}
    assert declared == set(PYTHONS)
    assert (one.folder / project["readme"]).is_file()


@pytest.mark.parametrize("folder", [*(one.folder for one in ALL), TEMPLATE], ids=lambda path: path.name)
def test_each_holds_the_licence(folder: Path) -> None:
    assert (folder / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()


@each
def test_addresses_within_the_repository_lead_somewhere(one: Distribution) -> None:
    for address in one.table["project"]["urls"].values():
        path = address.removeprefix("https://github.com/medgym/medgym")
        assert path != address
        assert path in ("", "/issues") or (ROOT / path.split("/main/")[1]).exists(), address


@each
def test_each_package_is_typed(one: Distribution) -> None:
    assert [name for name in one.packages if not (one.folder / name / "py.typed").is_file()] == []


@pytest.mark.parametrize("family", [one for one in ALL if one.family], ids=lambda one: one.name)
def test_versions_of_families_are_read_from_their_distributions(family: Distribution) -> None:
    text = (family.folder / family.packages[0] / "family.py").read_text()
    assert f'version: ClassVar[str] = metadata.version("{family.name}")' in text


@pytest.mark.parametrize(
    "workflow", [ROOT / ".github" / "workflows" / "ci.yml", TEMPLATE / ".github/workflows/ci.yml"]
)
def test_every_declared_python_is_tested(workflow: Path) -> None:
    text = workflow.read_text().replace("{% raw %}", "").replace("{% endraw %}", "")
    matrices = [
        job["strategy"]["matrix"] for job in yaml.safe_load(text)["jobs"].values() if "strategy" in job
    ]
    assert [list(matrix["python"]) for matrix in matrices] == [list(PYTHONS)]
