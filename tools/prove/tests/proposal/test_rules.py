from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from medgym_prove.proposal.judge import Judge
from medgym_testing.entries import entry

from ..plugins import package, spoil
from .checkout import commit, git, propose


def broken(checkout: Path, base: str = "origin/main") -> tuple[str, str]:
    """The first rule that is broken, and how; the tiny base has no core that could be installed."""
    finding = next(f for f in Judge(level=0).judge(checkout, base).findings if f.status == "fail")
    return finding.id, " ".join(finding.problems)


def write(path: Path, text: str = "") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def extended(folder: Path, old: str, new: str) -> None:
    spoil(folder / "pyproject.toml", old, new)


def registry(checkout: Path, **entries: object) -> None:
    found = json.loads((checkout / "registry.json").read_text())
    found["families"].update(entries)
    (checkout / "registry.json").write_text(json.dumps(found, indent=1))


Edit = Callable[[Path, Path], object]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("edit", "rule", "message"),
    [
        (lambda top, it: write(top / "core.py", "x"), "P01", "core.py is outside plugins/toy-sum"),
        (lambda top, it: write(top / ".github" / "workflows" / "ci.yml"), "P01", "ci.yml is outside"),
        (lambda top, it: write(top / "plugins" / "other" / "README.md"), "P01", "2 families are touched"),
        (lambda top, it: write(top / "plugins" / "loose.py"), "P01", "plugins/loose.py is outside"),
        (lambda top, it: registry(top, taken={"package": "mine"}), "P01", "the entry of taken is changed"),
        (lambda top, it: write(top / "registry.json", "[]"), "P01", "is no registry"),
        (lambda top, it: write(it / "json.py"), "P02", "json.py can replace a module"),
        (lambda top, it: write(it / "all.pth"), "P02", "all.pth can replace a module"),
        (
            lambda top, it: write(it / "medgym_core" / "__init__.py"),
            "P02",
            "a package medgym_core can replace",
        ),
        (lambda top, it: write(it / "a\nb"), "P02", "is no plain path"),
        (lambda top, it: (it / "up").symlink_to(".."), "P02", "up is a symbolic link"),
        (lambda top, it: (it / "big").write_bytes(bytes(65 * 2**20)), "P02", "67108864 are allowed"),
        (
            lambda top, it: extended(it, f'{it.name} = "', 'taken = "'),
            "P03",
            "registered by medgym-plugin-taken",
        ),
        (
            lambda top, it: extended(it, f'name = "medgym-plugin-{it.name}', 'name = "Medgym_Core'),
            "P03",
            "is that of the core",
        ),
        (
            lambda top, it: extended(
                it, "[project.entry", '[project.scripts]\nmedgym = "a:b"\n\n[project.entry'
            ),
            "P03",
            "the command medgym is the core's",
        ),
        (
            lambda top, it: extended(
                it, "[tool.hatch.b", '[project.entry-points.pytest11]\nx = "a"\n\n[tool.hatch.b'
            ),
            "P03",
            "entry points of pytest11",
        ),
        (lambda top, it: write(it / "pyproject.toml", "[project"), "P03", "pyproject.toml: "),
        (
            lambda top, it: extended(
                it, '"medgym-core>', '"evil @ https://example.org/evil.whl", "medgym-core>'
            ),
            "P04",
            "names no released version",
        ),
        (
            lambda top, it: extended(it, '"medgym-core>', '"--index-url=https://example.org", "medgym-core>'),
            "P04",
            "names no released version",
        ),
    ],
)
def test_rules_that_hold_before_anything_runs(tiny: Path, edit: Edit, rule: str, message: str) -> None:
    edit(tiny, propose(tiny))
    found = broken(tiny)
    assert found[0] == rule, found
    assert message in found[1]


def test_an_entry_of_a_family_from_elsewhere_is_removed_by_uninstalling_it(tiny: Path) -> None:
    propose(tiny)
    registry(tiny, elsewhere={"package": "medgym-plugin-elsewhere"})
    (finding,) = Judge(level=0).judge(tiny, "origin/main").findings
    assert "uninstall those whose source is elsewhere" in finding.hint


def test_nothing_is_proposed(tiny: Path) -> None:
    assert broken(tiny) == ("P01", "nothing is changed")


def test_a_family_is_removed(tiny: Path) -> None:
    folder = propose(tiny)
    base = commit(tiny)
    git(tiny, "rm", "-r", "--quiet", str(folder))
    assert f"{folder.name} is removed" in broken(tiny, base)[1]


def test_a_submodule(tiny: Path) -> None:
    module = f"160000,{git(tiny, 'rev-parse', 'HEAD')},plugins/{propose(tiny).name}/sub"
    git(tiny, "add", "plugins")
    git(tiny, "update-index", "--add", "--cacheinfo", module)
    git(tiny, "commit", "--quiet", "--message", "A submodule")
    found = next(f for f in Judge(level=0).judge(tiny, "origin/main", "HEAD").findings if f.status == "fail")
    assert (found.id, "sub is a submodule" in found.problems[0]) == ("P02", True)


def test_a_folder_is_taken_over(tiny: Path) -> None:
    folder = propose(tiny)
    base = commit(tiny)
    extended(folder, f'name = "medgym-plugin-{folder.name}"', 'name = "medgym-plugin-mine"')
    rule, message = broken(tiny, base)
    assert rule == "P03"
    assert f"medgym-plugin-{folder.name}, and would be taken over as medgym-plugin-mine" in message


def test_an_entry_of_its_own_in_the_registry_is_no_breach(tiny: Path) -> None:
    folder = propose(tiny)
    registry(tiny, **{folder.name: {"package": f"medgym-plugin-{folder.name}"}})
    spoil(package(folder) / "family.py", "Totals and means", "Totals")
    extended(folder, '"medgym-core>', '"x @ file:///x", "medgym-core>')
    assert broken(tiny)[0] == "P04"


def test_an_entry_that_the_registry_cannot_hold_is_refused_before_anything_runs(tiny: Path) -> None:
    folder = propose(tiny)
    registry(tiny, **{folder.name: entry().model_dump(mode="json") | {"tier": "secret"}})
    rule, message = broken(tiny)
    assert rule == "P07"
    assert f"registry.json: $.families['{folder.name}'].tier: 'secret' is no known value" in message
